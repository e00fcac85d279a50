"""What a seat is told, as numbers that something can be learnt from."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._episode import Episode, Seen
from ._errors import UsageError
from ._world import World

Observe = Literal["words", "likelihoods", "vectors"]
"""``"words"``: the numbers of :class:`overhear.Seen`. ``"likelihoods"``: log P(clue | keyword), as agents estimate it; for an
interceptor, whose opponents' keywords are hidden, under each slot's posterior by the earlier clues. ``"vectors"``: directions of
words in the word space."""

LOWEST = -20.0
"""The least log-likelihood that is told apart."""

Row = NDArray[np.float32]


@lru_cache(maxsize=2)
def _logs(world: World) -> NDArray[np.float32]:
    """log P(clue | keyword), a row for each keyword."""
    rows = np.stack([world.likelihoods(keyword) for keyword in range(len(world.keywords))])
    with np.errstate(divide="ignore"):
        logs: Row = np.maximum(np.log(rows), LOWEST).astype(np.float32)
    return logs


@lru_cache(maxsize=2)
def _directions(world: World) -> tuple[Row, Row]:
    """Unit vectors of keywords and of clues; zeros for what the space does not have."""

    def unit(words: list[str]) -> Row:
        known = [word for word in words if word in world._places]
        rows = np.zeros((len(words), world.dims), np.float32)
        vectors = world.vectors(known).astype(np.float32)
        rows[[place for place, word in enumerate(words) if word in world._places]] = vectors / np.maximum(
            np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9
        )
        return rows

    return unit(world.keywords), unit(world.clues)


class Features:
    """The observations and the moves of a seat, in other terms than words."""

    def __init__(self, episode: Episode, seat: int, observe: Observe, candidates: int) -> None:
        if observe not in ("likelihoods", "vectors"):
            raise UsageError(f"observe: {observe!r} is not 'words', 'likelihoods' or 'vectors'")
        if not 1 <= candidates <= episode.moves(0):
            raise UsageError(f"candidates: {candidates} is not in 1..={episode.moves(0)}")
        self._episode, self._seat, self._role, self._count = episode, seat, seat % 4, candidates
        self._logs = _logs(episode.world)
        told: dict[tuple[str, int], Callable[[Seen], Row]] = {
            ("likelihoods", 0): self._of_candidates, ("likelihoods", 1): self._of_own, ("likelihoods", 2): self._of_slots,
            ("likelihoods", 3): self._of_keywords, ("vectors", 0): self._candidate_vectors, ("vectors", 1): self._own_vectors,
            ("vectors", 2): self._slot_vectors, ("vectors", 3): self._named_slot_vectors,
        }  # fmt: skip
        self._tell = told[observe, self._role]
        self.low, self.high = (LOWEST, 1.0) if observe == "likelihoods" else (-1.0, 1.0)
        dims = episode.world.dims
        sizes = {
            ("likelihoods", 0): 4 * candidates, ("likelihoods", 1): 12, ("likelihoods", 2): 12,
            ("likelihoods", 3): len(episode.world.keywords), ("vectors", 0): (4 + candidates) * dims,
            ("vectors", 1): 7 * dims, ("vectors", 2): 7 * dims, ("vectors", 3): dims,
        }  # fmt: skip
        self.width = sizes[observe, self._role]
        self.moves = candidates if self._role == 0 else episode.moves(seat)
        self._choice: NDArray[np.int64] = np.zeros(candidates, np.int64)

    def tell(self) -> dict[str, NDArray[Any]]:
        """What the seat is told now, and which of its moves are legal."""
        seen = Seen.of(self._episode.observe(self._seat))
        legal = self._episode.legal(self._seat)
        if self._role == 0:
            legal = self._chosen_from(seen, legal)
        return {"observation": np.ascontiguousarray(self._tell(seen), np.float32), "action_mask": legal}

    def move(self, action: int) -> int:
        """The move of the game that an action stands for."""
        if self._role != 0:
            return action
        if not 0 <= action < self._count:
            raise IndexError(f"{action}: there are {self._count} moves")
        return int(self._choice[action])

    def _chosen_from(self, seen: Seen, legal: NDArray[np.int8]) -> NDArray[np.int8]:
        """Picks the likeliest legal clues for the keyword that the next clue is to stand for."""
        likely = np.where(legal > 0, self._logs[self._meant(seen)[0]], 2 * LOWEST)
        best = np.argpartition(-likely, self._count - 1)[: self._count]
        self._choice = best[np.lexsort((best, -likely[best]))]
        mask: NDArray[np.int8] = legal[self._choice]
        return mask

    @staticmethod
    def _meant(seen: Seen) -> NDArray[np.int64]:
        """The own keywords; first the keyword of the next clue."""
        place = min(int((seen.clues >= 0).sum()), 2)
        slot = max(int(seen.code[place]) - 1, 0)
        return np.roll(np.maximum(seen.keywords, 0), -slot).astype(np.int64)

    def _of_candidates(self, seen: Seen) -> Row:
        told: Row = self._logs[self._meant(seen)[:, None], self._choice].T.ravel()
        return told

    def _heard(self, seen: Seen) -> NDArray[np.int64]:
        return np.maximum(seen.clues, 0).astype(np.int64)

    def _of_own(self, seen: Seen) -> Row:
        told = self._logs[seen.keywords[:, None], self._heard(seen)].T
        return np.where(seen.clues[:, None] < 0, LOWEST, told).ravel()

    def _posteriors(self, seen: Seen) -> NDArray[np.float64]:
        """P(keyword | earlier clues) for each slot of the other team: float64[4, keywords]."""
        sums = np.zeros((4, len(self._logs)))
        for half in seen.history[seen.history[:, 1] != seen.side]:
            for clue, digit in zip(half[3:6], half[6:9]):
                if clue >= 0:
                    sums[digit - 1] += self._logs[:, clue]
        own = seen.keywords[seen.keywords >= 0]
        sums[:, own] = -np.inf
        weights = np.exp(sums - sums.max(axis=1, keepdims=True))
        found: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
        return found

    def _of_slots(self, seen: Seen) -> Row:
        under = self._posteriors(seen) @ np.exp(self._logs[:, self._heard(seen)].astype(np.float64))
        told = np.maximum(np.log(np.maximum(under, 1e-30)), LOWEST).T
        return np.where(seen.clues[:, None] < 0, LOWEST, told).ravel()

    def _named_slot(self, seen: Seen) -> int:
        return min(int((seen.named >= 0).sum()), 3)

    def _of_keywords(self, seen: Seen) -> Row:
        posterior = self._posteriors(seen)[self._named_slot(seen)]
        told: Row = np.maximum(np.log(np.maximum(posterior, 1e-30)), LOWEST).astype(np.float32)
        return told

    def _clue_vectors(self, seen: Seen) -> Row:
        clues = _directions(self._episode.world)[1]
        return np.where(seen.clues[:, None] < 0, 0, clues[self._heard(seen)]).astype(np.float32)

    def _own_vectors(self, seen: Seen) -> Row:
        keywords = _directions(self._episode.world)[0]
        return np.concatenate([keywords[seen.keywords].ravel(), self._clue_vectors(seen).ravel()])

    def _candidate_vectors(self, seen: Seen) -> Row:
        keywords, clues = _directions(self._episode.world)
        return np.concatenate([keywords[self._meant(seen)].ravel(), clues[self._choice].ravel()])

    def _slot_means(self, seen: Seen) -> Row:
        """The mean direction of the earlier clues of each slot of the other team."""
        clues = _directions(self._episode.world)[1]
        means = np.zeros((4, clues.shape[1]), np.float32)
        for half in seen.history[seen.history[:, 1] != seen.side]:
            for clue, digit in zip(half[3:6], half[6:9]):
                if clue >= 0:
                    means[digit - 1] += clues[clue]
        rows: Row = means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)
        return rows

    def _slot_vectors(self, seen: Seen) -> Row:
        return np.concatenate([self._slot_means(seen).ravel(), self._clue_vectors(seen).ravel()])

    def _named_slot_vectors(self, seen: Seen) -> Row:
        row: Row = self._slot_means(seen)[self._named_slot(seen)]
        return row
