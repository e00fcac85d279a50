"""What several tests need: the program that was built of the same sources."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import overhear
import pytest

from .parts import CONFIG, files

ROOT = Path(__file__).resolve().parents[2]

Sim = Callable[..., str]


@pytest.fixture(scope="session")
def sim() -> Sim:
    """Runs ``sim-cli`` and returns what it prints; OVERHEAR_SIM_CLI names it."""
    program = os.environ.get("OVERHEAR_SIM_CLI")
    if program is None:
        pytest.skip("OVERHEAR_SIM_CLI does not name the program; `cargo xtask test --only python` sets it")

    def run(*words: str) -> str:
        done = subprocess.run([program, *words], check=True, capture_output=True, text=True)
        return done.stdout

    return run


@pytest.fixture(scope="session", autouse=True)
def commands_are_remembered_apart(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Has the commands of bots that tests start remembered in a folder of the tests."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(scope="session", autouse=True)
def interrupts_are_heeded() -> None:
    """Has programs that tests start be interruptible where what started the tests in the background is not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def half_a_deck(tmp_path: Path) -> Path:
    """A deck with the first half of the cards."""
    header, *rows = (ROOT / "data" / "deck.csv").read_text("utf-8").splitlines()
    file = tmp_path / "half.csv"
    file.write_text("\n".join([header, *rows[: len(rows) // 2]]) + "\n", "utf-8")
    return file


@pytest.fixture(scope="session")
def single(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Every file of the tournament in one piece."""
    return files(overhear.tournament(CONFIG), tmp_path_factory.mktemp("single") / "result")
