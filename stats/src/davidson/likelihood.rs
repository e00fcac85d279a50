//! The likelihood of Davidson's model, its gradient and its information.

use super::table::GameTable;
use ndarray::Array2;

/// One encounter; virtual games can make its counts fractional.
#[derive(Clone, Copy, Debug)]
pub(super) struct EncounterCounts {
    first: usize,
    second: usize,
    first_wins: f64,
    second_wins: f64,
    ties: f64,
}

/// Parameter values; `ln_nu` is `None` without ties.
#[derive(Clone, Debug)]
pub(super) struct DavidsonPoint {
    pub(super) theta: Vec<f64>,
    pub(super) eta: f64,
    pub(super) ln_nu: Option<f64>,
}

impl DavidsonPoint {
    pub(super) fn nu(&self) -> f64 {
        self.ln_nu.map_or(0.0, libm::exp)
    }

    pub(super) fn moved(&self, step: &[f64], share: f64) -> Self {
        let agents = self.theta.len();
        let theta = self.theta.iter().zip(step).map(|(value, by)| value + share * by).collect();
        let ln_nu = self.ln_nu.map(|value| value + share * step[agents + 1]);
        Self { theta, eta: self.eta + share * step[agents], ln_nu }
    }

    pub(super) fn chances(&self, first: usize, second: usize) -> OutcomeProbabilities {
        OutcomeProbabilities::new(self.theta[first] - self.theta[second] + self.eta, self.nu())
    }
}

/// The probabilities of the outcomes of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutcomeProbabilities {
    pub(super) first: f64,
    pub(super) second: f64,
    pub(super) tie: f64,
}

impl OutcomeProbabilities {
    pub(super) fn new(difference: f64, nu: f64) -> Self {
        // All three weights are divided by e^{|d|/2}, so none overflows however far apart the strengths are.
        let lead = difference / 2.0;
        let weights = [lead, -lead].map(|half| libm::exp(half - lead.abs()));
        let tie = nu * libm::exp(-lead.abs());
        let total = weights[0] + weights[1] + tie;
        Self { first: weights[0] / total, second: weights[1] / total, tie: tie / total }
    }
}

/// The counts of all encounters, and the number of parameters they determine.
#[derive(Clone, Debug)]
pub(super) struct Likelihood {
    agents: usize,
    cells: Vec<EncounterCounts>,
    has_ties: bool,
}

impl Likelihood {
    /// Creates the likelihood of the games of which both agents are `counted`.
    pub(super) fn new(table: &GameTable, counted: impl Fn(usize, usize) -> bool) -> Self {
        let cells: Vec<EncounterCounts> = table
            .encounters()
            .filter(|games| counted(games.first, games.second))
            .map(|games| EncounterCounts {
                first: games.first,
                second: games.second,
                first_wins: games.first_wins as f64,
                second_wins: games.second_wins as f64,
                ties: games.ties as f64,
            })
            .collect();
        let has_ties = cells.iter().any(|cell| cell.ties > 0.0);
        Self { agents: table.agents(), cells, has_ties }
    }

    /// Adds `weight` virtual games to two agents, half won by each, in either order of seats.
    pub(super) fn add_virtual_games(&mut self, [one, other]: [usize; 2], weight: f64) {
        let quarter = weight / 4.0;
        for (first, second) in [(one, other), (other, one)] {
            let (first_wins, second_wins) = (quarter, quarter);
            self.cells.push(EncounterCounts { first, second, first_wins, second_wins, ties: 0.0 });
        }
    }

    pub(super) fn parameters(&self) -> usize {
        self.agents + 1 + usize::from(self.has_ties)
    }

    /// Returns the start of the iteration: equal agents, no seat effect, and the tie parameter that fits the
    /// share of ties.
    pub(super) fn start(&self) -> DavidsonPoint {
        let ties: f64 = self.cells.iter().map(|cell| cell.ties).sum();
        let decided: f64 = self.cells.iter().map(|cell| cell.first_wins + cell.second_wins).sum();
        let ln_nu = self.has_ties.then(|| libm::log(2.0 * ties / decided.max(0.5)));
        DavidsonPoint { theta: vec![0.0; self.agents], eta: 0.0, ln_nu }
    }

    pub(super) fn value(&self, point: &DavidsonPoint) -> f64 {
        self.cells
            .iter()
            .map(|cell| {
                let chance = point.chances(cell.first, cell.second);
                log_term(cell.first_wins, chance.first, chance.second + chance.tie)
                    + log_term(cell.second_wins, chance.second, chance.first + chance.tie)
                    + log_term(cell.ties, chance.tie, chance.first + chance.second)
            })
            .sum()
    }

    /// Returns the gradient of the log-likelihood.
    ///
    /// The excess of a favourite is computed from the few games that it did not win. A difference of millions
    /// would lose it to rounding.
    pub(super) fn gradient(&self, point: &DavidsonPoint) -> Vec<f64> {
        let mut gradient = vec![0.0; self.parameters()];
        for cell in &self.cells {
            let chance = point.chances(cell.first, cell.second);
            // ∂/∂d = first_wins + ties/2 − games · (P(first) + P(tie)/2); the sums telescope, so either side
            // gives it.
            let games = cell.first_wins + cell.second_wins + cell.ties;
            let ties = cell.ties - games * chance.tie;
            let lead = if chance.first > chance.second {
                games * chance.second - cell.second_wins - ties / 2.0
            } else {
                cell.first_wins - games * chance.first + ties / 2.0
            };
            gradient[cell.first] += lead;
            gradient[cell.second] -= lead;
            gradient[self.agents] += lead;
            if self.has_ties {
                gradient[self.agents + 1] += ties;
            }
        }
        gradient
    }

    pub(super) fn information(&self, point: &DavidsonPoint) -> Array2<f64> {
        let mut information = Array2::zeros((self.parameters(), self.parameters()));
        for cell in &self.cells {
            self.add_information(&mut information, *cell, point.chances(cell.first, cell.second));
        }
        information
    }

    // Adds −∂² of one cell. The score of a game has the variance (P₁ + P₂ − (P₁ − P₂)²)/4 in units of the
    // strength difference, which enters with the signs +, − and + for the two agents and the seat.
    fn add_information(
        &self,
        information: &mut Array2<f64>,
        cell: EncounterCounts,
        chance: OutcomeProbabilities,
    ) {
        let games = cell.first_wins + cell.second_wins + cell.ties;
        let lead = chance.first - chance.second;
        let of_lead = games * (chance.first + chance.second - lead * lead) / 4.0;
        let signs = [(cell.first, 1.0), (cell.second, -1.0), (self.agents, 1.0)];
        for (row, sign) in signs {
            for (column, other) in signs {
                information[[row, column]] += sign * other * of_lead;
            }
        }
        if self.has_ties {
            let tie = self.agents + 1;
            information[[tie, tie]] += games * chance.tie * (1.0 - chance.tie);
            for (row, sign) in signs {
                let cross = -sign * games * lead * chance.tie / 2.0;
                information[[row, tie]] += cross;
                information[[tie, row]] += cross;
            }
        }
    }
}

/// Returns what a count adds to the log-likelihood: the count times the logarithm of its chance, where `rest` is 1 − chance.
fn log_term(count: f64, chance: f64, rest: f64) -> f64 {
    // Near certainty the log is taken of 1 − (the rest): the chance itself has rounded to 1.
    match (count > 0.0, chance > rest) {
        (false, _) => 0.0,
        (true, false) => count * libm::log(chance),
        (true, true) => count * libm::log1p(-rest),
    }
}
