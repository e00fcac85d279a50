//! The three-player game (R17): a team of two, White, against a lone Interceptor, Black.
//!
//! **decided**: round 5 counts. The Interceptor wins with enough tokens at the end of the last round;
//! otherwise the team wins. There is no tiebreaker.

use super::{BySide, DecidedBy, Ending, Judgement, Rules, Side, Tokens};

impl Rules {
    /// Judges the Interceptor's tokens at the end of `round`.
    pub(super) fn judge_three(&self, tokens: BySide<Tokens>, round: u8) -> Judgement {
        let won = |step, winner| Judgement::Won(Ending { door: None, step, winner: Some(winner) });
        if tokens.black.has_won(self, Side::Black) {
            won(DecidedBy::Interceptor, Side::Black)
        } else if round >= self.round_limit {
            won(DecidedBy::Team, Side::White)
        } else {
            Judgement::PlayOn
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Code, Half, Players, PublicRecord};

    fn tokens(interceptions: u8) -> BySide<Tokens> {
        BySide { white: Tokens::default(), black: Tokens { interceptions, miscommunications: 0 } }
    }

    fn winner(interceptions: u8, round: u8) -> Option<Side> {
        match Rules::three_player().judge(tokens(interceptions), round) {
            Judgement::PlayOn => None,
            Judgement::Won(Ending { door: None, step, winner }) => {
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
            let mut record = PublicRecord::for_players(Players::Three);
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
