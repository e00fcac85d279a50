//! Four different keywords out of what is believed of each slot (R13).

use overhear_engine::rules::{BySlot, Keyword, Slot};

use super::greatest;

/// Four different keywords, found greedily by weight: the greatest of any slot first, of equal ones the first.
pub(crate) fn different_keywords(rows: [&[f32]; 4]) -> BySlot<Keyword> {
    let mut found: [Option<Keyword>; 4] = [None; 4];
    for _ in Slot::ALL {
        let open = Slot::ALL.into_iter().filter(|slot| found[slot.index()].is_none());
        let best = open.map(|slot| (likeliest(rows[slot.index()], &found), slot));
        let best = best.reduce(|best, next| if next.0.0 > best.0.0 { next } else { best });
        let ((_, keyword), slot) = best.expect("each of four turns fills one of four slots");
        found[slot.index()] = Some(keyword);
    }
    BySlot(found.map(|keyword| keyword.expect("each of four turns fills a slot")))
}

/// The likeliest keyword of a slot that is not taken yet, and its weight.
fn likeliest(row: &[f32], taken: &[Option<Keyword>; 4]) -> (f32, Keyword) {
    let (weight, place) = greatest(row);
    let free = |place: usize| !taken.contains(&Some(Keyword(place as u16)));
    if free(place) {
        return (weight, Keyword(place as u16));
    }
    let others = row.iter().enumerate().filter(|&(place, _)| free(place));
    let (place, weight) = others.fold((0, -1.0), |best, (n, &w)| if w > best.1 { (n, w) } else { best });
    (weight, Keyword(place as u16))
}
