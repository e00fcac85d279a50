"""What pandas, Polars and DuckDB make of the tables."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy
import overhear
import pytest
from overhear._table import from_csv


@pytest.fixture(scope="module")
def result() -> overhear.TournamentResult:
    return overhear.tournament(["margin", "random", "random/bayes"], pairs=12, seed=3)


def test_pandas_has_the_types_of_the_schema(result: overhear.TournamentResult) -> None:
    pandas = pytest.importorskip("pandas")
    frame = result.standings.to_pandas()
    assert pandas.api.types.is_string_dtype(frame["agent"]) or frame["agent"].dtype == object
    assert frame["games"].dtype == "int64" and frame["score"].dtype == "float64"
    assert list(frame.columns) == result.standings.columns
    assert frame["games"].sum() == 2 * 2 * 12
    # An agent that never guesses has no calibration to speak of; what is empty in the file is missing here.
    text = result.pairings.to_csv()
    gaps = sum(line.split(",").count("") for line in text.splitlines()[1:])
    assert int(result.pairings.to_pandas().isna().sum().sum()) == gaps


def test_polars_takes_it_without_a_copy_of_meaning(result: overhear.TournamentResult) -> None:
    polars = pytest.importorskip("polars")
    frame = result.standings.to_polars()
    assert frame.schema["agent"] == polars.String
    assert (frame.schema["games"], frame.schema["score"]) == (polars.Int64, polars.Float64)
    assert frame["score"].to_list() == result.standings.column("score")
    assert frame.equals(polars.DataFrame(result.standings)), "a table is streamed as often as it is asked for"


def test_duckdb_reads_the_stream(result: overhear.TournamentResult) -> None:
    duckdb, pyarrow = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow")
    standings = pyarrow.table(result.standings)
    types = duckdb.sql("select typeof(agent), typeof(games), typeof(score) from standings limit 1").fetchall()
    assert types == [("VARCHAR", "BIGINT", "DOUBLE")]
    assert duckdb.sql("select sum(games) from standings").fetchall() == [(48,)]
    assert standings.num_rows == 3
    assert standings.schema.field("decode_log_loss").metadata[b"unit"] == b"nats"
    assert b"lost" in standings.schema.field("losses").metadata[b"meaning"]


def test_a_seed_beyond_signed_numbers_is_kept() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    seed = 2**64 - 1
    found = overhear.tune(
        "nearest:blunder=0.5", ["blunder"], iterations=2, pairs_per_iteration=2, seed=seed,
        confirm_pairs=4096, sprt="elo0=0,elo1=100",
    )
    assert found.table.column("seed") == [seed]
    assert pyarrow.table(found.table)["seed"].to_pylist() == [seed]


def test_codes_are_texts_and_counts_with_gaps_are_whole(result: overhear.TournamentResult) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for table in result.tables.values():
        arrow = pyarrow.table(table)
        assert arrow.num_rows == len(table) and arrow.column_names == table.columns
        for name in table.columns:
            assert arrow[name].to_pylist() == table.column(name), name


def test_a_notebook_shows_a_table_and_nothing_else(result: overhear.TournamentResult) -> None:
    page = result._repr_html_()
    assert page.startswith("<table>") and page.count("<tr>") == 4
    odd = overhear.tournament({"<b>": "random", "a&b": "margin"}, pairs=1, seed=1)
    assert "<b>" not in odd._repr_html_() and "&lt;b&gt;" in odd._repr_html_()


def test_an_unknown_column_is_an_error(result: overhear.TournamentResult) -> None:
    with pytest.raises(KeyError, match="nothing"):
        result.standings.column("nothing")


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> list[overhear.TournamentResult]:
    """Two runs with logs: one in which columns are empty throughout, and one in which they are not."""
    place = tmp_path_factory.mktemp("logs")
    plain = overhear.tournament(["nearest", "random"], pairs=2, seed=1, log="halves", running=1, out=place / "plain", set={"interception_from_round": 9, "tokens_to_win": 0})

    class Repeats(overhear.Agent):
        def setup(self, world: overhear.World) -> None:
            self.worlds = len(world.clues)

        def clues(self, batch: overhear.Batch) -> object:
            # The first words of the vocabulary, in every round: the law refuses them from the second on.
            return numpy.tile(numpy.arange(3), (batch.n, 1))

    refused = overhear.tournament(
        {"mine": Repeats(), "random": "random"}, pairs=2, seed=1, log="halves", running=1, out=place / "refused", sprt="elo0=0,elo1=5",
    )
    return [plain, refused]


STORED = {"text": "string", "int64": "int64", "uint64": "uint64", "int32": "int32", "bool": "bool", "float64": "double"}


@pytest.mark.parametrize("name", ["halves", "games", "running"])
@pytest.mark.filterwarnings("ignore::overhear.OverhearWarning")
def test_the_logs_of_two_runs_have_the_types_of_the_schema_and_fit_together(
    name: str, logged: list[overhear.TournamentResult], tmp_path: Path
) -> None:
    pyarrow, polars, duckdb = (pytest.importorskip(package) for package in ("pyarrow", "polars", "duckdb"))
    parquet = pytest.importorskip("pyarrow.parquet")
    files = [result.log_to_parquet(name, tmp_path / f"{place}.parquet") for place, result in enumerate(logged)]
    tables = [parquet.read_table(file) for file in files]
    known = {row["column"]: row for row in overhear.schema() if row["table"] == f"{name}.csv"}
    for table in tables:
        for field in table.schema:
            assert str(field.type) == STORED[known[field.name]["stored"]], field
            assert field.metadata[b"meaning"].decode() == known[field.name]["meaning"], field
            assert field.metadata.get(b"unit", b"").decode() == (known[field.name]["unit"] or ""), field
    if name == "halves":
        assert [table["refused"].null_count == table.num_rows for table in tables] == [True, False], "empty in one, and not in the other"
        assert tables[0]["interception"].null_count == tables[0].num_rows and str(tables[0].schema.field("code").type) == "string"
    count = sum(table.num_rows for table in tables)
    assert pyarrow.concat_tables(tables).num_rows == count
    assert polars.concat([polars.read_parquet(file) for file in files]).height == polars.scan_parquet(files).collect().height == count
    assert duckdb.sql(f"select count(*) from read_parquet({[str(file) for file in files]})").fetchall() == [(count,)]
    for table, result in zip(tables, logged):
        lines = (Path(str(result.directory)) / f"{name}.csv").read_text("utf-8").splitlines()
        assert table.num_rows == len(lines) - 1 and table.column_names == lines[0].split(",")
        assert polars.from_arrow(result.log(name)).height == table.num_rows


@pytest.mark.filterwarnings("ignore::overhear.OverhearWarning")
def test_talks_are_a_log_and_may_have_line_ends(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    asked = dict(games=4, seed=1, team_size=3, discuss=1, vocabulary=1000)
    result = overhear.tournament(["human", "random"], log="halves", out=tmp_path / "talk", **asked)
    rows = result.log("transcripts").read_all()
    assert str(rows.schema.field("right").type) == "bool" and rows.num_rows == len((tmp_path / "talk" / "transcripts.csv").read_text().splitlines()) - 1
    file = tmp_path / "talk" / "transcripts.csv"
    header, first, *_ = file.read_text("utf-8").splitlines()
    cells = first.split(",")
    cells[header.split(",").index("text")] = '"one\nother"'
    file.write_text(f"{header}\n{','.join(cells)}\n", "utf-8")
    assert result.log("transcripts").read_all()["text"].to_pylist() == ["one\nother"]


def test_a_column_that_is_empty_has_its_type_wherever_a_table_passes_through_csv(result: overhear.TournamentResult, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for table in (result.standings, result.pairings, overhear.load(result.to_bytes()).standings, overhear.load(result.save(tmp_path / "run")).pairings):
        known = {row["column"]: row for row in overhear.schema() if row["table"] == table.name}
        emptied = from_csv(table.name, table.to_csv().splitlines()[0] + "\n" + "," * (len(table.columns) - 1) + "\n")
        for field, empty in zip(pyarrow.table(table).schema, pyarrow.table(emptied).schema):
            assert field.type == empty.type and str(field.type) == STORED[known[field.name]["stored"]]
            assert field.metadata == empty.metadata and b"meaning" in field.metadata
        assert pyarrow.schema(table) == pyarrow.table(table).schema


def test_grids_fit_together_whatever_their_values(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    asked = dict(seed=1, vocabulary=1000)
    one = overhear.grid("nearest", {"blunder": [0, 1]}, games=2, **asked).table
    other = overhear.grid("nearest", {"blunder": [0.5]}, games=8, **asked)
    for table in (other.table, overhear.load(other.save(tmp_path / "grid")).table, overhear.load(other.to_bytes()).table, pickle.loads(pickle.dumps(other.table))):
        assert pyarrow.concat_tables([pyarrow.table(one), pyarrow.table(table)])["p_adjusted"].type == pyarrow.float64()
    assert str(pyarrow.table(one)["blunder"].type) == "double"


def test_pandas_has_nan_for_missing_numbers_and_rows_have_none(result: overhear.TournamentResult) -> None:
    pandas = pytest.importorskip("pandas")
    table = from_csv("pairings.csv", "agent_a,elo,games,stopped\na,,4,\nb,,5,\n")
    frame = pandas.DataFrame(table)
    assert frame["elo"].dtype == float and frame["elo"].isna().all() and frame["games"].tolist() == [4, 5]
    assert [row["elo"] for row in table] == [None, None] == table["elo"] and frame["stopped"].tolist() == [None, None]
    for name, table in result.tables.items():
        for column, kind in pandas.DataFrame(table).dtypes.items():
            is_number = str(table.arrow().schema.field(column).type) in ("double", "int64")
            assert not (is_number and kind == object), (name, column)


def test_a_table_is_written_as_csv_where_nothing_stands(result: overhear.TournamentResult, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    file = result.standings.to_csv(tmp_path / "standings.csv")
    assert file.read_text("utf-8") == result.standings.to_csv()
    writers = [
        (result.standings.to_csv, "a.csv"), (result.standings.to_parquet, "a.parquet"),
        (overhear.grid("nearest", {"blunder": 0.5}, games=2, seed=1, vocabulary=1000).plot, "a.svg"),
    ]  # fmt: skip
    for write, name in writers:
        (tmp_path / name).write_text("mine")
        with pytest.raises(overhear.UsageError, match="the file exists; name another, or set force=True"):
            write(tmp_path / name)
        assert (tmp_path / name).read_text() == "mine"
        write(tmp_path / name, force=True)
        assert (tmp_path / name).read_bytes() != b"mine"


def test_a_log_is_not_written_over_a_file(logged: list[overhear.TournamentResult], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "halves.parquet").write_text("mine")
    with pytest.raises(overhear.UsageError, match="the file exists"):
        logged[0].log_to_parquet("halves", tmp_path / "halves.parquet")
    assert logged[0].log_to_parquet("halves", tmp_path / "halves.parquet", force=True).read_bytes()[:4] == b"PAR1"


def test_the_schema_is_a_table_of_every_column(result: overhear.TournamentResult) -> None:
    schema = overhear.schema()
    known = {(row["table"], row["column"]) for row in schema}
    assert all((table.name, column) in known for table in result.tables.values() for column in table.columns)
    assert {row["presence"] for row in schema} == {"always", "sometimes", "repeated"}
    (row,) = [row for row in schema if (row["table"], row["column"]) == ("standings.csv", "score_low")]
    assert (row["end_of"], row["optional"], row["stored"]) == ("score", True, "float64")
