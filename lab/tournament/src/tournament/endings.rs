//! endings.csv: for each pairing, the number of games by tie condition, deciding step and winner (R10 to R14,
//! R17).

use overhear_engine::arena::{Schedule, Tally};
use overhear_engine::rules::{DecidedBy, FinalTie, Players, Rules, TieCondition};

use super::share::share;
use crate::table::{Frame, NamedRow};

const WINNERS: [&str; 3] = ["white", "black", "shared"];

/// Returns a row for every ending that the rules allow, including endings that did not occur. Forfeited games
/// have a row only if there are any.
pub(super) fn frame(labels: &[&str], schedule: &Schedule, tally: &Tally, rules: &Rules) -> Frame {
    let mut frame = Frame::new("endings.csv");
    for (pairing, counts) in schedule.pairings().iter().zip(&tally.pairings) {
        let all: u64 = counts.rounds.iter().sum();
        for (door, step, winner) in possible(rules) {
            let games = counts.endings[door.map_or(0, |door| 1 + door as usize)][step as usize][winner];
            if step == DecidedBy::Forfeit && games == 0 {
                continue;
            }
            NamedRow::new(&mut frame)
                .put("agent_a", labels[pairing.a])
                .put("agent_b", labels[pairing.b])
                .put("door", door.map_or("none".to_owned(), |door| door.to_string()))
                .put("step", step.to_string())
                .put("winner", WINNERS[winner])
                .put("games", games)
                .put("share", share(games, all))
                .end();
        }
    }
    frame
}

/// Index of the winner White in a tally.
const WHITE: usize = 0;
const BLACK: usize = 1;
const SHARED: usize = 2;

/// Returns the possible endings. Tokens decide outright; points and keywords decide after a tie condition;
/// the rest is shared or awarded to one team. The three-player game has two endings.
fn possible(rules: &Rules) -> impl Iterator<Item = (Option<TieCondition>, DecidedBy, usize)> {
    let (players, final_tie, has_sudden_death) = (rules.players, rules.final_tie, rules.sudden_death > 0);
    let doors = std::iter::once(None).chain(TieCondition::ALL.map(Some));
    let all = doors.flat_map(|door| {
        DecidedBy::ALL.into_iter().flat_map(move |step| (0..3).map(move |w| (door, step, w)))
    });
    all.filter(move |&(door, step, winner)| match (players, step) {
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
        let shared: Vec<_> = possible(&Rules::official()).filter(|ending| ending.2 == SHARED).collect();
        assert_eq!(shared, TieCondition::ALL.map(|door| (Some(door), DecidedBy::Shared, SHARED)));
    }

    #[test]
    fn r17_with_three_players_the_interceptor_wins_or_the_team() {
        let all: Vec<_> =
            possible(&Rules::three_player()).filter(|ending| ending.1 != DecidedBy::Forfeit).collect();
        assert_eq!(all, [(None, DecidedBy::Interceptor, BLACK), (None, DecidedBy::Team, WHITE)]);
    }
}
