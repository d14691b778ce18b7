#!/usr/bin/env python3
"""A provider for tests: JSON-RPC on standard input and output, well or badly behaved as its first argument says."""
import json
import os
import signal
import sys
import threading
import time

MODE = sys.argv[1]
BUNDLE = sys.argv[2] if len(sys.argv) > 2 else "org.example.Tunes"
LOCK = threading.Lock()
REPLIES = {}
ARRIVED = threading.Condition()


def write(message):
    line = json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n"
    with LOCK:
        sys.stdout.write(line)
        sys.stdout.flush()


def entity(id, title, bundle=BUNDLE, type="SongEntity", **more):
    return {"bundle": bundle, "type": type, "id": id, "schema": "audio.song", "display": {"title": title}, **more}


def song(id, title, artist):
    return entity(id, title, properties={"title": title, "artistName": artist})


def library():
    return [song("p1", "Comet Tail", "Vega"), song("p2", "Dust Lane", "Vega"), song("p3", "Perihelion", "Halley")]


def values(params):
    songs = {
        "foreign": [entity("1", "Stolen", bundle="org.example.Other")],
        "duplicates": [song("1", "Comet Tail", "Vega"), song("1", "Comet Tail again", "Vega"), song("2", "Comet", "Vega")],
        "many": [song(str(n), f"Comet {n}", "Vega") for n in range(5000)],
        "malformed": [{"bundle": BUNDLE, "type": "SongEntity", "id": "1", "display": {"title": 7}}],
    }.get(MODE)
    if songs is None:
        songs = library()
        text = (params["input"].get("criteria") or {}).get("searchQuery")
        if text:
            words = text.lower().split()
            songs = [s for s in songs if any(w in json.dumps(s).lower() for w in words)]
    return {"values": [{"case": "song", "value": s} for s in songs]}


def call(method, params, id):
    write({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    with ARRIVED:
        while id not in REPLIES:
            ARRIVED.wait()
        return REPLIES.pop(id)


def reindex(params):
    """What is donated comes from the environment, so that a test says it."""
    count = int(os.environ.get("COUNT", "0")) or int(sys.argv[3]) if len(sys.argv) > 3 else 3
    for start in range(0, count, 500):
        entities = [entity(str(n), f"Track {n}") for n in range(start, min(start + 500, count))]
        reply = call("index", {"entities": entities, "session": params["session"]}, f"i{start}")
        if "error" in reply:
            raise RuntimeError(reply["error"]["message"])
        if MODE == "crash-midway" and start >= 500:
            os._exit(3)
        if MODE == "hang-midway" and start >= 500:
            time.sleep(3600)
    return {}


def answer(message):
    method, params, id = message["method"], message.get("params", {}), message["id"]
    if MODE == "hang":
        print("hanging", file=sys.stderr, flush=True)
        return
    if MODE == "crash":
        sys.stdout.write('{"jsonrpc":"2.0","id":%d,"resu' % id)
        sys.stdout.flush()
        os._exit(3)
    if MODE == "signal":
        os.kill(os.getpid(), 9)
    if MODE == "garbage":
        print("debugging by print", flush=True)
        return
    if MODE == "gigabyte":
        block = "x" * (1 << 20)
        try:
            for _ in range(1024):
                sys.stdout.write(block)
        except BrokenPipeError:
            os._exit(4)
        return
    if MODE == "late":
        time.sleep(float(sys.argv[3]))
    if MODE == "twice":
        write({"jsonrpc": "2.0", "id": id, "result": {}})
        write({"jsonrpc": "2.0", "id": id, "error": {"code": 1, "message": "another answer"}})
        return
    if MODE == "refuse":
        write({"jsonrpc": "2.0", "id": id, "error": {"code": -32023, "message": "no such song", "data": {"name": "notFound"}}})
        return
    if MODE == "hog":
        hoard = bytearray(4 << 30)
        hoard[::4096] = b"x" * len(hoard[::4096])
    if MODE == "reach":
        reply = call("index", {"entities": [entity("1", "Stolen", bundle="org.example.Other")]}, "x")
        write({"jsonrpc": "2.0", "id": id, "result": {}})
        print("told:", reply["result"]["rejected"][0]["message"], file=sys.stderr, flush=True)
        return
    try:
        if method == "provider.values":
            result = values(params)
        elif method == "provider.reindex":
            result = reindex(params)
        elif method == "provider.all":
            result = {"entities": library()}
        elif method == "provider.display":
            result = {"entities": [entity(id, f"Song {id}") for id in params["identifiers"] if id != "none"]}
        elif method == "provider.entities":
            wrong = {
                "foreign": [entity("1", "Stolen", bundle="org.example.Other")],
                "malformed": [{"bundle": BUNDLE, "type": "SongEntity", "id": "1", "display": {"title": 7}}],
            }.get(MODE)
            songs = [song(id, f"Song {id}", "Vega") for id in params["identifiers"] if id != "none"]
            result = {"entities": wrong or songs}
        elif method == "provider.matching":
            words = params["string"].lower().split()
            result = {"entities": [s for s in library() if all(w in json.dumps(s).lower() for w in words)]}
        elif method == "provider.find":
            wanted = {c["property"]: c["value"] for c in params["where"]["all"] if c["op"] == "=="}
            result = {"entities": [s for s in library() if wanted.items() <= s["properties"].items()]}
        elif method == "provider.export":
            result = {"value": {"place": {"name": "Joshua Tree", "latitude": 33.9, "longitude": -115.9}}}
        else:
            result = {}
        write({"jsonrpc": "2.0", "id": id, "result": result})
    except Exception as fault:  # the caller is told whatever it was
        write({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": str(fault)}})


if MODE == "exit":
    sys.exit(1)
if MODE == "talkative":
    print("x" * 100_000, file=sys.stderr, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "method" not in message:
        with ARRIVED:
            REPLIES[message["id"]] = message
            ARRIVED.notify_all()
    elif message["method"] == "provider.cancel":
        print("cancelled:", message["params"]["reason"], file=sys.stderr, flush=True)
    elif message["method"] == "provider.shutdown":
        print("shutdown", file=sys.stderr, flush=True)
    elif "id" in message:
        threading.Thread(target=answer, args=(message,), daemon=True).start()
if MODE == "immortal":
    # Neither the end of its input nor a polite signal ends it.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(3600)
