"""sqlite-vec."""
import sqlite3

import sqlite_vec


class SqliteVec:
    name = "sqlite-vec"
    settings = "vec0 with float[384], cosine, 1,024 vectors a chunk, all in its cache, filter `rowid in (select …)` of a temporary table"
    efforts = [None]

    def __init__(self, folder):
        self.path = str(folder / "vectors.sqlite")

    @staticmethod
    def version():
        return sqlite_vec.__version__ if hasattr(sqlite_vec, "__version__") else "?"

    def _connection(self):
        connection = sqlite3.connect(self.path)
        connection.enable_load_extension(True)
        sqlite_vec.load(connection)
        return connection

    def build(self, vectors):
        connection = self._connection()
        connection.execute("pragma journal_mode = wal")
        connection.execute("create virtual table vectors using vec0(embedding float[384] distance_metric=cosine)")
        with connection:
            connection.executemany("insert into vectors(rowid, embedding) values (?, ?)",
                                   ((row + 1, vector.tobytes()) for row, vector in enumerate(vectors)))
        connection.close()

    def open(self):
        self.connection = self._connection()
        # All in memory once it is warm, as the others are.
        self.connection.execute("pragma cache_size = -2000000")
        self.connection.execute("pragma mmap_size = 8000000000")
        self.filters = 0

    def filter(self, share, rows):
        self.filters += 1
        name = f"temp.allowed{self.filters}"
        self.connection.execute(f"create table {name}(row integer primary key)")
        self.connection.executemany(f"insert into {name} values (?)", ((int(row) + 1,) for row in rows))
        return name

    def search(self, vector, count, effort, filter):
        within = f" and rowid in (select row from {filter})" if filter else ""
        found = self.connection.execute(
            f"select rowid from vectors where embedding match ? and k = ?{within} order by distance",
            (vector.tobytes(), count))
        return [row - 1 for row, in found]

    def update(self, rows, vectors):
        with self.connection:
            self.connection.executemany("update vectors set embedding = ? where rowid = ?",
                                        ((vector.tobytes(), int(row) + 1) for row, vector in zip(rows, vectors)))
