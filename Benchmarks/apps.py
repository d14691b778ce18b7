"""Apps over the Swift SDK: 10,000 entities indexed beside the command's own indexing of the same content, both durable and from an
empty catalog; a collection of 1,000 identifiers reaching a provider beside the same 1,000 entities resolved by it; the time that
macros add to compiling an app."""
import json
import os
import statistics
import subprocess
import tempfile
import time

import native
from daemon import BINARIES, Daemon
from figures import Figure
from inputs import written
from macro_sources import by_hand, with_macros
from songs import songs

BUNDLE = "org.example.cosmotunes"
APP = native.PROGRAM.with_name("almagest-app")


def content(bench, count):
    """Songs as an app keeps them, a line each."""
    lines = []
    for number, line in enumerate(songs(bench, count, BUNDLE)):
        display = json.loads(line)["display"]
        lines.append(json.dumps({
            "id": str(number), "title": display["title"], "artist": display["subtitle"], "album": display["subtitle"].split()[0] + " live",
            "seconds": 60 + number % 300 + 0.5, "year": 1960 + number % 65, "isFavorite": number % 7 == 0}, ensure_ascii=False))
    return str(written("app-songs", lines))


def app(daemon, file):
    environment = {**os.environ, "ALMAGEST_SOCKET": daemon.socket, "ALMAGEST_BUNDLE": BUNDLE}
    done = subprocess.run([str(APP), "index", file], env=environment, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def command(daemon, file):
    began = time.monotonic()
    words = [str(BINARIES / "almagest"), "index", file, "--socket", daemon.socket]
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.monotonic() - began


def fresh():
    return Daemon({"semantic": {"enabled": False}})


def told(file, count):
    """What the app tells, as a file for the command."""
    with fresh() as daemon, daemon.client() as client:
        app(daemon, file)
        lines = []
        for start in range(0, count, 500):
            ids = [f"{BUNDLE}/SongEntity/{number}" for number in range(start, min(start + 500, count))]
            lines += [json.dumps(entity, ensure_ascii=False) for entity in client.call("entities", identifiers=ids)["entities"]]
        same = str(written("app-told", lines))
        command(daemon, same)
        replies = client.call("index", entities=[json.loads(line) for line in lines[:500]])
        if len(lines) != count or replies["unchanged"] != min(500, count):
            raise SystemExit(f"{len(lines)} of {count} are there, told again: {replies}")
    return same


def indexing(bench, file, count):
    same = told(file, count)
    times = {"app": [], "command": []}
    # Half a second each, which the machine's other work shows in.
    for _ in range(2 * bench.rounds - 1):
        with fresh() as daemon:
            times["command"].append(command(daemon, same))
        with fresh() as daemon:
            times["app"].append(app(daemon, file)["seconds"])
    return {name: statistics.median(values) for name, values in times.items()}


class Provider:
    """The app as the daemon starts it, asked over its standard input and output."""

    def __init__(self, file):
        environment = {**os.environ, "ALMAGEST_BUNDLE": BUNDLE}
        self.process = subprocess.Popen([str(APP), "provide", file], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(30)

    def ask(self, call, **params):
        """The milliseconds from the first byte of the request to the last of the reply, and the reply."""
        self.number += 1
        request = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": "provider." + call, "params": params}).encode() + b"\n"
        began = time.perf_counter()
        self.process.stdin.write(request)
        self.process.stdin.flush()
        reply = self.process.stdout.readline()
        return (time.perf_counter() - began) * 1000, json.loads(reply)["result"]


def collecting(bench, file, count):
    numbers = range(min(1_000, count))
    references = [{"entity": f"{BUNDLE}/SongEntity/{number}"} for number in numbers]
    times = {"reach": [], "resolve": []}
    with Provider(file) as provider:
        for turn in range(bench.size(60)):
            reach, reply = provider.ask("values", input={"kind": "entity", "value": references}, limit=1)
            if [value["value"]["id"] for value in reply["values"]] != [str(numbers[-1])]:
                raise SystemExit(f"the collection did not arrive: {reply}")
            resolve, reply = provider.ask("entities", type="SongEntity", identifiers=[str(number) for number in numbers])
            if len(reply["entities"]) != len(numbers):
                raise SystemExit(f"{len(reply['entities'])} of {len(numbers)} were resolved")
            if turn >= bench.size(60) // 6:
                times["reach"].append(reach)
                times["resolve"].append(resolve)
    return {name: statistics.median(values) for name, values in times.items()}


def compiling(bench):
    """Seconds that the compiler takes for an app's sources, with macros and with what they stand for written out."""
    build = native.PROGRAM.parent
    options = ["-suppress-warnings", "-parse-as-library", "-swift-version", "6", "-I", f"{build}/Modules"]
    options += ["-load-plugin-executable", f"{build}/AppIntentsMacros-tool#AppIntentsMacros"]
    for name in ("CJSON", "CSystem"):
        options += ["-Xcc", f"-fmodule-map-file={build}/{name}.build/module.modulemap"]
    times = {"macros": [], "hand": []}
    with tempfile.TemporaryDirectory() as folder:
        for name, source in (("macros", with_macros(bench.size(24))), ("hand", by_hand(bench.size(24)))):
            with open(f"{folder}/{name}.swift", "w") as file:
                file.write(source)
        # The first compilation fills the caches of modules.
        for turn in range(bench.rounds + 1):
            for name in times:
                began = time.monotonic()
                subprocess.run(["swiftc", "-c", *options, "-module-name", "App", f"{folder}/{name}.swift", "-o", f"{folder}/{name}.o"], check=True)
                if turn:
                    times[name].append(time.monotonic() - began)
    return {name: statistics.median(values) for name, values in times.items()}


def run(bench):
    count = bench.size(10_000)
    file = content(bench, count)
    index, collection, macros = indexing(bench, file, count), collecting(bench, file, count), compiling(bench)
    figures = [
        Figure("apps-index", f"indexAppEntities of {count:,} beside the command, rate", index["command"] / index["app"], "×", least=0.7, is_ratio=True),
        Figure("apps-index-rate", "indexAppEntities", count / index["app"], "entities/s"),
        Figure("apps-collection", "a collection of 1,000 reaches a provider, beside resolving them", collection["resolve"] / collection["reach"], "×", least=50, is_ratio=True),
        Figure("apps-collection-p50", "a collection of 1,000 reaches a provider, p50", collection["reach"], "ms"),
        Figure("apps-macros", "compiling an app with macros, beyond the same written out", macros["macros"] - macros["hand"], "s", most=3),
    ]
    return figures, {"indexing": index, "collection": collection, "compiling": macros}, [
        {"title": "10,000 entities, durable", "unit": "s", "bars": [("indexAppEntities", index["app"]), ("almagest index", index["command"])]}]
