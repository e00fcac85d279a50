"""Results that are one table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from . import _overhear, _saved
from ._errors import OverhearError
from ._files import PathLike
from ._progress import remark, take_remarks
from ._provenance import Recorded
from ._table import Table, from_csv


class OneTable(Recorded, Mapping[str, Table]):
    """A table, and why it is no decision, if it is none."""

    def __init__(
        self,
        table: _overhear.Table | Table,
        sentences: list[str],
        problem: BaseException | None,
        document: str | None = None,
    ) -> None:
        self._document = document
        self.table = table if isinstance(table, Table) else Table(table)
        """All that was found."""
        self.sentences = sentences
        """The same, as the program says it first."""
        self.problem = problem if isinstance(problem, OverhearError) else None
        """Why the result does not say what it was played for."""
        self.warnings: list[str] = take_remarks()
        """Remarks that may change the meaning of the result."""
        if self.problem is not None:
            remark([str(self.problem)])
            self.warnings += take_remarks()

    @property
    def tables(self) -> dict[str, Table]:
        """The table under its name."""
        return {self.table.name.removesuffix(".csv"): self.table}

    def _native_manifest(self) -> dict[str, Any]:
        document: dict[str, Any] = {} if self._document is None else json.loads(self._document)
        return {key: value for key, value in document.items() if key not in self.tables}

    def about(self) -> dict[str, Any]:
        """What is kept of it."""
        return {
            "kind": type(self).__name__,
            "manifest": self.manifest,
            "tables": [self.table.entry()],
            "sentences": self.sentences,
            "warnings": self.warnings,
            "problem": _saved.problem_entry(self.problem),
        }

    def to_bytes(self) -> bytes:
        """The result as bytes, for :func:`overhear.load`."""
        return _saved.pack(self.about(), None)

    def save(self, directory: PathLike, *, force: bool = False) -> Path:
        """Writes the result to a new directory, for :func:`overhear.load`."""
        return _saved.save(self, directory, force)

    def __reduce__(self) -> tuple[Any, ...]:
        return _saved.load, (self.to_bytes(),)

    def __getitem__(self, name: str) -> Table:
        """The table by its name."""
        if name in (self.table.name, *self.tables):
            return self.table
        raise KeyError(f"{name}: there is no such table; there is {', '.join(self.tables)}")

    def __iter__(self) -> Iterator[str]:
        """The name of the table."""
        return iter(self.tables)

    def __len__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        """Whether the other is a result of the same kind with the same table."""
        return type(self) is type(other) and self.tables == getattr(other, "tables", None)

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.table))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.table!r}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


class CompareResult(OneTable):
    """Two sets of rules on the same deals: a row for each measure."""


class ContrastResult(OneTable):
    """Two results side by side: a row for each agent, opponent and measure; ``sentences`` are on the scores of agents."""

    method: str = ""
    """How they were compared, and why not deal by deal if they were not."""
    notes: list[str] = []
    """In what the results differ: rules, files of words, what is set on agents."""

    def about(self) -> dict[str, Any]:
        """What is kept of it."""
        return {**super().about(), "method": self.method, "notes": self.notes}


class TuneResult(OneTable):
    """What a tune has found: one row."""


class CalibrateResult(OneTable):
    """How often a sequential test is right, or how often intervals hold the truth: a row for each case."""


def one_table_maker(kind: Any) -> _saved.Maker:
    """What makes such a result of what was kept of it."""

    def make(about: dict[str, Any], files: dict[str, bytes] | None) -> Any:
        result = kind(from_csv(*about["tables"][0]), about["sentences"], None)
        result.problem, result.warnings = _saved.problem_of(about), list(about["warnings"])
        result._remember(about.get("manifest"))
        for name in ("method", "notes"):
            if name in about and hasattr(result, name):
                setattr(result, name, about[name])
        return result

    return make


for _kind in (CompareResult, ContrastResult, TuneResult, CalibrateResult):
    _saved.MAKERS[_kind.__name__] = one_table_maker(_kind)
