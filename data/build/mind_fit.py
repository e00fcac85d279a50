"""Halves to fit and to judge minds on, and how well a table decodes them."""

import dataclasses
import itertools

import numpy as np

CODES = np.array(list(itertools.permutations(range(4), 3)))
TIE = 1e-9


@dataclasses.dataclass(frozen=True)
class Halves:
    """Four keywords, a code and a clue for each of its digits, many times; places in the tables."""

    keywords: np.ndarray      # halves x 4
    codes: np.ndarray         # halves: a row of CODES
    clues: np.ndarray         # halves x 3

    @classmethod
    def drawn(cls, clues, count, seed):
        """`count` halves of the keywords that have clues (place of the keyword: places of its clues)."""
        rng, known = np.random.default_rng(seed), sorted(keyword for keyword in clues if clues[keyword])
        keywords = np.array([rng.choice(known, 4, replace=False) for _ in range(count)])
        codes = rng.integers(len(CODES), size=count)
        said = [[rng.choice(clues[row[slot]]) for slot in CODES[code]] for row, code in zip(keywords, codes)]
        return cls(keywords, codes, np.array(said))

    def cells(self, rows):
        """What a table holds for each clue under each of the four keywords: halves x 3 x 4."""
        return rows[self.keywords[:, None, :], self.clues[:, :, None]]


def posteriors(logs):
    """P(code) of each half, from ln P(clue | keyword) of its clues and keywords (halves x 3 x 4)."""
    sums = sum(logs[:, digit][:, CODES[:, digit]] for digit in range(3))
    weights = np.exp(sums - sums.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def log_loss(found, halves):
    """Mean bits that the right code costs."""
    return float(-np.log2(found[np.arange(len(found)), halves.codes]).mean())


def right(found, halves):
    """Of each half whether its likeliest code is the right one; a tie of k codes counts 1/k."""
    ties = found >= found.max(axis=1, keepdims=True) - TIE
    return ties[np.arange(len(found)), halves.codes] / ties.sum(axis=1)


def sharpened(scores, base, sharpness):
    """Words in proportion to their base rate and to exp(sharpness x score); a row a keyword, sums of one."""
    weights = base * np.exp(sharpness * (scores - scores.max(axis=1, keepdims=True)))
    return weights / weights.sum(axis=1, keepdims=True)


def mixed(kernel, base, trust):
    """A share `trust` of the kernel, the rest of the base rate."""
    return trust * kernel + (1 - trust) * base


def fitted(kernels, base, trusts, halves):
    """The kernel (name: rows) and the trust of least log loss: (loss, name, trust)."""
    best, apart = None, base[halves.clues][:, :, None]
    for name, kernel in kernels:
        cells = halves.cells(kernel)
        for trust in trusts:
            loss = log_loss(posteriors(np.log(trust * cells + (1 - trust) * apart)), halves)
            if best is None or loss < best[0]:
                best = loss, name, trust
    return best
