"""What one gets from gluing Xapian and the vectors together, in the three usual ways."""
from peers.exact import ExactVectors
from peers.xapian_words import XapianWords

CANDIDATES = 1000


class _Glued:
    # The documents that the last one was built from, and its halves: the three ways differ in what they make of these.
    built = None, None

    def __init__(self, folder, language="en"):
        self.halves = XapianWords(folder, language), ExactVectors(folder)

    @staticmethod
    def version():
        return f"Xapian {XapianWords.version()}, FAISS {ExactVectors.version()}"

    def build(self, documents, vectors):
        known, halves = _Glued.built
        if known is documents:
            self.halves = halves
            return
        for half in self.halves:
            half.build(documents, vectors)
        _Glued.built = documents, self.halves

    def open(self):
        for half in self.halves:
            half.open()

    def search(self, text, vector, count):
        words, meaning = (half.search(text, vector, CANDIDATES) for half in self.halves)
        scores = self.fused(words, meaning)
        return sorted(scores.items(), key=lambda item: -item[1])[:count]


class RankFusion(_Glued):
    name = "Xapian + vectors, rank fusion"
    settings = "reciprocal rank fusion with k = 60 of the best 1,000 of each"

    def fused(self, *halves):
        scores = {}
        for half in halves:
            for place, (number, _) in enumerate(half):
                scores[number] = scores.get(number, 0) + 1 / (60 + place + 1)
        return scores


class HalfEach(_Glued):
    name = "Xapian + vectors, half each"
    settings = "sum of scores, each half's best 1,000 brought to 0 to 1, words and meaning alike"
    words = 0.5

    def fused(self, *halves):
        scores = {}
        for weight, half in zip((self.words, 1 - self.words), halves):
            values = [score for _, score in half]
            if not values:
                continue
            least, width = min(values), max(values) - min(values) or 1
            for number, score in half:
                scores[number] = scores.get(number, 0) + weight * (score - least) / width
        return scores


class ThreeTenths(HalfEach):
    name = "Xapian + vectors, 0.3 words"
    settings = "the same with three tenths for the words"
    words = 0.3
