"""Tasks of ``lm-eval`` from the items of a card: ``pip install overhear-lab[lm-eval]``.

The model chooses among the 24 codes by the log-probabilities that it gives them, so every answer is valid::

    import lm_eval
    from overhear import lm_eval_tasks

    lm_eval.simple_evaluate(model="hf", model_args="pretrained=…", tasks=lm_eval_tasks.tasks())

``lm-eval`` estimates ``acc_stderr`` as if items were independent; ``acc_clustered_error`` is clustered by game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

try:
    import datasets
    from lm_eval.api.task import ConfigurableTask
except ImportError as error:
    raise ImportError("lm_eval: its tasks take the extra `lm-eval` of the package; pip install lm_eval datasets") from error

from ._bench_items import CHOICES, TASKS, bench_items, check_task, question, ratio, scores

_Triple = tuple[float, float, int]


def _aggregated(place: int) -> Callable[[Sequence[_Triple]], float]:
    """Σ values / Σ weights of the items (0), or the standard error clustered by game (1)."""

    def aggregate(found: Sequence[_Triple]) -> float:
        values, weights, clusters = zip(*found, strict=True)
        return ratio(values, weights, clusters)[place]

    return aggregate


def _results(doc: dict[str, Any], found: Sequence[tuple[float, bool]]) -> dict[str, float | _Triple]:
    logs = np.array([log for log, _ in found], float)
    belief = np.exp(logs - logs.max())
    score, cluster = scores(doc, belief), doc["cluster"]
    triples = {"bits": (score.bits, 1.0, cluster)}
    if doc["task"] == "predict":
        triples |= {"skill": (score.saved, score.base, cluster), "egocentrism": (score.ego, score.room, cluster)}
    errors = {_error(name): triple for name, triple in triples.items()}
    return {"acc": score.accuracy, _error("acc"): (score.accuracy, 1.0, cluster), **triples, **errors}


def _error(name: str) -> str:
    return f"{name}_clustered_error"


def _metrics(name: str) -> list[dict[str, Any]]:
    triples = ["bits"] + (["skill", "egocentrism"] if name == "predict" else [])
    metrics: list[dict[str, Any]] = [{"metric": "acc", "aggregation": "mean", "higher_is_better": True}]
    metrics.append({"metric": _error("acc"), "aggregation": _aggregated(1), "higher_is_better": False})
    for metric in triples:
        metrics.append({"metric": metric, "aggregation": _aggregated(0), "higher_is_better": metric != "egocentrism"})
        metrics.append({"metric": _error(metric), "aggregation": _aggregated(1), "higher_is_better": False})
    return metrics


def lm_eval_task(name: str, games: int | None = None, seed: int | None = None, **words: Any) -> ConfigurableTask:
    """A ``multiple_choice`` task over the 24 codes: ``decode``, ``intercept`` or ``predict``.

    ``words`` are those of ``overhear.bench_items``.
    """
    check_task(name)
    return _task(name, bench_items(games=games, seed=seed, **words))


def tasks(games: int | None = None, seed: int | None = None, **words: Any) -> list[ConfigurableTask]:
    """All three tasks, from one play of their games."""
    items = bench_items(games=games, seed=seed, **words)
    return [_task(name, items) for name in TASKS]


def _task(name: str, items: Sequence[dict[str, Any]]) -> ConfigurableTask:
    """The task of the items that belong to it."""
    own = [item for item in items if item["task"] == name]
    return ConfigurableTask(config={
        "task": f"overhear_{name}",
        "custom_dataset": lambda **_: {"test": datasets.Dataset.from_list(own)},
        "test_split": "test",
        "output_type": "multiple_choice",
        "doc_to_text": lambda doc: f"{question(doc)}\nThe code is",
        "doc_to_choice": lambda _: list(CHOICES),
        "doc_to_target": lambda doc: CHOICES.index(str(doc["target"])),
        "process_results": _results,
        "metric_list": _metrics(name),
    })
