"""What is measured of agents: a table each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _overhear
from ._agents import Agent
from ._config import (
    Agents, Player, RuleSet, Switches, bots_config, one_spec, python_agents, python_agents_beside_bots, rules_config, specs,
)  # fmt: skip
from ._errors import UsageError
from ._files import PathLike, association_tables, content_of, dumps, flag, listed, mapping, optional_text, path, temporary_folder, text, texts, without_none, words_config
from ._program_folder import card_of
from ._progress import Progress, reporting
from ._provenance import Findings, drawn, recorded
from ._ranges import check, check_given
from ._results import BenchResult, CalibrateResult, ContrastResult, Finding, TournamentResult
from ._saved import as_folder
from ._table import Table


@recorded
def frontier(
    *,
    lambda_: Iterable[float] | float | None = None,
    gamma: Iterable[float] | float | None = None,
    referee: Iterable[str] | None = None,
    giver: str | None = None,
    decoder: str | None = None,
    interceptor: str | None = None,
    games: int | None = None,
    exploit_games: int | None = None,
    seed: int | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Table:
    """Decoding against interception, as the weights of a clue giver and the referee vary: ``sim-cli agents frontier``.

    A row for each combination of ``lambda_``, ``gamma`` and ``referee``. What is not given is as in the program, but for the seed, which is drawn.
    In ``exploit_games`` of each against itself the best guesser is found and measured; 0 for none.

    >>> import overhear
    >>> len(overhear.frontier(lambda_=[0, 1], gamma=[0], referee=["off"], games=2, seed=1))
    2
    """
    varied = {
        "lambda_": None if lambda_ is None else listed("lambda_", lambda_),
        "gamma": None if gamma is None else listed("gamma", gamma),
        "referee": None if referee is None else texts("referee", referee),
    }
    for name, values in varied.items():
        if values == []:
            raise UsageError(f"{name}: there are no values; name one, or leave it out")
    asked = {
        **{name.rstrip("_"): values for name, values in varied.items()}, "giver": optional_text("giver", giver), "decoder": optional_text("decoder", decoder),
        "interceptor": optional_text("interceptor", interceptor), "games": games, "exploit_games": exploit_games, "seed": seed,
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    return _measured("frontier", asked, (), threads, progress)


@recorded
def cross(
    space: Sequence[PathLike],
    *,
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    agent: str | Agent = "margin",
    deck: PathLike | None = None,
    games: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Table:
    """Givers, decoders and interceptors who think in different spaces, or by associations: ``sim-cli agents cross``.

    ``space`` are files or ``"built-in"``; deck and clues are those of the first.
    """
    asked = {
        "space": [path("space", file) for file in listed("space", space)],
        "associations": association_tables(associations),
        "agent": one_spec("agent", agent), "deck": path("deck", deck), "games": games, "seed": seed,
    }
    return _measured("cross", asked, agent, threads, progress)


@recorded
def exploit(
    spec: str | Agent,
    *,
    against: str = "giver",
    games: int | None = None,
    seed: int | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Table:
    """Searches the best interceptor against a clue giver, or with ``against="guesser"`` the clue giver that a guesser
    understands best without intercepting: ``sim-cli agents exploit``. It takes minutes.
    """
    asked = {
        "spec": one_spec("spec", spec), "against": text("against", against), "games": games, "seed": seed,
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    return _measured("exploit", asked, spec, threads, progress)


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
    check(informed_games=informed_games, stated_within=stated_within, nearest=nearest, team_size=team_size)
    return _measured("strangers", asked, spec, threads, progress)


@recorded
def people(
    *,
    games: int | None = None,
    seed: int | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Table:
    """What tables of people come to, beside what is to be expected of them: ``sim-cli agents people``.

    >>> import overhear
    >>> overhear.people(games=2, seed=1).columns[:2]
    ['preset', 'figure']
    """
    asked = {
        "games": games, "seed": seed,
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    return _measured("people", asked, (), threads, progress)


@recorded
def bench(
    agent: Player,
    *,
    suite: str | None = None,
    games: int | None = None,
    seed: int | None = None,
    clues: PathLike | None = None,
    bots: Sequence[Mapping[str, Any]] = (),
    answers: PathLike | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> BenchResult:
    """A card of how well an agent decodes, intercepts, gives clues, plays and foresees others: ``sim-cli bench``.

    The card is what ``card.json`` holds, with ``items`` as a list and ``cost`` as CSV. ``bots`` are entries ``[[bot]]`` as
    ``docs/bots.md`` explains them; their answers are kept in the file ``answers``. The suite ``decrypto-benchmark`` is the setting of a
    published benchmark.

    >>> import overhear
    >>> card = overhear.bench("margin", games=2, vocabulary=2000)
    >>> card["measures"][0]["task"], card["measures"][0]["measure"]
    ('decode', 'accuracy')
    """
    check(games=games, seed=seed, threads=threads)
    asked: dict[str, Any] = {
        "agent": one_spec("agent", agent), "suite": optional_text("suite", suite), "games": games, "seed": seed, "clues": path("clues", clues),
        "bots": [dict(mapping("bots", bot)) for bot in listed("bots", [bots] if isinstance(bots, Mapping) else bots)], "answers": path("answers", answers),
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    own = bots_config(agent)
    asked["bots"] += own.pop("bots", [])
    asked["answers"] = asked["answers"] or own.pop("answers", None)
    with temporary_folder("bench") as place, reporting(progress) as tell:
        asked["out"] = {"out": str(place / "card"), "force": False}
        card = BenchResult(card_of(*_overhear.bench_card(dumps(without_none(asked)), python_agents_beside_bots(agent), threads, tell)))
        card._files = {file.name: content_of(file) for file in sorted((place / "card").iterdir())}
        return card


@recorded
def calibrate(
    *,
    runs: int = 500,
    agent: str | Agent = "margin",
    blunder: float | None = None,
    sprt: str = "elo0=0,elo1=10",
    pairs: int = 100_000,
    seed: int | None = None,
    coverage: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> CalibrateResult:
    """How often the sequential test is right, on real games of copies of an agent: ``sim-cli calibrate``. It takes minutes.

    One copy gives a share ``blunder`` of blind answers in half of the runs. With ``coverage`` simulated matches count how often the
    95 % intervals hold the truth; of the other settings ``runs`` and ``seed`` then count alone. ``result.problem`` names the
    rates that are off.

    >>> import overhear
    >>> overhear.calibrate(runs=1, pairs=10, agent="nearest").table.columns[0]
    'case'
    """
    check(runs=runs, pairs=pairs, seed=seed, blunder=blunder, threads=threads)
    asked = {
        "runs": runs, "agent": one_spec("agent", agent), "blunder": blunder, "sprt": text("sprt", sprt), "pairs": pairs, "seed": drawn(seed),
        "coverage": flag("coverage", coverage),
    }
    with reporting(progress) as tell:
        return CalibrateResult(*_overhear.calibrate(dumps(asked), python_agents(agent), threads, tell))


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


def _measured(what: str, asked: dict[str, Any], agents: Agents, threads: int | None, progress: Progress) -> Table:
    check(games=asked["games"], exploit_games=asked.get("exploit_games"), seed=asked["seed"], threads=threads)
    with reporting(progress) as tell:
        return Table(_overhear.measure(dumps({what: without_none(asked)}), python_agents(agents), threads, tell))


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
