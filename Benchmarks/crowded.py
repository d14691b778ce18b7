"""`resolve` among 64,000 further entities, and while 100 of them change every second: right at rank 1 of the requests that mean one
thing, beside the resolve collection alone."""
import shutil
import threading
import time

import resolving
from daemon import Daemon, current, percentile
from figures import Figure
from measures import mean

RATE = 100


class Changes:
    """A client that changes the packages one after another, so many a second, while the block runs."""

    def __init__(self, daemon, entities):
        self.daemon, self.entities, self.made, self.ended = daemon, entities, 0, threading.Event()

    def __enter__(self):
        self.thread = threading.Thread(target=self.change, daemon=True)
        self.began = time.monotonic()
        self.thread.start()
        return self

    def change(self):
        with self.daemon.client() as client:
            while not self.ended.is_set():
                entity = self.entities[self.made % len(self.entities)]
                display = {**entity["display"], "subtitle": f"{entity['display'].get('subtitle', '')} {self.made}"}
                client.index([{**entity, "display": display}])
                self.made += 1
                self.ended.wait(max(0, self.began + self.made / RATE - time.monotonic()))

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()
        self.rate = self.made / (time.monotonic() - self.began)


def share(wanted, answers):
    """Per cent of right answers, and the times."""
    replies, times = answers
    return 100 * mean(resolving.first_right(wanted, replies)), times


def run(bench):
    entities, every, wanted, digest = resolving.collection(bench)
    with resolving.alone(digest) as daemon:
        alone, _ = share(wanted, resolving.asked(daemon, entities, len(entities), every, wanted))
    data = f"{bench.scratch}/crowded"
    with bench.indexed():
        pass
    shutil.copytree(current(bench.packages), data)
    # The model gives way here as it does for people: what changes is embedded behind what is asked.
    with Daemon(data=data) as daemon:
        crowded, times = share(wanted, resolving.asked(daemon, entities, len(entities) + bench.count, every, wanted))
        with Changes(daemon, bench.catalogue.entities) as changes, daemon.client() as client:
            changing, while_changing = share(wanted, resolving.answered(client, wanted))
    figures = [
        Figure("crowded-first", f"resolve, {bench.count:,} further entities beside: the right one first", crowded, "%"),
        Figure("crowded-p99", "the same, p99", percentile(times, 0.99), "ms", most=25),
        Figure("changing-first", f"resolve while {changes.rate:.0f} changes a second arrive: the right one first", changing, "%"),
        Figure("changing-p99", "the same, p99", percentile(while_changing, 0.99), "ms", most=25),
    ]
    figures += [
        Figure("crowded-less", "points less than with the collection alone, further entities beside", alone - crowded, "", most=3, is_ratio=True),
        Figure("changing-less", "points less, while changes arrive", alone - changing, "", most=3, is_ratio=True),
    ]
    details = {"requests": len(wanted), "changesPerSecond": changes.rate, "changes": changes.made, "alone": alone}
    return figures, details, [{"title": "resolve, p99", "unit": "ms", "bars": [
        ("64,000 beside", percentile(times, 0.99)), ("and 100 changes a second", percentile(while_changing, 0.99))]}]
