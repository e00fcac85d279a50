"""Results travel: pickled, copied, as bytes and as folders; and what is written overwrites nothing."""

from __future__ import annotations

import copy
import inspect
import pickle
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import overhear
import pytest
from overhear._saved import MAKERS

from .conftest import ROOT
from .parts import PATIENCE
from .test_agents import Likely

FEW: dict[str, Any] = dict(vocabulary=2000)
ASKED: dict[str, Any] = dict(games=40, seed=1, **FEW)
AGENTS = ["nearest", "random"]


def run_with_files(place: Path, seed: int) -> Path:
    """The folder of a tournament with this seed."""
    if not (place / str(seed)).exists():
        overhear.tournament(AGENTS, pairs=6, seed=seed, log="deals", out=place / str(seed), **FEW)
    return place / str(seed)


def resumed(place: Path) -> overhear.TournamentResult:
    """A tournament that went on after its first deals."""

    def stop(done: int, total: int) -> None:
        if 0 < done < total:
            raise KeyboardInterrupt

    with pytest.raises(overhear.Interrupted):
        overhear.tournament(["margin", "human"], pairs=2500, seed=1, out=place, progress=stop, threads=1, **FEW)
    return overhear.resume(place)


def few_words(place: Path) -> Path:
    """A space of the most frequent words, in twenty numbers each."""
    world = overhear.World(vocabulary=2000)
    words = list(dict.fromkeys([*world.keywords, *world.clues]))
    rows = world.vectors(words)[:, :20].tolist()
    (place / "few.txt").write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in zip(words, rows)), "utf-8")
    return place / "few.txt"


def tuned(place: Path) -> overhear.TuneResult:
    """A tune with files."""
    return overhear.tune("nearest:blunder=0.5", "blunder", iterations=1, pairs_per_iteration=1, confirm_pairs=2, seed=1, out=place, **FEW)


class Fickle(Likely):
    """Fails at its third batch of clues, once."""

    name = "fickle"
    batches = 0

    def clues(self, batch: overhear.Batch) -> Any:
        Fickle.batches += 1
        if Fickle.batches == 3:
            raise ConnectionError("the third batch is lost")
        return super().clues(batch)


def resumed_tune(place: Path) -> overhear.TuneResult:
    """A tune that went on after it was interrupted."""
    asked: dict[str, Any] = dict(iterations=3, pairs_per_iteration=1, confirm_pairs=2, seed=1, out=place, **FEW)
    Fickle.batches = 0
    with pytest.raises(overhear.AgentError, match="the third batch is lost"):
        overhear.tune(Fickle(), "top", **asked)
    with pytest.raises(overhear.UsageError, match="resume it with overhear.resume"):
        overhear.load(place)
    return overhear.resume_tune(place, agents=Fickle())


def half_and_half(place: Path) -> Any:
    """Words of two decks, each with a half of the cards."""
    header, *rows = (ROOT / "data" / "deck.csv").read_text("utf-8").splitlines()
    halves = rows[: len(rows) // 2], rows[len(rows) // 2 :]
    for name, half in zip("ab", halves):
        (place / f"{name}.csv").write_text("\n".join([header, *half]) + "\n", "utf-8")
    return overhear.balance("random", deck=place / "a.csv", deck_b=place / "b.csv", **ASKED)


def recorded(place: Path) -> overhear.Table:
    """Agents against a clue of people."""
    (place / "decode.csv").write_text(RECORDED, "utf-8")
    return overhear.evaluate("decode", place / "decode.csv", ["margin", "random"], **FEW)


RECORDED = "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\na,dog,sun,piano,river,123,puppy,sunshine,melody\n"

MAKE: dict[str, Callable[[Path], Any]] = {
    "tournament": lambda _: overhear.tournament(AGENTS, pairs=6, seed=1, **FEW),
    "tournament with files": lambda place: overhear.tournament(AGENTS, pairs=6, seed=1, log="deals", out=place / "logged", **FEW),
    "tournament with a test": lambda _: overhear.tournament(AGENTS, sprt="elo0=0,elo1=5", **ASKED),
    "tournament with a gauntlet": lambda _: overhear.tournament([*AGENTS, "margin"], games=8, seed=1, gauntlet="margin", **FEW),
    "tournament with talks": lambda _: overhear.tournament(AGENTS, games=8, seed=1, team_size=4, discuss=2, **FEW),
    "resume": lambda place: resumed(place / "part"),
    "balance": lambda _: overhear.balance("random", **ASKED),
    "balance by card": lambda _: overhear.balance("random", by="card", **ASKED),
    "balance by keyword": lambda _: overhear.balance("random", by="keyword", **ASKED),
    "balance of tables": lambda _: overhear.balance(tables=["random", "random+c=random"], **ASKED),
    "balance of two decks": half_and_half,
    "sweep": lambda _: overhear.sweep({"round_limit": [6, 7]}, "random", **ASKED),
    "compare": lambda _: overhear.compare("official", "short", "random", **ASKED),
    "compare of tables": lambda _: overhear.compare("official", "short", tables=["random", "random+c=random"], **ASKED),
    "league": lambda _: overhear.league(AGENTS, **ASKED),
    "league with responses": lambda _: overhear.league(AGENTS, respond_games=20, exploit_games=20, **ASKED),
    "tune": lambda place: tuned(place / "tune"),
    "resume_tune": lambda place: resumed_tune(place / "again"),
    "contrast": lambda place: overhear.contrast(run_with_files(place, 1), run_with_files(place, 2)),
    "bench": lambda _: overhear.bench("margin", games=2, vocabulary=2000, seed=1),
    "people": lambda _: overhear.people(games=2, seed=1),
    "strangers": lambda _: overhear.strangers(["nearest"], games=2, seed=1),
    "exploit": lambda _: overhear.exploit("nearest", games=4, seed=1, vocabulary=1000),
    "exploit of a guesser": lambda _: overhear.exploit("nearest", against="guesser", games=4, seed=1, vocabulary=1000),
    "frontier": lambda _: overhear.frontier(lambda_=[0], gamma=[0], referee=["off"], games=2, seed=1),
    "cross": lambda place: overhear.cross(["built-in", few_words(place)], games=2, seed=1),
    "cross of agents": lambda _: overhear.cross(agent=["margin", "nearest"], games=2, seed=1),
    "search_rules": lambda _: overhear.search_rules("mean_rounds<3", "random", vary="round_limit=6,7", games=200, seed=1, **FEW),
    "grid": lambda _: overhear.grid("nearest", {"blunder": [0.5]}, games=4, seed=1, **FEW),
    "calibrate": lambda _: overhear.calibrate(runs=1, pairs=4, agent="nearest"),
    "calibrate of intervals": lambda _: overhear.calibrate(runs=2, coverage=True),
    "evaluate": recorded,
    "rules_list": lambda _: overhear.rules_list(),
    "agents_list": lambda _: overhear.agents_list(),
    "agents_show": lambda _: overhear.agents_show("margin"),
    "check_agent": lambda _: overhear.check_agent("nearest", games=2, seed=1, **FEW),
    "selfcheck": lambda _: overhear.selfcheck(games=2, seed=1),
    "clue_verdict": lambda _: overhear.clue_verdict("dogs", ["dog", "sun"]),
}
"""What makes a result of every kind: the name of its function, and in which way."""

KEPT = [name for name in MAKE if name not in ("check_agent", "selfcheck", "clue_verdict")]
"""What can be saved: the others are tuples of Python."""


class Kinds(dict[str, Any]):
    """Results of every kind, made when they are asked for first."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __missing__(self, name: str) -> Any:
        self[name] = MAKE[name](self.place)
        return self[name]


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Kinds:
    return Kinds(tmp_path_factory.mktemp("runs"))


def test_there_is_a_result_of_every_function_and_kind(kinds: Kinds) -> None:
    tried = {name.split()[0] for name in MAKE}
    plain = {"Any", "str", "list[str]", "bytes", "Executor", "dict[str, Any]", "list[dict[str, Any]]"}
    functions = {name: getattr(overhear, name) for name in overhear.__all__ if inspect.isfunction(getattr(overhear, name))}
    assert {name for name, function in functions.items() if inspect.signature(function).return_annotation not in plain} == tried
    made = {type(kinds[name]).__name__ for name in KEPT}
    assert made == set(MAKERS), "what makes results of what was kept knows the same kinds"
    assert made >= {name for name in dir(overhear) if hasattr(getattr(overhear, name), "to_bytes") or name.endswith("Result")}


def tables(result: Any) -> list[overhear.Table]:
    if isinstance(result, (list, overhear.Verdict)):
        return []
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


@pytest.mark.parametrize("name", MAKE)
def test_every_result_can_be_pickled_and_copied(kinds: Kinds, name: str) -> None:
    result = kinds[name]
    assert_alike(pickle.loads(pickle.dumps(result)), result)
    assert_alike(copy.deepcopy(result), result)
    assert pickle.dumps(copy.copy(result)) == pickle.dumps(result)


@pytest.mark.parametrize("name", KEPT)
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
    runs = [str(run_with_files(kinds.place, seed)) for seed in (1, 2)] if command == "compare" else ["--seed", "1"]
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
        kinds["tournament with a gauntlet"].__class__(result._core, tmp_path / "nowhere").log("deals")
    with pytest.raises(overhear.UsageError, match="write result.log_to_parquet"):
        overhear.tournament(["nearest", "random"], pairs=6, seed=1, log="halves", log_format="parquet", out=tmp_path / "other")
    with pytest.raises(overhear.RunError, match="No such file or directory"):
        result.standings.to_parquet(tmp_path / "nowhere" / "a.parquet")


def test_one_agent_meets_all_others(kinds: Kinds) -> None:
    pairs = kinds["tournament with a gauntlet"].pairings
    assert len(pairs) == 2 and all("margin" in pair for pair in zip(pairs["agent_a"], pairs["agent_b"]))
    with pytest.raises(overhear.UsageError, match="gauntlet"):
        overhear.tournament(["nearest", "random"], games=8, seed=1, gauntlet="margin")


@pytest.mark.parametrize("start", ["fork", "forkserver", "spawn"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_every_result_goes_to_another_process_and_back(start: str, kinds: Kinds) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context(start)) as executor:
        sent = {name: executor.submit(copy.deepcopy, kinds[name]) for name in MAKE}
        for name, future in sent.items():
            assert_alike(future.result(), kinds[name])


def test_a_result_comes_back_from_another_process(kinds: Kinds) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        result = executor.submit(overhear.tournament, ["nearest", "random"], pairs=6, seed=1, vocabulary=2000).result()
    assert_alike(result, kinds["tournament"])
    assert result.report().startswith("<!") and result.problem is None


def test_a_loaded_result_keeps_its_verdict(kinds: Kinds) -> None:
    loaded = overhear.load(kinds["tournament with a test"].to_bytes())
    assert loaded.verdict == kinds["tournament with a test"].verdict != []
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
    for name in ("manifest.json", "standings.csv"):
        with pytest.raises(overhear.UsageError, match=f"{name}: this is a file of a result; name its folder"):
            overhear.load(place / name)
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
overhear._progress._LAST_SECONDS = 300.0  # on a busy machine
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
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, "over\n"), done.stderr


def test_a_result_is_a_mapping_of_its_tables(kinds: Kinds) -> None:
    for name in KEPT:
        result = kinds[name]
        if isinstance(result, (overhear.Table, overhear.BenchResult)):
            continue
        assert issubclass(type(result), Mapping) and dict(result) == dict(result.items()) == result.tables, name
        assert list(result.keys()) == list(result.tables) and list(result.values()) == list(result.tables.values())
        first = next(iter(result))
        assert first in result and "nothing" not in result and 3 not in result and result.get("nothing") is None
        assert {**result}[first] == result[first]


@pytest.mark.filterwarnings("ignore::overhear.OverhearWarning")
def test_a_folder_that_another_run_has_taken_is_not_taken_for_that_of_a_result(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    folder = tmp_path / "run"
    logged = overhear.tournament(["random", "nearest"], pairs=3, seed=1, out=folder, log="games")
    assert logged.save(tmp_path / "copy") and logged.log("games").read_all().num_rows == 6
    plain = overhear.tournament(["random", "nearest"], pairs=4, seed=2, out=folder, force=True)
    for lost in (lambda: logged.log("games"), logged.report, lambda: logged.save(tmp_path / "other")):
        with pytest.raises(overhear.UsageError, match="does not hold this result any more|copy that directory"):
            lost()
    own = plain.report()
    overhear.tournament(["random", "margin"], pairs=4, seed=2, out=folder, force=True)
    assert plain.report() == own, "what is in memory needs no folder"
    shutil.rmtree(folder)
    assert plain.report() == own == pickle.loads(pickle.dumps(plain)).report()
