//! What is counted of an agent's games, by game.

use std::collections::BTreeMap;

use overhear_engine::rules::{BySlot, Half, Keyword, Rules, Side};
use overhear_stats::RatioMoments;
use serde::{Deserialize, Serialize};

use super::games::{Giver, PlayedGame};
use super::items::Items;
use super::panel::{MeasuringMind, ReferenceTest};
use super::reading::{KeywordGuesses, decoded, half_rows};
use crate::error::LabError;
use crate::exploitability::ControlAndCounter;

/// What is counted of all games of an agent.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct AgentCounts {
    pub(super) games: u64,
    /// How often each clue was given.
    pub(super) clues: BTreeMap<String, u64>,
    /// Clues that refer to their keyword, over clues.
    pub(super) refers: RatioMoments,
    /// Clues that are stated for their keyword, over clues.
    pub(super) stated: RatioMoments,
    /// Codes that the own team guessed right, over halves.
    pub(super) twin: RatioMoments,
    /// Codes that minds decode, over minds and halves.
    pub(super) understood: RatioMoments,
    /// Codes that the own team guessed right less the mean of the minds, over minds and halves.
    pub(super) private: RatioMoments,
    /// Codes that minds intercept, over minds and halves in which they may.
    pub(super) read: RatioMoments,
    /// The same of each mind.
    pub(super) minds: Vec<MindCounts>,
    /// What strangers are asked about.
    pub(super) items: Items,
}

/// What is counted of a measuring mind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct MindCounts {
    pub(super) name: String,
    /// Clues that are near to their keyword, over clues.
    pub(super) near: RatioMoments,
    pub(super) understood: RatioMoments,
    pub(super) read: RatioMoments,
}

/// What is counted of one game: right answers and all.
#[derive(Clone, Copy, Default)]
struct Tally {
    right: i64,
    all: i64,
}

impl Tally {
    fn add(&mut self, is_right: bool) {
        self.right += i64::from(is_right);
        self.all += 1;
    }

    /// Adds the game to the moments if it has anything to count.
    fn record(self, moments: &mut RatioMoments) {
        if self.all > 0 {
            moments.record(self.right, self.all);
        }
    }
}

/// The tallies of a game: of clues and of codes, and those of each mind.
struct GameTallies {
    refers: Tally,
    stated: Tally,
    twin: Tally,
    minds: Vec<MindTallies>,
    /// The own team's right guesses in halves that all minds have read.
    twin_of_minds: Tally,
}

#[derive(Clone, Copy, Default)]
struct MindTallies {
    near: Tally,
    understood: Tally,
    read: Tally,
}

/// The judges of an agent's games.
pub(super) struct Judges<'a> {
    pub(super) reference: ReferenceTest<'a>,
    pub(super) minds: Vec<MeasuringMind>,
    pub(super) rules: Rules,
}

impl Judges<'_> {
    /// Has an agent play games and counts them, and takes an item from each of the first `items`. Returns `None` if stopped.
    pub(super) fn count_games(
        &mut self,
        giver: &Giver<'_>,
        (games, items): (u64, u64),
        watched: ControlAndCounter<'_>,
    ) -> Result<Option<AgentCounts>, LabError> {
        let mut counts = AgentCounts::default();
        let played = giver.play(games, watched, |game| {
            if counts.games < items {
                let number = counts.games;
                counts.items.take(giver.world, &giver.rules, giver.seed, number, game);
            }
            self.count(game, &mut counts);
        })?;
        Ok(played.map(|()| counts))
    }

    /// Counts a game.
    fn count(&mut self, game: &PlayedGame, counts: &mut AgentCounts) {
        let minds = vec![MindTallies::default(); self.minds.len()];
        let none = Tally::default();
        let mut tallies = GameTallies { refers: none, stated: none, twin: none, minds, twin_of_minds: none };
        let rules = self.rules;
        for side in Side::ALL.into_iter().filter(|&side| rules.gives_clues(side)) {
            let halves: Vec<Half> = game.halves.iter().filter(|half| half.side == side).copied().collect();
            self.count_clues(game.keywords[side], &halves, counts, &mut tallies);
            let own = rules.gives_clues(side.opponent()).then(|| game.keywords[side.opponent()]);
            self.count_codes(game.keywords[side], own, &halves, &mut tallies);
        }
        self.record(&tallies, counts);
    }

    fn count_clues(
        &mut self,
        keywords: BySlot<Keyword>,
        halves: &[Half],
        counts: &mut AgentCounts,
        tallies: &mut GameTallies,
    ) {
        for half in halves {
            for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
                let Some(clue) = clue else { continue };
                let (keyword, text) = (keywords[slot], self.reference.world.clue_text(clue));
                *counts.clues.entry(text.to_owned()).or_default() += 1;
                // A mind that does not know the keyword could not say that the clue is near.
                if !self.minds.iter().all(|mind| mind.knows(keyword)) {
                    continue;
                }
                let reference = self.reference.test(&mut self.minds, keyword, text);
                tallies.refers.add(reference.refers());
                tallies.stated.add(reference.is_stated);
                tallies
                    .minds
                    .iter_mut()
                    .zip(&reference.near)
                    .for_each(|(mind, &is_near)| mind.near.add(is_near));
            }
        }
    }

    /// Counts decoded and intercepted codes of a team. `own`: the keywords of the interceptors.
    fn count_codes(
        &mut self,
        keywords: BySlot<Keyword>,
        own: Option<BySlot<Keyword>>,
        halves: &[Half],
        tallies: &mut GameTallies,
    ) {
        halves.iter().for_each(|half| tallies.twin.add(half.understood()));
        if !self.minds.iter().all(|mind| keywords.0.iter().all(|&keyword| mind.knows(keyword))) {
            return;
        }
        halves.iter().for_each(|half| tallies.twin_of_minds.add(half.understood()));
        let world = self.reference.world;
        for (mind, tallies) in self.minds.iter_mut().zip(&mut tallies.minds) {
            let mut guesses = KeywordGuesses::new(world, own);
            for half in halves {
                let rows = half_rows(mind, world, half);
                tallies.understood.add(decoded(&rows, keywords) == half.code);
                if self.rules.may_intercept(half.round, half.side.opponent()) {
                    tallies.read.add(guesses.intercepted(&rows) == half.code);
                }
                guesses.learn(half.code, &rows);
            }
        }
    }

    fn record(&self, tallies: &GameTallies, counts: &mut AgentCounts) {
        counts.games += 1;
        tallies.refers.record(&mut counts.refers);
        tallies.stated.record(&mut counts.stated);
        tallies.twin.record(&mut counts.twin);
        if counts.minds.is_empty() {
            let minds = self.minds.iter();
            let minds =
                minds.map(|mind| MindCounts { name: mind.name().to_owned(), ..MindCounts::default() });
            counts.minds = minds.collect();
        }
        for (mind, tallies) in counts.minds.iter_mut().zip(&tallies.minds) {
            tallies.near.record(&mut mind.near);
            tallies.understood.record(&mut mind.understood);
            tallies.read.record(&mut mind.read);
        }
        let understood = sum(tallies.minds.iter().map(|mind| mind.understood));
        understood.record(&mut counts.understood);
        sum(tallies.minds.iter().map(|mind| mind.read)).record(&mut counts.read);
        let twin = tallies.twin_of_minds.right * tallies.minds.len() as i64;
        Tally { right: twin - understood.right, all: understood.all }.record(&mut counts.private);
    }
}

fn sum(tallies: impl Iterator<Item = Tally>) -> Tally {
    tallies.fold(Tally::default(), |sum, tally| Tally {
        right: sum.right + tally.right,
        all: sum.all + tally.all,
    })
}
