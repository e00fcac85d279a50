//! Rules and players, drawn: every switch but those of the referee, in values that [`Rules::check`] allows, and every habit
//! of [`Wild`].

use overhear_engine::rules::{
    CodeDraw, FinalTie, KeywordMatch, OnIllegalClue, Players, Pooling, Repeat, Rules, Tiebreak, Waiting,
};
use proptest::prelude::*;

use super::random_players::Wild;

pub(crate) fn one_of<T: Clone + std::fmt::Debug + 'static>(
    values: impl Into<Vec<T>>,
) -> impl Strategy<Value = T> {
    prop::sample::select(values.into())
}

/// The switches that any number of players can turn.
fn any_players() -> impl Strategy<Value = Rules> {
    let pooling = one_of(Pooling::ALL);
    let codes = one_of(CodeDraw::ALL);
    let session = prop_oneof![1 => Just(0u16), 1 => 1..=4u16];
    let repeat = one_of(Repeat::ALL);
    let on_illegal_clue = one_of(OnIllegalClue::ALL);
    let rounds = (1u8..=16).prop_flat_map(|limit| (Just(limit), 1..=limit + 1));
    (pooling, codes, session, repeat, on_illegal_clue, rounds).prop_map(
        |(pooling, codes, session, repeat, on_illegal_clue, (round_limit, interception_from_round))| Rules {
            pooling,
            codes,
            session,
            repeat,
            on_illegal_clue,
            round_limit,
            interception_from_round,
            ..Rules::official()
        },
    )
}

/// The tiebreaker of two teams.
fn tiebreaker() -> impl Strategy<Value = Rules> {
    let tiebreak = one_of(Tiebreak::ALL);
    let keyword_match = one_of(KeywordMatch::ALL);
    let final_tie = one_of(FinalTie::ALL);
    let points = prop_oneof![2 => Just((1i8, -1i8)), 1 => (-100i8..=100, -100i8..=100)];
    let sudden_death = prop_oneof![2 => Just(0u8), 1 => 1..=4u8];
    let steps = (tiebreak, keyword_match, sudden_death, final_tie);
    (steps, points).prop_map(|((tiebreak, keyword_match, sudden_death, final_tie), points)| {
        let (interception_points, miscommunication_points) = points;
        Rules {
            tiebreak,
            keyword_match,
            sudden_death,
            final_tie,
            interception_points,
            miscommunication_points,
            ..Rules::official()
        }
    })
}

/// How many tokens more than a limit Black's is, as far as that makes a game; mostly none.
fn more(limit: u8, most: u8, drawn: i8) -> i8 {
    if limit == 0 { 0 } else { drawn.clamp(1 - limit as i8, (most - limit) as i8) }
}

pub(crate) fn two_teams() -> impl Strategy<Value = Rules> {
    let thresholds = (prop_oneof![3 => 0..=3u8, 1 => 0..=16u8], prop_oneof![3 => 0..=3u8, 1 => 0..=16u8]);
    let teams = one_of([(2u8, 2u8), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)]);
    let sand_timer = prop_oneof![1 => Just(0u16), 2 => 1..=60u16];
    let waiting = one_of(Waiting::ALL);
    let handicap = prop_oneof![2 => Just((0i8, 0i8)), 1 => (-3i8..=3, -3i8..=3)];
    (any_players(), tiebreaker(), thresholds, handicap, teams, sand_timer, waiting).prop_map(
        |(
            any,
            ties,
            (win, lose),
            (more_wins, more_losses),
            (white_team, black_team),
            sand_timer,
            waiting,
        )| {
            let chances = any.round_limit + 1 - any.interception_from_round;
            let (win, lose) = (win.min(chances), lose.min(any.round_limit));
            Rules {
                waiting,
                white_team,
                black_team,
                tokens_to_win: win,
                tokens_to_lose: lose,
                black_more_to_win: more(win, chances, more_wins),
                black_more_to_lose: more(lose, any.round_limit, more_losses),
                tiebreak: ties.tiebreak,
                keyword_match: ties.keyword_match,
                sudden_death: ties.sudden_death.min(16 - any.round_limit),
                final_tie: ties.final_tie,
                interception_points: ties.interception_points,
                miscommunication_points: ties.miscommunication_points,
                sand_timer,
                ..any
            }
        },
    )
}

pub(crate) fn three_players() -> impl Strategy<Value = Rules> {
    let tokens = prop_oneof![3 => 1..=3u8, 1 => 1..=32u8];
    let misses = prop_oneof![2 => Just(0), 1 => 1..=3u8];
    (any_players(), tokens, misses).prop_map(|(any, tokens, misses)| {
        let chances = any.round_limit + 1 - any.interception_from_round;
        // The Interceptor must be able to win by tokens: without a chance it needs those of wrong guesses.
        let tokens_to_lose = if chances == 0 { 0 } else { misses.min(any.round_limit) };
        let most = if tokens_to_lose == 0 { any.round_limit + chances } else { chances };
        Rules {
            tokens_to_win: tokens.min(most),
            players: Players::Three,
            black_team: 1,
            tokens_to_lose,
            ..any
        }
    })
}

pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    prop_oneof![3 => two_teams(), 1 => three_players()]
}

pub(crate) fn wild() -> impl Strategy<Value = Wild> {
    let rarely = || prop_oneof![Just(0.0f32), 0.0f32..0.3];
    let often = || prop_oneof![Just(1.0f32), 0.0f32..1.0];
    (rarely(), rarely(), rarely(), often(), often(), 0..=40u16, any::<bool>()).prop_map(
        |(repeats, offends, omits, hears, overhears, slowness, alike)| Wild {
            repeats,
            offends,
            omits,
            hears,
            overhears,
            slowness,
            alike,
        },
    )
}
