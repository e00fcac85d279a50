"""A sentence encoder of the BERT family: a unit row for a text, the mean over all its tokens.

Texts are taken in batches of equal length in tokens, so nothing is padded and nothing masked.
"""

import collections
import dataclasses
import math

import numpy as np
from openvino import opset13 as op
from safetensors.numpy import load_file
from tokenizers import Tokenizer

import network
from fuse import unit
from network import constant, heads, joined, whole

TOKENS_A_BATCH = 1024


@dataclasses.dataclass(frozen=True)
class Names:
    """What the tensors of one model are called."""

    query: str
    key: str
    value: str
    mixed: str
    attention_norm: str


class Encoder:
    """The model in the folder that holds model.safetensors and tokenizer.json; a subclass says what is its own."""

    layers, heads = 12, 12
    epsilon = 1e-12
    names = None

    def __init__(self, folder):
        weights = load_file(f"{folder}/model.safetensors")
        self.weights = {name: value.astype(np.float32) for name, value in weights.items() if value.dtype != np.int64}
        self.width = self.weights["embeddings.word_embeddings.weight"].shape[1]
        self._tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def encode(self, texts):
        """A unit row for each text."""
        tokens = [self._tokenizer.encode(text).ids for text in texts]
        batches = alike(tokens)
        result = np.zeros((len(texts), self.width), np.float32)
        for rows, (means,) in network.run(*self._graph(), batches, lambda rows: self._inputs([tokens[i] for i in rows]), type(self).__name__):
            result[rows] = unit(means)
        return result

    def _inputs(self, tokens):
        ids = np.array(tokens)
        return [self.embedded(ids), self.bias(ids.shape[1])]

    def embedded(self, ids):
        """The sum of the embeddings, before the first norm: texts, tokens, width."""
        raise NotImplementedError

    def bias(self, length):
        """What is added to the attention scores of texts of this length: 1, heads, tokens, tokens."""
        return np.zeros((1, self.heads, length, length), np.float32)

    def _graph(self):
        tokens, bias = op.parameter([-1, -1, self.width]), op.parameter([1, self.heads, -1, -1])
        x = self._norm(tokens, "embeddings.LayerNorm")
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}."
            x = self._norm(op.add(x, self._attend(x, name + "attention.", bias)), name + "attention." + self.names.attention_norm)
            hidden = op.gelu(self._linear(x, name + "intermediate.dense"), "erf")
            x = self._norm(op.add(x, self._linear(hidden, name + "output.dense")), name + "output.LayerNorm")
        return [op.reduce_mean(x, whole(1))], [tokens, bias]

    def _attend(self, x, name, bias):
        size = self.width // self.heads
        query, key, value = (heads(self._linear(x, name + part), self.heads, size) for part in (self.names.query, self.names.key, self.names.value))
        scores = op.add(op.multiply(op.matmul(query, key, False, True), constant(1 / math.sqrt(size))), bias)
        return self._linear(joined(op.matmul(op.softmax(scores, -1), value, False, False), self.width), name + self.names.mixed)

    def _linear(self, x, name):
        return op.add(op.matmul(x, constant(self.weights[name + ".weight"]), False, True), constant(self.weights[name + ".bias"]))

    def _norm(self, x, name):
        plain = op.mvn(x, whole(-1), True, self.epsilon, "inside_sqrt")
        return op.add(op.multiply(plain, constant(self.weights[name + ".weight"])), constant(self.weights[name + ".bias"]))


def alike(tokens, most=TOKENS_A_BATCH):
    """Indices of texts of equal length, short ones first, at most `most` tokens together."""
    by_length = collections.defaultdict(list)
    for i, ids in enumerate(tokens):
        by_length[len(ids)].append(i)
    sizes = {length: max(1, most // length) for length in by_length}
    return [rows[at : at + sizes[length]] for length, rows in sorted(by_length.items()) for at in range(0, len(rows), sizes[length])]
