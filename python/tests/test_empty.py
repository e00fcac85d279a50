"""Empty lists, and paths with ``~``: neither is what it would be if nothing had been said."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable

import overhear
import pytest


@pytest.mark.parametrize("empty", [[], (), {}, iter(())])
def test_no_agents_are_not_the_presets(empty: Any) -> None:
    with pytest.raises(overhear.UsageError, match="agents: .* names no agent"):
        overhear.tournament(empty, games=2, seed=1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: overhear.league([], games=2),
        lambda: overhear.balance([], games=2),
        lambda: overhear.sweep({"round_limit": [6]}, [], games=2),
        lambda: overhear.compare("official", "official,round_limit=6", [], games=2),
        lambda: overhear.TournamentConfig([]),
        lambda: overhear.compare("official", "official,round_limit=6", ["random"], measure=[], games=2),
        lambda: overhear.balance(tables=[], games=2),
    ],
)
def test_empty_lists_are_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(overhear.UsageError, match="leave the argument out"):
        call()


def test_what_is_left_out_is_as_before() -> None:
    assert overhear.TournamentConfig() == overhear.TournamentConfig(None)
    played = overhear.tournament(games=20, seed=1)
    assert sorted(played.standings.column("agent")) == ["human", "margin", "nearest", "pragmatic", "random"]


def test_a_leading_tilde_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(tmp_path)
    overhear.tournament(["random", "nearest"], games=2, seed=1, out="~/result")
    assert (home / "result" / "manifest.json").exists()
    assert overhear.load("~/result").standings.column("games") == [2, 2]
    assert os.listdir(tmp_path) == ["home"]


def test_missing_values_are_refused_or_read_as_words(tmp_path: Path) -> None:
    file = tmp_path / "clues.csv"
    file.write_text("id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n1,anchor,bread,castle,dragon,123,ship,NA,knight\n")
    with pytest.raises(overhear.UsageError, match="line 2: column `clue2`: `NA` stands for a missing value.*missing_as_words"):
        overhear.evaluate("decode", file, ["nearest"])
    assert overhear.evaluate("decode", file, ["nearest"], missing_as_words=True).column("n") == [1]
