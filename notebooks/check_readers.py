"""Read every table of results with pandas, Polars and DuckDB, and compare what they find with `sim-cli schema`.

    python notebooks/check_readers.py SCHEMA.json DIRECTORY...

CSV files are read as each reader does by itself, but that Polars looks at all rows before it settles on types. Exits
with 1 when a reader takes a column for something else, or finds other gaps than the empty fields of the file.
"""

import csv
import json
import sys
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl

# What a column of each type of the schema may be read as: from CSV, where a number may happen to have no decimals, and
# from Parquet, which says so itself.
FROM_CSV = {"text": "text", "word": "text", "count": "whole", "code": "whole", "share": "number", "number": "number"}
FROM_PARQUET = {"count": {"whole", "flag"}, "code": {"text"}}


def of_pandas(dtype: object) -> str:
    """What pandas takes a column for."""
    kinds = {"i": "whole", "u": "whole", "f": "number", "b": "flag", "O": "text"}
    return kinds.get(getattr(dtype, "kind", "?"), str(dtype))


def of_polars(dtype: pl.DataType) -> str:
    """What Polars takes a column for."""
    if dtype == pl.String:
        return "text"
    if dtype == pl.Boolean:
        return "flag"
    return "whole" if dtype.is_integer() else "number" if dtype.is_float() else str(dtype)


def of_duckdb(name: str) -> str:
    """What DuckDB takes a column for."""
    kinds = {"VARCHAR": "text", "BIGINT": "whole", "INTEGER": "whole", "DOUBLE": "number", "BOOLEAN": "flag"}
    return kinds.get(name, name)


def with_pandas(path: Path) -> dict[str, tuple[str, int]]:
    """Each column as pandas reads it, with the number of gaps."""
    table = pd.read_csv(path) if path.suffix == ".csv" else pd.read_parquet(path)
    return {name: (of_pandas(table[name].dtype), int(table[name].isna().sum())) for name in table.columns}


def with_polars(path: Path) -> dict[str, tuple[str, int]]:
    """The same as Polars reads it."""
    table = pl.read_csv(path, infer_schema_length=None) if path.suffix == ".csv" else pl.read_parquet(path)
    return {name: (of_polars(table[name].dtype), table[name].null_count()) for name in table.columns}


def with_duckdb(path: Path) -> dict[str, tuple[str, int]]:
    """The same as DuckDB reads it."""
    table = duckdb.read_csv(str(path)) if path.suffix == ".csv" else duckdb.read_parquet(str(path))
    counts = ", ".join(f'count(*) - count("{name}")' for name in table.columns)
    gaps = table.aggregate(counts).fetchone()
    return {
        name: (of_duckdb(str(kind)), gap)
        for name, kind, gap in zip(table.columns, table.types, gaps, strict=True)
    }


READERS = {"pandas": with_pandas, "Polars": with_polars, "DuckDB": with_duckdb}


def empty_fields(path: Path) -> dict[str, list[bool]]:
    """For each column of a CSV file which fields are empty."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] == "" for row in rows] for name in rows[0]} if rows else {}


def allowed(kind: str, reader: str, path: Path, gaps: int) -> set[str]:
    """What a column may be read as. pandas has no gaps among whole numbers and flags."""
    if path.suffix == ".parquet":
        kinds = FROM_PARQUET.get(kind, {FROM_CSV[kind]})
    else:
        kinds = {FROM_CSV[kind]} | ({"whole"} if kind == "number" else set())
    if reader == "pandas" and gaps:
        kinds = kinds | ({"number"} if "whole" in kinds else set()) | ({"text"} if "flag" in kinds else set())
    return kinds


def check(path: Path, columns: list[dict]) -> list[str]:
    """What is wrong with how a file is read."""
    kinds = {c["name"]: c["type"] for c in columns if c["presence"] != "repeated"}
    repeated = next((c["type"] for c in columns if c["presence"] == "repeated"), None)
    source = path if path.suffix == ".csv" else None
    empty = empty_fields(source) if source else None
    wrong = []
    for reader, read in READERS.items():
        for name, (found, gaps) in read(path).items():
            kind = kinds.get(name) or repeated
            if kind is None:
                wrong.append(f"{reader}: `{name}` is not in the schema")
                continue
            if empty is not None and gaps != sum(empty[name]):
                wrong.append(f"{reader}: `{name}` has {gaps} gaps where {sum(empty[name])} fields are empty")
            if empty is not None and all(empty[name]):
                continue
            if found not in allowed(kind, reader, path, gaps):
                wrong.append(f"{reader}: `{name}`, a {kind}, is read as {found}")
    return wrong


def main() -> int:
    """Check every table of the directories."""
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    schema = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    tables = {table["file"]: table["columns"] for table in schema}
    failed, seen = False, set()
    for path in sorted(path for directory in sys.argv[2:] for path in Path(directory).iterdir()):
        if path.suffix not in {".csv", ".parquet"}:
            continue
        columns = tables.get(f"{path.stem}.csv")
        wrong = check(path, columns) if columns else ["not in the schema"]
        seen.add(path.name)
        failed |= bool(wrong)
        print(f"{path}: {'; '.join(wrong) or 'read alike, with the types of the schema'}")
    print(f"{len(seen)} kinds of files: {', '.join(sorted(seen))}")
    return 1 if failed or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
