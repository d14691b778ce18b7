"""SQLite's FTS5."""
import re
import sqlite3


class FTS5:
    name = "FTS5"
    settings = "tokenizer `porter unicode61`, words joined by OR, its own bm25(); one thread, one transaction"

    def __init__(self, folder, language="en"):
        self.path = str(folder / "fts5.sqlite")

    @staticmethod
    def version():
        sqlite3.connect(":memory:").execute("create virtual table t using fts5(text)")
        return sqlite3.sqlite_version

    def build(self, documents, vectors=None):
        connection = sqlite3.connect(self.path)
        connection.execute("pragma journal_mode = wal")
        connection.execute("create virtual table documents using fts5(identifier unindexed, text, tokenize='porter unicode61')")
        with connection:
            connection.executemany(
                "insert into documents(rowid, identifier, text) values (?, ?, ?)",
                ((number, identifier, text) for number, (identifier, text) in enumerate(documents, 1)))
        connection.close()

    def open(self):
        self.connection = sqlite3.connect(self.path)

    def search(self, text, vector, count):
        words = re.findall(r"\w+", text)
        if not words:
            return []
        # With rank and nothing else to sort by, FTS5 keeps the best only.
        rows = self.connection.execute(
            "select rowid, rank from documents where documents match ? order by rank limit ?",
            (" OR ".join(f'"{word}"' for word in words), count))
        return [(rowid - 1, -rank) for rowid, rank in rows]
