"""What a user types into a process of its own, with nothing imported before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLAIN = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
"""A process that knows ASCII alone."""


def told(lines: str, *, umask: int = 0o022, folder: Path | None = None, **more: str) -> str:
    """What a Python of its own prints; it ends well."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")} | more
    call = [sys.executable, "-W", "ignore", "-c", lines]
    done = subprocess.run(call, capture_output=True, text=True, env=environment, cwd=folder, preexec_fn=lambda: os.umask(umask) and None)
    assert done.returncode == 0, done.stderr
    return done.stdout


MAKE = {
    "after the package": "import overhear, gymnasium; game = gymnasium.make('overhear/Decrypto-v0', seat='white_guesser')",
    "before the package": "import gymnasium, overhear; game = gymnasium.make('overhear/Decrypto-v0', seat='white_guesser')",
    "by its module": "import gymnasium; game = gymnasium.make('overhear:overhear/Decrypto-v0', seat='white_guesser')",
    "without a version": "import overhear, gymnasium; game = gymnasium.make('overhear/Decrypto', seat='white_guesser')",
    "by its specification": "import overhear, gymnasium; game = gymnasium.make(gymnasium.spec('overhear/Decrypto-v0'), seat='white_guesser')",
    "from the registry": "import overhear, gymnasium.envs.registration as r; assert 'overhear/Decrypto-v0' in r.registry; "
    "game = r.make('overhear/Decrypto-v0', seat='white_guesser')",
}


@pytest.mark.parametrize("how", MAKE)
@pytest.mark.parametrize("environment", [{}, PLAIN], ids=["as it is", "ASCII"])
def test_gymnasium_makes_the_environment(how: str, environment: dict[str, str]) -> None:
    pytest.importorskip("gymnasium")
    lines = f"{MAKE[how]}\nprint(game.reset(seed=1)[0]['action_mask'].sum(), game.step(0)[0]['observation'].shape)"
    assert told(lines, **environment) == "24 (256,)\n"


def test_gymnasium_makes_many_environments() -> None:
    pytest.importorskip("gymnasium")
    lines = """
import overhear, gymnasium
if __name__ == "__main__":
    make = lambda **more: gymnasium.make_vec("overhear/Decrypto-v0", 2, seat="white_guesser", white="nearest", black="nearest", **more)
    for more in (dict(vectorization_mode="vector_entry_point"), dict(vectorization_mode="sync"),
                 *(dict(vectorization_mode="async", vector_kwargs={"context": start}) for start in ("fork", "spawn"))):
        games = make(**more)
        print(games.reset(seed=1)[0]["observation"].shape)
        games.close()
"""
    assert told(lines) == "(2, 256)\n" * 4


def test_the_package_imports_no_gymnasium_and_is_not_in_its_way() -> None:
    pytest.importorskip("gymnasium")
    lines = """
import sys, overhear
assert not {"gymnasium", "pettingzoo", "pyarrow", "pandas"} & set(sys.modules)
import gymnasium, importlib.resources
assert not [finder for finder in sys.meta_path if type(finder).__module__.startswith("overhear")]
assert type(gymnasium.__loader__).__module__ != "overhear._registration" and gymnasium.__spec__.loader is gymnasium.__loader__
assert "__init__.py" in [file.name for file in importlib.resources.files("gymnasium").iterdir()]
"""
    told(lines)


def test_without_gymnasium_nothing_is_registered_and_nothing_fails() -> None:
    lines = """
import sys
class Without:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("gymnasium", "pyarrow", "pandas", "polars"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Without())
import overhear
table = overhear.rules_list()
for make in (lambda: overhear.env, lambda: overhear.VectorEnv, table.arrow, table.to_pandas, table.to_polars, lambda: table.to_parquet("a.parquet"),
             lambda: table.__dataframe__()):
    try:
        make()
    except ModuleNotFoundError as error:
        print(error)
"""
    lines = told(lines).splitlines()
    assert len(lines) == 7 and all(" takes " in line and "which is not installed; pip install " in line for line in lines), lines


@pytest.mark.parametrize(("umask", "rights"), [(0o022, 0o644), (0o077, 0o600), (0o027, 0o640)])
def test_files_have_the_rights_that_the_umask_leaves(umask: int, rights: int, tmp_path: Path) -> None:
    lines = """
import overhear
result = overhear.tournament(["nearest", "random"], pairs=2, seed=1, vocabulary=1000)
result.save("tournament"); result.report("page.html"); result.standings.to_csv("standings.csv")
overhear.grid("nearest", {"blunder": [0.5]}, games=2, seed=1, vocabulary=1000).plot("grid.svg")
overhear.bench("random", games=2, seed=1, vocabulary=1000).save("card")
"""
    told(lines, umask=umask, folder=tmp_path, **PLAIN)
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) == 19, files
    assert {file.stat().st_mode & 0o777 for file in files} == {rights}


def test_the_list_of_names_has_what_can_be_made() -> None:
    pytest.importorskip("pettingzoo")
    assert told("import overhear; print({'env', 'VectorEnv', 'decrypto_v0', 'schema'} <= set(dir(overhear)))") == "True\n"
    page = told("import overhear; help(overhear.Agent)")
    for name in ("version", "thinks_alike", "stand_in", "batch", "retries", "answers", "params"):
        assert f"``{name}``" in page, name
