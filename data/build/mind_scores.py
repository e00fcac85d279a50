"""How strongly each mind links each word to each keyword: a row a keyword, a column a word, from one source alone."""

import collections
import gzip
import math
import re

import numpy as np
from scipy.sparse import csr_matrix, diags

import fuse
from fuse import unit

FIRST = 6            # a stated clue of place n, from 0, weighs 1 / (n + FIRST)
MOST = 10.0          # what one statement weighs at most
BEST_SHARED, CONTEXT = 1.2, 0.75
STATEMENT = re.compile(r"'freq': (-?\d+), 'score': (-?\d+)")


def glove(words, keywords, known, rows):
    """Cosines of GloVe without what all its common words share."""
    place = {word: i for i, word in enumerate(known)}
    rows = unit(fuse.AllButTheTop.fit(rows[: fuse.GLOVE_ROWS]).apply(rows[[place[word] for word in words]]))
    return rows[_places(words, keywords)] @ rows.T


def encoded(words, keywords, rows):
    """Cosines of rows that an encoder of sentences makes of single words, without what all share."""
    rows = unit(rows - rows.mean(axis=0))
    return rows[_places(words, keywords)] @ rows.T


def stated(words, keywords, lists):
    """Weights of the clues that are stated for the keyword, and of the words for which the keyword is stated."""
    place = {word: i for i, word in enumerate(words)}
    row = {keyword: i for i, keyword in enumerate(keywords)}
    forth, back = np.zeros((len(keywords), len(words))), np.zeros((len(keywords), len(words)))
    for headword, clues in lists:
        for n, clue in enumerate(clues):
            if headword in row and clue in place:
                forth[row[headword], place[clue]] += 1 / (n + FIRST)
            if clue in row and headword in place:
                back[row[clue], place[headword]] += 1 / (n + FIRST)
    return forth, back


def statements(words, keywords, path, lemmas):
    """Links of words that stand at the two ends of people's statements: how much likelier than chance they meet, how often they do,
    and how alike their partners are."""
    known, counts = _partners(path)
    node = {word: i for i, word in enumerate(known)}
    places = np.array([_node(word, node, lemmas) for word in words])
    sums = np.asarray(counts.sum(axis=1)).ravel()
    context = sums**CONTEXT / (sums**CONTEXT).sum()
    met = counts.tocoo()
    likelier = np.maximum(np.log(met.data / (sums[met.row] * context[met.col])), 0)
    likelier = csr_matrix((likelier, (met.row, met.col)), shape=counts.shape)
    norms = np.sqrt(np.asarray(likelier.multiply(likelier).sum(axis=1)).ravel())
    directions = diags(1 / np.maximum(norms, 1e-9)) @ likelier
    heads, has = places[_places(words, keywords)], places >= 0
    at = np.maximum(places, 0)
    alike = (directions[heads] @ directions[at].T).toarray()
    return (likelier[heads][:, at].toarray() / 10 + BEST_SHARED * alike + np.log1p(counts[heads][:, at].toarray()) / 10) * has


def _partners(path):
    """Words, and how much people's statements link each with each."""
    counts = collections.defaultdict(float)
    with gzip.open(path, "rt", encoding="utf8") as file:
        for line in file:
            first, second, rest = line.rstrip("\n").split("\t")
            told, liked = (int(number) for number in STATEMENT.search(rest).groups())
            ends = re.findall("[a-z]+", first), re.findall("[a-z]+", second)
            if told <= 0 or liked <= 0 or not all(ends):
                continue
            weight = min(told / 10 * math.log2(liked + 1), MOST) / math.sqrt(len(ends[0]) * len(ends[1]))
            for x in ends[0]:
                for y in ends[1]:
                    if x != y:
                        counts[x, y] += weight
                        counts[y, x] += weight
    known = sorted({word for word, _ in counts})
    place = {word: i for i, word in enumerate(known)}
    rows, columns = ([place[pair[end]] for pair in counts] for end in (0, 1))
    return known, csr_matrix((list(counts.values()), (rows, columns)), shape=(len(known), len(known)))


def _node(word, node, lemmas):
    """The place of a word or of its first lemma that is known; -1 for none."""
    return next((node[form] for form in (word, *lemmas[word]) if form in node), -1)


def _places(words, keywords):
    place = {word: i for i, word in enumerate(words)}
    return [place[keyword] for keyword in keywords]
