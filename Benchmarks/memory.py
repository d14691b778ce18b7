"""Resident memory after a minute without work, all packages indexed, with the model in memory and without."""
import shutil
import time

from daemon import Daemon, current
from figures import Figure


def asked(bench, daemon, client):
    """What is resident after the searches."""
    for query in bench.catalogue.queries(200, seed=13):
        client.search(query, budgetMilliseconds=10_000)
        client.suggest(query[:3])
    return daemon.resident()


def idle(name, daemon, client, peak):
    state = client.status()["projections"]["semantic"]
    if state.get("modelLoaded") != (name == "loaded"):
        raise SystemExit(f"the model should be {name}, the daemon says: {state}")
    return {"idle": daemon.resident(), "afterQueries": peak, "parts": daemon.memory_parts()}


def run(bench):
    # They wait side by side: neither does anything meanwhile. In one of them the model leaves memory soon.
    copied = f"{bench.scratch}/memory"
    with bench.indexed():
        pass
    shutil.copytree(current(bench.packages), copied)
    settings = {"semantic": {"niceness": 0, "unloadAfterSeconds": 5}}
    result = {}
    with bench.indexed() as loaded, Daemon(settings, copied) as daemon, daemon.client() as client:
        daemon.settle(client)
        daemons = {"loaded": loaded, "unloaded": (daemon, client)}
        peaks = {name: asked(bench, *one) for name, one in daemons.items()}
        time.sleep(bench.seconds(60))
        for name, one in daemons.items():
            result[name] = idle(name, *one, peaks[name])
    figures = [
        Figure("memory-loaded", "model in memory", result["loaded"]["idle"], "MB", most=300),
        Figure("memory-unloaded", "model not in memory", result["unloaded"]["idle"], "MB", most=150),
    ]
    bars = [(f"{name}, {when}", values[when]) for name, values in result.items() for when in ("afterQueries", "idle")]
    return figures, result, [{"title": "Resident memory", "unit": "MB", "bars": bars}]
