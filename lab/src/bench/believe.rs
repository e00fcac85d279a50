//! The task of stating beliefs about keywords before and after they are shown (representational change, false belief).
//!
//! A member who hears the clues of the other team is asked for a belief about its keywords among eight words each; after the
//! keywords are shown, for the belief before that, and for the belief of a member who has not been shown them. The exact
//! belief is the posterior of `bayes`, and it answers all three. The first question is asked twice: how often two answers
//! to one question agree is the ceiling of all comparisons of words.

use overhear_bots::protocol::RoleName;
use overhear_bots::{BelieveQuestion, OfferedBelief};
use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::rules::Slot;
use serde_json::{Value, json};

use super::BenchOutput;
use super::beliefs::{UNIFORM, likeliest};
use super::believe_item::{ASKED_AFTER, BelieveItem, QUESTIONS, items_of};
use super::believe_score::{KeywordBeliefs, score};
use super::context::{Bench, CEILING, GIVERS};
use super::halves::games_per_part;
use super::number::rounded;
use crate::error::LabError;

/// Returns the maximal number of questions.
pub(super) fn most_questions(games: u64) -> u64 {
    games_per_part(games, GIVERS.len()) * (GIVERS.len() * ASKED_AFTER.len() * QUESTIONS.len()) as u64
}

impl Bench<'_> {
    /// Scores the agent, if it plays the role, and the floors and the ceiling.
    pub(super) fn believe(&self, (measures, items): BenchOutput<'_>) -> Result<(), LabError> {
        let believe_items = self.believe_items()?;
        if let Some(answers) = self.asked_beliefs(&believe_items)? {
            score(&self.spec.label, &believe_items, &answers, measures);
            let pairs = believe_items.iter().zip(&answers);
            items.extend(pairs.map(|(item, answer)| self.believe_item(item, answer)));
        }
        let alike = believe_items.iter().map(|_| KeywordBeliefs::repeated(UNIFORM));
        let shown = believe_items
            .iter()
            .map(|item| KeywordBeliefs([item.exact, item.exact, item.certain(), item.certain()]));
        let exact = believe_items.iter().map(|item| KeywordBeliefs::repeated(item.exact));
        let players: [(&str, Vec<KeywordBeliefs>); 3] = [
            ("floor: every word alike", alike.collect()),
            ("floor: the shown keywords", shown.collect()),
            (CEILING, exact.collect()),
        ];
        for (player, answers) in &players {
            score(player, &believe_items, answers, measures);
        }
        Ok(())
    }

    /// Returns the items of all givers.
    ///
    /// # Errors
    /// Returns an error after a stop.
    pub(super) fn believe_items(&self) -> Result<Vec<BelieveItem>, LabError> {
        let mut items = Vec::new();
        let games = games_per_part(self.games, GIVERS.len());
        let reader = self.agent("margin/bayes")?;
        for (place, giver) in (0..).zip(GIVERS) {
            let agents = [self.agent(&format!("{giver}/bayes"))?, self.agent("margin/bayes")?];
            let setup = self.words.world.setup(&self.all_rounds)?;
            let schedule = Schedule::round_robin(2, games * GIVERS.len() as u64);
            let arena = Arena::new(setup, &agents, schedule, self.seed)?;
            // Every giver has deals of its own.
            for number in games * place..games * (place + 1) {
                self.watch.check_stop()?;
                let mut player = reader.guesser();
                items.extend(items_of((&arena, &setup), number, (giver, self.seed), &mut *player));
            }
        }
        Ok(items)
    }

    /// Returns the agent's beliefs, uniform for a missing answer; `None` if it does not play the role.
    fn asked_beliefs(&self, items: &[BelieveItem]) -> Result<Option<Vec<KeywordBeliefs>>, LabError> {
        if !self.bots.has_role(&self.spec, RoleName::Believe) {
            return Ok(None);
        }
        let questions: Vec<BelieveQuestion<'_>> = items.iter().flat_map(BelieveItem::questions).collect();
        let Some(answers) = self.bots.believe(&self.spec, &questions)? else { return Ok(None) };
        let answers: Vec<OfferedBelief> =
            answers.into_iter().map(|answer| answer.unwrap_or(UNIFORM)).collect();
        let (answers, _) = answers.as_chunks::<{ QUESTIONS.len() }>();
        Ok(Some(answers.iter().copied().map(KeywordBeliefs).collect()))
    }

    fn believe_item(&self, item: &BelieveItem, KeywordBeliefs(answers): &KeywordBeliefs) -> Value {
        let [now, again, before, other] = answers.map(|belief| {
            let words = Slot::ALL.map(|slot| self.keyword_text(item.offered[slot][likeliest(&belief[slot])]));
            let p_true = Slot::ALL.map(|slot| rounded(belief[slot][item.truth[slot]]));
            StatedWords { words, p_true }
        });
        json!({
            "task": "believe", "game": item.game, "round": item.round, "giver": item.giver,
            "keywords": item.keywords.0.map(|keyword| self.keyword_text(keyword)),
            "offered": Slot::ALL.map(|slot| item.offered[slot].map(|keyword| self.keyword_text(keyword))),
            "exact": Slot::ALL.map(|slot| item.exact[slot].map(rounded)),
            "now": now.words, "again": again.words, "before": before.words, "other": other.words,
            "p_true_now": now.p_true, "p_true_before": before.p_true, "p_true_other": other.p_true,
        })
    }
}

/// The likeliest word of each slot in a belief, and its probability of the true word.
struct StatedWords<'a> {
    words: [&'a str; 4],
    p_true: [f64; 4],
}
