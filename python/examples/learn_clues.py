"""A clue giver that learns by policy gradient, and what it is worth.

It sits as White's Encryptor in an :class:`overhear.Episode`; house agents have all other seats, and their guesser is ``bayes``,
who does not know how the learner chooses. A policy is a softmax over the likeliest legal clues for a keyword, linear in four
features; REINFORCE (Williams 1992) with a running mean of each round as baseline moves its weights. A half is worth 0, less 1
if the own team misunderstands and less 1 if the other team intercepts.

    python examples/learn_clues.py --games 8000 --league 4000

prints the learning curve, the weights, and the rows of a league in which the learner plays beside what it was before and two
agents of the house. The league's deals are others than those of the training.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import cached_property

import numpy as np
import overhear
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FEATURES = ("likely", "clear", "alike", "rare")
CANDIDATES = 64


class Clues:
    """What a policy looks at: likelihoods, directions and the law, prepared once."""

    def __init__(self, world: overhear.World) -> None:
        count = len(world.keywords)
        rows = np.stack([world.likelihoods(keyword) for keyword in range(count)])
        self.banned = np.stack([world.banned(keyword) for keyword in range(count)])
        self.log: NDArray[np.float32] = np.log(rows + 1e-9)
        self.best = np.argsort(np.where(self.banned, -1.0, rows), axis=1)[:, ::-1][:, : 2 * CANDIDATES].copy()
        directions = world.vectors(world.clues).astype(np.float32)
        self.directions = directions / np.linalg.norm(directions, axis=1, keepdims=True)

    def candidates(self, held: NDArray[np.int32], slot: int, said: Sequence[int]) -> NDArray[np.int64]:
        """The likeliest clues for a keyword that a team with these four may give after what it has said."""
        best = self.best[held[slot]]
        legal = ~self.banned[held][:, best].any(axis=0) & ~np.isin(best, np.asarray(said, np.int64))
        found: NDArray[np.int64] = best[legal][:CANDIDATES]
        return found

    def features(
        self, held: NDArray[np.int32], slot: int, before: Sequence[int], candidates: NDArray[np.int64]
    ) -> Floats:
        """A row for each candidate: how likely it is; how much likelier than under the other three keywords; its greatest
        cosine with the clues for this keyword before; and how rare a word it is."""
        log = self.log[held][:, candidates]
        others = np.delete(log, slot, axis=0).max(axis=0)
        alike = np.zeros(len(candidates))
        if before:
            alike = (self.directions[candidates] @ self.directions[list(before)].T).max(axis=1)
        rare = candidates / self.log.shape[1]
        return np.stack([log[slot] - log[slot].max(), (log[slot] - others) / 4, 4 * alike, 4 * rare], axis=1)


class Policy:
    """A softmax over candidates, linear in their features."""

    def __init__(self, clues: Clues, weights: Floats) -> None:
        self.clues, self.weights = clues, weights

    def choose(
        self, held: NDArray[np.int32], slot: int, before: Sequence[int], said: Sequence[int], draw: float
    ) -> tuple[int, Floats]:
        """A clue, drawn by a number between 0 and 1, and the gradient of the logarithm of its probability."""
        candidates = self.clues.candidates(held, slot, said)
        features = self.clues.features(held, slot, before, candidates)
        scores = features @ self.weights
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        place = min(int(np.searchsorted(np.cumsum(odds), draw)), len(candidates) - 1)
        return int(candidates[place]), features[place] - odds @ features


class Learned(overhear.Agent):
    """A policy at the table; ``bayes`` guesses for it."""

    stand_in = "margin/bayes"

    def __init__(self, weights: Floats, version: str) -> None:
        self.weights, self.version = weights, version

    def setup(self, world: overhear.World) -> None:
        self.policy = Policy(Clues(world), self.weights)

    def clues(self, batch: overhear.Batch) -> NDArray[np.int64]:
        found = np.empty((batch.n, 3), np.int64)
        history = batch.history
        for row in range(batch.n):
            past = slice(int(history.offsets[row]), int(history.offsets[row + 1]))
            own = history.side[past] == batch.side[row]
            given, codes = history.clues[past][own], history.code[past][own]
            draws = np.random.default_rng(int(batch.seed[row])).random(3)
            said = given.ravel().tolist()
            for place, digit in enumerate(batch.code[row]):
                before = [int(clue) for clue in given[codes == digit] if clue >= 0]
                clue, _ = self.policy.choose(batch.keywords[row], int(digit) - 1, before, said, draws[place])
                found[row, place] = clue
                said.append(clue)
        return found


class Training:
    """REINFORCE in one seat."""

    def __init__(self, opponent: str, seed: int) -> None:
        self.game = overhear.Episode(seats=["white_encryptor"], white="margin/bayes", black=opponent)
        self.policy = Policy(self._clues, np.zeros(len(FEATURES)))
        self.rng = np.random.default_rng(seed)
        self.seed = seed
        self.usual = np.zeros(17)

    @cached_property
    def _clues(self) -> Clues:
        return Clues(self.game.world)

    def play(self, deal: int) -> tuple[Floats, NDArray[np.int64]]:
        """A game: the gradient of what it was worth, and its halves, those misunderstood, and those intercepted."""
        state = self.game.reset(self.seed, deal)
        gradients: dict[int, Floats] = {}
        while not state.over:
            seen = overhear.Seen.of(self.game.observe(0))
            own = seen.history[seen.history[:, 1] == 0]
            said, slope = own[:, 3:6].ravel().tolist(), np.zeros(len(FEATURES))
            for digit in seen.code:
                before = [int(clue) for clue in own[:, 3:6][own[:, 6:9] == digit] if clue >= 0]
                clue, gradient = self.policy.choose(seen.keywords, int(digit) - 1, before, said, self.rng.random())
                said.append(clue)
                slope += gradient
                state = self.game.act(clue)
            gradients[seen.round] = slope  # what is refused is asked for again in its round
        rows = overhear.Seen.of(self.game.observe(0)).history
        rows = rows[rows[:, 1] == 0]
        missed = (rows[:, 6:9] != rows[:, 9:12]).any(axis=1)
        caught = (rows[:, 6:9] == rows[:, 12:15]).all(axis=1)
        total = np.zeros(len(FEATURES))
        for number, (slope, worth) in enumerate(zip(gradients.values(), -1.0 * missed - caught, strict=True)):
            total += (worth - self.usual[number]) * slope
            self.usual[number] += 0.01 * (worth - self.usual[number])
        return total, np.array([len(rows), missed.sum(), caught.sum()])

    def learn(self, games: int, *, batch: int = 50, rate: float = 0.2, steps: int = 8) -> None:
        """Plays and learns; prints how it goes, ``steps`` times."""
        print("  games  misunderstood  intercepted  worth of a half")
        counts, total = np.zeros(3, np.int64), np.zeros(len(FEATURES))
        for number in range(1, games + 1):
            slope, halves = self.play(number)
            total, counts = total + slope, counts + halves
            if number % batch == 0:
                self.policy.weights = self.policy.weights + rate * total / batch
                total = np.zeros(len(FEATURES))
            if number % max(1, games // steps) == 0:
                missed, caught = counts[1:] / counts[0]
                print(f"{number:7}  {missed:13.3f}  {caught:11.3f}  {-missed - caught:15.3f}", flush=True)
                counts = np.zeros(3, np.int64)


def league(weights: Floats, games: int, seed: int) -> overhear.Table:
    """The learner beside what it was before, and two agents of the house."""
    agents: dict[str, str | overhear.Agent] = {
        "learned": Learned(weights, "learned"),
        "untrained": Learned(np.zeros(len(FEATURES)), "untrained"),
        "margin": "margin/bayes",
        "nearest": "nearest/bayes",
    }
    return overhear.tournament(agents, games=games, seed=seed, progress=False).standings


def main(arguments: Sequence[str] | None = None) -> Floats:
    """Learns, and prints what came of it."""
    asked = argparse.ArgumentParser(description="A clue giver that learns by policy gradient.")
    asked.add_argument("--games", type=int, default=8000, help="games of training")
    asked.add_argument("--league", type=int, default=4000, help="games of the league")
    asked.add_argument("--opponent", default="margin/bayes", help="the SPEC that plays Black")
    asked.add_argument("--seed", type=int, default=1)
    told = asked.parse_args(arguments)
    start = time.perf_counter()
    training = Training(told.opponent, told.seed)
    training.learn(told.games)
    weights = training.policy.weights
    print("weights: " + ", ".join(f"{name} {weight:.2f}" for name, weight in zip(FEATURES, weights, strict=True)))
    print(f"learned in {time.perf_counter() - start:.0f} s")
    table = league(weights, told.league, told.seed + 1)
    shown = ["agent", "games", "score", "score_low", "score_high", "miscommunication_rate", "intercepted_rate"]
    print(",".join(shown))
    for row in zip(*(table.column(name) for name in shown), strict=True):
        print(",".join(map(str, row)))
    return weights


if __name__ == "__main__":
    main()
