"""Checks of numbers; of functions that are not experiments also their ranges."""

from __future__ import annotations

from numbers import Real
from operator import index
from typing import Any, get_args

from ._errors import UsageError
from ._range_table import COUNTS, NUMBERS

_RANGES: dict[str, tuple[float, float]] = {
    **COUNTS,
    **NUMBERS,
    "meant": (1, 4),
    "index": COUNTS["shards"],
    "of": COUNTS["shards"],
    "retries": (0, 1_000_000),
    "batch": (1, 2**32 - 1),
    "deal": (0, 2**64 - 1),
    "count": (1, 2**32 - 1),
    "candidates": (1, 2**32 - 1),
    "num_envs": (1, 1_000_000),
    "seed": (0, 2**64 - 1),
}


def quoted(value: object) -> str:
    """A value as a sentence has it: in one line, and short; of what cannot be shown its type."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        # A `__repr__` that raises, or a whole number of more digits than Python shows.
        text = f"a value of the type {type(value).__name__} that cannot be shown"
    return text if len(text) <= 60 else f"{text[:59]}…"


def ticked(name: str) -> str:
    """A name that is not known, as a sentence has it: in one line."""
    return f"`{' '.join(name.split())}`"


def check(**given: Any) -> None:
    """Refuses what is not a number, and numbers outside of their ranges, by their names."""
    for name, value in given.items():
        low, high = _RANGES[name]
        if name in NUMBERS:
            check_number(name, value, low, high)
        else:
            check_count(name, value, int(low), int(high))


def check_count(name: str, value: Any, low: int, high: int, *, needed: bool = False) -> None:
    """Refuses what is no whole number of a range; ``None`` only if it is needed."""
    if value is None and not needed:
        return
    number = _plain_number(name, value)
    if number == number and abs(number) < 2**1000 and number != int(number):
        raise UsageError(f"{name}: {quoted(value)} is not a whole number")
    if isinstance(number, float) and low <= number <= high:
        raise UsageError(f"{name}: {quoted(value)} has a decimal point; write {int(number)}")
    check_within(name, number, low, high)


def check_number(name: str, value: Any, low: float, high: float, *, above: bool = False, needed: bool = False) -> None:
    """Refuses what is no number of a range, without its lower end if ``above`` is set; ``None`` only if it is needed."""
    if value is None and not needed:
        return
    number = _plain_number(name, value)
    if above and not low < number <= high:
        raise UsageError(f"{name}: {quoted(number)} is out of range; takes a number above {low}, at most {high}")
    check_within(name, number, low, high)


def _plain_number(name: str, value: Any) -> Any:
    """A number as Python's own, or a sentence about what is none."""
    is_of_numpy = getattr(value, "shape", None) == ()
    # NumPy registers its times as numbers.
    is_number = getattr(getattr(value, "dtype", None), "kind", "f") in "iuf"
    value = value.item() if is_of_numpy and is_number else value
    if not is_number or isinstance(value, bool) or not isinstance(value, Real):
        raise UsageError(f"{name}: {quoted(value)} is not a number")
    return value


def check_given(**given: Any) -> None:
    """Refuses the same, and that a number is missing."""
    for name, value in given.items():
        if value is None:
            raise UsageError(f"{name}: None is not a number")
    check(**given)


def check_within(name: str, value: Any, low: float, high: float) -> None:
    """Refuses a number outside of a range."""
    if not low <= value <= high:
        raise UsageError(f"{name}: {quoted(value)} is out of range; takes {low} to {high}")


def number(name: str, given: Any) -> int:
    """A number that counts from 0, or what is wrong with it."""
    whole = whole_number(name, given)
    if not 0 <= whole < 2**32:
        raise IndexError(f"{name}: {quoted(whole)} is out of range; takes a number from 0" + ("" if whole < 0 else f" to {2**32 - 1}"))
    return whole


def whole_number(name: str, given: Any) -> int:
    """A whole number, or a sentence about what is none."""
    try:
        if not isinstance(given, bool):
            return index(given)
    except Exception:
        # Said below: also what an `__index__` of one's own raises.
        pass
    raise TypeError(f"{name}: {quoted(given)} is not a whole number") from None


def check_choice(name: str, value: object, choices: Any) -> None:
    """Refuses a value that is none of those of a ``Literal``."""
    if not isinstance(value, str) or value not in get_args(choices):
        *most, last = map(repr, get_args(choices))
        raise UsageError(f"{name}: {quoted(value)} is not {', '.join(most)} or {last}")
