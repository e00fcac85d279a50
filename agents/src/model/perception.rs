//! The association table as one head sees it.

use std::sync::Arc;

use overhear_engine::rules::{Clue, Clues, Keyword};
use overhear_engine::table::{Belief, GuesserView};

use super::bfloat::narrow;
use super::{Association, ModelKey, Noise, SHORTLIST, World, prefetch, widen};
use crate::part::Values;

/// One head's view of the table: its own errors on top of what everybody knows.
#[derive(Clone)]
pub(crate) struct Perception {
    table: Arc<Association>,
    noise: Option<Arc<Noise>>,
    head: u64,
    /// The last columns that were asked for, with this head's errors.
    kept: [Option<Clue>; KEPT],
    columns: Vec<u16>,
    next: usize,
}

/// A clue's column is needed when it is heard and again when its code is shown: the three clues of this half, and
/// the three that the same team gave before.
const KEPT: usize = 6;

impl Perception {
    /// What heads with the parameters `beta`, `alpha` and `sigma` see.
    pub(crate) fn of(world: &World, values: &Values) -> Perception {
        let key = ModelKey::from_values(values);
        let noise = Noise::new(values.get("sigma"), key.beta).map(Arc::new);
        Perception::new(world.association(key), noise)
    }

    pub(crate) fn new(table: Arc<Association>, noise: Option<Arc<Noise>>) -> Perception {
        let columns = if noise.is_some() { vec![0; KEPT * table.stride()] } else { Vec::new() };
        Perception { table, noise, head: 0, kept: [None; KEPT], columns, next: 0 }
    }

    /// The same heads' view of another table.
    pub(crate) fn on(&self, table: Arc<Association>) -> Perception {
        Perception::new(table, self.noise.clone())
    }

    /// What the likelihoods of the clues under the own keywords say of the code.
    pub(crate) fn decode(&self, view: &GuesserView<'_>) -> Belief {
        let own = view.keywords();
        Belief::from_clue_rows(&view.clues().map(|clue| match clue {
            None => [1.0; 4],
            Some(clue) => own.0.map(|keyword| self.likelihood(keyword, clue)),
        }))
    }

    /// Sees with another head.
    pub(crate) fn set_head(&mut self, head: u64) {
        if self.head != head {
            self.head = head;
            self.kept = [None; KEPT];
        }
    }

    pub(crate) fn table(&self) -> &Arc<Association> {
        &self.table
    }

    /// Asks the memory for the columns of clues that will soon be heard by everybody at the table.
    pub(crate) fn fetch_ahead(&self, clues: &Clues) {
        clues.iter().flatten().for_each(|&clue| prefetch(self.table.column(clue)));
    }

    /// The likelihood of a clue under every keyword.
    pub(crate) fn column(&mut self, clue: Clue) -> &[u16] {
        let Some(noise) = &self.noise else { return self.table.column(clue) };
        let stride = self.table.stride();
        let place = self.kept.iter().position(|&kept| kept == Some(clue)).unwrap_or_else(|| {
            let place = self.next;
            self.next = (self.next + 1) % KEPT;
            self.kept[place] = Some(clue);
            let to = &mut self.columns[place * stride..][..stride];
            noise.write_column(self.head, clue, self.table.column(clue), to);
            place
        });
        &self.columns[place * stride..][..stride]
    }

    /// The likelihood of a clue under one keyword.
    pub(crate) fn likelihood(&self, keyword: Keyword, clue: Clue) -> f32 {
        let plain = self.table.likelihood(keyword, clue);
        match &self.noise {
            None => plain,
            Some(noise) => widen(narrow(plain * noise.factor(self.head, keyword.index(), clue.index()))),
        }
    }

    /// Writes the likelihoods of a shortlist under a keyword, given what everybody knows of them.
    pub(crate) fn write_row(
        &self,
        keyword: Keyword,
        clues: &[Clue; SHORTLIST],
        plain: &[u16; SHORTLIST],
        to: &mut [f32; SHORTLIST],
    ) {
        match &self.noise {
            None => to.iter_mut().zip(plain).for_each(|(to, &p)| *to = widen(p)),
            Some(noise) => noise.write_row(self.head, keyword.index(), clues, plain, to),
        }
    }

    pub(crate) fn has_noise(&self) -> bool {
        self.noise.is_some()
    }
}
