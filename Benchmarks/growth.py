"""How cost grows: suggest, lexical, hybrid, filtered search and find over 1,000, 10,000 and 100,000 entities (and a million in the
full run), by 1, 4 and 16 clients; then the same while other content is being indexed."""
import json
import random
import shutil
import subprocess
import time

import grids
import native
from daemon import Daemon, current, donate, noted
from figures import Figure
from inputs import CACHE, checksum, donations, million_titles, requests, sentences, written

CLIENTS = (1, 4, 16)
BUNDLE = "org.example.growth"


def others(bench, count, skip=0):
    """Entities beside the packages: sentences of the collections, or made titles where there are too few."""
    pool = sentences()
    random.Random(9).shuffle(pool)
    if len(pool) < skip + count:
        pool = list(dict.fromkeys(pool + million_titles(bench.catalogue, skip + count)))
    return [{"bundle": BUNDLE, "type": "Note", "id": str(skip + number), "language": "en",
             "display": {"title": " ".join(text.split()[:5])}, "text": text}
            for number, text in enumerate(pool[skip:skip + count])]


def filled(bench, count, copy=False):
    """The folder of a daemon's data with so many entities, kept; the largest begin with what `indexing` left."""
    entities = bench.catalogue.entities[:count]
    more = others(bench, count - len(entities)) if count > len(entities) else []
    digest = checksum(bench.catalogue.checksum + json.dumps(more) + str(count))
    data = CACHE / f"growth-{count}-{digest[:12]}"
    if not data.exists():
        draft = data.with_name(data.name + ".draft")
        shutil.rmtree(draft, ignore_errors=True)
        if more:
            with bench.indexed():
                pass
            shutil.copytree(bench.packages, draft)
        with Daemon({"semantic": {"niceness": 0}}, draft) as daemon, daemon.client() as client:
            donate(client, more or entities)
            daemon.settle(client)
        draft.rename(data)
        noted(data)
    if copy:
        target = f"{bench.scratch}/growth-{count}"
        shutil.copytree(current(data), target)
        return target
    return data


def operations(bench, seed, count):
    """Requests of each kind; other ones for every seed, so that nothing is answered from what was asked before."""
    queries = bench.catalogue.queries(4 * count, seed=seed, words=(2, 3))
    generator = random.Random(seed)
    sections = sorted({e["properties"]["section"] for e in bench.catalogue.entities})
    large = lambda: {"property": "installedKilobytes", "op": ">=", "value": generator.choice((50, 500, 5_000, 50_000))}  # noqa: E731
    return {
        "suggest": ("suggest", [{"prefix": generator.choice(bench.catalogue.titles)[:generator.choice((2, 3, 4, 6))]} for _ in range(count)]),
        "lexical": ("search", [{"query": q, "mode": "lexical"} for q in queries[:count]]),
        "hybrid": ("search", [{"query": q, "budgetMilliseconds": 5_000} for q in queries[count:2 * count]]),
        "filtered": ("search", [{"query": q, "mode": "lexical", "types": ["Package"], "where": large()} for q in queries[2 * count:3 * count]]),
        "find": ("find", [{"types": ["Package"], "where": {"all": [
            {"property": "section", "op": "==", "value": generator.choice(sections)}, large()]}} for _ in range(count)]),
    }


def asked(bench, daemon, clients, seed):
    """Times and rate of each kind by so many clients."""
    count = bench.size(400 if clients == 1 else 800)
    return {kind: native.load(daemon, requests(method, parameters), clients=clients, warm=count // 8)
            for kind, (method, parameters) in operations(bench, seed, count).items()}


def busy(bench, count):
    """One client, quiet and then while more is being indexed with the default settings (the model gives way)."""
    data = filled(bench, count, copy=True)
    with Daemon(data=data) as daemon, daemon.client() as client:
        daemon.settle(client)
        quiet = asked(bench, daemon, 1, seed=101)
        more = [json.dumps(e, ensure_ascii=False) for e in others(bench, bench.size(30_000), skip=bench.size(100_000))]
        bulk = subprocess.Popen(native.command("load", socket=daemon.socket, requests=written("donations", donations(more, 500)), clients=2),
                                stdout=subprocess.DEVNULL)
        time.sleep(0.5)
        during = asked(bench, daemon, 1, seed=102)
        states = client.status()["projections"].values()
        went_on = bulk.poll() is None or any(state["state"] != "current" for state in states)
        bulk.wait()
    return quiet, during, went_on


def run(bench):
    counts = [bench.size(n) for n in (1_000, 10_000, 100_000)] + ([bench.size(1_000_000)] if bench.full else [])
    results, rows, resident = {}, [], {}
    for count in counts:
        with Daemon({"semantic": {"niceness": 0}}, current(filled(bench, count))) as daemon, daemon.client() as client:
            daemon.settle(client)
            results[count] = {clients: asked(bench, daemon, clients, seed=31 + clients) for clients in CLIENTS}
            resident[count] = daemon.resident()
        print(f"{count:,}: " + ", ".join(f"{kind} {r['times']['p50']:.2f} ms" for kind, r in results[count][1].items())
              + f", {resident[count]:.0f} MB", flush=True)
    kinds = list(results[counts[0]][1])
    for kind in kinds:
        for count in counts:
            one = results[count]
            rows.append((f"{kind}, {count:,}", *(one[1][kind]["times"][p] for p in ("p50", "p90", "p99")),
                         *(one[clients][kind]["requestsPerSecond"] for clients in CLIENTS), one[16][kind]["times"]["p99"]))
    tables = [grids.grid("By size and clients", ("", "p50 ms", "p90 ms", "p99 ms", "1 client /s", "4 clients /s", "16 clients /s", "16 clients p99 ms"), rows)]
    largest = counts[2]
    figures = [Figure(f"growth-{kind}", f"{kind}, {largest:,} beside {counts[1]:,} entities, p50",
                      results[largest][1][kind]["times"]["p50"] / results[counts[1]][1][kind]["times"]["p50"], "×", is_ratio=True)
               for kind in kinds]
    quiet, during, went_on = busy(bench, largest)
    for kind in kinds:
        before, then = quiet[kind]["times"], during[kind]["times"]
        figures.append(Figure(f"busy-{kind}", f"{kind} while indexing beside quiet, {largest:,} entities, p99", then["p99"] / before["p99"], "×",
                              most=2, is_ratio=True))
    tables.append(grids.grid(f"While more is being indexed, {largest:,} entities" + ("" if went_on else " (the indexing was over before the questions were)"),
                             ("", "quiet p50 ms", "quiet p99 ms", "during p50 ms", "during p99 ms"),
                             [(kind, quiet[kind]["times"]["p50"], quiet[kind]["times"]["p99"], during[kind]["times"]["p50"], during[kind]["times"]["p99"]) for kind in kinds]))
    if bench.full:
        million = counts[3]
        figures += [
            Figure("million-memory", "a million entities with a vector each, resident", resident[million], "MB", most=900),
            Figure("million-hybrid", "hybrid search, a million beside 100,000, p99",
                   results[million][1]["hybrid"]["times"]["p99"] / results[largest][1]["hybrid"]["times"]["p99"], "×", most=3, is_ratio=True)]
    plots = [{"title": f"One client, {share} by entities", "unit": "ms",
              "lines": {kind: [(count, results[count][1][kind]["times"][share]) for count in counts] for kind in kinds}}
             for share in ("p50", "p99")]
    plots.append({"title": "Resident memory by entities", "unit": "MB", "lines": {"resident": list(resident.items())}})
    return figures, {"results": {str(c): {str(k): v for k, v in r.items()} for c, r in results.items()}, "residentMegabytes": resident,
                     "busy": {"quiet": quiet, "during": during, "wentOn": went_on}, "tables": tables}, plots
