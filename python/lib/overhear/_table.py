"""Tables as Arrow."""

from __future__ import annotations

import csv
import html
import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from . import _overhear
from ._files import PathLike, as_path, text, writable_file, write_whole
from ._optional import needed
from ._provenance import Recorded
from ._ranges import ticked

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Table(Recorded):
    """Rows and columns, with the types of the program's schema: text, 64-bit counts, and numbers rounded as in the file.

    What is empty in the file is missing here. ``table["games"]`` is a column, ``table[0]`` a row, and a loop goes over rows. The
    table offers ``__arrow_c_stream__``, so that libraries that speak Arrow take it without a copy: ``pyarrow.table(t)``,
    ``polars.DataFrame(t)``, or with :meth:`arrow` ``duckdb.sql``. ``pandas.DataFrame(t)``, ``narwhals.from_native(t)`` and the
    dataframe interchange protocol work, too.

    >>> import overhear
    >>> table = overhear.tournament(["margin", "random"], pairs=4, seed=1).standings
    >>> table.name, len(table), table.columns[0]
    ('standings.csv', 2, 'agent')
    >>> table["games"]
    [8, 8]
    >>> [row["agent"] for row in table]
    ['margin', 'random']
    """

    def __init__(self, core: _overhear.Table, declared: Mapping[str, str] | None = None) -> None:
        self._core = core
        self._declared = dict(declared or {})
        """Types of columns that the schema does not have."""

    @property
    def name(self) -> str:
        """The file, or the command, that has this table."""
        return self._core.name

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._core.columns

    def __len__(self) -> int:
        return len(self._core)

    @overload
    def __getitem__(self, key: str) -> list[Any]: ...
    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, key: str | int | slice) -> Any:
        """A column by its name, a row by its place, or rows."""
        return self.column(key) if isinstance(key, str) else self.to_dicts()[key]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        # pandas reads rows, and makes objects of a column in which every number is missing.
        is_for_pandas = str(sys._getframe(1).f_globals.get("__name__")).startswith("pandas.")
        return iter(self._with_nan() if is_for_pandas else self.to_dicts())

    def _with_nan(self) -> list[dict[str, Any]]:
        """The rows with NaN for missing numbers."""
        texts, rows = frozenset(self._core.text_columns()), self.to_dicts()
        return [{key: float("nan") if value is None and key not in texts else value for key, value in row.items()} for row in rows]

    def __eq__(self, other: object) -> bool:
        """Whether the other is a table with the same name and the same fields."""
        return isinstance(other, Table) and (self.name, self.to_csv()) == (other.name, other.to_csv())

    def __hash__(self) -> int:
        return hash((self.name, self.to_csv()))

    def __reduce__(self) -> tuple[Any, ...]:
        return from_csv, (self.name, self.to_csv(), self._declared), {"_call": self._call}

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows, each with its values by the names of their columns."""
        columns = self.columns
        return [dict(zip(columns, row)) for row in zip(*map(self.column, columns))]

    def about(self) -> dict[str, Any]:
        """What is kept of it."""
        return {"kind": "Table", "tables": [self.entry()], "manifest": self.manifest}

    def entry(self) -> tuple[Any, ...]:
        """What :func:`from_csv` makes the table of."""
        return (self.name, self.to_csv(), self._declared) if self._declared else (self.name, self.to_csv())

    def to_bytes(self) -> bytes:
        """The table as bytes, for :func:`overhear.load`."""
        from ._saved import pack

        return pack(self.about(), None)

    def save(self, directory: PathLike, *, force: bool = False) -> Path:
        """Writes the table to a new directory, for :func:`overhear.load`."""
        from ._saved import save

        return save(self, directory, force)

    def __arrow_c_schema__(self) -> object:
        return self._core.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._core.__arrow_c_stream__(requested_schema)

    def column(self, name: str) -> list[Any]:
        """The values of a column: texts, whole numbers or numbers, and None where a field is empty."""
        if text("name", name) not in self.columns:
            raise KeyError(f"name: there is no column {ticked(name)}; there are {', '.join(self.columns)}")
        return self._core.column(name)

    @overload
    def to_csv(self) -> str: ...
    @overload
    def to_csv(self, file: PathLike, *, force: bool = False) -> Path: ...
    def to_csv(self, file: PathLike | None = None, *, force: bool = False) -> str | Path:
        """The text of the file; with ``file`` it is written there, and the path is returned. A file that is there is replaced only if
        ``force`` is set."""
        if file is None:
            return self._core.to_csv()
        place = writable_file("file", file, force)
        write_whole(place, self._core.to_csv().encode("utf-8"))
        return place

    def arrow(self) -> pyarrow.Table:
        """A table of pyarrow."""
        table: pyarrow.Table = needed("pyarrow", "Table.arrow").table(self)
        return table

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        """The dataframe interchange protocol; this takes pyarrow or Polars."""
        try:
            frame: Any = self.arrow()
        except ImportError:
            frame = needed("polars", "the dataframe interchange protocol").DataFrame(self)
        return frame.__dataframe__(nan_as_null=nan_as_null, allow_copy=allow_copy)

    def __narwhals_dataframe__(self) -> Any:
        """The table for narwhals, as a frame of the first library that is there: pyarrow, Polars or pandas."""
        narwhals = needed("narwhals", "Table.__narwhals_dataframe__")
        for backend in ("pyarrow", "polars", "pandas"):
            try:
                return narwhals.from_arrow(self, backend=backend)._compliant_frame
            except ImportError:
                continue
        raise ImportError("narwhals needs pyarrow, polars or pandas; install one of them")

    def to_parquet(self, file: PathLike, *, force: bool = False) -> Path:
        """Writes the table as a Parquet file; this takes pyarrow. A file that is there is replaced only if ``force`` is set."""
        from ._logs import write_parquet

        needed("pyarrow", "Table.to_parquet")
        return write_parquet(self, writable_file("file", file, force), self.manifest)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas; this takes pandas and pyarrow. Whole numbers and truth values with gaps become pandas' ``Int64`` and
        their like."""
        frames, arrow = (needed(name, "Table.to_pandas") for name in ("pandas", "pyarrow"))
        types = {
            arrow.int64(): frames.Int64Dtype(), arrow.uint64(): frames.UInt64Dtype(), arrow.int32(): frames.Int32Dtype(),
            arrow.bool_(): frames.BooleanDtype(),
        }  # fmt: skip
        table = arrow.table(self)
        gaps = {field.type for field, column in zip(table.schema, table.columns) if column.null_count}
        frame: pandas.DataFrame = table.to_pandas(
            types_mapper=lambda kind: types.get(kind) if kind in gaps else None
        )
        return frame

    def to_polars(self) -> polars.DataFrame:
        """A data frame of Polars."""
        frame: polars.DataFrame = needed("polars", "Table.to_polars").DataFrame(self)
        return frame

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self)} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        def row(cells: list[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        head = row(self.columns, "th")
        body = "".join(row(cells, "td") for cells in self._core.rows())
        caption = html.escape(self.name)
        return f"<table><caption>{caption}</caption><thead>{head}</thead><tbody>{body}</tbody></table>"


def from_csv(name: str, text: str, declared: Mapping[str, str] | None = None) -> Table:
    """A table of the text of a file of this name; ``declared`` has the types of columns that the schema does not have: ``"text"``, ``"count"``,
    ``"number"`` or ``"truth"``."""
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    return Table(_overhear.Table(name, header, rows, text, dict(declared or {})), declared)


def from_rows(name: str, columns: Mapping[str, str], rows: list[list[Any]]) -> Table:
    """A table that the program has no file of, with the types of its columns: numbers are shown with six digits, None is an empty field."""

    def shown(value: Any) -> str:
        if value is None:
            return ""
        return f"{value:.6f}" if isinstance(value, float) else str(value)

    out = io.StringIO(newline="")
    texts = [[shown(value) for value in row] for row in rows]
    csv.writer(out, lineterminator="\n").writerows([list(columns), *texts])
    return Table(_overhear.Table(name, list(columns), texts, out.getvalue(), dict(columns)), columns)
