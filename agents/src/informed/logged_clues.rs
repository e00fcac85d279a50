//! The clues of an Encryptor in logged games, counted by keyword.

use std::ops::Range;

use overhear_engine::game::{Agent, Deal, Encryptor, GameSetup, Position, Role, Seed, Stream};
use overhear_engine::rules::{BySide, Clues, Code, Half, PublicRecord, Side};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Number of deals that a thread plays in a row.
const ROW: usize = 16;

/// How often an Encryptor gave each clue for each keyword, while the opponents could not intercept and while they could.
///
/// Counts are integers, so logs of several threads add up to the same counts in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedClues {
    /// For each phase (0: no interception possible) the number of each pair of keyword and clue.
    pub(super) pairs: [FxHashMap<(u16, u32), u32>; 2],
}

impl LoggedClues {
    /// Adds the clues of a half of a side that has these keywords.
    pub fn add(&mut self, setup: &GameSetup<'_>, deal: &Deal, half: &Half) {
        let is_overheard = setup.rules().may_intercept(half.round, half.side.opponent());
        for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
            let Some(clue) = clue else { continue };
            let pair = (deal.keywords[half.side][slot].0, clue.index() as u32);
            *self.pairs[usize::from(is_overheard)].entry(pair).or_default() += 1;
        }
    }

    /// Adds the counts of another log.
    pub fn merge(&mut self, other: &LoggedClues) {
        for (pairs, others) in self.pairs.iter_mut().zip(&other.pairs) {
            others.iter().for_each(|(&pair, &count)| *pairs.entry(pair).or_default() += count);
        }
    }

    /// Returns the number of clues.
    pub fn len(&self) -> u64 {
        self.pairs.iter().flat_map(FxHashMap::values).map(|&count| u64::from(count)).sum()
    }

    /// Returns `true` if no clue was logged.
    pub fn is_empty(&self) -> bool {
        self.pairs.iter().all(FxHashMap::is_empty)
    }

    /// Lets the agent's Encryptors give clues in every round of these deals, and returns the counts; `None` if stopped.
    ///
    /// No guesser is asked, which makes such games cheap: the own team is taken to be right, and the opponents to be
    /// wrong.
    pub fn play(
        setup: &GameSetup<'_>,
        giver: &dyn Agent,
        seed: Seed,
        deals: Range<u64>,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<LoggedClues> {
        let numbers: Vec<u64> = deals.collect();
        let rows = numbers.par_chunks(ROW).map(|row| {
            let mut games = GiverGames::new(setup, giver, seed);
            let mut log = LoggedClues::default();
            for &number in row {
                if is_stopped() {
                    return None;
                }
                games.play(number, &mut log);
            }
            Some(log)
        });
        rows.reduce(
            || Some(LoggedClues::default()),
            |one, other| {
                let (mut one, other) = (one?, other?);
                one.merge(&other);
                Some(one)
            },
        )
    }
}

/// The Encryptors of both teams, on one thread.
struct GiverGames<'a> {
    setup: &'a GameSetup<'a>,
    seed: Seed,
    encryptors: BySide<Vec<Box<dyn Encryptor>>>,
}

impl<'a> GiverGames<'a> {
    fn new(setup: &'a GameSetup<'a>, giver: &dyn Agent, seed: Seed) -> GiverGames<'a> {
        let sizes = setup.rules().team_sizes();
        GiverGames {
            setup,
            seed,
            encryptors: BySide::from_fn(|side| (0..sizes[side]).map(|_| giver.encryptor()).collect()),
        }
    }

    /// Plays all rounds of a deal and adds the clues to a log.
    fn play(&mut self, number: u64, log: &mut LoggedClues) {
        let rules = self.setup.rules();
        let dealt = self.setup.deal(self.seed, number);
        let mut record = PublicRecord::for_rules(rules);
        let sides = Side::ALL.into_iter().filter(|&side| rules.gives_clues(side));
        for side in sides.clone() {
            let at = Position { setup: self.setup, deal: &dealt, record: &record, round: 1 };
            let members = self.encryptors[side].iter_mut().zip(0u8..);
            members.for_each(|(encryptor, member)| encryptor.begin(&at.seat(side, member)));
        }
        for round in 1..=rules.round_limit {
            let at = Position { setup: self.setup, deal: &dealt, record: &record, round };
            let halves: Vec<Half> = sides.clone().map(|side| self.half(&at, number, side)).collect();
            for half in halves {
                log.add(self.setup, &dealt, &half);
                record.push(half);
            }
        }
    }

    fn half(&mut self, at: &Position<'_>, number: u64, side: Side) -> Half {
        let (rules, round) = (self.setup.rules(), at.round);
        let member = rules.encryptor_of(side, round);
        let mut stream = Stream::of_call(self.seed, number, side, member, round, Role::Encryptor);
        let encryptor = &mut self.encryptors[side][usize::from(member)];
        let clues = encryptor.clues(&at.encryptor(side, member), &mut stream);
        let interception = rules.may_intercept(round, side.opponent()).then(|| other_than(at.code(side)));
        played_half(round, side, clues, at.code(side), interception)
    }
}

/// Returns a half that the own team understood.
fn played_half(round: u8, side: Side, clues: Clues, code: Code, interception: Option<Code>) -> Half {
    Half { round, side, clues, guess: code, interception, code, forfeited: false }
}

/// Returns a wrong guess.
fn other_than(code: Code) -> Code {
    Code::ALL[(code.index() + 1) % Code::COUNT]
}
