//! The referee (R19, R22), and the cheat whom he is there for.

use crate::common::{WORLD, agent, play, teams, uneven_setup};
use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, Clue, Keyword, OnIllegalClue, RefereeMode, Rules};

fn rules(referee: RefereeMode) -> Rules {
    Rules { referee, tokens_to_win: 0, tokens_to_lose: 0, ..Rules::official() }
}

fn games(spec: &str, rules: Rules, count: u64) -> Vec<Game> {
    let (setup, mut teams) = (uneven_setup(rules), teams(&*agent(spec)));
    (0..count).map(|number| play(&setup, number, &mut teams)).collect()
}

/// How many halves there are in all, how many were understood, how many might be intercepted, how many were.
fn counts(games: &[Game]) -> [usize; 4] {
    let halves = || games.iter().flat_map(|game| game.record.halves());
    [
        halves().count(),
        halves().filter(|half| half.understood()).count(),
        halves().filter(|half| half.interception.is_some()).count(),
        halves().filter(|half| half.intercepted()).count(),
    ]
}

#[test]
fn a_clue_is_fit_if_it_is_among_the_likeliest_share_of_the_vocabulary() {
    let setup = WORLD.association(overhear_agents::model::ModelKey::default());
    for top in [1, 50, 400] {
        let referee = WORLD.referee(top);
        let words = (WORLD.clues() * usize::from(top)).div_ceil(1000);
        for keyword in [0, 17, 439].map(Keyword) {
            let likelihood = |clue: u32| setup.likelihood(keyword, Clue::new(clue));
            let clues = 0..WORLD.clues() as u32;
            for clue in clues.clone() {
                let likelier = clues.clone().filter(|&other| likelihood(other) > likelihood(clue)).count();
                let expected = likelier < words && likelihood(clue) > 0.0;
                assert_eq!(
                    referee.is_fit(Clue::new(clue), keyword),
                    expected,
                    "top {top}: {clue}, {keyword:?}"
                );
            }
        }
    }
}

#[test]
fn r22_without_a_referee_the_steganographer_is_always_understood_and_overheard_by_chance() {
    let games = games("steganographer/steganographer", rules(RefereeMode::Off), 100);
    let [halves, understood, ..] = counts(&games);
    assert_eq!(understood, halves);
    let cheat = agent("steganographer/bayes");
    let (setup, mut teams) = (uneven_setup(rules(RefereeMode::Off)), teams(&*cheat));
    let games: Vec<Game> = (0..150).map(|number| play(&setup, number, &mut teams)).collect();
    let [.., exposed, intercepted] = counts(&games);
    let (chance, share) = (1.0 / 24.0, intercepted as f64 / exposed as f64);
    let four_errors = 4.0 * (chance * (1.0 - chance) / exposed as f64).sqrt();
    assert!((share - chance).abs() < four_errors, "{intercepted} of {exposed} codes were intercepted");
}

#[test]
fn r22_a_referee_catches_the_steganographer_in_every_game() {
    for game in games("steganographer/steganographer", rules(RefereeMode::Enforce), 30) {
        assert!(game.illegal_clues.white > 0 && game.illegal_clues.black > 0);
        let first = &game.record.halves()[0];
        assert!(first.clues.contains(&None), "what was refused four times is missing");
    }
    let strict = Rules { on_illegal_clue: OnIllegalClue::ForfeitCode, ..rules(RefereeMode::Enforce) };
    let forfeited = |game: &Game| game.record.halves().iter().filter(|half| half.forfeited).count();
    assert!(games("steganographer/steganographer", strict, 5).iter().all(|game| forfeited(game) > 8));
}

#[test]
fn a_referee_who_warns_counts_and_changes_nothing() {
    let spec = "steganographer/steganographer";
    let warned = games(spec, rules(RefereeMode::Warn), 10);
    for (game, mut warned) in games(spec, rules(RefereeMode::Off), 10).into_iter().zip(warned) {
        assert!(warned.unfit_clues.white > 0 && warned.unfit_clues.black > 0);
        assert_eq!((game.unfit_clues, warned.illegal_clues), (BySide::default(), BySide::default()));
        warned.unfit_clues = BySide::default();
        assert!(game == warned);
    }
}

#[test]
fn r19_honest_givers_stay_within_what_the_referee_lets_pass() {
    for giver in ["random", "nearest", "margin", "pragmatic", "pragmatic:gamma=0", "value", "decoy"] {
        for referee_top in [20, 50] {
            let rules = Rules { referee_top, ..rules(RefereeMode::Enforce) };
            for game in games(&format!("{giver}/bayes"), rules, 10) {
                assert_eq!((game.illegal_clues, game.unfit_clues), Default::default(), "{giver}");
                assert!(game.record.halves().iter().all(|half| !half.clues.contains(&None)), "{giver}");
            }
        }
    }
}
