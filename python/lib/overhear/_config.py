"""Arguments as the laboratory reads them, and what configurations refuse beside numbers out of range."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from numbers import Number
from typing import TYPE_CHECKING, Any, Union

from . import _overhear
from ._agents import Agent, Host
from ._bots import Bot, BotAsAgent, answers_file, entry
from ._errors import UsageError
from ._files import PathLike, as_path, dumps, elements, mapping, optional_text, path, text
from ._ranges import quoted

if TYPE_CHECKING:
    from ._experiments import BalanceConfig, SweepConfig, TournamentConfig

Player = Union[str, Agent, Bot]
"""An agent as a SPEC, or one of your own."""

_OWN = (Agent, Bot)

Agents = Union[Player, Sequence[Player], Mapping[str, Player]]
"""Agents as SPECs, or as labels with their SPECs; as in ``["margin", "human/bayes"]`` or ``{"mine": "margin:top=32"}``.

Where a SPEC stands, an :class:`Agent` or a :class:`Bot` may stand. Its label, or its ``name``, is then a name that other SPECs can use, as in
``{"mine": Mine(), "bolder": "mine:top=8", "half": "mine/bayes"}``."""

Switches = Mapping[str, Union[str, int, float, bool]]
"""Switches of the rules, as in ``{"round_limit": 6, "repeat": "lemma"}``."""


RuleSet = Union[PathLike, Mapping[str, Union[str, int, float, bool]], Sequence[Union[str, Mapping[str, Any]]]]
"""Rules in one of these forms, everywhere: a name or a TOML file, with switches behind commas, ``"official,round_limit=6"``; a dict of switches,
``{"round_limit": 6}``, whose key ``"rules"`` names others than the official ones; or a list of a name and switches,
``["short", "round_limit=6", {"repeat": "lemma"}]``."""


def _labelled(agents: Agents, name: str = "agents") -> list[tuple[str | None, Player]]:
    pairs: list[tuple[Any, Any]]
    agents = reusable(agents, name)
    if isinstance(agents, (str, *_OWN, type)):
        pairs = [(None, agents)]
    elif isinstance(agents, Mapping):
        pairs = list(agents.items())
    elif isinstance(agents, Iterable) and not isinstance(agents, (bytes, bytearray, memoryview)):
        pairs = [(None, agent) for agent in elements(name, agents)]
    else:
        raise UsageError(f"{name}: {quoted(agents)} is not a list of agents; write ['margin', 'human']")
    for label, agent in pairs:
        _check(label, agent, name)
    return pairs


def reusable(agents: Any, name: str = "agents") -> Any:
    """Agents that can be looked at more than once, in an order that is always the same."""
    if getattr(agents, "shape", None) == ():
        return agents.item()
    if isinstance(agents, (set, frozenset)):
        raise UsageError(f"{name}: {quoted(agents)} is a set, whose order changes from run to run; write a list")
    if isinstance(agents, (str, *_OWN, type, Mapping, Sequence)) or not isinstance(agents, Iterable):
        return agents
    return tuple(elements(name, agents))


def given_agents(agents: Any, name: str = "agents") -> Any:
    """Agents that are named, or ``None``: an empty list is a mistake, such as a filter that left nothing, and no wish for the presets."""
    agents = reusable(agents, name)
    if isinstance(agents, (Mapping, Sequence)) and not isinstance(agents, str) and not agents:
        raise UsageError(f"{name}: {quoted(agents)} names no agent; name one, or leave the argument out")
    return agents


def _check(label: object, agent: object, name: str) -> None:
    """Refuses a label that would be read as a part of a SPEC, and what is no agent."""
    if isinstance(agent, type) and issubclass(agent, _OWN):
        raise UsageError(f"{name}: `{agent.__name__}` is a class; write `{agent.__name__}()`")
    if not isinstance(agent, (str, *_OWN)):
        raise UsageError(f"{name}: {quoted(agent)} is neither a SPEC nor an Agent")
    if isinstance(agent, str):
        text(name, agent)
    if label is None:
        return
    if not isinstance(label, str) or not label.strip():
        raise UsageError(f"{name}: the label {quoted(label)} is not a string")
    text(name, label)
    if any(mark in label for mark in "/=:"):
        raise UsageError(f"{name}: the label {quoted(label)} holds one of `/`, `=` and `:`; leave it out")


def specs(agents: Agents, name: str = "agents") -> list[str]:
    """Agents as ``[LABEL=]SPEC``; ``name`` is that of the argument."""
    return [_spec(label, agent) for label, agent in _labelled(agents, name)]


def one_spec(name: str, agent: Agents) -> str:
    """The one agent of an argument as ``[LABEL=]SPEC``, or a sentence about none or several."""
    found = specs(agent, name)
    if len(found) != 1:
        raise UsageError(f"{name}: {quoted(agent)} names {len(found)} agents; write one")
    return found[0]


def _spec(label: str | None, agent: Player) -> str:
    if isinstance(agent, _OWN):
        return label or agent.called
    return agent if label is None else f"{label}={agent}"


def one_agent(name: str, agent: Any) -> Player:
    """The agent of an argument, which takes no label, or a sentence about what is none."""
    agent = reusable(agent, name)
    _check(None, agent, name)
    checked: Player = agent
    return checked


def one_class(name: str, agent: Any) -> str | Agent:
    """As :func:`one_agent`, where no bot is asked through the protocol."""
    checked = one_agent(name, agent)
    return BotAsAgent(checked) if isinstance(checked, Bot) else checked


def _own(agents: Iterable[Agents | None]) -> list[tuple[str, Agent | Bot]]:
    """The agents of your own, under the names that SPECs have for them."""
    named = [pair for some in agents if some is not None for pair in _labelled(some)]
    return [(label or agent.called, agent) for label, agent in named if not isinstance(agent, str)]


def python_agents(*agents: Agents | None) -> list[Host]:
    """The agents of your own as classes, for functions that ask no bots through the protocol."""
    return [Host(name, BotAsAgent(agent) if isinstance(agent, Bot) else agent) for name, agent in _own(agents)]


def python_agents_beside_bots(agents: Agents | None) -> list[Host]:
    """The agents that are classes; bots are asked through the protocol, and are made ready for that."""
    own = _own([agents])
    for name, agent in own:
        if isinstance(agent, Bot):
            entry(name, agent)
    return [Host(name, agent) for name, agent in own if isinstance(agent, Agent)]


def bots_config(*agents: Agents | None) -> dict[str, Any]:
    """The bots among agents as the laboratory reads them, and the file of their answers; nothing if there are none."""
    bots = [(name, agent) for name, agent in _own(agents) if isinstance(agent, Bot)]
    file = answers_file(bot for _, bot in bots)
    return {**({"bots": [entry(name, bot) for name, bot in bots]} if bots else {}), **({"answers": file} if file else {})}


def players(agents: Agents | None) -> dict[str, Any]:
    """Who plays; the presets for ``None``."""
    return {"agent": [] if agents is None else specs(agents), "agents": None, **bots_config(agents)}


def value_text(name: str, value: Any) -> str:
    """A value of a switch or a parameter as the command line has it."""
    value = value.item() if getattr(value, "shape", None) == () else value
    if isinstance(value, complex) or not isinstance(value, (str, Number)) or isinstance(value, int) and abs(value) >= 2**64:
        raise UsageError(f"{name}: {quoted(value)} is not a value; write a string, a number, True or False")
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules_parts(name: str, rules: Any) -> tuple[str, list[str]]:
    """The name or file of rules, and their switches as ``key=value``."""
    if isinstance(rules, Mapping):
        base, switches = rules_parts(name, rules.get("rules", "official"))
        return base, [*switches, *_switches(name, {key: value for key, value in rules.items() if key != "rules"})]
    if isinstance(rules, (list, tuple)):
        pieces = [_piece(name, piece) for piece in rules]
        bases = [base for base, _ in pieces if base is not None]
        if len(bases) > 1:
            raise UsageError(f"{name}: {quoted(rules)} names {len(bases)} sets of rules; write one, and switches such as 'round_limit=6'")
        return (bases or ["official"])[0], [switch for _, switches in pieces for switch in switches]
    if not isinstance(rules, str):
        return str(as_path(name, rules)), []
    return _overhear.rules_parts(str(as_path(name, rules)))


_SWITCH = re.compile(r"\s*[a-z_]+\s*=")
"""Where a switch begins."""


def _piece(name: str, piece: Any) -> tuple[str | None, list[str]]:
    """A part of a list of rules: a set of rules, or switches."""
    if isinstance(piece, str) and _SWITCH.match(piece):
        return None, [one.strip() for one in text(name, piece).split(",")]
    base, switches = rules_parts(name, piece)
    return (None if isinstance(piece, Mapping) and "rules" not in piece else base), switches


def _switches(name: str, switches: Mapping[Any, Any]) -> list[str]:
    return [f"{text(name, key)}={switch_text(f'{name}[{key!r}]', value)}" for key, value in switches.items()]


def switch_text(name: str, value: Any) -> str:
    """A value of a switch as the command line has it: 6.0, as NumPy counts, is 6."""
    value = value.item() if getattr(value, "shape", None) == () else value
    return value_text(name, int(value) if isinstance(value, float) and value.is_integer() else value)


def rules_text(name: str, rules: Any) -> str:
    """Rules in one word, as ``"official,round_limit=6"``."""
    if isinstance(rules, str):
        return text(name, rules)
    base, switches = rules_parts(name, rules)
    return ",".join([base, *switches])


def rules_config(rules: RuleSet, switches: Switches, team_size: int | None) -> dict[str, Any]:
    """What is played by."""
    base, settings = rules_parts("rules", rules)
    return {"rules": base, "set": [*settings, *_switches("set", mapping("set", switches))], "team_size": team_size}


def check_tournament(config: TournamentConfig) -> None:
    """Refuses what is no text, and a format that the package does not write."""
    for name in ("sprt", "gauntlet"):
        optional_text(name, getattr(config, name))
    for name in ("on_fault", "log"):
        text(name, getattr(config, name))
    if text("log_format", config.log_format) == "parquet":
        raise UsageError("log_format: the package writes CSV; write result.log_to_parquet(name, file) after the run")


def check_balance(config: BalanceConfig) -> None:
    """Refuses settings that do not go together."""
    optional_text("by", config.by)
    if config.by is not None and config.deck_b is not None:
        raise UsageError("by, deck_b: two decks have no words in common; ask for one of the two")
    if config.deck_b is None and not (config.margin is None and config.margin_rounds is None):
        raise UsageError("margin, margin_rounds: these apply to two decks; name the second with deck_b")
    if mapping("minutes", config.minutes) and not (config.by is None and config.deck_b is None):
        raise UsageError("minutes: these apply to the report; leave out by and deck_b")


def balance_json(config: BalanceConfig, asked: dict[str, Any]) -> str:
    """A report, a count of words or a comparison of two decks as the laboratory reads it."""
    if config.by is not None:
        return dumps({"census": {"config": asked, "by": config.by}})
    if config.deck_b is not None:
        return dumps({"decks": {"config": asked, "deck_b": path("deck_b", config.deck_b)}})
    return dumps({"balance": asked})


def sweep_json(config: SweepConfig, asked: dict[str, Any]) -> str:
    """A sweep as the laboratory reads it."""
    if not config.axes or not all(config.axes.values()):
        raise UsageError("axes: there is nothing to vary; write {'round_limit': [6, 8]}")
    varied = [{"key": key, "values": [switch_text(f"axes[{key!r}]", value) for value in values]} for key, values in config.axes.items()]
    return dumps({"sweep": {"config": asked, "axes": varied}})
