"""Files: hashes, whole writes, and results kept between runs."""

import hashlib
import os
import pathlib

import numpy as np

from console import say


def sha256(path):
    """SHA-256 of a file, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_whole(path, content):
    """Writes bytes or text under a temporary name and renames: a reader never sees half a file."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf8") if isinstance(content, str) else content
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    say(f"wrote {path} ({len(data):,} bytes)")


def sum_up(folder, name):
    """Puts a file's hash among those in SHA256SUMS, which are sorted by name."""
    sums = folder / "SHA256SUMS"
    lines = [line for line in sums.read_text(encoding="utf8").splitlines() if not line.endswith(f"  {name}")]
    lines.append(f"{sha256(folder / name)}  {name}")
    write_whole(sums, "\n".join(sorted(lines, key=lambda line: line.split()[1])) + "\n")


class Cache:
    """Arrays that are slow to compute, kept under a key made of everything they depend on."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def array(self, name, inputs, compute):
        """The kept array if its inputs (strings) are the same as then, else `compute()`."""
        key = hashlib.sha256("\0".join(inputs).encode("utf8")).hexdigest()[:16]
        path = self.folder / f"{name}-{key}.npy"
        if path.exists():
            say(f"{name}: taken from {path}")
            return np.load(path)
        value = compute()
        partial = path.with_suffix(".partial.npy")
        np.save(partial, value)
        os.replace(partial, path)
        return value


def source_of(module):
    """A module's own text: part of the key of what it computes."""
    return pathlib.Path(module.__file__).read_text(encoding="utf8")
