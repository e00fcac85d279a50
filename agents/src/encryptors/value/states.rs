//! Value of every state of a game, by backward induction from its last round (Bellman 1957).
//!
//! V(r, t) = Σ P(o) · W(r, t + o), summed over the sixteen outcomes o of a round: each team decodes or not,
//! and is intercepted or not. W(r, t) is 1, ½ or 0 if the tokens t at the end of round r decide the game (R10
//! to R14), otherwise V(r + 1, t).
//!
//! Assumptions: outcomes are independent within a round and between rounds, with constant rates. A tie that
//! reaches the keyword guess (R13) is worth ½. Tiebreakers are always the published ones, whatever the rules
//! say. No game is therefore played differently under another tiebreaker, and each can be rejudged.

use overhear_engine::rules::{BySide, HalfOutcome, Judgement, Players, Rules, Side, TokenRule, Tokens};

/// Tokens, with the own team's as White's.
pub(super) type TokenState = BySide<Tokens>;

/// Rates at which each team is understood and intercepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ClueRates {
    pub(super) own_decoded: f64,
    pub(super) own_intercepted: f64,
    pub(super) decoded: f64,
    pub(super) intercepted: f64,
    /// Increase of the opponents' later interception rate for each bit about a keyword.
    pub(super) leak: f64,
    /// Loss of a keyword tiebreaker's value for each such bit.
    pub(super) named: f64,
}

/// Values of all states under one rule set.
pub(super) struct ValueTable {
    rules: Rules,
    rates: ClueRates,
    /// Number of different counts of interceptions and of miscommunications with which a team can continue.
    counts: [usize; 2],
    /// V, by round and tokens.
    values: Vec<f32>,
    /// V, if the opponents knew one bit more.
    leaked: Vec<f32>,
}

/// Returns the rules as planned with: the own team is White, and the tiebreaker is the published one.
pub(super) fn planned_by(rules: &Rules, side: Side) -> Rules {
    let published = Rules::official();
    let rules = if side == Side::White { *rules } else { rules.with_limits_exchanged() };
    Rules {
        tiebreak: published.tiebreak,
        interception_points: published.interception_points,
        miscommunication_points: published.miscommunication_points,
        keyword_match: published.keyword_match,
        sudden_death: published.sudden_death,
        final_tie: published.final_tie,
        ..rules
    }
}

/// Inputs of the values: the rates, and the value of a tie that reaches the keyword guess.
#[derive(Clone, Copy)]
struct ValueInputs {
    rates: ClueRates,
    tie: f32,
}

impl ValueTable {
    pub(super) fn new(rules: &Rules, rates: ClueRates) -> ValueTable {
        let limit = usize::from(rules.round_limit);
        let enough: [fn(&Rules, Side) -> u8; 2] = [Rules::to_win, Rules::to_lose];
        let counts = enough
            .map(|enough| enough(rules, Side::White).max(enough(rules, Side::Black)))
            .map(|enough| if enough == 0 { limit + 1 } else { usize::from(enough) });
        let mut states = ValueTable { rules: *rules, rates, counts, values: Vec::new(), leaked: Vec::new() };
        states.values = states.solve(states.inputs());
        let own_intercepted = (rates.own_intercepted + rates.leak).min(1.0);
        let leaked =
            ValueInputs { rates: ClueRates { own_intercepted, ..rates }, tie: 0.5 - rates.named as f32 };
        states.leaked = states.solve(leaked);
        states
    }

    fn inputs(&self) -> ValueInputs {
        ValueInputs { rates: self.rates, tie: 0.5 }
    }

    pub(super) const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the mean value of the state after `round`, by whether the own team decodes and whether it is
    /// intercepted.
    pub(super) fn worth(&self, round: u8, score: TokenState) -> [[f32; 2]; 2] {
        self.mean_over_opponents(&self.values, self.inputs(), round, score)
    }

    /// Returns the loss of the value after `round` for each further bit that the opponents know.
    pub(super) fn loss(&self, round: u8, score: TokenState) -> f32 {
        let leaked = ValueInputs { tie: 0.5 - self.rates.named as f32, ..self.inputs() };
        let [now, then] = [(&self.values, self.inputs()), (&self.leaked, leaked)]
            .map(|(values, inputs)| self.mean_over_opponents(values, inputs, round, score)[1][0]);
        (now - then).max(0.0)
    }

    /// Returns V before round 1.
    #[cfg(test)]
    fn start(&self) -> f32 {
        self.values[self.place(1, TokenState::default())]
    }

    fn layer(&self) -> usize {
        (self.counts[0] * self.counts[1]).pow(2)
    }

    fn place(&self, round: u8, score: TokenState) -> usize {
        let [wins, losses] = self.counts;
        let [white, black] = [score.white, score.black]
            .map(|tokens| usize::from(tokens.interceptions) * losses + usize::from(tokens.miscommunications));
        (usize::from(round) - 1) * self.layer() + white * wins * losses + black
    }

    fn solve(&self, inputs: ValueInputs) -> Vec<f32> {
        let mut values = vec![0.0; usize::from(self.rules.round_limit) * self.layer()];
        // Values of a round depend on those of the next round only, so one backward pass fills the table.
        for round in (1..=self.rules.round_limit).rev() {
            for score in self.scores(round) {
                let worth = self.mean_over_opponents(&values, inputs, round, score);
                let p = self.both(round, inputs.rates.own_decoded, inputs.rates.own_intercepted);
                let mean = (0..4).map(|n| p[n / 2][n % 2] * worth[n / 2][n % 2]).sum();
                values[self.place(round, score)] = mean;
            }
        }
        values
    }

    /// Returns every score with which a game can continue after the rounds before `round`.
    fn scores(&self, round: u8) -> impl Iterator<Item = TokenState> + '_ {
        let most = if self.rules.players == Players::Three { 2 * round - 1 } else { round };
        let [wins, losses] = self.counts.map(|count| count.min(usize::from(most)) as u8);
        let teams = (0..wins).flat_map(move |interceptions| {
            (0..losses).map(move |miscommunications| Tokens { interceptions, miscommunications })
        });
        teams.clone().flat_map(move |white| teams.clone().map(move |black| BySide { white, black }))
    }

    /// Returns P(decoded or not, intercepted or not) for a team in a round. The round in which only White may
    /// intercept (R6) is ignored, because both sides share the states.
    fn both(&self, round: u8, decoded: f64, intercepted: f64) -> [[f32; 2]; 2] {
        let x = if self.rules.may_intercept(round, Side::Black) { intercepted } else { 0.0 };
        [1.0 - decoded, decoded].map(|d| [1.0 - x, x].map(|x| (d * x) as f32))
    }

    /// Returns the mean over the outcomes of the opponents' code, by the outcomes of the own code. A lone
    /// Interceptor has no code (R17).
    fn mean_over_opponents(
        &self,
        values: &[f32],
        inputs: ValueInputs,
        round: u8,
        score: TokenState,
    ) -> [[f32; 2]; 2] {
        let rule = TokenRule::of(&self.rules);
        let three = self.rules.players == Players::Three;
        let (decoded, intercepted) =
            if three { (1.0, 0.0) } else { (inputs.rates.decoded, inputs.rates.intercepted) };
        let p = self.both(round, decoded, intercepted);
        [false, true].map(|decoded| {
            [false, true].map(|intercepted| {
                let mut mean = 0.0;
                for (n, m) in [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().filter(|&(n, m)| p[n][m] > 0.0) {
                    let own =
                        HalfOutcome { side: Side::White, understood: decoded, costs_token: intercepted };
                    let theirs = HalfOutcome { side: Side::Black, understood: n == 1, costs_token: m == 1 };
                    let next = rule.advance(rule.advance(score, own), theirs);
                    mean += p[n][m] * self.after(values, inputs.tie, round, next);
                }
                mean
            })
        })
    }

    /// Returns W: the value of the tokens at the end of a round.
    fn after(&self, values: &[f32], tie: f32, round: u8, score: TokenState) -> f32 {
        let mut shared = 0.5;
        let ending = match self.rules.judge(score, round) {
            Judgement::PlayOn => return values[self.place(round + 1, score)],
            Judgement::Won(ending) => ending,
            // The closure runs only if the tie reaches the keyword guess. Equal guesses then leave the tie
            // open, and its value is `tie`.
            Judgement::Tied(condition) => self.rules.break_tie(condition, score, || {
                shared = tie;
                BySide::default()
            }),
        };
        match ending.winner {
            Some(Side::White) => 1.0,
            Some(Side::Black) => 0.0,
            None => shared,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overhear_engine::rules::{SWITCHES, Values, WhatIfMethod};

    const RATES: ClueRates = ClueRates {
        own_decoded: 0.9,
        own_intercepted: 0.2,
        decoded: 0.9,
        intercepted: 0.2,
        leak: 0.01,
        named: 0.05,
    };

    /// A switch that reached the plan would change games that are treated as equal; the others must reach it.
    #[test]
    fn what_is_judged_again_is_left_out_of_the_plan_and_nothing_else_is_but_sudden_death() {
        let official = Rules::official();
        let plan = |rules: &Rules| Side::ALL.map(|side| planned_by(rules, side));
        for switch in &SWITCHES {
            let values: Vec<String> = match switch.values() {
                Values::Numbers { low, high } => vec![low.to_string(), high.to_string()],
                Values::Choices(choices) => choices.iter().map(|choice| choice.value.to_owned()).collect(),
            };
            let is_left_out = switch.what_if == WhatIfMethod::JudgeAgain || switch.key() == "sudden_death";
            for value in values {
                let turned = switch.with_value(&official, &value).expect("it takes its values");
                let is_same = plan(&turned) == plan(&official);
                assert_eq!(is_same, is_left_out || turned == official, "{} = {value}", switch.key());
            }
        }
    }

    /// Returns V by enumerating every course of the game, in double precision.
    fn played_out(rules: &Rules, rates: ClueRates, round: u8, score: TokenState) -> f64 {
        let heard = |rate: f64| if rules.may_intercept(round, Side::Black) { rate } else { 0.0 };
        let happens = |yes: bool, p: f64| if yes { p } else { 1.0 - p };
        // A lone Interceptor has no code that could be missed or intercepted.
        let three = rules.players == Players::Three;
        let opponents = if three { [1.0, 0.0] } else { [rates.decoded, heard(rates.intercepted)] };
        let mut value = 0.0;
        for outcome in 0..16u8 {
            let [decoded, intercepted, theirs, ours] = [1, 2, 4, 8].map(|bit| outcome & bit != 0);
            let p = happens(decoded, rates.own_decoded)
                * happens(intercepted, heard(rates.own_intercepted))
                * happens(theirs, opponents[0])
                * happens(ours, opponents[1]);
            let own = HalfOutcome { side: Side::White, understood: decoded, costs_token: intercepted };
            let others = HalfOutcome { side: Side::Black, understood: theirs, costs_token: ours };
            let rule = TokenRule::of(rules);
            let next = rule.advance(rule.advance(score, own), others);
            let ending = match rules.judge(next, round) {
                Judgement::PlayOn => {
                    value += if p > 0.0 { p * played_out(rules, rates, round + 1, next) } else { 0.0 };
                    continue;
                }
                Judgement::Won(ending) => ending,
                Judgement::Tied(condition) => rules.break_tie(condition, next, BySide::default),
            };
            value += p * ending.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::White)));
        }
        value
    }

    #[test]
    fn the_value_is_what_playing_every_game_out_gives() {
        let official = Rules { round_limit: 4, ..Rules::official() };
        let uneven =
            ClueRates { own_decoded: 0.7, own_intercepted: 0.1, decoded: 0.95, intercepted: 0.3, ..RATES };
        let endless = Rules { tokens_to_win: 0, tokens_to_lose: 0, ..official };
        let handicap = Rules { black_more_to_win: 1, black_more_to_lose: -1, ..official };
        let three = Rules { round_limit: 4, ..Rules::three_player() };
        let long = Rules { tokens_to_win: 4, ..three };
        let others = [official, endless, handicap, handicap.with_limits_exchanged(), three, long];
        for (rules, rates) in [(official, RATES)].into_iter().chain(others.map(|rules| (rules, uneven))) {
            let states = ValueTable::new(&rules, rates);
            let exact = played_out(&rules, rates, 1, TokenState::default());
            assert!((f64::from(states.start()) - exact).abs() < 1e-6, "{} and {exact}", states.start());
        }
    }

    #[test]
    fn r10_a_handicap_is_seen_from_both_sides() {
        let handicap = Rules { black_more_to_win: 1, ..Rules::official() };
        let value = |side| ValueTable::new(&planned_by(&handicap, side), RATES).start();
        assert!(value(Side::White) > 0.55, "Black needs more: {}", value(Side::White));
        assert!((value(Side::White) + value(Side::Black) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn equal_teams_are_worth_a_half_and_every_token_counts() {
        let states = ValueTable::new(&Rules::official(), RATES);
        assert!((states.start() - 0.5).abs() < 1e-6);
        let [missed, understood] = states.worth(3, TokenState::default());
        assert!(understood[0] > understood[1] && understood[0] > missed[0] && missed[0] > missed[1]);
        let unnamed = ValueTable::new(&Rules::official(), ClueRates { named: 0.0, ..RATES });
        assert!(unnamed.loss(3, TokenState::default()) > unnamed.loss(7, TokenState::default()));
        assert_eq!(unnamed.loss(8, TokenState::default()), 0.0, "there is no later round");
        let one = Tokens { interceptions: 1, miscommunications: 0 };
        let ahead = BySide { white: one, black: Tokens::default() };
        let tied = 0.9 * 0.8;
        assert!(
            (states.loss(8, TokenState::default()) - 0.05 * tied).abs() < 1e-6,
            "no later round, but the keywords"
        );
        assert!(
            states.loss(8, ahead) < states.loss(8, TokenState::default()),
            "fewer ties come to the keywords"
        );
    }
}
