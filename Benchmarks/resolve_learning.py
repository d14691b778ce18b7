"""Learns the numbers of config/resolve.json from what `resolve` says of its candidates when asked to explain.

Further questions about what was said are learned from too: how much what was said before counts is learned from them alone, beside the
numbers that the requests give; in the second step each has a small weight. Two steps, each on what the daemon reports: weights that put
candidates in order (softmax regression over the candidates of a request), then two logistic regressions over the first answer, whether it is right and whether there is anything
that is meant. Each is checked on requests left out of its learning (cross-validation by fifths).
"""

import collections
import json

import numpy as np

from daemon import ROOT

CONFIG = ROOT / "config" / "resolve.json"
SOURCE = ROOT / "Sources" / "Search" / "Resolve" / "ResolveModel+Learned.swift"
# Of requests that mean something, the share that may be answered with none while learning.
FALSE_NONE = 0.035
# How much a further question counts beside a request in the second step.
FURTHER = 0.2
FURTHER_KIND = "further questions"


def identifier(candidate):
    return "{bundle}/{type}/{id}".format(**candidate["entity"])


def learn_order(samples, names, fixed=None, penalty=0.01, steps=400):
    """Weights by softmax regression with Adam; samples are (features, right) a request. Those that are not None in `fixed` stay."""
    samples = [(x, y) for x, y in samples if y.any()]
    scale = np.concatenate([x for x, _ in samples]).std(0) + 1e-6
    fixed = fixed or [None] * len(names)
    free = np.array([value is None for value in fixed])
    held = np.array([value or 0 for value in fixed])
    weights, mean, square = (np.zeros(len(names)) for _ in range(3))
    for step in range(1, steps + 1):
        gradient = penalty * weights
        for x, y in samples:
            z = x / scale
            score = z @ weights + x @ held
            p = np.exp(score - score.max())
            p /= p.sum()
            wanted = np.where(y, p, 0)
            gradient = gradient + (p - wanted / wanted.sum()) @ z / len(samples)
        gradient = gradient * free
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient ** 2
        weights -= 0.1 * (mean / (1 - 0.9 ** step)) / (np.sqrt(square / (1 - 0.999 ** step)) + 1e-8)
    return weights / scale + held


def learn_steps(samples, kinds, names, known=None):
    """The order's weights: those of an entity itself from the requests (or `known`), those of what was said before it from the further
    questions, the others held."""
    before = [name.startswith("before") for name in names]
    own = [0 if is_before else None for is_before in before]
    requests = [s for s, kind in zip(samples, kinds) if kind != FURTHER_KIND]
    further = [s for s, kind in zip(samples, kinds) if kind == FURTHER_KIND]
    first = known if known is not None else learn_order(requests, names, own)
    if not further:
        return np.array(first)
    return learn_order(further, names, [None if is_before else float(w) for w, is_before in zip(first, before)])


def learn_logistic(x, y, shares, penalty=3.0):
    """Weights and bias of a logistic regression by Newton's method; each sample counts by its share."""
    scale = x.std(0) + 1e-3
    design = np.c_[x / scale, np.ones(len(x))]
    weights = np.zeros(design.shape[1])
    ridge = np.r_[np.ones(design.shape[1] - 1), 1e-6]
    for _ in range(25):
        p = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (shares * (p - y)) + penalty * np.r_[weights[:-1], 0]
        hessian = (design * (shares * p * (1 - p))[:, None]).T @ design + penalty * np.diag(ridge)
        weights -= np.linalg.solve(hessian, gradient)
    return weights[:-1] / scale, weights[-1]


def folds(count):
    return np.random.RandomState(1).randint(0, 5, count)


def learn(requests, replies, further=frozenset(), keep=False):
    """Learns from explained replies, prints what is reached on what was left out, and returns the model. `further` are the identifiers
    of the further questions among the requests. With `keep` the order's weights of an entity itself stay as they are."""
    model = json.loads(CONFIG.read_text())
    names = model["features"]
    samples, kinds = [], []
    for request, reply in zip(requests, replies):
        candidates = [c for c in reply["candidates"] if "explained" in c.get("why", {})]
        if candidates and request["expect"] != "none":
            x = np.array([[c["why"][name] for name in names] for c in candidates])
            is_further = request["id"] in further
            samples.append((x, np.array([identifier(c) in request["answers"] for c in candidates])))
            kinds.append(FURTHER_KIND if is_further else request["kind"])
    known = model["weights"] if keep else None
    fold = folds(len(samples))
    right = collections.Counter()
    for number in range(5):
        inside = fold != number
        weights = learn_steps([s for s, i in zip(samples, inside) if i], [k for k, i in zip(kinds, inside) if i], names, known)
        for (x, y), kind, f in zip(samples, kinds, fold):
            if f == number:
                right[kind] += bool(y[np.argmax(x @ weights)])
    total = collections.Counter(kinds)
    print("order, on requests left out: " + ", ".join(f"{k} {right[k]}/{total[k]}" for k in sorted(total)))
    model["weights"] = [round(float(w), 3) for w in learn_steps(samples, kinds, names, known)]

    names = model["decisionFeatures"]
    x, correct, there, shares = [], [], [], []
    for request, reply in zip(requests, replies):
        why = reply["candidates"][0].get("why", {}) if reply["candidates"] else {}
        if "decision.explained" not in why:
            continue
        answer = {identifier(c) for c in reply["candidates"][:int(why["group"])]}
        x.append([why["decision." + name] for name in names])
        correct.append(request["expect"] != "none" and answer == set(request["answers"]))
        there.append(request["expect"] != "none")
        shares.append(FURTHER if request["id"] in further else 1)
    x, correct, there, shares = np.array(x), np.array(correct, float), np.array(there, float), np.array(shares)
    fold = folds(len(x))
    for label, target in (("confidence", correct), ("existence", there)):
        held = np.zeros(len(x))
        for number in range(5):
            weights, bias = learn_logistic(x[fold != number], target[fold != number], shares[fold != number])
            held[fold == number] = 1 / (1 + np.exp(-(x[fold == number] @ weights + bias)))
        weights, bias = learn_logistic(x, target, shares)
        model[label] = [round(float(w), 3) for w in weights]
        model[label + "Bias"] = round(float(bias), 3)
        if label == "confidence":
            print("confidence, on requests left out (stated, answers, right):")
            for low in np.arange(0, 1, 0.1):
                inside = (held >= low) & (held < low + 0.1)
                if inside.any():
                    print(f"  {held[inside].mean():.2f} {inside.sum():4d} {target[inside].mean():.2f}")
        else:
            ordered = np.sort(held[(there == 1) & (shares == 1)])
            threshold = ordered[int(FALSE_NONE * len(ordered))]
            more = held[(there == 1) & (shares < 1)]
            model["threshold"] = round(float(threshold), 3)
            print(f"none, on requests left out: {int((held[there == 0] < threshold).sum())} of {int((there == 0).sum())}, "
                  f"falsely of further questions: {int((more < threshold).sum())} of {len(more)}")
    return model


def write(model):
    def numbers(values):
        return "[" + ", ".join(str(v) for v in values) + "]"

    CONFIG.write_text(json.dumps(model, indent=1) + "\n")
    SOURCE.write_text(f"""// swift-format-ignore-file
// Written by Benchmarks/resolve.py from config/resolve.json.

extension ResolveModel {{
    static let learned = ResolveModel(
        weights: {numbers(model["weights"])},
        confidence: {numbers(model["confidence"])},
        confidenceBias: {model["confidenceBias"]},
        existence: {numbers(model["existence"])},
        existenceBias: {model["existenceBias"]},
        threshold: {model["threshold"]})
}}
""")
