"""Games side by side are the games of single environments."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import overhear
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium cannot be had here")

from overhear.env import SeatEnv, VectorEnv  # noqa: E402

LANES, STEPS = 3, 40
HOUSE: dict[str, Any] = dict(white="nearest/bayes", black="random")


@pytest.fixture(scope="module")
def world() -> overhear.World:
    return overhear.World(vocabulary=1000)


def moves(masks: Any, draws: np.random.Generator) -> Any:
    """A legal move for each game, the first where none is."""
    return np.array([draws.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def singles(settings: dict[str, Any]) -> Any:
    from gymnasium.vector import SyncVectorEnv

    return SyncVectorEnv([lambda: SeatEnv(**settings)] * LANES)


def assert_same(told: Any, other: Any) -> None:
    assert set(told) == set(other)
    np.testing.assert_array_equal(told["action_mask"], other["action_mask"])
    np.testing.assert_allclose(told["observation"], other["observation"], rtol=1e-6, atol=1e-6)
    assert told["observation"].dtype == other["observation"].dtype


@pytest.mark.parametrize(
    "settings",
    [
        dict(seat="white_guesser"),
        dict(seat="black_guesser", observe="likelihoods"),
        dict(seat="white_encryptor", observe="likelihoods", candidates=8),
        dict(seat="black_encryptor", observe="context", candidates=8),
        dict(seat="black_encryptor", observe="words", illegal="lose"),
        dict(seat="white_interceptor", observe="likelihoods", reward="win"),
        dict(seat="black_interceptor", observe="vectors"),
        dict(seat="white_keyword_guesser", observe="likelihoods", reward="win", set={"round_limit": 3}),
        dict(seat="white_encryptor", observe="vectors", candidates=4),
    ],
    ids=lambda settings: "-".join(map(str, settings.values())),
)
def test_a_game_among_many_is_that_of_a_single_environment(settings: dict[str, Any], world: overhear.World) -> None:
    settings = {**HOUSE, **settings, "world": world}
    many, one = VectorEnv(LANES, **settings), singles(settings)
    assert many.single_observation_space == one.single_observation_space
    assert many.single_action_space == one.single_action_space
    assert_same(many.reset(seed=7)[0], one.reset(seed=7)[0])
    draws, ends = np.random.default_rng(1), 0
    for step in range(STEPS):
        chosen = moves(many.action_masks(), draws)
        if settings.get("illegal") == "lose" and step % 10 == 4:
            chosen = many.action_masks().argmin(axis=1)
        told, reward, over, cut, info = many.step(chosen)
        other, other_reward, other_over, other_cut, other_info = one.step(chosen)
        assert_same(told, other)
        np.testing.assert_array_equal(reward, other_reward)
        np.testing.assert_array_equal(over, other_over)
        np.testing.assert_array_equal(cut, other_cut)
        np.testing.assert_array_equal(info["illegal"], other_info["illegal"])
        np.testing.assert_array_equal(info["round"], other_info["round"])
        assert info["tokens"].tolist() == [list(tokens) for tokens in other_info["tokens"]]
        ends += over.sum()
    assert ends > 0, "no game has ended"
    assert_same(many.reset()[0], one.reset()[0])


def test_a_reset_deals_in_games_that_have_ended_too(world: overhear.World) -> None:
    settings: dict[str, Any] = {**HOUSE, "seat": "white_encryptor", "illegal": "raise", "world": world}
    many, one = VectorEnv(LANES, **settings), singles(settings)
    many.reset(seed=7), one.reset(seed=7)
    draws, over = np.random.default_rng(1), np.zeros(LANES, bool)
    while not over.any():
        chosen = moves(many.action_masks(), draws)
        over = many.step(chosen)[2]
        one.step(chosen)
    many.reset(seed=8), one.reset(seed=8)
    chosen = moves(many.action_masks(), draws)
    assert_same(many.step(chosen)[0], one.step(chosen)[0])


def played(threads: int | None, autoreset: Any, world: overhear.World, lanes: int = 40) -> Iterator[bytes]:
    games = VectorEnv(lanes, "white_guesser", autoreset=autoreset, threads=threads, world=world, **HOUSE)
    told, _ = games.reset(seed=3)
    for step in range(12):
        told, reward, over, _, _ = games.step(np.full(lanes, step % 24))
        yield b"".join(part.tobytes() for part in (*told.values(), reward, over))


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_threads_change_nothing(autoreset: Any, world: overhear.World) -> None:
    alone = list(played(1, autoreset, world))
    assert alone == list(played(3, autoreset, world)) == list(played(None, autoreset, world))
    assert len(set(alone)) > 1


@pytest.mark.parametrize("seat", ["white_guesser", "white_encryptor"])
@pytest.mark.parametrize("threads", [1, 3])
def test_the_last_games_of_many_are_told_as_those_of_few(threads: int, seat: str, world: overhear.World) -> None:
    # The arrays of 400 games are large enough to be written by several threads.
    settings: dict[str, Any] = dict(seat=seat, world=world, threads=threads, **HOUSE)
    many, few = VectorEnv(400, **settings), VectorEnv(5, **settings)
    assert_same({key: rows[395:] for key, rows in many.reset(seed=1)[0].items()}, few.reset(seed=396)[0])
    for step in range(6):
        told, reward, over, _, info = many.step(np.full(400, step))
        other, other_reward, other_over, _, other_info = few.step(np.full(5, step))
        assert told["observation"].nbytes > 1 << 17
        assert_same({key: rows[395:] for key, rows in told.items()}, other)
        np.testing.assert_array_equal(reward[395:], other_reward)
        np.testing.assert_array_equal(over[395:], other_over)
        np.testing.assert_array_equal(info["tokens"][395:], other_info["tokens"])


@pytest.mark.parametrize("threads", [1, 3])
def test_arrays_that_are_held_never_change(threads: int, world: overhear.World) -> None:
    # The masks of 400 games are large enough to be written again once they are dropped.
    games, few = (VectorEnv(count, "white_encryptor", threads=threads, world=world, **HOUSE) for count in (400, 5))
    told, _ = games.reset(seed=1)
    few.reset(seed=1)
    held: list[tuple[Any, bytes]] = []
    for step in range(12):
        masks = games.action_masks()
        np.testing.assert_array_equal(masks, told["action_mask"])
        # A whole array, some rows of another, or its memory.
        parts: tuple[Any, ...] = (told["action_mask"], masks[::3], masks.data)
        held.extend((part, part.tobytes()) for part in parts[: step % 4])
        del masks, parts
        chosen = told["action_mask"].argmax(axis=1)
        told = games.step(chosen)[0]
        np.testing.assert_array_equal(told["action_mask"][:5], few.step(chosen[:5])[0]["action_mask"])
    assert len(held) == 18
    assert all(part.tobytes() == before for part, before in held)


def test_a_mask_that_was_dropped_leaves_no_trace(world: overhear.World) -> None:
    games, usual = (VectorEnv(400, "white_encryptor", world=world, **HOUSE) for _ in range(2))
    told, _ = games.reset(seed=1)
    expected, _ = usual.reset(seed=1)
    places = set()
    for _ in range(30):
        assert_same(told, expected)
        chosen = told["action_mask"].argmax(axis=1)
        places.add(told["action_mask"].ctypes.data)
        told["action_mask"][:] = 7
        told, expected = games.step(chosen)[0], usual.step(chosen)[0]
    assert len(places) <= 3, "each mask is a new array"


@pytest.mark.parametrize("vocabulary", [960, 1001, 1017])
def test_a_mask_of_any_length_forbids_what_the_law_forbids(vocabulary: int) -> None:
    world = overhear.World(vocabulary=vocabulary)
    banned = np.stack([world.banned(keyword) for keyword in range(len(world.keywords))])
    told, _ = VectorEnv(40, "black_encryptor", white="random", black="random", world=world).reset(seed=1)
    for row, mask in zip(told["observation"], told["action_mask"], strict=True):
        np.testing.assert_array_equal(mask, ~banned[overhear.Seen.of(row).keywords].any(axis=0))


def assert_same_info(told: dict[str, Any], other: dict[str, Any], games: Any) -> None:
    """The remarks on some games are the same."""
    for key in ("round", "illegal"):
        np.testing.assert_array_equal(told[key][games], other[key][games])
    assert [list(tokens) for tokens in told["tokens"][games]] == [list(tokens) for tokens in other["tokens"][games]]


@pytest.mark.parametrize(
    "settings",
    [
        dict(seat="white_guesser"),
        dict(seat="black_encryptor", observe="likelihoods", candidates=8, illegal="lose"),
        dict(seat="black_encryptor", illegal="lose"),
    ],
    ids=["guesser", "encryptor", "encryptor of all words"],
)
def test_the_next_game_within_a_step_is_told_as_gymnasium_tells_it(settings: dict[str, Any], world: overhear.World) -> None:
    from gymnasium.vector import AutoresetMode, SyncVectorEnv

    settings = {**HOUSE, **settings, "world": world}
    one = SyncVectorEnv([lambda: SeatEnv(**settings)] * LANES, autoreset_mode=AutoresetMode.SAME_STEP)
    many = VectorEnv(LANES, autoreset="same_step", **settings)
    assert_same(many.reset(seed=[5, 1, 9])[0], one.reset(seed=[5, 1, 9])[0])
    draws, ends, every = np.random.default_rng(1), 0, np.arange(LANES)
    for step in range(STEPS):
        chosen = moves(many.action_masks(), draws)
        if settings.get("illegal") == "lose" and step % 10 == 4:
            chosen = many.action_masks().argmin(axis=1)
        told, reward, over, _, info = many.step(chosen)
        other, other_reward, other_over, _, other_info = one.step(chosen)
        assert_same(told, other)
        np.testing.assert_array_equal(reward, other_reward)
        np.testing.assert_array_equal(over, other_over)
        assert_same_info(info, other_info, every)
        np.testing.assert_array_equal(many.action_masks(), told["action_mask"])
        assert ("final_obs" in info) == ("final_obs" in other_info) == over.any()
        if over.any():
            ends += 1
            for name in ("_final_obs", "_final_info"):
                np.testing.assert_array_equal(info[name], over)
            assert_same_info(info["final_info"], other_info["final_info"], over)
            for end, other_end in zip(info["final_obs"], other_info["final_obs"]):
                assert (end is None) == (other_end is None)
                if end is not None:
                    assert_same({key: row[None] for key, row in end.items()}, {key: row[None] for key, row in other_end.items()})
    assert ends > 0, "no game has ended"


def test_what_makes_no_sense_is_refused(world: overhear.World) -> None:
    settings: dict[str, Any] = dict(world=world, **HOUSE)
    wrong: list[tuple[dict[str, Any], str]] = [
        (dict(num_envs=0), "num_envs: 0 is out of range; takes 1 to"),
        (dict(num_envs=2, autoreset="never"), "autoreset: 'never' is not 'next_step' or 'same_step'"),
        (dict(num_envs=2, observe="letters"), "observe: 'letters'"),
        (dict(num_envs=2, threads=0), "threads: 0 is out of range; takes 1 to"),
        (dict(num_envs=2, observe="vectors", candidates=0), "candidates: 0 is out of range; takes 1 to"),
    ]
    for asked, sentence in wrong:
        with pytest.raises(overhear.UsageError, match=sentence.replace(".", r"\.")):
            VectorEnv(**{**settings, **asked})
    games = VectorEnv(np.int64(2), "white_encryptor", illegal="raise", **settings)
    with pytest.raises(overhear.UsageError, match="call reset first"):
        games.step(np.zeros(2, int))
    games.reset(seed=np.int64(1))
    illegal = games.action_masks().argmin(axis=1)
    with pytest.raises(overhear.UsageError, match=r"actions\[0\]: \d+ is illegal now"):
        games.step(illegal)
    with pytest.raises(IndexError, match="1000: there are 1000 moves"):
        games.step(np.array([0, 1000]))
    for actions in (np.zeros(3, int), np.zeros(2), 0):
        with pytest.raises(overhear.UsageError, match="an array of 2 whole numbers"):
            games.step(actions)  # type: ignore[arg-type]
    with pytest.raises(overhear.UsageError, match="there are 3 seeds; write 2"):
        games.reset(seed=[1, 2, 3])
    with pytest.raises(overhear.UsageError, match="SeatEnv alone"):
        games.reset(options={"deal": 3})


def test_gymnasium_makes_it() -> None:
    games = gymnasium.make_vec("overhear/Decrypto-v0", 2, vectorization_mode="vector_entry_point", seat="white_guesser", **HOUSE)
    assert isinstance(games.unwrapped, VectorEnv) and games.num_envs == 2
    told, _ = games.reset(seed=1)
    assert games.observation_space.contains({key: np.array(rows) for key, rows in told.items()})
    told["observation"][:] = 0
    assert overhear.VectorEnv is VectorEnv


def test_an_interrupt_stops_a_step_and_the_games_are_dealt_anew(world: overhear.World) -> None:
    is_heard, is_over = threading.Event(), threading.Event()

    def hear(*_: object) -> None:
        is_heard.set()
        raise KeyboardInterrupt

    class Interrupts(overhear.Agent):
        """Asks for the interrupt while it decodes, so that it always comes in the middle of a step."""

        def decode(self, batch: overhear.Batch) -> Any:
            if not is_over.is_set():
                signal.raise_signal(signal.SIGINT)
                is_over.set()
                assert is_heard.wait(60), "nothing looked for signals during the step"
            return np.ones((batch.n, 24))

    games = VectorEnv(50, "white_encryptor", white=Interrupts(), black="random", threads=2, world=world)
    usual = signal.signal(signal.SIGINT, hear)
    try:
        with pytest.raises(KeyboardInterrupt):
            games.reset(seed=1)
            for _ in range(20):
                games.step(np.zeros(games.num_envs, int))
    finally:
        signal.signal(signal.SIGINT, usual)
    with pytest.raises(overhear.UsageError, match="step: the last one was interrupted; call reset first"):
        games.step(np.zeros(games.num_envs, int))
    games.reset(seed=1)
    assert games.step(np.zeros(games.num_envs, int))[1].shape == (games.num_envs,)
