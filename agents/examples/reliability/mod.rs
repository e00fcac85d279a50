//! How well interceptors' probabilities agree with what happens: a reliability table over games of an agent against
//! itself, all rounds played.

use std::sync::Arc;

use overhear_agents::model::World;
use overhear_agents::registry::{Spec, SpecError, build};
use overhear_engine::game::{Game, GameSetup, Position, Seed, Stream, Team};
use overhear_engine::rules::{BySide, PublicRecord, Rules, Side};

/// Bins of equal width from 0 to 1.
pub(crate) const BINS: usize = 10;

/// For each bin the halves whose likeliest code had a probability in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reliability {
    pub(crate) halves: [u64; BINS],
    /// How often that code was the right one.
    pub(crate) right: [u64; BINS],
    /// The sum of its probabilities.
    pub(crate) believed: [f64; BINS],
}

impl Reliability {
    fn add(&mut self, believed: f64, right: bool) {
        let bin = ((believed * BINS as f64) as usize).min(BINS - 1);
        self.halves[bin] += 1;
        self.right[bin] += u64::from(right);
        self.believed[bin] += believed;
    }

    /// The expected calibration error (Naeini, Cooper & Hauskrecht 2015): the mean over halves of the distance
    /// between a bin's mean probability and its share of right codes.
    pub(crate) fn error(&self) -> f64 {
        (0..BINS).map(|bin| (self.believed[bin] - self.right[bin] as f64).abs()).sum::<f64>()
            / self.halves.iter().sum::<u64>().max(1) as f64
    }
}

/// Plays games of `giver` against itself and has `listener` read White's clues from round 2 on.
pub(crate) fn measure(
    world: &Arc<World>,
    giver: &str,
    listener: &str,
    games: u64,
    seed: Seed,
) -> Result<Reliability, SpecError> {
    let (giver, listener) = (build(&Spec::parse(giver)?, world)?, build(&Spec::parse(listener)?, world)?);
    let rules = Rules { tokens_to_win: 0, tokens_to_lose: 0, ..Rules::official() };
    let table =
        GameSetup::new(rules.checked().expect("a game"), world.deck(), world.law()).expect("they agree");
    let mut teams = BySide::from_fn(|_| Team::new(&*giver, 2));
    let (mut reader, mut game) = (listener.guesser(), Game::new());
    let mut reliability = Reliability::default();
    for number in 0..games {
        let deal = table.deal(seed, number);
        let BySide { white, black } = &mut teams;
        table.play(&deal, BySide { white, black }, &mut game);
        let mut record = PublicRecord::new();
        for &half in game.record.halves() {
            let at = Position { setup: &table, deal: &deal, record: &record, round: half.round };
            if record.halves().is_empty() {
                reader.begin(&at.seat(Side::Black, 0));
            }
            if half.side == Side::White && half.round > 1 {
                let view = at.interceptor(Side::Black, 0, half.clues);
                let belief = reader.intercept(&view, &mut Stream::of_deal(seed, number));
                reliability.add(f64::from(belief.probability(belief.best())), belief.best() == half.code);
            }
            record.push(half);
        }
    }
    Ok(reliability)
}
