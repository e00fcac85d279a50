"""Experiments of the laboratory as functions. Do not edit: `UPDATE_GOLDEN=1 cargo test -p overhear-lab --test python` writes this file from the declarations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from . import _runs
from ._agents import Agent
from ._config import (
    Agents,
    Player,
    RuleSet,
    Switches,
    balance_json,
    check_balance,
    check_tournament,
    given_agents,
    one_spec,
    players,
    reusable,
    rules_config,
    rules_text,
    specs,
    sweep_json,
)
from ._files import (
    PathLike,
    as_path,
    association_tables,
    axes,
    dumps,
    flag,
    given_list,
    given_texts,
    listed,
    mapping,
    optional_path,
    optional_text,
    path,
    text,
    texts,
    words_config,
)
from ._progress import Progress
from ._provenance import Findings, recorded
from ._ranges import check, check_count, check_number
from ._results import BalanceResult, BenchResult, CalibrateResult, CompareResult, LeagueResult, SweepResult, TournamentResult, TuneResult
from ._table import Table


@dataclass(frozen=True)
class TournamentConfig:
    """Everything that decides a tournament: what :func:`overhear.tournament` takes, but for where and on what it runs.

    It can be pickled, compared and sent to other machines. Files are named by paths that every machine must have.

    >>> TournamentConfig(["margin", "nearest"], pairs=100, seed=1).pairs
    100
    """

    agents: Agents | None = None
    games: int | None = None
    seed: int | None = None
    rules: RuleSet = "official"
    set: Switches = field(default_factory=dict)
    team_size: int | None = None
    space: PathLike | None = None
    deck: PathLike | None = None
    lang: str = "en"
    other_spaces: Mapping[str, PathLike | None] = field(default_factory=dict)
    associations: Mapping[str, PathLike] = field(default_factory=dict)
    vocabulary: int | None = None
    pairs: int | None = None
    sprt: str | None = None
    gauntlet: str | None = None
    discuss: int = 0
    answer_limit: int | None = None
    on_fault: str = "forfeit"
    max_fault_rate: float = 0.01
    log: str = "none"
    log_format: str = "csv"
    running: int | None = None
    checkpoint: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", given_agents(self.agents))
        check_count("games", self.games, 1, 1_000_000_000_000_000)
        check_count("pairs", self.pairs, 1, 500_000_000_000_000)
        check_count("seed", self.seed, 0, 18_446_744_073_709_551_615)
        check_count("discuss", self.discuss, 0, 8, needed=True)
        check_count("answer_limit", self.answer_limit, 1, 3_600_000)
        check_number("max_fault_rate", self.max_fault_rate, 0, 1, needed=True)
        check_count("team_size", self.team_size, 2, 4)
        check_count("vocabulary", self.vocabulary, 256, 4_294_967_295)
        check_count("running", self.running, 1, 18_446_744_073_709_551_615)
        check_count("checkpoint", self.checkpoint, 0, 86_400)
        check_tournament(self)

    def to_json(self) -> str:
        """The text that the laboratory reads."""
        asked: dict[str, Any] = {
            "players": players(self.agents),
            "games": self.games,
            "pairs": self.pairs,
            "seed": self.seed,
            "sprt": optional_text("sprt", self.sprt),
            "gauntlet": optional_text("gauntlet", self.gauntlet),
            "discuss": self.discuss,
            "answer_limit": self.answer_limit,
            "on_fault": text("on_fault", self.on_fault),
            "max_fault_rate": self.max_fault_rate,
            "rules": rules_config(self.rules, self.set, self.team_size),
            "words": words_config(self.space, self.deck, self.lang, self.other_spaces, self.associations, self.vocabulary),
            "log": text("log", self.log),
            "log_format": text("log_format", self.log_format),
            "running": self.running,
            "checkpoint": self.checkpoint,
        }
        return dumps(asked)


@recorded
def tournament(
    agents: Agents | TournamentConfig | None = None,
    *,
    games: int | None = None,
    pairs: int | None = None,
    seed: int | None = None,
    sprt: str | None = None,
    gauntlet: str | None = None,
    discuss: int = 0,
    answer_limit: int | None = None,
    on_fault: str = "forfeit",
    max_fault_rate: float = 0.01,
    rules: RuleSet = "official",
    set: Switches = {},  # noqa: B006 - never changed
    team_size: int | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    log: str = "none",
    log_format: str = "csv",
    running: int | None = None,
    checkpoint: int | None = None,
    out: PathLike | None = None,
    force: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> TournamentResult:
    """Plays a round robin on paired deals: ``sim-cli tournament``.

    The same seed gives the same result, whatever ``threads`` is, here and in the program. ``games`` and ``pairs`` count the whole
    run and are split evenly over the pairings: with three agents there are three, and ``pairs=6`` is two pairs of games of each
    two agents, so that each agent plays eight games. In place of agents a whole :class:`TournamentConfig` may stand; then only
    ``out``, ``force``, ``threads`` and ``progress`` may stand beside it.

    ``log``, ``running`` and ``checkpoint`` are about what is written and take ``out``. Ctrl-C raises :class:`Interrupted`; with
    ``out``, :func:`resume` goes on.

    Args:
        agents: Agents as SPECs, classes of one's own, or labels with either, as in ``["margin", "human/bayes"]`` or ``{"mine":
            Mine()}`` (default: random, nearest, margin, pragmatic, human).
        games: Games of the run, split evenly over the pairings and rounded up to whole pairs (default: 10000).
        pairs: Pairs of games, instead of ``games``; both games of a pair share a deal, with the seats swapped.
        seed: Seed of the run; drawn if not given.
        sprt: Stop as soon as a sequential test of two agents decides (:class:`UndecidedError` if it does not):
            elo0=0,elo1=5,alpha=0.05,beta=0.05[,model=normalized|logistic].
        gauntlet: Play only LABEL against each other agent; add the games to a finished result with ``sim-cli merge``.
        discuss: Turns of talk in teams of three or four: members answer alone, talk, and answer again; with 0 they do not talk,
            and their first answers are pooled.
        answer_limit: Maximum milliseconds of an answer (bots have their own ``answer_limit``, in seconds); longer is a fault, and
            results then depend on the machine (default: no limit).
        on_fault: Handle games with a fault: an agent panics, exceeds ``answer_limit``, or its bot gives no valid answer.
        max_fault_rate: Raise :class:`FaultsError` if more than this share of the games has a fault.
        rules: Rules: a name from ``sim-cli rules list``, or a TOML file.
        set: Switches of the rules, as in ``{"round_limit": 6}``.
        team_size: Players in each team; overrides ``white_team`` and ``black_team`` of the rules (default: 2).
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        log: Rows to write besides the summary: deals.csv, also games.csv, or also halves.csv (with ``out``).
        log_format: Format of these rows.
        running: Also write running.csv: every pairing's score so far, a row every N deals (with ``out``).
        checkpoint: Seconds between two checkpoints; 0: after every block of games (with ``out``) (default: 30).
        out: Directory of the result's files.
        force: Replace an earlier result there.
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> result = overhear.tournament({"a": "margin", "b": "nearest"}, pairs=20, seed=7, set={"round_limit": 6})
    >>> sum(result.standings.column("wins")) + result.standings.column("shared")[0]
    40
    """
    check_count("threads", threads, 1, 1024)
    given: dict[str, Any] = dict(
        games=games, pairs=pairs, seed=seed, sprt=sprt, gauntlet=gauntlet, discuss=discuss, answer_limit=answer_limit,
        on_fault=on_fault, max_fault_rate=max_fault_rate, rules=rules, set=set, team_size=team_size, space=space, deck=deck,
        lang=lang, other_spaces=other_spaces, associations=associations, vocabulary=vocabulary, log=log, log_format=log_format,
        running=running, checkpoint=checkpoint,
    )
    config = _runs.one_config(TournamentConfig, agents, given)
    return _runs.tournament(config, out, force, threads, progress)


@dataclass(frozen=True)
class BalanceConfig:
    """Everything that decides a report on one set of rules, or on words: what :func:`overhear.balance` takes, but for where and on
    what it runs. It is for :func:`overhear.run`.

    >>> BalanceConfig(["human"], games=1000, seed=1, by="keyword").games
    1000
    """

    agents: Agents | None = None
    games: int | None = None
    seed: int | None = None
    rules: RuleSet = "official"
    set: Switches = field(default_factory=dict)
    team_size: int | None = None
    space: PathLike | None = None
    deck: PathLike | None = None
    lang: str = "en"
    other_spaces: Mapping[str, PathLike | None] = field(default_factory=dict)
    associations: Mapping[str, PathLike] = field(default_factory=dict)
    vocabulary: int | None = None
    tables: Sequence[str] | None = None
    margin: float | None = None
    margin_rounds: float | None = None
    minutes: Mapping[str, float] = field(default_factory=dict)
    by: str | None = None
    deck_b: PathLike | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", given_agents(self.agents))
        check_count("games", self.games, 1, 1_000_000_000_000_000)
        check_count("seed", self.seed, 0, 18_446_744_073_709_551_615)
        check_count("vocabulary", self.vocabulary, 256, 4_294_967_295)
        check_count("team_size", self.team_size, 2, 4)
        check_number("margin", self.margin, 0, 100, above=True)
        check_number("margin_rounds", self.margin_rounds, 0, 100, above=True)
        check_balance(self)

    def to_json(self) -> str:
        """The text that the laboratory reads."""
        asked: dict[str, Any] = {
            "population": {
                "players": players(self.agents),
                "seed": self.seed,
                "tables": given_texts("tables", self.tables) or [],
                "words": words_config(self.space, self.deck, self.lang, self.other_spaces, self.associations, self.vocabulary),
            },
            "games": self.games,
            "rules": rules_config(self.rules, self.set, self.team_size),
            "margin": self.margin,
            "margin_rounds": self.margin_rounds,
            "minutes": dict(mapping("minutes", self.minutes)),
        }
        return balance_json(self, asked)


@recorded
def balance(
    agents: Agents | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    tables: Sequence[str] | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    rules: RuleSet = "official",
    set: Switches = {},  # noqa: B006 - never changed
    team_size: int | None = None,
    margin: float | None = None,
    margin_rounds: float | None = None,
    minutes: Mapping[str, float] = {},  # noqa: B006 - never changed
    by: str | None = None,
    deck_b: PathLike | None = None,
    out: PathLike | None = None,
    force: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> BalanceResult:
    """How games end, what the tiebreaker does, and what others would make of it; or which words are hard: ``sim-cli balance``.

    One agent meets itself, of several each meets each. ``tables`` play all of it in the place of ``agents``, each in so many
    games. ``by`` and ``deck_b`` take the place of the report.

    Args:
        agents: Agents as SPECs, classes of one's own, or labels with either, as in ``["margin", "human/bayes"]`` or ``{"mine":
            Mine()}`` (default: human).
        games: Games of the run; with ``sweep`` of each point, with ``deck_b`` of each deck (default: 100000; with ``sweep``
            10000).
        seed: Seed of the run; drawn if not given.
        tables: Matchups that each play everything, instead of ``agents``: SPEC against itself, SPEC+SPEC, or ``range`` for the
            standard matchups new, human, close, keen, close+new and human+sleuth (clues like human, guesses like keen).
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        rules: Rules: a name from ``sim-cli rules list``, or a TOML file.
        set: Switches of the rules, as in ``{"round_limit": 6}``.
        team_size: Players in each team; overrides ``white_team`` and ``black_team`` of the rules (default: 2).
        margin: Equivalence margin in percentage points (default: 0.5); for rounds in hundredths, unless ``margin_rounds`` is
            given.
        margin_rounds: Equivalence margin of the mean length, in rounds (default: 0.25).
        minutes: Assumed minutes of actions in a game, as in ``{"clue": 1.5, "guess": 2}``.
        by: Counts of clue failures instead of the report, by ``"keyword"``, ``"card"`` or ``"pair"``.
        deck_b: A second deck, compared with ``deck`` instead of the report.
        out: Directory of the result's files.
        force: Replace an earlier result there.
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> report = overhear.balance(["random"], games=40, seed=1)
    >>> report["ladder"].name
    'ladder.csv'
    >>> report = overhear.balance(games=40, seed=1, tables=["random", "random+c=random"])
    >>> report["tables"].columns[:3]
    ['table', 'measure', 'games']
    >>> counted = overhear.balance(["random"], games=40, seed=1, by="keyword")
    >>> counted.words.name
    'keywords.csv'
    """
    check_count("threads", threads, 1, 1024)
    config = BalanceConfig(
        agents=agents, games=games, seed=seed, tables=tables, space=space, deck=deck, lang=lang, other_spaces=other_spaces,
        associations=associations, vocabulary=vocabulary, rules=rules, set=set, team_size=team_size, margin=margin,
        margin_rounds=margin_rounds, minutes=minutes, by=by, deck_b=deck_b,
    )
    return BalanceResult(_runs.on_rules(config, out, force, threads, progress), optional_path("out", out))


@dataclass(frozen=True)
class SweepConfig:
    """Everything that decides a sweep: what :func:`overhear.sweep` takes, but for where and on what it runs.

    >>> SweepConfig(agents=["human"], games=1000, seed=1, axes={"round_limit": range(6, 9)}).games
    1000
    """

    agents: Agents | None = None
    games: int | None = None
    seed: int | None = None
    rules: RuleSet = "official"
    set: Switches = field(default_factory=dict)
    team_size: int | None = None
    space: PathLike | None = None
    deck: PathLike | None = None
    lang: str = "en"
    other_spaces: Mapping[str, PathLike | None] = field(default_factory=dict)
    associations: Mapping[str, PathLike] = field(default_factory=dict)
    vocabulary: int | None = None
    axes: Mapping[str, Iterable[str | int | float | bool]] = field(default_factory=dict)
    margin: float | None = None
    margin_rounds: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", given_agents(self.agents))
        check_count("games", self.games, 1, 1_000_000_000_000_000)
        check_count("seed", self.seed, 0, 18_446_744_073_709_551_615)
        check_count("vocabulary", self.vocabulary, 256, 4_294_967_295)
        check_count("team_size", self.team_size, 2, 4)
        check_number("margin", self.margin, 0, 100, above=True)
        check_number("margin_rounds", self.margin_rounds, 0, 100, above=True)
        object.__setattr__(self, "axes", axes("axes", self.axes))

    def to_json(self) -> str:
        """The text that the laboratory reads."""
        asked: dict[str, Any] = {
            "population": {
                "players": players(self.agents),
                "seed": self.seed,
                "words": words_config(self.space, self.deck, self.lang, self.other_spaces, self.associations, self.vocabulary),
            },
            "games": self.games,
            "rules": rules_config(self.rules, self.set, self.team_size),
            "margin": self.margin,
            "margin_rounds": self.margin_rounds,
        }
        return sweep_json(self, asked)


@recorded
def sweep(
    axes: Mapping[str, Iterable[str | int | float | bool]],
    agents: Agents | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    rules: RuleSet = "official",
    set: Switches = {},  # noqa: B006 - never changed
    team_size: int | None = None,
    margin: float | None = None,
    margin_rounds: float | None = None,
    out: PathLike | None = None,
    force: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> SweepResult:
    """Every combination of the values of some switches on the same deals: ``sim-cli balance --sweep``.

    Args:
        axes: Switches with their values, as in ``{"round_limit": range(6, 9)}``.
        agents: Agents as SPECs, classes of one's own, or labels with either, as in ``["margin", "human/bayes"]`` or ``{"mine":
            Mine()}`` (default: human).
        games: Games of the run; with ``sweep`` of each point, with ``deck_b`` of each deck (default: 100000; with ``sweep``
            10000).
        seed: Seed of the run; drawn if not given.
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        rules: Rules: a name from ``sim-cli rules list``, or a TOML file.
        set: Switches of the rules, as in ``{"round_limit": 6}``.
        team_size: Players in each team; overrides ``white_team`` and ``black_team`` of the rules (default: 2).
        margin: Equivalence margin in percentage points (default: 0.5); for rounds in hundredths, unless ``margin_rounds`` is
            given.
        margin_rounds: Equivalence margin of the mean length, in rounds (default: 0.25).
        out: Directory of the result's files.
        force: Replace an earlier result there.
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> grid = overhear.sweep({"round_limit": range(6, 9)}, ["random"], games=40, seed=1)
    >>> grid.table.name
    'sweep.csv'
    """
    check_count("threads", threads, 1, 1024)
    config = SweepConfig(
        axes=axes, agents=agents, games=games, seed=seed, space=space, deck=deck, lang=lang, other_spaces=other_spaces,
        associations=associations, vocabulary=vocabulary, rules=rules, set=set, team_size=team_size, margin=margin,
        margin_rounds=margin_rounds,
    )
    return SweepResult(_runs.on_rules(config, out, force, threads, progress), optional_path("out", out))


@dataclass(frozen=True)
class CompareConfig:
    """Everything that decides a comparison of two sets of rules: what :func:`overhear.compare` takes, but for where and on what it
    runs.

    >>> CompareConfig("official", "official,round_limit=6", ["human"], games=1000, seed=1).b
    'official,round_limit=6'
    """

    a: RuleSet
    b: RuleSet
    agents: Agents | None = None
    games: int | None = None
    seed: int | None = None
    team_size: int | None = None
    space: PathLike | None = None
    deck: PathLike | None = None
    lang: str = "en"
    other_spaces: Mapping[str, PathLike | None] = field(default_factory=dict)
    associations: Mapping[str, PathLike] = field(default_factory=dict)
    vocabulary: int | None = None
    measure: Sequence[str] | None = None
    margin: float | None = None
    margin_rounds: float | None = None
    until: bool = False
    tables: Sequence[str] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", given_agents(self.agents))
        check_count("team_size", self.team_size, 2, 4)
        check_count("games", self.games, 1, 1_000_000_000_000_000)
        check_number("margin", self.margin, 0, 100, above=True)
        check_number("margin_rounds", self.margin_rounds, 0, 100, above=True)
        check_count("seed", self.seed, 0, 18_446_744_073_709_551_615)
        check_count("vocabulary", self.vocabulary, 256, 4_294_967_295)

    def to_json(self) -> str:
        """The text that the laboratory reads."""
        asked: dict[str, Any] = {
            "a": rules_text("a", self.a),
            "b": rules_text("b", self.b),
            "population": {
                "players": players(self.agents),
                "seed": self.seed,
                "tables": given_texts("tables", self.tables) or [],
                "words": words_config(self.space, self.deck, self.lang, self.other_spaces, self.associations, self.vocabulary),
            },
            "team_size": self.team_size,
            "games": self.games,
            "measure": given_texts("measure", self.measure) or [],
            "margin": self.margin,
            "margin_rounds": self.margin_rounds,
            "until": flag("until", self.until),
        }
        return dumps({"compare": asked})


@recorded
def compare(
    a: RuleSet,
    b: RuleSet,
    agents: Agents | None = None,
    *,
    team_size: int | None = None,
    games: int | None = None,
    measure: Sequence[str] | None = None,
    margin: float | None = None,
    margin_rounds: float | None = None,
    until: bool = False,
    seed: int | None = None,
    tables: Sequence[str] | None = None,
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
) -> CompareResult:
    """Two sets of rules on the same deals; two results: :func:`contrast`: ``sim-cli rules compare``.

    Rules are names or TOML files, with switches behind commas: ``"official,round_limit=6"``; or, as everywhere, a dict,
    ``{"rules": "short", "round_limit": 6}``, or a list, ``["short", "round_limit=6"]``.

    Args:
        a: Rule set A.
        b: Rule set B.
        agents: Agents as SPECs, classes of one's own, or labels with either, as in ``["margin", "human/bayes"]`` or ``{"mine":
            Mine()}`` (default: human).
        team_size: Players in each team; overrides ``white_team`` and ``black_team`` of the rules (default: 2).
        games: Games of each set of rules (default: 100000).
        measure: Measure to compare (default: every measure; with ``until``, White's score).
        margin: Equivalence margin in percentage points (default: 0.5); for rounds in hundredths, unless ``margin_rounds`` is
            given.
        margin_rounds: Equivalence margin of the mean length, in rounds (default: 0.25).
        until: Stop as soon as a difference, or equivalence within the margin, is established for the only measure.
        seed: Seed of the run; drawn if not given.
        tables: Matchups that each play everything, instead of ``agents``: SPEC against itself, SPEC+SPEC, or ``range`` for the
            standard matchups new, human, close, keen, close+new and human+sleuth (clues like human, guesses like keen).
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        out: Directory of the result's files.
        force: Replace an earlier result there.
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> found = overhear.compare("official", "official,round_limit=6", ["random"], games=40, seed=1)
    >>> "measure" in found.table.columns
    True
    """
    check_count("threads", threads, 1, 1024)
    config = CompareConfig(
        a=a, b=b, agents=agents, team_size=team_size, games=games, measure=measure, margin=margin, margin_rounds=margin_rounds,
        until=until, seed=seed, tables=tables, space=space, deck=deck, lang=lang, other_spaces=other_spaces,
        associations=associations, vocabulary=vocabulary,
    )
    return CompareResult(*_runs.on_rules(config, out, force, threads, progress))


@recorded
def league(
    agents: Agents | None = None,
    *,
    games: int = 100_000,
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
    exploit_games: int | None = None,
    respond_games: int = 0,
    threads: int | None = None,
    progress: Progress = None,
) -> LeagueResult:
    """Every agent against every other, with floor and ceiling: ``sim-cli agents league``.

    Args:
        agents: Agents as SPECs, classes of one's own, or labels with either, as in ``["margin", "human/bayes"]`` or ``{"mine":
            Mine()}`` (default: those of a tournament, value=value/bayes, keen, and the cheater cheater=random/oracle).
        games: Games of the league, split evenly over the pairings and rounded up to whole pairs.
        seed: Seed of the run; drawn if not given.
        rules: Rules: a name from ``sim-cli rules list``, or a TOML file.
        set: Switches of the rules, as in ``{"round_limit": 6}``.
        team_size: Players in each team; overrides ``white_team`` and ``black_team`` of the rules (default: 2).
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        exploit_games: Games of each agent or combination against itself, in which the best guesser against it is found and
            measured; 0: none (default: as many as deals, at most 200).
        respond_games: Games to measure the regret of the equilibrium mix: what the best of several agents built against it scores
            above 50 of 100, on other deals. Takes minutes; 0: none.
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> table = overhear.league(["margin", "nearest", "random"], games=60, seed=1)
    >>> len(table.agents), table.matrix.name
    (3, 'matrix.csv')
    """
    check_count("threads", threads, 1, 1024)
    agents = given_agents(agents)
    check_count("games", games, 1, 1_000_000_000_000_000, needed=True)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    check_count("team_size", team_size, 2, 4)
    check_count("vocabulary", vocabulary, 256, 4_294_967_295)
    check_count("exploit_games", exploit_games, 0, 1_000_000_000_000_000)
    check_count("respond_games", respond_games, 0, 1_000_000_000_000_000, needed=True)
    asked: dict[str, Any] = {
        "players": players(agents),
        "games": games,
        "seed": seed,
        "rules": rules_config(rules, set, team_size),
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
        "exploit_games": exploit_games,
        "respond_games": respond_games,
    }
    return _runs.league(asked, agents, threads, progress)


@recorded
def tune(
    agent: str | Agent,
    params: Sequence[str],
    *,
    opponent: str | Agent | None = None,
    iterations: int = 1000,
    pairs_per_iteration: int = 32,
    step: float = 0.05,
    rate: float = 0.01,
    sprt: str = "elo0=0,elo1=5",
    confirm_pairs: int = 50_000,
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
    out: PathLike | None = None,
    force: bool = False,
    threads: int | None = None,
) -> TuneResult:
    """Tunes parameters of an agent by SPSA, and tests what that gains on other deals: ``sim-cli tune``.

    Without ``out`` the trace is not kept, and nothing can go on after Ctrl-C.

    Args:
        agent: Initial agent.
        params: Parameters to tune: names, or ``"name=low..high"``.
        opponent: Opponent of both variants (default: each other).
        iterations: Number of iterations.
        pairs_per_iteration: Pairs of games in each iteration.
        step: Perturbation of a parameter in the last iteration, as a share of its range.
        rate: Learning rate in the last iteration, in perturbations for each game of lead.
        sprt: Test of the tuned agent against the initial agent.
        confirm_pairs: Maximum number of pairs of that test (:class:`UndecidedError` if they do not suffice).
        seed: Seed of the run; drawn if not given.
        rules: Rules: a name from ``sim-cli rules list``, or a TOML file.
        set: Switches of the rules, as in ``{"round_limit": 6}``.
        team_size: Players in each team; overrides ``white_team`` and ``black_team`` of the rules (default: 2).
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        out: Directory of the result's files.
        force: Replace an earlier result there.
        threads: Number of threads (default: one for each processor).
    """
    check_count("threads", threads, 1, 1024)
    check_count("iterations", iterations, 1, 10_000_000, needed=True)
    check_count("pairs_per_iteration", pairs_per_iteration, 1, 1_000_000, needed=True)
    check_number("step", step, 0, 1, above=True, needed=True)
    check_number("rate", rate, 0, 1, above=True, needed=True)
    check_count("confirm_pairs", confirm_pairs, 1, 1_000_000_000, needed=True)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    check_count("team_size", team_size, 2, 4)
    check_count("vocabulary", vocabulary, 256, 4_294_967_295)
    asked: dict[str, Any] = {
        "players": {
            "agent": [one_spec("agent", agent)],
        },
        "param": texts("params", params),
        "opponent": None if opponent is None else one_spec("opponent", opponent),
        "iterations": iterations,
        "pairs_per_iteration": pairs_per_iteration,
        "step": step,
        "rate": rate,
        "sprt": text("sprt", sprt),
        "confirm_pairs": confirm_pairs,
        "seed": seed,
        "rules": rules_config(rules, set, team_size),
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    return _runs.tune(asked, (agent, () if opponent is None else opponent), out, force, threads)


@recorded
def evaluate(
    task: str,
    file: PathLike,
    agents: Agents,
    *,
    missing_as_words: bool = False,
    seed: int | None = None,
    fit_temperature: bool = False,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    threads: int | None = None,
) -> Table:
    """Agents against recorded clues of people, a row for each agent: ``sim-cli eval decode``.

    ``file`` is a CSV file with the columns that ``sim-cli schema`` gives to ``decode.csv`` and ``intercept.csv``. The task
    ``"intercept"`` is ``sim-cli eval intercept``.

    Args:
        task: ``"decode"`` or ``"intercept"``.
        file: CSV file of recorded clues.
        agents: Agents whose guessers answer, as SPECs.
        missing_as_words: Read cells such as NA, none and ? as words, instead of refusing them as missing values.
        seed: Seed of the bootstrap; drawn if not given.
        fit_temperature: Add a row with probabilities at the temperature that suits the file best, fitted on four fifths and
            scored on the last, five times.
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        threads: Number of threads (default: one for each processor).
    """
    check_count("threads", threads, 1, 1024)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    check_count("vocabulary", vocabulary, 256, 4_294_967_295)
    asked: dict[str, Any] = {
        "file": str(as_path("file", file)),
        "players": {
            "agent": specs(reusable(agents)),
        },
        "missing_as_words": flag("missing_as_words", missing_as_words),
        "seed": seed,
        "fit_temperature": flag("fit_temperature", fit_temperature),
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    return _runs.evaluate(text("task", task), asked, threads)


@recorded
def check_agent(
    agent: str | Agent,
    *,
    games: int = 10,
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
) -> Findings:
    """What an agent owes the table, checked by asking. A finding for each duty: ``sim-cli agents check``.

    Args:
        agent: The agent: a SPEC, or a class of one's own.
        games: Games of each check.
        seed: Seed of the run; drawn if not given.
        rules: Rules: a name from ``sim-cli rules list``, or a TOML file.
        set: Switches of the rules, as in ``{"round_limit": 6}``.
        team_size: Players in each team; overrides ``white_team`` and ``black_team`` of the rules (default: 2).
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        threads: Number of threads (default: one for each processor).

    >>> import overhear
    >>> all(finding.kept for finding in overhear.check_agent("margin", games=4, seed=1))
    True
    """
    check_count("threads", threads, 1, 1024)
    check_count("games", games, 1, 100_000, needed=True)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    check_count("team_size", team_size, 2, 4)
    check_count("vocabulary", vocabulary, 256, 4_294_967_295)
    asked: dict[str, Any] = {
        "agent": one_spec("agent", agent),
        "games": games,
        "seed": seed,
        "rules": rules_config(rules, set, team_size),
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    return _runs.check_agent(asked, agent, threads)


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

    A row for each combination of ``lambda_``, ``gamma`` and ``referee``.

    Args:
        lambda_: Weights of secrecy, λ (default: 0, 0.25, 0.5, 1, 2).
        gamma: Weights of leaked bits, γ; 0: only the current half counts (default: 0, 0.02, 0.05, 0.1, 0.2, 0.5).
        referee: Modes of the referee, tried in turn (default: off, enforce).
        giver: The Encryptor: any that has ``lambda`` and ``gamma``, with further settings (default: pragmatic).
        decoder: The decoder, on the Encryptor's team (default: bayes).
        interceptor: The interceptor (default: bayes).
        games: Games for each combination (default: 2000).
        exploit_games: Games of each agent or combination against itself, in which the best guesser against it is found and
            measured; 0: none (default: as many as deals, at most 200).
        seed: Seed of the run; drawn if not given.
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> len(overhear.frontier(lambda_=[0, 1], gamma=[0], referee=["off"], games=2, seed=1))
    2
    """
    check_count("threads", threads, 1, 1024)
    check_count("games", games, 1, 1_000_000_000_000_000)
    check_count("exploit_games", exploit_games, 0, 1_000_000_000_000_000)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    check_count("vocabulary", vocabulary, 256, 4_294_967_295)
    asked: dict[str, Any] = {
        "lambda": given_list("lambda_", lambda_),
        "gamma": given_list("gamma", gamma),
        "referee": given_texts("referee", referee),
        "giver": optional_text("giver", giver),
        "decoder": optional_text("decoder", decoder),
        "interceptor": optional_text("interceptor", interceptor),
        "games": games,
        "exploit_games": exploit_games,
        "seed": seed,
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    return _runs.measured("frontier", asked, (), threads, progress)


@recorded
def cross(
    space: Sequence[PathLike] = (),
    *,
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    agent: Agents = "margin",
    deck: PathLike | None = None,
    games: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Table:
    """Givers, decoders and interceptors who think in different spaces, or by associations, or are of different agents: ``sim-cli
    agents cross``.

    Several agents are crossed in one space; they are SPECs, classes and bots. A row for each giver, decoder and interceptor.

    Args:
        space: A word embedding, or ``built-in``; at least two, or one with ``associations``, are crossed for one agent. Deck and
            clues come from the first.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) as an alternative to an embedding.
        agent: The agent whose spaces are crossed, or several agents, which are crossed.
        deck: Keyword deck (default: built in).
        games: Games for each Encryptor and pair of guessers, rounded up to whole pairs (default: 2000).
        seed: Seed of the run; drawn if not given.
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> len(overhear.cross(agent=["nearest", "margin", "random"], games=2, seed=1))
    27
    """
    check_count("threads", threads, 1, 1024)
    agent = reusable(agent, "agent")
    check_count("games", games, 1, 1_000_000_000_000_000)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    asked: dict[str, Any] = {
        "space": [path("space", file) for file in listed("space", space)],
        "associations": association_tables(associations),
        "agent": specs(agent, "agent"),
        "deck": path("deck", deck),
        "games": games,
        "seed": seed,
    }
    return _runs.crossed(asked, agent, threads, progress)


@recorded
def exploit(
    spec: str | Agent,
    *,
    against: str | None = None,
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
    """Searches the best interceptor against a clue giver, or the clue giver that a guesser understands best without intercepting:
    ``sim-cli agents exploit``.

    It takes minutes.

    Args:
        spec: The agent to exploit.
        against: The role to exploit (default: giver).
        games: Games on fresh deals at the end; the search begins with a sixteenth of them (default: 2000).
        seed: Seed of the run; drawn if not given.
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.
    """
    check_count("threads", threads, 1, 1024)
    check_count("games", games, 1, 1_000_000_000_000_000)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    check_count("vocabulary", vocabulary, 256, 4_294_967_295)
    asked: dict[str, Any] = {
        "spec": one_spec("spec", spec),
        "against": optional_text("against", against),
        "games": games,
        "seed": seed,
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    return _runs.measured("exploit", asked, spec, threads, progress)


@recorded
def search_rules(
    goals: Sequence[str],
    agents: Agents | None = None,
    *,
    vary: Sequence[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    rules: RuleSet = "official",
    set: Switches = {},  # noqa: B006 - never changed
    team_size: int | None = None,
    minutes: Mapping[str, float] = {},  # noqa: B006 - never changed
    threads: int | None = None,
    progress: Progress = None,
) -> Table:
    """Searches for rules that meet goals, and confirms the best on fresh deals: ``sim-cli rules search``.

    The rows of the last stage, ``confirmation``, say in ``verdict`` whether each goal holds.

    Args:
        goals: Goals: measures of ``rules compare``, or ``mean_minutes``, with their ranges, as in ``tiebreak_rate<0.1,
            mean_rounds in 5..6``.
        agents: Agents as SPECs, classes of one's own, or labels with either, as in ``["margin", "human/bayes"]`` or ``{"mine":
            Mine()}`` (default: human).
        vary: A switch that may change, to near values or to those named; ``team_size`` sets both teams (default: every switch).
        games: Games of the whole search, over all candidates (default: 100000).
        seed: Seed of the run; drawn if not given.
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        rules: Rules: a name from ``sim-cli rules list``, or a TOML file.
        set: Switches of the rules, as in ``{"round_limit": 6}``.
        team_size: Players in each team; overrides ``white_team`` and ``black_team`` of the rules (default: 2).
        minutes: Assumed minutes of actions in a game, as in ``{"clue": 1.5, "guess": 2}``.
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> found = overhear.search_rules("mean_rounds<3", ["random"], vary="round_limit=3,4", games=400, seed=1)
    >>> found["verdict"][-1]
    'holds'
    """
    check_count("threads", threads, 1, 1024)
    agents = given_agents(agents)
    check_count("games", games, 1, 1_000_000_000_000_000)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    check_count("vocabulary", vocabulary, 256, 4_294_967_295)
    check_count("team_size", team_size, 2, 4)
    asked: dict[str, Any] = {
        "goals": texts("goals", goals),
        "population": {
            "players": players(agents),
            "seed": seed,
            "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
        },
        "vary": given_texts("vary", vary) or [],
        "games": games,
        "rules": rules_config(rules, set, team_size),
        "minutes": dict(mapping("minutes", minutes)),
    }
    return _runs.measured("search_rules", asked, agents, threads, progress)


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

    Args:
        games: Games of each team (default: 4000).
        seed: Seed of the run; drawn if not given.
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> overhear.people(games=2, seed=1).columns[:2]
    ['preset', 'figure']
    """
    check_count("threads", threads, 1, 1024)
    check_count("games", games, 2, 1_000_000_000_000_000)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    check_count("vocabulary", vocabulary, 256, 4_294_967_295)
    asked: dict[str, Any] = {
        "games": games,
        "seed": seed,
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
    }
    return _runs.measured("people", asked, (), threads, progress)


@recorded
def bench(
    agent: Player,
    *,
    suite: str | None = None,
    seed: int | None = None,
    games: int | None = None,
    field: str | None = None,
    clues: PathLike | None = None,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    lang: str = "en",
    other_spaces: Mapping[str, PathLike | None] = {},  # noqa: B006 - never changed
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
    vocabulary: int | None = None,
    bots: Sequence[Mapping[str, Any]] = (),
    answers: PathLike | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> BenchResult:
    """A card of how well an agent decodes, intercepts, gives clues, plays and foresees others: ``sim-cli bench``.

    The card is what ``card.json`` holds, with ``items`` as a list and ``cost`` as CSV. The suite ``decrypto-benchmark`` is the
    setting of a published benchmark.

    Args:
        agent: The agent: a SPEC, or a class of one's own.
        suite: Name of the set of tasks and deals (default: decrypto-1).
        seed: Use new deals from this seed, which no model can have read about.
        games: Games of each task (default: 60).
        field: Opponents of whole games: the name of a set of ``agents_field``, instead of ``random``, ``nearest``, ``margin`` and
            ``pragmatic``.
        clues: Also decode these recorded clues, in the format of ``eval decode``; bots get them as text.
        space: Word embedding: GloVe or fastText text, word2vec binary, or a file of ``space import`` (default: built in).
        deck: Keyword deck: CSV with a column ``card`` and one for each language, or a word a line (default: built in).
        lang: Language of the game: of the deck, the clues and their law.
        other_spaces: Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one.
        associations: CSV with columns ``keyword``, ``clue``, ``weight``: P(clue | keyword) for agents with associations=NAME in
            their SPEC.
        vocabulary: Number of most frequent words from which automatic players choose clues (default: 20000).
        bots: Entries ``[[bot]]``, as ``docs/bots.md`` explains them.
        answers: Store bot answers in FILE and reuse them on later runs.
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> card = overhear.bench("margin", games=2, vocabulary=2000)
    >>> card["measures"][0]["task"], card["measures"][0]["measure"]
    ('decode', 'accuracy')
    """
    check_count("threads", threads, 1, 1024)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    check_count("games", games, 1, 1_000_000_000_000_000)
    check_count("vocabulary", vocabulary, 256, 4_294_967_295)
    asked: dict[str, Any] = {
        "agent": one_spec("agent", agent),
        "suite": optional_text("suite", suite),
        "seed": seed,
        "games": games,
        "field": optional_text("field", field),
        "clues": path("clues", clues),
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
        "bots": _runs.bots(bots),
        "answers": path("answers", answers),
    }
    return _runs.card(asked, agent, threads, progress)


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
    """How often the sequential test is right, on real games of copies of an agent: ``sim-cli calibrate``.

    It takes minutes. ``result.problem`` names the rates that are off.

    Args:
        runs: Runs of each kind.
        agent: The agent: a SPEC, or a class of one's own.
        blunder: Share of answers that the handicapped copy gives at random (default: 0.009, which costs ``margin`` about 10
            points of normalised Elo; another agent or test is then not judged).
        sprt: The sequential test.
        pairs: Maximum number of pairs of games in a run.
        seed: Seed of the run; drawn if not given.
        coverage: Count instead how often the 95 % intervals hold the truth, on simulated matches; of the other settings only
            ``runs`` and ``seed`` then count.
        threads: Number of threads (default: one for each processor).
        progress: What shows how far the run is: ``True``, ``False``, or a function of the games done and planned.

    >>> import overhear
    >>> overhear.calibrate(runs=1, pairs=10, agent="nearest").table.columns[0]
    'case'
    """
    check_count("threads", threads, 1, 1024)
    check(blunder=blunder)
    check_count("runs", runs, 1, 1_000_000, needed=True)
    check_count("pairs", pairs, 1, 500_000_000_000_000, needed=True)
    check_count("seed", seed, 0, 18_446_744_073_709_551_615)
    asked: dict[str, Any] = {
        "runs": runs,
        "agent": one_spec("agent", agent),
        "blunder": blunder,
        "sprt": text("sprt", sprt),
        "pairs": pairs,
        "seed": seed,
        "coverage": flag("coverage", coverage),
    }
    return _runs.calibrate(asked, agent, threads, progress)


Config = Union[TournamentConfig, BalanceConfig, SweepConfig, CompareConfig]
"""What can be played in parts."""
