"""Results as bytes and as folders."""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Union

from . import _errors, _overhear, _program_folder
from ._errors import OverhearError, RunError, UsageError
from ._files import PathLike, as_path, flag, write_whole
from ._ranges import quoted
from ._result_files import ABOUT, MANIFEST, TIMING, bounded, check_names, file_of, limited, paths_in, unpacked, write
from ._table import from_csv

_FORMAT = 1
_WORK = ".overhear-run"
"""The folder in that of a run that is not finished."""
_ZIP = b"PK"
"""How the bytes of a result begin."""
_AS_WRITTEN = "the rows of its logs stand only where the run has written them, which is not here; copy that directory"


class StoredCore:
    """A result that was read, in the place of the native one."""

    def __init__(self, about: dict[str, Any], files: dict[str, bytes] | None) -> None:
        self._about, self._files = about, files

    def tables(self) -> list[_overhear.Table]:
        return [from_csv(*entry)._core for entry in self._about["tables"]]

    def to_json(self) -> str:
        return str(self._about["document"])

    def sentences(self) -> list[str]:
        return list(self._about["sentences"])

    def verdict(self) -> list[str]:
        return list(self._about.get("verdict", []))

    def warnings(self) -> list[str]:
        return []

    def check(self) -> None:
        if (problem := problem_of(self._about)) is not None:
            raise problem

    def save(self, directory: str, force: bool) -> None:
        if self._files is None:
            raise UsageError(_AS_WRITTEN)
        write(as_path("directory", directory), self._files, force)


_PACKAGE = "package"
"""The key of timing.json that has what the package alone knows of a run."""
_KEPT_BESIDE = ("kind", "sentences", "warnings", "verdict", "problem", "method", "notes", "manifest")
"""What a folder of the program does not have, or not for every command."""


def keep_beside(directory: Path, about: dict[str, Any]) -> None:
    """Adds to a folder of the program what the package alone knows: how it was called, sentences, remarks, a verdict's lines."""
    file = directory / TIMING
    timing = json.loads(bounded(file)) if file.is_file() else {}
    tables = [name for name, *_ in about["tables"]]
    timing[_PACKAGE] = {"tables": tables, "manifest_sha256": _sum_of(directory / MANIFEST), **{key: about[key] for key in _KEPT_BESIDE if key in about}}
    write_whole(file, (json.dumps(timing, indent=2, ensure_ascii=False) + "\n").encode("utf-8"))


def _kept_beside(directory: Path) -> dict[str, Any]:
    """The same, if it is of the result in the folder."""
    file = directory / TIMING
    if not file.is_file():
        return {}
    try:
        kept = json.loads(bounded(file)).get(_PACKAGE, {})
        is_of_it = kept.get("manifest_sha256") == _sum_of(directory / MANIFEST)
    except (AttributeError, RecursionError, ValueError):
        # What is no document, or another one, decides no result.
        return {}
    return kept if is_of_it and _is_sound(kept) else {}


def _is_sound(kept: dict[str, Any]) -> bool:
    """Whether all that was kept has its type: the file may have been written by others."""
    lists = [kept.get(key, []) for key in ("sentences", "warnings", "verdict", "notes", "tables")]
    are_texts = all(isinstance(lines, list) and all(isinstance(line, str) for line in lines) for lines in lists)
    return are_texts and isinstance(kept.get("manifest", {}), dict) and isinstance(kept.get("method", ""), str)


def _with_kept(about: dict[str, Any], place: Path) -> dict[str, Any]:
    """What a folder of the program says of a result, with what the package has kept beside it: the order of the tables, too."""
    kept = _kept_beside(place)
    order = [name for name in kept.get("tables", []) if isinstance(name, str)]
    tables = sorted(about["tables"], key=lambda table: order.index(table[0]) if table[0] in order else len(order))
    return {**about, **{key: kept[key] for key in _KEPT_BESIDE if key in kept and key != "kind"}, "tables": tables}


def _sum_of(file: Path) -> str:
    return hashlib.sha256(bounded(file)).hexdigest()


def manifest_in(files: Mapping[str, bytes] | None) -> dict[str, Any]:
    """The manifest among the files of a result, without their sums."""
    text = (files or {}).get(MANIFEST)
    document: dict[str, Any] = {} if text is None else json.loads(text)
    return {key: value for key, value in document.items() if key not in ("files", "sha256")}


@contextmanager
def as_folder(name: str, source: Any) -> Iterator[Path]:
    """The folder of a result, or a folder that a result in memory is written to for as long as it is needed."""
    if not hasattr(source, "save"):
        yield as_path(name, source)
        return
    if type(source).__name__ != "TournamentResult":
        raise UsageError(f"{name}: {quoted(source)} is not the result of a tournament; give one, or its directory")
    directory = own_directory(source)
    if directory is not None:
        yield directory
        return
    with tempfile.TemporaryDirectory(prefix="overhear-") as place:
        folder = Path(place) / name
        source.save(folder)
        try:
            yield folder
        except OverhearError as error:
            # The sentence is about the argument: the folder has no name that a user knows.
            error.args = (str(error).replace(str(folder), name), *error.args[1:])
            raise


def own_directory(result: Any) -> Path | None:
    """Where the run has written the files of a result, if they still stand there: another run may have been written over them."""
    directory: Path | None = result.directory
    if directory is None or not (directory / MANIFEST).is_file():
        return None
    files = [(directory / table.name, table) for table in result.tables.values()]
    written = [(file, table) for file, table in files if file.is_file()]
    is_own = all(file.read_bytes() == table.to_csv().encode("utf-8") for file, table in written)
    return directory if written and is_own else None


def is_of_another(result: Any) -> bool:
    """Whether another result stands where the run had written its files."""
    directory: Path | None = result.directory
    return directory is not None and (directory / MANIFEST).is_file() and own_directory(result) is None


def copy_run(directory: Path, target: Path, force: bool) -> None:
    """Copies the folder of a run, with its logs."""
    if not (directory / MANIFEST).is_file():
        raise UsageError(_AS_WRITTEN)
    write(target, paths_in(directory), force)


def problem_of(about: dict[str, Any]) -> OverhearError | None:
    """Why the result does not say what it was played for."""
    said = about.get("problem")
    if said is None:
        return None
    kind, sentence = said
    made = getattr(_errors, str(kind), None)
    if not (isinstance(made, type) and issubclass(made, OverhearError)):
        raise ValueError("there is no such problem")
    return made(str(sentence))


def problem_entry(problem: OverhearError | None) -> list[str] | None:
    """The same as it is kept."""
    return None if problem is None else [type(problem).__name__, str(problem)]


def native_files(core: Any) -> dict[str, bytes] | None:
    """The files of a result; nothing if it has logs, whose rows stand only where the run has written them."""
    with tempfile.TemporaryDirectory(prefix="overhear-") as place:
        folder = Path(place) / "result"
        try:
            core.save(str(folder), False)
        except UsageError:
            return None
        return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def pack(about: dict[str, Any], files: dict[str, bytes] | None) -> bytes:
    """A result as bytes: always the same ones for the same result."""
    out = io.BytesIO()
    said = {"format": _FORMAT, **about, "has_files": files is not None}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, ABOUT, json.dumps(said).encode())
        for name, content in (files or {}).items():
            _add(archive, f"files/{name}", content)
    return out.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def save(result: Any, directory: PathLike, force: bool) -> Path:
    """Writes a result that the program has no folder for: a file for each table, and one of what else it says."""
    place, about = as_path("directory", directory), result.about()
    files = {file_of(name): text.encode() for name, text, *_ in about["tables"]}
    files[ABOUT] = (json.dumps({"format": _FORMAT, **about}, indent=1) + "\n").encode()
    write(place, files, flag("force", force))
    return place


def load(source: Union[PathLike, bytes, bytearray, memoryview]) -> Any:
    """A result that was saved: of a folder, of the program or of ``save``, or of the bytes of ``to_bytes``.

    A folder that the package has written has all of the result; one that the program itself has written has tables, the manifest, the numbers of
    a sequential test and, of experiments on agents, sentences.

    >>> import overhear
    >>> result = overhear.tournament(["margin", "random"], pairs=4, seed=1)
    >>> overhear.load(result.to_bytes()).tables == result.tables
    True
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _unpack(bytes(source), "the bytes")
    place = as_path("source", source)
    if place.is_file():
        content = limited(place)
        if not content.startswith(_ZIP) and (place.parent / MANIFEST).is_file() | (place.parent / ABOUT).is_file():
            raise UsageError(f"{place}: this is a file of a result; name its folder, {place.parent}")
        return _unpack(content, str(place))
    if not place.is_dir():
        raise UsageError(f"{place}: there is no such folder; name the folder that a result was saved to")
    with _readable(str(place)):
        if (place / MANIFEST).is_file():
            about, files = _program_folder.read(place)
            return _placed(_make(_with_kept(about, place), files), place)
        if (place / ABOUT).is_file():
            return _make(_of_format(json.loads(bounded(place / ABOUT))), None)
    if (place / _WORK).is_dir():
        raise UsageError(f"{place}: the run is not finished; resume it with overhear.resume, a tune with overhear.resume_tune")
    raise UsageError(f"{place}: it holds no result; name the folder that a result was saved to")


@contextmanager
def _readable(place: str) -> Iterator[None]:
    """Words what is wrong with the content of a file."""
    try:
        yield
    except OverhearError:
        raise
    except (AttributeError, EOFError, IndexError, KeyError, NotImplementedError, RecursionError, TypeError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        raise UsageError(f"{place}: this is not a result, or it is damaged ({type(error).__name__}); save it again") from error


def _unpack(content: bytes, place: str) -> Any:
    with _readable(place):
        entries = unpacked(content, place)
        about = _of_format(json.loads(entries.pop(ABOUT)))
        files = {name.removeprefix("files/"): bytes_ for name, bytes_ in entries.items()}
        _check_listed(files, place)
        return _make(about, files if about["has_files"] else None)


def _check_listed(files: Mapping[str, bytes], place: str) -> None:
    """Refuses files that the manifest among them does not list, or lists with another checksum."""
    listed = json.loads(files[MANIFEST])["files"] if files else {}
    for name, content in files.items():
        if name in (MANIFEST, TIMING):
            continue
        if name not in listed or hashlib.sha256(content).hexdigest() != listed[name]["sha256"]:
            raise UsageError(f"{place}: {quoted(name)} is not the file that the manifest lists; save the result again")


Maker = Callable[[dict[str, Any], Union[dict[str, bytes], None]], Any]

def _table(about: dict[str, Any], files: dict[str, bytes] | None) -> Any:
    table = from_csv(*about["tables"][0])
    table._call = about.get("manifest")
    return table


MAKERS: dict[str, Maker] = {"Table": _table}
"""What makes a result of what was kept of it, by the name of its class."""


def _of_format(about: dict[str, Any]) -> dict[str, Any]:
    """What was kept of a result, in the format that this build reads."""
    if about["format"] != _FORMAT:
        raise UsageError(f"format {about['format']}: this build reads results of format {_FORMAT}; load it with the build that saved it")
    check_names(ABOUT, (file_of(table[0]) for table in about["tables"]))
    return about


def _make(about: dict[str, Any], files: dict[str, bytes] | None) -> Any:
    return MAKERS[about["kind"]](about, files)


def _placed(result: Any, place: Path) -> Any:
    """A result that knows where its files are, if it is of a kind that does."""
    if hasattr(result, "directory"):
        result.directory = place
    return result


__all__ = ["MAKERS", "StoredCore", "load", "native_files", "pack", "problem_entry", "problem_of", "save"]
