"""The game as a taskset and an environment of ``verifiers`` (0.4 or later): ``pip install overhear-lab[verifiers]``.

``verifiers`` finds a taskset by the name of a module of its own, so write a file ``decrypto.py`` with the lines::

    from overhear.verifiers_taskset import *
    from overhear.verifiers_taskset import __all__

Then, in its folder::

    vf-validate decrypto --taskset.deals 20 --runtime.type subprocess
    vf-eval decrypto --taskset.seat white_guesser --taskset.black nearest/bayes -m MODEL

A task is a deal. The reward of a game is the sum of the rewards of :class:`overhear.text_env.TextEnv`, for the seat of the model.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

try:
    import verifiers.v1 as vf
except ImportError as error:
    raise ImportError("verifiers: its taskset takes the extra `verifiers` of the package; pip install verifiers") from error

from ._episode import HOUSE
from ._world import World
from .text_env import TextEnv

__all__ = ["DecryptoConfig", "DecryptoData", "DecryptoEnv", "DecryptoEnvConfig", "DecryptoTask", "DecryptoTaskset"]

_REPLY = "4-2-1"
"""A reply that every guesser may give."""


@lru_cache(maxsize=2)
def _world(vocabulary: int | None) -> World:
    return World(vocabulary=vocabulary)


def _begun(info: dict[str, Any]) -> tuple[TextEnv, str]:
    """The game of a task, and its first prompt."""
    env = TextEnv(info["seat"], white=info["white"], black=info["black"], again=info["again"], world=_world(info["vocabulary"]))
    return env, env.reset(info["seed"], info["deal"])


class DecryptoConfig(vf.TasksetConfig):
    """What a taskset is made of: the seat of the model, the agents in the other seats as SPECs, and the deals."""

    seat: str = "white_guesser"
    white: str = HOUSE
    black: str = HOUSE
    seed: int = 1
    deals: int = 1000
    again: int = 2
    vocabulary: int | None = None


class DecryptoData(vf.TaskData):
    """A deal with its first prompt."""

    info: dict[str, Any]
    """All that deals the game again."""


class DecryptoTask(vf.Task[DecryptoData, vf.State, vf.TaskConfig]):
    """A game of one deal."""

    async def validate(self, runtime: Any) -> bool:
        """Whether the deal has the same prompt again, and a game with fixed replies ends with a finite reward."""
        env, prompt = _begun(self.data.info)
        if prompt != self.data.prompt:
            return False
        total, done = 0.0, False
        while not done:
            _, reward, done, _ = env.step(_REPLY)
            total += reward
        return math.isfinite(total)


class DecryptoEnvConfig(vf.EnvConfig):
    """The model that plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class DecryptoEnv(vf.Env[DecryptoEnvConfig]):
    """A game between a model and agents of this program: each reply is a step, and each next prompt a message."""

    async def run(self, task: Any, agents: Any) -> None:
        """Plays one game, and records its reward."""
        env, _ = _begun(task.data.info)
        total, refused = 0.0, 0
        info: dict[str, Any] = {}
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                prompt, reward, done, info = env.step(segment.last_reply)
                total += reward
                refused += info["refused"] is not None
                if done:
                    break
                segment = await interaction.turn(prompt)
        trace = interaction.trace
        trace.record_reward("tokens", total, 1.0)
        trace.info["game"] = {**info, "refused_replies": refused}


class DecryptoTaskset(vf.Taskset[DecryptoTask, DecryptoConfig]):
    """The deals of a seed."""

    def load(self) -> Iterator[DecryptoTask]:
        """Yields a task for each deal."""
        config = self.config
        for deal in range(config.deals):
            info = {
                "seat": config.seat, "white": config.white, "black": config.black, "seed": config.seed, "deal": deal, "again": config.again,
                "vocabulary": config.vocabulary,
            }  # fmt: skip
            _, prompt = _begun(info)
            yield DecryptoTask(DecryptoData(name=f"{config.seat}#{deal}", prompt=prompt, info=info), config.task)
