"""Packs the files of a wheel anew: ``repack.py WHEEL``.

A wheel is a zip file. Zopfli finds shorter deflate streams than the compressors of build tools do, which everything that unpacks zip
files reads. Files, their order and their entries stay as they are.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import zopfli.zlib

ITERATIONS = 1
"""Further ones take as long as the first and gain little."""


class Compressor:
    """A compressor as ``zipfile`` uses it, which makes the stream when it has all of the content."""

    def __init__(self) -> None:
        self._content = bytearray()

    def compress(self, content: bytes) -> bytes:
        """Keeps the content."""
        self._content += content
        return b""

    def flush(self) -> bytes:
        """Returns the deflate stream: a zlib stream without its header of two bytes and its checksum of four."""
        stream: bytes = zopfli.zlib.compress(bytes(self._content), numiterations=ITERATIONS)
        return stream[2:-4]


def contents(wheel: Path) -> list[tuple[zipfile.ZipInfo, bytes]]:
    """Returns the entries and the content of each; an error if a checksum is wrong."""
    with zipfile.ZipFile(wheel) as archive:
        return [(entry, archive.read(entry)) for entry in archive.infolist()]


def compressor(kind: int, *_: object) -> Compressor | None:
    """Returns the compressor of an entry; None if it is stored as it is."""
    return Compressor() if kind == zipfile.ZIP_DEFLATED else None


def repack(wheel: Path) -> None:
    """Writes the wheel in its own place, if the new one has the same files."""
    files, new = contents(wheel), wheel.with_suffix(".tmp")
    # The module has no public way to a compressor of one's own.
    zipfile._get_compressor = compressor  # type: ignore[attr-defined]
    with zipfile.ZipFile(new, "w") as archive:
        for entry, content in files:
            archive.writestr(entry, content)
    if [(entry.filename, content) for entry, content in contents(new)] != [(entry.filename, content) for entry, content in files]:
        raise SystemExit(f"{new}: its files are not those of {wheel}")
    new.replace(wheel)


if __name__ == "__main__":
    repack(Path(sys.argv[1]))
