"""`values` for what people ask an assistant for: the labelled slots of real phrasings (music, calendar, messages, alarms) as structured
inputs, by word, over a library that holds what they name among 50,000 seeded distractors made of public titles. Is the right one first,
is it among the first five?"""
import collections
import datetime
import json
import random
import time

import assistant_library
import grids
from daemon import Daemon, donate, percentile
from figures import Figure
from inputs import checksum

SEED, DISTRACTORS, NOW = 20261130, 50_000, datetime.date(2026, 11, 30)
# Of all cases, and how many there are at least.
FIRST, FIVE, LEAST = 0.80, 0.92, 200
# Whole days are those of the dates in the library.
PRESENT = {"timeZone": "UTC", "now": f"{NOW}T12:00:00Z"}


def collection(seed=SEED, distractors=DISTRACTORS):
    """Cases and the entities of the library."""
    return assistant_library.make(random.Random(seed), distractors, NOW)


def stock(daemon, client, entities):
    """Donates the library unless it is there, and waits until it can be found."""
    if client.status()["entities"] != len(entities):
        for reply in donate(client, entities):
            if reply["rejected"]:
                raise SystemExit(f"rejected: {reply['rejected'][0]}")
    daemon.settle(client)


def ask(client, case):
    """The first five values, and the milliseconds they took."""
    began = time.perf_counter()
    reply = client.call("values", input=case["input"], accepts=case["accepts"], limit=5, **PRESENT)
    return [value["value"] for value in reply["values"]], (time.perf_counter() - began) * 1000


def place(values, case):
    """Rank of the right one, from 1; None beyond the fifth."""
    gold = case["gold"]
    for rank, value in enumerate(values, 1):
        if (value["type"], value["id"]) == (gold["type"], gold["id"]):
            return rank
    return None


def answers(client, cases):
    """What a warm daemon answers to each: the values, the rank of the right one, the milliseconds."""
    for case in cases[:20]:
        ask(client, case)
    result = []
    for case in cases:
        values, took = ask(client, case)
        result.append((values, place(values, case), took))
    return result


def shares(ranks):
    """How many are first, and among the first five, of how many."""
    return sum(rank == 1 for rank in ranks), sum(rank is not None for rank in ranks), len(ranks)


def rows(cases, ranks):
    """Shares by what was asked for, and of all."""
    kinds = collections.defaultdict(list)
    for case, rank in zip(cases, ranks):
        kinds[case["kind"]].append(rank)
    result = []
    for kind, found in [*sorted(kinds.items()), ("all", ranks)]:
        first, five, count = shares(found)
        result.append((kind, count, f"{first / count:.1%}", f"{five / count:.1%}"))
    return result


HEAD = ("asked for", "cases", "first", "among the first five")


def run(bench):
    cases, entities = collection(distractors=bench.size(DISTRACTORS))
    if len(cases) < LEAST:
        raise SystemExit(f"{len(cases)} cases, fewer than {LEAST}")
    bench.data["assistant"] = {"count": len(entities), "sha256": checksum(json.dumps(entities).encode())}
    with Daemon({"semantic": {"enabled": False}}) as daemon, daemon.client() as client:
        stock(daemon, client, entities)
        told = answers(client, cases)
    ranks, times = [rank for _, rank, _ in told], [took for _, _, took in told]
    first, five, count = shares(ranks)
    figures = [
        Figure("assistant-first", f"values for {count} phrasings of assistants: the right one first", 100 * first / count, "%",
               least=100 * FIRST, is_ratio=True),
        Figure("assistant-five", "the same: among the first five", 100 * five / count, "%", least=100 * FIVE, is_ratio=True),
        Figure("assistant-p50", "the same, p50", percentile(times, 0.5), "ms"),
        Figure("assistant-p99", "the same, p99", percentile(times, 0.99), "ms"),
    ]
    table = grids.grid("The right one, by what was asked for", HEAD, rows(cases, ranks))
    return figures, {"cases": count, "entities": len(entities), "tables": [table]}, [{"title": "The right one first", "unit": "%", "bars": [
        (kind, float(share[:-1])) for kind, _, share, _ in rows(cases, ranks)]}]
