//! A guesser that learns an Encryptor from its logged games.
//!
//! A conditional logit over the beliefs of the built-in guessers, fitted to halves of the Encryptor. The features of
//! a code are the logarithm of each guesser's probability, its square, and for the first guessers the half octave
//! of the probability. The fit finds codes that an Encryptor hides by exclusion, without knowing how it chooses.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_agents::model::World;
use overhear_agents::registry::{GUESSERS, Spec, build};
use overhear_engine::game::{Agent, Belief, Deal, Game, GameSetup, Guesser, Position, Seed, Stream, Team};
use overhear_engine::rules::{BySide, Code, PublicRecord, Rules, Side};
use overhear_stats::{ChoiceData, ConditionalLogit, RatioMoments};

use crate::error::LabError;
use crate::run_control::RunControl;

/// Largest number of games to learn from. It keeps the features below 100 MB.
pub(crate) const MOST_LEARNED: u64 = 1000;

/// A guesser beside the guessers with default settings: `levelk` before it excludes codes.
const FIRST: &str = "levelk:inversion=0";

/// Number of guessers with features for half octaves of their probability.
const IN_STEPS: usize = 3;

/// Number of half octaves, from 1 down.
const STEPS: usize = 16;

/// Least probability; smaller ones are raised to it.
const LEAST: f32 = 1.0 / 4096.0;

/// The weight of half the sum of the squared weights.
const RIDGE: f64 = 1.0;

/// An Encryptor's agent, and the guessers that observe it.
pub(crate) struct LearnedReader<'a> {
    world: &'a World,
    rules: Rules,
    seed: Seed,
    giver: &'a dyn Agent,
    readers: Vec<Box<dyn Agent>>,
}

impl<'a> LearnedReader<'a> {
    /// Returns the SPEC parts of the guessers.
    pub(crate) fn readers() -> impl Iterator<Item = &'static str> {
        let honest = GUESSERS.iter().filter(|kind| !kind.cheats && kind.name != "uniform");
        std::iter::once(FIRST).chain(honest.map(|kind| kind.name))
    }

    pub(crate) fn new(
        world: &'a Arc<World>,
        rules: Rules,
        seed: Seed,
        giver: &'a dyn Agent,
    ) -> Result<LearnedReader<'a>, LabError> {
        let reader = |name| {
            let spec = Spec::parse(&format!("nearest/{name}"))?;
            Ok::<_, LabError>(build(&spec, world)?)
        };
        let readers = LearnedReader::readers().map(reader).collect::<Result<_, _>>()?;
        Ok(LearnedReader { world, rules, seed, giver, readers })
    }

    /// Fits to the games of some deals, and returns the share of codes found in others by deal; `None` if
    /// stopped.
    pub(crate) fn measure(
        &self,
        learned: Range<u64>,
        others: Range<u64>,
        watched: (&RunControl, &AtomicU64),
    ) -> Result<Option<RatioMoments>, LabError> {
        let mut data = ChoiceData::new(Code::COUNT, self.features());
        let mut rows = vec![0.0; Code::COUNT * self.features()];
        let heard = self.play(learned, watched, &mut |_, code, beliefs| {
            write_features(beliefs, &mut rows);
            data.push(&rows, code.index());
        })?;
        if !heard {
            return Ok(None);
        }
        let fitted = ConditionalLogit::fit(&data, RIDGE);
        drop(data);
        let first = others.start;
        let mut found = vec![[0; 2]; (others.end - first) as usize];
        let heard = self.play(others, watched, &mut |deal, code, beliefs| {
            write_features(beliefs, &mut rows);
            let [right, halves] = &mut found[(deal - first) as usize];
            *right += i64::from(fitted.best(&rows) == code.index());
            *halves += 1;
        })?;
        let mut moments = RatioMoments::default();
        found.into_iter().for_each(|[right, halves]| moments.record(right, halves));
        Ok(heard.then_some(moments))
    }

    fn features(&self) -> usize {
        2 * self.readers.len() + IN_STEPS * STEPS
    }

    /// Plays the agent against itself and passes on the guessers' beliefs about both teams' codes; `false` if
    /// stopped.
    fn play(
        &self,
        deals: Range<u64>,
        (watch, done): (&RunControl, &AtomicU64),
        heard: &mut dyn FnMut(u64, Code, &[Belief]),
    ) -> Result<bool, LabError> {
        let table = self.world.table(&self.rules)?;
        let mut teams = BySide::from_fn(|_| Team::new(self.giver, 2));
        let mut readers: Vec<_> = self.readers.iter().map(|reader| reader.guesser()).collect();
        let mut game = Game::new();
        for number in deals {
            if watch.is_over() {
                return Ok(false);
            }
            let deal = table.deal(self.seed, number);
            let BySide { white, black } = &mut teams;
            table.play(&deal, BySide { white, black }, &mut game);
            for side in [Side::White, Side::Black] {
                read(&table, &deal, &game, side, &mut readers, &mut |code, beliefs| {
                    heard(number, code, beliefs);
                });
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(true)
    }
}

/// Passes on the guessers' beliefs about every code of one side that may be intercepted.
fn read(
    table: &GameSetup<'_>,
    deal: &Deal,
    game: &Game,
    side: Side,
    readers: &mut [Box<dyn Guesser>],
    heard: &mut dyn FnMut(Code, &[Belief]),
) {
    let (mut record, mut beliefs) = (PublicRecord::new(), Vec::with_capacity(readers.len()));
    let mut stream = Stream::of_deal(Seed(0), 0);
    for (n, &half) in game.record.halves().iter().enumerate() {
        let at = Position { table, deal, record: &record, round: half.round };
        if n == 0 {
            readers.iter_mut().for_each(|reader| reader.begin(&at.seat(side.opponent(), 0)));
        }
        if half.side == side && half.interception.is_some() {
            let view = at.interceptor(side.opponent(), 0, half.clues);
            beliefs.clear();
            beliefs.extend(readers.iter_mut().map(|reader| reader.intercept(&view, &mut stream)));
            heard(half.code, &beliefs);
        }
        record.push(half);
    }
}

/// Writes a row of features for each code.
fn write_features(beliefs: &[Belief], rows: &mut [f32]) {
    let size = rows.len() / Code::COUNT;
    rows.fill(0.0);
    for (code, row) in rows.chunks_exact_mut(size).enumerate() {
        let (logs, rest) = row.split_at_mut(beliefs.len());
        let (squares, steps) = rest.split_at_mut(beliefs.len());
        for (n, belief) in beliefs.iter().enumerate() {
            let log = libm::log2f(belief.probabilities()[code].max(LEAST));
            logs[n] = log;
            squares[n] = log * log / 10.0;
            if n < IN_STEPS {
                steps[n * STEPS + ((-2.0 * log) as usize).min(STEPS - 1)] = 1.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clue_outcomes::all_rounds;
    use crate::setup::{WordFiles, Words};

    /// Returns the share of a giver's codes that the learned guesser finds after some games.
    fn found(giver: &str, games: u64) -> f64 {
        let words =
            Words::load(&WordFiles { vocabulary: Some(2000), ..WordFiles::default() }).expect("words");
        let giver = build(&Spec::parse(giver).expect("a SPEC"), &words.world).expect("an agent");
        let rules = *all_rounds(&[]).expect("rules");
        let reader = LearnedReader::new(&words.world, rules, Seed(1), &*giver).expect("readers");
        let (watch, done) = (RunControl::default(), AtomicU64::new(0));
        let moments = reader.measure(0..games, 1000..1000 + games, (&watch, &done));
        let moments = moments.expect("it is played").expect("to its end");
        assert_eq!((moments.deals, done.into_inner()), (games, 2 * games));
        moments.ratio().expect("halves")
    }

    #[test]
    fn it_reads_who_is_plain_and_finds_nothing_in_chance() {
        assert!(found("nearest/bayes", 30) > 0.8);
        assert!(found("random/bayes", 30) < 0.12, "chance is 1 in 24");
    }

    #[test]
    fn a_stop_leaves_nothing() {
        let words =
            Words::load(&WordFiles { vocabulary: Some(2000), ..WordFiles::default() }).expect("words");
        let giver = build(&Spec::parse("nearest/bayes").expect("a SPEC"), &words.world).expect("an agent");
        let rules = *all_rounds(&[]).expect("rules");
        let reader = LearnedReader::new(&words.world, rules, Seed(1), &*giver).expect("readers");
        let watch = RunControl::default();
        watch.stop.ask();
        assert!(reader.measure(0..3, 3..6, (&watch, &AtomicU64::new(0))).expect("no error").is_none());
    }
}
