"""Experiments on rules as functions: one set of rules, every combination of some switches, two sets side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _overhear
from ._config import Agents, BalanceConfig, CompareConfig, SweepConfig, RuleSet, Switches, python_agents_beside_bots
from ._files import PathLike, flag, optional_path, path
from ._progress import Progress, reporting
from ._provenance import recorded
from ._ranges import check
from ._results import BalanceResult, CompareResult, SweepResult


@recorded
def balance(
    agents: Agents | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    rules: RuleSet = "official",
    set: Switches = {},  # noqa: B006 - never changed
    team_size: int | None = None,
    by: str | None = None,
    deck_b: PathLike | None = None,
    margin: float | None = None,
    margin_rounds: float | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    out: PathLike | None = None,
    force: bool = False,
    threads: int | None = None,
    progress: Progress = None,
    tables: Sequence[str] | None = None,
    minutes: Mapping[str, float] = {},  # noqa: B006 - never changed
) -> BalanceResult:
    """How games end, what the tiebreaker does, and what others would make of it; or which words are hard:
    ``sim-cli balance``.

    One agent meets itself, of several each meets each; ``human`` and the presets if no agent is named.

    >>> import overhear
    >>> report = overhear.balance(["random"], games=40, seed=1)
    >>> report["ladder"].name
    'ladder.csv'

    ``tables`` play all of it in the place of ``agents``, each in so many games (10,000 if nothing is said): ``["range"]`` for
    tables of people and of strong readers, a SPEC against itself, or ``"SPEC+SPEC"``. ``minutes`` says what things take at a
    table, as in ``{"clue": 1.5}``.

    >>> report = overhear.balance(games=40, seed=1, tables=["random", "random+c=random"])
    >>> report["tables"].columns[:3]
    ['table', 'measure', 'games']

    ``by`` (``"keyword"``, ``"card"`` or ``"pair"``) counts what becomes of the clues for words in the place of the report, and
    ``deck_b`` plays with a second deck and compares it with ``deck``; ``margin`` (percentage points) and ``margin_rounds`` say
    how small a difference of two decks counts as none.

    >>> counted = overhear.balance(["random"], games=40, seed=1, by="keyword")
    >>> counted.words.name
    'keywords.csv'
    """
    check(threads=threads)
    config = BalanceConfig(
        agents, games, seed, rules, set, team_size, space, deck, lang, other_spaces, associations, vocabulary,
        by, deck_b, margin, margin_rounds, tables, minutes,
    )
    return BalanceResult(_play(config, out, force, threads, progress), optional_path("out", out))


def _play(
    config: BalanceConfig | SweepConfig | CompareConfig,
    out: PathLike | None,
    force: bool,
    threads: int | None,
    progress: Progress,
) -> Any:
    """What an experiment on rules has shown."""
    with reporting(progress) as tell:
        return _overhear.experiment(config.to_json(), python_agents_beside_bots(config.agents), path("out", out), flag("force", force), threads, tell)


@recorded
def sweep(
    axes: Mapping[str, Iterable[str | int | float | bool]],
    agents: Agents | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    rules: RuleSet = "official",
    set: Switches = {},  # noqa: B006 - never changed
    team_size: int | None = None,
    margin: float | None = None,
    margin_rounds: float | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    out: PathLike | None = None,
    force: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> SweepResult:
    """Every combination of the values of some switches on the same deals: ``sim-cli balance --sweep``.

    >>> import overhear
    >>> grid = overhear.sweep({"round_limit": range(6, 9)}, ["random"], games=40, seed=1)
    >>> grid.table.name
    'sweep.csv'
    """
    check(threads=threads)
    config = SweepConfig(
        agents, games, seed, rules, set, team_size, space, deck, lang, other_spaces, associations, vocabulary,
        axes, margin, margin_rounds,
    )
    return SweepResult(_play(config, out, force, threads, progress), optional_path("out", out))


@recorded
def compare(
    a: RuleSet,
    b: RuleSet,
    agents: Agents | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    team_size: int | None = None,
    measure: Sequence[str] | None = None,
    margin: float | None = None,
    margin_rounds: float | None = None,
    until: bool = False,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    out: PathLike | None = None,
    force: bool = False,
    threads: int | None = None,
    progress: Progress = None,
    tables: Sequence[str] | None = None,
) -> CompareResult:
    """Two sets of rules on the same deals: ``sim-cli rules compare``; two results: :func:`contrast`.

    ``tables`` compare them in the place of ``agents``, each in so many games: ``["range"]`` for tables of people and of
    strong readers, a SPEC against itself, or ``"SPEC+SPEC"``.

    Rules are names or TOML files, with switches behind commas: ``"official,round_limit=6"``; or, as everywhere, a dict, ``{"rules": "short",
    "round_limit": 6}``, or a list, ``["short", "round_limit=6"]``.

    >>> import overhear
    >>> found = overhear.compare("official", "official,round_limit=6", ["random"], games=40, seed=1)
    >>> "measure" in found.table.columns
    True
    """
    check(threads=threads)
    config = CompareConfig(
        a, b, agents, games, seed, team_size, measure, margin, margin_rounds, until,
        space, deck, lang, other_spaces, associations, vocabulary, tables,
    )
    return CompareResult(*_play(config, out, force, threads, progress))
