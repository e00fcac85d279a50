"""Environments for learning: PettingZoo's for all seats (:func:`env`), and Gymnasium's for one (:class:`SeatEnv`).

They take the packages ``pettingzoo`` and ``gymnasium``: ``pip install './python[env]'``, in the project's folder.

An observation is ``{"observation": int32[width], "action_mask": int8[moves]}``; :meth:`overhear.Seen.of` names the parts of
the first. Moves are those of :class:`overhear.Episode`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any, Literal, Union

import gymnasium
import numpy as np
import pettingzoo
from gymnasium import spaces
from numpy.typing import NDArray

from ._config import Switches
from ._episode import HOUSE, SEATS, Episode, Seen, State
from ._files import PathLike
from ._world import World

Reward = Literal["win", "tokens"]
"""``"win"``: 1 for the winners and -1 for the losers at the end; ``"tokens"``: with each half ½ for a token that helps the
team, and -½ for one that harms it."""

Observation = dict[str, NDArray[Any]]

__all__ = ["DecryptoEnv", "Observation", "Reward", "SeatEnv", "env"]


def _space(episode: Episode, seat: int) -> spaces.Dict:
    moves = episode.moves(seat)
    most = max(episode.moves(0), episode.moves(3))
    told = spaces.Box(-1, most, (episode.width,), np.int32)
    return spaces.Dict({"observation": told, "action_mask": spaces.Box(0, 1, (moves,), np.int8)})


def _seen(episode: Episode, seat: int) -> Observation:
    return {"observation": episode.observe(seat), "action_mask": episode.legal(seat)}


class _Score:
    """What a game is worth to White, as it goes on."""

    def __init__(self, reward: Reward) -> None:
        if reward not in ("win", "tokens"):
            raise ValueError(f"reward: {reward!r} is not 'win' or 'tokens'")
        self._counts_tokens = reward == "tokens"
        self._balance = 0

    def reset(self, state: State) -> None:
        self._balance = state.balance

    def gain(self, state: State) -> float:
        """White's reward since its last turn."""
        if not self._counts_tokens:
            return float(state.winner)
        gain, self._balance = state.balance - self._balance, state.balance
        return gain / 2


def _drawn(rng: np.random.Generator) -> int:
    return int(rng.integers(2**63))


def _shown(episode: Episode, state: State, seat: int) -> str:
    """The public record as text."""
    clues = episode.world.clues
    lines = []
    for half in Seen.of(episode.observe(seat)).history:
        words = ", ".join("–" if word < 0 else clues[word] for word in half[3:6])
        code, guess, caught = ("".join(map(str, half[start : start + 3])) for start in (6, 9, 12))
        lines.append(f"{half[0]} {('White', 'Black')[half[1]]}: {words} | {code}, guessed {guess}, intercepted {caught}")
    return "\n".join([*lines, f"tokens {state.tokens}, winner {state.winner}" if state.over else f"tokens {state.tokens}"])


class DecryptoEnv(pettingzoo.AECEnv[str, Observation, Any]):
    """The game for many learners, one for each seat that is not played by a house agent.

    ``seats`` are those to play, of :data:`overhear.SEATS`; the SPECs ``white`` and ``black`` play the others.
    """

    metadata = {"name": "decrypto_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        seats: Iterable[str] = SEATS,
        *,
        white: str = HOUSE,
        black: str = HOUSE,
        reward: Reward = "win",
        rules: PathLike = "official",
        set: Switches = {},  # noqa: B006 - never changed
        team_size: int | None = None,
        world: World | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.episode = Episode(
            seats=seats, white=white, black=black, rules=rules, set=set, team_size=team_size, world=world
        )
        self.render_mode = render_mode
        self._seats = {SEATS[seat]: seat for seat in self.episode.seats}
        if not self._seats:
            raise ValueError("seats: none of them plays by these rules")
        self._signs = {agent: 1.0 if agent.startswith("white") else -1.0 for agent in self._seats}
        self.possible_agents = list(self._seats)
        self.observation_spaces = {agent: _space(self.episode, seat) for agent, seat in self._seats.items()}
        self.action_spaces = {
            agent: spaces.Discrete(self.episode.moves(seat)) for agent, seat in self._seats.items()
        }
        self._score = _Score(reward)
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent is told."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The space of its moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals anew; the same seed is followed by the same deals. ``options={"seed": s, "deal": n}`` asks for one deal."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        asked = options or {}
        state = self.episode.reset(asked["seed"] if "seed" in asked else _drawn(self._rng), asked.get("deal", 0))
        while state.over:
            state = self.episode.reset(_drawn(self._rng))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._score.reset(state)
        self._state = state
        self.agent_selection = SEATS[state.turn]

    def observe(self, agent: str) -> Observation:
        """What an agent is told now."""
        return _seen(self.episode, self._seats[agent])

    def step(self, action: Any) -> None:
        """Moves for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        state = self._state = self.episode.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        gain = self._score.gain(state)
        for name, sign in self._signs.items():
            self.rewards[name] = sign * gain
            self._cumulative_rewards[name] += sign * gain
        if state.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = SEATS[state.turn]

    def render(self) -> str:
        """The public record as text."""
        return _shown(self.episode, self._state, next(iter(self._seats.values())))

    def close(self) -> None:
        """Does nothing: no window is open."""


def env(seats: Iterable[str] = SEATS, **settings: Any) -> Any:
    """The environment with PettingZoo's usual checks of the order of calls; its settings are those of :class:`DecryptoEnv`.

    >>> import overhear.env
    >>> game = overhear.env.env(reward="tokens")
    >>> game.reset(seed=1)
    >>> for agent in game.agent_iter():
    ...     observation, reward, terminated, truncated, info = game.last()
    ...     over = terminated or truncated
    ...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
    >>> game.agents
    []
    """
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(DecryptoEnv(seats, **settings))


class SeatEnv(gymnasium.Env[Observation, Union[int, np.int64]]):
    """The game for one learner in one seat; house agents have the others.

    >>> import overhear.env
    >>> seat = overhear.env.SeatEnv("white_guesser", black="random")
    >>> observation, info = seat.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = seat.step(0)
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        seat: str = "white_encryptor",
        *,
        white: str = HOUSE,
        black: str = HOUSE,
        reward: Reward = "tokens",
        rules: PathLike = "official",
        set: Switches = {},  # noqa: B006 - never changed
        team_size: int | None = None,
        world: World | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.episode = Episode(
            seats=[seat], white=white, black=black, rules=rules, set=set, team_size=team_size, world=world
        )
        if not self.episode.seats:
            raise ValueError(f"seat: `{seat}` does not play by these rules")
        (self._seat,) = self.episode.seats
        self._sign = 1.0 if seat.startswith("white") else -1.0
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = _space(self.episode, self._seat)
        self.action_space = spaces.Discrete(self.episode.moves(self._seat))
        self._score = _Score(reward)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals until the seat is asked."""
        super().reset(seed=seed)
        state = self.episode.reset(_drawn(self.np_random))
        while state.over:
            state = self.episode.reset(_drawn(self.np_random))
        self._score.reset(state)
        return self._told(state)

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Moves, and plays on until the seat is asked again."""
        state = self.episode.act(int(action))
        observation, info = self._told(state)
        return observation, self._sign * self._score.gain(state), state.over, False, info

    def _told(self, state: State) -> tuple[Observation, dict[str, Any]]:
        self._state = state
        return _seen(self.episode, self._seat), {"round": state.round, "tokens": state.tokens}

    def render(self) -> str:
        """The public record as text."""
        return _shown(self.episode, self._state, self._seat)


class _Callable(ModuleType):
    """The module, which makes an environment where it is called: ``overhear.env()`` is ``overhear.env.env()``."""

    def __call__(self, seats: Iterable[str] = SEATS, **settings: Any) -> Any:
        """As :func:`env`."""
        return env(seats, **settings)


sys.modules[__name__].__class__ = _Callable
