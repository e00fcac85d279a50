//! `sim-cli agents cross`: givers, decoders and interceptors who think in different word spaces.

use std::path::PathBuf;

use overhear_agents::registry::{Spec, build};
use overhear_stats::RatioMoments;

use super::exposure::{all_rounds, expose};
use crate::cli::{CrossArgs, OtherSpace, WordArgs};
use crate::failure::Failure;
use crate::output::{Cell, Frame, show, tell};
use crate::setup::{Words, seed};

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
    let rules = all_rounds(&[])?;
    let world = words(args)?.world;
    let minds = || std::iter::once(None).chain(world.others().map(|(name, _)| Some(name)));
    let seed = seed(args.seed);
    tell(&format!("seed {}, {} games for each pair of guessers", seed.0, args.games));
    let mut frame = Frame::new(&COLUMNS);
    for giver in minds() {
        for (n, one) in minds().enumerate() {
            for other in minds().skip(n) {
                let agent = |guesser| build(&between(&spec, giver, guesser), &world);
                let agents = [agent(one)?, agent(other)?];
                let found = expose(&world, rules, &agents, seed, 0..args.games.div_ceil(2));
                let name = |space: Option<&str>| space.unwrap_or(&args.space[0]).to_owned();
                frame.push(row([giver, one, other].map(name), &found[0]));
                if one != other {
                    frame.push(row([giver, other, one].map(name), &found[1]));
                }
            }
        }
    }
    show(&frame, &args.display)
}

/// The agent with its parts in these spaces.
fn between(spec: &Spec, giver: Option<&str>, guesser: Option<&str>) -> Spec {
    let mut spec = spec.clone();
    (spec.encryptor.space, spec.guesser.space) = (giver.map(str::to_owned), guesser.map(str::to_owned));
    spec
}

const TOO_FEW: &str = "agents cross takes at least two spaces: --space built-in --space FILE";

/// The deck and the clues are those of the first space.
fn words(args: &CrossArgs) -> Result<Words, Failure> {
    let [first, others @ ..] = args.space.as_slice() else { return Err(Failure::usage(TOO_FEW)) };
    if others.is_empty() {
        return Err(Failure::usage(TOO_FEW));
    }
    let twice = args.space.iter().enumerate().find(|(n, name)| args.space[..*n].contains(name));
    if let Some((_, name)) = twice {
        return Err(Failure::content(format_args!("--space {name}"), "it is given twice"));
    }
    let file = |name: &String| (name != "built-in").then(|| PathBuf::from(name));
    let others = others.iter().map(|name| OtherSpace::new(name, file(name).as_deref()));
    Words::load(&WordArgs {
        space: file(first),
        deck: args.deck.clone(),
        other_space: others.collect(),
        ..WordArgs::built_in()
    })
}

fn row(names: [String; 3], found: &super::exposure::Exposure) -> Vec<Cell> {
    let mut row: Vec<Cell> = names.into_iter().map(Cell::text).collect();
    for moments in [&found.understood, &found.intercepted] {
        row.push(Cell::Count(moments.n.unsigned_abs()));
        row.extend(rate(moments));
    }
    row
}

/// A rate and the ends of its 95 % interval, clustered by deal.
pub(super) fn rate(moments: &RatioMoments) -> [Cell; 3] {
    let estimate = moments.share();
    let interval = estimate.map(|estimate| estimate.interval);
    [moments.ratio(), interval.map(|i| i.low), interval.map(|i| i.high)].map(Cell::share)
}
