//! How many games can be asked for.

use crate::error::LabError;
use crate::table::grouped;

/// The most games that can be asked for: their numbers still fit everywhere.
pub const MOST_GAMES: u64 = 1_000_000_000_000_000;

/// So many games, or pairs of games; at least one, at most `most`.
///
/// # Errors
/// None at all, or too many.
pub(crate) fn amount(key: &'static str, asked: u64, most: u64) -> Result<u64, LabError> {
    if (1..=most).contains(&asked) {
        return Ok(asked);
    }
    Err(LabError::setting((key, asked), format_args!("it is 1 to {}", grouped(most))))
}

/// So many games.
///
/// # Errors
/// None at all, or more than [`MOST_GAMES`].
pub(crate) fn games(asked: u64) -> Result<u64, LabError> {
    amount("games", asked, MOST_GAMES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::PopulationConfig;
    use crate::setup::PlayersConfig;
    use crate::{BalanceConfig, CompareConfig, LeagueConfig, TournamentConfig, Watch};

    fn refused<T>(what: Result<T, LabError>) -> String {
        what.map(drop).expect_err("no number of games").to_string()
    }

    #[test]
    fn nothing_plays_no_games_and_nothing_more_than_numbers_hold() {
        for games in [0, MOST_GAMES + 1, u64::MAX] {
            let expected = format!("games {games}: it is 1 to 1,000,000,000,000,000");
            let says = |message: String| assert_eq!(message, expected);
            let (players, watch) = (PlayersConfig::of(["random", "nearest"]), Watch::default());
            let population =
                PopulationConfig { seed: Some(1), players: players.clone(), ..PopulationConfig::default() };
            let tournament = TournamentConfig { games: Some(games), players, ..TournamentConfig::default() };
            says(refused(crate::tournament(tournament.clone(), &watch)));
            let pairs = TournamentConfig { games: None, pairs: Some(games), ..tournament };
            assert!(
                refused(crate::tournament(pairs, &watch)).starts_with(&format!("pairs {games}: it is 1 to "))
            );
            let (a, b) = ("official".to_owned(), "short".to_owned());
            let compare = CompareConfig {
                a,
                b,
                games: Some(games),
                population: population.clone(),
                ..CompareConfig::default()
            };
            says(refused(crate::compare(&compare, &watch)));
            let balance = BalanceConfig { games: Some(games), population, ..BalanceConfig::default() };
            says(refused(crate::balance(&balance, &watch)));
            says(refused(crate::sweep(&balance, &["round_limit=5..6".parse().expect("an axis")], &watch)));
            says(refused(crate::league(&LeagueConfig { games, ..LeagueConfig::default() }, &watch)));
        }
    }
}
