"""A daemon on a scratch folder, for a benchmark."""
import hashlib
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
    """Runs until the end of the `with` block; `client()` connects.

    `data` names a data directory that is kept, `binary` another `almagestd` than the release build's.
    """

    def __init__(self, settings=None, data=None, binary=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="alm-bench-"))
        (self.folder / "config.json5").write_text(json.dumps(settings or {}))
        self.data = pathlib.Path(data) if data else self.folder / "data"
        self.binary = pathlib.Path(binary) if binary else BINARIES / "almagestd"

    def __enter__(self):
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.socket = str(self.folder / "s")
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            [str(self.binary), "--socket", self.socket, "--data", str(self.data),
             "--config", str(self.folder / "config.json5")], stderr=self.log)
        for _ in range(1000):
            if os.path.exists(self.socket):
                return self
            time.sleep(0.01)
        raise SystemExit((self.folder / "log").read_text())

    def __exit__(self, *_):
        if self.process.poll() is not None:
            log = (self.folder / "log").read_text(errors="replace")
            print(f"the daemon ended by itself, status {self.process.returncode}:\n{log}", file=sys.stderr)
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def client(self):
        return Almagest(self.socket)

    def settle(self, client):
        settle(client)

    def resident(self, field="VmRSS"):
        """Resident memory in megabytes; with `VmHWM` the most that it ever was."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith(field))

    def written(self):
        """Bytes that the process has had written to disk."""
        with open(f"/proc/{self.process.pid}/io") as fields:
            return next(int(line.split()[1]) for line in fields if line.startswith("write_bytes"))

    def memory_parts(self):
        """Resident memory in megabytes: of the process alone, and of mapped files."""
        with open(f"/proc/{self.process.pid}/status") as status:
            fields = dict(line.split(":", 1) for line in status)
        return {name: int(fields["Rss" + name].split()[0]) / 1024 for name in ("Anon", "File", "Shmem")}


def current(data):
    """A data directory that is kept, without what another daemon than this build's made from its catalog: made anew then.

    Embeddings stay: they depend on the text and the model alone.
    """
    data = pathlib.Path(data)
    note = data.with_name(data.name + ".daemon")
    if data.exists() and (note.read_text() if note.exists() else "") != _binary():
        for pattern in ("lexical*", "vectors*", "properties.sqlite*", "suggest.sqlite*"):
            for path in data.glob(pattern):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    return noted(data)


def noted(data):
    """The data directory, noted as made by this build's daemon."""
    data.parent.mkdir(parents=True, exist_ok=True)
    data.with_name(data.name + ".daemon").write_text(_binary())
    return data


def _binary():
    return hashlib.sha256((BINARIES / "almagestd").read_bytes()).hexdigest()


def settle(client):
    """Waits until every projection that can is current, at the catalog's own `seq`."""
    while True:
        status = client.status()
        states = [p for p in status["projections"].values() if p["state"] != "unavailable"]
        failing = [p.get("message") for p in states if p["state"] == "failing"]
        if failing:
            raise SystemExit(f"a projection fails: {failing}")
        if all(p["state"] == "current" and p["seq"] >= status["seq"] for p in states):
            return
        time.sleep(0.02)


def packages(limit=None):
    """Debian's package catalogue as donations."""
    command = [str(ROOT / "Examples" / "debian-packages")] + (["--limit", str(limit)] if limit else [])
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def donate(client, entities):
    """Donates in requests of 500, four under way; returns the replies."""
    under_way = []
    replies = []
    for start in range(0, len(entities), 500):
        if len(under_way) == 4:
            replies.append(under_way.pop(0).result())
        under_way.append(client.begin("index", entities=entities[start:start + 500]))
    return replies + [call.result() for call in under_way]


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
