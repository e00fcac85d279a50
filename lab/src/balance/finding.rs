//! What a comparison has found, in a sentence that needs no table.

use overhear_stats::Interval;

use super::evidence::{Decision, Evidence};
use super::measure::Measure;
use super::measure_wording::Wording;
use super::verdict::Verdict;
use crate::table::{fixed, grouped};
use crate::wording::setting_name;

/// Numbers of a measure under A and B that a sentence is made of, in the unit of the measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Numbers {
    /// Under A.
    pub(super) a: f64,
    /// Under B.
    pub(super) b: f64,
    /// The interval of the difference, B less A.
    pub(super) interval: Interval,
    /// The largest difference that counts as none.
    pub(super) margin: f64,
}

/// How many digits behind the point an interval deserves, in the unit that people read.
pub(crate) fn digits(half_width: f64) -> usize {
    match half_width {
        half if half >= 1.0 => 0,
        half if half >= 0.05 => 1,
        _ => 2,
    }
}

/// `between 5 and 7 more`, `between 1 fewer and 2 more`.
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

/// What was found, in a sentence or two; `more` is how many more games may tell.
pub(super) fn sentence(wording: &Wording, verdict: Verdict, numbers: &Numbers, more: Option<u64>) -> String {
    let Numbers { a, b, interval, margin } = *numbers;
    let digits = digits(interval.half_width() * wording.factor);
    let [a, b] = [a, b].map(|value| fixed(value * wording.factor, digits));
    let unit = wording.unit;
    let (range, seen) = (between(wording, interval, digits), format!("{b} {unit} instead of {a}"));
    match verdict {
        Verdict::More => format!("Clearly {}: {seen} ({range}).", wording.more),
        Verdict::Less => format!("Clearly {}: {seen} ({range}).", wording.less),
        Verdict::NoneThatMatters => {
            let margin = margin_text(wording, margin);
            format!("No difference in {} that matters (up to {margin}): {seen} ({range}).", wording.it)
        }
        Verdict::NotKnownYet => {
            let more = match more {
                Some(games) => format!(" About {} more games may tell.", grouped(games)),
                None => String::new(),
            };
            format!("{}: not known yet. {seen} ({range}).{more}", wording.title)
        }
    }
}

/// A margin as people say it: `0.5 of 100 games`, `0.25 rounds`.
pub(super) fn margin_text(wording: &Wording, margin: f64) -> String {
    let text = fixed(margin * wording.factor, 2);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text} {}", wording.unit)
}

/// About how many games beyond the planned ones it takes until the difference, or that it is within the margin, is known,
/// if it stays what it is after `games`: the interval shrinks with the root of the games. To one digit; nothing if those
/// that are planned may do, or beyond a hundred million.
pub(crate) fn more_games(
    [games, planned]: [u64; 2],
    difference: f64,
    interval: Interval,
    margin: f64,
) -> Option<u64> {
    let wanted = difference.abs().max(margin - difference.abs());
    let needed = games as f64 * (1.25 * interval.half_width() / wanted).powi(2);
    let more = needed - planned as f64;
    if !(more.is_finite() && more < 1e8) || (more <= 0.0 && games < planned) {
        return None;
    }
    let mut unit = 100;
    while more >= 10.0 * unit as f64 {
        unit *= 10;
    }
    Some(((more / unit as f64).ceil().max(1.0)) as u64 * unit)
}

/// What was found about a measure after so many games of those planned, and the verdict; `interval` is the one that decided, if not the
/// usual one. Nothing without games.
pub(super) fn said(
    one: &Evidence,
    decision: Option<Decision>,
    games: [u64; 2],
    interval: Option<Interval>,
) -> Option<(Verdict, String)> {
    let difference = one.difference()?;
    let [a, b] = [one.mean(one.all.a)?, one.mean(one.all.b)?];
    let interval = interval.unwrap_or(difference.interval);
    let verdict = Verdict::of(decision, difference.value);
    let more = more_games(games, difference.value, interval, one.margin);
    let numbers = Numbers { a, b, interval, margin: one.margin };
    Some((verdict, sentence(&one.measure.wording(), verdict, &numbers, more)))
}

/// The order of what is said about rules: of equal rank ties come first, which the tiebreaker is about.
pub(super) fn rank(verdict: Verdict, measure: Measure) -> (u8, bool) {
    (verdict.rank(), measure != Measure::TiebreakRate)
}

/// Who plays, in words.
fn players(labels: &[&str]) -> String {
    match labels[..] {
        [one] => format!("games between two teams of “{one}”"),
        [one, other] => format!("games of “{one}” against “{other}”"),
        ref all => format!("games of {} kinds of teams", all.len()),
    }
}

/// Rules by their name or file and what is set on top, in words.
fn in_words(name: &str, set: &[String]) -> String {
    let name = match name {
        "official" => "the published rules".to_owned(),
        name => format!("the rules “{name}”"),
    };
    let names: Vec<String> = set.iter().map(|setting| setting_name(setting)).collect();
    if set.is_empty() { name } else { format!("{name} with “{}” ({})", names.join(", "), set.join(" ")) }
}

/// How things are by some rules, by their name and what is set on them: `tied` and `shared` are shares of the games, with the interval of the first.
pub fn headline(
    labels: &[&str],
    (name, set): (&str, &[String]),
    [games, planned]: [u64; 2],
    (tied, ends): (f64, Interval),
    shared: f64,
) -> String {
    let so_far = if games < planned { "So far, in" } else { "In" };
    let rules = in_words(name, set);
    let [tied, shared, low, high] = [tied, shared, ends.low, ends.high].map(|share| fixed(100.0 * share, 1));
    let (games, who) = (grouped(games), players(labels));
    format!(
        "{so_far} {games} {who} by {rules}, {tied} of 100 came to the tiebreaker ({low} to {high}), and {shared} of 100 \
         ended in a shared victory."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(a: f64, b: f64, low: f64, high: f64) -> Numbers {
        Numbers { a, b, interval: Interval { low, high }, margin: 0.005 }
    }

    #[test]
    fn each_verdict_has_its_sentence() {
        let say = |verdict, numbers: &Numbers| {
            sentence(&Measure::TiebreakRate.wording(), verdict, numbers, Some(2000))
        };
        assert_eq!(
            say(Verdict::More, &numbers(0.17, 0.23, 0.048, 0.072)),
            "Clearly more ties: 23 of 100 games instead of 17 (between 5 and 7 more)."
        );
        assert_eq!(
            say(Verdict::Less, &numbers(0.17, 0.151, -0.023, -0.015)),
            "Clearly fewer ties: 15.1 of 100 games instead of 17.0 (between 1.5 and 2.3 fewer)."
        );
        assert_eq!(
            say(Verdict::NoneThatMatters, &numbers(0.17, 0.17, -0.001, 0.001)),
            "No difference in ties that matters (up to 0.5 of 100 games): 17.0 of 100 games instead of 17.0 (between 0.1 \
             fewer and 0.1 more)."
        );
        assert_eq!(
            say(Verdict::NotKnownYet, &numbers(0.17, 0.18, -0.02, 0.04)),
            "Ties: not known yet. 18 of 100 games instead of 17 (between 2 fewer and 4 more). About 2,000 more games may \
             tell."
        );
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
        let found = Numbers { margin: 0.25, ..numbers(4.9, 4.5, -0.45, -0.35) };
        assert_eq!(
            sentence(&Measure::MeanRounds.wording(), Verdict::Less, &found, None),
            "Clearly shorter games: 4.5 rounds instead of 4.9 (between 0.3 and 0.5 fewer)."
        );
        assert_eq!(margin_text(&Measure::MeanRounds.wording(), 0.25), "0.25 rounds");
        assert_eq!(margin_text(&Measure::WhiteScore.wording(), 0.01), "1 of 100 points");
    }

    #[test]
    fn a_decision_and_a_difference_make_a_verdict() {
        let of = |decision, difference| Verdict::of(Some(decision), difference);
        assert_eq!(of(Decision::Different, 0.1), Verdict::More);
        assert_eq!(of(Decision::Different, -0.1), Verdict::Less);
        assert_eq!(of(Decision::SmallDifference, 0.1), Verdict::NoneThatMatters);
        assert_eq!(of(Decision::Equivalent, 0.1), Verdict::NoneThatMatters);
        assert_eq!(Verdict::of(None, 0.1), Verdict::NotKnownYet);
    }

    #[test]
    fn twice_as_narrow_takes_four_times_as_many_games() {
        let wide = Interval { low: -0.03, high: 0.05 };
        // 1,000 · (1.25 · 0.04 / 0.01)² = 25,000.
        assert_eq!(more_games([1000, 1000], 0.01, wide, 0.005), Some(30_000));
        assert_eq!(more_games([1000, 20_000], 0.01, wide, 0.005), Some(5000));
        assert_eq!(more_games([1000, 50_000], 0.01, wide, 0.005), None, "it goes on anyway");
        assert_eq!(more_games([1000, 1000], 0.0, wide, 0.0), None);
    }
}
