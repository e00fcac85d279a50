"""Environments for learning: PettingZoo's for all seats (:func:`env`), and Gymnasium's for one (:class:`SeatEnv`,
:class:`VectorEnv`).

They take the packages ``pettingzoo`` and ``gymnasium``: ``pip install './python[env]'``, in the project's folder; the second alone
is enough for :class:`SeatEnv`, which is ``gymnasium.make("overhear/Decrypto-v0")``, too. PettingZoo's functions stand
in :mod:`overhear.decrypto_v0` as well.

An observation is ``{"observation": int32[width], "action_mask": int8[moves]}``; :meth:`overhear.Seen.of` names the parts of
the first. Moves are those of :class:`overhear.Episode`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ._episode import SEATS
from ._optional import missing_package
from ._registration import ID

try:
    from ._features import Observe
    from ._seat_agent import Policy, SeatAgent
    from ._seat_env import Illegal, Observation, Reward, SeatEnv
    from ._vector_env import Autoreset, VectorEnv
except ModuleNotFoundError as missing:
    raise missing_package(missing, "overhear.env", "env") from missing

if TYPE_CHECKING:
    from ._aec_env import DecryptoEnv, env, parallel_env, raw_env

__all__ = [
    "Autoreset", "DecryptoEnv", "ID", "Illegal", "Observation", "Observe", "Policy", "Reward", "SeatAgent", "SeatEnv", "VectorEnv", "env", "parallel_env",
    "raw_env",
]  # fmt: skip

_OF_PETTINGZOO = ("DecryptoEnv", "env", "parallel_env", "raw_env")


def __getattr__(name: str) -> Any:
    """What takes PettingZoo, when it is asked for."""
    if name not in _OF_PETTINGZOO:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from . import _aec_env
    except ModuleNotFoundError as missing:
        raise missing_package(missing, f"overhear.env.{name}", "env") from missing
    return getattr(_aec_env, name)


class _Callable(ModuleType):
    """The module, which makes an environment where it is called: ``overhear.env()`` is ``overhear.env.env()``."""

    def __call__(self, seats: Iterable[str] = SEATS, **settings: Any) -> Any:
        """As :func:`env`."""
        from ._aec_env import env

        return env(seats, **settings)


sys.modules[__name__].__class__ = _Callable
