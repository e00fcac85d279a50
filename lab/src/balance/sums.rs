//! What each deal comes to under several sets of rules: played as often as it takes, judged again where that will do.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{GameNumber, Outcome, Recorder, Schedule, Seating};
use overhear_engine::rules::{BySide, Ending, MAX_ROUNDS, Rules, Side, WhatIf};
use overhear_engine::table::Game;

use super::lab::{Lab, Population};
use super::measure::Measure;
use super::rung::Rung;
use crate::error::LabError;
use crate::playing::play;
use crate::watch::Watch;

/// What the games of one deal come to, in whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DealSums {
    white: i64,
    first: i64,
    tied: i64,
    shared: i64,
    limit: i64,
    rounds: i64,
    /// Games by what decided them, in the order of [`Rung::ALL`].
    pub(super) rungs: [u32; Rung::ALL.len()],
    /// Games by their length in rounds, from 1.
    pub(super) lengths: [u32; MAX_ROUNDS],
}

impl DealSums {
    /// Adds a game.
    pub(super) fn enter(&mut self, ending: Ending, rounds: u8, limit: u8, seating: Seating) {
        let half_points = |side| Outcome::of(ending.winner, side).half_points() as i64;
        self.white += half_points(Side::White);
        self.first += half_points(seating.side_of_a());
        self.tied += i64::from(ending.door.is_some());
        self.shared += i64::from(ending.winner.is_none());
        self.limit += i64::from(rounds >= limit);
        self.rounds += i64::from(rounds);
        self.rungs[Rung::of(ending) as usize] += 1;
        self.lengths[usize::from(rounds) - 1] += 1;
    }

    /// The number that a measure is made of. The better agent's is the first agent's, to be turned round afterwards.
    pub(super) const fn of(&self, measure: Measure) -> i64 {
        match measure {
            Measure::WhiteScore => self.white,
            Measure::TiebreakRate => self.tied,
            Measure::SharedRate => self.shared,
            Measure::LimitRate => self.limit,
            Measure::MeanRounds => self.rounds,
            Measure::BetterScore | Measure::FirstScore => self.first,
        }
    }

    /// A deal that came to so many half-points for the first agent.
    #[cfg(test)]
    pub(super) fn of_first(first: i64) -> DealSums {
        DealSums { first, ..DealSums::default() }
    }

    /// Whether a game of the deal was tied.
    pub(super) const fn is_tied(&self) -> bool {
        self.tied > 0
    }
}

/// How much of [`DealSums::of`] one game can bring: 2 half-points for a score.
pub(super) const fn unit(measure: Measure) -> i64 {
    match measure {
        Measure::WhiteScore | Measure::BetterScore | Measure::FirstScore => 2,
        Measure::TiebreakRate | Measure::SharedRate | Measure::LimitRate | Measure::MeanRounds => 1,
    }
}

/// Whether the games of one set of rules can be judged again by the other.
pub(super) fn is_judged_again(played: &Rules, judged: &Rules) -> bool {
    played.what_if(judged) == WhatIf::JudgeAgain
}

/// Sets of rules in groups of one play each.
#[derive(Clone, Debug)]
pub(super) struct Plays {
    rules: Vec<Rules>,
    groups: Vec<Vec<usize>>,
}

impl Plays {
    /// As few plays as the rules allow.
    pub(super) fn new(rules: Vec<Rules>) -> Plays {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for place in 0..rules.len() {
            let group = groups.iter_mut().find(|group| is_judged_again(&rules[group[0]], &rules[place]));
            match group {
                Some(group) => group.push(place),
                None => groups.push(vec![place]),
            }
        }
        Plays { rules, groups }
    }

    /// The rules that are played, once for all that are judged by the same games.
    pub(super) fn played(&self) -> Vec<Rules> {
        self.groups.iter().map(|group| self.rules[group[0]]).collect()
    }

    /// How often each deal is played.
    pub(super) fn count(&self) -> u64 {
        self.groups.len() as u64
    }

    /// Whether the games of these rules are played, or judged again on games played by others.
    pub(super) fn method(&self, place: usize) -> &'static str {
        if self.groups.iter().any(|group| group[0] == place) { "played" } else { "judged again" }
    }

    /// For each set of rules what each deal comes to; after a stop only the first deals, those that were played by all.
    pub(super) fn run(
        &self,
        lab: &Lab,
        population: &Population,
        deals: Range<u64>,
        (watch, done): (&Watch, &AtomicU64),
    ) -> Result<Vec<Vec<DealSums>>, LabError> {
        let mut all = vec![Vec::new(); self.rules.len()];
        for group in &self.groups {
            let rules: Vec<Rules> = group.iter().map(|&place| self.rules[place]).collect();
            let arena = lab.arena(population, rules[0])?;
            let witness = Witness { schedule: &population.schedule, rules: &rules, watch, done };
            play(&arena, deals.clone(), &witness, |block| {
                for sums in block.page.chunks(rules.len()) {
                    group.iter().zip(sums).for_each(|(&place, &sums)| all[place].push(sums));
                }
                watch.flow()
            })?;
        }
        let common = all.iter().map(Vec::len).min().unwrap_or(0);
        all.iter_mut().for_each(|sums| sums.truncate(common));
        Ok(all)
    }
}

/// Adds up the games of each deal, under the rules that are played and under those that judge again.
struct Witness<'a> {
    schedule: &'a Schedule,
    rules: &'a [Rules],
    watch: &'a Watch,
    done: &'a AtomicU64,
}

impl Recorder for Witness<'_> {
    type Page = Vec<DealSums>;

    fn game(&self, number: GameNumber, _: BySide<usize>, game: &Game, page: &mut Vec<DealSums>) {
        self.done.fetch_add(1, Ordering::Relaxed);
        let (_, _, seating) = self.schedule.locate(number).expect("a game of the schedule");
        if self.schedule.opens_deal(number) {
            page.extend(self.rules.iter().map(|_| DealSums::default()));
        }
        let first = page.len() - self.rules.len();
        let played = &self.rules[0];
        for (sums, rules) in page[first..].iter_mut().zip(self.rules) {
            let again = (rules != played).then(|| rules.judge_again(game).expect("keywords were asked for"));
            let ending = again.unwrap_or(game.ending);
            sums.enter(ending, game.rounds, self.rules[0].round_limit, seating);
        }
    }

    // Thousands of games are handed out at a time: a stop that was seen only between two blocks would wait for them.
    fn is_over(&self) -> bool {
        self.watch.is_over()
    }

    fn wants_keywords(&self) -> bool {
        self.rules.len() > 1
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Tiebreak;

    use super::*;

    #[test]
    fn rules_share_a_play_where_nobody_can_tell_them_apart() {
        let official = Rules::official();
        let short = Rules { round_limit: 5, ..official };
        let keywords = Rules { tiebreak: Tiebreak::Keywords, ..official };
        let plays = Plays::new(vec![official, short, keywords, Rules { interception_points: 2, ..short }]);
        assert_eq!(plays.groups, [vec![0, 2], vec![1, 3]]);
        assert_eq!((plays.count(), plays.method(1), plays.method(2)), (2, "played", "judged again"));
        assert!(is_judged_again(&official, &official) && !is_judged_again(&official, &short));
    }
}
