"""Xapian as its own guide shows: a term generator, a query parser, BM25."""
import re

import xapian


class XapianWords:
    name = "Xapian"
    settings = ("BM25 with Xapian's defaults (k1 1, b 0.5), Snowball stemmer of the language, words joined by OR, "
                "its n-grams for Chinese, Japanese and Korean; one thread")

    def __init__(self, folder, language="en"):
        self.path = str(folder / "xapian")
        try:
            self.stemmer = xapian.Stem(language)
        except xapian.InvalidArgumentError:
            self.stemmer = xapian.Stem("none")

    @staticmethod
    def version():
        return xapian.version_string()

    def build(self, documents, vectors=None):
        database = xapian.WritableDatabase(self.path, xapian.DB_CREATE_OR_OVERWRITE)
        generator = xapian.TermGenerator()
        generator.set_stemmer(self.stemmer)
        generator.set_flags(xapian.TermGenerator.FLAG_CJK_NGRAM)
        for identifier, text in documents:
            document = xapian.Document()
            generator.set_document(document)
            generator.index_text(text)
            document.set_data(identifier)
            database.add_document(document)
        database.commit()
        database.close()

    def open(self):
        self.database = xapian.Database(self.path)
        self.parser = xapian.QueryParser()
        self.parser.set_stemmer(self.stemmer)
        self.parser.set_stemming_strategy(xapian.QueryParser.STEM_SOME)
        self.parser.set_default_op(xapian.Query.OP_OR)
        self.parser.set_database(self.database)
        self.enquire = xapian.Enquire(self.database)

    def search(self, text, vector, count):
        # Small letters: the parser takes a capital for a name that is not to be stemmed.
        words = " ".join(re.findall(r"\w+", text.lower()))
        self.enquire.set_query(self.parser.parse_query(words, xapian.QueryParser.FLAG_CJK_NGRAM))
        return [(match.docid - 1, match.weight) for match in self.enquire.get_mset(0, count)]
