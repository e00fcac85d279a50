"""Items of a card for other evaluation harnesses: their questions as text, and the scores of answers."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _overhear
from ._batch import CODES
from ._errors import UsageError
from ._files import PathLike, dumps, text, without_none, words_config
from ._progress import Progress, reporting
from ._provenance import Items, recorded
from ._ranges import check

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

CHOICES = tuple("".join(map(str, code)) for code in CODES)
"""The 24 codes as texts, in the order of ``CODES``."""

TASKS = ("decode", "intercept", "predict")
"""Tasks whose items are known before any agent plays."""

SPREAD = 0.02
"""Share of a belief that is spread over all codes before scoring, so that certainty in a wrong code costs finitely many bits."""

_RULES = (
    "In the word game Decrypto a team has four secret keywords, numbered 1 to 4. Each round one of its players gets a code, "
    "three different numbers from 1 to 4 in some order, and gives a clue for the keyword of each number, in the order of the code."
)

_QUESTIONS = {
    "decode": "You are in this team and guess its code.",
    "intercept": "You are in the other team, do not know the keywords, and guess the code.",
    "predict": "You are the player who gave the clues, and predict which code a reader in the other team guesses. The reader: {told}.",
}


@recorded
def bench_items(
    suite: str = "decrypto-1",
    seed: int | None = None,
    *,
    games: int | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[dict[str, Any]]:
    """The items of the tasks decode, intercept and predict, with their answers: the clues of a card of ``bench``.

    Built-in players give the clues; no recorded game is among them. ``games`` is the number of games of each task, ``seed`` draws
    other deals than the suite's. ``docs/dataset-card.md`` explains the keys.

    >>> import overhear
    >>> item = overhear.bench_items(games=2, vocabulary=2000)[0]
    >>> item["task"], len(item["keywords"]), len(item["clues"])
    ('decode', 4, 3)
    """
    check(games=games, seed=seed, threads=threads)
    asked: dict[str, Any] = {
        "suite": text("suite", suite), "seed": seed, "games": games,
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    with reporting(progress) as tell:
        lines = _overhear.bench_items(dumps(without_none(asked)), threads, tell)
    return Items(json.loads(line) for line in lines.splitlines())


def check_task(task: str) -> None:
    """Refuses the name of a task without items."""
    if task not in TASKS:
        raise UsageError(f"task: there is no such task: `{task}`; take one of {', '.join(TASKS)}")


def question(item: Mapping[str, Any]) -> str:
    """The question of an item as text, without a word about the form of the answer."""
    told = {"told": item.get("told", "")}
    lines = [_RULES, _QUESTIONS[item["task"]].format(**told), ""]
    if "keywords" in item:
        lines.append("Keywords: " + ", ".join(f"{number} {word}" for number, word in enumerate(item["keywords"], 1)))
    for half in item["history"]:
        lines.append(f"Round {half['round']}: {_clues(half['clues'])} stood for {half['code']}")
    lines.append(f"Round {item['round']}: {_clues(item['clues'])}")
    if item["task"] == "predict":
        lines.append(f"They stand for {item['code']}.")
    return "\n".join(lines)


def _clues(clues: Sequence[str | None]) -> str:
    return " / ".join(clue or "-" for clue in clues)


def code_in(text: str) -> str | None:
    """The last code in a text: three different digits from 1 to 4, together or with separators; ``None`` without one."""
    found = re.findall(r"(?<![\d.])([1-4])[\s,;/\-.()\[\]]{0,3}([1-4])[\s,;/\-.()\[\]]{0,3}([1-4])(?!\d)", text)
    codes = ["".join(digits) for digits in found if len(set(digits)) == 3]
    return codes[-1] if codes else None


class Scores(NamedTuple):
    """Scores of an answer; the last four are those of ``predict``, and 0 in other tasks.

    Skill is Σ ``saved`` / Σ ``base``, and egocentrism Σ ``ego`` / Σ ``room``.
    """

    accuracy: float
    bits: float
    saved: float
    base: float
    ego: float
    room: float


def scores(item: Mapping[str, Any], belief: ArrayLike) -> Scores:
    """The scores of a belief over the 24 codes, as a card of ``bench`` has them."""
    import numpy as np

    q = np.asarray(belief, float)
    q = q / q.sum()
    target = CHOICES.index(str(item["target"]))
    best = q == q.max()
    accuracy = float(best[target]) / float(best.sum())
    bits = float(np.log2(24 * _spread(q)[target]))
    if "exact" not in item:
        return Scores(accuracy, bits, 0.0, 0.0, 0.0, 0.0)
    p = np.asarray(item["exact"], float)
    # Both beliefs are spread, so that the exact belief has no regret and skill 1.
    def regret(belief: NDArray[np.float64]) -> float:
        return float(np.sum(p * np.log2(_spread(p) / _spread(belief))))

    base, code = regret(np.full(24, 1 / 24)), CHOICES.index(str(item["code"]))
    return Scores(accuracy, bits, base - regret(q), base, float(q[code] - p[code]), float(1 - p[code]))


def certain(code: str | None) -> NDArray[np.float64]:
    """The belief that is certain of a code; uniform without one."""
    import numpy as np

    if code is None:
        return np.full(24, 1 / 24)
    return np.array([float(choice == code) for choice in CHOICES])


def _spread(belief: NDArray[np.float64]) -> NDArray[np.float64]:
    return (1 - SPREAD) * belief + SPREAD / 24


def ratio(values: Sequence[float], weights: Sequence[float], clusters: Sequence[Hashable]) -> tuple[float, float]:
    """Σ values / Σ weights, and its standard error clustered by game (linearised); NaN where it is not defined."""
    total = float(sum(weights))
    if total == 0:
        return float("nan"), float("nan")
    value = float(sum(values)) / total
    residuals: dict[Hashable, float] = {}
    for one, weight, cluster in zip(values, weights, clusters, strict=True):
        residuals[cluster] = residuals.get(cluster, 0.0) + one - value * weight
    games = len(residuals)
    if games < 2:
        return value, float("nan")
    square = sum(residual**2 for residual in residuals.values())
    return value, math.sqrt(square * games / (games - 1)) / total
