//! SPSA: simultaneous perturbation stochastic approximation (Spall 1992), as used to tune chess engines, and the climb: all its
//! iterations, one after the other.

use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use overhear_agents::registry::build;
use overhear_engine::game::{Agent, Stream};
use overhear_stats::{Pentanomial, PerturbationSign, SpsaSchedule};

use super::task::{SeedPurpose, TuneTask};
use super::trace::Trace;
use super::tuned_param::TunedParam;
use crate::error::LabError;
use crate::match_setup::AgentPair;
use crate::measurement::StepLog;
use crate::run_control::RunControl;

/// Time between two progress lines.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// Plays the iterations that are not in the log, as one long step. Returns the trace, and whether it is
/// whole.
pub(super) fn climb(
    task: &TuneTask<'_>,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<(Trace, bool), LabError> {
    let earlier = log.earlier_outcome()?.unwrap_or_else(|| Trace::begin(&task.tuned_params));
    task.introduce(&earlier, watch);
    log.long_step(|before, keep| {
        let mut trace = before.unwrap_or(earlier);
        let (run, iterations) = (SpsaRun::new(task), task.config.iterations);
        let each = task.games_of_iteration();
        let counter = watch.count(each * trace.iteration(), each * iterations);
        let mut reported = Instant::now();
        while trace.iteration() < iterations && !watch.is_over() {
            let played = run.iterate(&mut trace, (watch, counter.done()));
            // A stop can surface as an error of a match.
            if !watch.is_over() {
                played?;
            }
            keep(&trace)?;
            if reported.elapsed() > SAY_EVERY {
                watch.note(&[task.progress(&trace)]);
                reported = Instant::now();
            }
        }
        let is_whole = trace.iteration() >= iterations;
        Ok((trace, is_whole))
    })
}

/// Step of one parameter in one iteration.
struct ParamStep {
    flip: PerturbationSign,
    /// A random number in [0, 1) that rounds a count.
    uniform: f64,
}

/// Matches of an iteration.
enum IterationMatch {
    /// One variant against the other.
    Direct(AgentPair),
    /// Each variant against the opponent.
    Apart([AgentPair; 2]),
}

/// A tuning run in progress.
pub(super) struct SpsaRun<'a> {
    task: &'a TuneTask<'a>,
    schedules: Vec<SpsaSchedule>,
}

impl<'a> SpsaRun<'a> {
    /// Plans the climb.
    pub(super) fn new(task: &'a TuneTask<'a>) -> SpsaRun<'a> {
        let config = task.config;
        let schedules = task
            .tuned_params
            .iter()
            .map(|param| param.schedule(config.iterations, config.step, config.rate))
            .collect();
        SpsaRun { task, schedules }
    }

    /// Plays one iteration and adds it to the trace, unless stopped. Tables of the last iteration that both
    /// iterations use are kept; unused tables are dropped once all players are built.
    pub(super) fn iterate(
        &self,
        trace: &mut Trace,
        watched: (&RunControl, &AtomicU64),
    ) -> Result<(), LabError> {
        let iteration = trace.iteration() + 1;
        let moves = self.moves(iteration);
        // One pair of matches estimates the whole gradient: all parameters move at once, each in a random
        // direction, and the lead divided by the move is an unbiased estimate for each of them.
        let [up, down] = [false, true].map(|mirrored| self.variant(trace, &moves, mirrored));
        let contest = self.contest(up?, down?)?;
        // Called after both variants are built: tables shared with the last iteration are in use again by
        // now.
        self.task.match_setup.words.world.forget_unused();
        let Some(lead) = self.lead(&contest, iteration, watched)? else { return Ok(()) };
        let values = self.parts(iteration).zip(&moves).zip(trace.values());
        let values = values.map(|(((tuned_param, step), param_move), &at)| {
            step.updated(at, param_move.flip, lead as f64, tuned_param.range)
        });
        let values = values.collect();
        trace.push(lead, values);
        Ok(())
    }

    /// Returns the parameters with their step sizes in an iteration.
    fn parts(&self, iteration: u64) -> impl Iterator<Item = (&TunedParam, overhear_stats::SpsaStep)> {
        self.task.tuned_params.iter().zip(self.schedules.iter().map(move |schedule| schedule.at(iteration)))
    }

    fn moves(&self, iteration: u64) -> Vec<ParamStep> {
        // Keyed by the iteration, not drawn in sequence, so a resumed run makes the moves of an uninterrupted
        // one.
        let mut stream = Stream::of_deal(self.task.seed_for(SeedPurpose::Moves), iteration);
        let moves = self.task.tuned_params.iter().map(|_| ParamStep {
            flip: if stream.bits() & 1 == 0 { PerturbationSign::Up } else { PerturbationSign::Down },
            uniform: f64::from(stream.unit()),
        });
        moves.collect()
    }

    /// Returns the agent with every parameter moved; `mirrored` reverses all moves.
    fn variant(
        &self,
        trace: &Trace,
        moves: &[ParamStep],
        mirrored: bool,
    ) -> Result<Box<dyn Agent>, LabError> {
        let mut spec = self.task.agent.clone();
        let parts = self.parts(trace.iteration() + 1).zip(moves).zip(trace.values());
        for (((tuned_param, step), param_move), &at) in parts {
            let flip = if mirrored { opposite(param_move.flip) } else { param_move.flip };
            let value = tuned_param.playable(step.perturbed(at, flip, tuned_param.range), param_move.uniform);
            spec.set(tuned_param.key, value).map_err(LabError::runtime)?;
        }
        Ok(build(&spec, &self.task.match_setup.words.world)?)
    }

    /// Builds the matches of both variants: against each other, or each against the opponent.
    fn contest(&self, up: Box<dyn Agent>, down: Box<dyn Agent>) -> Result<IterationMatch, LabError> {
        let Some(spec) = &self.task.opponent else { return Ok(IterationMatch::Direct([up, down])) };
        let world = &self.task.match_setup.words.world;
        Ok(IterationMatch::Apart([[up, build(spec, world)?], [down, build(spec, world)?]]))
    }

    /// Returns the number of games that the first variant won more than the second, directly or against the
    /// opponent.
    fn lead(
        &self,
        contest: &IterationMatch,
        iteration: u64,
        watched: (&RunControl, &AtomicU64),
    ) -> Result<Option<i64>, LabError> {
        match contest {
            IterationMatch::Direct(players) => self.margin(players, iteration, watched),
            IterationMatch::Apart([up, down]) => {
                let margins =
                    self.margin(up, iteration, watched)?.zip(self.margin(down, iteration, watched)?);
                Ok(margins.map(|(up, down)| up - down))
            }
        }
    }

    /// Returns the number of games that the first agent won more than it lost. Each iteration has deals of its
    /// own, on which both variants play; `None` if stopped.
    fn margin(
        &self,
        players: &AgentPair,
        iteration: u64,
        watched: (&RunControl, &AtomicU64),
    ) -> Result<Option<i64>, LabError> {
        let pairs = self.task.config.pairs_per_iteration;
        let deals = (iteration - 1) * pairs..iteration * pairs;
        let seed = self.task.seed_for(SeedPurpose::Climb);
        let score = self.task.match_setup.score(players, seed, deals, watched)?;
        Ok(score.map(|pairs| wins_less_losses(&pairs)))
    }
}

fn opposite(flip: PerturbationSign) -> PerturbationSign {
    match flip {
        PerturbationSign::Up => PerturbationSign::Down,
        PerturbationSign::Down => PerturbationSign::Up,
    }
}

/// Returns the number of games won minus the number lost.
fn wins_less_losses(pairs: &Pentanomial) -> i64 {
    (-2..).zip(pairs.counts()).map(|(lead, count): (i64, u64)| lead * count as i64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_of_wins_is_two_games_ahead() {
        assert_eq!(wins_less_losses(&Pentanomial::new([1, 0, 9, 0, 0])), -2);
        assert_eq!(wins_less_losses(&Pentanomial::new([0, 3, 0, 4, 5])), 11);
    }
}
