"""What is measured with: texts, entities and requests, made once and kept under .cache by checksum."""
import gzip
import hashlib
import json
import random
import re

from daemon import ROOT, packages
from judged import folder

CACHE = ROOT / "Benchmarks" / ".cache"


def checksum(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def kept(name, make):
    """The file `name` in the cache, made by `make(path)` when it isn't there; never left half made."""
    path = CACHE / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".draft")
        make(draft)
        draft.rename(path)
    return path


def written(kind, lines):
    """Lines as a file named by kind and checksum."""
    data = ("\n".join(lines) + "\n").encode()
    return kept(f"{kind}-{checksum(data)[:12]}", lambda path: path.write_bytes(data))


class Catalogue:
    """Debian's package catalogue as entities."""

    def __init__(self, limit=None):
        self.entities = packages(limit)
        self.lines = [json.dumps(entity, ensure_ascii=False, separators=(",", ":")) for entity in self.entities]
        self.checksum = checksum("\n".join(self.lines))
        self.file = written("packages.ndjson", self.lines)
        self.titles = [entity["display"]["title"] for entity in self.entities]
        self.synopses = [entity["display"]["subtitle"] for entity in self.entities]

    def texts(self):
        """What the daemon embeds of each, a line each."""
        return [
            "\\n".join([e["display"]["title"], e["display"]["subtitle"], e["properties"]["section"],
                        e["properties"]["version"]])
            for e in self.entities]

    def donations(self, size=500):
        """`index` requests of `size` entities."""
        return written("donations", donations(self.lines, size))

    def queries(self, count, seed, words=(2, 3)):
        """Different queries of some words of one synopsis each."""
        generator = random.Random(seed)
        result = {}
        while len(result) < count:
            own = [w for w in generator.choice(self.synopses).split() if w.isalpha() and len(w) > 3]
            wanted = generator.choice(words)
            if len(own) >= wanted:
                result[" ".join(generator.sample(own, wanted))] = None
        return list(result)


def entity_text(entity):
    """All that an entity says, as one text: for what has documents instead of entities."""
    display = entity["display"]
    texts = [display.get("title", ""), display.get("subtitle", ""), *display.get("synonyms", []), *entity.get("keywords", [])]

    def gather(value, name=None):
        if isinstance(value, str) and name not in ("entity", "url", "identifier"):
            texts.append(value)
        elif isinstance(value, list):
            for element in value:
                gather(element)
        elif isinstance(value, dict):
            for key, member in value.items():
                gather(member, key)

    gather(entity.get("properties", {}))
    texts += [entity.get("text", ""), *(passage["text"] for passage in entity.get("passages", []))]
    return "\n".join(dict.fromkeys(text for text in texts if text))


def donations(lines, size=500):
    return ['{"jsonrpc":"2.0","id":1,"method":"index","params":{"entities":[' + ",".join(lines[n:n + size]) + "]}}"
            for n in range(0, len(lines), size)]


def requests(method, parameters):
    """A file of requests, one for each element of `parameters`."""
    return written(f"requests-{method}", [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": p}, ensure_ascii=False,
                   separators=(",", ":"))
        for p in parameters])


def sentences():
    """Texts of the judged collections, whatever their language, cut to 300 characters at a space."""
    result = {}
    for path in sorted(folder().glob("*/docs.jsonl*")):
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as file:
            for line in file:
                document = json.loads(line)
                for text in (document.get("title", ""), *re.split(r"(?<=[.!?。])\s+", document["text"])):
                    text = " ".join(text.split())
                    if len(text) > 300:
                        text = text[:300].rpartition(" ")[0] or text[:300]
                    if len(text) > 10:
                        result[text] = None
    return list(result)


def real_texts(catalogue, count, query_count):
    """Texts to be embedded as the vectors of the scan, and others as its queries; no text is in both."""
    pool = sentences()
    random.Random(1).shuffle(pool)
    pool = list(dict.fromkeys(pool[:max(0, count - len(catalogue.synopses) // 2)] + catalogue.synopses
                              + catalogue.titles + pool))
    if len(pool) < count + query_count:
        raise SystemExit(f"only {len(pool):,} different texts are here, {count + query_count:,} are wanted")
    random.Random(2).shuffle(pool)
    return pool[:count], pool[count:count + query_count]


def million_titles(catalogue, count):
    """Entities of a title alone: the catalogue's names and synopses, and synopses with another's words at the end."""
    generator = random.Random(3)
    titles = dict.fromkeys(catalogue.titles + [text for text in catalogue.synopses if text])
    while len(titles) < count:
        left, right = generator.choice(catalogue.synopses).split(), generator.choice(catalogue.synopses).split()
        if left and right:
            titles[" ".join(left[:generator.randint(1, 4)] + right[-generator.randint(1, 4):])] = None
    return list(titles)[:count]
