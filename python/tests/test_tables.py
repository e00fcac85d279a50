"""What pandas, Polars and DuckDB make of the tables."""

from __future__ import annotations

import overhear
import pytest


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
