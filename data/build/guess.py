"""Words that no list translates: where a sentence encoder and other sources take them to stand in the English space."""

import numpy as np

from fuse import unit

RIDGE = 30.0                       # how strongly a linear map is held small
ENCODED = 40_000                   # English words that the map from the encoder is fitted on
FAMILIAR = 30_000                  # neighbours are sought among so many of the most frequent English words
NEIGHBOURS, NEIGHBOUR_SHARPNESS = 10, 5.0
LINEAR, NEAR = 0.5, 0.7            # weights of the map and of the neighbours
SYNONYM_SHARPNESS = 10.0           # how much a set of synonyms counts that agrees with the guess
BLOCK = 1_000


def linear(sources, targets):
    """The ridge regression from one kind of row to another."""
    square = sources.T @ sources + RIDGE * np.eye(sources.shape[1], dtype=np.float32)
    return np.linalg.solve(square, sources.T @ targets).astype(np.float32)


def near(encoded, mapped, english_encoded, english_rows):
    """For each word the mean of the English words that are nearest by encoder and map, nearer ones counting for more."""
    found = np.zeros_like(mapped)
    both = np.hstack([english_encoded[:FAMILIAR], english_rows[:FAMILIAR]])
    for start in range(0, len(encoded), BLOCK):
        places = slice(start, start + BLOCK)
        closeness = np.hstack([encoded[places], mapped[places]]) @ both.T
        best = np.argpartition(-closeness, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        best.sort(axis=1)
        shares = _shares(np.take_along_axis(closeness, best, 1), NEIGHBOUR_SHARPNESS)
        found[places] = np.einsum("nk,nkd->nd", shares, english_rows[best])
    return unit(found)


def guesses(encoded, mapped, english_encoded, english_rows):
    """What map and neighbours say together."""
    return unit(LINEAR * mapped + NEAR * near(encoded, mapped, english_encoded, english_rows))


def by_synonyms(sets, guess, english):
    """The mean over sets of English synonyms, those counting for more that agree with the guess; nothing if no word is known."""
    vectors = [vector for vector in (english.vector(" ".join(words)) for words in sets) if vector is not None]
    if not vectors:
        return None
    vectors = np.array(vectors)
    return unit(_shares((vectors @ guess)[None], SYNONYM_SHARPNESS) @ vectors)[0]


def _shares(values, sharpness):
    """Softmax of each row."""
    weights = np.exp(sharpness * (values - values.max(1, keepdims=True)))
    return weights / weights.sum(1, keepdims=True)
