#!/usr/bin/env python3
"""How often `resolve` finds what a request means, over the resolve collection, through the socket.

usage: resolve.py [options]

Prints the right answers at rank 1 by kind, the outcomes, how far stated confidence can be relied on, and the time.
`--learn` learns the numbers of `config/resolve.json`, from further questions of LoCoMo too, and prints what they reach on
requests left out of the learning. `--further` asks those questions instead. `--missed` lists the requests that went wrong.
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


def further_questions(entities, requests):
    """Questions of LoCoMo that one message answers, without those among the requests."""
    known = {request["request"] for request in requests}
    messages = collections.defaultdict(list)
    for entity in entities:
        if entity["type"] == "MessageEntity":
            messages[entity.get("text"), entity["properties"]["date"]["date"]].append(text_of(entity))
    documents = {d["id"]: d for d in lines(folder() / "locomo" / "docs.jsonl")}
    evidence = collections.defaultdict(list)
    for row in (folder() / "locomo" / "qrels.tsv").read_text().splitlines():
        query, document, _ = row.split("\t")
        evidence[query].append(documents[document])
    result = []
    for query in lines(folder() / "locomo" / "queries.jsonl"):
        said = evidence[query["id"]]
        answers = messages[said[0]["text"], said[0]["date"]] if len(said) == 1 else []
        if query["kind"] == "single-hop" and len(answers) == 1 and query["text"] not in known:
            result.append({"id": query["id"], "kind": "question", "request": query["text"], "accepts": ["MessageEntity"], "expect": "one",
                           "answers": answers})
    return result


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


def is_first_right(request, reply):
    """Whether the first candidate is right, whatever the outcome."""
    return bool(reply["candidates"]) and text_of(reply["candidates"][0]["entity"]) in request["answers"]


def outcomes(requests, replies):
    """Of all requests the share whose outcome is right; of those that mean several the share with the right set; of those that mean
    nothing the share told so, and of the others too."""
    rows = [(request["expect"], reply["outcome"], judge(request, reply)) for request, reply in zip(requests, replies)]

    def share(good):
        good = list(good)
        return sum(good) / max(len(good), 1)

    return {"outcome": share(right for _, _, (_, right, _) in rows),
            "several": share(whole for expect, _, (_, _, whole) in rows if expect == "several"),
            "none": share(right for expect, _, (_, right, _) in rows if expect == "none"),
            "falseNone": share(outcome == "none" for expect, outcome, _ in rows if expect != "none")}


def report(requests, replies, times, missed=False):
    kinds = collections.defaultdict(list)
    rank1 = {}
    for request, reply in zip(requests, replies):
        kinds[request["kind"]].append((request, reply) + judge(request, reply))
    print("| kind | right at rank 1, of those with one | aimed | outcome right |\n| --- | --- | --- | --- |")
    for kind, rows in sorted(kinds.items()):
        ones = [r for r in rows if r[0]["expect"] == "one"]
        right = sum(is_first_right(r[0], r[1]) for r in ones)
        outcome = sum(r[3] for r in rows)
        share = f"{right} of {len(ones)} ({right / len(ones):.0%})" if ones else ""
        bar = f"{BARS[kind]:.0%}" if kind in BARS else ""
        print(f"| {kind} | {share} | {bar} | {outcome} of {len(rows)} |")
    flat = [r for rows in kinds.values() for r in rows]
    told = outcomes(requests, replies)
    print(f"\noutcome right: {told['outcome']:.1%} (75 %)")
    print(f"several with the right set: {told['several']:.1%} (80 %)")
    print(f"none recognised: {told['none']:.1%} (60 %), falsely: {told['falseNone']:.1%} (5 %)")
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
    parser.add_argument("--keep", action="store_true", help="with --learn: keep the order's numbers, but for what was said before")
    parser.add_argument("--further", action="store_true", help="the further questions that are learned from, instead")
    parser.add_argument("--daemon", metavar="FILE", help="another almagestd")
    parser.add_argument("--fresh", action="store_true", help="donate everything anew")
    parser.add_argument("--beside", type=int, default=0, metavar="N", help="with N further entities beside")
    arguments = parser.parse_args()
    source = folder().parent / "resolve"
    if not source.is_dir():
        raise SystemExit(f"there is no {source}")
    entities = lines(source / "entities.ndjson.gz")
    requests = lines(pathlib.Path(arguments.requests) if arguments.requests else source / "requests.jsonl")
    if arguments.further:
        requests = further_questions(entities, requests)
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
            further = further_questions(entities, requests)
            explained += [ask(client, request, explain=True)[0] for request in further]
            resolve_learning.write(resolve_learning.learn(requests + further, explained, {request["id"] for request in further}, arguments.keep))


if __name__ == "__main__":
    main()
