"""Experiments of the laboratory as functions; those on rules are in `_rules_experiments`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from . import _overhear
from ._agents import Agent
from ._config import Agents, RuleSet, Switches, TournamentConfig, given_agents, one_spec, players, python_agents, python_agents_beside_bots, reusable, rules_config, specs
from ._errors import UsageError
from ._files import PathLike, as_path, association_tables, content_of, dumps, flag, optional_path, optional_text, path, temporary_folder, texts, words_config
from ._files import text as _text
from ._progress import Progress, remark, reporting
from ._provenance import Findings, drawn, recorded
from ._ranges import check, check_given
from ._result_files import MANIFEST
from ._results import Finding, LeagueResult, TournamentResult, TuneResult, Verdict
from ._saved import as_folder, manifest_in
from ._table import Table

_KEYWORDS_OF_A_TEAM = 4


@recorded
def tournament(
    agents: Agents | TournamentConfig | None = None,
    *,
    games: int | None = None,
    pairs: int | None = None,
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
    sprt: str | None = None,
    answer_limit: int | None = None,
    on_fault: str = "forfeit",
    max_fault_rate: float = 0.01,
    log: str = "none",
    log_format: str = "csv",
    running: int | None = None,
    checkpoint: int | None = None,
    gauntlet: str | None = None,
    discuss: int = 0,
    out: PathLike | None = None,
    force: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> TournamentResult:
    """Plays a round robin on paired deals: ``sim-cli tournament``.

    The same seed gives the same result, whatever ``threads`` is, here and in the program. If no agents are named,
    ``random``, ``nearest``, ``margin``, ``pragmatic`` and ``human`` play; 10,000 games if neither ``games`` nor ``pairs`` is. Both count the whole
    run, and are split evenly over the pairings: with three agents there are three, and ``pairs=6`` is two pairs of games of each two agents, so that each
    agent plays eight games. In place of agents a whole :class:`TournamentConfig` may
    stand; then only ``out``, ``force``, ``threads`` and ``progress`` may stand beside it.

    ``gauntlet`` is the label of an agent that meets all others, who do not meet each other. With ``discuss``, members of teams of
    three or four talk in that number of turns before they guess, and answer again.

    ``log`` (``"deals"``, ``"games"``, ``"halves"``), ``running`` and ``checkpoint`` are about what is written and take ``out``. Ctrl-C
    raises :class:`Interrupted`; with ``out``, :func:`resume` goes on.

    >>> import overhear
    >>> result = overhear.tournament({"a": "margin", "b": "nearest"}, pairs=20, seed=7, set={"round_limit": 6})
    >>> sum(result.standings.column("wins")) + result.standings.column("shared")[0]
    40
    """
    given: dict[str, Any] = dict(
        games=games, pairs=pairs, seed=seed, rules=rules, set=set, team_size=team_size, space=space, deck=deck,
        lang=lang, other_spaces=other_spaces, associations=associations, vocabulary=vocabulary, sprt=sprt,
        answer_limit=answer_limit, on_fault=on_fault, max_fault_rate=max_fault_rate, log=log, log_format=log_format, running=running, checkpoint=checkpoint,
        gauntlet=gauntlet, discuss=discuss,
    )
    check(threads=threads)
    config = _config(agents, given)
    with reporting(progress) as tell:
        core = _overhear.tournament(config.to_json(), python_agents_beside_bots(config.agents), path("out", out), flag("force", force), threads, tell)
    result = _with_remark(TournamentResult(core, optional_path("out", out)), config)
    result._agents = config.agents
    return result


def _config(agents: Agents | TournamentConfig | None, given: dict[str, Any]) -> TournamentConfig:
    if not isinstance(agents, TournamentConfig):
        return TournamentConfig(agents, **given)
    usual = TournamentConfig()
    said = [key for key, value in given.items() if value != getattr(usual, key)]
    if said:
        raise TypeError(f"{', '.join(said)}: already set in the configuration; leave it out")
    return agents


def _with_remark(result: TournamentResult, config: TournamentConfig) -> TournamentResult:
    """The result, with a remark if more games were played than were asked for."""
    played = result.manifest["games"]
    asked = config.games if config.games is not None else None
    if asked is not None and config.sprt is None and played > asked:
        line = f"games: {asked} were asked for, {played} are played: every pairing plays each of its deals twice"
        if not any("asked for" in said for said in result.warnings):
            remark([line])
            result.warnings.append(line)
    return result


@recorded
def resume(
    directory: PathLike,
    *,
    agents: Agents = (),
    allow_other_build: bool = False,
    run_bots: bool = False,
    threads: int | None = None,
    progress: Progress = None,
) -> TournamentResult:
    """Goes on with an interrupted tournament: ``sim-cli tournament --resume``.

    ``agents`` are the classes that play in it, under their names, if any do; SPECs beside them are looked over. ``run_bots`` starts bots
    whose commands stand in the directory, also if they were not started here before.
    """
    check(threads=threads)
    with reporting(progress) as tell:
        allowed = flag("allow_other_build", allow_other_build), flag("run_bots", run_bots)
        core = _overhear.resume(str(as_path("directory", directory)), python_agents_beside_bots(agents), *allowed, threads, tell)
    return TournamentResult(core, as_path("directory", directory))


@recorded
def league(
    agents: Agents | None = None,
    *,
    games: int = 100_000,
    exploit_games: int | None = None,
    respond_games: int = 0,
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
) -> LeagueResult:
    """Every agent against every other, with floor and ceiling: ``sim-cli agents league``.

    In ``exploit_games`` of each against itself the best guesser is found and measured; 0 for none. In ``respond_games`` against
    each agent of the equilibrium mix, agents built against it are compared and the best is measured: the regret of the mix.

    >>> import overhear
    >>> table = overhear.league(["margin", "nearest", "random"], games=60, seed=1)
    >>> len(table.agents), table.matrix.name
    (3, 'matrix.csv')
    """
    check(games=games, exploit_games=exploit_games, respond_games=respond_games, seed=seed, team_size=team_size, threads=threads)
    agents = given_agents(agents)
    asked = {
        "games": games,
        "exploit_games": exploit_games,
        "respond_games": respond_games,
        "seed": drawn(seed),
        "players": players(agents),
        "rules": rules_config(rules, set, team_size),
        "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
        "write": None,
    }
    with reporting(progress) as tell:
        return LeagueResult(_overhear.league(dumps(asked), python_agents_beside_bots(agents), threads, tell))


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
    threads: int | None = None,
) -> TuneResult:
    """Tunes parameters of an agent by SPSA, and tests what that gains on other deals: ``sim-cli tune``.

    ``params`` are names, or ``"name=low..high"``. Without ``out`` the trace is not kept, and nothing can go on after Ctrl-C.
    """
    check(
        iterations=iterations,
        pairs_per_iteration=pairs_per_iteration,
        confirm_pairs=confirm_pairs,
        step=step,
        rate=rate,
        seed=seed,
        team_size=team_size,
        threads=threads,
    )
    named, wanted = path("out", out), texts("params", params)
    if not wanted:
        raise UsageError("params: there is nothing to tune; name a parameter, as in ['top']")
    with nullcontext(named) if named else temporary_folder("tune") as place:
        asked = {
            "players": {"agent": [one_spec("agent", agent)]},
            "param": wanted,
            "opponent": None if opponent is None else one_spec("opponent", opponent),
            "iterations": iterations,
            "pairs_per_iteration": pairs_per_iteration,
            "step": step,
            "rate": rate,
            "sprt": _text("sprt", sprt),
            "confirm_pairs": confirm_pairs,
            "seed": seed,
            "rules": rules_config(rules, set, team_size),
            "words": words_config(space, deck, lang, other_spaces, associations, vocabulary),
            "out": str(place),
        }
        core = _overhear.tune(dumps(asked), python_agents(agent, () if opponent is None else opponent), threads)
        return _tuned(core, Path(place))


@recorded
def resume_tune(
    directory: PathLike,
    *,
    agents: Agents = (),
    allow_other_build: bool = False,
    run_bots: bool = False,
    threads: int | None = None,
) -> TuneResult:
    """Goes on with the tune of a directory: ``sim-cli tune --resume``. ``run_bots`` starts bots whose commands stand in it, also if they
    were not started here before."""
    check(threads=threads)
    allowed = flag("allow_other_build", allow_other_build), flag("run_bots", run_bots)
    asked = (str(as_path("directory", directory)), python_agents(agents), *allowed, threads)
    return _tuned(_overhear.resume_tune(*asked), as_path("directory", directory))


def _tuned(core: Any, place: Path) -> TuneResult:
    """What a tune has found, with the manifest that stands in its folder."""
    table, sentences, problem, _ = core
    manifest = manifest_in({MANIFEST: content_of(place / MANIFEST)})
    return TuneResult(table, sentences, problem, json.dumps(manifest))


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
    """Agents against recorded clues of people: ``sim-cli eval decode`` or ``intercept``, a row for each agent.

    ``file`` is a CSV file with the columns that ``sim-cli schema`` gives to ``decode.csv`` and ``intercept.csv``.
    Cells such as ``NA`` and ``?`` are refused, unless ``missing_as_words``.
    """
    check(seed=seed, threads=threads)
    words = dumps(words_config(space, deck, lang, other_spaces, associations, vocabulary))
    how = (flag("missing_as_words", missing_as_words), drawn(seed), flag("fit_temperature", fit_temperature), words, threads)
    asked = (_text("task", task), str(as_path("file", file)), specs(reusable(agents)), *how)
    return Table(_overhear.evaluate(*asked))


def advise(
    sheet: PathLike,
    *,
    agent: str = "pragmatic",
    top: int = 10,
    space: PathLike | None = None,
    deck: PathLike | None = None,
    associations: Mapping[str, PathLike] = {},  # noqa: B006 - never changed
) -> dict[str, Any]:
    """What the computer makes of the note sheet of a game at a real table: ``sim-cli advise --format json``."""
    check_given(top=top)
    tables = dumps(association_tables(associations))
    text = _overhear.advise(str(as_path("sheet", sheet)), _text("agent", agent), int(top), path("space", space), path("deck", deck), tables)
    advice: dict[str, Any] = json.loads(text)
    return advice


def clue_verdict(
    text: str,
    keywords: Iterable[str],
    *,
    meant: int | None = None,
    given: Iterable[str] = (),
    code: str | None = None,
    lemma: bool = False,
    lang: str = "en",
) -> Verdict:
    """What the law of clues (R18 to R21) says about a clue: ``sim-cli rules clue``.

    The package knows the translations of the words of the built-in deck alone: another translation of a keyword, illegal for
    the program, is at most doubtful here.

    ``keywords`` are the team's, one to four, in the order of the screen; ``meant`` is a position, 1 to 4; ``given`` are the
    team's clues so far; ``code`` is like ``"4-2-1"``.

    >>> import overhear
    >>> overhear.clue_verdict("kennel", ["dog", "sun"]).verdict
    'legal'
    >>> overhear.clue_verdict("dogs", ["dog", "sun"]).is_legal
    False
    """
    keywords, given = texts("keywords", keywords), texts("given", given)
    if not 1 <= len(keywords) <= _KEYWORDS_OF_A_TEAM:
        raise UsageError(f"keywords: there are {len(keywords)}; write one to {_KEYWORDS_OF_A_TEAM}, those of the team")
    check(meant=meant)
    how = (meant, given, optional_text("code", code), flag("lemma", lemma), _text("lang", lang))
    return Verdict(*_overhear.clue_verdict(_text("text", text), keywords, *how))


def replay(
    source: PathLike | TournamentConfig | TournamentResult,
    game: int,
    *,
    agents: Agents = (),
    verify: bool = False,
    run_bots: bool = False,
) -> dict[str, Any]:
    """One game again, as the two teams' note sheets: ``sim-cli replay --format json``.

    ``source`` is a result, or its directory, with the classes that played in it as ``agents``, which a result that has just been played knows
    itself; or a configuration with a seed. ``verify`` compares the game with the rows that were logged in the directory.
    ``run_bots`` starts the bots of the game, whose commands stand in the result, also if they were not started here before.

    >>> import overhear
    >>> config = overhear.TournamentConfig(["margin", "nearest"], seed=7)
    >>> overhear.replay(config, game=3)["agents"]
    ['nearest', 'margin']
    """
    check_given(game=game)
    if isinstance(source, TournamentConfig):
        if source.seed is None:
            raise UsageError("seed: the configuration has none, so its deals are not known; set seed to that of the run")
        text = _overhear.replay(source.to_json(), python_agents_beside_bots(source.agents), game, source.seed)
    else:
        if isinstance(source, TournamentResult) and len(reusable(agents)) == 0:
            agents = source._agents
        with as_folder("source", source) as directory:
            text = _overhear.replay_of(str(directory), python_agents_beside_bots(agents), game, flag("verify", verify), flag("run_bots", run_bots))
    told: dict[str, Any] = json.loads(text)
    return told


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
    """What an agent owes the table, checked by asking: ``sim-cli agents check``. A finding for each duty.

    >>> import overhear
    >>> all(finding.kept for finding in overhear.check_agent("margin", games=4, seed=1))
    True
    """
    check_given(games=games)
    check(seed=seed, team_size=team_size, threads=threads)
    asked_by = dumps(rules_config(rules, set, team_size))
    words = dumps(words_config(space, deck, lang, other_spaces, associations, vocabulary))
    found = _overhear.check_agent(one_spec("agent", agent), python_agents(agent), games, seed, asked_by, words, threads)
    return Findings(Finding(*finding) for finding in found)
