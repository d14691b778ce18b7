"""Runs operations, keeps what came of each, and writes the report."""
import contextlib
import hashlib
import json
import pathlib
import shutil
import sys
import tempfile
import time
import traceback

import apps
import asking
import crowded
import finding
import freshness
import growth
import hybrid
import indexing
import keystrokes
import latency
import machine
import memory
import native
import nearest
import providing
import rankings
import report
import resolving
import retelling
import storms
import suggesting
import vectors
import words
from daemon import BINARIES, Daemon, current, donate
from figures import Figure
from inputs import CACHE, Catalogue

# In the order they run: `indexing` fills the daemon that the ones after it ask.
OPERATIONS = {
    "rankings": (rankings, "Relevance beside peers"), "vectors": (vectors, "Vector scan"),
    "nearest": (nearest, "Nearest vectors beside peers"), "indexing": (indexing, "Indexing"),
    "words": (words, "Search by word beside peers"), "latency": (latency, "Through the socket"),
    "hybrid": (hybrid, "Hybrid search"), "keystrokes": (keystrokes, "As you type"),
    "growth": (growth, "How cost grows"), "freshness": (freshness, "Freshness during bulk indexing"),
    "storms": (storms, "Storms of updates and deletes"), "resolving": (resolving, "Resolve beside peers"),
    "crowded": (crowded, "Resolve among many others"), "finding": (finding, "Finding by properties"),
    "providing": (providing, "Values of the index and of an app"), "asking": (asking, "Values for phrasings of assistants"),
    "retelling": (retelling, "Re-index through an app"), "apps": (apps, "Apps over the Swift SDK"),
    "suggesting": (suggesting, "Suggestions over many titles"), "memory": (memory, "Memory"),
}
# Seconds that an operation may take on two cores, nothing kept from before: 35 minutes together, so that with set-up and build
# all are done in 40.
BUDGET = {
    "rankings": 580, "vectors": 210, "nearest": 160, "indexing": 240, "words": 165, "latency": 30, "hybrid": 15,
    "keystrokes": 25, "growth": 200, "freshness": 65, "storms": 65, "resolving": 105, "crowded": 60, "finding": 30,
    "providing": 12, "asking": 20, "apps": 60, "retelling": 20, "suggesting": 10, "memory": 70,
}


class Bench:
    """What operations share. With `share` below 1 everything is smaller and shorter: to try them out. `full` goes to a
    million where it is otherwise 100,000."""

    def __init__(self, share=1.0, full=False):
        self.share = share
        self.full = full
        self.rounds = 3 if share == 1 else 1
        self.catalogue = Catalogue(None if share == 1 else max(1_000, int(64_000 * share)))
        self.count = len(self.catalogue.entities)
        self.packages = CACHE / f"packages-{self.catalogue.checksum[:12]}"
        CACHE.mkdir(parents=True, exist_ok=True)
        # Beside what is kept, so that copies of it stay on one disk.
        self.scratch = tempfile.mkdtemp(prefix="scratch-", dir=CACHE)
        self.data = {"packages": {"count": self.count, "sha256": self.catalogue.checksum}}

    def size(self, count):
        return count if self.share == 1 else max(20, int(count * self.share))

    def seconds(self, seconds):
        return seconds if self.share == 1 else max(8, seconds * self.share)

    @contextlib.contextmanager
    def indexed(self, settings=None):
        """A daemon with all packages and a client, everything searchable; kept between runs, by the data's checksum."""
        everything = {**(settings or {})}
        everything["semantic"] = {"niceness": 0, **everything.get("semantic", {})}
        with Daemon(everything, current(self.packages)) as daemon, daemon.client() as client:
            if client.status()["entities"] != self.count:
                donate(client, self.catalogue.entities)
            daemon.settle(client)
            yield daemon, client

    def close(self):
        shutil.rmtree(self.scratch, ignore_errors=True)


def profile(share, full):
    """What a part that is there already must have been made with, not to be made again by `--resume`."""
    binary = hashlib.sha256((BINARIES / "almagestd").read_bytes()).hexdigest()
    return {"share": share, "full": full, "daemon": binary}


def run(names, share=1.0, full=False, resume=False, folder=report.FOLDER):
    """Runs the operations named (all without names); those that ran before stay in the report. Returns how many failed."""
    native.build()
    parts = pathlib.Path(folder) / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    bench, failed = Bench(share, full), 0
    made_with = profile(share, full)
    try:
        for name in names or OPERATIONS:
            file = parts / f"{name}.json"
            if resume and file.exists() and json.loads(file.read_text()).get("profile") == made_with:
                print(f"\n## {OPERATIONS[name][1]}: kept", flush=True)
                continue
            part = operate(bench, name, made_with)
            failed += part["failed"] is not None
            file.write_text(json.dumps(part, indent=1) + "\n")
            report.write(folder, OPERATIONS)
    finally:
        bench.close()
    print(f"\nWritten: {pathlib.Path(folder) / 'index.html'}, report.md, report.json")
    return failed


def operate(bench, name, made_with):
    """One operation, as it is kept. One that fails says so and does not stop the others."""
    module, title = OPERATIONS[name]
    print(f"\n## {title}", flush=True)
    before, began = machine.load(), time.monotonic()
    known = set(bench.data)
    figures, details, plots, failure = [], {}, [], None
    try:
        figures, details, plots = module.run(bench)
    except (Exception, SystemExit) as error:
        failure = f"{type(error).__name__}: {error}"
        traceback.print_exc()
    for figure in figures:
        print(f"{figure.title}: {report.value(figure)}  {figure.aim}  {figure.verdict}", flush=True)
    seconds = time.monotonic() - began
    budget = BUDGET[name] if bench.share == 1 and not bench.full else None
    print(f"{seconds:.0f} s" + (f", of {budget}" if budget else ""), flush=True)
    tables = details.pop("tables", [])
    return {
        "operation": name, "title": title, "description": module.__doc__, "profile": made_with, "failed": failure,
        "command": "scripts/bench " + name + ("" if bench.share == 1 else f" --share {bench.share}") + (" --full" if bench.full else ""),
        "share": bench.share, "full": bench.full, "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "seconds": round(seconds, 1), "budget": budget, "load": {"before": before, "after": machine.load()},
        "machine": machine.description(), "figures": [figure.as_dict() for figure in figures],
        "data": {k: v for k, v in bench.data.items() if k == "packages" or k not in known},
        "tables": tables, "plots": plots, "details": details,
    }


def check(folder=report.FOLDER):
    """Compares the ratios of the report with the stored thresholds; returns how many are beyond theirs."""
    thresholds = json.loads((pathlib.Path(__file__).parent / "thresholds.json").read_text())
    measured = {f["id"]: Figure.from_dict(f) for part in report.parts(folder, OPERATIONS) for f in part["figures"]}
    beyond = 0
    for id, bound in thresholds.items():
        figure = measured.get(id)
        if figure is None:
            print(f"not measured   {id}")
            continue
        figure.most, figure.least = bound.get("most"), bound.get("least")
        beyond += not figure.reached
        print(f"{'within' if figure.reached else 'BEYOND':14} {figure.title}: {report.value(figure)}, {figure.aim}")
    if beyond:
        print(f"{beyond} ratios are beyond their thresholds", file=sys.stderr)
    return beyond
