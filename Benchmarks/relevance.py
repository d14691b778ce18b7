#!/usr/bin/env python3
"""Relevance of lexical, semantic and hybrid search through the daemon, over judged collections.

usage: relevance.py [collection …] [options]

Each collection is indexed once by a daemon of its own; the data stays under .cache, so that another run, with
another daemon, only asks the queries. nDCG@10 with gain 2^grade - 1, recall@100, MRR; queries without a relevant
document are left out. Queries of a collection with scopes search only their own scope (`domains`).

Where what is indexed has changed (analyzer, fields), `--rebuild lexical` makes that projection again from the
catalog; `--fresh` donates everything anew. With `--dump` each query's results are written as a line of JSON with
both halves' scores and the grade, for choosing the parameters of fusion offline.
"""

import argparse
import collections
import json
import pathlib
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from daemon import ROOT, Almagest, Daemon, donate, settle  # noqa: E402
from judged import BUNDLE, Collection, folder, names  # noqa: E402
from measures import mean, ndcg, recall, reciprocal_rank  # noqa: E402

CACHE = ROOT / "Benchmarks" / ".cache"

MODES = ("lexical", "semantic", "hybrid")
PROJECTIONS = {
    "lexical": ["lexical"], "semantic": ["vectors"], "properties": ["properties.sqlite"],
    "suggest": ["suggest.sqlite"], "embeddings": ["vectors", "embeddings.sqlite"],
}

# Reference runs on the same data, nDCG@10: plain BM25 with English stemming, the model alone, and the usual
# fusions (rank fusion with k = 60; sums of min-max scores with half and three tenths for the words).
COLUMNS = ("fts5", "xapian", "dense", "rrf", ".5", ".3")
REFERENCE = {
    "adi": (0.4751, 0.4394, 0.4838, 0.4799, 0.5042, 0.5122),
    "cisi": (0.3779, 0.3548, 0.4243, 0.4475, 0.4340, 0.4482),
    "cranfield": (0.3467, 0.3203, 0.3615, 0.3854, 0.3856, 0.3912),
    "nfcorpus": (0.3249, 0.3061, 0.3060, 0.3463, 0.3442, 0.3352),
    "npl": (0.4306, 0.4377, 0.4336, 0.5048, 0.5126, 0.4907),
    "locomo": (0.3843, 0.4197, 0.2530, 0.3657, 0.4220, 0.3339),
    "madial": (0.4057, 0.4173, 0.6243, 0.5855, 0.5888, 0.6479),
    "qmsum": (0.2514, 0.2480, 0.2341, 0.2704, 0.2837, 0.2711),
    "timelineqa": (0.4967, 0.5056, 0.2884, 0.4007, 0.4698, 0.3863),
    # Words only: FTS5 `porter unicode61`, Xapian with the language's stemmer and its own n-grams.
    "xquad-ar": (0.8924, 0.9378), "xquad-de": (0.9247, 0.9258), "xquad-en": (0.9648, 0.9629),
    "xquad-ru": (0.8729, 0.9417), "xquad-zh": (0.1137, 0.2223),
}
GROUPS = (
    ("documents", ("adi", "cisi", "cranfield", "nfcorpus", "npl")),
    ("personal content", ("locomo", "madial", "qmsum", "timelineqa")),
    ("languages", ("xquad-ar", "xquad-de", "xquad-en", "xquad-ru", "xquad-zh")),
)


def prepare(collection, arguments):
    """The collection's data directory, and whether it still has to be filled."""
    members = "-all" if arguments.all_members else ""
    data = CACHE / "relevance" / f"{collection.name}-{collection.checksum[:12]}{members}"
    if arguments.fresh and data.exists():
        shutil.rmtree(data)
    for name in arguments.rebuild:
        for part in PROJECTIONS[name]:
            for path in data.glob(part + "*"):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    return data


def fill(client, collection, arguments):
    """Donates the collection unless it is there already, and waits for the projections."""
    counted = sum(count["entities"] for count in client.status()["counts"] if count["bundle"] == BUNDLE)
    if counted != len(collection.documents):
        for reply in donate(client, list(collection.entities(arguments.all_members))):
            if reply["rejected"]:
                raise SystemExit(f"rejected: {reply['rejected'][0]}")
    settle(client)


def ask(client, collection, mode, arguments):
    """Ranked identifiers for each query, in the order of the queries, and the replies."""
    def options(query):
        result = {
            "query": query["text"], "mode": mode, "bundles": [BUNDLE], "limit": 100, "fields": [],
            "budgetMilliseconds": 60_000,
        }
        if "scope" in query and not arguments.unscoped:
            result["domains"] = [query["scope"]]
        if arguments.dump:
            result.update(explain=True, limit=arguments.depth)
        return result

    replies = []
    waiting = collections.deque()
    for query in collection.queries:
        waiting.append(client.begin("search", **options(query)))
        if len(waiting) >= arguments.in_flight:
            replies.append(waiting.popleft().result(120))
    replies += [call.result(120) for call in waiting]
    for query, reply in zip(collection.queries, replies):
        if reply["partial"]:
            print(f"{collection.name} {query['id']} {mode}: partial {reply['partial']}", file=sys.stderr)
            break
    return [[result["entity"]["id"] for result in reply["results"]] for reply in replies], replies


def dump(file, collection, mode, replies):
    for query, reply in zip(collection.queries, replies):
        grades = collection.judgements[query["id"]]
        rows = [
            [
                result["entity"]["id"], result["score"], (result.get("why") or {}).get("lexical", {}).get("score"),
                (result.get("why") or {}).get("semantic", {}).get("score"), grades.get(result["entity"]["id"], 0),
            ]
            for result in reply["results"]
        ]
        line = {
            "collection": collection.name, "mode": mode, "query": query["id"], "text": query["text"],
            "grades": grades, "columns": ["id", "score", "lexical", "cosine", "grade"], "results": rows,
        }
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def measure(name, arguments, dumped):
    collection = Collection.load(name)
    started = time.monotonic()
    if arguments.socket:
        with Almagest(arguments.socket, start=False, timeout=600) as client:
            fill(client, collection, arguments)
            return asked(client, collection, arguments, dumped, started)
    # Nothing else is asked while a collection is embedded, so that need not be in the background.
    settings = {"semantic": {"niceness": 0}}
    for section, keys in (json.loads(arguments.settings) if arguments.settings else {}).items():
        settings.setdefault(section, {}).update(keys)
    with Daemon(settings, prepare(collection, arguments), arguments.daemon) as daemon, daemon.client() as client:
        fill(client, collection, arguments)
        return asked(client, collection, arguments, dumped, started)


def asked(client, collection, arguments, dumped, started):
    result = {
        "collection": collection.name, "documents": len(collection.documents), "queries": len(collection.queries),
        "checksum": collection.checksum, "indexSeconds": round(time.monotonic() - started, 2),
    }
    started = time.monotonic()
    for mode in arguments.modes:
        ranked, replies = ask(client, collection, mode, arguments)
        grades = [collection.judgements[query["id"]] for query in collection.queries]
        result[mode] = {
            "ndcg10": mean(map(ndcg, ranked, grades)), "recall100": mean(map(recall, ranked, grades)),
            "mrr": mean(map(reciprocal_rank, ranked, grades)),
        }
        if dumped:
            dump(dumped, collection, mode, replies)
    result["querySeconds"] = round(time.monotonic() - started, 2)
    if collection.name in REFERENCE:
        result["reference"] = dict(zip(COLUMNS, REFERENCE[collection.name]))
    return result


def best_reference(row):
    """The best reference and its name, or None."""
    reference = row.get("reference")
    return max((value, name) for name, value in reference.items()) if reference else None


def table(rows, modes):
    """The rows as Markdown, with means of the groups whose collections were all measured."""
    head = ["collection"] + [f"{mode} nDCG@10" for mode in modes]
    head += [f"{mode} R@100" for mode in modes] + [f"{mode} MRR" for mode in modes]
    head += ["best reference"] + (["hybrid − best"] if "hybrid" in modes else [])
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]

    def line(title, cells, best):
        values = [title] + [f"{cells[mode][key]:.4f}" for key in ("ndcg10", "recall100", "mrr") for mode in modes]
        values.append(f"{best[0]:.4f} {best[1]}".strip() if best else "")
        if "hybrid" in modes:
            values.append(f"{cells['hybrid']['ndcg10'] - best[0]:+.4f}" if best else "")
        lines.append("| " + " | ".join(values) + " |")

    for row in rows:
        line(row["collection"], row, best_reference(row))
    by_name = {row["collection"]: row for row in rows}
    for title, members in GROUPS + (("all above", tuple(by_name)),):
        group = [by_name[name] for name in members if name in by_name]
        if len(group) < 2 or len(group) < len(members):
            continue
        means = {
            mode: {key: mean(row[mode][key] for row in group) for key in ("ndcg10", "recall100", "mrr")}
            for mode in modes
        }
        bests = [best_reference(row) for row in group]
        line(f"**mean, {title}**", means, (mean(best[0] for best in bests), "") if all(bests) else None)
    return "\n".join(lines)


def run(chosen, arguments):
    rows = []
    dumped = open(arguments.dump, "w", encoding="utf-8") if arguments.dump else None
    for name in chosen:
        row = measure(name, arguments, dumped)
        rows.append(row)
        best = best_reference(row)
        print(
            f"{name:12}" + "".join(f"  {mode} {row[mode]['ndcg10']:.4f}" for mode in arguments.modes)
            + (f"  best reference {best[0]:.4f} ({best[1]})" if best else "")
            + f"  [{row['indexSeconds']:.1f} s index, {row['querySeconds']:.1f} s queries]",
            file=sys.stderr, flush=True)
    if dumped:
        dumped.close()
    return rows


def options(parser):
    parser.add_argument("--modes", default=",".join(MODES), type=lambda text: text.split(","))
    parser.add_argument("--socket", help="ask the daemon that listens there instead of starting one")
    parser.add_argument("--daemon", help="the almagestd to start (default: the release build)")
    parser.add_argument("--settings", help="configuration that differs from the default, as JSON")
    parser.add_argument("--fresh", action="store_true", help="donate anew instead of using what is kept")
    parser.add_argument("--rebuild", action="append", default=[], choices=sorted(PROJECTIONS), metavar="PROJECTION",
                        help="remove this projection's files first: " + ", ".join(sorted(PROJECTIONS)))
    parser.add_argument("--all-members", action="store_true", help="donate people and mood too")
    parser.add_argument("--unscoped", action="store_true", help="search the whole collection, whatever the query's scope")
    parser.add_argument("--in-flight", type=int, default=4, help="queries at a time (4)")
    parser.add_argument("--dump", metavar="FILE", help="write every query's results as NDJSON")
    parser.add_argument("--depth", type=int, default=200, help="results of a query that --dump writes (200)")
    parser.add_argument("--json", metavar="FILE", help="write the measures as JSON")
    parser.add_argument("--list", action="store_true", help="list the collections")


def main(words=None):
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog=__doc__.split("\n\n", 2)[2],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", nargs="*", help="default: all")
    options(parser)
    arguments = parser.parse_args(words)
    available = names()
    ordered = [name for _, members in GROUPS for name in members if name in available]
    ordered += [name for name in available if name not in ordered]
    if arguments.list or not available:
        print("\n".join(ordered) or f"no collections in {folder()}")
        return
    unknown = set(arguments.collection) - set(available)
    if unknown:
        parser.error(f"no such collection: {', '.join(sorted(unknown))}")
    rows = run(arguments.collection or ordered, arguments)
    print(table(rows, arguments.modes))
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
