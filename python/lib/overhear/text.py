"""Questions as prompts, and replies as answers: the text interface for language models in any library.

A *view* is a question as a mapping with the fields of the protocol (``docs/bots.md``) whose words are texts, or a question of
:class:`overhear.Bot`. :func:`views` has those of a batch, :func:`seat_view` that of a seat of an :class:`overhear.Episode`.

>>> from overhear import text
>>> view = {"clues": ["tide", "crust", "keys"], "keywords": ["SEA", "BREAD", "MOON", "PIANO"]}
>>> print(text.prompt(view, "decode").splitlines()[0])
You play the word game Decrypto. Your team's four keywords are: 1 SEA, 2 BREAD, 3 MOON, 4 PIANO.
>>> text.parse("1-2-4, for tides are of the sea", "decode")
{'code': [1, 2, 4]}
>>> text.parse("1-2-2", "decode")
Traceback (most recent call last):
    ...
overhear._errors.ReplyError: 1-2-2 is no code: its three digits are different
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from ._batch import METHODS, Batch
from ._errors import ReplyError, UsageError
from ._files import PathLike, as_path, text as _text
from ._kit import overhear_bot as _bot
from ._kit import overhear_text as _kit

if TYPE_CHECKING:
    from ._episode import Episode
    from ._world import World

__all__ = ["ROLES", "Prompts", "View", "parse", "prompt", "prompts_of", "seat_view", "views"]

View = Union[Mapping[str, Any], Any]
"""A question: a mapping with the fields of the protocol, or a question of a bot."""

Prompts = _kit.Prompts
"""The parts of prompts: ``Prompts(text)`` of a text with ``[decode]`` and the like, as ``bots/kit/examples/prompt.txt``."""

ROLES = tuple(_bot.ROLES)
"""The roles of the protocol; ``"clues"`` is another name for ``"encrypt"``."""

_SIDES = ("white", "black")

_HIDDEN = {"side": "white", "member": 0, "head": 0, "seed": 0, "history": []}
"""Fields of a question that most prompts do not show."""


class _Deck:
    """What a question knows of its bot: the deck, from which keywords are named."""

    def __init__(self, deck: Sequence[str]) -> None:
        self.deck = list(deck)


@lru_cache(maxsize=1)
def _usual() -> Any:
    folder = Path(__file__).parent / "_kit"
    return Prompts("\n".join((folder / name).read_text("utf-8") for name in ("prompt.txt", "discuss.txt", "judge.txt")))


def prompts_of(prompts: Any = None) -> Any:
    """Prompts from a file, from :data:`Prompts` or, for ``None``, those of the package."""
    if prompts is None:
        return _usual()
    if isinstance(prompts, Prompts):
        return prompts
    return Prompts(as_path("prompts", prompts).read_text("utf-8-sig"))


def _question(view: View, deck: Sequence[str] | None) -> Any:
    if not isinstance(view, Mapping):
        return view
    try:
        return _bot.Question(_Deck(view.get("deck", ()) if deck is None else deck), {**_HIDDEN, **view})
    except (KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"view: it is no question of the protocol ({type(error).__name__}: {error}); docs/bots.md lists the fields") from error


def _part(role: str) -> str:
    part = _kit.PARTS.get(_text("role", role))
    if part is None:
        raise UsageError(f"role: there is no role `{role}`; there are {', '.join(ROLES)}")
    return str(part)


def prompt(view: View, role: str, *, prompts: PathLike | Any | None = None, deck: Sequence[str] | None = None) -> str:
    """The prompt of a question. ``prompts`` is a file as ``bots/kit/examples/prompt.txt``, by default that; ``deck`` are the words among
    which keywords are named, if the view has none. A part ``[system]`` is put before the prompt."""
    parts, question, part = prompts_of(prompts), _question(view, deck), _part(role)
    if part not in parts:
        raise UsageError(f"prompts: there is no part [{part}], which the role takes; write one")
    before = parts.system(question)
    asked = parts.prompt(question, part)
    return f"{before}\n\n{asked}" if before else str(asked)


def parse(reply: str, role: str, view: View | None = None, *, deck: Sequence[str] | None = None) -> dict[str, Any]:
    """The answer in a reply, as the fields of an answer of the protocol: ``{"code": [4, 2, 1]}``, ``{"clues": ["…", "…", "…"]}``,
    ``{"keywords": …}``, ``{"words": …}`` for ``believe``, ``{"refers": 2}`` for ``judge``, ``{"text": …}`` for ``discuss``; with ``p_understood``, ``p_overheard`` and ``confidence`` where the
    reply states them.

    With ``view``, words must be among those that it offers, and own keywords are not taken for clues. :class:`overhear.ReplyError`, whose
    ``reason`` can be sent back to the model, if there is no answer or more than one.
    """
    question = None if view is None else _question(view, deck)
    try:
        answer: dict[str, Any] = _kit.parse(_text("reply", reply), _part(role), question)
    except _kit.Unusable as unusable:
        raise ReplyError(unusable.reason) from None
    return answer


def views(batch: Batch, world: World) -> list[dict[str, Any]]:
    """The questions of a batch (:class:`overhear.Agent`) as views, in order."""
    return [_view(row, world) for row in batch.rows()]


def _view(row: Batch, world: World) -> dict[str, Any]:
    history = row.history
    told: dict[str, Any] = {
        "side": _SIDES[row.side[0]], "member": int(row.member[0]), "head": int(row.head[0]), "seed": int(row.seed[0]), "deck": world.keywords,
        "history": [
            _half(world, *half) for half in zip(
                history.round.tolist(), history.side.tolist(), history.clues.tolist(), history.code.tolist(), history.guess.tolist(),
                history.interception.tolist(), history.forfeited.tolist(),
            )
        ],
    }  # fmt: skip
    if row.role != "keywords":
        told["round"] = int(row.round[0])
    if row.keywords[0, 0] >= 0:
        told["keywords"] = [world.keywords[place] for place in row.keywords[0]]
    if row.role == "clues":
        refused = row.refused
        told["code"] = row.code[0].tolist()
        told["refused"] = [
            {"place": place, "clue": _clue(world, clue), "why": why} for place, clue, why in zip(refused.place.tolist(), refused.clue.tolist(), refused.why)
        ]
    elif row.role != "keywords":
        told["clues"] = [_clue(world, clue) for clue in row.clues[0].tolist()]
    return told


def _half(
    world: World, played: int, side: int, clues: Sequence[int], code: list[int], guess: list[int], interception: list[int], forfeited: bool
) -> dict[str, Any]:
    half = {
        "round": played, "side": _SIDES[side], "clues": [_clue(world, clue) for clue in clues], "code": code, "guess": guess if guess[0] else None,
        "interception": interception if interception[0] else None,
    }
    return {**half, "forfeited": True} if forfeited else half


def _clue(world: World, clue: int) -> str | None:
    return None if clue < 0 else world.clues[clue]


def seat_view(episode: Episode, seat: int) -> dict[str, Any]:
    """What a seat of an episode is told, as a view; its role is ``METHODS[seat % 4]``."""
    from ._episode import Seen

    seen, world, role = Seen.of(episode.observe(seat)), episode.world, METHODS[seat % 4]
    told: dict[str, Any] = {
        "side": _SIDES[seen.side], "deck": world.keywords,
        "history": [
            _half(world, row[0], row[1], row[3:6], row[6:9], row[9:12], row[12:15], bool(row[2])) for row in seen.history.tolist()
        ],
    }  # fmt: skip
    if role != "keywords":
        told["round"] = seen.round
    if seen.keywords[0] >= 0:
        told["keywords"] = [world.keywords[place] for place in seen.keywords]
    if role == "clues":
        told["code"] = seen.code.tolist()
    elif role != "keywords":
        told["clues"] = [_clue(world, clue) for clue in seen.clues.tolist()]
    return told
