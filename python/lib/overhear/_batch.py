"""Questions as columns of NumPy."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

METHODS = ("clues", "decode", "intercept", "keywords")
"""What answers a role, in the order of the roles."""

CODES = tuple(itertools.permutations((1, 2, 3, 4), 3))
"""The 24 codes, in the order in which answers weigh them."""

_ROWS: dict[str, tuple[str, int]] = {
    "side": ("u1", 1),
    "member": ("u1", 1),
    "round": ("u1", 1),
    "head": ("u8", 1),
    "seed": ("u8", 1),
    "keywords": ("i4", 4),
    "code": ("u1", 3),
    "clues": ("i4", 3),
    "offsets": ("i8", 1),
    "past_round": ("u1", 1),
    "past_side": ("u1", 1),
    "past_clues": ("i4", 3),
    "past_code": ("u1", 3),
    "past_guess": ("u1", 3),
    "past_interception": ("u1", 3),
    "past_forfeited": ("?", 1),
    "refused_row": ("i8", 1),
    "refused_place": ("u1", 1),
    "refused_clue": ("i4", 1),
}
"""The type of each column, and how many of it make a row."""


def _column(raw: dict[str, Any], name: str) -> NDArray[Any]:
    import numpy

    kind, width = _ROWS[name]
    flat = numpy.frombuffer(raw[name], kind)
    return flat if width == 1 else flat.reshape(-1, width)


class History:
    """Every half that was heard before, of all questions one behind the other: those of question ``i`` are the rows
    ``offsets[i]`` to ``offsets[i + 1]``, in the order of play. ``h`` is their number in all.

    Sides are 0 for White and 1 for Black, digits 1 to 4.
    """

    def __init__(self, raw: dict[str, Any]) -> None:
        self._raw = raw

    @cached_property
    def offsets(self) -> NDArray[numpy.int64]:
        """Where each question's halves begin: int64[n + 1]."""
        return _column(self._raw, "offsets")

    @cached_property
    def row(self) -> NDArray[numpy.int64]:
        """The question that each half belongs to: int64[h]."""
        import numpy

        return numpy.repeat(numpy.arange(len(self.offsets) - 1), numpy.diff(self.offsets))

    @cached_property
    def round(self) -> NDArray[numpy.uint8]:
        """The round, from 1: uint8[h]."""
        return _column(self._raw, "past_round")

    @cached_property
    def side(self) -> NDArray[numpy.uint8]:
        """The team that gave the clues: uint8[h]."""
        return _column(self._raw, "past_side")

    @cached_property
    def clues(self) -> NDArray[numpy.int32]:
        """The clues, -1 where one is missing: int32[h, 3]."""
        return _column(self._raw, "past_clues")

    @cached_property
    def code(self) -> NDArray[numpy.uint8]:
        """The code that was shown: uint8[h, 3]."""
        return _column(self._raw, "past_code")

    @cached_property
    def guess(self) -> NDArray[numpy.uint8]:
        """What the team itself guessed: uint8[h, 3]."""
        return _column(self._raw, "past_guess")

    @cached_property
    def interception(self) -> NDArray[numpy.uint8]:
        """What the other team guessed, 0 where it might not: uint8[h, 3]."""
        return _column(self._raw, "past_interception")

    @cached_property
    def forfeited(self) -> NDArray[numpy.bool_]:
        """Whether an illegal clue cost the code: bool[h]."""
        return _column(self._raw, "past_forfeited")


class Refused:
    """Clues that were refused before the Encryptor was asked again (R25); mostly there are none."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self._raw = raw

    def __len__(self) -> int:
        return len(self.why)

    @property
    def row(self) -> NDArray[numpy.int64]:
        """The question: int64[r]."""
        return _column(self._raw, "refused_row")

    @property
    def place(self) -> NDArray[numpy.uint8]:
        """The place among the three clues, from 0: uint8[r]."""
        return _column(self._raw, "refused_place")

    @property
    def clue(self) -> NDArray[numpy.int32]:
        """The clue: int32[r]."""
        return _column(self._raw, "refused_clue")

    @property
    def why(self) -> list[str]:
        """The rule, in words."""
        return list(self._raw["refused_why"])


class Batch:
    """``n`` questions to one method of an :class:`overhear.Agent`, of many games: a row for each, read-only.

    Words are numbers: a clue is a place in ``World.clues``, a keyword one in ``World.keywords``. Sides are 0 for White and 1
    for Black; digits are 1 to 4.
    """

    def __init__(self, role: str, n: int, raw: dict[str, Any]) -> None:
        self.role = role
        """The method that is asked: ``"clues"``, ``"decode"``, ``"intercept"`` or ``"keywords"``."""
        self.n = n
        """How many questions there are."""
        self._raw = raw

    def __len__(self) -> int:
        return self.n

    @cached_property
    def side(self) -> NDArray[numpy.uint8]:
        """The own team: uint8[n]."""
        return _column(self._raw, "side")

    @cached_property
    def member(self) -> NDArray[numpy.uint8]:
        """Which member of the team is asked, from 0: uint8[n]."""
        return _column(self._raw, "member")

    @cached_property
    def head(self) -> NDArray[numpy.uint64]:
        """A number that identifies the member's individual associations, the same through a game, 53 bits: uint64[n]."""
        return _column(self._raw, "head")

    @cached_property
    def round(self) -> NDArray[numpy.uint8]:
        """The round, from 1; 0 where keywords are asked for, when the game is over: uint8[n]."""
        return _column(self._raw, "round")

    @cached_property
    def seed(self) -> NDArray[numpy.uint64]:
        """Where to begin with random numbers, the question's own, 53 bits: uint64[n]."""
        return _column(self._raw, "seed")

    @cached_property
    def keywords(self) -> NDArray[numpy.int32]:
        """The own team's keywords, 1 to 4; -1 for the lone Interceptor, who has none: int32[n, 4]."""
        return _column(self._raw, "keywords")

    @cached_property
    def code(self) -> NDArray[numpy.uint8]:
        """The code to give clues for; 0 where none is known: uint8[n, 3]."""
        return _column(self._raw, "code")

    @cached_property
    def clues(self) -> NDArray[numpy.int32]:
        """The clues that were heard, -1 where one is missing or none was heard: int32[n, 3]."""
        return _column(self._raw, "clues")

    @cached_property
    def meant(self) -> NDArray[numpy.int32]:
        """The keywords that the three clues are to stand for, for ``clues``: int32[n, 3]."""
        import numpy

        if self.role != "clues":
            raise AttributeError(f"the code is hidden from an agent that is asked to {self.role}")
        return numpy.take_along_axis(self.keywords, self.code.astype(numpy.int64) - 1, axis=1)

    @cached_property
    def history(self) -> History:
        """What was heard before."""
        return History(self._raw)

    @cached_property
    def refused(self) -> Refused:
        """What was refused before."""
        return Refused(self._raw)

    def row(self, i: int) -> Batch:
        """One question as a batch of its own."""
        return self.select([range(self.n)[i]])

    def rows(self) -> Iterator[Batch]:
        """Every question as a batch of its own, in their order."""
        return map(self.row, range(self.n))

    def select(self, rows: Sequence[int]) -> Batch:
        """Some questions as a batch."""
        import numpy

        offsets = _column(self._raw, "offsets")
        wanted = numpy.asarray(rows, numpy.int64)
        pieces = [numpy.arange(offsets[row], offsets[row + 1]) for row in wanted]
        halves = numpy.concatenate(pieces) if pieces else numpy.zeros(0, numpy.int64)
        refused_row = _column(self._raw, "refused_row")
        refused = [(place, n) for n, row in enumerate(wanted) for place in numpy.flatnonzero(refused_row == row)]
        own = numpy.asarray([place for place, _ in refused], numpy.int64)
        raw: dict[str, Any] = {"refused_why": [self._raw["refused_why"][place] for place in own]}
        for name, (kind, _) in _ROWS.items():
            column = _column(self._raw, name)
            if name == "offsets":
                part = numpy.cumsum([0, *map(len, pieces)])
            elif name == "refused_row":
                part = numpy.asarray([n for _, n in refused])
            elif name.startswith("refused_"):
                part = column[own]
            else:
                part = column[halves if name.startswith("past_") else wanted]
            raw[name] = part.astype(kind, copy=False).tobytes()
        return Batch(self.role, len(wanted), raw)

    def parts(self) -> list[bytes]:
        """Everything that is told, as bytes."""
        reasons = "\n".join(self._raw["refused_why"])
        return [self.role.encode(), *(bytes(self._raw[name]) for name in _ROWS), reasons.encode()]

    def __repr__(self) -> str:
        if self.n != 1:
            return f"<{self.n} questions: {self.role}>"
        side = ("white", "black")[self.side[0]]
        told = [f"{side}, member {self.member[0]}, round {self.round[0]}, keywords {self.keywords[0].tolist()}"]
        if self.role == "clues":
            told.append(f"code {self.code[0].tolist()}")
        elif self.role != "keywords":
            told.append(f"clues {self.clues[0].tolist()}")
        return f"<a question: {self.role}; {', '.join(told)}; {len(self.history.round)} halves before>"
