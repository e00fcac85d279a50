"""The game for OpenSpiel passes its random simulation, and is the game of the program."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import overhear
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel cannot be had here")

import overhear.openspiel  # noqa: E402


def test_openspiel_is_content() -> None:
    game = pyspiel.load_game("python_decrypto(deals=50,round_limit=4)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_a_state_is_an_episode() -> None:
    game = pyspiel.load_game("python_decrypto(deals=50,seed=7)")
    state = game.new_initial_state()
    state.apply_action(3)
    episode = overhear.Episode()
    now = episode.reset(seed=7, deal=3)
    while not state.is_terminal():
        assert state.current_player() == now.turn
        move = state.legal_actions()[-1]
        state.apply_action(move)
        now = episode.act(move)
    assert state.returns() == [now.winner] * 4 + [-now.winner] * 4


def test_clones_go_on_by_themselves() -> None:
    state = pyspiel.load_game("python_decrypto(deals=5)").new_initial_state()
    state.apply_action(1)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert len(state.history()) == 1 and len(other.history()) == 2
    assert state.information_state_string(0) != other.information_state_string(0)


def test_as_many_rounds_are_played_as_the_rules_have() -> None:
    def longest(settings: str) -> int:
        return int(pyspiel.load_game(f"python_decrypto(deals=5{settings})").max_game_length())

    assert longest(",rules=short") == longest(",rules=short,round_limit=6") < longest("") == longest(",round_limit=8")


SMALL = overhear.openspiel.SMALLEST.replace("deals=6", "deals=2")


@pytest.fixture(scope="module")
def small() -> Any:
    return pyspiel.load_game(SMALL)


@pytest.fixture(scope="module")
def tree(small: Any) -> Any:
    return pyspiel.load_efg_game(overhear.openspiel.efg(small))


def test_the_smallest_game_is_a_game_of_openspiel(small: Any) -> None:
    pyspiel.random_sim_test(small, num_sims=5, serialize=True, verbose=False)
    assert small.num_players() == 2 and small.num_distinct_actions() == 24
    assert small.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def best_reply(state: Any, player: int) -> float:
    """What a player gets at most against uniform play, by looking at every state at once for each of its information sets."""
    return _reply([(1.0, state)], player)


def _reply(reached: list[tuple[float, Any]], player: int) -> float:
    """The same from states with the probabilities that chance and the other player reach them with."""
    total, sets = 0.0, dict[str, list[tuple[float, Any]]]()
    while reached:
        chance, state = reached.pop()
        if state.is_terminal():
            total += chance * state.returns()[player]
        elif state.is_chance_node():
            reached += [(chance * share, state.child(move)) for move, share in state.chance_outcomes()]
        elif state.current_player() == player:
            sets.setdefault(state.information_state_string(player), []).append((chance, state))
        else:
            moves = state.legal_actions()
            reached += [(chance / len(moves), state.child(move)) for move in moves]
    for states in sets.values():
        moves = states[0][1].legal_actions()
        total += max(_reply([(chance, state.child(move)) for chance, state in states], player) for move in moves)
    return total


def test_exploitability_is_that_of_a_search_through_the_whole_game(small: Any, tree: Any) -> None:
    uniform = pyspiel.UniformRandomPolicy(tree)
    own = sum(best_reply(small.new_initial_state(), player) for player in (0, 1))
    assert pyspiel.nash_conv(tree, uniform, True) == pytest.approx(own, abs=1e-9)
    assert own > 0.1


def test_the_smallest_game_is_solved(tree: Any) -> None:
    solver = pyspiel.CFRPlusSolver(tree)
    before = pyspiel.exploitability(tree, solver.average_policy())
    for _ in range(100):
        solver.evaluate_and_update_policy()
    mean = solver.average_policy()
    assert pyspiel.exploitability(tree, mean) < min(0.01, before / 10)
    assert -1 < pyspiel.expected_returns(tree.new_initial_state(), mean, -1, True)[0] < 1


@pytest.mark.parametrize("settings", ["deals=50,seats=white_guesser+black_guesser,candidates=4,vocabulary=1000", SMALL[16:-1]])
def test_a_state_is_resampled_from_what_a_player_knows(settings: str) -> None:
    state = pyspiel.load_game(f"python_decrypto({settings})").new_initial_state()
    state.apply_action(1)
    draws, seen = np.random.default_rng(1), set()
    while not state.is_terminal():
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, draws.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.current_player() == state.current_player()
            seen.add(other.history()[0])
        state.apply_action(state.legal_actions()[-1])
    assert 1 in seen


def test_legal_actions_are_those_of_the_mask() -> None:
    state = pyspiel.load_game("python_decrypto(deals=5,vocabulary=3000)").new_initial_state()
    state.apply_action(2)
    for _ in range(12):
        mask = state.episode.legal(state.seats[state.current_player()])
        assert state.legal_actions() == np.flatnonzero(mask).tolist()
        state.apply_action(state.legal_actions()[0])


def test_the_interceptor_of_the_smallest_game_does_not_know_the_deal(small: Any) -> None:
    texts = set()
    for deal in range(2):
        state = small.new_initial_state()
        state.apply_action(deal)
        texts.add(state.information_state_string(1))
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("deals=0", "deals: 0 is out of range; takes 1 to 1000000"),
        ("seed=-1", "seed: -1 is out of range; takes 0 to"),
        ("keywords=mercury+hotel+barber+unicorns", "keywords: `unicorns` is none of the 440 keywords of the deck"),
        ("keywords=mercury+hotel", "keywords: there are 2; write the 4 that White holds"),
        ("keywords=mercury+mercury+mercury+mercury", "keywords: a word stands there twice"),
        ("clues=tiger+notaword", "clues: `notaword` is none of the 20000 words that may be clues"),
        ("first_code=125", "first_code: 125 is not a code"),
        ("first_code=-123", "first_code: -123 is not a code"),
        ("first_code=12", "first_code: 12 is not a code"),
        ("candidates=-1", "candidates: -1 is out of range; takes 0 to"),
        ("seats=white_gueser", "there is no seat `white_gueser`"),
        ("rules=three-player,seats=black_encryptor", "none of black_encryptor plays by these rules"),
        ("tokens=99", "tokens_to_win"),
        ("deck=one+two", "cards"),
        ("vocabulary=10", "vocabulary: 10 is out of range; takes 256 to"),
    ],
)
def test_what_makes_no_game_is_refused(settings: str, sentence: str) -> None:
    with pytest.raises(overhear.UsageError, match=re.escape(sentence)):
        overhear.openspiel.DecryptoGame(dict(_parameter(one) for one in settings.split(",")))


def _parameter(text: str) -> tuple[str, Any]:
    name, value = text.split("=")
    return name, int(value) if value.lstrip("-").isdigit() else value
