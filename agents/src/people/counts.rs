//! What games of an agent come to, by round, and how far that is from people.

use overhear_engine::arena::{GameNumber, Recorder};
use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, Half};

use super::{Familiarity, FitTarget, PeopleRate};

/// Cases and codes of every [`PeopleRate`], with the games that they are from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// In the order of [`PeopleRate::ALL`]: so many of so many codes.
    pub figures: [[u64; 2]; PeopleRate::ALL.len()],
    /// Rounds of all games.
    pub rounds: u64,
    /// Games.
    pub games: u64,
}

/// Half of what separates the ends of the range of the mean number of rounds is so many standard errors.
const ROUNDS_SPREAD: f64 = 2.0;

impl Counts {
    /// What one game comes to.
    pub fn from_game(game: &Game) -> Counts {
        let halves = game.record.halves();
        let rounds = halves.last().map_or(0, |half| u64::from(half.round));
        Counts { figures: PeopleRate::ALL.map(|figure| count(halves, figure)), rounds, games: 1 }
    }

    /// Adds other games.
    pub fn add(&mut self, other: &Counts) {
        for (sum, more) in self.figures.iter_mut().flatten().zip(other.figures.iter().flatten()) {
            *sum += more;
        }
        self.rounds += other.rounds;
        self.games += other.games;
    }

    /// How far the games are from what is to be expected of a table, in nats: the log likelihood ratio of each rate
    /// against its [`FitTarget`], as if the target had been counted; and for the rounds ½z², the range of their mean being 2
    /// standard errors to either side of its middle.
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

/// codes · Σ q ln (q / p), with q what is aimed at and p what was found, shrunk by half a case.
fn divergence(aim: FitTarget, [cases, codes]: [u64; 2]) -> f64 {
    let found = (cases as f64 + 0.5) / (codes as f64 + 1.0);
    let term = |q: f64, p: f64| if q > 0.0 { q * libm::log(q / p) } else { 0.0 };
    aim.codes * (term(aim.rate, found) + term(1.0 - aim.rate, 1.0 - found))
}

/// Writes [`Counts`] of every game.
pub struct ByRound;

impl Recorder for ByRound {
    type Rows = Vec<Counts>;

    fn game(&self, _: GameNumber, _: BySide<usize>, game: &Game, page: &mut Self::Rows) {
        page.push(Counts::from_game(game));
    }
}
