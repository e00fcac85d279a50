"""Answers of classes that are kept in a file, so that a run that is played again does not ask again."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

from ._errors import RunError

Answer = tuple[str, bytes]
"""The form of an answer, and its row of an array."""


class AnswerFile:
    """A SQLite file of answers by the digests of their questions. Several threads and processes may share it."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock = file, threading.Lock()
        try:
            self._open()
            with self._database:
                self._database.execute("create table if not exists answers (question blob primary key, form text, row blob)")
        except sqlite3.Error as error:
            raise RunError(f"{file}: answers cannot be written: {error}") from error

    def _open(self) -> None:
        self._database = sqlite3.connect(self._file, timeout=60, check_same_thread=False)
        self._database.execute("pragma journal_mode = wal")
        self._database.execute("pragma synchronous = normal")

    def find(self, questions: Sequence[bytes]) -> list[Answer | None]:
        """The answers that are known."""
        with self._lock:
            ask = self._database.execute
            found = [ask("select form, row from answers where question = ?", [key]).fetchone() for key in questions]
        return [None if row is None else (row[0], row[1]) for row in found]

    def keep(self, questions: Sequence[bytes], answers: Sequence[Answer]) -> None:
        """Keeps answers; the first to a question stays."""
        rows = [(key, form, row) for key, (form, row) in zip(questions, answers)]
        with self._lock, self._database:
            self._database.executemany("insert or ignore into answers values (?, ?, ?)", rows)


def digest(*parts: bytes) -> bytes:
    """A digest that differs where a part differs."""
    said = hashlib.blake2b(digest_size=20)
    for part in parts:
        said.update(len(part).to_bytes(8, "little"))
        said.update(part)
    return said.digest()
