"""Resolve beside peers: requests to an assistant that mean one thing; is the first answer right? Peers search the request's words
(and vectors) in everything an entity says, as text, and the first of an accepted type among the first 1,000 counts; Almagest answers `resolve`."""
import collections
import json

import grids
import peering
import resolve
from daemon import Daemon, current, donate, percentile
from figures import Figure
from inputs import checksum, entity_text, written
from judged import folder
from measures import mean
from vectors import embedded

KINDS = {
    "name": "by name", "misspelling": "misspelt", "order": "words in another order", "property": "by property", "date": "by date",
    "utterance": "as people phrase it", "question": "questions about what was said", "meaning": "by meaning alone",
}
PEERS = ("Recoll", "LanceDB hybrid", "Xapian", "Xapian + vectors, half each")


def collection(bench):
    """The entities, all requests, those that mean one thing (fewer in a small run), and a checksum."""
    source = folder().parent / "resolve"
    if not source.is_dir():
        raise SystemExit(f"there is no {source}")
    every = resolve.lines(source / "requests.jsonl")
    wanted = [r for r in every if r["expect"] == "one"]
    wanted = wanted[:max(20, int(len(wanted) * bench.share))]
    return resolve.lines(source / "entities.ndjson.gz"), every, wanted, checksum((source / "entities.ndjson.gz").read_bytes())


def alone(digest):
    """The daemon that keeps the collection and nothing else."""
    return Daemon({"semantic": {"niceness": 0}}, current(resolve.CACHE / f"{digest[:12]}-0"))


def asked(daemon, entities, count, every, wanted):
    """`answered` by a warm daemon, once it has all `count`."""
    with daemon.client() as client:
        if client.status()["entities"] != count:
            donate(client, entities)
        daemon.settle(client)
        for request in every[:20]:
            resolve.ask(client, request)
        return answered(client, wanted)


def answered(client, wanted):
    """The replies, and the milliseconds each took."""
    replies, times = [], []
    for request in wanted:
        reply, took = resolve.ask(client, request)
        times.append(took)
        replies.append(reply)
    return replies, times


def first_right(wanted, replies):
    """Whether the first answer to each request is right: peers cannot say that there is none, or several."""
    return [resolve.is_first_right(request, reply) for request, reply in zip(wanted, replies)]


def run(bench):
    entities, every, wanted, digest = collection(bench)
    bench.data["resolve"] = {"count": len(entities), "sha256": digest}
    others = [r for r in every if r["expect"] != "one"]
    others = others[:max(20, int(len(others) * bench.share))]
    with alone(digest) as daemon:
        replies, times = asked(daemon, entities, len(entities), every, wanted + others)
    right = {"Almagest": first_right(wanted, replies)}
    told = resolve.outcomes(wanted + others, replies)
    absent = theirs(entities, wanted, right)
    kinds = collections.Counter(r["kind"] for r in wanted)
    rows = []
    for name in ("Almagest", *PEERS):
        if name in absent:
            rows.append((name, f"absent: {absent[name]}"))
            continue
        by_kind = collections.Counter(r["kind"] for r, good in zip(wanted, right[name]) if good)
        rows.append((name, f"{100 * mean(right[name]):.1f} %", *(f"{by_kind[kind]} of {kinds[kind]}" for kind in sorted(kinds))))
    figures = [Figure("resolve-first", "resolve: the right one first", 100 * mean(right["Almagest"]), "%"),
               Figure("resolve-p99", "resolve, p99", percentile(times, 0.99), "ms", most=25)]
    for kind, name in KINDS.items():
        good = [first for request, first in zip(wanted, right["Almagest"]) if request["kind"] == kind]
        if good:
            figures.append(Figure(f"resolve-{kind}", f"{name}: the right one first", 100 * mean(good), "%", least=100 * resolve.BARS[kind]))
    figures += [
        Figure("resolve-outcome", "one, several or none told rightly, of all requests", 100 * told["outcome"], "%", least=75),
        Figure("resolve-several", "several: the right set", 100 * told["several"], "%", least=80),
        Figure("resolve-none", "none recognised", 100 * told["none"], "%", least=60),
        Figure("resolve-false-none", "none said falsely", 100 * told["falseNone"], "%", most=5),
    ]
    best = max((mean(good), name) for name, good in right.items() if name != "Almagest") if len(right) > 1 else None
    if best:
        figures.append(Figure("resolve-ahead", f"resolve: right ones beside the best peer ({best[1]})", mean(right["Almagest"]) / max(best[0], 1e-9), "×",
                              least=1, is_ratio=True))
    tables = [grids.grid("Right at rank 1, requests that mean one thing", ("", "all", *sorted(kinds)), rows), grids.peers(PEERS)]
    return figures, {"requests": len(wanted), "absent": absent, "tables": tables}, [
        {"title": "Right at rank 1", "unit": "%", "bars": [(name, 100 * mean(good)) for name, good in right.items()]}]


def theirs(entities, wanted, right):
    """Fills `right` by peer; returns why the others are absent."""
    documents = [{"id": resolve.text_of(e), "text": entity_text(e) or " "} for e in entities]
    types = collections.defaultdict(list)
    for entity in entities:
        types[entity["type"]].append(resolve.text_of(entity))
    queries = [{"text": r["request"], "within": [name for kind in r["accepts"] for name in types[kind]]} for r in wanted]
    job = {"documents": str(written("documents", [json.dumps(d, ensure_ascii=False) for d in documents])),
           "queries": str(written("document-queries", [json.dumps(q, ensure_ascii=False) for q in queries])), "count": 10, "depth": 1000,
           "documentVectors": str(embedded("documents", [d["text"] for d in documents])),
           "queryVectors": str(embedded("document-queries", [q["text"] for q in queries]))}
    key, absent = checksum(json.dumps({name: str(value).rpartition("/")[2] for name, value in job.items()})), {}
    for name in PEERS:
        try:
            ranked = peering.ranked(name, job, key)["ranked"]
            right[name] = [bool(found) and found[0] in request["answers"] for found, request in zip(ranked, wanted)]
        except peering.Absent as error:
            absent[name] = str(error)
    return absent
