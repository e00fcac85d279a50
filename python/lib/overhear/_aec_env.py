"""The environment of many seats, for PettingZoo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces

from ._config import Player, RuleSet, Switches
from ._episode import HOUSE, SEATS, Episode
from ._errors import UsageError
from ._ranges import check, check_choice, quoted, whole_number
from ._seat_env import Illegal, Observation, Reward, Score, check_render_mode, deal_game, observe_words, record_text, reset_first, words_space
from ._world import World


class DecryptoEnv(pettingzoo.AECEnv[str, Observation, Any]):
    """The game for many learners, one for each seat that is not played by a house agent.

    ``seats`` are those to play, of :data:`overhear.SEATS`; ``white`` and ``black`` play the others: SPECs, or agents of your own.
    """

    metadata = {"name": "decrypto_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        seats: Iterable[str] = SEATS,
        *,
        white: Player = HOUSE,
        black: Player = HOUSE,
        reward: Reward = "tokens",
        illegal: Illegal = "refuse",
        rules: RuleSet = "official",
        set: Switches = {},  # noqa: B006 - never changed
        team_size: int | None = None,
        world: World | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.episode = Episode(
            seats=seats, white=white, black=black, rules=rules, set=set, team_size=team_size, world=world
        )
        check_choice("illegal", illegal, Illegal)
        check_render_mode(render_mode)
        self.render_mode, self._illegal = render_mode, illegal
        self._seats = {SEATS[seat]: seat for seat in self.episode.seats}
        if not self._seats:
            raise UsageError("seats: none of them plays by these rules; choose roles that they have")
        self._signs = {agent: 1.0 if agent.startswith("white") else -1.0 for agent in self._seats}
        self.possible_agents = list(self._seats)
        told: dict[str, Any] = {agent: words_space(self.episode, seat) for agent, seat in self._seats.items()}
        self.observation_spaces = told
        self.action_spaces = {
            agent: spaces.Discrete(self.episode.moves(seat)) for agent, seat in self._seats.items()
        }
        self._score = Score(reward)
        self._is_dealt = False
        self.agents: list[str] = []
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The space of what an agent is told."""
        found: Any = self.observation_spaces[agent]
        return found  # type: ignore[no-any-return]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of its moves."""
        found: Any = self.action_spaces[agent]
        return found  # type: ignore[no-any-return]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals anew; the same seed is followed by the same deals. ``options={"seed": s, "deal": n}`` asks for one deal."""
        check(seed=seed)
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        state = deal_game(self.episode, options, self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._score.reset(state)
        self._state, self._is_dealt = state, True
        self.agent_selection = SEATS[state.turn]

    def observe(self, agent: str) -> Observation:
        """What an agent is told now."""
        if not self._is_dealt:
            raise reset_first("observe", False)
        return observe_words(self.episode, self._seats[agent])

    def step(self, action: Any) -> None:
        """Moves for the agent whose turn it is."""
        if not self.agents:
            raise reset_first("step", self._is_dealt)
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        move, mask = whole_number("action", action), self.episode.legal(self._seats[agent])
        if not 0 <= move < len(mask):
            raise IndexError(f"action: {quoted(move)}: there are {len(mask)} moves, 0 to {len(mask) - 1}")
        illegal = not mask[move]
        self.infos[agent] = {"illegal": illegal}
        if illegal and self._illegal == "raise":
            raise UsageError(f"action: {move} is illegal for {agent} now; choose one that the action_mask allows")
        self._cumulative_rewards[agent] = 0.0
        if illegal and self._illegal == "lose":
            return self._lose(agent)
        state = self._state = self.episode.act(move)
        gain = self._score.gain(state)
        for name, sign in self._signs.items():
            self.rewards[name] = sign * gain
            self._cumulative_rewards[name] += sign * gain
        if state.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = SEATS[state.turn]

    def _lose(self, loser: str) -> None:
        """Ends the game: -1 for the team of an agent, 1 for the other."""
        for name, sign in self._signs.items():
            self.rewards[name] = -sign * self._signs[loser]
            self._cumulative_rewards[name] += self.rewards[name]
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str:
        """The public record as text."""
        if not self._is_dealt:
            raise reset_first("render", False)
        return record_text(self.episode, self._state, next(iter(self._seats.values())))

    def close(self) -> None:
        """Does nothing: no window is open."""


def raw_env(seats: Iterable[str] = SEATS, **settings: Any) -> DecryptoEnv:
    """The environment without checks of the order of calls; its settings are those of :class:`DecryptoEnv`."""
    return DecryptoEnv(seats, **settings)


def parallel_env(seats: Iterable[str] = SEATS, **settings: Any) -> Any:
    """The environment as PettingZoo's parallel API: all agents move in each step, and the moves of those who are not asked
    count for nothing."""
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    return turn_based_aec_to_parallel(DecryptoEnv(seats, **settings))


def env(seats: Iterable[str] = SEATS, **settings: Any) -> Any:
    """The environment with PettingZoo's usual checks of the order of calls; its settings are those of :class:`DecryptoEnv`.

    >>> import overhear.decrypto_v0
    >>> game = overhear.decrypto_v0.env(reward="tokens")
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
