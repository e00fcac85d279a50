//! Scores of the chances that a giver states of its own clues: to be understood, and to be overheard.
//!
//! Each chance is scored against what happened, and against the exact probability that the named readers gave to the true code,
//! so that luck does not count.

use overhear_bots::{ClueTurn, StatedChances};
use overhear_engine::rules::Half;
use overhear_stats::Estimate;

use super::context::{Bench, CEILING};
use super::halves::{PlayedGame, PlayedHalf};
use super::number::{BenchNumber, Sums, one_if, smoothed};
use crate::error::LabError;

/// A half with the chances that its giver stated.
pub(super) struct RiskItem<'a> {
    pub(super) half: &'a PlayedHalf,
    pub(super) stated: StatedChances,
}

impl RiskItem<'_> {
    /// Returns the stated chance to be understood.
    fn understood(&self) -> Option<Chance> {
        let RiskItem { half, stated } = self;
        let (exact, event) = (half.beliefs.guess.into(), one_if(half.half.understood()));
        stated.understood.map(|stated| Chance { deal: half.deal, stated, event, exact })
    }

    /// Returns the stated chance to be overheard; `None` in a half without an interception.
    fn overheard(&self) -> Option<Chance> {
        let RiskItem { half, stated } = self;
        let (exact, event) = (half.beliefs.interception?.into(), one_if(half.half.intercepted()));
        stated.overheard.map(|stated| Chance { deal: half.deal, stated, event, exact })
    }
}

/// A stated chance beside the event and its exact chance.
struct Chance {
    deal: u64,
    stated: f64,
    event: f64,
    exact: f64,
}

impl Bench<'_> {
    /// Returns the agent's own halves of games by the rules of the leak task in which its bot has stated chances.
    pub(super) fn risks<'a>(&self, games: &'a [PlayedGame]) -> Result<Vec<RiskItem<'a>>, LabError> {
        let Some(bot) = self.bots.of(&self.spec) else { return Ok(Vec::new()) };
        let setup = self.words.world.setup(&self.all_rounds)?;
        let mut items = Vec::new();
        for game in games {
            let deal = setup.deal(self.seed, game.deal);
            for half in game.halves.iter().filter(|half| half.is_own) {
                let Half { round, side, code, .. } = half.half;
                let member = self.all_rounds.encryptor_of(side, round);
                let noise_seed = deal.noise_seeds[side][usize::from(member)];
                let turn = ClueTurn { side, noise_seed, round, code, history: game.before(round) };
                items.extend(bot.stated_chances(&turn).map(|stated| RiskItem { half, stated }));
            }
        }
        Ok(items)
    }
}

/// Adds the scores of stated chances, of a giver that always says one half, and of the exact chances. Nothing without any.
pub(super) fn score(player: &str, items: &[RiskItem<'_>], measures: &mut Vec<BenchNumber>) {
    let both: [(&str, Vec<Chance>); 2] = [
        ("p_understood", items.iter().filter_map(RiskItem::understood).collect()),
        ("p_overheard", items.iter().filter_map(RiskItem::overheard).collect()),
    ];
    for (key, chances) in both.iter().filter(|(_, chances)| !chances.is_empty()) {
        add(player, key, chances, |chance| chance.stated, measures);
        add("floor: always one half", key, chances, |_| 0.5, measures);
        add(CEILING, key, chances, |chance| chance.exact, measures);
    }
}

fn add(
    player: &str,
    key: &str,
    chances: &[Chance],
    stated: impl Fn(&Chance) -> f64,
    measures: &mut Vec<BenchNumber>,
) {
    let count = chances.len() as u64;
    let mut row = |what: &str, mean: fn(&Sums) -> Option<Estimate>, of: &dyn Fn(f64, &Chance) -> f64| {
        let mut sums = Sums::default();
        chances.iter().for_each(|chance| sums.add(chance.deal, of(stated(chance), chance), 1.0));
        measures.push(BenchNumber::new(
            "stated risk",
            player,
            format!("{what} of {key}"),
            mean(&sums),
            count,
        ));
    };
    row("Brier score", Sums::share, &|q, chance| (q - chance.event).powi(2));
    row("log loss in bits", log_loss, &|q, chance| cross_entropy(chance.event, q));
    row("Brier score against exact chances", Sums::share, &|q, chance| (q - chance.exact).powi(2));
    row("log loss in bits against exact chances", log_loss, &|q, chance| cross_entropy(chance.exact, q));
}

/// Returns the mean log loss in bits of two outcomes: the event, and its absence.
fn log_loss(sums: &Sums) -> Option<Estimate> {
    sums.loss_in_bits(2)
}

/// Returns −p log₂ q′ − (1 − p) log₂(1 − q′), where q′ is spread over the two outcomes, so that a wrong certainty costs finitely
/// many bits.
fn cross_entropy(p: f64, q: f64) -> f64 {
    -p * libm::log2(smoothed(q, 2)) - (1.0 - p) * libm::log2(smoothed(1.0 - q, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_of_one_half_costs_a_bit_and_a_wrong_certainty_finitely_many() {
        assert!(
            (cross_entropy(1.0, 0.5) - 1.0).abs() < 1e-12 && (cross_entropy(0.3, 0.5) - 1.0).abs() < 1e-12
        );
        assert!((cross_entropy(0.0, 1.0) - 6.64).abs() < 0.01, "{}", cross_entropy(0.0, 1.0));
        assert!(cross_entropy(1.0, 1.0) < 0.015);
    }
}
