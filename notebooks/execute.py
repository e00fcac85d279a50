"""Execute every notebook of this directory, keep the results in another, and compare them with what is committed.

    python notebooks/execute.py DIRECTORY [--write]

Exits with 1 when a notebook fails (the traceback of the cell on stderr) or when its committed outputs are missing, too
large, or not those of today; the others are executed all the same. With --write the results are put in the place of
what is committed.
"""

import os
import re
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

# Before Jupyter is imported: the kernel of this environment wins over one that the user has installed.
os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError
from outputs import MOST_BYTES_TOGETHER, faults, stale, tidy
from traitlets.config import Config

HERE = Path(__file__).resolve().parent
SECONDS_PER_CELL = 300

# Notebooks side by side: each waits for `sim-cli` a part of its time.
AT_ONCE = 2
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def listening(sockets: Path) -> Config:
    """Return where the kernel listens: where there are sockets in folders, on those in a folder of its own. Jupyter chooses a free
    port and binds it later, when another program may have it."""
    return Config({"KernelManager": {"transport": "ipc", "ip": str(sockets / "kernel")}} if os.name == "posix" else {})


def execute(path: Path, out: Path) -> bool:
    """Execute one notebook; say whether it went through. What was reached is written either way."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    start = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as sockets:
            NotebookClient(
                notebook,
                timeout=SECONDS_PER_CELL,
                kernel_name="python3",
                resources={"metadata": {"path": str(path.parent)}},
                config=listening(Path(sockets)),
            ).execute()
    except (CellExecutionError, DeadKernelError, TimeoutError) as error:
        text = str(error) if sys.stderr.isatty() else COLOURS.sub("", str(error))
        print(f"{path.name}: FAILED\n{text}", file=sys.stderr)
        return False
    finally:
        tidy(notebook)
        nbformat.write(notebook, out / path.name)
    print(f"{path.name}: executed in {time.monotonic() - start:.1f} s, see {out / path.name}")
    return True


def current(path: Path, out: Path) -> bool:
    """Say whether what is committed is sound and what the execution has just given."""
    wrong = faults(path)
    committed, fresh = (nbformat.read(file, as_version=4) for file in (path, out / path.name))
    wrong += [f"cell `{cell}` gives other outputs today" for cell in stale(committed, fresh)]
    for fault in wrong:
        print(f"{path.name}: {fault}; `cargo xtask notebooks --write` puts it right", file=sys.stderr)
    return not wrong


def main() -> int:
    """Execute them all."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    notebooks = sorted(HERE.glob("*.ipynb"))
    if not notebooks:
        print(f"no notebook in {HERE}", file=sys.stderr)
        return 1
    with ProcessPoolExecutor(AT_ONCE) as pool:
        passed = list(pool.map(execute, notebooks, [out] * len(notebooks)))
    if not all(passed):
        return 1
    if "--write" in sys.argv:
        for path in notebooks:
            shutil.copyfile(out / path.name, path)
    passed = [current(path, out) for path in notebooks]
    size = sum(path.stat().st_size for path in notebooks)
    if size > MOST_BYTES_TOGETHER:
        print(f"the notebooks have {size} bytes, more than {MOST_BYTES_TOGETHER}", file=sys.stderr)
    return 0 if all(passed) and size <= MOST_BYTES_TOGETHER else 1


if __name__ == "__main__":
    sys.exit(main())
