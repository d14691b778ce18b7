"""Runs operations, keeps what came of each, and writes the report."""
import contextlib
import json
import pathlib
import shutil
import sys
import tempfile
import time

import freshness
import hybrid
import indexing
import latency
import machine
import memory
import native
import report
import suggesting
import vectors
from daemon import Daemon, donate
from figures import Figure
from inputs import CACHE, Catalogue

# In the order they run: `indexing` fills the daemon that the ones after it ask.
OPERATIONS = {
    "vectors": (vectors, "Vector scan"), "indexing": (indexing, "Indexing"), "latency": (latency, "Through the socket"),
    "hybrid": (hybrid, "Hybrid search"), "freshness": (freshness, "Freshness during bulk indexing"),
    "suggesting": (suggesting, "Suggestions over a million titles"), "memory": (memory, "Memory"),
}


class Bench:
    """What operations share. With `share` below 1 everything is smaller and shorter: to try them out."""

    def __init__(self, share=1.0):
        self.share = share
        self.rounds = 3 if share == 1 else 1
        self.catalogue = Catalogue(None if share == 1 else max(1_000, int(64_000 * share)))
        self.count = len(self.catalogue.entities)
        self.packages = CACHE / f"packages-{self.catalogue.checksum[:12]}"
        self.scratch = tempfile.mkdtemp(prefix="alm-bench-")
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
        with Daemon(everything, self.packages) as daemon, daemon.client() as client:
            if client.status()["entities"] != self.count:
                donate(client, self.catalogue.entities)
            daemon.settle(client)
            yield daemon, client

    def close(self):
        shutil.rmtree(self.scratch, ignore_errors=True)


def run(names, share=1.0, folder=report.FOLDER):
    """Runs the operations named (all without names); those that ran before stay in the report."""
    native.build()
    parts = pathlib.Path(folder) / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    bench = Bench(share)
    try:
        for name in names or OPERATIONS:
            module, title = OPERATIONS[name]
            print(f"\n## {title}", flush=True)
            before, began = machine.load(), time.monotonic()
            bench_data = set(bench.data)
            figures, details, plots = module.run(bench)
            for figure in figures:
                print(f"{figure.title}: {report.value(figure)}  {figure.aim}  {figure.verdict}", flush=True)
            part = {
                "operation": name, "title": title, "description": module.__doc__, "command": f"scripts/bench {name}",
                "share": share, "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
                "seconds": round(time.monotonic() - began, 1), "load": {"before": before, "after": machine.load()},
                "machine": machine.description(), "figures": [figure.as_dict() for figure in figures],
                "data": {k: v for k, v in bench.data.items() if k == "packages" or k not in bench_data},
                "plots": plots, "details": details,
            }
            (parts / f"{name}.json").write_text(json.dumps(part, indent=1) + "\n")
    finally:
        bench.close()
    report.write(folder, OPERATIONS)


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
