"""Settings and files as the laboratory reads them, and files that are written whole."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from operator import index
from pathlib import Path
from typing import Any, Union

from ._errors import Interrupted, RunError, UsageError
from ._ranges import check, quoted

PathLike = Union[str, "os.PathLike[str]"]


def words_config(
    space: PathLike | None,
    deck: PathLike | None,
    lang: str,
    other_spaces: Mapping[str, PathLike | None],
    associations: Mapping[str, PathLike],
    vocabulary: int | None,
) -> dict[str, Any]:
    """Where the words come from."""
    check(vocabulary=vocabulary)
    others = [(text("other_spaces", name), file) for name, file in mapping("other_spaces", other_spaces).items()]
    return {
        "space": path("space", space),
        "deck": path("deck", deck),
        "lang": text("lang", lang),
        "other_space": [{"name": name, "file": path(f"other_spaces[{name!r}]", file) or "built-in"} for name, file in others],
        "associations": association_tables(associations),
        "vocabulary": vocabulary,
    }


def association_tables(associations: Mapping[str, PathLike]) -> list[dict[str, Any]]:
    """Tables of P(clue | keyword) by their names."""
    tables = mapping("associations", associations).items()
    return [{"name": text("associations", name), "file": str(as_path(f"associations[{name!r}]", file))} for name, file in tables]


def path(name: str, file: PathLike | None) -> str | None:
    """The path that an argument names, as text."""
    return None if file is None else text(name, _path_text(name, file))


def optional_path(name: str, file: PathLike | None) -> Path | None:
    """The path that an argument names, as an object; none for no file."""
    return None if file is None else as_path(name, file)


def as_path(name: str, file: PathLike) -> Path:
    """The path that an argument names, as an object; ``None`` is none."""
    return Path(_path_text(name, file))


def _path_text(name: str, file: object) -> str:
    """A path as text, or a sentence about what is none."""
    if not isinstance(file, (str, os.PathLike)):
        raise UsageError(f"{name}: {quoted(file)} is not a path; write a string or a pathlib.Path")
    try:
        written = os.fsdecode(file)
    except Exception as error:
        raise UsageError(f"{name}: {quoted(file)} is not a path: its `__fspath__` fails ({type(error).__name__})") from error
    try:
        os.fsencode(written)
    except UnicodeEncodeError:
        raise UsageError(f"{name}: {quoted(file)} has half of a surrogate pair; write whole characters") from None
    if not written.strip():
        raise UsageError(f"{name}: {quoted(file)} is no path; name a file")
    if "\0" in written:
        raise UsageError(f"{name}: {quoted(file)} is not a path: it holds a zero byte; leave it out")
    return _at_home(written)


def _at_home(written: str) -> str:
    """A path with the home folder in the place of a leading ``~``, as the program has it."""
    return os.path.expanduser(written) if written == "~" or written.startswith(("~/", f"~{os.sep}")) else written


def content_of(file: Path) -> bytes:
    """The content of a file, or a sentence about it."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise RunError(f"{file}: {error.strerror or error}") from error


@contextmanager
def temporary_folder(purpose: str) -> Iterator[Path]:
    """A folder for the files of a run that keeps none. Ctrl-C names no folder to go on from, because this one is removed."""
    with tempfile.TemporaryDirectory(prefix=f"overhear-{purpose}-") as place:
        try:
            yield Path(place)
        except Interrupted:
            raise Interrupted(f"interrupted; `{purpose}` keeps no files here, so it cannot be resumed") from None


def check_is_file(file: Path) -> None:
    """Refuses a link, and what is there and no file: a folder, a device, a pipe."""
    if file.is_symlink():
        raise UsageError(f"{file}: this is a link; name the file itself")
    if file.exists() and not file.is_file():
        raise UsageError(f"{file}: this is not a file; name another")


def writable_file(name: str, file: PathLike, force: bool) -> Path:
    """A file that may be written: one that is there only if ``force`` is set."""
    place = as_path(name, file)
    check_is_file(place)
    if place.exists() and not flag("force", force):
        raise UsageError(f"{place}: the file exists; name another, or set force=True")
    return place


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A new file beside ``file`` to be written, which takes its place at the end: ``file`` is there whole, or as it was.

    Raises :class:`RunError` if the system refuses, and :class:`UsageError` for what is no file: a device or a link would itself be replaced.
    """
    check_is_file(file)
    try:
        # Not `mkstemp`, whose files are for the owner alone: the file has the rights that the umask leaves.
        new = file.parent / f".{secrets.token_hex(8)}.tmp"
        new.open("xb").close()
        try:
            yield new
            new.replace(file)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise RunError(f"{file}: {error.strerror or error}") from error


def write_whole(file: Path, content: bytes) -> None:
    """Writes a file, or leaves it as it was."""
    with replacing(file) as new:
        new.write_bytes(content)


def mapping(name: str, given: Any) -> Mapping[Any, Any]:
    """What is a mapping, or a sentence about it."""
    if isinstance(given, Mapping):
        return given
    raise UsageError(f"{name}: {quoted(given)} is not a mapping; write {{name: value}}")


def text(name: str, given: Any) -> str:
    """What is a text, or a sentence about it."""
    if not isinstance(given, str):
        raise UsageError(f"{name}: {quoted(given)} is not a string")
    try:
        given.encode()
    except UnicodeEncodeError:
        raise UsageError(f"{name}: {quoted(given)} has half of a surrogate pair; write whole characters") from None
    return given


def optional_text(name: str, given: Any) -> str | None:
    """What is a text or missing, or a sentence about it."""
    return None if given is None else text(name, given)


def flag(name: str, given: Any) -> bool:
    """What is true or false, or a sentence about it."""
    value = given.item() if getattr(given, "shape", None) == () else given
    if isinstance(value, bool):
        return value
    raise UsageError(f"{name}: {quoted(given)} is neither True nor False")


def listed(name: str, given: Any) -> list[Any]:
    """The elements of a sequence; a bare text, path or number is its only element."""
    if given is None:
        return []
    if isinstance(given, Mapping):
        raise UsageError(f"{name}: {quoted(given)} is a mapping; write a list")
    if isinstance(given, (set, frozenset)):
        raise UsageError(f"{name}: {quoted(given)} is a set, whose order changes from run to run; write a list")
    if isinstance(given, (str, bytes, bytearray, os.PathLike)):
        return [given]
    if getattr(given, "shape", None) == () or not isinstance(given, Iterable):
        if isinstance(given, (int, float)) or hasattr(given, "item"):
            return [given]
        raise UsageError(f"{name}: {quoted(given)} is not a list")
    return elements(name, given)


_MOST_ELEMENTS = 2**22
"""The most elements of a list: more are a mistake, such as an iterator that does not end."""


def elements(name: str, given: Iterable[Any]) -> list[Any]:
    """All elements, or a sentence about too many."""
    found = list(islice(given, _MOST_ELEMENTS + 1))
    if len(found) > _MOST_ELEMENTS:
        raise UsageError(f"{name}: {quoted(given)} has more than {_MOST_ELEMENTS} elements; write fewer")
    return found


def axes(name: str, given: Any) -> dict[str, list[Any]]:
    """The values of each key of a mapping."""
    return {key: listed(f"{name}[{key!r}]", values) for key, values in mapping(name, given).items()}


def texts(name: str, given: Any) -> list[str]:
    """The elements of a sequence of texts; a bare text is its only element."""
    return [text(name, one) for one in listed(name, given)]


def given_list(name: str, given: Any) -> list[Any] | None:
    """The elements of a sequence, or ``None`` if it is not given; an empty one is a mistake."""
    found = None if given is None else listed(name, given)
    if found == []:
        raise UsageError(f"{name}: there are no values; name one, or leave the argument out")
    return found


def given_texts(name: str, given: Any) -> list[str] | None:
    """The same of texts."""
    found = given_list(name, given)
    return None if found is None else [text(name, one) for one in found]


def without_none(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The settings without those that are left to the program."""
    return {key: value for key, value in asked.items() if value is not None}


def dumps(asked: Any) -> str:
    """A configuration as JSON; numbers and arrays of NumPy are written as Python's own, and iterables as lists."""
    try:
        return json.dumps(asked, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        _name_unwritable(asked, "")
        raise UsageError(str(error)) from error


_DEEPEST = 4
"""How many mappings stand in each other in a configuration."""


def _name_unwritable(asked: Any, place: str) -> None:
    """Says which setting cannot be written."""
    for key, value in asked.items() if isinstance(asked, Mapping) else ():
        try:
            json.dumps(value, default=_plain)
        except UsageError as error:
            _name_nested(value, f"{place}{key}.")
            raise UsageError(f"{place}{key}: {error}") from None
        except (TypeError, ValueError, RecursionError) as error:
            _name_nested(value, f"{place}{key}.")
            raise UsageError(f"{place}{key}: {quoted(value)} cannot be a setting ({error})") from None


def _name_nested(value: Any, place: str) -> None:
    """The same of a mapping in a mapping, which may hold itself."""
    if place.count(".") < _DEEPEST:
        _name_unwritable(value, place)


def _plain(value: Any) -> Any:
    try:
        found = _plain_or_none(value)
    except Exception as error:
        raise UsageError(f"{quoted(value)} cannot be a setting ({type(error).__name__})") from error
    if found is None:
        raise UsageError(f"{quoted(value)} cannot be a setting; write a string, a number or a list")
    return found


def _plain_or_none(value: Any) -> Any:
    """A value as Python's own; None if it is neither text nor number nor list."""
    if callable(getattr(value, "tolist", None)):
        # Times of NumPy would become whole numbers.
        return None if getattr(getattr(value, "dtype", None), "kind", "") in "mM" else value.tolist()
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray, Mapping)):
        return listed("list", value)
    number: Any = value
    if callable(getattr(number, "__index__", None)):
        return index(number)
    return float(number) if callable(getattr(number, "__float__", None)) else None
