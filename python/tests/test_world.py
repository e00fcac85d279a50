"""Words, vectors, likelihoods, and what is said about people's games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import overhear
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def world() -> overhear.World:
    return overhear.World()


def test_arrays_have_the_shapes_that_are_promised(world: overhear.World) -> None:
    vectors = world.vectors()
    assert vectors.shape == (len(world.words), world.dims) and vectors.dtype == np.float32
    assert not vectors.flags.writeable
    some = world.vectors(["cat", "dog"])
    places = [world.words.index("cat"), world.words.index("dog")]
    assert (vectors[places] == some).all()
    with pytest.raises(KeyError):
        world.vectors(["no such word at all"])


def test_near_words_are_near(world: overhear.World) -> None:
    one, near, far = world.vectors(["cat", "dog", "parliament"]).astype(float)

    def cosine(a: np.ndarray, b: np.ndarray) -> float:
        return float(a @ b / np.sqrt((a @ a) * (b @ b)))

    assert cosine(one, near) > cosine(one, far) + 0.2


def test_a_row_of_likelihoods_is_a_distribution_of_legal_clues(world: overhear.World) -> None:
    row = world.likelihoods(world.keywords[0])
    assert row.shape == (len(world.clues),) and row.dtype == np.float32
    assert (row >= 0).all() and abs(row.sum(dtype=np.float64) - 1.0) < 0.02
    assert row[world.clues.index(world.keywords[0].lower())] == 0 if world.keywords[0].lower() in world.clues else True
    sharper = world.likelihoods(world.keywords[0], beta=40.0)
    assert sharper.max() > row.max()
    with pytest.raises(KeyError):
        world.likelihoods("no such keyword")


def test_cards_hold_every_keyword_once(world: overhear.World) -> None:
    assert sorted(keyword for card in world.cards for keyword in card) == list(range(len(world.keywords)))


def test_advice_on_the_example(sim, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(sim("advise", "--example"), encoding="utf-8")
    advice = overhear.advise(sheet, top=3)
    assert len(advice["opponents_keywords"]) == 4
    assert all(len(slot["keywords"]) <= 3 for slot in advice["opponents_keywords"])


def test_agents_are_scored_on_recorded_clues(tmp_path: Path) -> None:
    file = tmp_path / "decode.csv"
    head = "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n"
    file.write_text(head + "a,dog,sun,piano,river,123,puppy,sunshine,melody\nb,dog,sun,piano,river,421,water,light,bark\n")
    table = overhear.evaluate("decode", file, ["margin", "random"])
    assert table.column("agent") == ["margin", "random"]
    with pytest.raises(overhear.UsageError, match="decode"):
        overhear.evaluate("guess", file, ["margin"])


def test_verdicts_name_the_rule() -> None:
    assert overhear.clue_verdict("kennel", ["dog"]) == ("legal", None)
    verdict = overhear.clue_verdict("dog", ["dog"])
    assert verdict.verdict == "illegal" and verdict.reason is not None and verdict.reason.startswith("R")


def test_a_word_in_another_spelling_is_named(world: overhear.World) -> None:
    for call, said in (
        (lambda: world.likelihoods("castle "), "keyword: 'castle ' (did you mean `castle`?) is not in the deck"),
        (lambda: world.banned(" Castle"), "keyword: ' Castle' (did you mean `castle`?) is not in the deck"),
        (lambda: world.vectors(["DOG"]), "words: `DOG` (did you mean `dog`?) is not in the word space"),
        (lambda: world.likelihoods("xyzzy"), "keyword: `xyzzy` is not in the deck"),
    ):
        with pytest.raises(KeyError) as error:
            call()
        assert said in str(error.value.args[0])


def test_a_row_times_itself_is_its_length_and_a_cosine_is_one(world: overhear.World) -> None:
    # As bytes, the products of these words ran over.
    for word in ("dog", "piano", "cat"):
        (row,) = world.vectors([word])
        assert row @ row == float((row.astype(np.int64) ** 2).sum()) > 0
        assert world.cosine(word, word) == pytest.approx(1, abs=1e-6)
    words = ["dog", "puppy", "piano"]
    rows = world.vectors(words)
    lengths = np.linalg.norm(rows.astype(float), axis=1)
    assert world.cosine(words, words) == pytest.approx(rows.astype(float) @ rows.T / np.outer(lengths, lengths), abs=1e-5)
    assert world.cosine("dog", words).shape == world.cosine(words, "dog").shape == (3,)
    assert world.cosine("dog", "puppy") > world.cosine("dog", "piano")
    with pytest.raises(KeyError, match="words: `no such word`"):
        world.cosine("dog", "no such word")
