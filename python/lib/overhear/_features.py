"""What a seat is told, as numbers that something can be learnt from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._episode import HALF_WIDTH, HEAD_WIDTH, Episode
from ._overhear import LOWEST
from ._ranges import check, check_choice, check_within
from ._world import World

Observe = Literal["words", "likelihoods", "vectors", "context"]
"""``"words"``: the numbers of :class:`overhear.Seen`. ``"likelihoods"``: log P(clue | keyword), as agents estimate it; for an
interceptor, whose opponents' keywords are hidden, under each slot's posterior by the earlier clues. ``"vectors"``: directions of
words in the word space. ``"context"``: ``"likelihoods"``, and what was before: for an Encryptor the greatest cosine of each clue that it chooses among
with the earlier clues for each own keyword, the keyword of the next clue first (-1 without any); then for every seat half the tokens (own interceptions and
miscommunications, the opponents' interceptions and miscommunications) and an eighth of the round."""

_SITUATION = 5
"""How many numbers tokens and round are."""

Row = NDArray[np.float32]


@lru_cache(maxsize=2)
def _log_bytes(world: World) -> bytes:
    """log P(clue | keyword) as 32-bit floats: a row for each clue, a column for each keyword. Many games at once read these very bytes."""
    rows = np.stack([world.likelihoods(keyword) for keyword in range(len(world.keywords))])
    with np.errstate(divide="ignore"):
        logs: Row = np.maximum(np.log(rows), LOWEST).T.astype(np.float32)
    return logs.tobytes()


@lru_cache(maxsize=2)
def _logs(world: World) -> Row:
    """The same as an array."""
    return np.frombuffer(_log_bytes(world), np.float32).reshape(-1, len(world.keywords))


@lru_cache(maxsize=2)
def _directions(world: World) -> tuple[Row, Row]:
    """Unit vectors of keywords and of clues; zeros for what the space does not have."""

    def unit(words: list[str]) -> Row:
        known = [word for word in words if word in world._places]
        rows = np.zeros((len(words), world.dims), np.float32)
        vectors = world.vectors(known)
        rows[[place for place, word in enumerate(words) if word in world._places]] = vectors / np.maximum(
            np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9
        )
        return rows

    return unit(world.keywords), unit(world.clues)


def _at(rows: NDArray[Any], places: NDArray[np.int64]) -> NDArray[Any]:
    """Rows of a table by their numbers, zeros for what is below 0."""
    return np.where(places[..., None] < 0, 0, rows[np.maximum(places, 0)])


class Sheets:
    """What seats see, a row of each array for each game; the parts of :class:`overhear.Seen`."""

    def __init__(self, rows: NDArray[np.int32]) -> None:
        told = rows.astype(np.int64)
        self.side, self.round = told[:, 0], told[:, 2]
        self.keywords, self.code, self.clues, self.named = told[:, 3:7], told[:, 7:10], told[:, 10:13], told[:, 13:16]
        self.halves = told[:, HEAD_WIDTH:].reshape(len(told), -1, HALF_WIDTH)

    @property
    def heard(self) -> NDArray[np.int64]:
        """The clues, 0 where there is none."""
        heard: NDArray[np.int64] = np.maximum(self.clues, 0)
        return heard

    def slots(self) -> NDArray[np.int64]:
        """The own slots; first that of the next clue."""
        place = np.minimum((self.clues >= 0).sum(axis=1), 2)
        digit = np.take_along_axis(self.code, place[:, None], axis=1)
        slots: NDArray[np.int64] = (np.maximum(digit - 1, 0) + np.arange(4)) % 4
        return slots

    def meant(self) -> NDArray[np.int64]:
        """The own keywords; first the keyword of the next clue."""
        meant: NDArray[np.int64] = np.maximum(np.take_along_axis(self.keywords, self.slots(), axis=1), 0)
        return meant

    def situation(self) -> NDArray[np.float64]:
        """Half the tokens (own interceptions and miscommunications, then the opponents'), and an eighth of the round: float64[games, 5]."""
        played = self.halves[:, :, 0] > 0
        is_own = self.halves[:, :, 1] == self.side[:, None]
        code, guess, interception = (self.halves[:, :, start : start + 3] for start in (6, 9, 12))
        is_missed = played & ((code != guess).any(axis=2) | (self.halves[:, :, 2] > 0))
        is_caught = played & (code == interception).all(axis=2)
        counts = [is_caught & ~is_own, is_missed & is_own, is_caught & is_own, is_missed & ~is_own]
        tokens = np.stack([count.sum(axis=1) for count in counts], axis=1) / 2
        return np.concatenate([tokens, self.round[:, None] / 8], axis=1)

    def named_slot(self) -> NDArray[np.int64]:
        """The slot whose keyword is to be named."""
        slot: NDArray[np.int64] = np.minimum((self.named >= 0).sum(axis=1), 3)
        return slot

    def earlier(self, own: bool) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]:
        """The earlier clues of the own or the other team, one after the other: games, slots and clues."""
        for half in np.moveaxis(self.halves, 1, 0):
            is_meant = (half[:, 0] > 0) & ((half[:, 1] == self.side) == own)
            for clue, digit in zip(half[:, 3:6].T, half[:, 6:9].T):
                games = np.flatnonzero(is_meant & (clue >= 0))
                if len(games):
                    yield games, digit[games] - 1, clue[games]


class Features:
    """The observations of a seat in other terms than words, for many games at once."""

    def __init__(self, episode: Episode, seat: int, observe: Observe, candidates: int) -> None:
        check_choice("observe", observe, Observe)
        check(candidates=candidates)
        check_within("candidates", candidates, 1, episode.moves(0))
        self._world, role = episode.world, seat % 4
        self.candidates = int(candidates) if role == 0 else None
        """How many clues an Encryptor chooses among; None for the other seats."""
        told: dict[tuple[str, int], Callable[[Sheets, NDArray[np.int64]], NDArray[Any]]] = {
            ("likelihoods", 0): self._of_candidates, ("likelihoods", 1): self._of_own, ("likelihoods", 2): self._of_slots,
            ("likelihoods", 3): self._of_keywords, ("vectors", 0): self._candidate_vectors, ("vectors", 1): self._own_vectors,
            ("vectors", 2): self._slot_vectors, ("vectors", 3): self._named_slot_vectors,
        }  # fmt: skip
        self._has_context = observe == "context"
        observe = "likelihoods" if self._has_context else observe
        self._tell = told[observe, role]
        self.low, self.high = (LOWEST, 16.0 if self._has_context else 1.0) if observe == "likelihoods" else (-1.0, 1.0)
        dims = episode.world.dims
        sizes = {
            ("likelihoods", 0): 4 * int(candidates), ("likelihoods", 1): 12, ("likelihoods", 2): 12,
            ("likelihoods", 3): len(episode.world.keywords), ("vectors", 0): (4 + int(candidates)) * dims,
            ("vectors", 1): 7 * dims, ("vectors", 2): 7 * dims, ("vectors", 3): dims,
        }  # fmt: skip
        self._told_width = sizes[observe, role]
        context = _SITUATION + (4 * int(candidates) if role == 0 else 0)
        self.width = self._told_width + (context if self._has_context else 0)
        self.moves = episode.moves(seat) if self.candidates is None else self.candidates
        is_native = observe == "likelihoods" and role < 2 and not self._has_context
        self.table = (_log_bytes(episode.world), len(episode.world.keywords)) if is_native else None
        """What games side by side make the observations of without being asked, where they can."""

    def tell(self, rows: NDArray[np.int32], choice: NDArray[np.int64]) -> Row:
        """What the seat is told: float32[games, width]. ``choice`` are the clues that an Encryptor chooses among."""
        seen = Sheets(rows)
        parts = [self._tell(seen, choice).reshape(len(rows), self._told_width)]
        if self._has_context and self.candidates is not None:
            parts.append(self._likeness(seen, choice).reshape(len(rows), -1))
        if self._has_context:
            parts.append(seen.situation())
        return np.ascontiguousarray(np.concatenate(parts, axis=1), np.float32)

    def _likeness(self, seen: Sheets, choice: NDArray[np.int64]) -> Row:
        """The greatest cosine of each clue to choose among with the earlier clues for each own keyword: float32[games, candidates, 4]."""
        directions = _directions(self._world)[1]
        by_slot = np.full((*choice.shape, 4), -1, np.float32)
        for games, slots, clues in seen.earlier(own=True):
            cosines = np.einsum("gcd,gd->gc", directions[choice[games]], directions[clues])
            by_slot[games, :, slots] = np.maximum(by_slot[games, :, slots], cosines)
        return np.take_along_axis(by_slot, seen.slots()[:, None, :], axis=2)

    def _of_candidates(self, seen: Sheets, choice: NDArray[np.int64]) -> Row:
        told: Row = _logs(self._world)[choice[:, :, None], seen.meant()[:, None, :]]
        return told

    def _of_own(self, seen: Sheets, choice: NDArray[np.int64]) -> NDArray[Any]:
        told = _logs(self._world)[seen.heard[:, :, None], seen.keywords[:, None, :]]
        return np.where(seen.clues[:, :, None] < 0, LOWEST, told)

    def _posteriors(self, seen: Sheets) -> NDArray[np.float64]:
        """P(keyword | earlier clues) for each slot of the other team: float64[games, 4, keywords]."""
        logs = _logs(self._world)
        sums = np.zeros((len(seen.side), 4, logs.shape[1]))
        for games, slots, clues in seen.earlier(own=False):
            sums[games, slots] += logs[clues]
        for own in seen.keywords.T:
            games = np.flatnonzero(own >= 0)
            sums[games, :, own[games]] = -np.inf
        weights = np.exp(sums - sums.max(axis=2, keepdims=True))
        found: NDArray[np.float64] = weights / weights.sum(axis=2, keepdims=True)
        return found

    def _of_slots(self, seen: Sheets, choice: NDArray[np.int64]) -> NDArray[Any]:
        likely = np.exp(_logs(self._world)[seen.heard].astype(np.float64))
        under = likely @ self._posteriors(seen).transpose(0, 2, 1)
        told = np.maximum(np.log(np.maximum(under, 1e-30)), LOWEST)
        return np.where(seen.clues[:, :, None] < 0, LOWEST, told)

    def _of_keywords(self, seen: Sheets, choice: NDArray[np.int64]) -> NDArray[Any]:
        posterior = self._posteriors(seen)[np.arange(len(seen.side)), seen.named_slot()]
        told: NDArray[Any] = np.maximum(np.log(np.maximum(posterior, 1e-30)), LOWEST)
        return told

    def _own_vectors(self, seen: Sheets, choice: NDArray[np.int64]) -> NDArray[Any]:
        keywords, clues = _directions(self._world)
        return np.concatenate([_at(keywords, seen.keywords), _at(clues, seen.clues)], axis=1)

    def _candidate_vectors(self, seen: Sheets, choice: NDArray[np.int64]) -> NDArray[Any]:
        keywords, clues = _directions(self._world)
        return np.concatenate([keywords[seen.meant()], clues[choice]], axis=1)

    def _slot_means(self, seen: Sheets) -> Row:
        """The mean direction of the earlier clues of each slot of the other team: float32[games, 4, dims]."""
        clues = _directions(self._world)[1]
        means = np.zeros((len(seen.side), 4, clues.shape[1]), np.float32)
        for games, slots, given in seen.earlier(own=False):
            means[games, slots] += clues[given]
        found: Row = means / np.maximum(np.linalg.norm(means, axis=2, keepdims=True), 1e-9)
        return found

    def _slot_vectors(self, seen: Sheets, choice: NDArray[np.int64]) -> NDArray[Any]:
        return np.concatenate([self._slot_means(seen), _at(_directions(self._world)[1], seen.clues)], axis=1)

    def _named_slot_vectors(self, seen: Sheets, choice: NDArray[np.int64]) -> NDArray[Any]:
        row: NDArray[Any] = self._slot_means(seen)[np.arange(len(seen.side)), seen.named_slot()]
        return row
