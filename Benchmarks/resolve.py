#!/usr/bin/env python3
"""How often `resolve` finds what a request means, over the resolve collection, through the socket.

usage: resolve.py [options]

Prints the right answers at rank 1 by kind, the outcomes, how far stated confidence can be relied on, and the time.
`--learn` learns the numbers of `config/resolve.json` and prints what they reach on requests left out of the learning. `--missed` lists the requests that went wrong.
"""

import argparse
import collections
import gzip
import hashlib
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from daemon import ROOT, Almagest, Daemon, donate, packages, percentile, settle  # noqa: E402
from judged import folder  # noqa: E402

CACHE = ROOT / "Benchmarks" / ".cache" / "resolve"
# Right answers at rank 1 that are aimed at, by kind.
BARS = {
    "name": 0.95, "misspelling": 0.85, "order": 0.95, "property": 0.95, "date": 0.85, "utterance": 0.92,
    "question": 0.5, "meaning": 0.65,
}


def lines(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def text_of(entity):
    return f"{entity['bundle']}/{entity['type']}/{entity['id']}"


def ask(client, request, explain=False):
    options = {"request": request["request"], "accepts": request["accepts"], "timeZone": "UTC", "language": "en"}
    if "now" in request:
        options["now"] = request["now"]
    if explain:
        options["explain"] = True
    started = time.perf_counter()
    reply = client.call("resolve", **options)
    return reply, (time.perf_counter() - started) * 1000


def judge(request, reply):
    """Whether the first candidate is right, whether the outcome is, and whether the set is."""
    found = [text_of(c["entity"]) for c in reply["candidates"]]
    if reply["outcome"] != "none":
        first = bool(found) and found[0] in request["answers"]
    else:
        first = False
    outcome = reply["outcome"] == request["expect"]
    complete = outcome and set(found) == set(request["answers"]) if request["expect"] != "none" else outcome
    return first, outcome, complete


def report(requests, replies, times, missed=False):
    kinds = collections.defaultdict(list)
    rank1 = {}
    for request, reply in zip(requests, replies):
        kinds[request["kind"]].append((request, reply) + judge(request, reply))
    print("| kind | right at rank 1, of those with one | aimed | outcome right |\n| --- | --- | --- | --- |")
    for kind, rows in sorted(kinds.items()):
        ones = [r for r in rows if r[0]["expect"] == "one"]
        right = sum(bool(r[1]["candidates"]) and text_of(r[1]["candidates"][0]["entity"]) in r[0]["answers"] for r in ones)
        outcome = sum(r[3] for r in rows)
        share = f"{right} of {len(ones)} ({right / len(ones):.0%})" if ones else ""
        bar = f"{BARS[kind]:.0%}" if kind in BARS else ""
        print(f"| {kind} | {share} | {bar} | {outcome} of {len(rows)} |")
    flat = [r for rows in kinds.values() for r in rows]
    several = [r for r in flat if r[0]["expect"] == "several"]
    none = [r for r in flat if r[0]["expect"] == "none"]
    some = [r for r in flat if r[0]["expect"] != "none"]
    false = sum(r[1]["outcome"] == "none" for r in some)
    print(f"\noutcome right: {sum(r[3] for r in flat) / len(flat):.1%} (75 %)")
    print(f"several with the right set: {sum(r[4] for r in several)} of {len(several)} (80 %)")
    print(f"none recognised: {sum(r[3] for r in none)} of {len(none)} (60 %), falsely: {false / len(some):.1%} (5 %)")
    if times:
        print(f"time: p50 {percentile(times, .5):.1f} ms, p99 {percentile(times, .99):.1f} ms (25 ms)")
    print("\n| stated confidence | answers | right |\n| --- | --- | --- |")
    buckets = collections.defaultdict(list)
    for request, reply, first, outcome, complete in flat:
        if reply["outcome"] == "none" or not reply["candidates"]:
            continue
        stated = sum(c["confidence"] for c in reply["candidates"]) if reply["outcome"] == "several" else reply["candidates"][0]["confidence"]
        correct = complete if reply["outcome"] == "several" else outcome and first
        buckets[min(9, int(stated * 10))].append((stated, correct))
    for bucket in sorted(buckets):
        rows = buckets[bucket]
        print(f"| {sum(s for s, _ in rows) / len(rows):.2f} | {len(rows)} | {sum(c for _, c in rows) / len(rows):.2f} |")
    if missed:
        print()
        for kind, rows in sorted(kinds.items()):
            for request, reply, first, outcome, complete in rows:
                if complete and (first or request["expect"] == "none"):
                    continue
                shown = [(c["display"]["title"][:40], (c["display"].get("subtitle") or "")[:50], c["confidence"]) for c in reply["candidates"][:2]]
                print(f"{request['id']} {kind}: {request['request']!r} {request.get('now', '')[:10]} wants {request['expect']} "
                      f"{len(request['answers'])}, first {'right' if first else 'WRONG'}, says {reply['outcome']} {len(reply['candidates'])}: {shown}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missed", action="store_true", help="list what went wrong")
    parser.add_argument("--learn", action="store_true", help="learn config/resolve.json anew; build and learn twice")
    parser.add_argument("--dump", metavar="FILE", help="write every candidate's features, a line a request")
    parser.add_argument("--requests", metavar="FILE", help="other requests than the collection's")
    parser.add_argument("--daemon", metavar="FILE", help="another almagestd")
    parser.add_argument("--fresh", action="store_true", help="donate everything anew")
    parser.add_argument("--beside", type=int, default=0, metavar="N", help="with N further entities beside")
    arguments = parser.parse_args()
    source = folder().parent / "resolve"
    if not source.is_dir():
        raise SystemExit(f"there is no {source}")
    entities = lines(source / "entities.ndjson.gz")
    requests = lines(pathlib.Path(arguments.requests) if arguments.requests else source / "requests.jsonl")
    checksum = hashlib.sha256((source / "entities.ndjson.gz").read_bytes()).hexdigest()[:12]
    data = CACHE / f"{checksum}-{arguments.beside}"
    if arguments.fresh and data.exists():
        import shutil
        shutil.rmtree(data)
    with Daemon(data=data, binary=arguments.daemon) as daemon:
        client = Almagest(daemon.socket)
        wanted = len(entities) + arguments.beside
        if sum(c["entities"] for c in client.status()["counts"]) != wanted:
            donate(client, entities + (packages(arguments.beside) if arguments.beside else []))
        settle(client)
        for request in requests[:20]:
            ask(client, request)
        replies, times = [], []
        for request in requests:
            reply, took = ask(client, request)
            replies.append(reply)
            times.append(took)
        report(requests, replies, times, arguments.missed)
        if arguments.dump or arguments.learn:
            explained = [ask(client, request, explain=True)[0] for request in requests]
        if arguments.dump:
            with open(arguments.dump, "w", encoding="utf-8") as file:
                for request, reply in zip(requests, explained):
                    file.write(json.dumps({"request": request, "reply": reply}) + "\n")
        if arguments.learn:
            import resolve_learning
            resolve_learning.write(resolve_learning.learn(requests, explained))


if __name__ == "__main__":
    main()
