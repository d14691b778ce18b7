#!/usr/bin/env python3
"""A provider in one page: JSON-RPC, one message a line, on standard input and output.

Everything said on standard output is a message; talk to people on standard error, which goes into the daemon's log.
"""
import json
import sys

BUNDLE = "org.example.CosmoTunes"
SONGS = {
    "7": ("Comet Tail", "Vega"),
    "8": ("Dust Lane", "Vega"),
    "9": ("Perihelion", "Halley"),
}


def send(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def song(id):
    title, artist = SONGS[id]
    return {"bundle": BUNDLE, "type": "SongEntity", "id": id, "schema": "audio.song",
            "display": {"title": title, "subtitle": artist}, "url": f"https://cosmotunes.example.org/song/{id}",
            "properties": {"artistName": artist}}


def donate(session, ids):
    """A call in the other direction; its reply comes among the daemon's calls."""
    send(id="donation", method="index", params={"session": session, "entities": [song(id) for id in ids]})
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("id") == "donation" and "method" not in message:
            if "error" in message:
                raise RuntimeError(message["error"]["message"])
            return


def answer(method, params):
    if method == "provider.values":
        text = params["input"].get("criteria", {}).get("searchQuery", "").lower()
        found = [id for id, names in SONGS.items() if not text or any(w in " ".join(names).lower() for w in text.split())]
        return {"values": [{"case": "song", "value": song(id)} for id in found[: params["limit"]]]}
    if method == "provider.entities":
        return {"entities": [song(id) for id in params["identifiers"] if id in SONGS]}
    if method == "provider.export" and params["as"] == "text":
        title, artist = SONGS[params["entity"].rsplit("/", 1)[1]]
        return {"value": f"{title} by {artist}"}
    if method == "provider.open":
        print("playing", params["entity"], file=sys.stderr, flush=True)
        return {}
    if method == "provider.reindex":
        donate(params["session"], params.get("identifiers") or SONGS)
        return {}
    raise LookupError(f"no answer to {method}")


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:  # provider.cancel, provider.shutdown, late replies
        continue
    try:
        send(id=message["id"], result=answer(message["method"], message.get("params", {})))
    except Exception as fault:
        send(id=message["id"], error={"code": -32603, "message": str(fault)})
