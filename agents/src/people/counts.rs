//! Counts of games by round, and their distance from games of people.

use overhear_engine::arena::{GameNumber, Recorder};
use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, Half};

use super::{Familiarity, FitTarget, PeopleRate};

/// Cases and codes of every [`PeopleRate`], with rounds and games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cases and codes, in the order of [`PeopleRate::ALL`].
    pub figures: [[u64; 2]; PeopleRate::ALL.len()],
    /// Sum of rounds.
    pub rounds: u64,
    /// Number of games.
    pub games: u64,
}

/// Half of the width of the range of mean rounds, in standard errors.
const ROUNDS_SPREAD: f64 = 2.0;

impl Counts {
    /// Returns the counts of one game.
    pub fn from_game(game: &Game) -> Counts {
        let halves = game.record.halves();
        let rounds = halves.last().map_or(0, |half| u64::from(half.round));
        Counts { figures: PeopleRate::ALL.map(|figure| count(halves, figure)), rounds, games: 1 }
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Counts) {
        for (sum, more) in self.figures.iter_mut().flatten().zip(other.figures.iter().flatten()) {
            *sum += more;
        }
        self.rounds += other.rounds;
        self.games += other.games;
    }

    /// Returns the distance of the counts from the targets, in nats. Each rate contributes its log likelihood
    /// ratio against its [`FitTarget`], as if the target had been counted. The mean number of rounds
    /// contributes ½z², with the range taken as 2 standard errors on either side of its middle.
    pub fn misfit(&self, familiarity: Familiarity) -> f64 {
        let rates = PeopleRate::ALL.iter().zip(self.figures);
        let rates = rates.map(|(&figure, counts)| divergence(familiarity.aim(figure), counts));
        let [low, high] = familiarity.rounds();
        let mean = self.rounds as f64 / self.games.max(1) as f64;
        let z = (mean - f64::midpoint(low, high)) / ((high - low) / 2.0) * ROUNDS_SPREAD;
        rates.sum::<f64>() + 0.5 * z * z
    }
}

fn count(halves: &[Half], figure: PeopleRate) -> [u64; 2] {
    let halves = halves.iter().filter(|half| figure.phase().rounds().contains(&half.round));
    let facts = halves.filter_map(|half| match figure {
        PeopleRate::Missed(_) => Some(!half.understood()),
        PeopleRate::Overheard(_) => half.interception.map(|_| half.intercepted()),
    });
    facts.fold([0, 0], |[cases, codes], fact| [cases + u64::from(fact), codes + 1])
}

/// Returns codes · Σ q ln (q / p), with the target q and the observed p, which is shrunk by half a case.
fn divergence(aim: FitTarget, [cases, codes]: [u64; 2]) -> f64 {
    let rate = (cases as f64 + 0.5) / (codes as f64 + 1.0);
    aim.codes * (term(aim.rate, rate) + term(1.0 - aim.rate, 1.0 - rate))
}

/// A [`Recorder`] that writes the [`Counts`] of every game.
pub struct RoundCountsRecorder;

impl Recorder for RoundCountsRecorder {
    type Output = Vec<Counts>;

    fn game(&self, _: GameNumber, _: BySide<usize>, game: &Game, page: &mut Self::Output) {
        page.push(Counts::from_game(game));
    }
}

fn term(q: f64, p: f64) -> f64 {
    if q > 0.0 { q * libm::log(q / p) } else { 0.0 }
}
