"""Does one job with one peer, in the peers' environment: JSON on standard input, JSON on standard output.

usage: python -m peers.worker < job
"""
import importlib
import json
import os
import pathlib
import resource
import sys
import time

import peers


def times(milliseconds):
    ordered = sorted(milliseconds)
    at = lambda share: ordered[min(len(ordered) - 1, int(share * len(ordered)))]  # noqa: E731
    return {"count": len(ordered), "p50": at(0.5), "p90": at(0.9), "p99": at(0.99)} if ordered else {}


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def vectors(path):
    if not path:
        return None
    import numpy
    return numpy.fromfile(path, dtype=numpy.float32).reshape(-1, 384)


def size(folder):
    return sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*") if file.is_file())


def written_bytes():
    """What this process has had written to disk."""
    with open("/proc/self/io") as fields:
        return next(int(line.split()[1]) for line in fields if line.startswith("write_bytes"))


def describe(job):
    """Version and settings of each peer, or why it is not there."""
    result = {}
    for name in (*peers.RANKING, *peers.NEAREST):
        try:
            kind = peers.load(name)
            result[name] = {"version": kind.version(), "settings": kind.settings}
        except Exception as error:
            result[name] = {"absent": f"{type(error).__name__}: {error}"}
    return result


def documents_of(job):
    return [(d["id"], d["text"]) for d in lines(job["documents"])]


def rankings(job):
    """The rankings of several peers, one after the other, or why there is none."""
    documents, results = documents_of(job), {}
    for number, name in enumerate(job["peers"]):
        folder = pathlib.Path(job["folder"]) / str(number)
        folder.mkdir()
        try:
            results[name] = ranking({**job, "peer": name, "folder": str(folder)}, documents)
        except Exception as error:
            results[name] = {"failed": f"{type(error).__name__}: {error}"}
    return results


def ranking(job, documents=None):
    """Builds from documents and asks all queries: the rankings, how long each took, the index's size."""
    documents = documents or documents_of(job)
    queries = lines(job["queries"])
    peer = peers.load(job["peer"])(pathlib.Path(job["folder"]), job.get("language", "en"))
    stored = vectors(job.get("documentVectors"))
    if stored is not None and len(stored) != len(documents):
        raise ValueError(f"{len(stored)} vectors for {len(documents)} documents")
    began, before = time.perf_counter(), written_bytes()
    peer.build(documents, stored)
    seconds, written = time.perf_counter() - began, written_bytes() - before
    peer.open()
    asked = vectors(job.get("queryVectors"))
    identifiers = [identifier for identifier, _ in documents]
    count, spent, ranked = job["count"], [], []
    for number in range(-job.get("warm", 0), len(queries)):
        query = queries[max(0, number) if number >= 0 else -number % len(queries)]
        vector = asked[number % len(queries)] if asked is not None else None
        within = set(query["within"]) if "within" in query else None
        start = time.perf_counter()
        found = peer.search(query["text"], vector, count if within is None else job.get("depth", len(documents)))
        took = (time.perf_counter() - start) * 1000
        if number >= 0:
            spent.append(took)
            names = (identifiers[place] for place, _ in found)
            ranked.append([name for name in names if within is None or name in within][:count])
            if "seconds" in job and sum(spent) > job["seconds"] * 1000:
                break
    return {"version": peer.version(), "buildSeconds": seconds, "bytesWritten": written, "bytes": size(job["folder"]),
            "times": times(spent), "ranked": ranked if job.get("ranked", True) else None,
            "empty": sum(not names for names in ranked)}


def build(job):
    """Builds an index of vectors, and notes beside it how long that took."""
    stored = vectors(job["vectors"])[:job["vectorCount"]]
    folder = pathlib.Path(job["folder"])
    began = time.perf_counter()
    peers.load(job["peer"])(folder).build(stored)
    note = {"seconds": time.perf_counter() - began, "date": time.strftime("%Y-%m-%d"), "bytes": size(folder)}
    (folder / "built.json").write_text(json.dumps(note))
    return note


def nearest(job):
    """Opens what was built, and measures search within filters, making the filter, and updates."""
    import numpy
    from peers.shares import shares
    stored, asked = vectors(job["vectors"])[:job["vectorCount"]], vectors(job["queries"])[:job["queryCount"]]
    folder = pathlib.Path(job["folder"])
    peer = peers.load(job["peer"])(folder)
    built = json.loads((folder / "built.json").read_text())
    peer.open()
    place = shares(len(stored))
    filters = []
    for share in job["shares"]:
        rows = numpy.flatnonzero(place < share)
        truth = [set(job["truth"][str(share)][number]) for number in range(len(asked))]
        making = []
        for _ in range(1 if share == 1 else 5):
            start = time.perf_counter()
            chosen = peer.filter(share, rows) if share < 1 else None
            making.append((time.perf_counter() - start) * 1000)
        enough = None
        for effort in peer.efforts:
            spent, right, wanted = [], 0, 0
            for number in range(-min(20, len(asked)), len(asked)):
                start = time.perf_counter()
                found = peer.search(asked[number], 10, effort, chosen)
                took = (time.perf_counter() - start) * 1000
                if number >= 0:
                    spent.append(took)
                    right += len(truth[number].intersection(int(row) for row in found))
                    wanted += len(truth[number])
                if sum(spent) > job["secondsEach"] * 1000:
                    break
            enough = {"share": share, "effort": effort, "recallAt10": right / max(1, wanted), "search": times(spent),
                      "makingFilter": 0 if share == 1 else sorted(making)[len(making) // 2]}
            if enough["recallAt10"] >= 0.99:
                break
        filters.append(enough)
    update, impossible = None, None
    rows = numpy.random.RandomState(4).choice(len(stored), min(1000, len(stored) // 10), replace=False)
    start = time.perf_counter()
    try:
        peer.update(rows, stored[rows][:, ::-1].copy())
        update = (time.perf_counter() - start) * 1000 / len(rows)
    except NotImplementedError as error:
        impossible = str(error)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"version": peer.version(), "buildSeconds": built["seconds"], "builtOn": built["date"], "bytes": built["bytes"],
            "updateMilliseconds": update, "noUpdate": impossible, "filters": filters, "peakMegabytes": peak}


def truth(job):
    """The ten nearest of each query among the rows of each share, exactly."""
    faiss = importlib.import_module("faiss")
    import numpy
    from peers.shares import shares
    stored, asked = vectors(job["vectors"])[:job["vectorCount"]], vectors(job["queries"])[:job["queryCount"]]
    place, result = shares(len(stored)), {}
    for share in job["shares"]:
        rows = numpy.flatnonzero(place < share)
        index = faiss.IndexFlatIP(stored.shape[1])
        index.add(numpy.ascontiguousarray(stored[rows]))
        result[str(share)] = [[int(rows[number]) for number in numbers if number >= 0]
                              for numbers in index.search(asked, 10)[1]]
    return {"truth": result}


def grow(job):
    """Writes `count` vectors: those that are there, then copies with seeded noise of 0.3 of their length, normalised."""
    import numpy
    known, left = vectors(job["vectors"]), job["count"]
    random = numpy.random.default_rng(7)
    with open(job["output"], "wb") as file:
        for turn in range(-(-job["count"] // len(known))):
            some = known[:left].copy()
            if turn:
                some += random.standard_normal(some.shape, dtype=numpy.float32) * numpy.float32(0.3 / some.shape[1] ** 0.5)
                some /= numpy.linalg.norm(some, axis=1, keepdims=True)
            some.tofile(file)
            left -= len(some)
    return {}


JOBS = {"describe": describe, "ranking": ranking, "rankings": rankings, "build": build, "nearest": nearest, "truth": truth, "grow": grow}


def main():
    # What libraries print must not come between: standard output is for the reply alone.
    reply = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    job = json.load(sys.stdin)
    reply.write(json.dumps(JOBS[job["job"]](job)))
    reply.close()


if __name__ == "__main__":
    main()
