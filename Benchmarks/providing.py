"""`values audio` by text over 60,000 indexed songs and playlists, by word, and an app with 100,000 songs more: what the daemon takes
beside the app, from the request's first byte to the reply's last without the time within the app."""
import random
import time

from daemon import donate, percentile
from figures import Figure
from songs import OTHERS, OWN, App, songs
import json


def asked(lines, count, seed):
    """Two words of a title with the artist's name, as people name a song."""
    generator = random.Random(seed)
    result = []
    while len(result) < count:
        display = json.loads(generator.choice(lines))["display"]
        own = [word for word in display["title"].split() if word.isalpha()]
        if own:
            result.append(" ".join(generator.sample(own, min(2, len(own)))) + " by " + display["subtitle"])
    return result


def run(bench):
    count, theirs = bench.size(60_000), bench.size(100_000)
    own, others = songs(bench, count, OWN), songs(bench, theirs, OTHERS, skip=count)
    app = App(others)
    queries = asked(own, bench.size(150), seed=3) + asked(others, bench.size(150), seed=4)
    random.Random(5).shuffle(queries)
    warm = len(queries) // 10
    samples, own_values, their_values = [], 0, 0
    with app.daemon as daemon, daemon.client() as client:
        donate(client, [json.loads(line) for line in own])
        daemon.settle(client)
        app.start(client)
        for query in queries:
            began = time.perf_counter()
            reply = client.call("values", input={"kind": "audio", "criteria": {"searchQuery": query}}, limit=20)
            samples.append((time.perf_counter() - began) * 1000)
            if [p["outcome"] for p in reply["providers"]] != ["ok"]:
                raise SystemExit(f"the app did not answer: {reply['providers']}")
            bundles = [value["value"]["bundle"] for value in reply["values"]]
            own_values += OWN in bundles
            their_values += OTHERS in bundles
        within = app.times
    if not own_values or not their_values:
        raise SystemExit(f"{own_values} answers had values of the index, {their_values} of the app")
    if len(within) != len(samples):
        raise SystemExit(f"the app answered {len(within)} of {len(samples)} times")
    shares = sorted(all_of - app_s for all_of, app_s in zip(samples[warm:], within[warm:]))
    figures = [
        Figure("values-share-p50", "values audio, the daemon's own share, p50", percentile(shares, 0.5), "ms", most=5),
        Figure("values-share-p99", "the same, p99", percentile(shares, 0.99), "ms"),
        Figure("values-app-p50", "within the app, p50", percentile(within[warm:], 0.5), "ms"),
    ]
    details = {"indexed": count, "provided": theirs, "requests": len(shares), "share": shares, "withValuesOfTheIndex": own_values,
               "withValuesOfTheApp": their_values}
    return figures, details, [{"title": "values audio, the daemon's own share", "unit": "ms",
                               "bars": [(f"p{int(p * 100)}", percentile(shares, p)) for p in (0.5, 0.9, 0.99)]}]
