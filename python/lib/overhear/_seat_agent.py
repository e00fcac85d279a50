"""What was learned in an environment of one seat, as an agent that plays anywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._agents import Agent
from ._batch import CODES, METHODS, Batch
from ._episode import HALF_WIDTH, HEAD_WIDTH, Episode
from ._errors import UsageError
from ._features import Features, Observe
from ._files import text
from ._ranges import check_choice, check_given, quoted
from ._world import World

Policy = Callable[[NDArray[np.float32], NDArray[np.bool_]], Any]
"""What chooses moves: of float32[n, width], the observations of ``n`` games, and bool[n, moves], the masks, it makes int[n]."""

_ROLES = ("encryptor", "guesser", "interceptor")


class SeatAgent(Agent):
    """An agent that chooses by a policy in one role, and is told what :class:`overhear.env.SeatEnv` tells: so what has learned in an
    environment plays in leagues. ``stand_in`` plays the other roles.

    ``role`` is ``"encryptor"``, ``"guesser"`` or ``"interceptor"``; ``observe`` and ``candidates`` are those of the environment. ``policy(observations, masks)``
    gets float32[n, width] and bool[n, moves] and returns a move for each row. Its answer must depend on the row alone, without chance. Raise ``version`` when it changes.

    >>> import numpy as np
    >>> import overhear
    >>> likeliest = overhear.env.SeatAgent("encryptor", lambda observations, masks: np.zeros(len(masks), int), version="1")
    >>> result = overhear.tournament({"likeliest": likeliest, "margin": "margin"}, pairs=10, seed=1)
    >>> len(result.standings)
    2
    """

    def __init__(
        self,
        role: str,
        policy: Policy,
        *,
        observe: Observe = "context",
        candidates: int = 64,
        name: str = "",
        version: str = "",
        stand_in: str = "margin/bayes",
    ) -> None:
        if role not in _ROLES:
            raise UsageError(f"role: {quoted(role)} is no role of a policy; take {', '.join(_ROLES)}")
        check_choice("observe", observe, Observe)
        if observe == "words":
            raise UsageError("observe: 'words' is no observation of numbers; take 'likelihoods', 'vectors' or 'context'")
        check_given(candidates=candidates)
        self.name, self.version, self.stand_in = text("name", name), text("version", version), text("stand_in", stand_in)
        self._role, self._policy, self._observe, self._candidates = _ROLES.index(role), policy, observe, candidates
        # A method that an agent has not is played by its stand-in.
        answers = self._choose_clues if role == "encryptor" else self._choose_codes
        setattr(self, METHODS[self._role], answers)

    def setup(self, world: World) -> None:
        """Prepares what is observed."""
        seat = self._role
        self._episode = Episode(seats=["white_" + _ROLES[seat]], world=world)
        self._features = Features(self._episode, seat, self._observe, self._candidates)

    def _choose_codes(self, batch: Batch) -> NDArray[np.int64]:
        told = self._features.tell(_rows(batch, self._role), np.zeros((batch.n, 0), np.int64))
        moves = self._moves(told, np.ones((batch.n, len(CODES)), np.bool_))
        codes: NDArray[np.int64] = np.array(CODES)[moves]
        return codes

    def _choose_clues(self, batch: Batch) -> NDArray[np.int64]:
        rows, history = _rows(batch, self._role), batch.history
        said: list[list[int]] = [[] for _ in range(batch.n)]
        own = history.side == batch.side[history.row]
        for row, clues in zip(history.row[own], history.clues[own]):
            said[row].extend(clues.tolist())
        refused = batch.refused
        for row, clue in zip(refused.row, refused.clue):
            said[row].append(int(clue))
        for place in range(3):
            listed = [self._shortlist(batch.keywords[row].tolist(), int(batch.meant[row, place]), said[row]) for row in range(batch.n)]
            choice = np.frombuffer(b"".join(clues for clues, _ in listed), np.uint32).astype(np.int64).reshape(batch.n, self._candidates)
            masks = np.frombuffer(b"".join(legal for _, legal in listed), np.bool_).reshape(batch.n, self._candidates)
            moves = self._moves(self._features.tell(rows, choice), masks)
            rows[:, 10 + place] = choice[np.arange(batch.n), moves]
            for row, clue in enumerate(rows[:, 10 + place].tolist()):
                said[row].append(clue)
        return rows[:, 10:13].astype(np.int64)

    def _shortlist(self, own: list[int], keyword: int, said: list[int]) -> tuple[bytes, bytes]:
        """The clues that an Encryptor chooses among, as an environment has them, and which of them are legal."""
        return self._episode._core.shortlist_of(own, keyword, [clue for clue in said if clue >= 0], self._candidates)

    def _moves(self, told: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        moves = np.asarray(self._policy(told, masks))
        if moves.shape != (len(told),) or moves.dtype.kind not in "iu":
            raise UsageError(f"policy: an array of {len(told)} whole numbers is wanted, not {moves.dtype}{list(moves.shape)}")
        if len(moves) and (moves.min() < 0 or moves.max() >= masks.shape[1]):
            raise UsageError(f"policy: a move is beyond the {masks.shape[1]} that there are")
        return moves.astype(np.int64)


def _rows(batch: Batch, role: int) -> NDArray[np.int32]:
    """Questions as the observations of an environment, in words."""
    history = batch.history
    counts = np.diff(history.offsets)
    rows = np.full((batch.n, HEAD_WIDTH + HALF_WIDTH * int(counts.max(initial=0))), -1, np.int32)
    rows[:, 0], rows[:, 1], rows[:, 2] = batch.side, role, batch.round
    rows[:, 3:7], rows[:, 7:10], rows[:, 10:13] = batch.keywords, batch.code, batch.clues
    halves = rows[:, HEAD_WIDTH:].reshape(batch.n, -1, HALF_WIDTH)
    places = np.arange(len(history.row)) - history.offsets[history.row]
    parts = [history.round[:, None], history.side[:, None], history.forfeited[:, None], history.clues, history.code, history.guess, history.interception]
    halves[history.row, places] = np.concatenate([part.astype(np.int32) for part in parts], axis=1)
    rows[:, HEAD_WIDTH:] = halves.reshape(batch.n, -1)
    return rows
