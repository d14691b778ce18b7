"""Has peers do jobs in their environment, and says which cannot and why."""
import functools
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import environment
import peers
from daemon import ROOT
from inputs import CACHE, kept

HERE = ROOT / "Benchmarks"


class Absent(Exception):
    """A peer that is not there; the text says why."""


@functools.cache
def prepared():
    return environment.prepare()


def reason(name):
    """Why a peer is not there; None where it is."""
    missing = prepared()
    found = [missing[part] for part in peers.needs(name) if part in missing]
    return found[0] if found else described().get(name, {}).get("absent")


@functools.cache
def described():
    """Version and settings of every peer, or why it is absent."""
    prepared()
    try:
        return _work({"job": "describe"})
    except Absent as error:
        return {name: {"absent": str(error)} for name in (*peers.RANKING, *peers.NEAREST)}


def table(names):
    """For the report: what was measured with which settings, and what is absent."""
    about = described()
    rows = []
    for name in names:
        why = reason(name)
        rows.append({"name": name, "version": about[name].get("version", ""), "absent": why,
                     "settings": about[name].get("settings", "")})
    return rows


def _work(job, seconds=3600):
    if not environment.PYTHON.exists():
        raise Absent(prepared().get("pypi", "there is no environment"))
    # One thread for what is asked; what builds with more says so in its settings.
    surroundings = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(HERE),
                    "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run([str(environment.PYTHON), "-m", "peers.worker"], input=json.dumps(job), cwd=HERE, text=True,
                              env=surroundings, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Absent(f"not done after {seconds} s") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise Absent(f"failed: {lines[-1][:300] if lines else done.returncode}")
    return json.loads(done.stdout)


def run(name, job, folder=None, seconds=3600):
    """What a job came to; raises `Absent`. Without `folder` in one of its own that is removed."""
    why = reason(name)
    if why:
        raise Absent(why)
    with tempfile.TemporaryDirectory(prefix="alm-peer-") as scratch:
        return _work({**job, "peer": name, "folder": str(folder or scratch)}, seconds)


@functools.cache
def edition(name):
    """What a kept result depends on besides its inputs: the peer's code here and all versions."""
    digest = hashlib.sha256((environment.LISTS / "requirements.txt").read_bytes())
    files = {(peers.RANKING | peers.NEAREST)[name].partition(".")[0]}
    if name in peers.RANKING and peers.RANKING[name].startswith("glued"):
        files |= {"xapian_words", "exact"}
    for file in sorted(files):
        digest.update((environment.LISTS / f"{file}.py").read_bytes())
    digest.update(described().get(name, {}).get("version", "").encode())
    return digest.hexdigest()[:12]


def _kept_ranking(name, key):
    slug = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return f"peers/{slug}-{edition(name)}-{key[:16]}.json"


def ranked(name, job, key):
    """A ranking, kept by what it was made from: it comes out the same every time."""
    why = reason(name)
    if why:
        raise Absent(why)
    file = kept(_kept_ranking(name, key), lambda path: path.write_text(json.dumps(run(name, {"job": "ranking", **job}))))
    return json.loads(file.read_text())


def rank_all(names, job, key):
    """Makes the rankings of those that have none yet, for `ranked`: in one process, as starting one and reading the documents
    takes longer than most of them do. What fails there is tried again by itself."""
    missing = [name for name in names if not reason(name) and not (CACHE / _kept_ranking(name, key)).exists()]
    if not missing:
        return
    with tempfile.TemporaryDirectory(prefix="alm-peer-") as scratch:
        try:
            results = _work({"job": "rankings", **job, "peers": missing, "folder": scratch})
        except Absent:
            return
    for name, result in results.items():
        if "failed" not in result:
            kept(_kept_ranking(name, key), lambda path: path.write_text(json.dumps(result)))


def nearest(name, job, key, seconds=3600):
    """A search for the nearest vectors on a copy of an index that is kept, by what it was made from."""
    why = reason(name)
    if why:
        raise Absent(why)
    slug = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    folder = CACHE / "peers" / f"{slug}-{edition(name)}-{key[:16]}"
    with tempfile.TemporaryDirectory(prefix="alm-peer-", dir=CACHE) as scratch:
        scratch = pathlib.Path(scratch) / "index"
        was_kept = folder.exists()
        if was_kept:
            shutil.copytree(folder, scratch)
        else:
            scratch.mkdir()
            # Built, and kept before updates change it.
            run(name, {"job": "build", **job}, scratch, seconds)
            shutil.copytree(scratch, folder)
        return {**run(name, {"job": "nearest", **job}, scratch, seconds), "kept": was_kept}


def truth(job, key):
    """The exact ten nearest within each share, kept."""
    if reason("FAISS flat"):
        raise Absent(reason("FAISS flat"))
    file = kept(f"peers/truth-{key[:16]}.json", lambda path: path.write_text(json.dumps(_work({"job": "truth", **job}))))
    return json.loads(file.read_text())["truth"]


def grow(job):
    """More vectors: copies of those that are there with noise, written to `output`."""
    if reason("FAISS flat"):
        raise Absent(reason("FAISS flat"))
    _work({"job": "grow", **job})
