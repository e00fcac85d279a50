"""A grid over an agent's parameters is what its tournaments and their comparison say."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import overhear
import pytest
from numpy.typing import NDArray


class Scaled(overhear.Agent):
    params = [overhear.Param("sharp", 0.0, 10.0, "how sure it is")]
    sharp = 1.0

    def decode(self, batch: overhear.Batch) -> NDArray[np.float64]:
        return np.ones((batch.n, 24))


@pytest.fixture(scope="module")
def found() -> overhear.GridResult:
    return overhear.grid("nearest", {"blunder": [0.0, 0.5], "alpha": [0.4, 1]}, rules=["official", "short"], games=40, seed=1, vocabulary=2000)


def test_a_row_is_the_paired_difference_of_two_tournaments(found: overhear.GridResult, tmp_path: Path) -> None:
    for name, spec in (("a", "nearest"), ("b", "nearest:blunder=0.5,alpha=1")):
        overhear.tournament(
            {"agent": spec, "opponent": "nearest"}, games=40, seed=1, rules="short", vocabulary=2000, log="deals",
            out=tmp_path / name,
        )
    wanted = overhear.contrast(tmp_path / "a", tmp_path / "b", agent="agent").table
    (score,) = [row for row in wanted if row["measure"] == "score" and row["opponent"] is None]
    (row,) = [row for row in found.rows() if (row["rules"], row["blunder"], row["alpha"]) == ("short", 0.5, 1)]
    assert (row["value"], row["base"]) == (score["value_b"], score["value_a"])
    for name in ("difference", "difference_low", "difference_high"):
        assert row[name] == score[name]
    assert row["p"] == score["difference_p"] and row["p_adjusted"] >= row["p"]


def test_every_combination_has_its_rows(found: overhear.GridResult) -> None:
    assert found.params == ["blunder", "alpha"] and len(found.rows()) == 8
    assert {(row["rules"], row["blunder"], row["alpha"]) for row in found.rows("mean_rounds")} == {
        (rules, blunder, alpha) for rules in ("official", "short") for blunder in (0.0, 0.5) for alpha in (0.4, 1)
    }
    assert not found.warnings and len(found.sentences) == 2 and found.sentences[0].startswith("by official: blunder=")
    with pytest.raises(overhear.UsageError, match="measure: there is no `points`; there are score"):
        found.rows("points")


def test_a_grid_travels_and_is_drawn(found: overhear.GridResult, tmp_path: Path) -> None:
    assert overhear.load(found.to_bytes()) == found == overhear.load(found.save(tmp_path / "grid"))
    image = found.plot(tmp_path / "grid.svg")
    assert (tmp_path / "grid.svg").read_text() == image
    marks = ElementTree.fromstring(image).findall("{http://www.w3.org/2000/svg}circle")
    assert len(marks) == 8 and "official, alpha=1" in image


def test_a_row_without_an_interval_says_why(tmp_path: Path) -> None:
    # Seven deals, and in the first combination the values that the agent has: no deal differs.
    found = overhear.grid("nearest", {"blunder": [0.0, 0.5]}, games=14, seed=1)
    for row in found.table:
        assert (row["difference_low"] is None) == (row["note"] is not None), row
    (row,) = [row for row in found.rows("decode_log_loss") if row["blunder"] == 0.0]
    assert (row["difference"], row["difference_low"], row["note"]) == (0.0, None, "no deal differs")
    image = found.plot(measure="decode_log_loss")
    shapes = [shape.tag.split("}")[1] for shape in ElementTree.fromstring(image)]
    assert shapes.count("circle") == 2 and shapes.count("line") == 2, "a line at 0, and one interval for two values"
    one_deal = overhear.grid("nearest", {"blunder": 0.5}, games=2, seed=1)
    notes = {row["measure"]: row["note"] for row in one_deal.table}
    assert notes["decode_log_loss"] == "one deal has no spread; play more games" and notes["score"] is None
    assert one_deal.plot(measure="decode_log_loss").startswith("<svg") and len(one_deal.sentences) == 1


def test_a_row_without_a_measure_says_so() -> None:
    # Without interceptions there is no log-loss of them.
    rules = {"interception_from_round": 9, "tokens_to_win": 0}
    found = overhear.grid("nearest", {"blunder": 0.5}, games=8, seed=1, set=rules)
    (row,) = found.rows("intercept_log_loss")
    assert (row["difference"], row["note"]) == (None, "nothing was measured")
    assert "circle" not in found.plot(measure="intercept_log_loss")


def test_classes_and_guessers_are_varied() -> None:
    found = overhear.grid(Scaled(), {"sharp": np.linspace(0, 1, 2)}, opponent="random", games=8, seed=1, vocabulary=2000)
    assert [row["sharp"] for row in found.rows()] == [0.0, 1.0]
    both = overhear.grid("nearest/bayes:blunder=0.1", {"guesser.blunder": 0.9}, games=8, seed=1, vocabulary=2000)
    assert both.rows()[0]["guesser.blunder"] == 0.9


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (dict(params={}), "params: there is nothing to vary"),
        (dict(params={"top": []}), "params: there is nothing to vary"),
        (dict(params="top"), "params: 'top' is not a mapping"),
        (dict(params={"top": [8]}, rules=[]), "rules: none are named"),
        (dict(params={"tops": [8]}, games=4), "has no parameter `tops`"),
        (dict(params={"top": [8]}, games=0), "games: 0 is out of range; takes 1 to"),
    ],
)
def test_what_makes_no_grid_is_refused(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(overhear.UsageError) as error:
        overhear.grid("margin", **asked)
    assert sentence in str(error.value)


def test_what_is_not_the_name_of_an_svg_image_is_refused(found: overhear.GridResult, tmp_path: Path) -> None:
    for name in ("grid.png", "grid.pdf", "grid.svg.gz", "grid.html"):
        with pytest.raises(overhear.UsageError, match="is not the name of an SVG image, which is what plot writes; write `grid.*svg`"):
            found.plot(tmp_path / name)
    assert not list(tmp_path.iterdir())
    for name in ("grid.SVG", "grid"):
        assert found.plot(tmp_path / name) == (tmp_path / name).read_text("utf-8")


def test_an_agent_against_itself_differs_by_exactly_nothing() -> None:
    found = overhear.grid("nearest", {"blunder": [0.0]}, games=14, seed=1, vocabulary=1000)
    for row in found.table:
        assert (row["difference"], row["difference_low"], row["p"], row["note"]) == (0.0, None, None, "no deal differs"), row
    assert found.sentences == ["by official: blunder=0.0 is the agent as given, a difference of exactly 0; nothing else was tried"]
    worse = overhear.grid("nearest", {"blunder": [0.0, 1.0]}, games=100, seed=1, vocabulary=1000)
    assert worse.sentences == ["by official: blunder=0.0 is the agent as given, a difference of exactly 0; no other values score more"]
    alike = overhear.grid("random", {"blunder": [1.0]}, games=4, seed=1, vocabulary=1000)
    assert all("+0.000" not in sentence and "exactly as much" in sentence for sentence in alike.sentences), alike.sentences
    mine = overhear.grid(Scaled(), {"sharp": [1.0]}, opponent="random", games=4, seed=1, vocabulary=1000)
    assert "exactly 0" in mine.sentences[0] and mine.rows()[0]["difference_low"] is None


RULES = [
    "official,round_limit=4", {"round_limit": 4}, {"rules": "official", "round_limit": 4}, ["official", "round_limit=4"], ["round_limit=4"],
    ["official", {"round_limit": 4}], ("official,round_limit=4",),
]  # fmt: skip


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_rules_are_written_one_way_everywhere(rules: Any) -> None:
    few: dict[str, Any] = dict(seed=1, vocabulary=1000)
    wanted = overhear.tournament(["nearest", "random"], games=4, set={"round_limit": 4}, **few)
    assert overhear.tournament(["nearest", "random"], games=4, rules=rules, **few) == wanted
    assert overhear.tournament(overhear.TournamentConfig(["nearest", "random"], games=4, rules=rules, **few)) == wanted
    by_set = overhear.balance("random", games=4, set={"round_limit": 4}, **few)
    assert overhear.balance("random", games=4, rules=rules, **few) == by_set
    compared = overhear.compare("official", rules, "random", games=40, **few)
    assert compared.table["rules_b"] == overhear.compare("official", {"round_limit": 4}, "random", games=40, **few).table["rules_b"]
    assert overhear.rules_check(rules) == "the official rules but for round_limit = 4"
    assert overhear.Episode(rules=rules).width == 16 + 15 * 8
    assert overhear.league(["nearest", "random"], games=4, exploit_games=0, rules=rules, **few).manifest["function"] == "league"
    grid = overhear.grid("nearest", {"blunder": 0.5}, rules=[rules, "official"], games=4, **few)
    assert len(set(grid.table["rules"])) == 2 and grid.rows("mean_rounds")[0]["value"] <= 4
    if not isinstance(rules, (list, tuple)):
        assert len(set(overhear.grid("nearest", {"blunder": 0.5}, rules=rules, games=4, **few).table["rules"])) == 1


def test_a_file_of_rules_may_have_a_comma_and_switches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a,b=c.toml").write_text("round_limit = 5\n")
    Path("a,b.toml").write_text("round_limit = 5\n")
    rules: Any
    for rules in (Path("a,b.toml"), Path("a,b=c.toml"), "a,b.toml", {"rules": "a,b.toml"}, ["a,b.toml"]):
        assert overhear.rules_check(rules) == "the official rules but for round_limit = 5"
    with_switch: list[Any] = ["a,b.toml,tokens_to_win=3", {"rules": Path("a,b.toml"), "tokens_to_win": 3}, ["a,b.toml", "tokens_to_win=3"]]
    for rules in with_switch:
        assert "tokens_to_win = 3" in overhear.rules_check(rules) and "round_limit = 5" in overhear.rules_check(rules)


def test_a_whole_number_with_a_point_is_a_switch() -> None:
    assert overhear.rules_check({"round_limit": 6.0}) == overhear.rules_check("official", set={"round_limit": np.float64(6)})
    swept = overhear.sweep({"round_limit": np.linspace(6, 7, 2)}, "random", games=4, seed=1, vocabulary=1000)
    assert swept == overhear.sweep({"round_limit": [6, 7]}, "random", games=4, seed=1, vocabulary=1000)
    with pytest.raises(overhear.UsageError, match="has switches; rules_show takes a name or a file, and rules_check says what switches change"):
        overhear.rules_show("official,round_limit=6")


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (["official", "short"], "names 2 sets of rules; write one, and switches such as"), (3, "rules: 3 is not a path"), ([3], "rules: 3 is not a path"),
        ({3: 4}, "rules: 3 is not a string"), ({"round_limit": [4]}, "rules['round_limit']: [4] is not a value"), ({"rules": None}, "rules: None"),
        ("official,round_limits=4", "round_limit"), ({"round_limit": 99}, "round_limit"), (["official", "round_limit=99"], "round_limit"),
    ],
    ids=str,
)  # fmt: skip
def test_what_makes_no_rules_is_refused(rules: Any, sentence: str) -> None:
    for call in (lambda: overhear.rules_check(rules), lambda: overhear.tournament(["nearest", "random"], games=2, rules=rules)):
        with pytest.raises(overhear.UsageError) as error:
            call()
        assert sentence in str(error.value), error.value
