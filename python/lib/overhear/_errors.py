"""What can go wrong: one class for each kind, the sentence as the program has it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._batch import Batch

DirectoryLike = Path | str | None


class _Said(BaseException):
    """An exception with a sentence, and the directory from which a run can go on."""

    directory: Path | None

    def __init__(self, sentence: str, directory: DirectoryLike = None) -> None:
        super().__init__(sentence)
        self.directory = None if directory is None else Path(directory)


class OverhearWarning(UserWarning):
    """A remark that may change the meaning of a result; results keep theirs in ``warnings``.

    ``warnings.filterwarnings("ignore", category=overhear.OverhearWarning)`` silences all of them. A filter that makes errors of
    warnings prints them: a finished run is not lost to a remark.
    """


class OverhearError(_Said, Exception):
    """There is no result. ``directory`` is the run to resume, or None."""


class UsageError(OverhearError, ValueError):
    """What was asked for, or what stands in a file, makes no sense."""


class RunError(OverhearError, RuntimeError):
    """A file cannot be read or written, or the machine has failed otherwise."""


class FaultsError(OverhearError):
    """Agents broke down more often than is allowed."""


class UndecidedError(OverhearError):
    """All games are played, and a test has accepted nothing."""


class MismatchError(OverhearError):
    """Two results that must be equal differ."""


class AgentError(OverhearError):
    """A class of your own has raised something, or answered what is no answer. ``question`` is the batch of one question that
    it stumbles over, if it is one alone; ``__cause__`` is what it raised."""

    question: Batch | None

    def __init__(self, sentence: str, directory: DirectoryLike = None, *, question: Batch | None = None) -> None:
        super().__init__(sentence, directory)
        self.question = question


class ReplyError(OverhearError, ValueError):
    """A reply of a model without a certain answer. ``reason`` is a short sentence that can be sent back to the model."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Interrupted(_Said, KeyboardInterrupt):
    """Ctrl-C has stopped a run. A run with ``out`` can go on from ``directory``."""
