"""Latency of lexical search and suggestions through the socket, and what more clients bring."""
import random

import native
from figures import Figure, times
from inputs import requests

LETTERS = (1, 2, 3, 6)


def prefixes(titles, letters, count, seed=2):
    generator = random.Random(seed)
    return [{"prefix": generator.choice(titles)[:letters]} for _ in range(count)]


def typos(titles, count, seed=5):
    """The beginnings of words of eight letters with two neighbours exchanged."""
    generator = random.Random(seed)
    result = []
    while len(result) < count:
        title = generator.choice(titles)
        if len(title) >= 8 and title[:8].isalpha() and title[2] != title[3]:
            result.append({"prefix": title[:2] + title[3] + title[2] + title[4:8]})
    return result


def suggestions(bench, daemon, titles, key, what):
    """Figures of `suggest`, and the details."""
    figures, details = [], {}
    for letters in LETTERS:
        asked = requests("suggest", prefixes(titles, letters, bench.size(1_100)))
        report = native.load(daemon, asked, warm=bench.size(1_100) // 11)
        figures += times(f"suggest-{key}-{letters}", f"suggest, {letters} letters, {what}", report["times"], 1)
        details[letters] = report
    report = native.load(daemon, requests("suggest", typos(titles, bench.size(600))), warm=bench.size(600) // 10)
    details["typo"] = report
    return figures + times(f"suggest-{key}-typo", f"suggest with a typo, {what}", report["times"], 15), details


def lexical(bench, daemon):
    asked = bench.catalogue.queries(bench.size(2_200), seed=1)
    report = native.load(
        daemon, requests("search", [{"query": q, "mode": "lexical"} for q in asked]), warm=bench.size(2_200) // 11)
    return times("lexical", "lexical search with display and snippet", report["times"], 1.5), report


def throughput(bench, daemon):
    """Different queries a second of 1, 4 and 16 clients; twice in turn, the better of each."""
    clients = (1, 4, 16)
    each = bench.size(3_000)
    asked = bench.catalogue.queries(each * len(clients) * 2, seed=7)
    rates = {}
    for turn in range(2):
        for place, count in enumerate(clients):
            start = (turn * len(clients) + place) * each
            file = requests("search", [{"query": q, "mode": "lexical"} for q in asked[start:start + each]])
            report = native.load(daemon, file, clients=count)
            if count not in rates or report["requestsPerSecond"] > rates[count]["requestsPerSecond"]:
                rates[count] = report
    return rates


def run(bench):
    with bench.indexed() as (daemon, _):
        figures, details = lexical(bench, daemon)
        details = {"lexical": details}
        more, details["suggest"] = suggestions(bench, daemon, bench.catalogue.titles, "packages", "all packages")
        figures += more
        rates = details["throughput"] = throughput(bench, daemon)
    one = rates[1]["requestsPerSecond"]
    figures += [Figure(f"clients-{n}-rate", f"{n} client{'s' if n > 1 else ''}, lexical search",
                       r["requestsPerSecond"], "/s") for n, r in rates.items()]
    figures += [Figure(f"clients-{n}", f"{n} clients beside one", rates[n]["requestsPerSecond"] / one, "×",
                       least=1.6 if n == 16 else None, is_ratio=True) for n in (4, 16)]
    bars = [("lexical search", details["lexical"]["times"]["p50"])]
    bars += [(f"suggest, {k} letters" if k != "typo" else "suggest, typo", r["times"]["p50"])
             for k, r in details["suggest"].items()]
    return figures, details, [
        {"title": "Through the socket, p50", "unit": "ms", "bars": bars},
        {"title": "Lexical searches a second by clients", "unit": "/s",
         "bars": [(str(n), r["requestsPerSecond"]) for n, r in rates.items()]}]
