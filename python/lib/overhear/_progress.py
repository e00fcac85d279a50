"""Who is told how far a run is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Union

Progress = Union[bool, Callable[[int, int], object], None]
"""``None``: a bar of tqdm, if that is installed and somebody looks on; ``False``: nobody; or a function that is called
with the games counted so far and the games in all, some twenty times a second."""


@contextmanager
def shown(progress: Progress) -> Iterator[Callable[[int, int], object] | None]:
    """What the run calls while it plays."""
    if callable(progress):
        yield progress
        return
    if progress is False or (progress is None and not _is_seen()):
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
