"""Slurm on the loopback: a controller and two nodes, by whoever runs the tests and without systemd."""

from __future__ import annotations

import contextlib
import getpass
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from .parts import wait_until

CONFIGURATION = """\
ClusterName=overhear
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={ports[0]}
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
CredType=cred/munge
StateSaveLocation={place}/state
SlurmctldPidFile={place}/slurmctld.pid
SlurmdSpoolDir={place}/%n
SlurmdPidFile={place}/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdTimeout=10
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""

#: Runs a daemon. What it detaches stays below this process (``PR_SET_CHILD_SUBREAPER``), as on a machine of its own.
MACHINE = """\
import ctypes, os, subprocess, sys
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
daemon = subprocess.Popen(sys.argv[1:])
while os.wait()[0] != daemon.pid:
    pass
"""


class Slurm:
    """A cluster whose nodes can be lost."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.environment = {**os.environ, "SLURM_CONF": str(place / "slurm.conf")}
        self._machines: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        """Starts the daemons and waits for the nodes."""
        for directory in ("state", "one", "two"):
            (self.place / directory).mkdir()
        host, user = socket.gethostname().split(".")[0], getpass.getuser()
        text = CONFIGURATION.format(host=host, user=user, place=self.place, ports=free_ports(3))
        configuration, key = self.place / "slurm.conf", self.place / "munge.key"
        configuration.write_text(text)
        key.touch(0o600)
        key.write_bytes(os.urandom(128))
        own = {"socket": "munge.socket", "pid-file": "munge.pid", "log-file": "munge.log", "seed-file": "munge.seed"}
        places = [f"--{flag}={self.place / file}" for flag, file in own.items()]
        self._run("munge", "munged", "--foreground", "--force", f"--key-file={key}", *places)
        wait_until((self.place / "munge.socket").exists, "munged")
        self._run("controller", "slurmctld", "-D", "-f", str(configuration))
        for node in ("one", "two"):
            self._run(node, "slurmd", "-D", "-f", str(configuration), "-N", node)
        wait_until(lambda: self.ask("sinfo", "-h", "-N", "-o", "%T").split() == ["idle"] * 2, f"nodes, {self.place}")

    def _run(self, name: str, program: str, *words: str) -> None:
        with (self.place / f"{name}.log").open("wb") as log:
            command = [sys.executable, "-c", MACHINE, str(found(program)), *words]
            self._machines[name] = subprocess.Popen(command, stdout=log, stderr=log)

    def ask(self, *words: str) -> str:
        """What a command of Slurm prints; nothing as long as it fails."""
        return subprocess.run(words, env=self.environment, capture_output=True, text=True).stdout

    def node_of(self, task: str) -> str:
        """The node that a task is running on."""
        return self.ask("squeue", "-h", "-j", task, "-t", "running", "-o", "%N").strip()

    def lose(self, node: str) -> None:
        """Kills a node with all that runs there."""
        machine = self._machines.pop(node)
        for process in [*psutil.Process(machine.pid).children(recursive=True), machine]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        machine.wait()

    def hurry(self, task: str) -> None:
        """Waits until Slurm has put a task back that was on a lost node, and lets it begin: two minutes early."""
        wait_until(lambda: self.ask("squeue", "-h", "-j", task, "-o", "%T").strip() == "PENDING", f"requeue of {task}")
        self.ask("scontrol", "update", f"JobId={task}", "StartTime=now")

    def end(self) -> None:
        """Kills whatever runs."""
        for name in list(self._machines):
            self.lose(name)


def found(program: str) -> str | None:
    """Where a program is; daemons are not in everybody's path."""
    return shutil.which(program, path=os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"]))


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens at."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


@pytest.fixture
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Slurm]:
    """A cluster of two nodes; without Debian's packages there is none."""
    missing = [program for program in ("munged", "slurmctld", "slurmd", "sbatch", "srun") if not found(program)]
    if missing:
        pytest.skip(f"without {', '.join(missing)}: the packages slurmctld, slurmd, slurm-client and munge of Debian")
    cluster = Slurm(tmp_path_factory.mktemp("slurm"))
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.end()
