//! Estimated length of a game of people in minutes, from its rounds and assumed times of each action.
//!
//! No source measures the times of single actions. The assumptions are round numbers that give games of
//! people-like teams about half an hour. Sellers of the game print 15 to 45 minutes (`docs/tiebreaker.md` has
//! the sources); one review says 30 to 60, including five of set-up.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use overhear_engine::rules::{Players, Rules};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::settings::{SettingItem, SettingKind};
use crate::setup::unknown;
use crate::table::{fixed, plain};

/// Assumed times of actions in a game, in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeAssumptions {
    /// Unpacking and dealing, without explaining the rules.
    pub setup: f64,
    /// Until the first of the two Encryptors has written the clues of a round. Both write at once.
    pub clue: f64,
    /// From then until the other Encryptor has finished; at most the sand timer, if there is one (R24).
    pub wait: f64,
    /// Discussion of the three clues of a half. Both teams discuss at once.
    pub guess: f64,
    /// Revealing and recording the code of a half.
    pub reveal: f64,
    /// Guessing the opponents' keywords in the tiebreaker (R13).
    pub keywords: f64,
}

impl Default for TimeAssumptions {
    fn default() -> TimeAssumptions {
        TimeAssumptions { setup: 5.0, clue: 1.0, wait: 1.0, guess: 1.0, reveal: 0.25, keywords: 2.0 }
    }
}

/// Accepted times.
const POSSIBLE: RangeInclusive<f64> = 0.0..=600.0;

/// Names of the settings.
const KEYS: [&str; 6] = ["setup", "clue", "wait", "guess", "reveal", "keywords"];

impl FromStr for TimeAssumptions {
    type Err = String;

    /// Reads `clue=1.5,guess=2`; settings not named keep their default.
    fn from_str(text: &str) -> Result<TimeAssumptions, String> {
        let mut minutes = TimeAssumptions::default();
        let mut named: Vec<&str> = Vec::new();
        for part in text.split(',') {
            let (key, value) = part
                .split_once('=')
                .ok_or("write KEY=MINUTES, and decimals with a point, as in clue=1.5,guess=2")?;
            let key = key.trim();
            let place = minutes.place(key).ok_or_else(|| unknown("key", key, KEYS.into_iter()))?;
            let value = value.trim().parse().ok().filter(|value| POSSIBLE.contains(value));
            *place = value.ok_or_else(|| format!("{key}: takes 0 to 600 minutes"))?;
            if named.contains(&key) {
                return Err(format!("{key} appears twice"));
            }
            named.push(key);
        }
        Ok(minutes)
    }
}

impl fmt::Display for TimeAssumptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut minutes = *self;
        for (place, key) in KEYS.into_iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{key}={}", minutes.place(key).expect("its own key"))?;
        }
        Ok(())
    }
}

impl SettingItem for TimeAssumptions {
    const KIND: SettingKind = SettingKind::Text;

    fn parse(word: &OsStr) -> Result<TimeAssumptions, String> {
        word.to_str().ok_or("not UTF-8")?.parse()
    }

    fn word(&self) -> String {
        self.to_string()
    }
}

/// Distribution of the length of games, in minutes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinutesSpread {
    /// Mean.
    pub mean: f64,
    /// 5 % quantile.
    pub low: f64,
    /// 95 % quantile.
    pub high: f64,
}

/// Numbers of games by their rounds and by whether keywords were guessed.
pub type TimedGames = BTreeMap<(u8, bool), u64>;

impl TimeAssumptions {
    fn place(&mut self, key: &str) -> Option<&mut f64> {
        let TimeAssumptions { setup, clue, wait, guess, reveal, keywords } = self;
        let places = [setup, clue, wait, guess, reveal, keywords];
        KEYS.into_iter().zip(places).find_map(|(name, place)| (name == key).then_some(place))
    }

    /// Returns the assumptions under these rules: a sand timer bounds the wait for the second Encryptor, and three players
    /// have only one Encryptor.
    #[must_use]
    pub(crate) fn for_rules(self, rules: &Rules) -> TimeAssumptions {
        if rules.players == Players::Three {
            return TimeAssumptions { wait: 0.0, ..self };
        }
        let timer = f64::from(rules.sand_timer) / 60.0;
        if rules.sand_timer == 0 { self } else { TimeAssumptions { wait: self.wait.min(timer), ..self } }
    }

    /// Checks every time against the accepted range.
    pub(crate) fn check(&self) -> Result<(), LabError> {
        let mut minutes = *self;
        let odd = KEYS
            .into_iter()
            .find(|key| minutes.place(key).is_some_and(|minutes| !POSSIBLE.contains(minutes)));
        match odd {
            Some(key) => {
                Err(LabError::content(format_args!("minutes: {key}"), "takes a number from 0 to 600"))
            }
            None => Ok(()),
        }
    }

    /// Returns the minutes of a round.
    fn round(&self) -> f64 {
        self.clue + self.wait + 2.0 * (self.guess + self.reveal)
    }

    /// Returns the minutes of a game of this many rounds; `named` if keywords were guessed.
    pub(crate) fn game(&self, rounds: u8, named: bool) -> f64 {
        self.setup + f64::from(rounds) * self.round() + if named { self.keywords } else { 0.0 }
    }

    /// Returns the distribution of the minutes of these games; `None` without games.
    pub(crate) fn spread(&self, games: &TimedGames) -> Option<MinutesSpread> {
        let mut taken: Vec<(f64, u64)> =
            games.iter().map(|(&(rounds, named), &count)| (self.game(rounds, named), count)).collect();
        // Quantiles of a weighted sample: walk the sorted lengths until the cumulative count reaches the
        // share.
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        let all: u64 = taken.iter().map(|(_, count)| count).sum();
        let sum: f64 = taken.iter().map(|(minutes, count)| minutes * *count as f64).sum();
        let [low, high] = [0.05, 0.95].map(|share| {
            let mut below = 0.0;
            let reached = taken.iter().find(|(_, count)| {
                below += *count as f64;
                below >= share * all as f64
            });
            reached.map(|(minutes, _)| *minutes)
        });
        Some(MinutesSpread { mean: (all > 0).then(|| sum / all as f64)?, low: low?, high: high? })
    }

    /// Returns the distribution in a sentence.
    pub fn sentence(spread: &MinutesSpread) -> String {
        // The ends are the minutes of one length each and often fall on halves; the mean averages over all
        // games.
        let (mean, [low, high]) = (fixed(spread.mean, 0), [spread.low, spread.high].map(|end| plain(end, 2)));
        format!("A game is estimated at {mean} minutes, {low} to {high} in nine of ten games.")
    }

    /// Returns the assumptions in a sentence.
    pub fn assumptions(&self) -> String {
        let TimeAssumptions { setup, clue, wait, guess, reveal, keywords } = self;
        format!(
            "Minutes are assumed, not counted: {setup} to set up; in each round {clue} for the first Encryptor and {wait} more for \
             the second, {guess} to talk over a code and {reveal} to reveal it; {keywords} to name keywords."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_assumed_can_be_set() {
        let set: TimeAssumptions = "clue=2, guess=0.5".parse().expect("two settings");
        assert_eq!((set.clue, set.guess, set.setup), (2.0, 0.5, 5.0));
        assert_eq!(set.game(4, true), 5.0 + 4.0 * (2.0 + 1.0 + 2.0 * 0.75) + 2.0);
        assert_eq!(set.to_string().parse(), Ok(set));
        let refused = |text: &str| text.parse::<TimeAssumptions>().expect_err("no minutes");
        assert!(refused("cleu=1").contains("did you mean `clue`?"));
        assert!(refused("clue=-1").contains("0 to 600"));
        assert!(refused("clue=nan").contains("0 to 600"));
        assert!(refused("clue=1,clue=2").contains("twice"));
        assert!(refused("1.5").contains("KEY=MINUTES"));
        assert!(TimeAssumptions { wait: f64::NAN, ..set }.check().is_err() && set.check().is_ok());
    }

    #[test]
    fn a_sand_timer_bounds_the_wait() {
        let timer = |seconds| {
            TimeAssumptions::default().for_rules(&Rules { sand_timer: seconds, ..Rules::official() }).wait
        };
        assert_eq!([0, 30, 90].map(timer), [1.0, 0.5, 1.0]);
        assert_eq!(TimeAssumptions::default().for_rules(&Rules::three_player()).wait, 0.0);
    }

    #[test]
    fn nine_of_ten_games_are_within_the_spread() {
        let minutes =
            TimeAssumptions { setup: 0.0, clue: 1.0, wait: 0.0, guess: 0.0, reveal: 0.0, keywords: 0.5 };
        let games = TimedGames::from([((3, false), 4), ((4, false), 90), ((8, true), 6)]);
        let spread = minutes.spread(&games).expect("games");
        assert_eq!((spread.low, spread.high), (4.0, 8.5));
        assert!((spread.mean - (12.0 + 360.0 + 51.0) / 100.0).abs() < 1e-12);
        let sentence = TimeAssumptions::sentence(&spread);
        assert!(
            sentence.starts_with("A game is estimated at 4 minutes, 4 to 8.5 in nine of ten games"),
            "{sentence}"
        );
        assert!(minutes.assumptions().contains("0.5 to name keywords"));
        assert_eq!(minutes.spread(&TimedGames::new()), None);
    }
}
