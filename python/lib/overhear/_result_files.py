"""Files of results that others may have made: plain names, limited sizes, and folders that are replaced whole."""

from __future__ import annotations

import io
import json
import re
import secrets
import shutil
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from ._errors import RunError, UsageError
from ._files import check_is_file, content_of
from ._ranges import quoted

LARGEST = 2**28
"""The most bytes that are read of a file of a result, and of all files of an archive: the limit of the program's tables."""

_FREE, _FACTOR = 2**24, 100
"""An archive may hold this many bytes, and this many more for each of its own."""

_MOST_ENTRIES = 1000
"""The most files of an archive."""

_PLAIN = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
"""Names that are devices on Windows."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

MANIFEST = "manifest.json"
"""The file with everything that decides a result."""
TIMING = "timing.json"
"""The file that may differ between equal runs, which no manifest lists."""
ABOUT = "result.json"
"""The file that the package writes where the program has no folder for a result."""
_SHARD = "shard.json"


def file_of(table: str) -> str:
    """The name of a file for a table, which may be called after a command."""
    return table if table.endswith(".csv") else table.replace(" ", "-") + ".csv"


def check_names(place: object, names: Iterable[object]) -> None:
    """Refuses names that lead out of a folder, or are no files on some system."""
    for name in names:
        if not isinstance(name, str) or len(name) > 100 or not _PLAIN.fullmatch(name) or _RESERVED.fullmatch(name):
            raise UsageError(f"{place}: {quoted(name)} is not the name of a file of a result; save the result again")


def bounded(file: Path) -> bytes:
    """The content of a file of a result: a regular one, no link, that is no larger than the program reads."""
    check_is_file(file)
    return limited(file)


def limited(file: Path) -> bytes:
    """The content of a file that is no larger than the program reads."""
    with _system(file):
        size = file.stat().st_size
    if size > LARGEST:
        raise UsageError(f"{file}: {size:,} bytes; at most {LARGEST:,} are read of such a file")
    return content_of(file)


def unpacked(content: bytes, place: str) -> dict[str, bytes]:
    """The files of an archive. What it unpacks to is limited before anything is unpacked."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
        names = [entry.filename for entry in entries]
        check_names(place, (name.removeprefix("files/") for name in names))
        if len(set(names)) < len(names) or not all(map(_is_plain, entries)):
            raise UsageError(f"{place}: it holds a file twice, a link, or a file that is packed otherwise than results are; save the result again")
        size, most = sum(entry.file_size for entry in entries), min(LARGEST, _FREE + _FACTOR * len(content))
        if size > most or len(entries) > _MOST_ENTRIES:
            raise UsageError(f"{place}: {len(entries):,} files of {size:,} bytes in all; of an archive of this size at most {_MOST_ENTRIES:,} of {most:,} are unpacked")
        # `read` ends at the size that the entry states, however much follows.
        return {entry.filename: archive.read(entry) for entry in entries}


def _is_plain(entry: zipfile.ZipInfo) -> bool:
    """Whether an entry is a file packed as results are: no link, not encrypted."""
    return not stat.S_ISLNK(entry.external_attr >> 16) and not entry.flag_bits & 1 and entry.compress_type in _METHODS


def of_a_result(directory: Path) -> set[str]:
    """The names of the files in a folder that belong to results: what the program's manifest or the package's own file lists."""
    found: set[str] = set()
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        if (directory / ABOUT).is_file():
            found |= {file_of(table[0]) for table in json.loads(bounded(directory / ABOUT))["tables"]} | {ABOUT}
    for mark, key in ((MANIFEST, "files"), (_SHARD, "logs")):
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            if (directory / mark).is_file():
                # A shard begins with a line that states its checksum.
                text = bounded(directory / mark).decode("utf-8")
                found |= {*json.loads(text[text.index("{") :])[key], mark, TIMING}
    return {name for name in found if isinstance(name, str) and _PLAIN.fullmatch(name)}


def paths_in(directory: Path) -> dict[str, Path]:
    """The files of the result in a folder, without what else lies there."""
    found = {name: directory / name for name in sorted(of_a_result(directory)) if (directory / name).exists()}
    for file in found.values():
        check_is_file(file)
    return found


def files_in(directory: Path) -> dict[str, bytes]:
    """The content of these files."""
    return {name: bounded(file) for name, file in paths_in(directory).items()}


def write(directory: Path, files: Mapping[str, bytes | Path], force: bool) -> None:
    """Writes files, given by content or to be copied, to a new or empty directory; in the place of another result if ``force`` is set, of
    which only its own files go.

    The files are written beside the earlier ones first. A failure puts the earlier ones back.
    """
    check_names(directory, files)
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"{directory}: this is not a directory; name another")
    if not force and directory.exists() and any(directory.iterdir()):
        raise UsageError(f"{directory}: the directory is not empty; name another one, or set force=True")
    earlier = of_a_result(directory) if directory.exists() else set()
    for name in files:
        check_is_file(directory / name)
        if name not in earlier and (directory / name).exists():
            raise UsageError(f"{directory}: {quoted(name)} is in the directory, but no result lists it; move it away")
    with _system(directory):
        directory.mkdir(parents=True, exist_ok=True)
        _replace(directory, files, {name for name in earlier if (directory / name).is_file()})


def _replace(directory: Path, files: Mapping[str, bytes | Path], earlier: set[str]) -> None:
    """Puts files in the place of earlier ones, by renaming alone once all are written."""
    work = directory / f".overhear-{secrets.token_hex(8)}"
    new, old = work / "new", work / "old"
    new.mkdir(parents=True)
    old.mkdir()
    moved: list[tuple[Path, Path]] = []
    try:
        for name, content in files.items():
            if isinstance(content, Path):
                shutil.copyfile(content, new / name)
            else:
                (new / name).write_bytes(content)
        moves = [(directory / name, old / name) for name in sorted(earlier)] + [(new / name, directory / name) for name in files]
        for source, target in moves:
            source.rename(target)
            moved.append((source, target))
    except BaseException:
        for source, target in reversed(moved):
            target.rename(source)
        shutil.rmtree(work, ignore_errors=True)
        raise
    try:
        shutil.rmtree(work)
    except OSError as error:
        raise RunError(f"{work}: the result is written, but its predecessor cannot be deleted here ({error.strerror or error}); delete it") from error


@contextmanager
def _system(place: Path) -> Iterator[None]:
    """Words what the system refuses."""
    try:
        yield
    except OSError as error:
        raise RunError(f"{place}: {error.strerror or error}") from error
