"""One interactive donation at a time while bulk content is being indexed: when is it found by word and by meaning?"""
import subprocess
import time

import native
from daemon import Daemon, percentile
from figures import Figure

BUNDLE = "org.example.fresh"


def found(client, number, query, mode):
    """Milliseconds until a search, asked again and again without `after`, finds the entity."""
    began = time.perf_counter()
    while True:
        # Within a bundle of its own: it is there or not, whatever the bulk has that is nearer.
        reply = client.search(query, mode=mode, bundles=[BUNDLE], limit=1000, budgetMilliseconds=2_000, fields=[])
        if any(result["entity"]["id"] == str(number) for result in reply["results"]):
            return (time.perf_counter() - began) * 1000
        if time.perf_counter() - began > 20:
            raise SystemExit(f"donation {number} is not found by {mode} search after 20 seconds")
        time.sleep(0.002)


def probe(client, number):
    """Milliseconds from the reply to the donation until it is found by word, and by meaning too."""
    word = f"zephyr{number}quill"
    text = f"{word} the lighthouse keeper paints boat number {number}"
    client.index([{"bundle": BUNDLE, "type": "Note", "id": str(number), "display": {"title": text}}])
    began = time.perf_counter()
    found(client, number, word, "lexical")
    by_word = (time.perf_counter() - began) * 1000
    found(client, number, f"a man of the lighthouse colours ship {number}", "semantic")
    return by_word, (time.perf_counter() - began) * 1000


def run(bench):
    requests = bench.catalogue.donations()
    samples = []
    with Daemon() as daemon, daemon.client() as client:
        quiet = [probe(client, number) for number in range(bench.size(40))][5:]
        bulk = subprocess.Popen(
            native.command("load", socket=daemon.socket, requests=requests, clients=4), stdout=subprocess.DEVNULL)
        began = time.monotonic()
        number = 1_000
        while time.monotonic() - began < bench.seconds(60):
            samples.append((time.monotonic() - began, *probe(client, number)))
            number += 1
            time.sleep(0.1)
            states = client.status()["projections"].values()
            if bulk.poll() is not None and all(state["state"] == "current" for state in states):
                break
        if bulk.wait():
            raise SystemExit("the bulk donation failed")
    words, meanings = [s[1] for s in samples], [s[2] for s in samples]
    figures = [
        Figure("fresh-quiet-p95", "searchable by word and meaning, nothing else going on, p95",
               percentile([q[1] for q in quiet], 0.95), "ms"),
        Figure("fresh-word-p95", f"searchable by word while {bench.count:,} are being indexed, p95",
               percentile(words, 0.95), "ms", most=100),
        Figure("fresh-both-p95", f"searchable by word and meaning while {bench.count:,} are being indexed, p95",
               percentile(meanings, 0.95), "ms", most=100),
        Figure("fresh-both-p50", "the same, p50", percentile(meanings, 0.5), "ms"),
    ]
    details = {"probes": len(samples), "quiet": quiet, "samples": samples}
    return figures, details, [{"title": "Until searchable by word and by meaning, over the bulk's time", "unit": "ms",
                               "points": [(s[0], s[2]) for s in samples], "x": "s"}]
