"""Language models in this process, and other bots that are classes."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import overhear
import pytest

SMALL: dict[str, Any] = {"vocabulary": 2000, "seed": 1}


class Model:
    """Replies by what a prompt asks for, and counts prompts."""

    def __init__(self, clues: str = '["ocean", "bakery", "music"]', code: str = "4-2-1", words: str = '["a", "b", "c", "d"]') -> None:
        self.clues, self.code, self.words = clues, code, words
        self.batches: list[list[str]] = []

    def __call__(self, prompts: list[str]) -> list[str | overhear.Reply]:
        self.batches.append(prompts)
        return [self.reply(prompt) for prompt in prompts]

    def reply(self, prompt: str) -> str | overhear.Reply:
        if "give one clue" in prompt:
            return overhear.Reply(self.clues, prompt_tokens=100, completion_tokens=7)
        return self.words if '"fourth"]' in prompt else self.code


def measures(card: Any, task: str, player: str) -> dict[str, Any]:
    return {row["measure"]: row["value"] for row in card["measures"] if row["task"] == task and row["player"] == player}


def test_a_model_plays_a_tournament_in_batches() -> None:
    model = Model()
    agent = overhear.ModelAgent(model, name="model", batch=16, roles=["clues", "decode"])
    result = overhear.tournament({"mine": agent, "margin": "margin", "half": "mine/bayes"}, pairs=6, **SMALL)
    assert sorted(result.standings.column("agent")) == ["half", "margin", "mine"]
    assert max(map(len, model.batches)) > 1 and max(map(len, model.batches)) <= 16
    assert result.manifest["classes"]["mine"]["class"] == "overhear._bots.ModelAgent"
    again = overhear.tournament({"mine": overhear.ModelAgent(Model(), name="model", roles=["clues", "decode"]), "margin": "margin", "half": "mine/bayes"}, pairs=6, **SMALL)
    assert again.standings.to_csv() == result.standings.to_csv()


def test_a_card_has_all_roles_with_validity_and_costs() -> None:
    card = overhear.bench(overhear.ModelAgent(Model(), name="model"), games=2, **SMALL)
    validity = measures(card, "validity", "model")
    assert validity["malformed"] > 0 and validity["declined"] == validity["lost"] == 0, "keywords that were not offered"
    assert measures(card, "predict", "model") and measures(card, "decode", "model")["bits"] < 0
    rows = [dict(zip(card["cost"].splitlines()[0].split(","), line.split(","))) for line in card["cost"].splitlines()[1:]]
    leak = next(row for row in rows if row["task"] == "leak")
    assert int(leak["prompt_tokens"]) == 100 * int(leak["requests"]) > 0


def test_clues_outside_the_vocabulary_are_refused_missing_or_heard(tmp_path: Path) -> None:
    counts = {}
    for mode in ("reject", "missing", "embed"):

        class Phrases(overhear.Bot):
            """Says a text that no vocabulary has, another one in each round."""

            unknown_clue = mode

            def clues(self, questions: Sequence[Any]) -> list[list[str]]:
                return [[f"selfie {word} {'abcdefghij'[q.round]}" for word in ("stick", "album", "queen")] for q in questions]

        overhear.tournament({"mine": Phrases(), "margin": "margin"}, pairs=2, log="halves", out=tmp_path / mode, **SMALL)
        clues = [row["clue_1"] for row in csv.DictReader((tmp_path / mode / "halves.csv").open(encoding="utf-8")) if row["agent"] == "mine"]
        counts[mode] = sum("selfie" in clue for clue in clues)
    assert counts["reject"] == counts["missing"] == 0 < counts["embed"], counts


def test_an_unusable_reply_is_asked_for_again_with_the_reason() -> None:
    model = Model(code="4-4-1")
    agent = overhear.ModelAgent(model, roles=["decode"], again=2)
    card = overhear.bench(agent, games=2, **SMALL)
    assert measures(card, "validity", "model")["malformed"] == 1
    asked = [prompt for batch in model.batches for prompt in batch]
    again = [prompt for prompt in asked if "could not be used" in prompt]
    assert len(again) * 3 == len(asked) * 2
    assert all(prompt.endswith("Your last reply could not be used: 4-4-1 is no code: its three digits are different.") for prompt in again)


def test_kept_answers_are_not_asked_for_again(tmp_path: Path) -> None:
    first, second, other = Model(), Model(), Model()
    cards = [
        overhear.bench(overhear.ModelAgent(model, version=version, answers=tmp_path / "kept.jsonl"), games=2, **SMALL)
        for model, version in ((first, "1"), (second, "1"), (other, "2"))
    ]
    assert first.batches and not second.batches and other.batches, "the version identifies an answer"
    assert cards[0]["measures"] == cards[1]["measures"]
    assert json.loads((tmp_path / "kept.jsonl").read_text("utf-8").splitlines()[0])


def test_a_model_that_fails_loses_its_questions_and_says_why() -> None:
    def broken(prompts: list[str]) -> list[str]:
        raise MemoryError("no room for the model")

    with pytest.warns(overhear.OverhearWarning, match="MemoryError: no room for the model"):
        result = overhear.tournament([overhear.ModelAgent(broken, roles=["decode"]), "margin"], pairs=2, **SMALL)
    assert dict(zip(result.standings.column("agent"), result.standings.column("faults"))) == {"margin": 0, "model": 4}


def test_a_bot_is_an_opponent_in_an_environment_and_plays_itself() -> None:
    model = Model()
    agent = overhear.ModelAgent(model)
    game = overhear.Episode(seats=["white_guesser"], white=agent, black=agent, world=overhear.World(vocabulary=2000))
    state = game.reset(seed=2)
    while not state.over:
        state = game.act(0)
    asked = [prompt for batch in model.batches for prompt in batch]
    assert any("give one clue" in prompt for prompt in asked) and any("The other team has four secret keywords. These clues" in prompt for prompt in asked)


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(overhear.UsageError, match="generate: it is no function"):
        overhear.ModelAgent("gpt")  # type: ignore[arg-type]
    with pytest.raises(overhear.UsageError, match=re.escape("roles: the prompts have no part for `guess`")):
        overhear.ModelAgent(Model(), roles=["guess"])
    few = overhear.ModelAgent(lambda prompts: [], roles=["decode"])
    with pytest.warns(overhear.OverhearWarning, match="0 replies to"):
        overhear.tournament([few, "margin"], pairs=2, **SMALL)
