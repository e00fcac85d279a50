"""Classes as agents: they play everywhere, are audited like any, and what goes wrong in them is said."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import overhear
import pytest
from numpy.typing import NDArray

from .parts import PATIENCE


def drawn(seeds: NDArray[np.uint64], below: int, count: int) -> NDArray[np.int64]:
    """A few whole numbers for each seed: splitmix64, a row for each seed."""
    steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = seeds[:, None] + steps
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    numbers: NDArray[np.int64] = ((z ^ (z >> np.uint64(31))) % np.uint64(below)).astype(np.int64)
    return numbers


class Likely(overhear.Agent):
    """Says one of the likeliest clues that the law allows, weighs codes by the likelihoods of their clues."""

    name = "likely"
    version = "1"
    top: int = 8
    params = (overhear.Param("top", 1, 32, "how many clues it chooses from", whole=True),)

    def setup(self, world: overhear.World) -> None:
        count = len(world.keywords)
        banned = np.stack([world.banned(keyword) for keyword in range(count)])
        rows = np.stack([world.likelihoods(keyword) for keyword in range(count)])
        self._log = np.log(rows + 1e-9)
        self._best = np.where(banned, -1, rows).argsort(axis=1)[:, ::-1][:, :400]
        self._banned = banned

    def clues(self, batch: overhear.Batch) -> NDArray[np.int64]:
        ranks = drawn(batch.seed, self.top, 3)
        found = np.empty((batch.n, 3), np.int64)
        for row in range(batch.n):
            barred = self._banned[batch.keywords[row]].any(axis=0)
            said = batch.history.clues[batch.history.offsets[row] : batch.history.offsets[row + 1]]
            barred[said[said >= 0]] = True
            for place, keyword in enumerate(batch.meant[row]):
                best = self._best[keyword]
                found[row, place] = best[~barred[best]][ranks[row, place]]
                barred[found[row, place]] = True
        return found

    def decode(self, batch: overhear.Batch) -> NDArray[np.float64]:
        heard = np.take(self._log, np.maximum(batch.clues, 0), axis=1)
        codes = np.array(overhear.CODES) - 1
        held = batch.keywords[:, codes]
        rows = np.arange(batch.n)[:, None]
        scores = sum(heard[held[:, :, place], rows, place] for place in range(3))
        weights: NDArray[np.float64] = np.exp(scores - np.asarray(scores).max(axis=1, keepdims=True))
        return weights


class Fixed(overhear.Agent):
    """Always the same code."""

    def decode(self, batch: overhear.Batch) -> NDArray[np.int64]:
        return np.tile(np.array([1, 2, 3]), (batch.n, 1))

    def intercept(self, batch: overhear.Batch) -> NDArray[np.int64]:
        return self.decode(batch)

    def keywords(self, batch: overhear.Batch) -> NDArray[np.int64]:
        return np.tile(np.arange(4), (batch.n, 1))


def test_a_class_plays_and_its_result_is_the_same_on_any_number_of_threads() -> None:
    agents: dict[str, str | overhear.Agent] = {"likely": Likely(), "bold": "likely:top=2", "half": "margin/likely", "random": "random"}
    one, two = (overhear.tournament(agents, pairs=40, seed=3, threads=threads, vocabulary=2000) for threads in (1, 2))
    assert one.standings.to_csv() == two.standings.to_csv()
    scores = dict(zip(one.standings.column("agent"), one.standings.column("score"), strict=True))
    assert scores["likely"] > scores["random"]
    assert set(one.standings.column("illegal_clues")) == {0}


def test_batches_of_any_size_make_the_same_games() -> None:
    def play(batch: int) -> str:
        agent = Likely()
        agent.batch = batch
        return overhear.tournament([agent, "nearest"], pairs=12, seed=5, vocabulary=2000).standings.to_csv()

    assert play(1) == play(7) == play(4096)


def test_a_class_in_parts_is_the_same_as_in_one_piece() -> None:
    config = overhear.TournamentConfig([Fixed(), "random"], pairs=20, seed=1, vocabulary=2000)
    parts = [overhear.play_shard(pickle.loads(pickle.dumps(config)), index, 3) for index in (1, 2, 3)]
    merged = overhear.merge(parts, agents=config.agents)
    assert merged.standings.to_csv() == overhear.tournament(config).standings.to_csv()


def test_parts_of_two_versions_do_not_merge() -> None:
    class Newer(Fixed):
        name, version = "Fixed", "2"

    agents: list[list[Any]] = [[Fixed(), "random"], [Newer(), "random"]]
    configs = [overhear.TournamentConfig(of, pairs=6, seed=1, vocabulary=2000) for of in agents]
    parts = [overhear.play_shard(config, index, 2) for index, config in enumerate(configs, 1)]
    with pytest.raises(overhear.UsageError):
        overhear.merge(parts, agents=agents[0])


def test_a_class_is_tuned_balanced_leagued_compared_and_replayed() -> None:
    asked: dict[str, Any] = dict(seed=1, vocabulary=2000)
    found = overhear.tune(Likely(), ["top"], iterations=2, pairs_per_iteration=2, confirm_pairs=10, **asked)
    assert found.table.column("spec")[0].startswith("likely")
    assert overhear.balance([Fixed()], games=20, **asked)["ladder"]
    assert overhear.league([Fixed(), "random"], games=20, **asked).agents
    assert overhear.compare("official", "official,round_limit=6", [Fixed()], games=20, **asked).table
    config = overhear.TournamentConfig([Fixed(), "random"], seed=7, vocabulary=2000)
    assert sorted(overhear.replay(config, game=1)["agents"]) == ["Fixed", "random"]
    page = overhear.tournament([Fixed(), "random"], games=20, seed=7, vocabulary=2000).report()
    assert "# with agents that are made elsewhere: Fixed" in page


def test_a_class_keeps_its_duties() -> None:
    for agent in (Likely(), Fixed()):
        findings = overhear.check_agent(agent, games=6, seed=1, vocabulary=2000)
        assert [finding.told for finding in findings if not finding.kept] == []


def test_the_audit_finds_who_answers_by_what_was_before() -> None:
    class Moody(overhear.Agent):
        def __init__(self) -> None:
            self.asked = 0

        def decode(self, batch: overhear.Batch) -> NDArray[np.float64]:
            self.asked += 1
            weights = np.ones((batch.n, 24))
            weights[:, self.asked % 24] = 2
            return weights

    broken = [finding.told for finding in overhear.check_agent(Moody(), games=4, seed=1) if not finding.kept]
    assert broken, "its answers depend on how often it was asked"


def test_the_audit_finds_illegal_clues() -> None:
    class Rude(overhear.Agent):
        def setup(self, world: overhear.World) -> None:
            self.own = np.array([world.banned(keyword).argmax() for keyword in range(len(world.keywords))])

        def clues(self, batch: overhear.Batch) -> NDArray[np.int64]:
            found: NDArray[np.int64] = self.own[batch.meant]
            return found

    broken = [finding.told for finding in overhear.check_agent(Rude(), games=4, seed=1) if not finding.kept]
    assert any("illegal" in told or "legal" in told for told in broken), broken


def test_an_exception_ends_the_run_with_the_question_that_it_stumbles_over() -> None:
    class Broken(Fixed):
        def intercept(self, batch: overhear.Batch) -> NDArray[np.int64]:
            if (batch.round == 3).any():
                raise ZeroDivisionError("no third round")
            return self.decode(batch)

    with pytest.raises(overhear.AgentError, match=r"agent `Broken`: intercept\(\) raised ZeroDivisionError.*round 3") as said:
        overhear.tournament([Broken(), "random"], pairs=20, seed=1, vocabulary=2000)
    assert isinstance(said.value.__cause__, ZeroDivisionError)
    assert said.value.question is not None and said.value.question.n == 1


@pytest.mark.parametrize("factor", [5e-324, 1e-300, 1e-46, 1e39, 1e300])
def test_a_common_factor_of_weights_changes_nothing(factor: float) -> None:
    class Scaled(overhear.Agent):
        factor = 1.0

        def decode(self, batch: overhear.Batch) -> NDArray[np.float64]:
            places = (batch.seed[:, None] >> np.arange(24, dtype=np.uint64)) & np.uint64(1)
            scaled: NDArray[np.float64] = places.astype(np.float64) * self.factor
            return scaled

        def keywords(self, batch: overhear.Batch) -> NDArray[np.float64]:
            words = np.arange(440, dtype=np.float64)[None, None, :] % (2 + batch.seed % 5)[:, None, None]
            return np.repeat(words, 4, axis=1) * self.factor

        intercept = decode

    def standings(agent: overhear.Agent) -> list[Any]:
        result = overhear.tournament({"scaled": agent, "random": "random"}, games=40, seed=1, set={"tiebreak": "keywords"}, vocabulary=2000)
        return [result.standings.column(name) for name in result.standings.columns]

    scaled = Scaled()
    scaled.factor = factor
    assert standings(scaled) == standings(Scaled())


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (np.zeros((1, 3), int), "not within 1 and 4"),
        (np.ones((1, 3), int), "three different digits"),
        (np.zeros((1, 24)), "row 0 has no weights"),
        (np.full((1, 24), -1.0), "row 0 has no weights"),
        (np.full((1, 24), np.nan), "row 0 has no weights"),
        (np.full((1, 24), np.inf), "row 0 has no weights"),
        (np.ones((1, 24), complex), "real numbers, not complex128"),
        (np.ma.masked_less(np.arange(24.0)[None], 3), "a masked array"),  # type: ignore[no-untyped-call]
        (np.ones((1, 23)), r"weights of the shape"),
        (np.ones(24), "have an answer of the shape"),
        (None, "have an answer of the shape"),
    ],
)
def test_what_is_no_answer_is_refused(answer: Any, sentence: str) -> None:
    class Wrong(overhear.Agent):
        def decode(self, batch: overhear.Batch) -> Any:
            return answer if answer is None or answer.ndim == 1 else np.repeat(answer, batch.n, axis=0)

    with pytest.raises(overhear.AgentError, match=sentence):
        overhear.tournament([Wrong(), "random"], pairs=2, seed=1, vocabulary=2000)


def test_what_is_asked_for_wrongly_is_refused() -> None:
    class Nothing(overhear.Agent):
        pass

    class Elsewhere(Fixed):
        stand_in = "nobody"

    for agents, sentence in [
        ([Nothing(), "random"], "none of the methods"),
        ({"margin": Fixed(), "random": "random"}, "already"),
        ({"a b": Fixed(), "random": "random"}, "is not a valid name"),
        ([Elsewhere(), "random"], "nobody"),
    ]:
        with pytest.raises(overhear.OverhearError, match=sentence):
            overhear.tournament(agents, pairs=2, seed=1)  # type: ignore[arg-type]


def test_a_question_tells_what_its_role_may_know_and_nothing_else() -> None:
    seen: dict[str, overhear.Batch] = {}

    class Nosy(Fixed):
        def clues(self, batch: overhear.Batch) -> NDArray[np.int64]:
            seen["clues"] = batch
            return np.tile(np.arange(3) + 500, (batch.n, 1))

        def intercept(self, batch: overhear.Batch) -> NDArray[np.int64]:
            seen["intercept"] = batch
            return super().intercept(batch)

    overhear.tournament([Nosy(), "margin"], pairs=20, seed=2)
    clues, heard = seen["clues"], seen["intercept"]
    assert (np.sort(clues.code, axis=1)[:, 0] >= 1).all() and (clues.clues == -1).all()
    assert (heard.code == 0).all() and (heard.clues >= 0).all()
    assert heard.history.offsets[-1] == len(heard.history.round) == len(heard.history.row)
    assert (heard.history.round[heard.history.row >= 0] <= np.repeat(heard.round, np.diff(heard.history.offsets))).all()
    assert not clues.seed.flags.writeable
    with pytest.raises(AttributeError):
        _ = heard.meant
    alone = heard.row(heard.n - 1)
    assert alone.n == 1 and len(alone.history.round) == heard.history.offsets[-1] - heard.history.offsets[-2]


def test_every_clue_that_was_refused_is_told_when_it_is_asked_again() -> None:
    told: list[overhear.Refused] = []

    class Stubborn(Fixed):
        def setup(self, world: overhear.World) -> None:
            self.own = np.array([world.banned(keyword).argmax() for keyword in range(len(world.keywords))])

        def clues(self, batch: overhear.Batch) -> NDArray[np.int64]:
            told.append(batch.refused)
            found: NDArray[np.int64] = self.own[batch.meant]
            return found

    overhear.tournament([Stubborn(), "random"], pairs=3, seed=2, set={"on_illegal_clue": "reject"})
    again = [refused for refused in told if len(refused)]
    assert again and all(len(refused.why) == len(refused.clue) == len(refused.row) for refused in again)


@pytest.mark.parametrize("method", ["setup", "decode"])
def test_ctrl_c_ends_a_class_that_never_returns(method: str) -> None:
    script = f"""
import os, signal, threading, overhear
class Slow(overhear.Agent):
    def decode(self, batch):
        return [[1] * 24] * batch.n
    def {method}(self, argument):
        threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        while True:
            pass
try:
    overhear.tournament([Slow(), "random"], pairs=5, seed=1)
except KeyboardInterrupt:
    print("stopped")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "stopped\n", done.stderr


class Waits(overhear.Agent):
    """Counts the questions that it is asked, and how many wait at once."""

    batch = 32

    def __init__(self) -> None:
        self.asked = self.waiting = self.most = 0

    async def decode(self, batch: overhear.Batch) -> NDArray[np.float64]:
        return np.concatenate(await asyncio.gather(*map(self.ask, batch.rows())))

    async def ask(self, question: overhear.Batch) -> NDArray[np.float64]:
        self.asked += 1
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        await asyncio.sleep(0.001)
        self.waiting -= 1
        return np.where(np.arange(24) == int(question.seed[0]) % 24, 2.0, 1.0)[None]


def test_a_coroutine_is_awaited_with_its_batch() -> None:
    class Same(overhear.Agent):
        name = "Waits"

        def decode(self, batch: overhear.Batch) -> NDArray[np.float64]:
            return np.where(np.arange(24) == batch.seed[:, None] % 24, 2.0, 1.0)

    waits = Waits()
    result = overhear.tournament([waits, "random"], pairs=30, seed=1, vocabulary=2000)
    assert result.standings == overhear.tournament([Same(), "random"], pairs=30, seed=1, vocabulary=2000).standings
    assert waits.most > 8


def test_a_lot_follows_the_batch_that_an_agent_asks_for() -> None:
    sizes: dict[int, int] = {}

    class Counts(Fixed):
        def decode(self, batch: overhear.Batch) -> NDArray[np.int64]:
            sizes[self.batch] = max(sizes.get(self.batch, 0), batch.n)
            return super().decode(batch)

    tables = []
    for batch in (16, 1000):
        agent = Counts()
        agent.batch = batch
        tables.append(overhear.tournament([agent, "random"], pairs=2000, seed=1, threads=1, vocabulary=2000).standings)
    assert tables[0] == tables[1] and sizes[16] == 16 and sizes[1000] > 300


def test_kept_answers_are_not_asked_again(tmp_path: Path) -> None:
    def asked(version: str) -> int:
        agent = Waits()
        agent.answers, agent.version = tmp_path / "answers.sqlite", version
        overhear.tournament([agent, "random"], pairs=5, seed=1)
        return agent.asked

    assert asked("1") > 0
    assert asked("1") == 0
    assert asked("2") > 0


def test_a_method_that_fails_is_asked_again() -> None:
    class Flaky(Fixed):
        retries = 1
        failed = 0

        def decode(self, batch: overhear.Batch) -> NDArray[np.int64]:
            if not self.failed:
                self.failed += 1
                raise ConnectionError("the first request is lost")
            return super().decode(batch)

    agent = Flaky()
    assert overhear.tournament([agent, "random"], pairs=2, seed=1).standings["games"] == [4, 4] and agent.failed == 1
    with pytest.raises(overhear.AgentError, match="the first request is lost"):
        once = Flaky()
        once.retries = 0
        overhear.tournament([once, "random"], pairs=2, seed=1)


def test_rows_of_a_batch_are_its_questions() -> None:
    seen: list[overhear.Batch] = []

    class Keeps(Fixed):
        def intercept(self, batch: overhear.Batch) -> NDArray[np.int64]:
            seen.append(batch)
            return super().intercept(batch)

    overhear.tournament([Keeps(), "margin"], pairs=4, seed=1)
    batch = max(seen, key=len)
    rows = list(batch.rows())
    assert len(rows) == batch.n > 1
    assert np.concatenate([row.clues for row in rows]).tolist() == batch.clues.tolist()
    assert np.concatenate([row.history.clues for row in rows]).tolist() == batch.history.clues.tolist()
    assert batch.select([1, 0]).seed.tolist() == batch.seed[[1, 0]].tolist()


def test_clues_may_be_texts_of_the_vocabulary() -> None:
    class Texts(overhear.Agent):
        """Says words, one of them missing."""

        version = "1"

        def clues(self, batch: overhear.Batch) -> Any:
            return [["Water", "house", None] for _ in range(batch.n)]

    class Numbers(Texts):
        """Says the same in numbers."""

        def setup(self, world: overhear.World) -> None:
            self.said = [world.clues.index("water"), world.clues.index("house"), -1]

        def clues(self, batch: overhear.Batch) -> Any:
            return np.tile(self.said, (batch.n, 1))

    asked: dict[str, Any] = dict(pairs=4, seed=5, vocabulary=2000)
    one, two = (overhear.tournament({"mine": agent, "margin": "margin"}, **asked) for agent in (Texts(), Numbers()))
    assert one.standings.to_csv() == two.standings.to_csv() and one.standings["illegal_clues"][1] > 0

    class Free(Texts):
        """Says what no vocabulary has."""

        def clues(self, batch: overhear.Batch) -> Any:
            return np.array([["water", "house", "xyzzyq"]] * batch.n)

    with pytest.raises(overhear.AgentError, match="the clue `xyzzyq` is not in the vocabulary; give a word of World.clues, or make the class an overhear.Bot"):
        overhear.tournament([Free(), "margin"], **asked)
