#!/usr/bin/env python3
"""Writes Sources/Semantic/Tokenizer/BertCharacters.swift: what the `tokenizers` package does to each character.

    .deps/python/bin/python scripts/generate-bert-characters.py

The package has Unicode tables of its own, of several versions; asking it about every code point is the only way to
agree with it about all of them. BertNormalizer (clean, isolate ideographs, NFD, drop marks, lower case) and
BertPreTokenizer (split at white space, isolate punctuation) treat each code point alone, so a table says it all.
"""

import textwrap
from pathlib import Path

from tokenizers import normalizers, pre_tokenizers

TARGET = Path(__file__).parent.parent / "Sources/Semantic/Tokenizer/BertCharacters.swift"

normalizer = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=True)
splitter = pre_tokenizers.BertPreTokenizer()


def splits(character):
    """Whether the pre-tokenizer makes a word of its own of it."""
    return len(splitter.pre_tokenize_str("a" + character + "b")) == 3


def is_hangul(code):
    """Syllables are decomposed by arithmetic."""
    return 0xAC00 <= code < 0xD7A4


def ranges(codes):
    """Ascending codes as `first-last`."""
    result = []
    for code in codes:
        if result and result[-1][1] == code - 1:
            result[-1][1] = code
        else:
            result.append([code, code])
    return [f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in result]


def runs(pairs):
    """Ascending (code, replacement) as `first+count*stride>replacement`, the replacement going up with the code."""
    result = []
    for code, text in pairs:
        if len(text) == 1 and result and result[-1]["text"] is not None:
            run = result[-1]
            stride = code - run["last"]
            if ord(text) - code == run["delta"] and stride in (1, 2) and run["stride"] in (0, stride):
                run.update(last=code, count=run["count"] + 1, stride=stride)
                continue
        single = len(text) == 1
        result.append({
            "first": code, "last": code, "count": 1, "stride": 0, "all": text,
            "text": text if single else None, "delta": ord(text) - code if single else 0})
    parts = []
    for run in result:
        target = ".".join(f"{ord(c):x}" for c in run["all"])
        repeat = f"+{run['count']:x}*{run['stride']}" if run["count"] > 1 else ""
        parts.append(f"{run['first']:x}{repeat}>{target}")
    return parts


def literal(name, comment, parts):
    lines = textwrap.wrap(" ".join(parts), 108, break_on_hyphens=False, break_long_words=False)
    body = " \\\n".join("        " + line for line in lines)
    return f'    /// {comment}\n    static let {name} = """\n{body}\n        """\n'


def main():
    dropped, spaces, isolated, ideographs, replaced = [], [], [], [], []
    for code in range(0x110000):
        if 0xD800 <= code < 0xE000 or is_hangul(code):
            continue
        character = chr(code)
        result = normalizer.normalize_str("A" + character + "B")[1:-1]
        if result == "":
            dropped.append(code)
            continue
        if result == " ":
            spaces.append(code)
            continue
        if len(result) > 2 and result[0] == result[-1] == " ":
            ideographs.append(code)
            result = result[1:-1]
        assert " " not in result, hex(code)
        if result != character:
            replaced.append((code, result))
        if result == character and splits(character):
            isolated.append(code)
    outputs = {c for _, text in replaced for c in text}
    # What stands in for a character is treated as what it is itself.
    for character in outputs:
        assert splits(character) == (ord(character) in set(isolated)) or ord(character) in ideographs, character
    TARGET.write_text(
        "// Written by scripts/generate-bert-characters.py; a test compares it with the `tokenizers` package.\n\n"
        "/// What BERT's uncased normalizer and pre-tokenizer do to each code point, in hexadecimal.\n"
        "enum BertCharacters {\n"
        + literal("dropped", "Removed: controls, unassigned and private code points, non-spacing marks.", ranges(dropped))
        + "\n" + literal("spaces", "Separate words.", ranges(spaces))
        + "\n" + literal("isolated", "Punctuation: each one is a word of its own.", ranges(isolated))
        + "\n" + literal("ideographs", "Each one is a word of its own.", ranges(ideographs))
        + "\n" + literal(
            "replaced",
            "Decomposed, without marks, in lower case: `code>codes`, or `first+count*stride>first`.", runs(replaced))
        + "}\n")


if __name__ == "__main__":
    main()
