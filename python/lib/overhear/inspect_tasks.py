"""Tasks of ``inspect_ai`` from the items of a card: ``pip install overhear-lab[inspect]``.

::

    inspect eval overhear/decode --model openai/gpt-4o-mini
    inspect eval overhear/predict -T games=120 --model …

Each item is a sample. Scores are those of ``overhear.bench``; standard errors are clustered by game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer, stderr
    from inspect_ai.solver import TaskState, generate
except ImportError as error:
    raise ImportError("inspect_ai: its tasks take the extra `inspect` of the package; pip install inspect_ai") from error

from ._bench_items import bench_items, certain, check_task, code_in, question, ratio, scores

_FORM = "Think if you must, and end with the code alone on the last line, as three digits like 412."


def _ratio(found: list[SampleScore], of: str) -> tuple[float, float]:
    """The ratio of the sums of a score and of its weight, which is kept beside it, and its standard error by game."""
    parts = [one.score.metadata or {} for one in found]
    clusters = [(one.sample_metadata or {})["cluster"] for one in found]
    return ratio([part[of] for part in parts], [part[_WEIGHTS[of]] for part in parts], clusters)


@metric
def pooled(of: str) -> Metric:
    """Σ of a score / Σ of its weight."""

    def value(scores: list[SampleScore]) -> float:
        return _ratio(scores, of)[0]

    return value


@metric
def pooled_stderr(of: str) -> Metric:
    """The standard error of ``pooled``, clustered by game."""

    def value(scores: list[SampleScore]) -> float:
        return _ratio(scores, of)[1]

    return value


_WEIGHTS = {"saved": "base", "ego": "room"}

_PLAIN = {name: [mean(), stderr(cluster="cluster")] for name in ("accuracy", "bits", "answered")}

_PREDICTIONS = {
    name: [pooled(of), pooled_stderr(of)] for name, of in (("skill", "saved"), ("egocentrism", "ego"))
}


async def _score(state: TaskState, target: Target) -> Score:
    text = state.output.completion
    code = code_in(text)
    found = scores(state.metadata, certain(code))
    value: dict[str, str | int | float | bool | None] = {
        "accuracy": found.accuracy, "bits": found.bits, "answered": float(code is not None)
    }
    if "exact" in state.metadata:
        value |= {"skill": found.saved, "egocentrism": found.ego}
    return Score(value=value, answer=code, explanation=text, metadata=found._asdict())


@scorer(metrics=_PLAIN)
def code_scorer() -> Scorer:
    """Scores the last code in an answer: accuracy, bits, and whether there is one."""
    return _score


@scorer(metrics=_PLAIN | _PREDICTIONS)
def prediction_scorer() -> Scorer:
    """Scores a predicted guess: besides, skill and egocentrism against the reader's exact belief."""
    return _score


def _made(name: str, score: Callable[[], Scorer], games: int | None, seed: int | None, **words: Any) -> Task:
    check_task(name)
    items = [item for item in bench_items(games=games, seed=seed, **words) if item["task"] == name]
    samples = [
        Sample(id=item["id"], input=f"{question(item)}\n\n{_FORM}", target=str(item["target"]), metadata=item) for item in items
    ]
    return Task(dataset=MemoryDataset(samples, name=f"overhear-{name}"), solver=generate(), scorer=score())


@task
def decode(games: int | None = None, seed: int | None = None, vocabulary: int | None = None) -> Task:
    """Guess the own team's code from clues of built-in players."""
    return _made("decode", code_scorer, games, seed, vocabulary=vocabulary)


@task
def intercept(games: int | None = None, seed: int | None = None, vocabulary: int | None = None) -> Task:
    """Guess the other team's code without its keywords."""
    return _made("intercept", code_scorer, games, seed, vocabulary=vocabulary)


@task
def predict(games: int | None = None, seed: int | None = None, vocabulary: int | None = None) -> Task:
    """Predict the guess of a named reader whose exact belief is known."""
    return _made("predict", prediction_scorer, games, seed, vocabulary=vocabulary)
