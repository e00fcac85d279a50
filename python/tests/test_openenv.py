"""The environment of OpenEnv, by its own check, over its own client, and beside the text environment."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv", reason="openenv cannot be had here")

import overhear  # noqa: E402
from overhear.openenv_server import DecryptoAction, DecryptoEnvironment  # noqa: E402
from overhear.text_env import TextEnv  # noqa: E402

REPLIES = ["no idea", "1-2-3", "4-2-1"]
POOL = ["ref1-random=random/uniform", "nearest/bayes"]


@pytest.fixture(scope="module")
def few() -> overhear.World:
    return overhear.World(vocabulary=2000)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A server on this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["-m", "overhear.openenv_server", "--seat", "white_guesser", "--port", str(port), "--opponents", *POOL]
    server = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as asked:
                if asked.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def test_the_check_of_openenv_passes_every_criterion(url: str) -> None:
    program = shutil.which("openenv", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("openenv is not beside this Python")
    done = subprocess.run([program, "validate", "--url", url, "--timeout", "60"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "FAIL" not in done.stdout and "Verdict: PASS" in done.stdout, done.stdout + done.stderr


def test_a_client_plays_the_game_of_the_text_environment(url: str) -> None:
    from openenv.core import GenericEnvClient

    env = TextEnv("white_guesser", black=POOL[1])
    with GenericEnvClient(base_url=url).sync() as client:
        result = client.reset(seed=5, deal=1)
        assert result.observation["prompt"] == env.reset(5, 1)
        step = 0
        while not result.done:
            result, turn = client.step({"reply": REPLIES[step % 3]}), env.step(REPLIES[step % 3])
            assert (result.observation["prompt"], result.reward, result.done) == (turn.prompt, turn.reward, turn.done)
            step += 1
        assert client.state()["opponent"] == POOL[1]


def played(env: DecryptoEnvironment, **deal: Any) -> tuple[list[str], float]:
    """The prompts of a game with fixed replies, and the sum of its rewards."""
    told, prompts, total = env.reset(**deal), [], 0.0
    while not told.done:
        prompts.append(told.prompt)
        told = env.step(DecryptoAction(reply=REPLIES[len(prompts) % 3]))
        total += told.reward
    return prompts, total


def test_deals_go_round_the_opponents_and_one_can_be_named(few: overhear.World) -> None:
    env = DecryptoEnvironment(["white_guesser"], POOL, world=few)
    first, second = played(env, seed=3, deal=0), played(env, seed=3, deal=1)
    assert env.state.opponent == "nearest/bayes" and env.state.step_count == len(second[0])
    assert played(env, seed=3, deal=2, opponent="ref1-random") != first
    assert played(env, seed=3, opponent="ref1-random") == first and env.state.opponent == "ref1-random"
    assert played(env, seed=3, deal=1, opponent="nearest/bayes") == second
    with pytest.raises(overhear.UsageError, match="no `margin`; there are ref1-random, nearest/bayes"):
        env.reset(opponent="margin")
    with pytest.raises(overhear.UsageError, match="call reset first"):
        DecryptoEnvironment(world=few).step(DecryptoAction(reply="1-2-3"))


def test_unusable_replies_are_told_and_end_a_game(few: overhear.World) -> None:
    env = DecryptoEnvironment(["white_guesser"], again=1, world=few)
    asked = env.reset(seed=1)
    told = env.step(DecryptoAction(reply="1-1-1"))
    assert told.prompt.startswith(asked.prompt) and told.refused and told.refused in told.prompt
    told = env.step(DecryptoAction(reply="none"))
    assert (told.done, told.reward, told.prompt) == (True, -1.0, "")
