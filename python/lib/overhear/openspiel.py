"""The game for OpenSpiel: importing this module registers ``python_decrypto``.

It takes the package ``open_spiel``: ``pip install './python[openspiel]'``, in the project's folder.

Each seat of :data:`overhear.SEATS` that is named in ``seats``, all eight if none is, is a player; built-in agents have the others. Those of a
team win and lose together. Chance moves once, at the beginning: which of ``deals`` deals is played. Moves are those of
:class:`overhear.Episode`; with ``candidates`` those of an Encryptor are that many of the likeliest legal clues.

>>> import pyspiel
>>> import overhear.openspiel
>>> game = pyspiel.load_game("python_decrypto(deals=10,round_limit=3)")
>>> state = game.new_initial_state()
>>> state.apply_action(4)
>>> state.current_player(), len(state.legal_actions()) > 1000
(0, True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._batch import CODES
from ._episode import HOUSE, ROLES, SEATS, Seen, State
from ._errors import UsageError
from ._gambit import efg
from ._openspiel_setup import AS_RULED, MOST_DEALS, deal_numbers, episode_of, places_of
from ._optional import missing_package
from ._ranges import check, check_within

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise missing_package(missing, "overhear.openspiel", "openspiel") from missing

__all__ = ["SMALLEST", "DecryptoGame", "DecryptoState", "efg"]

_PARAMETERS: dict[str, Any] = {
    "deals": 1000, "seed": 1, "rules": "official", "round_limit": AS_RULED, "tokens": AS_RULED, "seats": "",
    "white": HOUSE, "black": HOUSE, "deck": "", "vocabulary": 0, "candidates": 0, "clues": "", "keywords": "", "first_code": 0,
}  # fmt: skip

SMALLEST = (
    "python_decrypto(deals=6,rules=three-player,round_limit=2,tokens=1,seats=white_encryptor+black_interceptor,"
    "clues=tiger+pet+bull+hunt+farm+wild+animal+red,vocabulary=5000,deck=dog+cat+wolf+fox+horse+cow+sheep+pig,first_code=123)"
)
"""The smallest game that is still Decrypto: a team of two against an interceptor, two rounds, of which the first shows what the second is
read by, and one token that decides. The clue giver and the interceptor are players; a built-in guesser reads the clues. A team holds four of eight keywords, and eight words may be clues. That the first code is 1-2-3 takes nothing
away: it only numbers the slots."""


def _game_type(is_zero_sum: bool) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name="python_decrypto",
        long_name="Decrypto",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if is_zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(SEATS),
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class DecryptoGame(pyspiel.Game):
    """The game by some rules.

    Parameters: ``deals``, how many there are; ``seed``, which they are; ``rules``, a name or a TOML file; ``round_limit`` and ``tokens``,
    that win and lose a game, as ruled where they are 0; ``seats``, names with ``+`` between them; ``white`` and ``black``, the agents in
    all other seats; ``deck``, a file, or words with ``+`` between them; ``vocabulary``, how many of the most frequent words may be clues;
    ``candidates``, how many of the likeliest an Encryptor chooses among, or ``clues``, the words that it chooses among, with ``+`` between
    them; all if nothing is said. With ``keywords``, four words with ``+`` between them, and
    ``first_code``, such as 123, only deals are played in which White holds these, in any order, and has this code first.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = {**_PARAMETERS, **(params or {})}
        self.deals, self.seed, self.candidates = int(asked["deals"]), int(asked["seed"]), int(asked["candidates"])
        check_within("deals", self.deals, 1, MOST_DEALS)
        check(seed=self.seed)
        self.episode = episode_of(
            asked["rules"], int(asked["round_limit"]), int(asked["tokens"]), asked["seats"], asked["white"], asked["black"],
            asked["deck"], int(asked["vocabulary"]),
        )  # fmt: skip
        self.clues = places_of("clues", asked["clues"], self.episode.world.clues, "words that may be clues")
        """The clues that an Encryptor chooses among, as places in ``world.clues``; all of them if it is empty."""
        self.numbers = deal_numbers(
            asked["rules"], self.seed, self.deals, asked["deck"], int(asked["vocabulary"]), asked["keywords"], int(asked["first_code"])
        )
        """The number of each deal, as :meth:`overhear.Episode.reset` takes it."""
        self.seats = self.episode.seats
        """The seat of each player, as a place in :data:`overhear.SEATS`."""
        if not self.seats:
            raise UsageError(f"seats: none of {asked['seats']} plays by these rules; name roles that they have")
        if self.clues and self.candidates:
            raise UsageError("clues, candidates: both say what an Encryptor chooses among; leave one of them out")
        check_within("candidates", self.candidates, 0, self.episode.moves(0))
        whites = sum(seat < 4 for seat in self.seats)
        is_zero_sum = 2 * whites == len(self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=max(map(self._actions, self.seats)),
            max_chance_outcomes=self.deals,
            num_players=len(self.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=5 * self.episode._core.halves() + 8,
        )
        super().__init__(_game_type(is_zero_sum), info, params or {})

    def _actions(self, seat: int) -> int:
        """How many actions a seat has."""
        listed = len(self.clues) or self.candidates
        return listed if listed and _gives_clues(seat) else self.episode.moves(seat)

    def new_initial_state(self) -> DecryptoState:
        """The state before the deal is drawn."""
        return DecryptoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What turns states into tensors and strings."""
        return _Observer(self.episode.width)


def _role(seat: int) -> str:
    return ROLES[seat % len(ROLES)]


def _gives_clues(seat: int) -> bool:
    return _role(seat) == "encryptor"


class _Unchanged:
    """What is the same in a state and its clones, which OpenSpiel makes by copying all that a state has."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self


@dataclass(frozen=True)
class _Setup(_Unchanged):
    """What decides the states of a game, beside the episode."""

    seed: int
    numbers: list[int]
    """The number of each deal."""
    seats: list[int]
    candidates: int
    clues: list[int]


@dataclass(frozen=True)
class _Choices(_Unchanged):
    """The clues that an Encryptor chooses among, as places in ``world.clues``, and 1 for each legal one."""

    clues: list[int]
    are_legal: list[int]


class DecryptoState(pyspiel.State):
    """A moment of a game."""

    def __init__(self, game: DecryptoGame) -> None:
        super().__init__(game)
        self._setup = _Setup(game.seed, game.numbers, game.seats, game.candidates, game.clues)
        self.episode = game.episode.fork()
        self.now: State | None = None
        """How the game stands; None before the deal."""
        self._moves: list[tuple[int, int]] = []
        """Players and moves of the episode since the deal."""
        self._choices: dict[int, _Choices] = {}
        """What seats choose among since the last move, as far as it was asked for."""

    @property
    def seats(self) -> list[int]:
        """The seat of each player, as a place in :data:`overhear.SEATS`."""
        return self._setup.seats

    def current_player(self) -> int:
        """Whose turn it is."""
        if self.now is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.now.over else self.seats.index(self.now.turn)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each as likely as the next."""
        deals = len(self._setup.numbers)
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        seat = self.seats[player]
        if not self._is_restricted(seat):
            return self.episode._core.legal_moves(seat)
        return [place for place, is_legal in enumerate(self._choice(seat).are_legal) if is_legal]

    def _is_restricted(self, seat: int) -> bool:
        """Whether the actions of a seat are places in a list of clues."""
        return _gives_clues(seat) and bool(self._setup.candidates or self._setup.clues)

    def _choice(self, seat: int) -> _Choices:
        """What an Encryptor chooses among. It is looked up once a move: legal actions, their names and their moves all ask for it."""
        if seat not in self._choices:
            clues = self._setup.clues
            if clues:
                self._choices[seat] = _Choices(clues, self.episode.legal(seat)[clues].tolist())
            else:
                found, are_legal = self.episode.shortlist(seat, self._setup.candidates)
                self._choices[seat] = _Choices(found.tolist(), are_legal.tolist())
        return self._choices[seat]

    def move(self, action: int) -> int:
        """The move of the episode that an action of the player whose turn it is stands for."""
        seat = self.seats[self.current_player()]
        return self._choice(seat).clues[action] if self._is_restricted(seat) else action

    def _action_of(self, move: int) -> int | None:
        """The legal action that stands for a move of the episode; None if there is none."""
        seat = self.seats[self.current_player()]
        if not self._is_restricted(seat):
            return move if self.episode.legal(seat)[move] else None
        choice = self._choice(seat)
        places = (place for place, clue in enumerate(choice.clues) if clue == move and choice.are_legal[place])
        return next(places, None)

    def _apply_action(self, action: int) -> None:
        if self.now is None:
            self.now = self.episode.reset(self._setup.seed, self._setup.numbers[action])
        else:
            move = self.move(action)
            self._moves.append((self.current_player(), move))
            self.now = self.episode.act(move)
        self._choices = {}

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        seat, world = self.seats[player], self.episode.world
        if self._is_restricted(seat):
            is_asked = self.now is not None and self.now.turn == seat
            return world.clues[self._choice(seat).clues[action]] if is_asked or self._setup.clues else f"candidate {action}"
        if _gives_clues(seat):
            return world.clues[action]
        return world.keywords[action] if _role(seat) == "keyword_guesser" else "-".join(map(str, CODES[action]))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.now is not None and self.now.over

    def returns(self) -> list[float]:
        """1 for the players of the winning team, -1 for the others, 0 for a shared victory."""
        winner = 0.0 if self.now is None else float(self.now.winner)
        return [winner if seat < 4 else -winner for seat in self.seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> DecryptoState:
        """A state that a player cannot tell from this one, with one of the deals that agree with what it knows, each as likely as the
        next; others have moved as they did here. ``sampler`` draws numbers from 0 to 1."""
        if self.now is None:
            return self.clone()  # type: ignore[no-any-return]
        wanted, mine = self.information_state_string(player), Seen.of(self.episode.observe(self.seats[player])).keywords
        left = list(range(len(self._setup.numbers)))
        while left:
            place = min(int(sampler() * len(left)), len(left) - 1)
            left[place], left[-1] = left[-1], left[place]
            other = self._replayed(left.pop(), player, mine)
            if other is not None and other.information_state_string(player) == wanted:
                return other
        raise AssertionError("its own deal agrees with what a player knows")

    def _replayed(self, deal: int, player: int, keywords: NDArray[np.int32]) -> DecryptoState | None:
        """The state after the same clues and guesses in another deal; None if the player has other ``keywords`` there, another player is
        asked, or cannot move so."""
        other: DecryptoState = self.get_game().new_initial_state()
        other.apply_action(deal)
        if (Seen.of(other.episode.observe(self.seats[player])).keywords != keywords).any():
            return None
        for mover, move in self._moves:
            action = other._action_of(move) if other.current_player() == mover else None
            if action is None:
                return None
            other.apply_action(action)
        return other

    def __str__(self) -> str:
        if self.now is None:
            return "before the deal"
        return " ".join(f"{move.player}:{move.action}" for move in self.full_history())


class _Observer:
    """What a seat is told: all that it has ever been told stands in it, as it does on the note sheet."""

    def __init__(self, width: int) -> None:
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: DecryptoState, player: int) -> None:
        """Fills the tensor; with zeros before the deal."""
        self.tensor[:] = 0 if state.now is None else state.episode.observe(state.seats[player])

    def string_from(self, state: DecryptoState, player: int) -> str:
        """The numbers as text."""
        seat = state.seats[player]
        if state.now is None:
            return f"{SEATS[seat]}: before the deal"
        return f"{SEATS[seat]}: {' '.join(map(str, state.episode.observe(seat)))}"


pyspiel.register_game(_game_type(True), DecryptoGame)
