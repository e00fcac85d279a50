"""What the README says that the example prints is what it prints, and the blocks of the pages about Python run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = ["results", "waiting", "learning", "grid", "openspiel"]

ROOT = Path(__file__).resolve().parents[2]


def test_the_readme_shows_the_example_and_what_it_prints() -> None:
    pytest.importorskip("pandas")
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## Python")[1].split("\n## ")[0]
    code, printed = re.findall(r"```(?:python)?\n(.*?)```", section, re.DOTALL)[1:3]
    example = ROOT / "python" / "example.py"
    assert example.read_text(encoding="utf-8").endswith(code)
    assert subprocess.check_output([sys.executable, "-W", "error", str(example)], text=True) == printed


def test_the_blocks_of_the_page_about_python_run(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, "docs/python.md", "exec"), names)
    told = capsys.readouterr().out
    broken = [line for line in told.splitlines() if line.startswith("BROKEN")]
    assert broken and all("R20" in line for line in broken)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.filterwarnings("ignore")
def test_the_blocks_of_the_pages_by_task_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page == "learning":
        pytest.importorskip("pettingzoo")
    if page == "openspiel":
        pytest.importorskip("pyspiel")
    if page == "results":
        pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    file = ROOT / "docs" / "python" / f"{page}.md"
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", file.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, str(file), "exec"), names)


def test_every_page_by_task_is_tried() -> None:
    assert sorted(PAGES) == sorted(file.stem for file in (ROOT / "docs" / "python").glob("*.md"))
