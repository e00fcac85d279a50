"""Read the Parquet logs of a run with pandas, Polars and DuckDB, and compare them with the CSV logs of the same run.

    python notebooks/check_parquet.py DIRECTORY_WITH_CSV DIRECTORY_WITH_PARQUET

Exits with 1 when a reader finds other columns, types or values than the CSV files hold.
"""

import sys
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl

COUNTS = {"game", "deal"}
SMALL = {"pair_half", "rounds", "round", "encryptor"}
FLAGS = {"guess_right", "intercepted", "forfeited"}
SHARES = {"p_guess", "p_interception", "written_1", "written_2", "written_3", "p_understood", "p_overheard"}


def kind(column: str) -> str:
    """The type that a column has in Parquet."""
    if column in COUNTS:
        return "int64"
    if column in SMALL or column.startswith(("white_", "black_")):
        return "int32"
    if column in FLAGS:
        return "bool"
    return "float64" if column in SHARES else "text"


def expected(path: Path) -> pd.DataFrame:
    """The CSV file with the types of the Parquet file; what is empty is missing."""
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    for column in table.columns:
        text = table[column].where(table[column] != "")
        if kind(column) == "bool":
            table[column] = text.map({"1": True, "0": False})
        elif kind(column) == "text":
            table[column] = text
        else:
            table[column] = pd.to_numeric(text)
    return table


def same(name: str, reader: str, found: pd.DataFrame, wanted: pd.DataFrame) -> bool:
    """Say whether a reader has found the columns and values that are wanted."""
    if list(found.columns) != list(wanted.columns) or len(found) != len(wanted):
        print(f"{name}: {reader} finds {found.shape}: {list(found.columns)}", file=sys.stderr)
        return False
    for column in wanted.columns:
        a, b = found[column], wanted[column]
        if not ((a == b) | (a.isna() & b.isna())).all():
            print(f"{name}: {reader} finds other values in {column}", file=sys.stderr)
            return False
    print(f"{name}: {reader} finds {len(found)} rows of {len(found.columns)} columns, as in the CSV file")
    return True


def types(name: str, path: Path) -> bool:
    """Say whether the columns have the types that they should have."""
    wanted = {"int64": pl.Int64, "int32": pl.Int32, "bool": pl.Boolean, "float64": pl.Float64, "text": pl.String}
    wrong = [c for c, found in pl.read_parquet_schema(path).items() if found != wanted[kind(c)]]
    if wrong:
        print(f"{name}: other types than expected: {wrong}", file=sys.stderr)
    return not wrong


def check(name: str, csv: Path, parquet: Path) -> bool:
    """Compare one log."""
    wanted = expected(csv / f"{name}.csv")
    path = parquet / f"{name}.parquet"
    readers = {
        "pandas": pd.read_parquet(path),
        "Polars": pd.DataFrame(pl.read_parquet(path).to_dict(as_series=False)),
        "DuckDB": duckdb.sql(f"SELECT * FROM read_parquet('{path}')").df(),
    }
    found = [same(name, reader, table, wanted) for reader, table in readers.items()]
    return all(found) and types(name, path)


def main() -> int:
    """Compare both logs."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    csv, parquet = Path(sys.argv[1]), Path(sys.argv[2])
    passed = [check(name, csv, parquet) for name in ("games", "halves")]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
