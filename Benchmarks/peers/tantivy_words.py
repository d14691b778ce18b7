"""Tantivy."""
import re

import tantivy

from peers.terms import terms

LANGUAGES = {"ar": "arabic", "de": "german", "en": "english", "ru": "russian", "fr": "french", "es": "spanish", "it": "italian"}


class TantivyWords:
    name = "Tantivy"
    settings = ("its simple tokenizer, small letters, the language's stemmer, BM25, words joined by OR; pairs of letters for Chinese; two threads "
                "build, one asks")

    def __init__(self, folder, language="en"):
        self.path, self.language = folder / "tantivy", language

    @staticmethod
    def version():
        return re.search(r"[0-9.]+", tantivy.__version__).group()

    def _analyzer(self):
        tokenizer = tantivy.Tokenizer.ngram(1, 2, False) if self.language == "zh" else tantivy.Tokenizer.simple()
        builder = tantivy.TextAnalyzerBuilder(tokenizer).filter(tantivy.Filter.remove_long(40))
        builder = builder.filter(tantivy.Filter.lowercase())
        if self.language in LANGUAGES:
            builder = builder.filter(tantivy.Filter.stemmer(LANGUAGES[self.language]))
        return builder.build()

    def _index(self, reuse):
        schema = tantivy.SchemaBuilder()
        schema.add_unsigned_field("number", stored=True)
        schema.add_text_field("text", stored=False, tokenizer_name="words")
        index = tantivy.Index(schema.build(), path=str(self.path), reuse=reuse)
        index.register_tokenizer("words", self._analyzer())
        return index

    def build(self, documents, vectors=None):
        self.path.mkdir()
        index = self._index(reuse=False)
        writer = index.writer(heap_size=128_000_000, num_threads=2)
        for number, (_, text) in enumerate(documents):
            writer.add_document(tantivy.Document(number=number, text=text))
        writer.commit()
        writer.wait_merging_threads()

    def open(self):
        self.index = self._index(reuse=True)
        self.index.reload()
        self.searcher = self.index.searcher()

    def search(self, text, vector, count):
        words = terms(text, self.language)
        if not words:
            return []
        query = self.index.parse_query(" OR ".join(f'"{word}"' for word in words), ["text"])
        hits = self.searcher.search(query, count, count=False).hits
        return [(self.searcher.doc(address)["number"][0], score) for score, address in hits]
