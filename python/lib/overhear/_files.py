"""Where words come from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Union

from ._errors import UsageError
from ._ranges import check, shown

PathLike = Union[str, "os.PathLike[str]"]


def worded(
    space: PathLike | None,
    deck: PathLike | None,
    lang: str,
    other_spaces: Mapping[str, PathLike | None],
    associations: Mapping[str, PathLike],
    vocabulary: int | None,
) -> dict[str, Any]:
    """Where the words come from."""
    check(vocabulary=vocabulary)
    others = mapping("other_spaces", other_spaces).items()
    return {
        "space": path(space),
        "deck": path(deck),
        "lang": lang,
        "other_space": [{"name": name, "file": path(file) or "built-in"} for name, file in others],
        "associations": stated(associations),
        "vocabulary": vocabulary,
    }


def stated(associations: Mapping[str, PathLike]) -> list[dict[str, Any]]:
    """Tables of P(clue | keyword) by their names."""
    return [{"name": name, "file": path(file)} for name, file in mapping("associations", associations).items()]


def path(file: PathLike | None) -> str | None:
    """A path as text."""
    if file is None:
        return None
    try:
        return os.fsdecode(file)
    except TypeError:
        raise UsageError(f"{shown(file)} is no path; write a text or a pathlib.Path") from None


def mapping(name: str, given: Any) -> Mapping[Any, Any]:
    """What is a mapping, or a sentence about it."""
    if isinstance(given, Mapping):
        return given
    raise UsageError(f"{name}: {shown(given)} is no mapping; write {{name: value}}")
