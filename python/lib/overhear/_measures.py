"""What strangers make of agents, what is checked of the laboratory, and compared of finished results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import _overhear
from ._config import Agents, RuleSet, Switches, rules_config, specs
from ._files import PathLike, listed, path, texts, words_config
from ._progress import Progress
from ._provenance import Findings, recorded
from ._ranges import check, check_given, check_number
from ._results import ContrastResult, Finding, TournamentResult
from ._runs import measured
from ._saved import as_folder
from ._table import Table


@recorded
def strangers(
    spec: Agents = (),
    *,
    games: int | None = None,
    informed_games: int | None = None,
    stated_within: int | None = None,
    nearest: float | None = None,
    clues: Sequence[PathLike] = (),
    seed: int | None = None,
    rules: RuleSet = "official",
    set: Switches = {},  # noqa: B006 - never changed
    team_size: int | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Table:
    """Whether strangers understand and read agents, and whether their clues refer to their keywords: ``sim-cli agents strangers``.

    A row for each agent of ``spec``, which plays ``games`` with itself. Readers that know the agent learn from ``informed_games``; with 0
    there are none. An answer up to ``stated_within`` in the norms refers, and a word to which a share ``nearest`` of the keywords is as
    near. ``clues`` are files with the columns ``keyword`` and ``clue`` that are judged as well.

    >>> import overhear
    >>> overhear.strangers(["nearest"], games=4, seed=1)["halves"][0] > 8
    True
    """
    asked = {
        "spec": specs(spec, "spec"), "games": games, "informed_games": informed_games, "stated_within": stated_within, "nearest": nearest,
        "clues": [path("clues", file) for file in listed("clues", clues)], "seed": seed, "rules": rules_config(rules, set, team_size),
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    check(games=games, seed=seed, threads=threads)
    check(informed_games=informed_games, stated_within=stated_within, team_size=team_size)
    check_number("nearest", nearest, 0, 1, above=True)
    return measured("strangers", asked, spec, threads, progress)


@recorded
def selfcheck(*, games: int = 1000, seed: int | None = None, threads: int | None = None) -> Findings:
    """What every result rests on, checked on this machine: ``sim-cli selfcheck``. A finding for each guarantee.

    An agent against itself scores exactly one half, ``threads`` give what one gives, and games replay as they were played.

    >>> import overhear
    >>> all(finding.kept for finding in overhear.selfcheck(games=20, seed=1))
    True
    """
    check_given(games=games)
    check(seed=seed, threads=threads)
    return Findings(Finding(*finding) for finding in _overhear.selfcheck(games, seed, threads))


@recorded
def contrast(a: PathLike | TournamentResult, b: PathLike | TournamentResult, *, agent: Sequence[str] = ()) -> ContrastResult:
    """Two results side by side, deal by deal where the deals are the same: ``sim-cli compare``.

    ``a`` and ``b`` are results of tournaments or their directories; ``agent`` are labels, or ``"A=B"`` where an agent has another one
    in the second. A comparison deal by deal takes tournaments with ``log="deals"`` and ``out``.

    >>> import overhear
    >>> one = overhear.tournament(["margin", "random"], pairs=4, seed=1)
    >>> overhear.contrast(one, one).table["difference"][0]
    0.0
    """
    wanted = texts("agent", agent)
    with as_folder("a", a) as first, as_folder("b", b) as second:
        table, sentences, method, notes = _overhear.contrast(str(first), str(second), wanted)
    result = ContrastResult(table, sentences, None)
    result.method, result.notes = method, notes
    return result
