//! The task of predicting the guess of a named reader whose exact belief is known (theory of mind).

use overhear_bots::PredictQuestion;
use overhear_bots::protocol::ReaderMessage;
use overhear_engine::arena::{Arena, GameNumber, Schedule};
use overhear_engine::game::Belief;
use overhear_engine::rules::{BySlot, Code, Half, Keyword, Side};
use serde_json::{Value, json};

use super::BenchOutput;
use super::ceilings::CEILING;
use super::context::{Bench, GIVERS};
use super::halves::games_per_part;
use super::number::{BenchNumber, Sums, bits, rounded, smoothed};
use crate::error::LabError;

/// First round of the task. Before it a reader has no information.
const FIRST_ROUND: u8 = 2;

/// Readers, with the description that the agent is given.
pub(super) const READERS: [(&str, &str); 3] = [
    (
        "bayes",
        "it knows the deck but not the keywords, has heard every clue and seen every code so far, and weighs by exact \
         probability which keywords would make the clues likely",
    ),
    (
        "history",
        "it knows no keywords, has heard every clue and seen every code so far, and goes by how near a clue is to the earlier \
         clues for each number",
    ),
    (
        "adaptive",
        "it knows the deck but not the keywords, has heard every clue and seen every code so far, and finds out besides how \
         this giver chooses clues",
    ),
];

/// A half with the guess of a built-in reader.
pub(super) struct PredictItem {
    pub(super) deal: u64,
    game: u64,
    giver: &'static str,
    pub(super) reader: usize,
    keywords: BySlot<Keyword>,
    pub(super) history: Vec<Half>,
    pub(super) half: Half,
    guess: Code,
    pub(super) exact: Belief,
}

impl PredictItem {
    /// Returns `true` if the reader's likeliest code is not the true one. Only such items tell insight into the reader from
    /// egocentrism.
    fn is_diagnostic(&self) -> bool {
        self.exact.best() != self.half.code
    }

    fn question(&self) -> PredictQuestion<'_> {
        let (spec, told) = READERS[self.reader];
        PredictQuestion {
            side: self.half.side,
            keywords: self.keywords,
            code: self.half.code,
            clues: self.half.clues,
            round: self.half.round,
            history: &self.history,
            reader: ReaderMessage { spec, told },
        }
    }
}

/// Returns the maximal number of questions.
pub(super) fn most_questions(games: u64, rounds: u64) -> u64 {
    PAIRS as u64 * games_per_part(games, PAIRS) * rounds.saturating_sub(1)
}

/// Number of pairs of a giver and a reader.
const PAIRS: usize = GIVERS.len() * READERS.len();

impl Bench<'_> {
    /// Scores the agent, if it plays the role, and the floors and the ceiling.
    pub(super) fn predict(&self, (measures, items): BenchOutput<'_>) -> Result<(), LabError> {
        let found = self.predict_items()?;
        let name = self.spec.label.as_str();
        let asked = self.asked_predictions(&found)?;
        let exact = |item: &PredictItem| item.exact;
        let own = |item: &PredictItem| Belief::certain(item.half.code);
        if let Some(answers) = &asked {
            score(name, &found, answers, measures);
            items.extend(found.iter().zip(answers).map(|(item, answer)| self.predict_item(item, answer)));
        }
        let houses: [(&str, Vec<Belief>); 3] = [
            ("floor: every code alike", found.iter().map(|_| Belief::UNIFORM).collect()),
            ("floor: the true code", found.iter().map(own).collect()),
            (CEILING, found.iter().map(exact).collect()),
        ];
        for (player, answers) in &houses {
            score(player, &found, answers, measures);
        }
        Ok(())
    }

    /// Returns the items of all pairs of a giver and a reader.
    ///
    /// # Errors
    /// Returns an error after a stop.
    pub(super) fn predict_items(&self) -> Result<Vec<PredictItem>, LabError> {
        let mut found = Vec::new();
        let games = games_per_part(self.games, PAIRS);
        for (place, giver) in GIVERS.into_iter().enumerate() {
            for (reader, (spec, _)) in READERS.iter().enumerate() {
                let agents = [self.agent(&format!("{giver}/bayes"))?, self.agent(&format!("margin/{spec}"))?];
                let setup = self.words.world.setup(&self.rules)?;
                let schedule = Schedule::round_robin(2, games * PAIRS as u64);
                let arena = Arena::new(setup, &agents, schedule, self.seed)?;
                // Every pair has deals of its own.
                let first = (place * READERS.len() + reader) as u64 * games / 2;
                for number in 0..games {
                    self.watch.check_stop()?;
                    items_of(&arena, GameNumber(2 * first + number), (giver, reader), &mut found);
                }
            }
        }
        Ok(found)
    }

    /// Returns the agent's beliefs, uniform for a missing answer; `None` if it does not play the role.
    fn asked_predictions(&self, items: &[PredictItem]) -> Result<Option<Vec<Belief>>, LabError> {
        let questions: Vec<PredictQuestion<'_>> = items.iter().map(PredictItem::question).collect();
        let Some(answers) = self.bots.predict(&self.spec, &questions)? else { return Ok(None) };
        Ok(Some(answers.into_iter().map(|answer| answer.unwrap_or(Belief::UNIFORM)).collect()))
    }

    /// Returns the items with the exact belief of the reader, for other evaluation harnesses.
    pub(super) fn static_predictions(&self) -> Result<Vec<Value>, LabError> {
        let item = |item: &PredictItem| {
            let PredictItem { deal, game, giver, half, .. } = item;
            let (reader, told) = READERS[item.reader];
            json!({
                "id": format!("predict-{giver}-{reader}-{game}-{}", half.round), "task": "predict", "cluster": deal,
                "round": half.round, "giver": giver, "reader": reader, "told": told,
                "keywords": self.keyword_texts(item.keywords), "history": self.history(&item.history, half.side),
                "clues": self.texts(half), "code": half.code.number(), "target": item.guess.number(),
                "exact": Code::ALL.map(|code| rounded(item.exact.probability(code).into())),
            })
        };
        Ok(self.predict_items()?.iter().map(item).collect())
    }

    fn predict_item(&self, item: &PredictItem, answer: &Belief) -> Value {
        let score = Score::new(item, answer);
        json!({
            "task": "predict", "game": item.game, "round": item.half.round, "giver": item.giver,
            "reader": READERS[item.reader].0, "clues": self.texts(&item.half), "code": item.half.code.number(),
            "guess": item.guess.number(), "answer": answer.best().number(),
            "p_guess": answer.probability(item.guess), "exact_guess": item.exact.probability(item.guess),
            "diagnostic": item.is_diagnostic(), "bits": rounded(score.bits),
        })
    }
}

/// Adds the items of a game.
fn items_of(
    arena: &Arena<'_>,
    number: GameNumber,
    (giver, reader): (&'static str, usize),
    found: &mut Vec<PredictItem>,
) {
    let Some(game) = arena.replay(number) else { return };
    let Some(beliefs) = arena.recompute_beliefs(number, &game) else { return };
    // The first agent of a pair plays White in its first game.
    let own = if number.0.is_multiple_of(2) { Side::White } else { Side::Black };
    let halves = game.record.halves();
    for (n, (half, beliefs)) in halves.iter().zip(beliefs).enumerate() {
        let (Some(exact), Some(guess)) = (beliefs.interception, half.interception) else { continue };
        if half.side != own || half.round < FIRST_ROUND {
            continue;
        }
        found.push(PredictItem {
            deal: number.0 / 2,
            game: number.0,
            giver,
            reader,
            keywords: game.keywords[half.side],
            history: halves[..n].to_vec(),
            half: *half,
            guess,
            exact,
        });
    }
}

/// Adds the measures of a player's answers, by reader.
fn score(player: &str, items: &[PredictItem], answers: &[Belief], measures: &mut Vec<BenchNumber>) {
    let scored: Vec<(&PredictItem, Score)> =
        items.iter().zip(answers).map(|(item, answer)| (item, Score::new(item, answer))).collect();
    for (stratum, is_narrow) in [("", false), (", diagnostic items", true)] {
        for (reader, (spec, _)) in READERS.iter().enumerate() {
            let chosen = |item: &PredictItem| item.reader == reader && (!is_narrow || item.is_diagnostic());
            let rows = || scored.iter().filter(|(item, _)| chosen(item));
            let count = rows().count() as u64;
            let mut sums: [Sums; 4] = Default::default();
            for (item, score) in rows() {
                sums[0].add(item.deal, score.hit, 1.0);
                sums[1].add(item.deal, score.bits, 1.0);
                sums[2].add(item.deal, score.saved, score.base);
                sums[3].add(item.deal, score.ego, score.room);
            }
            let [hit, told, skill, ego] = sums;
            let name = |what: &str| format!("{what} of `{spec}`{stratum}");
            measures.extend([
                BenchNumber::new("predict", player, name("hit rate"), hit.share(), count),
                BenchNumber::new("predict", player, name("bits"), told.bits(), count),
                BenchNumber::new("predict", player, name("skill"), skill.ratio(), count),
                BenchNumber::new("predict", player, name("egocentrism"), ego.ratio(), count),
            ]);
        }
    }
}

/// Score of an answer to an item.
struct Score {
    hit: f64,
    bits: f64,
    /// Regret of a uniform belief less the answer's regret, in bits: the numerator of the skill.
    saved: f64,
    /// Regret of a uniform belief, in bits.
    base: f64,
    /// Probability of the true code above the reader's: the numerator of the egocentrism.
    ego: f64,
    /// Largest possible value of `ego`.
    room: f64,
}

impl Score {
    fn new(item: &PredictItem, answer: &Belief) -> Score {
        let probability = |belief: &Belief, code: Code| f64::from(belief.probability(code));
        let exact = |code| probability(&item.exact, code);
        // Both beliefs are spread, so that the exact belief has no regret and skill 1.
        let missed = |belief: &Belief| -> f64 {
            let code = |code: Code| {
                let [p, q] = [exact(code), probability(belief, code)].map(|p| smoothed(p, Code::COUNT));
                exact(code) * libm::log2(p / q)
            };
            Code::ALL.into_iter().map(code).sum()
        };
        let (base, regret) = (missed(&Belief::UNIFORM), missed(answer));
        let hits = answer.likeliest().filter(|&code| code == item.guess).count() as f64;
        let code = item.half.code;
        Score {
            hit: hits / answer.likeliest().count() as f64,
            bits: bits(probability(answer, item.guess)),
            saved: base - regret,
            base,
            ego: probability(answer, code) - exact(code),
            room: 1.0 - exact(code),
        }
    }
}
