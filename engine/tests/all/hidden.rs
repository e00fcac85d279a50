//! R5: what a role may not know changes nothing in what it is handed, and what it may know does. Checked
//! twice: for single positions, of which everything hidden is dealt anew; and for whole games, whose players note
//! down all that they are handed while the other team's keywords and noise seeds are dealt anew.

use std::sync::Arc;

use crate::common::laid;
use crate::common::random_players::deck_and_law;
use crate::common::random_rules::{three_players, two_teams};
use crate::common::script::Script;
use crate::common::scripted::{self, LoggedQuestion, Task};
use overhear_engine::game::{Deal, InterceptorView, Position, Role, Seed};
use overhear_engine::rules::{BySlot, Clue, Clues, Code, Half, Keyword, PublicRecord, Rules, Side};
use proptest::prelude::*;

/// A moment of a game: where it stands, who looks, and two deals that have nothing in common.
#[derive(Clone, Debug)]
struct Moment {
    rules: Rules,
    side: Side,
    member: u8,
    /// The halves that are over.
    halves: Vec<Half>,
    clues: Clues,
    deal: Deal,
    other: Deal,
}

fn clues() -> impl Strategy<Value = Clues> {
    prop::array::uniform3(prop::option::weighted(0.9, (0u32..300).prop_map(Clue::new)))
}

fn code() -> impl Strategy<Value = Code> {
    prop::sample::select(Code::ALL.to_vec())
}

fn half() -> impl Strategy<Value = Half> {
    (clues(), code(), prop::option::of(code()), code(), prop::bool::weighted(0.1)).prop_map(
        |(clues, guess, interception, code, forfeited)| Half {
            round: 0,
            side: Side::White,
            clues,
            guess,
            interception,
            code,
            forfeited,
        },
    )
}

/// A moment after a number of halves that `count` allows.
fn moment(count: impl Strategy<Value = usize>) -> impl Strategy<Value = Moment> {
    let halves = count.prop_flat_map(|count| prop::collection::vec(half(), count));
    let who = (two_teams(), prop::sample::select(Side::ALL.to_vec()), 0u8..4);
    (who, halves, clues(), any::<(u64, u64)>()).prop_map(
        |((rules, side, member), mut halves, clues, seeds)| {
            for (n, half) in halves.iter_mut().enumerate() {
                (half.round, half.side) = (n as u8 / 2 + 1, Side::ALL[n % 2]);
            }
            let (deck, law) = deck_and_law();
            let setup = laid(rules, &deck, &law);
            let deal = |seed| Deal::clone(&setup.deal(Seed(seed), 0));
            Moment {
                rules,
                side,
                member,
                halves,
                clues,
                deal: deal(seeds.0),
                other: deal(seeds.1.max(seeds.0 ^ 1)),
            }
        },
    )
}

/// Before a round: both Encryptors are asked.
fn before_a_round() -> impl Strategy<Value = Moment> {
    moment((0usize..15).prop_map(|rounds| 2 * rounds))
}

/// In a round, in either half.
fn in_a_round() -> impl Strategy<Value = Moment> {
    moment(0usize..32)
}

impl Moment {
    fn round(&self) -> u8 {
        self.halves.len() as u8 / 2 + 1
    }

    /// The other deal, with what the role sees of this one: the own keywords, the own noise seed, and the code that an
    /// Encryptor holds in his hand.
    fn redealt(&self, role: Role) -> Deal {
        let mut deal = self.other.clone();
        deal.keywords[self.side] = self.deal.keywords[self.side];
        let member = self.member as usize;
        deal.noise_seeds[self.side][member] = self.deal.noise_seeds[self.side][member];
        if role == Role::Encryptor {
            let place = self.round() as usize - 1;
            deal.codes[place][self.side] = self.deal.codes[place][self.side];
        }
        deal
    }

    fn record(&self) -> PublicRecord {
        record(&self.rules, &self.halves)
    }

    /// What the one who is asked sees of the other team's clues.
    fn overheard<'a>(&self, at: Position<'a>) -> InterceptorView<'a> {
        at.interceptor(self.side, self.member, self.clues)
    }

    /// The same moment with three players, Black being asked.
    fn with_three(mut self, rules: Rules) -> Moment {
        for (round, half) in (1..).zip(&mut self.halves) {
            (half.round, half.side) = (round, Side::White);
        }
        Moment { rules, side: Side::Black, ..self }
    }

    /// The record with one half changed.
    fn other_records(&self) -> Vec<PublicRecord> {
        let changed = |n: usize| {
            let mut halves = self.halves.clone();
            let half = &mut halves[n];
            match n % 5 {
                0 => half.clues[n % 3] = Some(Clue::new(999)),
                1 => half.guess = next(half.guess),
                2 => half.code = next(half.code),
                3 => half.interception = Some(half.interception.map_or(Code::ALL[0], next)),
                _ => half.forfeited = !half.forfeited,
            }
            record(&self.rules, &halves)
        };
        let shorter = self.halves.split_last().map(|(_, halves)| record(&self.rules, halves));
        (0..self.halves.len()).map(changed).chain(shorter).collect()
    }

    /// Deals in which one thing is different that the role sees.
    fn other_deals(&self, role: Role) -> Vec<Deal> {
        let changed = |change: fn(&mut Deal, &Moment)| {
            let mut deal = self.deal.clone();
            change(&mut deal, self);
            deal
        };
        let mut deals = vec![
            changed(|deal, at| deal.keywords[at.side].0.swap(0, 3)),
            changed(|deal, at| deal.keywords[at.side].0[1].0 ^= 1),
            changed(|deal, at| deal.noise_seeds[at.side][at.member as usize] ^= 1),
        ];
        if role == Role::Encryptor {
            deals.push(changed(|deal, at| {
                let code = &mut deal.codes[at.round() as usize - 1][at.side];
                *code = next(*code);
            }));
        }
        deals
    }
}

fn record(rules: &Rules, halves: &[Half]) -> PublicRecord {
    let mut record = PublicRecord::for_rules(rules);
    halves.iter().for_each(|&half| record.push(half));
    record
}

fn next(code: Code) -> Code {
    Code::ALL[(code.index() + 1) % Code::COUNT]
}

/// Both directions for one role at one moment.
fn check(role: Role, moment: &Moment) -> Result<(), TestCaseError> {
    let (deck, law) = deck_and_law();
    let setup = laid(moment.rules, &deck, &law);
    let Moment { side, member, clues, deal, .. } = moment;
    let (record, round) = (moment.record(), moment.round());
    let here = Position { setup: &setup, deal, record: &record, round };
    let view = here.question(role, *side, *member, *clues);
    let redealt = moment.redealt(role);
    prop_assert_eq!(&Position { deal: &redealt, ..here }.question(role, *side, *member, *clues), &view);
    for deal in moment.other_deals(role) {
        prop_assert_ne!(&Position { deal: &deal, ..here }.question(role, *side, *member, *clues), &view);
    }
    for record in moment.other_records() {
        prop_assert_ne!(&Position { record: &record, ..here }.question(role, *side, *member, *clues), &view);
    }
    prop_assert_ne!(&here.question(role, *side, (member + 1) % 4, *clues), &view);
    prop_assert_ne!(&here.question(role, side.opponent(), *member, *clues), &view);
    if matches!(role, Role::Guesser | Role::Interceptor) {
        let mut other = *clues;
        other[1] = Some(Clue::new(999));
        prop_assert_ne!(&here.question(role, *side, *member, other), &view);
    }
    if role != Role::KeywordGuesser {
        let later = Position { round: round + 1, ..here };
        prop_assert_ne!(&later.question(role, *side, *member, *clues), &view);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn r5_an_encryptor_sees_own_keywords_own_code_and_the_record(moment in before_a_round()) {
        check(Role::Encryptor, &moment)?;
    }

    #[test]
    fn r5_guessers_see_own_keywords_the_record_and_the_clues(moment in in_a_round()) {
        check(Role::Guesser, &moment)?;
        check(Role::Interceptor, &moment)?;
        check(Role::KeywordGuesser, &moment)?;
    }

    #[test]
    fn r5_r17_the_lone_interceptor_sees_the_record_and_the_clues_and_holds_nothing(
        moment in moment(0usize..16),
        rules in three_players(),
    ) {
        let moment = moment.with_three(rules);
        let (deck, law) = deck_and_law();
        let setup = laid(rules, &deck, &law);
        let (record, round) = (moment.record(), moment.halves.len() as u8 + 1);
        let here = Position { setup: &setup, deal: &moment.deal, record: &record, round };
        let view = moment.overheard(here);
        let mut redealt = moment.other.clone();
        redealt.noise_seeds.black[moment.member as usize] = moment.deal.noise_seeds.black[moment.member as usize];
        prop_assert_eq!(moment.overheard(Position { deal: &redealt, ..here }), view);
        redealt.noise_seeds.black[moment.member as usize] ^= 1;
        prop_assert_ne!(moment.overheard(Position { deal: &redealt, ..here }), view);
        for other in moment.other_records() {
            prop_assert_ne!(moment.overheard(Position { record: &other, ..here }), view);
        }
    }

    #[test]
    fn r4_no_encryptor_is_asked_once_a_half_of_the_round_is_played(
        moment in moment((0usize..16).prop_map(|rounds| 2 * rounds + 1)),
    ) {
        let (deck, law) = deck_and_law();
        let setup = laid(moment.rules, &deck, &law);
        let record = moment.record();
        let at = Position { setup: &setup, deal: &moment.deal, record: &record, round: moment.round() };
        let ask = std::panic::AssertUnwindSafe(|| at.encryptor(moment.side, moment.member).round());
        prop_assert!(std::panic::catch_unwind(ask).is_err());
    }
}

/// A game of four rounds with interceptions, and the keyword guess at its end.
const GAME: &str = "
white: SUN, RIVER, CASTLE, PIANO
black: BREAD, SHADOW, ENGINE, CLOWN
deck: LAMP, WHALE, GARDEN, ROBOT
rules: round_limit = 4, tiebreak = \"keywords\"
members: 3, 2
expect: white, keywords, door d, round 4
1 white 2-1-4: Nile / yellow / Chopin; guess 2-4-1
1 black 3-1-2: car / baker / silhouette; guess 3-1-2
2 white 3-4-1: knight / keys / beach; intercept 3-4-1; guess 3-4-1
2 black 4-3-1: circus / steam / toast; intercept 2-3-1; guess 4-3-1
3 white 1-2-3: noon / bridge / moat; intercept 3-1-2; guess 1-2-3
3 black 2-4-3: dark / red nose / piston; intercept 2-4-3; guess 2-4-3
4 white 4-3-2: pedal / king / fish; intercept 1-3-2; guess 4-3-2
4 black 1-2-4: wheat / follow / laughter; intercept 3-2-4; guess 1-2-4
white names: BREAD, SHADOW, ENGINE, LAMP
black names: SUN, RIVER, GARDEN, ROBOT
";

/// A three-player game, whose Interceptor holds nothing.
const THREE: &str = "
rules: three-player
white: SUN, RIVER, CASTLE, PIANO
deck: BREAD, SHADOW, ENGINE, CLOWN, LAMP, WHALE, GARDEN, ROBOT
expect: black, interceptor, round 3
1 white 2-1-4: Nile / yellow / Chopin; guess 2-4-1
2 white 3-4-1: knight / keys / beach; intercept 2-4-1; guess 3-4-1
3 white 1-2-3: noon / bridge / moat; intercept 1-2-3; guess 1-2-3
";

#[test]
fn r17_the_lone_interceptor_holds_nothing_and_learns_of_the_teams_keywords_by_clues_alone() {
    let script = Arc::new(Script::parse(THREE));
    let (game, questions) = scripted::play(&script, &script.deal);
    assert_eq!(crate::common::render::ending(&game), script.expected);
    let mut redealt = script.deal.clone();
    redealt.keywords.white = BySlot([8, 9, 10, 11].map(Keyword));
    redealt.keywords.black = BySlot([3, 2, 1, 0].map(Keyword));
    redealt.noise_seeds.white = [90, 91, 92, 93];
    let (_, other) = scripted::play(&script, &redealt);
    let alone = handed(&questions, Side::Black);
    assert_eq!(handed(&other, Side::Black), alone);
    assert_ne!(handed(&other, Side::White), handed(&questions, Side::White));
    assert_eq!(alone.len(), 2, "asked in rounds 2 and 3");
    for question in alone {
        assert!(question.keywords.is_none() && matches!(question.task, Task::Intercept { .. }));
    }
}

#[test]
fn r17_the_lone_interceptor_has_no_view_of_those_who_give_or_decode_clues() {
    let script = Script::parse(THREE);
    let setup = laid(script.rules, &script.deck, &script.law);
    let record = PublicRecord::for_rules(&script.rules);
    let at = Position { setup: &setup, deal: &script.deal, record: &record, round: 1 };
    let refused = |ask: &dyn Fn() -> u8| std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).is_err();
    assert!(refused(&|| at.encryptor(Side::Black, 0).round()));
    assert!(refused(&|| at.guesser(Side::Black, 0, [None; 3]).round()));
    assert!(!refused(&|| at.encryptor(Side::White, 0).round()));
    assert!(!refused(&|| at.interceptor(Side::Black, 0, [None; 3]).round()));
    assert_eq!(at.seat(Side::Black, 0).keywords(), None);
    assert_eq!(at.seat(Side::White, 0).keywords(), Some(&script.deal.keywords.white));
}

#[test]
fn r18_r23_both_teams_hear_the_same_three_clues_which_are_final_and_the_encryptor_then_keeps_silent() {
    let script = Arc::new(Script::parse(GAME));
    let (game, questions) = scripted::play(&script, &script.deal);
    let mut heard = 0;
    for half in game.record.halves() {
        let silent = (half.round - 1) % script.rules.team_sizes()[half.side];
        for question in &questions {
            let (clues, decodes) = match question.task {
                Task::Decode { round, clues, .. } if round == half.round => (clues, true),
                Task::Intercept { round, clues, .. } if round == half.round => (clues, false),
                _ => continue,
            };
            if decodes == (question.side == half.side) {
                assert_eq!(clues, half.clues);
                assert!(!decodes || question.member != silent, "the Encryptor says nothing more");
                heard += 1;
            }
        }
    }
    assert!(heard > 2 * game.record.halves().len());
}

#[test]
fn r23_what_is_read_out_is_the_last_that_an_encryptor_says_in_a_round() {
    let script = Arc::new(Script::parse(GAME));
    let (game, questions) = scripted::play(&script, &script.deal);
    for half in game.record.halves() {
        let clues_from = |question: &LoggedQuestion| match question.task {
            Task::Encrypt { round, answer, .. } if round == half.round => {
                (question.side == half.side).then_some(answer)
            }
            _ => None,
        };
        let hears = |question: &LoggedQuestion| match question.task {
            Task::Decode { round, .. } | Task::Intercept { round, .. } => round == half.round,
            _ => false,
        };
        let last = questions
            .iter()
            .rposition(|question| clues_from(question).is_some())
            .expect("it was asked for clues");
        let first = questions.iter().position(hears).expect("a guesser is asked about the clues");
        assert!(last < first, "{} of round {} is asked again", half.side, half.round);
        assert_eq!(clues_from(&questions[last]), Some(half.clues));
    }
}

fn handed(questions: &[LoggedQuestion], side: Side) -> Vec<&LoggedQuestion> {
    questions.iter().filter(|question| question.side == side).collect()
}

#[test]
fn r5_through_a_whole_game_the_other_teams_keywords_and_noise_seeds_change_nothing() {
    let script = Arc::new(Script::parse(GAME));
    let (game, questions) = scripted::play(&script, &script.deal);
    assert_eq!(crate::common::render::ending(&game), script.expected);
    for side in Side::ALL {
        let mut redealt = script.deal.clone();
        redealt.keywords[side.opponent()] = BySlot([8, 9, 10, 11].map(Keyword));
        redealt.noise_seeds[side.opponent()] = [90, 91, 92, 93];
        redealt.codes[4..].copy_from_slice(&script.deal.codes[..12]);
        let (_, other) = scripted::play(&script, &redealt);
        assert_eq!(handed(&other, side), handed(&questions, side));
        assert_ne!(handed(&other, side.opponent()), handed(&questions, side.opponent()));
    }
}

#[test]
fn r5_the_other_teams_code_is_handed_over_with_its_half_and_not_before() {
    let script = Arc::new(Script::parse(GAME));
    let (_, questions) = scripted::play(&script, &script.deal);
    for (round, side) in (1..=4).flat_map(|round| Side::ALL.map(|side| (round, side))) {
        let mut redealt = script.deal.clone();
        let code = &mut redealt.codes[round as usize - 1][side];
        *code = next(*code);
        let (_, other) = scripted::play(&script, &redealt);
        let halves = 2 * (round as usize - 1) + side.index();
        let before = |question: &&&LoggedQuestion| question.record.halves().len() <= halves;
        for other_side in [side.opponent(), side] {
            let (then, now) = (handed(&questions, other_side), handed(&other, other_side));
            let writes = |task: &Task| matches!(task, Task::Encrypt { round: now, .. } if *now == round);
            let blind = |question: &&&LoggedQuestion| {
                before(question) && !(other_side == side && writes(&question.task))
            };
            assert!(now.iter().filter(blind).eq(then.iter().filter(blind)), "round {round}, {side}");
            assert_ne!(now, then, "everybody learns the code in the end");
        }
    }
}
