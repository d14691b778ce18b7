"""An app with many songs, for benchmarks: answers `provider.values` out of an index of words, and tells everything anew.

usage: song_provider.py SONGS TIMES

SONGS holds an entity a line. To TIMES goes a line for each answer to `provider.values`: the milliseconds that it took here.
"""
import collections
import json
import re
import sys
import time

CHUNK = 500
IN_FLIGHT = 4


def words(text):
    return re.findall(r"\w+", text.lower())


class Library:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.lines = file.read().splitlines()
        # By the title alone it would be found as well; an app knows its songs by their artist too.
        self.places = collections.defaultdict(list)
        for place, line in enumerate(self.lines):
            display = json.loads(line)["display"]
            for word in set(words(display["title"] + " " + display["subtitle"])):
                self.places[word].append(place)

    def found(self, text, limit):
        """Lines of the songs that have all words, else of those that have the rarest, in their order."""
        lists = sorted((self.places.get(word, []) for word in set(words(text))), key=len)
        if not lists:
            return []
        every = set(lists[0]).intersection(*lists[1:]) if lists[0] else set()
        return [self.lines[place] for place in (sorted(every) or lists[0])[:limit]]


def send(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def tell(library, session):
    """Donates everything in the session; some requests are under way at once."""
    begin = '{"jsonrpc":"2.0","id":"%d","method":"index","params":{"session":' + json.dumps(session) + ',"entities":['
    under_way = 0
    for start in range(0, len(library.lines), CHUNK):
        send(begin % start + ",".join(library.lines[start:start + CHUNK]) + "]}}")
        under_way += 1
        if under_way == IN_FLIGHT:
            await_reply()
            under_way -= 1
    for _ in range(under_way):
        await_reply()


def await_reply():
    for line in sys.stdin:
        message = json.loads(line)
        if "method" not in message:
            if "error" in message or message["result"]["rejected"]:
                raise RuntimeError(line[:500])
            return


def main():
    library = Library(sys.argv[1])
    times = open(sys.argv[2], "w", buffering=1)
    for line in sys.stdin:
        began = time.perf_counter()
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        id, method, params = json.dumps(message["id"]), message["method"], message.get("params", {})
        if method == "provider.values":
            found = library.found(params["input"]["criteria"]["searchQuery"], params["limit"])
            values = ",".join(f'{{"case":"song","value":{song}}}' for song in found)
            send(f'{{"jsonrpc":"2.0","id":{id},"result":{{"values":[{values}]}}}}')
            times.write(f"{(time.perf_counter() - began) * 1000:.4f}\n")
        elif method == "provider.reindex":
            tell(library, params["session"])
            send(f'{{"jsonrpc":"2.0","id":{id},"result":{{}}}}')
        else:
            send(f'{{"jsonrpc":"2.0","id":{id},"result":{{"entities":[]}}}}')


main()
