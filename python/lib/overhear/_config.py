"""What is asked for, as the laboratory reads it: JSON with the fields of its configurations."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from ._ranges import check

Agents = Union[Sequence[str], Mapping[str, str]]
"""Agents as SPECs, or as labels with their SPECs; as in ``["margin", "human/bayes"]`` or ``{"mine": "margin:top=32"}``."""

Switches = Mapping[str, Union[str, int, float, bool]]
"""Switches of the rules, as in ``{"round_limit": 6, "repeat": "lemma"}``."""

PathLike = Union[str, "os.PathLike[str]"]


def specs(agents: Agents) -> list[str]:
    """Agents as ``[LABEL=]SPEC``."""
    if isinstance(agents, str):
        return [agents]
    if isinstance(agents, Mapping):
        return [f"{label}={spec}" for label, spec in agents.items()]
    return list(agents)


def players(agents: Agents) -> dict[str, Any]:
    """Who plays."""
    return {"agent": specs(agents), "agents": None}


def written(value: str | int | float | bool) -> str:
    """A value as the command line has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def ruled(rules: PathLike, switches: Switches, team_size: int | None) -> dict[str, Any]:
    """What is played by."""
    settings = [f"{key}={written(value)}" for key, value in switches.items()]
    return {"rules": os.fspath(rules), "set": settings, "team_size": team_size}


def worded(
    space: PathLike | None,
    deck: PathLike | None,
    lang: str,
    other_spaces: Mapping[str, PathLike | None],
) -> dict[str, Any]:
    """Where the words come from."""
    others = other_spaces.items()
    return {
        "space": path(space),
        "deck": path(deck),
        "lang": lang,
        "other_space": [{"name": name, "file": path(file) or "built-in"} for name, file in others],
    }


def path(file: PathLike | None) -> str | None:
    """A path as text."""
    return None if file is None else os.fspath(file)


@dataclass(frozen=True)
class TournamentConfig:
    """Everything that decides a tournament: what :func:`overhear.tournament` takes, but for where and on what it runs.

    It can be pickled, compared and sent to other machines. Files are named by paths that every machine must have.

    >>> TournamentConfig(["margin", "nearest"], pairs=100, seed=1).pairs
    100
    """

    agents: Agents = ()
    games: int | None = None
    pairs: int | None = None
    seed: int | None = None
    rules: PathLike = "official"
    set: Switches = field(default_factory=dict)
    team_size: int | None = None
    space: PathLike | None = None
    deck: PathLike | None = None
    lang: str = "en"
    other_spaces: Mapping[str, PathLike | None] = field(default_factory=dict)
    sprt: str | None = None
    answer_limit: int | None = None
    on_fault: str = "forfeit"
    max_fault_rate: float = 0.01
    log: str = "none"
    log_format: str = "csv"
    running: int | None = None
    checkpoint: int | None = None

    def __post_init__(self) -> None:
        check(
            games=self.games,
            pairs=self.pairs,
            team_size=self.team_size,
            answer_limit=self.answer_limit,
            max_fault_rate=self.max_fault_rate,
            running=self.running,
            checkpoint=self.checkpoint,
        )

    def to_json(self) -> str:
        """The text that the laboratory reads."""
        asked: dict[str, Any] = {
            "games": self.games,
            "pairs": self.pairs,
            "seed": self.seed,
            "threads": None,
            "sprt": self.sprt,
            "shard": None,
            "players": players(self.agents),
            "answer_limit": self.answer_limit,
            "on_fault": self.on_fault,
            "max_fault_rate": self.max_fault_rate,
            "rules": ruled(self.rules, self.set, self.team_size),
            "words": worded(self.space, self.deck, self.lang, self.other_spaces),
            "log": self.log,
            "log_format": self.log_format,
            "running": self.running,
            "checkpoint": self.checkpoint,
        }
        return json.dumps(asked)
