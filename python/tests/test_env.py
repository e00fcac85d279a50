"""The environments pass the checks of the libraries that they are for."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import overhear
import pytest

pettingzoo = pytest.importorskip("pettingzoo", reason="pettingzoo cannot be had here")
pytest.importorskip("gymnasium", reason="gymnasium cannot be had here")

from overhear import env as environments  # noqa: E402


@pytest.fixture(autouse=True)
def quiet() -> None:
    """PettingZoo recommends other names and one space for all; those are no faults."""
    warnings.filterwarnings("ignore", module="pettingzoo")


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"seats": ["white_encryptor", "black_guesser"], "reward": "tokens", "black": "nearest"},
        {"rules": "three-player"},
    ],
)
def test_pettingzoo_is_content(settings: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        api_test(environments.env(**settings), num_cycles=200)
    assert not [remark.message for remark in remarks if "should override" in str(remark.message)]
    seed_test(lambda: environments.env(**settings), num_cycles=200)


def test_spaces_are_methods_by_pettingzoo_convention() -> None:
    game = environments.raw_env(["white_encryptor", "black_guesser"])
    with warnings.catch_warnings():
        # The methods of PettingZoo's base class warn that an environment should have its own.
        warnings.simplefilter("error")
        for agent in game.possible_agents:
            assert game.observation_space(agent) is game.observation_spaces[agent]
            assert game.action_space(agent) is game.action_spaces[agent]


@pytest.mark.parametrize("seat", ["white_encryptor", "black_guesser", "white_interceptor", "black_keyword_guesser"])
def test_gymnasium_is_content(seat: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(environments.SeatEnv(seat), skip_render_check=True)


def test_rewards_are_those_of_the_game() -> None:
    rewards: tuple[environments.Reward, ...] = ("win", "tokens")
    for reward in rewards:
        game = environments.DecryptoEnv(reward=reward)
        rng = np.random.default_rng(1)
        for seed in range(5):
            game.reset(seed=seed)
            sums = dict.fromkeys(game.agents, 0.0)
            while not all(game.terminations.values()):
                mask = game.observe(game.agent_selection)["action_mask"]
                game.step(int(rng.choice(np.flatnonzero(mask))))
                for agent, gain in game.rewards.items():
                    sums[agent] += gain
            state = game._state
            expected = state.winner if reward == "win" else state.balance / 2
            assert {agent: total * (1 if "white" in agent else -1) for agent, total in sums.items()} == dict.fromkeys(
                sums, expected
            )


def test_a_wrong_reward_is_refused() -> None:
    with pytest.raises(ValueError, match="not 'win' or 'tokens'"):
        environments.SeatEnv(reward="points")  # type: ignore[arg-type]


def test_what_is_no_seed_no_action_and_no_option_is_refused_by_its_name() -> None:
    wrong: Any = "x"
    seat, game = environments.SeatEnv("white_guesser"), environments.DecryptoEnv(["white_guesser"])
    for one in (seat, game):
        with pytest.raises(overhear.UsageError, match="seed: 'x' is not a number"):
            one.reset(seed=wrong)
        with pytest.raises(overhear.UsageError, match="options: 'x' is not a mapping"):
            one.reset(options=wrong)
        one.reset(seed=np.int64(1))
        with pytest.raises(TypeError, match="action: 1.7 is not a whole number"):
            one.step(1.7)  # type: ignore[arg-type]
        one.step(np.int64(3))
    with pytest.raises(overhear.UsageError, match="illegal: array"):
        environments.SeatEnv(illegal=np.zeros(2))  # type: ignore[arg-type]


def test_the_record_can_be_read() -> None:
    game = environments.SeatEnv("white_guesser", render_mode="ansi")
    game.reset(seed=1)
    game.step(0)
    assert "White: " in game.render() and "tokens" in game.render()


def test_one_deal_can_be_asked_for() -> None:
    game = environments.DecryptoEnv()
    game.reset(options={"seed": 7, "deal": 3})
    episode = overhear.Episode(world=game.episode.world)
    state = episode.reset(seed=7, deal=3)
    assert (episode.observe(state.turn) == game.observe(overhear.SEATS[state.turn])["observation"]).all()


def test_the_module_is_called_for_an_environment_and_imported_when_it_is_asked_for() -> None:
    lines = [
        "import sys, overhear",
        "assert 'pettingzoo' not in sys.modules and 'gymnasium' not in sys.modules",
        "one, other = overhear.env(rules='short'), overhear.env.env(rules='short')",
        "assert one.possible_agents == other.possible_agents and not hasattr(overhear, 'evn')",
    ]
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)


def test_a_call_that_takes_a_game_says_reset() -> None:
    few = overhear.World(vocabulary=1000)
    dealt: dict[str, dict[str, Any]] = {"SeatEnv": dict(seat="white_guesser"), "DecryptoEnv": dict(seats=["white_guesser"])}
    for name, given in dealt.items():
        game: Any = getattr(environments, name)(**given, world=few, illegal="lose", render_mode="ansi")
        calls = [lambda: game.step(0), game.render, lambda: game.observe("white_guesser") if name == "DecryptoEnv" else game.action_masks()]
        for call in calls:
            with pytest.raises(overhear.UsageError, match=r"^(step|render|observe|action_masks): nothing is dealt; call reset first$"):
                call()
        game.reset(seed=1)
        while not (game.step(0)[2] if name == "SeatEnv" else game.step(0) or game.terminations["white_guesser"]):
            pass
        assert "winner" in game.render()
        if name == "DecryptoEnv":
            game.step(None)
        for _ in range(2):
            with pytest.raises(overhear.UsageError, match="^step: the game is over; call reset first$"):
                game.step(0)
        game.reset(seed=2)
        game.step(1)
    seat = environments.SeatEnv("white_encryptor", world=few, illegal="lose")
    seat.reset(seed=1)
    assert seat.step(int(np.flatnonzero(~seat.action_masks())[0]))[2]
    with pytest.raises(overhear.UsageError, match="call reset first"):
        seat.step(int(np.flatnonzero(seat.action_masks())[0]))
    games = environments.VectorEnv(2, "white_guesser", world=few)
    for call in (lambda: games.step(np.zeros(2, int)), games.action_masks):
        with pytest.raises(overhear.UsageError, match="nothing is dealt; call reset first"):
            call()
    with pytest.raises(Exception, match="reset"):
        environments.env(["white_guesser"], world=few).step(0)


def test_an_episode_says_reset() -> None:
    game = overhear.Episode(seats=["white_guesser"], world=overhear.World(vocabulary=1000))
    for call in (lambda: game.act(0), lambda: game.observe(0), lambda: game.legal(0), lambda: game.shortlist(0, 3)):
        with pytest.raises(overhear.UsageError, match=r"^(act|observe|legal|shortlist): nothing is dealt; call reset first$"):
            call()
    state = game.reset(1)
    while not state.over:
        state = game.act(0)
    assert game.observe(1).any() and not game.legal(1).any()
    with pytest.raises(overhear.UsageError, match="^act: the game is over; call reset first$"):
        game.act(0)


@pytest.mark.parametrize("move", [-1, 24, 2**40])
def test_a_move_that_there_is_not_is_refused_by_how_many_there_are(move: int) -> None:
    few = overhear.World(vocabulary=1000)
    for game in (environments.SeatEnv("white_guesser", world=few), environments.DecryptoEnv(["white_guesser"], world=few)):
        game.reset(seed=1)
        with pytest.raises(IndexError, match=f"^action: {move}: there are 24 moves, 0 to 23$"):
            game.step(move)
    games = environments.VectorEnv(2, "white_guesser", world=few)
    games.reset(seed=1)
    with pytest.raises(IndexError, match=rf"^actions\[1\]: {move}: there are 24 moves, 0 to 23$"):
        games.step(np.array([0, move]))
