//! Sums over deals, as integers. The deal, not the game, is the independent observation (S6).

use std::collections::BTreeMap;

use overhear_engine::rules::Rules;
use overhear_stats::{Estimate, Interval, RatioMoments};
use serde::{Deserialize, Serialize};

use super::statistic::{GameGroup, Statistic};
use crate::experiment::TimedGames;
use crate::paired::EndingKind;
use crate::table::MeasuredValue;

/// One contribution of a game to a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Contribution {
    key: Statistic,
    part: i64,
    whole: i64,
}

/// Sums of numerators and denominators by [`Statistic`], over the games of some pairings.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RatioSums {
    deals: u64,
    games_of_a_deal: u64,
    #[serde(with = "listed")]
    sums: BTreeMap<Statistic, RatioMoments>,
    #[serde(skip)]
    open: Vec<Contribution>,
}

/// Serialisation of a map whose keys are not strings, as a list of pairs.
mod listed {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use super::{BTreeMap, RatioMoments, Statistic};

    pub(super) fn serialize<S: Serializer>(
        sums: &BTreeMap<Statistic, RatioMoments>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(sums)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<Statistic, RatioMoments>, D::Error> {
        Vec::deserialize(deserializer).map(|sums: Vec<(Statistic, RatioMoments)>| sums.into_iter().collect())
    }
}

impl RatioSums {
    /// Returns empty sums for this number of games in each deal.
    pub fn new(games_of_a_deal: u64) -> RatioSums {
        RatioSums { games_of_a_deal, ..RatioSums::default() }
    }

    /// Counts a game of the open deal under a statistic.
    pub fn count(&mut self, key: Statistic) {
        self.open.push(Contribution { key, part: 1, whole: 0 });
    }

    /// Adds `part` and `whole` to a ratio of the open deal.
    pub fn add(&mut self, key: Statistic, part: u64, whole: u64) {
        self.open.push(Contribution { key, part: part as i64, whole: whole as i64 });
    }

    /// Closes the open deal and adds it to the sums.
    pub fn close_deal(&mut self) {
        self.deals += 1;
        // Squares must be taken of a deal's total, so the games of a deal are added up before the sums see
        // them.
        self.open.sort_unstable_by_key(|entry| entry.key);
        for entries in self.open.chunk_by(|a, b| a.key == b.key) {
            let part = entries.iter().map(|entry| entry.part).sum();
            let whole = entries.iter().map(|entry| entry.whole).sum();
            self.sums.entry(entries[0].key).or_default().record(part, whole);
        }
        self.open.clear();
    }

    /// Adds the sums of other deals.
    pub fn merge(&mut self, other: &RatioSums) {
        self.deals += other.deals;
        self.games_of_a_deal = other.games_of_a_deal;
        for (key, sums) in &other.sums {
            self.sums.entry(*key).or_default().merge(sums);
        }
    }

    /// Returns every statistic that has been counted.
    pub fn keys(&self) -> impl Iterator<Item = Statistic> {
        self.sums.keys().copied()
    }

    /// Returns the number of deals.
    pub(super) const fn deals(&self) -> u64 {
        self.deals
    }

    /// Returns `true` if both have the same number of games in a deal.
    pub(super) const fn is_like(&self, other: &RatioSums) -> bool {
        self.games_of_a_deal == other.games_of_a_deal
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.deals * self.games_of_a_deal
    }

    /// Returns the sums of a ratio over the deals that contribute to it.
    pub(super) fn moments(&self, key: Statistic) -> RatioMoments {
        self.sums.get(&key).copied().unwrap_or_default()
    }

    /// Returns the number of games counted under a statistic.
    pub fn games_counted(&self, key: Statistic) -> u64 {
        self.sums.get(&key).map_or(0, |sums| sums.y as u64)
    }

    /// Returns the number of games of a group, over all endings.
    pub fn decided(&self, by: GameGroup) -> u64 {
        EndingKind::ALL.map(|kind| self.games_counted(Statistic::Ladder(by, kind))).iter().sum()
    }

    /// Returns the rounds of the longest game; 0 without games.
    pub fn longest(&self) -> u8 {
        let rounds = self
            .keys()
            .filter_map(|key| if let Statistic::Rounds(rounds) = key { Some(rounds) } else { None });
        rounds.max().unwrap_or(0)
    }

    /// Returns the games by rounds and by whether keywords were guessed: their minutes depend on both.
    pub(super) fn timed_games(&self, rules: &Rules) -> TimedGames {
        let mut games = TimedGames::new();
        for key in self.keys() {
            if let Statistic::Ladder(GameGroup::Round(rounds), kind) = key {
                *games.entry((rounds, kind.has_keyword_guesses(rules))).or_default() +=
                    self.games_counted(key);
            }
        }
        games
    }

    /// Returns the denominator of a ratio.
    pub fn whole(&self, key: Statistic) -> u64 {
        self.sums.get(&key).map_or(0, |sums| sums.n as u64)
    }

    /// Returns the share of all games counted under a statistic, clustered by deal.
    pub(super) fn share(&self, key: Statistic) -> Option<MeasuredValue> {
        measured(self.of_all(key), Interval::UNIT)
    }

    /// Returns the share of all games counted under a statistic, with an interval at the level `level`.
    pub(super) fn share_at(&self, key: Statistic, level: f64) -> Option<Estimate> {
        self.of_all(key).bounded_at(Interval::UNIT, level)
    }

    /// Returns the moments of the games counted under a statistic over all games.
    fn of_all(&self, key: Statistic) -> RatioMoments {
        let (each, deals, sums) = (self.games_of_a_deal as i64, self.deals as i64, self.moments(key));
        RatioMoments {
            deals: self.deals,
            n: each * deals,
            yn: each * sums.y,
            nn: each * each * deals,
            ..sums
        }
    }

    /// Returns a ratio in 0..=1, clustered by the deals that contribute to it.
    pub(super) fn score(&self, key: Statistic) -> Option<MeasuredValue> {
        self.mean(key, Interval::UNIT)
    }

    /// Returns a ratio without an interval.
    pub fn ratio(&self, key: Statistic) -> Option<f64> {
        self.sums.get(&key).and_then(RatioMoments::ratio)
    }

    /// Returns a ratio of numbers within a range, clustered by the deals that contribute to it.
    pub(super) fn mean(&self, key: Statistic, range: Interval) -> Option<MeasuredValue> {
        measured(self.moments(key), range)
    }
}

/// Returns a ratio with its 95 % interval.
fn measured(sums: RatioMoments, range: Interval) -> Option<MeasuredValue> {
    let interval = sums.bounded(range).map(|estimate| estimate.interval);
    Some(MeasuredValue { value: sums.ratio()?, interval })
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Side;

    use super::*;

    #[test]
    fn sums_in_two_parts_are_those_of_the_whole() {
        let fill = |ratios: &mut RatioSums, deals: std::ops::Range<u64>| {
            for deal in deals {
                for game in 0..2 {
                    ratios.add(Statistic::White(None), (deal + game) % 3, 2);
                    if deal % 4 == game {
                        ratios.count(Statistic::Settled);
                    }
                }
                ratios.close_deal();
            }
        };
        let (mut whole, mut one, mut two) = (RatioSums::new(2), RatioSums::new(2), RatioSums::new(2));
        fill(&mut whole, 0..50);
        fill(&mut one, 0..17);
        fill(&mut two, 17..50);
        one.merge(&two);
        assert_eq!((one.sums.clone(), one.games()), (whole.sums.clone(), 100));
        assert_eq!(one.share(Statistic::Settled), whole.share(Statistic::Settled));
        assert_eq!((whole.games_counted(Statistic::Settled), whole.whole(Statistic::White(None))), (26, 200));
        assert_eq!(whole.share(Statistic::Settled).map(|share| share.value), Some(0.26));
    }

    #[test]
    fn games_of_a_kind_are_those_of_all_endings() {
        let mut ratios = RatioSums::new(2);
        assert_eq!((ratios.longest(), ratios.decided(GameGroup::All)), (0, 0));
        let won = |side| GameGroup::Winner(Some(side));
        ratios.count(Statistic::Ladder(won(Side::White), EndingKind::Tokens));
        ratios.count(Statistic::Ladder(won(Side::White), EndingKind::Keywords));
        [3, 8].into_iter().for_each(|rounds| ratios.count(Statistic::Rounds(rounds)));
        ratios.close_deal();
        assert_eq!((ratios.decided(won(Side::White)), ratios.decided(won(Side::Black))), (2, 0));
        assert_eq!(ratios.longest(), 8);
    }

    #[test]
    fn what_nobody_has_seen_has_a_share_and_no_score() {
        let mut ratios = RatioSums::new(1);
        (0..20).for_each(|_| ratios.close_deal());
        let never = ratios.share(Statistic::Settled).and_then(MeasuredValue::numbers);
        assert!(
            never.is_some_and(|[value, low, high]| value == 0.0 && low == 0.0 && high > 0.1 && high < 0.2),
            "{never:?}"
        );
        assert_eq!(ratios.score(Statistic::White(None)), None);
    }

    #[test]
    fn where_all_deals_agree_only_those_count_that_contribute() {
        let mut ratios = RatioSums::new(2);
        for deal in 0..100 {
            if deal < 3 {
                ratios.add(Statistic::First(None), 2, 2);
            }
            ratios.close_deal();
        }
        let [value, low, high] =
            ratios.score(Statistic::First(None)).and_then(MeasuredValue::numbers).expect("games");
        assert_eq!((value, high), (1.0, 1.0));
        assert!(low > 0.2 && low < 0.5, "three deals: {low}");
    }
}
