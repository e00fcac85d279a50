"""The rows of logs as Arrow and as Parquet, by pyarrow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import UsageError
from ._files import replacing, text
from ._ranges import ticked
from ._table import from_csv

if TYPE_CHECKING:
    import pyarrow

LOGS = ("deals", "games", "halves", "running")
"""The logs that a tournament can have."""


def is_log(file: str) -> bool:
    """Whether a file of this name holds rows of a log, which a result reads from the file alone."""
    return file.endswith(".parquet") or file in [f"{name}.csv" for name in (*LOGS, "transcripts")]


def has_logs(directory: Path) -> bool:
    """Whether a directory holds rows of logs."""
    return directory.is_dir() and any(is_log(file.name) for file in directory.iterdir())


def open_log(directory: Path | None, name: str) -> pyarrow.RecordBatchReader:
    """The rows of a log in batches, with the types of the program's schema."""
    from pyarrow import csv, schema

    file = _file(directory, name)
    with file.open(encoding="utf-8") as text:
        header = text.readline()
    types = schema(from_csv(file.name, header))
    # An empty text is missing, as it is in a table.
    options = csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""])
    return csv.open_csv(file, convert_options=options)


def _file(directory: Path | None, name: str) -> Path:
    if text("name", name) not in LOGS:
        raise UsageError(f"name: there is no log {ticked(name)}; there are {', '.join(LOGS)}")
    if directory is None:
        raise UsageError(f"log: the run has written no {name}.csv; set log={name!r} and out")
    file = directory / f"{name}.csv"
    if not file.is_file():
        raise UsageError(f"{file}: there is no such log; set log={name!r} in the run")
    return file


def write_parquet(rows: Any, file: Path) -> Path:
    """Writes rows, or batches of rows, as a Parquet file, which is there whole or not at all."""
    from pyarrow import RecordBatchReader, parquet, table

    batches = rows if isinstance(rows, RecordBatchReader) else table(rows).to_reader()
    with replacing(file) as new, parquet.ParquetWriter(new, batches.schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    return file
