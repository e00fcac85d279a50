//! Who wins the game for three (R17): a team of two, or the lone Interceptor.

use overhear_engine::rules::Rules;
use overhear_stats::Interval;

use super::ratio_reader::RatioReader;
use super::statistic::Statistic;
use super::stats_recorder::RunStats;
use crate::experiment::{Population, TimeAssumptions};
use crate::table::{MeasuredValue, counted, digits, fixed};

/// Returns who wins the games of a population, and how long they take, as a sentence; `None` without games.
pub(super) fn sentence(population: &Population, stats: &RunStats, rules: &Rules) -> Option<String> {
    let ratios = &stats.all().played;
    let [value, low, high] = stats.interceptor_wins(rules)?.numbers()?;
    let rounds = ratios.moments(Statistic::Length).ratio()?;
    Some(sentence_from([value, low, high], stats.games(), &population.labels(), rounds))
}

/// Returns the sentence about so many games of these agents, from the Interceptor's share with its interval and the mean
/// number of rounds.
pub fn sentence_from([value, low, high]: [f64; 3], games: u64, labels: &[&str], rounds: f64) -> String {
    let (games, who, rounds) = (counted(games, "game"), players(labels), fixed(rounds, 1));
    format!("{} In {games} of {who}, {rounds} rounds are played on average.", claim(value, low, high))
}

impl RunStats {
    /// Returns the mean minutes of a game of three players, under assumptions that hold for its rules; `None` without games.
    pub fn mean_minutes(&self, rules: &Rules, minutes: &TimeAssumptions) -> Option<f64> {
        let games = self.all().played.timed_games(rules);
        let all: u64 = games.values().sum();
        let whole: f64 =
            games.iter().map(|(&(rounds, named), &count)| minutes.game(rounds, named) * count as f64).sum();
        (all > 0).then(|| whole / all as f64)
    }

    /// Returns the share of games that the Interceptor won; `None` without games.
    pub fn interceptor_wins(&self, rules: &Rules) -> Option<MeasuredValue> {
        let read = RatioReader { ratios: &self.all().played, rules };
        read.score(Statistic::White(None)).map(MeasuredValue::complement)
    }
}

/// Returns who has the advantage, from the Interceptor's share of the games and its interval.
pub fn claim(value: f64, low: f64, high: f64) -> String {
    let places = digits(Interval { low, high }.half_width() * 100.0);
    let [won, least, most] = [value, low, high].map(|share| fixed(100.0 * share, places));
    if low > 0.5 {
        format!("The Interceptor is favoured: it wins {won} of 100 games ({least} to {most}).")
    } else if high < 0.5 {
        format!("The team of two is favoured: the Interceptor wins {won} of 100 games ({least} to {most}).")
    } else {
        format!(
            "Neither the Interceptor nor the team of two is clearly favoured: the Interceptor wins {won} of 100 games ({least} to {most})."
        )
    }
}

fn players(labels: &[&str]) -> String {
    match labels[..] {
        [one] => format!("a team of “{one}” against an Interceptor of the same kind"),
        [one, other] => format!("“{one}” and “{other}”, each as the team and as the Interceptor"),
        ref all => format!("{} kinds of players, each as the team and as the Interceptor", all.len()),
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Side;

    use super::*;
    use crate::balance::GameGroup;
    use crate::experiment::{BalanceConfig, PopulationConfig};
    use crate::paired::EndingKind;
    use crate::run_control::RunControl;
    use crate::setup::{PlayersConfig, RulesConfig};

    #[test]
    fn who_is_favoured_is_said_for_whoever_it_is() {
        assert_eq!(
            claim(0.62, 0.6, 0.64),
            "The Interceptor is favoured: it wins 62 of 100 games (60 to 64)."
        );
        assert_eq!(
            claim(0.25, 0.2, 0.3),
            "The team of two is favoured: the Interceptor wins 25 of 100 games (20 to 30)."
        );
        assert!(claim(0.5, 0.48, 0.52).starts_with("Neither the Interceptor nor the team"));
    }

    #[test]
    fn r17_balance_says_who_wins_as_the_wins_are_counted() {
        let agent = vec!["nearest".to_owned()];
        let players = PlayersConfig { agent, ..PlayersConfig::default() };
        let population = PopulationConfig { seed: Some(1), players, ..PopulationConfig::default() };
        let rules = RulesConfig { rules: "three-player".to_owned(), ..RulesConfig::default() };
        let config = BalanceConfig { games: Some(400), population, rules, ..BalanceConfig::default() };
        let report = crate::balance::balance(&config, &RunControl::default()).expect("it is played");
        let sentence = &report.sentences[0];
        let stats = &report.stats[0];
        let [value, low, high] =
            stats.interceptor_wins(&report.rules).and_then(MeasuredValue::numbers).expect("games");
        assert!(
            sentence.starts_with(&claim(value, low, high)) && sentence.contains("400 games"),
            "{sentence}"
        );
        let won = Statistic::Ladder(GameGroup::Winner(Some(Side::Black)), EndingKind::Tokens);
        assert_eq!(stats.all().played.games_counted(won) as f64 / 400.0, value);
    }
}
