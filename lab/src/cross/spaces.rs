//! Word embeddings and tables of associations, each of which takes every place for one agent.

use std::sync::Arc;

use overhear_agents::model::World;
use overhear_agents::registry::{Spec, SpecPart, build};
use overhear_engine::game::Agent;

use super::cells::{CrossGames, Crossed};
use super::row::CrossRow;
use super::{CrossConfig, space_file, too_few};
use crate::clue_outcomes::all_rounds;
use crate::error::LabError;
use crate::measurement::{RunSources, StepLog, specs};
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::setup::{OtherSpace, WordFiles, Words, seed};
use crate::table::printable;

/// Plays the agent with every source for its Encryptor and every two for the guessers.
pub(super) fn play(
    config: &CrossConfig,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<PartialResult<Vec<CrossRow>>, LabError> {
    let [agent] = &config.agent[..] else { return Err(too_few()) };
    if let Some(bot) = config.bots.first() {
        let message = "a bot has no space to be crossed; name it beside another agent";
        return Err(LabError::setting(("bot", &bot.name), message));
    }
    let spec = config.registry.parse(agent).map_err(|error| LabError::spec("agent", error))?;
    let rules = all_rounds(&[])?;
    let words = words(config)?;
    let world = &words.world;
    let word_sources: Vec<WordSource<'_>> = std::iter::once(WordSource::First)
        .chain(world.others().map(|(name, _)| WordSource::Space(name)))
        .chain(world.associated().map(|(name, _)| WordSource::Associations(name)))
        .collect();
    check(&spec, &word_sources).map_err(|error| LabError::setting(("agent", agent), error))?;
    let games = CrossGames { world, rules, seed: seed(config.seed), requested: config.games };
    log.begin(&RunSources {
        games: games.all(word_sources.len()),
        agents: specs([&spec]),
        data: words.sources.clone(),
        ..RunSources::default()
    })?;
    words.say(watch);
    let crossed = CrossedSpaces { spec: &spec, word_sources, first: &config.space[0], world };
    games.play(&crossed, watch, log)
}

/// An agent with the sources that are crossed.
struct CrossedSpaces<'a> {
    spec: &'a Spec,
    word_sources: Vec<WordSource<'a>>,
    /// Name of the first embedding.
    first: &'a str,
    world: &'a Arc<World>,
}

impl Crossed for CrossedSpaces<'_> {
    fn names(&self) -> Vec<String> {
        self.word_sources
            .iter()
            .map(|word_source| printable(word_source.name().unwrap_or(self.first)))
            .collect()
    }

    fn agent(&self, giver: usize, guesser: usize) -> Result<Box<dyn Agent>, LabError> {
        let mut spec = self.spec.clone();
        self.word_sources[giver].set(&mut spec.encryptor);
        self.word_sources[guesser].set(&mut spec.guesser);
        Ok(build(&spec, self.world)?)
    }
}

/// Source of word associations for a part.
#[derive(Clone, Copy, PartialEq)]
enum WordSource<'a> {
    /// The first embedding.
    First,
    Space(&'a str),
    Associations(&'a str),
}

impl<'a> WordSource<'a> {
    /// Returns the name; `None` for the first embedding.
    const fn name(self) -> Option<&'a str> {
        match self {
            WordSource::First => None,
            WordSource::Space(name) | WordSource::Associations(name) => Some(name),
        }
    }

    /// Sets the source of a part. Returns `false` if the part does not support it.
    fn set(self, part: &mut SpecPart) -> bool {
        match self {
            WordSource::First => true,
            WordSource::Space(name) => part.values.set_text("space", Some(name)),
            WordSource::Associations(name) => part.values.set_text("associations", Some(name)),
        }
    }
}

/// Checks that the agent has no source of its own and supports each of these.
fn check(spec: &Spec, word_sources: &[WordSource<'_>]) -> Result<(), String> {
    for part in [&spec.encryptor, &spec.guesser] {
        if part.space().is_some() || part.associations().is_some() {
            return Err(
                "`agents cross` sets every space and table in turn; leave out `space` and `associations`"
                    .to_owned(),
            );
        }
        if !word_sources.iter().all(|word_source| word_source.set(&mut part.clone())) {
            return Err(format!("`{}` takes no associations", part.name));
        }
    }
    Ok(())
}

/// Loads the words. Deck and clues come from the first embedding.
fn words(args: &CrossConfig) -> Result<Words, LabError> {
    let [first, others @ ..] = args.space.as_slice() else { return Err(too_few()) };
    if others.is_empty() && args.associations.is_empty() {
        return Err(too_few());
    }
    let twice = args.space.iter().enumerate().find(|(n, name)| args.space[..*n].contains(name));
    if let Some((_, name)) = twice {
        return Err(LabError::setting(("space", name), "it is given twice"));
    }
    let others = others.iter().map(|name| OtherSpace::new(name, space_file(name).as_deref()));
    Words::load(&WordFiles {
        space: space_file(first),
        deck: args.deck.clone(),
        other_space: others.collect(),
        associations: args.associations.clone(),
        ..WordFiles::default()
    })
}
