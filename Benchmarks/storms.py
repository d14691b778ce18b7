"""Storms: many small updates from four clients, everything changed at once, many small deletes, everything deleted; how soon it is
durable and how soon searches show it, and what was written to disk for every byte donated. With vectors; packages."""
import copy
import json
import pathlib
import time

import grids
import native
from daemon import Daemon
from figures import Figure
from inputs import donations, requests, written


def changed(entities, word):
    """The same entities with another synopsis, so that words and vectors change."""
    result = copy.deepcopy(entities)
    for number, entity in enumerate(result):
        entity["display"]["subtitle"] = f"{word} {number} {entity['display']['subtitle']}"
    return result


def lines(entities):
    return [json.dumps(entity, ensure_ascii=False, separators=(",", ":")) for entity in entities]


def storm(daemon, client, file, count, size=None):
    """Runs a file of requests from four clients; until durable, until searchable, bytes written."""
    began, before = time.monotonic(), daemon.written()
    report = native.load(daemon, file, clients=4)
    durable = time.monotonic() - began
    daemon.settle(client)
    took = time.monotonic() - began
    wrote = daemon.written() - before
    return {"count": count, "durablePerSecond": count / durable, "searchablePerSecond": count / took, "bytesWritten": wrote,
            "writtenPerByte": wrote / size if size else None, "request": report["times"]}


def run(bench):
    entities = bench.catalogue.entities[:bench.size(10_000)]
    some = changed(entities[:bench.size(2_000)], "stormy")
    all_changed = changed(entities, "windy")
    few = entities[:len(some)]
    result = {}

    def index(entities, at_once):
        texts = lines(entities)
        return written("donations", donations(texts, at_once)), sum(len(text.encode()) for text in texts)

    with Daemon({"semantic": {"niceness": 0}}) as daemon, daemon.client() as client:
        # The model is loaded before anything is measured.
        client.search("warm", budgetMilliseconds=10_000)
        for name, (what, at_once) in {
                "first": (entities, 500), "updates": (some, 1), "all": (all_changed, 500), "same": (all_changed, 500)}.items():
            file, size = index(what, at_once)
            result[name] = storm(daemon, client, file, len(what), size)
        disk = sum(f.stat().st_size for f in pathlib.Path(daemon.data).rglob("*") if f.is_file())
        deletes = requests("delete", [{"bundle": e["bundle"], "type": e["type"], "identifiers": [e["id"]]} for e in few])
        result["deletes"] = storm(daemon, client, deletes, len(few))
        rest = requests("delete", [{"bundle": entities[0]["bundle"]}])
        result["everything"] = storm(daemon, client, rest, len(entities) - len(few))
        left = client.status()["entities"]
        found = client.search("library", mode="lexical")["results"]
    if left or found:
        raise SystemExit(f"{left} entities and {len(found)} results are left after everything was deleted")
    donated = index(entities, 500)[1]
    titles = {"first": "first donation, 500 a request", "updates": "updates, one a request", "all": "every one changed, 500 a request",
              "same": "the same again, 500 a request", "deletes": "deletes, one a request", "everything": "all the rest deleted in one request"}
    rows = [(f"{titles[name]}: {r['count']:,}", r["durablePerSecond"], r["searchablePerSecond"], r["request"]["p50"], r["request"]["p99"],
             r["bytesWritten"] / 1e6, r["writtenPerByte"]) for name, r in result.items()]
    figures = [
        Figure("storm-updates", "updates one by one, until searchable", result["updates"]["searchablePerSecond"], "/s"),
        Figure("storm-deletes", "deletes one by one, until gone from searches", result["deletes"]["searchablePerSecond"], "/s"),
        Figure("storm-update-beside", "everything changed beside the first donation", result["all"]["searchablePerSecond"] / result["first"]["searchablePerSecond"], "×", is_ratio=True),
        Figure("storm-written", "written to disk of each byte donated, first donation", result["first"]["writtenPerByte"], "×", is_ratio=True),
        Figure("storm-written-updates", "the same, updates one by one", result["updates"]["writtenPerByte"], "×", is_ratio=True),
        Figure("storm-disk", "on disk of each byte donated, all changed once", disk / donated, "×", is_ratio=True),
    ]
    head = ("", "durable /s", "searchable /s", "request p50 ms", "request p99 ms", "written MB", "written, of bytes donated")
    return figures, {**result, "bytesOnDisk": disk, "bytesDonated": donated, "tables": [grids.grid(f"{len(entities):,} packages", head, rows)]}, [
        {"title": "Until searchable or gone", "unit": "/s", "log": True, "bars": [(titles[n].partition(",")[0], r["searchablePerSecond"]) for n, r in result.items()]}]
