//! Measures of beliefs about keywords.

use overhear_bots::OfferedBelief;
use overhear_bots::protocol::OFFERED;
use overhear_engine::rules::{BySlot, Slot};

use super::beliefs::{CalibrationBins, divergence, likeliest, mean, variation};
use super::believe_item::{ASKED_AFTER, BelieveItem};
use super::number::{BenchNumber, MeanKind, Sums, one_if};

/// The answers to an item: now, now again, before the keywords were shown, and of a member who has not been shown them.
pub(super) struct KeywordBeliefs(pub(super) [OfferedBelief; 4]);

impl KeywordBeliefs {
    /// Returns the same answer to all questions.
    pub(super) const fn repeated(belief: OfferedBelief) -> KeywordBeliefs {
        KeywordBeliefs([belief; 4])
    }
}

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
    let first = words(now);
    let later = [before, other, again].map(words);
    // Strong: the same four words as at first. Weak: not the four true words, unless they were named at first.
    let strong = later.map(|words| one_if(words == first));
    let weak = later.map(|words| one_if(words != item.truth || first == item.truth));
    [
        divergence(&item.exact, now),
        mean(|slot| one_if(first[slot] == item.truth[slot])),
        gain(item, now, before),
        gain(item, now, other),
        variation(now, before),
        variation(now, other),
        weak[0],
        weak[1],
        weak[2],
        strong[0],
        strong[1],
        strong[2],
    ]
}

/// Returns the likeliest word of each slot.
fn words(belief: &OfferedBelief) -> BySlot<usize> {
    BySlot::from_fn(|slot| likeliest(&belief[slot]))
}

/// Returns how much more a later belief gives to the true words than the one of now, the mean over the slots.
fn gain(item: &BelieveItem, now: &OfferedBelief, later: &OfferedBelief) -> f64 {
    mean(|slot| later[slot][item.truth[slot]] - now[slot][item.truth[slot]])
}

/// Adds the measures of a player's answers, of all items and by round.
pub(super) fn score(
    player: &str,
    items: &[BelieveItem],
    answers: &[KeywordBeliefs],
    measures: &mut Vec<BenchNumber>,
) {
    let values: Vec<_> = items.iter().zip(answers).map(|(item, answer)| values(item, answer)).collect();
    let strata = std::iter::once(None).chain(ASKED_AFTER.map(Some));
    for stratum in strata {
        let rows = items.iter().zip(answers).zip(&values);
        let rows = rows.filter(|((item, _), _)| stratum.is_none_or(|round| item.round == round));
        let rows: Vec<_> = rows.collect();
        let count = rows.len() as u64;
        let suffix = stratum.map_or(String::new(), |round| format!(", after round {round}"));
        for (n, (what, kind)) in MEANS.into_iter().enumerate() {
            let mut sums = Sums::default();
            rows.iter().for_each(|((item, _), values)| sums.add(item.deal, values[n], 1.0));
            let name = format!("{what}{suffix}");
            measures.push(BenchNumber::new("believe", player, name, sums.estimate(kind), count));
        }
        let (mut bins, mut word_count) = (CalibrationBins::default(), 0);
        for ((item, KeywordBeliefs([now, ..])), _) in rows {
            for slot in Slot::ALL {
                let word = likeliest(&now[slot]);
                bins.add(now[slot][word], word == item.truth[slot]);
                word_count += 1;
            }
        }
        let name = format!("expected calibration error{suffix}");
        let error = bins.error(word_count);
        measures.push(BenchNumber::plain("believe", player, name, error, word_count));
    }
}
