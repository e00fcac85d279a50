"""Words, deals and tables of games for OpenSpiel, by the parameters of a game."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ._batch import CODES
from ._episode import SEATS, Episode, Seen
from ._errors import UsageError
from ._listed import rules_show
from ._world import World

AS_RULED = 0
"""The number of rounds or tokens that stands for that of the rules."""

MOST_DEALS = 1_000_000
"""How many deals are looked through for those that are asked for."""

_HELD = 4
"""How many keywords a team holds."""


class _NamedWords(World):
    """A world with a card for each of some words, which is pickled by their names."""

    def __init__(self, deck: str, vocabulary: int) -> None:
        with tempfile.TemporaryDirectory(prefix="overhear-") as place:
            file = Path(place) / "deck.txt"
            file.write_text("\n".join(deck.split("+")) + "\n", "utf-8")
            super().__init__(deck=file, vocabulary=vocabulary or None)
        self._named = (deck, vocabulary)

    def __reduce__(self) -> tuple[Any, ...]:
        return world_of, self._named


@lru_cache(maxsize=8)
def world_of(deck: str, vocabulary: int) -> World:
    """Words: the built-in ones, those of a deck file, or a card for each word of a text with ``+`` between them."""
    return _NamedWords(deck, vocabulary) if "+" in deck else World(deck=deck or None, vocabulary=vocabulary or None)


@lru_cache(maxsize=16)
def episode_of(rules: str, rounds: int, tokens: int, seats: str, white: str, black: str, deck: str, vocabulary: int) -> Episode:
    """What all states of these parameters are forks of."""
    switches = {"round_limit": rounds, "tokens_to_win": tokens}
    asked = {key: value for key, value in switches.items() if value != AS_RULED}
    if tokens != AS_RULED and 'players = "three"' not in rules_show(rules):
        asked["tokens_to_lose"] = tokens
    return Episode(
        seats=seats.split("+") if seats else SEATS, white=white, black=black, rules=rules, set=asked,
        world=world_of(deck, vocabulary),
    )  # fmt: skip


def places_of(name: str, words: str, known: Sequence[str], kind: str) -> list[int]:
    """Words with ``+`` between them as places in a list."""
    if not words:
        return []
    places = {word: place for place, word in enumerate(known)}
    named = words.split("+")
    for word in named:
        if word not in places:
            raise UsageError(f"{name}: `{word}` is none of the {len(known)} {kind}; name others")
    if len(set(named)) != len(named):
        raise UsageError(f"{name}: a word stands there twice; name each once")
    return [places[word] for word in named]


def _first_code(number: int) -> list[int]:
    """The digits of a code that is written as a number; none if it is 0."""
    if not number:
        return []
    digits = tuple(map(int, str(number))) if number > 0 else ()
    if digits not in CODES:
        raise UsageError(f"first_code: {number} is not a code; write three different digits from 1 to 4, like 412")
    return list(digits)


@lru_cache(maxsize=8)
def deal_numbers(rules: str, seed: int, count: int, deck: str, vocabulary: int, keywords: str, first_code: int) -> list[int]:
    """The numbers of the first deals in which White holds these keywords, in any order, and has this first code."""
    if not keywords and not first_code:
        return list(range(count))
    world = world_of(deck, vocabulary)
    held, code = sorted(places_of("keywords", keywords, world.keywords, "keywords of the deck")), _first_code(first_code)
    if held and len(held) != _HELD:
        raise UsageError(f"keywords: there are {len(held)}; write the {_HELD} that White holds")
    episode, found = Episode(seats=["white_encryptor"], rules=rules, world=world), list[int]()
    for number in range(MOST_DEALS):
        episode.reset(seed, number)
        told = Seen.of(episode.observe(0))
        if (not held or sorted(told.keywords) == held) and (not code or told.code.tolist() == code):
            found.append(number)
            if len(found) == count:
                return found
    raise UsageError(f"deals: {len(found)} of the first {MOST_DEALS} deals have these keywords and this first code, not {count}")
