//! `sim-cli agents cross`: givers, decoders and interceptors who think in different word spaces.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use overhear_agents::model::World;
use overhear_agents::registry::{Spec, build_across};
use overhear_engine::table::Seed;
use overhear_stats::RatioMoments;

use super::exposure::expose;
use crate::cli::{CrossArgs, WordArgs};
use crate::failure::Failure;
use crate::output::{Cell, Frame, show};
use crate::setup::{Words, load_space, random_seed, rules};

const COLUMNS: [&str; 11] = [
    "giver",
    "decoder",
    "interceptor",
    "halves",
    "decode_rate",
    "decode_low",
    "decode_high",
    "chances",
    "intercept_rate",
    "intercept_low",
    "intercept_high",
];

/// Plays every combination of spaces, all rounds of every game.
pub(crate) fn run(args: &CrossArgs) -> Result<(), Failure> {
    let spec = Spec::parse(&args.agent).map_err(|error| Failure::content("--agent", error))?;
    let rules = rules("official", &["tokens_to_win=0", "tokens_to_lose=0"].map(str::to_owned))?.rules;
    let minds = minds(args)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    drop(writeln!(std::io::stderr(), "seed {seed}, {} games for each pair of guessers", args.games));
    let mut frame = Frame::new(&COLUMNS);
    for (giver, giver_world) in &minds {
        for (n, (one, one_world)) in minds.iter().enumerate() {
            for (other, other_world) in &minds[n..] {
                let agents =
                    [one_world, other_world].map(|guesser| build_across(&spec, giver_world, guesser));
                let found = expose(&minds[0].1, rules, &agents, Seed(seed), 0..args.games.div_ceil(2));
                frame.push(row([giver, one, other], &found[0]));
                if one != other {
                    frame.push(row([giver, other, one], &found[1]));
                }
            }
        }
    }
    show(&frame, &args.display)
}

const TOO_FEW: &str = "agents cross takes at least two spaces: --space built-in --space FILE";

/// The spaces by name; the deck and the clues are those of the first.
fn minds(args: &CrossArgs) -> Result<Vec<(String, Arc<World>)>, Failure> {
    let [first, others @ ..] = args.space.as_slice() else { return Err(Failure::usage(TOO_FEW)) };
    if others.is_empty() {
        return Err(Failure::usage(TOO_FEW));
    }
    let words = Words::load(&WordArgs {
        space: file(first),
        deck: args.deck.clone(),
        lang: crate::cli::Language::En,
    })?;
    let mut minds = vec![(first.clone(), Arc::clone(&words.world))];
    for name in others {
        if minds.iter().any(|(taken, _)| taken == name) {
            return Err(Failure::content(format_args!("--space {name}"), "it is given twice"));
        }
        let space = match file(name) {
            None => overhear_agents::words::embedded_space(),
            Some(path) => load_space(&path)?.0,
        };
        let world = words.world.seen_in(&space).map_err(|error| Failure::content(name, error))?;
        minds.push((name.clone(), Arc::new(world)));
    }
    Ok(minds)
}

/// The file of a space; none for the built-in one.
fn file(name: &str) -> Option<std::path::PathBuf> {
    (name != "built-in").then(|| Path::new(name).to_owned())
}

fn row(names: [&String; 3], found: &super::exposure::Exposure) -> Vec<Cell> {
    let mut row: Vec<Cell> = names.into_iter().map(Cell::text).collect();
    for moments in [&found.understood, &found.intercepted] {
        row.push(Cell::Count(moments.n.unsigned_abs()));
        row.extend(rate(moments));
    }
    row
}

/// A rate and the ends of its 95 % interval, clustered by deal.
pub(super) fn rate(moments: &RatioMoments) -> [Cell; 3] {
    let estimate = moments.estimate().map(overhear_stats::Estimate::clamp_share);
    let interval = estimate.map(|estimate| estimate.interval);
    [moments.ratio(), interval.map(|i| i.low), interval.map(|i| i.high)].map(Cell::share)
}
