//! The suite `decrypto-benchmark`: the setting and the measures of arXiv 2506.20664.
//!
//! A team of two plays against a lone Interceptor by the rules `decrypto-benchmark`. The agent plays the team against the
//! published baseline `nearest-k`, and the Interceptor against a team of it, on the same deals. A turn is a round.

use overhear_engine::rules::Code;
use serde_json::json;

use super::Found;
use super::context::Bench;
use super::halves::{PlayedGame, PlayedHalf, games};
use super::measure::{Measure, Sums};
use super::tasks::Cost;
use crate::error::LabError;

/// Name of the suite, and of its rules.
pub(super) const SUITE: &str = "decrypto-benchmark";

/// The agent that every player of a card meets.
const BASELINE: &str = "nearest-k";

/// Tokens of a kind that end a game.
const LIMIT: usize = 2;

impl Bench<'_> {
    /// Runs the suite.
    pub(super) fn run_published(&self, found: Found<'_>, costs: &mut Vec<Cost>) -> Result<(), LabError> {
        let (measures, items) = found;
        let before = self.counts();
        self.watch.note(&["games …".to_owned()]);
        let mut players = self.players()?;
        players.push((format!("baseline: `{BASELINE}`"), self.registry.parse(BASELINE)?));
        for (player, spec) in players {
            let [giver, guesser] = Bench::parts(&spec);
            let agents = [self.agent(&format!("{giver}/{guesser}"))?, self.agent(BASELINE)?];
            let table = (&*self.words.world, &self.rules);
            // Both games of a deal: the agent is the team in one of them, and the Interceptor in the other.
            let found = games(table, &agents, self.seed, 2 * self.games, self.watch)?;
            if self.watch.is_over() {
                return Ok(());
            }
            for (role, is_team) in [("team", true), ("interceptor", false)] {
                let plays =
                    |game: &&PlayedGame| game.halves.first().is_some_and(|half| half.is_own == is_team);
                let played: Vec<&PlayedGame> = found.iter().filter(plays).collect();
                report(role, &player, &played, self.rules.round_limit, measures);
                if self.is_subject(&player) {
                    let halves = played.iter().flat_map(|game| &game.halves);
                    items.extend(halves.map(|half| self.turn(role, half)));
                }
            }
        }
        self.cost(SUITE, &before, costs);
        self.validity(measures);
        Ok(())
    }

    /// Returns the line of items.jsonl for a turn.
    fn turn(&self, role: &str, turn: &PlayedHalf) -> serde_json::Value {
        let half = &turn.half;
        json!({
            "task": role, "game": turn.game, "round": half.round, "clues": self.texts(half),
            "code": half.code.number(), "guess": half.guess.number(),
            "interception": half.interception.map(Code::number),
        })
    }

    /// Returns the maximal number of questions of the suite.
    pub(super) fn most_published_questions(&self) -> u64 {
        self.bots.most_questions(&[(&self.spec, 2 * self.games)], &self.rules)
    }
}

/// Misses and interceptions of a game.
fn tokens(game: &PlayedGame) -> [usize; 2] {
    let count = |is_one: fn(&PlayedHalf) -> bool| game.halves.iter().filter(|half| is_one(half)).count();
    [count(|half| !half.half.understood()), count(|half| half.half.intercepted())]
}

/// Adds the measures of a role: of whole games, and by round. Each deal has one game, so intervals are clustered by game.
fn report(role: &'static str, player: &str, games: &[&PlayedGame], rounds: u8, measures: &mut Vec<Measure>) {
    let [mut turns, mut wrong, mut taken]: [Sums; 3] = Default::default();
    let mut ends: [Sums; 3] = Default::default();
    for game in games {
        let [misses, interceptions] = tokens(game);
        let length = game.halves.len() as f64;
        turns.add(game.deal, length, 1.0);
        wrong.add(game.deal, misses as f64, length);
        taken.add(game.deal, interceptions as f64, length);
        let ended = [misses >= LIMIT, interceptions >= LIMIT, misses < LIMIT && interceptions < LIMIT];
        for (sums, is_so) in ends.iter_mut().zip(ended) {
            sums.add(game.deal, f64::from(u8::from(is_so)), 1.0);
        }
    }
    let (count, all) = (games.len() as u64, games.iter().map(|game| game.halves.len() as u64).sum());
    let [by_misses, by_interceptions, survived] = ends;
    measures.extend([
        Measure::new(role, player, "turns a game", turns.mean(), count),
        Measure::new(role, player, "misses a turn", wrong.share(), all),
        Measure::new(role, player, "interceptions a turn", taken.share(), all),
        Measure::new(role, player, "games with two misses", by_misses.share(), count),
        Measure::new(role, player, "games with two interceptions", by_interceptions.share(), count),
        Measure::new(role, player, "games that the team survived", survived.share(), count),
    ]);
    for (what, is_one) in [("misses", false), ("interceptions", true)] {
        for round in 1..=rounds {
            let mut sums = Sums::default();
            let mut reached = 0;
            for game in games {
                let Some(half) = game.halves.iter().find(|half| half.half.round == round) else { continue };
                let happened = if is_one { half.half.intercepted() } else { !half.half.understood() };
                sums.add(game.deal, f64::from(u8::from(happened)), 1.0);
                reached += 1;
            }
            measures.push(Measure::new(
                role,
                player,
                format!("{what} in round {round}"),
                sums.share(),
                reached,
            ));
        }
    }
}
