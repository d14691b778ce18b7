"""`find` over 100,000 events: equality, range, sort, the first 20, through the socket, beside plain SQLite on the daemon's own table of
properties, which gives the same 20 and their total; and the display text of 1,000 of them by their identifiers."""
import datetime
import json
import random
import shutil
import sqlite3
import time

import native
from daemon import Daemon, donate, percentile
from figures import Figure, times
from inputs import million_titles, requests

BUNDLE = "org.example.cometcal"
STATES = ("confirmed", "tentative", "cancelled")
BEGIN = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
DAYS = 3_650


def events(bench, count):
    generator = random.Random(23)
    for number, title in enumerate(million_titles(bench.catalogue, count)):
        start = BEGIN + datetime.timedelta(minutes=15 * generator.randrange(DAYS * 96))
        end = start + datetime.timedelta(minutes=15 * generator.randint(1, 16))
        yield {"bundle": BUNDLE, "type": "EventEntity", "id": str(number), "schema": "calendar.event", "language": "en",
               "display": {"title": title, "subtitle": start.strftime("%a %d %b %Y")},
               "properties": {"title": title, "startDate": {"date": stamp(start)}, "endDate": {"date": stamp(end)}, "isAllDay": False,
                              "calendar": {"entity": f"{BUNDLE}/CalendarEntity/{generator.randrange(40)}"}, "status": generator.choice(STATES)}}


def stamp(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def spans(count, seed):
    """A state, and a year that begins somewhere."""
    generator = random.Random(seed)
    for _ in range(count):
        start = BEGIN + datetime.timedelta(minutes=generator.randrange((DAYS - 366) * 1440))
        yield generator.choice(STATES), start, start + datetime.timedelta(days=365)


def find(state, start, end):
    return {"types": ["EventEntity"], "limit": 20, "sort": [{"property": "startDate", "order": "ascending"}], "where": {"all": [
        {"property": "status", "op": "==", "value": state},
        {"property": "startDate", "op": "between", "value": [stamp(start), stamp(end)]}]}}


# The range gives the order; each of its rows is looked up among those of the state, and its entity read.
PLAIN = """
    SELECT e.id, d.value FROM vals d JOIN entities e ON e.row = d.row
    WHERE d.col = ?1 AND d.value >= ?2 AND d.value <= ?3
        AND EXISTS (SELECT 1 FROM vals s WHERE s.col = ?4 AND s.value = ?5 AND s.row = d.row)
    ORDER BY d.value, d.row LIMIT 20
    """
COUNT = """
    SELECT count(*) FROM vals d WHERE d.col = ?1 AND d.value >= ?2 AND d.value <= ?3
        AND EXISTS (SELECT 1 FROM vals s WHERE s.col = ?4 AND s.value = ?5 AND s.row = d.row)
    """


class Plain:
    """SQLite in this process on a copy of the daemon's `properties.sqlite`, everything in its page cache."""

    def __init__(self, data, scratch):
        copy = f"{scratch}/properties.sqlite"
        for end in ("", "-wal"):
            if (data / f"properties.sqlite{end}").exists():
                shutil.copy(data / f"properties.sqlite{end}", copy + end)
        self.db = sqlite3.connect(copy)
        self.db.execute("PRAGMA cache_size = -200000")
        self.state = self.column("status", lambda value: isinstance(value, str))
        self.start = self.column("startDate", lambda value: not isinstance(value, str))

    def column(self, path, fits):
        for (column,) in self.db.execute("SELECT id FROM columns WHERE path = ?", (path,)):
            value = self.db.execute("SELECT value FROM vals WHERE col = ? LIMIT 1", (column,)).fetchone()
            if value and fits(value[0]):
                return column
        raise SystemExit(f"the table of properties has no column for {path}")

    def first(self, state, start, end):
        return self.db.execute(PLAIN, (self.start, start.timestamp(), end.timestamp(), self.state, state)).fetchall()

    def total(self, state, start, end):
        return self.db.execute(COUNT, (self.start, start.timestamp(), end.timestamp(), self.state, state)).fetchone()[0]


def run(bench):
    count = bench.size(100_000)
    with Daemon({"semantic": {"enabled": False}}) as daemon, daemon.client() as client:
        donate(client, list(events(bench, count)))
        daemon.settle(client)
        asked = list(spans(bench.size(1_100), seed=7))
        file = requests("find", [find(*span) for span in asked])
        report = native.load(daemon, file, warm=bench.size(1_100) // 11)
        plain = Plain(daemon.data, bench.scratch)
        whole, first = [], []
        for span in asked:
            began = time.perf_counter()
            plain.first(*span)
            first.append((time.perf_counter() - began) * 1000)
            plain.total(*span)
            whole.append((time.perf_counter() - began) * 1000)
        # Both find the same.
        for span in asked[::max(1, len(asked) // 20)]:
            reply = client.find(**find(*span), fields=[])
            ours = [r["entity"]["id"] for r in reply["results"]], reply["total"]
            theirs = [row[0] for row in plain.first(*span)], plain.total(*span)
            if ours != theirs:
                raise SystemExit(f"find and plain SQLite differ for {span}: {ours}, {theirs}")
        shown = displays(bench, daemon, count)
    sqlite = {"p50": percentile(whole, 0.5), "p99": percentile(whole, 0.99), "first": percentile(first, 0.5)}
    figures = [
        *times("find-events", f"find: equality, range, sort, 20 of {count:,} events", report["times"], 3, None),
        Figure("find-sqlite", "plain SQLite on the same table, p50", sqlite["p50"], "ms"),
        Figure("find-sqlite-first", "the same without the total, p50", sqlite["first"], "ms"),
        Figure("find-beside-sqlite", "find beside plain SQLite, p50", report["times"]["p50"] / sqlite["p50"], "×", most=2, is_ratio=True),
        Figure("display-thousand", "display text of 1,000 entities, p50", shown["p50"], "ms", most=5),
    ]
    details = {"events": count, "find": report, "sqlite": sqlite, "display": shown}
    return figures, details, [{"title": "20 of 100,000 events", "unit": "ms", "bars": [
        ("find through the socket, p50", report["times"]["p50"]), ("plain SQLite in process, p50", sqlite["p50"])]}]


def displays(bench, daemon, count):
    generator = random.Random(9)
    some = [{"identifiers": [f"{BUNDLE}/EventEntity/{number}" for number in generator.sample(range(count), min(1_000, count))],
             "components": ["text"]} for _ in range(bench.size(120))]
    return native.load(daemon, requests("entities", some), warm=bench.size(120) // 6)["times"]
