//! What all players of this kind share.

use std::sync::Arc;

use overhear_engine::rules::Clue;

use super::imagined::Imagined;
use super::panel::Panel;
use super::references::References;
use crate::kind::PrepareError;
use crate::minds::{DeckMind, Links};
use crate::model::{ModelKey, World};
use crate::words::StatedWords;

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
        let norms = StatedWords::of(world.deck().language());
        let known = DeckMind::beside_table(world.deck())?;
        let (table, links) = (world.association(key), Links::of_keywords(world, norms.as_ref()));
        let references = References::new(world, &table, &links, known.as_ref());
        let panel = Panel::new(world, &table, &references, &links, known.as_ref());
        let imagined = Imagined::new(world, key, &references, &links, norms.as_ref());
        Ok(Tables { world: Arc::clone(world), references, panel, imagined })
    }

    /// Returns the place of a clue among those that refer to a keyword.
    pub(super) fn place(&self, clue: Clue) -> Option<u32> {
        self.references.clues.binary_search(&clue).ok().map(|place| place as u32)
    }
}
