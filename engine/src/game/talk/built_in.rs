//! What built-in members say in a talk, and what they believe of it.
//!
//! A member says its likeliest codes with their chances, three a turn: `4-1-2 62 %, 4-1-3 20 %`. The chances are
//! those of its answer alone, in every turn, so that nothing is counted twice. What it hears it reads from the
//! texts, and pools with its own answer as the team pools answers (Genest & Zidek 1986). More turns tell more
//! codes, and the second answers come nearer to the pool of the first.

use std::fmt::Write as _;

use super::{TalkMessage, TalkReply, TalkTurn};
use crate::game::{Belief, MAX_MEMBERS};
use crate::rules::Code;

/// Number of codes in a message.
const CODES: usize = 3;

/// Least probability that is left to the codes of which a member has not spoken.
const UNSAID: f32 = 0.01;

impl TalkTurn<'_> {
    /// Returns the reply of a built-in member: its message, and its belief after what it has heard.
    pub fn reply(&self) -> TalkReply {
        let text = if self.is_last { String::new() } else { chances(&self.alone, self.turn) };
        TalkReply { text, belief: Some(self.belief()) }
    }

    /// Returns the log-linear pool of the answer alone and of what each other member has said.
    fn belief(&self) -> Belief {
        let mut beliefs = [self.alone; MAX_MEMBERS];
        let mut count = 1;
        for member in (0..MAX_MEMBERS as u8).filter(|&member| member != self.member) {
            if let Some(belief) = stated(self.messages.iter().filter(|one| one.member == member)) {
                beliefs[count] = belief;
                count += 1;
            }
        }
        Belief::pool(&beliefs[..count])
    }
}

/// Returns the message of a turn: the next likeliest codes with their chances in whole percent, or an empty text
/// if the chances of all of them round to 0.
fn chances(belief: &Belief, turn: u8) -> String {
    let mut codes = Code::ALL;
    // The sort is stable: equally likely codes stay in the order of `Code::ALL`.
    codes.sort_by(|a, b| belief.probability(*b).total_cmp(&belief.probability(*a)));
    let mut text = String::new();
    for code in codes.into_iter().skip(CODES * (usize::from(turn) - 1)).take(CODES) {
        let percent = (100.0 * belief.probability(code)).round_ties_even() as u32;
        if percent > 0 {
            let comma = if text.is_empty() { "" } else { ", " };
            write!(text, "{comma}{code} {percent} %").expect("a text takes everything");
        }
    }
    text
}

/// Returns the belief that a member has stated; `None` if its messages name no chances.
///
/// Chances of codes that were not named are equal.
fn stated<'a>(messages: impl Iterator<Item = &'a TalkMessage>) -> Option<Belief> {
    let mut weights = [None; Code::COUNT];
    for (code, percent) in messages.flat_map(|message| read(&message.text)) {
        weights[code.index()] = Some(percent as f32 / 100.0);
    }
    let named: f32 = weights.iter().flatten().sum();
    let others = weights.iter().filter(|weight| weight.is_none()).count();
    if others == Code::COUNT {
        return None;
    }
    let other = f32::max(1.0 - named, UNSAID) / others.max(1) as f32;
    Some(Belief::from_weights(weights.map(|weight| weight.unwrap_or(other))))
}

/// Returns the codes with chances that a message names. Other parts of the text are passed over.
fn read(text: &str) -> impl Iterator<Item = (Code, u32)> {
    text.split(',').filter_map(|part| {
        let mut words = part.split_whitespace();
        let code = words.next()?.parse().ok()?;
        let percent = words.next()?.parse().ok().filter(|percent| *percent <= 100)?;
        (words.next() == Some("%")).then_some((code, percent))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn belief(weights: &[(usize, f32)]) -> Belief {
        let mut all = [0.0; Code::COUNT];
        weights.iter().for_each(|&(place, weight)| all[place] = weight);
        Belief::from_weights(all)
    }

    fn message(turn: u8, member: u8, text: &str) -> TalkMessage {
        TalkMessage { turn, member, text: text.to_owned(), code: Code::ALL[0] }
    }

    fn turn(alone: Belief, messages: &[TalkMessage]) -> TalkTurn<'_> {
        TalkTurn { turn: 1, is_last: false, member: 0, alone, guess: alone.best(), messages }
    }

    #[test]
    fn a_member_says_its_likeliest_codes_three_a_turn() {
        let belief = belief(&[(0, 62.0), (5, 20.0), (6, 9.6), (7, 8.0), (9, 0.4)]);
        assert_eq!(chances(&belief, 1), "1-2-3 62 %, 1-4-3 20 %, 2-1-3 10 %");
        assert_eq!(chances(&belief, 2), "2-1-4 8 %");
        assert_eq!(chances(&belief, 3), "");
        assert_eq!(chances(&belief, 9), "", "there are no more codes");
        assert_eq!(chances(&Belief::UNIFORM, 8).matches(" 4 %").count(), 3);
    }

    #[test]
    fn what_is_said_is_read_and_other_text_is_passed_over() {
        let text = "1-2-3 62 %, I think 1-4-3, 1-4-3 20 %, 4-4-4 9 %, 2-1-3 900 %, 2-1-4 8";
        let codes: Vec<_> = read(text).map(|(code, percent)| (code.index(), percent)).collect();
        assert_eq!(codes, [(0, 62), (5, 20)]);
        assert_eq!(stated([message(1, 1, "I do not know")].iter()), None);
    }

    #[test]
    fn all_codes_stated_are_the_belief_up_to_rounding() {
        let belief = belief(&[(0, 60.0), (5, 20.0), (6, 15.0), (7, 5.0)]);
        let texts: Vec<_> = (1..=2).map(|turn| message(turn, 1, &chances(&belief, turn))).collect();
        let heard = stated(texts.iter()).expect("chances");
        for code in Code::ALL {
            assert!((heard.probability(code) - belief.probability(code)).abs() < 0.01, "{code}");
        }
        let first = stated(texts[..1].iter()).expect("chances");
        assert!((first.probability(Code::ALL[7]) - 0.05 / 21.0).abs() < 1e-6, "the rest is shared");
    }

    #[test]
    fn a_member_in_doubt_follows_one_that_is_sure_and_not_the_other_way_round() {
        let (sure, doubt) = (belief(&[(0, 95.0), (5, 5.0)]), belief(&[(5, 40.0), (0, 35.0), (6, 25.0)]));
        let [of_sure, of_doubt] = [sure, doubt].map(|belief| [message(1, 1, &chances(&belief, 1))]);
        let after = |alone, messages| turn(alone, messages).reply().belief.expect("a belief").best();
        assert_eq!(after(doubt, &of_sure), Code::ALL[0]);
        assert_eq!(after(sure, &of_doubt), Code::ALL[0]);
    }

    #[test]
    fn a_member_does_not_listen_to_itself() {
        let alone = belief(&[(0, 60.0), (5, 40.0)]);
        let own = [TalkMessage { member: 0, ..message(1, 0, &chances(&alone, 1)) }];
        assert_eq!(turn(alone, &own).reply().belief, Some(alone));
    }

    #[test]
    fn the_last_answer_has_no_message() {
        let last = TalkTurn { is_last: true, ..turn(Belief::UNIFORM, &[]) };
        assert_eq!(last.reply().text, "");
        assert_ne!(turn(Belief::UNIFORM, &[]).reply().text, "");
    }
}
