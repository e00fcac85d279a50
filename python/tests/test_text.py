"""Prompts from questions, and answers from replies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import overhear
import pytest
from overhear import text

ROOT = Path(__file__).resolve().parents[2]

VIEW = {
    "side": "black", "round": 2, "keywords": ["SEA", "BREAD", "MOON", "PIANO"], "clues": ["tide", None, "keys"],
    "history": [
        {"round": 1, "side": "white", "clues": ["a", "b", "c"], "code": [3, 1, 4], "guess": [3, 1, 4], "interception": None},
        {"round": 1, "side": "black", "clues": ["salt", "dough", "night"], "code": [1, 2, 3], "guess": [1, 2, 3], "interception": None},
    ],
}  # fmt: skip


def test_the_kit_and_the_package_have_the_same_files() -> None:
    kit, own = ROOT / "bots" / "kit", Path(overhear.__file__).parent / "_kit"
    names = {f"overhear_text/{file.name}" for file in (kit / "overhear_text").glob("*.py")}
    assert names == {f"overhear_text/{file.name}" for file in (own / "overhear_text").glob("*.py")}
    for name in names | {"overhear_bot.py"}:
        assert (own / name).read_bytes() == (kit / name).read_bytes(), name
    for name in ("prompt.txt", "discuss.txt", "judge.txt"):
        assert (own / name).read_bytes() == (kit / "examples" / name).read_bytes(), name


def test_a_prompt_has_what_its_role_may_know() -> None:
    decode = text.prompt(VIEW, "decode")
    assert "1 SEA, 2 BREAD, 3 MOON, 4 PIANO" in decode and "tide / - / keys" in decode
    assert "1: salt\n2: dough\n3: night\n4: -" in decode and "a, " not in decode
    intercept = text.prompt(VIEW, "intercept")
    assert "1: b\n2: -\n3: a\n4: c" in intercept and "SEA" not in intercept
    clues = text.prompt({**VIEW, "code": [2, 4, 1], "refused": [{"place": 0, "clue": "bread", "why": "R19"}]}, "clues")
    assert clues == text.prompt({**VIEW, "code": [2, 4, 1], "refused": [{"place": 0, "clue": "bread", "why": "R19"}]}, "encrypt")
    assert "the code 2 4 1" in clues and "salt, dough, night" in clues and "bread (R19)" in clues
    assert "SUN, RIVER" in text.prompt({"history": []}, "keywords", deck=["SUN", "RIVER"])


def test_prompts_of_ones_own_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("[system]\nYou are {member}.\n[decode]\n{heard}?\n", "utf-8")
    assert text.prompt(VIEW, "decode", prompts=file) == "You are 1.\n\ntide / - / keys?"
    with pytest.raises(overhear.UsageError, match=r"prompts: there is no part \[intercept\]"):
        text.prompt(VIEW, "intercept", prompts=file)
    with pytest.raises(overhear.UsageError, match="role: there is no role `guess`; there are encrypt, decode"):
        text.prompt(VIEW, "guess")


@pytest.mark.parametrize(
    ("reply", "role", "answer"),
    [
        ("<think>1-2-3?</think>\nThe code is 4-2-1.", "decode", {"code": [4, 2, 1]}),
        ('{"code": [4, 2, 1], "confidence": 0.7}', "predict", {"code": [4, 2, 1], "confidence": 0.7}),
        ('["Tide", "crust", "keys"]', "encrypt", {"clues": ["tide", "crust", "keys"]}),
        ('["sea", "bread", "moon", "piano"]', "keywords", {"keywords": ["sea", "bread", "moon", "piano"]}),
        ('{"refers": 1}', "judge", {"refers": 1}),
        ('{"text": "I hold it for the sea", "code": [1, 2, 4]}', "discuss", {"text": "I hold it for the sea", "code": [1, 2, 4]}),
    ],
)  # fmt: skip
def test_an_answer_is_found(reply: str, role: str, answer: dict[str, Any]) -> None:
    assert text.parse(reply, role) == answer


@pytest.mark.parametrize(
    ("reply", "role", "reason"),
    [
        (" ", "decode", "the reply is empty"),
        ("4-2-1 or 4-1-2", "intercept", "the reply names more than one code: 4-1-2, 4-2-1"),
        ("4-4-1", "decode", "4-4-1 is no code: its three digits are different"),
        ('["tide", "crust"]', "clues", "the reply lists 2 clues, and 3 are asked for"),
    ],
)
def test_a_refusal_has_its_reason(reply: str, role: str, reason: str) -> None:
    with pytest.raises(overhear.ReplyError) as caught:
        text.parse(reply, role)
    assert caught.value.reason == str(caught.value) == reason


def test_words_that_were_not_offered_are_refused() -> None:
    deck = ["SEA", "BREAD", "MOON", "PIANO"]
    assert text.parse('["sea", "bread", "moon", "piano"]', "keywords", {}, deck=deck) == {"keywords": deck}
    with pytest.raises(overhear.ReplyError, match="`sun` is none of the words offered for keyword 2"):
        text.parse('["sea", "sun", "moon", "piano"]', "keywords", {}, deck=deck)


def test_a_seat_is_told_the_same_as_a_class() -> None:
    """The views of a game's seat, from its observations, are those of a class that plays the seat."""
    views: dict[str, list[dict[str, Any]]] = {"clues": [], "decode": [], "intercept": []}

    class Notes(overhear.Agent):
        """Keeps its questions, and leaves them to chance."""

        def setup(self, world: overhear.World) -> None:
            self.world = world

        def intercept(self, batch: overhear.Batch) -> Any:
            views["intercept"] += text.views(batch, self.world)
            return [[1.0] * 24] * batch.n

    world = overhear.World(vocabulary=2000)
    told = []
    for agent in (Notes(), "margin/uniform"):
        seats = [] if isinstance(agent, overhear.Agent) else ["black_interceptor"]
        game = overhear.Episode(seats=seats or ["white_guesser"], black=agent, white="nearest/bayes", world=world)
        state = game.reset(seed=3)
        while not state.over:
            if overhear.SEATS[state.turn] == "black_interceptor":
                told.append(text.seat_view(game, state.turn))
            state = game.act(0)
    assert views["intercept"] and told
    first, seen = views["intercept"][0], told[0]
    for key in ("side", "round", "keywords", "clues"):
        assert first[key] == seen[key], key
    assert [half["clues"] for half in first["history"] if half["side"] == "white"] == [half["clues"] for half in seen["history"] if half["side"] == "white"]
    assert text.prompt(first, "intercept") == text.prompt(seen, "intercept")
