"""Resident memory after a minute without work, all packages indexed, with the model in memory and without."""
import time

from figures import Figure


def run(bench):
    wait = bench.seconds(60)
    result = {}
    # The model leaves memory soon in the second run; the rest is the same.
    for name, settings in (("loaded", {}), ("unloaded", {"semantic": {"unloadAfterSeconds": 5}})):
        with bench.indexed(settings) as (daemon, client):
            for query in bench.catalogue.queries(200, seed=13):
                client.search(query, budgetMilliseconds=10_000)
                client.suggest(query[:3])
            peak = daemon.resident()
            time.sleep(wait)
            state = client.status()["projections"]["semantic"]
            if state.get("modelLoaded") != (name == "loaded"):
                raise SystemExit(f"the model should be {name}, the daemon says: {state}")
            result[name] = {"idle": daemon.resident(), "afterQueries": peak, "parts": daemon.memory_parts()}
    figures = [
        Figure("memory-loaded", "model in memory", result["loaded"]["idle"], "MB", most=300),
        Figure("memory-unloaded", "model not in memory", result["unloaded"]["idle"], "MB", most=150),
    ]
    bars = [(f"{name}, {when}", values[when]) for name, values in result.items() for when in ("afterQueries", "idle")]
    return figures, result, [{"title": "Resident memory", "unit": "MB", "bars": bars}]
