//! Expected scores between rated agents, with standard errors propagated from the ratings.

use super::likelihood::OutcomeProbabilities;
use super::{DavidsonError, DavidsonFit, ParameterCovariance};
use crate::{Estimate, Interval};

/// An expected score with its derivatives by strength difference, seat effect and ln ν.
///
/// The expected score of the opponent is kept beside it: where it is tiny, one minus the score would round it
/// away.
struct ExpectedScore {
    score: f64,
    rest: f64,
    slopes: [f64; 3],
}

impl ExpectedScore {
    /// Creates the mean over both seats, from the chances in the first seat and the opponent's chances there.
    fn new(first: &OutcomeProbabilities, opponents: &OutcomeProbabilities) -> ExpectedScore {
        let [own, other] = [first, opponents].map(|chances| {
            let (decided, lead) = (chances.first + chances.second, chances.first - chances.second);
            (chances.first * chances.second + decided * chances.tie / 4.0, -lead * chances.tie / 2.0)
        });
        let ties = f64::midpoint(first.tie, opponents.tie) / 2.0;
        ExpectedScore {
            score: f64::midpoint(first.first, opponents.second) + ties,
            rest: f64::midpoint(first.second, opponents.first) + ties,
            slopes: [f64::midpoint(own.0, other.0), (own.0 - other.0) / 2.0, (own.1 - other.1) / 2.0],
        }
    }

    /// Returns the standard error by the delta method: √(gᵀ V g) with the gradient g of the score.
    fn error(&self, one: usize, other: usize, errors: &ParameterCovariance) -> f64 {
        let (natural, agents) = (errors.natural(), errors.agents());
        let [strength, seat, tie] = self.slopes;
        let mut gradient = vec![0.0; natural.nrows()];
        (gradient[one], gradient[other], gradient[agents]) = (strength, -strength, seat);
        if let Some(of_ties) = gradient.get_mut(agents + 1) {
            *of_ties = tie;
        }
        let places = 0..gradient.len();
        let terms = places.clone().map(|i| {
            let row: f64 = places.clone().map(|j| natural[[i, j]] * gradient[j]).sum();
            gradient[i] * row
        });
        let variance: f64 = terms.sum();
        variance.max(0.0).sqrt()
    }
}

impl DavidsonFit {
    /// Returns the expected score of `one` against `other`, with half of the games in either seat.
    ///
    /// The interval is computed for the log odds and mapped back, so it lies between 0 and 1.
    ///
    /// # Errors
    /// [`DavidsonError::NoSuchAgent`] and [`DavidsonError::SelfPlay`]; [`DavidsonError::ErrorsDisagree`] if
    /// the errors belong to another fit.
    pub fn expected_mean_score(
        &self,
        one: usize,
        other: usize,
        errors: &ParameterCovariance,
    ) -> Result<Estimate, DavidsonError> {
        let chances = [self.chances(one, other)?, self.chances(other, one)?];
        self.check_errors(errors)?;
        let expected = ExpectedScore::new(&chances[0], &chances[1]);
        let (value, se) = (expected.score, expected.error(one, other, errors));
        let odds = errors.estimate(libm::log(value / expected.rest), se / (value * expected.rest));
        let interval: Interval = odds.interval.map(|odds| 1.0 / (1.0 + libm::exp(-odds)));
        Ok(Estimate { value, se, interval })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Encounter, GameTable, fit_davidson};

    fn fit(wins: u64) -> DavidsonFit {
        let mut table = GameTable::new(3);
        for (first, second, more) in
            [(0, 1, wins), (1, 0, 40), (1, 2, 55), (2, 1, 35), (0, 2, 60), (2, 0, 30)]
        {
            let games = Encounter { first, second, first_wins: more, second_wins: 90 - more, ties: 10 };
            table.add(games).expect("two agents");
        }
        fit_davidson(&table).expect("games")
    }

    #[test]
    fn it_is_the_mean_of_both_seats_and_its_complement_is_the_others() {
        let fit = fit(50);
        let errors = fit.fisher();
        let seats =
            [fit.expected_score(0, 2), fit.expected_score(2, 0)].map(|score| score.expect("two agents"));
        let estimate = fit.expected_mean_score(0, 2, &errors).expect("two agents");
        let back = fit.expected_mean_score(2, 0, &errors).expect("two agents");
        assert!((estimate.value - (seats[0] + 1.0 - seats[1]) / 2.0).abs() < 1e-12);
        assert!((estimate.value + back.value - 1.0).abs() < 1e-12 && (estimate.se - back.se).abs() < 1e-12);
        assert!((estimate.interval.low + back.interval.high - 1.0).abs() < 1e-12);
        assert!(estimate.interval.contains(estimate.value) && estimate.interval.width() > 3.0 * estimate.se);
        assert!(fit.expected_mean_score(0, 0, &errors).is_err());
    }

    #[test]
    fn a_score_that_rounds_to_1_keeps_its_interval() {
        let mut table = GameTable::new(9);
        for weaker in 0..8 {
            for (first, second) in [(weaker, weaker + 1), (weaker + 1, weaker)] {
                let [first_wins, second_wins] = if first > second { [100_000, 1] } else { [1, 100_000] };
                table.add(Encounter { first, second, first_wins, second_wins, ties: 1 }).expect("two agents");
            }
        }
        let fit = fit_davidson(&table).expect("games");
        let [sure, hopeless] = [(8, 0), (0, 8)]
            .map(|(one, other)| fit.expected_mean_score(one, other, &fit.fisher()).expect("two agents"));
        assert!(sure.value == 1.0 && sure.se > 0.0 && sure.interval.contains(1.0), "{sure:?}");
        let Interval { low, high } = hopeless.interval;
        assert!(0.0 < low && low < hopeless.value && hopeless.value < high && high < 1e-15, "{hopeless:?}");
    }

    #[test]
    fn the_errors_of_other_ratings_are_refused() {
        let mut few = GameTable::new(2);
        few.add(Encounter { first: 0, second: 1, first_wins: 6, second_wins: 5, ties: 0 })
            .expect("two agents");
        few.add(Encounter { first: 1, second: 0, first_wins: 6, second_wins: 5, ties: 0 })
            .expect("two agents");
        let (fit, few) = (fit(50), fit_davidson(&few).expect("games").fisher());
        let refused = DavidsonError::ErrorsDisagree { agents: 3, errors: 2 };
        assert_eq!(fit.expected_mean_score(0, 2, &few), Err(refused));
        assert_eq!(fit.difference(0, 2, &few), Err(refused));
    }

    #[test]
    fn the_error_has_each_slope_at_its_parameter() {
        let fit = fit(50);
        let errors = fit.fisher();
        let chances = [fit.chances(0, 2), fit.chances(2, 0)].map(|chances| chances.expect("two agents"));
        let expected = ExpectedScore::new(&chances[0], &chances[1]);
        // Three strengths, the seat, the ties.
        let [strength, seat, ties] = expected.slopes;
        let gradient = [strength, 0.0, -strength, seat, ties];
        let covariance = errors.natural();
        assert_eq!(covariance.dim(), (5, 5));
        let variance: f64 =
            (0..25).map(|n| gradient[n / 5] * covariance[[n / 5, n % 5]] * gradient[n % 5]).sum();
        assert!((expected.error(0, 2, &errors) - variance.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn the_slopes_are_those_of_the_model() {
        let fit = fit(50);
        let (theta, eta, nu) = (fit.strengths(), fit.seat_effect(), fit.tie_parameter());
        let score = |d: f64, eta: f64, ln_nu: f64| {
            let of = |d: f64| OutcomeProbabilities::new(d, libm::exp(ln_nu));
            ExpectedScore::new(&of(d + eta), &of(eta - d))
        };
        let (d, ln_nu, step) = (theta[0] - theta[2], libm::log(nu), 1e-6);
        let slopes = score(d, eta, ln_nu).slopes;
        let up = [score(d + step, eta, ln_nu), score(d, eta + step, ln_nu), score(d, eta, ln_nu + step)];
        let down = [score(d - step, eta, ln_nu), score(d, eta - step, ln_nu), score(d, eta, ln_nu - step)];
        for (slope, (up, down)) in slopes.into_iter().zip(up.iter().zip(&down)) {
            let measured = (up.score - down.score) / (2.0 * step);
            assert!((slope - measured).abs() < 1e-8, "{slope} {measured}");
        }
    }
}
