"""A daemon on a scratch folder, for a benchmark."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "clients" / "python"))
from almagest import Almagest  # noqa: E402

BINARIES = pathlib.Path(os.environ.get("ALMAGEST_BIN", ROOT / ".build" / "release"))


class Daemon:
    """Runs until the end of the `with` block; `client()` connects."""

    def __init__(self, settings=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="alm-bench-"))
        (self.folder / "config.json5").write_text(json.dumps(settings or {}))

    def __enter__(self):
        self.socket = str(self.folder / "s")
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            [str(BINARIES / "almagestd"), "--socket", self.socket, "--data", str(self.folder / "data"),
             "--config", str(self.folder / "config.json5")], stderr=self.log)
        for _ in range(1000):
            if os.path.exists(self.socket):
                return self
            time.sleep(0.01)
        raise SystemExit((self.folder / "log").read_text())

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def client(self):
        return Almagest(self.socket)

    def settle(self, client):
        """Waits until every projection that can is current."""
        while True:
            states = [p["state"] for p in client.status()["projections"].values()]
            if all(state in ("current", "unavailable") for state in states):
                return
            time.sleep(0.02)

    def resident(self):
        """Resident memory in megabytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) / 1024


def packages(limit=None):
    """Debian's package catalogue as donations."""
    command = [str(ROOT / "Examples" / "debian-packages")] + (["--limit", str(limit)] if limit else [])
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def donate(client, entities):
    """Donates in requests of 500, four under way."""
    under_way = []
    for start in range(0, len(entities), 500):
        if len(under_way) == 4:
            under_way.pop(0).result()
        under_way.append(client.begin("index", entities=entities[start:start + 500]))
    for call in under_way:
        call.result()


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def row(what, figure, bar, reached):
    print(f"| {what} | {figure} | {bar} | {'reached' if reached else 'missed'} |", flush=True)
