//! Sentences about the findings of a comparison, readable without a table.

use overhear_stats::Interval;

use super::measure::Measure;
use super::verdict::{Decision, Verdict};
use super::wording::Wording;
use crate::further_games::further_games;
use crate::table::{counted, digits, fixed, plain};
use crate::wording::setting_name;

/// Finding about a measure at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding<'a> {
    /// The measure.
    pub measure: Measure,
    /// Name of the matchup or grid point; empty if there is only one.
    pub place: &'a str,
    /// The decision, if there is one.
    pub decision: Option<Decision>,
    /// Games under A and under B each.
    pub games: u64,
    /// Games under each arm when all are played.
    pub planned: u64,
    /// Values of the measure under A and under B, in its unit.
    pub values: [f64; 2],
    /// Difference, B minus A.
    pub difference: f64,
    /// Interval of the difference; without width if both arms are equal.
    pub interval: Interval,
    /// Equivalence margin, in the measure's unit.
    pub margin: f64,
    /// `true` if the rules cannot change the measure: both judge the same games.
    pub is_fixed: bool,
}

impl Finding<'_> {
    /// Returns the finding with a verdict from its numbers alone, as the file of a sweep has it, which does not say whose games are
    /// judged again.
    pub(super) fn by_numbers(self) -> Self {
        Finding { is_fixed: false, ..self }
    }

    /// Returns the verdict on the difference.
    pub fn verdict(&self) -> Verdict {
        if self.is_fixed {
            return Verdict::NoneThatMatters;
        }
        Verdict::from_decision(self.decision, self.difference)
    }

    /// Returns an estimate of how many more games could decide the measure.
    pub(super) fn further_games(&self) -> Option<u64> {
        if self.is_fixed {
            return None;
        }
        further_games([self.games, self.planned], self.difference, self.interval, self.margin)
    }

    /// Returns the finding in a sentence or two.
    pub(crate) fn sentence(&self) -> String {
        let Finding { values, interval, margin, .. } = *self;
        let wording = self.measure.wording();
        let Wording { unit, it, title, .. } = wording;
        let digits = digits(interval.half_width() * wording.factor);
        let [a, b] = values.map(|value| fixed(value * wording.factor, digits));
        if self.is_fixed {
            return format!("{title} cannot change: these are the same games ({b} {unit}).");
        }
        let (range, values) = (between(&wording, interval, digits), format!("{b} {unit} instead of {a}"));
        match self.verdict() {
            verdict @ (Verdict::More | Verdict::Less) => {
                format!("Clearly {}: {values} ({range}).", wording.behind_clearly(verdict))
            }
            Verdict::NoneThatMatters => {
                let margin = margin_text(&wording, margin);
                format!("No difference in {it} that matters (up to {margin}): {values} ({range}).")
            }
            Verdict::NotKnownYet => {
                let more = self
                    .further_games()
                    .map(|games| format!(" About {} may tell.", counted(games, "more game")));
                format!("{title}: not known yet. {values} ({range}).{}", more.unwrap_or_default())
            }
        }
    }
}

/// Returns the sentences about rules, the most important finding first.
pub(super) fn one_matchup_sentences(findings: &[Finding<'_>]) -> Vec<String> {
    ranked(findings, |one| rank(one.verdict(), one.measure))
}

/// Returns the sentences about decks, the most important finding first.
pub fn deck_sentences(findings: &[Finding<'_>]) -> Vec<String> {
    ranked(findings, |one| one.verdict().rank())
}

fn ranked<R: Ord>(findings: &[Finding<'_>], rank: impl Fn(&Finding<'_>) -> R) -> Vec<String> {
    let mut findings: Vec<_> = findings.iter().collect();
    findings.sort_by_key(|one| rank(one));
    findings.into_iter().map(Finding::sentence).collect()
}

/// Returns the sentences about rules at several places, the most important measure first. `of_measure` writes
/// those of one measure.
pub(super) fn measure_sentences(
    findings: &[Finding<'_>],
    of_measure: impl Fn(Measure, &[Finding<'_>]) -> String,
) -> Vec<String> {
    let mut sentences: Vec<_> = Measure::ALL
        .into_iter()
        .filter_map(|measure| {
            let own: Vec<Finding<'_>> =
                findings.iter().filter(|one| one.measure == measure).copied().collect();
            let weight = own.iter().map(|one| rank(one.verdict(), measure)).min()?;
            Some((weight, of_measure(measure, &own)))
        })
        .collect();
    sentences.sort_by_key(|(weight, _)| *weight);
    sentences.into_iter().map(|(_, sentence)| sentence).collect()
}

/// Returns a verdict that several places share, in words: `clearly more ties`, `no difference that matters
/// (up to 0.5 of 100 games)`.
pub(super) fn verdict_words(verdict: Verdict, wording: &Wording, margin: f64) -> String {
    match verdict {
        Verdict::More | Verdict::Less => format!("clearly {}", wording.behind_clearly(verdict)),
        Verdict::NoneThatMatters => format!("{} (up to {})", verdict.words(), margin_text(wording, margin)),
        Verdict::NotKnownYet => verdict.words().to_owned(),
    }
}

/// Returns an interval in words: `between 5 and 7 more`, `between 1 fewer and 2 more`.
pub(super) fn between(wording: &Wording, ends: Interval, digits: usize) -> String {
    let [low, high] = [ends.low, ends.high].map(|end| fixed((end * wording.factor).abs(), digits));
    let Wording { up, down, .. } = wording;
    match (ends.low >= 0.0, ends.high <= 0.0) {
        (true, false) => format!("between {low} and {high} {up}"),
        (false, true) => format!("between {high} and {low} {down}"),
        (true, true) => "exactly as many".to_owned(),
        (false, false) => format!("between {low} {down} and {high} {up}"),
    }
}

/// Returns a margin in words: `0.5 of 100 games`, `0.25 rounds`.
pub(crate) fn margin_text(wording: &Wording, margin: f64) -> String {
    format!("{} {}", plain(margin * wording.factor, 2), wording.unit)
}

/// Returns the sort key of a sentence about rules. At equal rank, ties come first.
pub(crate) fn rank(verdict: Verdict, measure: Measure) -> (u8, bool) {
    (verdict.rank(), measure != Measure::TiebreakRate)
}

/// Returns the agents in words that follow a number of games.
fn players(labels: &[&str]) -> String {
    match labels[..] {
        [one] => format!("between two teams of “{one}”"),
        [one, other] => format!("of “{one}” against “{other}”"),
        ref all => format!("of {} kinds of teams", all.len()),
    }
}

/// Returns rules in words, from their name or file and their switches.
fn in_words(name: &str, set: &[String]) -> String {
    let name = match name {
        "official" => "the published rules".to_owned(),
        name => format!("the rules “{name}”"),
    };
    let names: Vec<String> = set.iter().map(|setting| setting_name(setting)).collect();
    if set.is_empty() { name } else { format!("{name} with “{}” ({})", names.join(", "), set.join(" ")) }
}

/// Returns the first finding about one rule set; the headline of a page is in `report/headline.rs`. `tied` and `shared` are shares of games; `ends` is the interval
/// of `tied`. Both have as many decimals, in percent, as wherever else they are shown on the screen.
pub fn tie_sentence(
    labels: &[&str],
    (name, set): (&str, &[String]),
    [games, planned]: [u64; 2],
    (tied, ends): (f64, Interval),
    shared: f64,
    [of_tied, of_shared]: [usize; 2],
) -> String {
    let so_far = if games < planned { "So far, in" } else { "In" };
    let rules = in_words(name, set);
    let [tied, low, high] = [tied, ends.low, ends.high].map(|share| fixed(100.0 * share, of_tied));
    let shared = fixed(100.0 * shared, of_shared);
    let (games, who) = (counted(games, "game"), players(labels));
    format!(
        "{so_far} {games} {who} by {rules}, {tied} of 100 came to the tiebreaker ({low} to {high}), and {shared} of 100 \
         ended in a shared victory."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ties(decision: Option<Decision>, [a, b]: [f64; 2], [low, high]: [f64; 2]) -> Finding<'static> {
        Finding {
            measure: Measure::TiebreakRate,
            place: "",
            decision,
            games: 1000,
            planned: 1000,
            values: [a, b],
            difference: b - a,
            interval: Interval { low, high },
            margin: 0.005,
            is_fixed: false,
        }
    }

    #[test]
    fn each_verdict_has_its_sentence() {
        let clear = Some(Decision::Different);
        assert_eq!(
            ties(clear, [0.17, 0.23], [0.048, 0.072]).sentence(),
            "Clearly more ties: 23 of 100 games instead of 17 (between 5 and 7 more)."
        );
        assert_eq!(
            ties(clear, [0.17, 0.151], [-0.023, -0.015]).sentence(),
            "Clearly fewer ties: 15.1 of 100 games instead of 17.0 (between 1.5 and 2.3 fewer)."
        );
        assert_eq!(
            ties(Some(Decision::Equivalent), [0.17; 2], [-0.001, 0.001]).sentence(),
            "No difference in ties that matters (up to 0.5 of 100 games): 17.0 of 100 games instead of 17.0 (between 0.1 \
             fewer and 0.1 more)."
        );
        assert_eq!(
            ties(None, [0.17, 0.18], [-0.02, 0.04]).sentence(),
            "Ties: not known yet. 18 of 100 games instead of 17 (between 2 fewer and 4 more). About 20,000 more games may \
             tell."
        );
    }

    #[test]
    fn what_rules_cannot_change_is_no_finding() {
        let same = Finding { is_fixed: true, ..ties(None, [0.17; 2], [-0.01, 0.01]) };
        assert_eq!(same.sentence(), "Ties cannot change: these are the same games (17 of 100 games).");
        assert_eq!((same.verdict(), same.further_games()), (Verdict::NoneThatMatters, None));
    }

    #[test]
    fn ties_come_first_of_equal_rank_where_rules_are_compared() {
        let tied = ties(None, [0.17, 0.18], [-0.02, 0.04]);
        let findings = [Finding { measure: Measure::MeanRounds, ..tied }, tied];
        assert!(one_matchup_sentences(&findings)[0].starts_with("Ties"));
        assert!(deck_sentences(&findings)[0].starts_with("Length"));
    }

    #[test]
    fn rules_are_said_in_words_with_their_keys() {
        assert_eq!(in_words("official", &[]), "the published rules");
        assert_eq!(in_words("games with friends.toml", &[]), "the rules “games with friends.toml”");
        assert_eq!(
            in_words("official", &["round_limit=6", "tiebreak=points"].map(str::to_owned)),
            "the published rules with “Rounds at most 6, Steps of the tiebreaker: points alone” (round_limit=6 \
             tiebreak=points)"
        );
    }

    #[test]
    fn lengths_are_in_rounds_and_scores_in_points() {
        let longer = ties(Some(Decision::Different), [4.9, 4.5], [-0.45, -0.35]);
        assert_eq!(
            Finding { measure: Measure::MeanRounds, ..longer }.sentence(),
            "Clearly shorter games: 4.5 rounds instead of 4.9 (between 0.3 and 0.5 fewer)."
        );
        assert_eq!(margin_text(&Measure::MeanRounds.wording(), 0.25), "0.25 rounds");
        assert_eq!(margin_text(&Measure::WhiteScore.wording(), 0.01), "1 of 100 points");
    }
}
