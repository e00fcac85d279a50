//! Adaptation to the course of a game: rates of an agent's clues by the state of the tokens, and after an interception.
//!
//! Two numbers of the word space tell how clues change: the *surface* is how far a clue is from the earlier clues for its keyword,
//! and the *mapping* how near it is to the keyword.

use std::collections::HashMap;

use overhear_agents::model::World;
use overhear_agents::words::cosine;
use overhear_engine::rules::{BySlot, Clue, Half, Keyword, PublicRecord, Rules, Side, Tokens};

use super::halves::{PlayedGame, PlayedHalf};
use super::number::{BenchNumber, MeanKind, Sums, bits, mean, one_if};

/// States of a half at the time of the clues, in the order of the card. A half may be in several.
const STATES: [&str; 6] = [
    "leading",
    "level",
    "trailing",
    "one token from losing",
    "after an interception",
    "after no interception",
];

/// Measures of a half, and what they are means of: a surface is a distance of cosines, a mapping a cosine.
const MEASURES: [(&str, MeanKind); 5] = [
    ("understood", MeanKind::Share),
    ("overheard", MeanKind::Share),
    ("bits leaked", MeanKind::Bits),
    ("surface", MeanKind::Within(0.0, 2.0)),
    ("mapping", MeanKind::Within(-1.0, 1.0)),
];

/// Sums of an agent's own halves by state and measure.
pub(super) struct Adaptation<'a> {
    world: &'a World,
    rules: &'a Rules,
    places: HashMap<&'a str, u32>,
    directions: HashMap<Clue, Option<Vec<i16>>>,
    sums: [[CountedSums; MEASURES.len()]; STATES.len()],
}

/// Sums with the number of halves behind them.
#[derive(Default)]
struct CountedSums {
    sums: Sums,
    count: u64,
}

impl<'a> Adaptation<'a> {
    pub(super) fn new(world: &'a World, rules: &'a Rules) -> Adaptation<'a> {
        let places = world.space().words().index();
        Adaptation { world, rules, places, directions: HashMap::new(), sums: Default::default() }
    }

    /// Adds the first agent's halves of a game. Games of a deal, which is a cluster, follow each other.
    pub(super) fn add(&mut self, deal: u64, game: &PlayedGame) {
        for half in game.halves.iter().filter(|half| half.is_own) {
            let history = game.before(half.half.round);
            let states = states(history, half.half.side, self.rules);
            let values = self.values(half, history, game.keywords[half.half.side]);
            for (sums, _) in self.sums.iter_mut().zip(states).filter(|(_, is_in)| *is_in) {
                for (counted, value) in sums.iter_mut().zip(values) {
                    let Some(value) = value else { continue };
                    counted.sums.add(deal, value, 1.0);
                    counted.count += 1;
                }
            }
        }
    }

    /// Returns the measures of a half, in the order of `MEASURES`; `None` for those that it does not have.
    fn values(
        &mut self,
        half: &PlayedHalf,
        history: &[Half],
        keywords: BySlot<Keyword>,
    ) -> [Option<f64>; MEASURES.len()] {
        let p_true = half.beliefs.interception;
        let (mut surface, mut mapping) = (Vec::new(), Vec::new());
        for (slot, clue) in half.half.code.slots().into_iter().zip(half.half.clues) {
            let Some(clue) = clue else { continue };
            mapping.push(f64::from(self.world.cosine(keywords[slot], clue)));
            let own = history.iter().filter(|past| past.side == half.half.side);
            let past_clues = own.flat_map(|past| past.code.slots().into_iter().zip(past.clues));
            let earlier: Vec<Clue> =
                past_clues.filter(|(at, _)| *at == slot).filter_map(|(_, clue)| clue).collect();
            surface.extend(earlier.into_iter().map(|other| 1.0 - self.likeness(clue, other)));
        }
        [
            Some(one_if(half.half.understood())),
            p_true.map(|_| one_if(half.half.intercepted())),
            p_true.map(|p_true| bits(p_true.into())),
            mean(surface.into_iter()),
            mean(mapping.into_iter()),
        ]
    }

    /// Returns the cosine of two clues; 0 if the space does not have them.
    fn likeness(&mut self, one: Clue, other: Clue) -> f64 {
        let Adaptation { world, places, directions, .. } = self;
        for clue in [one, other] {
            directions.entry(clue).or_insert_with(|| world.space().direction(places, world.clue_text(clue)));
        }
        match (&directions[&one], &directions[&other]) {
            (Some(one), Some(other)) => f64::from(cosine(one, other)),
            _ => 0.0,
        }
    }

    /// Adds the measures of a player.
    pub(super) fn report(self, player: &str, measures: &mut Vec<BenchNumber>) {
        for (state, sums) in STATES.into_iter().zip(self.sums) {
            for ((what, kind), CountedSums { sums, count }) in MEASURES.into_iter().zip(sums) {
                let (what, estimate) = (format!("{what}, {state}"), sums.estimate(kind));
                measures.push(BenchNumber::new("adaptation", player, what, estimate, count));
            }
        }
    }
}

/// Returns in which states a team is after these halves, in the order of `STATES`.
fn states(history: &[Half], side: Side, rules: &Rules) -> [bool; STATES.len()] {
    let mut record = PublicRecord::for_rules(rules);
    history.iter().for_each(|&half| record.push(half));
    let tokens = record.tokens();
    let (own, other) = (tokens[side], tokens[side.opponent()]);
    let lead = balance(own) - balance(other);
    let (to_lose, to_win) = (rules.to_lose(side), rules.to_win(side.opponent()));
    let last = record.halves_of(side).last();
    let interceptable = last.filter(|half| half.interception.is_some());
    [
        lead > 0,
        lead == 0,
        lead < 0,
        (to_lose != 0 && own.miscommunications + 1 == to_lose)
            || (to_win != 0 && other.interceptions + 1 == to_win),
        interceptable.is_some_and(Half::intercepted),
        interceptable.is_some_and(|half| !half.intercepted()),
    ]
}

/// Returns the interceptions of a team less its miscommunications.
fn balance(tokens: Tokens) -> i16 {
    i16::from(tokens.interceptions) - i16::from(tokens.miscommunications)
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Code;

    use super::*;

    fn half(round: u8, side: Side, understood: bool, intercepted: Option<bool>) -> Half {
        let answer = |right: bool| if right { Code::ALL[0] } else { Code::ALL[9] };
        Half {
            round,
            side,
            clues: [None; 3],
            code: Code::ALL[0],
            guess: answer(understood),
            interception: intercepted.map(answer),
            forfeited: false,
        }
    }

    fn named(history: &[Half], side: Side) -> Vec<&'static str> {
        let states = states(history, side, &Rules::official());
        STATES.into_iter().zip(states).filter_map(|(name, is_in)| is_in.then_some(name)).collect()
    }

    #[test]
    fn the_state_is_that_of_the_tokens_before_the_clues() {
        assert_eq!(named(&[], Side::White), ["level"]);
        let first = [half(1, Side::White, false, None), half(1, Side::Black, true, None)];
        assert_eq!(named(&first, Side::White), ["trailing", "one token from losing"]);
        assert_eq!(named(&first, Side::Black), ["leading"]);
        let second = [half(2, Side::White, true, Some(true)), half(2, Side::Black, true, Some(false))];
        let both = [first, second].concat();
        assert_eq!(named(&both, Side::White), ["trailing", "one token from losing", "after an interception"]);
        assert_eq!(named(&both, Side::Black), ["leading", "after no interception"]);
    }
}
