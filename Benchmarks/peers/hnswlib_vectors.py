"""hnswlib."""
import importlib.metadata

import hnswlib
import numpy as np


class HNSW:
    name = "hnswlib"
    settings = "M 16, ef_construction 200, inner product, two threads build, filter a Python function that looks into a table of bits"
    efforts = [32, 64, 128, 256, 512, 1024, 4096]

    def __init__(self, folder):
        self.path = str(folder / "hnswlib.bin")

    @staticmethod
    def version():
        return importlib.metadata.version("hnswlib")

    def build(self, vectors):
        index = hnswlib.Index(space="ip", dim=vectors.shape[1])
        index.init_index(max_elements=len(vectors), ef_construction=200, M=16, random_seed=1)
        index.set_num_threads(2)
        index.add_items(vectors, np.arange(len(vectors)))
        index.save_index(self.path)
        self.dimensions = vectors.shape[1]

    def open(self):
        self.index = hnswlib.Index(space="ip", dim=384)
        self.index.load_index(self.path)
        self.index.set_num_threads(1)

    def filter(self, share, rows):
        allowed = np.zeros(self.index.get_current_count(), dtype=bool)
        allowed[rows] = True
        bits = allowed.tolist()
        return bits.__getitem__

    def search(self, vector, count, effort, filter):
        self.index.set_ef(effort)
        try:
            return self.index.knn_query(vector, k=count, num_threads=1, filter=filter)[0][0]
        except RuntimeError:
            # It throws where its walk came across fewer than `count` that the filter lets through.
            return np.array([], dtype=int)

    def update(self, rows, vectors):
        self.index.add_items(vectors, rows, num_threads=1)
