"""LanceDB: words, vectors, and both."""
import re

import lancedb
import numpy as np
import pyarrow as pa

from peers.shares import shares

LANGUAGES = {"ar": "Arabic", "de": "German", "en": "English", "ru": "Russian", "fr": "French", "es": "Spanish", "it": "Italian"}


def _vectors(vectors):
    flat = pa.array(np.ascontiguousarray(vectors, dtype=np.float32).reshape(-1))
    return pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])


class _Lance:
    def __init__(self, folder, language="en"):
        self.path, self.language = str(folder / "lance"), language

    @staticmethod
    def version():
        return lancedb.__version__

    def build(self, documents, vectors=None):
        columns = {"number": pa.array(range(len(documents)), pa.int64()), "text": pa.array([text for _, text in documents])}
        if vectors is not None:
            columns["vector"] = _vectors(vectors)
        table = lancedb.connect(self.path).create_table("documents", pa.table(columns))
        if self.has_words:
            known = self.language in LANGUAGES
            table.create_fts_index("text", language=LANGUAGES.get(self.language, "English"), stem=known,
                                   remove_stop_words=self.language == "en", ascii_folding=True,
                                   **({"base_tokenizer": "ngram", "ngram_min_length": 2, "ngram_max_length": 2} if self.language == "zh" else {}))

    def open(self):
        self.table = lancedb.connect(self.path).open_table("documents")

    def _numbers(self, query, count, score):
        found = query.select(["number"]).limit(count).to_arrow()
        scores = found.column(score).to_pylist() if score in found.column_names else range(found.num_rows, 0, -1)
        return list(zip(found.column("number").to_pylist(), scores))

    @staticmethod
    def _words(text):
        return " ".join(re.findall(r"\w+", text))


class LanceWords(_Lance):
    name = "LanceDB words"
    settings = "its full text index with stemming of the language, English stop words left out, pairs of letters for Chinese, words joined by OR"
    has_words = True

    def search(self, text, vector, count):
        words = self._words(text)
        return self._numbers(self.table.search(words, query_type="fts"), count, "_score") if words else []


class LanceVectors(_Lance):
    name = "LanceDB vectors"
    settings = "all vectors compared (no index), cosine"
    has_words = False

    def search(self, text, vector, count):
        return self._numbers(self.table.search(vector).distance_type("cosine"), count, "")


class LanceHybrid(_Lance):
    name = "LanceDB hybrid"
    settings = "its hybrid query with its default fusion (reciprocal ranks, k = 60), cosine"
    has_words = True

    def search(self, text, vector, count):
        words = self._words(text)
        if not words:
            return []
        query = self.table.search(query_type="hybrid").vector(vector).text(words).distance_type("cosine")
        return self._numbers(query, count, "_relevance_score")


class LanceNearest(_Lance):
    name = "LanceDB"
    settings = ("IVF_HNSW_SQ, cosine, its defaults, refined by the vectors themselves; filter `share < …` on a column "
                "with an index, applied first")
    efforts = [(20, 64), (50, 128), (100, 256), (1000, 512)]

    def build(self, vectors):
        count = len(vectors)
        table = lancedb.connect(self.path).create_table("vectors", pa.table({
            "row": pa.array(range(count), pa.int64()), "share": pa.array(shares(count)), "vector": _vectors(vectors)}))
        table.create_scalar_index("share")
        table.create_index(metric="cosine", vector_column_name="vector", index_type="IVF_HNSW_SQ")

    def open(self):
        self.table = lancedb.connect(self.path).open_table("vectors")

    def filter(self, share, rows):
        return f"share < {share}"

    def search(self, vector, count, effort, filter):
        probes, ef = effort
        query = self.table.search(vector).distance_type("cosine").nprobes(probes).ef(ef).refine_factor(5)
        if filter:
            query = query.where(filter, prefilter=True)
        return query.select(["row"]).limit(count).to_arrow().column("row").to_pylist()

    def update(self, rows, vectors):
        new = pa.table({"row": pa.array([int(row) for row in rows], pa.int64()),
                        "share": pa.array(shares(self.table.count_rows())[rows]), "vector": _vectors(vectors)})
        self.table.merge_insert("row").when_matched_update_all().execute(new)
