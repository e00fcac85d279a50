"""Results travel: pickled, copied, as bytes and as folders; and what is written overwrites nothing."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import overhear
import pytest

Kinds = dict[str, Any]


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Kinds:
    """A result of every kind."""
    place, agents = tmp_path_factory.mktemp("runs"), ["nearest", "random"]
    few: dict[str, Any] = dict(vocabulary=2000)
    runs = [overhear.tournament(agents, pairs=6, seed=seed, log="deals", out=place / str(seed), **few) for seed in (1, 2)]
    asked: dict[str, Any] = dict(games=40, seed=1, **few)
    return {
        "tournament": overhear.tournament(agents, pairs=6, seed=1, **few),
        "logged": runs[0],
        "sprt": overhear.tournament(agents, sprt="elo0=0,elo1=5", **asked),
        "balance": overhear.balance("random", **asked),
        "words": overhear.balance("random", by="card", **asked),
        "sweep": overhear.sweep({"round_limit": [6, 7]}, "random", **asked),
        "compare": overhear.compare("official", "short", "random", **asked),
        "league": overhear.league(agents, **asked),
        "tune": overhear.tune("nearest:blunder=0.5", "blunder", iterations=1, pairs_per_iteration=1, confirm_pairs=2, seed=1, **few),
        "contrast": overhear.contrast(place / "1", place / "2"),
        "table": overhear.rules_list(),
        "bench": overhear.bench("margin", games=2, vocabulary=2000, seed=1),
        "people": overhear.people(games=2, seed=1),
        "exploit": overhear.exploit("nearest", games=4, seed=1, vocabulary=1000),
        "frontier": overhear.frontier(lambda_=[0], gamma=[0], referee=["off"], games=2, seed=1),
        "grid": overhear.grid("nearest", {"blunder": [0.5]}, games=4, seed=1, **few),
        "gauntlet": overhear.tournament([*agents, "margin"], games=8, seed=1, gauntlet="margin", **few),
    }


NAMES = """tournament logged sprt balance words sweep compare league tune contrast table bench people exploit frontier grid
gauntlet""".split()


def tables(result: Any) -> list[overhear.Table]:
    if isinstance(result, overhear.Table):
        return [result]
    if isinstance(result, overhear.BenchResult):
        return []
    return [result.table] if isinstance(result, overhear.ContrastResult) else list(result.tables.values())


def assert_alike(one: Any, other: Any) -> None:
    assert type(one) is type(other)
    assert tables(one) == tables(other) and one == other
    for name in ("sentences", "warnings", "verdict", "notes", "method"):
        assert getattr(one, name, None) == getattr(other, name, None), name
    assert str(getattr(one, "problem", None)) == str(getattr(other, "problem", None))
    if hasattr(one, "to_dict"):
        assert one.to_dict() == other.to_dict()


@pytest.mark.parametrize("name", NAMES)
def test_every_result_can_be_pickled_and_copied(kinds: Kinds, name: str) -> None:
    result = kinds[name]
    assert_alike(pickle.loads(pickle.dumps(result)), result)
    assert_alike(copy.deepcopy(result), result)
    assert pickle.dumps(copy.copy(result)) == pickle.dumps(result)


@pytest.mark.parametrize("name", NAMES)
def test_every_result_is_loaded_as_it_was_saved(kinds: Kinds, name: str, tmp_path: Path) -> None:
    result = kinds[name]
    place = result.save(tmp_path / "result")
    loaded = overhear.load(place)
    by_name = lambda table: table.name  # noqa: E731
    assert type(loaded) is type(result) and loaded == result
    assert sorted(tables(loaded), key=by_name) == sorted(tables(result), key=by_name)
    if hasattr(result, "to_dict"):
        assert loaded.to_dict() == result.to_dict()
    assert_alike(overhear.load(result.to_bytes()), result)
    again = loaded.save(tmp_path / "again")
    assert {file.name: file.read_bytes() for file in again.iterdir()} == {file.name: file.read_bytes() for file in place.iterdir()}


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("balance --agent random --games 40", "BalanceResult"),
        ("balance --agent random --games 40 --sweep round_limit=6..7", "SweepResult"),
        ("rules compare official short --agent random --games 40", "CompareResult"),
        ("agents league --agent nearest --agent random --games 40", "LeagueResult"),
        ("agents people --games 2", "Table"),
        ("agents frontier --lambda 0 --gamma 0 --referee off --games 2", "Table"),
        ("bench margin --games 2 --vocabulary 2000", "BenchResult"),
        ("compare", "ContrastResult"),
    ],
)
def test_a_folder_of_the_program_is_a_result_of_its_kind(
    command: str, kind: str, kinds: Kinds, sim: Any, tmp_path: Path
) -> None:
    runs = [str(kinds["logged"].directory.parent / seed) for seed in "12"] if command == "compare" else ["--seed", "1"]
    sim(*command.split(), *runs, "--out", str(tmp_path / "of-program"))
    loaded = overhear.load(tmp_path / "of-program")
    assert type(loaded).__name__ == kind
    assert_alike(pickle.loads(pickle.dumps(loaded)), loaded)
    if kind == "BenchResult":
        assert {**loaded, "program": ""} == {**kinds["bench"], "program": ""}
    for table in tables(loaded):
        assert (tmp_path / "of-program" / table.name).read_text("utf-8") == table.to_csv()


def test_logs_become_parquet(kinds: Kinds, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    result = overhear.tournament(["nearest", "random"], pairs=6, seed=1, log="halves", out=tmp_path / "run")
    rows = parquet.read_table(result.log_to_parquet("halves", tmp_path / "halves.parquet"))
    header, *lines = (tmp_path / "run" / "halves.csv").read_text("utf-8").splitlines()
    assert rows.column_names == header.split(",") and rows.num_rows == len(lines)
    first = dict(zip(header.split(","), lines[0].split(",")))
    assert {str(value) if value is not None else "" for value in rows.slice(0, 1).to_pylist()[0].values()} >= set(first.values()) - {"true", "false"}
    assert parquet.read_table(result.standings.to_parquet(tmp_path / "standings.parquet"))["games"].to_pylist() == [12, 12]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["halves.parquet", "run", "standings.parquet"]
    with pytest.raises(overhear.UsageError, match="there is no log `half`; there are deals, games, halves, running"):
        result.log("half")
    with pytest.raises(overhear.UsageError, match="set log='games' and out"):
        kinds["tournament"].log("games")
    with pytest.raises(overhear.UsageError, match="there is no such log; set log='deals' in the run"):
        kinds["gauntlet"].__class__(result._core, tmp_path / "nowhere").log("deals")
    with pytest.raises(overhear.UsageError, match="write result.log_to_parquet"):
        overhear.tournament(["nearest", "random"], pairs=6, seed=1, log="halves", log_format="parquet", out=tmp_path / "other")
    with pytest.raises(overhear.RunError, match="No such file or directory"):
        result.standings.to_parquet(tmp_path / "nowhere" / "a.parquet")


def test_one_agent_meets_all_others(kinds: Kinds) -> None:
    pairs = kinds["gauntlet"].pairings
    assert len(pairs) == 2 and all("margin" in pair for pair in zip(pairs["agent_a"], pairs["agent_b"]))
    with pytest.raises(overhear.UsageError, match="gauntlet"):
        overhear.tournament(["nearest", "random"], games=8, seed=1, gauntlet="margin")


def test_a_result_comes_back_from_another_process(kinds: Kinds) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        result = executor.submit(overhear.tournament, ["nearest", "random"], pairs=6, seed=1, vocabulary=2000).result()
    assert_alike(result, kinds["tournament"])
    assert result.report().startswith("<!") and result.problem is None


def test_a_loaded_result_keeps_its_verdict(kinds: Kinds) -> None:
    loaded = overhear.load(kinds["sprt"].to_bytes())
    assert loaded.verdict == kinds["sprt"].verdict != []
    with pytest.raises(overhear.UndecidedError):
        loaded.check()


def test_what_is_no_result_is_refused(kinds: Kinds, tmp_path: Path) -> None:
    with pytest.raises(overhear.UsageError, match="no such folder"):
        overhear.load(tmp_path / "nowhere")
    with pytest.raises(overhear.UsageError, match="holds no result"):
        overhear.load(tmp_path)
    with pytest.raises(overhear.UsageError, match="damaged"):
        overhear.load(kinds["balance"].to_bytes()[:-30])
    place = kinds["tournament"].save(tmp_path / "result")
    (place / "standings.csv").write_text((place / "standings.csv").read_text().replace("random", "rondom"))
    with pytest.raises(overhear.UsageError, match="does not match its checksum in the manifest"):
        overhear.load(place)
    place = kinds["league"].save(tmp_path / "league")
    (place / "result.json").write_text("{")
    with pytest.raises(overhear.UsageError, match="damaged"):
        overhear.load(place)


def test_nothing_is_overwritten_unasked(kinds: Kinds, tmp_path: Path) -> None:
    result, page = kinds["tournament"], tmp_path / "page.html"
    result.report(page)
    before = page.read_bytes()
    with pytest.raises(overhear.UsageError, match="the file exists"):
        result.report(page)
    result.report(page, force=True)
    assert page.read_bytes() == before
    (tmp_path / "link.html").symlink_to(page)
    with pytest.raises(overhear.UsageError, match="this is a link"):
        result.report(tmp_path / "link.html", force=True)
    with pytest.raises(overhear.UsageError, match="this is not a file"):
        result.report("/dev/full", force=True)
    with pytest.raises(overhear.RunError, match="No such file or directory"):
        result.report(tmp_path / "nowhere" / "page.html")
    league = kinds["league"].save(tmp_path / "league")
    with pytest.raises(overhear.UsageError, match="not empty"):
        kinds["league"].save(league)
    kinds["league"].save(league, force=True)
    assert_alike(overhear.load(league), kinds["league"])


def test_a_remark_is_kept_and_never_loses_a_run() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = overhear.tournament(["margin", "random"], pairs=4, seed=1)
    assert any("ratings" in line for line in result.warnings)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        overhear.tournament(["margin", "random"], pairs=4, seed=1)
    assert {entry.category for entry in seen} == {overhear.OverhearWarning}
    assert all(entry.filename == __file__ for entry in seen), "a remark is about the caller's line"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=overhear.OverhearWarning)
        overhear.tournament(["margin", "random"], pairs=4, seed=1)


def test_games_that_nobody_asked_for_are_remarked_on() -> None:
    with pytest.warns(overhear.OverhearWarning, match="7 were asked for, 8 are played"):
        result = overhear.tournament(["nearest", "random"], games=7, seed=1)
    assert any("7 were asked for" in line for line in result.warnings)
    assert not any("asked for" in line for line in overhear.tournament(["nearest", "random"], games=8, seed=1).warnings)


def test_results_are_looked_through(kinds: Kinds) -> None:
    result = kinds["tournament"]
    assert list(result) == list(result.tables) and len(result) == 6
    assert result["standings"] == result["standings.csv"] == result.standings
    assert kinds["league"]["agents"] == kinds["league"]["league.csv"] == kinds["league"].agents
    assert kinds["compare"][kinds["compare"].table.name] == kinds["compare"].table
    with pytest.raises(KeyError, match="there are standings"):
        result["standing"]
    table = result.standings
    assert table["agent"] == table.column("agent") and table[0]["agent"] == table["agent"][0]
    assert table[-1] == table.to_dicts()[-1] and table[:1] == table.to_dicts()[:1] and list(table) == table.to_dicts()
    assert table != result.pairings and hash(table) == hash(pickle.loads(pickle.dumps(table)))


def test_tables_speak_with_libraries_of_data_frames(kinds: Kinds) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    table = kinds["tournament"].standings
    assert list(pandas.DataFrame(table).columns) == table.columns
    assert pandas.DataFrame(table)["games"].tolist() == table["games"]
    assert pandas.api.interchange.from_dataframe(table)["games"].tolist() == table["games"]
    assert polars.from_dataframe(table)["games"].to_list() == table["games"]
    assert table.arrow().num_rows == len(table)


def test_narwhals_takes_a_table(kinds: Kinds) -> None:
    narwhals = pytest.importorskip("narwhals")
    frame = narwhals.from_native(kinds["tournament"].standings)
    assert frame["games"].to_list() == kinds["tournament"].standings["games"]
    assert frame.select("agent").shape == (2, 1)


def test_a_daemon_thread_that_plays_ends_with_the_interpreter() -> None:
    script = """
import threading, time, overhear
class Guess(overhear.Agent):
    def decode(self, batch):
        import numpy
        return numpy.ones((batch.n, 24))
def play():
    while True:
        overhear.tournament([Guess(), "random"], pairs=100_000_000, seed=1)
threading.Thread(target=play, daemon=True).start()
time.sleep(1)
print("over")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "over\n"), done.stderr
