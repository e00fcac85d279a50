"""Coroutines of agents: one event loop for all of them, in a thread of its own."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError, TimeoutError
from typing import Any

_LOOK = 0.05
"""Time between two looks for an interruption, in seconds."""

_lock = threading.Lock()
_loops: dict[int, asyncio.AbstractEventLoop] = {}
"""The loop of each process: a forked one has its parent's loop without the thread that runs it."""


def run_coroutine(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine to its end, beside those of other threads; Ctrl-C cancels it."""
    future = asyncio.run_coroutine_threadsafe(coroutine, _loop())
    try:
        while True:
            try:
                return future.result(_LOOK)
            except TimeoutError:
                if future.done():
                    raise
    except CancelledError as error:
        raise RuntimeError("the coroutine was cancelled") from error
    except BaseException:
        future.cancel()
        raise


def _loop() -> asyncio.AbstractEventLoop:
    with _lock:
        process = os.getpid()
        if process not in _loops:
            loop = _loops[process] = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="overhear-coroutines", daemon=True).start()
        return _loops[process]


def _renew_lock() -> None:
    """A fork may come while another thread holds the lock."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)
