"""The environment of one seat, for Gymnasium."""

from __future__ import annotations

from typing import Any, Literal, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._config import Player, RuleSet, Switches
from ._episode import HOUSE, SEATS, Episode, Seen, State
from ._errors import UsageError
from ._features import Features, Observe
from ._files import mapping
from ._ranges import check, check_choice, check_given, quoted, whole_number
from ._world import World

Reward = Literal["win", "tokens"]
"""``"win"``: 1 for the winners and -1 for the losers at the end; ``"tokens"``: with each half ½ for a token that helps the
team, and -½ for one that harms it."""

Illegal = Literal["refuse", "raise", "lose"]
"""What becomes of a move that the mask forbids. ``"refuse"``: what the rules say, mostly that the seat is asked again (R25);
``"raise"``: a :class:`overhear.UsageError`; ``"lose"``: the game ends with a reward of -1. ``info["illegal"]`` says that one was
made."""

Observation = dict[str, NDArray[Any]]


def words_space(episode: Episode, seat: int) -> spaces.Dict:
    moves = episode.moves(seat)
    most = max(episode.moves(0), episode.moves(3))
    told = spaces.Box(-1, most, (episode.width,), np.int32)
    return spaces.Dict({"observation": told, "action_mask": spaces.Box(0, 1, (moves,), np.int8)})


def observation_space_of(episode: Episode, seat: int, features: Features | None) -> spaces.Dict:
    """The space of what a seat is told, in words if there are no features."""
    if features is None:
        return words_space(episode, seat)
    told = spaces.Box(features.low, features.high, (features.width,), np.float32)
    return spaces.Dict({"observation": told, "action_mask": spaces.Box(0, 1, (features.moves,), np.int8)})


def learner_seat(episode: Episode, name: str) -> int:
    """The place of the learner's seat in :data:`overhear.SEATS`."""
    if len(episode.seats) != 1:
        raise UsageError(f"seat: `{name}` does not play by these rules; choose a role that they have")
    return episode.seats[0]


def observe_words(episode: Episode, seat: int) -> Observation:
    # As `Episode.observe` and `Episode.legal`, without their checks of a seat that is known: these are a tenth of a step.
    told, legal = episode._core.observe(seat), episode._core.legal(seat)
    return {"observation": np.array(np.frombuffer(told, np.int32)), "action_mask": np.array(np.frombuffer(legal, np.int8))}


def check_render_mode(mode: str | None) -> None:
    """Refuses what no environment here can be rendered as."""
    if mode is not None and mode != "ansi":
        raise UsageError(f"render_mode: {quoted(mode)} is neither 'ansi' nor None")


def reset_first(what: str, is_dealt: bool) -> UsageError:
    """The error of a call that takes a game in progress."""
    return UsageError(f"{what}: the game is over; call reset first" if is_dealt else f"{what}: nothing is dealt; call reset first")


class Score:
    """What a game is worth to White, as it goes on."""

    def __init__(self, reward: Reward) -> None:
        check_choice("reward", reward, Reward)
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


def draw_seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**63))


def record_text(episode: Episode, state: State, seat: int) -> str:
    """The public record as text."""
    clues = episode.world.clues
    lines = []
    for half in Seen.of(episode.observe(seat)).history:
        words = ", ".join("–" if word < 0 else clues[word] for word in half[3:6])
        code, guess, caught = ("".join(map(str, half[start : start + 3])) for start in (6, 9, 12))
        lines.append(f"{half[0]} {('White', 'Black')[half[1]]}: {words} | {code}, guessed {guess}, intercepted {caught}")
    return "\n".join([*lines, f"tokens {state.tokens}, winner {state.winner}" if state.over else f"tokens {state.tokens}"])


def deal_game(episode: Episode, options: dict[str, Any] | None, rng: np.random.Generator) -> State:
    """Deals until a seat is asked; ``options={"seed": s, "deal": n}`` asks for one deal.

    Other options are left to wrappers, as PettingZoo has it.
    """
    asked = mapping("options", {} if options is None else options)
    check(seed=asked.get("seed"))
    state = episode.reset(asked["seed"] if "seed" in asked else draw_seed(rng), asked.get("deal", 0))
    while state.over:
        state = episode.reset(draw_seed(rng))
    return state


class SeatEnv(gymnasium.Env[Observation, Union[int, np.int64]]):
    """The game for one learner in one seat; ``white`` and ``black`` have the others: built-in agents, or agents of your own such as an earlier state of the
    learner.

    ``observe`` says in which terms the seat is told what it knows. With ``"likelihoods"`` and ``"vectors"`` a move of an Encryptor
    is one of ``candidates`` clues: the likeliest legal ones for the keyword that the next clue is to stand for, the likeliest
    first; those of the other seats are as ever. An observation is ``{"observation": …, "action_mask": int8[moves]}``.

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
        render_mode: str | None = None,
    ) -> None:
        self.episode = Episode(
            seats=[seat], white=white, black=black, rules=rules, set=set, team_size=team_size, world=world
        )
        self._seat = learner_seat(self.episode, seat)
        check_given(candidates=candidates)
        check_choice("illegal", illegal, Illegal)
        check_choice("observe", observe, Observe)
        check_render_mode(render_mode)
        self._sign = 1.0 if seat.startswith("white") else -1.0
        self.render_mode, self._illegal = render_mode, illegal
        self._features = None if observe == "words" else Features(self.episode, self._seat, observe, candidates)
        self.observation_space: spaces.Space[Any] = observation_space_of(self.episode, self._seat, self._features)
        moves = self.episode.moves(self._seat) if self._features is None else self._features.moves
        self.action_space: spaces.Space[Any] = spaces.Discrete(moves)
        self._choice: NDArray[np.int64] = np.zeros(0, np.int64)
        self._score = Score(reward)
        self._mask: NDArray[np.int8] = np.zeros(moves, np.int8)
        self._is_dealt, self._is_over = False, True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals until the seat is asked. ``options={"seed": s, "deal": n}`` asks for one deal."""
        check(seed=seed)
        super().reset(seed=None if seed is None else int(seed))
        state = deal_game(self.episode, options, self.np_random)
        self._score.reset(state)
        self._is_dealt, self._is_over = True, False
        return self._told(state, False)

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Moves, and plays on until the seat is asked again."""
        if self._is_over:
            raise reset_first("step", self._is_dealt)
        move, mask = whole_number("action", action), self._mask
        if not 0 <= move < len(mask):
            raise IndexError(f"action: {quoted(move)}: there are {len(mask)} moves, 0 to {len(mask) - 1}")
        illegal = not mask[move]
        if illegal and self._illegal == "raise":
            raise UsageError(f"action: {move} is illegal now; choose one that action_masks() allows")
        if illegal and self._illegal == "lose":
            observation, info = self._told(self._state, True)
            self._is_over = True
            return observation, -1.0, True, False, info
        state = self.episode.act(self._meant(move))
        self._is_over = state.over
        observation, info = self._told(state, illegal)
        return observation, self._sign * self._score.gain(state), state.over, False, info

    def _meant(self, move: int) -> int:
        """The move of the game that a move stands for."""
        return int(self._choice[move]) if len(self._choice) else move

    def action_masks(self) -> NDArray[np.bool_]:
        """Which moves are legal now, as Stable-Baselines3's MaskablePPO asks: bool[moves]."""
        if not self._is_dealt:
            raise reset_first("action_masks", False)
        return self._mask.astype(np.bool_)

    def _told(self, state: State, illegal: bool) -> tuple[Observation, dict[str, Any]]:
        self._state = state
        told = observe_words(self.episode, self._seat) if self._features is None else self._translated(self._features)
        self._mask = told["action_mask"].copy()
        return told, {"round": state.round, "tokens": state.tokens, "illegal": illegal}

    def _translated(self, features: Features) -> Observation:
        """What the seat is told in other terms than words."""
        if features.candidates is None:
            legal = self.episode.legal(self._seat)
        else:
            self._choice, legal = self.episode.shortlist(self._seat, features.candidates)
        row = features.tell(self.episode.observe(self._seat)[None], self._choice[None])
        return {"observation": row[0], "action_mask": legal}

    def render(self) -> str:
        """The public record as text."""
        if not self._is_dealt:
            raise reset_first("render", False)
        return record_text(self.episode, self._state, self._seat)

    def __repr__(self) -> str:
        return f"<SeatEnv: {SEATS[self._seat]}, {len(self._mask)} moves>"
