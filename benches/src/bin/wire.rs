//! `wire SPEC DEALS BATCH REPEATS COMMAND…`: an agent against a bot, in lots on one thread or several.
//!
//! Prints a line for each repeat: the SPEC, the most questions in a message, games, games a second, questions to the bot a second,
//! questions in a message on the average.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use overhear_agents::registry::{Spec, build};
use overhear_benches::{arena, embedded_world};
use overhear_bots::protocol::RoleName;
use overhear_bots::{Bot, Order, Seated, Words};
use overhear_engine::arena::Lots;
use overhear_engine::rules::{Clue, Rules};
use overhear_engine::table::Agent;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |n: usize| arguments.get(n).and_then(|text| text.parse::<u64>().ok());
    let (Some(spec), Some(deals), Some(batch), Some(repeats), Some(command)) =
        (arguments.get(1), number(2), number(3), number(4), arguments.get(5..))
    else {
        eprintln!("usage: wire SPEC DEALS BATCH REPEATS COMMAND…");
        std::process::exit(2);
    };
    let world = embedded_world();
    let parsed = Spec::parse(spec).expect("a benchmark plays registered agents");
    let home = || build(&parsed, &world).expect("benchmarks think in the table's space");
    let vocabulary = (0..world.clues() as u32).map(|n| world.clue_text(Clue::new(n)).to_owned()).collect();
    let deck = world.deck().keywords().iter().map(|keyword| keyword.text.clone()).collect();
    let mut order = Order::command("bot", command.iter().cloned());
    order.batch = Some(batch as usize);
    let started = Bot::start(order, Words::new("en", vocabulary, deck), &Rules::official());
    let bot = Arc::new(started.unwrap_or_else(|trouble| {
        eprintln!("{trouble}");
        std::process::exit(1);
    }));
    let seated = Seated::new("bot", Arc::clone(&bot), &RoleName::ALL, Some(home())).expect("all is played");
    let agents: [Box<dyn Agent>; 2] = [home(), Box::new(seated)];
    let arena = arena(&world, &agents);
    for _ in 0..repeats {
        let (start, before) = (Instant::now(), bot.counts());
        let ended = arena.run_in_lots(0..deals, &(), Lots::default(), |_| ControlFlow::Continue(()));
        ended.expect("nobody breaks down");
        let (seconds, after) = (start.elapsed().as_secs_f64(), bot.counts());
        let (questions, messages) =
            ((after.questions - before.questions) as f64, (after.batches - before.batches) as f64);
        let (pace, asked) = (2.0 * deals as f64 / seconds, questions / seconds);
        println!("{spec} {batch} {} {pace:.0} {asked:.0} {:.1}", 2 * deals, questions / messages);
    }
}
