//! The lead in the course of a game, and the point at which the game was settled.

use std::iter;

use overhear_engine::game::Game;
use overhear_engine::rules::{
    BySide, Ending, Half, HalfOutcome, Judgement, Players, PublicRecord, Rules, Side, TokenRule, Tokens,
};

use super::statistic::LastRound;

/// Returns the tokens before the first round and after each round.
pub(super) fn tokens_by_round(game: &Game) -> Vec<BySide<Tokens>> {
    let after: Vec<BySide<Tokens>> = game.record.token_history().collect();
    // With three players a round has one half (R17).
    let rounds = game.record.halves().chunk_by(|one, next| one.round == next.round);
    let ends = rounds.scan(0, |halves, round| {
        *halves += round.len();
        Some(*halves)
    });
    iter::once(0).chain(ends).map(|halves| after[halves]).collect()
}

/// Returns the side that leads on points (R12), if there is one; three players have no points (R17).
pub(super) fn leader(tokens: BySide<Tokens>, rules: &Rules) -> Option<Side> {
    if rules.players == Players::Three {
        return None;
    }
    Side::ALL.into_iter().find(|&side| tokens[side].points(rules) > tokens[side.opponent()].points(rules))
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
    let Some(first) = first_half_of(&game.record, game.rounds) else { return false };
    let (rule, before) = (TokenRule::of(rules), tokens_by_round(game)[usize::from(game.rounds) - 1]);
    let tokens = rule.advance(before, first.outcome());
    let (side, listener) = (first.side.opponent(), first.side);
    // All outcomes of the second half are tried. In early rounds interception is not allowed.
    let catches = if rules.may_intercept(game.rounds, listener) { &[false, true][..] } else { &[false] };
    let outcomes = catches.iter().flat_map(|&costs_token| {
        [true, false].map(|understood| HalfOutcome { side, understood, costs_token })
    });
    let mut winners =
        outcomes.map(|second| winner_without_keywords(rule.advance(tokens, second), game.rounds, rules));
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
            let mut has_keyword_guess = false;
            let ending = rules.break_tie(condition, tokens, || {
                has_keyword_guess = true;
                BySide::default()
            });
            ending.winner.filter(|_| !has_keyword_guess)
        }
    }
}

#[cfg(test)]
mod tests {
    use overhear_agents::registry::{Spec, build};
    use overhear_engine::arena::{Arena, GameNumber, Schedule};
    use overhear_engine::game::Seed;
    use overhear_engine::rules::{Code, SWITCHES, Values};

    use super::*;
    use crate::setup::{WordFiles, Words};

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

    /// Returns the official rules and those of three players with each switch at each end of its values.
    fn rules_of_all_switches() -> Vec<(String, Rules)> {
        let mut all = Vec::new();
        for base in [Rules::official(), Rules::three_player()] {
            for switch in &SWITCHES {
                let values: Vec<String> = match switch.values() {
                    Values::Numbers { low, high } => vec![low.to_string(), high.to_string()],
                    Values::Choices(choices) => {
                        choices.iter().map(|choice| choice.value.to_owned()).collect()
                    }
                };
                let named = values.into_iter().map(|value| (format!("{} = {value}", switch.key()), value));
                let turned =
                    named.filter_map(|(name, value)| Some((name, switch.with_value(&base, &value)?)));
                all.extend(turned.filter(|(_, rules)| rules.checked().is_ok()));
            }
        }
        all
    }

    /// A switch that changes what gives a token must change it in all that is derived from games.
    #[test]
    fn r7_every_derived_count_is_that_of_the_record_by_any_switch() {
        let words =
            Words::load(&WordFiles { vocabulary: Some(2000), ..WordFiles::default() }).expect("words");
        let agent = |spec| build(&Spec::parse(spec).expect("a SPEC"), &words.world).expect("an agent");
        let agents = [agent("nearest/bayes:blunder=0.3"), agent("random/bayes")];
        let mut played = 0;
        for (name, rules) in rules_of_all_switches() {
            let Ok(setup) = words.world.setup(&rules) else { continue };
            let Ok(arena) = Arena::new(setup, &agents, Schedule::round_robin(2, 20), Seed(7)) else {
                continue;
            };
            for number in 0..20 {
                let game = arena.replay(GameNumber(number)).expect("a game");
                let (tokens, after) = (game.record.tokens(), tokens_by_round(&game));
                assert_eq!(after.len(), usize::from(game.rounds) + 1, "{name}, game {number}");
                assert_eq!(after.last(), Some(&tokens), "{name}, game {number}");
                for (round, before) in (1..).zip(&after[..after.len() - 1]).skip(1) {
                    let judged = rules.judge(*before, round - 1);
                    assert_eq!(judged, Judgement::PlayOn, "{name}, game {number}, round {round}");
                }
                let judged = rules.judge(tokens, game.rounds);
                assert_ne!(judged, Judgement::PlayOn, "{name}, game {number} ends too early");
                if let Judgement::Won(ending) = judged {
                    assert_eq!(ending, game.ending, "{name}, game {number}");
                }
                let settled = settled_by_first_half(&game, &rules);
                let is_won = game.ending.winner.is_some();
                assert!(!settled || is_won, "{name}, game {number} is settled without a winner");
                played += 1;
            }
        }
        assert!(played > 800, "{played} games");
    }

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
