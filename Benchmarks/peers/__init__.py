"""What Almagest is measured beside: one file each, used as its own guide shows.

They run in an environment of their own (`environment.py`), one process a peer and a job, see `worker.py`.
A peer that ranks is a class with

    name, settings          shown in the report
    version()               of what is measured; raises where it cannot be had
    __init__(folder, language)
    build(documents, vectors)   documents are (identifier, text), in order; vectors a matrix with a row for each, or None
    open()                  what was built, ready to be asked
    search(text, vector, count) -> [(number of the document, score)], best first

and one that finds the nearest vectors a class with

    name, settings, version(), __init__(folder)
    build(vectors)          rows are numbered from 0
    open()
    efforts                 what may be turned up for more recall, lowest first; [None] where there is nothing
    filter(share, rows)     what `search` takes to look among those rows only
    search(vector, count, effort, filter) -> rows, best first
    update(rows, vectors)   puts others in their place; raises NotImplementedError where that means building anew

"""
import importlib

RANKING = {
    "Xapian": "xapian_words.XapianWords", "FTS5": "fts5.FTS5", "Tantivy": "tantivy_words.TantivyWords",
    "Recoll": "recoll.Recoll", "LanceDB words": "lance.LanceWords", "LanceDB vectors": "lance.LanceVectors",
    "LanceDB hybrid": "lance.LanceHybrid", "exact vectors": "exact.ExactVectors",
    "Xapian + vectors, rank fusion": "glued.RankFusion", "Xapian + vectors, half each": "glued.HalfEach",
    "Xapian + vectors, 0.3 words": "glued.ThreeTenths",
}
NEAREST = {
    "FAISS flat": "faiss_vectors.Flat", "FAISS HNSW": "faiss_vectors.HNSW", "hnswlib": "hnswlib_vectors.HNSW",
    "sqlite-vec": "sqlite_vec_vectors.SqliteVec", "LanceDB": "lance.LanceNearest",
}
# What must have been installed: the name of a part in `environment.prepare()`.
NEEDS = {"Xapian": ["python3-xapian"], "Recoll": ["recollcmd"], "hnswlib": ["pypi", "hnswlib"], "FTS5": ["python3-venv"]}


def needs(name):
    if name.startswith("Xapian +"):
        return ["python3-xapian", "pypi"]
    return NEEDS.get(name, ["pypi"])


def load(name):
    """The class of a peer."""
    module, kind = (RANKING | NEAREST)[name].split(".")
    return getattr(importlib.import_module(f"peers.{module}"), kind)
