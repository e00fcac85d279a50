"""What numbers may be: the ranges of the laboratory, which a test of its `setup::ranges` holds these against."""

from __future__ import annotations

from numbers import Real
from typing import Any, get_args

from ._errors import UsageError

_MOST_GAMES = 1_000_000_000_000_000
_TINY = 5e-324

_RANGES: dict[str, tuple[float, float]] = {
    "games": (1, _MOST_GAMES),
    "exploit_games": (0, _MOST_GAMES),
    "respond_games": (0, _MOST_GAMES),
    "game": (0, _MOST_GAMES - 1),
    "pairs": (1, _MOST_GAMES // 2),
    "team_size": (2, 4),
    "vocabulary": (256, 2**32 - 1),
    "answer_limit": (1, 3_600_000),
    "discuss": (0, 8),
    "max_fault_rate": (0, 1),
    "running": (1, 2**64 - 1),
    "checkpoint": (0, 86_400),
    "threads": (1, 1024),
    "iterations": (1, 10_000_000),
    "pairs_per_iteration": (1, 1_000_000),
    "confirm_pairs": (1, 1_000_000_000),
    "step": (_TINY, 1),
    "rate": (_TINY, 1),
    "margin": (_TINY, 100),
    "margin_rounds": (_TINY, 100),
    "runs": (1, 1_000_000),
    "candidates": (1, 2**32 - 1),
    "num_envs": (1, 1_000_000),
    "blunder": (0, 1),
    "top": (1, 1000),
    "shards": (1, 1_000_000),
    "seed": (0, 2**64 - 1),
}

_FRACTIONS = {"blunder", "max_fault_rate", "step", "rate", "margin", "margin_rounds"}
"""What need not be whole."""


def quoted(value: object) -> str:
    """A value as a sentence has it: in one line, and short."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:59]}…"


def check(**given: Any) -> None:
    """Refuses what is not a number, and numbers outside of their ranges, by their names."""
    for name, value in given.items():
        low, high = _RANGES[name]
        if value is None:
            continue
        value = value.item() if getattr(value, "shape", None) == () else value
        if isinstance(value, bool) or not isinstance(value, Real):
            raise UsageError(f"{name}: {quoted(value)} is not a number")
        number: Any = value
        if name not in _FRACTIONS and number == number and abs(number) < 2**1000 and number != int(number):
            raise UsageError(f"{name}: {value} is not a whole number")
        if name not in _FRACTIONS and isinstance(value, float) and low <= number <= high:
            raise UsageError(f"{name}: {value} has a decimal point; write {int(number)}")
        if low == _TINY and not low <= number <= high:
            raise UsageError(f"{name}: {value} is out of range; takes a number above 0, at most {high}")
        check_within(name, number, low, high)


def check_within(name: str, value: Any, low: float, high: float) -> None:
    """Refuses a number outside of a range."""
    if not low <= value <= high:
        raise UsageError(f"{name}: {value} is out of range; takes {low} to {high}")


def check_choice(name: str, value: object, choices: Any) -> None:
    """Refuses a value that is none of those of a ``Literal``."""
    if value not in get_args(choices):
        *most, last = map(repr, get_args(choices))
        raise UsageError(f"{name}: {quoted(value)} is not {', '.join(most)} or {last}")
