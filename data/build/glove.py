"""GloVe: words in frequency order and their 100 numbers."""

import json

import numpy as np

DIMS = 100
INDEX = 101   # each entry: 100 numbers, their norm, the word's rank


def read(path):
    """(words, rows): the most frequent word first."""
    with open(path, encoding="utf8") as file:
        content = json.load(file)
    words = content["words"]
    rows = np.zeros((len(words), DIMS), np.float32)
    seen = np.zeros(len(words), bool)
    for word, values in content["vectors"].items():
        rank = int(values[INDEX])
        if words[rank] != word:
            raise ValueError(f"{path}: {word!r} says rank {rank}, which is {words[rank]!r}")
        rows[rank], seen[rank] = values[:DIMS], True
    if not seen.all():
        raise ValueError(f"{path}: {int((~seen).sum())} words have no vector")
    return words, rows
