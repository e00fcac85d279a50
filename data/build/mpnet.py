"""all-mpnet-base-v2: MPNet with 12 layers, 12 heads, width 768, and a bias of its own for every distance between two tokens."""

import math

import numpy as np

from encoder import Encoder, Names

FIRST_POSITION = 2           # below are the padding's
BUCKETS, FARTHEST = 32, 128  # of distances: half of the buckets for each direction, half of those exact, the rest in logarithms


class MPNet(Encoder):
    """Positions count from FIRST_POSITION; the bias by distance is the same in all layers."""

    epsilon = 1e-5
    names = Names("attn.q", "attn.k", "attn.v", "attn.o", "LayerNorm")

    def embedded(self, ids):
        words = self.weights["embeddings.word_embeddings.weight"][ids]
        return words + self.weights["embeddings.position_embeddings.weight"][FIRST_POSITION : FIRST_POSITION + ids.shape[1]]

    def bias(self, length):
        places = np.arange(length)
        table = self.weights["encoder.relative_attention_bias.weight"]
        return table[bucket(places[None, :] - places[:, None])].transpose(2, 0, 1)[None]


def bucket(distance):
    """The bucket of a distance (token looked at, minus token that looks)."""
    half = BUCKETS // 2
    exact = half // 2
    size = np.abs(distance)
    spread = np.log(np.maximum(size, 1) / exact) / math.log(FARTHEST / exact) * (half - exact)
    far = np.minimum(exact + np.maximum(spread, 0).astype(int), half - 1)
    return np.where(distance > 0, half, 0) + np.where(size < exact, size, far)
