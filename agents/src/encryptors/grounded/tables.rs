//! What all players of this kind share.

use std::sync::Arc;

use overhear_engine::rules::{Clue, Language};

use super::imagined::Imagined;
use super::panel::Panel;
use super::references::References;
use crate::kind::PrepareError;
use crate::minds::{DeckMind, Links, Mind};
use crate::model::{ModelKey, World};
use crate::words::StatedWords;

/// The mind beside the word table and the stated associations that clues are clear to.
const OTHER_MIND: &str = "glove";

/// The clues that refer to keywords, what minds make of them, and what opponents imagine.
pub(super) struct Tables {
    pub(super) world: Arc<World>,
    pub(super) references: References,
    pub(super) panel: Panel,
    pub(super) imagined: Imagined,
}

impl Tables {
    /// Prepares the tables of a world.
    ///
    /// # Errors
    ///
    /// If the mind that the program carries cannot be read.
    pub(super) fn new(world: &Arc<World>, key: ModelKey) -> Result<Tables, PrepareError> {
        let language = world.deck().language();
        let norms = StatedWords::of(language);
        let known = match language {
            Language::English => {
                let mind = Mind::load(OTHER_MIND).map_err(|error| PrepareError(error.to_string()))?;
                DeckMind::new(mind, world.deck()).ok()
            }
            Language::French | Language::Italian | Language::Swedish => None,
        };
        let clues: Vec<&str> =
            (0..world.clues() as u32).map(|clue| world.clue_text(Clue::new(clue))).collect();
        let keywords: Vec<&str> =
            world.deck().keywords().iter().map(|keyword| keyword.text.as_str()).collect();
        let (table, links) = (world.association(key), Links::new(&keywords, &clues, norms.as_ref()));
        let references = References::new(world, &table, &links, known.as_ref());
        let panel = Panel::new(world, &table, &references, &links, known.as_ref());
        let imagined = Imagined::new(world, key, &references, &clues, &links, norms.as_ref());
        Ok(Tables { world: Arc::clone(world), references, panel, imagined })
    }

    /// Returns the place of a clue among those that refer to a keyword.
    pub(super) fn place(&self, clue: Clue) -> Option<u32> {
        self.references.clues.binary_search(&clue).ok().map(|place| place as u32)
    }
}
