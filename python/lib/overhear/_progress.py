"""The progress of runs, remarks on them, and their end."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Union

from . import _overhear
from ._errors import OverhearWarning
from ._files import flag

Progress = Union[bool, Callable[[int, int], object], None]
"""``None``: a bar of tqdm, if that is installed and the output is a terminal; ``False``: none; or a function that is called
with the games counted so far and the games in all, some twenty times a second."""


@contextmanager
def reporting(progress: Progress) -> Iterator[Callable[[int, int], object] | None]:
    """What the run calls while it plays."""
    if callable(progress):
        yield progress
        return
    if not (_is_seen() if progress is None else flag("progress", progress)):
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    with tqdm(unit="game", unit_scale=True, delay=0.5, leave=False) as bar:

        def tell(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield tell


def _is_seen() -> bool:
    stream: Any = sys.stderr
    return "ipykernel" in sys.modules or bool(stream and stream.isatty())


_remarks = threading.local()
_PACKAGE = str(Path(__file__).parent) + os.sep
_LAST_SECONDS = 5.0
"""The time that runs have to end when the interpreter ends."""


def forget() -> None:
    """Forgets remarks on runs that had no result."""
    _remarks.lines = []


def remark(lines: Iterable[str]) -> None:
    """Warns, and keeps the lines for the result that comes next in this thread.

    Where warnings are errors the lines are printed: an exception would lose a finished run.
    """
    for line in lines:
        _pending_remarks().append(line)
        try:
            warnings.warn(line, OverhearWarning, stacklevel=_depth())
        except OverhearWarning:
            print(f"warning: {line}", file=sys.stderr)


def take_remarks() -> list[str]:
    """Returns the remarks since the last result in this thread."""
    lines = _pending_remarks()
    _remarks.lines = []
    return lines


def _pending_remarks() -> list[str]:
    lines: list[str] = getattr(_remarks, "lines", None) or []
    _remarks.lines = lines
    return lines


def _depth() -> int:
    """Returns the level of the first caller outside of the package, as :func:`warnings.warn` counts."""
    frame, depth = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, depth = frame.f_back, depth + 1
    return depth


def heed() -> None:
    """Does nothing: an exception that another thread has sent to this one is raised where Python runs."""
    for _ in (0,):
        pass


def give_up() -> None:
    """Ends the process: Ctrl-C came again, and a class has not answered for a second since the first."""
    print("overhear: an agent does not answer; the program ends", file=sys.stderr, flush=True)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)


def _end() -> None:
    """Ends the runs of daemon threads: a thread that plays while the interpreter is taken down would abort the process."""
    if not _overhear.end_runs(_LAST_SECONDS):
        print("overhear: an agent does not answer; the program ends", file=sys.stderr, flush=True)
        os._exit(1)


atexit.register(_end)
