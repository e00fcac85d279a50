"""The game as prompts and replies."""

from __future__ import annotations

import re
from typing import Any

import overhear
import pytest
from overhear import text
from overhear.text_env import TextEnv


@pytest.fixture(scope="module")
def few() -> overhear.World:
    """Few words, as most tests prepare them."""
    return overhear.World(vocabulary=2000)


def reply_of(env: TextEnv, move: int) -> str:
    """A reply that stands for a guess of a code."""
    return "I think of " + "-".join(map(str, overhear.CODES[move]))


def test_a_guesser_gets_the_rewards_of_the_environment_of_numbers(few: overhear.World) -> None:
    pytest.importorskip("gymnasium", reason="gymnasium cannot be had here")
    from overhear.env import SeatEnv

    for seat in ("white_guesser", "black_interceptor"):
        numbers, words = SeatEnv(seat, world=few, black="nearest/bayes"), TextEnv(seat, world=few, black="nearest/bayes")
        for seed in range(3):
            numbers.reset(seed=0, options={"seed": seed})
            words.reset(seed)
            done, step = False, 0
            while not done:
                move = (5 * seed + 7 * step) % 24
                _, reward, done, _, info = numbers.step(move)
                turn = words.step(reply_of(words, move))
                assert (turn.reward, turn.done, turn.info["tokens"]) == (reward, done, info["tokens"])
                step += 1
            assert turn.prompt == "" and turn.info["winner"] in (-1, 0, 1)


def test_an_encryptor_says_three_clues_and_is_told_what_is_wrong_with_them(few: overhear.World) -> None:
    env = TextEnv("white_encryptor", world=few, again=3)
    asked = env.reset(4)
    keywords = re.findall(r"\d ([^,.]+)[,.]", asked.splitlines()[0])
    assert len(keywords) == 4 and "Refused just now: none" in asked
    for reply, reason in (
        ("no idea", "no certain list of 3 clues"),
        ('["xyzzyq", "water", "house"]', "`xyzzyq` is not in the vocabulary"),
        (f'["{next(word for word in few.clues if not env.episode.legal(0)[few.clues.index(word)])}", "water", "house"]', "the rules do not allow it"),
    ):
        turn = env.step(reply)
        assert turn.info["refused"] and reason in turn.prompt and turn.prompt.startswith(asked) and not turn.done and turn.reward == 0
    legal = [word for word, is_legal in zip(few.clues, env.episode.legal(0)) if is_legal]
    turn = env.step(f'["{legal[5]}", "{legal[6]}", "{legal[7]}"]')
    assert turn.info["refused"] is None and (turn.done or f"{legal[5]}" in turn.prompt), "given clues stand in the next prompt"


def test_too_many_unusable_replies_end_the_game(few: overhear.World) -> None:
    env = TextEnv("white_guesser", world=few, again=1)
    env.reset(1)
    assert not env.step("?").done
    turn = env.step("4-4-4")
    assert turn.done and turn.reward == -1 and "4-4-4 is no code" in str(turn.info["refused"])
    with pytest.raises(overhear.UsageError, match="step: no game is in progress; call reset first"):
        env.step("4-2-1")


def test_one_model_plays_both_seats_of_a_team_and_of_both_teams(few: overhear.World) -> None:
    seats = ["white_encryptor", "white_guesser", "black_interceptor"]
    env = TextEnv(seats, world=few)
    asked = env.reset(2)
    roles: list[str] = []
    done = False
    while not done:
        legal = [word for word, is_legal in zip(few.clues, env.episode.legal(env.episode_state.turn)) if is_legal][:3] if "give one clue" in asked else []
        turn = env.step(str(legal).replace("'", '"') if legal else "4-2-1")
        roles.append(turn.info["seat"])
        asked, done = turn.prompt, turn.done
    assert set(roles) == set(seats)


def test_a_model_agent_is_an_opponent(few: overhear.World) -> None:
    asked: list[str] = []

    def generate(prompts: list[str]) -> list[str]:
        asked.extend(prompts)
        return ["1-2-3"] * len(prompts)

    env = TextEnv("white_guesser", black=overhear.ModelAgent(generate, roles=["decode", "intercept"]), world=few)
    env.reset(1)
    done = False
    while not done:
        done = env.step("4-2-1").done
    assert asked and all("Answer with one line of JSON" in one for one in asked)


def test_prompts_are_those_of_the_text_interface(few: overhear.World) -> None:
    env = TextEnv("black_guesser", world=few)
    asked: Any = env.reset(7)
    assert asked == text.prompt(text.seat_view(env.episode, env.episode_state.turn), "decode")
