"""Recoll: a folder of text files, `recollindex`, and a `recollq` for every query."""
import re
import subprocess
import urllib.parse

LANGUAGES = {"en": "english", "de": "german", "ru": "russian", "fr": "french", "es": "spanish", "it": "italian"}


class Recoll:
    name = "Recoll"
    settings = ("a text file for each document; its defaults, stemming of the language, words joined by OR; "
                "`recollq` is a process of its own for each query, as its users run it")

    def __init__(self, folder, language="en"):
        self.folder, self.language = folder, LANGUAGES.get(language, "english")
        self.configuration = folder / "recoll"

    @staticmethod
    def version():
        text = subprocess.run(["recollq", "-v"], capture_output=True, text=True)
        found = re.search(r"Recoll (\S+)", text.stdout + text.stderr)
        return found.group(1) if found else "?"

    def build(self, documents, vectors=None):
        files = self.folder / "files"
        for number, (_, text) in enumerate(documents):
            file = files / f"{number // 1000:03}" / f"{number}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text + "\n")
        self.configuration.mkdir()
        (self.configuration / "recoll.conf").write_text(
            f"topdirs = {files}\nindexstemminglanguages = {self.language}\nloglevel = 1\nidxloglevel = 1\n"
            "defaultcharset = UTF-8\nnoaspell = 1\nfollowLinks = 0\nskippedPaths = \n")
        result = subprocess.run(["recollindex", "-c", str(self.configuration)], capture_output=True, text=True)
        if result.returncode:
            raise RuntimeError(f"recollindex: {result.stderr[-300:]}")

    def open(self):
        pass

    def search(self, text, vector, count):
        words = re.findall(r"\w+", text.lower())
        if not words:
            return []
        found = subprocess.run(
            ["recollq", "-c", str(self.configuration), "-s", self.language, "-n", str(count), "-b", " OR ".join(words)],
            capture_output=True, text=True)
        urls = [line for line in found.stdout.splitlines() if line.startswith("file://")]
        numbers = (int(urllib.parse.unquote(url).rpartition("/")[2].removesuffix(".txt")) for url in urls)
        return [(number, float(-place)) for place, number in enumerate(numbers)]
