//! Sentences on the strongest agent, for tournaments, leagues and reports.

use overhear_stats::{Interval, bonferroni_interval};

use crate::further_games::further_games;
use crate::table::{counted, fixed, grouped, is_are};

/// Minimum number of games for a sentence.
const LEAST: u64 = 30;

/// Equivalence margin around an even score, as a share of the points.
const MARGIN: f64 = 0.005;

/// Maximum number of names in a list.
const NAMES: usize = 3;

/// A score as a share of the points, with its 95 % interval.
pub type ScoreWithInterval = (f64, Interval);

/// The score of an agent over all of its games.
#[derive(Clone, Debug)]
pub struct AgentScore {
    /// Label of the agent.
    pub label: String,
    /// Number of its games.
    pub games: u64,
    /// Number of games that it forfeited for want of an answer.
    pub faults: u64,
    /// The score; `None` without an interval.
    pub score: Option<ScoreWithInterval>,
}

/// The score of an agent against another.
#[derive(Clone, Debug)]
pub struct HeadToHead {
    /// Label of the first agent.
    pub one: String,
    /// Label of the second agent.
    pub other: String,
    /// Number of their games.
    pub games: u64,
    /// The score of the first agent; `None` without an interval.
    pub score: Option<ScoreWithInterval>,
}

impl HeadToHead {
    /// Returns the score from the side of an agent; `None` if the agent is neither of the two.
    fn head_to_head(&self, label: &str) -> Option<HeadToHead> {
        match label {
            one if one == self.one => Some(self.clone()),
            other if other == self.other => Some(HeadToHead {
                one: self.other.clone(),
                other: self.one.clone(),
                games: self.games,
                score: self.score.map(turned),
            }),
            _ => None,
        }
    }
}

/// Returns the score of the other side.
fn turned((value, Interval { low, high }): ScoreWithInterval) -> ScoreWithInterval {
    (1.0 - value, Interval { low: 1.0 - high, high: 1.0 - low })
}

/// Order of two numbers, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KnownOrder {
    More,
    Less,
    Even,
    Unknown,
}

impl KnownOrder {
    /// Returns the order that an interval of a score implies, relative to an even score.
    fn from_interval(ends: Interval) -> KnownOrder {
        match (ends.low - 0.5, ends.high - 0.5) {
            (low, high) if low >= -MARGIN && high <= MARGIN => KnownOrder::Even,
            (low, _) if low > 0.0 => KnownOrder::More,
            (_, high) if high < 0.0 => KnownOrder::Less,
            _ => KnownOrder::Unknown,
        }
    }
}

/// Returns sentences on the strongest agent, with the agents in score order; empty for a single agent.
pub fn sentences(standings: &[AgentScore], duels: &[HeadToHead]) -> Vec<String> {
    if let Some(agent) = standings.iter().find(|agent| 2 * agent.faults > agent.games) {
        return vec![forfeited(agent)];
    }
    let alone = standings.iter().find(|one| duels.iter().all(|duel| duel.head_to_head(&one.label).is_some()));
    match (standings, duels, alone) {
        ([] | [_], ..) | (_, [], _) => Vec::new(),
        (_, [duel], _) => vec![two(duel)],
        ([_, _, _, ..], _, Some(challenger)) if duels.len() + 1 == standings.len() => {
            against_all(challenger, duels)
        }
        _ => strongest(standings, duels),
    }
}

/// Returns the sentence on an agent that has lost most of its games for want of an answer.
fn forfeited(agent: &AgentScore) -> String {
    let (label, faults, games) = (&agent.label, grouped(agent.faults), counted(agent.games, "game"));
    format!("“{label}” gave no answer in {faults} of {games}: forfeits do not say who is stronger.")
}

/// Returns a score as text: `62.0 of 100 points in 1,000 games (59.7 to 64.1)`.
fn points((value, ends): ScoreWithInterval, games: u64) -> String {
    let [value, range] = display_score((value, ends));
    format!("{value} of 100 points in {} ({range})", counted(games, "game"))
}

/// Returns a score in points of 100, and its interval, with the digits that tables of scores have.
fn display_score((value, Interval { low, high }): ScoreWithInterval) -> [String; 2] {
    let [value, low, high] = [value, low, high].map(|share| fixed(100.0 * share, 1));
    [value, format!("{low} to {high}")]
}

fn too_few(games: u64) -> String {
    let (count, are) = (counted(games, "game"), is_are(games));
    format!("{count} of an agent {are} too few to say who is stronger: it takes {LEAST}.")
}

/// Returns the sentence about two agents.
fn two(duel: &HeadToHead) -> String {
    let Some(score) = duel.score.filter(|_| duel.games >= LEAST) else { return too_few(duel.games) };
    let turned = if score.0 < 0.5 { duel.head_to_head(&duel.other) } else { None };
    let HeadToHead { one, other, games, score } = turned.unwrap_or_else(|| duel.clone());
    let Some((value, ends)) = score else { return too_few(games) };
    let points = points((value, ends), games);
    match KnownOrder::from_interval(ends) {
        KnownOrder::More | KnownOrder::Less => {
            format!(
                "“{one}” is clearly stronger than “{other}”: {points}; a win counts 1, a shared victory ½."
            )
        }
        KnownOrder::Even => format!(
            "No difference that matters (up to {} of 100 points) between “{one}” and “{other}”: “{one}” has {points}.",
            fixed(100.0 * MARGIN, 1)
        ),
        KnownOrder::Unknown => {
            let more = further_games([games; 2], value - 0.5, ends, MARGIN);
            let more =
                more.map_or(String::new(), |more| format!(" About {} may tell.", counted(more, "more game")));
            format!(
                "Not known yet whether “{one}” or “{other}” is stronger: “{one}” has {points}; 50 is even.{more}"
            )
        }
    }
}

/// Returns the sentences about an agent that has met all others.
fn against_all(challenger: &AgentScore, duels: &[HeadToHead]) -> Vec<String> {
    let Some(score) = challenger.score.filter(|_| challenger.games >= LEAST) else {
        return vec![too_few(challenger.games)];
    };
    let verdict = match KnownOrder::from_interval(score.1) {
        KnownOrder::More => "clearly more than half",
        KnownOrder::Less => "clearly less than half",
        KnownOrder::Even => "no difference from half that matters",
        KnownOrder::Unknown => "not known yet whether more than half",
    };
    let (label, points) = (&challenger.label, points(score, challenger.games));
    let others = counted(duels.len() as u64, "other");
    let first = format!("“{label}” has {points} against {others}: {verdict}.");
    [Some(first), one_by_one(label, duels), Some(COMPANY.to_owned())].into_iter().flatten().collect()
}

/// Explanation of a score.
const COMPANY: &str = "A win counts 1, a shared victory ½. Scores are relative to these opponents.";

/// Returns the sentences about several agents that have met each other.
fn strongest(standings: &[AgentScore], duels: &[HeadToHead]) -> Vec<String> {
    let (count, games) = (standings.len(), standings.iter().map(|one| one.games).min().unwrap_or(0));
    let scores: Option<Vec<(&str, ScoreWithInterval)>> =
        standings.iter().map(|one| Some((&*one.label, one.score?))).collect();
    let Some(scores) = scores.filter(|_| games >= LEAST) else { return vec![too_few(games)] };
    let (label, score) = scores[0];
    let points = points(score, standings[0].games);
    let near = not_apart(&scores);
    let first = if near.is_empty() {
        let (next, [value, range]) = (scores[1].0, display_score(scores[1].1));
        format!(
            "“{label}” is clearly the strongest of {count} agents: {points}; next is “{next}” with {value} ({range})."
        )
    } else {
        format!(
            "Which of {count} agents is the strongest is not known yet: “{label}” has {points}, and {} may be as strong.",
            listed(&near)
        )
    };
    [Some(first), one_by_one(label, duels), Some(COMPANY.to_owned())].into_iter().flatten().collect()
}

/// Returns the agents whose intervals touch that of the first, corrected for the number of pairs. Two 95 %
/// intervals that do not touch imply a difference at 5 % whatever their dependence, because the error of a
/// difference is at most the sum of both errors.
pub fn not_apart<'a>(scores: &[(&'a str, ScoreWithInterval)]) -> Vec<&'a str> {
    let pairs = scores.len() * (scores.len() - 1) / 2;
    let Some((_, first)) = scores.first() else { return Vec::new() };
    let low = bonferroni_interval(*first, pairs).low;
    scores[1..]
        .iter()
        .filter(|(_, score)| bonferroni_interval(*score, pairs).high >= low)
        .map(|(label, _)| *label)
        .collect()
}

/// Returns a list of labels: `“a”, “b” and 2 more`.
pub fn listed(labels: &[&str]) -> String {
    let shown = labels.len().min(NAMES);
    let mut parts: Vec<String> = labels[..shown].iter().map(|label| format!("“{label}”")).collect();
    if labels.len() > shown {
        parts.push(format!("{} more", labels.len() - shown));
    }
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Names the opponent against which an agent scores least if that is known, all intervals corrected for their number; otherwise
/// returns the score that it has at least against each.
fn against_least(least: &OpponentScore, scores: &[OpponentScore]) -> String {
    let high = least.corrected_interval(scores.len()).high;
    let mut others = scores.iter().filter(|other| other.opponent != least.opponent);
    if others.all(|other| other.corrected_interval(scores.len()).low > high) {
        let [value, range] = display_score(least.score);
        return format!(", the least against “{}”: {value} ({range})", least.opponent);
    }
    let lows = scores.iter().map(|other| other.corrected_interval(scores.len()).low);
    format!(": at least {} of 100", fixed((100.0 * lows.fold(f64::INFINITY, f64::min)).floor(), 0))
}

/// The score of an agent against one of its opponents.
struct OpponentScore {
    opponent: String,
    score: ScoreWithInterval,
}

impl OpponentScore {
    /// Returns the interval of the score, corrected for a number of opponents.
    fn corrected_interval(&self, opponents: usize) -> Interval {
        bonferroni_interval(self.score, opponents)
    }
}

/// Returns the opponents with their scores: `“a” (48, 45 to 51), “b” (40, 37 to 43)`.
fn listed_scores(scores: &[&OpponentScore]) -> String {
    let texts = scores.iter().map(|OpponentScore { opponent, score }| {
        let [value, range] = display_score(*score);
        format!("“{opponent}” ({value}, {range})")
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Returns the sentence on an agent's scores against each of its opponents, corrected for their number.
fn one_by_one(label: &str, duels: &[HeadToHead]) -> Option<String> {
    let scores: Vec<OpponentScore> = duels
        .iter()
        .filter_map(|duel| duel.head_to_head(label))
        .filter_map(|duel| Some(OpponentScore { opponent: duel.other, score: duel.score? }))
        .collect();
    let [more, less, even, open] =
        [KnownOrder::More, KnownOrder::Less, KnownOrder::Even, KnownOrder::Unknown].map(|order| {
            let of_order = scores
                .iter()
                .filter(|other| KnownOrder::from_interval(other.corrected_interval(scores.len())) == order);
            of_order.collect::<Vec<_>>()
        });
    let least = scores.iter().min_by(|a, b| a.score.0.total_cmp(&b.score.0))?;
    if more.len() == scores.len() {
        return Some(format!(
            "It has more than half of the points against each of them{}.",
            against_least(least, &scores)
        ));
    }
    let (count, all) = (more.len(), scores.len());
    let mut parts = vec![format!("It has more than half of the points against {count} of {all} others")];
    parts.extend((!less.is_empty()).then(|| format!("less than half against {}", listed_scores(&less))));
    parts.extend((!even.is_empty()).then(|| format!("about half against {}", listed_scores(&even))));
    parts.extend((!open.is_empty()).then(|| format!("against {} it is not known yet", listed_scores(&open))));
    Some(parts.join("; ") + ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn score(value: f64, half: f64) -> ScoreWithInterval {
        (value, Interval { low: value - half, high: value + half })
    }

    fn duel(one: &str, other: &str, games: u64, value: f64, half: f64) -> HeadToHead {
        HeadToHead { one: one.to_owned(), other: other.to_owned(), games, score: Some(score(value, half)) }
    }

    fn standing(label: &str, value: f64, half: f64) -> AgentScore {
        AgentScore { label: label.to_owned(), games: 2000, faults: 0, score: Some(score(value, half)) }
    }

    fn of_two(games: u64, value: f64, half: f64) -> String {
        let standings = [standing("a", value, half), standing("b", 1.0 - value, half)];
        sentences(&standings, &[duel("a", "b", games, value, half)]).join(" ")
    }

    #[test]
    fn of_two_it_is_said_who_is_stronger_or_that_it_is_not_known() {
        assert_eq!(
            of_two(1000, 0.38, 0.02),
            "“b” is clearly stronger than “a”: 62.0 of 100 points in 1,000 games (60.0 to 64.0); a win counts 1, a shared \
             victory ½."
        );
        assert_eq!(
            of_two(1000, 0.51, 0.02),
            "Not known yet whether “a” or “b” is stronger: “a” has 51.0 of 100 points in 1,000 games (49.0 to 53.0); 50 is \
             even. About 6,000 more games may tell."
        );
        assert!(
            of_two(900_000, 0.501, 0.001).starts_with("No difference that matters (up to 0.5 of 100 points)")
        );
        assert_eq!(
            of_two(28, 0.9, 0.1),
            "28 games of an agent are too few to say who is stronger: it takes 30."
        );
    }

    #[test]
    fn of_several_the_strongest_is_named_with_those_that_it_does_not_beat() {
        let standings = [standing("a", 0.7, 0.02), standing("b", 0.6, 0.02), standing("c", 0.2, 0.02)];
        let mut duels = [
            duel("a", "b", 1000, 0.6, 0.03),
            duel("c", "a", 1000, 0.2, 0.03),
            duel("b", "c", 1000, 0.8, 0.03),
        ];
        let findings = sentences(&standings, &duels);
        assert_eq!(
            findings[0],
            "“a” is clearly the strongest of 3 agents: 70.0 of 100 points in 2,000 games (68.0 to 72.0); next is “b” with 60.0 \
             (58.0 to 62.0)."
        );
        assert_eq!(
            findings[1],
            "It has more than half of the points against each of them, the least against “b”: 60.0 (57.0 to 63.0)."
        );
        duels[0] = duel("a", "b", 1000, 0.78, 0.03);
        assert_eq!(
            sentences(&standings, &duels)[1],
            "It has more than half of the points against each of them: at least 74 of 100.",
            "against which the least is not known: 78 and 80 may be alike"
        );
        duels[0] = duel("a", "b", 1000, 0.4, 0.03);
        let findings = sentences(&standings, &duels);
        assert!(
            findings[1].ends_with("against 1 of 2 others; less than half against “b” (40.0, 37.0 to 43.0)."),
            "{}",
            findings[1]
        );
        let close = [standing("a", 0.6, 0.02), standing("b", 0.56, 0.02), standing("c", 0.2, 0.02)];
        assert!(sentences(&close, &duels)[0].ends_with("(58.0 to 62.0), and “b” may be as strong."));
    }

    #[test]
    fn one_against_all_is_what_a_gauntlet_is_about() {
        let standings = [standing("b", 0.7, 0.02), standing("a", 0.4, 0.02), standing("c", 0.2, 0.02)];
        let duels = [duel("a", "b", 1000, 0.3, 0.03), duel("a", "c", 1000, 0.8, 0.03)];
        let findings = sentences(&standings, &duels);
        assert_eq!(
            findings[0],
            "“a” has 40.0 of 100 points in 2,000 games (38.0 to 42.0) against 2 others: clearly less than half."
        );
    }

    #[test]
    fn nothing_is_concluded_from_forfeits() {
        let duel = duel("a", "b", 2000, 0.9, 0.02);
        let with = |faults| {
            let other = AgentScore { faults, ..standing("b", 0.1, 0.02) };
            sentences(&[standing("a", 0.9, 0.02), other], std::slice::from_ref(&duel))
        };
        assert!(with(1000)[0].contains("stronger"), "{:?}", with(1000));
        assert_eq!(
            with(1990),
            ["“b” gave no answer in 1,990 of 2,000 games: forfeits do not say who is stronger."]
        );
        assert_ne!(with(1000), with(1990));
    }

    #[test]
    fn lists_are_cut() {
        assert_eq!(listed(&["a"]), "“a”");
        assert_eq!(listed(&["a", "b", "c", "d", "e"]), "“a”, “b”, “c” and 2 more");
    }
}
