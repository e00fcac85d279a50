"""Items of a card in other evaluation harnesses, with models that are made up."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import overhear
import pytest
from overhear._bench_items import CHOICES, bench_items, certain, code_in, question, ratio, scores

SMALL: dict[str, Any] = {"games": 6, "vocabulary": 2000}


@pytest.fixture(scope="module")
def items() -> list[dict[str, Any]]:
    return bench_items(**SMALL)


@pytest.fixture(scope="module")
def card() -> dict[str, Any]:
    return overhear.bench("margin", **SMALL)


def of(items: list[dict[str, Any]], task: str) -> list[dict[str, Any]]:
    return [item for item in items if item["task"] == task]


def measured(card: dict[str, Any], task: str, player: str, measure: str) -> float:
    rows = (row for row in card["measures"] if (row["task"], row["player"], row["measure"]) == (task, player, measure))
    return float(next(rows)["value"])


def test_items_are_those_of_a_card(items: list[dict[str, Any]], card: dict[str, Any]) -> None:
    assert len({item["id"] for item in items}) == len(items)
    for task, answer in (("decode", "code"), ("intercept", "code"), ("predict", "guess")):
        asked = [(item["giver"], item["round"], item["clues"], item["target"]) for item in of(items, task)]
        if task != "predict":
            carded = [(item["giver"], item["round"], item["clues"], item[answer]) for item in of(card["items"], task)]
            assert sorted(map(str, asked)) == sorted(map(str, carded))
        assert asked
    assert all("keywords" not in item for item in of(items, "intercept"))
    assert bench_items(seed=3, **SMALL) != items, "another seed has other deals"


def test_our_formulas_are_those_of_the_card(items: list[dict[str, Any]], card: dict[str, Any]) -> None:
    beliefs = {
        "floor: every code alike": lambda _: certain(None),
        "floor: the true code": lambda item: certain(str(item["code"])),
        "ceiling: exact": lambda item: item["exact"],
    }
    for reader in ("bayes", "history", "adaptive"):
        own = [item for item in of(items, "predict") if item["reader"] == reader]
        for player, belief in beliefs.items():
            found = [scores(item, belief(item)) for item in own]
            clusters = [item["cluster"] for item in own]
            ones = [1.0] * len(own)
            for measure, value in (
                ("hit rate", ratio([one.accuracy for one in found], ones, clusters)[0]),
                ("bits", ratio([one.bits for one in found], ones, clusters)[0]),
                ("skill", ratio([one.saved for one in found], [one.base for one in found], clusters)[0]),
                ("egocentrism", ratio([one.ego for one in found], [one.room for one in found], clusters)[0]),
            ):
                is_ceiling = measure in ("skill", "egocentrism")
                row = player if is_ceiling or player != "ceiling: exact" else "exact belief"
                assert value == pytest.approx(measured(card, "predict", row, f"{measure} of `{reader}`"), abs=2e-5)


def test_a_suite_without_items_and_a_task_without_them_are_refused() -> None:
    with pytest.raises(overhear.UsageError, match="decrypto-benchmark.*decrypto-1"):
        bench_items("decrypto-benchmark")
    with pytest.raises(overhear.UsageError, match="decrypto-9"):
        bench_items("decrypto-9")


def test_codes_are_found_in_text() -> None:
    assert code_in("I think 1-2-3, no: 4, 2, 1.") == "421"
    assert code_in("[3, 1, 4]") == "314"
    assert [code_in(text) for text in ("", "the code is 1123", "2024", "11 1", "5 1 2")] == [None] * 5


def test_errors_are_clustered() -> None:
    alone = ratio([1.0, 0.0, 1.0, 0.0], [1.0] * 4, [0, 1, 2, 3])
    paired = ratio([1.0, 1.0, 0.0, 0.0], [1.0] * 4, [0, 0, 1, 1])
    assert alone[0] == paired[0] == 0.5
    assert alone[1] == pytest.approx(math.sqrt(0.25 / 3)) and paired[1] > alone[1]
    assert math.isnan(ratio([], [], [])[0]) and math.isnan(ratio([1.0], [1.0], [0])[1])


def test_inspect_tasks_score_a_model_that_is_made_up(items: list[dict[str, Any]], tmp_path: Any) -> None:
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect_ai is not installed: pip install overhear-lab[inspect]")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from overhear import inspect_tasks

    for name in ("decode", "intercept", "predict"):
        own = of(items, name)
        # The first answer is right, the second none, all others are one code.
        answers = [f"Reasoning 1-2-3.\n{own[0]['target']}", "I do not know."] + ["123"] * (len(own) - 2)
        # With a usage of its own the model needs no tokenizer, which would be fetched.
        outputs = [ModelOutput.from_content("mockllm/model", text) for text in answers]
        for output in outputs:
            output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        model = get_model("mockllm/model", custom_outputs=outputs)
        task = getattr(inspect_tasks, name)(games=SMALL["games"], vocabulary=SMALL["vocabulary"])
        (log,) = inspect_ai.eval(task, model=model, log_dir=str(tmp_path), display="none", max_connections=1, max_samples=1)
        assert log.status == "success", log.error
        found = {score.name: {key: metric.value for key, metric in score.metrics.items()} for score in log.results.scores}
        beliefs = [certain(str(own[0]["target"])), certain(None)] + [certain("123")] * (len(own) - 2)
        expected = [scores(item, belief) for item, belief in zip(own, beliefs, strict=True)]
        clusters, ones = [item["cluster"] for item in own], [1.0] * len(own)
        bits = ratio([one.bits for one in expected], ones, clusters)
        assert (found["bits"]["mean"], found["bits"]["stderr"]) == pytest.approx(bits)
        assert found["answered"]["mean"] == pytest.approx(1 - 1 / len(own))
        if name == "predict":
            skill = ratio([one.saved for one in expected], [one.base for one in expected], clusters)
            assert sorted(found["skill"].values()) == pytest.approx(sorted(skill))


def test_lm_eval_tasks_play_their_games_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lm_eval", reason="lm-eval is not installed: pip install overhear-lab[lm-eval]")
    from overhear import lm_eval_tasks

    plays: list[dict[str, Any]] = []

    def counted(**settings: Any) -> list[dict[str, Any]]:
        plays.append(settings)
        return bench_items(**settings)

    monkeypatch.setattr(lm_eval_tasks, "bench_items", counted)
    assert [task.config.task for task in lm_eval_tasks.tasks(**SMALL)] == [
        f"overhear_{name}" for name in ("decode", "intercept", "predict")
    ]
    assert len(plays) == 1


def test_lm_eval_tasks_score_a_model_that_is_made_up(items: list[dict[str, Any]]) -> None:
    lm_eval = pytest.importorskip("lm_eval", reason="lm-eval is not installed: pip install overhear-lab[lm-eval]")
    from lm_eval.api.model import LM
    from overhear import lm_eval_tasks

    prompts = {f"{question(item)}\nThe code is": item for item in items}

    class MadeUp(LM):  # type: ignore[misc]
        """Gives the right code the weight 3 and all others 1."""

        def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> list[tuple[float, bool]]:
            def log(context: str, code: str) -> float:
                return math.log(3.0 if str(prompts[context]["target"]) == code.strip() else 1.0)

            return [(log(*request.args), False) for request in requests]

        def loglikelihood_rolling(self, requests: list[Any], disable_tqdm: bool = False) -> list[float]:
            raise NotImplementedError

        def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
            raise NotImplementedError

    tasks = lm_eval_tasks.tasks(**SMALL)
    done = lm_eval.simple_evaluate(model=MadeUp(), tasks=tasks, bootstrap_iters=0)
    for name in ("decode", "intercept", "predict"):
        found, own = done["results"][f"overhear_{name}"], of(items, name)
        weights = [np.array([3.0 if str(item["target"]) == code else 1.0 for code in CHOICES]) for item in own]
        expected = [scores(item, belief) for item, belief in zip(own, weights, strict=True)]
        clusters, ones = [item["cluster"] for item in own], [1.0] * len(own)
        assert found["acc,none"] == 1.0
        bits = ratio([one.bits for one in expected], ones, clusters)
        assert (found["bits,none"], found["bits_clustered_error,none"]) == pytest.approx(bits)
        assert found["bits,none"] == pytest.approx(math.log2(24 * (0.98 * 3 / 26 + 0.02 / 24)))
        if name == "predict":
            skill = ratio([one.saved for one in expected], [one.base for one in expected], clusters)
            assert (found["skill,none"], found["skill_clustered_error,none"]) == pytest.approx(skill)
