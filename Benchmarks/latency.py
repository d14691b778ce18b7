"""Latency through the socket with all Debian packages indexed, throughput of 16 clients, memory."""
import random
import threading
import time

from daemon import Daemon, donate, packages, percentile, row


def timed(call, inputs):
    times = []
    for value in inputs:
        began = time.perf_counter()
        call(value)
        times.append((time.perf_counter() - began) * 1000)
    return times


def queries(entities, count, seed):
    """Two or three words of a synopsis; all different."""
    generator = random.Random(seed)
    result = set()
    while len(result) < count:
        words = [w for w in generator.choice(entities)["display"]["subtitle"].split() if w.isalpha() and len(w) > 3]
        if len(words) >= 3:
            result.add(" ".join(generator.sample(words, generator.choice([2, 3]))))
    return sorted(result)


def report(what, times, bar):
    p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
    row(f"{what}, p50", f"{p50:.2f} ms", f"< {bar} ms", p50 < bar)
    row(f"{what}, p99 / p50", f"{p99 / p50:.1f} ×", "≤ 4 ×", p99 <= 4 * p50)


def run():
    entities = packages()
    with Daemon() as daemon, daemon.client() as client:
        donate(client, entities)
        daemon.settle(client)
        lexical = queries(entities, 1000, 1)
        timed(lambda q: client.search(q, mode="lexical"), lexical[:100])
        report("lexical search with display and snippet",
               timed(lambda q: client.search(q, mode="lexical"), lexical[100:]), 1.5)
        titles = [e["display"]["title"] for e in random.Random(2).sample(entities, 600)]
        for letters in (1, 2, 3, 6):
            report(f"suggest, {letters} letters", timed(client.suggest, [t[:letters] for t in titles]), 1)
        typos = [t[:2] + t[3] + t[2] + t[4:8] for t in titles if len(t) >= 8 and t[2] != t[3]]
        report("suggest with a typo", timed(client.suggest, typos), 15)
        client.search("warm", mode="semantic", budgetMilliseconds=10_000)
        semantic = timed(lambda q: client.search(q, mode="semantic"), queries(entities, 300, 3))
        hybrid = timed(lambda q: client.search(q, budgetMilliseconds=10_000), queries(entities, 300, 4))
        row("semantic search, p50", f"{percentile(semantic, 0.5):.2f} ms", "", True)
        row("hybrid search, p50", f"{percentile(hybrid, 0.5):.2f} ms", "", True)

        def throughput(clients):
            done = [0] * clients
            until = time.monotonic() + 3

            def work(number):
                with daemon.client() as own:
                    generator = random.Random(number)
                    while time.monotonic() < until:
                        own.search(generator.choice(lexical), mode="lexical", explain=False, limit=20,
                                   now=f"2026-01-01T00:{generator.randrange(60):02}:{generator.randrange(60):02}Z")
                        done[number] += 1

            threads = [threading.Thread(target=work, args=(n,)) for n in range(clients)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return sum(done) / 3

        one, sixteen = throughput(1), throughput(16)
        row("throughput of 16 clients beside one (clients in one Python process)", f"{sixteen / one:.2f} ×", "≥ 1.6 ×",
            sixteen >= 1.6 * one)
        time.sleep(60)
        resident = daemon.resident()
        row("resident memory after an idle minute, model loaded", f"{resident:.0f} MB", "< 300 MB", resident < 300)
