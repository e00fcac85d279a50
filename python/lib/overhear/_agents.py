"""Agents as classes."""

from __future__ import annotations

import copy
import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _overhear
from ._batch import METHODS, Batch
from ._errors import AgentError, UsageError
from ._files import PathLike, as_path, flag, listed, text
from ._ranges import check_given, quoted
from ._world import World

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._answers import AnswerFile

_CODE_LENGTH = 3
"""How many digits a code has."""


class Param(NamedTuple):
    """Something about an agent that can be set in a SPEC, as in ``"mine:temperature=0.2"``, and tuned.

    The agent has an attribute of this name, whose value is the default.
    """

    name: str
    low: float
    high: float
    meaning: str = ""
    whole: bool = False


class Agent:
    """A player of your own, asked in batches.

    Write the methods of the roles that it plays; ``stand_in`` plays the others. Each takes a :class:`Batch` of ``n``
    questions of many games, and returns an array with a row for each:

    ====================  ================================================================================================
    ``clues(batch)``      int[n, 3]: the clues for the three digits of ``batch.code``, -1 for none; or texts of the vocabulary
    ``decode(batch)``     float[n, 24]: weights of the codes in the order of :data:`overhear.CODES`, or int[n, 3]: codes
    ``intercept(batch)``  the same, of the other team's code
    ``keywords(batch)``   int[n, 4]: the other team's keywords, or float[n, 4, len(World.keywords)]: their weights
    ====================  ================================================================================================

    What can be set on a class, as attributes of the class or of an object:

    ================  ===================  ============================================================================
    ``name``          ``""``               the name that it plays under where no label is given; that of the class if empty
    ``version``       ``""``               raise it whenever the answers change; it identifies a result
    ``thinks_alike``  ``True``             whether no answer depends on ``member`` or ``head``: one member speaks for all
    ``stand_in``      ``"margin/bayes"``   the SPEC of the built-in agent that plays the roles without a method
    ``batch``         ``4096``             the most questions in one batch
    ``retries``       ``0``                how often a method that has raised is asked again, after 1, 2, 4 … seconds
    ``answers``       ``None``             a file in which answers are kept, so that a run played again asks only what is new
    ``params``        ``()``               what can be set in a SPEC and tuned: a list of :class:`overhear.Param`
    ================  ===================  ============================================================================

    ``setup(world)`` is called once before each run, with the words that are played with.

    Weights are any numbers from 0 with a common factor of any size. An answer must depend on its row alone: questions come in any order and batch, and again; chance comes from
    ``batch.seed``. :func:`check_agent` sees to that. What a method raises ends the run as an :class:`AgentError`.

    A method may be ``async def``: it is awaited, on an event loop that all agents share. ``batch.rows()`` are the questions one
    by one, so that ``asyncio.gather(*map(self.ask, batch.rows()))`` has as many requests in flight as ``batch`` allows.

    >>> import numpy as np
    >>> import overhear
    >>> class Guess(overhear.Agent):
    ...     def decode(self, batch):
    ...         return np.ones((batch.n, 24))
    >>> result = overhear.tournament({"mine": Guess(), "margin": "margin"}, pairs=20, seed=1)
    >>> result.standings.column("agent")
    ['margin', 'mine']
    """

    name: str = ""
    """The name that it plays under where no label is given; that of the class if it is empty."""
    version: str = ""
    """Raise it whenever the answers change; it identifies a result."""
    thinks_alike: bool = True
    """Whether no answer depends on ``member`` or ``head``: then one member speaks for all."""
    stand_in: str = "margin/bayes"
    """The SPEC of the house agent that plays the roles that have no method."""
    batch: int = 4096
    """The most questions in one batch. A run keeps so many games in flight that batches can be this large. A model is fed well by large
    batches; a class of a few NumPy operations loses nothing with 512, which keeps fewer games in memory."""
    retries: int = 0
    """How often a method that has raised something is asked again, after 1, 2, 4 … seconds."""
    answers: PathLike | None = None
    """A file, made if it is not there, in which answers are kept by their questions, ``version`` and parameters; a run that
    is played again asks only what it does not find there."""
    params: Sequence[Param] = ()
    """What can be set on it."""

    @property
    def called(self) -> str:
        """``name``, or that of the class."""
        return self.name or type(self).__name__

    def setup(self, world: World) -> None:
        """Called once before each run, with the words that are played with."""


def _declared(agent: Agent) -> list[Param]:
    """What can be set on an agent, or a sentence about what is no parameter of it."""
    found = listed("params", agent.params)
    for param in found:
        if not isinstance(param, Param):
            raise UsageError(f"params: {quoted(param)} is no parameter; write overhear.Param('name', 0, 1)")
        if not hasattr(agent, text("params", param.name)):
            raise UsageError(f"params: {agent.called} has no attribute `{param.name}`, which would be its value")
    return found


class Host:
    """A named agent, as the Rust binding sees it."""

    def __init__(self, name: str, agent: Agent) -> None:
        self.name, self.agent = name, agent
        self.version = agent.version
        self.summary = f"a class: {type(agent).__name__} {agent.version}".rstrip()
        self.plays = [callable(getattr(agent, method, None)) for method in METHODS]
        if not any(self.plays):
            raise UsageError(f"{name}: it has none of the methods {', '.join(METHODS)}")
        self.thinks_alike, self.stand_in = flag("thinks_alike", agent.thinks_alike), text("stand_in", agent.stand_in)
        check_given(batch=agent.batch, retries=agent.retries)
        self.batch, self.retries = int(agent.batch), int(agent.retries)
        self.answers = None if agent.answers is None else _answer_file(agent.answers)
        self.params = [
            (param.name, float(getattr(agent, param.name)), float(param.low), float(param.high), param.whole, param.meaning)
            for param in _declared(agent)
        ]
        self._at_work: set[int] = set()

    def sit(self, core: _overhear.World, settings: Mapping[str, float]) -> _Player:
        """The agent with these settings, ready for questions."""
        agent, whole = self.agent, {param.name for param in _declared(self.agent) if param.whole}
        if settings:
            agent = copy.copy(agent)
            for key, value in settings.items():
                setattr(agent, key, int(value) if key in whole else value)
        try:
            world = World.of(core)
            with self.at_work():
                agent.setup(world)
        except Exception as error:
            raise AgentError(f"agent `{self.name}`: setup() raised {type(error).__name__}: {error}") from error
        return _Player(self, agent, world, self._identity(world, settings))

    def _identity(self, world: World, settings: Mapping[str, float]) -> bytes:
        """What decides an answer beside its question: version, settings, and the words behind their numbers."""
        if self.answers is None:
            return b""
        from ._answers import digest

        values = {name: value for name, value, *_ in self.params} | dict(settings)
        said = [type(self.agent).__qualname__, self.version, sorted(values.items())]
        return digest(json.dumps(said).encode(), "\n".join(world.clues).encode(), "\n".join(world.keywords).encode())

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """The time that this thread spends in the agent: :meth:`interrupt` ends it."""
        thread = threading.get_ident()
        self._at_work.add(thread)
        try:
            yield
        finally:
            self._at_work.discard(thread)

    def interrupt(self) -> None:
        """Raises ``KeyboardInterrupt`` in the threads that are at work in the agent."""
        import ctypes

        for thread in list(self._at_work):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))


class _Player:
    """An agent with its settings, at work."""

    def __init__(self, host: Host, agent: Agent, world: World, identity: bytes) -> None:
        self._host, self._agent, self._world, self._identity = host, agent, world, identity
        self._clues, self._keywords = len(world.clues), len(world.keywords)

    def ask(self, role: int, n: int, raw: dict[str, Any]) -> tuple[str, bytes]:
        """The answers to a batch: their form, and the bytes of an array."""
        with self._host.at_work():
            batch = Batch(METHODS[role], n, raw)
            try:
                return self._checked_answer(batch) if self._host.answers is None else self._answer_with_file(batch, self._host.answers)
            except Exception as error:
                raise self._agent_error(batch, error) from error

    def _answer_with_file(self, batch: Batch, file: AnswerFile) -> tuple[str, bytes]:
        """The answers that the file has, and those to the other questions, which it is given."""
        from ._answers import digest

        rows = list(batch.rows())
        keys = [digest(self._identity, *row.parts()) for row in rows]
        known = file.find(keys)
        new = [place for place, answer in enumerate(known) if answer is None]
        if new:
            form, content = self._checked_answer(batch.select(new))
            width = len(content) // len(new)
            answers = [(form, content[start : start + width]) for start in range(0, len(content), width)]
            file.keep([keys[place] for place in new], answers)
            for place, answer in zip(new, answers):
                known[place] = answer
        whole = [answer for answer in known if answer is not None]
        if len({form for form, _ in whole}) > 1:
            raise ValueError("the file of answers holds answers of another form; change `version` or name another file")
        return whole[0][0], b"".join(content for _, content in whole)

    def _call(self, batch: Batch) -> Any:
        """What the method returns, asked again as often as the agent wants."""
        for attempt in range(self._host.retries + 1):
            try:
                said = getattr(self._agent, batch.role)(batch)
                return said if getattr(said, "__await__", None) is None else _run(said)
            except Exception:
                if attempt == self._host.retries:
                    raise
                time.sleep(2.0**attempt)

    def _checked_answer(self, batch: Batch) -> tuple[str, bytes]:
        import numpy

        said = self._call(batch)
        if isinstance(said, numpy.ma.MaskedArray):
            raise ValueError("a masked array is given; fill what is masked with numbers")
        found: NDArray[Any] = self._as_places(said, batch.n) if batch.role == "clues" and _has_texts(said) else numpy.asarray(said)
        if found.ndim < 2 or found.shape[0] != batch.n:
            raise ValueError(f"{batch.n} questions have an answer of the shape {found.shape}")
        if batch.role == "clues":
            return "clues", _integers(found, 3, -1, self._clues)
        if batch.role == "keywords":
            if found.ndim == 2:
                return "named", _integers(found, 4, 0, self._keywords)
            return "believed", _weights(found, (4, self._keywords))
        if found.shape[1] == _CODE_LENGTH:
            return "codes", _codes(found)
        return "weights", _weights(found, (24,))

    def _as_places(self, said: Any, n: int) -> NDArray[Any]:
        """Clues that are texts as their places in the vocabulary."""
        import numpy

        texts = [list(clues) for clues in said]
        if len(texts) != n or any(len(clues) != _CODE_LENGTH for clues in texts):
            raise ValueError(f"{n} questions have {len(texts)} answers of texts; each takes {_CODE_LENGTH}, or None for a missing one")
        return numpy.array([[self._place(clue) for clue in clues] for clues in texts], numpy.int32)

    def _place(self, clue: Any) -> int:
        if not isinstance(clue, str):
            return -1 if clue is None else int(clue)
        place = self._places.get(clue.lower())
        if place is None:
            raise ValueError(f"the clue `{clue}` is not in the vocabulary; give a word of World.clues, or make the class an overhear.Bot, whose clues may be any text")
        return place

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self._world.clues)}

    def _agent_error(self, batch: Batch, error: Exception) -> AgentError:
        """The failure with the question that it stumbles over, if it is one alone."""
        guilty = batch
        if batch.n > 1:
            for row in map(batch.row, range(batch.n)):
                try:
                    self._checked_answer(row)
                except Exception:
                    guilty = row
                    break
        said = f"{batch.role}() raised {type(error).__name__}: {error}"
        return AgentError(f"agent `{self._host.name}`: {said}; asked {guilty!r}", question=guilty)


def _has_texts(said: Any) -> bool:
    """Whether clues are texts, some of which may be missing."""
    kind = getattr(getattr(said, "dtype", None), "kind", None)
    if kind is not None:
        return kind in "UOT"
    return isinstance(said, (list, tuple)) and any(isinstance(clue, str) for clues in said if isinstance(clues, (list, tuple)) for clue in clues)


def _answer_file(file: PathLike) -> AnswerFile:
    """Opened where it is asked for: SQLite takes time to import."""
    from ._answers import AnswerFile

    return AnswerFile(as_path("answers", file))


def _run(awaitable: Any) -> Any:
    """What a coroutine returns; asyncio takes time to import."""
    from ._coroutines import run_coroutine

    async def coroutine() -> Any:
        return await awaitable

    return run_coroutine(coroutine())


def _integers(found: NDArray[Any], width: int, low: int, high: int) -> bytes:
    import numpy

    if found.shape[1:] != (width,) or found.dtype.kind not in "iu":
        raise ValueError(f"whole numbers of the shape (n, {width}) are expected, not {found.dtype}{list(found.shape)}")
    if found.size and (found.min() < low or found.max() >= high):
        row = int(((found < low) | (found >= high)).any(axis=1).argmax())
        raise ValueError(f"row {row}, {found[row].tolist()}, is not within {low} and {high - 1}")
    return numpy.ascontiguousarray(found, numpy.int32).tobytes()


def _codes(found: NDArray[Any]) -> bytes:
    codes = _integers(found, _CODE_LENGTH, 1, 5)
    if ((found[:, 0] == found[:, 1]) | (found[:, 1] == found[:, 2]) | (found[:, 0] == found[:, 2])).any():
        raise ValueError("a code has three different digits")
    return codes


def _weights(found: NDArray[Any], shape: tuple[int, ...]) -> bytes:
    import numpy

    if found.shape[1:] != shape:
        raise ValueError(f"weights of the shape {('n', *shape)} are expected, not {list(found.shape)}")
    if found.dtype.kind == "c":
        raise ValueError(f"weights are real numbers, not {found.dtype}")
    weights = numpy.ascontiguousarray(found, numpy.float64)
    wrong = ~((weights >= 0) & numpy.isfinite(weights)).all(axis=-1) | (weights.max(axis=-1, initial=0) <= 0)
    if wrong.any():
        row = int(wrong.reshape(len(found), -1).any(axis=1).argmax())
        raise ValueError(f"row {row} has no weights: all are 0, or one is below 0, infinite or not a number")
    return weights.tobytes()
