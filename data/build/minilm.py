"""all-MiniLM-L6-v2 in numpy: BERT with 6 layers, 12 heads, width 384, mean pooling over all tokens.

One word is one text. Words are taken in batches of equal length in tokens, so nothing is padded and nothing masked.
"""

import collections
import math

import numpy as np
from safetensors.numpy import load_file
from scipy.special import erf
from tokenizers import Tokenizer

from console import counted
from fuse import unit

WIDTH, LAYERS, HEADS = 384, 6, 12
BATCH = 256


class MiniLM:
    """The encoder, read from the folder that holds model.safetensors and tokenizer.json."""

    def __init__(self, folder):
        weights = load_file(f"{folder}/model.safetensors")
        self._weights = {name: value.astype(np.float32) for name, value in weights.items() if value.dtype != np.int64}
        self._tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def encode(self, words):
        """A unit row for each word."""
        by_length = collections.defaultdict(list)
        tokens = [self._tokenizer.encode(word).ids for word in words]
        for i, ids in enumerate(tokens):
            by_length[len(ids)].append(i)
        batches = [rows[at : at + BATCH] for _, rows in sorted(by_length.items()) for at in range(0, len(rows), BATCH)]
        result = np.zeros((len(words), WIDTH), np.float32)
        for rows in counted(batches, "MiniLM batches"):
            result[rows] = unit(self._forward(np.array([tokens[i] for i in rows])).mean(1))
        return result

    def _forward(self, ids):
        x = self._embed(ids)
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}."
            x = self._norm(x + self._attend(x, name + "attention."), name + "attention.output.LayerNorm")
            hidden = _gelu(self._linear(x, name + "intermediate.dense"))
            x = self._norm(x + self._linear(hidden, name + "output.dense"), name + "output.LayerNorm")
        return x

    def _embed(self, ids):
        name = "embeddings."
        x = self._weights[name + "word_embeddings.weight"][ids]
        x = x + self._weights[name + "position_embeddings.weight"][: ids.shape[1]]
        x = x + self._weights[name + "token_type_embeddings.weight"][0]
        return self._norm(x, name + "LayerNorm")

    def _attend(self, x, name):
        query, key, value = (self._split(self._linear(x, f"{name}self.{part}")) for part in ("query", "key", "value"))
        scores = query @ key.swapaxes(2, 3) / math.sqrt(WIDTH // HEADS)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        mixed = (shares @ value).swapaxes(1, 2).reshape(x.shape)
        return self._linear(mixed, name + "output.dense")

    def _split(self, x):
        return x.reshape(*x.shape[:2], HEADS, WIDTH // HEADS).swapaxes(1, 2)

    def _linear(self, x, name):
        return x @ self._weights[name + ".weight"].T + self._weights[name + ".bias"]

    def _norm(self, x, name):
        centred = x - x.mean(-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return centred / spread * self._weights[name + ".weight"] + self._weights[name + ".bias"]


def _gelu(x):
    return (0.5 * x * (1 + erf(x / np.float32(math.sqrt(2))))).astype(np.float32)
