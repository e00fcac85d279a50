"""Errors have the program's own sentences, and Ctrl-C stops a run."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import overhear
import pytest

from .parts import PATIENCE


def test_a_message_names_the_parameter_of_its_function() -> None:
    asked: list[tuple[str, Callable[[], object]]] = [
        ("params=", lambda: overhear.tune("margin", ["tpo=1..2"], iterations=1, seed=1)),
        ("axes=", lambda: overhear.sweep({"round_limt": [6]}, ["margin"], games=2, seed=1)),
        ("agents=", lambda: overhear.evaluate("decode", "clues.csv", ["margn"])),
        ("agent: ", lambda: overhear.cross(["built-in"], agent="margn", games=2, seed=1)),
        ("agents: ", lambda: overhear.tournament(["margin"] * 2000, pairs=1, seed=1)),
        ("keywords=", lambda: overhear.clue_verdict("cat", ["dog", "dog"])),
    ]
    for name, call in asked:
        with pytest.raises(overhear.UsageError) as error:
            call()
        assert str(error.value).startswith(name), error.value


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (dict(agents=["margn"]), "agents=margn: "),
        (dict(agents=["margin", "random"], set={"round_limt": 6}), "round_limit"),
        (dict(agents=["margin", "random"], rules="officiel"), "official"),
        (dict(agents=["margin", "random"], log="games"), "no output directory; add out=DIR"),
        (dict(agents=["margin", "random"], deck="there-is-no-such-file.csv"), "there-is-no-such-file.csv"),
        (dict(agents=["margin", "random"], on_fault="ignore"), "forfeit"),
        (dict(agents=["margin", "random"], seed=-1), "seed: -1 is out of range; takes 0 to 18446744073709551615"),
        (dict(agents=["margin", "random"], team_size=2.5), "team_size: 2.5 is not a whole number"),
        (dict(agents=["margin", "random"], seed=2**70), "seed: 1180591620717411303424 is out of range; takes 0 to 18446744073709551615"),
        (dict(agents=["margin", "random"], games=1e3, pairs=None), "games: 1000.0 has a decimal point; write 1000"),
        (dict(agents=["margin", "random"], lang=["en"]), "lang: ['en'] is not a string"),
        (dict(agents=["margin", "random"], pairs=0), "pairs: 0 is out of range; takes 1 to"),
        (dict(agents=["margin", "random"], threads=0), "threads: 0 is out of range; takes 1 to 1024"),
        (dict(agents=["margin", "random"], max_fault_rate=float("nan")), "max_fault_rate: nan"),
        (dict(agents=["margin", "random"], sprt="elo0=0"), "sprt: `elo1` is missing"),
        (dict(agents={"a/b": "margin", "c": "random"}), "agents: the label 'a/b' holds one of `/`, `=` and `:`"),
        (dict(agents={"a=b": "margin", "c": "random"}), "the label 'a=b' holds one of"),
        (dict(agents={"a:b": "margin", "c": "random"}), "the label 'a:b' holds one of"),
        (dict(agents={7: "margin", "c": "random"}), "agents: the label 7 is not a string"),
        (dict(agents={"": "margin", "c": "random"}), "agents: the label '' is not a string"),
        (dict(agents={"007": "margin", "c": "random"}), "data tools read that label as a number"),
        (dict(agents={"true": "margin", "c": "random"}), "data tools read that label as a truth value"),
        (dict(agents={"nan": "margin", "c": "random"}), "data tools read that label as a missing value"),
        (dict(agents=3), "agents: 3 is not a list of agents"),
        (dict(agents=["margin", 3]), "agents: 3 is neither a SPEC nor an Agent"),
        (dict(agents=["margin", overhear.Agent]), "agents: `Agent` is a class; write `Agent()`"),
        (dict(agents=["margin", "random"], pairs="many"), "pairs: 'many' is not a number"),
        (dict(agents=["margin", "random"], threads=[2]), "threads: [2] is not a number"),
        (dict(agents=["margin", "random"], deck=3), "3 is not a path"),
        (dict(agents=["margin", "random"], set=["round_limit=6"]), "set: ['round_limit=6'] is not a mapping"),
        (dict(agents=["margin", "random"], other_spaces="x"), "other_spaces: 'x' is not a mapping"),
        (dict(agents=["margin"] * 2000), "2,000 agents make 1,999,000 pairings, whose counts take"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(overhear.OverhearError) as error:
        overhear.tournament(**{"pairs": 1, "seed": 1, **asked})
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert isinstance(error.value, (overhear.UsageError, overhear.RunError))
    assert pickle.loads(pickle.dumps(error.value)).args == error.value.args


def test_a_usage_error_is_a_value_error() -> None:
    with pytest.raises(ValueError):
        overhear.clue_verdict("sun", ["a", "b", "c", "d", "e"])
    with pytest.raises(TypeError, match="seed"):
        overhear.tournament(overhear.TournamentConfig(["random"], seed=1), seed=2)


def test_an_occupied_directory_is_kept(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    result = overhear.tournament(["margin", "random"], pairs=1, seed=1)
    with pytest.raises(overhear.UsageError, match="notes|not empty|force"):
        result.save(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_an_exception_in_progress_ends_the_run() -> None:
    class Enough(Exception):
        pass

    def tell(done: int, total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        overhear.tournament(["margin", "human"], pairs=1_000_000, seed=1, progress=tell)


def test_progress_counts_up_to_all_games() -> None:
    seen: list[tuple[int, int]] = []
    overhear.tournament(["margin", "nearest"], pairs=200, seed=1, progress=lambda *games: seen.append(games))
    assert seen[-1] == (400, 400)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_the_interpreter_goes_on_while_games_are_played() -> None:
    steps = 0
    over = threading.Event()

    def count() -> None:
        nonlocal steps
        while not over.wait(0.005):
            steps += 1

    thread = threading.Thread(target=count)
    thread.start()
    overhear.tournament(["margin", "human"], pairs=3000, seed=1, threads=1)
    over.set()
    thread.join()
    assert steps > 10


INTERRUPTED = """
import sys, overhear
try:
    overhear.tournament(
        ["margin", "human"], pairs=100_000_000, seed=1, out=sys.argv[1] or None, checkpoint=0 if sys.argv[1] else None,
        progress=lambda done, total: done > 500 and print("playing", flush=True),
    )
except overhear.Interrupted as error:
    print(f"{error.directory}: {error}")
    sys.exit(9)
"""


@pytest.mark.parametrize("kept", [False, True])
def test_ctrl_c_stops_a_run_that_goes_on_later(tmp_path: Path, kept: bool) -> None:
    out = str(tmp_path / "run") if kept else ""
    child = subprocess.Popen([sys.executable, "-c", INTERRUPTED, out], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "playing\n"
    os.kill(child.pid, signal.SIGINT)
    rest, _ = child.communicate(timeout=PATIENCE)
    assert child.returncode == 9
    assert "interrupted after" in rest.splitlines()[-1]
    assert rest.splitlines()[-1].startswith(out or "None")


def test_an_interrupted_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    asked: dict[str, Any] = dict(pairs=300, seed=4, running=50)
    whole = overhear.tournament(["margin", "nearest"], out=tmp_path / "whole", **asked)

    def stop(done: int, total: int) -> None:
        if 0 < done < total:
            raise KeyboardInterrupt

    try:
        overhear.tournament(["margin", "nearest"], out=tmp_path / "part", checkpoint=0, progress=stop, **asked)
    except overhear.Interrupted as error:
        assert error.directory == tmp_path / "part"
        resumed = overhear.resume(tmp_path / "part")
        assert resumed.standings.to_csv() == whole.standings.to_csv()
    for name in ("standings.csv", "running.csv", "manifest.json"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "part" / name).read_bytes()
