"""Measures of a ranking against judgements."""

import math


def ndcg(ranked, grades, depth=10):
    """Normalised discounted cumulative gain: gain 2^grade - 1, discount log2(rank + 1)."""
    gained = sum((2 ** grades.get(key, 0) - 1) / math.log2(rank + 2) for rank, key in enumerate(ranked[:depth]))
    best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)[:depth]
    ideal = sum((2 ** grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(best))
    return gained / ideal if ideal else 0.0


def recall(ranked, grades, depth=100):
    wanted = {key for key, grade in grades.items() if grade > 0}
    return len(wanted.intersection(ranked[:depth])) / len(wanted) if wanted else 0.0


def reciprocal_rank(ranked, grades):
    for rank, key in enumerate(ranked):
        if grades.get(key, 0) > 0:
            return 1 / (rank + 1)
    return 0.0


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else float("nan")
