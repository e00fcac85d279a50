"""Words as agents know them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from . import _overhear
from ._files import PathLike, dumps, texts, words_config
from ._progress import take_remarks
from ._ranges import check, number, ticked

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class World:
    """A deck, a word space and the clues that agents choose from; the built-in ones if nothing is said.

    >>> import overhear
    >>> world = overhear.World()
    >>> len(world.keywords), len(world.cards)
    (440, 110)
    >>> row = world.likelihoods(world.keywords[0])
    >>> row.shape == (len(world.clues),), row.dtype.name
    (True, 'float32')
    >>> world.vectors(["dog", "cat"]).shape == (2, world.dims)
    True
    >>> bool(world.cosine("dog", "puppy") > world.cosine("dog", "piano"))
    True
    """

    def __init__(
        self,
        *,
        space: PathLike | None = None,
        deck: PathLike | None = None,
        lang: str = "en",
        other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
        associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
        vocabulary: int | None = None,
    ) -> None:
        words = words_config(space, deck, lang, other_spaces, associations, vocabulary)
        self._files: str | None = dumps(words)
        self._core = _overhear.World(self._files)
        self.warnings: list[str] = take_remarks()
        """Remarks on the files of words."""

    @classmethod
    def of(cls, core: _overhear.World) -> World:
        """What stands around a world of the native part."""
        world = cls.__new__(cls)
        world._core, world._files, world.warnings = core, None, []
        return world

    def __reduce__(self) -> tuple[Any, ...]:
        if self._files is None:
            raise TypeError("the words of a run cannot be pickled; those of overhear.World(…) can")
        return _loaded, (self._files,)

    def __repr__(self) -> str:
        return f"<World: {len(self.keywords)} keywords, {len(self.clues)} clues, {len(self.words)} words>"

    @property
    def core(self) -> _overhear.World:
        """The world as the native part has it."""
        return self._core

    @cached_property
    def words(self) -> list[str]:
        """All words of the space, the most frequent first."""
        return self._core.words()

    @cached_property
    def clues(self) -> list[str]:
        """The words that may be clues, by their number."""
        return self._core.clues()

    @cached_property
    def keywords(self) -> list[str]:
        """The keywords of the deck, by their number."""
        return self._core.keywords()

    @cached_property
    def cards(self) -> list[list[int]]:
        """The numbers of the keywords on each card."""
        return self._core.cards()

    @property
    def dims(self) -> int:
        """How many numbers a direction has."""
        return self._core.dims

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    def vectors(self, words: Iterable[str] | None = None) -> NDArray[numpy.float32]:
        """The directions of words: float32[n, dims], read-only; of all words if none are named.

        The numbers are whole, as the space stores them, and a row of zeros has no direction. Only directions count: the cosine of two rows, which is what
        agents use and :meth:`cosine` returns. An unknown word raises ``KeyError``.
        """
        import numpy

        places = list(range(len(self.words))) if words is None else [self._place(word) for word in texts("words", words)]
        stored: NDArray[Any] = numpy.frombuffer(self._core.directions(places), numpy.int8)
        rows = stored.reshape(len(places), self.dims).astype(numpy.float32)
        rows.setflags(write=False)
        return rows

    def cosine(self, one: str | Iterable[str], other: str | Iterable[str]) -> Any:
        """The cosine of the directions of two words: a number; of lists of words, float32[len(one), len(other)]; 0 where a word has none."""
        import numpy

        def unit(words: str | Iterable[str]) -> NDArray[Any]:
            rows = self.vectors(words)
            found: NDArray[Any] = rows / numpy.maximum(numpy.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
            return found

        found = unit(one) @ unit(other).T
        found = found[0] if isinstance(one, str) else found
        return found[..., 0] if isinstance(other, str) else found

    def _place(self, word: str) -> int:
        if word not in self._places:
            raise KeyError(f"words: {_unknown(word, self._places)} is not in the word space; take some of World.words")
        return self._places[word]

    def _keyword(self, keyword: str | int) -> int:
        if not isinstance(keyword, str):
            return number("keyword", keyword)
        if keyword not in self._numbers:
            raise KeyError(f"keyword: {_unknown(keyword, self._numbers)} is not in the deck; take one of World.keywords")
        return self._numbers[keyword]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {keyword: place for place, keyword in enumerate(self.keywords)}

    def likelihoods(
        self, keyword: str | int, *, beta: float | None = None, alpha: float | None = None
    ) -> NDArray[numpy.float32]:
        """P(clue | keyword) for every clue in the order of :attr:`clues`: float32[len(clues)], read-only.

        Agents keep each with eight significant bits, so that they add up to 1 but for some 0.2 %. ``keyword`` is a text or a place in :attr:`keywords`. ``beta`` and ``alpha`` are the parameters of an agent's model of associations; if nothing is said, what agents are
        fitted with. An unknown keyword raises ``KeyError``.
        """
        import numpy

        check(beta=beta, alpha=alpha)
        return numpy.frombuffer(self._core.likelihoods(self._keyword(keyword), beta, alpha), numpy.float32)

    def banned(self, keyword: str | int) -> NDArray[numpy.bool_]:
        """Which clues the law forbids to a team that holds the keyword (R18, R19, R21): bool[len(clues)], read-only.

        >>> import overhear
        >>> world = overhear.World()
        >>> bool(world.banned("castle")[world.clues.index("castle")])
        True
        """
        import numpy

        return numpy.frombuffer(self._core.banned(self._keyword(keyword)), numpy.bool_)


def _unknown(word: str, known: Mapping[str, int]) -> str:
    """A word that is not known, as a sentence has it, and the same in another spelling if that is known."""
    plain = " ".join(word.split())
    spellings = [near for near in (plain, plain.lower(), plain.upper(), plain.capitalize()) if near in known]
    # Ticks would hide a space at an end.
    shown = ticked(word) if word == plain else repr(word)
    return f"{shown} (did you mean {ticked(spellings[0])}?)" if spellings else shown


@lru_cache(maxsize=4)
def _loaded(files: str) -> World:
    """The world of these files, the same one each time."""
    world = World.of(_overhear.World(files))
    world._files = files
    return world
