//! tables.csv: how games end at each of several matchups, and what holds at all of them.

use overhear_engine::rules::{Players, Rules};
use overhear_stats::{Estimate, Interval};

use super::statistic::{GameGroup, Statistic};
use super::stats_recorder::RunStats;
use crate::experiment::Population;
use crate::paired::{ALPHA, EndingKind, Measure, extremes_phrase, quoted};
use crate::table::{MeasuredValue, TableRow, digits, fixed};

/// The measures of each matchup of two teams.
const MEASURES: [Measure; 3] = [Measure::TiebreakRate, Measure::SharedRate, Measure::MeanRounds];

/// The measures of each matchup of three players: White is the team.
const MEASURES_OF_THREE: [Measure; 2] = [Measure::WhiteScore, Measure::MeanRounds];

/// A row of tables.csv: a measure of a matchup.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("tables.csv")]
pub struct MatchupEnding {
    /// Name of the matchup.
    pub table: String,
    /// The measure.
    pub measure: Measure,
    /// Games of the matchup.
    pub games: u64,
    /// The estimate, with its 95 % interval.
    pub value: MeasuredValue,
    /// Interval that holds for all rows at once (Bonferroni).
    pub overall: Interval,
}

/// Returns a row for each matchup and measure.
pub(super) fn rows(populations: &[Population], stats: &[RunStats], rules: &Rules) -> Vec<MatchupEnding> {
    let measures: &[Measure] = if rules.players == Players::Three { &MEASURES_OF_THREE } else { &MEASURES };
    let level = 1.0 - ALPHA / (populations.len() * measures.len()) as f64;
    let mut rows = Vec::new();
    for &measure in measures {
        for (population, stats) in populations.iter().zip(stats) {
            let alone = estimate(measure, stats, rules, 1.0 - ALPHA);
            let (Some(alone), Some(wide)) = (alone, estimate(measure, stats, rules, level)) else { continue };
            let (table, value) = (population.table(), MeasuredValue::from(alone));
            rows.push(MatchupEnding { table, measure, games: stats.games(), value, overall: wide.interval });
        }
    }
    rows
}

/// Returns a measure of a matchup, with an interval of this level.
fn estimate(measure: Measure, stats: &RunStats, rules: &Rules, level: f64) -> Option<Estimate> {
    let ratios = &stats.all().played;
    match measure {
        Measure::MeanRounds => {
            let range = Interval { low: 1.0, high: f64::from(rules.last_round().max(2)) };
            ratios.moments(Statistic::Length).bounded_at(range, level)
        }
        Measure::WhiteScore => ratios.moments(Statistic::White(None)).bounded_at(Interval::UNIT, level),
        Measure::SharedRate => ratios.share_at(Statistic::Ladder(GameGroup::All, EndingKind::Shared), level),
        _ => {
            let decided = ratios.share_at(Statistic::Ladder(GameGroup::All, EndingKind::Tokens), level);
            decided.map(|decided| decided.scale(-1.0).shift(1.0))
        }
    }
}

/// Returns one sentence for each measure on what holds at all matchups.
pub fn sentences(ended: &[MatchupEnding]) -> Vec<String> {
    let measures = [Measure::WhiteScore, Measure::TiebreakRate, Measure::SharedRate, Measure::MeanRounds];
    measures
        .into_iter()
        .filter_map(|measure| {
            let rows: Vec<&MatchupEnding> = ended.iter().filter(|one| one.measure == measure).collect();
            (!rows.is_empty()).then(|| sentence(measure, &rows))
        })
        .collect()
}

fn sentence(measure: Measure, rows: &[&MatchupEnding]) -> String {
    let factor = measure.wording().factor;
    let places: Vec<(&str, Interval)> = rows.iter().map(|one| (&*one.table, counted(one))).collect();
    let span = places.iter().map(|(_, interval)| *interval).reduce(Interval::hull).expect("a row");
    let narrowest = rows.iter().map(|one| one.overall.half_width()).fold(f64::INFINITY, f64::min);
    let ranks = ranks(&places);
    let decimals = digits(narrowest * factor);
    let [low, high] = [span.low, span.high].map(|end| fixed(end * factor, decimals));
    let what = match measure {
        Measure::WhiteScore => "of 100 games are won by the Interceptor, the others by the team of two",
        Measure::SharedRate => "of 100 games end in a shared victory",
        Measure::MeanRounds => "rounds are played on average",
        _ => "of 100 games come to the tiebreaker",
    };
    match rows {
        [only] => format!("At {} between {low} and {high} {what}.", quoted(&only.table)),
        [_, _] => format!("At both tables between {low} and {high} {what}{ranks}."),
        _ => format!("At all {} tables between {low} and {high} {what}{ranks}.", rows.len()),
    }
}

/// Returns the interval of what a sentence counts. With three players that is the Interceptor's wins, as in figures; the measure is the
/// score of the team.
fn counted(ending: &MatchupEnding) -> Interval {
    match (ending.measure, ending.overall) {
        (Measure::WhiteScore, Interval { low, high }) => Interval { low: 1.0 - high, high: 1.0 - low },
        (_, interval) => interval,
    }
}

/// Names the tables with the fewest and the most, as far as that is known.
fn ranks(places: &[(&str, Interval)]) -> String {
    match extremes_phrase(places, ["fewest", "most"]) {
        Some(named) => format!(": {named}"),
        None => "; which table has the fewest or the most is not known".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(table: &str, measure: Measure, value: f64, half: f64) -> MatchupEnding {
        let overall = Interval { low: value - half, high: value + half };
        let value = MeasuredValue { value, interval: None };
        MatchupEnding { table: table.to_owned(), measure, games: 100, value, overall }
    }

    #[test]
    fn with_three_players_the_wins_of_the_interceptor_are_counted() {
        let endings = [
            ended("new", Measure::WhiteScore, 0.56, 0.02),
            ended("keen", Measure::WhiteScore, 0.72, 0.03),
            ended("human", Measure::WhiteScore, 0.40, 0.03),
        ];
        assert_eq!(
            sentences(&endings),
            [
                "At all 3 tables between 25 and 63 of 100 games are won by the Interceptor, the others by the team of two: the fewest at “keen”, the most at “human”."
            ]
        );
    }

    #[test]
    fn what_holds_at_all_tables_spans_what_each_table_may_be() {
        let endings = [
            ended("new", Measure::TiebreakRate, 0.16, 0.01),
            ended("close+new", Measure::TiebreakRate, 0.14, 0.02),
            ended("keen", Measure::TiebreakRate, 0.34, 0.02),
            ended("new", Measure::MeanRounds, 5.4, 0.1),
        ];
        assert_eq!(
            sentences(&endings),
            [
                "At all 3 tables between 12 and 36 of 100 games come to the tiebreaker: the most at “keen”.",
                "At “new” between 5.3 and 5.5 rounds are played on average."
            ]
        );
        assert_eq!(
            sentences(&endings[..2]),
            [
                "At both tables between 12 and 17 of 100 games come to the tiebreaker; which table has the fewest or the most is not known."
            ]
        );
    }
}
