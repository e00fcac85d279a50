//! The winner after a round (R10, R11, R17) and the tiebreaker (R12 to R14).

use std::cmp::Reverse;

use super::{
    BySide, BySlot, DecidedBy, Ending, FinalTie, Keyword, KeywordMatch, Players, Rules, Side, TieCondition,
    Tiebreak, Tokens,
};

/// Judgement of the tokens at the end of a round. A round is always played to its end before it is judged
/// (R9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Neither team has won or lost: another round follows.
    PlayOn,
    /// The tokens decide the game (R10, R16).
    Won(Ending),
    /// The game goes to the tiebreaker (R11).
    Tied(TieCondition),
}

impl Rules {
    /// Judges the tokens at the end of `round` (R10, R11, R17).
    ///
    /// ```
    /// use overhear_engine::rules::{BySide, TieCondition, Judgement, Rules, Tokens};
    /// let two = Tokens { interceptions: 2, miscommunications: 0 };
    /// let none = Tokens::default();
    /// let rules = Rules::official();
    /// assert!(matches!(rules.judge(BySide { white: two, black: none }, 5), Judgement::Won(_)));
    /// assert_eq!(rules.judge(BySide { white: two, black: two }, 5), Judgement::Tied(TieCondition::BothWon));
    /// assert_eq!(rules.judge(BySide { white: none, black: none }, 5), Judgement::PlayOn);
    /// ```
    pub fn judge(&self, tokens: BySide<Tokens>, round: u8) -> Judgement {
        match self.players {
            Players::TwoTeams => self.judge_two_teams(tokens, round),
            Players::Three => self.judge_three(tokens, round),
        }
    }

    /// Judges the tokens of two teams: ties first, then outright wins, then the round limit.
    fn judge_two_teams(&self, tokens: BySide<Tokens>, round: u8) -> Judgement {
        let won = BySide::from_fn(|side| tokens[side].has_won(self, side));
        let lost = BySide::from_fn(|side| tokens[side].has_lost(self, side));
        if Side::ALL.into_iter().any(|side| won[side] && lost[side]) {
            return Judgement::Tied(TieCondition::WonAndLost);
        }
        if won.white && won.black {
            return Judgement::Tied(TieCondition::BothWon);
        }
        if lost.white && lost.black {
            return Judgement::Tied(TieCondition::BothLost);
        }
        // No tie condition holds, so at most one side satisfies this test.
        for side in Side::ALL {
            if let Some(step) = outright(won[side], lost[side.opponent()]) {
                return Judgement::Won(Ending { tie_condition: None, decided_by: step, winner: Some(side) });
            }
        }
        if round >= self.round_limit { Judgement::Tied(TieCondition::RoundLimit) } else { Judgement::PlayOn }
    }

    /// Settles a tie (R12 to R14).
    ///
    /// `keywords_right` lets both teams name keywords and returns the number of right ones. It is called at
    /// most once, and only if the tiebreaker needs it (R13).
    pub fn break_tie(
        &self,
        condition: TieCondition,
        tokens: BySide<Tokens>,
        keywords_right: impl FnOnce() -> BySide<u8>,
    ) -> Ending {
        let points = BySide::from_fn(|side| tokens[side].points(self));
        let points = points.leader().map(|winner| (DecidedBy::Points, winner));
        let keywords = || keywords_right().leader().map(|winner| (DecidedBy::Keywords, winner));
        // The cascade of R12: a step that is level on both sides leaves the tie to the next one. Keywords are
        // named only where they decide: `or_else` does not ask for them if the points settle the tie. Points cost nothing.
        let settled = match self.tiebreak {
            Tiebreak::PointsKeywords => points.or_else(keywords),
            Tiebreak::KeywordsPoints => keywords().or(points),
            Tiebreak::Points => points,
            Tiebreak::Keywords => keywords(),
            Tiebreak::Shared => None,
        };
        match settled {
            Some((step, winner)) => {
                Ending { tie_condition: Some(condition), decided_by: step, winner: Some(winner) }
            }
            None => self.final_tie_ending(condition, tokens),
        }
    }

    /// Returns `true` if [`Rules::break_tie`] asks for keywords in a tie with these tokens (R13).
    ///
    /// ```
    /// use overhear_engine::rules::{BySide, Rules, Tokens};
    /// let ahead = Tokens { interceptions: 1, miscommunications: 0 };
    /// let rules = Rules::official();
    /// assert!(rules.needs_keywords(BySide { white: ahead, black: ahead }));
    /// assert!(!rules.needs_keywords(BySide { white: ahead, black: Tokens::default() }));
    /// ```
    pub fn needs_keywords(&self, tokens: BySide<Tokens>) -> bool {
        match self.tiebreak {
            Tiebreak::KeywordsPoints | Tiebreak::Keywords => true,
            Tiebreak::PointsKeywords => tokens.white.points(self) == tokens.black.points(self),
            Tiebreak::Points | Tiebreak::Shared => false,
        }
    }

    /// Returns the ending of a tie that neither the tiebreaker nor sudden death has settled (R14).
    pub fn final_tie_ending(&self, condition: TieCondition, tokens: BySide<Tokens>) -> Ending {
        // `leader` is `None` if both sides are level, so the criteria that compare tokens can still end in a shared
        // victory.
        let winner = match self.final_tie {
            FinalTie::Shared => None,
            FinalTie::White => Some(Side::White),
            FinalTie::Black => Some(Side::Black),
            FinalTie::MoreInterceptions => BySide::from_fn(|side| tokens[side].interceptions).leader(),
            FinalTie::FewerMiscommunications => {
                BySide::from_fn(|side| Reverse(tokens[side].miscommunications)).leader()
            }
        };
        let step = if winner.is_some() { DecidedBy::FinalTie } else { DecidedBy::Shared };
        Ending { tie_condition: Some(condition), decided_by: step, winner }
    }

    /// Returns the number of right keywords among those that a team names (R13). A word named twice counts
    /// once.
    ///
    /// ```
    /// use overhear_engine::rules::{BySlot, Keyword, KeywordMatch, Rules};
    /// let held = BySlot([1, 2, 3, 4].map(Keyword));
    /// let named = BySlot([2, 2, 9, 4].map(Keyword));
    /// let by_position = Rules { keyword_match: KeywordMatch::Position, ..Rules::official() };
    /// assert_eq!(Rules::official().keywords_right(named, held), 2);
    /// assert_eq!(by_position.keywords_right(named, held), 2);
    /// assert_eq!(by_position.keywords_right(BySlot([4, 3, 2, 1].map(Keyword)), held), 0);
    /// ```
    pub fn keywords_right(&self, named: BySlot<Keyword>, held: BySlot<Keyword>) -> u8 {
        let right = match self.keyword_match {
            KeywordMatch::Set => held.iter().filter(|word| named.0.contains(word)).count(),
            KeywordMatch::Position => held.iter().zip(named.iter()).filter(|(a, b)| a == b).count(),
        };
        right as u8
    }
}

/// Returns the criterion of an outright win, if there is one.
fn outright(won: bool, opponent_lost: bool) -> Option<DecidedBy> {
    match (won, opponent_lost) {
        (true, true) => Some(DecidedBy::Both),
        (true, false) => Some(DecidedBy::Interceptions),
        (false, true) => Some(DecidedBy::Miscommunications),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all 81 states (a, b, c, d) of R15: White's and Black's Interceptions and Miscommunications.
    fn states() -> impl Iterator<Item = BySide<Tokens>> {
        let tokens = |n: u8| Tokens { interceptions: n / 3, miscommunications: n % 3 };
        (0..81).map(move |n| BySide { white: tokens(n / 9), black: tokens(n % 9) })
    }

    fn ending(tokens: BySide<Tokens>, round: u8) -> Option<Ending> {
        let rules = Rules::official();
        match rules.judge(tokens, round) {
            Judgement::PlayOn => None,
            Judgement::Won(ending) => Some(ending),
            Judgement::Tied(condition) => {
                Some(rules.break_tie(condition, tokens, || BySide { white: 0, black: 0 }))
            }
        }
    }

    fn count(endings: &[Ending], outright: bool, step: Option<DecidedBy>, winner: Option<Side>) -> usize {
        endings
            .iter()
            .filter(|e| {
                e.tie_condition.is_none() == outright
                    && step.is_none_or(|s| s == e.decided_by)
                    && e.winner == winner
            })
            .count()
    }

    #[test]
    fn r15_the_65_states_before_the_limit() {
        let ends: Vec<Ending> = states().filter_map(|tokens| ending(tokens, 7)).collect();
        assert_eq!(ends.len(), 65);
        assert_eq!(count(&ends, true, None, Some(Side::White)), 20);
        assert_eq!(count(&ends, true, None, Some(Side::Black)), 20);
        assert_eq!(count(&ends, false, Some(DecidedBy::Points), Some(Side::White)), 8);
        assert_eq!(count(&ends, false, Some(DecidedBy::Points), Some(Side::Black)), 8);
        assert_eq!(count(&ends, false, Some(DecidedBy::Shared), None), 9);
    }

    #[test]
    fn r15_the_16_states_at_the_limit() {
        let open = states().filter(|&tokens| ending(tokens, 7).is_none());
        let ends: Vec<Ending> = open.map(|tokens| ending(tokens, 8).unwrap()).collect();
        assert_eq!(ends.len(), 16);
        assert!(ends.iter().all(|e| e.tie_condition == Some(TieCondition::RoundLimit)));
        assert_eq!(count(&ends, false, Some(DecidedBy::Points), Some(Side::White)), 5);
        assert_eq!(count(&ends, false, Some(DecidedBy::Points), Some(Side::Black)), 5);
        assert_eq!(count(&ends, false, Some(DecidedBy::Shared), None), 6);
    }

    #[test]
    fn r16_two_states_that_are_no_ties() {
        let two = |i, m| Tokens { interceptions: i, miscommunications: m };
        let state = BySide { white: two(2, 0), black: two(1, 2) };
        let expected =
            |winner| Some(Ending { tie_condition: None, decided_by: DecidedBy::Both, winner: Some(winner) });
        assert_eq!(ending(state, 4), expected(Side::White));
        assert_eq!(ending(state.exchanged(), 4), expected(Side::Black));
    }

    #[test]
    fn the_mirrored_state_has_the_mirrored_ending() {
        for tokens in states() {
            let mirrored =
                ending(tokens.exchanged(), 8).map(|e| Ending { winner: e.winner.map(Side::opponent), ..e });
            assert_eq!(ending(tokens, 8), mirrored);
        }
    }

    #[test]
    fn r11_both_counts_of_one_team_or_one_count_of_both_or_the_last_round_open_the_tiebreaker() {
        for tokens in states() {
            let BySide { white, black } = tokens;
            let [w, b] = [white, black].map(|team| (team.interceptions == 2, team.miscommunications == 2));
            let opened = |limit: bool| match (w, b) {
                ((true, true), _) | (_, (true, true)) => Some(TieCondition::WonAndLost),
                ((true, _), (true, _)) => Some(TieCondition::BothWon),
                ((_, true), (_, true)) => Some(TieCondition::BothLost),
                ((false, false), (false, false)) if limit => Some(TieCondition::RoundLimit),
                _ => None,
            };
            for round in [7, 8] {
                let condition = ending(tokens, round).and_then(|ending| ending.tie_condition);
                assert_eq!(condition, opened(round == 8), "{tokens:?} after round {round}");
            }
        }
    }

    #[test]
    fn r12_a_point_for_an_interception_and_one_less_for_a_miscommunication() {
        let points = |t: Tokens| i32::from(t.interceptions) - i32::from(t.miscommunications);
        let named = || BySide { white: 1, black: 1 };
        for tokens in states() {
            let ending = Rules::official().break_tie(TieCondition::RoundLimit, tokens, named);
            let (white, black) = (points(tokens.white), points(tokens.black));
            let expected = match white.cmp(&black) {
                std::cmp::Ordering::Greater => (DecidedBy::Points, Some(Side::White)),
                std::cmp::Ordering::Less => (DecidedBy::Points, Some(Side::Black)),
                std::cmp::Ordering::Equal => (DecidedBy::Shared, None),
            };
            assert_eq!((ending.decided_by, ending.winner), expected, "{tokens:?}");
        }
    }

    #[test]
    fn r12_to_r14_the_order_of_the_steps_is_a_switch() {
        let tokens =
            BySide { white: Tokens { interceptions: 1, miscommunications: 0 }, black: Tokens::default() };
        let winner = |tiebreak| {
            let rules = Rules { tiebreak, ..Rules::official() };
            let ending = rules.break_tie(TieCondition::RoundLimit, tokens, || BySide { white: 0, black: 4 });
            (ending.decided_by, ending.winner)
        };
        assert_eq!(winner(Tiebreak::PointsKeywords), (DecidedBy::Points, Some(Side::White)));
        assert_eq!(winner(Tiebreak::KeywordsPoints), (DecidedBy::Keywords, Some(Side::Black)));
        assert_eq!(winner(Tiebreak::Points), (DecidedBy::Points, Some(Side::White)));
        assert_eq!(winner(Tiebreak::Keywords), (DecidedBy::Keywords, Some(Side::Black)));
        assert_eq!(winner(Tiebreak::Shared), (DecidedBy::Shared, None));
    }

    #[test]
    fn r14_what_is_left_open_is_shared_or_goes_to_the_team_that_the_rules_name() {
        let ending = |final_tie| {
            let rules = Rules { final_tie, ..Rules::official() };
            rules.break_tie(TieCondition::BothWon, BySide::default(), || BySide { white: 2, black: 2 })
        };
        let expected =
            |step, winner| Ending { tie_condition: Some(TieCondition::BothWon), decided_by: step, winner };
        assert_eq!(ending(FinalTie::Shared), expected(DecidedBy::Shared, None));
        assert_eq!(ending(FinalTie::White), expected(DecidedBy::FinalTie, Some(Side::White)));
        assert_eq!(ending(FinalTie::Black), expected(DecidedBy::FinalTie, Some(Side::Black)));
        let (one, even) = (Tokens { interceptions: 1, miscommunications: 1 }, Tokens::default());
        let counted = |final_tie| {
            let rules = Rules { final_tie, ..Rules::official() };
            let tokens = BySide { white: one, black: even };
            rules.break_tie(TieCondition::BothWon, tokens, || BySide { white: 2, black: 2 })
        };
        assert_eq!(counted(FinalTie::MoreInterceptions), expected(DecidedBy::FinalTie, Some(Side::White)));
        assert_eq!(
            counted(FinalTie::FewerMiscommunications),
            expected(DecidedBy::FinalTie, Some(Side::Black))
        );
        assert_eq!(ending(FinalTie::MoreInterceptions), expected(DecidedBy::Shared, None));
        assert_eq!(ending(FinalTie::FewerMiscommunications), expected(DecidedBy::Shared, None));
        let rules = Rules { final_tie: FinalTie::Black, ..Rules::official() };
        let settled =
            rules.break_tie(TieCondition::BothWon, BySide::default(), || BySide { white: 2, black: 1 });
        assert_eq!((settled.decided_by, settled.winner), (DecidedBy::Keywords, Some(Side::White)));
    }

    #[test]
    fn r13_a_tie_says_that_it_needs_keywords_before_it_takes_them() {
        let orders = [
            Tiebreak::PointsKeywords,
            Tiebreak::KeywordsPoints,
            Tiebreak::Points,
            Tiebreak::Keywords,
            Tiebreak::Shared,
        ];
        for (tiebreak, tokens) in orders.into_iter().flat_map(|order| states().map(move |at| (order, at))) {
            let rules = Rules { tiebreak, ..Rules::official() };
            let mut played = false;
            rules.break_tie(TieCondition::RoundLimit, tokens, || {
                played = true;
                BySide { white: 1, black: 1 }
            });
            assert_eq!(rules.needs_keywords(tokens), played, "{tiebreak:?}, {tokens:?}");
        }
    }

    #[test]
    fn r13_the_keyword_guess_is_played_only_when_points_are_equal() {
        let ahead =
            BySide { white: Tokens { interceptions: 1, miscommunications: 0 }, black: Tokens::default() };
        let rules = Rules::official();
        rules.break_tie(TieCondition::RoundLimit, ahead, || panic!("points have settled it"));
        let mut played = false;
        rules.break_tie(TieCondition::RoundLimit, BySide::default(), || {
            played = true;
            BySide { white: 1, black: 1 }
        });
        assert!(played);
    }
}
