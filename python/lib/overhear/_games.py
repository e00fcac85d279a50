"""Single games and single clues: advice for one, the law of one, one played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import _overhear
from ._config import Agents, python_agents_beside_bots, reusable
from ._errors import UsageError
from ._experiments import TournamentConfig
from ._files import PathLike, as_path, association_tables, dumps, flag, optional_text, path, texts
from ._files import text as _text
from ._ranges import check, check_given
from ._results import TournamentResult, Verdict
from ._saved import as_folder

_KEYWORDS_OF_A_TEAM = 4


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
