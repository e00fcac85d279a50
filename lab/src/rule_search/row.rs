//! Rows of search.csv, and what the confirmation says in sentences.

use overhear_stats::Estimate;

use super::candidate::{BASE, Candidate};
use super::goal::{Goal, GoalVerdict};
use crate::table::{GivenNumber, MeasuredValue, TableRow, counted, digits, fixed};
use crate::wording::settings_name;

/// Name of the last stage.
pub(super) const CONFIRMATION: &str = "confirmation";

/// A row of search.csv: a candidate in a stage of the search, and one of the goals.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("search.csv")]
pub struct RuleSearchRow {
    /// Stage of the search.
    pub stage: String,
    /// The changes of the starting rules.
    pub rules: String,
    /// How many switches are changed.
    pub switches: u64,
    /// Games that the candidate had played by then.
    pub games: u64,
    /// The goal.
    pub goal: String,
    /// Its measure.
    pub measure: String,
    /// The measure under these rules.
    pub value: Option<MeasuredValue>,
    /// What the interval lacks to lie in the goal's range, in standard deviations.
    pub lack: GivenNumber,
    /// Whether the goal holds; only of the confirmation.
    pub verdict: String,
}

/// A candidate with its estimates, one for each goal.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// The candidate.
    pub(super) candidate: Candidate,
    /// Games that it has played.
    pub(super) games: u64,
    /// The estimate of each goal's measure.
    pub(super) estimates: Vec<Estimate>,
}

impl Standing {
    /// Returns its rows in a stage; each goal is with the standard deviation of its measure.
    pub(super) fn rows<'a>(
        &'a self,
        stage: &'a str,
        goals: &'a [Goal],
        spreads: &'a [f64],
    ) -> impl Iterator<Item = RuleSearchRow> + 'a {
        goals.iter().zip(spreads).zip(&self.estimates).map(move |((goal, spread), estimate)| RuleSearchRow {
            stage: stage.to_owned(),
            rules: self.candidate.name(),
            switches: self.candidate.changes.len() as u64,
            games: self.games,
            goal: goal.to_string(),
            measure: goal.measure.name().to_owned(),
            value: Some(MeasuredValue::from(*estimate)),
            lack: GivenNumber(rounded(-goal.least_depth(estimate.interval).min(0.0) / spread)),
            verdict: if stage == CONFIRMATION {
                goal.verdict(estimate).name().to_owned()
            } else {
                String::new()
            },
        })
    }

    fn verdicts(&self, goals: &[Goal]) -> Vec<GoalVerdict> {
        goals.iter().zip(&self.estimates).map(|(goal, estimate)| goal.verdict(estimate)).collect()
    }

    fn meets(&self, goals: &[Goal]) -> bool {
        self.verdicts(goals).iter().all(|verdict| *verdict == GoalVerdict::Holds)
    }

    fn fails(&self, goals: &[Goal]) -> bool {
        self.verdicts(goals).contains(&GoalVerdict::Fails)
    }

    fn is_base(&self) -> bool {
        self.candidate.changes.is_empty()
    }

    /// Returns the sentence on whether each goal holds.
    fn sentence(&self, goals: &[Goal]) -> String {
        let name = self.candidate.name();
        let name = if name == BASE {
            "The starting rules".to_owned()
        } else {
            format!("“{}”", settings_name(&name))
        };
        let goals = goals.iter().zip(&self.estimates).map(|(goal, estimate)| {
            format!("{goal} {}, with {}", goal.verdict(estimate).name(), amount(goal, estimate))
        });
        format!("{name}: {}.", goals.collect::<Vec<_>>().join("; "))
    }
}

/// Returns a number of three decimals; never `-0`.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0 + 0.0
}

/// Returns a measure with its interval, as people read it.
fn amount(goal: &Goal, estimate: &Estimate) -> String {
    let shown = goal.measure.shown();
    let Estimate { value, interval, .. } = estimate.scale(shown.factor);
    let decimals = digits(interval.width() / 2.0).max(1);
    let [value, low, high] = [value, interval.low, interval.high].map(|number| fixed(number, decimals));
    format!("{value} {} ({low} to {high})", shown.unit)
}

/// Returns what the confirmation says: how many candidates meet every goal, and a sentence on each.
pub(super) fn sentences(goals: &[Goal], confirmed: &[Standing]) -> Vec<String> {
    let numbers = goals.len() * confirmed.len();
    let games = confirmed.first().map_or(0, |one| one.games);
    let intervals = format!(
        "The intervals hold for all {} of the confirmation at once (95 %, Bonferroni): {} of each on deals that the search has \
         not seen.",
        counted(numbers as u64, "number"),
        counted(games, "game")
    );
    let each = confirmed.iter().map(|one| one.sentence(goals));
    std::iter::once(opening(goals, confirmed)).chain(each).chain([intervals]).collect()
}

fn opening(goals: &[Goal], confirmed: &[Standing]) -> String {
    let tried: Vec<&Standing> = confirmed.iter().filter(|one| !one.is_base()).collect();
    let meeting = tried.iter().filter(|one| one.meets(goals)).count() as u64;
    if confirmed.iter().any(|one| one.is_base() && one.meets(goals)) {
        return "The starting rules meet every goal: no change is needed.".to_owned();
    }
    match (meeting, tried.len() as u64) {
        (0, 0) => "No change that was tried comes nearer to the goals than the starting rules.".to_owned(),
        (0, _) if tried.iter().all(|one| one.fails(goals)) => {
            "No rules that were found meet every goal; the nearest stand first.".to_owned()
        }
        (0, _) => "Not known yet whether any rules meet every goal; the nearest stand first, and more games may tell.".to_owned(),
        (1, 1) => "The rules that were found meet every goal.".to_owned(),
        (some, all) if some == all => format!("All {all} sets of rules that were found meet every goal."),
        (some, all) => format!("Of {all} sets of rules that were found, {some} {} every goal.", if some == 1 { "meets" } else { "meet" }),
    }
}
