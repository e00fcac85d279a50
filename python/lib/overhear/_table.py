"""Tables as Arrow."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from . import _overhear

if TYPE_CHECKING:
    import pandas
    import polars


class Table:
    """Rows and columns, with the types of the program's schema: text, 64-bit counts, and numbers rounded as in the file.

    What is empty in the file is missing here. The table offers ``__arrow_c_stream__``, so that whatever speaks Arrow takes
    it without a copy: ``pyarrow.table(t)``, ``polars.DataFrame(t)``, or with :meth:`arrow` ``duckdb.sql``.

    >>> import overhear
    >>> table = overhear.tournament(["margin", "random"], pairs=4, seed=1).standings
    >>> table.name, len(table), table.columns[0]
    ('standings.csv', 2, 'agent')
    >>> table.column("games")
    [8, 8]
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

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._core.__arrow_c_stream__(requested_schema)

    def column(self, name: str) -> list[Any]:
        """The values of a column: texts, whole numbers or numbers, and None where a field is empty."""
        return self._core.column(name)

    def to_csv(self) -> str:
        """The text of the file."""
        return self._core.to_csv()

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
