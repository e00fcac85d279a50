"""Tables as Arrow."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from . import _overhear
from ._files import PathLike, as_path, text
from ._ranges import ticked

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Table:
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

    def __init__(self, core: _overhear.Table) -> None:
        self._core = core

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
        return iter(self.to_dicts())

    def __eq__(self, other: object) -> bool:
        """Whether the other is a table with the same name and the same fields."""
        return isinstance(other, Table) and (self.name, self.to_csv()) == (other.name, other.to_csv())

    def __hash__(self) -> int:
        return hash((self.name, self.to_csv()))

    def __reduce__(self) -> tuple[Any, ...]:
        return from_csv, (self.name, self.to_csv())

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows, each with its values by the names of their columns."""
        columns = self.columns
        return [dict(zip(columns, row)) for row in zip(*map(self.column, columns))]

    def about(self) -> dict[str, Any]:
        """What is kept of it."""
        return {"kind": "Table", "tables": [(self.name, self.to_csv())]}

    def to_bytes(self) -> bytes:
        """The table as bytes, for :func:`overhear.load`."""
        from ._saved import pack

        return pack(self.about(), None)

    def save(self, directory: PathLike, *, force: bool = False) -> Path:
        """Writes the table to a new directory, for :func:`overhear.load`."""
        from ._saved import save

        return save(self, directory, force)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._core.__arrow_c_stream__(requested_schema)

    def column(self, name: str) -> list[Any]:
        """The values of a column: texts, whole numbers or numbers, and None where a field is empty."""
        if text("name", name) not in self.columns:
            raise KeyError(f"name: there is no column {ticked(name)}; there are {', '.join(self.columns)}")
        return self._core.column(name)

    def to_csv(self) -> str:
        """The text of the file."""
        return self._core.to_csv()

    def arrow(self) -> pyarrow.Table:
        """A table of pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        """The dataframe interchange protocol; this takes pyarrow or Polars."""
        try:
            frame: Any = self.arrow()
        except ImportError:
            frame = self.to_polars()
        return frame.__dataframe__(nan_as_null=nan_as_null, allow_copy=allow_copy)

    def __narwhals_dataframe__(self) -> Any:
        """The table for narwhals, as a frame of the first library that is there: pyarrow, Polars or pandas."""
        import narwhals

        for backend in ("pyarrow", "polars", "pandas"):
            try:
                return narwhals.from_arrow(self, backend=backend)._compliant_frame
            except ImportError:
                continue
        raise ImportError("narwhals needs pyarrow, polars or pandas; install one of them")

    def to_parquet(self, file: PathLike) -> Path:
        """Writes the table as a Parquet file; this takes pyarrow."""
        from ._logs import write_parquet

        return write_parquet(self, as_path("file", file))

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas; this takes pandas and pyarrow. Counts with gaps become pandas' ``Int64``."""
        import pandas
        import pyarrow

        types = {pyarrow.int64(): pandas.Int64Dtype(), pyarrow.uint64(): pandas.UInt64Dtype()}
        table = pyarrow.table(self)
        gaps = {field.type for field, column in zip(table.schema, table.columns) if column.null_count}
        frame: pandas.DataFrame = table.to_pandas(
            types_mapper=lambda kind: types.get(kind) if kind in gaps else None
        )
        return frame

    def to_polars(self) -> polars.DataFrame:
        """A data frame of Polars."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self)} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        def row(cells: list[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        head = row(self.columns, "th")
        body = "".join(row(cells, "td") for cells in self._core.rows())
        caption = html.escape(self.name)
        return f"<table><caption>{caption}</caption><thead>{head}</thead><tbody>{body}</tbody></table>"


def from_csv(name: str, text: str) -> Table:
    """A table of the text of a file of this name."""
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    return Table(_overhear.Table(name, header, rows, text))


def from_rows(name: str, columns: list[str], rows: list[list[Any]]) -> Table:
    """A table that the program has no file of: numbers are shown with six digits, None is an empty field."""

    def shown(value: Any) -> str:
        if value is None:
            return ""
        return f"{value:.6f}" if isinstance(value, float) else str(value)

    out = io.StringIO(newline="")
    texts = [[shown(value) for value in row] for row in rows]
    csv.writer(out, lineterminator="\n").writerows([columns, *texts])
    return Table(_overhear.Table(name, columns, texts, out.getvalue()))
