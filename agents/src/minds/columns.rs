//! What several minds make of the clues of a world, worked out clue by clue.

use std::borrow::Cow;
use std::sync::Arc;

use overhear_engine::rules::{BySlot, Clue, Keyword};

use super::deck_mind::RatioBuffers;
use super::{DeckMind, Links, STATED, StatedPair};
use crate::model::{Association, ClueLikelihoods, LazyTable, World, narrow, widen};
use crate::words::StatedWords;

/// A source of what people say to a keyword.
pub(crate) enum MindSource {
    /// The word table of the run.
    Table,
    /// The norms of the language, mixed with the table.
    Stated(StatedShares),
    /// A mind of independent origin.
    Mind(DeckMind),
}

/// The stated clues of a deck with their shares of P(clue | keyword), by clue.
pub(crate) struct StatedShares(Vec<StatedPair>);

impl StatedShares {
    /// Finds the clues of a world that the norms of its language state for its keywords.
    pub(crate) fn new(world: &World, table: &Association) -> StatedShares {
        let norms = StatedWords::of(world.deck().language());
        let links = Links::of_keywords(world, norms.as_ref());
        let mut shares: Vec<_> = links.stated(table).collect();
        shares.sort_unstable_by_key(|pair| (pair.clue, pair.keyword));
        StatedShares(shares)
    }

    /// Returns the shares of a clue.
    fn of(&self, clue: Clue) -> impl Iterator<Item = (Keyword, f32)> {
        let first = self.0.partition_point(|pair| pair.clue < clue);
        let shares = self.0[first..].iter().take_while(move |pair| pair.clue == clue);
        shares.map(|pair| (pair.keyword, pair.share))
    }
}

/// For each clue of a world a row for each source and, of several, one for their mean: how much likelier a keyword makes the clue than the
/// keywords of the deck do on average.
///
/// Only these ratios can be compared between sources, whose words differ; of a clue that a source does not know they are 1. Each row has
/// a share of doubt, for which the giver thought of something that the source does not know: the clue is then as likely for each
/// keyword. What the law forbids is 0.
pub(crate) struct MindColumns {
    world: Arc<World>,
    table: Arc<Association>,
    sources: Vec<MindSource>,
    doubt: f32,
    columns: LazyTable,
}

impl MindColumns {
    /// Prepares the columns; no clue is worked out yet.
    pub(crate) fn new(
        world: &Arc<World>,
        table: Arc<Association>,
        sources: Vec<MindSource>,
        doubt: f32,
    ) -> MindColumns {
        let columns = LazyTable::new(table.clues(), rows(&sources) * table.stride());
        MindColumns { world: Arc::clone(world), table, sources, doubt, columns }
    }

    /// Returns the number of rows of a clue.
    pub(crate) fn rows(&self) -> usize {
        rows(&self.sources)
    }

    /// Returns the length of a row.
    pub(crate) fn stride(&self) -> usize {
        self.table.stride()
    }

    /// Returns the rows of a clue, one after another, as sixteen-bit floats.
    fn column(&self, clue: Clue, buffers: &mut Buffers) -> Cow<'_, [u16]> {
        if clue.index() < self.table.clues() {
            let by_table = self.table.column(clue);
            return Cow::Borrowed(
                self.columns.get(clue.index(), |to| self.write(clue, by_table, buffers, to)),
            );
        }
        let mut column = vec![0; self.rows() * self.stride()];
        self.write(clue, &self.world.column_of_text(&self.table, clue), buffers, &mut column);
        Cow::Owned(column)
    }

    fn write(&self, clue: Clue, by_table: &[u16], buffers: &mut Buffers, to: &mut [u16]) {
        let by_table = &by_table[..self.table.keywords()];
        buffers.mean.clear();
        buffers.mean.resize(by_table.len(), 0.0);
        let mut rows = to.chunks_exact_mut(self.stride());
        for (source, row) in self.sources.iter().zip(&mut rows) {
            self.write_likelihoods(source, clue, by_table, buffers);
            doubt(self.doubt, by_table, &mut buffers.ratios);
            for ((mean, to), ratio) in buffers.mean.iter_mut().zip(row).zip(&buffers.ratios) {
                *mean += ratio / self.sources.len() as f32;
                *to = narrow(*ratio);
            }
        }
        if let Some(row) = rows.next() {
            row.iter_mut().zip(&buffers.mean).for_each(|(to, &ratio)| *to = narrow(ratio));
        }
    }

    /// Writes how likely each keyword makes a clue, up to a factor.
    fn write_likelihoods(&self, source: &MindSource, clue: Clue, by_table: &[u16], buffers: &mut Buffers) {
        let Buffers { ratios, mind: buffers, .. } = buffers;
        ratios.clear();
        match source {
            MindSource::Table => ratios.extend(by_table.iter().copied().map(widen)),
            MindSource::Stated(shares) => {
                ratios.extend(by_table.iter().map(|&p| (1.0 - STATED) * widen(p)));
                shares.of(clue).for_each(|(keyword, share)| ratios[keyword.index()] += share);
            }
            MindSource::Mind(mind) => {
                if !mind.write_ratios(self.world.clue_text(clue), buffers, ratios) {
                    ratios.resize(by_table.len(), 1.0);
                }
            }
        }
    }
}

/// Brings likelihoods to a mean of 1 over the keywords for which the law allows the clue, and adds the doubt; 0 for the others.
fn doubt(doubt: f32, by_table: &[u16], ratios: &mut [f32]) {
    // The table has 0 where the law forbids the clue.
    ratios.iter_mut().zip(by_table).filter(|(_, p)| **p == 0).for_each(|(ratio, _)| *ratio = 0.0);
    let lawful = by_table.iter().filter(|&&p| p > 0).count();
    let mean = ratios.iter().sum::<f32>() / lawful.max(1) as f32;
    for (ratio, &p) in ratios.iter_mut().zip(by_table) {
        let share = if mean > 0.0 { *ratio / mean } else { 1.0 };
        *ratio = if p > 0 { (1.0 - doubt) * share + doubt } else { 0.0 };
    }
}

/// Buffers of a player for the rows of a clue that is new to the run.
#[derive(Clone, Default)]
struct Buffers {
    ratios: Vec<f32>,
    mean: Vec<f32>,
    mind: RatioBuffers,
}

/// Returns the number of rows of a clue: one for each source, and one for the mean of several.
fn rows(sources: &[MindSource]) -> usize {
    if sources.len() > 1 { sources.len() + 1 } else { 1 }
}

/// The columns, as one player hears them.
#[derive(Clone)]
pub(crate) struct HeardMinds {
    columns: Arc<MindColumns>,
    buffers: Buffers,
}

impl HeardMinds {
    /// Creates the view of a player.
    pub(crate) fn new(columns: Arc<MindColumns>) -> HeardMinds {
        HeardMinds { columns, buffers: Buffers::default() }
    }

    /// Returns how much likelier each of four keywords makes a clue, for each row.
    pub(crate) fn ratios(&mut self, clue: Clue, keywords: BySlot<Keyword>) -> impl Iterator<Item = [f32; 4]> {
        let column = self.columns.column(clue, &mut self.buffers);
        let stride = self.columns.stride();
        (0..self.columns.rows())
            .map(move |row| keywords.0.map(|keyword| widen(column[row * stride + keyword.index()])))
    }
}

impl ClueLikelihoods for HeardMinds {
    fn hear(&mut self, _: bool, clue: Clue, to: &mut [f64]) {
        let column = self.columns.column(clue, &mut self.buffers);
        to.iter_mut().zip(&*column).for_each(|(to, &ratio)| *to = f64::from(widen(ratio)));
    }
}
