#!/usr/bin/env python3
"""How often `values` finds what people ask an assistant for, as structured inputs, through the socket.

usage: assistant.py [options]

The inputs are the labelled slots of real phrasings (music, calendar, messages, alarms). The library holds what they name
among 50,000 seeded distractors made of public titles. Prints how often the right one is first and among the first five;
`scripts/bench asking` measures the same by word alone.
"""
import argparse
import hashlib
import json
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import asking  # noqa: E402
import assistant_library  # noqa: E402
from daemon import ROOT, Daemon, percentile  # noqa: E402

CACHE = ROOT / "Benchmarks" / ".cache" / "assistant"


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


def report(cases, told):
    """Prints what was reached; whether that is what is aimed at."""
    ranks, times = [rank for _, rank, _ in told], [took for _, _, took in told]
    for row in [asking.HEAD, ["---"] * len(asking.HEAD), *asking.rows(cases, ranks)]:
        print("| " + " | ".join(map(str, row)) + " |")
    first, five, count = asking.shares(ranks)
    print(f"\nfirst: {first} of {count}, aim {asking.FIRST:.0%}")
    print(f"among the first five: {five} of {count}, aim {asking.FIVE:.0%}")
    print(f"time: p50 {percentile(times, .5):.1f} ms, p99 {percentile(times, .99):.1f} ms")
    return first / count >= asking.FIRST and five / count >= asking.FIVE


def missed(cases, told):
    for case, (values, rank, _) in zip(cases, told):
        if rank != 1:
            shown = [(v["type"], v["display"]["title"], v["display"].get("subtitle")) for v in values[:2]]
            print(f"{case['kind']} {rank} {case['text']!r} {json.dumps(case['input'], ensure_ascii=False)}\n"
                  f"    wanted {case['gold']['display']}\n    got {shown}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missed", action="store_true", help="list what was not first")
    parser.add_argument("--as-text", action="store_true", help="say the slots in one text, where that is enough")
    parser.add_argument("--daemon", metavar="FILE", help="another almagestd")
    parser.add_argument("--words-only", action="store_true", help="without the model")
    parser.add_argument("--seed", type=int, default=asking.SEED, help="another choice of cases and distractors")
    parser.add_argument("--distractors", type=int, default=asking.DISTRACTORS)
    parser.add_argument("--fresh", action="store_true", help="donate everything anew")
    arguments = parser.parse_args()
    cases, entities = asking.collection(arguments.seed, arguments.distractors)
    if arguments.as_text:
        cases = [case for case in map(as_text, cases) if case]
    checksum = hashlib.sha256(json.dumps(entities).encode()).hexdigest()[:12]
    data = CACHE / (checksum + ("-words" if arguments.words_only else ""))
    if arguments.fresh and data.exists():
        shutil.rmtree(data)
    settings = {"semantic": {"enabled": False} if arguments.words_only else {"niceness": 0}}
    with Daemon(settings, data=data, binary=arguments.daemon) as daemon, daemon.client() as client:
        asking.stock(daemon, client, entities)
        print(f"{len(cases)} cases, {len(entities):,} entities, seed {arguments.seed}\n")
        told = asking.answers(client, cases)
    reached = report(cases, told)
    if arguments.missed:
        print()
        missed(cases, told)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
