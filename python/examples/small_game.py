"""The smallest game that is still Decrypto, solved by CFR+: ``python examples/small_game.py``.

A team of two against an interceptor, two rounds, one token: the clue giver and the interceptor are players of OpenSpiel, a built-in guesser
reads the clues. CFR+ of OpenSpiel solves the game: how far its solution can be exploited bounds the error of the value. Best replies to built-in agents
are found by looking through the whole game.
"""

from __future__ import annotations

import argparse
import warnings
from typing import Any, NamedTuple

import numpy as np
import overhear.openspiel
import pyspiel
from numpy.typing import NDArray
from overhear.openspiel import SMALLEST, efg

GIVERS = ["nearest/bayes", "margin/bayes", "pragmatic/bayes", "guarded/bayes", "random/bayes"]
INTERCEPTORS = ["margin/uniform", "margin/bayes", "margin/history", "margin/levelk", "margin/robust"]


class Move(NamedTuple):
    """A move of the giver: its information set, and what follows each clue, a move or the number of a line of play."""

    seen: str
    after: list[Any]


class Lines(NamedTuple):
    """All lines of play of a game in which the interceptor moves last."""

    deals: list[Any]
    """What follows each deal."""
    seen: NDArray[np.int64]
    """The information set of the interceptor at the end of each line."""
    worth: NDArray[np.float64]
    """What each of its guesses gives White."""


def lines(tree: Any, giver: int, interceptor: int) -> Lines:
    """Looks through a game; -1 stands for a player that there is not."""
    sign = 1.0 if giver == 0 else -1.0
    sets: dict[str, int] = {}
    seen: list[int] = []
    worth: list[list[float]] = []

    def walk(state: Any) -> Any:
        if not state.is_terminal() and state.current_player() == giver:
            return Move(state.information_state_string(giver), [walk(state.child(move)) for move in state.legal_actions()])
        asked = not state.is_terminal() and state.current_player() == interceptor
        text = state.information_state_string(interceptor) if asked else f"end {len(seen)}"
        ends = [state.child(guess) for guess in state.legal_actions()] if asked else [state] * 24
        seen.append(sets.setdefault(text, len(sets)))
        worth.append([sign * end.returns()[0] for end in ends])
        return len(seen) - 1

    deals = [walk(tree.new_initial_state().child(deal)) for deal, _ in tree.new_initial_state().chance_outcomes()]
    return Lines(deals, np.array(seen), np.array(worth))


def interceptor_reply(found: Lines, weights: NDArray[np.float64]) -> tuple[NDArray[np.int64], float]:
    """The best guess at each information set against weights of lines, and what White then gets."""
    sums = np.zeros((found.seen.max() + 1, 24))
    np.add.at(sums, found.seen, weights[:, None] * found.worth)
    return sums.argmin(axis=1), float(sums.min(axis=1).sum())


def giver_reply(found: Lines, guesses: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """The best lines against P(guess) at each information set, as weights of lines, and what White then gets."""
    worth = (found.worth * guesses[found.seen]).sum(axis=1)

    def best(nodes: list[Any]) -> tuple[float, list[int]]:
        ends = [node for node in nodes if isinstance(node, int)]
        total, chosen, sets = float(worth[ends].sum()), ends, dict[str, list[Move]]()
        for node in nodes:
            if isinstance(node, Move):
                sets.setdefault(node.seen, []).append(node)
        for group in sets.values():
            gain, more = max((best(list(after)) for after in zip(*(node.after for node in group))), key=lambda option: option[0])
            total, chosen = total + gain, chosen + more
        return total, chosen

    total, chosen = best(found.deals)
    weights = np.bincount(chosen, minlength=len(worth)) / len(found.deals)
    return weights, total / len(found.deals)


def solved(tree: Any, iterations: int) -> tuple[float, float]:
    """The value for White and how far the solution can be exploited."""
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    mean = solver.average_policy()
    value = pyspiel.expected_returns(tree.new_initial_state(), mean, -1, True)[0]
    return float(value), float(pyspiel.nash_conv(tree, mean, True))


def fictitious_play(found: Lines, rounds: int) -> list[tuple[int, float]]:
    """Exploitability of the mean of best replies, after 1, 2, 4, 8 … rounds."""
    guesses = np.zeros((found.seen.max() + 1, 24))
    weights, told = giver_reply(found, guesses + 1 / 24)[0], []
    for played in range(1, rounds + 1):
        reply, low = interceptor_reply(found, weights)
        guesses += (np.eye(24)[reply] - guesses) / played
        best, high = giver_reply(found, guesses)
        if played & (played - 1) == 0:
            told.append((played, (high - low) / 2))
        weights += (best - weights) / (played + 1)
    return told


def against(agent: str, seat: str, settings: str) -> float:
    """What White gets where a built-in agent plays and the other seat replies best."""
    is_giver = seat == "white_encryptor"
    side, other = ("white", "black_interceptor") if is_giver else ("black", "white_encryptor")
    asked = settings.replace("white_encryptor+black_interceptor", f"{other},{side}={agent}")
    tree = pyspiel.load_efg_game(efg(pyspiel.load_game(asked)))
    found = lines(tree, -1, 0) if is_giver else lines(tree, 0, -1)
    if is_giver:
        return interceptor_reply(found, np.full(len(found.seen), 1 / len(found.deals)))[1]
    return giver_reply(found, np.full((found.seen.max() + 1, 24), 1 / 24))[1]


def main(words: list[str] | None = None) -> float:
    """Solves the game, and prints its value, what built-in agents lose to it, and how fictitious play goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=SMALLEST)
    parser.add_argument("--rounds", type=int, default=1024)
    parser.add_argument("--iterations", type=int, default=400)
    asked = parser.parse_args(words)
    warnings.simplefilter("ignore")
    tree = pyspiel.load_efg_game(efg(pyspiel.load_game(asked.game)))
    value, gap = solved(tree, asked.iterations)
    print(f"value for White: {value:.4f} +- {gap:.6f}")
    for seat, agents, sign in (("white_encryptor", GIVERS, 1), ("black_interceptor", INTERCEPTORS, -1)):
        for agent in agents:
            print(f"{seat} {agent}: exploitability {sign * (value - against(agent, seat, asked.game)):.4f}")
    for rounds, gap in fictitious_play(lines(tree, 0, 1), asked.rounds):
        print(f"fictitious play, {rounds} rounds: exploitability {gap:.5f}")
    return value


if __name__ == "__main__":
    main()
