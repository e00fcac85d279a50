//! Judged again equals played again: for every switch that is declared so, alone and all at once.

use std::ops::ControlFlow;

use crate::common::laid;
use crate::common::random_players::{Wild, deck_and_law};
use overhear_engine::arena::{Arena, GameNumber, Recorder, Schedule};
use overhear_engine::game::{Agent, Game, Seed};
use overhear_engine::rules::{
    BySide, Ending, KeywordMatch, Rules, SWITCHES, Switch, Tiebreak, Values, WhatIfMethod,
};

const DEALS: u64 = 150;
const SEED: Seed = Seed(11);

/// Judges every game again by other rules.
struct Again {
    rules: Rules,
}

impl Recorder for Again {
    type Output = Vec<Ending>;

    fn game(&self, _: GameNumber, _: BySide<usize>, game: &Game, output: &mut Vec<Ending>) {
        output.push(self.rules.rejudge(game).expect("keywords were asked for"));
    }

    fn wants_keywords(&self) -> bool {
        true
    }
}

/// Takes the endings down as they were.
struct Plain;

impl Recorder for Plain {
    type Output = Vec<Ending>;

    fn game(&self, _: GameNumber, _: BySide<usize>, game: &Game, output: &mut Vec<Ending>) {
        output.push(game.ending);
    }
}

fn endings<R: Recorder<Output = Vec<Ending>>>(arena: &Arena<'_>, recorder: &R) -> Vec<Ending> {
    let mut all = Vec::new();
    arena.run(0..arena.schedule().deals(), recorder, |block| {
        all.extend(block.output);
        ControlFlow::Continue(())
    });
    all
}

/// Rules that differ from the base in one switch, for every value that a test can try.
fn variants(switch: &Switch, base: Rules) -> Vec<Rules> {
    let values: Vec<String> = match switch.values() {
        Values::Numbers { .. } => [-3, -1, 0, 1, 2].map(|number: i32| number.to_string()).into(),
        Values::Choices(choices) => choices.iter().map(|choice| choice.value.to_owned()).collect(),
    };
    values.iter().map(|value| switch.with_value(&base, value).expect("it takes its values")).collect()
}

/// Players who tie often, and often guess keywords: of two of the 48.
fn agents() -> Vec<Box<dyn Agent>> {
    let wild = Wild {
        repeats: 0.1,
        offends: 0.05,
        omits: 0.0,
        hears: 0.75,
        overhears: 0.3,
        alike: false,
        slowness: 0,
    };
    vec![Box::new(wild), Box::new(Wild { hears: 0.85, overhears: 0.5, ..wild })]
}

#[test]
fn every_switch_that_is_declared_so_is_judged_as_a_fresh_run_would_end() {
    let (deck, law) = deck_and_law();
    let agents = agents();
    let arena = |rules: Rules, schedule: Schedule| {
        let (setup, players) = (laid(rules, &deck, &law), &agents[..schedule.agents()]);
        Arena::new(setup, players, schedule, SEED).expect("they agree")
    };
    let bases = [
        Rules { round_limit: 5, sudden_death: 2, ..Rules::official() },
        Rules { round_limit: 5, ..Rules::official() },
        Rules {
            tiebreak: Tiebreak::KeywordsPoints,
            keyword_match: KeywordMatch::Position,
            ..Rules::official()
        },
    ];
    for base in bases {
        for schedule in [Schedule::round_robin(2, 2 * DEALS), Schedule::self_play(DEALS)] {
            let played = arena(base, schedule.clone());
            for switch in SWITCHES.iter().filter(|switch| switch.what_if == WhatIfMethod::JudgeAgain) {
                let key = switch.key();
                let mut variants = variants(switch, base);
                variants.retain(|rules| base.what_if(rules) == WhatIfMethod::JudgeAgain);
                let mut changed = usize::from(base.sudden_death > 0);
                for rules in variants {
                    let recorder = Again { rules };
                    let judged = endings(&played, &recorder);
                    let fresh = endings(&arena(rules, schedule.clone()), &Plain);
                    assert_eq!(judged, fresh, "{key}: {rules:?}");
                    changed += usize::from(judged != endings(&played, &Plain));
                }
                assert!(changed > 0 || key == "keyword_match", "{key} changes no game at all");
            }
        }
    }
}

#[test]
fn a_tie_that_comes_to_keywords_nobody_has_named_is_not_judged() {
    let (deck, law) = deck_and_law();
    let agents = agents();
    let rules = Rules { tiebreak: Tiebreak::Points, ..Rules::official() };
    let setup = laid(rules, &deck, &law);
    let arena = Arena::new(setup, &agents, Schedule::round_robin(2, 200), SEED).expect("they agree");
    let (mut unknown, mut known) = (0, 0);
    for n in 0..200 {
        let game = arena.replay(GameNumber(n)).unwrap();
        let judged = Rules::official().rejudge(&game);
        match (game.ending.winner, judged) {
            (None, None) => unknown += 1,
            (Some(_), Some(ending)) => known += usize::from(ending == game.ending),
            (winner, judged) => panic!("{winner:?} and {judged:?}"),
        }
    }
    assert!(unknown > 5 && known > 100, "{unknown} {known}");
}

#[test]
fn an_agent_against_itself_plays_each_deal_once_and_scores_a_half() {
    let (deck, law) = deck_and_law();
    let agents = agents();
    let twins: Vec<Box<dyn Agent>> = {
        let mut both = self::agents();
        both.truncate(1);
        both.extend(self::agents().into_iter().take(1));
        both
    };
    let setup = laid(Rules::official(), &deck, &law);
    let arena = |agents, schedule| Arena::new(setup, agents, schedule, SEED).expect("they agree");
    let alone = arena(&agents[..1], Schedule::self_play(DEALS));
    let once = endings(&alone, &Plain);
    let twice = endings(&arena(&twins, Schedule::round_robin(2, 2 * DEALS)), &Plain);
    assert_eq!(once.len() as u64, DEALS);
    for (one, pair) in once.iter().zip(twice.chunks(2)) {
        assert!(pair.iter().all(|ending| ending == one), "both games of a pair are the one");
    }
    let mut tally = overhear_engine::arena::Tally::new(alone.schedule());
    alone.run(0..DEALS, &(), |block| {
        tally.merge(&block.tally);
        ControlFlow::Continue(())
    });
    let pairs = tally.pairings[0].pairs;
    assert_eq!((pairs[0][2] + pairs[1][1] + pairs[2][0], tally.deals), (DEALS, DEALS));
    assert_eq!(alone.replay(GameNumber(7)).map(|game| game.ending), Some(once[7]));
}
