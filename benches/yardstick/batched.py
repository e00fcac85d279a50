#!/usr/bin/env python3
"""The two-team game in NumPy, many games at once: a yardstick for speed, on one thread.

python batched.py margin|pragmatic [GAMES] [BATCH] [VOCABULARY] prints `mode games games_per_second mean_rounds`.

`margin` is the clue giver of that name against itself with exact Bayesian interceptors; `pragmatic` is `pragmatic:gamma=0`:
among the same candidates it maximises P(decoded) - P(intercepted), two passes over the three positions. The association
table comes from synthetic clustered vectors, so no file is needed; timings do not depend on what the vectors mean. The
start is not counted. What a careful user of NumPy does is done: likelihoods lie as they are read, beliefs are linear, a
step is taken for all games of a batch that still go on, and the sums over codes are taken by slot.
"""

import itertools
import os
import sys
import time

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"

import numpy as np  # noqa: E402

KEYWORDS, DIM, BETA, SHORTLIST, TOP = 440, 100, 10.0, 256, 64
CODES = np.array(list(itertools.permutations(range(4), 3)))
# For each position: which slot each code has there.
SLOTS = [np.eye(4, dtype=np.float32)[CODES[:, n]] for n in range(3)]


class Table:
    """P(clue | keyword), by clue, and for each keyword's likeliest clues under every other keyword."""

    def __init__(self, vocabulary, rng):
        centres = rng.normal(size=(200, DIM))

        def directions(count):
            rows = centres[rng.integers(200, size=count)] + 0.9 * rng.normal(size=(count, DIM))
            return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

        logits = BETA * directions(KEYWORDS) @ directions(vocabulary).T
        weights = np.exp(logits - logits.max(1, keepdims=True))
        p = weights / weights.sum(1, keepdims=True)
        self.by_clue = np.ascontiguousarray(p.T)
        self.shortlist = np.argpartition(-p, SHORTLIST, axis=1)[:, :SHORTLIST].astype(np.int32)
        self.rows = np.stack([p[:, clues] for clues in self.shortlist])


class Batch:
    """Some games at once. The first axis of every array is the game, the second mostly the team."""

    def __init__(self, table, count, rng):
        self.table, self.rng = table, rng
        deals = rng.random((count, KEYWORDS), dtype=np.float32).argpartition(8, axis=1)[:, :8]
        self.teams = deals.reshape(count, 2, 4)
        own, others = self.teams[:, :, :, None], self.teams[:, :, None, :]
        rows = table.rows[own, others]
        slots = np.arange(4)
        meant = rows[:, :, slots, slots]
        rivals = rows.copy()
        rivals[:, :, slots, slots] = 0.0
        margins = meant / rivals.max(3)
        best = np.argpartition(margins, SHORTLIST - TOP, axis=3)[..., -TOP:]
        self.places = best
        self.weights = np.take_along_axis(margins, best, 3)
        self.words = np.take_along_axis(table.shortlist[self.teams], best, 3)
        self.own = np.take_along_axis(rows, best[:, :, :, None, :], 4)
        self.beliefs = np.full((count, 2, 4, KEYWORDS), 1 / KEYWORDS, np.float32)
        self.misses, self.hits = np.zeros((2, count, 2), np.int8)
        self.rounds = np.zeros(count, np.int8)

    def play(self, pragmatic):
        on = np.arange(len(self.rounds))
        for number in range(1, 9):
            self.rounds[on] = number
            for team in (0, 1):
                self.half(on, team, number > 1, pragmatic)
            on = on[np.maximum(self.misses[on], self.hits[on]).max(1) < 2]
            if not len(on):
                break
        return self.rounds

    def half(self, on, team, overheard, pragmatic):
        every = np.arange(len(on))
        truth = self.rng.integers(24, size=len(on))
        code = CODES[truth]
        chosen = np.zeros((len(on), 3), np.intp)
        for n in range(3):
            chosen[:, n] = self.draw(on, team, code, chosen, n)
        if pragmatic and overheard:
            chosen = self.improve(on, team, truth, chosen)
        slots = code[every[:, None], np.arange(3)]
        clues = self.words[on[:, None], team, slots, chosen]
        self.say(on, clues)
        likelihoods = self.table.by_clue[clues]
        own = np.take_along_axis(likelihoods, self.teams[on, team][:, None, :], 2)
        self.misses[on, team] += guess(own) != truth
        beliefs = self.beliefs[on, team]
        if overheard:
            self.hits[on, 1 - team] += guess(likelihoods @ beliefs.transpose(0, 2, 1)) == truth
        updated = beliefs[every[:, None], code] * likelihoods
        self.beliefs[on[:, None], team, code] = updated / updated.sum(2, keepdims=True)

    def draw(self, on, team, code, chosen, n):
        """A candidate for a position, by weight; what has been said weighs nothing."""
        words, weights = self.words[on, team, code[:, n]], self.weights[on, team, code[:, n]]
        for m in range(n):
            weights[words == self.words[on, team, code[:, m], chosen[:, m]][:, None]] = 0.0
        sums = weights.cumsum(1)
        target = self.rng.random((len(on), 1), dtype=np.float32) * sums[:, -1:]
        return np.minimum((sums <= target).sum(1), TOP - 1)

    def say(self, on, clues):
        said = (self.words[on][..., None] == clues[:, None, None, None, :]).any(-1)
        self.weights[on] = np.where(said, 0.0, self.weights[on])

    def improve(self, on, team, truth, chosen):
        every, code = np.arange(len(on)), CODES[truth]
        own = self.own[on[:, None], team, code]
        heard = self.overhear(on, team, code)
        words = self.words[on[:, None], team, code]
        free = self.weights[on[:, None], team, code] > 0
        for n in [0, 1, 2] * 2:
            others = [m for m in range(3) if m != n]
            gain = share(own, chosen, truth, n, others) - share(heard, chosen, truth, n, others)
            gain[~free[:, n]] = -np.inf
            for m in others:
                gain[words[:, n] == words[every, m, chosen[:, m]][:, None]] = -np.inf
            chosen[:, n] = gain.argmax(1)
        return chosen

    def overhear(self, on, team, code):
        """P(candidate | slot, history) to the opponents: a product with the keyword's own block for each game."""
        heard = np.empty((len(on), 3, 4, TOP), np.float32)
        keywords, rows = self.teams[on, team], self.table.rows
        for n, game in enumerate(on):
            beliefs = self.beliefs[game, team]
            for m, slot in enumerate(code[n]):
                heard[n, m] = (beliefs @ rows[keywords[n, slot]])[:, self.places[game, team, slot]]
        return heard


def share(rows, chosen, truth, n, others):
    """P(the right code) for each candidate in position n, the other two held fast."""
    every = np.arange(len(rows))
    ways = np.ones((len(rows), 24), np.float32)
    for m in others:
        ways *= rows[every, m, :, chosen[:, m]][:, CODES[:, m]]
    right = rows[every, n, CODES[truth, n]] * ways[every, truth][:, None]
    total = np.matmul((ways @ SLOTS[n])[:, None, :], rows[:, n])[:, 0]
    return right / total


def guess(likelihoods):
    """The likeliest code, given a row of four for each of three clues."""
    a, b, c = (likelihoods[:, n, CODES[:, n]] for n in range(3))
    return (a * b * c).argmax(1)


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else "margin"
    games, batch, vocabulary = (
        int(sys.argv[n]) if len(sys.argv) > n else default for n, default in ((2, 4096), (3, 1024), (4, 20_000))
    )
    rng = np.random.default_rng(1)
    table = Table(vocabulary, rng)
    start = time.perf_counter()
    rounds = [Batch(table, min(batch, games - first), rng).play(mode == "pragmatic") for first in range(0, games, batch)]
    pace = games / (time.perf_counter() - start)
    print(mode, games, f"{pace:.1f}", f"{np.concatenate(rounds).mean():.2f}")


if __name__ == "__main__":
    main()
