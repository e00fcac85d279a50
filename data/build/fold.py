"""Everything in 256 directions: cosines that come as near as they can to a sum of several terms.

    target(x, y) = cosine of the fused rows + COMPOUND if x and y make a compound + EXPECTED * term(x, y)

for every word x and every clue word y. The start is the strongest eigenvectors of the target on the clue words, with the other words
projected on them; then STEPS of Adam on random blocks of the target, in which a value z standard deviations above the mean counts
1 + z² times: what matters is which words are near.
"""

import numpy as np

from console import counted, say
from fuse import unit

COMPOUND, EXPECTED = 0.1, 0.015
STEPS, RATE, SIDE = 300, 0.004, 3000
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.98, 1e-8
EVEN = 2000.0              # words are drawn in proportion to 1 / sqrt(rank + EVEN)
BLOCK = 1000
SAMPLE = 7                 # every seventh row tells the mean and the spread
OVERSAMPLED, ROUNDS = 40, 4
SEED = 0


def target(fused, expectation, compounds, clues):
    """float16, a row for each word, a column for each clue word; a word with itself is 1."""
    fused = fused.astype(np.float32)
    mine, result = np.ascontiguousarray(fused[clues].T), np.empty((len(fused), len(clues)), np.float16)
    for at in counted(range(0, len(fused), BLOCK), "target"):
        rows = np.arange(at, min(at + BLOCK, len(fused)))
        block = fused[rows] @ mine
        if expectation is not None:
            block += EXPECTED * expectation.term(rows, clues)
        result[rows] = block
    column = {word: i for i, word in enumerate(clues)}
    for x, y in [*compounds, *(pair[::-1] for pair in compounds)]:
        if y in column:
            result[x, column[y]] += np.float16(COMPOUND)
    result[clues, np.arange(len(clues))] = 1
    return result


def fold(wanted, clues, dims):
    """Unit rows in `dims` dimensions whose cosines follow the target, up to a factor and an offset."""
    chance = np.random.default_rng(SEED)
    sample = wanted[::SAMPLE].astype(np.float32)
    mean, spread = float(sample.mean()), float(sample.std())
    del sample
    fit = Fit(_start(wanted, clues, dims, mean, chance), mean)
    often = 1 / np.sqrt(np.arange(len(wanted)) + EVEN)
    often /= often.sum()
    for step in counted(range(STEPS), "fold"):
        x = chance.choice(len(wanted), min(SIDE, len(wanted)), replace=False, p=often)
        columns = chance.choice(len(clues), min(SIDE, len(clues)), replace=False)
        y = clues[columns]
        block = wanted[x][:, columns].astype(np.float32)
        weights = 1 + np.maximum((block - mean) / spread, 0) ** 2
        weights[x[:, None] == y[None]] = 0
        error = fit.step(x, y, block, weights, min(1, 2 * (1 - step / STEPS)))
        if step % 50 == 0 or step == STEPS - 1:
            say(f"fold, step {step}: rms {error:.5f}, factor {fit.line[0]:.3f}, offset {fit.line[1]:.4f}")
    return unit(fit.rows)


def _start(wanted, clues, dims, mean, chance):
    """The strongest eigenvectors of the target on the clue words, by subspace iteration; the other words by projection."""
    square = wanted[clues].astype(np.float32) - np.float32(mean)
    square = (square + square.T) / 2
    basis = np.linalg.qr(chance.normal(size=(len(clues), dims + OVERSAMPLED)).astype(np.float32))[0]
    for _ in range(ROUNDS):
        basis = np.linalg.qr(square @ basis)[0]
    values, turn = np.linalg.eigh(basis.T @ (square @ basis))
    best = np.argsort(-values)[:dims]
    axes = (basis @ turn[:, best] / np.sqrt(np.maximum(values[best], 1e-6))).astype(np.float32)
    blocks = (wanted[at : at + BLOCK].astype(np.float32) - np.float32(mean) for at in range(0, len(wanted), BLOCK))
    return unit(np.concatenate([block @ axes for block in blocks]))


class Fit:
    """The rows, and the line from their cosines to the target, moved by Adam (Kingma and Ba 2015)."""

    def __init__(self, rows, offset):
        self.rows, self.line = rows, np.array([1.0, offset], np.float32)
        self._moments = [(np.zeros_like(part), np.zeros_like(part)) for part in (self.rows, self.line)]
        self._steps = 0

    def step(self, x, y, block, weights, rate):
        """One step on one block; the weighted error before it."""
        ux, uy = unit(self.rows[x]), unit(self.rows[y])
        cosines = ux @ uy.T
        off = self.line[0] * cosines + self.line[1] - block
        pull = weights * off
        total = weights.sum(dtype=np.float64)
        error = np.sqrt((pull * off).sum(dtype=np.float64) / total)
        pull *= np.float32(2 / total)
        slopes = np.array([(pull * cosines).sum(dtype=np.float64), pull.sum(dtype=np.float64)], np.float32)
        pull *= self.line[0]
        change = np.zeros_like(self.rows)
        change[x] += _along(pull @ uy, ux, self.rows[x])
        change[y] += _along(pull.T @ ux, uy, self.rows[y])
        self._steps += 1
        self._move(self.rows, change, *self._moments[0], RATE * rate)
        self._move(self.line, slopes, *self._moments[1], 2.5 * RATE * rate)
        return float(error)

    def _move(self, values, change, first, second, rate):
        first *= FIRST_MOMENT
        first += np.float32(1 - FIRST_MOMENT) * change
        second *= SECOND_MOMENT
        change *= change
        second += np.float32(1 - SECOND_MOMENT) * change
        size = np.sqrt(second / np.float32(1 - SECOND_MOMENT**self._steps))
        size += np.float32(TINY)
        values -= np.float32(rate / (1 - FIRST_MOMENT**self._steps)) * first / size


def _along(slope, directions, rows):
    """The slope by a row, from the slope by its direction."""
    across = slope - directions * (slope * directions).sum(1, keepdims=True)
    return across / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
