"""Every result says what repeats it, and loses nothing where it is saved."""

from __future__ import annotations

import inspect
import json
import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import overhear
import pytest

from .test_results import MAKE, Kinds, assert_alike, kinds, tables

__all__ = ["kinds"]

pytestmark = pytest.mark.filterwarnings("ignore::overhear.OverhearWarning")

UNSEEDED = {"agents_list", "agents_show", "rules_list", "clue_verdict", "resume", "resume_tune"}
"""What is not drawn, and what goes on with a run of its own."""

REPEATED = [name for name in MAKE if name.split()[0] not in UNSEEDED | {"cross", "contrast", "evaluate", "balance of two decks"}]


def again(manifest: dict[str, Any]) -> Any:
    """The result that a manifest repeats."""
    return getattr(overhear, manifest["function"])(**manifest["arguments"])


@pytest.mark.parametrize("name", REPEATED)
def test_a_result_is_repeated_by_what_it_says(kinds: Kinds, name: str) -> None:
    result = kinds[name]
    manifest = json.loads(json.dumps(result.manifest))
    assert manifest["function"] == name.split()[0] and manifest["seed"] == manifest["arguments"]["seed"]
    assert manifest["version"] == overhear.__version__ and manifest["build"]
    other = again(manifest)
    assert type(other) is type(result) and other == result


NOT_DRAWN = {"bench", "bench_items"}
"""Whose deals are those of a suite, of which all cards are."""


def test_a_seed_that_is_not_given_is_drawn_and_written_down() -> None:
    few: dict[str, Any] = dict(vocabulary=1000)
    calls: dict[str, dict[str, Any]] = {
        "tournament": dict(agents=["nearest", "random"], pairs=2, **few), "balance": dict(agents="random", games=4, **few),
        "sweep": dict(axes={"round_limit": [6]}, agents="random", games=4, **few),
        "compare": dict(a="official", b="short", agents="random", games=4, **few),
        "league": dict(agents=["nearest", "random"], games=4, exploit_games=0, **few), "grid": dict(agent="nearest", params={"blunder": 0.5}, games=4, **few),
        "calibrate": dict(runs=1, pairs=2, agent="nearest"), "check_agent": dict(agent="nearest", games=2, **few), "selfcheck": dict(games=2),
        "people": dict(games=2, **few), "strangers": dict(spec=["nearest"], games=2, **few), "exploit": dict(spec="nearest", games=2, **few), "tune": dict(agent="nearest:blunder=0.5", params="blunder",
        iterations=1, pairs_per_iteration=1, confirm_pairs=2, **few), "frontier": dict(lambda_=[0], gamma=[0], referee=["off"], games=2, **few),
        "search_rules": dict(goals="mean_rounds<3", agents="random", vary="round_limit=6", games=200, **few),
    }  # fmt: skip
    seeded = {name for name in overhear.__all__ if inspect.isfunction(f := getattr(overhear, name)) and "seed" in inspect.signature(f).parameters}
    assert seeded - NOT_DRAWN - {"cross", "evaluate"} == calls.keys()
    for name in seeded:
        assert inspect.signature(getattr(overhear, name)).parameters["seed"].default is None, f"{name}: one habit for all"
    for name, given in calls.items():
        one, other = (getattr(overhear, name)(**given).manifest for _ in range(2))
        assert one["seed"] != other["seed"], f"{name}: it is drawn"
        assert 0 <= one["seed"] < 2**53 and one["arguments"]["seed"] == one["seed"]


def test_a_suite_has_its_own_seed() -> None:
    one, other = (overhear.bench("random", games=2, vocabulary=1000) for _ in range(2))
    assert one.manifest["seed"] == other.manifest["seed"] == one["seed"]


class Guess(overhear.Agent):
    version = "3"
    sharp = 0.5
    params = [overhear.Param("sharp", 0, 1)]

    def decode(self, batch: overhear.Batch) -> Any:
        return np.ones((batch.n, 24))


def test_a_class_is_described_and_iterators_are_written_out() -> None:
    result = overhear.tournament({"mine": Guess(), "half": "mine:sharp=0.2"}, pairs=iter([2]).__next__(), seed=4, vocabulary=1000)
    assert result.manifest["classes"] == {"mine": {"class": f"{__name__}.Guess", "version": "3", "params": {"sharp": 0.5}}}
    assert result.manifest["agents"] == ["mine", "half=mine:sharp=0.2"]
    swept = overhear.sweep({"round_limit": iter(range(6, 8))}, iter(["random"]), games=np.int64(4), seed=0, vocabulary=1000)
    assert swept.manifest["arguments"] == {"axes": {"round_limit": [6, 7]}, "agents": ["random"], "games": 4, "seed": 0, "vocabulary": 1000}
    assert again(swept.manifest) == swept


def test_a_configuration_is_written_down_as_its_function_takes_it() -> None:
    from concurrent.futures import ThreadPoolExecutor

    config = overhear.CompareConfig("official", {"round_limit": 6}, ["random"], games=40, seed=2, vocabulary=1000)
    with ThreadPoolExecutor(1) as executor:
        played = overhear.run(config, 2, executor)
    assert played.manifest["function"] == "compare" and again(json.loads(json.dumps(played.manifest))) == played
    whole = overhear.tournament(overhear.TournamentConfig(["nearest", "random"], pairs=2, seed=1, vocabulary=1000))
    assert whole.manifest["arguments"] == {"agents": ["nearest", "random"], "seed": 1, "vocabulary": 1000, "pairs": 2}


def test_tables_of_a_result_and_their_parquet_say_it_too(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = overhear.people(games=2, seed=3, vocabulary=1000)
    file = table.to_parquet(tmp_path / "people.parquet")
    assert json.loads(parquet.read_schema(file).metadata[b"overhear"])["arguments"] == {"games": 2, "seed": 3, "vocabulary": 1000}
    result = overhear.tournament(["nearest", "random"], pairs=2, seed=5, vocabulary=1000)
    file = result.standings.to_parquet(tmp_path / "standings.parquet")
    assert json.loads(parquet.read_schema(file).metadata[b"overhear"])["seed"] == 5


SAVED = [name for name in MAKE if name not in ("check_agent", "selfcheck", "clue_verdict")]


@pytest.mark.parametrize("name", SAVED)
def test_a_folder_and_bytes_and_a_pickle_keep_all_of_a_result(kinds: Kinds, name: str, tmp_path: Path) -> None:
    result = kinds[name]
    for loaded in (overhear.load(result.save(tmp_path / "saved")), overhear.load(result.to_bytes()), pickle.loads(pickle.dumps(result))):
        assert_alike(loaded, result)
        assert loaded.manifest == result.manifest
        assert [table.manifest for table in tables(loaded)] == [table.manifest for table in tables(result)]


@pytest.mark.parametrize("name", SAVED)
def test_every_column_has_a_type_that_is_declared(kinds: Kinds, name: str) -> None:
    known: dict[str, dict[str, str]] = {}
    for row in overhear.schema():
        known.setdefault(row["table"], {})[row["column"] if row["presence"] != "repeated" else "*"] = row["stored"]
    for table in tables(kinds[name]):
        columns = known.get(table.name, {})
        for column in table.columns:
            assert column in columns or "*" in columns or column in table._declared, (table.name, column)


@pytest.mark.parametrize(
    ("function", "given"),
    [
        ("tournament", dict(agents=["nearest", "random"], sprt="elo0=0,elo1=5", games=8)),
        ("tournament", dict(agents=["nearest", "random"], games=7, log="halves")),
        ("balance", dict(agents="random", games=40)),
        ("sweep", dict(axes={"round_limit": [6, 7]}, agents="random", games=40)),
        ("compare", dict(a="official", b="short", agents="random", games=40)),
        ("tune", dict(agent="nearest:blunder=0.5", params="blunder", iterations=1, pairs_per_iteration=1, confirm_pairs=2)),
    ],
)
def test_the_folder_of_a_run_keeps_all_of_its_result(function: str, given: dict[str, Any], tmp_path: Path) -> None:
    result = getattr(overhear, function)(**given, seed=1, vocabulary=1000, out=tmp_path / "run")
    loaded = overhear.load(tmp_path / "run")
    assert loaded.manifest == result.manifest
    if function == "tune":
        loaded.tables, result.tables  # The folder has the trace besides.
    assert_alike(loaded, result)


def test_what_stands_beside_another_result_is_not_taken_for_its_own(tmp_path: Path) -> None:
    asked: dict[str, Any] = dict(sprt="elo0=0,elo1=5", games=8, vocabulary=1000)
    one, other = (overhear.tournament(["nearest", "random"], seed=seed, **asked) for seed in (1, 2))
    one.save(tmp_path / "one")
    other.save(tmp_path / "other")
    (tmp_path / "other" / "timing.json").write_bytes((tmp_path / "one" / "timing.json").read_bytes())
    loaded = overhear.load(tmp_path / "other")
    assert loaded.verdict == [] and loaded.sentences == [] and loaded.verdict.llr == other.verdict.llr
    for damaged in ("", "{", "[]", '{"package": 3}', '{"package": {"manifest_sha256": 0}}'):
        (tmp_path / "other" / "timing.json").write_text(damaged)
        assert overhear.load(tmp_path / "other") == other
    other.save(tmp_path / "third")
    kept = json.loads((tmp_path / "third" / "timing.json").read_text())
    for key, value in (("sentences", 3), ("warnings", [3]), ("verdict", {"a": 1}), ("manifest", []), ("tables", [[]])):
        (tmp_path / "third" / "timing.json").write_text(json.dumps({"package": {**kept["package"], key: value}}))
        loaded = overhear.load(tmp_path / "third")
        assert loaded == other and loaded.sentences == [] and loaded.manifest["seed"] == 2
    for problem in (["Path", "x"], ["os", "x"], 3, ["UsageError"]):
        (tmp_path / "third" / "timing.json").write_text(json.dumps({"package": {**kept["package"], "problem": problem}}))
        with pytest.raises(overhear.UsageError, match="damaged"):
            overhear.load(tmp_path / "third")


def test_a_verdict_has_numbers(tmp_path: Path) -> None:
    result = overhear.tournament(["nearest", "random"], sprt="elo0=0,elo1=100,alpha=0.05,beta=0.05", games=400, seed=1, vocabulary=1000)
    verdict = result.verdict
    assert verdict.decision == result.manifest["sprt"]["decision"] in ("accept_h1", "no_difference_seen", "accept_h0", "undecided")
    assert verdict.llr_high == pytest.approx(math.log(0.95 / 0.05), abs=1e-5) and verdict.llr_low == pytest.approx(-math.log(0.95 / 0.05), abs=1e-5)
    assert verdict.llr is not None and f"LLR: {verdict.llr:.2f}" in "\n".join(verdict)
    assert verdict.to_dict()["pairs"] == verdict.pairs
    for loaded in (overhear.load(result.save(tmp_path / "test")), overhear.load(result.to_bytes())):
        assert loaded.verdict.to_dict() == verdict.to_dict() and list(loaded.verdict) == list(verdict) != []
    plain = overhear.tournament(["nearest", "random"], games=4, seed=1, vocabulary=1000)
    assert plain.verdict == [] and plain.verdict.decision is plain.verdict.llr is None


def test_a_card_has_the_files_of_the_program(sim: Any, tmp_path: Path) -> None:
    card = overhear.bench("nearest", games=2, vocabulary=1000, seed=1)
    card.save(tmp_path / "here")
    sim("bench", "nearest", "--games", "2", "--vocabulary", "1000", "--seed", "1", "--out", str(tmp_path / "there"))
    names = ["card.csv", "card.json", "card.md", "cost.csv", "items.jsonl", "leaderboard.jsonl", "manifest.json"]
    assert sorted(file.name for file in (tmp_path / "here").iterdir()) == [*names, "timing.json"]
    for name in ("card.csv", "items.jsonl", "cost.csv"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()
    assert len(card["items"]) == len((tmp_path / "here" / "items.jsonl").read_text().splitlines())
    assert sim("report", str(tmp_path / "here"), "--out", str(tmp_path / "page.html")) is not None
    assert overhear.load(overhear.load(tmp_path / "here").save(tmp_path / "again")) == card


def test_results_in_memory_are_compared_and_replayed(tmp_path: Path) -> None:
    asked: dict[str, Any] = dict(pairs=4, vocabulary=1000)
    one, other = (overhear.tournament(["nearest", "random"], seed=seed, **asked) for seed in (1, 2))
    places = [result.save(tmp_path / name) for result, name in ((one, "one"), (other, "other"))]
    assert overhear.contrast(one, other) == overhear.contrast(*places) == overhear.contrast(one, places[1])
    assert overhear.contrast(overhear.load(one.to_bytes()), other) == overhear.contrast(one, other)
    logged = [overhear.tournament(["nearest", "random"], seed=1, rules=rules, log="deals", out=tmp_path / rules, **asked) for rules in ("official", "short")]
    assert overhear.contrast(*logged).method == overhear.contrast(tmp_path / "official", tmp_path / "short").method
    assert overhear.replay(one, 3) == overhear.replay(places[0], 3)
    mine = overhear.tournament({"mine": Guess(), "random": "random"}, seed=1, **asked)
    assert overhear.replay(mine, 1)["agents"] == overhear.replay(overhear.load(mine.to_bytes()), 1, agents={"mine": Guess()})["agents"]
    with pytest.raises(overhear.OverhearError) as error:
        overhear.contrast(one, other, agent="unknown")
    assert "/" not in str(error.value), "the results are in memory, so the message names no folder"
    with pytest.raises(overhear.UsageError, match="a: .* is not a path"):
        overhear.contrast(one.standings.columns, other)  # type: ignore[arg-type]
    league = overhear.league(["nearest", "random"], games=4, exploit_games=0, vocabulary=1000)
    for wrong in (league, one.standings):
        with pytest.raises(overhear.UsageError, match="^(a|source): .* is not the result of a tournament; give one, or its directory$"):
            overhear.contrast(wrong, other)  # type: ignore[arg-type]
        with pytest.raises(overhear.UsageError, match="is not the result of a tournament"):
            overhear.replay(wrong, 1)  # type: ignore[arg-type]
