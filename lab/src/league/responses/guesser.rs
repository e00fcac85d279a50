//! Search for the guesser that intercepts the clues of the mix best.
//!
//! It is the search of `agents exploit`, with the agents of the mix in turn, each on its share of the deals.
//! Another guesser is fitted to games of the mix.

use std::ops::Range;

use overhear_agents::registry::{Spec, SpecPart, build};
use overhear_engine::game::{Agent, Seed};
use overhear_stats::{ConditionalLogit, RatioMoments};

use super::super::plan::LeaguePlan;
use super::mix::{Mix, MixDeals};
use super::{SEARCH, half_of_games};
use crate::clue_outcomes::play_clue_outcomes;
use crate::error::LabError;
use crate::exploit_search::{Candidate, Candidates, Opponent, Rung, halving_search, planned, rank, rungs};
use crate::exploitability::{MOST_LEARNED, fit_learned, is_observable};
use crate::run::StepLog;
use crate::run_control::{Counter, RunControl};

/// Guessers that were found against the mix.
pub(super) struct FoundGuessers {
    /// The best guesser that a SPEC can name.
    pub(super) part: SpecPart,
    /// Weights of a guesser that is fitted to games of the mix; `None` if the mix cannot be observed.
    pub(super) learned: Option<ConditionalLogit>,
}

/// A search for a guesser.
pub(super) struct GuesserSearch<'a> {
    pub(super) plan: &'a LeaguePlan,
    pub(super) mix: &'a Mix,
    pub(super) watch: &'a RunControl,
}

/// Returns the number of games of a search at most.
pub(super) fn most_games(plan: &LeaguePlan) -> u64 {
    let candidates = candidates(plan);
    let field = candidates.field();
    let games = half_of_games(plan);
    let around = field.iter().map(|part| candidates.moves(part).len() as u64 + 1).max();
    planned(&rungs(field.len(), games)) + around.unwrap_or(0) * (games + 1)
}

fn candidates(plan: &LeaguePlan) -> Candidates<'_> {
    let LeaguePlan { words, registry, bots, .. } = plan;
    Candidates { world: &words.world, registry, bots, against: Opponent::Giver }
}

impl GuesserSearch<'_> {
    /// Returns the best guessers; `None` if stopped. Nothing is fitted to agents that wait for external players.
    pub(super) fn best(&self, log: &mut StepLog) -> Result<Option<FoundGuessers>, LabError> {
        let Some(name) = self.winner(log)? else { return Ok(None) };
        let part = self.part(&name)?;
        let games = self.plan.respond_games.min(MOST_LEARNED);
        let divided = self.mix.divide(SEARCH..SEARCH + games);
        if !self.is_observable(&divided, &part)? {
            return Ok(Some(FoundGuessers { part, learned: None }));
        }
        let counter = self.watch.count(0, games);
        let fitted = log.step((counter.done(), games), || self.fit(&divided, &counter))?;
        Ok(fitted.map(|weights| FoundGuessers { part, learned: Some(weights) }))
    }

    /// Returns the best SPEC part: halving first, then moves around the best.
    fn winner(&self, log: &mut StepLog) -> Result<Option<String>, LabError> {
        let candidates = candidates(self.plan);
        let field = candidates.field();
        let rungs = rungs(field.len(), half_of_games(self.plan));
        let counter = self.watch.count(0, planned(&rungs));
        let best = halving_search(field, &rungs, |_, field, games| self.rank(field, games, &counter, log))?;
        let Some(best) = best else { return Ok(None) };
        drop(counter);
        let around: Vec<_> = std::iter::once(best.clone()).chain(candidates.moves(&best)).collect();
        let games = rungs.last().map_or(0, |rung| rung.games);
        let counter = self.watch.count(0, planned(&[Rung { entries: around.len(), games }]));
        let ranked = self.rank(around, games, &counter, log)?;
        Ok(ranked.map(|mut ranked| ranked.swap_remove(0).part))
    }

    /// Ranks parts by how often they intercept.
    fn rank(
        &self,
        field: Vec<String>,
        games: u64,
        counter: &Counter,
        log: &mut StepLog,
    ) -> Result<Option<Vec<Candidate>>, LabError> {
        let pairs = games.div_ceil(2);
        rank(field, |name| {
            let part = self.part(name)?;
            log.step((counter.done(), 2 * pairs), || self.rate(SEARCH..SEARCH + pairs, &part, counter))
        })
    }

    /// Returns `true` if no agent of the mix and no guesser waits for external players.
    fn is_observable(&self, divided: &[MixDeals], part: &SpecPart) -> Result<bool, LabError> {
        for &MixDeals { player, .. } in divided {
            let agents = [self.plan.players[player].build(&self.plan.words)?, self.rival(player, part)?];
            if !agents.iter().all(|agent| is_observable(&**agent)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Fits a guesser to games of the mix; `None` if stopped.
    fn fit(&self, divided: &[MixDeals], counter: &Counter) -> Result<Option<ConditionalLogit>, LabError> {
        let LeaguePlan { words, players, seed, .. } = self.plan;
        let givers = divided.iter().map(|part| players[part.player].build(words));
        let givers = givers.collect::<Result<Vec<_>, _>>()?;
        let played: Vec<(&dyn Agent, Range<u64>)> =
            givers.iter().zip(divided).map(|(giver, part)| (&**giver, part.deals.clone())).collect();
        fit_learned(&words.world, self.plan.all_rounds(), Seed(*seed), &played, (self.watch, counter.done()))
    }

    /// Returns how often a guesser intercepts the clues of the mix, over all rounds of every game; `None` if stopped.
    fn rate(
        &self,
        deals: Range<u64>,
        part: &SpecPart,
        counter: &Counter,
    ) -> Result<Option<RatioMoments>, LabError> {
        let LeaguePlan { words, players, seed, .. } = self.plan;
        let (world, rules) = (&words.world, self.plan.all_rounds());
        let mut rate = RatioMoments::default();
        for MixDeals { player, deals } in self.mix.divide(deals) {
            let agents = [players[player].build(words)?, self.rival(player, part)?];
            let outcomes =
                play_clue_outcomes(world, rules, &agents, Seed(*seed), deals, (self.watch, counter.done()))?;
            let Some([target, _]) = outcomes else { return Ok(None) };
            rate.merge(&target.intercepted);
        }
        Ok(Some(rate))
    }

    /// Returns an agent of the mix with another guesser.
    fn rival(&self, player: usize, guesser: &SpecPart) -> Result<Box<dyn Agent>, LabError> {
        let encryptor = self.plan.players[player].spec.encryptor.clone();
        let spec = Spec { label: format!("{encryptor}/{guesser}"), encryptor, guesser: guesser.clone() };
        Ok(build(&spec, &self.plan.words.world)?)
    }

    fn part(&self, name: &str) -> Result<SpecPart, LabError> {
        Ok(self.plan.registry.parse(&format!("random/{name}"))?.guesser)
    }
}
