//! Values of measures in the items of a card.

use serde_json::Value;

use super::leak::{BY_BAYES, BY_BEST};
use super::number::bits;

/// The value of an item in a measure of its card.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Observation {
    pub(super) task: String,
    /// Name of the measure.
    pub(super) what: String,
    pub(super) item: ItemKey,
    pub(super) value: f64,
}

/// The place of an item in its task.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ItemKey {
    /// In the task `leak` the giver is the agent and is left out.
    giver: String,
    game: u64,
    round: u64,
}

impl Observation {
    /// Returns the deal of the item. Each has two games; those of different givers are different deals.
    pub(super) fn deal(&self) -> (&str, u64) {
        (&self.item.giver, self.item.game / 2)
    }

    /// Returns the values of an item, one for each measure that is a mean over items.
    pub(super) fn of_item(item: &Value) -> Vec<Observation> {
        let task = item["task"].as_str().unwrap_or_default();
        let giver = if task == "leak" { "" } else { item["giver"].as_str().unwrap_or_default() };
        let (Some(game), Some(round)) = (item["game"].as_u64(), item["round"].as_u64()) else {
            return Vec::new();
        };
        let values = match task {
            "decode" | "intercept" => reading(item),
            "leak" => leak(item),
            "predict" => prediction(item),
            "believe" => belief(item, round),
            _ => Vec::new(),
        };
        let observations = values.into_iter().map(|(what, value)| Observation {
            task: task.to_owned(),
            what,
            item: ItemKey { giver: giver.to_owned(), game, round },
            value,
        });
        observations.collect()
    }
}

/// A measure of an item with its value.
type Measured = (String, f64);

fn reading(item: &Value) -> Vec<Measured> {
    [("accuracy", share(&item["right"])), ("bits", item["bits"].as_f64())]
        .into_iter()
        .filter_map(known)
        .collect()
}

fn leak(item: &Value) -> Vec<Measured> {
    let values = [
        (BY_BAYES, share(&item["right"])),
        (BY_BEST, share(&item["found_by_best"])),
        ("bits leaked to `bayes`", item["bits"].as_f64()),
    ];
    values.into_iter().filter_map(known).collect()
}

fn prediction(item: &Value) -> Vec<Measured> {
    let (Some(reader), Some(bits)) = (item["reader"].as_str(), item["bits"].as_f64()) else {
        return Vec::new();
    };
    let whole = (format!("bits of `{reader}`"), bits);
    let narrow = item["diagnostic"].as_bool().filter(|&is_diagnostic| is_diagnostic);
    let narrow = narrow.map(|_| (format!("{}, diagnostic items", whole.0), bits));
    std::iter::once(whole).chain(narrow).collect()
}

/// What is measured of a belief about keywords as a difference of two probabilities, and where an item has the later one.
const GAINS: [(&str, &str); 2] = [("hindsight", "p_true_before"), ("false belief", "p_true_other")];

/// Returns the distance between the least and the greatest value that an item can have in a measure.
pub(super) fn item_width(what: &str) -> f64 {
    let is_gain = GAINS.iter().any(|(gain, _)| what.starts_with(gain));
    match () {
        () if what.contains("bits") => bits(1.0) - bits(0.0),
        () if is_gain => 2.0,
        () => 1.0,
    }
}

fn belief(item: &Value, round: u64) -> Vec<Measured> {
    let Some(now) = mean(&item["p_true_now"]) else { return Vec::new() };
    let later = GAINS.into_iter().filter_map(|(what, key)| Some((what, mean(&item[key])? - now)));
    later
        .flat_map(|(what, value)| {
            [what.to_owned(), format!("{what}, after round {round}")].map(|what| (what, value))
        })
        .collect()
}

fn known((what, value): (&str, Option<f64>)) -> Option<Measured> {
    Some((what.to_owned(), value?))
}

fn share(value: &Value) -> Option<f64> {
    value.as_bool().map(|is_so| f64::from(u8::from(is_so)))
}

fn mean(values: &Value) -> Option<f64> {
    super::number::mean(values.as_array()?.iter().filter_map(Value::as_f64))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_item_has_a_value_for_each_measure_of_its_task() {
        let read = Observation::of_item(
            &json!({"task": "decode", "giver": "human", "game": 5, "round": 2, "right": true, "bits": 4.5}),
        );
        assert_eq!(read.len(), 2);
        assert_eq!((&*read[0].what, read[0].value, read[0].deal()), ("accuracy", 1.0, ("human", 2)));
        let believed = json!({
            "task": "believe", "giver": "human", "game": 1, "round": 3,
            "p_true_now": [0.25, 0.5], "p_true_before": [0.75, 0.5], "p_true_other": [0.25, 0.0],
        });
        let observations = Observation::of_item(&believed);
        let value = |what: &str| observations.iter().find(|one| one.what == what).map(|one| one.value);
        assert_eq!((value("hindsight"), value("false belief, after round 3")), (Some(0.25), Some(-0.25)));
        let widths = ["right words", "hindsight", "false belief, after round 3"].map(item_width);
        assert_eq!(widths, [1.0, 2.0, 2.0], "a gain of one card can be 1 where that of the other is -1");
        assert!(Observation::of_item(&json!({"task": "talk", "game": 1, "round": 1})).is_empty());
    }
}
