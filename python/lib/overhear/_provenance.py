"""What repeats a result: the function, its arguments, the seed, the agents and the version."""

from __future__ import annotations

import inspect
import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from ._agents import Agent, Param
from ._bots import Bot
from ._files import dumps, elements
from ._overhear import BUILD
from ._ranges import quoted

P = ParamSpec("P")
R = TypeVar("R")

_RUNNING = frozenset({
    "out", "force", "threads", "progress", "allow_other_build", "run_bots", "log", "log_format", "running", "checkpoint", "verify",
})  # fmt: skip
"""Arguments on where and how a function runs, and what it writes: they decide no table of a result."""

_OWN = (Agent, Bot)

_SEED_BITS = 53
"""As many as every number of a JSON document has."""


_OF_THE_CALL = ("function", "arguments", "agents", "classes")
"""What is said in the words of Python, also where the program has words of its own."""


def drawn(seed: Any) -> Any:
    """A seed, drawn if none is given."""
    return secrets.randbits(_SEED_BITS) if seed is None else seed


class Recorded:
    """A result that says how it is made again."""

    _call: Mapping[str, Any] | None = None

    def _remember(self, call: Mapping[str, Any] | None) -> None:
        """Writes down how the result was made, and in its tables."""
        self._call = call
        manifest = self.manifest
        for table in self.values() if isinstance(self, Mapping) else ():
            if isinstance(table, Recorded):
                table._call = manifest

    def _native_manifest(self) -> dict[str, Any]:
        """What the program itself writes to manifest.json, if it does."""
        return {}

    @property
    def manifest(self) -> dict[str, Any]:
        """What repeats the result: ``function``, ``arguments``, ``seed``, ``agents``, ``version`` and ``build``; of an experiment that
        the program has a manifest.json of, also what that holds but for the sums of files.

        An argument that was not given has no entry. An agent that is a class stands in ``classes`` with its class, its ``version`` and its
        parameters; to repeat a result, give the class again.
        """
        call = self._call or {}
        return {**call, **self._native_manifest(), **{key: call[key] for key in _OF_THE_CALL if key in call}}


class Findings(list[Any], Recorded):
    """Findings, and what repeats the check."""


class Items(list[Any], Recorded):
    """Items of a suite, and what repeats them."""


def recorded(function: Callable[P, R]) -> Callable[P, R]:
    """Has the results of a function say how they are made again.

    A seed that is not given is drawn and recorded, unless the laboratory has one of its own: it draws that of a tournament and of an experiment
    on rules, and the deals of a suite of cards are always the same.
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        given = _given(function, args, kwargs)
        if given is None:
            return function(*args, **kwargs)
        if function.__name__ not in _SEEDED_BELOW and "seed" in _parameters(function):
            given["seed"] = drawn(given.get("seed"))
        # Annotated: a call by names has the types of the function.
        anyhow: Callable[..., R] = function
        result = anyhow(**given)
        return mark(result, function.__name__, given)

    return call


_SEEDED_BELOW = frozenset({"tournament", "balance", "sweep", "compare", "bench", "bench_items", "contrast"})
"""Functions whose seed is drawn, or fixed, by the laboratory, which writes it down."""


@lru_cache(maxsize=64)
def _parameters(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(function).parameters


def _given(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """The arguments by their names, iterators read to their end; None if the call does not fit."""
    names = list(_parameters(function))
    if len(args) > len(names) or not kwargs.keys() <= set(names[len(args) :]):
        return None
    given = {**dict(zip(names, args)), **kwargs}
    if any(parameter.default is parameter.empty and name not in given for name, parameter in _parameters(function).items()):
        return None
    if any(parameter.kind is parameter.KEYWORD_ONLY for parameter in list(_parameters(function).values())[: len(args)]):
        return None
    return {name: _reusable(name, value) for name, value in given.items()}


def _reusable(name: str, value: Any) -> Any:
    """An argument that can be read more than once."""
    if isinstance(value, Iterator):
        return tuple(elements(name, value))
    if type(value) is dict and any(isinstance(one, Iterator) for one in value.values()):
        return {key: _reusable(f"{name}[{key!r}]", one) for key, one in value.items()}
    return value


def mark(result: R, function: str, given: Mapping[str, Any]) -> R:
    """Writes down in a result how it was made."""
    if not isinstance(result, Recorded):
        return result
    classes: dict[str, Any] = {}
    said = {key: _told(value, classes) for key, value in _decisive(given).items()}
    seed = said["seed"] if "seed" in said else result._native_manifest().get("seed")
    if seed is not None:
        said["seed"] = seed
    call = {
        "program": "overhear", "version": BUILD.split(" ")[0], "build": BUILD, "function": function, "arguments": said,
        "seed": seed, "agents": _agents(said), "classes": classes,
    }  # fmt: skip
    result._remember(call)
    place = given.get("out") or given.get("directory")
    if isinstance(place, (str, os.PathLike)):
        _keep_beside(result, Path(place))
    return result


def _keep_beside(result: Any, place: Path) -> None:
    """Writes down beside the files of a run what they do not have."""
    from ._result_files import MANIFEST
    from ._saved import keep_beside

    if (place / MANIFEST).is_file():
        keep_beside(place, result.about())


def _decisive(given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that decide a result; those of a configuration in its place."""
    found: dict[str, Any] = {}
    for key, value in given.items():
        if key in _RUNNING or value is None:
            continue
        if is_dataclass(value) and not isinstance(value, type):
            found.update(_decisive(changed(value)))
        else:
            found[key] = value
    return found


def changed(config: Any) -> dict[str, Any]:
    """The fields of a configuration that are not as they are when nothing is said."""
    usual = type(config)(**{one.name: getattr(config, one.name) for one in fields(config) if one.name in ("a", "b")})
    found = {one.name: getattr(config, one.name) for one in fields(config)}
    return {name: value for name, value in found.items() if name in ("a", "b") or not _is_same(value, getattr(usual, name))}


def _is_same(value: Any, other: Any) -> bool:
    """Whether two values are equal; those whose comparison is an array are not."""
    return value is other or isinstance(value, (str, int, float, tuple, list, dict)) and bool(value == other)


def _agents(said: Mapping[str, Any]) -> list[str]:
    """Who plays, as SPECs with their labels."""
    found: list[str] = []
    for name in ("agents", "agent", "spec", "opponent"):
        agents = said.get(name, [])
        if isinstance(agents, Mapping):
            found += [f"{label}={spec}" if label != spec else label for label, spec in agents.items()]
        else:
            found += [agents] if isinstance(agents, str) else list(agents)
    return found


def _told(value: Any, classes: dict[str, Any]) -> Any:
    """An argument as JSON has it; classes are described aside."""
    if isinstance(value, _OWN):
        classes[value.called] = {
            "class": f"{type(value).__module__}.{type(value).__qualname__}", "version": value.version,
            "params": {param.name: _told(getattr(value, param.name), classes) for param in value.params if isinstance(param, Param)},
        }  # fmt: skip
        return value.called
    if isinstance(value, Recorded):
        return {"result": value.manifest}
    if isinstance(value, Mapping):
        for label, agent in value.items():
            if isinstance(agent, _OWN):
                _told(agent, classes)
                classes[str(label)] = classes.pop(agent.called)
        return {str(key): str(key) if isinstance(one, _OWN) else _told(one, classes) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_told(one, classes) for one in value]
    try:
        return json.loads(dumps(value))
    except ValueError:
        return quoted(value)
