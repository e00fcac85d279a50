"""The examples that the type checker reads do what they say, and it finds nothing."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

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


def example(name: str) -> ModuleType:
    """A program of ``examples/``."""
    place = importlib.util.spec_from_file_location(name, PYTHON / "examples" / f"{name}.py")
    assert place is not None and place.loader is not None
    program = importlib.util.module_from_spec(place)
    place.loader.exec_module(program)
    return program


def test_a_clue_giver_learns_to_repeat_itself_less(capsys: pytest.CaptureFixture[str]) -> None:
    learn_clues = example("learn_clues")
    weights = learn_clues.main(["--games", "1500", "--league", "600"])
    assert weights[learn_clues.FEATURES.index("alike")] < -0.2
    scores = {line.split(",")[0]: float(line.split(",")[2]) for line in capsys.readouterr().out.splitlines()[-4:]}
    assert scores["learned"] > scores["untrained"] > scores["nearest"]


def test_the_smallest_game_is_solved_and_built_in_agents_lose_to_the_solution(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel")
    small_game = example("small_game")
    small_game.GIVERS, small_game.INTERCEPTORS = ["nearest/bayes"], ["margin/bayes"]
    value = small_game.main(["--game", small_game.SMALLEST.replace("deals=6", "deals=2"), "--rounds", "128", "--iterations", "100"])
    told = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines()]
    assert -1 <= value <= 1 and told[0] < 0.01, "the value is known to a hundredth"
    assert told[2] > -0.01, "no interceptor gets more than the value against the best clues"
    assert told[-1] < told[3] and told[-1] < 0.05, "fictitious play comes closer"


def test_a_text_policy_learns_to_be_understood(capsys: pytest.CaptureFixture[str]) -> None:
    curve = example("text_policy").main(["--games", "240"])
    (useless, missed), (useless_at_last, missed_at_last) = curve[0], curve[-1]
    assert useless_at_last < useless - 0.1 and missed_at_last < missed - 0.1, curve
    assert "weights: keywords" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--seat", "encryptor"], ["--seat", "guesser"], ["--seat", "encryptor", "--plain", "--observe", "likelihoods"]])
def test_a_seat_is_trained_by_ppo(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib cannot be had here")
    example("train_ppo").main([*words, "--steps", "8192", "--games", "20", "--curriculum", "ref1-nearest"])
    lines = capsys.readouterr().out.splitlines()
    rates = [float(line.split()[-1]) for line in lines if " ref1-nearest " in line]
    assert len(rates) >= 2 and all(0 <= rate <= 1 for rate in rates)
    assert [line.split(",")[0] for line in lines if line.startswith(("untrained,", "learned,"))] == ["untrained"] * 2 + ["learned"] * 2


def test_the_throughput_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    example("throughput").main(pairs=50, moves=500, seconds=0.01, games=64)
    assert "a second of processor time:" in capsys.readouterr().out


SHORT = {
    "learn_clues": "learn_clues.main(['--games', '50', '--league', '24'])",
    "small_game": (
        "small_game.GIVERS = small_game.INTERCEPTORS = []; "
        "small_game.main(['--game', small_game.SMALLEST.replace('deals=6', 'deals=1'), '--rounds', '4', '--iterations', '4'])"
    ),
    "text_policy": "text_policy.main(['--games', '20'])",
    "throughput": "throughput.main(pairs=20, moves=100, seconds=0.01, games=16)",
}


@pytest.mark.parametrize("name", SHORT)
def test_examples_run_where_warnings_are_errors(name: str) -> None:
    if name == "small_game":
        pytest.importorskip("pyspiel")
    code = f"import sys; sys.path.insert(0, 'examples'); import {name}; {SHORT[name]}"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=PYTHON, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout, done.stderr


def test_every_example_is_run_where_warnings_are_errors() -> None:
    # The README's example is run so where its output is compared; what trains with PyTorch has the warnings of PyTorch.
    assert sorted([*SHORT, "train_ppo"]) == sorted(file.stem for file in (PYTHON / "examples").glob("*.py"))


def test_the_type_checker_finds_nothing() -> None:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    check = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary"], cwd=PYTHON, capture_output=True, text=True
    )
    assert check.returncode == 0, check.stdout + check.stderr


def test_pyright_finds_nothing() -> None:
    if importlib.util.find_spec("pyright") is None:
        pytest.skip("pyright is not installed")
    check = subprocess.run([sys.executable, "-m", "pyright", "--pythonpath", sys.executable], cwd=PYTHON, capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr


def test_the_stubs_are_those_of_the_native_part(tmp_path: Path) -> None:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    command = [sys.executable, "-m", "mypy.stubtest", "--ignore-missing-stub", "overhear._overhear"]
    check = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert check.returncode == 0, check.stdout + check.stderr


def test_importing_takes_little_and_loads_nothing_large() -> None:
    # A busy machine can be ten times as slow as a quiet one: the yardstick is an import of some eighty other modules.
    script = (
        "import sys, time; start = time.process_time(); import overhear; spent = time.process_time() - start; "
        "large = [name for name in ('numpy', 'pandas', 'polars', 'pyarrow', 'tqdm') if name in sys.modules]; "
        "start = time.process_time(); import concurrent.futures.thread, http.server, multiprocessing.pool, pydoc, unittest; "
        "print(spent / (time.process_time() - start), large)"
    )
    told = [subprocess.check_output([sys.executable, "-c", script], text=True).split(" ", 1) for _ in range(3)]
    assert min(float(ratio) for ratio, _ in told) < 4
    assert {loaded.strip() for _, loaded in told} == {"[]"}