//! Fresh responses to the equilibrium mix: agents that are built against it, and the regret of the mix against the best.
//!
//! The equilibrium is one of the members' scores: it says nothing about agents outside the league. So a guesser is
//! searched for that intercepts the clues of the mix, and another is fitted to its games. Every Encryptor of a preset or
//! of a member is joined with the found guesser and with the guessers of the mix, and each of these agents also plays
//! with the fitted guesser as its interceptor. One half of the games chooses the best response, and its score is
//! measured on the other half, so the choice does not bias it. The regret is what this score exceeds one half by. An
//! even better response may exist, so the regret is a lower bound of the exploitability of the mix.

mod guesser;
mod mix;
mod score;

use overhear_agents::registry::{Spec, SpecPart, build};
use overhear_engine::game::Agent;
use overhear_stats::Estimate;

use self::guesser::{FoundGuessers, GuesserSearch};
use self::mix::Mix;
use self::score::{DealScores, play};
use super::plan::LeaguePlan;
use super::table::LeagueTable;
use crate::error::LabError;
use crate::exploit_search::short;
use crate::exploitability::{LEARNED, LearnedInterceptor};
use crate::run::StepLog;
use crate::run_control::{Counter, RunControl};

/// First deal on which guessers are searched for; no other part of a league comes so far.
const SEARCH: u64 = 1 << 40;

/// First deal on which the response is chosen.
const CHOICE: u64 = 2 << 40;

/// First deal on which the chosen response is measured.
const MEASUREMENT: u64 = 3 << 40;

/// An agent built against the equilibrium mix.
#[derive(Clone, Debug)]
pub struct Response {
    /// SPEC of the agent; parameters at their default are omitted.
    pub spec: String,
    /// SPEC part of the guesser that intercepts, or `learned` for a guesser that is fitted to games of the mix. All
    /// other guesses are those of the SPEC.
    pub interceptor: String,
    /// Number of games against each agent of the mix on the deals that choose the best response.
    pub choosing_games: u64,
    /// Score against the mix on these deals.
    pub choosing_score: Option<Estimate>,
    /// Number of games against each agent of the mix on other deals; 0 for all but the best response.
    pub games: u64,
    /// Score against the mix on the other deals; `None` for all but the best response.
    pub score: Option<Estimate>,
}

impl Response {
    /// Returns what the score on the other deals exceeds one half by: the regret of the mix.
    pub fn regret(&self) -> Option<Estimate> {
        self.score.map(|score| score.shift(-0.5))
    }

    /// Returns the SPEC, and the interceptor if the SPEC does not name it.
    pub fn name(&self) -> String {
        let is_learned = self.interceptor == LEARNED;
        if is_learned { format!("{} + {LEARNED}", self.spec) } else { self.spec.clone() }
    }
}

/// Returns the responses, the best on the choosing deals first; none without a search. Returns `None` if stopped.
pub(super) fn find(
    plan: &LeaguePlan,
    table: &LeagueTable,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<Option<Vec<Response>>, LabError> {
    if plan.respond_games == 0 {
        return Ok(Some(Vec::new()));
    }
    let mix = Mix::new(plan, table);
    let Some(guessers) = GuesserSearch { plan, mix: &mix, watch }.best(log)? else { return Ok(None) };
    Responses { plan, mix, guessers, watch }.rank(log)
}

/// Returns the number of games that any member plays at most in a search.
pub(super) fn most_games(plan: &LeaguePlan) -> Result<u64, LabError> {
    if plan.respond_games == 0 {
        return Ok(0);
    }
    // The found guesser and those of the members, each with two interceptors, and the best response once more.
    let responses = 2 * (givers(plan)?.len() * (plan.members + 1)) as u64 + 1;
    Ok(guesser::most_games(plan) + 2 * responses * half_of_games(plan))
}

/// Returns the games against each agent of the mix that choose or measure a response.
fn half_of_games(plan: &LeaguePlan) -> u64 {
    2 * plan.respond_games.div_ceil(4)
}

/// Returns the Encryptors of the presets and of the members, each once.
fn givers(plan: &LeaguePlan) -> Result<Vec<SpecPart>, LabError> {
    let presets = plan.registry.presets().iter().map(|preset| plan.registry.parse(preset.name));
    let presets = presets.collect::<Result<Vec<_>, _>>()?;
    let members = plan.players[..plan.members].iter().map(|member| &member.spec);
    let mut givers: Vec<SpecPart> = Vec::new();
    for spec in presets.iter().chain(members) {
        if !spec.encryptor.cheats() && !givers.contains(&spec.encryptor) {
            givers.push(spec.encryptor.clone());
        }
    }
    Ok(givers)
}

/// An agent that may be the best response.
struct ResponseCandidate {
    spec: Spec,
    /// Whether the fitted guesser intercepts.
    is_learned: bool,
}

/// The agents that are built against the mix.
struct Responses<'a> {
    plan: &'a LeaguePlan,
    mix: Mix,
    guessers: FoundGuessers,
    watch: &'a RunControl,
}

impl Responses<'_> {
    /// Plays every response against the mix, and the best once more on other deals; `None` if stopped.
    fn rank(&self, log: &mut StepLog) -> Result<Option<Vec<Response>>, LabError> {
        let candidates = self.candidates()?;
        let Some(first) = candidates.first() else { return Ok(Some(Vec::new())) };
        let mut agents = self.agents(first)?;
        let games = half_of_games(self.plan);
        let all = games * self.mix.parts.len() as u64;
        let counter = self.watch.count(0, all * (candidates.len() as u64 + 1));
        let mut ranked = Vec::new();
        for candidate in candidates {
            let Some(scores) = self.play(&candidate, CHOICE, &mut agents, (&counter, log))? else {
                return Ok(None);
            };
            ranked.push((candidate, scores));
        }
        // A stable sort: equal responses keep their order, so the choice is deterministic.
        ranked.sort_by_key(|(_, scores)| std::cmp::Reverse(scores.sum()));
        let Some((best, _)) = ranked.first() else { return Ok(Some(Vec::new())) };
        let Some(measured) = self.play(best, MEASUREMENT, &mut agents, (&counter, log))? else {
            return Ok(None);
        };
        let responses = ranked.into_iter().map(|(ResponseCandidate { spec, is_learned }, scores)| Response {
            interceptor: if is_learned { LEARNED.to_owned() } else { short(&spec.guesser) },
            spec: spec.label,
            choosing_games: games,
            choosing_score: scores.estimate(&self.mix),
            games: 0,
            score: None,
        });
        let mut responses: Vec<_> = responses.collect();
        (responses[0].games, responses[0].score) = (games, measured.estimate(&self.mix));
        Ok(Some(responses))
    }

    /// Returns every Encryptor with every guesser and interceptor, but for the agents of the mix themselves.
    fn candidates(&self) -> Result<Vec<ResponseCandidate>, LabError> {
        let mut candidates = Vec::new();
        for encryptor in givers(self.plan)? {
            for guesser in self.guessers() {
                let (encryptor, guesser) = (encryptor.clone(), guesser.clone());
                let label = format!("{}/{}", short(&encryptor), short(&guesser));
                let spec = Spec { label, encryptor, guesser };
                if self.guessers.learned.is_some() {
                    candidates.push(ResponseCandidate { spec: spec.clone(), is_learned: true });
                }
                if !self.mixed().any(|own| (&own.encryptor, &own.guesser) == (&spec.encryptor, &spec.guesser))
                {
                    candidates.push(ResponseCandidate { spec, is_learned: false });
                }
            }
        }
        Ok(candidates)
    }

    /// Returns the agents of the mix.
    fn mixed(&self) -> impl Iterator<Item = &Spec> {
        self.mix.parts.iter().map(|part| &self.plan.players[part.player].spec)
    }

    /// Returns the found guesser and those of the mix, each once.
    fn guessers(&self) -> Vec<&SpecPart> {
        let mut guessers = vec![&self.guessers.part];
        for own in self.mixed().map(|spec| &spec.guesser) {
            if !guessers.contains(&own) {
                guessers.push(own);
            }
        }
        guessers
    }

    /// Returns a response followed by the agents of the mix, who play against every response.
    fn agents(&self, response: &ResponseCandidate) -> Result<Vec<Box<dyn Agent>>, LabError> {
        let LeaguePlan { players, words, .. } = self.plan;
        let mixed = self.mix.parts.iter().map(|part| players[part.player].build(words));
        std::iter::once(self.agent(response)).chain(mixed).collect()
    }

    /// Returns the scores of a response against the mix on deals from a number on. It takes the first place among the
    /// agents.
    fn play(
        &self,
        candidate: &ResponseCandidate,
        first: u64,
        agents: &mut [Box<dyn Agent>],
        (counter, log): (&Counter, &mut StepLog),
    ) -> Result<Option<DealScores>, LabError> {
        let deals = half_of_games(self.plan) / 2;
        let games = 2 * deals * self.mix.parts.len() as u64;
        let watched = (self.watch, counter.done());
        log.step((counter.done(), games), || {
            agents[0] = self.agent(candidate)?;
            play(self.plan, &self.mix, agents, first..first + deals, watched)
        })
    }

    fn agent(&self, candidate: &ResponseCandidate) -> Result<Box<dyn Agent>, LabError> {
        let world = &self.plan.words.world;
        let agent = build(&candidate.spec, world)?;
        Ok(match &self.guessers.learned {
            Some(fitted) if candidate.is_learned => {
                Box::new(LearnedInterceptor::new(world, agent, fitted.clone())?)
            }
            _ => agent,
        })
    }
}
