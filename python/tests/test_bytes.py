"""The package and the program write the same bytes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import overhear
import pytest

from .conftest import Sim

GAMES = dict(pairs=40, seed=11)
AGENTS = ["margin", "nearest", "random"]
WORDS = "--pairs 40 --seed 11 --agent margin --agent nearest --agent random --progress none".split()


def files(directory: Path) -> dict[str, bytes]:
    """Every file but timing.json. The label of a build, ``-dirty`` or not, is of the last time it was linked, and the seal of
    the manifest covers it; the hash of the sources, which decides whether two builds are one, is compared."""
    found = {file.name: file.read_bytes() for file in directory.iterdir() if file.name != "timing.json"}
    labelled = rb'(?m)^(    "commit"|  "sha256"): "[^"]*"'
    found["manifest.json"] = re.sub(labelled, rb'\1: ""', found["manifest.json"])
    return found


@pytest.mark.parametrize(
    ("options", "flags"),
    [
        ({}, []),
        ({"set": {"round_limit": 6, "repeat": "lemma"}}, ["--set", "round_limit=6", "--set", "repeat=lemma"]),
        ({"rules": "three-player"}, ["--rules", "three-player"]),
        ({"team_size": 3, "threads": 1}, ["--team-size", "3"]),
    ],
)
def test_a_tournament_saved_is_a_tournament_written(
    sim: Sim, tmp_path: Path, options: dict[str, Any], flags: list[str]
) -> None:
    sim("tournament", *WORDS, *flags, "--out", str(tmp_path / "program"))
    overhear.tournament(AGENTS, **GAMES, **options).save(tmp_path / "package")
    assert files(tmp_path / "program") == files(tmp_path / "package")
    assert len(files(tmp_path / "package")) == 7


def test_words_of_ones_own_are_the_programs(sim: Sim, tmp_path: Path) -> None:
    known, agents = tmp_path / "known.csv", ["nearest", "known=nearest:associations=known"]
    known.write_text("keyword,clue,weight\n" + "".join(f"{word},water,3\n" for word in overhear.World().keywords))
    flags = ["--vocabulary", "2000", "--associations", f"known={known}", "--out", str(tmp_path / "program")]
    sim("tournament", "--pairs", "40", "--seed", "11", "--agent", agents[0], "--agent", agents[1], *flags)
    result = overhear.tournament(agents, **GAMES, vocabulary=2000, associations={"known": known})
    result.save(tmp_path / "package")
    assert files(tmp_path / "program") == files(tmp_path / "package")
    assert len(overhear.World(vocabulary=2000).clues) == 2000
    with pytest.raises(overhear.UsageError, match=r"vocabulary: 5 is out of range; takes 256 to"):
        overhear.tournament(agents, vocabulary=5)


def test_a_table_of_the_whole_deck_is_no_warning(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.csv", tmp_path / "part.csv"
    known = {word: "fire" if word == "waterfall" else "water" for word in overhear.World().keywords}
    whole.write_text("keyword,clue,weight\n" + "".join(f"{word},{clue},3\n" for word, clue in known.items()))
    part.write_text("keyword,clue,weight\npirate,water,3\n")
    assert overhear.World(vocabulary=2000, associations={"known": whole}).warnings == []
    with pytest.warns(UserWarning, match="1 weight for 1 of the deck's 440 keywords"):
        overhear.World(vocabulary=2000, associations={"known": part})


@pytest.mark.parametrize("name", ["", "a b", "a=b"])
def test_a_name_that_no_spec_can_say_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(overhear.UsageError, match="is not a valid name; it takes letters"):
        overhear.World(associations={name: tmp_path / "known.csv"})
    with pytest.raises(overhear.UsageError, match="is not a valid name; it takes letters"):
        overhear.World(other_spaces={name: None})


def test_logs_are_the_same_and_stay_where_they_are(sim: Sim, tmp_path: Path) -> None:
    sim("tournament", *WORDS, "--log", "halves", "--running", "10", "--out", str(tmp_path / "program"))
    result = overhear.tournament(AGENTS, **GAMES, log="halves", running=10, out=tmp_path / "package")
    assert files(tmp_path / "program") == files(tmp_path / "package")
    assert "halves.csv" in files(tmp_path / "package")
    result.save(tmp_path / "again")
    for name in ("halves.csv", "standings.csv"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "package" / name).read_bytes()


def test_balance_and_sweep_saved_are_written(sim: Sim, tmp_path: Path) -> None:
    asked = "--games 60 --seed 5 --agent random --progress none --out".split()
    sim("balance", *asked, str(tmp_path / "balance"))
    sim("balance", "--sweep", "round_limit=6..8", *asked, str(tmp_path / "sweep"))
    overhear.balance("random", games=60, seed=5).save(tmp_path / "balance-here")
    overhear.sweep({"round_limit": range(6, 9)}, "random", games=60, seed=5).save(tmp_path / "sweep-here")
    for name in ("balance", "sweep"):
        assert files(tmp_path / name) == files(tmp_path / f"{name}-here")


@pytest.mark.parametrize("by", ["keyword", "card", "pair"])
def test_words_counted_are_the_programs(sim: Sim, tmp_path: Path, by: str) -> None:
    asked = f"--by {by} --games 60 --seed 5 --agent nearest --progress none --format csv --out".split()
    printed = sim("balance", *asked, str(tmp_path / "program"))
    counted = overhear.balance("nearest", games=60, seed=5, by=by)
    counted.save(tmp_path / "package")
    assert counted.words.to_csv() == printed and len(counted.words) > 50
    assert files(tmp_path / "program") == files(tmp_path / "package")
    with pytest.raises(AttributeError, match="without `deck_b`"):
        _ = counted.decks


def test_two_decks_compared_are_the_programs(sim: Sim, half_a_deck: Path, tmp_path: Path) -> None:
    asked = "--games 60 --seed 5 --margin 3 --agent nearest --progress none --format csv --out".split()
    printed = sim("balance", "--deck-b", str(half_a_deck), *asked, str(tmp_path / "program"))
    compared = overhear.balance("nearest", games=60, seed=5, deck_b=half_a_deck, margin=3)
    compared.save(tmp_path / "package")
    assert compared.decks.to_csv() == printed
    assert files(tmp_path / "program") == files(tmp_path / "package")


def test_words_are_refused_where_they_make_no_sense(tmp_path: Path) -> None:
    with pytest.raises(overhear.UsageError, match="there are keyword, card, pair"):
        overhear.balance("random", games=4, by="letter")
    with pytest.raises(overhear.UsageError, match="one of the two"):
        overhear.balance("random", games=4, by="card", deck_b=tmp_path / "b.csv")
    with pytest.raises(overhear.UsageError, match="name the second with deck_b"):
        overhear.balance("random", games=4, margin=2)
    with pytest.raises(AttributeError, match="without `by`"):
        _ = overhear.balance("random", games=4, seed=1).words


def test_tables_are_the_programs(sim: Sim, tmp_path: Path) -> None:
    tables = ["random", "nearest+random"]
    flags = [word for table in tables for word in ("--tables", table)]
    asked = [*flags, *"--games 60 --seed 5 --progress none".split()]
    sim("balance", *asked, "--minutes", "clue=2", "--out", str(tmp_path / "program"))
    report = overhear.balance(games=60, seed=5, tables=tables, minutes={"clue": 2})
    report.save(tmp_path / "package")
    assert files(tmp_path / "program") == files(tmp_path / "package")
    assert "tables.csv" in files(tmp_path / "package")
    compared = overhear.compare("official", "short", games=60, seed=5, tables=tables)
    assert compared.table.to_csv() == sim("rules", "compare", "official", "short", *asked, "--format", "csv")
    with pytest.raises(overhear.UsageError, match="name their own players"):
        overhear.compare("official", "short", "random", games=4, tables=tables)
    with pytest.raises(overhear.UsageError, match="from 0 to 600"):
        overhear.balance("random", games=4, minutes={"clue": -1})
    with pytest.raises(overhear.UsageError, match="leave out by"):
        overhear.balance("random", games=4, minutes={"clue": 1}, by="card")


def test_what_is_printed_is_returned(sim: Sim) -> None:
    league = overhear.league(AGENTS, games=60, seed=2)
    asked = "--games 60 --seed 2 --agent margin --agent nearest --agent random --progress none".split()
    assert league.agents.to_csv() == sim("agents", "league", *asked, "--format", "csv")
    compared = overhear.compare("official", "official,round_limit=6", "random", games=60, seed=2)
    asked = "official official,round_limit=6 --games 60 --seed 2 --agent random --progress none".split()
    assert compared.table.to_csv() == sim("rules", "compare", *asked, "--format", "csv")
    config = overhear.TournamentConfig(AGENTS, seed=11)
    asked = "--game 7 --seed 11 --agent margin --agent nearest --agent random --format json".split()
    assert overhear.replay(config, 7) == json.loads(sim("replay", *asked))


def test_a_report_is_the_programs(sim: Sim, tmp_path: Path) -> None:
    result = overhear.tournament(AGENTS, **GAMES)
    result.save(tmp_path / "result")
    sim("report", str(tmp_path / "result"), "--out", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert result.report(tmp_path / "here.html") == (tmp_path / "here.html").read_text(encoding="utf-8")
    # A page names the directory that it was made from.
    assert overhear.TournamentResult(result._core, tmp_path / "result").report() == page


def test_a_tune_is_the_programs(sim: Sim, tmp_path: Path) -> None:
    asked = "--agent nearest:blunder=0.5 --param blunder --iterations 3 --pairs-per-iteration 2 --seed 4".split()
    asked += "--confirm-pairs 4096 --sprt elo0=0,elo1=100 --format csv --out".split()
    printed = sim("tune", *asked, str(tmp_path / "tune"))
    found = overhear.tune(
        "nearest:blunder=0.5",
        ["blunder"],
        iterations=3,
        pairs_per_iteration=2,
        seed=4,
        confirm_pairs=4096,
        sprt="elo0=0,elo1=100",
    )
    assert found.table.to_csv() == printed
