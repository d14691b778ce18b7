"""Search by word beside peers over all packages: peers in their own process through their Python interface, Almagest through its
socket. Same documents and queries (two or three words of a synopsis, joined by OR), the best 20, one at a time, warm."""
import json

import grids
import native
import peering
from figures import Figure
from inputs import entity_text, requests, written

PEERS = ("Xapian", "FTS5", "Tantivy", "Recoll", "LanceDB words")
COUNT = 20


def ours(bench, queries, warm):
    """Bare identifiers, and with display and snippet, in turn; the better of two. A daemon that has just begun each time: what it
    keeps of words it was asked for is of this pass alone."""
    kinds = {"Almagest, bare identifiers": {"fields": [], "understand": False}, "Almagest, display and snippet": {}}
    result = {}
    for turn in range(2):
        for name, more in kinds.items():
            file = requests("search", [{"query": q, "mode": "lexical", "limit": COUNT, **more} for q in queries])
            with bench.indexed() as (daemon, _):
                report = native.load(daemon, file, warm=warm)
            if name not in result or report["times"]["p50"] < result[name]["times"]["p50"]:
                result[name] = report
    return result


def run(bench):
    documents = [{"id": e["id"], "text": entity_text(e)} for e in bench.catalogue.entities]
    queries = bench.catalogue.queries(bench.size(1_100), seed=21)
    warm = len(queries) // 11
    donated = sum(len(line.encode()) + 1 for line in bench.catalogue.lines)
    job = {"job": "ranking", "documents": str(written("documents", [json.dumps(d, ensure_ascii=False) for d in documents])),
           "queries": str(written("document-queries", [json.dumps({"text": q}) for q in queries])),
           "warm": warm, "count": COUNT, "ranked": False, "seconds": 15}
    results, absent = {}, {}
    for name in PEERS:
        try:
            results[name] = peering.run(name, job)
            print(f"{name}: {results[name]['times']['p50']:.3f} ms, built in {results[name]['buildSeconds']:.1f} s", flush=True)
        except peering.Absent as error:
            absent[name] = str(error)
            print(f"{name}: absent: {error}", flush=True)
    own = ours(bench, queries, warm)
    rows = [(name, r["times"]["p50"], r["times"]["p90"], r["times"]["p99"], None, None, None) for name, r in own.items()]
    for name in PEERS:
        if name in absent:
            rows.append((name, "absent: " + absent[name]))
            continue
        r = results[name]
        rows.append((name, r["times"]["p50"], r["times"]["p90"], r["times"]["p99"], bench.count / r["buildSeconds"],
                     r["bytes"] / donated, r["bytesWritten"] / donated if name != "Recoll" else None))
    bare, shown = (own[name]["times"]["p50"] for name in own)
    figures = [Figure("words-bare", "lexical search through the socket, bare identifiers, p50", bare, "ms"),
               Figure("words-shown", "lexical search through the socket, display and snippet, p50", shown, "ms")]
    if "Xapian" in results:
        floor = results["Xapian"]["times"]["p50"]
        figures += [
            Figure("words-xapian", "Xapian in its own process, p50", floor, "ms"),
            Figure("words-bare-beside", "bare identifiers through the socket beside Xapian in process", bare / floor, "×", most=1.5, is_ratio=True),
            Figure("words-shown-beside", "display and snippet through the socket beside Xapian in process", shown / floor, "×", most=3, is_ratio=True)]
    times = {**{n: r["times"]["p50"] for n, r in own.items()}, **{n: r["times"]["p50"] for n, r in results.items()}}
    tables = [grids.grid(f"{bench.count:,} packages", ("", "p50 ms", "p90 ms", "p99 ms", "documents/s", "on disk, of bytes donated", "written, of bytes donated"), rows),
              grids.peers(PEERS)]
    return figures, {"ours": own, "peers": results, "absent": absent, "tables": tables}, [
        {"title": "Search by word, p50", "unit": "ms", "bars": list(times.items()), "log": True},
        {"title": "Indexing", "unit": "/s", "bars": [(n, bench.count / r["buildSeconds"]) for n, r in results.items()], "log": True}]
