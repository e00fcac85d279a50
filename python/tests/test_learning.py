"""The environments keep the conventions that libraries for learning count on."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import overhear
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium cannot be had here")

from overhear.env import SeatEnv  # noqa: E402

SEATS = ["white_encryptor", "black_guesser", "white_interceptor", "black_keyword_guesser"]
ENDS: dict[str, Any] = {"set": {"tiebreak": "keywords", "round_limit": 3}}
STARTS = [start for start in ("fork", "forkserver", "spawn") if start in multiprocessing.get_all_start_methods()]


@pytest.fixture(scope="module")
def few() -> overhear.World:
    """Few words, as most tests prepare them."""
    return overhear.World(vocabulary=2000)


@pytest.mark.parametrize("observe", ["likelihoods", "vectors", "context"])
def test_gymnasium_is_content_with_every_kind_of_observation(observe: Any, few: overhear.World) -> None:
    from gymnasium.utils.env_checker import check_env

    for seat in SEATS:
        check_env(SeatEnv(seat, observe=observe, candidates=8, world=few, **ENDS), skip_render_check=True)


def test_a_seat_is_made_by_its_name() -> None:
    game = gymnasium.make("overhear/Decrypto-v0", seat="white_guesser", observe="likelihoods")
    observation, _ = game.reset(seed=1)
    assert observation["observation"].shape == (12,) and game.unwrapped.action_masks().all()
    assert gymnasium.spec("overhear/Decrypto-v0").entry_point == "overhear._seat_env:SeatEnv"


def test_likelihoods_are_those_of_the_words_and_vectors_their_directions(few: overhear.World) -> None:
    world = few
    games = {observe: SeatEnv("white_guesser", world=world, observe=observe) for observe in ("words", "likelihoods", "vectors")}
    told = {observe: game.reset(seed=4)[0]["observation"] for observe, game in games.items()}
    seen = overhear.Seen.of(told["words"])
    for place, clue in enumerate(seen.clues):
        for slot, keyword in enumerate(seen.keywords):
            expected = max(np.log(world.likelihoods(int(keyword))[clue]), -20)
            assert told["likelihoods"].reshape(3, 4)[place, slot] == pytest.approx(expected, abs=1e-4)
    rows = told["vectors"].reshape(7, world.dims)
    own = world.vectors(world.keywords[seen.keywords[0]]).astype(float)[0]
    assert rows[0] == pytest.approx(own / np.linalg.norm(own), abs=1e-5)


def test_the_likeliest_code_is_a_good_guess(few: overhear.World) -> None:
    game = SeatEnv("white_guesser", observe="likelihoods", reward="tokens", world=few)
    codes, total, asked = np.array(overhear.CODES) - 1, 0.0, 0
    for seed in range(8):
        (observation, _), over = game.reset(seed=seed), False
        while not over:
            rows = observation["observation"].reshape(3, 4)
            guess = int(rows[np.arange(3), codes].sum(axis=1).argmax())
            observation, reward, over, _, info = game.step(guess)
            asked += 1
        total += info["tokens"][1]
    assert total / asked < 0.15, "few of the own codes are missed"


def test_an_encryptor_chooses_among_legal_candidates(few: overhear.World) -> None:
    game = SeatEnv("white_encryptor", observe="likelihoods", candidates=5, world=few)
    observation, _ = game.reset(seed=2)
    assert game.action_space == gymnasium.spaces.Discrete(5) and observation["observation"].shape == (20,) and game.action_masks().all()
    first = observation["observation"].reshape(5, 4)[:, 0]
    assert (np.diff(first) <= 0).all(), "the likeliest stand first"
    over = False
    while not over:
        _, _, over, _, info = game.step(0)
        assert not info["illegal"]
    with pytest.raises(IndexError, match="there are 5 moves"):
        game.reset(seed=1)
        game.step(-1)


def test_the_context_has_likelihoods_earlier_clues_tokens_and_the_round(few: overhear.World) -> None:
    plain, game = (SeatEnv("white_encryptor", observe=observe, candidates=6, world=few, black="nearest/bayes") for observe in ("likelihoods", "context"))
    compared = 0
    for seed in range(4):
        for env in (plain, game):
            env.reset(seed=seed)
        over = False
        while not over:
            told, seen = game._told(game._state, False)[0]["observation"], overhear.Seen.of(game.episode.observe(0))
            assert (told[:24] == plain._told(plain._state, False)[0]["observation"]).all()
            likeness, situation = told[24:48].reshape(6, 4), told[48:]
            assert situation == pytest.approx([*(count / 2 for count in game._state.tokens), seen.round / 8])
            meant = int(seen.code[(seen.clues >= 0).sum()]) - 1
            for place, slot in enumerate((meant + np.arange(4)) % 4):
                earlier = [clue for half in seen.history if half[1] == 0 for clue, digit in zip(half[3:6], half[6:9]) if digit == slot + 1]
                for candidate, clue in enumerate(game._choice):
                    cosines = [few.cosine(few.clues[clue], few.clues[one]) for one in earlier]
                    assert likeness[candidate, place] == pytest.approx(max(cosines, default=-1.0), abs=1e-3)
                    compared += bool(cosines)
            _, _, over, _, _ = game.step(1)
            plain.step(1)
    assert compared > 100


def test_an_illegal_move_is_told_raised_or_lost() -> None:
    def banned(game: SeatEnv) -> int:
        game.reset(seed=1)
        return int(np.flatnonzero(~game.action_masks())[0])

    game = SeatEnv("white_encryptor")
    *_, over, _, info = game.step(banned(game))
    assert info["illegal"] and not over
    assert not game.step(int(game.action_masks().argmax()))[-1]["illegal"]
    game = SeatEnv("white_encryptor", illegal="raise")
    with pytest.raises(overhear.UsageError, match="illegal now"):
        game.step(banned(game))
    game = SeatEnv("black_encryptor", illegal="lose")
    _, reward, over, _, info = game.step(banned(game))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(overhear.UsageError, match="is not 'refuse', 'raise' or 'lose'"):
        SeatEnv(illegal="punish")  # type: ignore[arg-type]


def test_one_deal_can_be_asked_for_in_one_seat() -> None:
    game, episode = SeatEnv("white_guesser"), overhear.Episode(seats=["white_guesser"])
    observation, _ = game.reset(options={"seed": 7, "deal": 3})
    state = episode.reset(seed=7, deal=3)
    assert (observation["observation"] == episode.observe(state.turn)).all()
    assert observation["observation"].flags.writeable and observation["action_mask"].flags.writeable
    with pytest.raises(overhear.UsageError, match="seed: -1 is out of range"):
        game.reset(options={"seed": -1})


@pytest.mark.parametrize("start", STARTS)
def test_environments_are_vectorised_by_processes_of_any_kind(start: str, few: overhear.World) -> None:
    words: dict[str, Any] = dict(black="nearest", white="nearest", world=few)
    SeatEnv("white_guesser", **words).reset(seed=1)
    make = lambda: SeatEnv("white_guesser", **words, observe="likelihoods")  # noqa: E731
    games = gymnasium.vector.AsyncVectorEnv([make, make], context=start)
    try:
        observations, _ = games.reset(seed=1)
        for _ in range(6):
            observations, *_ = games.step(games.action_space.sample())
        assert observations["observation"].shape == (2, 12)
    finally:
        games.close()


def test_environments_are_pickled_and_copied(few: overhear.World) -> None:
    game = SeatEnv("white_guesser", observe="likelihoods", world=few)
    first, _ = game.reset(seed=3)
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert (other.step(5)[0]["observation"] == copy.deepcopy(game).step(5)[0]["observation"]).all()


def test_a_seat_takes_gymnasium_alone_and_says_what_is_missing() -> None:
    lines = [
        "import sys; sys.modules['pettingzoo'] = None",
        "from overhear.env import SeatEnv; SeatEnv('white_guesser').reset(seed=1)",
        "import overhear",
        "for make in (lambda: overhear.env.DecryptoEnv, lambda: overhear.decrypto_v0.env()):",
        "    try: make()",
        "    except ModuleNotFoundError as error: print(error)",
        "    else: print('made')",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert "the extra `env`" in first and "the extra `env`" in second


def test_pettingzoos_names_are_there() -> None:
    pytest.importorskip("pettingzoo")
    from overhear import decrypto_v0
    from pettingzoo.test import parallel_api_test

    parallel_api_test(decrypto_v0.parallel_env(**ENDS), num_cycles=30)
    game = decrypto_v0.env(illegal="lose")
    game.reset(seed=1)
    loser = game.agent_selection
    game.step(int(np.flatnonzero(game.observe(loser)["action_mask"] == 0)[0]))
    assert all(game.terminations.values())
    assert {agent: gain for agent, gain in game.rewards.items()} == {
        agent: -1.0 if agent[:5] == loser[:5] else 1.0 for agent in game.rewards
    }
    assert decrypto_v0.raw_env().metadata["name"] == "decrypto_v0"


def test_stable_baselines_is_content(few: overhear.World) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(SeatEnv("white_guesser", observe="likelihoods", world=few), warn=False)
    checker.check_env(SeatEnv("white_encryptor", observe="likelihoods", candidates=8, world=few), warn=False)
