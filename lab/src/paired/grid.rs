//! The points of a sweep: every combination of the values of its switches.

use overhear_engine::rules::Rules;

use super::axis::SweepAxis;
use crate::error::LabError;
use crate::setup::{RuleSet, Words, switched};

/// Maximum number of points. The cost is quadratic: every point is compared with every other.
const MOST_POINTS: usize = 64;

/// One rule set of a sweep.
#[derive(Clone, Debug)]
pub(crate) struct GridPoint {
    /// Name of the point by its switches: `round_limit=5 tokens_to_lose=2`; `base` for the rules that the
    /// sweep starts from.
    pub(super) name: String,
    /// The rules.
    pub(super) rules: Rules,
}

impl GridPoint {
    /// Checks that the deck is large enough for the rules.
    pub(super) fn check(&self, words: &Words) -> Result<(), LabError> {
        let checked = self.rules.check_deck(words.world.deck());
        checked.map_err(|error| LabError::setting(("sweep", &self.name), error))
    }
}

/// Returns every combination. The first point is the base rules, with which all others are compared.
pub(super) fn points(base: &RuleSet, axes: &[SweepAxis]) -> Result<Vec<GridPoint>, LabError> {
    if let Some(axis) = axes.iter().enumerate().find(|(n, axis)| axes[..*n].iter().any(|a| a.key == axis.key))
    {
        return Err(LabError::setting("sweep", format_args!("`{}` is swept twice", axis.1.key)));
    }
    let mut settings: Vec<Vec<String>> = vec![Vec::new()];
    for axis in axes {
        settings = settings.iter().flat_map(|set| extended(set, axis)).collect();
        if settings.len() > MOST_POINTS {
            let message = format_args!("more than {MOST_POINTS} combinations; sweep fewer values");
            return Err(LabError::setting("sweep", message));
        }
    }
    let mut points = vec![GridPoint { name: "base".to_owned(), rules: *base.switches }];
    for setting in settings {
        let name = setting.join(" ");
        let set: Vec<String> = base.set.iter().cloned().chain(setting).collect();
        let place = ("sweep", &name);
        let rules =
            switched(&base.name, &set).map_err(|failure| LabError::setting(place, failure.message()))?;
        let rules = *rules.checked().map_err(|error| LabError::setting(place, error))?;
        points.push(GridPoint { name, rules });
    }
    Ok(points)
}

/// Returns the switches of a point, extended by each value of an axis.
fn extended<'a>(set: &'a [String], axis: &'a SweepAxis) -> impl Iterator<Item = Vec<String>> + 'a {
    axis.values.iter().map(move |value| [set, &[format!("{}={value}", axis.key)]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::rules;

    fn grid(axes: &[&str]) -> Result<Vec<GridPoint>, String> {
        let base = rules("official", &[]).expect("official rules");
        let axes: Vec<SweepAxis> = axes.iter().map(|text| text.parse().expect("a sweep")).collect();
        points(&base, &axes).map_err(|failure| failure.to_string())
    }

    #[test]
    fn every_combination_comes_once_behind_the_base() {
        let points = grid(&["round_limit=5..6", "tiebreak=points,shared"]).expect("a grid");
        let names: Vec<_> = points.iter().map(|point| point.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "base",
                "round_limit=5 tiebreak=points",
                "round_limit=5 tiebreak=shared",
                "round_limit=6 tiebreak=points",
                "round_limit=6 tiebreak=shared"
            ]
        );
        assert_eq!((points[0].rules.round_limit, points[1].rules.round_limit), (8, 5));
    }

    #[test]
    fn what_makes_no_game_is_refused_by_name() {
        let refused = |axes: &[&str]| grid(axes).expect_err("no grid");
        assert!(refused(&["round_limts=5..6"]).contains("did you mean `round_limit`?"));
        assert!(refused(&["round_limit=1..3", "tokens_to_win=3"]).starts_with("sweep round_limit=1"));
        assert!(refused(&["round_limit=5", "round_limit=6"]).contains("swept twice"));
        assert!(
            refused(&["interception_points=0..9", "miscommunication_points=0..9"]).contains("more than 64")
        );
    }
}
