"""nDCG@10 (gain 2^grade − 1), recall@100 and MRR of lexical, semantic and hybrid search, through the daemon."""
import collections
import gzip
import json
import math
import os
import pathlib

from daemon import ROOT, Daemon, donate

DATA = pathlib.Path(os.environ.get("ALMAGEST_SHARED_DATA", ROOT.parent / "shared" / "data")) / "retrieval"
STANDARD = ["adi", "cisi", "cranfield", "nfcorpus", "npl"]
PERSONAL = ["locomo", "madial", "qmsum", "timelineqa"]
LANGUAGES = ["xquad-ar", "xquad-de", "xquad-en", "xquad-ru", "xquad-zh"]


def lines(folder, name):
    for path, opener in ((folder / name, open), (folder / (name + ".gz"), gzip.open)):
        if path.exists():
            with opener(path, "rt", encoding="utf-8") as file:
                return [json.loads(line) for line in file]
    return []


def ndcg(ranking, grades):
    gain = sum((2 ** grades.get(d, 0) - 1) / math.log2(i + 2) for i, d in enumerate(ranking[:10]))
    ideal = sum((2 ** g - 1) / math.log2(i + 2) for i, g in enumerate(sorted(grades.values(), reverse=True)[:10]))
    return gain / ideal if ideal else 0


def measure(client, name, queries, qrels, mode):
    sums = [0.0, 0.0, 0.0]
    judged = [q for q in queries if q["id"] in qrels]
    for query in judged:
        options = {"types": ["C-" + name], "mode": mode, "limit": 100, "fields": [], "budgetMilliseconds": 60_000}
        if name == "qmsum" and query.get("scope"):
            options["domains"] = ["s" + str(query["scope"]).replace(".", "_")]
        results = client.search(query["text"], **options)["results"]
        ranking = [r["entity"]["id"] for r in results]
        grades = qrels[query["id"]]
        sums[0] += ndcg(ranking, grades)
        sums[1] += len(set(ranking[:100]) & set(grades)) / len(grades)
        sums[2] += next((1 / (i + 1) for i, d in enumerate(ranking) if d in grades), 0)
    return [s / len(judged) for s in sums]


def run(names):
    if not DATA.exists():
        print(f"(no collections at {DATA})")
        return
    print("\n| collection | lexical nDCG@10 | semantic | hybrid | hybrid recall@100 | hybrid MRR |\n|---|---|---|---|---|---|")
    means = collections.defaultdict(list)
    for name in names or STANDARD + PERSONAL + LANGUAGES:
        folder = DATA / name
        documents = lines(folder, "docs.jsonl")
        qrels = collections.defaultdict(dict)
        for line in (folder / "qrels.tsv").read_text().splitlines():
            query, document, grade = line.split("\t")
            if int(grade) > 0:
                qrels[query][document] = int(grade)
        with Daemon() as daemon, daemon.client() as client:
            donate(client, [
                {"bundle": "org.example.bench", "type": "C-" + name, "id": d["id"],
                 "display": {"title": d["title"] or " "}, "text": d["text"],
                 **({"domain": "s" + str(d["scope"]).replace(".", "_")} if d.get("scope") else {})}
                for d in documents])
            daemon.settle(client)
            queries = lines(folder, "queries.jsonl")
            figures = [measure(client, name, queries, qrels, mode) for mode in ("lexical", "semantic", "hybrid")]
        print(f"| {name} | " + " | ".join(f"{f[0]:.4f}" for f in figures)
              + f" | {figures[2][1]:.4f} | {figures[2][2]:.4f} |", flush=True)
        group = "standard" if name in STANDARD else "personal" if name in PERSONAL else "languages"
        means[group].append([f[0] for f in figures])
    for group, rows in means.items():
        print(f"| *mean {group}* | " + " | ".join(f"{sum(c) / len(c):.4f}" for c in zip(*rows)) + " | | |")
