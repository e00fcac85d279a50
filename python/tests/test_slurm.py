"""Slurm whose node dies in the midst of a part: the same bytes."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from pathlib import Path

import overhear
import pytest

pytest.importorskip("psutil", reason="psutil is not installed")

from .conftest import Sim  # noqa: E402
from .parts import CONFIG, Known, files, stored, wait_until  # noqa: E402
from .slurm import Slurm, slurm  # noqa: E402

__all__ = ["slurm"]


def test_the_script_that_sim_cli_writes_for_slurm(slurm: Slurm, sim: Sim, tmp_path: Path) -> None:
    flags = ["--games", "60_000", "--seed", "9", "--agent", "human", "--agent", "random", "--checkpoint", "1"]
    (tmp_path / "overhear.sh").write_text(
        sim("cluster", "slurm", "--shards", "3", "--cpus", "1", "--time", "01:00:00", "--", *flags)
    )
    programs = os.pathsep.join([str(Path(os.environ["OVERHEAR_SIM_CLI"]).parent), os.environ["PATH"]])
    submit = ["sbatch", "--parsable", "--job-name=parts", "overhear.sh"]
    job = subprocess.check_output(submit, cwd=tmp_path, env={**slurm.environment, "PATH": programs}, text=True).strip()
    part = tmp_path / "parts" / "1"
    checkpoint = part / ".overhear-run" / "checkpoint"
    wait_until(checkpoint.exists, "the first checkpoint")
    before = checkpoint.read_bytes()
    wait_until(lambda: checkpoint.read_bytes() != before, "a checkpoint with games")
    node = slurm.node_of(f"{job}_1")
    slurm.lose(node)
    assert not (part / "shard.json").exists()
    slurm.hurry(f"{job}_1")
    wait_until(lambda: slurm.ask("squeue", "-h") == "", "the end of all tasks")
    assert re.search(r"going on after [1-9]", (tmp_path / f"slurm-{job}_1.out").read_text())
    parts = sorted(map(str, (tmp_path / "parts").iterdir()))
    sim("merge", *parts, "--out", str(tmp_path / "result"))
    sim("tournament", *flags, "--out", str(tmp_path / "single"))
    assert stored(tmp_path / "result") == stored(tmp_path / "single")


def test_submitit_whose_node_is_lost(
    slurm: Slurm, single: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitit = pytest.importorskip("submitit", reason="submitit is not installed")
    monkeypatch.setenv("SLURM_CONF", slurm.environment["SLURM_CONF"])
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    workers = tmp_path / "workers"
    workers.mkdir()
    executor = submitit.AutoExecutor(tmp_path / "logs", cluster="slurm")
    executor.update_parameters(cpus_per_task=1, timeout_min=60)

    def lose() -> None:
        wait_until(lambda: len(list(workers.iterdir())) == 2, "a worker on both nodes")
        (task,) = slurm.ask("squeue", "-h", "-w", "one", "-t", "running", "-o", "%A").split()
        slurm.lose("one")
        slurm.hurry(task)

    loser = threading.Thread(target=lose)
    loser.start()
    result = overhear.run(CONFIG, 4, Known(executor, workers))
    loser.join()
    assert len(list(workers.iterdir())) == 5, "one part was played twice"
    assert files(result, tmp_path / "result") == single
