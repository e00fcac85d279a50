"""An experiment on many machines: parts that travel as bytes, through whatever executor there is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, Union, get_args, overload
from uuid import uuid4

from . import _overhear
from ._config import Agents, python_agents_beside_bots, reusable
from ._errors import OverhearError, RunError, UsageError
from ._experiments import BalanceConfig, CompareConfig, Config, SweepConfig, TournamentConfig
from ._files import PathLike, as_path, flag, listed, write_whole
from ._progress import Progress, reporting
from ._provenance import mark
from ._ranges import check, check_given, quoted
from ._results import BalanceResult, CompareResult, SweepResult, TournamentResult

_LOOK = 0.05
"""How long a finished part waits to be seen at most, in seconds."""


class Future(Protocol):
    """What :meth:`Executor.submit` returns; ``concurrent.futures.Future`` has more."""

    def done(self) -> bool: ...
    def result(self) -> Any: ...
    def cancel(self) -> Any: ...


class Executor(Protocol):
    """What plays parts: process pools, Dask's ``client.get_executor(pure=False)``, ``submitit.AutoExecutor``,
    ``mpi4py.futures.MPIPoolExecutor``, and Ray by a class of ten lines (``docs/clusters.md``)."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any: ...


def play_shard(
    config: Config,
    index: int,
    of: int,
    *,
    threads: int | None = 1,
    progress: Progress = False,
) -> bytes:
    """Plays the part ``index``, from 1, of ``of`` parts of an experiment with a seed; what was counted, sealed.

    Nothing is read but the files that the configuration names, and nothing is written. A part that is played again, here or
    elsewhere, has the same counts. Rows of games and halves (``log``) are not kept. A part plays all of its deals, also with a
    sequential test: where that ends is found by :func:`merge`.

    >>> import overhear
    >>> config = overhear.TournamentConfig(["margin", "random"], pairs=6, seed=1)
    >>> parts = [overhear.play_shard(config, index, 2) for index in (2, 1)]
    >>> whole = overhear.tournament(config)
    >>> overhear.merge(parts).standings.to_csv() == whole.standings.to_csv()
    True
    """
    check_given(index=index, of=of)
    check(threads=threads)
    config = _checked_config(config)
    with reporting(progress) as tell:
        play = _overhear.play_shard if isinstance(config, TournamentConfig) else _overhear.play_part
        return play(config.to_json(), python_agents_beside_bots(config.agents), index, of, threads, tell)


def merge(
    parts: Iterable[bytes] | bytes, *, agents: Agents | None = None, allow_other_build: bool = False, run_bots: bool = False
) -> Any:
    """One result of all parts of an experiment, in any order: a :class:`TournamentResult` of those of a tournament, and
    likewise. Of those of a tournament, a balance or a sweep the bytes of the files are those of a run in one piece.

    Of a run with a sequential test the parts up to its decision suffice; the deals of the last that come before it are played
    again.

    Raises :class:`UsageError` if a part is missing, there twice, torn, of another run, or by another build of the package
    (unless ``allow_other_build`` is set; the manifest then says so). ``agents`` are the classes that played, under their names,
    if any did. A bot is started only where deals are played again; a command that was not started here before needs ``run_bots``.
    """
    parts, hosts = _part_bytes(parts), python_agents_beside_bots(reusable(agents))
    allowed = flag("allow_other_build", allow_other_build), flag("run_bots", run_bots)
    core = _overhear.merge_parts(parts, hosts, *allowed)
    if core is None:
        return TournamentResult(_overhear.merge(parts, hosts, *allowed))
    if isinstance(core, tuple):
        return CompareResult(*core)
    return (SweepResult if "sweep.csv" in (table.name for table in core.tables()) else BalanceResult)(core)


def _checked_config(config: Any) -> Any:
    """A configuration, or a sentence about what is none."""
    if not isinstance(config, get_args(Config)):
        raise UsageError(f"config: {quoted(config)} is not a configuration; write a TournamentConfig, BalanceConfig, SweepConfig or CompareConfig")
    return config


def _part_bytes(parts: Any) -> list[bytes]:
    """Parts as bytes, or a sentence about what is no part."""
    found = listed("parts", parts)
    for part in found:
        if not isinstance(part, (bytes, bytearray, memoryview)):
            raise UsageError(f"parts: {quoted(part)} is no part; write the bytes that play_shard returns")
    return [bytes(part) for part in found]


def _check_executor(given: Any) -> None:
    """Refuses what is no executor and makes none."""
    if not hasattr(given, "submit") and not callable(given):
        raise UsageError(f"executor: {quoted(given)} has no `submit`; write an executor, or a function that returns one")


class _Crew:
    """An executor, and where the next comes from when it is broken."""

    def __init__(self, executor: Executor | Callable[[], Executor]) -> None:
        given: Any = executor
        makes: Any = None if hasattr(given, "submit") else given
        self._next: Callable[[], Executor] | None = makes
        self._executor: Any = executor if self._next is None else self._made(self._next)

    @staticmethod
    def _made(make: Callable[[], Any]) -> Any:
        """What a function makes, or a sentence about what is no executor."""
        made = make()
        if not (hasattr(made, "submit") and hasattr(made, "shutdown")):
            raise UsageError(f"executor: {quoted(make)} returns {quoted(made)}, which has no `submit` and `shutdown`; return an executor")
        return made

    def submit(self, *job: Any, **more: Any) -> Any:
        """Hands a job to the executor, or to a new one if it is broken."""
        try:
            return self._executor.submit(*job, **more)
        except BrokenExecutor:
            if self._next is None:
                raise
            self._executor = self._made(self._next)
            return self._executor.submit(*job, **more)

    def end(self) -> None:
        """Ends an executor that was made here."""
        if self._next is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


_Pool = Union[Executor, Callable[[], Executor]]
_Told = Union[Callable[[int, int], object], None]


@overload
def run(
    config: TournamentConfig, shards: int, executor: _Pool, *, storage: PathLike | None = ...,
    retries: int = ..., threads: int | None = ..., on_progress: _Told = ...,
) -> TournamentResult: ...
@overload
def run(
    config: SweepConfig, shards: int, executor: _Pool, *, storage: PathLike | None = ...,
    retries: int = ..., threads: int | None = ..., on_progress: _Told = ...,
) -> SweepResult: ...
@overload
def run(
    config: BalanceConfig, shards: int, executor: _Pool, *, storage: PathLike | None = ...,
    retries: int = ..., threads: int | None = ..., on_progress: _Told = ...,
) -> BalanceResult: ...
@overload
def run(
    config: CompareConfig, shards: int, executor: _Pool, *, storage: PathLike | None = ...,
    retries: int = ..., threads: int | None = ..., on_progress: _Told = ...,
) -> CompareResult: ...
def run(
    config: Config,
    shards: int,
    executor: _Pool,
    *,
    storage: PathLike | None = None,
    retries: int = 3,
    threads: int | None = 1,
    on_progress: _Told = None,
) -> Any:
    """Plays a tournament, or another experiment by its configuration, in ``shards`` parts on an executor, and merges them.

    A part whose worker is lost is played again up to ``retries`` times: whatever the executor raises but the package's own
    exceptions, which would only come again. ``storage`` is a directory, made if it is not there, in which parts are kept as they
    come back: the same call again, in a day or after a crash, plays only what is missing. Workers need not see it. A process pool breaks when one of its workers dies: give a function that makes
    a pool, such as ``lambda: ProcessPoolExecutor(8)``, and another takes its place. ``on_progress`` is called with the parts
    played so far and the parts in all. ``threads`` is for each part. Ctrl-C, and an error that is final, cancel what has not
    begun, and stop parts that threads of this process play. So does the decision of a sequential test, and of a comparison with ``until``: parts are handed out in the order of their deals, the test looks at them in that
    order, and ends where it does on one machine.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> import overhear
    >>> config = overhear.TournamentConfig(["margin", "random"], pairs=8, seed=1)
    >>> with ThreadPoolExecutor(2) as executor:
    ...     result = overhear.run(config, 4, executor)
    >>> result.standings.to_csv() == overhear.tournament(config).standings.to_csv()
    True
    """
    config = _checked_config(config)
    check_given(shards=shards, retries=retries)
    check(threads=threads)
    if not (on_progress is None or callable(on_progress)):
        raise UsageError(f"on_progress: {quoted(on_progress)} is not a function")
    _check_executor(executor)
    store = None if storage is None else _Store(as_path("storage", storage), config, shards)
    parts = {} if store is None else store.found()
    left = {index: retries for index in range(1, shards + 1) if index not in parts}
    crew, prefix = _Crew(executor), _Prefix(config, shards)
    waiting: dict[int, Any] = {}
    token = uuid4().hex

    def submit(index: int) -> None:
        waiting[index] = crew.submit(_attempt, config, index, shards, threads=threads, token=token)

    try:
        prefix.take(parts)
        for index in left if not prefix.is_enough else ():
            submit(index)
        while waiting and not prefix.is_enough:
            finished = [index for index, future in waiting.items() if future.done()]
            for index in finished:
                part = _part(waiting.pop(index), may_be_lost=left[index] > 0)
                if part is None:
                    left[index] -= 1
                    submit(index)
                else:
                    parts[index] = part
                    if store is not None:
                        store.keep(index, part)
                    if on_progress is not None:
                        on_progress(len(parts), shards)
            prefix.take(parts)
            if not finished:
                time.sleep(_LOOK)
    finally:
        if waiting:
            _ended.add(token)
        for future in waiting.values():
            with suppress(Exception):
                future.cancel()
        crew.end()
    whole = merge((parts[index] for index in sorted(parts)), agents=config.agents, run_bots=True)
    return mark(whole, _FUNCTIONS[type(config)], {"config": config})


_FUNCTIONS: dict[type, str] = {TournamentConfig: "tournament", BalanceConfig: "balance", SweepConfig: "sweep", CompareConfig: "compare"}
"""The function that plays a configuration in one piece."""


class _Prefix:
    """The parts in their order, as far as there are all of them, and whether a sequential test needs no more."""

    def __init__(self, config: Config, shards: int) -> None:
        self._config, self._shards = config, shards
        self._test = _overhear.Prefix()
        self._row: list[bytes] = []
        self.is_enough = False

    def take(self, parts: dict[int, bytes]) -> None:
        """Looks at those that it has not seen, in their order."""
        while not self.is_enough and len(self._row) + 1 in parts:
            self._row.append(parts[len(self._row) + 1])
            self.is_enough = self._decides() or len(self._row) == self._shards

    def _decides(self) -> bool:
        """Whether the last part decides what is to be decided."""
        if isinstance(self._config, TournamentConfig):
            return self._config.sprt is not None and self._test.take(self._row[-1])
        if isinstance(self._config, CompareConfig) and self._config.until:
            return _overhear.are_enough(self._row, python_agents_beside_bots(self._config.agents))
        return False


class _Store:
    """Parts in a directory, each as a file that is there whole or not at all."""

    def __init__(self, directory: Path, config: Config, shards: int) -> None:
        self._directory, self._shards = directory, shards
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunError(f"storage: {directory}: {error.strerror or error}") from error
        asked, said = f"{config.to_json()}\n{shards} parts\n", directory / "run.json"
        if not said.exists():
            write_whole(said, asked.encode())
        elif said.read_text(encoding="utf-8") != asked:
            raise UsageError(f"{directory}: its parts are of another run, or not {shards}; name another directory")

    def _file(self, index: int) -> Path:
        return self._directory / f"part-{index}-of-{self._shards}"

    def found(self) -> dict[int, bytes]:
        """The parts that have been played."""
        files = {index: self._file(index) for index in range(1, self._shards + 1)}
        return {index: file.read_bytes() for index, file in files.items() if file.exists()}

    def keep(self, index: int, part: bytes) -> None:
        """Writes a part."""
        write_whole(self._file(index), part)


_ended: set[str] = set()
"""Runs of this process that want no more parts: threads that play one stop."""


_NOT_WANTED = RunError("the run of this part has ended")


class _NotWanted(Exception):
    """The run of a part has ended."""


def _attempt(config: Config, index: int, of: int, *, threads: int | None, token: str = "") -> bytes | OverhearError:
    """A part, or an error that would only come again: as a value, for not every executor raises what was raised."""

    def look(done: int, total: int) -> None:
        if token in _ended:
            raise _NotWanted

    if token in _ended:
        return _NOT_WANTED
    try:
        return play_shard(config, index, of, threads=threads, progress=look)
    except OverhearError as error:
        return error
    except _NotWanted:
        return _NOT_WANTED
    except KeyboardInterrupt:
        # A worker that Ctrl-C reaches has been handed the next part already.
        _ended.add(token)
        raise


def _part(future: Any, may_be_lost: bool) -> bytes | None:
    """What was counted; None if the worker was lost and that may happen."""
    try:
        part: bytes | OverhearError = future.result()
    except Exception:
        if not may_be_lost:
            raise
        return None
    if isinstance(part, OverhearError):
        raise part
    return part


class _RayFuture:
    """A part that Ray plays."""

    def __init__(self, ray: Any, reference: Any) -> None:
        self._ray, self._reference = ray, reference

    def done(self) -> bool:
        return bool(self._ray.wait([self._reference], timeout=0)[0])

    def result(self) -> Any:
        return self._ray.get(self._reference)

    def cancel(self) -> None:
        self._ray.cancel(self._reference)


class _RayExecutor:
    """Ray, as :func:`run` sees it."""

    def __init__(self, ray: Any, options: dict[str, Any]) -> None:
        self._ray, self._options = ray, options

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> _RayFuture:
        """Hands a job to Ray."""
        job = self._ray.remote(**self._options)(fn)
        return _RayFuture(self._ray, job.remote(*args, **kwargs))


def ray_executor(ray: Any, **options: Any) -> Executor:
    """An executor over the module ``ray``, which is initialised; ``options`` are those of ``ray.remote``: ``num_cpus=1``.

    Ray itself plays a part again whose worker dies (``max_retries``, 3 if nothing is said).
    """
    return _RayExecutor(ray, {"num_cpus": 1, **options})
