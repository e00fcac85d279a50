"""The name of the environment for ``gymnasium.make``: registered as soon as both packages are imported, in either order."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

ID = "overhear/Decrypto-v0"
"""The name for ``gymnasium.make``."""

_LIBRARY = "gymnasium"


def register() -> None:
    """Makes ``gymnasium.make("overhear/Decrypto-v0")`` and ``make_vec`` work; settings are those of :class:`overhear.env.SeatEnv` and of
    :class:`overhear.VectorEnv`. Only the names of the classes are registered: none is imported before it is made."""
    import gymnasium

    if ID not in gymnasium.registry:
        gymnasium.register(
            id=ID,
            entry_point="overhear._seat_env:SeatEnv",
            vector_entry_point="overhear._vector_env:VectorEnv",
            disable_env_checker=True,
        )


class _AfterLoading(Loader):
    """A loader that registers the name when the module is there."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        made: ModuleType | None = self._loader.create_module(spec)
        return made

    def exec_module(self, module: ModuleType) -> None:
        # The module keeps its own loader, by which others find its files.
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        module.__loader__ = self._loader
        self._loader.exec_module(module)
        register()


class _Watch(MetaPathFinder):
    """Waits for Gymnasium to be imported, so that the package need not import it."""

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != _LIBRARY:
            return None
        _forget()
        spec = find_spec(fullname)
        if spec is None:
            # It may be installed later, in a notebook for example.
            sys.meta_path.insert(0, self)
        elif spec.loader is not None:
            spec.loader = _AfterLoading(spec.loader)
        return spec


def _forget() -> None:
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Watch)]


def register_when_imported() -> None:
    """Registers the name now if Gymnasium is imported, and else as soon as it is."""
    _forget()
    if hasattr(sys.modules.get(_LIBRARY), "registry"):
        register()
    else:
        sys.meta_path.insert(0, _Watch())
