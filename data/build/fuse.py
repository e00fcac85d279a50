"""Five readings of a word side by side: remove what all words share, weigh, unit length; then the fixed rotation of the end."""

import dataclasses

import numpy as np

TOP = 3                       # components removed by all-but-the-top
GLOVE_ROWS, ENCODED_ROWS = 50_000, 30_000     # the most frequent words, on which all-but-the-top is fitted
GLOSS_WEIGHT, MINILM_WEIGHT, MPNET_WEIGHT, SENSE_WEIGHT = 1.0, 0.5, 1.0, 0.8
SAID_ROWS = 30_000            # words of the graph, on which its directions beside the space are fitted
ASSOCIATION_WEIGHT = 1.0      # of the graph of associations beside everything else
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
        centred = (rows - mean).astype(np.float64)
        directions = np.linalg.eigh(centred.T @ centred)[1][:, ::-1].T
        return cls(mean, directions[:TOP].astype(np.float32))

    def apply(self, rows):
        centred = rows - self.mean
        return unit(centred - (centred @ self.top.T) @ self.top).astype(np.float32)


def without_top(rows, fitted):
    """All-but-the-top, fitted on the first rows."""
    return AllButTheTop.fit(rows[:fitted]).apply(rows)


@dataclasses.dataclass(frozen=True)
class Fusion:
    """The sources, each already on its own without what all words share."""

    glove: np.ndarray          # 100 wide
    glosses: np.ndarray        # 200
    minilm: np.ndarray         # 384
    mpnet: np.ndarray          # 768
    senses: np.ndarray         # 768

    def stages(self):
        """(name, rows) as one source after the other joins; the last is all of them."""
        hybrid = unit(np.hstack([self.glove, GLOSS_WEIGHT * self.glosses]))
        yield "all-but-the-top", self.glove
        yield "+ glosses", hybrid
        parts = [hybrid]
        for name, rows, weight in (
            ("+ MiniLM", self.minilm, MINILM_WEIGHT),
            ("+ MPNet", self.mpnet, MPNET_WEIGHT),
            ("+ MPNet on senses", self.senses, SENSE_WEIGHT),
        ):
            parts.append(np.float32(weight) * rows)
            yield name, unit(np.hstack(parts))

    def fused(self):
        """All side by side, unit length."""
        for _, rows in self.stages():
            pass
        return rows


def with_associations(space, said, weight=ASSOCIATION_WEIGHT):
    """Rows of the space beside rows of the graph of associations, brought to unit length. A word that the graph lacks keeps its direction."""
    return unit(np.hstack([space, np.float32(weight) * said])).astype(np.float32)


def strongest(rows, said, dims):
    """Unit rows in the strongest directions of the most frequent words that the graph has."""
    fitted = rows[np.flatnonzero(np.any(said, axis=1))[:SAID_ROWS]]
    square = (fitted.T @ fitted).astype(np.float64)
    return unit(rows @ np.linalg.eigh(square)[1][:, ::-1][:, :dims].astype(np.float32)).astype(np.float32)


def turned(rows, like):
    """The rows turned as a whole so that they point where others do as nearly as can be (Schönemann 1966): cosines among them stay."""
    left, _, right = np.linalg.svd((rows.T @ like).astype(np.float64))
    return rows @ (left @ right).astype(np.float32)


def rotation(dims):
    """A fixed random rotation: it spreads the variance evenly, so that four bits a number suffice."""
    return np.linalg.qr(np.random.default_rng(SEED).normal(size=(dims, dims)))[0].astype(np.float32)
