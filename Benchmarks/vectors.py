"""The vector scan against an exact scan in single precision and against one pass over the sketches; one thread."""
import native
from figures import Figure
from inputs import checksum, kept, real_texts, written

REAL, QUERIES = 100_000, 1_000


def embedded(kind, texts, store=None):
    """The texts' vectors as a file, made by the daemon's embedder; those that a daemon's `store` has are taken from there, in the 16
    bits a number that it keeps."""
    file = written(kind + ".txt", [text.replace("\n", "\\n") for text in texts])
    more = {"kept": store} if store and store.exists() else {}
    return kept(f"{file.name}.f32", lambda path: native.run("embed", texts=file, output=path, **more))


def run(bench):
    texts, queries = real_texts(bench.catalogue, bench.size(REAL), bench.size(QUERIES))
    vectors, asked = embedded("vectors", texts), embedded("vector-queries", queries)
    figures, details = [], []
    bench.data["real vectors"] = {"count": len(texts), "sha256": checksum(vectors.read_bytes())}
    sizes = [(bench.size(REAL), bench.size(QUERIES)), (bench.size(1_000_000), bench.size(200))]
    for count, query_count in sizes:
        report = native.run(
            "vector-scan", vectors=vectors, queries=asked, count=count, query_count=query_count,
            scratch=bench.scratch)
        details.append(report)
        for scan in report["scans"]:
            key, title = f"scan-{scan['scan']}-{count}", f"{count:,} vectors, {scan['scan']}"
            figures.append(Figure(f"{key}-recall", f"{title}: recall@10", scan["recallAt10"], "", least=0.99,
                                  is_ratio=True))
            figures.append(Figure(f"{key}-time", f"{title}: p50", scan["search"]["p50"], "ms"))
            figures.append(Figure(f"{key}-exact", f"{title}: faster than the exact scan",
                                  scan["timesFasterThanExact"], "×", least=10, is_ratio=True))
            aim = (1.5 if scan["scan"] == "signs" else 3) if count == 1_000_000 else None
            figures.append(Figure(f"{key}-pass", f"{title}: beside one pass over the sketches", scan["timesOnePass"],
                                  "×", most=aim, is_ratio=True))
    bars = [(f"{d['vectors']:,}: {name}", d[key]["p50"]) for d in details for name, key in
            (("exact, fp32", "exact"), ("one pass", "pass"))]
    bars += [(f"{d['vectors']:,}: {s['scan']}", s["search"]["p50"]) for d in details for s in d["scans"]]
    return figures, {"sizes": details}, [{"title": "Top 10 of all vectors, p50", "unit": "ms", "bars": sorted(bars), "log": True}]
