"""Retrieval collections in a simple format: docs.jsonl[.gz], queries.jsonl, qrels.tsv (query, document, grade)."""

import dataclasses
import gzip
import hashlib
import json
import os
import pathlib

from daemon import ROOT

BUNDLE = "org.example.benchmark"

# The project's own collection: the example content, with queries and judgements beside this file.
OWN = "content"


def folder():
    """Where the collections are: ALMAGEST_SHARED_DATA, else beside the package."""
    named = os.environ.get("ALMAGEST_SHARED_DATA")
    return (pathlib.Path(named) if named else ROOT.parent / "shared" / "data") / "retrieval"


def names():
    """Collections that have documents, queries and judgements; the project's own is always there."""
    found = sorted(path.parent.name for path in folder().glob("*/qrels.tsv")) if folder().is_dir() else []
    return found + [OWN]


@dataclasses.dataclass
class Collection:
    name: str
    documents: list
    queries: list
    judgements: dict
    checksum: str

    @classmethod
    def load(cls, name):
        if name == OWN:
            path = ROOT / "Benchmarks" / "collection"
            documents = sorted((ROOT / "Examples" / "content").glob("*.ndjson"))
        else:
            path = folder() / name
            documents = [path / "docs.jsonl"]
            if not documents[0].exists():
                documents = [path / "docs.jsonl.gz"]
        digest = hashlib.sha256()
        for file in (*documents, path / "queries.jsonl", path / "qrels.tsv"):
            digest.update(file.read_bytes())
        judgements = {}
        for line in (path / "qrels.tsv").read_text().splitlines():
            query, document, grade = line.split("\t")
            judgements.setdefault(query, {})[document] = int(grade)
        queries = [query for query in _lines(path / "queries.jsonl") if any(judgements.get(query["id"], {}).values())]
        lines = [line for file in documents for line in _lines(file)]
        return cls(name, lines, queries, judgements, digest.hexdigest())

    def entities(self, all_members=False):
        """The documents as donations. With `all_members` also who took part and the mood, not only title and text."""
        for document in self.documents:
            if self.name == OWN:
                yield {**document, "bundle": BUNDLE}
                continue
            entity = {
                "bundle": BUNDLE, "type": document.get("type", "document"), "id": document["id"],
                "display": {"title": document.get("title", "")}, "text": document["text"],
            }
            properties = {}
            if "date" in document:
                properties["date"] = {"date": document["date"]}
            if all_members and document.get("people"):
                properties["people"] = [{"person": {"name": name}} for name in document["people"]]
            if all_members and document.get("mood"):
                properties["mood"] = document["mood"]
            if properties:
                entity["properties"] = properties
            if "scope" in document:
                entity["domain"] = document["scope"]
            yield entity


def _lines(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]
