//! `play SPEC DEALS [REPEATS]`: an agent against itself on one thread, without the start in the time.
//!
//! Prints a line for each repeat: the SPEC, games, games a second, halves a second, mean rounds. It is what is run
//! beside the `NumPy` yardstick, and under `valgrind --tool=cachegrind` to count instructions.

use std::time::Instant;

use overhear_benches::{arena, argument_number, embedded_world, play, twins};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (Some(spec), Some(deals)) = (arguments.get(1), argument_number(&arguments, 2)) else {
        eprintln!("usage: play SPEC DEALS [REPEATS]");
        std::process::exit(2);
    };
    let world = embedded_world();
    let agents = twins(&world, spec);
    let arena = arena(&world, &agents);
    for _ in 0..argument_number(&arguments, 3).unwrap_or(1) {
        let start = Instant::now();
        let tally = play(&arena, deals);
        let seconds = start.elapsed().as_secs_f64();
        let games = 2 * deals;
        let halves: u64 = tally.agents.iter().map(|agent| agent.halves).sum();
        let rounds = halves as f64 / 2.0 / games as f64;
        println!("{spec} {games} {:.0} {:.0} {rounds:.2}", games as f64 / seconds, halves as f64 / seconds);
    }
}
