//! The suite `decrypto-benchmark`: the setting and the measures of arXiv 2506.20664.
//!
//! A team of two plays against a lone Interceptor by the rules `decrypto-benchmark`. The agent plays the team against the
//! published baseline `nearest-k`, and the Interceptor against a team of it, on the same deals. A turn is a round.

use overhear_engine::rules::{Code, Rules, Side};
use overhear_stats::Interval;
use serde_json::json;

use super::BenchOutput;
use super::context::Bench;
use super::halves::{PlayedGame, PlayedHalf, games};
use super::number::{BenchNumber, Sums, one_if};
use super::tasks::Cost;
use crate::error::LabError;

/// Name of the suite, and of its rules.
pub(super) const SUITE: &str = "decrypto-benchmark";

/// The agent that every player of a card meets.
pub(super) const BASELINE: &str = "nearest-k";

/// Name of the measure of the mean length of games.
pub(super) const TURNS: &str = "turns a game";

/// Name of the measure of interceptions.
pub(super) const INTERCEPTIONS: &str = "interceptions a turn";

impl Bench<'_> {
    /// Runs the suite.
    pub(super) fn run_published(
        &self,
        (measures, items): BenchOutput<'_>,
        costs: &mut Vec<Cost>,
    ) -> Result<(), LabError> {
        let before = self.counts();
        self.watch.note(&["games …".to_owned()]);
        let mut players = self.players()?;
        players.push((format!("baseline: `{BASELINE}`"), self.registry.parse(BASELINE)?));
        for (player, spec) in players {
            let [giver, guesser] = Bench::parts(&spec);
            let agents = [self.agent(&format!("{giver}/{guesser}"))?, self.agent(BASELINE)?];
            let table = (&*self.words.world, &self.rules);
            // Both games of a deal: the agent is the team in one of them, and the Interceptor in the other.
            let all_games = games(table, &agents, self.seed, 2 * self.games, self.watch)?;
            for (role, is_team) in [("team", true), ("interceptor", false)] {
                let played = all_games
                    .iter()
                    .filter(|game| game.halves.first().is_some_and(|half| half.is_own == is_team));
                let played: Vec<&PlayedGame> = played.collect();
                report(role, &player, &played, &self.rules, measures);
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
        self.bots.most_questions(&[(&self.spec, 2 * self.games)], &self.rules, 0)
    }
}

/// Misses and interceptions of a game.
fn tokens(game: &PlayedGame) -> [usize; 2] {
    let misses = game.halves.iter().filter(|half| !half.half.understood()).count();
    let interceptions = game.halves.iter().filter(|half| half.half.intercepted()).count();
    [misses, interceptions]
}

/// Adds the measures of a role: of whole games, and by round. Each deal has one game, so intervals are clustered by game.
fn report(
    role: &'static str,
    player: &str,
    games: &[&PlayedGame],
    rules: &Rules,
    measures: &mut Vec<BenchNumber>,
) {
    // The team of White gives all clues, and Black is the lone Interceptor (R17).
    let most_misses = usize::from(rules.to_lose(Side::White));
    let most_interceptions = usize::from(rules.to_win(Side::Black));
    let [mut turns, mut wrong, mut taken]: [Sums; 3] = Default::default();
    let mut ends: [Sums; 3] = Default::default();
    for game in games {
        let [misses, interceptions] = tokens(game);
        let length = game.halves.len() as f64;
        turns.add(game.deal, length, 1.0);
        wrong.add(game.deal, misses as f64, length);
        taken.add(game.deal, interceptions as f64, length);
        let [by_misses, by_interceptions] = [misses >= most_misses, interceptions >= most_interceptions];
        let ended = [by_misses, by_interceptions, !by_misses && !by_interceptions];
        for (sums, is_so) in ends.iter_mut().zip(ended) {
            sums.add(game.deal, one_if(is_so), 1.0);
        }
    }
    let (count, all) = (games.len() as u64, games.iter().map(|game| game.halves.len() as u64).sum());
    let [by_misses, by_interceptions, survived] = ends;
    measures.extend([
        BenchNumber::new(
            role,
            player,
            TURNS,
            turns.within(Interval::new(1.0, f64::from(rules.round_limit))),
            count,
        ),
        BenchNumber::new(role, player, "misses a turn", wrong.share(), all),
        BenchNumber::new(role, player, INTERCEPTIONS, taken.share(), all),
        BenchNumber::new(role, player, "games with two misses", by_misses.share(), count),
        BenchNumber::new(role, player, "games with two interceptions", by_interceptions.share(), count),
        BenchNumber::new(role, player, "games that the team survived", survived.share(), count),
    ]);
    for (what, is_one) in [("misses", false), ("interceptions", true)] {
        for round in 1..=rules.round_limit {
            let mut sums = Sums::default();
            let mut reached = 0;
            for game in games {
                let Some(half) = game.halves.iter().find(|half| half.half.round == round) else { continue };
                let happened = if is_one { half.half.intercepted() } else { !half.half.understood() };
                sums.add(game.deal, one_if(happened), 1.0);
                reached += 1;
            }
            measures.push(BenchNumber::new(
                role,
                player,
                format!("{what} in round {round}"),
                sums.share(),
                reached,
            ));
        }
    }
}
