"""Re-index of 100,000 unchanged entities through an app that is started for it: entities a second, what the daemon grows by, and
searches by word meanwhile."""
import threading
import time

import native
from figures import Figure
from inputs import requests
from songs import OTHERS, App, songs


class Watched:
    """The most that the daemon's resident memory was within the block."""

    def __init__(self, daemon):
        self.daemon, self.most, self.ended = daemon, daemon.resident(), threading.Event()

    def __enter__(self):
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        return self

    def watch(self):
        while not self.ended.wait(0.05):
            self.most = max(self.most, self.daemon.resident())

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


def retold(client):
    began = time.monotonic()
    reply = client.reindex(bundle=OTHERS).result(600)
    return reply, time.monotonic() - began


def retell(client, ended, times):
    while not ended.is_set():
        times.append(retold(client)[1])


def run(bench):
    count = bench.size(100_000)
    app = App(songs(bench, count, OTHERS))
    queries = [requests("search", [{"query": q, "mode": "lexical"} for q in bench.catalogue.queries(bench.size(1_000), seed=seed)]) for seed in (41, 42)]
    with app.daemon as daemon, daemon.client() as client:
        first, took_first = retold(client)
        if first["reported"] != count:
            raise SystemExit(f"{first['reported']} of {count} were reported: {first}")
        daemon.settle(client)
        quiet = native.load(daemon, queries[0], warm=bench.size(1_000) // 10)["times"]
        before = daemon.resident()
        with Watched(daemon) as alone:
            again, took = retold(client)
        if again["changed"] or again["removed"] or again["failed"]:
            raise SystemExit(f"what was told again unchanged has changed: {again}")
        # Again and again for as long as the searches take.
        ended, times = threading.Event(), []
        telling = threading.Thread(target=lambda: retell(client, ended, times))
        telling.start()
        during = native.load(daemon, queries[1], warm=bench.size(1_000) // 10)["times"]
        ended.set()
        telling.join()
    figures = [
        Figure("retelling-rate", f"re-index of {count:,} unchanged entities", count / took, "entities/s", least=10_000),
        Figure("retelling-first", "the first time, durable", count / took_first, "entities/s"),
        Figure("retelling-memory", "memory more while they are told again", alone.most - before, "MB", most=50),
        Figure("retelling-searches", "searches by word meanwhile beside quiet, p99", during["p99"] / quiet["p99"], "×", most=2, is_ratio=True),
    ]
    details = {"entities": count, "seconds": took, "quiet": quiet, "during": during, "toldMeanwhile": len(times), "again": again}
    return figures, details, [{"title": "Search by word, quiet and while 100,000 are told again", "unit": "ms", "bars": [
        (f"{name}, {share}", report[share]) for name, report in (("quiet", quiet), ("meanwhile", during)) for share in ("p50", "p99")]}]
