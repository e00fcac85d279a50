//! The parts that all tasks of a card share: agents, words and deals, and the rows of players beside the agent.

use overhear_agents::registry::{Registry, Spec, build};
use overhear_engine::game::{Agent, Seed};
use overhear_engine::rules::{Half, Keyword, Rules};

use super::number::BenchNumber;
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

    /// Returns a keyword as text.
    pub(super) fn keyword_text(&self, keyword: Keyword) -> &str {
        self.words.world.deck().text(keyword)
    }

    /// Returns the clues of a half as texts.
    pub(super) fn texts(&self, half: &Half) -> [Option<&str>; 3] {
        half.clues.map(|clue| clue.map(|clue| self.words.world.clue_text(clue)))
    }
}

/// Label of the exact belief in measures in which no answer can do better.
///
/// In other measures the exact belief has a row as well, but luck may let others do better: in the hit rate and the bits of single guesses, in
/// right words, and in what is scored against events instead of their chances. A belief in which all is alike is well calibrated without
/// knowing anything.
pub(super) const CEILING: &str = "ceiling: exact";

/// Label of the exact belief in other measures.
const EXACT: &str = "exact belief";

/// Returns `true` if no answer does better in a measure than the exact belief.
fn is_ceiling(task: &str, what: &str) -> bool {
    match task {
        "predict" => what.starts_with("skill") || what.starts_with("egocentrism"),
        "believe" => !what.starts_with("right words") && !what.starts_with("expected calibration error"),
        "stated risk" => what.contains("against exact chances"),
        _ => false,
    }
}

/// Takes the name of a ceiling from rows of the exact belief in other measures.
pub(super) fn name_ceilings(measures: &mut [BenchNumber]) {
    let exact = measures.iter_mut().filter(|row| row.player == CEILING);
    exact.filter(|row| !is_ceiling(row.task, &row.what)).for_each(|row| EXACT.clone_into(&mut row.player));
}
