"""Three sources in one space: remove what all words share, put side by side, keep the strongest 256 directions, rotate."""

import dataclasses

import numpy as np

DIMS = 256
TOP = 3                       # components removed by all-but-the-top
GLOVE_ROWS, SENTENCE_ROWS, FUSED_ROWS = 50_000, 30_000, 40_000   # the most frequent words, on which each step is fitted
GLOSS_WEIGHT, SENTENCE_WEIGHT = 1.0, 0.8
SEED = 0


def unit(rows):
    """Rows of length one; zero rows stay zero."""
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


@dataclasses.dataclass(frozen=True)
class AllButTheTop:
    """Mu and Viswanath's post-processing: minus the mean, minus the strongest components, unit length."""

    mean: np.ndarray
    top: np.ndarray

    @classmethod
    def fit(cls, rows):
        mean = rows.mean(0)
        directions = np.linalg.svd((rows - mean).astype(np.float64), full_matrices=False)[2]
        return cls(mean, directions[:TOP].astype(np.float32))

    def apply(self, rows):
        centred = rows - self.mean
        return unit(centred - (centred @ self.top.T) @ self.top)


@dataclasses.dataclass(frozen=True)
class Fusion:
    """The fitted chain. Each method is one link, so that each can be measured."""

    glove: AllButTheTop
    sentence: AllButTheTop
    axes: np.ndarray
    rotation: np.ndarray

    @classmethod
    def fit(cls, all_glove, kept_glove, kept_glosses, kept_sentences):
        """`all_glove`: every row in frequency order; the others: the rows of the words that are kept."""
        glove = AllButTheTop.fit(all_glove[:GLOVE_ROWS])
        sentence = AllButTheTop.fit(kept_sentences[:SENTENCE_ROWS])
        fused = cls(glove, sentence, None, None).fused(kept_glove, kept_glosses, kept_sentences)[:FUSED_ROWS].astype(np.float64)
        axes = np.linalg.eigh(fused.T @ fused)[1][:, ::-1][:, :DIMS]
        rotation = np.linalg.qr(np.random.default_rng(SEED).normal(size=(DIMS, DIMS)))[0]
        return cls(glove, sentence, axes.astype(np.float32), rotation.astype(np.float32))

    def hybrid(self, glove, glosses):
        """GloVe beside the glosses, 300 wide."""
        return unit(np.hstack([self.glove.apply(glove), GLOSS_WEIGHT * glosses]))

    def fused(self, glove, glosses, sentences):
        """All three, 684 wide."""
        return unit(np.hstack([self.hybrid(glove, glosses), SENTENCE_WEIGHT * self.sentence.apply(sentences)]))

    def small(self, glove, glosses, sentences):
        """On the strongest 256 directions, unit length, not yet rotated."""
        return unit(self.fused(glove, glosses, sentences) @ self.axes)

    def rotated(self, glove, glosses, sentences):
        """The same, rotated at random: the variance is spread evenly, so that four bits a number suffice."""
        return self.small(glove, glosses, sentences) @ self.rotation
