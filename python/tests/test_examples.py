"""The examples that the type checker reads do what they say, and it finds nothing."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import overhear
import pytest

from . import examples_typed as examples

PYTHON = Path(__file__).resolve().parents[1]


def test_the_examples_run(tmp_path: Path) -> None:
    assert examples.strongest(["random", "margin", "nearest"]) == "margin"
    config = overhear.TournamentConfig(["nearest", "random"], pairs=20, seed=2)
    assert (examples.in_parts(config, tmp_path / "result") / "standings.csv").exists()
    keyword = overhear.World().keywords[5]
    clues = examples.likeliest(keyword, 5)
    assert len(set(clues)) == 5 and keyword not in clues


def test_the_type_checker_finds_nothing() -> None:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    check = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary"], cwd=PYTHON, capture_output=True, text=True
    )
    assert check.returncode == 0, check.stdout + check.stderr


def test_importing_takes_no_fifth_of_a_second_and_loads_nothing_large() -> None:
    script = (
        "import sys, time; start = time.process_time(); import overhear; spent = time.process_time() - start; "
        "print(spent, [name for name in ('numpy', 'pandas', 'polars', 'pyarrow', 'tqdm') if name in sys.modules])"
    )
    told = [subprocess.check_output([sys.executable, "-c", script], text=True).split(" ", 1) for _ in range(3)]
    assert min(float(spent) for spent, _ in told) < 0.2
    assert {loaded.strip() for _, loaded in told} == {"[]"}
