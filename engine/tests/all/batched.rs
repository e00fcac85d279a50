//! Games that are answered in batches end as games played one by one: with the same bytes for every number of threads and of games
//! in flight, for every choice of external players, and after every breakdown.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::external_agent::{ExternalAgent, silence_caught_panics};
use crate::common::holds_in_some_cases;
use crate::common::random_players::{DeckAndLaw, Wild};
use crate::common::random_rules::{one_of, rules};
use crate::resumable::external_agent;
use overhear_engine::arena::{
    Arena, BatchOptions, Block, Fault, GameNumber, OnFault, Recorder, RunError, Tally,
};
use overhear_engine::game::{
    Agent, Answer, AnswerError, Encryptor, ExternalPlayer, Game, Guesser, PlayerRequest, PlayerUnavailable,
    Role,
};
use overhear_engine::rules::{BySide, Rules};
use proptest::prelude::*;

/// A run, and how it is played.
#[derive(Clone, Debug)]
struct Run {
    rules: Rules,
    agents: Vec<ExternalAgent>,
    deals: u64,
    seed: u64,
    on_fault: OnFault,
    wants_keywords: bool,
    in_flight: usize,
}

fn run(deals: Range<u64>) -> impl Strategy<Value = Run> {
    let frailty = one_of([0.0f32, 0.01, 0.1]);
    let agents = frailty.prop_flat_map(|frailty| prop::collection::vec(external_agent(frailty), 2..4));
    let on_fault = one_of([OnFault::Forfeit, OnFault::Void]);
    let in_flight = one_of([1usize, 2, 3, 10, 128]);
    (rules(), agents, deals, any::<u64>(), on_fault, any::<bool>(), in_flight).prop_map(
        |(rules, agents, deals, seed, on_fault, wants_keywords, in_flight)| Run {
            rules,
            agents,
            deals,
            seed,
            on_fault,
            wants_keywords,
            in_flight,
        },
    )
}

/// Keeps every game, but those of void deals.
struct Keep<'a> {
    run: &'a Run,
    /// No deal is begun when so many games are over.
    most: u64,
    games: AtomicU64,
}

impl Keep<'_> {
    fn all(run: &Run) -> Keep<'_> {
        Keep { run, most: u64::MAX, games: AtomicU64::new(0) }
    }
}

#[derive(Default)]
struct Page {
    complete: usize,
    games: Vec<(GameNumber, BySide<usize>, Game)>,
}

impl Recorder for Keep<'_> {
    type Output = Page;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Page) {
        self.games.fetch_add(1, Ordering::Relaxed);
        output.games.push((number, seats, game.clone()));
    }

    fn deal(&self, _: u64, void: bool, output: &mut Page) {
        if void {
            output.games.truncate(output.complete);
        }
        output.complete = output.games.len();
    }

    fn should_stop(&self) -> bool {
        self.games.load(Ordering::Relaxed) >= self.most
    }

    fn on_fault(&self) -> OnFault {
        self.run.on_fault
    }

    fn wants_keywords(&self) -> bool {
        self.run.wants_keywords
    }
}

/// Everything that came out of a run.
#[derive(Debug, PartialEq)]
struct RunOutput {
    tally: Tally,
    games: Vec<(GameNumber, BySide<usize>, Game)>,
    faults: Vec<Fault>,
    deals: u64,
}

impl RunOutput {
    fn new(arena: &Arena<'_>) -> RunOutput {
        RunOutput { tally: Tally::new(arena.schedule()), games: Vec::new(), faults: Vec::new(), deals: 0 }
    }

    fn add(&mut self, block: Block<Page>) -> ControlFlow<()> {
        assert_eq!(block.deals.start, self.deals, "no gap");
        self.deals = block.deals.end;
        self.tally.merge(&block.tally);
        self.games.extend(block.output.games);
        self.faults.extend(block.faults);
        ControlFlow::Continue(())
    }
}

impl Run {
    fn arena<'a>(&self, words: &'a DeckAndLaw, agents: &'a [Box<dyn Agent>]) -> Arena<'a> {
        silence_caught_panics();
        words.arena(self.rules, agents, self.deals, self.seed)
    }

    fn agents(&self) -> Vec<Box<dyn Agent>> {
        self.agents.iter().map(|&agent| Box::new(agent) as _).collect()
    }

    /// Plays the games one after the other.
    fn sequential(&self) -> RunOutput {
        let (words, agents) = (DeckAndLaw::new(), self.agents());
        let arena = self.arena(&words, &agents);
        let mut output = RunOutput::new(&arena);
        arena.run(0..self.deals, &Keep::all(self), |block| output.add(block));
        output
    }

    /// Plays the games in batches, on `threads` threads.
    fn batched(&self, threads: usize) -> RunOutput {
        let (words, agents) = (DeckAndLaw::new(), self.agents());
        let arena = self.arena(&words, &agents);
        let mut output = RunOutput::new(&arena);
        let batches = BatchOptions { in_flight: self.in_flight };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let ended = pool.install(|| {
            arena.run_batched(0..self.deals, &Keep::all(self), batches, |block| output.add(block))
        });
        assert_eq!(ended, Ok(()));
        output
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn batched_games_are_those_played_one_after_the_other(run in run(1..12)) {
        prop_assert_eq!(run.batched(1), run.sequential());
    }
}

#[test]
fn threads_and_games_in_flight_change_nothing() {
    holds_in_some_cases(8, run(60..120), |run| {
        let whole = run.sequential();
        for (threads, in_flight) in [(1, 128), (2, 20), (3, 64)] {
            let run = Run { in_flight, ..run.clone() };
            prop_assert!(run.batched(threads) == whole, "{} threads", threads);
        }
        Ok(())
    });
}

const SOUND: Wild =
    Wild { repeats: 0.0, offends: 0.0, omits: 0.0, hears: 0.8, overhears: 0.3, alike: true, slowness: 0 };

/// A sound agent that one external player answers for in all roles.
struct RemoteAgent(Arc<LimitedPlayer>);

/// An external player that counts its questions, and stops after a number of batches.
struct LimitedPlayer {
    batches: AtomicU64,
    questions: AtomicU64,
    largest: AtomicU64,
    most: u64,
    short: bool,
}

impl LimitedPlayer {
    fn new(most: u64) -> Arc<LimitedPlayer> {
        Arc::new(LimitedPlayer {
            batches: AtomicU64::new(0),
            questions: AtomicU64::new(0),
            largest: AtomicU64::new(0),
            most,
            short: false,
        })
    }
}

impl ExternalPlayer for LimitedPlayer {
    fn answer(
        &self,
        batch: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
        if self.batches.fetch_add(1, Ordering::Relaxed) >= self.most {
            return Err(PlayerUnavailable("closed".to_owned()));
        }
        self.questions.fetch_add(batch.len() as u64, Ordering::Relaxed);
        self.largest.fetch_max(batch.len() as u64, Ordering::Relaxed);
        let home = ExternalAgent { wild: SOUND, frailty: 0.0, external: [true; 4] };
        let external = home.external_player(Role::Encryptor).expect("it is external");
        let mut answers = external.answer(batch)?;
        if self.short {
            answers.pop();
        }
        Ok(answers)
    }
}

impl Agent for RemoteAgent {
    fn label(&self) -> &'static str {
        "remote"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        SOUND.encryptor()
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        SOUND.guesser()
    }

    fn thinks_alike(&self) -> bool {
        true
    }

    fn external_player(&self, _: Role) -> Option<Arc<dyn ExternalPlayer>> {
        Some(Arc::clone(&self.0) as Arc<dyn ExternalPlayer>)
    }
}

const DEALS: u64 = 400;

fn plain() -> Run {
    Run {
        rules: Rules::official(),
        agents: Vec::new(),
        deals: DEALS,
        seed: 5,
        on_fault: OnFault::Forfeit,
        wants_keywords: false,
        in_flight: 128,
    }
}

/// Plays two built-in agents and a remote one, on one thread.
fn with_limited_player<T: Send>(
    player: &Arc<LimitedPlayer>,
    run: &Run,
    use_it: impl FnOnce(&Arena<'_>) -> T + Send,
) -> T {
    let words = DeckAndLaw::new();
    let agents: [Box<dyn Agent>; 3] =
        [Box::new(SOUND), Box::new(RemoteAgent(Arc::clone(player))), Box::new(SOUND)];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| use_it(&run.arena(&words, &agents)))
}

#[test]
fn many_questions_go_in_one_batch() {
    let (player, run) = (LimitedPlayer::new(u64::MAX), plain());
    with_limited_player(&player, &run, |arena| {
        let mut deals = Vec::new();
        let ended = arena.run_batched(0..DEALS, &(), BatchOptions::default(), |block| {
            deals.push(block.tally.deals);
            ControlFlow::Continue(())
        });
        assert_eq!(ended, Ok(()));
        // Eleven deals of six games are the first that make 64.
        assert_eq!(deals, [vec![11; DEALS as usize / 11], vec![DEALS % 11]].concat());
    });
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    let mean = count(&player.questions) as f64 / count(&player.batches) as f64;
    assert!(mean > 50.0 && count(&player.largest) <= 128, "{mean}, {}", count(&player.largest));
}

#[test]
fn an_outage_hands_over_what_is_whole_and_ends_the_run() {
    for short in [false, true] {
        let mut player = LimitedPlayer::new(if short { u64::MAX } else { 200 });
        Arc::get_mut(&mut player).expect("the test holds the only reference").short = short;
        let run = plain();
        let (stopped, output, whole) = with_limited_player(&player, &run, |arena| {
            let mut output = RunOutput::new(arena);
            let recorder = Keep::all(&run);
            let stopped =
                arena.run_batched(0..DEALS, &recorder, BatchOptions::default(), |block| output.add(block));
            let mut whole = RunOutput::new(arena);
            arena.run(0..output.deals, &Keep::all(&run), |block| whole.add(block));
            (stopped, output, whole)
        });
        let what = if short { "expected " } else { "closed" };
        assert!(matches!(&stopped, Err(RunError::Outage(outage)) if outage.0.contains(what)), "{stopped:?}");
        assert!(output.deals < DEALS && output == whole);
        assert!(short || output.deals > 100, "{} deals before the outage", output.deals);
    }
}

#[test]
fn a_run_that_is_over_or_stopped_leaves_no_gap() {
    let (player, run) = (LimitedPlayer::new(u64::MAX), plain());
    with_limited_player(&player, &run, |arena| {
        let mut whole = RunOutput::new(arena);
        arena.run(0..DEALS, &Keep::all(&run), |block| whole.add(block));
        let over = Keep { most: 700, ..Keep::all(&run) };
        let mut output = RunOutput::new(arena);
        assert_eq!(
            arena.run_batched(0..DEALS, &over, BatchOptions::default(), |block| output.add(block)),
            Ok(())
        );
        assert!(output.deals > 0 && output.deals < DEALS, "{}", output.deals);
        assert_eq!(output.games[..], whole.games[..output.games.len()]);
        let mut blocks = 0;
        let ended = arena.run_batched(0..DEALS, &Keep::all(&run), BatchOptions::default(), |_| {
            blocks += 1;
            ControlFlow::Break(())
        });
        assert_eq!((ended, blocks), (Ok(()), 1));
    });
}

#[test]
fn where_nothing_may_fail_the_first_fault_in_the_order_of_games_ends_the_run() {
    let frail = ExternalAgent { wild: SOUND, frailty: 0.002, external: [true; 4] };
    let sound = ExternalAgent { frailty: 0.0, ..frail };
    let forfeits = Run { agents: vec![sound, frail], ..plain() };
    let words = DeckAndLaw::new();
    let expected = forfeits.sequential().faults.swap_remove(0);
    let agents: [Box<dyn Agent>; 2] = [Box::new(sound), Box::new(frail)];
    for in_flight in [2, 50, 400] {
        let run = Run { on_fault: OnFault::Unwind, in_flight, ..forfeits.clone() };
        let (arena, batches) = (run.arena(&words, &agents), BatchOptions { in_flight });
        let stopped = arena.run_batched(0..DEALS, &Keep::all(&run), batches, |_| ControlFlow::Continue(()));
        assert_eq!(stopped, Err(RunError::Fault(expected.clone())));
    }
}
