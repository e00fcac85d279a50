"""Games move by move: they are the games of the program, tell each seat what it may know, and fork."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import overhear
import pytest


@pytest.fixture(scope="module")
def world() -> overhear.World:
    return overhear.World()


def played(game: overhear.Episode, seed: int, rng: np.random.Generator) -> overhear.State:
    """A game of random legal moves."""
    state = game.reset(seed)
    while not state.over:
        state = game.act(int(rng.choice(np.flatnonzero(game.legal(state.turn)))))
    return state


def test_a_game_with_house_agents_is_the_tournaments(world: overhear.World) -> None:
    config = overhear.TournamentConfig(["margin/bayes", "nearest"], seed=7)
    clues = {word: place for place, word in enumerate(world.clues)}
    game = overhear.Episode(seats=["white_encryptor"], white="margin/bayes", black="nearest", world=world)
    for deal in range(4):
        told = overhear.replay(config, game=2 * deal)
        assert told["agents"] == ["margin/bayes", "nearest"]
        state = game.reset(seed=7, deal=deal)
        for half in told["halves"]:
            if half["side"] == "white":
                for word in half["clues"]:
                    state = game.act(clues[word])
        assert state.over
        rows = overhear.Seen.of(game.observe(0)).history
        assert ["-".join(map(str, row[9:12])) for row in rows] == [half["guess"] for half in told["halves"]]
        assert [int(row[12]) > 0 for row in rows] == [half["interception"] is not None for half in told["halves"]]
        winner = {"white": 1, "black": -1, "shared": 0}[told["ending"]["winner"]]
        assert state.winner == winner


def test_every_seat_is_told_what_it_may_know_and_no_more(world: overhear.World) -> None:
    game = overhear.Episode(world=world)
    rng, state = np.random.default_rng(1), game.reset(seed=3)
    held = {seat: overhear.Seen.of(game.observe(seat)).keywords.tolist() for seat in range(8)}
    assert held[0] == held[3] and held[4] == held[7] and set(held[0]).isdisjoint(held[4])
    while not state.over:
        for seat in range(8):
            seen = overhear.Seen.of(game.observe(seat))
            is_asked = seat == state.turn
            assert (seen.side, seen.role) == divmod(seat, 4)
            assert bool(seen.code.any()) == (is_asked and seen.role == 0)
            assert bool((seen.clues >= 0).all()) == (is_asked and seen.role in (1, 2))
            assert game.legal(seat).any() == is_asked
            assert len(game.legal(seat)) == game.moves(seat) and len(game.observe(seat)) == game.width
        state = game.act(int(rng.choice(np.flatnonzero(game.legal(state.turn)))))


def test_legal_clues_are_what_the_law_lets_pass(world: overhear.World) -> None:
    game = overhear.Episode(seats=["white_encryptor"], world=world, set={"on_illegal_clue": "missing"})
    for seed in range(3):
        state = game.reset(seed)
        seen, legal = overhear.Seen.of(game.observe(0)), game.legal(0)
        banned = np.stack([world.banned(int(keyword)) for keyword in seen.keywords]).any(axis=0)
        assert (legal == ~banned).all()
        first = int(legal.argmax())
        state = game.act(first)
        assert game.legal(0)[first] == 0
        for clue in (first, int(banned.argmax())):
            state = game.act(clue)
        given = overhear.Seen.of(game.observe(0)).history[0][3:6].tolist()
        assert given == [first, -1, -1], state


def test_an_encryptor_is_asked_again_where_the_rules_say_so(world: overhear.World) -> None:
    game = overhear.Episode(seats=["white_encryptor"], world=world, set={"on_illegal_clue": "reject"})
    game.reset(seed=1)
    banned = int((game.legal(0) == 0).argmax())
    for _ in range(3):
        state = game.act(banned)
    assert (state.turn, state.round) == (0, 1) and len(overhear.Seen.of(game.observe(0)).history) == 0


def test_a_fork_goes_on_by_itself(world: overhear.World) -> None:
    game, rng = overhear.Episode(world=world), np.random.default_rng(2)
    state = game.reset(seed=5)
    for _ in range(9):
        state = game.act(int(rng.choice(np.flatnonzero(game.legal(state.turn)))))
    for other in (game.fork(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (other.observe(state.turn) == game.observe(state.turn)).all()
        move = int(other.legal(state.turn).argmax())
        other.act(move)
        assert game.legal(state.turn)[move] == 1, "the first has not moved"


def test_the_same_moves_make_the_same_game(world: overhear.World) -> None:
    game = overhear.Episode(world=world)
    ends = [played(game, 4, np.random.default_rng(4)) for _ in range(2)]
    assert ends[0] == ends[1]


def test_three_players_have_fewer_seats(world: overhear.World) -> None:
    game = overhear.Episode(rules="three-player", world=world)
    seats = [overhear.SEATS[seat] for seat in game.seats]
    assert "black_encryptor" not in seats and "black_interceptor" in seats and "white_interceptor" not in seats
    assert played(game, 1, np.random.default_rng(1)).over


def test_what_makes_no_sense_is_refused(world: overhear.World) -> None:
    with pytest.raises(overhear.UsageError, match="no seat `white`"):
        overhear.Episode(seats=["white"], world=world)
    with pytest.raises(overhear.UsageError, match="nobody"):
        overhear.Episode(white="nobody", world=world)
    game = overhear.Episode(world=world)
    game.reset(seed=1)
    with pytest.raises(IndexError, match="20000"):
        game.act(20_000)
    with pytest.raises(IndexError, match="8 seats"):
        game.observe(8)
