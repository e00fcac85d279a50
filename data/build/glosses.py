"""What a dictionary says: a vector for each word from WordNet's glosses and relations.

Positive pointwise mutual information over (headword, gloss word | synonym | hypernym | part | member) and, at a quarter of the
weight, over gloss words that stand near each other; then a truncated singular value decomposition.
"""

import array
import re

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import svds

from console import counted
from fuse import unit

DIMS = 200
WORDS = 120_000            # the most frequent words take part
HEAD_WEIGHT, NEAR_WEIGHT = 2.0, 0.5
LONGEST_GLOSS, WINDOW = 25, 5
SMOOTHING = 0.75           # of the context distribution
KIN = "@#%"                # hypernym, holonym, meronym
SEED = 20_240_601

STOP = frozenset(
    """a also an and any are as at be being by esp etc for from having her his in into is it its made not of often on one or other
    small large some someone something that the their to used usually very which who with""".split()
)


def vectors(words, wordnet):
    """A unit row for each word that WordNet speaks of, directly or through its lemma; zero for the rest."""
    known = {word: i for i, word in enumerate(words[:WORDS])}
    rows = _decompose(_associations(_count(known, wordnet)))
    for word, i in known.items():
        if word not in wordnet.lemma_pos:
            rows[i] = next((rows[known[base]] for base in wordnet.lemmas(word) if base in known and rows[known[base]].any()), rows[i])
    everything = np.zeros((len(words), DIMS), np.float32)
    everything[: len(rows)] = rows
    return everything


def _count(known, wordnet):
    """(pairs, weights): a pair is row * WORDS + column; both directions, sorted, each once."""
    head_pairs, near_pairs = array.array("q"), array.array("q")
    for synset in counted(list(wordnet.synsets.values()), "glosses"):
        tokens = [known[t] for t in re.findall("[a-z]+", synset.gloss) if t in known and t not in STOP]
        heads = [known[w] for w in synset.words if w in known]
        kin = [known[w] for sign, key in synset.links if sign[0] in KIN for w in wordnet.synsets[key].words if w in known]
        around = set(tokens + kin + heads)
        head_pairs.extend(a * WORDS + b for a in heads for b in around if a != b)
        tokens = tokens[:LONGEST_GLOSS]
        near_pairs.extend(a * WORDS + b for i, a in enumerate(tokens) for b in tokens[i + 1 : i + 1 + WINDOW] if a != b)
    pairs = np.concatenate([_both(head_pairs), _both(near_pairs)])
    weights = np.repeat([HEAD_WEIGHT, NEAR_WEIGHT], [2 * len(head_pairs), 2 * len(near_pairs)])
    unique, where = np.unique(pairs, return_inverse=True)
    return unique, np.bincount(where, weights)


def _both(pairs):
    forward = np.frombuffer(pairs, np.int64)
    return np.concatenate([forward, forward % WORDS * WORDS + forward // WORDS])


def _associations(counts):
    pairs, weights = counts
    i, j = pairs // WORDS, pairs % WORDS
    row, column, total = np.bincount(i, weights, WORDS), np.bincount(j, weights, WORDS) ** SMOOTHING, weights.sum()
    column *= total / column.sum()
    values = np.maximum(np.log(weights * total / (row[i] * column[j])), 0)
    return csr_matrix((values, (i, j)), shape=(WORDS, WORDS))


def _decompose(matrix):
    start = np.random.default_rng(SEED).normal(size=WORDS)
    left, strength, _ = svds(matrix, k=DIMS, v0=start)
    rows = (left * np.sqrt(strength)).astype(np.float32)
    rows[np.linalg.norm(rows, axis=1) <= 1e-6] = 0
    return unit(rows)
