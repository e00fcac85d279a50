//! endings.csv and rounds.csv: for each pairing, the number of games by tie condition, deciding step and winner (R10 to
//! R14, R17), and by rounds.

use overhear_engine::arena::{Schedule, Tally};
use overhear_engine::rules::{DecidedBy, FinalTie, Players, Rules, TieCondition};

use super::score::share;
use crate::table::{Frame, TableRow};

const WINNERS: [&str; 3] = ["white", "black", "shared"];

/// A row of endings.csv.
#[derive(TableRow)]
#[table("endings.csv")]
struct EndingRow<'a> {
    agent_a: &'a str,
    agent_b: &'a str,
    /// The tie condition that led to the tiebreaker, or `none`.
    door: String,
    step: String,
    winner: &'static str,
    games: u64,
    /// Share of the games of the pairing.
    share: Option<f64>,
}

/// A row of rounds.csv.
#[derive(TableRow)]
#[table("rounds.csv")]
struct RoundsRow<'a> {
    agent_a: &'a str,
    agent_b: &'a str,
    rounds: u64,
    games: u64,
    /// Share of the games of the pairing.
    share: Option<f64>,
}

/// Returns endings.csv: a row for every ending that the rules allow, including endings that did not occur. Forfeited games
/// have a row only if there are any.
pub(super) fn frame(labels: &[&str], schedule: &Schedule, tally: &Tally, rules: &Rules) -> Frame {
    let mut rows = Vec::new();
    for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
        let all: u64 = counts.rounds.iter().sum();
        for Ending { door, step, winner } in possible(rules) {
            let games = counts.endings[door.map_or(0, |door| 1 + door as usize)][step as usize][winner];
            if step == DecidedBy::Forfeit && games == 0 {
                continue;
            }
            rows.push(EndingRow {
                agent_a: labels[pairing.a],
                agent_b: labels[pairing.b],
                door: door.map_or("none".to_owned(), |door| door.to_string()),
                step: step.to_string(),
                winner: WINNERS[winner],
                games,
                share: share(games, all),
            });
        }
    }
    EndingRow::frame(&rows)
}

/// Returns rounds.csv: a row for every number of rounds that the rules allow.
pub(super) fn rounds(labels: &[&str], schedule: &Schedule, tally: &Tally, last: u8) -> Frame {
    let mut rows = Vec::new();
    for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
        let all: u64 = counts.rounds.iter().sum();
        for rounds in 1..=last {
            let games = counts.rounds[usize::from(rounds)];
            rows.push(RoundsRow {
                agent_a: labels[pairing.a],
                agent_b: labels[pairing.b],
                rounds: u64::from(rounds),
                games,
                share: share(games, all),
            });
        }
    }
    RoundsRow::frame(&rows)
}

/// Index of the winner White in a tally.
const WHITE: usize = 0;
const BLACK: usize = 1;
const SHARED: usize = 2;

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ending {
    /// The tie condition that led to the tiebreaker; `None` if the game was decided without it.
    door: Option<TieCondition>,
    /// The step that decided.
    step: DecidedBy,
    /// Index of the winner in a tally.
    winner: usize,
}

/// Returns the possible endings. Tokens decide outright; points and keywords decide after a tie condition;
/// the rest is shared or awarded to one team. The three-player game has two endings.
fn possible(rules: &Rules) -> impl Iterator<Item = Ending> {
    let (players, final_tie, has_sudden_death) = (rules.players, rules.final_tie, rules.sudden_death > 0);
    let doors = std::iter::once(None).chain(TieCondition::ALL.map(Some));
    let all = doors.flat_map(|door| {
        DecidedBy::ALL
            .into_iter()
            .flat_map(move |step| (0..3).map(move |winner| Ending { door, step, winner }))
    });
    all.filter(move |&Ending { door, step, winner }| match (players, step) {
        (_, DecidedBy::Forfeit) => door.is_none() && winner != SHARED,
        (Players::Three, DecidedBy::Interceptor) => door.is_none() && winner == BLACK,
        (Players::Three, DecidedBy::Team) => door.is_none() && winner == WHITE,
        (Players::Three, _) | (_, DecidedBy::Interceptor | DecidedBy::Team) => false,
        (_, DecidedBy::Interceptions | DecidedBy::Miscommunications | DecidedBy::Both) => {
            door.is_none() && winner != SHARED
        }
        (_, DecidedBy::Points | DecidedBy::Keywords) => door.is_some() && winner != SHARED,
        (_, DecidedBy::SuddenDeath) => has_sudden_death && door.is_some() && winner != SHARED,
        (_, DecidedBy::Shared) => {
            let is_given = matches!(final_tie, FinalTie::White | FinalTie::Black);
            door.is_some() && !is_given && winner == SHARED
        }
        (_, DecidedBy::FinalTie) => match final_tie {
            FinalTie::Shared => false,
            FinalTie::White => door.is_some() && winner == WHITE,
            FinalTie::Black => door.is_some() && winner == BLACK,
            FinalTie::MoreInterceptions | FinalTie::FewerMiscommunications => {
                door.is_some() && winner != SHARED
            }
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_six_outright_endings_two_forfeits_and_five_through_each_door() {
        for final_tie in [FinalTie::Shared, FinalTie::White, FinalTie::Black] {
            assert_eq!(possible(&Rules { final_tie, ..Rules::official() }).count(), 6 + 2 + 4 * 5);
        }
        for final_tie in [FinalTie::MoreInterceptions, FinalTie::FewerMiscommunications] {
            assert_eq!(possible(&Rules { final_tie, ..Rules::official() }).count(), 6 + 2 + 4 * 7);
        }
        let sudden_death = Rules { sudden_death: 3, ..Rules::official() };
        assert_eq!(possible(&sudden_death).count(), 6 + 2 + 4 * 7);
        let shared: Vec<_> = possible(&Rules::official()).filter(|ending| ending.winner == SHARED).collect();
        let expected = TieCondition::ALL.map(|door| Ending {
            door: Some(door),
            step: DecidedBy::Shared,
            winner: SHARED,
        });
        assert_eq!(shared, expected);
    }

    #[test]
    fn r17_with_three_players_the_interceptor_wins_or_the_team() {
        let all: Vec<_> =
            possible(&Rules::three_player()).filter(|ending| ending.step != DecidedBy::Forfeit).collect();
        let expected = [(DecidedBy::Interceptor, BLACK), (DecidedBy::Team, WHITE)]
            .map(|(step, winner)| Ending { door: None, step, winner });
        assert_eq!(all, expected);
    }
}
