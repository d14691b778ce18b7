"""Indexing without and with vectors, against plain Xapian, the embedder alone, and the same content again."""
import shutil
import time

import native
from daemon import Daemon, current
from figures import Figure
from inputs import written

# The embedder's threads give way to everything else by default; here there is nothing that they should give way to.
SETTINGS = {"semantic": {"niceness": 0}}


def donated(daemon, client, requests):
    """Seconds until all is durable, and until every projection has it."""
    began = time.monotonic()
    native.load(daemon, requests, clients=4)
    accepted = time.monotonic() - began
    daemon.settle(client)
    return accepted, time.monotonic() - began


def without_vectors(bench, requests):
    """Three times each in turn, Almagest and plain Xapian; the best of each."""
    ours, peers, accepted = [], [], []
    for _ in range(bench.rounds):
        with Daemon({"semantic": {"enabled": False}}) as daemon, daemon.client() as client:
            durable, searchable = donated(daemon, client, requests)
            accepted.append(bench.count / durable)
            ours.append(bench.count / searchable)
        report = native.run("xapian-index", entities=bench.catalogue.file, scratch=bench.scratch)
        peers.append(report["entitiesPerSecond"])
    return max(accepted), max(ours), max(peers)


def run(bench):
    catalogue = bench.catalogue
    requests = catalogue.donations()
    accepted, ours, peer = without_vectors(bench, requests)
    figures = [
        Figure("index-durable", "accepted and durable", accepted, "entities/s"),
        Figure("index-words", "without vectors, until searchable", ours, "entities/s"),
        Figure("index-xapian", "plain Xapian on the same text", peer, "documents/s"),
        Figure("index-beside-xapian", "without vectors, beside plain Xapian", ours / peer, "×", least=0.4,
               is_ratio=True),
    ]
    sample = written("packages.txt", catalogue.texts()[::max(1, bench.count // 3000)])
    embedder = [native.run("embed", texts=sample, threads=2)["textsPerSecond"]]
    shutil.rmtree(bench.packages, ignore_errors=True)
    with Daemon(SETTINGS, current(bench.packages)) as daemon, daemon.client() as client:
        _, first = donated(daemon, client, requests)
        wrote, peak = daemon.written(), daemon.resident("VmHWM")
        size = sum(f.stat().st_size for f in bench.packages.rglob("*") if f.is_file())
        _, again = donated(daemon, client, requests)
    embedder.append(native.run("embed", texts=sample, threads=2)["textsPerSecond"])
    rate, alone = bench.count / first, sum(embedder) / 2
    figures += [
        Figure("index-vectors", "with vectors, until searchable by meaning", rate, "entities/s"),
        Figure("index-embedder", "the embedder alone, two threads, same texts (before and after)", alone, "texts/s"),
        Figure("index-beside-embedder", "with vectors, beside the embedder alone", rate / alone, "×", least=0.8,
               is_ratio=True),
        Figure("index-again", "the same content a second time, of the first time", again / first, "×", most=0.05,
               is_ratio=True),
        Figure("index-peak", "memory while all is indexed and embedded, the most", peak, "MB"),
        Figure("index-written", "written to disk, of the bytes donated", wrote / requests.stat().st_size, "×", is_ratio=True),
        Figure("index-disk", "on disk, of the bytes donated", size / requests.stat().st_size, "×"),
    ]
    details = {"entities": bench.count, "firstSeconds": first, "againSeconds": again, "embedder": embedder,
               "bytesOnDisk": size, "bytesDonated": requests.stat().st_size}
    bars = [("durable", accepted), ("searchable by word", ours), ("plain Xapian", peer),
            ("searchable by meaning", rate), ("embedder alone", alone)]
    return figures, details, [{"title": "Entities a second", "unit": "/s", "bars": bars, "log": True}]
