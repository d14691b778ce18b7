"""As you type: letters until the wanted entity is among the first three, over titles of the package catalogue and of the resolve
collection, without a typo and with one (a letter exchanged, doubled, left out or wrong, never the first), seeded. The wanted one
is found where it or one of the very same title is shown: a title does not tell those apart."""
import random

import grids
import native
import resolve
from daemon import Daemon, current, donate
from figures import Figure
from inputs import CACHE, checksum, requests
from judged import folder

SHOWN, LONGEST = 3, 60
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def wrong(title, generator):
    """The title with one typo, at a letter after the first."""
    places = [n for n in range(1, min(len(title), LONGEST)) if title[n].isalpha()]
    place = generator.choice(places)
    kind = generator.choice(("swapped", "doubled", "left out", "replaced"))
    if kind == "swapped" and place + 1 < len(title) and title[place] != title[place + 1]:
        return title[:place] + title[place + 1] + title[place] + title[place + 2:]
    if kind == "doubled":
        return title[:place] + title[place] + title[place:]
    if kind == "left out":
        return title[:place] + title[place + 1:]
    return title[:place] + generator.choice([c for c in LETTERS if c != title[place].lower()]) + title[place + 1:]


def typed(client, title, text):
    """Letters of `text` until the title is among the first three; None where it never is. The prefixes that were sent too."""
    sent = []
    for length in range(1, min(len(text), LONGEST) + 1):
        prefix = text[:length]
        if prefix.endswith(" "):
            continue
        sent.append(prefix)
        reply = client.call("suggest", prefix=prefix, limit=8)
        if any(s["display"]["title"].casefold() == title.casefold() for s in reply["suggestions"][:SHOWN]):
            return length, sent
    return None, sent


def measured(bench, daemon, client, titles, key, what):
    generator = random.Random(6)
    pool = [title for title in titles if len(title) >= 4 and any(c.isalpha() for c in title[1:LONGEST])]
    chosen = generator.sample(pool, min(len(pool), bench.size(1_000)))
    plain, errors, prefixes = [], [], []
    for title in chosen:
        letters, sent = typed(client, title, title)
        prefixes += sent
        # What is never found has cost all its letters.
        plain.append((letters or len(title)) / len(title))
        errors.append((typed(client, title, wrong(title, generator))[0], len(title), letters))
    found = [(letters, length) for letters, length, _ in errors if letters]
    times = native.load(daemon, requests("suggest", [{"prefix": p} for p in generator.sample(prefixes, min(len(prefixes), bench.size(3_000)))]),
                        warm=bench.size(200))["times"]
    share = sum(plain) / len(plain)
    never = sum(1 for _, _, letters in errors if letters is None)
    figures = [
        Figure(f"typing-{key}", f"letters typed of a title, {what}", 100 * share, "%", most=60, is_ratio=True),
        Figure(f"typing-{key}-typo", f"found at all with a typo, {what}", 100 * len(found) / len(errors), "%", least=95, is_ratio=True),
        Figure(f"typing-{key}-p99", f"a keystroke, {what}, p99", times["p99"], "ms", most=2),
    ]
    row = (what, len(chosen), 100 * share, never, 100 * len(found) / len(errors),
           100 * sum(letters / length for letters, length in found) / max(1, len(found)), times["p50"], times["p99"])
    return figures, {"times": times, "titles": len(chosen), "share": share, "neverWithoutTypo": never}, row


def run(bench):
    rows, figures, details = [], [], {}
    with bench.indexed() as (daemon, client):
        more, details["packages"], row = measured(bench, daemon, client, bench.catalogue.titles, "packages", "packages")
        figures, rows = figures + more, rows + [row]
    source = folder().parent / "resolve" / "entities.ndjson.gz"
    if source.exists():
        entities = resolve.lines(source)
        digest = checksum(source.read_bytes())
        bench.data["resolve"] = {"count": len(entities), "sha256": digest}
        with Daemon({"semantic": {"enabled": False}}, current(CACHE / f"typing-{digest[:12]}")) as daemon, daemon.client() as client:
            if client.status()["entities"] != len(entities):
                donate(client, entities)
            daemon.settle(client)
            more, details["resolve"], row = measured(
                bench, daemon, client, [e["display"]["title"] for e in entities], "resolve", "songs, people, events, messages")
            figures, rows = figures + more, rows + [row]
    head = ("", "titles", "letters typed %", "never found", "found with a typo %", "letters typed then %", "p50 ms", "p99 ms")
    return figures, {**details, "tables": [grids.grid("Until among the first three", head, rows)]}, [
        {"title": "Letters typed until among the first three", "unit": "%", "bars": [(row[0], row[2]) for row in rows] + [(row[0] + ", typo", row[5]) for row in rows]}]
