"""Hybrid search beside its embedding stage, warm and for texts that the daemon has not seen."""
import native
from figures import Figure, times
from inputs import written


def run(bench):
    queries = bench.catalogue.queries(bench.size(1_050), seed=11, words=(2, 3, 4, 5))
    with bench.indexed() as (daemon, _):
        report = native.run("hybrid", socket=daemon.socket, texts=written("queries", queries), warm=bench.size(1_050) // 21)
    if report["errors"] or report["partial"]:
        raise SystemExit(f"hybrid: {report['errors']} errors, {report['partial']} partial answers")
    figures = [
        Figure("hybrid-embedding", "embedding stage, p50", report["stages"]["embedding"]["p50"], "ms"),
        Figure("hybrid-embedder", "the same texts by the embedder alone, p50", report["embedding"]["p50"], "ms"),
        *(Figure(f"hybrid-{name}", f"stage: {name}, p50", report["stages"][name]["p50"], "ms")
          for name in ("words", "meaning", "ranking", "reading")),
        *times("hybrid", "hybrid search", report["search"], None),
        Figure("hybrid-beside-embedding", "hybrid search beside its embedding stage", report["timesEmbedding"], "×",
               most=1.5, is_ratio=True),
        Figure("hybrid-beside-embedder", "hybrid search beside the embedder alone", report["timesEmbeddingAlone"], "×",
               is_ratio=True),
    ]
    measured = (("embedding", report["stages"]["embedding"]), ("hybrid", report["search"]))
    bars = [(f"{what}, {share}", taken[share]) for what, taken in measured for share in ("p50", "p90", "p99")]
    return figures, report, [{"title": "Hybrid search and its embedding stage", "unit": "ms", "bars": bars}]
