"""Vectors from the graph of associations: which word leads to which, and where a walk of a few steps goes from there.

An answer is an edge from its headword, the heavier the earlier it stands. Two words that share neighbours are near, whether or not
one stands in the list of the other (De Deyne, Perfors and Navarro 2016). The steps:

    edges      headword -> answer at 1 / (START + place); an answer of several words leads to each of them as well, at SPLIT
    walk       forwards to what is said to a word, backwards (at BACKWARDS) to the words to which it is said; a second step at DECAY
    ppmi       how much likelier the walk ends there than by chance
    reduced    the strongest DIMS directions
"""

import collections
import re

import numpy as np
import scipy.sparse

from fuse import unit

START, SPLIT = 4, 0.4              # how weight falls with the place of an answer; the share that each word of a phrase has
FORWARDS, BACKWARDS = 1.0, 0.6
DECAY, LEAST = 0.5, 5e-4           # of a second step; steps that are less likely are not followed
SMOOTHING = 0.75                   # of what is likely by chance: rare ends count for less
DIMS, SEED = 300, 0
OVERSAMPLED, ROUNDS = 40, 4
FEWEST = 2                         # of answers that no space knows: so often one must be given to be a node
SHORTEST = 3                       # part of a phrase
BLOCK = 2000
WORD = re.compile("[^\\W\\d_]+")


class GraphError(Exception):
    """A list of associations that cannot be read."""


def read(*paths):
    """{headword: its answers, the likeliest first} of one list or several; a headword stands in one of them only."""
    found = {}
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf8").splitlines()[1:], 2):
            headword, _, cell = line.partition("\t")
            if not cell or headword in found:
                raise GraphError(f"{path}, line {number}: `{headword}` has no answers or stands twice; keep one line for each headword")
            found[headword] = cell.split(", ")
    return found


def parts(text, function_words):
    """The words of a phrase that say something, for example `mince`, `pies`; none of a single word."""
    words = WORD.findall(text)
    return [word for word in words if len(word) >= SHORTEST and word not in function_words] if len(words) > 1 else []


def nodes(lists, known):
    """{text: place} of the headwords, of answers that the space knows, and of others that are given FEWEST times; sorted."""
    times = collections.Counter(answer for answers in lists.values() for answer in answers)
    kept = {answer for answer, count in times.items() if answer in known or count >= FEWEST} | lists.keys()
    return {text: place for place, text in enumerate(sorted(kept))}


def edges(lists, place, function_words, split=SPLIT):
    """The weight of each step from a headword (row) to an answer, or to a word of one (column)."""
    rows, columns, weights = [], [], []
    for headword, answers in lists.items():
        for rank, answer in enumerate(answers):
            ends = [(answer, 1.0)] + [(part, split) for part in parts(answer, function_words) if part != headword]
            found = [(place[end], share) for end, share in ends if end in place and share > 0]
            rows += [place[headword]] * len(found)
            columns += [end for end, _ in found]
            weights += [share / (START + rank) for _, share in found]
    return scipy.sparse.csr_matrix((np.array(weights), (rows, columns)), shape=(len(place), len(place)))


def walk(steps):
    """Where one step or two lead, in shares: the second counts DECAY."""
    once = _shares(steps)
    blocks = (_followed(once[at : at + BLOCK], once) for at in range(0, once.shape[0], BLOCK))
    return (once + DECAY * scipy.sparse.vstack(list(blocks))).tocsr()


def _shares(steps):
    totals = np.asarray(steps.sum(1)).ravel()
    return scipy.sparse.csr_matrix(scipy.sparse.diags(1 / np.maximum(totals, 1e-12)) @ steps)


def _followed(once, more):
    twice = once @ more
    twice.data[twice.data < LEAST] = 0
    twice.eliminate_zeros()
    return twice


def ppmi(matrix):
    """Positive pointwise mutual information of row and column, the columns smoothed."""
    cells = matrix.tocoo()
    rows = np.bincount(cells.row, cells.data, matrix.shape[0])
    columns = np.bincount(cells.col, cells.data, matrix.shape[1]) ** SMOOTHING
    columns *= rows.sum() / columns.sum()
    values = np.log(cells.data * rows.sum() / (rows[cells.row] * columns[cells.col]))
    kept = values > 0
    return scipy.sparse.csr_matrix((values[kept].astype(np.float32), (cells.row[kept], cells.col[kept])), shape=matrix.shape)


def reduced(matrix, dims=DIMS):
    """Unit rows in the strongest directions, weighted by the root of their strength; zero where a row is empty. By subspace iteration."""
    dims = min(dims, matrix.shape[0])
    back = matrix.T.tocsr()
    width = min(dims + OVERSAMPLED, matrix.shape[0])
    basis = np.random.default_rng(SEED).normal(size=(matrix.shape[0], width)).astype(np.float32)
    for _ in range(ROUNDS):
        basis = np.linalg.qr(matrix @ (back @ basis))[0]
    seen = back @ basis
    strength, turn = np.linalg.eigh((seen.T @ seen).astype(np.float64))
    best = np.argsort(-strength, kind="stable")[:dims]
    rows = basis @ (turn[:, best] * np.maximum(strength[best], 0) ** 0.25).astype(np.float32)
    rows[np.diff(matrix.indptr) == 0] = 0
    return unit(rows).astype(np.float32)


def vectors(lists, known, function_words, forwards=FORWARDS, backwards=BACKWARDS):
    """({text: place}, a unit row for each): headwords, answers and phrases."""
    place = nodes(lists, known)
    forth = edges(lists, place, function_words)
    return place, reduced(ppmi(walk(forwards * forth + backwards * forth.T.tocsr())))


def rows(words, place, found, lemmas):
    """A row for each word of a space: that of the word in the graph, otherwise that of its first lemma there, otherwise zeros."""
    result = np.zeros((len(words), found.shape[1]), np.float32)
    for i, (word, bases) in enumerate(zip(words, lemmas)):
        listed = next((text for text in (word, *bases) if text in place), None)
        if listed is not None:
            result[i] = found[place[listed]]
    return result
