"""Packages that are needed for some functions only."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_ON_PYPI = {"pyspiel": "open_spiel"}
"""Packages whose modules have another name."""


def missing_package(missing: ModuleNotFoundError, what: str, extra: str = "") -> ModuleNotFoundError:
    """The sentence about a package that is not installed: what takes it, and how to install it."""
    name = (missing.name or "").partition(".")[0]
    among = f", of the extra `{extra}` of the package" if extra else ""
    return ModuleNotFoundError(f"{what} takes {name}{among}, which is not installed; pip install {_ON_PYPI.get(name, name)}", name=missing.name)


def needed(module: str, what: str) -> Any:
    """A module of another package; ``what`` takes it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != module.partition(".")[0]:
            raise
        raise missing_package(missing, what) from missing
