"""Suggestions over 100,000 titles, in the full run over a million."""
from daemon import Daemon, current
from inputs import CACHE, checksum, donations, million_titles, written
import json
import latency
import native


def run(bench):
    titles = million_titles(bench.catalogue, bench.size(1_000_000 if bench.full else 100_000))
    digest = checksum("\n".join(titles))
    bench.data["titles"] = {"count": len(titles), "sha256": digest}
    data = CACHE / f"titles-{digest[:12]}"
    with Daemon({"semantic": {"enabled": False}}, current(data)) as daemon, daemon.client() as client:
        if client.status()["entities"] != len(titles):
            lines = [json.dumps({"bundle": "org.example.titles", "type": "Title", "id": str(number), "language": "en",
                                 "display": {"title": title}}, ensure_ascii=False)
                     for number, title in enumerate(titles)]
            file = written("titles", donations(lines, 1000))
            native.load(daemon, file, clients=4)
            file.unlink()
        daemon.settle(client)
        figures, details = latency.suggestions(bench, daemon, titles, "million" if bench.full else "titles", f"{len(titles):,} titles")
        details["residentMegabytes"] = daemon.resident()
    bars = [(f"{k} letters" if k != "typo" else "a typo", r["times"]["p50"]) for k, r in details.items()
            if isinstance(r, dict)]
    return figures, details, [{"title": f"Suggest, {len(titles):,} titles, p50", "unit": "ms", "bars": bars}]
