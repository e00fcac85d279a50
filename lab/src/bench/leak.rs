//! The task `leak`: what guessers read from the agent's own clues.

use overhear_engine::rules::Half;
use serde_json::{Value, json};

use super::BenchOutput;
use super::context::Bench;
use super::halves::{PlayedGame, games};
use super::number::{BenchNumber, Sums, bits, one_if, rounded};
use super::risk::{self, RiskItem};
use crate::error::LabError;
use crate::exploitability::{BestGuess, RecordedGame, best_guesses};

/// Name of the measure of the best guesser.
pub(super) const BY_BEST: &str = "overheard by the best guesser";

/// Name of the measure of `bayes`.
pub(super) const BY_BAYES: &str = "overheard by `bayes`";

impl Bench<'_> {
    /// Has `bayes` alone decode and intercept the players' clues, in as many rounds for every player, and then all guessers of an
    /// exploitability search. They read the games that were played, so a bot is asked nothing for them.
    pub(super) fn leak(&self, (measures, items): BenchOutput<'_>) -> Result<(), LabError> {
        for (player, spec) in self.players()? {
            let [giver, _] = Bench::parts(&spec);
            let agents = [self.agent(&format!("{giver}/bayes"))?, self.agent("margin/bayes")?];
            let table = (&*self.words.world, &self.all_rounds);
            let played = games(table, &agents, self.seed, self.games, self.watch)?;
            let best = self.best_guesses(&played)?;
            if self.is_subject(&player) {
                let risks = self.risks(&played)?;
                risk::score(&player, &risks, measures);
                items.extend(risks.iter().map(|risk| self.risk_item(risk)));
                items.extend(self.leak_items(&giver, &played, &best));
            }
            measures.extend(leak_measures(&player, &played, &best));
        }
        Ok(())
    }

    /// Returns what the best guesser finds of each own half in which the code may be intercepted.
    fn best_guesses(&self, games: &[PlayedGame]) -> Result<Vec<BestGuess>, LabError> {
        let recorded: Vec<RecordedGame<'_>> = games.iter().filter_map(PlayedGame::recorded).collect();
        best_guesses(&self.words.world, &self.all_rounds, self.seed, &recorded, self.watch)
    }

    fn leak_items(&self, giver: &str, games: &[PlayedGame], best: &[BestGuess]) -> Vec<Value> {
        let halves = games.iter().flat_map(|game| &game.halves).filter(|half| half.is_own);
        let readings = halves.filter_map(|half| Some((half, half.beliefs.interception?)));
        let items = readings.zip(best).map(|((half, p_true), best)| {
            let mut item = self.item("leak", giver, half, half.half.intercepted(), f64::from(p_true));
            item["best_guesser"] = json!(best.guesser);
            item["found_by_best"] = json!(best.is_right);
            item
        });
        items.collect()
    }

    fn risk_item(&self, RiskItem { half, stated }: &RiskItem<'_>) -> Value {
        let Half { round, code, .. } = half.half;
        json!({
            "task": "stated risk", "game": half.game, "round": round, "clues": self.texts(&half.half),
            "code": code.number(), "p_understood": stated.understood, "p_overheard": stated.overheard,
            "understood": half.half.understood(), "exact_understood": rounded(half.beliefs.guess.into()),
            "overheard": half.beliefs.interception.map(|_| half.half.intercepted()),
            "exact_overheard": half.beliefs.interception.map(|p| rounded(p.into())),
        })
    }
}

/// Returns the measures of a player's clues.
fn leak_measures(player: &str, games: &[PlayedGame], best: &[BestGuess]) -> [BenchNumber; 4] {
    let mut sums: [Sums; 4] = Default::default();
    let mut counts = [0; 2];
    let mut best = best.iter();
    for half in games.iter().flat_map(|game| &game.halves).filter(|half| half.is_own) {
        sums[0].add(half.deal, one_if(half.half.understood()), 1.0);
        counts[0] += 1;
        let Some(p_true) = half.beliefs.interception else { continue };
        sums[1].add(half.deal, one_if(half.half.intercepted()), 1.0);
        let best = best.next().expect("every half that may be intercepted was observed");
        sums[2].add(half.deal, one_if(best.is_right), 1.0);
        sums[3].add(half.deal, bits(p_true.into()), 1.0);
        counts[1] += 1;
    }
    let [understood, overheard, by_best, leaked] = sums;
    [
        BenchNumber::new("leak", player, "understood by `bayes`", understood.share(), counts[0]),
        BenchNumber::new("leak", player, BY_BAYES, overheard.share(), counts[1]),
        BenchNumber::new("leak", player, BY_BEST, by_best.share(), counts[1]),
        BenchNumber::new("leak", player, "bits leaked to `bayes`", leaked.bits(), counts[1]),
    ]
}
