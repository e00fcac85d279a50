//! What must hold in every game, by whatever rules and whoever plays.
//!
//! Rules are drawn by `common/random_rules.rs`, players from `common/random_players.rs`. How a game ends is
//! judged a second time, by `common/second_judge.rs`.

use std::ops::{ControlFlow, Range};

use crate::common::check_beliefs;
use crate::common::holds_in_some_cases;
use crate::common::random_players::{DeckAndLaw, Wild};
use crate::common::random_rules::{one_of, rules, two_teams, wild};
use crate::common::second_judge::{Settled, course, encrypting, right, tokens};
use crate::tally_checks::{Played, check_agents, check_merged, check_moments, check_pairings};
use overhear_engine::arena::{Arena, GameNumber, Recorder, Tally};
use overhear_engine::game::{Agent, Deal, Game};
use overhear_engine::rules::{
    BySide, Clue, CodeDraw, OnIllegalClue, Players, Pooling, Rules, SWITCHES, Side, Tokens, Waiting,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

/// A run of a few deals: what is drawn for each case.
#[derive(Clone, Debug)]
struct Run {
    rules: Rules,
    agents: Vec<Wild>,
    deals: u64,
    seed: u64,
}

fn run_of(
    rules: impl Strategy<Value = Rules>,
    agents: Range<usize>,
    deals: Range<u64>,
) -> impl Strategy<Value = Run> {
    let agents = prop::collection::vec(wild(), agents);
    (rules, agents, deals, any::<u64>()).prop_map(|(rules, agents, deals, seed)| Run {
        rules,
        agents,
        deals,
        seed,
    })
}

fn any_run() -> impl Strategy<Value = Run> {
    let published = one_of([Rules::official(), Rules::three_player()]);
    run_of(prop_oneof![1 => published, 3 => rules()], 2..5, 1..12)
}

/// Keeps every game.
struct Keep;

impl Recorder for Keep {
    type Output = Vec<Played>;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Vec<Played>) {
        output.push(Played { number, seats, game: game.clone() });
    }
}

impl Run {
    /// Hands an arena for the run to `use_it`.
    fn with_arena(
        &self,
        words: &DeckAndLaw,
        use_it: impl FnOnce(&Arena<'_>) -> Result<(), TestCaseError>,
    ) -> Result<(), TestCaseError> {
        let agents: Vec<Box<dyn Agent>> = self.agents.iter().map(|&wild| Box::new(wild) as _).collect();
        use_it(&words.arena(self.rules, &agents, self.deals, self.seed))
    }
}

/// All of some deals.
fn play(arena: &Arena<'_>, deals: Range<u64>) -> (Tally, Vec<Played>) {
    let (mut tally, mut games) = (Tally::new(arena.schedule()), Vec::new());
    arena.run(deals, &Keep, |block| {
        tally.merge(&block.tally);
        games.extend(block.output);
        ControlFlow::Continue(())
    });
    (tally, games)
}

fn all(arena: &Arena<'_>) -> (Tally, Vec<Played>) {
    play(arena, 0..arena.schedule().deals())
}

fn check_rounds(rules: &Rules, deal: &Deal, game: &Game) -> Result<(), TestCaseError> {
    let halves = game.record.halves();
    prop_assert!((1..=rules.round_limit + rules.sudden_death).contains(&game.rounds));
    let sides = encrypting(rules);
    prop_assert_eq!(halves.len(), sides.len() * game.rounds as usize, "a round is played to its end");
    for (n, half) in halves.iter().enumerate() {
        let (round, side) = (n / sides.len(), sides[n % sides.len()]);
        let earlier = || halves[..n].iter().filter(|earlier| earlier.side == side);
        prop_assert!(rules.codes != CodeDraw::NoRepeat || earlier().all(|earlier| earlier.code != half.code));
        prop_assert_eq!((half.round as usize, half.side), (round + 1, side));
        prop_assert_eq!(half.code, deal.codes[round][side]);
        let begun = (rules.interception_from_round..).contains(&half.round)
            && rules.interception_from_round <= rules.round_limit;
        let at_once = rules.waiting == Waiting::Black && half.side == Side::Black;
        prop_assert_eq!(half.interception.is_some(), at_once || begun);
        prop_assert_eq!(game.beliefs()[n].interception.is_some(), half.interception.is_some());
        prop_assert!((0.0..=1.0).contains(&game.beliefs()[n].guess));
    }
    Ok(())
}

fn check_tokens(rules: &Rules, game: &Game) -> Result<(), TestCaseError> {
    let halves = game.record.halves();
    prop_assert_eq!(tokens(rules, halves), game.record.tokens());
    let at_once = if rules.players == Players::Three { 2 } else { 1 + rules.sudden_death };
    for side in Side::ALL {
        let Tokens { interceptions, miscommunications } = game.record.tokens()[side];
        prop_assert!(rules.to_win(side) == 0 || interceptions < rules.to_win(side) + at_once);
        prop_assert!(rules.to_lose(side) == 0 || miscommunications < rules.to_lose(side) + at_once);
    }
    Ok(())
}

/// R20, R21, R25: what stands in the record is legal, whatever the players tried.
fn check_clues(words: &DeckAndLaw, rules: &Rules, deal: &Deal, game: &Game) -> Result<(), TestCaseError> {
    for side in Side::ALL {
        let clues: Vec<Clue> = game.record.halves_of(side).flat_map(|half| half.clues).flatten().collect();
        for (n, &clue) in clues.iter().enumerate() {
            prop_assert!(clue.index() < words.law.vocabulary());
            prop_assert!(!words.law.is_banned_for_all(clue));
            prop_assert!(!deal.keywords[side].iter().any(|&own| words.law.is_banned(clue, own)));
            prop_assert!(!clues[..n].iter().any(|&old| words.law.is_repeat(old, clue, rules.repeat)));
        }
        let missing = game.record.halves_of(side).flat_map(|half| half.clues).filter(Option::is_none).count();
        prop_assert!(usize::from(game.late_clues[side]) <= missing);
        prop_assert!(rules.sand_timer > 0 || game.late_clues[side] == 0);
        let forfeited = game.record.halves_of(side).filter(|half| half.forfeited);
        let is_forfeit = rules.on_illegal_clue == OnIllegalClue::ForfeitCode;
        for half in forfeited {
            prop_assert!(half.clues.contains(&None));
        }
        if rules.on_illegal_clue != OnIllegalClue::Reject {
            prop_assert!(usize::from(game.illegal_clues[side]) <= missing);
        }
        for half in game.record.halves_of(side) {
            let refused = game.refused.iter().any(|clue| (clue.round, clue.side) == (half.round, side));
            prop_assert_eq!(half.forfeited, is_forfeit && refused && half.interception.is_some());
        }
        let refused = game.refused.iter().filter(|clue| clue.side == side).count();
        prop_assert_eq!(refused, usize::from(game.illegal_clues[side]));
    }
    Ok(())
}

fn check_ending(rules: &Rules, deal: &Deal, game: &Game) -> Result<(), TestCaseError> {
    let halves = game.record.halves();
    let counted = BySide::from_fn(|side| {
        game.named.map_or(0, |named| right(rules, named[side], deal.keywords[side.opponent()]))
    });
    let Some((rounds, Settled { ending, uses_keywords })) = course(rules, halves, counted) else {
        return Err(TestCaseError::fail("the game stopped in the middle"));
    };
    prop_assert_eq!(game.rounds, rounds);
    prop_assert_eq!(game.ending, ending);
    prop_assert_eq!(
        game.named.is_some(),
        uses_keywords,
        "keywords are named when it comes to that, and only then"
    );
    prop_assert_eq!(game.keywords_right, uses_keywords.then_some(counted));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn r6_r8_r9_r10_r20_every_game_keeps_the_rules(run in any_run()) {
        prop_assert!(run.rules.check().is_ok(), "{:?}", run.rules);
        let words = DeckAndLaw::new();
        run.with_arena(&words, |arena| {
            for Played { number, game, .. } in all(arena).1 {
                let (deal, ..) = arena.schedule().locate(number).expect("a game of the run");
                let deal = arena.deal(deal);
                check_rounds(&run.rules, &deal, &game)?;
                check_tokens(&run.rules, &game)?;
                check_clues(&words, &run.rules, &deal, &game)?;
                check_ending(&run.rules, &deal, &game)?;
            }
            Ok(())
        })?;
    }

    #[test]
    fn r10_officially_no_token_is_above_two_and_no_game_above_eight_rounds(
        run in run_of(Just(Rules::official()), 2..4, 1..20)
    ) {
        run.with_arena(&DeckAndLaw::new(), |arena| {
            for Played { game, .. } in all(arena).1 {
                prop_assert!(game.rounds <= 8);
                prop_assert!(game.record.halves()[..2].iter().all(|half| half.interception.is_none()));
                for side in Side::ALL {
                    let Tokens { interceptions, miscommunications } = game.record.tokens()[side];
                    prop_assert!(interceptions <= 2 && miscommunications <= 2);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn tallies_add_up_and_agree_with_the_games(run in any_run()) {
        run.with_arena(&DeckAndLaw::new(), |arena| {
            let (tally, games) = all(arena);
            prop_assert_eq!(games.len() as u64, arena.schedule().games());
            prop_assert!(games.iter().enumerate().all(|(n, played)| played.number == GameNumber(n as u64)));
            check_pairings(arena, &tally, &games)?;
            check_agents(&run.rules, &tally, &games)?;
            check_moments(arena, &tally, &games)?;
            check_merged(arena, &tally, &games)
        })?;
    }

    #[test]
    fn an_agent_against_itself_scores_one_half_in_every_pair(run in run_of(rules(), 1..2, 1..30)) {
        let run = Run {
            agents: vec![run.agents[0]; 2],
            ..run
        };
        run.with_arena(&DeckAndLaw::new(), |arena| {
            let (tally, _) = all(arena);
            let pairs = tally.pairings[0].pairs;
            let mirrored: u64 = (0..3).map(|outcome| pairs[outcome][2 - outcome]).sum();
            prop_assert_eq!(mirrored, run.deals);
            let half_points = |n: usize| 2 * tally.agents[n].wins + tally.agents[n].shared;
            prop_assert_eq!((half_points(0), half_points(1)), (2 * run.deals, 2 * run.deals));
            Ok(())
        })?;
    }

    #[test]
    fn r4_members_who_think_alike_need_not_agree(run in run_of(rules(), 2..4, 1..12)) {
        let games = |pooling| {
            let agents = run.agents.iter().map(|&wild| Wild { alike: true, ..wild }).collect();
            let run = Run { rules: Rules { pooling, ..run.rules }, agents, ..run.clone() };
            let mut games = Vec::new();
            run.with_arena(&DeckAndLaw::new(), |arena| {
                games = all(arena).1;
                Ok(())
            })?;
            Ok::<_, TestCaseError>(games)
        };
        prop_assert_eq!(games(Pooling::LogLinear)?, games(Pooling::Vote)?);
    }

    #[test]
    fn r24_a_timer_that_never_runs_out_changes_nothing(run in run_of(two_teams(), 2..4, 1..12)) {
        let games = |sand_timer| {
            let run = Run { rules: Rules { sand_timer, ..run.rules }, ..run.clone() };
            let mut games = Vec::new();
            run.with_arena(&DeckAndLaw::new(), |arena| {
                games = all(arena).1;
                Ok(())
            })?;
            Ok::<_, TestCaseError>(games)
        };
        prop_assert_eq!(games(0)?, games(3600)?);
    }

    #[test]
    fn r24_a_longer_timer_never_means_more_late_clues(
        run in run_of(two_teams(), 2..3, 1..6),
        timers in (1..=60u16, 1..=60u16),
    ) {
        let late = |sand_timer| {
            let rules = Rules { sand_timer, sudden_death: 0, ..run.rules.without_token_limits() };
            let mut late = Vec::new();
            Run { rules, ..run.clone() }.with_arena(&DeckAndLaw::new(), |arena| {
                let games = all(arena).1;
                late = games.iter().flat_map(|p| [p.game.late_clues.white, p.game.late_clues.black]).collect();
                Ok(())
            })?;
            Ok::<Vec<u16>, TestCaseError>(late)
        };
        let (short, long) = (timers.0.min(timers.1), timers.0.max(timers.1));
        let (short, long) = (late(short)?, late(long)?);
        prop_assert!(short.iter().zip(&long).all(|(short, long)| short >= long), "{:?} {:?}", short, long);
    }

    #[test]
    fn replay_plays_the_game_that_the_recorder_saw(run in any_run(), pick in any::<prop::sample::Index>()) {
        run.with_arena(&DeckAndLaw::new(), |arena| {
            let (_, games) = all(arena);
            let played = &games[pick.index(games.len())];
            let replayed = arena.replay(played.number);
            prop_assert!(replayed.as_ref() == Some(&played.game), "game {} differs", played.number.0);
            prop_assert!(arena.replay(GameNumber(games.len() as u64)).is_none());
            let beliefs = arena.recompute_beliefs(played.number, &played.game).expect("a game of the run");
            check_beliefs(&beliefs, &played.game);
            Ok(())
        })?;
    }
}

/// Switches that the random rules leave as they are: a referee needs a table of similarities (`arena.rs`).
const NOT_TURNED: [&str; 2] = ["referee", "referee_top"];

#[test]
fn the_random_rules_turn_every_switch() {
    let mut runner = TestRunner::deterministic();
    let drawn: Vec<Rules> =
        (0..400).map(|_| rules().new_tree(&mut runner).expect("rules").current()).collect();
    for switch in &SWITCHES {
        let first = switch.get(&drawn[0]);
        let is_turned = drawn.iter().any(|rules| switch.get(rules) != first);
        assert_ne!(is_turned, NOT_TURNED.contains(&switch.key()), "{}: see `random_rules.rs`", switch.key());
    }
}

#[test]
fn threads_and_shards_change_nothing() {
    holds_in_some_cases(16, (run_of(rules(), 2..4, 150..400), 0.0f64..1.0), |(run, cut)| {
        run.with_arena(&DeckAndLaw::new(), |arena| {
            let whole = all(arena);
            for threads in [1, 2, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                prop_assert!(pool.install(|| all(arena)) == whole, "{} threads", threads);
            }
            let cut = (cut * run.deals as f64) as u64;
            let (mut tally, mut games) = play(arena, 0..cut);
            let (rest, later) = play(arena, cut..run.deals);
            tally.merge(&rest);
            games.extend(later);
            prop_assert!((tally, games) == whole, "cut at deal {}", cut);
            Ok(())
        })
    });
}

#[test]
fn r11_to_r16_the_drawn_games_reach_every_ending() {
    let clear = Wild {
        repeats: 0.05,
        offends: 0.02,
        omits: 0.02,
        hears: 0.8,
        overhears: 0.3,
        slowness: 10,
        alike: false,
    };
    let run = Run {
        rules: Rules { black_team: 3, ..Rules::official() },
        agents: vec![clear, Wild { hears: 0.5, overhears: 0.1, ..clear }, Wild { hears: 1.0, ..clear }],
        deals: 10_000,
        seed: 1,
    };
    let words = DeckAndLaw::new();
    let reached = |arena: &Arena<'_>| {
        let endings = all(arena).0.pairings.into_iter().map(|pairing| pairing.endings);
        let total = endings.reduce(|mut total, endings| {
            let cells = total.iter_mut().flatten().flatten().zip(endings.iter().flatten().flatten());
            cells.for_each(|(cell, more)| *cell += more);
            total
        });
        let total = total.expect("three pairings");
        for step in &total[0][..3] {
            prop_assert!(step[0] > 0 && step[1] > 0, "each team wins outright by each step: {:?}", total);
        }
        for door in &total[1..] {
            for step in &door[3..5] {
                prop_assert!(step[0] > 0 && step[1] > 0, "each team wins through each door: {:?}", total);
            }
            prop_assert!(door[5][2] > 0, "victories are shared: {:?}", total);
        }
        Ok(())
    };
    run.with_arena(&words, reached).expect("every ending is reached");
}
