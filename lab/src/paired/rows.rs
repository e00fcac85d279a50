//! Rows of the result tables.

use overhear_stats::Interval;

use super::compare_config::CompareRulesConfig;
use super::measure::Measure;
use super::multiplicity::{Contrast, Judgement, Multiplicity, p_values};
use super::run::{PairedRun, Row};
use super::verdict::{Decision, Verdict};
use crate::table::{ColumnGroup, ColumnValue, Frame, MeasuredValue, NamedRow, TableRow};

/// Columns of rules.csv that only tables with several matchups have.
const OF_MATCHUPS: [&str; 3] = ["table", "overall_low", "overall_high"];

/// A measure in two arms on the same deals, A and B, in its own unit: a share, or a number of rounds.
#[derive(Clone, Debug, PartialEq, ColumnGroup)]
pub struct MeasureComparison {
    /// The measure.
    pub measure: Measure,
    /// Deals that were played.
    pub deals: u64,
    /// Games in each arm on these deals.
    pub games: u64,
    /// The measure in A.
    pub value_a: Option<f64>,
    /// The measure in B.
    pub value_b: Option<f64>,
    /// B less A, paired by deal, with its 95 % interval.
    pub difference: Option<MeasuredValue>,
    /// The factor by which two separate runs would need more deals for an interval of this width.
    pub variance_ratio: Option<f64>,
    /// The largest difference that counts as none.
    pub margin: f64,
    /// What is decided for all rows of the table together; `None` if nothing is.
    pub verdict: Option<Decision>,
    /// p-value that there is no difference, alone.
    pub difference_p: Option<f64>,
    /// The same for all rows of the table at once (Holm).
    pub difference_p_adjusted: Option<f64>,
    /// p-value that the difference reaches the margin, alone.
    pub equivalence_p: Option<f64>,
    /// The same for all rows of the table at once (Holm).
    pub equivalence_p_adjusted: Option<f64>,
}

impl MeasureComparison {
    /// Returns what is said of the difference; `None` without one.
    pub fn change(&self) -> Option<Verdict> {
        Some(Verdict::from_decision(self.verdict, self.difference?.value))
    }

    /// Returns the comparison of each row, with p-values over all of them.
    fn all(rows: &[Row<'_>]) -> Vec<MeasureComparison> {
        let contrasts: Vec<Contrast<'_>> = rows.iter().map(|row| row.contrast).collect();
        let [differ, agree] = p_values(&contrasts);
        rows.iter()
            .enumerate()
            .map(|(place, row)| {
                let Contrast { estimates, arm } = row.contrast;
                let means = estimates.mean_values(arm);
                MeasureComparison {
                    measure: estimates.measure,
                    deals: estimates.deals(),
                    games: games(row),
                    value_a: means.map(|means| means[0]),
                    value_b: means.map(|means| means[1]),
                    difference: estimates.difference(arm).map(MeasuredValue::from),
                    variance_ratio: estimates.variance_ratio(arm),
                    margin: estimates.margin,
                    verdict: row.judgement.decision,
                    difference_p: differ.unadjusted(place),
                    difference_p_adjusted: differ.adjusted(place),
                    equivalence_p: agree.unadjusted(place),
                    equivalence_p_adjusted: agree.adjusted(place),
                }
            })
            .collect()
    }
}

/// Returns the games that a row counts in each arm.
fn games(row: &Row<'_>) -> u64 {
    row.contrast.estimates.counted_games().unwrap_or(row.games)
}

/// A row of rules.csv: a measure under two sets of rules, at one matchup.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("rules.csv")]
pub struct RulesRow {
    /// The first set of rules.
    pub rules_a: String,
    /// The second set of rules.
    pub rules_b: String,
    /// `played`, or `judged again` if the games of the first were judged by the second.
    pub method: &'static str,
    /// The measure under both.
    #[column(group)]
    pub comparison: MeasureComparison,
    /// Interval of the difference that holds at all looks at once; only of a run that ends at a decision.
    pub anytime: Option<Interval>,
    /// Deals with a game that came to the tiebreaker.
    pub tied_deals: u64,
    /// The difference in these deals, where the games are judged again.
    pub difference_tied: Option<MeasuredValue>,
    /// The matchup; `None` if there is only one.
    #[column(group)]
    pub matchup: Option<RowMatchup>,
}

/// The matchup of a row, one of several.
#[derive(Clone, Debug, PartialEq, ColumnGroup)]
pub struct RowMatchup {
    /// Who plays, as `--tables` takes it.
    pub table: String,
    /// Interval of the difference that holds for all rows at once (Bonferroni).
    pub overall: Option<Interval>,
}

/// A row of decks.csv: a measure with two decks.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("decks.csv")]
pub struct DecksRow {
    /// The file of the first deck.
    pub deck_a: String,
    /// The file of the second deck.
    pub deck_b: String,
    /// Deals whose codes and noise seeds are the same with both.
    pub same_deals: u64,
    /// The measure with both.
    #[column(group)]
    pub comparison: MeasureComparison,
}

/// A row of sweep.csv: a measure at a point of a grid of rules.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("sweep.csv")]
pub struct SweepRow {
    /// The rules of the point, as KEY=VALUE with spaces between; `base` for those that the sweep starts from.
    pub point: String,
    /// `played`, or `judged again` if another point has played the games.
    pub method: &'static str,
    /// The measure.
    pub measure: Measure,
    /// Deals that were played.
    pub deals: u64,
    /// Games of the point.
    pub games: u64,
    /// The measure at the point, with its 95 % interval.
    pub value: Option<MeasuredValue>,
    /// The point less the base, with an interval that holds for all pairs of points at once; `None` where the point has the
    /// rules of the base.
    pub difference: Option<MeasuredValue>,
    /// p-value of the difference, adjusted for all pairs of points.
    pub p_adjusted: Option<f64>,
    /// Interval of the difference that holds for all pairs of points and all measures at once.
    pub overall: Option<Interval>,
    /// The largest difference that counts as none.
    pub margin: f64,
    /// What is decided of the difference.
    pub verdict: SweepVerdict,
}

/// Verdict on a point of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepVerdict {
    /// The point has the rules that the sweep starts from.
    Base,
    /// What is decided of its difference from the base; `None` if nothing is.
    Judged(Option<Decision>),
}

impl SweepVerdict {
    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            SweepVerdict::Base => "base",
            SweepVerdict::Judged(decision) => Decision::name(decision),
        }
    }

    /// Returns `true` for a difference from the base beyond the margin.
    pub fn is_different(self) -> bool {
        self == SweepVerdict::Judged(Some(Decision::Different))
    }
}

impl ColumnValue for SweepVerdict {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.put(column, self.name())
    }
}

impl ColumnValue for Measure {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.put(column, self.name())
    }
}

/// Returns the rows of rules.csv, one for each measure and matchup.
pub(super) fn of_rules(
    config: &CompareRulesConfig,
    run: &PairedRun,
    multiplicity: Multiplicity,
    rows: &[Row<'_>],
) -> Vec<RulesRow> {
    let several = matches!(multiplicity, Multiplicity::Bonferroni);
    rows.iter()
        .zip(MeasureComparison::all(rows))
        .map(|(row, comparison)| {
            let Contrast { estimates, arm } = row.contrast;
            let tied = estimates.tied_difference(arm).filter(|_| run.plan.count() == 1);
            RulesRow {
                rules_a: config.a.to_string(),
                rules_b: config.b.to_string(),
                method: run.plan.method(arm),
                comparison,
                anytime: row.judgement.interval,
                tied_deals: estimates.tied_deals(arm),
                difference_tied: tied.map(MeasuredValue::from),
                matchup: several
                    .then(|| RowMatchup { table: row.place.to_owned(), overall: row.judgement.overall }),
            }
        })
        .collect()
}

/// Returns rules.csv.
pub(super) fn rules_table(rows: &[RulesRow]) -> Frame {
    let several = rows.iter().any(|row| row.matchup.is_some());
    RulesRow::frame_with(rows, if several { &OF_MATCHUPS } else { &[] })
}

/// Returns the rows of decks.csv, one for each measure.
pub(super) fn of_decks(decks: &[String; 2], same_deals: u64, rows: &[Row<'_>]) -> Vec<DecksRow> {
    let [deck_a, deck_b] = decks;
    MeasureComparison::all(rows)
        .into_iter()
        .map(|comparison| DecksRow { deck_a: deck_a.clone(), deck_b: deck_b.clone(), same_deals, comparison })
        .collect()
}

/// Returns the rows of sweep.csv, one for each measure and point.
pub(super) fn of_grid(run: &PairedRun, rows: &[Row<'_>]) -> Vec<SweepRow> {
    rows.iter().map(|row| point(run, row)).collect()
}

/// Returns the row of a point. One with the base rules has no difference from the base.
fn point(run: &PairedRun, row: &Row<'_>) -> SweepRow {
    let Contrast { estimates, arm } = row.contrast;
    let is_base = run.plan.is_first(arm);
    // Zero with an interval of width zero would look like a measured equality.
    let judged = if is_base { Judgement::default() } else { row.judgement };
    let difference = estimates.difference(arm).filter(|_| !is_base);
    SweepRow {
        point: row.place.to_owned(),
        method: run.plan.method(arm),
        measure: estimates.measure,
        deals: estimates.deals(),
        games: games(row),
        value: estimates.mean_of_any(arm).map(MeasuredValue::from),
        difference: difference
            .map(|estimate| MeasuredValue { value: estimate.value, interval: judged.interval }),
        p_adjusted: judged.p,
        overall: judged.overall,
        margin: estimates.margin,
        verdict: if is_base { SweepVerdict::Base } else { SweepVerdict::Judged(judged.decision) },
    }
}
