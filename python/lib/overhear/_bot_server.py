"""Bots of this process, for runs that ask them through the protocol: a thread listens for relays (`_relay.py`)."""

from __future__ import annotations

import copy
import os
import secrets
import sys
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from typing import Any

from ._errors import UsageError
from ._kit import overhear_bot
from ._relay import ADDRESS, KEY

_KEY_BYTES = 32

_lock = threading.Lock()
_bots: dict[str, Any] = {}
_listening = 0
"""The process that listens: a fork of it does not."""


def command(name: str, bot: Any) -> list[str]:
    """The command that lets a run ask a bot under a name; the bot that was named last counts."""
    if not sys.executable:
        raise UsageError(f"{name}: this Python has no program of its own (sys.executable), by which a run reaches the bot")
    with _lock:
        _bots[name] = bot
        _listen()
    return [sys.executable, "-I", str(Path(__file__).with_name("_relay.py")), name]


def _listen() -> None:
    """Begins to listen, once in each process."""
    global _listening
    if _listening == os.getpid():
        return
    key = secrets.token_bytes(_KEY_BYTES)
    listener = Listener(authkey=key)
    os.environ[ADDRESS], os.environ[KEY] = str(listener.address), key.hex()
    threading.Thread(target=_accept, args=(listener,), daemon=True).start()
    _listening = os.getpid()


def _accept(listener: Listener) -> None:
    while True:
        try:
            connection = listener.accept()
        except Exception:  # A connection that fails, or does not know the key, is none.
            continue
        threading.Thread(target=_play, args=(connection,), daemon=True).start()


def _play(connection: Connection) -> None:
    """Answers one relay. Each has a copy of the bot: runs set words and rules of their own."""
    with connection:
        bot = _bots.get(connection.recv_bytes().decode())
        if bot is None:
            return
        try:
            overhear_bot.converse(copy.copy(bot), _lines(connection), lambda line: connection.send_bytes(line.encode()))
        except (EOFError, OSError):
            return


def _lines(connection: Connection) -> Iterator[str]:
    while True:
        try:
            yield connection.recv_bytes().decode()
        except (EOFError, OSError):
            return
