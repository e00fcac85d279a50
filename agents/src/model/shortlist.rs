//! Shortlists of clues for each keyword: the likeliest clues, or those shared with the most keywords.
//!
//! Their likelihoods under every other keyword are stored beside them.
//!
//! An Encryptor looks for words that fit their keyword much better than the other three. In the layout
//! `[keyword][other keyword][clue]` that takes a few short runs of memory for each team. The size grows with
//! the square of the deck. A keyword's rows are therefore laid out on first use, and beyond a size limit
//! gathered from the table each time.

use std::sync::Arc;

use overhear_engine::rules::{Clue, ClueLaw, Keyword, Referee};
use rayon::prelude::*;

use super::Association;
use super::columns::Columns;
use super::kernels::{SHORTLIST, TURNED, list_reaching, nth_greatest, transpose};
use super::lazy_table::LazyTable;
use super::rows;

/// The shortlists of all keywords of an association table.
pub struct Shortlists {
    table: Arc<Association>,
    clues: Vec<[Clue; SHORTLIST]>,
    /// For each keyword, one row of [`SHORTLIST`] values for each other keyword; `None` above the memory
    /// limit.
    likelihoods: Option<LazyTable>,
    means: Vec<[f32; SHORTLIST]>,
    /// For each keyword, the other keywords that forbid clues of its shortlist, sorted, with the positions of
    /// the clues.
    bans: Vec<Box<[(Keyword, u8)]>>,
}

/// The memory limit of the rows in bytes: the size for a deck of 724 keywords.
const ROOM: usize = 1 << 28;

impl Shortlists {
    /// Selects for each keyword the likeliest clues that the law allows its team; of equally likely clues the
    /// more frequent.
    pub(super) fn new(table: Arc<Association>, law: &ClueLaw) -> Shortlists {
        let clues = rows::map_rows(table.columns(), |keyword, row| likeliest(row, law, keyword));
        Shortlists::from_clues(table, law, clues)
    }

    /// Selects, among the legal clues that `reach` accepts for a keyword, those accepted for the most
    /// keywords.
    ///
    /// Such clues reveal least about the keyword. The likeliest of the others follow.
    pub(super) fn far(table: Arc<Association>, law: &ClueLaw, reach: &Referee) -> Shortlists {
        let shared: Vec<u32> = (0..table.clues() as u32)
            .map(|clue| reach.keywords_of(Clue::new(clue)).iter().map(|word| word.count_ones()).sum())
            .collect();
        let groups = rows::groups(table.columns()).into_par_iter();
        let clues = groups.flat_map_iter(|first| farthest(&table, law, reach, &shared, first)).collect();
        Shortlists::from_clues(table, law, clues)
    }

    /// Creates the shortlists of the given clues.
    fn from_clues(table: Arc<Association>, law: &ClueLaw, clues: Vec<[Clue; SHORTLIST]>) -> Shortlists {
        let on_average = table.mean_logs();
        let means = clues.iter().map(|clues| clues.map(|clue| on_average[clue.index()])).collect();
        let bans = clues.par_iter().map(|clues| bans(law, clues)).collect();
        let likelihoods = room_for(clues.len());
        Shortlists { table, clues, likelihoods, means, bans }
    }

    /// Returns the table that the likelihoods come from.
    pub(crate) const fn table(&self) -> &Arc<Association> {
        &self.table
    }

    /// Returns shortlists with equal clues and the likelihoods of another table.
    pub(crate) fn with_likelihoods_of(&self, table: Arc<Association>) -> Shortlists {
        let on_average = table.mean_logs();
        let means = self.clues.iter().map(|clues| clues.map(|clue| on_average[clue.index()])).collect();
        let likelihoods = room_for(self.clues.len());
        Shortlists { clues: self.clues.clone(), bans: self.bans.clone(), likelihoods, means, table }
    }

    /// Returns the clues of a keyword's shortlist, the best first.
    pub fn clues(&self, keyword: Keyword) -> &[Clue; SHORTLIST] {
        &self.clues[keyword.index()]
    }

    /// Returns the likelihoods of `keyword`'s shortlist under each of `others`, as sixteen-bit floats.
    ///
    /// Rows that are not stored are gathered into `buffer`.
    #[inline]
    pub fn likelihoods<'buffer, const N: usize>(
        &'buffer self,
        keyword: Keyword,
        others: [Keyword; N],
        buffer: &'buffer mut Option<[[u16; SHORTLIST]; N]>,
    ) -> [&'buffer [u16; SHORTLIST]; N] {
        match self.block(keyword) {
            Some(rows) => others.map(|other| &rows[other.index()]),
            None => buffer.insert(others.map(|other| self.gather(keyword, other))).each_ref(),
        }
    }

    /// Returns the likelihoods of `keyword`'s shortlist under every keyword, in deck order; `None` if rows
    /// are not stored.
    #[inline]
    pub(crate) fn block(&self, keyword: Keyword) -> Option<&[[u16; SHORTLIST]]> {
        let likelihoods = self.likelihoods.as_ref()?.get(keyword.index(), |rows| {
            lay_out(self.table.columns(), self.clues(keyword), rows.as_chunks_mut().0);
        });
        Some(likelihoods.as_chunks().0)
    }

    fn gather(&self, keyword: Keyword, other: Keyword) -> [u16; SHORTLIST] {
        self.clues(keyword).map(|clue| self.table.column(clue)[other.index()])
    }

    /// Returns the mean likelihoods of `keyword`'s shortlist over all keywords of the deck.
    pub fn mean_logs(&self, keyword: Keyword) -> &[f32; SHORTLIST] {
        &self.means[keyword.index()]
    }

    /// Returns the clues of `keyword`'s shortlist that are forbidden to a team that also holds `other`, each
    /// with `other`.
    pub fn bans(&self, keyword: Keyword, other: Keyword) -> &[(Keyword, u8)] {
        // The bans are sorted by the banning keyword, so those of one keyword are one run: a binary search for its begin,
        // and a few steps to its end.
        let bans = &self.bans[keyword.index()];
        let first = bans.partition_point(|&(banning, _)| banning < other);
        let count = bans[first..].iter().take_while(|&&(banning, _)| banning == other).count();
        &bans[first..first + count]
    }
}

/// Buffer for rows of a shortlist that are not stored.
#[derive(Default)]
pub(crate) struct RowBuffer {
    rows: Vec<[u16; SHORTLIST]>,
    weights: Vec<(Keyword, f32)>,
}

impl RowBuffer {
    /// Returns the rows of `keyword`'s shortlist under each of the keywords, concatenated, with the weights
    /// by row index.
    pub(crate) fn gather(
        &mut self,
        shortlists: &Shortlists,
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

/// Returns memory for the rows of a deck, unless it exceeds the limit.
fn room_for(keywords: usize) -> Option<LazyTable> {
    let values = keywords * SHORTLIST;
    (keywords * values * size_of::<u16>() <= ROOM).then(|| LazyTable::new(keywords, values))
}

fn bans(law: &ClueLaw, clues: &[Clue; SHORTLIST]) -> Box<[(Keyword, u8)]> {
    let places = (0..=u8::MAX).zip(clues);
    let bans = places.flat_map(|(place, &clue)| law.keywords_banning(clue).map(move |other| (other, place)));
    let mut bans: Vec<_> = bans.collect();
    bans.sort_unstable();
    bans.into()
}

/// Returns the likeliest legal clues of a keyword, given its row of the table; of equally likely ones the
/// first.
fn likeliest(row: &[u16], law: &ClueLaw, keyword: Keyword) -> [Clue; SHORTLIST] {
    let mut candidates = Vec::with_capacity(2 * SHORTLIST);
    // 1. All clues at least as likely as the SHORTLIST-th: a selection without sorting, linear in the vocabulary.
    // 2. Without the illegal ones. If too few are left, the law has banned many: start from all legal clues.
    // 3. The best of these in order.
    list_reaching(row, nth_greatest(row, SHORTLIST.min(row.len())), &mut candidates);
    candidates.retain(|&clue| is_legal(law, Clue::new(clue), keyword));
    if candidates.len() < SHORTLIST {
        candidates = (0..row.len() as u32).filter(|&clue| is_legal(law, Clue::new(clue), keyword)).collect();
    }
    first(candidates, |clue| row[clue as usize].into())
}

/// Returns for each keyword of a group its legal clues that fit the most keywords, followed by the likeliest
/// of the others.
fn farthest(
    table: &Association,
    law: &ClueLaw,
    reach: &Referee,
    shared: &[u32],
    first_keyword: usize,
) -> Vec<[Clue; SHORTLIST]> {
    // A word of the referee's bit set holds 64 keywords, so one pass over the vocabulary lists the fitting clues of a
    // whole group; clearing the lowest set bit visits the set bits only.
    let mut fit = vec![Vec::new(); u64::BITS as usize];
    for clue in (0..table.clues() as u32).map(Clue::new) {
        let mut keywords = reach.keywords_of(clue)[first_keyword / 64] >> (first_keyword % 64);
        while keywords != 0 {
            fit[keywords.trailing_zeros() as usize].push(clue.index() as u32);
            keywords &= keywords - 1;
        }
    }
    rows::keywords(table.columns(), first_keyword)
        .zip(fit)
        .map(|(keyword, mut fit)| {
            fit.retain(|&clue| is_legal(law, Clue::new(clue), keyword));
            if fit.len() >= SHORTLIST {
                return first(fit, |clue| shared[clue as usize]);
            }
            let legal = (0..table.clues() as u32).filter(|&clue| is_legal(law, Clue::new(clue), keyword));
            first(legal.collect(), |clue| {
                let clue = Clue::new(clue);
                let likelihood = u32::from(table.column(clue)[keyword.index()]);
                // Likelihoods are sixteen-bit floats below FIT, so every fitting clue comes before every other one.
                if reach.is_fit(clue, keyword) { FIT + shared[clue.index()] } else { likelihood }
            })
        })
        .collect()
}

/// A value above any likelihood as a sixteen-bit float.
const FIT: u32 = 1 << 16;

fn is_legal(law: &ClueLaw, clue: Clue, keyword: Keyword) -> bool {
    !law.is_banned(clue, keyword) && !law.is_banned_for_all(clue)
}

/// Returns the clues of the greatest worth, the best first, of equal ones the more frequent.
///
/// If there are too few, the last clue repeats.
fn first(clues: Vec<u32>, worth: impl Fn(u32) -> u32) -> [Clue; SHORTLIST] {
    // Sort key: inverted worth in the upper half, clue number in the lower half, so ascending order puts the
    // best and then the more frequent first. A partial selection keeps the cost linear.
    let mut ranked: Vec<u64> =
        clues.into_iter().map(|clue| u64::from(!worth(clue)) << 32 | u64::from(clue)).collect();
    if ranked.len() > SHORTLIST {
        ranked.select_nth_unstable(SHORTLIST - 1);
        ranked.truncate(SHORTLIST);
    }
    ranked.sort_unstable();
    std::array::from_fn(|n| Clue::new(ranked[n.min(ranked.len() - 1)] as u32))
}

/// Fills a keyword's block, a row for each other keyword.
fn lay_out(columns: &Columns, clues: &[Clue; SHORTLIST], rows: &mut [[u16; SHORTLIST]]) {
    /// Clues that fill a cache line of each row.
    const RUN: usize = 32;
    for (run, clues) in clues.as_chunks::<RUN>().0.iter().enumerate() {
        let own = clues.map(|clue| columns.row(clue).as_chunks::<TURNED>().0);
        for (square, rows) in rows.chunks_mut(TURNED).enumerate() {
            for (part, own) in own.as_chunks::<TURNED>().0.iter().enumerate() {
                let turned = transpose(own.map(|column| column[square]));
                write_square(rows, run * (RUN / TURNED) + part, &turned);
            }
        }
    }
}

/// Writes a square into the rows that are there, the first of [`TURNED`], as their part number `at`.
#[inline]
fn write_square(rows: &mut [[u16; SHORTLIST]], at: usize, square: &[[u16; TURNED]; TURNED]) {
    assert!(at < SHORTLIST / TURNED);
    if let Ok(rows) = <&mut [_; TURNED]>::try_from(&mut *rows) {
        for n in 0..TURNED {
            rows[n].as_chunks_mut().0[at] = square[n];
        }
    } else {
        rows.iter_mut().zip(square).for_each(|(row, part)| row.as_chunks_mut().0[at] = *part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DEFAULT_CLUES, ModelKey, World, widen};
    use crate::words::{embedded_deck, embedded_lexicon, embedded_space};

    #[test]
    fn rows_that_are_gathered_are_those_that_are_kept() {
        let deck = embedded_deck("en").expect("a deck");
        let world = World::new(deck, embedded_space(), embedded_lexicon(), DEFAULT_CLUES).expect("a world");
        let table = world.association(ModelKey::default());
        let with_rows = world.shortlists(ModelKey::default());
        let bare = Shortlists { likelihoods: None, ..Shortlists::new(Arc::clone(&table), world.law()) };
        let (own, weights) = (Keyword(7), [(Keyword(400), 0.5), (Keyword(3), 0.25)]);
        let block = with_rows.block(own).expect("the usual deck is kept");
        assert!(bare.block(own).is_none());
        let others = [0, 7, 439].map(Keyword);
        assert_eq!(with_rows.likelihoods(own, others, &mut None), bare.likelihoods(own, others, &mut None));
        let mut gathered = RowBuffer::default();
        let (rows, places) = gathered.gather(&bare, own, &weights);
        assert_eq!(rows, weights.map(|(other, _)| block[other.index()]));
        assert_eq!(places, [(Keyword(0), 0.5), (Keyword(1), 0.25)]);
        for (place, mean) in with_rows.mean_logs(own).iter().enumerate() {
            let sum = block.iter().fold(0.0, |sum, row| sum + widen(row[place]) * (1.0 / 440.0));
            assert_eq!(*mean, sum);
        }
    }

    #[test]
    fn illegal_clues_leave_their_places_to_the_likeliest_legal_ones() {
        let deck = embedded_deck("en").expect("a deck");
        let world = World::new(deck, embedded_space(), embedded_lexicon(), 2000).expect("a world");
        let (law, clues) = (world.law(), 0..2000);
        let keyword = (0..440).map(Keyword).max_by_key(|&keyword| {
            clues.clone().filter(|&clue| law.is_banned(Clue::new(clue), keyword)).count()
        });
        let keyword = keyword.expect("the deck has keywords");
        let is_legal =
            |clue: u32| !law.is_banned(Clue::new(clue), keyword) && !law.is_banned_for_all(Clue::new(clue));
        let illegal = clues.clone().filter(|&clue| !is_legal(clue)).count();
        assert!(illegal > 0);
        // The illegal clues are the likeliest; after them come `likely` legal ones: none, as many as fill the list with the illegal
        // ones, one list, two lists.
        for likely in [0, SHORTLIST - illegal, SHORTLIST, 2 * SHORTLIST] {
            let mut remaining = likely;
            let row: Vec<u16> = clues
                .clone()
                .map(|clue| {
                    if !is_legal(clue) {
                        900
                    } else if remaining > 0 {
                        remaining -= 1;
                        800
                    } else {
                        700
                    }
                })
                .collect();
            let expected: Vec<u32> = clues.clone().filter(|&clue| is_legal(clue)).take(SHORTLIST).collect();
            assert_eq!(
                likeliest(&row, law, keyword)[..],
                expected.into_iter().map(Clue::new).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn bans_of_two_keywords_are_the_clues_of_one_that_the_law_forbids_to_the_other() {
        let deck = embedded_deck("en").expect("a deck");
        let world = World::new(deck, embedded_space(), embedded_lexicon(), 4000).expect("a world");
        let lists = world.shortlists(ModelKey::default());
        let mut others = 0;
        for keyword in (0..440).step_by(11).map(Keyword) {
            for other in (0..440).map(Keyword) {
                let clues = (0..=u8::MAX).zip(lists.clues(keyword));
                let forbidden = clues.filter(|&(_, &clue)| world.law().is_banned(clue, other));
                let expected: Vec<_> = forbidden.map(|(place, _)| (other, place)).collect();
                assert_eq!(lists.bans(keyword, other), expected);
                others += usize::from(!expected.is_empty());
            }
        }
        assert!(others > 440, "{others} pairs are too few to be searched");
    }

    #[test]
    fn rows_are_stored_up_to_the_memory_limit() {
        assert!(room_for(724).is_some() && room_for(725).is_none());
    }

    #[test]
    fn a_table_by_ranks_is_a_distribution_and_the_lists_keep_their_clues() {
        let deck = embedded_deck("en").expect("a deck");
        let world = World::new(deck, embedded_space(), embedded_lexicon(), 2000).expect("a world");
        let (table, plain) = (world.association(ModelKey::default()), world.shortlists(ModelKey::default()));
        let falling = std::array::from_fn(|step| 1.0 / (1 + step) as f32);
        let ranked = Arc::new(table.ranked(&falling));
        let keyword = Keyword(7);
        let all = (0..2000).map(|clue| ranked.likelihood(keyword, Clue::new(clue))).sum::<f32>();
        assert!((all - 1.0).abs() < 0.01, "{all}");
        let lists = plain.with_likelihoods_of(Arc::clone(&ranked));
        assert_eq!(lists.clues(keyword), plain.clues(keyword));
        let own = lists.block(keyword).expect("the usual deck is kept")[keyword.index()];
        for (&clue, likelihood) in lists.clues(keyword).iter().zip(own) {
            assert_eq!(ranked.likelihood(keyword, clue), widen(likelihood));
        }
    }
}
