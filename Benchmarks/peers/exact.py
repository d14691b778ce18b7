"""The model alone: the cosine of every document, by FAISS."""
import faiss


class ExactVectors:
    name = "exact vectors"
    settings = "one vector of title and text a document (256 tokens), cosine, FAISS IndexFlatIP"

    def __init__(self, folder, language="en"):
        self.path = str(folder / "flat.faiss")

    @staticmethod
    def version():
        return faiss.__version__

    def build(self, documents, vectors):
        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(vectors)
        faiss.write_index(index, self.path)

    def open(self):
        faiss.omp_set_num_threads(1)
        self.index = faiss.read_index(self.path)

    def search(self, text, vector, count):
        scores, numbers = self.index.search(vector.reshape(1, -1), count)
        return [(int(number), float(score)) for number, score in zip(numbers[0], scores[0]) if number >= 0]
