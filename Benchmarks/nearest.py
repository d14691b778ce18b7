"""The ten nearest vectors beside peers, one thread: among all, a tenth and a hundredth of the rows, with what building the
index, making the filter and an update cost. Peers with a knob are turned up until recall@10 is 0.99; peers' filters and queries
go through their Python interface, Almagest's scan is called as the daemon calls it."""
import json

import grids
import native
import peering
import peers
from figures import Figure
from inputs import checksum, kept, real_texts
from vectors import QUERIES, REAL, embedded

SHARES = (1, 0.1, 0.01)
COUNTS = {1: "all rows", 0.1: "10 %", 0.01: "1 %"}


def our_scan(job, scratch):
    report = native.run("filtered-scan", vectors=job["vectors"], queries=job["queries"], count=job["vectorCount"],
                        query_count=job["queryCount"], shares=",".join(map(str, SHARES)), scratch=scratch)
    for entry in report["filters"]:
        truth = job["truth"][str(entry["share"] if entry["share"] < 1 else 1)] if job.get("truth") else None
        hits = entry.pop("hits")
        entry["recallAt10"] = None
        if truth:
            right = sum(len(set(found) & set(wanted)) for found, wanted in zip(hits, truth))
            entry["recallAt10"] = right / sum(map(len, truth))
    return {"buildSeconds": report["buildSeconds"], "bytes": report["bytes"], "filters": report["filters"],
            "updateMilliseconds": report["updateMilliseconds"]}


def one_size(bench, count, results, absent):
    texts, queries = real_texts(bench.catalogue, bench.size(REAL), bench.size(QUERIES))
    stored, asked = embedded("vectors", texts), embedded("vector-queries", queries)
    key = checksum(stored.read_bytes())
    bench.data["real vectors"] = {"count": len(texts), "sha256": key}
    if count > len(texts):
        stored = kept(f"grown-{count}-{key[:12]}.f32", lambda path: peering.grow(
            {"vectors": str(stored), "count": count, "output": str(path)}))
    job = {"vectors": str(stored), "queries": str(asked), "vectorCount": count, "queryCount": bench.size(200),
           "shares": SHARES, "secondsEach": 5}
    key = checksum(json.dumps([key, count, job["queryCount"], SHARES]))
    try:
        job["truth"] = peering.truth(job, key)
    except peering.Absent as error:
        absent["FAISS flat"] = str(error)
    results["Almagest"] = our_scan(job, bench.scratch)
    _say("Almagest", results["Almagest"])
    for name in peers.NEAREST:
        if "truth" not in job:
            absent.setdefault(name, "without FAISS there is nothing to tell recall by")
            continue
        try:
            results[name] = peering.nearest(name, job, key, seconds=6 * 3600 if bench.full else 900)
            _say(name, results[name])
        except peering.Absent as error:
            absent[name] = str(error)
            print(f"{name}: absent: {error}", flush=True)
    return results


def _say(name, result):
    print(f"{name}: built in {result['buildSeconds']:.1f} s; " + "; ".join(
        f"{COUNTS[f['share']]} {f['search']['p50']:.3f} ms at {f['recallAt10'] or 0:.3f}, filter {f['makingFilter']:.2f} ms"
        for f in result["filters"]), flush=True)


def _rows(results, absent):
    for name in ("Almagest", *peers.NEAREST):
        if name not in results:
            yield (name, "absent: " + absent.get(name, "?"))
            continue
        result = results[name]
        row = [name, result["buildSeconds"], (result["updateMilliseconds"] if result["updateMilliseconds"] is not None
               else "anew"), result["bytes"] / 1e6]
        for entry in result["filters"]:
            row += [entry["search"]["p50"], entry["search"]["p99"], entry["recallAt10"], entry["makingFilter"]]
        yield row


def run(bench):
    figures, details, tables, plots = [], {}, [], []
    sizes = [bench.size(REAL)] + ([bench.size(1_000_000)] if bench.full else [])
    for count in sizes:
        results, absent = {}, {}
        one_size(bench, count, results, absent)
        details[count] = {"results": results, "absent": absent}
        head = ["", "build s", "update ms", "MB"]
        for share in SHARES:
            head += [f"{COUNTS[share]}: p50 ms", "p99 ms", "recall@10", "filter ms"]
        tables.append(grids.grid(f"{count:,} vectors of 384 dimensions, top 10", head, list(_rows(results, absent))))
        for place, share in enumerate(SHARES):
            figures += _beside(results, count, place, share)
        for place, share in enumerate(SHARES):
            bars = [(name, r["filters"][place]["search"]["p50"]) for name, r in results.items()]
            plots.append({"title": f"{count:,} vectors, {COUNTS[share]}, p50" + (" with the filter at hand" if share < 1 else ""), "unit": "ms", "bars": bars, "log": True})
        plots.append({"title": f"{count:,} vectors: building the index", "unit": "s", "log": True,
                      "bars": [(name, r["buildSeconds"]) for name, r in results.items()]})
    tables.append(grids.peers(peers.NEAREST))
    return figures, {**details, "tables": tables}, plots


def _beside(results, count, place, share):
    """Almagest beside the fastest peer that reaches 0.99: with the filter at hand, and with its making. Above 1 it is ahead."""
    own = results["Almagest"]["filters"][place]
    key, what = f"nearest-{count}-{share}", f"{count:,} vectors, {COUNTS[share]}"
    figures = [Figure(f"{key}-time", f"{what}: Almagest, p50", own["search"]["p50"], "ms")]
    if own["recallAt10"] is not None:
        figures.append(Figure(f"{key}-recall", f"{what}: Almagest, recall@10", own["recallAt10"], "", least=0.99, is_ratio=True))
    good = {name: r["filters"][place] for name, r in results.items()
            if name != "Almagest" and (r["filters"][place]["recallAt10"] or 0) >= 0.99}
    if good:
        costs = [("cached", "filter at hand", lambda e: e["search"]["p50"])]
        if share < 1:
            costs.append(("cold", "making the filter counted", lambda e: e["search"]["p50"] + e["makingFilter"]))
        for slug, words, cost in costs:
            name = min(good, key=lambda n: cost(good[n]))
            figures.append(Figure(f"{key}-{slug}", f"{what}, {words}: faster than the fastest peer ({name})",
                                  cost(good[name]) / cost(own), "×", least=1, is_ratio=True))
    return figures
