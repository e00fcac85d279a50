//! Sentences about a comparison at several matchups: for each measure, whether a finding holds at all of
//! them.

use overhear_stats::Interval;

use super::extremes::extremes_phrase;
use super::sentences::{
    Finding, between, margin_text, measure_sentences, one_matchup_sentences, verdict_words,
};
use super::verdict::Verdict;
use super::wording::{Wording, quoted};
use crate::table::{counted, digits};

/// Returns one sentence for each measure, the most important first, for one matchup or several.
pub fn rules_sentences(findings: &[Finding<'_>]) -> Vec<String> {
    let several = findings.iter().any(|one| !one.place.is_empty());
    if several { matchup_sentences(findings) } else { one_matchup_sentences(findings) }
}

/// Returns one sentence for each measure at several matchups, the most important measure first.
fn matchup_sentences(findings: &[Finding<'_>]) -> Vec<String> {
    measure_sentences(findings, |measure, tables| sentence(&measure.wording(), tables))
}

/// Returns the sentence about one measure: one verdict for all matchups, or each verdict with its matchups.
fn sentence(wording: &Wording, tables: &[Finding<'_>]) -> String {
    let groups: Vec<(Verdict, Vec<Finding<'_>>)> = Verdict::ALL
        .into_iter()
        .filter_map(|verdict| {
            let tables: Vec<_> = tables.iter().filter(|one| one.verdict() == verdict).copied().collect();
            (!tables.is_empty()).then_some((verdict, tables))
        })
        .collect();
    let sentence = match &groups[..] {
        [(verdict, _)] => everywhere(wording, *verdict, tables),
        _ => here_and_there(wording, &groups, tables.len()),
    };
    sentence + &more(tables)
}

/// Returns the sentence for a verdict that all matchups share.
fn everywhere(wording: &Wording, verdict: Verdict, tables: &[Finding<'_>]) -> String {
    let at = match tables {
        [one] => format!("at {}", quoted(one.place)),
        _ if verdict.is_clear() => format!("at all {} tables", tables.len()),
        _ => format!("at any of the {} tables", tables.len()),
    };
    if tables.iter().all(|one| one.is_fixed) {
        return format!("{} cannot change: these are the same games.", wording.title);
    }
    let range = range(wording, tables);
    let ends = if verdict.is_clear() { ends(tables) } else { String::new() };
    match verdict {
        Verdict::More | Verdict::Less => {
            format!("Clearly {} {at}: {range}{ends}.", wording.behind_clearly(verdict))
        }
        Verdict::NoneThatMatters => {
            let margin = margin_text(wording, tables[0].margin);
            format!("No difference in {} that matters (up to {margin}) {at}: {range}.", wording.it)
        }
        Verdict::NotKnownYet => format!("{}: not known yet {at}: {range}.", wording.title),
    }
}

/// Returns the sentence for matchups with different verdicts: either some are unclear, or the finding depends
/// on the players.
fn here_and_there(wording: &Wording, groups: &[(Verdict, Vec<Finding<'_>>)], all: usize) -> String {
    let known = groups.iter().filter(|(verdict, _)| *verdict != Verdict::NotKnownYet).count();
    let depends = if known > 1 { "it depends on the players: " } else { "" };
    let groups: Vec<String> = groups
        .iter()
        .map(|(verdict, tables)| {
            let words = verdict_words(*verdict, wording, tables[0].margin);
            let names: Vec<String> = tables.iter().map(|one| quoted(one.place)).collect();
            let (count, names) = (tables.len(), names.join(", "));
            format!("{words} at {count} of {all} tables ({names}: {})", range(wording, tables))
        })
        .collect();
    format!("{}: {depends}{}.", wording.title, groups.join("; "))
}

/// Returns the span of the intervals of some matchups: `between 3 and 16 more of 100 games`.
fn range(wording: &Wording, tables: &[Finding<'_>]) -> String {
    let span = tables.iter().map(|one| one.interval).reduce(Interval::hull).expect("a table");
    let narrowest = tables.iter().map(|one| one.interval.half_width()).fold(f64::INFINITY, f64::min);
    let shown_ends = [span.low, span.high].map(|end| end * wording.factor);
    // More places than the width deserves, up to two, if an end that is not 0 would be printed as 0.
    let fewest = digits(narrowest * wording.factor);
    let places =
        (fewest..2).find(|&places| !shown_ends.iter().any(|&end| vanishes(end, places))).unwrap_or(2);
    format!("{} {}", between(wording, span, places), wording.unit)
}

/// Returns `true` if a number other than 0 is printed as 0 with this number of decimal places.
fn vanishes(number: f64, places: usize) -> bool {
    number != 0.0 && number.abs() < 0.5 * 0.1_f64.powi(places as i32)
}

/// Names the matchups at which a clear difference is smallest and largest, as far as that is known.
fn ends(tables: &[Finding<'_>]) -> String {
    let places: Vec<(&str, Interval)> = tables.iter().map(|one| (one.place, size(one))).collect();
    extremes_phrase(&places, ["least", "most"]).map_or_else(String::new, |named| format!(", {named}"))
}

/// Returns the interval of the size of a difference whose sign is clear.
fn size(finding: &Finding<'_>) -> Interval {
    if finding.difference < 0.0 { finding.interval.map(|end| -end) } else { finding.interval }
}

/// Says how many more games may decide the unclear matchups; empty if that cannot be estimated.
fn more(tables: &[Finding<'_>]) -> String {
    let unknown = tables.iter().filter(|one| one.verdict() == Verdict::NotKnownYet);
    let games = unknown.map(Finding::further_games);
    match games.collect::<Option<Vec<u64>>>().unwrap_or_default().into_iter().max() {
        Some(games) => format!(" About {} at each table may tell.", counted(games, "more game")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::Measure;
    use super::super::verdict::Decision;
    use super::*;

    fn ties(table: &'static str, low: f64, high: f64) -> Finding<'static> {
        let (interval, margin, difference) = (Interval { low, high }, 0.005, f64::midpoint(low, high));
        Finding {
            measure: Measure::TiebreakRate,
            place: table,
            decision: Decision::from_interval(interval, margin),
            games: 1000,
            planned: 1000,
            values: [0.0, difference],
            difference,
            interval,
            margin,
            is_fixed: false,
        }
    }

    #[test]
    fn what_holds_at_all_tables_is_said_once() {
        let findings = [ties("new", 0.12, 0.16), ties("close+new", 0.03, 0.05), ties("keen", 0.06, 0.08)];
        assert_eq!(
            matchup_sentences(&findings),
            [
                "Clearly more ties at all 3 tables: between 3 and 16 more of 100 games, the least at “close” against “new”, the \
              most at “new”."
            ]
        );
        let none = [ties("new", -0.002, 0.001), ties("keen", -0.001, 0.003)];
        assert_eq!(
            matchup_sentences(&none),
            [
                "No difference in ties that matters (up to 0.5 of 100 games) at any of the 2 tables: between 0.2 fewer and 0.3 \
              more of 100 games."
            ]
        );
        assert!(
            matchup_sentences(&findings[..1])[0]
                .starts_with("Clearly more ties at “new”: between 12 and 16 more")
        );
    }

    #[test]
    fn what_depends_on_the_table_is_told_from_what_is_not_known() {
        let findings = [ties("new", 0.12, 0.16), ties("human", 0.11, 0.15), ties("keen", -0.02, 0.04)];
        assert_eq!(
            matchup_sentences(&findings),
            [
                "Ties: clearly more ties at 2 of 3 tables (“new”, “human”: between 11 and 16 more of 100 games); not known yet at \
              1 of 3 tables (“keen”: between 2 fewer and 4 more of 100 games). About 20,000 more games at each table may tell."
            ]
        );
        let findings = [ties("new", 0.12, 0.16), ties("keen", -0.06, -0.02), ties("close", -0.001, 0.002)];
        let sentence = &matchup_sentences(&findings)[0];
        assert!(
            sentence
                .starts_with("Ties: it depends on the players: clearly more ties at 1 of 3 tables (“new”:"),
            "{sentence}"
        );
        assert!(
            sentence.contains("clearly fewer ties at 1 of 3 tables (“keen”: between 2 and 6 fewer"),
            "{sentence}"
        );
        assert!(sentence.ends_with("(“close”: between 0.1 fewer and 0.2 more of 100 games)."), "{sentence}");
    }
}
