"""How fast a class is asked, and how fast an environment goes, on one thread.

Run it on a machine that does nothing else: ``python examples/throughput.py``.
"""

from __future__ import annotations

import time
import warnings

import numpy as np
import overhear
from numpy.typing import NDArray


OTHERS = ["random/uniform", "nearest/bayes", "pragmatic/bayes"]
"""The agents in the other seats of games side by side."""


class Plain(overhear.Agent):
    """Plays all roles by a few operations on whole columns, so that the time is that of asking."""

    version = "1"

    def __init__(self) -> None:
        self.asked = 0

    def setup(self, world: overhear.World) -> None:
        count = len(world.keywords)
        rows = np.stack([world.likelihoods(keyword) for keyword in range(count)])
        self._log = np.log(rows + 1e-9).T.copy()
        banned = np.stack([world.banned(keyword) for keyword in range(count)]).any(axis=0)
        self._best = np.argsort(np.where(banned, -1, rows), axis=1)[:, ::-1][:, :64].copy()
        self._places = np.array(overhear.CODES) - 1

    def clues(self, batch: overhear.Batch) -> NDArray[np.int64]:
        self.asked += batch.n
        found: NDArray[np.int64] = self._best[batch.meant, (batch.seed[:, None] >> np.array([0, 8, 16], np.uint64)) % 64]
        return found

    def decode(self, batch: overhear.Batch) -> NDArray[np.float32]:
        self.asked += batch.n
        heard = self._log[np.maximum(batch.clues, 0)[:, :, None], batch.keywords[:, None, :]]
        codes = self._places
        scores: NDArray[np.float32] = heard[:, 0, codes[:, 0]] + heard[:, 1, codes[:, 1]] + heard[:, 2, codes[:, 2]]
        weights: NDArray[np.float32] = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights

    def intercept(self, batch: overhear.Batch) -> NDArray[np.float32]:
        self.asked += batch.n
        return np.ones((batch.n, 24), np.float32)

    def keywords(self, batch: overhear.Batch) -> NDArray[np.int64]:
        self.asked += batch.n
        return np.tile(np.arange(4), (batch.n, 1))


def timed(agent: Plain, pairs: int) -> tuple[float, float]:
    """Seconds, and seconds of processor time, of a tournament on one thread against ``random``, whose own time is small."""
    agent.asked = 0
    wall, spent = time.perf_counter(), time.process_time()
    overhear.tournament([agent, "random"], pairs=pairs, seed=1, threads=1, progress=False)
    return time.perf_counter() - wall, time.process_time() - spent


def main(pairs: int = 50_000, moves: int = 50_000, seconds: float = 5.0, games: int = 2048) -> None:
    """Plays, and prints what came of it beside the time that it takes to begin; then of ``moves`` moves, and of ``games`` side by side."""
    warnings.simplefilter("ignore", UserWarning)
    agent = Plain()
    start = timed(agent, 1)
    wall, spent = (whole - begun for whole, begun in zip(timed(agent, pairs), start, strict=True))
    print(f"start: {start[0]:.2f} s; then {agent.asked} questions, {2 * pairs} games in {wall:.2f} s")
    print(f"a second: {agent.asked / wall:,.0f} questions, {2 * pairs / wall:,.0f} games")
    print(f"a second of processor time: {agent.asked / spent:,.0f} questions, {2 * pairs / spent:,.0f} games")

    steps(moves)
    one(moves)
    many(seconds, games)
    clues(seconds, games)


def steps(count: int) -> None:
    """Random legal moves in the environment for all seats, each with its observation, reward and mask."""
    try:
        from overhear.env import DecryptoEnv
    except ImportError as missing:
        print(f"without environments: {missing}")
        return
    game, draws = DecryptoEnv(), np.random.default_rng(1).random(count)
    game.reset(seed=1)
    wall, spent = time.perf_counter(), time.process_time()
    for draw in draws:
        observation, _, over, _, _ = game.last()
        if over:
            game.reset()
            continue
        assert observation is not None, "a game that goes on tells what is seen"
        mask = observation["action_mask"]
        move = int(draw * len(mask))
        while not mask[move]:
            move = (move + 7919) % len(mask)
        game.step(move)
    wall, spent = time.perf_counter() - wall, time.process_time() - spent
    print(f"steps of the environment a second: {count / wall:,.0f}; of processor time: {count / spent:,.0f}")


def one(count: int) -> None:
    """Guesses in one game of one seat, each with its observation, reward and mask."""
    try:
        from overhear.env import SeatEnv
    except ImportError:
        return
    for agent in OTHERS:
        game = SeatEnv("white_guesser", white=agent, black=agent)
        game.reset(seed=1)
        wall, spent = time.perf_counter(), time.process_time()
        for _ in range(count):
            if game.step(0)[2]:
                game.reset()
        wall, spent = time.perf_counter() - wall, time.process_time() - spent
        print(f"steps of one seat a second, with {agent}: {count / wall:,.0f}; of processor time: {count / spent:,.0f}")


def many(seconds: float, games: int) -> None:
    """Guesses in many games side by side, on all cores, each with its observation, reward and mask; beside it, rounds that the agents in
    the other seats play among themselves: what a step takes more than such a round is the environment's."""
    try:
        from overhear.env import VectorEnv
    except ImportError:
        return
    for agent in OTHERS:
        batch, moves = VectorEnv(games, "white_guesser", white=agent, black=agent), np.zeros(games, np.int64)
        batch.reset(seed=1)
        count, wall, start = 0, time.perf_counter(), time.process_time()
        while (spent := time.process_time() - start) < seconds:
            batch.step(moves)
            count += games
        wall = time.perf_counter() - wall
        print(f"steps of {games} games side by side a second, with {agent}: {count / wall:,.0f}; of processor time: {count / spent:,.0f}")
        print(f"  rounds of {agent} against itself a second of processor time: {rounds(agent, seconds):,.0f}")


def clues(seconds: float, games: int) -> None:
    """Clues among all words, the first legal ones, in many games side by side on all cores, each with its observation, reward and mask.
    The time in which they are chosen does not count."""
    try:
        from overhear.env import VectorEnv
    except ImportError:
        return
    batch = VectorEnv(games, "white_encryptor", white=OTHERS[0], black=OTHERS[0])
    observation, _ = batch.reset(seed=1)
    count, wall, spent = 0, 0.0, 0.0
    while wall < seconds:
        moves = observation["action_mask"].argmax(axis=1)
        start, start_spent = time.perf_counter(), time.process_time()
        observation = batch.step(moves)[0]
        wall, spent = wall + time.perf_counter() - start, spent + time.process_time() - start_spent
        count += games
    words = observation["action_mask"].shape[1]
    print(f"clues among {words} words in {games} games side by side a second, with {OTHERS[0]}: {count / wall:,.0f}; of processor time: {count / spent:,.0f}")


def rounds(agent: str, seconds: float) -> float:
    """Rounds a second of processor time of a tournament on one thread that takes at least so long."""
    pairs, agents = 100, {"one": agent, "other": agent}
    while True:
        start = time.process_time()
        table = overhear.tournament(agents, pairs=pairs, seed=1, threads=1, progress=False).standings
        spent = time.process_time() - start
        if spent >= seconds:
            return float(2 * pairs * table["mean_rounds"][0] / spent)
        pairs *= 2


if __name__ == "__main__":
    main()
