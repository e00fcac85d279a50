"""What is registered, and which rules have a name."""

from __future__ import annotations

import json
from functools import lru_cache

from . import _overhear
from ._agents import Agent
from ._config import Agents, RuleSet, Switches, python_agents, one_spec, reusable, rules_config, rules_parts
from ._errors import UsageError
from ._files import PathLike, as_path, dumps, text
from ._ranges import quoted
from ._table import Table, from_rows


def agents_list(agents: Agents = ()) -> Table:
    """Every preset, clue giver and guesser, and the classes among ``agents``: ``sim-cli agents list``.

    >>> import overhear
    >>> "margin" in overhear.agents_list().column("name")
    True
    """
    return Table(_overhear.agents_list(python_agents(reusable(agents))))


def agents_field(name: str = "reference-1") -> list[str]:
    """The SPECs of a standard set of opponents: ``--field`` of the program. Those of ``"reference-1"`` have labels, and every
    parameter written out: they never change, and play with the English words of the package; those of ``"presets"`` may change with each version.

    >>> import overhear
    >>> [spec.split("=")[0] for spec in overhear.agents_field()][:2]
    ['ref1-random', 'ref1-margin-blunder-60']
    >>> game = overhear.Episode(seats=["white_guesser"], black=overhear.agents_field()[4])
    """
    return _overhear.agents_field(text("name", name))


def agents_show(agent: str | Agent) -> Table:
    """What can be set on an agent, a clue giver or a guesser: ``sim-cli agents show``.

    >>> import overhear
    >>> "blunder" in overhear.agents_show("margin").column("key")
    True
    """
    return Table(_overhear.agents_show(one_spec("agent", agent), python_agents(agent)))


def rules_list() -> Table:
    """The sets of rules that have a name: ``sim-cli rules list``.

    >>> import overhear
    >>> overhear.rules_list().column("name")[0]
    'official'
    """
    return Table(_overhear.rules_list())


def rules_show(rules: PathLike = "official") -> str:
    """Rules as a whole TOML file that explains every key: ``sim-cli rules show``."""
    name, switches = rules_parts("rules", rules if isinstance(rules, str) else as_path("rules", rules))
    if switches:
        raise UsageError(f"rules: {quoted(rules)} has switches; rules_show takes a name or a file, and rules_check says what switches change")
    return _overhear.rules_show(name)


def rules_check(
    rules: RuleSet,
    *,
    set: Switches = {},  # noqa: B006 - never changed
    team_size: int | None = None,
) -> str:
    """In what rules differ from the official ones: ``sim-cli rules check``. Rules that make no game are an error.

    >>> import overhear
    >>> overhear.rules_check("official", set={"round_limit": 5})
    'the official rules but for round_limit = 5'
    """
    return _overhear.rules_check(dumps(rules_config(rules, set, team_size)))


@lru_cache(maxsize=1)
def schema() -> Table:
    """Every column of every table that the program writes, prints and reads, a row for each: ``sim-cli schema``.

    ``stored`` is the type of a column in Arrow and Parquet, ``unit`` what its numbers count, ``end_of`` the number whose interval has its end there, and
    ``presence`` whether the column is always there.

    >>> import overhear
    >>> [row["stored"] for row in overhear.schema() if row["table"] == "halves.csv" and row["column"] == "guess_right"]
    ['bool']
    """
    rows = [
        [
            table["file"], column["name"], column["type"], column["stored"], column["optional"], column["presence"], column["unit"],
            column["end"] and column["end"]["of"], column["meaning"],
        ]
        for table in json.loads(_overhear.schema())
        for column in table["columns"]
    ]  # fmt: skip
    return from_rows("schema", _SCHEMA, rows)


_SCHEMA = {
    "table": "text", "column": "text", "type": "text", "stored": "text", "optional": "truth", "presence": "text", "unit": "text", "end_of": "text",
    "meaning": "text",
}  # fmt: skip
