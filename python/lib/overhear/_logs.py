"""The rows of logs as Arrow and as Parquet, by pyarrow."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import UsageError
from ._files import replacing, text
from ._optional import needed
from ._ranges import ticked
from ._table import from_csv

if TYPE_CHECKING:
    import pyarrow

LOGS = ("deals", "games", "halves", "running", "transcripts")
"""The logs that a tournament can have."""


def is_log(file: str) -> bool:
    """Whether a file of this name holds rows of a log, which a result reads from the file alone."""
    return file.endswith(".parquet") or file in [f"{name}.csv" for name in LOGS]


def has_logs(directory: Path) -> bool:
    """Whether a directory holds rows of logs."""
    return directory.is_dir() and any(is_log(file.name) for file in directory.iterdir())


def open_log(directory: Path | None, name: str) -> pyarrow.RecordBatchReader:
    """The rows of a log in batches, with the types of the program's schema, and its units and meanings as metadata of the columns."""
    arrow, csv = needed("pyarrow", "a log"), needed("pyarrow.csv", "a log")
    file = _file(directory, name)
    with file.open(encoding="utf-8", newline="") as text:
        header = text.readline()
    # The types are those of the columns' names, whatever stands in the rows.
    schema = arrow.table(from_csv(file.name, header)).schema
    types = {field.name: field.type for field in schema}
    # An empty text is missing, as it is in a table.
    options = csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""])
    rows = csv.open_csv(file, parse_options=csv.ParseOptions(newlines_in_values=True), convert_options=options)

    def described() -> Iterator[Any]:
        for batch in rows:
            yield arrow.RecordBatch.from_arrays(batch.columns, schema=schema)

    reader: pyarrow.RecordBatchReader = arrow.RecordBatchReader.from_batches(schema, described())
    return reader


def _file(directory: Path | None, name: str) -> Path:
    if text("name", name) not in LOGS:
        raise UsageError(f"name: there is no log {ticked(name)}; there are {', '.join(LOGS)}")
    if directory is None:
        raise UsageError(f"log: the run has written no {name}.csv; set log={name!r} and out")
    file = directory / f"{name}.csv"
    if not file.is_file():
        raise UsageError(f"{file}: there is no such log; set log={name!r} in the run")
    return file


def write_parquet(rows: Any, file: Path, manifest: Mapping[str, Any]) -> Path:
    """Writes rows, or batches of rows, as a Parquet file, which is there whole or not at all; what repeats them stands in its metadata."""
    arrow, parquet = needed("pyarrow", "Parquet"), needed("pyarrow.parquet", "Parquet")
    batches = rows if isinstance(rows, arrow.RecordBatchReader) else arrow.table(rows).to_reader()
    schema = batches.schema.with_metadata({"overhear": json.dumps(manifest)} if manifest else None)
    with replacing(file) as new, parquet.ParquetWriter(new, schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    return file
