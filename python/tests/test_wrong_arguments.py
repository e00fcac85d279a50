"""Every parameter of every public function and class refuses what it cannot be, in a sentence that names it, before anything is played."""

from __future__ import annotations

import inspect
import itertools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import overhear
import pytest


class Unshowable:
    """Something whose text cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


WRONG: list[Any] = [object(), Unshowable(), {"margin", "nearest"}, 1j, np.timedelta64(3), ...]
"""What no parameter can be."""

BY_ANNOTATION: dict[str, list[Any]] = {
    "int": [None, True, np.True_, "3", b"3", 1.5, np.float32(2), float("nan"), float("inf"), -1, 10**400, 10**5000, [3], np.array([3])],
    "float": [None, True, "0.5", float("nan"), float("inf"), -float("inf"), 10**400, 10**5000, [0.5]],
    "str": [None, 3, True, b"margin", ["margin"], {"margin": 1}, "\ud800"],
    "bool": [None, 1, 0, "yes", [True], np.array([True])],
    **dict.fromkeys(["Reward", "Observe", "Illegal", "Autoreset"], [None, 3, True, "", "x", ["x"]]),
    "PathLike": [None, 3, True, b"words", "", " ", "a\0b", "\ud800", ["words"]],
}
"""What a parameter of this type cannot be; None if it is not optional."""

PLAYED: dict[str, Any] = dict(games=2, seed=1)
PAIR = ["nearest", "random"]
CONFIG = overhear.TournamentConfig(PAIR, pairs=2, seed=1)

CALLS: dict[str, dict[str, Any]] = {
    "advise": dict(sheet="sheet.toml"),
    "agents_field": dict(name="reference-1"),
    "agents_list": {},
    "agents_show": dict(agent="margin"),
    "balance": dict(agents="random", **PLAYED),
    "bench": dict(agent="random", games=2),
    "bench_items": dict(games=2),
    "calibrate": dict(runs=1, pairs=2, agent="nearest"),
    "check_agent": dict(agent="random", **PLAYED),
    "clue_verdict": dict(text="cat", keywords=["dog"]),
    "compare": dict(a="official", b="short", agents="random", **PLAYED),
    "contrast": dict(a="a", b="b"),
    "cross": dict(space=["built-in", "built-in"], **PLAYED),
    "evaluate": dict(task="decode", file="decode.csv", agents="random"),
    "exploit": dict(spec="nearest", **PLAYED),
    "frontier": dict(lambda_=[0.0], gamma=[0.0], referee=["off"], **PLAYED),
    "grid": dict(agent="nearest", params={"blunder": [0.1]}, **PLAYED),
    "league": dict(agents=PAIR, exploit_games=0, **PLAYED),
    "load": dict(source="result"),
    "merge": dict(parts=[]),
    "people": PLAYED,
    "strangers": dict(spec=["nearest"], **PLAYED),
    "play_shard": dict(config=CONFIG, index=1, of=1),
    "replay": dict(source="result", game=0),
    "resume": dict(directory="run"),
    "resume_tune": dict(directory="tune"),
    "rules_check": dict(rules="official"),
    "rules_list": {},
    "rules_show": {},
    "run": dict(config=CONFIG, shards=1, executor=dict),
    "search_rules": dict(goals="mean_rounds<3", agents="random", vary="round_limit=6", games=200, seed=1),
    "selfcheck": PLAYED,
    "sweep": dict(axes={"round_limit": [6]}, agents="random", **PLAYED),
    "tournament": dict(agents=PAIR, pairs=2, seed=1),
    "tune": dict(agent="nearest:blunder=0.5", params="blunder", iterations=1, pairs_per_iteration=1, confirm_pairs=2, seed=1),
    "World": dict(vocabulary=1000),
    "Episode": {},
    "TournamentConfig": dict(agents=PAIR, pairs=2, seed=1),
    "BalanceConfig": dict(agents="random", **PLAYED),
    "CompareConfig": dict(a="official", b="short", agents="random", **PLAYED),
    "SweepConfig": dict(axes={"round_limit": [6]}, agents="random", **PLAYED),
}
"""Arguments with which everything that is public can be called."""

# Ray is whatever module is given, with whatever options that takes.
OWN_WORLD = {"ray_executor"}


def called(name: str) -> Callable[..., Any]:
    """What is called; of a configuration also that it is read."""
    function: Callable[..., Any] = getattr(overhear, name)
    return (lambda **given: function(**given).to_json()) if name.endswith("Config") else function


def values(annotation: str) -> list[Any]:
    """What cannot stand where this annotation stands."""
    kind, _, rest = annotation.partition(" | ")
    more = BY_ANNOTATION.get(kind, []) if rest in ("", "None") else []
    return [*WRONG, *(value for value in more if not (value is None and rest == "None"))]


def wrong_arguments(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Every parameter of a function with everything that it cannot be."""
    for parameter in inspect.signature(function).parameters.values():
        for value in values(str(parameter.annotation)):
            yield parameter.name, value


def refusal(call: Callable[..., Any], given: dict[str, Any]) -> str:
    """The sentence with which a call is refused; empty if it is not."""
    try:
        call(**given)
    except (overhear.OverhearError, TypeError, ValueError) as error:
        return str(error)
    return ""


def shown(value: object) -> str:
    """A value for the eyes of who reads why a test has failed, the same in every process."""
    is_plain = isinstance(value, (Unshowable, int)) or type(value) is object
    return type(value).__name__ if is_plain else repr(value)


def not_refused(function: Callable[..., Any], call: Callable[..., Any], given: dict[str, Any]) -> list[str]:
    """The wrong arguments that are accepted, or refused without their names."""
    found = []
    for parameter, value in wrong_arguments(function):
        said = refusal(call, {**given, parameter: value})
        if parameter.rstrip("_") not in said or "\n" in said or len(said) > 400:
            found.append(f"{parameter}={shown(value)}: {said or 'accepted'}")
    return found


def test_everything_public_is_tried() -> None:
    public = {name for name in overhear.__all__ if inspect.isfunction(getattr(overhear, name)) or name.endswith("Config")}
    assert public - OWN_WORLD <= CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_refused_by_its_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not not_refused(getattr(overhear, name), called(name), CALLS[name])
    assert not list(tmp_path.iterdir()), "what is refused writes nothing"


@pytest.mark.parametrize("name", ["SeatEnv", "VectorEnv", "DecryptoEnv"])
def test_a_wrong_argument_of_an_environment_is_refused_by_its_name(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from overhear import env

    given: dict[str, Any] = dict(world=overhear.World(vocabulary=1000))
    given |= {"SeatEnv": dict(seat="white_guesser"), "VectorEnv": dict(num_envs=2, seat="white_guesser"), "DecryptoEnv": {}}[name]
    assert not not_refused(getattr(env, name), getattr(env, name), given)


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        *(("batch", value) for value in (None, True, 0, -1, 1.5, "512", float("nan"))),
        *(("retries", value) for value in (None, True, -1, 1.5, "2", float("inf"))),
        *(("thinks_alike", value) for value in (None, 1, "yes", [True])),
        *(("params", value) for value in (3, "top", [None], {"top": 1}, [overhear.Param("missing", 0, 1)])),
        *(("answers", value) for value in (3, "", b"file")),
        *(("stand_in", value) for value in (None, 3)),
    ],
)
def test_a_wrong_attribute_of_an_agent_is_refused_by_its_name(attribute: str, value: Any) -> None:
    class Guess(overhear.Agent):
        def decode(self, batch: overhear.Batch) -> Any:
            return np.ones((batch.n, 24))

    agent = Guess()
    setattr(agent, attribute, value)
    with pytest.raises(overhear.UsageError, match=f"^{attribute}: "):
        overhear.tournament([agent, "random"], pairs=1, seed=1, vocabulary=1000)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: overhear.rules_list()["none"], "name: there is no column `none`; there are name"),
        (lambda: overhear.World(vocabulary=1000).likelihoods("none"), "keyword: `none` is not in the deck"),
        (lambda: overhear.World(vocabulary=1000).vectors(["no such word"]), "words: `no such word` is not in the word space"),
    ],
)
def test_a_name_that_is_not_there_is_a_key_error_that_says_so(call: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(KeyError) as error:
        call()
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: overhear.league(itertools.repeat("random")), "agents: repeat('random') has more than 4194304 elements; write fewer"),
        (lambda: overhear.league(range(10**12)), "agents: range(0, 1000000000000) has more than 4194304 elements"),
        (lambda: overhear.frontier(lambda_=itertools.count()), "has more than 4194304 elements"),
        (lambda: overhear.bench([]), "agent: [] names 0 agents; write one"),
        (lambda: overhear.bench(PAIR), "agent: ['nearest', 'random'] names 2 agents; write one"),
        (lambda: overhear.tune(PAIR, "blunder"), "agent: ['nearest', 'random'] names 2 agents; write one"),
        (lambda: overhear.tune("margin", "top", opponent=PAIR), "opponent: ['nearest', 'random'] names 2 agents; write one"),
        (lambda: overhear.tune("margin", []), "params: there is nothing to tune; name a parameter, as in ['top']"),
        (lambda: overhear.grid(PAIR, {"top": [8]}), "agent: ['nearest', 'random'] is neither a SPEC nor an Agent"),
        (lambda: overhear.grid("margin", {"top": [None]}), "params['top']: None is not a value; write a string, a number, True or False"),
        (lambda: overhear.sweep({"round_limit": [6, None]}, "random"), "axes['round_limit']: None is not a value"),
        (lambda: overhear.tournament(PAIR, set={"round_limit": [6]}), "set['round_limit']: [6] is not a value"),
        (lambda: overhear.tournament(PAIR, set={6: "round_limit"}), "set: 6 is not a string"),
        (lambda: overhear.tournament(PAIR, other_spaces={None: None}), "other_spaces: None is not a string"),
        (lambda: overhear.clue_verdict("cat", []), "keywords: there are 0; write one to 4, those of the team"),
        (lambda: overhear.World(deck=" "), "deck: ' ' is no path; name a file"),
        (lambda: overhear.bench("margin", bots={"a": {1j}}), "bots"),
        (lambda: overhear.run(CONFIG, 1, dict), "executor: <class 'dict'> returns {}, which has no `submit` and `shutdown`"),
        (lambda: overhear.run(CONFIG, 1, print, on_progress=3), "on_progress: 3 is not a function"),
    ],
)
def test_what_is_of_a_right_kind_and_makes_no_sense_is_refused(call: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(overhear.UsageError) as error:
        call()
    assert sentence in str(error.value) and "\n" not in str(error.value)


def test_devices_links_and_folders_are_not_replaced(tmp_path: Path) -> None:
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    os.mkfifo(pipe)
    file.write_text("mine")
    link.symlink_to(file)
    grid = overhear.grid("nearest", {"blunder": [0.1]}, vocabulary=1000, **PLAYED)
    pytest.importorskip("pyarrow")
    writers: list[Callable[[Path], object]] = [grid.plot, grid.table.to_parquet]
    for place, sentence in ((pipe, "this is not a file"), (link, "this is a link"), (tmp_path, "this is not a file")):
        for write in writers:
            with pytest.raises(overhear.UsageError, match=sentence):
                write(place)
    assert pipe.is_fifo() and link.is_symlink() and file.read_text() == "mine"
    with pytest.raises(overhear.RunError, match="storage: .*: File exists"):
        overhear.run(CONFIG, 1, ThreadPoolExecutor, storage=file)


def test_a_setting_that_holds_itself_is_refused() -> None:
    bot: dict[str, Any] = {}
    bot["bot"] = bot
    with pytest.raises(overhear.UsageError, match="bots: .* cannot be a setting"):
        overhear.bench("margin", bots=bot)


@pytest.mark.parametrize("value", [True, object(), Unshowable(), None, "3", 1.5, 10**5000, -1], ids=shown)
def test_a_wrong_move_or_seat_is_refused(value: Any) -> None:
    game = overhear.Episode(seats=["white_guesser"])
    state = game.reset(1)
    for call in (game.act, game.observe, game.legal, game.moves, lambda seat: game.shortlist(seat, 3)):
        with pytest.raises((TypeError, IndexError), match="move: |seat: "):
            call(value)
    assert game.act(0).round == state.round + 1
