"""What experiments come to."""

from __future__ import annotations

import json
import tempfile
import warnings
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from . import _overhear
from ._files import PathLike
from ._errors import OverhearError
from ._table import Table


class Verdict(NamedTuple):
    """What the law of clues says: ``legal``, ``illegal`` or ``doubtful``, and the rule with the reason."""

    verdict: str
    reason: str | None

    @property
    def is_legal(self) -> bool:
        """Whether the clue may be given without asking the other team."""
        return self.verdict == "legal"


class Finding(NamedTuple):
    """What was found about a duty of an agent."""

    kept: bool
    """Whether it is kept, or not claimed at all."""
    told: str
    """The duty, and how much was looked at or where it is broken."""


class ContrastResult(NamedTuple):
    """Two results side by side."""

    table: Table
    """A row for each agent, opponent and measure."""
    sentences: list[str]
    """The scores of agents in sentences."""
    method: str
    """How they were compared, and why not deal by deal if they were not."""
    notes: list[str]
    """In what the results differ: rules, files of words, what is set on agents."""


class _Core(Protocol):
    def tables(self) -> list[_overhear.Table]: ...
    def sentences(self) -> list[str]: ...
    def to_json(self) -> str: ...


class _Savable(_Core, Protocol):
    def save(self, directory: str, force: bool) -> None: ...


class _Tabled:
    """Tables under their names, and the document that ``--format json`` prints."""

    def __init__(self, core: _Core) -> None:
        self._document = core
        self.tables: dict[str, Table] = {
            table.name.removesuffix(".csv"): Table(table) for table in core.tables()
        }
        self.sentences: list[str] = core.sentences()
        """What was found, as the program says it first."""

    def to_dict(self) -> dict[str, Any]:
        """What ``--format json`` prints, as Python's own types."""
        document: dict[str, Any] = json.loads(self._document.to_json())
        return document

    def __getitem__(self, name: str) -> Table:
        return self.tables[name]

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} ({len(table)})" for name, table in self.tables.items())
        return f"<{type(self).__name__}: {sizes}>"

    def _repr_html_(self) -> str:
        return next(iter(self.tables.values()))._repr_html_()


class _Saved(_Tabled):
    """A result that can be written and has a page."""

    def __init__(self, core: _Savable, directory: Path | None = None) -> None:
        super().__init__(core)
        self._files = core
        self.directory = directory
        """Where the run has written its files; None if it has not."""

    def save(self, directory: PathLike, *, force: bool = False) -> Path:
        """Writes the files of the result: those of ``sim-cli … --out directory``, byte for byte but for timing.json.

        An earlier result is replaced only if ``force`` is set.
        """
        self._files.save(str(Path(directory)), force)
        return Path(directory)

    def report(self, file: PathLike | None = None) -> str:
        """The page of ``sim-cli report`` as HTML: figures and tables, no script, no network; written to ``file`` as well."""
        if self.directory is not None:
            page = _overhear.report(str(self.directory))
        else:
            with tempfile.TemporaryDirectory(prefix="overhear-") as place:
                page = _overhear.report(str(self.save(Path(place) / "result")))
        if file is not None:
            Path(file).write_text(page, encoding="utf-8")
        return page


class TournamentResult(_Saved):
    """The result of a tournament.

    >>> import overhear
    >>> result = overhear.tournament(["margin", "random"], pairs=10, seed=3)
    >>> sorted(result.tables)
    ['covariance', 'endings', 'expected', 'pairings', 'rounds', 'standings']
    >>> result.manifest["games"]
    20
    """

    def __init__(self, core: _overhear.Tournament, directory: Path | None = None) -> None:
        super().__init__(core, directory)
        self._core = core
        self.verdict: list[str] = core.verdict()
        """What a sequential test has found, line by line; empty without one."""
        for line in core.warnings():
            warnings.warn(line, stacklevel=3)
        if (problem := self.problem) is not None:
            warnings.warn(str(problem), stacklevel=3)

    @property
    def standings(self) -> Table:
        """A row for each agent, the best first."""
        return self.tables["standings"]

    @property
    def pairings(self) -> Table:
        """A row for each two agents."""
        return self.tables["pairings"]

    @property
    def rounds(self) -> Table:
        """How long games were, for each two agents."""
        return self.tables["rounds"]

    @property
    def endings(self) -> Table:
        """How games ended, for each two agents."""
        return self.tables["endings"]

    @property
    def manifest(self) -> dict[str, Any]:
        """Everything that decides the result, as manifest.json has it but for the sums of files."""
        return {key: value for key, value in self.to_dict().items() if key not in ("standings", "pairings")}

    @property
    def problem(self) -> OverhearError | None:
        """Why the result does not say what it was played for: too many faults, or a test without a decision."""
        try:
            self._core.check()
        except OverhearError as error:
            return error
        return None

    def check(self) -> None:
        """Raises :attr:`problem`, if there is one."""
        self._core.check()


class BalanceResult(_Saved):
    """What games by one set of rules have shown; the tables of ``sim-cli balance`` by their names."""

    @property
    def words(self) -> Table:
        """keywords.csv, cards.csv or pairs.csv: what was asked for with ``by``."""
        return self._asked_with("by", "keywords", "cards", "pairs")

    @property
    def decks(self) -> Table:
        """decks.csv: a row for each measure, of a comparison with ``deck_b``."""
        return self._asked_with("deck_b", "decks")

    def _asked_with(self, option: str, *names: str) -> Table:
        for name in names:
            if name in self.tables:
                return self.tables[name]
        raise AttributeError(f"there is no such table without `{option}`; there are {', '.join(self.tables)}")


class SweepResult(_Saved):
    """What a grid of rules has shown: a row for each measure and point."""

    @property
    def table(self) -> Table:
        """sweep.csv."""
        return self.tables["sweep"]


class LeagueResult(_Tabled):
    """What a league has shown."""

    def __init__(self, core: _overhear.League) -> None:
        super().__init__(core)

    @property
    def agents(self) -> Table:
        """A row for each agent, the best first."""
        return self.tables["agents league"]

    @property
    def matrix(self) -> Table:
        """A row for each agent and each opponent that it has met."""
        return self.tables["matrix"]


class _OneTable:
    """A table, and why it is no decision, if it is none."""

    def __init__(
        self, table: _overhear.Table, sentences: list[str], problem: BaseException | None
    ) -> None:
        self.table = Table(table)
        """All that was found."""
        self.sentences = sentences
        """The same, as the program says it first."""
        self.problem = problem if isinstance(problem, OverhearError) else None
        """Why the result does not say what it was played for."""
        if self.problem is not None:
            warnings.warn(str(self.problem), stacklevel=3)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.table!r}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


class CompareResult(_OneTable):
    """Two sets of rules on the same deals: a row for each measure."""


class TuneResult(_OneTable):
    """What a tune has found: one row."""
