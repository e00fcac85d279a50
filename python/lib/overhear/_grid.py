"""An agent under many settings and rules, on the same deals."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, Union

from . import _overhear, _saved
from ._agents import Agent
from ._config import RuleSet, Switches, one_class, python_agents, rules_text, value_text
from ._errors import OverhearWarning, UsageError
from ._experiments import tournament
from ._files import PathLike, axes, listed, temporary_folder, text, writable_file, write_whole
from ._measures import contrast
from ._one_table import OneTable, one_table_maker
from ._plot import Line, Mark, figure
from ._progress import Progress, remark
from ._provenance import drawn, recorded
from ._ranges import check, check_given, ticked
from ._table import Table, from_rows

Value = Union[str, int, float, bool]
"""A value of a parameter."""

_SHOWN = "score"
_MEASURED = {
    "measure": "text", "value": "number", "base": "number", "difference": "number", "difference_low": "number", "difference_high": "number",
    "p": "number", "p_adjusted": "number", "note": "text",
}  # fmt: skip
"""The columns behind the parameters, with their types."""


class GridResult(OneTable):
    """What parameters of an agent change: a row for each set of rules, combination of values and measure.

    ``value`` is the measure with these values, ``base`` that of the agent as it was given, on the same deals; ``difference`` is paired
    by deal, with a 95 % interval and the p-value that there is none. Where there is no interval, ``note`` has the reason.
    ``p_adjusted`` holds for all rows of a measure at once (Holm).
    """

    @property
    def params(self) -> list[str]:
        """The parameters that were varied."""
        return self.table.columns[1 : -len(_MEASURED)]

    def rows(self, measure: str = _SHOWN) -> list[dict[str, Any]]:
        """The rows of a measure."""
        found = [row for row in self.table if row["measure"] == text("measure", measure)]
        if not found:
            known = ", ".join(dict.fromkeys(self.table["measure"]))
            raise UsageError(f"measure: there is no {ticked(measure)}; there are {known}")
        return found

    def plot(self, file: PathLike | None = None, *, measure: str = _SHOWN, force: bool = False) -> str:
        """Differences and their intervals over the values of the first parameter, a line for each set of rules and combination of
        the others: an SVG image as text, written to ``file`` as well, whose name ends in ``.svg``. A row without a difference has no mark. A file
        that is there is replaced only if ``force`` is set."""
        target = None if file is None else _svg_file(writable_file("file", file, force))
        first, *others = self.params
        rows, lines = self.rows(measure), dict[str, list[Mark]]()
        ticks = list(dict.fromkeys(str(row[first]) for row in rows))
        for row in rows:
            name = ", ".join([row["rules"], *(f"{key}={row[key]}" for key in others)])
            marks = lines.setdefault(name, [])
            if row["difference"] is not None:
                marks.append(Mark(ticks.index(str(row[first])), row["difference"], row["difference_low"], row["difference_high"]))
        image = figure([Line(*line) for line in lines.items()], ticks, first, f"difference of {measure}", self.manifest)
        if target is not None:
            write_whole(target, image.encode())
        return image

    def _repr_html_(self) -> str:
        return self.plot() + super()._repr_html_()


def _svg_file(file: Path) -> Path:
    """A file whose name is that of an SVG image, or has no ending."""
    if file.suffix.lower() not in ("", ".svg"):
        raise UsageError(f"file: {ticked(file.name)} is not the name of an SVG image, which is what plot writes; write {ticked(file.stem + '.svg')}")
    return file


_saved.MAKERS[GridResult.__name__] = one_table_maker(GridResult)


class _Row(NamedTuple):
    """A measure of one combination of values by one set of rules, without what holds for all rows at once."""

    rule: str
    values: list[str]
    measure: str
    value: float | None
    base: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    note: str | None
    is_base: bool
    """Whether the values are those of the agent as it was given."""


class _Run(NamedTuple):
    """What all tournaments of a grid have in common."""

    base: str | Agent
    opponent: str | Agent
    settings: dict[str, Any]
    games: int
    remarks: list[str]

    @property
    def spec(self) -> str:
        """The agent as it was given."""
        return self.base.called if isinstance(self.base, Agent) else self.base

    @property
    def has_guest(self) -> bool:
        """Whether a class plays under its own name beside the opponent, so that SPECs can name it."""
        return isinstance(self.base, Agent) and self.opponent is not self.base

    def settings_of(self, spec: str) -> list[dict[str, Any]]:
        """Everything that is set on the parts of an agent, with its type; what only a preset has says what that is for."""
        shown = Table(_overhear.agents_show(spec, python_agents(self.base))).to_dicts()
        return [{key: row[key] for key in ("part", "key", "value", "kind")} for row in shown if row["part"] != "preset"]

    def play(self, spec: str, place: Path, rules: str) -> None:
        """Plays against the opponent, and keeps what may change the meaning; ratings do not matter here."""
        agents: dict[str, str | Agent] = {"agent": spec, "opponent": self.opponent}
        games = self.games
        if isinstance(self.base, Agent):
            name = self.base.called
            agents = {name: self.base, **agents} if self.has_guest else {name: self.base, "agent": spec}
            games *= 2 if self.has_guest else 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", OverhearWarning)
            result = tournament(agents, games=games, rules=rules, out=place, log="deals", gauntlet="agent", **self.settings)
        said = [line for line in result.warnings if not line.startswith("ratings")]
        self.remarks.extend(line for line in said if line not in self.remarks)

    def difference(self, a: Path, b: Path) -> list[dict[str, Any]]:
        """What two of them have shown against the opponent, deal by deal."""
        wanted = "opponent" if self.has_guest else None
        return [row for row in contrast(a, b, agent="agent").table if row["opponent"] == wanted]


@recorded
def grid(
    agent: str | Agent,
    params: Mapping[str, Value | Iterable[Value]],
    *,
    rules: RuleSet | Sequence[RuleSet] = ("official",),
    opponent: str | Agent | None = None,
    games: int = 1000,
    seed: int | None = None,
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
) -> GridResult:
    """Every combination of the values of an agent's parameters, by each set of rules, on the same deals.

    ``rules`` are one set of rules or a list of several, each as everywhere: ``["official", "official,round_limit=6", {"round_limit": 7}]``.

    Each plays ``games`` against ``opponent``, the agent as it was given if nothing is said, and is compared deal by deal with the
    agent as it was given. The first values of a clue giver and a guesser in one, ``"margin/bayes"``, are the clue
    giver's; ``"guesser.key"`` names one of the guesser's.

    >>> import overhear
    >>> found = overhear.grid("margin", {"top": [8, 64]}, rules=["official", "short"], games=20, seed=1)
    >>> found.table.columns[:3], len(found.rows("score"))
    (['rules', 'top', 'measure'], 4)
    >>> found.plot().startswith("<svg")
    True
    """
    check_given(games=games)
    check(seed=seed, team_size=team_size, threads=threads)
    varied = axes("params", params)
    if not varied or not all(varied.values()):
        raise UsageError("params: there is nothing to vary; write {'top': [8, 64]}")
    agent = one_class("agent", agent)
    opponent = agent if opponent is None else one_class("opponent", opponent)
    settings: dict[str, Any] = dict(
        seed=drawn(seed), set=set, team_size=team_size, space=space, deck=deck, lang=lang, other_spaces=other_spaces,
        associations=associations, vocabulary=vocabulary, threads=threads, progress=progress,
    )  # fmt: skip
    run = _Run(agent, opponent, settings, int(games), [])
    with temporary_folder("grid") as place:
        by_rules = [
            _rows(varied, rule, run, place / str(number)) for number, rule in enumerate(_rules(rules))
        ]
    rows = [row for found in by_rules for row in found]
    remark(run.remarks)
    types = {key: _type_of(key, run.settings_of(run.spec)) for key in varied}
    return GridResult(_table(types, rows), _sentences(list(varied), rows), None)


_TYPES = {"whole": "count", "real": "number"}
"""The types of columns by the kinds of parameters; the others are texts."""


def _type_of(key: str, settings: list[dict[str, Any]]) -> str:
    """The type of the column of a parameter: that of all values that it can have, so that the tables of two grids fit together."""
    named = [row for row in (reversed(settings) if key.startswith("guesser.") else settings) if row["key"] == key.removeprefix("guesser.")]
    return _TYPES.get(named[0]["kind"], "text") if named else "text"


def _rules(rules: Any) -> list[str]:
    """Sets of rules in one word each: here a list names several, each a string, a dict or a list."""
    found = [rules_text("rules", rule) for rule in ([rules] if isinstance(rules, (str, os.PathLike, Mapping)) else listed("rules", rules))]
    if not found:
        raise UsageError("rules: none are named; write ['official']")
    return found


def _with(spec: str, values: Mapping[str, str]) -> str:
    """A SPEC with other values of some parameters."""
    giver, *guesser = spec.split("/")
    for key, value in values.items():
        if guesser and key.startswith("guesser."):
            guesser[0] = _set(guesser[0], key.removeprefix("guesser."), value)
        else:
            giver = _set(giver, key, value)
    return "/".join([giver, *guesser])


def _set(part: str, key: str, value: str) -> str:
    name, _, known = part.partition(":")
    kept = [pair for pair in known.split(",") if pair and pair.split("=")[0] != key]
    return f"{name}:{','.join([*kept, f'{key}={value}'])}"


def _rows(varied: dict[str, list[Any]], rule: str, run: _Run, place: Path) -> list[_Row]:
    """The rows of all combinations by one set of rules."""
    base = place / "base"
    run.play(run.spec, base, rule)
    rows = []
    for number, combination in enumerate(product(*varied.values())):
        values = {key: value_text(f"params[{key!r}]", value) for key, value in zip(varied, combination)}
        spec = _with(run.spec, values)
        is_base = run.settings_of(spec) == run.settings_of(run.spec)
        played = base if is_base else place / str(number)
        if not is_base:
            run.play(spec, played, rule)
        rows += [_row(rule, list(values.values()), found, is_base) for found in run.difference(base, played)]
    return rows


def _row(rule: str, values: list[str], found: Mapping[str, Any], is_base: bool) -> _Row:
    """A row of the grid from a row of a comparison with the agent as it was given, A. Where it is the agent itself, the difference is exactly 0
    and has no interval: nothing is left to chance."""
    low, high, p = (None if is_base else found[name] for name in ("difference_low", "difference_high", "difference_p"))
    note = _note({**found, "difference_low": low})
    return _Row(rule, values, found["measure"], found["value_b"], found["value_a"], found["difference"], low, high, p, note, is_base)


def _note(found: Mapping[str, Any]) -> str | None:
    """The reason why a row of a comparison has no interval; None if it has one."""
    if found["difference_low"] is not None:
        return None
    if found["value_a"] is None or found["value_b"] is None:
        return "nothing was measured"
    if found["deals_a"] < 2:
        return "one deal has no spread; play more games"
    return "no deal differs"


def _table(params: Mapping[str, str], rows: list[_Row]) -> Table:
    """The rows, with p-values for all of a measure at once."""
    adjusted = {
        measure: iter(_holm([row.p for row in rows if row.measure == measure])) for measure in {row.measure for row in rows}
    }
    cells = [[row.rule, *row.values, *row[2:-2], next(adjusted[row.measure]), row.note] for row in rows]
    return from_rows("grid", {"rules": "text", **params, **_MEASURED}, cells)


def _holm(values: list[float | None]) -> list[float | None]:
    """p-values for all at once (Holm 1979)."""
    known = sorted((value, place) for place, value in enumerate(values) if value is not None)
    found: list[float | None] = [None] * len(values)
    least = 0.0
    for passed, (value, place) in enumerate(known):
        least = max(least, min(1.0, value * (len(known) - passed)))
        found[place] = least
    return found


def _sentences(params: list[str], rows: list[_Row]) -> list[str]:
    """By each set of rules the values with the greatest difference of the score."""
    return [_sentence(params, rule, [row for row in rows if row.rule == rule and row.measure == _SHOWN])
            for rule in dict.fromkeys(row.rule for row in rows)]  # fmt: skip


def _sentence(params: list[str], rule: str, rows: list[_Row]) -> str:
    """The best row of the score by one set of rules."""
    known = [(row.difference, row) for row in rows if row.difference is not None]
    if not known:
        return f"by {rule}: no score is known: {rows[0].note}"
    difference, best = max(known, key=lambda pair: pair[0])
    values = ", ".join(f"{key}={value}" for key, value in zip(params, best.values))
    if best.is_base:
        others = "nothing else was tried" if len(known) == 1 else "no other values score more"
        return f"by {rule}: {values} is the agent as given, a difference of exactly 0; {others}"
    interval = f"no interval: {best.note}" if best.low is None else f"{_signed(best.low)}, {_signed(best.high)}"
    if difference == 0:
        return f"by {rule}: {values} scores most, exactly as much as the agent as given in these games [{interval}]"
    return f"by {rule}: {values} scores most, {_signed(difference)} [{interval}] against the agent as given"


def _signed(value: float | None) -> str:
    """A difference with three digits; more if it would look like none."""
    if value is None:
        return "open"
    return f"{value:+.3f}" if value == 0 or abs(value) >= 0.0005 else f"{value:+.1g}"
