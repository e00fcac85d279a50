"""How experiments run: what the functions of `_experiments` call, and how an interrupted run goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _overhear
from ._config import Agents, bots_config, python_agents, python_agents_beside_bots
from ._errors import UsageError
from ._files import PathLike, as_path, content_of, dumps, flag, listed, mapping, optional_path, path, temporary_folder, without_none
from ._program_folder import card_of
from ._progress import Progress, remark, reporting
from ._provenance import Findings, drawn, recorded
from ._ranges import check
from ._result_files import MANIFEST
from ._results import BenchResult, CalibrateResult, Finding, LeagueResult, TournamentResult, TuneResult
from ._saved import manifest_in
from ._table import Table

if TYPE_CHECKING:
    from ._experiments import BalanceConfig, CompareConfig, SweepConfig, TournamentConfig


def tournament(config: TournamentConfig, out: PathLike | None, force: bool, threads: int | None, progress: Progress) -> TournamentResult:
    """Plays a tournament."""
    with reporting(progress) as tell:
        core = _overhear.tournament(config.to_json(), python_agents_beside_bots(config.agents), path("out", out), flag("force", force), threads, tell)
    result = _with_remark(TournamentResult(core, optional_path("out", out)), config)
    result._agents = config.agents
    return result


def one_config(kind: type[TournamentConfig], agents: Any, given: dict[str, Any]) -> TournamentConfig:
    """A configuration of agents and what is given beside them; or the one that stands in their place, beside which nothing is given."""
    if not isinstance(agents, kind):
        return kind(agents, **given)
    usual = kind()
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


def on_rules(
    config: BalanceConfig | SweepConfig | CompareConfig,
    out: PathLike | None,
    force: bool,
    threads: int | None,
    progress: Progress,
) -> Any:
    """What an experiment on rules has shown."""
    with reporting(progress) as tell:
        return _overhear.experiment(config.to_json(), python_agents_beside_bots(config.agents), path("out", out), flag("force", force), threads, tell)


def league(asked: dict[str, Any], agents: Agents | None, threads: int | None, progress: Progress) -> LeagueResult:
    """Plays a league."""
    with reporting(progress) as tell:
        return LeagueResult(_overhear.league(dumps({**asked, "seed": drawn(asked["seed"])}), python_agents_beside_bots(agents), threads, tell))


def tune(asked: dict[str, Any], agents: tuple[Agents, Agents], out: PathLike | None, force: bool, threads: int | None) -> TuneResult:
    """Tunes an agent against an opponent, in a folder that stays if it is named."""
    named, is_replaced = path("out", out), flag("force", force)
    if is_replaced and not named:
        raise UsageError("force: no output directory; add out=DIR")
    if not asked["param"]:
        raise UsageError("params: there is nothing to tune; name a parameter, as in ['top']")
    with nullcontext(named) if named else temporary_folder("tune") as place:
        core = _overhear.tune(dumps(asked), python_agents(*agents), str(place), is_replaced, threads)
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


def evaluate(task: str, asked: dict[str, Any], threads: int | None) -> Table:
    """Lets agents guess recorded codes, and scores them."""
    how = (asked["missing_as_words"], drawn(asked["seed"]), asked["fit_temperature"], dumps(asked["words"]), threads)
    return Table(_overhear.evaluate(task, asked["file"], asked["players"]["agent"], *how))


def check_agent(asked: dict[str, Any], agent: Agents, threads: int | None) -> Findings:
    """Checks every duty of an agent."""
    how = (asked["games"], asked["seed"], dumps(asked["rules"]), dumps(asked["words"]), threads)
    found = _overhear.check_agent(asked["agent"], python_agents(agent), *how)
    return Findings(Finding(*finding) for finding in found)


def measured(what: str, asked: dict[str, Any], agents: Agents, threads: int | None, progress: Progress) -> Table:
    """Measures agents."""
    with reporting(progress) as tell:
        return Table(_overhear.measure(dumps({what: without_none(asked)}), python_agents(agents), threads, tell))


def crossed(asked: dict[str, Any], agents: Agents, threads: int | None, progress: Progress) -> Table:
    """Crosses spaces or agents, among which may be bots."""
    with reporting(progress) as tell:
        request = dumps({"cross": without_none({**asked, **bots_config(agents)})})
        return Table(_overhear.measure(request, python_agents_beside_bots(agents), threads, tell))


def bots(given: Any) -> list[dict[str, Any]]:
    """Entries ``[[bot]]``; a mapping is the only one."""
    return [dict(mapping("bots", bot)) for bot in listed("bots", [given] if isinstance(given, Mapping) else given)]


def card(asked: dict[str, Any], agent: Agents, threads: int | None, progress: Progress) -> BenchResult:
    """Makes the card of an agent."""
    own = bots_config(agent)
    asked["bots"] = [*asked["bots"], *own.pop("bots", [])]
    asked["answers"] = asked["answers"] or own.pop("answers", None)
    with temporary_folder("bench") as place, reporting(progress) as tell:
        folder = place / "card"
        agents = python_agents_beside_bots(agent)
        card = BenchResult(card_of(*_overhear.bench_card(dumps(without_none(asked)), str(folder), agents, threads, tell)))
        card._files = {file.name: content_of(file) for file in sorted(folder.iterdir())}
        return card


def calibrate(asked: dict[str, Any], agent: Agents, threads: int | None, progress: Progress) -> CalibrateResult:
    """Counts how often the sequential test is right."""
    with reporting(progress) as tell:
        return CalibrateResult(*_overhear.calibrate(dumps({**asked, "seed": drawn(asked["seed"])}), python_agents(agent), threads, tell))
