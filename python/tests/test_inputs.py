"""Bare texts are one element, numbers may be NumPy's, and what is iterable need not be a list."""

from __future__ import annotations

from typing import Any

import numpy as np
import overhear
import pytest
from numpy.typing import NDArray


class Guess(overhear.Agent):
    def decode(self, batch: overhear.Batch) -> NDArray[np.float64]:
        return np.ones((batch.n, 24))


def test_a_bare_text_is_one_element() -> None:
    assert overhear.clue_verdict("dog", "dog").verdict == "illegal"
    assert not overhear.clue_verdict("cat", "dog", given="cat").is_legal
    text: Any = "white_guesser"
    assert overhear.Episode(seats=text).seats == [1]
    asked: dict[str, Any] = dict(iterations=1, pairs_per_iteration=1, confirm_pairs=2, seed=1)
    assert len(overhear.tune("nearest:blunder=0.5", "blunder", **asked).table) == 1
    assert overhear.compare("official", "short", "random", games=20, seed=1, measure="mean_rounds").table["measure"] == ["mean_rounds"]
    assert overhear.balance(games=20, seed=1, tables="random")["tables"]["table"][0] == "random"
    assert len(overhear.frontier(lambda_=0.5, gamma=0.0, referee="off", games=2, seed=1)) == 1
    world = overhear.World()
    assert world.vectors("dog").shape == (1, world.dims)
    part = overhear.play_shard(overhear.TournamentConfig(["nearest", "random"], pairs=2, seed=1), 1, 1)
    assert overhear.merge(part).standings["games"] == [4, 4]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: overhear.clue_verdict("dog", 3), "keywords: 3 is not a string"),
        (lambda: overhear.clue_verdict(3, "dog"), "text: 3 is not a string"),
        (lambda: overhear.clue_verdict("dog", {"a": 1}), "keywords: {'a': 1} is a mapping; write a list"),
        (lambda: overhear.tune("margin", object()), "params: <object"),
        (lambda: overhear.tune(Guess, "top"), "`Guess` is a class; write `Guess()`"),
        (lambda: overhear.tune("margin", "top", opponent=Guess), "`Guess` is a class; write `Guess()`"),
        (lambda: overhear.check_agent(Guess), "`Guess` is a class; write `Guess()`"),
        (lambda: overhear.exploit(Guess), "`Guess` is a class; write `Guess()`"),
        (lambda: overhear.league([Guess, "random"]), "`Guess` is a class; write `Guess()`"),
        (lambda: overhear.tournament(["margin", "random"], sprt=Guess), "is not a string"),
        (lambda: overhear.sweep("round_limit", "random"), "axes: 'round_limit' is not a mapping"),
        (lambda: overhear.frontier(lambda_={"a": 1}), "lambda_: {'a': 1} is a mapping"),
        (lambda: overhear.league(["nearest", "random"], seed=-1), "seed: -1 is out of range; takes 0 to"),
        (lambda: overhear.merge("part"), "parts: 'part' is no part"),
        (lambda: overhear.merge([1]), "parts: 1 is no part"),
        (lambda: overhear.bench("margin", bots="bot"), "bots: 'bot' is not a mapping"),
        (lambda: overhear.clue_verdict("\ud800", "dog"), "text: '\\ud800' has half of a surrogate pair; write whole characters"),
        (lambda: overhear.rules_list().save(None), "None is not a path"),
        (lambda: overhear.load(None), "None is not a path"),
        (lambda: overhear.replay(3, 1), "3 is not a path"),
        (lambda: overhear.run(overhear.TournamentConfig(["nearest", "random"], seed=1), 2, None), "executor: None has no `submit`; write"),
        (lambda: overhear.Episode().reset(-1), "seed: -1 is out of range; takes 0 to"),
        (lambda: overhear.Episode().reset(1, deal=2**64), "deal: 18446744073709551616 is out of range; takes 0 to"),
        (lambda: overhear.Episode().reset(1, deal=-1), "deal: -1 is out of range; takes 0 to"),
        (lambda: overhear.Episode().reset(1, deal="x"), "deal: 'x' is not a number"),
        (lambda: overhear.Episode().reset(None), "seed: None is not a number"),
        (lambda: overhear.Episode(world="words"), "world: 'words' is not an overhear.World"),
        (lambda: overhear.Episode(white=3), "white: 3 is not a string"),
        (lambda: overhear.replay(overhear.TournamentConfig(["nearest", "random"]), 1), "set seed to that of the run"),
        (lambda: overhear.contrast(None, "other"), "a: None is not a path; write a string or a pathlib.Path"),
        (lambda: overhear.contrast("one", 3), "b: 3 is not a path; write a string or a pathlib.Path"),
        (lambda: overhear.grid("margin", {"top": [8]}, rules=[None]), "rules: None is not a path"),
        (lambda: overhear.rules_show(3), "rules: 3 is not a path"),
        (lambda: overhear.World(deck=b"words.csv"), "deck: b'words.csv' is not a path"),
        (lambda: overhear.World(associations={"a": 3}), "associations['a']: 3 is not a path"),
        (lambda: overhear.load("a\0b"), "source: 'a\\x00b' is not a path: it holds a zero byte; leave it out"),
        (lambda: overhear.tournament(["margin", "random"], pairs=1, force="yes"), "force: 'yes' is neither True nor False"),
        (lambda: overhear.tournament(["margin", "random"], pairs=1, progress="yes"), "progress: 'yes' is neither True nor False"),
        (lambda: overhear.tournament(["margin", "random"], log=object()), "log: <object"),
        (lambda: overhear.tournament(["margin", "random"], log_format=np.array([1, 2])), "log_format: array([1, 2]) is not a string"),
        (lambda: overhear.tournament("\ud800"), "agents: '\\ud800' has half of a surrogate pair"),
        (lambda: overhear.tournament({"\ud800": "margin"}), "agents: '\\ud800' has half of a surrogate pair"),
        (lambda: overhear.resume("there-is-none", allow_other_build=1), "allow_other_build: 1 is neither True nor False"),
        (lambda: overhear.merge([], allow_other_build=1), "allow_other_build: 1 is neither True nor False"),
        (lambda: overhear.clue_verdict("cat", "dog", meant="1"), "meant: '1' is not a number"),
        (lambda: overhear.clue_verdict("cat", "dog", code=421), "code: 421 is not a string"),
        (lambda: overhear.clue_verdict("cat", "dog", lang=None), "lang: None is not a string"),
        (lambda: overhear.clue_verdict("cat", "d\0g"), "keywords: it holds \\u{0}, which does not show"),
        (lambda: overhear.clue_verdict("cat", "dog", given="a\x1bb"), "given: it holds \\u{1b}, which does not show"),
        (lambda: overhear.clue_verdict("c" * 1001, "dog"), "text: 1,001 characters; at most 1,000 are read"),
        (lambda: overhear.clue_verdict("cat", "dog", lemma=0), "lemma: 0 is neither True nor False"),
        (lambda: overhear.check_agent("margin", games=None), "games: None is not a number"),
        (lambda: overhear.selfcheck(games=None), "games: None is not a number"),
        (lambda: overhear.sweep({}, "random"), "axes: there is nothing to vary"),
        (lambda: overhear.sweep({"round_limit": []}, "random"), "axes: there is nothing to vary"),
        (lambda: overhear.frontier(lambda_=[]), "lambda_: there are no values"),
        (lambda: overhear.play_shard("config", 1, 2), "config: 'config' is not a configuration; write a TournamentConfig"),
        (lambda: overhear.play_shard(overhear.TournamentConfig(["nearest", "random"], seed=1), "1", 2), "index: '1' is not a number"),
        (lambda: overhear.run(overhear.TournamentConfig(["nearest", "random"], seed=1), 2, print, retries="3"), "retries: '3' is not a number"),
        (lambda: overhear.rules_list().column(3), "name: 3 is not a string"),
        (lambda: overhear.World().likelihoods(0, beta="sharp"), "beta: 'sharp' is not a number"),
        (lambda: overhear.World().likelihoods(0, alpha=float("nan")), "alpha: nan is out of range; takes 0 to 2"),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused_in_a_sentence(call: Any, sentence: str) -> None:
    with pytest.raises(overhear.UsageError) as error:
        call()
    assert sentence in str(error.value) and "\n" not in str(error.value)


def test_numbers_of_numpy_are_numbers() -> None:
    plain = overhear.tournament(["nearest", "random"], pairs=4, seed=3, set={"round_limit": 6}, max_fault_rate=0.5)
    other = overhear.tournament(
        ["nearest", "random"], pairs=np.int32(4), seed=np.int64(3), set={"round_limit": np.int8(6)},
        max_fault_rate=np.float64(0.5), threads=np.uint8(1),
    )
    assert plain.standings == other.standings
    assert len(overhear.frontier(lambda_=np.linspace(0, 1, 3), gamma=np.array(0.0), referee=["off"], games=np.int64(2), seed=np.uint64(1))) == 3
    grid = overhear.sweep({"round_limit": np.arange(6, 8)}, "random", games=np.int64(20), seed=np.int64(1))
    assert grid.table == overhear.sweep({"round_limit": (n for n in (6, 7))}, "random", games=20, seed=1).table
    assert overhear.tournament(np.array(["nearest", "random"]), pairs=np.array(4), seed=np.array(3), set={"round_limit": 6}).standings == plain.standings
    config = overhear.TournamentConfig(["nearest", "random"], pairs=np.int64(4), seed=np.int64(3))
    assert overhear.replay(config, np.int64(1)) == overhear.replay(overhear.TournamentConfig(["nearest", "random"], seed=3), 1)
    assert overhear.balance("random", games=20, seed=1, minutes={"clue": np.float32(1.5)}).tables
    game = overhear.Episode(seats=["white_guesser"])
    assert game.reset(np.int64(1), deal=np.int16(0)) == game.reset(1)
    game.act(np.int64(3))
    verdict = overhear.clue_verdict("kennel", np.array(["dog", "sun"]), meant=np.int64(1))
    assert verdict.is_legal
    with pytest.raises(TypeError, match="move: 1.5 is not a whole number"):
        game.act(1.5)  # type: ignore[arg-type]
    with pytest.raises(IndexError, match="move: -1 is out of range"):
        game.act(-1)
    assert overhear.agents_list(np.array("random"))["name"] == overhear.agents_list("random")["name"]
    again = overhear.tournament(["nearest", "random"], pairs=4, seed=3, set={"round_limit": 6}, force=np.bool_(False), progress=np.bool_(False))
    assert again.standings == plain.standings


def test_agents_in_a_generator_keep_their_classes() -> None:
    listed: list[Any] = [Guess(), "random"]
    config = overhear.TournamentConfig((agent for agent in listed), pairs=2, seed=1)  # type: ignore[arg-type]
    assert overhear.tournament(config).standings == overhear.tournament(listed, pairs=2, seed=1).standings
    assert overhear.league((agent for agent in listed), games=20, seed=1).agents["agent"]  # type: ignore[arg-type]
    assert "Guess" in overhear.agents_list(agent for agent in listed)["name"]  # type: ignore[arg-type]


def test_arrays_of_an_episode_are_ones_own() -> None:
    game = overhear.Episode(seats=["white_guesser"])
    state = game.reset(1)
    for array in (game.observe(state.turn), game.legal(state.turn)):
        array[:] = 0
    assert game.legal(state.turn).all() and game.observe(state.turn).any()
