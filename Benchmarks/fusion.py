#!/usr/bin/env python3
"""Chooses the parameters of fusion (Sources/Search/Fusion.swift) from judged collections, and says how well they carry over.

usage: fusion.py [collection …] [--data FOLDER] [--daemon FILE] [--dump FILE]

Both halves' scores of every candidate come from the daemon (`relevance.py --dump`); everything else happens here, on
the same formula as in the daemon (but for coverage, by which it trusts the words less: the scores do not tell it). Each collection counts the same. Printed are, for every pair of parameters, the mean
nDCG@10 over all collections, and for every collection what it gets from the pair that the others choose: the
difference to what it would choose itself is what tuning to it would pretend.
"""

import argparse
import heapq
import json
import math
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import judged  # noqa: E402
import relevance  # noqa: E402
from measures import mean, ndcg  # noqa: E402

# As in Fusion.swift: what is not chosen here.
NUMBER_SHARE = 0.2
EXPECTED = {"lexical": 0.15, "cosine": 0.08}
EXPECTED_CANDIDATES = 20
COSINE_SHOWN = 0.2

PLAIN = (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
NUMBERS = (0.6, 0.7, 0.8, 0.9)


def spread(values, expected):
    """The standard deviation, drawn towards the expected one where there are few values."""
    middle = sum(values) / len(values)
    squares = sum((value - middle) ** 2 for value in values)
    return math.sqrt((squares + EXPECTED_CANDIDATES * expected ** 2) / (len(values) + EXPECTED_CANDIDATES))


class Query:
    """A query's candidates, each half in units of its own spread."""

    def __init__(self, line):
        self.grades = line["grades"]
        words = line["text"].split()
        share = sum(any(letter.isdigit() for letter in word) for word in words) / max(1, len(words))
        self.numbers = min(1, share / NUMBER_SHARE)
        self.candidates = {row[0]: (row[2] or 0, row[3]) for row in line["results"]}

    def add(self, line):
        """Candidates that search by meaning found and that are not shown beside those with words."""
        for row in line["results"]:
            self.candidates.setdefault(row[0], (0, row[3]))

    def finish(self):
        self.keys = list(self.candidates)
        lexical = [self.candidates[key][0] for key in self.keys]
        cosines = [self.candidates[key][1] for key in self.keys]
        known = [cosine for cosine in cosines if cosine is not None]
        middle = mean(known) if known else 0
        cosines = [middle if cosine is None else cosine for cosine in cosines]
        best = max(lexical, default=0) or 1
        lexical = [value / best for value in lexical]
        self.rows = []
        if self.keys:
            units = spread(lexical, EXPECTED["lexical"]), spread(cosines, EXPECTED["cosine"])
            self.rows = [
                (words / units[0], cosine / units[1], key) for words, cosine, key in zip(lexical, cosines, self.keys)
                if words > 0 or cosine >= COSINE_SHOWN
            ]
        del self.candidates, self.keys

    def measure(self, plain, number):
        weight = plain + (number - plain) * self.numbers
        best = heapq.nlargest(10, ((weight * words + (1 - weight) * cosine, key) for words, cosine, key in self.rows))
        return ndcg([key for _, key in best], self.grades)


def read(file, most):
    """Queries by collection, at most `most` of each, spread evenly."""
    found = {}
    for text in file:
        line = json.loads(text)
        queries = found.setdefault(line["collection"], {})
        if line["mode"] == "hybrid":
            queries[line["query"]] = Query(line)
        elif line["query"] in queries:
            queries[line["query"]].add(line)
    result = {}
    for name, queries in found.items():
        queries = list(queries.values())
        result[name] = queries[::max(1, math.ceil(len(queries) / most))]
        for query in result[name]:
            query.finish()
    return result


def learn(collections):
    table = {
        (plain, number): {name: mean(query.measure(plain, number) for query in queries)
                          for name, queries in collections.items()}
        for plain in PLAIN for number in NUMBERS
    }

    def best(names):
        return max(table, key=lambda pair: mean(table[pair][name] for name in names))

    names = list(collections)
    print("| plain | numbers | mean nDCG@10 |\n|---:|---:|---:|")
    for pair in sorted(table, key=lambda pair: -mean(table[pair].values()))[:10]:
        print(f"| {pair[0]} | {pair[1]} | {mean(table[pair].values()):.4f} |")
    print("\n| collection | queries | chosen by the others | nDCG@10 | chosen by itself | nDCG@10 |\n|---|---:|---|---:|---|---:|")
    for name in names:
        others = best([other for other in names if other != name] or [name])
        own = best([name])
        print(f"| {name} | {len(collections[name])} | {others[0]}, {others[1]} | {table[others][name]:.4f} "
              f"| {own[0]}, {own[1]} | {table[own][name]:.4f} |")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog=__doc__.split("\n\n", 2)[2],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", nargs="*", help="default: all in English that are there")
    parser.add_argument("--data", help="folder that holds a folder `retrieval` (default: ALMAGEST_SHARED_DATA)")
    parser.add_argument("--daemon", help="the almagestd to start (default: the release build)")
    parser.add_argument("--dump", help="scores written earlier, instead of asking the daemon; else kept in this file")
    parser.add_argument("--queries", type=int, default=200, help="queries of a collection at most (200)")
    arguments = parser.parse_args()
    if arguments.data:
        os.environ["ALMAGEST_SHARED_DATA"] = arguments.data
    english = [name for _, members in relevance.GROUPS[:2] for name in members] + [judged.OWN]
    names = arguments.collection or [name for name in english if name in judged.names()]
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(arguments.dump or pathlib.Path(scratch) / "dump")
        if not path.exists():
            words = names + ["--modes", "hybrid,semantic", "--depth", "1000", "--dump", str(path)]
            relevance.main(words + (["--daemon", arguments.daemon] if arguments.daemon else []))
        with open(path, encoding="utf-8") as file:
            learn(read(file, arguments.queries))


if __name__ == "__main__":
    main()
