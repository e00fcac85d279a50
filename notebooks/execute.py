"""Execute every notebook of this directory and keep the results in another.

    python notebooks/execute.py DIRECTORY

Exits with 1, the traceback of the cell on stderr, when a notebook fails; the others are executed all the same.
"""

import os
import re
import sys
import time
from pathlib import Path

# Before Jupyter is imported: the kernel of this environment wins over one that the user has installed.
os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError

HERE = Path(__file__).resolve().parent
SECONDS_PER_CELL = 300
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def execute(path: Path, out: Path) -> bool:
    """Execute one notebook; say whether it went through. What was reached is written either way."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
    )
    start = time.monotonic()
    try:
        client.execute()
    except (CellExecutionError, DeadKernelError, TimeoutError) as error:
        text = str(error) if sys.stderr.isatty() else COLOURS.sub("", str(error))
        print(f"{path.name}: FAILED\n{text}", file=sys.stderr)
        return False
    finally:
        nbformat.write(notebook, out / path.name)
    print(f"{path.name}: executed in {time.monotonic() - start:.1f} s, see {out / path.name}")
    return True


def main() -> int:
    """Execute them all."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    notebooks = sorted(HERE.glob("*.ipynb"))
    if not notebooks:
        print(f"no notebook in {HERE}", file=sys.stderr)
        return 1
    passed = [execute(path, out) for path in notebooks]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
