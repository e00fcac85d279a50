"""The game as prompts and replies, for libraries that train language models; it takes no package but NumPy.

>>> from overhear.text_env import TextEnv
>>> env = TextEnv("white_guesser")
>>> prompt = env.reset(seed=1)
>>> turn = env.step("The code is 4-2-1.")
>>> turn.reward in (-0.5, 0.0, 0.5, 1.0), turn.done
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ._batch import CODES, METHODS
from ._config import Player, RuleSet, Switches
from ._episode import HOUSE, SEATS, Episode, State
from ._errors import ReplyError, UsageError
from ._files import PathLike
from ._ranges import check, check_given, number
from ._world import World
from .text import parse, prompt, prompts_of, seat_view

__all__ = ["TextEnv", "Turn"]

_ILLEGAL = "the rules do not allow it"


class Turn(NamedTuple):
    """What follows a reply."""

    prompt: str
    """The next prompt; empty when the game is over."""
    reward: float
    """½ for each token that helps the seat's team since its last turn, -½ for each that harms it; -1 for a game that ends by unusable replies."""
    done: bool
    """Whether the game is over."""
    info: dict[str, Any]
    """``seat``, ``role``, ``round`` and ``tokens`` (White's interceptions and miscommunications, then Black's), ``winner`` (1, -1, or 0 without one) and ``refused``: why the
    reply was of no use, or None."""


class TextEnv:
    """A game for a language model in one seat, or in several: ``seats`` are names of :data:`overhear.SEATS`, as in ``["white_encryptor", "white_guesser"]``.

    ``white`` and ``black`` play the other seats: SPECs, agents or bots of your own. Each prompt asks the seat whose turn it is; a reply is read by
    :func:`overhear.text.parse`. A reply without an answer, or with a clue that the vocabulary does not have or the rules forbid, has the same prompt with the
    reason behind it. After ``again`` such replies in a row the game ends with the reward -1. Rewards are those of the seat that has replied; tokens that
    fall between its turns count at its next.
    """

    def __init__(
        self,
        seats: str | Sequence[str] = "white_guesser",
        *,
        white: Player = HOUSE,
        black: Player = HOUSE,
        prompts: PathLike | Any | None = None,
        again: int = 2,
        rules: RuleSet = "official",
        set: Switches = {},  # noqa: B006 - never changed
        world: World | None = None,
    ) -> None:
        self.episode = Episode(seats=[seats] if isinstance(seats, str) else seats, white=white, black=black, rules=rules, set=set, world=world)
        self._prompts, self._again = prompts_of(prompts), number("again", again)
        self._clues = {word: place for place, word in enumerate(self.episode.world.clues)}
        self._keywords = {word: place for place, word in enumerate(self.episode.world.keywords)}
        self._state: State | None = None

    def reset(self, seed: int, deal: int = 0) -> str:
        """Deals, and returns the first prompt. A deal in which no seat of yours is asked is followed by the next of the same seed."""
        check_given(seed=seed, deal=deal)
        check(seed=seed)
        state = self.episode.reset(seed, deal)
        while state.over:
            deal += 1
            state = self.episode.reset(seed, deal)
        self._state, self._unusable, self._balances = state, 0, {seat: 0 for seat in self.episode.seats}
        return self._asked()

    def step(self, reply: str) -> Turn:
        """Answers the last prompt, and plays on to the next or to the end."""
        if self._state is None or self._state.over:
            raise UsageError("step: no game is in progress; call reset first")
        seat = self._state.turn
        try:
            moves = self._moves(reply, seat)
        except ReplyError as refused:
            return self._refused(seat, refused.reason)
        state = self._state
        for move in moves:
            state = self.episode.act(move)
        self._state, self._unusable = state, 0
        balance = state.balance * (1 if seat < len(METHODS) else -1)
        reward, self._balances[seat] = (balance - self._balances[seat]) / 2, balance
        return Turn("" if state.over else self._asked(), reward, state.over, self._info(seat, None))

    def _moves(self, reply: str, seat: int) -> list[int]:
        """The moves that a reply stands for, or the reason why there are none."""
        role, view = METHODS[seat % len(METHODS)], seat_view(self.episode, seat)
        answer = parse(reply, role, view)
        if role == "clues":
            return self._clue_moves(answer["clues"], seat)
        if role == "keywords":
            return [self._keywords[word] for word in answer["keywords"]]
        return [CODES.index(tuple(answer["code"]))]

    def _clue_moves(self, clues: Sequence[str], seat: int) -> list[int]:
        """The clues as moves. They are tried on a copy of the game: of three clues none counts unless all are legal."""
        trial, moves = self.episode.fork(), []
        for clue in clues:
            move = self._clues.get(clue)
            if move is None:
                raise ReplyError(f"`{clue}` is not in the vocabulary")
            if not trial.legal(seat)[move]:
                raise ReplyError(f"`{clue}`: {_ILLEGAL}")
            trial.act(move)
            moves.append(move)
        return moves

    def _refused(self, seat: int, reason: str) -> Turn:
        self._unusable += 1
        if self._unusable > self._again and self._state is not None:
            self._state = self._state._replace(over=True)
            return Turn("", -1.0, True, self._info(seat, reason))
        return Turn(f"{self._asked()}\n\nYour last reply could not be used: {reason}.", 0.0, False, self._info(seat, reason))

    def _asked(self) -> str:
        seat = self.episode_state.turn
        return prompt(seat_view(self.episode, seat), METHODS[seat % len(METHODS)], prompts=self._prompts)

    @property
    def episode_state(self) -> State:
        """How the game stands."""
        if self._state is None:
            raise UsageError("episode_state: nothing is dealt; call reset first")
        return self._state

    def _info(self, seat: int, refused: str | None) -> dict[str, Any]:
        state = self.episode_state
        return {
            "seat": SEATS[seat], "role": METHODS[seat % len(METHODS)], "round": state.round, "tokens": state.tokens, "winner": state.winner,
            "refused": refused,
        }  # fmt: skip
