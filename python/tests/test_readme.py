"""What the README says that the example prints is what it prints; `test_documents.py` runs the pages about Python."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .test_documents import PAGES

ROOT = Path(__file__).resolve().parents[2]


def test_the_readme_shows_the_example_and_what_it_prints() -> None:
    pytest.importorskip("pandas")
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## Python")[1].split("\n## ")[0]
    code, printed = re.findall(r"```(?:python)?\n(.*?)```", section, re.DOTALL)[1:3]
    example = ROOT / "python" / "example.py"
    assert example.read_text(encoding="utf-8").endswith(code)
    assert subprocess.check_output([sys.executable, "-W", "error", str(example)], text=True) == printed


def test_every_page_by_task_is_tried() -> None:
    assert sorted(PAGES) == sorted(file.stem for file in (ROOT / "docs" / "python").glob("*.md"))
