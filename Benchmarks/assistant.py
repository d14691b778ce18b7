#!/usr/bin/env python3
"""How often `values` finds what people ask an assistant for, as structured inputs, through the socket.

usage: assistant.py [options]

The inputs are the labelled slots of real phrasings (music, calendar, messages, alarms). The library holds what they name
among 50,000 seeded distractors made of public titles. Prints how often the right one is first and among the first five.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import random
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import assistant_library  # noqa: E402
from daemon import ROOT, Almagest, Daemon, donate, percentile, settle  # noqa: E402

CACHE = ROOT / "Benchmarks" / ".cache" / "assistant"
FIRST, FIVE = 0.80, 0.92


def ask(client, case):
    started = time.perf_counter()
    reply = client.call("values", input=case["input"], accepts=case["accepts"], limit=5)
    return [value["value"] for value in reply["values"]], (time.perf_counter() - started) * 1000


def as_text(case):
    """The case with its slots in one text, as `searchQuery`; None where a text alone does not say them."""
    input, schema = case["input"], case["gold"]["schema"]
    said = input.get("value", {})
    if "criteria" in input or "startDate" in said or "time" in said:
        return None
    names = {
        name: value if isinstance(value, str) else assistant_library.name_of(value) for name, value in said.items()}
    text = names.get("title") or names.get("name") or names.get("label") or ""
    if "artistName" in said:
        text += f" by {said['artistName']}"
    elif "owner" in said:
        text = f"{names['owner']}'s {text} playlist" if names["owner"] else f"my {text} playlist"
    else:
        people = [names[name] for name in ("attendees", "location", "sender", "author") if names.get(name)]
        text = " ".join([text] * bool(text) + people)
    kind = "audio" if schema.startswith("audio.") else "string"
    return {**case, "input": {"kind": kind, "criteria": {"searchQuery": text}}}


def place(values, case):
    """Rank of the right one, from 1; None beyond the fifth."""
    gold = case["gold"]
    for rank, value in enumerate(values, 1):
        if (value["type"], value["id"]) == (gold["type"], gold["id"]):
            return rank
    return None


def shares(ranks):
    return sum(rank == 1 for rank in ranks), sum(rank is not None for rank in ranks), len(ranks)


def report(cases, ranks, times):
    print("| asked for | cases | first | among the first five |\n| --- | --- | --- | --- |")
    groups = {}
    for case, rank in zip(cases, ranks):
        groups.setdefault(case["kind"], []).append(rank)
    for kind, found in sorted(groups.items()):
        first, five, count = shares(found)
        print(f"| {kind} | {count} | {first / count:.0%} | {five / count:.0%} |")
    first, five, count = shares(ranks)
    print(f"\nfirst: {first} of {count} ({first / count:.1%}, aim {FIRST:.0%})")
    print(f"among the first five: {five} of {count} ({five / count:.1%}, aim {FIVE:.0%})")
    print(f"time: p50 {percentile(times, .5):.1f} ms, p99 {percentile(times, .99):.1f} ms")
    return first / count >= FIRST and five / count >= FIVE


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missed", action="store_true", help="list what was not first")
    parser.add_argument("--as-text", action="store_true", help="say the slots in one text, where that is enough")
    parser.add_argument("--daemon", metavar="FILE", help="another almagestd")
    parser.add_argument("--words-only", action="store_true", help="without the model")
    parser.add_argument("--seed", type=int, default=20261130, help="another choice of cases and distractors")
    parser.add_argument("--distractors", type=int, default=50_000)
    parser.add_argument("--fresh", action="store_true", help="donate everything anew")
    arguments = parser.parse_args()
    # Whole days are the user's; here they are those of the dates in the library.
    os.environ["TZ"] = "UTC"
    cases, entities = assistant_library.make(
        random.Random(arguments.seed), arguments.distractors, datetime.date(2026, 11, 30))
    if arguments.as_text:
        cases = [case for case in map(as_text, cases) if case]
    checksum = hashlib.sha256(json.dumps(entities).encode()).hexdigest()[:12]
    data = CACHE / (checksum + ("-words" if arguments.words_only else ""))
    if arguments.fresh and data.exists():
        shutil.rmtree(data)
    settings = {"semantic": {"enabled": False} if arguments.words_only else {"niceness": 0}}
    with Daemon(settings, data=data, binary=arguments.daemon) as daemon:
        client = Almagest(daemon.socket)
        if client.status()["entities"] != len(entities):
            for reply in donate(client, entities):
                if reply["rejected"]:
                    raise SystemExit(f"rejected: {reply['rejected'][0]}")
        settle(client)
        print(f"{len(cases)} cases, {len(entities):,} entities, seed {arguments.seed}\n")
        for case in cases[:20]:
            ask(client, case)
        answers = [ask(client, case) for case in cases]
        ranks = [place(values, case) for (values, _), case in zip(answers, cases)]
        reached = report(cases, ranks, [took for _, took in answers])
        if arguments.missed:
            print()
            for case, rank, (values, _) in zip(cases, ranks, answers):
                if rank != 1:
                    shown = [(v["type"], v["display"]["title"], v["display"].get("subtitle")) for v in values[:2]]
                    print(f"{case['kind']} {rank} {case['text']!r} {json.dumps(case['input'], ensure_ascii=False)}\n"
                          f"    wanted {case['gold']['display']}\n    got {shown}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
