"""Many environments of one seat that are stepped together, for Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as _VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _overhear
from ._config import Player, RuleSet, Switches
from ._episode import HOUSE, Episode
from ._errors import UsageError
from ._features import Features, Observe
from ._files import listed, mapping
from ._ranges import check, check_choice, check_given
from ._seat_env import Illegal, Observation, Reward, learner_seat, observation_space_of, reset_first
from ._world import World

Autoreset = Literal["next_step", "same_step"]
"""When a game that has ended is followed by another one, as Gymnasium's ``AutoresetMode`` has it.

``"next_step"``: the step that ends a game tells its end. The next step deals in its place, whatever its move there: it has the reward 0 and
has not terminated.

``"same_step"``: the step that ends a game deals the next one at once. Its reward and ``terminated`` are those of the game that has
ended; observation, mask and ``info`` are those of the new game. ``info["final_obs"]`` and ``info["final_info"]`` have what the old game told
at its end, in the places that ``info["_final_obs"]`` marks; they are missing from a step in which no game ends."""

Info = dict[str, Any]


class VectorEnv(_VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """``num_envs`` games for one learner in one seat, played on several threads and told in arrays, a row for each game.

    Its settings are those of :class:`overhear.env.SeatEnv`, and what a row says is what such an environment says with the same seed: game
    *i* of ``reset(seed=s)`` is ``SeatEnv(...).reset(seed=s + i)``, whatever ``threads`` is. Observations, masks, rewards and ``info``
    (``"round"``, ``"tokens"``, ``"illegal"``) are arrays of their own after each step: one that you hold never changes. A long mask is
    written into the memory of an earlier one that you have dropped, which is much faster than new memory.

    >>> import numpy
    >>> import overhear
    >>> games = overhear.VectorEnv(8, "white_guesser", black="random", observe="likelihoods")
    >>> observations, info = games.reset(seed=1)
    >>> observations["observation"].shape
    (8, 12)
    >>> observations, rewards, terminated, truncated, info = games.step(numpy.zeros(8, int))
    >>> rewards.shape, info["tokens"].shape
    ((8,), (8, 4))
    """

    def __init__(
        self,
        num_envs: int,
        seat: str = "white_encryptor",
        *,
        white: Player = HOUSE,
        black: Player = HOUSE,
        reward: Reward = "tokens",
        observe: Observe = "words",
        candidates: int = 64,
        illegal: Illegal = "refuse",
        rules: RuleSet = "official",
        set: Switches = {},  # noqa: B006 - never changed
        team_size: int | None = None,
        world: World | None = None,
        autoreset: Autoreset = "next_step",
        threads: int | None = None,
    ) -> None:
        check_given(num_envs=num_envs, candidates=candidates)
        check(threads=threads)
        check_choice("autoreset", autoreset, Autoreset)
        check_choice("reward", reward, Reward)
        check_choice("illegal", illegal, Illegal)
        check_choice("observe", observe, Observe)
        self.num_envs, self._illegal = int(num_envs), illegal
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP if autoreset == "next_step" else AutoresetMode.SAME_STEP}
        episode = Episode(
            seats=[seat], white=white, black=black, rules=rules, set=set, team_size=team_size, world=world
        )
        place = learner_seat(episode, seat)
        self._features = None if observe == "words" else Features(episode, place, observe, candidates)
        self.single_observation_space = observation_space_of(episode, place, self._features)
        moves = episode.moves(place) if self._features is None else self._features.moves
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(moves)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._core = _overhear.EpisodeBatch(
            episode._core, self.num_envs, place, None if self._features is None else self._features.candidates,
            reward == "tokens", autoreset == "same_step", None if threads is None else int(threads),
            None if self._features is None else self._features.table,
        )  # fmt: skip
        self._is_dealt = False
        self._moves = moves
        self._over: NDArray[np.bool_] = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deals in every game. ``seed`` is that of the first game, one more for each other one; or a seed for each."""
        if {"deal", "seed"} & mapping("options", {} if options is None else options).keys():
            raise UsageError("options: one deal is dealt by SeatEnv alone; write seed=")
        states = None if seed is None and self._is_dealt else [_state(one) for one in self._seeds(seed)]
        self._is_dealt = True
        observations, info, self._over = self._observations(self._core.reset(states))
        return observations, info

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            check(seed=seed)
            return [int(seed) + place for place in range(self.num_envs)]
        seeds = listed("seed", seed)
        for one in seeds:
            check(seed=one)
        seeds = [None if one is None else int(one) for one in seeds]
        if len(seeds) != self.num_envs:
            raise UsageError(f"seed: there are {len(seeds)} seeds; write {self.num_envs}")
        return seeds

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Moves in every game, and plays on until its seat is asked again."""
        if not self._is_dealt:
            raise reset_first("step", False)
        moves, illegal = self._checked_moves(np.asarray(actions))
        now, end = self._core.step(moves.tobytes())
        observations, info, over = self._observations(now)
        rewards, truncated = np.frombuffer(now[3], np.float64), np.zeros(self.num_envs, np.bool_)
        if end is None:
            self._over, info["illegal"] = over, illegal
            return observations, rewards, over.copy(), truncated, info
        final, final_info, over = self._observations(end)
        # The move was made in the game that has ended, not in the one that is told of.
        info["illegal"] = illegal & ~over
        if over.any():
            info.update(_final(final, {**final_info, "illegal": illegal}, over))
        return observations, rewards, over, truncated, info

    def _checked_moves(self, actions: NDArray[Any]) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
        """The moves as the games take them, and which of them are illegal."""
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise UsageError(f"actions: an array of {self.num_envs} whole numbers is wanted, not {actions.dtype}{list(actions.shape)}")
        count = self._moves
        beyond = ~self._over & ((actions < 0) | (actions >= count))
        if beyond.any():
            place = int(beyond.argmax())
            raise IndexError(f"actions[{place}]: {actions[place]}: there are {count} moves, 0 to {count - 1}")
        moves = np.where(self._over, 0, actions).astype(np.uint32)
        illegal: NDArray[np.bool_] = np.frombuffer(self._core.illegal(moves.tobytes()), np.bool_)
        if self._illegal == "raise" and illegal.any():
            place = int(illegal.argmax())
            raise UsageError(f"actions[{place}]: {moves[place]} is illegal now; choose one that action_masks() allows")
        if self._illegal == "lose":
            moves[illegal] = _overhear.LOST
        return moves, illegal

    def _observations(self, arrays: list[bytearray]) -> tuple[Observation, Info, NDArray[np.bool_]]:
        """Observations, remarks, and which games are over."""
        rows, legal, clues, _, states = arrays
        mask = np.frombuffer(legal, np.int8).reshape(self.num_envs, -1)
        are_words = self._features is None or self._features.table is None
        told: NDArray[Any] = np.frombuffer(rows, np.int32 if are_words else np.float32).reshape(self.num_envs, -1)
        if self._features is not None and are_words:
            choice = np.frombuffer(clues, np.uint32).astype(np.int64).reshape(self.num_envs, -1)
            told = self._features.tell(told, choice)
        state = np.frombuffer(states, np.uint8).reshape(self.num_envs, 6).astype(np.int64)
        every = np.ones(self.num_envs, np.bool_)
        info = {"round": state[:, 1], "tokens": state[:, 2:], "illegal": np.zeros(self.num_envs, np.bool_)}
        info.update({f"_{key}": every for key in list(info)})
        return {"observation": told, "action_mask": mask}, info, state[:, 0] > 0

    def action_masks(self) -> NDArray[np.bool_]:
        """Which moves are legal now: bool[num_envs, moves]."""
        if not self._is_dealt:
            raise reset_first("action_masks", False)
        return np.frombuffer(self._core.masks(), np.bool_).reshape(self.num_envs, -1)

    def __repr__(self) -> str:
        return f"<VectorEnv: {self.num_envs} games, {self._moves} moves>"


def _state(seed: int | None) -> bytes:
    """The state of the generator that Gymnasium makes of a seed."""
    generator, _ = seeding.np_random(seed)
    state: dict[str, int] = generator.bit_generator.state["state"]
    return state["state"].to_bytes(16, "little") + state["inc"].to_bytes(16, "little")


def _final(observations: Observation, info: Info, over: NDArray[np.bool_]) -> Info:
    """The ends of games in the way that Gymnasium tells them."""
    ends: NDArray[np.object_] = np.full(len(over), None, dtype=object)
    for place in np.flatnonzero(over):
        ends[place] = {key: rows[place].copy() for key, rows in observations.items()}
    told = {key: value if key.startswith("_") else value.copy() for key, value in info.items()}
    told.update({key: over for key in info if key.startswith("_")})
    return {"final_obs": ends, "_final_obs": over, "final_info": told, "_final_info": over}
