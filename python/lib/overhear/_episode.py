"""Games that are played move by move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _overhear
from ._agents import Agent, Host
from ._bots import Bot
from ._config import Player, RuleSet, Switches, one_class, rules_config
from ._errors import UsageError
from ._files import dumps, text, texts
from ._ranges import check, check_given, check_within, number, quoted, ticked
from ._world import World

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

ROLES = ("encryptor", "guesser", "interceptor", "keyword_guesser")
"""What a seat does."""

SEATS = tuple(f"{side}_{role}" for side in ("white", "black") for role in ROLES)
"""Every seat: a role of a team."""

HOUSE = "margin/bayes"
"""The agent that plays every other seat."""

HEAD_WIDTH, HALF_WIDTH = 16, 15
"""How many numbers of an observation come before the halves, and how many a half has."""


class State(NamedTuple):
    """How a game stands."""

    turn: int
    """The place in :data:`SEATS` of the seat that is asked, -1 for none."""
    round: int
    """The round, from 1."""
    tokens: tuple[int, int, int, int]
    """White's interceptions and miscommunications, and Black's."""
    over: bool
    """Whether the game has ended."""
    winner: int
    """1 for White, -1 for Black, 0 if the game has no winner (yet)."""

    @property
    def balance(self) -> int:
        """White's good tokens and Black's bad ones, less the others."""
        caught, lost, theirs, their_losses = self.tokens
        return caught - lost - theirs + their_losses


class Seen(NamedTuple):
    """What stands in an observation, as views of it. Words are numbers, as in a :class:`Batch`; -1 stands for none."""

    side: int
    """0 for White, 1 for Black."""
    role: int
    """The place in ``ROLES``."""
    round: int
    """The round, from 1; of the last half if the seat is not asked."""
    keywords: NDArray[numpy.int32]
    """The own keywords: int32[4]."""
    code: NDArray[numpy.int32]
    """The code to give clues for, digits 1 to 4, or 0: int32[3]."""
    clues: NDArray[numpy.int32]
    """The clues to understand; for an Encryptor those chosen so far: int32[3]."""
    named: NDArray[numpy.int32]
    """The keywords named so far: int32[3]."""
    history: NDArray[numpy.int32]
    """The halves so far, a row for each: round, side, whether an illegal clue cost the code, three clues, code, guess, and
    interception (0 where there was none): int32[h, 15]."""

    @classmethod
    def of(cls, observation: NDArray[numpy.int32]) -> Seen:
        """The parts of an observation."""
        side, role, played = (int(number) for number in observation[:3])
        halves = observation[HEAD_WIDTH:].reshape(-1, HALF_WIDTH)
        return cls(
            side, role, played, observation[3:7], observation[7:10], observation[10:13], observation[13:16],
            halves[: int((halves[:, 0] > 0).sum())],
        )  # fmt: skip


class Episode:
    """One game after the other, in which some seats are yours and house agents have the others: ``white`` and ``black``, as SPECs or as agents of
    your own (:class:`Agent`), which are asked one question at a time.

    Whose turn it is moves by a number: an Encryptor by the place of a clue in ``world.clues``, three times, one clue for
    each digit of the code; a guesser and an interceptor by the place of a code in :data:`CODES`; a keyword guesser by the
    place of a keyword in ``world.keywords``, four times. Illegal clues are refused as the rules say (R25).

    >>> import overhear
    >>> game = overhear.Episode(seats=["white_encryptor"])
    >>> state = game.reset(seed=1)
    >>> overhear.SEATS[state.turn]
    'white_encryptor'
    >>> while not state.over:
    ...     state = game.act(int(game.legal(state.turn).argmax()))
    >>> state.winner in (-1, 0, 1)
    True
    """

    def __init__(
        self,
        *,
        seats: Iterable[str] = SEATS,
        white: Player = HOUSE,
        black: Player = HOUSE,
        rules: RuleSet = "official",
        set: Switches = {},  # noqa: B006 - never changed
        team_size: int | None = None,
        world: World | None = None,
    ) -> None:
        wanted = tuple(texts("seats", seats))
        unknown = [seat for seat in wanted if seat not in SEATS]
        if unknown:
            raise UsageError(f"seats: there is no seat {ticked(unknown[0])}; there are {', '.join(SEATS)}")
        check(team_size=team_size)
        if not isinstance(world, (World, type(None))):
            raise UsageError(f"world: {quoted(world)} is not an overhear.World")
        self.world = World() if world is None else world
        house = _house("white", white), _house("black", black)
        self._asked = _Asked(dumps(rules_config(rules, set, team_size)), *house, wanted)
        self._core = self._asked.episode(self.world)

    @property
    def seats(self) -> list[int]:
        """Your seats that play by these rules, as places in :data:`SEATS`."""
        return self._core.seats()

    def moves(self, seat: int) -> int:
        """How many moves a seat chooses among."""
        return self._core.moves(number("seat", seat))

    @property
    def width(self) -> int:
        """How many numbers an observation has."""
        return HEAD_WIDTH + HALF_WIDTH * self._core.halves()

    def reset(self, seed: int, deal: int = 0) -> State:
        """Deals: the deal of this number, of a run with this seed."""
        check_given(seed=seed, deal=deal)
        return State(*self._core.reset(index(seed), index(deal)))

    def act(self, move: int) -> State:
        """Moves for the seat whose turn it is, and plays on to the next question or the end."""
        return State(*self._core.act(number("move", move)))

    def observe(self, seat: int) -> NDArray[numpy.int32]:
        """What a seat is told: int32[width]; :meth:`Seen.of` names its parts."""
        import numpy

        return numpy.array(numpy.frombuffer(self._core.observe(number("seat", seat)), numpy.int32))

    def legal(self, seat: int) -> NDArray[numpy.int8]:
        """1 for each move that the seat may make, 0 for the others and if it is not its turn: int8[moves]."""
        import numpy

        return numpy.array(numpy.frombuffer(self._core.legal(number("seat", seat)), numpy.int8))

    def shortlist(self, seat: int, count: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int8]]:
        """The ``count`` likeliest legal clues for the keyword that an Encryptor's next clue is to stand for, the likeliest first:
        their places in ``world.clues``, and 1 for each, 0 for illegal ones that fill the list up: int64[count], int8[count].

        All are illegal if it is not the seat's turn.
        """
        import numpy

        check_given(count=count)
        check_within("count", count, 1, self.moves(0))
        clues, legal = self._core.shortlist(number("seat", seat), index(count))
        return numpy.frombuffer(clues, numpy.uint32).astype(numpy.int64), numpy.array(numpy.frombuffer(legal, numpy.int8))

    def fork(self) -> Episode:
        """The same game at the same moment, to go on with otherwise."""
        return _same(self, self._core.fork())

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.world, self._asked, self._core.played())


def _house(name: str, agent: Any) -> str | Agent:
    """The agent of a side: a SPEC, or an object of a class."""
    return one_class(name, agent) if isinstance(agent, (Agent, Bot, type)) else text(name, agent)


class _Asked(NamedTuple):
    """What an episode is made of, beside its world."""

    rules: str
    white: str | Agent
    black: str | Agent
    seats: tuple[str, ...]

    def episode(self, world: World) -> _overhear.Episode:
        outside = [seat in self.seats for seat in SEATS]
        # Each side names its class anew, so that both may have the same one.
        house = {name: agent for name, agent in (("white", self.white), ("black", self.black))}
        hosts = [Host(name, agent) for name, agent in house.items() if isinstance(agent, Agent)]
        white, black = (name if isinstance(agent, Agent) else agent for name, agent in house.items())
        return _overhear.Episode(world.core, self.rules, (white, black), (outside[:4], outside[4:]), hosts)


def _same(like: Episode, core: _overhear.Episode) -> Episode:
    other = Episode.__new__(Episode)
    other.world, other._asked, other._core = like.world, like._asked, core
    return other


@lru_cache(maxsize=4)
def _unpickled(world: World, asked: _Asked) -> Episode:
    """What all that is unpickled is a fork of."""
    episode = Episode.__new__(Episode)
    episode.world, episode._asked, episode._core = world, asked, asked.episode(world)
    return episode


def _restored(world: World, asked: _Asked, played: tuple[int, int, list[int]] | None) -> Episode:
    # A class that was unpickled is an object of its own, and need not be hashable.
    is_own = isinstance(asked.white, Agent) or isinstance(asked.black, Agent)
    episode = _unpickled.__wrapped__(world, asked) if is_own else _unpickled(world, asked).fork()
    if played is not None:
        seed, deal, moves = played
        episode.reset(seed, deal)
        for move in moves:
            episode.act(move)
    return episode
