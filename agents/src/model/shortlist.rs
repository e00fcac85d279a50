//! For each keyword its likeliest clues, with their likelihoods under every other keyword beside them.
//!
//! A clue giver looks for words that fit one keyword and none of the other three. With the likelihoods laid out
//! as `[keyword][other keyword][clue]`, that is a few short runs of memory for each team.

use overhear_engine::rules::{Clue, ClueLaw, Keyword};
use rayon::prelude::*;

use super::{Association, widen};

/// How many clues a keyword's shortlist has.
pub const SHORTLIST: usize = 256;

/// The shortlists of all keywords.
pub struct Shortlists {
    keywords: usize,
    clues: Vec<[Clue; SHORTLIST]>,
    likelihoods: Vec<[u16; SHORTLIST]>,
}

/// Keywords whose rows are gathered together, so that whole cache lines are used.
const GROUP: usize = 16;

impl Shortlists {
    /// Picks for each keyword the likeliest clues that the law lets its team give; of equally likely ones the more
    /// frequent. A clue that is illegal for another keyword is marked as certain there, so that nobody who holds
    /// both picks it for its margin.
    pub(super) fn new(table: &Association, law: &ClueLaw) -> Shortlists {
        let keywords = table.keywords();
        let groups: Vec<usize> = (0..keywords).step_by(GROUP).collect();
        let clues: Vec<_> =
            groups.into_par_iter().flat_map_iter(|first| likeliest(table, law, first)).collect();
        let mut likelihoods = vec![[0; SHORTLIST]; keywords * keywords];
        let blocks = likelihoods.par_chunks_mut(keywords).zip(&clues);
        blocks.for_each(|(rows, clues)| lay_out(table, law, clues, rows));
        Shortlists { keywords, clues, likelihoods }
    }

    /// The likeliest clues for a keyword, likeliest first.
    pub fn clues(&self, keyword: Keyword) -> &[Clue; SHORTLIST] {
        &self.clues[keyword.index()]
    }

    /// The likelihoods of `keyword`'s shortlist under `other`, as sixteen-bit floats; infinite where the law
    /// forbids the clue to whoever holds `other`.
    pub fn likelihoods(&self, keyword: Keyword, other: Keyword) -> &[u16; SHORTLIST] {
        &self.likelihoods[keyword.index() * self.keywords + other.index()]
    }

    /// The likelihood of a clue of `keyword`'s shortlist under `other`.
    pub fn likelihood(&self, keyword: Keyword, other: Keyword, place: usize) -> f32 {
        widen(self.likelihoods(keyword, other)[place])
    }
}

const CERTAIN: u16 = 0x7F80;

fn likeliest(table: &Association, law: &ClueLaw, first: usize) -> Vec<[Clue; SHORTLIST]> {
    let width = GROUP.min(table.keywords() - first);
    let mut ranked: Vec<Vec<u32>> = vec![Vec::with_capacity(table.clues()); width];
    let clues = || (0..table.clues() as u32).map(Clue::new);
    for clue in clues() {
        let run = &table.column(clue)[first..first + width];
        ranked.iter_mut().zip(run).for_each(|(row, &likelihood)| row.push(u32::from(likelihood)));
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

fn lay_out(table: &Association, law: &ClueLaw, clues: &[Clue; SHORTLIST], rows: &mut [[u16; SHORTLIST]]) {
    const RUN: usize = 32;
    for (run, clues) in clues.chunks_exact(RUN).enumerate() {
        let columns: [&[u16]; RUN] = std::array::from_fn(|n| table.column(clues[n]));
        for (other, row) in rows.iter_mut().enumerate() {
            let to = &mut row[run * RUN..][..RUN];
            to.iter_mut().zip(columns).for_each(|(to, column)| *to = column[other]);
        }
    }
    for (place, &clue) in clues.iter().enumerate() {
        law.banning(clue).for_each(|other| rows[other.index()][place] = CERTAIN);
    }
}
