//! `batches SPEC DEALS IN_FLIGHT [REPEATS]`: an agent against one that is asked in batches, in batches.
//!
//! The external player answers at once: the benchmark measures the resumable game and the agent. Prints a line for each
//! repeat: the SPEC, games in flight for each thread, games, games a second, questions a second, their share in a
//! batch.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use overhear_agents::registry::{Spec, build};
use overhear_benches::{arena, argument_number, embedded_world};
use overhear_engine::arena::BatchOptions;
use overhear_engine::game::{
    Agent, Answer, AnswerError, Belief, Encryptor, ExternalPlayer, Guesser, KeywordBelief, PlayerRequest,
    PlayerUnavailable, Question, Role,
};
use overhear_engine::rules::Clue;

/// Gives any clues, and believes nothing.
#[derive(Default)]
struct Thoughtless {
    questions: AtomicU64,
    batches: AtomicU64,
}

impl ExternalPlayer for Thoughtless {
    fn answer(
        &self,
        batch: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
        self.questions.fetch_add(batch.len() as u64, Ordering::Relaxed);
        self.batches.fetch_add(1, Ordering::Relaxed);
        Ok(batch.iter_mut().map(|request| Ok(answer(request))).collect())
    }
}

fn answer(PlayerRequest { question, stream, .. }: &mut PlayerRequest<'_>) -> Answer {
    match question {
        Question::Clues(view) => {
            let words = view.seat().setup().law().vocabulary() as u32;
            Answer::Clues([(); 3].map(|()| Some(Clue::new(stream.below(words)))))
        }
        Question::Decode(_) | Question::Intercept(_) => Answer::Belief(Belief::UNIFORM),
        Question::Keywords(view) => Answer::Keywords(KeywordBelief::uniform(view.seat().setup().deck())),
    }
}

struct Far {
    home: Box<dyn Agent>,
    external: Arc<Thoughtless>,
}

impl Agent for Far {
    fn label(&self) -> &'static str {
        "far"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        self.home.encryptor()
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        self.home.guesser()
    }

    fn thinks_alike(&self) -> bool {
        true
    }

    fn external_player(&self, _: Role) -> Option<Arc<dyn ExternalPlayer>> {
        Some(Arc::clone(&self.external) as Arc<dyn ExternalPlayer>)
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (Some(spec), Some(deals), Some(in_flight)) =
        (arguments.get(1), argument_number(&arguments, 2), argument_number(&arguments, 3))
    else {
        eprintln!("usage: batches SPEC DEALS IN_FLIGHT [REPEATS]");
        std::process::exit(2);
    };
    let world = embedded_world();
    let parsed = Spec::parse(spec).expect("a benchmark plays registered agents");
    let [alone, asked_alone] =
        [(), ()].map(|()| build(&parsed, &world).expect("benchmarks think in the table's space"));
    let external = Arc::new(Thoughtless::default());
    let agents: [Box<dyn Agent>; 2] =
        [alone, Box::new(Far { home: asked_alone, external: Arc::clone(&external) })];
    let arena = arena(&world, &agents);
    let batches = BatchOptions { in_flight: in_flight as usize };
    for _ in 0..argument_number(&arguments, 4).unwrap_or(1) {
        let start = Instant::now();
        let before = [&external.questions, &external.batches].map(|count| count.load(Ordering::Relaxed));
        let ended = arena.run_batched(0..deals, &(), batches, |_| ControlFlow::Continue(()));
        ended.expect("no faults");
        let seconds = start.elapsed().as_secs_f64();
        let after = [&external.questions, &external.batches].map(|count| count.load(Ordering::Relaxed));
        let [questions, batches] = [0, 1].map(|n| (after[n] - before[n]) as f64);
        let games = 2 * deals;
        let (pace, questions_per_second) = (games as f64 / seconds, questions / seconds);
        println!("{spec} {in_flight} {games} {pace:.0} {questions_per_second:.0} {:.1}", questions / batches);
    }
}
