//! `wire SPEC DEALS BATCH,BATCH… REPEATS COMMAND…`: an agent against a bot, in batches on one thread or several, with messages of at
//! most so many questions each.
//!
//! Prints a line for each repeat and batch: the SPEC, the most questions in a message, games, games a second, questions to the bot a
//! second, questions in a message on the average, and the house's share of the time, in percent: that of the agent, the rules and
//! the counting, as half of what a game of the agent against itself takes, per game, beside what a game against the bot takes.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use overhear_agents::model::World;
use overhear_agents::registry::{Spec, build};
use overhear_benches::{arena, argument_number, embedded_world};
use overhear_bots::protocol::RoleName;
use overhear_bots::{Bot, BotAgent, BotConfig, WordLists};
use overhear_engine::arena::{Arena, BatchOptions};
use overhear_engine::game::Agent;
use overhear_engine::rules::{Clue, Rules};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let batches = arguments.get(3).map(|text| text.split(',').map(str::parse).collect());
    let (Some(spec), Some(deals), Some(Ok(batches)), Some(repeats), Some(command)) = (
        arguments.get(1),
        argument_number(&arguments, 2),
        batches,
        argument_number(&arguments, 4),
        arguments.get(5..),
    ) else {
        eprintln!("usage: wire SPEC DEALS BATCH,BATCH… REPEATS COMMAND…");
        std::process::exit(2);
    };
    let world = embedded_world();
    let parsed = Spec::parse(spec).expect("a benchmark plays registered agents");

    let mirror = [(), ()].map(|()| home(&parsed, &world));
    let batches: Vec<usize> = batches;
    let bots: Vec<_> = batches.iter().map(|&batch| start(&world, command, batch)).collect();
    for _ in 0..repeats {
        let alone = seconds(&arena(&world, &mirror), deals) / 2.0;
        for (bot, batch) in bots.iter().zip(&batches) {
            let seated = BotAgent::new("bot", Arc::clone(bot), &RoleName::ALL, Some(home(&parsed, &world)));
            let agents: [Box<dyn Agent>; 2] =
                [home(&parsed, &world), Box::new(seated.expect("all is played"))];
            let before = bot.counts();
            let taken = seconds(&arena(&world, &agents), deals);
            let after = bot.counts();
            let questions = (after.questions - before.questions) as f64;
            let messages = (after.batches - before.batches) as f64;
            let (games, share) = (2 * deals, 100.0 * alone / taken);
            let (pace, questions_per_second, mean) =
                (games as f64 / taken, questions / taken, questions / messages);
            println!("{spec} {batch} {games} {pace:.0} {questions_per_second:.0} {mean:.1} {share:.0}");
        }
    }
}

/// An agent that plays in this process.
fn home(spec: &Spec, world: &Arc<World>) -> Box<dyn Agent> {
    build(spec, world).expect("benchmarks think in the table's space")
}

/// Plays `deals` deals in batches, and returns the time that it took.
fn seconds(arena: &Arena<'_>, deals: u64) -> f64 {
    let start = Instant::now();
    let ended = arena.run_batched(0..deals, &(), BatchOptions::default(), |_| ControlFlow::Continue(()));
    ended.expect("no faults");
    start.elapsed().as_secs_f64()
}

fn start(world: &World, command: &[String], batch: usize) -> Arc<Bot> {
    let vocabulary = (0..world.clues() as u32).map(|n| world.clue_text(Clue::new(n)).to_owned()).collect();
    let deck = world.deck().keywords().iter().map(|keyword| keyword.text.clone()).collect();
    let mut order = BotConfig::command("bot", command.iter().cloned());
    order.batch = Some(batch);
    let started = Bot::start(order, WordLists::new("en", vocabulary, deck), &Rules::official());
    Arc::new(started.unwrap_or_else(|fault| {
        eprintln!("{fault}");
        std::process::exit(1);
    }))
}
