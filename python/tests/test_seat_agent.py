"""What has learned in an environment plays elsewhere as it did there, also against the frozen pool."""

from __future__ import annotations

from typing import Any

import numpy as np
import overhear
import pytest

pytest.importorskip("gymnasium", reason="gymnasium cannot be had here")

from overhear.env import SeatAgent, SeatEnv, VectorEnv  # noqa: E402

CANDIDATES = 12
ROLES = ["encryptor", "guesser", "interceptor"]


@pytest.fixture(scope="module")
def few() -> overhear.World:
    """Few words, as most tests prepare them."""
    return overhear.World(vocabulary=2000)


def policy(observations: Any, masks: Any) -> Any:
    """The best move by weights that mean nothing, but differ from number to number."""
    moves = masks.shape[1]
    weights = np.sin(np.arange(observations.shape[1] * moves).reshape(-1, moves) * 1.7)
    return np.where(masks, observations @ weights, -np.inf).argmax(axis=1)


@pytest.mark.parametrize("observe", ["likelihoods", "vectors", "context"])
@pytest.mark.parametrize("role", ROLES)
def test_an_agent_makes_the_moves_of_its_policy_in_an_environment(role: str, observe: Any, few: overhear.World) -> None:
    learned = SeatAgent(role, policy, observe=observe, candidates=CANDIDATES, version="1")
    config = overhear.TournamentConfig({"learned": learned, "other": "nearest/bayes"}, seed=5, pairs=4, vocabulary=2000)
    env = SeatEnv(f"white_{role}", observe=observe, candidates=CANDIDATES, black="nearest/bayes", world=few)
    compared = 0
    for game in range(8):
        told = overhear.replay(config, game)
        if told["agents"][0] != "learned":
            continue
        (observation, _), over = env.reset(options={"seed": 5, "deal": game // 2}), False
        while not over:
            move = policy(observation["observation"][None], env.action_masks()[None])[0]
            observation, _, over, _, info = env.step(move)
            assert not info["illegal"]
        halves = overhear.Seen.of(env.episode.observe(ROLES.index(role))).history
        words = [[few.clues[clue] for clue in half] for half in halves[:, 3:6].tolist()]
        assert words == [half["clues"] for half in told["halves"]]
        assert ["-".join(map(str, half)) for half in halves[:, 9:12].tolist()] == [half["guess"] for half in told["halves"]]
        compared += len(words)
    assert compared > 10


def test_a_policy_that_makes_no_moves_is_refused(few: overhear.World) -> None:
    wrong: list[tuple[Any, str]] = [
        (lambda observations, masks: np.zeros(len(masks)), "an array of .* whole numbers is wanted, not float64"),
        (lambda observations, masks: np.full(len(masks), 24), "a move is beyond the 24 that there are"),
    ]
    for answer, message in wrong:
        with pytest.raises(overhear.AgentError, match=message):
            overhear.tournament([SeatAgent("guesser", answer, name="wrong"), "margin"], pairs=1, seed=1, vocabulary=2000)
    with pytest.raises(overhear.UsageError, match="role: 'keyword_guesser' is no role of a policy"):
        SeatAgent("keyword_guesser", policy)
    with pytest.raises(overhear.UsageError, match="observe: 'words' is no observation of numbers"):
        SeatAgent("guesser", policy, observe="words")


def test_every_agent_of_the_pool_plays_in_every_environment(few: overhear.World) -> None:
    from overhear.text_env import TextEnv

    pool = overhear.agents_field("reference-1")
    assert len(pool) == 10 and pool[0] == "ref1-random=random/uniform"
    assert overhear.agents_field("presets") == ["random", "nearest", "margin", "pragmatic", "human"]
    with pytest.raises(overhear.UsageError, match="name=reference-0: takes `presets` or `reference-1`"):
        overhear.agents_field("reference-0")
    for spec in pool:
        one, many = SeatEnv("white_guesser", black=spec, world=few), VectorEnv(2, "white_guesser", black=spec, world=few)
        first = one.reset(seed=3)[0]["observation"]
        assert (many.reset(seed=3)[0]["observation"][0] == first).all()
        bare = SeatEnv("white_guesser", black=spec.partition("=")[2], world=few)
        assert (bare.reset(seed=3)[0]["observation"] == first).all(), "a label changes no game"
        (one.step(0), bare.step(0))
        assert (one.episode.observe(1) == bare.episode.observe(1)).all()
        assert TextEnv("white_guesser", black=spec, world=few).reset(3)
    pytest.importorskip("pettingzoo", reason="pettingzoo cannot be had here")
    from overhear import decrypto_v0

    game = decrypto_v0.env(["white_guesser"], black=pool[6], world=few)
    game.reset(seed=3)
    assert game.agents == ["white_guesser"]


def test_a_card_is_made_against_the_pool() -> None:
    card = overhear.bench("margin", games=2, field="reference-1")
    played = [row["measure"] for row in card["measures"] if row["task"] == "play" and row["player"] == "margin"]
    assert card["field"] == "reference-1" and [spec.split("=")[0] in " ".join(played) for spec in overhear.agents_field()] == [True] * 10
    with pytest.raises(overhear.UsageError, match="field"):
        overhear.bench("margin", games=2, field="reference-0")
