"""Classes as opponents and partners in episodes and environments."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import overhear
import pytest


class Fixed(overhear.Agent):
    """Plays all roles without chance: the first likely clues, and always the same code and keywords."""

    params = [overhear.Param("place", 0, 23, whole=True)]

    def __init__(self, place: int = 0) -> None:
        self.place = place

    def setup(self, world: overhear.World) -> None:
        rows = np.stack([world.likelihoods(keyword) for keyword in range(len(world.keywords))])
        banned = np.stack([world.banned(keyword) for keyword in range(len(world.keywords))]).any(axis=0)
        self.best = np.argsort(np.where(banned, -1, rows), axis=1)[:, ::-1][:, :40]

    def clues(self, batch: overhear.Batch) -> Any:
        # Another word each round, so that none is given twice.
        return np.stack([self.best[batch.meant[:, place], 3 * (batch.round - 1) + place] for place in range(3)], axis=1)

    def decode(self, batch: overhear.Batch) -> Any:
        return np.tile(overhear.CODES[self.place], (batch.n, 1))

    intercept = decode

    def keywords(self, batch: overhear.Batch) -> Any:
        return np.tile(np.arange(4), (batch.n, 1))


class Fails(overhear.Agent):
    """Raises when it is asked for the second time."""

    asked = 0

    def decode(self, batch: overhear.Batch) -> Any:
        self.asked += 1
        if self.asked % 2 == 0:
            raise ZeroDivisionError("no code to be had")
        return np.ones((batch.n, 24))


FEW: dict[str, Any] = dict(vocabulary=2000)


@pytest.fixture(scope="module")
def few() -> overhear.World:
    return overhear.World(**FEW)


def played(game: overhear.Episode, seed: int, deal: int = 0) -> tuple[overhear.State, list[Any]]:
    """The end of a game in which the first code is always guessed, and what was seen."""
    state, seen = game.reset(seed, deal), []
    while not state.over:
        seen.append(game.observe(state.turn).tolist())
        state = game.act(0)
    return state, seen


def test_a_game_with_classes_is_that_of_a_tournament(few: overhear.World) -> None:
    config = overhear.TournamentConfig({"mine": Fixed(), "nearest": "nearest/bayes"}, seed=5, pairs=6, **FEW)
    for game in range(4):
        told = overhear.replay(config, game)
        sides: dict[str, Any] = {
            side: Fixed() if label == "mine" else "nearest/bayes" for side, label in zip(("white", "black"), told["agents"])
        }
        episode = overhear.Episode(seats=[], world=few, **sides)
        state = episode.reset(5, game // 2)
        assert state.over and {1: "white", -1: "black", 0: "shared"}[state.winner] == told["ending"]["winner"]
        seen = overhear.Seen.of(episode.observe(0)).history
        halves = [[int(digit) for digit in half["code"].split("-") + half["guess"].split("-")] for half in told["halves"]]
        assert state.round == told["rounds"] and seen[:, 6:12].tolist() == halves
        words = [[few.clues[clue] for clue in half] for half in seen[:, 3:6].tolist()]
        assert words == [half["clues"] for half in told["halves"]], "word for word"


def test_a_learner_meets_classes_in_every_environment(few: overhear.World) -> None:
    pytest.importorskip("gymnasium")
    from overhear.env import SeatEnv

    seat = SeatEnv("white_guesser", white=Fixed(), black=Fixed(3), world=few)
    one, _ = seat.reset(seed=1)
    seen = overhear.Seen.of(one["observation"])
    meant = seen.keywords
    assert (seen.clues >= 0).all()
    steps = [seat.step(0) for _ in range(2)]
    assert all((step[0]["observation"] == other[0]["observation"]).all() for step, other in zip(steps, again(few)))
    told = overhear.Seen.of(steps[0][0]["observation"]).history
    black = told[told[:, 1] == 1]
    assert (black[:, 9:12] == np.array(overhear.CODES[3])).all(), "the opponents guess what the class says"
    assert len(meant) == 4
    games = overhear.VectorEnv(5, "white_guesser", white=Fixed(), black=Fixed(3), world=few, threads=2)
    observations, _ = games.reset(seed=1)
    assert (observations["observation"][0] == one["observation"]).all()
    for step in steps:
        observations = games.step(np.zeros(5, int))[0]
        assert (observations["observation"][0] == step[0]["observation"]).all()


def again(few: overhear.World) -> list[Any]:
    """The same steps in a new environment."""
    from overhear.env import SeatEnv

    seat = SeatEnv("white_guesser", white=Fixed(), black=Fixed(3), world=few)
    seat.reset(seed=1)
    return [seat.step(0) for _ in range(2)]


def test_both_sides_may_be_classes_of_one_kind_or_the_same_object(few: overhear.World) -> None:
    one = Fixed(2)
    games = [overhear.Episode(seats=["white_guesser"], white=white, black=black, world=few) for white, black in ((one, one), (Fixed(2), Fixed(2)))]
    assert played(games[0], 3) == played(games[1], 3)
    other = overhear.Episode(seats=["white_guesser"], white=Fixed(2), black=Fixed(7), world=few)
    assert played(other, 3) != played(games[0], 3)


def test_an_episode_with_classes_is_copied_pickled_and_forked(few: overhear.World) -> None:
    game = overhear.Episode(seats=["white_guesser"], white=Fixed(), black=Fixed(), world=few)
    game.reset(2)
    game.act(5)
    copies = [game.fork(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    state = game.act(1)
    assert [other.act(1) for other in copies] == [state] * 3


@pytest.mark.parametrize("start", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_an_episode_with_classes_goes_to_another_process(start: str, few: overhear.World) -> None:
    game = overhear.Episode(seats=["white_guesser"], white=Fixed(), black=Fixed(1), world=few)
    wanted = played(game, 4)
    with ProcessPoolExecutor(1, mp_context=get_context(start)) as executor:
        assert executor.submit(played, game, 4).result() == wanted


def test_what_a_class_raises_is_raised_and_the_next_game_is_played(few: overhear.World) -> None:
    game = overhear.Episode(seats=["white_guesser"], black=Fails(), world=few)
    game.reset(1)
    with pytest.raises(overhear.AgentError, match="ZeroDivisionError: no code to be had") as error:
        for _ in range(20):
            game.act(0)
    assert isinstance(error.value.__cause__, ZeroDivisionError) and error.value.question is not None
    with pytest.raises(overhear.UsageError, match="call reset first"):
        game.act(0)
    assert not game.reset(2).over
    pytest.importorskip("gymnasium")
    games = overhear.VectorEnv(4, "white_guesser", black=Fails(), world=few, threads=2)
    with pytest.raises(overhear.AgentError, match="no code to be had"):
        games.reset(seed=1)
        for _ in range(20):
            games.step(np.zeros(4, int))
    with pytest.raises(overhear.UsageError, match="call reset first"):
        games.step(np.zeros(4, int))


@pytest.mark.parametrize("wrong", [Fixed, 3, None, ["margin"], {"a": "margin"}])
def test_what_is_no_agent_is_refused(wrong: Any) -> None:
    for side in ("white", "black"):
        with pytest.raises(overhear.UsageError, match=f"^{side}: "):
            overhear.Episode(**{side: wrong})


def test_a_class_that_cannot_be_set_up_is_refused(few: overhear.World) -> None:
    class Broken(Fixed):
        def setup(self, world: overhear.World) -> None:
            raise KeyError("nothing")

    with pytest.raises(overhear.AgentError, match="setup.. raised KeyError"):
        overhear.Episode(black=Broken(), world=few)
