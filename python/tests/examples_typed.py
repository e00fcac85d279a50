"""A session as a researcher writes it; the type checker reads it, and a test runs it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import overhear


def strongest(agents: list[str]) -> str:
    """The label of the agent with the best score."""
    result: overhear.TournamentResult = overhear.tournament(agents, pairs=60, seed=1, progress=False)
    scores = dict(zip(result.standings.column("agent"), result.standings.column("score"), strict=True))
    return str(max(scores, key=lambda label: float(scores[label])))


def in_parts(config: overhear.TournamentConfig, directory: Path) -> Path:
    """A tournament in four parts, written."""
    with ThreadPoolExecutor(2) as executor:
        return overhear.run(config, 4, executor, on_progress=print).save(directory)


def likeliest(keyword: str, count: int) -> list[str]:
    """The likeliest clues for a keyword."""
    world = overhear.World()
    row = world.likelihoods(keyword)
    return [world.clues[place] for place in row.argsort()[::-1][:count]]
