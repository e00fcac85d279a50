"""The taskset and the environment of verifiers, by its own check and by a game."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("verifiers", reason="verifiers cannot be had here")

import overhear  # noqa: E402
from overhear.text_env import TextEnv  # noqa: E402
from overhear.verifiers_taskset import DecryptoConfig, DecryptoEnv, DecryptoTaskset  # noqa: E402


def test_the_check_of_verifiers_finds_every_task_valid(tmp_path: Path) -> None:
    program = shutil.which("vf-validate", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("vf-validate is not beside this Python")
    (tmp_path / "decrypto.py").write_text("from overhear.verifiers_taskset import *\nfrom overhear.verifiers_taskset import __all__\n", "utf-8")
    asked = ["--taskset.deals", "3", "--taskset.vocabulary", "2000", "--taskset.black", "nearest/bayes", "--runtime.type", "subprocess", "-o", "out"]
    path = os.pathsep.join([str(tmp_path), str(Path(overhear.__file__).parents[1])])
    done = subprocess.run([program, "decrypto", *asked], cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, timeout=900)
    (summary,) = (tmp_path / "out").rglob("summary.json")
    told = json.loads(summary.read_text("utf-8"))
    assert told["checks"]["gold"]["valid"] == told["total"] == 3, f"{told}\n{done.stdout}\n{done.stderr}"


def test_a_game_has_the_reward_of_the_text_environment() -> None:
    config = DecryptoConfig(id="decrypto", seat="white_guesser", black="nearest/bayes", deals=2, vocabulary=2000)
    tasks = list(DecryptoTaskset(config))
    assert [task.data.info["deal"] for task in tasks] == [0, 1] and tasks[0].data.prompt != tasks[1].data.prompt
    replies = ["4-4-4", "1-2-3", "4-2-1"]
    prompts, rewards = play(tasks[1], replies)
    env = text_env(config)
    asked, total, done, step = [env.reset(config.seed, 1)], 0.0, False, 0
    while not done:
        prompt, reward, done, _ = env.step(replies[step % len(replies)])
        asked.append(prompt)
        total += reward
        step += 1
    assert prompts == asked[1:-1] and rewards == {"tokens": total}


def text_env(config: DecryptoConfig) -> TextEnv:
    return TextEnv(config.seat, white=config.white, black=config.black, world=overhear.World(vocabulary=config.vocabulary))


def play(task: Any, replies: list[str]) -> tuple[list[str], dict[str, float]]:
    """Plays a task with fixed replies; the prompts after the first, and the rewards that are recorded."""
    prompts: list[str] = []
    rewards: dict[str, float] = {}
    trace = SimpleNamespace(info={}, record_reward=lambda name, value, weight: rewards.update({name: value}))

    class Interaction:
        """A model that replies in turn."""

        def __init__(self) -> None:
            self.trace, self.turns = trace, 0

        async def turn(self, prompt: str | None = None) -> SimpleNamespace:
            prompts.extend([] if prompt is None else [prompt])
            self.turns += 1
            return SimpleNamespace(terminated=False, last_reply=replies[(self.turns - 1) % len(replies)])

    @asynccontextmanager
    async def interaction(_: Any) -> AsyncIterator[Interaction]:
        yield Interaction()

    agents = SimpleNamespace(player=SimpleNamespace(interaction=interaction))
    asyncio.run(DecryptoEnv.run(object.__new__(DecryptoEnv), task, agents))
    assert trace.info["game"]["refused_replies"] > 0 and trace.info["game"]["winner"] in (-1, 0, 1)
    return prompts, rewards
