//! The three-player game (R17): a team of two, White, against a lone Interceptor, Black.
//!
//! **decided**: round 5 counts. The Interceptor wins with enough tokens at the end of the last round;
//! otherwise the team wins. There is no tiebreaker.
//!
//! As published, the Interceptor takes a token for each wrong guess of the team. With `tokens_to_lose` above 0, the
//! team takes a Miscommunication token instead, as in the game of arXiv 2506.20664.

use super::{BySide, DecidedBy, Ending, Judgement, Rules, Side, Tokens};

impl Rules {
    /// Judges the tokens at the end of `round`: the Interceptor's, and the team's Miscommunication tokens, if any.
    pub(super) fn judge_three(&self, tokens: BySide<Tokens>, round: u8) -> Judgement {
        let (decided_by, winner) =
            if tokens.black.has_won(self, Side::Black) || tokens.white.has_lost(self, Side::White) {
                (DecidedBy::Interceptor, Side::Black)
            } else if round >= self.round_limit {
                (DecidedBy::Team, Side::White)
            } else {
                return Judgement::PlayOn;
            };
        Judgement::Won(Ending { tie_condition: None, decided_by, winner: Some(winner) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Code, Half, PublicRecord};

    fn tokens(interceptions: u8) -> BySide<Tokens> {
        BySide { white: Tokens::default(), black: Tokens { interceptions, miscommunications: 0 } }
    }

    fn winner(interceptions: u8, round: u8) -> Option<Side> {
        match Rules::three_player().judge(tokens(interceptions), round) {
            Judgement::PlayOn => None,
            Judgement::Won(Ending { tie_condition: None, decided_by: step, winner }) => {
                let expected =
                    if winner == Some(Side::Black) { DecidedBy::Interceptor } else { DecidedBy::Team };
                assert_eq!(step, expected);
                winner
            }
            other => panic!("no tiebreaker: {other:?}"),
        }
    }

    #[test]
    fn r17_every_state_of_the_tokens_before_and_at_the_limit() {
        for round in 1..5 {
            assert_eq!(
                [0, 1, 2, 3].map(|n| winner(n, round)),
                [None, None, Some(Side::Black), Some(Side::Black)]
            );
        }
        let (white, black) = (Some(Side::White), Some(Side::Black));
        assert_eq!([0, 1, 2, 3].map(|n| winner(n, 5)), [white, white, black, black]);
    }

    /// Returns a half with the given results. `None` means that the Interceptor does not guess.
    fn half(round: u8, intercepted: Option<bool>, understood: bool) -> Half {
        let code_if = |right: bool| Code::ALL[usize::from(!right)];
        Half {
            round,
            side: Side::White,
            clues: [None; 3],
            guess: code_if(understood),
            interception: intercepted.map(code_if),
            code: Code::ALL[0],
            forfeited: false,
        }
    }

    #[test]
    fn r17_a_wrong_guess_and_an_interception_are_a_token_each_and_both_can_come_in_one_round() {
        let after = |intercepted, understood| {
            let mut record = PublicRecord::for_rules(&Rules::three_player());
            record.push(half(1, intercepted, understood));
            record.tokens()
        };
        assert_eq!(after(None, true), tokens(0));
        assert_eq!(after(None, false), tokens(1), "in round 1 too");
        assert_eq!(after(Some(true), true), tokens(1));
        assert_eq!(after(Some(false), false), tokens(1));
        assert_eq!(after(Some(false), true), tokens(0));
        assert_eq!(after(Some(true), false), tokens(2));
    }

    #[test]
    fn misses_that_are_counted_apart_lose_by_themselves() {
        let rules = Rules { tokens_to_lose: 2, round_limit: 8, ..Rules::three_player() };
        let winner = |interceptions, miscommunications, round| {
            let tokens = BySide {
                white: Tokens { interceptions: 0, miscommunications },
                black: Tokens { interceptions, miscommunications: 0 },
            };
            match rules.judge(tokens, round) {
                Judgement::Won(Ending { decided_by: step, winner, .. }) => {
                    assert_eq!(step == DecidedBy::Interceptor, winner == Some(Side::Black));
                    winner
                }
                _ => None,
            }
        };
        for round in [3, 8] {
            let open = (round == 8).then_some(Side::White);
            assert_eq!(winner(1, 1, round), open, "one of each is not enough");
            assert_eq!(winner(0, 0, round), open);
            assert_eq!(
                [winner(2, 0, round), winner(0, 2, round), winner(2, 2, round)],
                [Some(Side::Black); 3]
            );
        }
        let mut record = PublicRecord::for_rules(&rules);
        record.push(half(1, Some(true), false));
        assert_eq!(record.tokens().white, Tokens { interceptions: 0, miscommunications: 1 });
        assert_eq!(record.tokens().black, Tokens { interceptions: 1, miscommunications: 0 });
        assert_eq!(record.up_to(1).tokens(), record.tokens());
    }

    /// Counts all sequences of tokens by winner and length, round by round.
    fn courses(round: u8, held: u8, count: &mut [[u32; 6]; 2]) {
        let chances: &[(u8, u32)] = if round == 1 { &[(0, 1), (1, 1)] } else { &[(0, 1), (1, 2), (2, 1)] };
        for &(gained, ways) in chances {
            for _ in 0..ways {
                match winner(held + gained, round) {
                    None => courses(round + 1, held + gained, count),
                    Some(side) => count[side.index()][usize::from(round)] += 1,
                }
            }
        }
    }

    /// Counts the sequences in closed form: with `slots` chances, there are 1 + `slots` ways to have fewer
    /// than two tokens.
    #[test]
    fn r17_all_courses_of_a_game_are_counted_twice() {
        let mut count = [[0; 6]; 2];
        courses(1, 0, &mut count);
        let slots = |rounds: u32| 2 * rounds - 1;
        let open = |rounds: u32| 1 + slots(rounds);
        let mut ended = [0; 6];
        for rounds in 2..=5 {
            ended[rounds as usize] = 4 * open(rounds - 1) - open(rounds);
        }
        assert_eq!(count[Side::Black.index()], ended);
        assert_eq!(count[Side::White.index()], [0, 0, 0, 0, 0, open(5)]);
    }
}
