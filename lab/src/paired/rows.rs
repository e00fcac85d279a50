//! Rows of the result tables.

use super::compare_config::CompareRulesConfig;
use super::multiplicity::{Contrast, Judgement, Multiplicity, p_values};
use super::run::{PairedRun, Row};
use super::verdict::Decision;
use crate::table::{Cell, Frame, NamedRow};

/// Columns that only tables with several matchups have.
const OF_MATCHUPS: [&str; 3] = ["table", "overall_low", "overall_high"];

/// Verdict on a point of a sweep whose rules are those that the sweep starts from.
const BASE: &str = "base";

/// Starts a row with its measure, games and this verdict.
fn begin<'a>(frame: &'a mut Frame, row: &Row<'_>, verdict: &str) -> NamedRow<'a> {
    let estimates = row.contrast.estimates;
    NamedRow::new(frame).put_all([
        ("measure", Cell::text(estimates.measure.name())),
        ("deals", Cell::Count(estimates.deals())),
        ("games", Cell::Count(estimates.counted_games().unwrap_or(row.games))),
        ("margin", Cell::share(estimates.margin)),
        ("verdict", Cell::text(verdict)),
    ])
}

/// Adds the columns of two arms side by side, with p-values over all rows.
fn side_by_side<'a>(mut frame: Frame, rows: &[Row<'a>], rest: impl Fn(NamedRow<'_>, &Row<'a>)) -> Frame {
    let contrasts: Vec<Contrast<'_>> = rows.iter().map(|row| row.contrast).collect();
    let [differ, agree] = p_values(&contrasts);
    for (place, row) in rows.iter().enumerate() {
        let Contrast { estimates, arm } = row.contrast;
        let means = estimates.mean_values(arm);
        let line = begin(&mut frame, row, Decision::name(row.judgement.decision))
            .put_all([
                ("value_a", Cell::share(means.map(|means| means[0]))),
                ("value_b", Cell::share(means.map(|means| means[1]))),
                ("variance_ratio", Cell::share(estimates.variance_ratio(arm))),
                ("difference_p", Cell::share(differ.unadjusted(place))),
                ("difference_p_adjusted", Cell::share(differ.adjusted(place))),
                ("equivalence_p", Cell::share(agree.unadjusted(place))),
                ("equivalence_p_adjusted", Cell::share(agree.adjusted(place))),
            ])
            .put_estimate("difference", estimates.difference(arm));
        rest(line, row);
    }
    frame
}

/// Returns rules.csv: a row for each measure and matchup.
pub(super) fn of_rules(
    config: &CompareRulesConfig,
    run: &PairedRun,
    multiplicity: Multiplicity,
    rows: &[Row<'_>],
) -> Frame {
    let several = matches!(multiplicity, Multiplicity::Bonferroni);
    let frame = Frame::with("rules.csv", if several { &OF_MATCHUPS } else { &[] });
    side_by_side(frame, rows, |line, row| {
        let Contrast { estimates, arm } = row.contrast;
        let tied = estimates.tied_difference(arm).filter(|_| run.plan.count() == 1);
        line.put_all([
            ("rules_a", Cell::text(config.a.to_string())),
            ("rules_b", Cell::text(config.b.to_string())),
            ("method", Cell::text(run.plan.method(arm))),
            ("table", Cell::text(row.place)),
            ("tied_deals", Cell::Count(estimates.tied_deals(arm))),
        ])
        .put_estimate("difference_tied", tied)
        .put_range(["anytime_low", "anytime_high"], row.judgement.interval, Cell::share)
        .put_range(["overall_low", "overall_high"], row.judgement.overall, Cell::share)
        .end();
    })
}

/// Returns decks.csv: a row for each measure.
pub(super) fn of_decks(decks: &[String; 2], same_deals: u64, rows: &[Row<'_>]) -> Frame {
    side_by_side(Frame::new("decks.csv"), rows, |line, _| {
        line.put_texts([("deck_a", &decks[0]), ("deck_b", &decks[1])])
            .put("same_deals", Cell::Count(same_deals))
            .end();
    })
}

/// Returns sweep.csv: a row for each measure and point. A point with the base rules has no difference from the base.
pub(super) fn of_grid(run: &PairedRun, rows: &[Row<'_>]) -> Frame {
    let mut frame = Frame::new("sweep.csv");
    for row in rows {
        let Contrast { estimates, arm } = row.contrast;
        let is_base = run.plan.is_first(arm);
        // Zero with an interval of width zero would look like a measured equality.
        let judged = if is_base { Judgement::default() } else { row.judgement };
        let difference = estimates.difference(arm).map(|found| found.value).filter(|_| !is_base);
        begin(&mut frame, row, if is_base { BASE } else { Decision::name(judged.decision) })
            .put_texts([("point", row.place), ("method", run.plan.method(arm))])
            .put("difference", Cell::share(difference))
            .put("p_adjusted", Cell::share(judged.p))
            .put_estimate("value", estimates.mean_of_any(arm))
            .put_ends("difference", judged.interval, Cell::share)
            .put_range(["overall_low", "overall_high"], judged.overall, Cell::share)
            .end();
    }
    frame
}
