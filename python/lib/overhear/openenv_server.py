"""The game as an environment of OpenEnv (``openenv`` 0.10 or later): ``pip install overhear-lab[openenv]``.

``python -m overhear.openenv_server --seat white_guesser --opponents nearest/bayes`` serves it, and ``openenv validate --url http://localhost:8000`` is
OpenEnv's own check. A client resets with ``seed``, ``deal`` and ``opponent``, and answers prompts:

>>> from overhear.openenv_server import DecryptoAction, DecryptoEnvironment
>>> env = DecryptoEnvironment(["white_guesser"], ["nearest/bayes"])
>>> asked = env.reset(seed=1)
>>> told = env.step(DecryptoAction(reply="The code is 4-2-1."))
>>> told.reward in (-0.5, 0.0, 0.5, 1.0), told.done
(True, False)

Prompts, replies and rewards are those of :class:`overhear.text_env.TextEnv`. Each session has a game of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import uuid4

try:
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field
except ImportError as error:
    raise ImportError("openenv: its environment takes the extra `openenv` of the package; pip install openenv") from error

from ._episode import SEATS
from ._errors import UsageError
from ._listed import agents_field
from ._overhear import BUILD
from .text_env import TextEnv

__all__ = ["DecryptoAction", "DecryptoEnvironment", "DecryptoObservation", "DecryptoState", "app", "main"]


class DecryptoAction(Action):  # type: ignore[misc, unused-ignore]
    """A reply of a model."""

    reply: str = Field(..., description="the reply to the last prompt, as the model wrote it")


class DecryptoObservation(Observation):  # type: ignore[misc, unused-ignore]
    """The next prompt, and what became of the last reply."""

    prompt: str = Field(default="", description="what the model is asked; empty when the game is over")
    seat: str = Field(default="", description="the seat that has replied, or that is asked first")
    refused: str | None = Field(default=None, description="why the last reply was of no use")


class DecryptoState(State):  # type: ignore[misc, unused-ignore]
    """How the game stands."""

    opponent: str = Field(default="", description="the agent that plays Black's seats")
    round: int = 0
    tokens: list[int] = Field(default_factory=list, description="White's interceptions and miscommunications, then Black's")
    winner: int = Field(default=0, description="1 for White, -1 for Black, 0 without one")


class DecryptoEnvironment(Environment):  # type: ignore[misc, unused-ignore]
    """A game of one session. ``seats`` are the model's; ``opponents`` are SPECs that play Black's other seats, one in a game.

    ``reset(seed=…, deal=…, opponent=…)`` deals the deal of this number, by default 0; ``opponent`` is a SPEC or a label of the list. If none is named, deal
    *n* is played against opponent *n* of the list, which begins again behind its end.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, seats: Sequence[str] = ("white_guesser",), opponents: Sequence[str] = ("nearest/bayes",), again: int = 2, **settings: Any) -> None:
        super().__init__()
        if not opponents:
            raise UsageError("opponents: there is none; name a SPEC")
        self._make: Callable[..., TextEnv] = partial(TextEnv, list(seats), again=again, **settings)
        self._opponents = {_label(spec): spec for spec in opponents}
        self._games: dict[str, TextEnv] = {}
        self._state = DecryptoState(episode_id=str(uuid4()), step_count=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, deal: int = 0, opponent: str | None = None, **_: Any) -> DecryptoObservation:
        """Deals, and returns the first prompt. The same seed, deal and opponent are the same game; without a seed one is drawn."""
        labels = list(self._opponents)
        label = labels[deal % len(labels)] if opponent is None else _label(opponent)
        if label not in self._opponents:
            raise UsageError(f"opponent: there is no `{label}`; there are {', '.join(labels)}")
        if label not in self._games:
            self._games[label] = self._make(black=self._opponents[label])
        self._game = self._games[label]
        prompt = self._game.reset(uuid4().int >> 65 if seed is None else seed, deal)
        self._state = DecryptoState(episode_id=episode_id or str(uuid4()), step_count=0, opponent=label)
        self._tell()
        return DecryptoObservation(prompt=prompt, seat=SEATS[self._game.episode_state.turn], done=False, reward=0.0)

    def step(self, action: DecryptoAction, timeout_s: float | None = None, **_: Any) -> DecryptoObservation:
        """Answers the last prompt."""
        if not hasattr(self, "_game"):
            raise UsageError("step: no game is in progress; call reset first")
        turn = self._game.step(action.reply)
        self._state.step_count += 1
        self._tell()
        return DecryptoObservation(prompt=turn.prompt, seat=turn.info["seat"], refused=turn.info["refused"], done=turn.done, reward=turn.reward)

    def _tell(self) -> None:
        """Brings the state up to date."""
        stands = self._game.episode_state
        self._state.round, self._state.tokens, self._state.winner = stands.round, list(stands.tokens), stands.winner

    @property
    def state(self) -> DecryptoState:
        """How the game stands."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Name, description and version."""
        return EnvironmentMetadata(name="overhear", description="The word game Decrypto as prompts and replies", version=BUILD.split(" ")[0])


def _label(spec: str) -> str:
    """The label of a SPEC, or the SPEC without one."""
    label, is_labelled, _ = spec.partition("=")
    return label if is_labelled and not set(label) & set(":/,") else spec


def app(seats: Sequence[str] = ("white_guesser",), opponents: Sequence[str] = ("nearest/bayes",), sessions: int = 64, **settings: Any) -> Any:
    """The application of a server, for uvicorn; further settings are those of :class:`DecryptoEnvironment`."""
    make = partial(DecryptoEnvironment, tuple(seats), tuple(opponents), **settings)
    return create_app(make, DecryptoAction, DecryptoObservation, env_name="overhear", max_concurrent_envs=sessions, state_cls=DecryptoState)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves until it is interrupted."""
    import uvicorn

    asked = argparse.ArgumentParser(prog="python -m overhear.openenv_server", description="Serves the game as an environment of OpenEnv.")
    asked.add_argument("--seat", nargs="+", default=["white_guesser"], help="the model's seats")
    asked.add_argument("--opponents", nargs="+", default=["nearest/bayes"], help="SPECs, or `reference-1` for the agents of the frozen field")
    asked.add_argument("--again", type=int, default=2, help="unusable replies in a row that do not end a game")
    asked.add_argument("--sessions", type=int, default=64, help="the most games at once")
    asked.add_argument("--host", default="127.0.0.1")
    asked.add_argument("--port", type=int, default=8000)
    told = asked.parse_args(arguments)
    opponents = agents_field() if told.opponents == ["reference-1"] else told.opponents
    uvicorn.run(app(told.seat, opponents, told.sessions, again=told.again), host=told.host, port=told.port)


if __name__ == "__main__":
    main()
