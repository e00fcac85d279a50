//! For each keyword its likeliest clues, or those that it shares with the most keywords, with their likelihoods under
//! every other keyword beside them.
//!
//! A clue giver looks for words that fit one keyword and none of the other three. With the likelihoods laid out
//! as `[keyword][other keyword][clue]`, that is a few short runs of memory for each team. This grows with the square of the
//! deck: beyond a size the rows are gathered from the table when they are asked for.

use overhear_engine::rules::{Clue, ClueLaw, Keyword, Referee};
use rayon::prelude::*;

use super::slab::Slab;
use super::{Association, widen};

/// How many clues a keyword's shortlist has.
pub const SHORTLIST: usize = 256;

/// What is kept of the shortlists of all keywords.
pub(super) struct Kept {
    keywords: usize,
    clues: Vec<[Clue; SHORTLIST]>,
    /// Rows of [`SHORTLIST`] values, one for each keyword and other keyword; none where they would take too much memory.
    likelihoods: Option<Slab<u16>>,
    means: Vec<[f32; SHORTLIST]>,
    bans: Vec<Vec<(u8, Keyword)>>,
}

/// The most bytes that the rows may take: those of a deck of 724 keywords.
const ROOM: usize = 1 << 28;

/// The shortlists of all keywords of an association table.
#[derive(Clone, Copy)]
pub struct Shortlists<'a> {
    pub(super) kept: &'a Kept,
    pub(super) table: &'a Association,
}

/// Keywords whose rows are gathered together, so that whole cache lines are used.
const GROUP: usize = 16;

impl Kept {
    /// Picks for each keyword the likeliest clues that the law lets its team give; of equally likely ones the more
    /// frequent.
    pub(super) fn new(table: &Association, law: &ClueLaw) -> Kept {
        Kept::by_worth(table, law, |_, _, likelihood| u32::from(likelihood))
    }

    /// Picks for each keyword, among the legal clues that `reach` finds fit for it, those that are fit for the most
    /// keywords: they tell the least about which of them is meant. Then come the likeliest of the others.
    pub(super) fn far(table: &Association, law: &ClueLaw, reach: &Referee) -> Kept {
        const FIT: u32 = 1 << 16;
        let shared: Vec<u32> = (0..table.clues() as u32)
            .map(|clue| reach.keywords_of(Clue::new(clue)).iter().map(|word| word.count_ones()).sum())
            .collect();
        Kept::by_worth(table, law, |keyword, clue, likelihood| {
            if reach.is_fit(clue, keyword) { FIT + shared[clue.index()] } else { u32::from(likelihood) }
        })
    }

    /// Picks for each keyword the legal clues that are worth most, given its likelihood as a sixteen-bit float.
    fn by_worth(
        table: &Association,
        law: &ClueLaw,
        worth: impl Fn(Keyword, Clue, u16) -> u32 + Sync,
    ) -> Kept {
        let keywords = table.keywords();
        let groups: Vec<usize> = (0..keywords).step_by(GROUP).collect();
        let clues: Vec<_> =
            groups.into_par_iter().flat_map_iter(|first| best(table, law, &worth, first)).collect();
        let on_average = means(table);
        let means = clues.iter().map(|clues| clues.map(|clue| on_average[clue.index()])).collect();
        let bans = clues.iter().map(|clues| bans(law, clues)).collect();
        let likelihoods = rows(table, &clues);
        Kept { keywords, clues, likelihoods, means, bans }
    }
}

impl<'a> Shortlists<'a> {
    /// The clues of a keyword's shortlist, the best first.
    pub fn clues(self, keyword: Keyword) -> &'a [Clue; SHORTLIST] {
        &self.kept.clues[keyword.index()]
    }

    /// The likelihoods of `keyword`'s shortlist under each of the others, as sixteen-bit floats. Rows that are not kept are
    /// gathered into the room.
    #[inline]
    pub fn likelihoods<'room, const N: usize>(
        self,
        keyword: Keyword,
        others: [Keyword; N],
        room: &'room mut Option<[[u16; SHORTLIST]; N]>,
    ) -> [&'room [u16; SHORTLIST]; N]
    where
        'a: 'room,
    {
        match self.block(keyword) {
            Some(rows) => others.map(|other| &rows[other.index()]),
            None => room.insert(others.map(|other| self.gather(keyword, other))).each_ref(),
        }
    }

    /// The likelihoods of `keyword`'s shortlist under every keyword of the deck, in deck order, where they are kept.
    #[inline]
    pub(crate) fn block(self, keyword: Keyword) -> Option<&'a [[u16; SHORTLIST]]> {
        let rows = self.kept.likelihoods.as_ref()?.as_chunks().0;
        Some(&rows[keyword.index() * self.kept.keywords..][..self.kept.keywords])
    }

    fn gather(self, keyword: Keyword, other: Keyword) -> [u16; SHORTLIST] {
        self.clues(keyword).map(|clue| self.table.column(clue)[other.index()])
    }

    /// The mean likelihoods of `keyword`'s shortlist over all keywords of the deck.
    pub fn means(self, keyword: Keyword) -> &'a [f32; SHORTLIST] {
        &self.kept.means[keyword.index()]
    }

    /// The clues of `keyword`'s shortlist, by place, that the law forbids to whoever also holds another keyword.
    pub fn bans(self, keyword: Keyword) -> &'a [(u8, Keyword)] {
        &self.kept.bans[keyword.index()]
    }
}

/// Room for rows of a shortlist that are not kept.
#[derive(Default)]
pub(crate) struct Gathered {
    rows: Vec<[u16; SHORTLIST]>,
    weights: Vec<(Keyword, f32)>,
}

impl Gathered {
    /// The rows of `keyword`'s shortlist under each of the keywords, one behind the other, and each one's weight with its
    /// place among them.
    pub(crate) fn gather(
        &mut self,
        shortlists: Shortlists<'_>,
        keyword: Keyword,
        weights: &[(Keyword, f32)],
    ) -> (&[[u16; SHORTLIST]], &[(Keyword, f32)]) {
        self.rows.clear();
        self.rows.extend(weights.iter().map(|&(other, _)| shortlists.gather(keyword, other)));
        self.weights.clear();
        self.weights.extend((0..).zip(weights).map(|(place, &(_, weight))| (Keyword(place), weight)));
        (&self.rows, &self.weights)
    }
}

/// The rows of all keywords, if they do not take too much memory.
fn rows(table: &Association, clues: &[[Clue; SHORTLIST]]) -> Option<Slab<u16>> {
    let keywords = clues.len();
    let values = keywords * keywords * SHORTLIST;
    if values * size_of::<u16>() > ROOM {
        return None;
    }
    let mut likelihoods = Slab::zeroed(values);
    let blocks = likelihoods.as_chunks_mut().0.par_chunks_mut(keywords).zip(clues);
    blocks.for_each(|(rows, clues)| lay_out(table, clues, rows));
    Some(likelihoods)
}

/// The mean likelihood of each clue over all keywords.
fn means(table: &Association) -> Vec<f32> {
    /// Clues whose sums are independent of each other, and so are added up side by side.
    const SIDE_BY_SIDE: usize = 8;
    let (clues, keywords) = (table.clues(), table.keywords());
    let share = 1.0 / keywords as f32;
    let mut means = vec![0.0f32; clues];
    means.par_chunks_mut(SIDE_BY_SIDE).with_min_len(64).enumerate().for_each(|(chunk, means)| {
        let first = chunk * SIDE_BY_SIDE;
        let column = |n: usize| &table.column(Clue::new((first + n).min(clues - 1) as u32))[..keywords];
        let columns: [&[u16]; SIDE_BY_SIDE] = std::array::from_fn(column);
        let mut sums = [0.0f32; SIDE_BY_SIDE];
        for keyword in 0..keywords {
            sums.iter_mut().zip(columns).for_each(|(sum, column)| *sum += widen(column[keyword]) * share);
        }
        means.iter_mut().zip(sums).for_each(|(mean, sum)| *mean = sum);
    });
    means
}

fn bans(law: &ClueLaw, clues: &[Clue; SHORTLIST]) -> Vec<(u8, Keyword)> {
    let places = clues.iter().enumerate();
    places.flat_map(|(place, &clue)| law.banning(clue).map(move |other| (place as u8, other))).collect()
}

fn best(
    table: &Association,
    law: &ClueLaw,
    worth: impl Fn(Keyword, Clue, u16) -> u32,
    first: usize,
) -> Vec<[Clue; SHORTLIST]> {
    let width = GROUP.min(table.keywords() - first);
    let mut ranked: Vec<Vec<u32>> = vec![Vec::with_capacity(table.clues()); width];
    let clues = || (0..table.clues() as u32).map(Clue::new);
    for clue in clues() {
        let run = &table.column(clue)[first..first + width];
        for (n, (row, &likelihood)) in ranked.iter_mut().zip(run).enumerate() {
            row.push(worth(Keyword((first + n) as u16), clue, likelihood));
        }
    }
    let pick = |(n, row): (usize, Vec<u32>)| top(&row, law, Keyword((first + n) as u16));
    ranked.into_iter().enumerate().map(pick).collect()
}

/// The places of the largest values that are legal for the keyword, largest first, of equal ones the first.
fn top(row: &[u32], law: &ClueLaw, keyword: Keyword) -> [Clue; SHORTLIST] {
    let legal = |clue: Clue| !law.is_banned(clue, keyword) && !law.is_number(clue);
    let order = |&(value, place): &(u32, u32)| (std::cmp::Reverse(value), place);
    let mut bar = 0;
    let mut best: Vec<(u32, u32)> = Vec::with_capacity(2 * SHORTLIST);
    for (place, &value) in row.iter().enumerate() {
        if value < bar || !legal(Clue::new(place as u32)) {
            continue;
        }
        best.push((value, place as u32));
        if best.len() == 2 * SHORTLIST {
            best.select_nth_unstable_by_key(SHORTLIST - 1, order);
            best.truncate(SHORTLIST);
            bar = best[SHORTLIST - 1].0;
        }
    }
    best.sort_unstable_by_key(order);
    std::array::from_fn(|n| Clue::new(best[n.min(best.len() - 1)].1))
}

/// Fills a keyword's block, a row for each other keyword.
fn lay_out(table: &Association, clues: &[Clue; SHORTLIST], rows: &mut [[u16; SHORTLIST]]) {
    const RUN: usize = 32;
    for (run, clues) in clues.chunks_exact(RUN).enumerate() {
        let columns: [&[u16]; RUN] = std::array::from_fn(|n| table.column(clues[n]));
        for (other, row) in rows.iter_mut().enumerate() {
            let to = &mut row[run * RUN..][..RUN];
            to.iter_mut().zip(columns).for_each(|(to, column)| *to = column[other]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DEFAULT_CLUES, ModelKey, World};
    use crate::words::{embedded_deck, embedded_lexicon, embedded_space};

    #[test]
    fn rows_that_are_gathered_are_those_that_are_kept() {
        let deck = embedded_deck("en").expect("a deck");
        let world = World::new(deck, embedded_space(), embedded_lexicon(), DEFAULT_CLUES).expect("a world");
        let table = world.association(ModelKey::default());
        let kept = table.shortlists(world.law());
        let bare = Kept { likelihoods: None, ..Kept::new(&table, world.law()) };
        let bare = Shortlists { kept: &bare, table: &table };
        let (own, weights) = (Keyword(7), [(Keyword(400), 0.5), (Keyword(3), 0.25)]);
        let block = kept.block(own).expect("the usual deck is kept");
        assert!(bare.block(own).is_none());
        let others = [0, 7, 439].map(Keyword);
        assert_eq!(kept.likelihoods(own, others, &mut None), bare.likelihoods(own, others, &mut None));
        let mut gathered = Gathered::default();
        let (rows, places) = gathered.gather(bare, own, &weights);
        assert_eq!(rows, weights.map(|(other, _)| block[other.index()]));
        assert_eq!(places, [(Keyword(0), 0.5), (Keyword(1), 0.25)]);
        for (place, mean) in kept.means(own).iter().enumerate() {
            let sum = block.iter().fold(0.0, |sum, row| sum + widen(row[place]) * (1.0 / 440.0));
            assert_eq!(*mean, sum);
        }
    }
}
