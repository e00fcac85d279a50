"""The game for OpenSpiel: importing this module registers ``python_decrypto``.

It takes the package ``open_spiel``: ``pip install './python[openspiel]'``, in the project's folder.

Each of the eight seats of :data:`overhear.SEATS` is a player; those of a team win and lose together. Chance moves once, at the
beginning: which of ``deals`` deals is played. Moves are those of :class:`overhear.Episode`.

>>> import pyspiel
>>> import overhear.openspiel
>>> game = pyspiel.load_game("python_decrypto(deals=10,round_limit=3)")
>>> state = game.new_initial_state()
>>> state.apply_action(4)
>>> state.current_player(), len(state.legal_actions()) > 1000
(0, True)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from ._batch import CODES
from ._episode import SEATS, Episode, State
from ._world import World

__all__ = ["DecryptoGame", "DecryptoState"]

_DEALS, _AS_RULED = 1000, 0

_GAME_TYPE = pyspiel.GameType(
    short_name="python_decrypto",
    long_name="Decrypto",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(SEATS),
    min_num_players=len(SEATS),
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"deals": _DEALS, "seed": 1, "rules": "official", "round_limit": _AS_RULED},
)


@lru_cache(maxsize=1)
def _world() -> World:
    return World()


@lru_cache(maxsize=8)
def _episode(rules: str, rounds: int) -> Episode:
    """What all states of these rules are forks of."""
    return Episode(rules=rules, set={"round_limit": rounds} if rounds != _AS_RULED else {}, world=_world())


class DecryptoGame(pyspiel.Game):
    """The game by some rules, with words that are built in.

    Parameters: ``deals``, how many there are; ``seed``, which they are; ``rules``, a name or a TOML file; ``round_limit``, which is as
    ruled where it is 0.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = {"deals": _DEALS, "seed": 1, "rules": "official", "round_limit": _AS_RULED, **(params or {})}
        self.deals, self.seed = int(asked["deals"]), int(asked["seed"])
        self.episode = _episode(asked["rules"], int(asked["round_limit"]))
        moves = [self.episode.moves(seat) for seat in range(4)]
        info = pyspiel.GameInfo(
            num_distinct_actions=max(moves),
            max_chance_outcomes=self.deals,
            num_players=len(SEATS),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=5 * self.episode._core.halves() + 8,
        )
        super().__init__(_GAME_TYPE, info, params or {})

    def new_initial_state(self) -> DecryptoState:
        """The state before the deal is drawn."""
        return DecryptoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What turns states into tensors and strings."""
        return _Observer(self.episode.width)


class DecryptoState(pyspiel.State):
    """A moment of a game."""

    def __init__(self, game: DecryptoGame) -> None:
        super().__init__(game)
        self._deals, self._seed = game.deals, game.seed
        self.episode = game.episode.fork()
        self.now: State | None = None
        """How the game stands; None before the deal."""

    def current_player(self) -> int:
        """Whose turn it is."""
        if self.now is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.now.over else self.now.turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each as likely as the next."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        moves: list[int] = np.flatnonzero(self.episode.legal(player)).tolist()
        return moves

    def _apply_action(self, action: int) -> None:
        self.now = self.episode.reset(self._seed, action) if self.now is None else self.episode.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        role, world = player % 4, self.episode.world
        if role == 0:
            return world.clues[action]
        return world.keywords[action] if role == 3 else "-".join(map(str, CODES[action]))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.now is not None and self.now.over

    def returns(self) -> list[float]:
        """1 for the players of the winning team, -1 for the others, 0 for a shared victory."""
        winner = 0.0 if self.now is None else float(self.now.winner)
        return [winner] * 4 + [-winner] * 4

    def __str__(self) -> str:
        if self.now is None:
            return "before the deal"
        return " ".join(self.action_to_string(*move) for move in self._moves())

    def _moves(self) -> list[tuple[int, int]]:
        return [(move.player, move.action) for move in self.full_history()]


class _Observer:
    """What a seat is told: all that it has ever been told stands in it, as it does on the note sheet."""

    def __init__(self, width: int) -> None:
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: DecryptoState, player: int) -> None:
        """Fills the tensor; with zeros before the deal."""
        self.tensor[:] = 0 if state.now is None else state.episode.observe(player)

    def string_from(self, state: DecryptoState, player: int) -> str:
        """The numbers as text."""
        if state.now is None:
            return f"{SEATS[player]}: before the deal"
        return f"{SEATS[player]}: {' '.join(map(str, state.episode.observe(player)))}"


pyspiel.register_game(_GAME_TYPE, DecryptoGame)
