//! The task of predicting the guess of a named reader whose exact belief is known (theory of mind).

use overhear_bots::PredictQuestion;
use overhear_bots::protocol::ReaderMessage;
use overhear_engine::arena::{Arena, GameNumber, Schedule};
use overhear_engine::game::Belief;
use overhear_engine::rules::{BySlot, Code, Half, Keyword, Side};
use serde_json::{Value, json};

use super::BenchOutput;
use super::context::{Bench, CEILING, GIVERS};
use super::halves::games_per_part;
use super::number::{BenchNumber, Sums, bits, rounded, smoothed};
use crate::error::LabError;

/// First round of the task. Before it a reader has no information.
const FIRST_ROUND: u8 = 2;

/// Readers, with the description that the agent is given.
pub(super) const READERS: [ReaderMessage<'_>; 3] = [
    ReaderMessage {
        spec: "bayes",
        told: "it knows the deck but not the keywords, has heard every clue and seen every code so far, and weighs by exact \
         probability which keywords would make the clues likely",
    },
    ReaderMessage {
        spec: "history",
        told: "it knows no keywords, has heard every clue and seen every code so far, and goes by how near a clue is to the earlier \
         clues for each number",
    },
    ReaderMessage {
        spec: "adaptive",
        told: "it knows the deck but not the keywords, has heard every clue and seen every code so far, and finds out besides how \
         this giver chooses clues",
    },
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
        PredictQuestion {
            side: self.half.side,
            keywords: self.keywords,
            code: self.half.code,
            clues: self.half.clues,
            round: self.half.round,
            history: &self.history,
            reader: READERS[self.reader],
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
        let predict_items = self.predict_items()?;
        if let Some(answers) = self.asked_predictions(&predict_items)? {
            score(&self.spec.label, &predict_items, &answers, measures);
            let pairs = predict_items.iter().zip(&answers);
            items.extend(pairs.map(|(item, answer)| self.predict_item(item, answer)));
        }
        let players: [(&str, Vec<Belief>); 3] = [
            ("floor: every code alike", predict_items.iter().map(|_| Belief::UNIFORM).collect()),
            (
                "floor: the true code",
                predict_items.iter().map(|item| Belief::certain(item.half.code)).collect(),
            ),
            (CEILING, predict_items.iter().map(|item| item.exact).collect()),
        ];
        for (player, answers) in &players {
            score(player, &predict_items, answers, measures);
        }
        Ok(())
    }

    /// Returns the items of all pairs of a giver and a reader.
    ///
    /// # Errors
    /// Returns an error after a stop.
    pub(super) fn predict_items(&self) -> Result<Vec<PredictItem>, LabError> {
        let mut items = Vec::new();
        let games = games_per_part(self.games, PAIRS);
        for (place, giver) in GIVERS.into_iter().enumerate() {
            for (reader, ReaderMessage { spec, .. }) in READERS.iter().enumerate() {
                let agents = [self.agent(&format!("{giver}/bayes"))?, self.agent(&format!("margin/{spec}"))?];
                let setup = self.words.world.setup(&self.rules)?;
                let schedule = Schedule::round_robin(2, games * PAIRS as u64);
                let arena = Arena::new(setup, &agents, schedule, self.seed)?;
                // Every pair has deals of its own.
                let first = (place * READERS.len() + reader) as u64 * games / 2;
                for number in 0..games {
                    self.watch.check_stop()?;
                    items_of(&arena, GameNumber(2 * first + number), (giver, reader), &mut items);
                }
            }
        }
        Ok(items)
    }

    /// Returns the agent's beliefs, uniform for a missing answer; `None` if it does not play the role.
    fn asked_predictions(&self, items: &[PredictItem]) -> Result<Option<Vec<Belief>>, LabError> {
        let questions: Vec<PredictQuestion<'_>> = items.iter().map(PredictItem::question).collect();
        let Some(answers) = self.bots.predict(&self.spec, &questions)? else { return Ok(None) };
        Ok(Some(answers.into_iter().map(|answer| answer.unwrap_or(Belief::UNIFORM)).collect()))
    }

    /// Returns the items with the exact belief of the reader, for other evaluation harnesses.
    pub(super) fn static_predictions(&self) -> Result<Vec<Value>, LabError> {
        Ok(self.predict_items()?.iter().map(|item| self.static_prediction(item)).collect())
    }

    fn static_prediction(&self, item: &PredictItem) -> Value {
        let PredictItem { deal, game, giver, half, .. } = item;
        let reader = READERS[item.reader];
        json!({
            "id": format!("predict-{giver}-{}-{game}-{}", reader.spec, half.round), "task": "predict", "cluster": deal,
            "round": half.round, "giver": giver, "reader": reader.spec, "told": reader.told,
            "keywords": self.keyword_texts(item.keywords), "history": self.history(&item.history, half.side),
            "clues": self.texts(half), "code": half.code.number(), "target": item.guess.number(),
            "exact": Code::ALL.map(|code| rounded(item.exact.probability(code).into())),
        })
    }

    fn predict_item(&self, item: &PredictItem, answer: &Belief) -> Value {
        let score = Score::new(item, answer);
        json!({
            "task": "predict", "game": item.game, "round": item.half.round, "giver": item.giver,
            "reader": READERS[item.reader].spec, "clues": self.texts(&item.half), "code": item.half.code.number(),
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
    items: &mut Vec<PredictItem>,
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
        items.push(PredictItem {
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
        for (reader, ReaderMessage { spec, .. }) in READERS.iter().enumerate() {
            let rows = scored
                .iter()
                .filter(|(item, _)| item.reader == reader && (!is_narrow || item.is_diagnostic()));
            let mut count = 0;
            let mut sums: [Sums; 4] = Default::default();
            for (item, score) in rows {
                count += 1;
                sums[0].add(item.deal, score.hit, 1.0);
                sums[1].add(item.deal, score.bits, 1.0);
                // Ratios of sums, so that items with more at stake weigh more, and none divides by nearly 0.
                sums[2].add(item.deal, score.saved, score.base);
                sums[3].add(item.deal, score.ego, score.room);
            }
            let [hit, bits, skill, ego] = sums;
            let estimates = [
                ("hit rate", hit.share()),
                ("bits", bits.bits()),
                ("skill", skill.ratio()),
                ("egocentrism", ego.ratio()),
            ];
            measures.extend(estimates.map(|(what, estimate)| {
                BenchNumber::new("predict", player, format!("{what} of `{spec}`{stratum}"), estimate, count)
            }));
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
        let (base, regret) = (regret(&item.exact, &Belief::UNIFORM), regret(&item.exact, answer));
        let hits = answer.likeliest().filter(|&code| code == item.guess).count() as f64;
        let code = item.half.code;
        let exact = probability(&item.exact, code);
        Score {
            hit: hits / answer.likeliest().count() as f64,
            bits: bits(probability(answer, item.guess)),
            saved: base - regret,
            base,
            ego: probability(answer, code) - exact,
            room: 1.0 - exact,
        }
    }
}

fn probability(belief: &Belief, code: Code) -> f64 {
    belief.probability(code).into()
}

/// Returns the expected loss of a belief above that of the exact belief, in bits. Both are spread, so that the exact belief has no
/// regret and skill 1.
fn regret(exact: &Belief, belief: &Belief) -> f64 {
    let losses = Code::ALL.into_iter().map(|code| {
        let exact = probability(exact, code);
        let [p, q] = [exact, probability(belief, code)].map(|p| smoothed(p, Code::COUNT));
        exact * libm::log2(p / q)
    });
    losses.sum()
}
