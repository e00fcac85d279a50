//! For each keyword its likeliest clues, or those that it shares with the most keywords, with their likelihoods under
//! every other keyword beside them.
//!
//! A clue giver looks for words that fit one keyword and none of the other three. With the likelihoods laid out
//! as `[keyword][other keyword][clue]`, that is a few short runs of memory for each team.

use overhear_engine::rules::{Clue, ClueLaw, Keyword, Referee};
use rayon::prelude::*;

use super::slab::Slab;
use super::{Association, widen};

/// How many clues a keyword's shortlist has.
pub const SHORTLIST: usize = 256;

/// The shortlists of all keywords.
pub struct Shortlists {
    keywords: usize,
    clues: Vec<[Clue; SHORTLIST]>,
    /// Rows of [`SHORTLIST`] values, one for each keyword and other keyword.
    likelihoods: Slab<u16>,
    means: Vec<[f32; SHORTLIST]>,
    bans: Vec<Vec<(u8, Keyword)>>,
}

/// Keywords whose rows are gathered together, so that whole cache lines are used.
const GROUP: usize = 16;

impl Shortlists {
    /// Picks for each keyword the likeliest clues that the law lets its team give; of equally likely ones the more
    /// frequent.
    pub(super) fn new(table: &Association, law: &ClueLaw) -> Shortlists {
        Shortlists::by_worth(table, law, |_, _, likelihood| u32::from(likelihood))
    }

    /// Picks for each keyword, among the legal clues that `reach` finds fit for it, those that are fit for the most
    /// keywords: they tell the least about which of them is meant. Then come the likeliest of the others.
    pub(super) fn far(table: &Association, law: &ClueLaw, reach: &Referee) -> Shortlists {
        const FIT: u32 = 1 << 16;
        let shared: Vec<u32> = (0..table.clues() as u32)
            .map(|clue| reach.keywords_of(Clue::new(clue)).iter().map(|word| word.count_ones()).sum())
            .collect();
        Shortlists::by_worth(table, law, |keyword, clue, likelihood| {
            if reach.is_fit(clue, keyword) { FIT + shared[clue.index()] } else { u32::from(likelihood) }
        })
    }

    /// Picks for each keyword the legal clues that are worth most, given its likelihood as a sixteen-bit float.
    fn by_worth(
        table: &Association,
        law: &ClueLaw,
        worth: impl Fn(Keyword, Clue, u16) -> u32 + Sync,
    ) -> Shortlists {
        let keywords = table.keywords();
        let groups: Vec<usize> = (0..keywords).step_by(GROUP).collect();
        let clues: Vec<_> =
            groups.into_par_iter().flat_map_iter(|first| best(table, law, &worth, first)).collect();
        let mut likelihoods = Slab::zeroed(keywords * keywords * SHORTLIST);
        let blocks = likelihoods.as_chunks_mut().0.par_chunks_mut(keywords).zip(&clues);
        let means = blocks.map(|(rows, clues)| lay_out(table, clues, rows)).collect();
        let bans = clues.iter().map(|clues| bans(law, clues)).collect();
        Shortlists { keywords, clues, likelihoods, means, bans }
    }

    /// The clues of a keyword's shortlist, the best first.
    pub fn clues(&self, keyword: Keyword) -> &[Clue; SHORTLIST] {
        &self.clues[keyword.index()]
    }

    /// The likelihoods of `keyword`'s shortlist under `other`, as sixteen-bit floats.
    #[inline]
    pub fn likelihoods(&self, keyword: Keyword, other: Keyword) -> &[u16; SHORTLIST] {
        &self.block(keyword)[other.index()]
    }

    /// The likelihoods of `keyword`'s shortlist under every keyword of the deck, in deck order.
    #[inline]
    pub fn block(&self, keyword: Keyword) -> &[[u16; SHORTLIST]] {
        &self.likelihoods.as_chunks().0[keyword.index() * self.keywords..][..self.keywords]
    }

    /// The mean likelihoods of `keyword`'s shortlist over all keywords of the deck.
    pub fn means(&self, keyword: Keyword) -> &[f32; SHORTLIST] {
        &self.means[keyword.index()]
    }

    /// The clues of `keyword`'s shortlist, by place, that the law forbids to whoever also holds another keyword.
    pub fn bans(&self, keyword: Keyword) -> &[(u8, Keyword)] {
        &self.bans[keyword.index()]
    }
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

/// Fills a keyword's block, a row for each other keyword, and returns the mean of the rows.
fn lay_out(
    table: &Association,
    clues: &[Clue; SHORTLIST],
    rows: &mut [[u16; SHORTLIST]],
) -> [f32; SHORTLIST] {
    const RUN: usize = 32;
    let mut means = [0.0; SHORTLIST];
    for (run, clues) in clues.chunks_exact(RUN).enumerate() {
        let columns: [&[u16]; RUN] = std::array::from_fn(|n| table.column(clues[n]));
        for (other, row) in rows.iter_mut().enumerate() {
            let to = &mut row[run * RUN..][..RUN];
            to.iter_mut().zip(columns).for_each(|(to, column)| *to = column[other]);
        }
    }
    let share = 1.0 / rows.len() as f32;
    for row in rows {
        means.iter_mut().zip(&*row).for_each(|(mean, &p)| *mean += widen(p) * share);
    }
    means
}
