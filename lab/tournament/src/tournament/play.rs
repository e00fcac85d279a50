//! The main loop of a run.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use overhear_engine::arena::{Arena, Block};
use overhear_engine::game::Agent;

use super::clue_chances::ClueGivingBots;
use super::log_writer::{LogFiles, LogWriter};
use super::plan::Plan;
use super::run_files::RunFiles;
use super::run_state::{BlockOutput, RunRecorder, RunState};
use super::score::leader;
use super::{LogDetail, TournamentConfig};
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::run_games::{deals_ahead, deals_of_full_batches, play};

/// Number of deals for each thread in the first portion, after which results are looked at.
const FIRST: u64 = 16;

/// Maximum number of deals for each thread in a portion of a sequential test. Deals after the decision are
/// wasted.
const MOST: u64 = 256;

/// Portions grow while one takes less than this.
const PORTION: Duration = Duration::from_secs(1);

/// Returns the arena of a plan.
///
/// # Errors
/// Returns an error for rules that the deck has too few words for.
pub fn arena<'a>(plan: &'a Plan, agents: &'a [Box<dyn Agent>]) -> Result<Arena<'a>, LabError> {
    let setup = plan.words.world.setup(&plan.rules.switches)?.with_talk(plan.discuss);
    Ok(Arena::new(setup, agents, plan.lineup.schedule.clone(), plan.seed)?)
}

/// Context of a run.
pub(super) struct RunContext<'a> {
    /// The plan.
    pub(super) plan: &'a Plan,
    /// The agents.
    pub(super) agents: &'a [Box<dyn Agent>],
    /// The configuration.
    pub(super) config: &'a TournamentConfig,
    /// Stop handle and progress.
    pub(super) watch: &'a RunControl,
}

impl RunContext<'_> {
    /// Plays up to deal `end`, a test's decision, or a stop.
    pub(crate) fn play(
        &self,
        state: &mut RunState,
        run_files: &mut Option<RunFiles>,
        deals: &Range<u64>,
    ) -> Result<(), LabError> {
        let arena = arena(self.plan, self.agents)?;
        let games = self.plan.lineup.schedule.games_of_a_deal();
        let &Range { start, end } = deals;
        let counter = self.watch.count(games * (state.next - start), games * (end - start));
        let recorder = self.recorder(run_files.is_some(), &arena, counter.done());
        let mut pace = PortionSizer::new(&arena, self.plan.sprt.is_some());
        // The arena returns blocks in deal order whatever thread played them, so `state` grows without gaps
        // and a checkpoint at any block is a valid state.
        while state.next < end && !state.is_decided() && !self.watch.is_over() {
            let (portion, mut taken) = (state.next..end.min(state.next.saturating_add(pace.deals)), Ok(()));
            let played = play(&arena, portion, &recorder, self.watch, |block| {
                taken = record_block(state, &block, run_files);
                self.watch.progress.leader(&|| leader(self.plan, &state.tally));
                // A decision breaks off here, so later blocks of the portion are dropped uncounted.
                let goes_on = taken.is_ok() && !state.is_decided();
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            taken?;
            played?;
            pace.grow(state.next - start);
        }
        // The block that decided the test went past the deciding deal, and a block's counts cannot be
        // divided. Its leading deals are played once more: determinism gives the same games.
        if let Some(rest) = state.rest.take() {
            let end = rest.end;
            // Less than a block: a stop does not keep a decided test from its end.
            replay_from(&arena, recorder.log_writer(), state, run_files, rest, &RunControl::default())?;
            if state.next != end {
                return Err(LabError::cut_short());
            }
        }
        drop(counter);
        match &mut state.test {
            // The schedule ends with a look even if the last batch is not full.
            Some(test) if state.next == end => test.look(),
            _ => Ok(()),
        }
    }
}

impl RunContext<'_> {
    fn recorder<'a>(&'a self, writes: bool, arena: &'a Arena<'a>, done: &'a AtomicU64) -> RunRecorder<'a> {
        let RunContext { plan, config, .. } = self;
        let detail = if writes { config.log } else { LogDetail::None };
        let (labels, rules) = (plan.lineup.labels(), &plan.rules.switches);
        let log_writer =
            LogWriter::new(detail, done, &plan.words.world, &plan.lineup.schedule, &labels, rules)
                .with_clue_givers(ClueGivingBots::new(plan, arena));
        RunRecorder::new(log_writer, config.on_fault, config.answer_limit)
    }

    /// Replays the leading deals of a shard whose later deals do not count.
    pub(super) fn play_again(
        &self,
        state: &mut RunState,
        run_files: &mut Option<RunFiles>,
        deals: Range<u64>,
    ) -> Result<(), LabError> {
        let (arena, end) = (arena(self.plan, self.agents)?, deals.end);
        let counter = self.watch.count(0, self.plan.lineup.schedule.games_of_a_deal() * (end - deals.start));
        let recorder = self.recorder(run_files.is_some(), &arena, counter.done());
        replay_from(&arena, recorder.log_writer(), state, run_files, deals, self.watch)?;
        if state.next == end { Ok(()) } else { Err(LabError::interrupted("interrupted")) }
    }
}

/// Counts a block, and writes a checkpoint if one is due.
fn record_block(
    state: &mut RunState,
    block: &Block<BlockOutput>,
    run_files: &mut Option<RunFiles>,
) -> Result<(), LabError> {
    let Some(run_files) = run_files else { return state.record_block(block, &mut LogFiles::default()) };
    state.record_block(block, &mut run_files.logs)?;
    if state.is_decided() { Ok(()) } else { run_files.save_if_due(state) }
}

/// Replays deals from a block that was played past the test's decision.
fn replay_from(
    arena: &Arena<'_>,
    log_writer: &LogWriter<'_>,
    state: &mut RunState,
    run_files: &mut Option<RunFiles>,
    deals: Range<u64>,
    watch: &RunControl,
) -> Result<(), LabError> {
    let mut counted = Ok(());
    play(arena, deals, log_writer, watch, |block| {
        let logs = run_files.as_mut().map(|run_files| &mut run_files.logs);
        counted = state.count(
            &block.tally,
            &block.output,
            block.deals.end,
            logs.unwrap_or(&mut LogFiles::default()),
        );
        if counted.is_ok() { watch.flow() } else { ControlFlow::Break(()) }
    })?;
    counted
}

/// Size of the next portion of deals.
struct PortionSizer {
    deals: u64,
    most: u64,
    /// Number of deals that gives external players full batches.
    full: u64,
    since: Instant,
}

impl PortionSizer {
    fn new(arena: &Arena<'_>, may_stop_early: bool) -> PortionSizer {
        let (threads, full) = (rayon::current_num_threads() as u64, deals_of_full_batches(arena));
        PortionSizer {
            // The last batches of a portion are small, and a slow model takes as long for them as for full ones. So its
            // run is one portion, unless a test may end it: questions about deals after the decision are wasted.
            deals: if full > 0 && !may_stop_early { u64::MAX } else { FIRST * threads },
            full,
            most: if may_stop_early { MOST * threads } else { u64::MAX },
            since: Instant::now(),
        }
    }

    /// Sets the size of the portion after `played` deals.
    fn grow(&mut self, played: u64) {
        if self.since.elapsed() < PORTION {
            // Doubling amortises the start of a portion over fast games without a guess at their speed.
            self.deals = self.deals.saturating_mul(2).min(self.most);
        }
        self.deals = self.deals.max(deals_ahead(self.full, played));
        self.since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use overhear_agents::registry::{ExternalAgent, Registry, Spec, build};
    use overhear_engine::game::{
        Answer, AnswerError, Belief, Encryptor, ExternalPlayer, Guesser, PlayerRequest, PlayerUnavailable,
        Role,
    };

    use super::*;
    use crate::setup::PlayersConfig;
    use crate::tournament::tournament;

    /// Number of questions that the model answers as fast as one.
    const BATCH: usize = 200;

    /// A guesser outside the program that notes the sizes of its batches.
    #[derive(Default)]
    struct Model(Mutex<Vec<usize>>);

    impl ExternalPlayer for Model {
        fn answer(
            &self,
            batch: &mut [PlayerRequest<'_>],
        ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
            self.0.lock().expect("no panic").push(batch.len());
            Ok(batch.iter().map(|_| Ok(Answer::Belief(Belief::UNIFORM))).collect())
        }

        fn batch(&self) -> usize {
            BATCH
        }
    }

    struct ModelAgent(Box<dyn Agent>, Arc<Model>);

    impl Agent for ModelAgent {
        fn label(&self) -> &'static str {
            "model"
        }

        fn encryptor(&self) -> Box<dyn Encryptor> {
            self.0.encryptor()
        }

        fn guesser(&self) -> Box<dyn Guesser> {
            self.0.guesser()
        }

        fn thinks_alike(&self) -> bool {
            true
        }

        fn external_player(&self, role: Role) -> Option<Arc<dyn ExternalPlayer>> {
            (role == Role::Guesser).then(|| Arc::clone(&self.1) as Arc<dyn ExternalPlayer>)
        }
    }

    /// Returns the sizes of the batches that a model gets in a tournament against `random`.
    fn batch_sizes(pairs: u64) -> Vec<usize> {
        let model = Arc::new(Model::default());
        let player = Arc::clone(&model);
        let added = ExternalAgent {
            name: "model".to_owned(),
            summary: "guesses at random".to_owned(),
            version: None,
            params: Vec::new(),
            associates: false,
            seat: Box::new(move |world, _| {
                let base = build(&Spec::parse("random").expect("a preset"), world).expect("it needs nothing");
                Ok(Arc::new(ModelAgent(base, Arc::clone(&player))))
            }),
        };
        let registry = Registry::standard().with_external(added).expect("the name is free");
        let agent = ["model", "random"].map(str::to_owned).to_vec();
        let config = TournamentConfig {
            players: PlayersConfig { agent, ..PlayersConfig::default() }.with_registry(&registry),
            pairs: Some(pairs),
            seed: Some(1),
            ..TournamentConfig::default()
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        pool.install(|| tournament(config, &RunControl::default())).expect("it plays");
        model.0.lock().expect("no panic").clone()
    }

    #[test]
    fn a_model_gets_full_batches_from_the_first_question_to_the_last_games() {
        let sizes = batch_sizes(2000);
        assert_eq!(sizes[..2], [BATCH; 2]);
        // 4,000 games are ten times the games in flight: only the last tenth may run empty.
        let full = sizes.iter().filter(|&&size| 2 * size > BATCH).count();
        assert!(10 * full > 8 * sizes.len(), "{full} of {} batches were half full: {sizes:?}", sizes.len());
    }
}
