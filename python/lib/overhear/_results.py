"""What experiments come to."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from . import _overhear, _result_files, _saved
from ._errors import OverhearError, UsageError
from ._files import PathLike, as_path, flag, writable_file, write_whole
from ._logs import has_logs, open_log, write_parquet
from ._one_table import CalibrateResult, CompareResult, ContrastResult, TuneResult
from ._progress import remark, take_remarks
from ._provenance import Recorded
from ._ranges import quoted
from ._sequential_verdict import SequentialVerdict
from ._table import Table

if TYPE_CHECKING:
    import pyarrow


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


class BenchResult(dict[str, Any], Recorded):
    """A card of an agent: what ``card.json`` holds, with ``items`` as a list and ``cost`` as CSV."""

    _files: dict[str, bytes] | None = None
    """The files of the card as the program writes them."""

    def _native_manifest(self) -> dict[str, Any]:
        return _saved.manifest_in(self._files)

    def about(self) -> dict[str, Any]:
        """What is kept of it."""
        return {"kind": "BenchResult", "manifest": self.manifest, "tables": [], "card": dict(self)}

    def to_bytes(self) -> bytes:
        """The card as bytes, for :func:`overhear.load`."""
        return _saved.pack(self.about(), self._files)

    def save(self, directory: PathLike, *, force: bool = False) -> Path:
        """Writes the files of the card to a new directory, those of ``sim-cli bench --out``: ``card.json``, ``card.md``, ``card.csv``,
        ``items.jsonl``, ``cost.csv``, ``leaderboard.jsonl`` and ``manifest.json``; for :func:`overhear.load` and ``sim-cli report``."""
        if self._files is None:
            return _saved.save(self, directory, force)
        place = as_path("directory", directory)
        _result_files.write(place, self._files, flag("force", force))
        _saved.keep_beside(place, self.about())
        return place


class _Core(Protocol):
    def tables(self) -> list[_overhear.Table]: ...
    def sentences(self) -> list[str]: ...
    def to_json(self) -> str: ...


class _Savable(_Core, Protocol):
    def save(self, directory: str, force: bool) -> None: ...


class _Judged(_Savable, Protocol):
    def verdict(self) -> list[str]: ...
    def warnings(self) -> list[str]: ...
    def check(self) -> None: ...


class _TableResult(Recorded, Mapping[str, Table]):
    """Tables under their names, and the document that ``--format json`` prints."""

    def __init__(self, core: _Core) -> None:
        self._document = core
        self.tables: dict[str, Table] = {
            table.name.removesuffix(".csv"): Table(table) for table in core.tables()
        }
        self.sentences: list[str] = core.sentences()
        """What was found, as the program says it first."""
        self.warnings: list[str] = take_remarks()
        """Remarks that may change the meaning of the result."""

    def to_dict(self) -> dict[str, Any]:
        """What ``--format json`` prints, as Python's own types."""
        document: dict[str, Any] = json.loads(self._document.to_json())
        return document

    def _native_manifest(self) -> dict[str, Any]:
        return {key: value for key, value in self.to_dict().items() if key not in self.tables}

    def about(self) -> dict[str, Any]:
        """What is kept of it."""
        return {
            "kind": type(self).__name__,
            "manifest": self.manifest,
            "tables": [table.entry() for table in self.tables.values()],
            "document": self._document.to_json(),
            "sentences": self.sentences,
            "warnings": self.warnings,
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
        """A table by its name, or by that of its file or command."""
        for key, table in self.tables.items():
            if isinstance(name, str) and name in (key, table.name):
                return table
        raise KeyError(f"{quoted(name)}: there is no such table; there are {', '.join(self.tables)}")

    def __iter__(self) -> Iterator[str]:
        """The names of the tables."""
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)

    def __eq__(self, other: object) -> bool:
        """Whether the other is a result of the same kind with the same tables."""
        return type(self) is type(other) and self.tables == getattr(other, "tables", None)

    def __hash__(self) -> int:
        return hash((type(self).__name__, frozenset(self.tables.values())))

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} ({len(table)})" for name, table in self.tables.items())
        return f"<{type(self).__name__}: {sizes}>"

    def _repr_html_(self) -> str:
        return next(iter(self.tables.values()))._repr_html_()


class _FileResult(_TableResult):
    """A result that can be written as the program writes it, and has a page."""

    def __init__(self, core: _Savable, directory: Path | None = None) -> None:
        super().__init__(core)
        self._files = core
        self.directory = directory
        """Where the run has written its files; None if it has not."""

    def to_bytes(self) -> bytes:
        """The result as bytes, for :func:`overhear.load`."""
        return _saved.pack(self.about(), _saved.native_files(self._files))

    def __reduce__(self) -> tuple[Any, ...]:
        return _saved.load, (self.to_bytes(),), {"directory": self.directory}

    def save(self, directory: PathLike, *, force: bool = False) -> Path:
        """Writes the files of the result: those of ``sim-cli … --out directory``, byte for byte but for timing.json.

        An earlier result is replaced only if ``force`` is set. Logs are copied from where the run has written them.
        """
        place, force = as_path("directory", directory), flag("force", force)
        try:
            self._files.save(str(place), force)
        except UsageError:
            own = _saved.own_directory(self)
            if own is None or not has_logs(own):
                raise
            _saved.copy_run(own, place, force)
        _saved.keep_beside(place, self.about())
        return place

    def report(self, file: PathLike | None = None, *, force: bool = False) -> str:
        """The page of ``sim-cli report`` as HTML: figures and tables, no script, no network; written to ``file`` as well.

        A file that is there is replaced only if ``force`` is set.
        """
        target = None if file is None else writable_file("file", file, force)
        directory = _saved.own_directory(self)
        if directory is not None:
            page = _overhear.report(str(directory))
        else:
            with tempfile.TemporaryDirectory(prefix="overhear-") as place:
                page = _overhear.report(str(self.save(Path(place) / "result")))
        if target is not None:
            write_whole(target, page.encode("utf-8"))
        return page


class TournamentResult(_FileResult):
    """The result of a tournament.

    >>> import overhear
    >>> result = overhear.tournament(["margin", "random"], pairs=10, seed=3)
    >>> sorted(result.tables)
    ['covariance', 'endings', 'expected', 'pairings', 'rounds', 'standings']
    >>> result.manifest["games"]
    20
    """

    _agents: Any = ()
    """Who has played, with the classes."""

    def __init__(self, core: _Judged, directory: Path | None = None) -> None:
        super().__init__(core, directory)
        self._core = core
        self.verdict = SequentialVerdict.of(core.verdict(), self.to_dict().get("sprt") or {})
        """What a sequential test has found, line by line, and its numbers as attributes; empty without one."""
        said = [*core.warnings(), *([str(self.problem)] if self.problem is not None else [])]
        remark(said)
        self.warnings += take_remarks()

    def about(self) -> dict[str, Any]:
        """What is kept of it."""
        return {**super().about(), "verdict": self.verdict, "problem": _saved.problem_entry(self.problem)}

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

    def log(self, name: str) -> pyarrow.RecordBatchReader:
        """The rows of a log (``"deals"``, ``"games"``, ``"halves"``, ``"running"`` or ``"transcripts"``) that the run has written, in batches that
        pyarrow, Polars and DuckDB read one after the other, with the types of the program's schema; this takes pyarrow."""
        if _saved.is_of_another(self):
            raise UsageError(f"log: {self.directory} does not hold this result any more; its rows stood there alone")
        return open_log(self.directory, name)

    def log_to_parquet(self, name: str, file: PathLike, *, force: bool = False) -> Path:
        """Writes the rows of a log as a Parquet file; this takes pyarrow. A file that is there is replaced only if ``force`` is set."""
        return write_parquet(self.log(name), writable_file("file", file, force), self.manifest)

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


class BalanceResult(_FileResult):
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


class SweepResult(_FileResult):
    """What a grid of rules has shown: a row for each measure and point."""

    @property
    def table(self) -> Table:
        """sweep.csv."""
        return self.tables["sweep"]


class LeagueResult(_TableResult):
    """What a league has shown."""

    def __init__(self, core: _Core) -> None:
        super().__init__(core)
        self.tables = {_LEAGUE.get(name, name): table for name, table in self.tables.items()}

    def _native_manifest(self) -> dict[str, Any]:
        return {}

    @property
    def agents(self) -> Table:
        """A row for each agent, the best first."""
        return self.tables["agents"]

    @property
    def matrix(self) -> Table:
        """A row for each agent and each opponent that it has met."""
        return self.tables["matrix"]

    @property
    def responses(self) -> Table | None:
        """A row for each agent built against the equilibrium mix, the best first; ``None`` without ``respond_games``."""
        return self.tables.get("responses")


_LEAGUE = {"league": "agents"}
"""What tables of a league are called here."""


def _core_maker(kind: Any) -> _saved.Maker:
    """What makes a result that has a core."""

    def make(about: dict[str, Any], files: dict[str, bytes] | None) -> Any:
        result = kind.__new__(kind)
        core = _saved.StoredCore(about, files)
        problem, about["problem"] = about.get("problem"), None
        kind.__init__(result, core)
        about["problem"] = problem
        # What cannot be read is said now.
        _saved.problem_of(about)
        result.warnings = list(about["warnings"])
        result._remember(about.get("manifest"))
        return result

    return make


def _card(about: dict[str, Any], files: dict[str, bytes] | None) -> BenchResult:
    card = BenchResult(about["card"])
    card._call, card._files = about.get("manifest"), files or None
    return card


for _kind in (TournamentResult, BalanceResult, SweepResult, LeagueResult):
    _saved.MAKERS[_kind.__name__] = _core_maker(_kind)
_saved.MAKERS["BenchResult"] = _card

__all__ = [
    "BalanceResult",
    "BenchResult",
    "CalibrateResult",
    "CompareResult",
    "ContrastResult",
    "Finding",
    "LeagueResult",
    "SequentialVerdict",
    "SweepResult",
    "TournamentResult",
    "TuneResult",
    "Verdict",
]
