"""A tournament that tests play in parts, and what they compare."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import overhear

# Few words, as each of the many parts prepares them.
CONFIG = overhear.TournamentConfig(["margin", "nearest", "human"], pairs=6000, seed=9, vocabulary=2000)
SHARDS = 12

#: The longest that something may take that needs seconds.
PATIENCE = 300.0


def files(result: overhear.TournamentResult, directory: Path) -> dict[str, bytes]:
    """Every file of a result, but for the one that may differ."""
    return stored(result.save(directory))


def stored(directory: Path) -> dict[str, bytes]:
    """The same of a result that is there."""
    return {file.name: file.read_bytes() for file in directory.iterdir() if file.name != "timing.json"}


class Known:
    """An executor whose workers say who they are before they play."""

    def __init__(self, executor: Any, place: Path) -> None:
        self.executor, self.place = executor, place

    def submit(self, job: Callable[..., Any], *words: Any, **more: Any) -> Any:
        return self.executor.submit(announced, str(self.place), job, *words, **more)


def announced(place: str, job: Callable[..., Any], *words: Any, **more: Any) -> Any:
    Path(place, str(os.getpid())).touch()
    return job(*words, **more)


def wait_until(is_so: Callable[[], object], what: str) -> None:
    """Waits for something to come true."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, f"{what}: not after {PATIENCE} s"
        time.sleep(0.1)
