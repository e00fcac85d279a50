//! Givers, decoders and interceptors who think in different word spaces.

use std::path::PathBuf;

use overhear_agents::registry::{Registry, Spec, build};

use super::exposure::{Exposure, all_rounds, expose, put_rate};
use crate::error::LabError;
use crate::setup::{OtherSpace, WordFiles, Words, ranges, seed};
use crate::so_far::SoFar;
use crate::table::{Cell, Frame, NamedRow};
use crate::watch::Watch;

/// Spaces in which the parts of an agent think.
#[derive(Clone, Debug)]
pub struct CrossConfig {
    /// Files of word spaces, or `built-in`; deck and clues are those of the first.
    pub space: Vec<String>,
    /// Who plays, as a SPEC.
    pub agent: String,
    /// The deck of keywords; the built-in one if nothing is said.
    pub deck: Option<PathBuf>,
    /// Games for each giver and pair of guessers, rounded up to whole pairs.
    pub games: u64,
    /// The seed of all chance; drawn if there is none.
    pub seed: Option<u64>,
    /// The agents that a SPEC can name.
    pub registry: Registry,
}

impl Default for CrossConfig {
    fn default() -> CrossConfig {
        CrossConfig {
            space: Vec::new(),
            agent: "margin".to_owned(),
            deck: None,
            games: 2000,
            seed: None,
            registry: Registry::standard(),
        }
    }
}

/// Plays every combination of spaces, all rounds of every game; a row for each giver, decoder and interceptor. After a stop
/// there are those that were finished.
///
/// ```
/// use overhear_lab::{CrossConfig, Watch, cross};
///
/// let space = vec!["built-in".to_owned()];
/// let refused = cross(&CrossConfig { space, ..CrossConfig::default() }, &Watch::default());
/// assert!(refused.is_err_and(|error| error.message().contains("at least two spaces")));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// What makes no sense, files that cannot be read.
pub fn cross(args: &CrossConfig, watch: &Watch) -> Result<SoFar<Frame>, LabError> {
    ranges::GAMES.check(args.games)?;
    let spec = args.registry.parse(&args.agent).map_err(|error| LabError::setting("agent", error))?;
    let rules = all_rounds(&[])?;
    let world = words(args)?.world;
    let minds = || std::iter::once(None).chain(world.others().map(|(name, _)| Some(name)));
    let seed = seed(args.seed);
    watch.note(&[format!("seed {}, {} games for each pair of guessers", seed.0, args.games)]);
    let mut frame = Frame::of("agents cross");
    for giver in minds() {
        for (n, one) in minds().enumerate() {
            for other in minds().skip(n) {
                let agent = |guesser| build(&between(&spec, giver, guesser), &world);
                let agents = [agent(one)?, agent(other)?];
                let deals = 0..args.games.div_ceil(2);
                let Some(found) = expose(&world, *rules, &agents, seed, deals, watch)? else {
                    return Ok(SoFar::new(frame, false));
                };
                let name = |space: Option<&str>| space.unwrap_or(&args.space[0]).to_owned();
                push(&mut frame, [giver, one, other].map(name), &found[0]);
                if one != other {
                    push(&mut frame, [giver, other, one].map(name), &found[1]);
                }
            }
        }
    }
    Ok(SoFar::new(frame, true))
}

/// The agent with its parts in these spaces.
fn between(spec: &Spec, giver: Option<&str>, guesser: Option<&str>) -> Spec {
    let mut spec = spec.clone();
    spec.encryptor.values.set_text("space", giver);
    spec.guesser.values.set_text("space", guesser);
    spec
}

const TOO_FEW: &str = "agents cross takes at least two spaces: --space built-in --space FILE";

/// The deck and the clues are those of the first space.
fn words(args: &CrossConfig) -> Result<Words, LabError> {
    let [first, others @ ..] = args.space.as_slice() else { return Err(LabError::usage(TOO_FEW)) };
    if others.is_empty() {
        return Err(LabError::usage(TOO_FEW));
    }
    let twice = args.space.iter().enumerate().find(|(n, name)| args.space[..*n].contains(name));
    if let Some((_, name)) = twice {
        return Err(LabError::setting(("space", name), "it is given twice"));
    }
    let file = |name: &String| (name != "built-in").then(|| PathBuf::from(name));
    let others = others.iter().map(|name| OtherSpace::new(name, file(name).as_deref()));
    Words::load(&WordFiles {
        space: file(first),
        deck: args.deck.clone(),
        other_space: others.collect(),
        ..WordFiles::default()
    })
}

fn push(frame: &mut Frame, [giver, decoder, interceptor]: [String; 3], found: &Exposure) {
    let row = NamedRow::of(frame).put_all([
        ("giver", Cell::text(giver)),
        ("decoder", Cell::text(decoder)),
        ("interceptor", Cell::text(interceptor)),
        ("halves", Cell::Count(found.understood.n.unsigned_abs())),
        ("chances", Cell::Count(found.intercepted.n.unsigned_abs())),
    ]);
    let row = put_rate(row, ["decode_rate", "decode"], &found.understood);
    put_rate(row, ["intercept_rate", "intercept"], &found.intercepted).end();
}
