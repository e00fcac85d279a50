//! The parts that all tasks of a card share: agents, words and deals.

use overhear_agents::registry::{Registry, Spec, build};
use overhear_engine::game::{Agent, Seed};
use overhear_engine::rules::{Half, Rules};

use crate::error::LabError;
use crate::forgiven_agent::ForgivenAgent;
use crate::run_control::RunControl;
use crate::setup::{Field, RunningBots, Words};

/// Built-in agents whose clues are read.
pub(super) const GIVERS: [&str; 3] = ["nearest", "margin", "pragmatic"];

/// Built-in agents on every card, with their labels: the floor without any knowledge, and one of usual strength. It is no ceiling: in
/// several tasks others do better.
const BESIDE: [(&str, &str); 2] = [("floor: `random`", "random"), ("reference: `margin`", "margin")];

/// Opponents of whole games, if no field is named.
const OPPONENTS: [&str; 4] = ["random", "nearest", "margin", "pragmatic"];

/// Returns the opponents of whole games: those of a field, or the usual ones.
///
/// # Errors
/// Returns an error if the registry lacks one of them.
pub(super) fn opponents(field: Option<Field>, registry: &Registry) -> Result<Vec<Spec>, LabError> {
    let specs = field.map_or_else(|| OPPONENTS.to_vec(), Field::agents);
    specs.into_iter().map(|spec| Ok(registry.parse(spec)?)).collect()
}

/// A card in the making.
pub(super) struct Bench<'a> {
    /// The agent of the card.
    pub(super) spec: Spec,
    /// The opponents of whole games.
    pub(super) opponents: Vec<Spec>,
    pub(super) registry: Registry,
    pub(super) words: &'a Words,
    /// `true` if the deck was named, so that recorded clues are of its keywords.
    pub(super) is_deck_known: bool,
    /// The official rules.
    pub(super) rules: Rules,
    /// The same, but every game lasts as many rounds and no token ends it.
    pub(super) all_rounds: Rules,
    /// `true` for the suite of the published benchmark.
    pub(super) is_published: bool,
    pub(super) seed: Seed,
    /// Number of games of each task.
    pub(super) games: u64,
    pub(super) bots: &'a RunningBots,
    pub(super) watch: &'a RunControl,
}

impl Bench<'_> {
    /// Returns the agent of a SPEC. A missing answer costs an item, not the game.
    pub(super) fn agent(&self, spec: &str) -> Result<Box<dyn Agent>, LabError> {
        self.built(&self.registry.parse(spec)?)
    }

    /// Does the same for a SPEC that is parsed.
    pub(super) fn built(&self, spec: &Spec) -> Result<Box<dyn Agent>, LabError> {
        Ok(Box::new(ForgivenAgent::new(build(spec, &self.words.world)?)))
    }

    /// Returns the seed of a part of a task: each part has deals of its own. Seeds wrap around.
    pub(super) const fn seed_of_part(&self, part: u64) -> Seed {
        Seed(self.seed.0.wrapping_add(part))
    }

    /// Returns the SPECs of an agent's Encryptor and guesser.
    pub(super) fn parts(spec: &Spec) -> [String; 2] {
        [spec.encryptor.to_string(), spec.guesser.to_string()]
    }

    /// Returns the agent, the floor and the reference with their labels.
    pub(super) fn players(&self) -> Result<Vec<(String, Spec)>, LabError> {
        let beside = BESIDE.iter().map(|(label, spec)| Ok(((*label).to_owned(), self.registry.parse(spec)?)));
        std::iter::once(Ok((self.spec.label.clone(), self.spec.clone()))).chain(beside).collect()
    }

    /// Returns `true` if a label is the agent's.
    pub(super) fn is_subject(&self, player: &str) -> bool {
        player == self.spec.label
    }

    /// Returns the clues of a half as texts.
    pub(super) fn texts(&self, half: &Half) -> [Option<&str>; 3] {
        half.clues.map(|clue| clue.map(|clue| self.words.world.clue_text(clue)))
    }
}
