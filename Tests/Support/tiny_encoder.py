#!/usr/bin/env python3
"""Makes a tiny encoder with seeded random weights, in the files that encoders are published in.

    tiny_encoder.py TARGET [--seed N] [--width N] [--pooling mean|cls|max] [--query-prompt TEXT] [--passage-prompt TEXT]
                    [--tokenizer WordPiece|BPE] [--dense]

It understands nothing, but texts that share words come near to one another.
"""
import argparse
import json
import pathlib
import struct

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

WORDS = """a and at the of on in for with to is query passage search crew lunch oxygen tank picnic cake chocolate meteor
shower watch party music song running list photo edit image thing common red green blue note number""".split()
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"

options = argparse.ArgumentParser()
options.add_argument("target", type=pathlib.Path)
options.add_argument("--seed", type=int, default=1)
options.add_argument("--width", type=int, default=32)
options.add_argument("--pooling", default="mean")
options.add_argument("--query-prompt")
options.add_argument("--passage-prompt")
options.add_argument("--tokenizer", default="WordPiece")
options.add_argument("--dense", action="store_true")
given = options.parse_args()
given.target.mkdir(parents=True)

vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *LETTERS, *("##" + letter for letter in LETTERS), *":.,'-", *WORDS]
ids = {token: index for index, token in enumerate(dict.fromkeys(vocabulary))}
if given.tokenizer == "BPE":
    tokenizer = Tokenizer(models.BPE(vocab=ids, merges=[], unk_token="[UNK]"))
else:
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]", max_input_chars_per_word=100))
tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
tokenizer.post_processor = processors.TemplateProcessing(
    single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
    special_tokens=[("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])])
tokenizer.save(str(given.target / "tokenizer.json"))

width, layers, positions = given.width, 2, 64
random = np.random.default_rng(given.seed)
tensors = {
    "embeddings.word_embeddings.weight": random.normal(0, 1, (len(ids), width)),
    "embeddings.position_embeddings.weight": random.normal(0, 0.05, (positions, width)),
    "embeddings.token_type_embeddings.weight": random.normal(0, 0.05, (2, width)),
}
norms = ["embeddings.LayerNorm"]
for layer in (f"encoder.layer.{index}." for index in range(layers)):
    sizes = {"attention.self.query": (width, width), "attention.self.key": (width, width),
             "attention.self.value": (width, width), "attention.output.dense": (width, width),
             "intermediate.dense": (4 * width, width), "output.dense": (width, 4 * width)}
    for name, shape in sizes.items():
        tensors[layer + name + ".weight"] = random.normal(0, 1.5 / np.sqrt(shape[1]), shape)
        tensors[layer + name + ".bias"] = random.normal(0, 0.02, shape[0])
    norms += [layer + "attention.output.LayerNorm", layer + "output.LayerNorm"]
for name in norms:
    tensors[name + ".weight"], tensors[name + ".bias"] = np.ones(width), np.zeros(width)

header, data = {}, b""
for name, values in tensors.items():
    raw = values.astype("<f4").tobytes()
    header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
head = json.dumps(header).encode()
(given.target / "model.safetensors").write_bytes(struct.pack("<Q", len(head)) + head + data)


def write(name, value):
    (given.target / name).parent.mkdir(exist_ok=True)
    (given.target / name).write_text(json.dumps(value))


write("config.json", {
    "model_type": "bert", "hidden_size": width, "num_attention_heads": 2, "num_hidden_layers": layers,
    "intermediate_size": 4 * width, "max_position_embeddings": positions, "layer_norm_eps": 1e-12, "hidden_act": "gelu",
    "pad_token_id": 0})
mode = {"mean": "pooling_mode_mean_tokens", "cls": "pooling_mode_cls_token", "max": "pooling_mode_max_tokens"}
write("1_Pooling/config.json", {name: name == mode[given.pooling] for name in mode.values()})
kinds = ["Transformer", "Pooling"] + ["Dense"] * given.dense + ["Normalize"]
write("modules.json", [{"idx": n, "type": f"sentence_transformers.models.{kind}"} for n, kind in enumerate(kinds)])
prompts = {"query": given.query_prompt, "document": given.passage_prompt}
if any(prompts.values()):
    write("config_sentence_transformers.json", {"prompts": {name: text for name, text in prompts.items() if text}})
