"""Everything works in processes of all kinds, within one another, and ends with Ctrl-C."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import overhear
import pytest
from numpy.typing import NDArray

from .parts import PATIENCE

STARTS = [start for start in ("fork", "forkserver", "spawn") if start in multiprocessing.get_all_start_methods()]


class Asks(overhear.Agent):
    """An agent that plays a tournament before each answer."""

    apart = False

    def decode(self, batch: overhear.Batch) -> NDArray[np.float64]:
        def play() -> None:
            overhear.tournament([Plain(), "random"], pairs=2, seed=1, vocabulary=2000)
            overhear.tournament(["nearest", "random"], pairs=2, seed=1, vocabulary=2000)

        if self.apart:
            thread = threading.Thread(target=play)
            thread.start()
            thread.join()
        else:
            play()
        return np.ones((batch.n, 24))


class Plain(overhear.Agent):
    def decode(self, batch: overhear.Batch) -> NDArray[np.float64]:
        return np.ones((batch.n, 24))


def everything(_: int) -> list[Any]:
    """A game, a tournament, words, a clue, and one of a class."""
    world = overhear.World(vocabulary=2000)
    game = overhear.Episode(world=world)
    state = game.reset(seed=1)
    for _ in range(4):
        state = game.act(int(game.legal(state.turn).argmax()))
    result = overhear.tournament(["margin", Plain()], pairs=2, seed=1, vocabulary=2000)
    verdict = overhear.clue_verdict("kennel", "dog").verdict
    return [state, result.standings.to_csv(), float(world.likelihoods(0).sum()), verdict]


@pytest.mark.parametrize("start", STARTS)
def test_a_process_of_any_kind_plays_what_its_parent_plays(start: str) -> None:
    here = everything(0)
    with multiprocessing.get_context(start).Pool(2) as pool:
        for there in pool.map_async(everything, range(2)).get(timeout=PATIENCE):
            assert there == here


@pytest.mark.parametrize("apart", [False, True])
def test_an_experiment_within_an_answer_is_played(apart: bool) -> None:
    agent = Asks()
    agent.apart = apart
    for threads in (1, 2):
        assert overhear.tournament([agent, "random"], pairs=2, seed=1, threads=threads, vocabulary=2000).standings["games"] == [4, 4]


STUCK = """
import os, signal, threading, time, overhear
class Long(overhear.Agent):
    def decode(self, batch):
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        ANSWER
try:
    overhear.tournament([Long(), "random"], pairs=5, seed=1)
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.parametrize(
    "answer",
    [
        'overhear.tournament(["margin", "human"], pairs=100_000_000, seed=1)',
        'thread = threading.Thread(target=overhear.tournament, args=(["margin", "human"],), kwargs={"pairs": 10**8}); '
        "thread.start(); thread.join()",
    ],
)
def test_ctrl_c_ends_an_experiment_within_an_answer(answer: str) -> None:
    script = STUCK.replace("ANSWER", answer)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "stopped\n", done.stderr


def test_a_second_ctrl_c_ends_what_does_not_answer() -> None:
    script = STUCK.replace("ANSWER", "threading.Timer(3, lambda: os.kill(os.getpid(), signal.SIGINT)).start(); time.sleep(1000)")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE)
    assert "does not answer" in done.stderr and done.returncode != 0


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.parametrize("pool", ["ThreadPoolExecutor", "ProcessPoolExecutor"])
def test_ctrl_c_ends_a_run_in_parts_and_its_workers(pool: str) -> None:
    script = f"""
import signal, overhear
from concurrent.futures import {pool}
signal.signal(signal.SIGINT, signal.default_int_handler)
config = overhear.TournamentConfig(["nearest", "random"], games=100_000_000, seed=1)
if __name__ == "__main__":
    with {pool}(2) as executor:
        print("begun", flush=True)
        overhear.run(config, 6, executor)
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        assert run.stdout is not None and run.stdout.readline() == "begun\n"
        time.sleep(3)
        os.killpg(run.pid, signal.SIGINT)
        assert run.wait(PATIENCE) != 0
