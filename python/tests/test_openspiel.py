"""The game for OpenSpiel passes its random simulation, and is the game of the program."""

from __future__ import annotations

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
