"""AI players and a simulation laboratory for the word game Decrypto.

Every experiment of the program ``sim-cli`` is a function here: with the same names where Python has them free (``rules compare`` is ``compare``, ``compare`` is
``contrast``), the same sentences when something is wrong, and the same bytes in its files. Tables are Arrow: pandas, Polars and DuckDB take them as they are.

Every result has a ``manifest`` with what repeats it. A seed that is not given is drawn and stands there; only the deals of a suite of ``bench`` are always
the same.

>>> import overhear
>>> result = overhear.tournament(["margin", "nearest"], pairs=10, seed=7)
>>> result.standings.columns[:3]
['agent', 'games', 'wins']
>>> len(result.standings)
2
"""

import typing as _typing
from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec

from . import text
from ._agents import Agent, Param
from ._batch import CODES, Batch, History, Refused
from ._bench_items import bench_items
from ._bots import Bot, ModelAgent, Reply
from ._episode import SEATS, Episode, Seen, State
from ._errors import (
    AgentError,
    FaultsError,
    Interrupted,
    MismatchError,
    OverhearError,
    OverhearWarning,
    ReplyError,
    RunError,
    UndecidedError,
    UsageError,
)
from ._experiments import (
    BalanceConfig,
    CompareConfig,
    SweepConfig,
    TournamentConfig,
    balance,
    bench,
    calibrate,
    check_agent,
    compare,
    cross,
    evaluate,
    exploit,
    frontier,
    league,
    people,
    search_rules,
    sweep,
    tournament,
    tune,
)
from ._games import advise, clue_verdict, replay
from ._grid import GridResult, grid
from ._listed import agents_field, agents_list, agents_show, rules_check, rules_list, rules_show, schema
from ._measures import contrast, selfcheck, strangers
from ._overhear import BUILD
from ._provenance import Findings, Items
from ._registration import register_when_imported as _register_when_imported
from ._results import (
    BalanceResult,
    BenchResult,
    CalibrateResult,
    CompareResult,
    ContrastResult,
    Finding,
    LeagueResult,
    SequentialVerdict,
    SweepResult,
    TournamentResult,
    TuneResult,
    Verdict,
)
from ._runs import resume, resume_tune
from ._saved import load
from ._shards import Executor, Future, merge, play_shard, ray_executor, run
from ._table import Table
from ._world import World

__version__ = BUILD.split(" ")[0]

# `gymnasium.make("overhear/Decrypto-v0")` works as soon as both packages are imported; neither imports the other.
_register_when_imported()


if _typing.TYPE_CHECKING:
    from ._vector_env import VectorEnv as VectorEnv
else:

    def __getattr__(name: str) -> _typing.Any:
        """Modules that take ``pettingzoo`` or ``gymnasium``, when they are asked for."""
        if name in ("decrypto_v0", "env"):
            return _import_module(f".{name}", __name__)
        if name == "VectorEnv":
            return _import_module(".env", __name__).VectorEnv
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """The names, with those of environments where these can be made."""
        takes = {"decrypto_v0": "pettingzoo", "env": "gymnasium", "VectorEnv": "gymnasium"}
        return sorted({*globals(), *(name for name, package in takes.items() if _find_spec(package) is not None)})


__all__ = [
    "Agent",
    "AgentError",
    "BUILD",
    "BalanceConfig",
    "BalanceResult",
    "Batch",
    "BenchResult",
    "Bot",
    "CODES",
    "CalibrateResult",
    "CompareConfig",
    "CompareResult",
    "ContrastResult",
    "Episode",
    "Executor",
    "FaultsError",
    "Finding",
    "Findings",
    "Future",
    "GridResult",
    "History",
    "Interrupted",
    "Items",
    "LeagueResult",
    "MismatchError",
    "ModelAgent",
    "OverhearError",
    "OverhearWarning",
    "Param",
    "Refused",
    "Reply",
    "ReplyError",
    "RunError",
    "SEATS",
    "Seen",
    "SequentialVerdict",
    "State",
    "SweepConfig",
    "SweepResult",
    "Table",
    "TournamentConfig",
    "TournamentResult",
    "TuneResult",
    "UndecidedError",
    "UsageError",
    "Verdict",
    "World",
    "__version__",
    "advise",
    "agents_field",
    "agents_list",
    "agents_show",
    "bench",
    "bench_items",
    "balance",
    "calibrate",
    "check_agent",
    "clue_verdict",
    "compare",
    "contrast",
    "cross",
    "evaluate",
    "exploit",
    "frontier",
    "grid",
    "league",
    "load",
    "merge",
    "people",
    "play_shard",
    "ray_executor",
    "replay",
    "resume",
    "resume_tune",
    "rules_check",
    "rules_list",
    "rules_show",
    "run",
    "schema",
    "search_rules",
    "selfcheck",
    "strangers",
    "sweep",
    "text",
    "tournament",
    "tune",
]
