//! Measures of beliefs about keywords.

use overhear_bots::OfferedBelief;
use overhear_bots::protocol::OFFERED;
use overhear_engine::rules::{BySlot, Slot};

use super::beliefs::{CalibrationBins, divergence, likeliest, mean, variation};
use super::believe_item::{ASKED_AFTER, BelieveItem};
use super::number::{BenchNumber, MeanKind, Sums, one_if};

/// The answers to an item: now, now again, before the keywords were shown, and of a member who has not been shown them.
pub(super) struct KeywordBeliefs(pub(super) [OfferedBelief; 4]);

/// Measures that are means over items, in the order of the card, and what they are means of. Hindsight and false belief are differences
/// of probabilities, shifts are total variations.
const MEANS: [(&str, MeanKind); 12] = [
    ("knowledge: bits from the exact belief", MeanKind::Divergence(OFFERED)),
    ("right words", MeanKind::Share),
    ("hindsight", MeanKind::Within(-1.0, 1.0)),
    ("false belief", MeanKind::Within(-1.0, 1.0)),
    ("shift before the reveal", MeanKind::Share),
    ("shift of the other reader", MeanKind::Share),
    ("weak match before the reveal", MeanKind::Share),
    ("weak match of the other reader", MeanKind::Share),
    ("weak match of the question asked twice", MeanKind::Share),
    ("strong match before the reveal", MeanKind::Share),
    ("strong match of the other reader", MeanKind::Share),
    ("strong match of the question asked twice", MeanKind::Share),
];

/// Returns the measures of an item, in the order of `MEANS`.
fn values(item: &BelieveItem, KeywordBeliefs(answers): &KeywordBeliefs) -> [f64; MEANS.len()] {
    let [now, again, before, other] = answers;
    let p_true = |belief: &OfferedBelief, slot: Slot| belief[slot][item.truth[slot]];
    let gain = |belief: &OfferedBelief| mean(|slot| p_true(belief, slot) - p_true(now, slot));
    let words = |belief: &OfferedBelief| BySlot::from_fn(|slot| likeliest(&belief[slot]));
    let first = words(now);
    // Strong: the same four words as at first. Weak: not the four true words, unless they were named at first.
    let strong = |belief| one_if(words(belief) == first);
    let weak = |belief| one_if(words(belief) != item.truth || first == item.truth);
    [
        divergence(&item.exact, now),
        mean(|slot| one_if(first[slot] == item.truth[slot])),
        gain(before),
        gain(other),
        variation(now, before),
        variation(now, other),
        weak(before),
        weak(other),
        weak(again),
        strong(before),
        strong(other),
        strong(again),
    ]
}

/// Adds the measures of a player's answers, of all items and by round.
pub(super) fn score(
    player: &str,
    items: &[BelieveItem],
    answers: &[KeywordBeliefs],
    measures: &mut Vec<BenchNumber>,
) {
    let scored: Vec<_> =
        items.iter().zip(answers).map(|(item, answer)| (item, values(item, answer))).collect();
    let strata = std::iter::once(None).chain(ASKED_AFTER.map(Some));
    for stratum in strata {
        let is_in = |item: &BelieveItem| stratum.is_none_or(|round| item.round == round);
        let rows = || scored.iter().filter(|(item, _)| is_in(item));
        let count = rows().count() as u64;
        let name = |what: &str| match stratum {
            None => what.to_owned(),
            Some(round) => format!("{what}, after round {round}"),
        };
        for (n, (what, kind)) in MEANS.into_iter().enumerate() {
            let mut sums = Sums::default();
            rows().for_each(|(item, values)| sums.add(item.deal, values[n], 1.0));
            measures.push(BenchNumber::new("believe", player, name(what), sums.estimate(kind), count));
        }
        let (mut bins, mut told) = (CalibrationBins::default(), 0);
        let both = items.iter().zip(answers).filter(|(item, _)| is_in(item));
        for (item, KeywordBeliefs([now, ..])) in both {
            for slot in Slot::ALL {
                let word = likeliest(&now[slot]);
                bins.add(now[slot][word], word == item.truth[slot]);
                told += 1;
            }
        }
        let error = bins.error(told);
        measures.push(BenchNumber::plain("believe", player, name("expected calibration error"), error, told));
    }
}
