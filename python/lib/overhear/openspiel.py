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

import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from ._batch import CODES
from ._episode import HOUSE, SEATS, Episode, State
from ._errors import UsageError
from ._gambit import efg
from ._listed import rules_show
from ._world import World

__all__ = ["SMALLEST", "DecryptoGame", "DecryptoState", "efg"]

_AS_RULED, _ALL = 0, ""
_MOST_DEALS = 1_000_000
"""How many deals are looked through for those that are asked for."""

_PARAMETERS: dict[str, Any] = {
    "deals": 1000, "seed": 1, "rules": "official", "round_limit": _AS_RULED, "tokens": _AS_RULED, "seats": _ALL,
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


class _NamedWords(World):
    """A world with a card for each of some words, which is pickled by their names."""

    def __init__(self, deck: str, vocabulary: int) -> None:
        with tempfile.TemporaryDirectory(prefix="overhear-") as place:
            file = Path(place) / "deck.txt"
            file.write_text("\n".join(deck.split("+")) + "\n", "utf-8")
            super().__init__(deck=file, vocabulary=vocabulary or None)
        self._named = (deck, vocabulary)

    def __reduce__(self) -> tuple[Any, ...]:
        return _world, self._named


@lru_cache(maxsize=8)
def _world(deck: str, vocabulary: int) -> World:
    """Words: the built-in ones, those of a deck file, or a card for each word of a text with ``+`` between them."""
    return _NamedWords(deck, vocabulary) if "+" in deck else World(deck=deck or None, vocabulary=vocabulary or None)


@lru_cache(maxsize=16)
def _episode(rules: str, rounds: int, tokens: int, seats: str, white: str, black: str, deck: str, vocabulary: int) -> Episode:
    """What all states of these parameters are forks of."""
    switches = {"round_limit": rounds, "tokens_to_win": tokens}
    asked = {key: value for key, value in switches.items() if value != _AS_RULED}
    if tokens != _AS_RULED and 'players = "three"' not in rules_show(rules):
        asked["tokens_to_lose"] = tokens
    return Episode(
        seats=seats.split("+") if seats else SEATS, white=white, black=black, rules=rules, set=asked,
        world=_world(deck, vocabulary),
    )  # fmt: skip


def _clues(episode: Episode, words: str) -> list[int]:
    """Words with ``+`` between them as places in ``world.clues``."""
    known = {word: place for place, word in enumerate(episode.world.clues)} if words else {}
    unknown = [word for word in words.split("+") if word not in known] if words else []
    if unknown:
        raise UsageError(f"clues: `{unknown[0]}` is none of the {len(known)} words that may be clues; name others, or set vocabulary")
    return [known[word] for word in words.split("+")] if words else []


@lru_cache(maxsize=8)
def _numbers(rules: str, seed: int, count: int, deck: str, vocabulary: int, keywords: str, first_code: int) -> list[int]:
    """The numbers of the first deals in which White holds these keywords, in any order, and has this first code."""
    if not keywords and not first_code:
        return list(range(count))
    world = _world(deck, vocabulary)
    held = sorted(world.keywords.index(word) for word in keywords.split("+")) if keywords else None
    code = [int(digit) for digit in str(first_code)] if first_code else None
    episode, found = Episode(seats=["white_encryptor"], rules=rules, world=world), list[int]()
    for number in range(_MOST_DEALS):
        episode._core.reset(seed, number)
        told = np.frombuffer(episode._core.observe(0), np.int32)
        if held in (None, sorted(told[3:7].tolist())) and code in (None, told[7:10].tolist()):
            found.append(number)
            if len(found) == count:
                return found
    raise UsageError(f"deals: {len(found)} of the first {_MOST_DEALS} deals have these keywords and this first code, not {count}")


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
        if self.deals < 1:
            raise UsageError(f"deals: {self.deals} is not above 0")
        self.episode = _episode(
            asked["rules"], int(asked["round_limit"]), int(asked["tokens"]), asked["seats"], asked["white"], asked["black"],
            asked["deck"], int(asked["vocabulary"]),
        )  # fmt: skip
        self.clues = _clues(self.episode, asked["clues"])
        """The clues that an Encryptor chooses among, as places in ``world.clues``; all of them if it is empty."""
        self.numbers = _numbers(
            asked["rules"], self.seed, self.deals, asked["deck"], int(asked["vocabulary"]), asked["keywords"], int(asked["first_code"])
        )
        """The number of each deal, as :meth:`overhear.Episode.reset` takes it."""
        self.seats = self.episode.seats
        """The seat of each player, as a place in :data:`overhear.SEATS`."""
        if not self.seats:
            raise UsageError(f"seats: none of {asked['seats']} plays by these rules")
        if self.clues and self.candidates:
            raise UsageError("clues, candidates: both say what an Encryptor chooses among; leave one of them out")
        if not 0 <= self.candidates <= self.episode.moves(0):
            raise UsageError(f"candidates: {self.candidates} is out of range; takes 0 to {self.episode.moves(0)}")
        whites = sum(seat < 4 for seat in self.seats)
        is_zero_sum = 2 * whites == len(self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=max(map(self._moves, self.seats)),
            max_chance_outcomes=self.deals,
            num_players=len(self.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=5 * self.episode._core.halves() + 8,
        )
        super().__init__(_game_type(is_zero_sum), info, params or {})

    def _moves(self, seat: int) -> int:
        return (len(self.clues) or self.candidates or self.episode.moves(seat)) if seat % 4 == 0 else self.episode.moves(seat)

    def new_initial_state(self) -> DecryptoState:
        """The state before the deal is drawn."""
        return DecryptoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What turns states into tensors and strings."""
        return _Observer(self.episode.width)


class DecryptoState(pyspiel.State):
    """A moment of a game."""

    def __init__(self, game: DecryptoGame) -> None:
        super().__init__(game)
        self._deals, self._seed, self._candidates, self._numbers = game.deals, game.seed, game.candidates, game.numbers
        self.seats, self._clues = game.seats, game.clues
        self.episode = game.episode.fork()
        self.now: State | None = None
        """How the game stands; None before the deal."""

    def current_player(self) -> int:
        """Whose turn it is."""
        if self.now is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.now.over else self.seats.index(self.now.turn)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each as likely as the next."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        seat = self.seats[player]
        if not self._is_restricted(seat):
            return self.episode._core.legal_moves(seat)
        legal = self.episode.legal(seat)[self._choice(seat)]
        return [place for place, is_legal in enumerate(legal.tolist()) if is_legal]

    def _is_restricted(self, seat: int) -> bool:
        """Whether the moves of a seat are numbers of some clues."""
        return seat % 4 == 0 and bool(self._candidates or self._clues)

    def _choice(self, seat: int) -> Any:
        """The clues that an Encryptor chooses among, as places in ``world.clues``."""
        return self._clues or self.episode.shortlist(seat, self._candidates)[0]

    def move(self, action: int) -> int:
        """The move of the episode that an action of the player whose turn it is stands for."""
        seat = self.seats[self.current_player()]
        return int(self._choice(seat)[action]) if self._is_restricted(seat) else action

    def _apply_action(self, action: int) -> None:
        if self.now is None:
            self.now = self.episode.reset(self._seed, self._numbers[action])
        else:
            self.now = self.episode.act(self.move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        seat, world = self.seats[player], self.episode.world
        if self._is_restricted(seat):
            is_asked = bool(self._clues) or (self.now is not None and self.now.turn == seat)
            return world.clues[self._choice(seat)[action]] if is_asked else f"candidate {action}"
        if seat % 4 == 0:
            return world.clues[action]
        return world.keywords[action] if seat % 4 == 3 else "-".join(map(str, CODES[action]))

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
        history, wanted = self.full_history(), self.information_state_string(player)
        left = list(range(self._deals))
        while left:
            place = min(int(sampler() * len(left)), len(left) - 1)
            left[place], left[-1] = left[-1], left[place]
            other = self._replayed(left.pop(), history[1:], player)
            if other is not None and other.information_state_string(player) == wanted:
                return other
        raise AssertionError("its own deal agrees with what a player knows")

    def _replayed(self, deal: int, moves: list[Any], player: int) -> DecryptoState | None:
        """The state after the same clues and guesses in another deal; None if another player is asked, or cannot say that."""
        said = self.get_game().new_initial_state()
        said.apply_action(deal)
        seat, mine = self.seats[player], self.episode.observe(self.seats[player])
        if (said.episode.observe(seat)[3:7] != mine[3:7]).any():
            return None
        here = self.get_game().new_initial_state()
        here.apply_action(self.history()[0])
        for move in moves:
            if said.current_player() != move.player:
                return None
            meant = here.move(move.action)
            action = next((other for other in said.legal_actions() if said.move(other) == meant), None)
            if action is None:
                return None
            here.apply_action(move.action)
            said.apply_action(action)
        return said  # type: ignore[no-any-return]

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
