#!/usr/bin/env python3
"""Builds a sentence encoder for Almagest from published weights.

    build-model.py SOURCE TARGET [--name NAME] [--query-prefix TEXT] [--passage-prefix TEXT] [--pooling mean|cls]

SOURCE is a folder with config.json, model.safetensors and tokenizer.json (WordPiece) of a BERT-family encoder, and where
there are, vocab.txt, sentence_bert_config.json, modules.json, 1_Pooling/config.json and
config_sentence_transformers.json: how it pools and what it puts before texts is taken from these unless it is said.
TARGET receives

    model.xml, model.bin   the graph as OpenVINO IR, weights in fp32. Inputs `ids`, `mask` (int64, [batch, length]);
                           output `hidden` (float32, [batch, length, dimensions])
    tokenizer.json, vocab.txt
    model.json             name, identity, dimensions, maximumLength, pooling, queryPrefix, passagePrefix, and
                           unrelated: mean and deviation of the cosines of texts that have nothing in common
    reference.json         a few texts with token ids and vectors, computed with numpy alone, for the tests

TARGET appears whole or not at all. The built graph is compared with the numpy computation; a difference is an error.
"""

import argparse
import hashlib
import json
import math
import mmap
import shutil
import struct
import sys
from pathlib import Path

import numpy as np
import openvino as ov
import openvino.opset13 as op

# No two of them have anything to do with one another.
UNRELATED = [
    "The ferry to the island leaves at six in the morning.",
    "How to replace the batteries of a smoke detector",
    "Quarterly report on coffee exports",
    "She plays the second violin.",
    "Garbage collection in virtual machines",
    "The recipe needs two eggs and a pinch of salt.",
    "Volcanic ash closed the airport.",
    "A sonnet has fourteen lines.",
    "Dentist appointment on Tuesday",
    "Penguins huddle against the wind.",
    "The defendant appealed the verdict.",
    "Knitting pattern for winter socks",
    "Photosynthesis turns light into sugar.",
    "The goalkeeper saved the penalty.",
    "Password reset for your account",
    "Medieval castles of the Rhine valley",
    "Interest rates were left unchanged.",
    "My bicycle has a flat tyre.",
    "Symptoms of a vitamin deficiency",
    "Satellites measure the height of the sea.",
    "Grandmother's wedding photographs",
    "The elevator is out of order.",
    "Introduction to linear algebra",
    "Jazz concert in the old brewery",
]

SENTENCES = [
    "A crew lunch on the launch pad",
    "Bring blankets and oxygen",
    "something sweet for the picnic",
    "Meteor Shower Watch Party, Wednesday 10 PM",
    "GNU Image Manipulation Program: edit photos",
    "Größe, café, naïve: ÄÖÜ",
    "今天天气很好，我们去公园。",
    "x",
    "",
    " ".join(["The quick brown fox jumps over the lazy dog while a second fox reads about astronomy."] * 30),
]


def read_safetensors(path):
    """The tensors of a safetensors file as float32 arrays by name."""
    types = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        start, end = (8 + length + offset for offset in entry["data_offsets"])
        if entry["dtype"] == "BF16":
            values = (np.frombuffer(data[start:end], np.uint16).astype(np.uint32) << 16).view(np.float32)
        elif entry["dtype"] in types:
            values = np.frombuffer(data[start:end], types[entry["dtype"]])
        else:
            continue
        name = name.removeprefix("bert.").removeprefix("roberta.")
        if values.dtype != np.int64:
            tensors[name] = values.astype(np.float32).reshape(entry["shape"])
    return tensors


class Encoder:
    """Sizes and weights of a BERT-family encoder."""

    def __init__(self, source):
        config = json.loads((source / "config.json").read_text())
        if config["model_type"] not in ("bert", "roberta", "xlm-roberta"):
            sys.exit(f"build-model: {config['model_type']} is not of the BERT family")
        if config.get("hidden_act", "gelu") not in ("gelu", "relu"):
            sys.exit(f"build-model: no activation {config['hidden_act']}")
        self.width = config["hidden_size"]
        self.heads = config["num_attention_heads"]
        self.layers = config["num_hidden_layers"]
        self.epsilon = config["layer_norm_eps"]
        self.activation = config.get("hidden_act", "gelu")
        # RoBERTa counts positions from the one after its padding token.
        self.first_position = 0 if config["model_type"] == "bert" else config["pad_token_id"] + 1
        self.positions = config["max_position_embeddings"] - self.first_position
        self.weights = read_safetensors(source / "model.safetensors")

    def position_table(self):
        """Position and token type (always 0) embeddings added up, [positions, width]."""
        table = self.weights["embeddings.position_embeddings.weight"][self.first_position :]
        return table + self.weights["embeddings.token_type_embeddings.weight"][0]


def build_graph(encoder, maximum):
    """The encoder as an OpenVINO model with a dynamic batch and length, up to `maximum` tokens."""
    weights = encoder.weights
    head = encoder.width // encoder.heads

    def constant(values, kind=np.float32):
        return op.constant(np.asarray(values, kind))

    def dense(x, name):
        product = op.matmul(x, constant(weights[name + ".weight"]), False, True)
        return op.add(product, constant(weights[name + ".bias"]))

    def norm(x, name):
        scaled = op.mvn(x, constant([-1], np.int64), True, encoder.epsilon, "inside_sqrt")
        return op.add(op.multiply(scaled, constant(weights[name + ".weight"])), constant(weights[name + ".bias"]))

    def split_heads(x):
        parts = op.reshape(x, constant([0, 0, encoder.heads, head], np.int64), True)
        return op.transpose(parts, constant([0, 2, 1, 3], np.int64))

    ids = op.parameter([-1, ov.Dimension(1, maximum)], np.int64, "ids")
    mask = op.parameter([-1, ov.Dimension(1, maximum)], np.int64, "mask")

    words = op.gather(constant(weights["embeddings.word_embeddings.weight"]), ids, constant(0, np.int64))
    length = op.gather(op.shape_of(ids), constant([1], np.int64), constant(0, np.int64))
    places = op.slice(
        constant(encoder.position_table()[:maximum]),
        constant([0], np.int64), length, constant([1], np.int64), constant([0], np.int64))
    x = norm(op.add(words, places), "embeddings.LayerNorm")

    # 0 where there is a token, a large negative number where there is padding.
    absent = op.multiply(op.subtract(constant(1.0), op.convert(mask, "f32")), constant(-10000.0))
    absent = op.unsqueeze(absent, constant([1, 2], np.int64))

    for index in range(encoder.layers):
        layer = f"encoder.layer.{index}."
        query = split_heads(dense(x, layer + "attention.self.query"))
        key = split_heads(dense(x, layer + "attention.self.key"))
        value = split_heads(dense(x, layer + "attention.self.value"))
        scores = op.multiply(op.matmul(query, key, False, True), constant(1 / math.sqrt(head)))
        attention = op.softmax(op.add(scores, absent), -1)
        context = op.transpose(op.matmul(attention, value, False, False), constant([0, 2, 1, 3], np.int64))
        context = op.reshape(context, constant([0, 0, encoder.width], np.int64), True)
        x = norm(op.add(x, dense(context, layer + "attention.output.dense")), layer + "attention.output.LayerNorm")
        inner = dense(x, layer + "intermediate.dense")
        inner = op.gelu(inner, "erf") if encoder.activation == "gelu" else op.relu(inner)
        x = norm(op.add(x, dense(inner, layer + "output.dense")), layer + "output.LayerNorm")

    result = op.result(x)
    model = ov.Model([result], [ids, mask], "encoder")
    model.inputs[0].get_tensor().set_names({"ids"})
    model.inputs[1].get_tensor().set_names({"mask"})
    model.outputs[0].get_tensor().set_names({"hidden"})
    model.validate_nodes_and_infer_types()
    return model


def encode_with_numpy(encoder, ids):
    """Hidden states of one text, [tokens, width], in float64: the reference that owes nothing to OpenVINO."""
    weights = {name: values.astype(np.float64) for name, values in encoder.weights.items()}

    def dense(x, name):
        return x @ weights[name + ".weight"].T + weights[name + ".bias"]

    def norm(x, name):
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + encoder.epsilon)
        return scaled * weights[name + ".weight"] + weights[name + ".bias"]

    erf = np.vectorize(math.erf)
    x = weights["embeddings.word_embeddings.weight"][ids] + encoder.position_table()[: len(ids)]
    x = norm(x, "embeddings.LayerNorm")
    head = encoder.width // encoder.heads
    for index in range(encoder.layers):
        layer = f"encoder.layer.{index}."
        query, key, value = (
            dense(x, layer + "attention.self." + part).reshape(len(ids), encoder.heads, head).transpose(1, 0, 2)
            for part in ("query", "key", "value"))
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(head)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        context = (scores / scores.sum(-1, keepdims=True)) @ value
        context = context.transpose(1, 0, 2).reshape(len(ids), encoder.width)
        x = norm(x + dense(context, layer + "attention.output.dense"), layer + "attention.output.LayerNorm")
        inner = dense(x, layer + "intermediate.dense")
        inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2))) if encoder.activation == "gelu" else np.maximum(inner, 0)
        x = norm(x + dense(inner, layer + "output.dense"), layer + "output.LayerNorm")
    return x


def pool(hidden, pooling):
    vector = hidden[0] if pooling == "cls" else hidden.mean(0)
    return vector / np.linalg.norm(vector)


def reference(encoder, model, tokenizer, settings):
    """Texts with their token ids and vectors; exits when the graph does not compute what numpy computes."""
    compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    entries = []
    for text in SENTENCES:
        ids = tokenizer.encode(settings["passagePrefix"] + text).ids
        vector = pool(encode_with_numpy(encoder, ids), settings["pooling"])
        inputs = {"ids": np.array([ids], np.int64), "mask": np.ones((1, len(ids)), np.int64)}
        built = pool(compiled(inputs)["hidden"][0].astype(np.float64), settings["pooling"])
        if not float(vector @ built) > 0.99999:
            sys.exit(f"build-model: the graph differs from the reference for {text[:40]!r}: {vector @ built}")
        entries.append({"text": text, "ids": ids, "vector": [round(float(v), 7) for v in vector]})
    return entries


def unrelated_cosines(model, tokenizer, settings):
    """Mean and standard deviation of the cosines of query and passage over all pairs of UNRELATED."""
    compiled = ov.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

    def vectors(prefix):
        for text in UNRELATED:
            ids = tokenizer.encode(prefix + text).ids
            inputs = {"ids": np.array([ids], np.int64), "mask": np.ones((1, len(ids)), np.int64)}
            yield pool(compiled(inputs)["hidden"][0].astype(np.float64), settings["pooling"])

    cosines = np.array(list(vectors(settings["queryPrefix"]))) @ np.array(list(vectors(settings["passagePrefix"]))).T
    apart = cosines[~np.eye(len(UNRELATED), dtype=bool)]
    return {"mean": round(float(apart.mean()), 4), "deviation": round(float(apart.std()), 4)}


def json_of(path):
    return json.loads(path.read_text()) if path.exists() else {}


def pooling_of(source):
    """How the published encoder makes one vector of many, "mean" where it doesn't say."""
    for module in json_of(source / "modules.json") or []:
        kind = module["type"].rsplit(".", 1)[-1]
        if kind not in ("Transformer", "Pooling", "Normalize"):
            sys.exit(f"build-model: modules.json: no module {kind} is known here")
    modes = [k for k, on in json_of(source / "1_Pooling" / "config.json").items() if k.startswith("pooling_mode") and on]
    known = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
    if len(modes) > 1 or any(mode not in known for mode in modes):
        sys.exit(f"build-model: 1_Pooling/config.json: pooling by {', '.join(modes)} is not known here")
    return known[modes[0]] if modes else "mean"


def prompt_of(source, *names):
    prompts = json_of(source / "config_sentence_transformers.json").get("prompts") or {}
    return next((prompts[name] for name in names if prompts.get(name)), "")


def main():
    arguments = argparse.ArgumentParser(description="Builds a sentence encoder from published weights.")
    arguments.add_argument("source", type=Path)
    arguments.add_argument("target", type=Path)
    arguments.add_argument("--name")
    arguments.add_argument("--query-prefix")
    arguments.add_argument("--passage-prefix")
    arguments.add_argument("--pooling", choices=("mean", "cls"))
    given = arguments.parse_args()
    source = given.source
    for file in ("config.json", "model.safetensors", "tokenizer.json"):
        if not (source / file).is_file():
            sys.exit(f"build-model: there is no {source / file}")
    kind = json_of(source / "tokenizer.json").get("model", {}).get("type", "WordPiece")
    if kind != "WordPiece":
        sys.exit(f"build-model: {source / 'tokenizer.json'}: its model is {kind}; only WordPiece is known here")

    from tokenizers import Tokenizer

    encoder = Encoder(source)
    maximum = min(json_of(source / "sentence_bert_config.json").get("max_seq_length") or encoder.positions, encoder.positions)
    settings = {
        "name": given.name or given.target.name,
        "dimensions": encoder.width,
        "maximumLength": maximum,
        "pooling": given.pooling or pooling_of(source),
        "queryPrefix": prompt_of(source, "query") if given.query_prefix is None else given.query_prefix,
        "passagePrefix": prompt_of(source, "passage", "document")
        if given.passage_prefix is None else given.passage_prefix,
    }
    # Vectors of two models, or of one model used in two ways, must never be compared: this tells them apart.
    identity = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for file in ("model.safetensors", "tokenizer.json"):
        identity.update(hashlib.sha256((source / file).read_bytes()).digest())
    settings["identity"] = identity.hexdigest()

    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(maximum)

    partial = given.target.with_name("." + given.target.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    model = build_graph(encoder, maximum)
    ov.save_model(model, partial / "model.xml", compress_to_fp16=False)
    for file in ("tokenizer.json", "vocab.txt"):
        if (source / file).exists():
            shutil.copyfile(source / file, partial / file)
    entries = reference(encoder, model, tokenizer, settings)
    settings["unrelated"] = unrelated_cosines(model, tokenizer, settings)
    (partial / "reference.json").write_text(json.dumps(entries, ensure_ascii=False, indent=0))
    (partial / "model.json").write_text(json.dumps(settings, indent=2) + "\n")
    shutil.rmtree(given.target, ignore_errors=True)
    partial.rename(given.target)


if __name__ == "__main__":
    main()
