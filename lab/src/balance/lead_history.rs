//! The lead in the course of a game, and the point at which the game was settled.

use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, Ending, Half, Judgement, Players, PublicRecord, Rules, Side, Tokens};

use super::statistic::LastRound;

/// Returns the tokens before the first round and after each round.
pub(super) fn tokens_by_round(game: &Game) -> Vec<BySide<Tokens>> {
    let mut tokens = BySide::<Tokens>::default();
    let mut after = vec![tokens];
    // With three players a round has one half (R17).
    for round in game.record.halves().chunk_by(|one, next| one.round == next.round) {
        round.iter().for_each(|half| add_tokens(&mut tokens, half));
        after.push(tokens);
    }
    after
}

/// Adds the tokens of a half (R7).
fn add_tokens(tokens: &mut BySide<Tokens>, half: &Half) {
    tokens[half.side.opponent()].interceptions += u8::from(half.costs_token());
    tokens[half.side].miscommunications += u8::from(!half.understood());
}

/// Returns the side that leads on points (R12), if there is one; three players have no points (R17).
pub(super) fn leader(tokens: BySide<Tokens>, rules: &Rules) -> Option<Side> {
    if rules.players == Players::Three {
        return None;
    }
    let points = |side: Side| tokens[side].points(rules);
    Side::ALL.into_iter().find(|&side| points(side) > points(side.opponent()))
}

/// Returns the number of times that the lead passes from one team to the other. A tied score in between does
/// not count.
pub(super) fn lead_changes(after: &[BySide<Tokens>], rules: &Rules) -> u8 {
    let leaders: Vec<Side> = after.iter().filter_map(|&tokens| leader(tokens, rules)).collect();
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u8
}

/// Returns the effect of the last round on the lead before it.
pub(super) fn last_round(after: &[BySide<Tokens>], ending: Ending, rules: &Rules) -> LastRound {
    let before = leader(after[after.len() - 2], rules);
    match (ending.winner, before) {
        (None, _) => LastRound::Shared,
        (Some(_), None) => LastRound::Opened,
        (Some(winner), Some(leader)) if winner == leader => LastRound::Kept,
        _ => LastRound::Turned,
    }
}

/// Returns `true` if the first half of the last round settles the game: the same team wins, by tokens or on
/// points, whatever the second half brings (R9, R10, R12).
pub(super) fn settled_by_first_half(game: &Game, rules: &Rules) -> bool {
    if rules.players == Players::Three {
        return false;
    }
    let mut tokens = tokens_by_round(game)[usize::from(game.rounds) - 1];
    let Some(first) = first_half_of(&game.record, game.rounds) else { return false };
    add_tokens(&mut tokens, first);
    let (speaker, listener) = (first.side.opponent(), first.side);
    // The second half can add one interception and one miscommunication at most (R7): all outcomes are tried.
    // In early rounds interception is not allowed.
    let catches = if rules.may_intercept(game.rounds, listener) { 0..=1 } else { 0..=0 };
    let mut winners =
        catches.flat_map(|caught| [0, 1].map(|missed| (caught, missed))).map(|(caught, missed)| {
            let mut end = tokens;
            end[listener].interceptions += caught;
            end[speaker].miscommunications += missed;
            winner_without_keywords(end, game.rounds, rules)
        });
    let one = winners.next().flatten();
    one.is_some() && winners.all(|winner| winner == one)
}

fn first_half_of(record: &PublicRecord, round: u8) -> Option<&Half> {
    record.halves().iter().find(|half| half.round == round)
}

/// Returns the winner at the end of a round, as far as tokens and points decide.
fn winner_without_keywords(tokens: BySide<Tokens>, round: u8, rules: &Rules) -> Option<Side> {
    match rules.judge(tokens, round) {
        Judgement::PlayOn => None,
        Judgement::Won(ending) => ending.winner,
        Judgement::Tied(condition) => {
            // A tiebreaker that reaches the keyword guess is open, even if the empty guesses used here would
            // decide it.
            let mut asked = false;
            let ending = rules.break_tie(condition, tokens, || {
                asked = true;
                BySide::default()
            });
            ending.winner.filter(|_| !asked)
        }
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Code;

    use super::*;

    /// Returns a game of halves given as White's and Black's in turn: (intercepted, understood).
    fn game(halves: &[(bool, bool)]) -> Game {
        let mut game = Game::new();
        for (n, &(intercepted, understood)) in halves.iter().enumerate() {
            let other = Code::ALL[1];
            game.record.push(Half {
                round: 1 + n as u8 / 2,
                side: Side::ALL[n % 2],
                clues: [None; 3],
                guess: if understood { Code::ALL[0] } else { other },
                interception: Some(if intercepted { Code::ALL[0] } else { other }),
                code: Code::ALL[0],
                forfeited: false,
            });
        }
        game.rounds = (halves.len() / 2) as u8;
        game
    }

    const QUIET: (bool, bool) = (false, true);
    const CAUGHT: (bool, bool) = (true, true);
    const MISSED: (bool, bool) = (false, false);

    #[test]
    fn the_lead_changes_when_it_passes_over_and_not_when_it_is_lost() {
        let rules = Rules::official();
        let there_and_back = game(&[QUIET, CAUGHT, CAUGHT, MISSED, CAUGHT, QUIET]);
        let after = tokens_by_round(&there_and_back);
        let leaders: Vec<_> = after.iter().map(|&tokens| leader(tokens, &rules)).collect();
        assert_eq!(leaders, [None, Some(Side::White), Some(Side::White), None]);
        assert_eq!(lead_changes(&after, &rules), 0);
        let over = tokens_by_round(&game(&[QUIET, CAUGHT, CAUGHT, QUIET, MISSED, QUIET]));
        assert_eq!(lead_changes(&over, &rules), 1);
    }

    #[test]
    fn r9_the_first_half_settles_what_the_second_cannot_change() {
        let rules = Rules::official();
        let settled = |halves: &[(bool, bool)]| settled_by_first_half(&game(halves), &rules);
        let quiet = [QUIET, QUIET];
        assert!(!settled(&[&quiet[..], &[CAUGHT, QUIET]].concat()), "one token decides nothing");
        let second_catch = [&quiet[..], &[CAUGHT, QUIET, CAUGHT, QUIET]].concat();
        assert!(settled(&second_catch), "Black has two, and White cannot reach two any more");
        let with_a_mistake = [&[QUIET, MISSED][..], &[CAUGHT, QUIET, CAUGHT, QUIET]].concat();
        assert!(!settled(&with_a_mistake), "Black's second mistake could still send it to the tiebreaker");
    }
}
