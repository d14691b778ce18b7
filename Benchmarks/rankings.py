"""Relevance of Almagest and of its peers, in one run, over judged collections: nDCG@10 (gain 2^grade − 1), recall@100, MRR.

Same documents (title and text as one), same queries, same scopes, the vectors of the same model; results within a scope are
those of a search of everything that lie in it. Of a collection with more queries than are asked, evenly spread ones.
"""
import argparse
import json

import grids
import peering
import peers
import relevance
from daemon import Daemon, current
from figures import Figure
from inputs import checksum, entity_text, written
from judged import OWN, Collection, names
from measures import mean, ndcg, recall, reciprocal_rank
from vectors import embedded

MEASURES = (("ndcg10", "nDCG@10", ndcg), ("recall100", "recall@100", recall), ("mrr", "MRR", reciprocal_rank))
OURS = {"lexical": "Almagest words", "semantic": "Almagest meaning", "hybrid": "Almagest hybrid"}
# What a collection that is not in English is compared with: the model knows English.
WORDS = ("Xapian", "FTS5", "Tantivy", "Recoll", "LanceDB words")
# What whoever glues parts together has: the columns of `relevance.REFERENCE`.
PARTS = ("FTS5", "Xapian", "exact vectors", "Xapian + vectors, rank fusion", "Xapian + vectors, half each",
         "Xapian + vectors, 0.3 words")
ARGUMENTS = argparse.Namespace(all_members=False, fresh=False, rebuild=[], unscoped=False, dump=None, in_flight=4)
# Queries of a collection, at most.
MOST, MOST_FULL = 200, 100_000


def language(name):
    return name.rpartition("-")[2] if name.startswith("xquad-") or name.endswith("-zh") else "en"


def chosen(bench):
    available = names()
    if bench.share < 1:
        available = [name for name in ("adi", "madial", "xquad-de") if name in available] + [OWN]
    ordered = [name for _, members in relevance.GROUPS for name in members if name in available]
    return ordered + [name for name in available if name not in ordered]


def sample(collection, most):
    queries = collection.queries
    if len(queries) > most:
        collection.queries = [queries[place * len(queries) // most] for place in range(most)]
    return collection


def measured(ranked, collection):
    grades = [collection.judgements[query["id"]] for query in collection.queries]
    return {key: mean(map(measure, ranked, grades)) for key, _, measure in MEASURES}


def ours(collection):
    result = {}
    with Daemon({"semantic": {"niceness": 0}}, current(relevance.prepare(collection, ARGUMENTS))) as daemon, daemon.client() as client:
        relevance.fill(client, collection, ARGUMENTS)
        for mode, title in OURS.items():
            ranked, _ = relevance.ask(client, collection, mode, ARGUMENTS)
            result[title] = measured(ranked, collection)
    return result


def job(collection):
    """The collection as documents and queries for peers, and what a result depends on."""
    if collection.name == OWN:
        documents = [{"id": d["id"], "text": entity_text(d)} for d in collection.documents]
    else:
        documents = [{"id": d["id"], "text": f"{d.get('title', '')}\n{d['text']}".strip() or " "} for d in collection.documents]
    by_scope = {}
    for document in collection.documents:
        by_scope.setdefault(document.get("scope"), []).append(document["id"])
    queries = [{"text": q["text"], **({"within": by_scope.get(q["scope"], [])} if "scope" in q else {})}
               for q in collection.queries]
    result = {"documents": str(written("documents", [json.dumps(d, ensure_ascii=False) for d in documents])),
              "queries": str(written("document-queries", [json.dumps(q, ensure_ascii=False) for q in queries])),
              "language": language(collection.name), "count": 100}
    if language(collection.name) == "en":
        # What the daemon has embedded just so, because it fits into one passage, is not embedded again.
        kept = relevance.prepare(collection, ARGUMENTS) / "embeddings.sqlite"
        result["documentVectors"] = str(embedded("documents", [d["text"] for d in documents], kept))
        result["queryVectors"] = str(embedded("document-queries", [q["text"] for q in queries]))
    return result, checksum(json.dumps([result[key].rpartition("/")[2] for key in ("documents", "queries")]))


def theirs(collection, absent):
    result = {}
    asked, key = job(collection)
    wanted = peers.RANKING if asked["language"] == "en" else WORDS
    peering.rank_all(wanted, asked, key)
    for name in wanted:
        try:
            result[name] = measured(peering.ranked(name, asked, key)["ranked"], collection)
        except peering.Absent as error:
            absent[name] = str(error)
    return result


def run(bench):
    rows, absent = {}, {}
    for name in chosen(bench):
        collection = sample(Collection.load(name), MOST_FULL if bench.full else MOST)
        bench.data[name] = {"count": len(collection.documents), "sha256": collection.checksum}
        rows[name] = {**ours(collection), **theirs(collection, absent)}
        best = max((v["ndcg10"], k) for k, v in rows[name].items() if k not in OURS.values()) if len(rows[name]) > 3 else None
        print(f"{name}: " + ", ".join(f"{k} {v['ndcg10']:.4f}" for k, v in rows[name].items() if k in OURS.values())
              + (f"; best peer {best[1]} {best[0]:.4f}" if best else ""), flush=True)
    systems = [*OURS.values(), *peers.RANKING]
    groups = [(title, [name for name in members if name in rows]) for title, members in relevance.GROUPS]
    figures, tables, plots = [], [], []
    for key, title, _ in MEASURES:
        lines = [(name, *(_figure(rows, [name], system, key) for system in systems)) for name in rows]
        lines += [(f"mean, {group}", *(_figure(rows, members, system, key) for system in systems))
                  for group, members in groups if len(members) > 1]
        tables.append(grids.grid(title, ("collection", *systems), [
            (line[0], *(grids.cell(value, 4) for value in line[1:])) for line in lines]))
    for group, members in groups:
        if not members:
            continue
        bars = [(system, _figure(rows, members, system, "ndcg10")) for system in systems]
        plots.append({"title": f"nDCG@10, mean of {', '.join(members)}", "unit": "", "bars": [b for b in bars if b[1] is not None]})
        ours_title = OURS["lexical"] if group == "languages" else OURS["hybrid"]
        figures += _beside(rows, members, group, ours_title)
    if "xquad-de" in rows or "xquad-zh" in rows:
        figures += _languages(rows)
    tables.append(grids.peers(peers.RANKING))
    return figures, {"rows": rows, "absent": absent, "tables": tables}, plots


def _figure(rows, members, system, key):
    values = [rows[name][system][key] for name in members if system in rows[name]]
    return mean(values) if values and len(values) == len(members) else None


def _beside(rows, members, group, system):
    """Ours beside each collection's best: of plain search by word, the model and their usual sums, where an aim is set, and of
    all peers."""
    slug, figures = group.split()[0], []
    figures.append(Figure(f"ndcg-{slug}", f"{system}, {group}, nDCG@10", _figure(rows, members, system, "ndcg10"), ""))
    # Search by word is compared with search by word.
    choices = [("peer", "-peers", WORDS)]
    if system == OURS["hybrid"]:
        choices = [("of words, model and their sums", "", PARTS), ("peer", "-peers", list(peers.RANKING))]
    for what, mark, names in choices:
        distance = {}
        for name in members:
            best = max((v["ndcg10"] for k, v in rows[name].items() if k in names), default=None)
            if best is not None:
                distance[name] = rows[name][system]["ndcg10"] - best
        if not distance:
            continue
        worst = min(distance, key=distance.get)
        aims = {"mean": 0.01, "worst": -0.01} if not mark else {"mean": None, "worst": -0.01 if group == "languages" else None}
        figures += [
            Figure(f"ndcg-{slug}{mark}-best", f"{system}, {group}, above each collection's best {what}, mean",
                   mean(distance.values()), "", least=aims["mean"], is_ratio=True),
            Figure(f"ndcg-{slug}{mark}-worst", f"{system}, {group}, above the best {what} at worst ({worst})", distance[worst],
                   "", least=aims["worst"], is_ratio=True)]
    return figures


def _languages(rows):
    found = [name for name in rows if name.startswith("xquad-")]
    lowest = min(found, key=lambda name: rows[name][OURS["lexical"]]["ndcg10"])
    loss = {name: rows[name][OURS["hybrid"]]["ndcg10"] - rows[name][OURS["lexical"]]["ndcg10"] for name in found}
    worst = min(loss, key=loss.get)
    return [
        Figure("ndcg-language-lowest", f"lexical search, the lowest language ({lowest}), nDCG@10",
               rows[lowest][OURS["lexical"]]["ndcg10"], "", least=0.925, is_ratio=True),
        Figure("ndcg-language-hybrid", f"hybrid above lexical search at worst ({worst})", loss[worst], "", least=-0.01,
               is_ratio=True),
    ]
