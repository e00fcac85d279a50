//! What is said of a finished game and of its rounds, kindly.

use overhear_engine::rules::{ClueVerdict, Code, Reason};

use super::finished_sheet::CheckedRound;
use super::game_review::{BetterClue, ClueReview, RoundReview, SlotReview};
use super::suggest::worth;

/// A clue that more tables overhear than this is called loud, of 1.
const LOUD: f64 = 0.35;

/// A code that fewer tables read than this is called unclear, of 1.
const UNCLEAR: f64 = 0.5;

/// A code that fewer tables read than this is called fairly clear, of 1.
const CLEAR: f64 = 0.7;

/// Returns a chance in tables of 100. None is certain: the tables are those of a model.
fn of_100(share: f64) -> String {
    let shown = format!("{:.0}", 100.0 * share);
    match &*shown {
        "0" => "under 1 of 100".to_owned(),
        "100" => "over 99 of 100".to_owned(),
        _ => format!("{shown} of 100"),
    }
}

/// A clue whose position more tables find than this, by this clue alone, is called loud, of 1.
const LOUD_CLUE: f64 = 0.5;

/// The badge of a clue that is not known, or is for a keyword that is not.
pub(super) const NOT_KNOWN: &str = "not known";

/// Returns what a clue was in a word.
pub(super) fn badge(verdict: ClueVerdict, p_own: f64, p_overheard: Option<f64>) -> &'static str {
    match verdict {
        ClueVerdict::Illegal(_) => "not allowed",
        _ if p_own < UNCLEAR => "unclear",
        _ if p_overheard.is_some_and(|share| share > LOUD_CLUE) => "loud",
        _ if p_own < CLEAR => "fair",
        _ => "good",
    }
}

/// Returns how likely a round was to cost a token; `None` if one of its words is not known.
pub(super) fn risk(round: &RoundReview) -> Option<f64> {
    Some(1.0 - worth(round.p_read?, round.p_overheard))
}

/// Returns `true` if a round cost a token.
pub(super) fn is_lost(round: &RoundReview) -> bool {
    ["misread", "intercepted"].contains(&round.kind)
}

/// Returns what is said of the round that a game turned on, or might have.
pub(super) fn turning_point(round: &RoundReview, better: Option<&BetterClue>) -> String {
    let name = if is_lost(round) { "Turning point" } else { "Riskiest" };
    let begun = format!("{name}: round {}", round.round);
    let Some(BetterClue { given, p_own, p_overheard, instead }) = better else { return begun };
    let quieter = p_overheard.map_or(0.0, |heard| heard - instead.p_overheard);
    let (verb, [new, old]) = if quieter > instead.p_own - p_own {
        ("overheard", [instead.p_overheard, p_overheard.unwrap_or(0.0)])
    } else {
        ("understood", [instead.p_own, *p_own])
    };
    let [new, old] = [new, old].map(of_100);
    format!("{begun}; for {} “{}” is {verb} {new} times, “{given}” {old}", instead.keyword, instead.clue)
}

/// What is said of a round, and of which kind it is.
pub(super) struct RoundRemark {
    pub(super) kind: &'static str,
    pub(super) sentence: String,
}

/// Returns the remark on a round with a word that is not known: what happened, and no chance.
pub(super) fn unscored_remark(round: &CheckedRound, word: &str, clues: &[ClueReview]) -> RoundRemark {
    let (kind, happened) = match round.guess.filter(|&guess| guess != round.code) {
        Some(wrong) => ("misread", format!("Misread: your team heard {wrong}. ")),
        None if round.interception == Some(round.code) => ("intercepted", "Intercepted. ".to_owned()),
        None => match clues.iter().find_map(forbidden) {
            Some((clue, reason)) => ("illegal", forbids(clue, reason) + " "),
            None => ("unknown", String::new()),
        },
    };
    let sentence = format!("{happened}“{word}” is not known here, so this round has no chances.");
    RoundRemark { kind, sentence }
}

/// Returns the remark on a round.
pub(super) fn round_remark(
    round: &CheckedRound,
    p_read: f64,
    p_overheard: Option<f64>,
    clues: &[ClueReview],
) -> RoundRemark {
    let wrong: Option<Code> = round.guess.filter(|&guess| guess != round.code);
    let weakest = clues.iter().min_by(|a, b| a.p_own.total_cmp(&b.p_own)).expect("three clues");
    let confused = format!("“{}” sounds like {} too", weakest.clue, weakest.rival.word);
    let loudest =
        clues.iter().max_by(|a, b| a.p_overheard.unwrap_or(0.0).total_cmp(&b.p_overheard.unwrap_or(0.0)));
    let loudest = loudest.expect("three clues");
    let gave = format!("“{}” gave most away", loudest.clue);
    let overheard = p_overheard.unwrap_or(0.0);
    // The worst comes first: a lost token, then a broken rule, then luck.
    let (kind, sentence) = if let Some(wrong) = wrong {
        let how = if p_read < UNCLEAR {
            format!("{confused}.")
        } else {
            format!("A hard one to lose: {} tables would have read it.", of_100(p_read))
        };
        ("misread", format!("Misread: your team heard {wrong}. {how}"))
    } else if round.interception == Some(round.code) {
        let how = if overheard < LOUD {
            format!("They were lucky or sharp: {} tables would overhear it.", of_100(overheard))
        } else {
            format!("{gave}.")
        };
        ("intercepted", format!("Intercepted. {how}"))
    } else if let Some((clue, reason)) = clues.iter().find_map(forbidden) {
        ("illegal", forbids(clue, reason))
    } else if p_read < UNCLEAR {
        (
            "unclear",
            format!(
                "You got away with it: {} tables would have misread this. {confused}.",
                of_100(1.0 - p_read)
            ),
        )
    } else if overheard > LOUD {
        ("loud", format!("Clear, and loud: {} tables would overhear it. {gave}.", of_100(overheard)))
    } else if p_read < CLEAR {
        ("fair", format!("Fairly clear: {} tables would read it. {confused}.", of_100(p_read)))
    } else {
        ("quiet", "Clear and quiet.".to_owned())
    };
    RoundRemark { kind, sentence }
}

fn forbids(clue: &ClueReview, reason: Reason) -> String {
    format!("The rules forbid “{}” for {}: {reason}.", clue.clue, clue.keyword)
}

/// Returns a clue with the rule that forbids it, if one does.
const fn forbidden(clue: &ClueReview) -> Option<(&ClueReview, Reason)> {
    match clue.verdict {
        ClueVerdict::Illegal(reason) => Some((clue, reason)),
        ClueVerdict::Legal | ClueVerdict::Doubtful(_) => None,
    }
}

/// Returns the intercepted clues that gave most away: `“eyepatch · Houston · hose” gave you away`.
fn gave_away(rounds: &[RoundReview]) -> String {
    let intercepted = rounds.iter().filter(|round| round.kind == "intercepted");
    let loudest = intercepted
        .max_by(|a, b| a.p_overheard.unwrap_or(0.0).total_cmp(&b.p_overheard.unwrap_or(0.0)))
        .expect("an intercepted round");
    let clues: Vec<&str> = loudest.clues.iter().map(|clue| &*clue.clue).collect();
    format!("“{}” gave you away", clues.join(" · "))
}

/// Returns the numbers of the rounds of a kind.
fn of_kind(rounds: &[RoundReview], kind: &str) -> Vec<String> {
    rounds.iter().filter(|round| round.kind == kind).map(|round| round.round.to_string()).collect()
}

/// Returns numbers of rounds in words: `rounds 1, 2 and 4`.
fn list(rounds: &[String]) -> String {
    let plural = if rounds.len() == 1 { "round" } else { "rounds" };
    match rounds {
        [first @ .., last] if !first.is_empty() => format!("{plural} {} and {last}", first.join(", ")),
        _ => format!("{plural} {}", rounds.concat()),
    }
}

/// Returns the finding of a game as one sentence.
pub(super) fn headline(rounds: &[RoundReview], tiebreaker: &[SlotReview]) -> String {
    let [illegal, misread, intercepted, unclear, loud, fair] =
        ["illegal", "misread", "intercepted", "unclear", "loud", "fair"].map(|kind| of_kind(rounds, kind));
    let unknown = of_kind(rounds, "unknown");
    let named = tiebreaker.iter().filter(|slot| slot.place == Some(1)).count();
    match (&misread[..], &intercepted[..]) {
        ([], []) if !illegal.is_empty() => {
            let have = if illegal.len() == 1 { "has" } else { "have" };
            let list = list(&illegal);
            format!("{}{} {have} a clue that the rules forbid", list[..1].to_uppercase(), &list[1..])
        }
        ([], []) if rounds.len() == 1 && rounds[0].kind == "quiet" => {
            let p_read = rounds[0].p_read.unwrap_or(0.0);
            format!("{} teams like yours read the code of the only round", of_100(p_read))
        }
        ([], []) if unknown.len() == rounds.len() => {
            "No round can be judged: each has a word that is not known here".to_owned()
        }
        ([], []) if unclear.is_empty() && loud.is_empty() && fair.is_empty() && !unknown.is_empty() => {
            format!("Clear and quiet, as far as the words are known: {} cannot be judged", list(&unknown))
        }
        ([], []) if unclear.is_empty() && loud.is_empty() && fair.is_empty() => {
            "Clear and quiet from the first round to the last".to_owned()
        }
        ([], []) if !unclear.is_empty() => {
            format!("No token lost, but {} could have gone wrong", list(&unclear))
        }
        ([], []) if loud.is_empty() => {
            format!("No token lost, but {} could have been clearer", list(&fair))
        }
        ([], []) => format!("Well read, but {} could be overheard", list(&loud)),
        (misread, []) => format!(
            "It went wrong in {}, and nothing was overheard ({named} of 4 keywords could be named)",
            list(misread)
        ),
        ([], _) => gave_away(rounds),
        (misread, _) => format!("{}; your team misread {}", gave_away(rounds), list(misread)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_chance_is_certain() {
        let shown = [0.0, 0.004, 0.006, 0.5, 0.994, 0.996, 1.0].map(of_100);
        let expected = ["under 1", "under 1", "1", "50", "99", "over 99", "over 99"];
        assert_eq!(shown, expected.map(|number| format!("{number} of 100")));
    }
}
