"""FAISS: all vectors compared, and a graph."""
import faiss
import numpy as np


class _Faiss:
    def __init__(self, folder):
        self.path = str(folder / f"{type(self).__name__.lower()}.faiss")

    @staticmethod
    def version():
        return faiss.__version__

    def build(self, vectors):
        faiss.omp_set_num_threads(2)
        index = self.empty(vectors.shape[1])
        index.add(vectors)
        faiss.write_index(index, self.path)

    def open(self):
        faiss.omp_set_num_threads(1)
        self.index = faiss.read_index(self.path)

    def filter(self, share, rows):
        bits = np.zeros(self.index.ntotal, dtype=np.uint8)
        bits[rows] = 1
        self.bits = np.packbits(bits, bitorder="little")
        return faiss.IDSelectorBitmap(self.bits)


class Flat(_Faiss):
    name = "FAISS flat"
    settings = "IndexFlatIP, filter IDSelectorBitmap"
    efforts = [None]

    def empty(self, dimensions):
        return faiss.IndexFlatIP(dimensions)

    def search(self, vector, count, effort, filter):
        parameters = faiss.SearchParameters(sel=filter) if filter else None
        return self.index.search(vector.reshape(1, -1), count, params=parameters)[1][0]

    def update(self, rows, vectors):
        values = faiss.rev_swig_ptr(self.index.get_xb(), self.index.ntotal * self.index.d).reshape(-1, self.index.d)
        values[rows] = vectors


class HNSW(_Faiss):
    name = "FAISS HNSW"
    settings = "IndexHNSWFlat, M 32, efConstruction 128, inner product, two threads build, filter IDSelectorBitmap"
    efforts = [32, 64, 128, 256, 512, 1024, 4096]

    def empty(self, dimensions):
        index = faiss.IndexHNSWFlat(dimensions, 32, faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = 128
        return index

    def search(self, vector, count, effort, filter):
        parameters = faiss.SearchParametersHNSW(efSearch=effort)
        if filter:
            parameters.sel = filter
        return self.index.search(vector.reshape(1, -1), count, params=parameters)[1][0]

    def update(self, rows, vectors):
        raise NotImplementedError("the graph has no way to take a vector out: built anew")
