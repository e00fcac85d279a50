//! The tasks of a card: decode and intercept, play; `leak.rs` has what is read from the agent's own clues, `predict.rs` and
//! `believe.rs` those about others' knowledge.

use std::path::Path;

use overhear_agents::registry::Spec;
use overhear_bots::protocol::RoleName;
use overhear_bots::{BotFaultCounts, Usage};
use overhear_engine::rules::Rules;
use serde_json::{Value, json};

use super::BenchOutput;
use super::adaptation::Adaptation;
use super::context::{Bench, GIVERS};
use super::halves::{PlayedHalf, games, games_per_part};
use super::number::{BenchNumber, Sums, bits, one_if, rounded};
use super::{believe, predict};
use crate::bot_requests::failures;
use crate::error::LabError;
use crate::eval::decode_file;

/// Questions and cost of a task.
#[derive(Clone, Debug)]
pub(super) struct Cost {
    pub(super) task: &'static str,
    pub(super) questions: u64,
    pub(super) usage: Usage,
}

/// A task with its name.
type Task<'a> = (&'static str, fn(&Bench<'a>, BenchOutput<'_>) -> Result<(), LabError>);

impl<'a> Bench<'a> {
    /// Runs all tasks.
    pub(super) fn run(
        &self,
        clues: Option<&Path>,
        measures: &mut Vec<BenchNumber>,
        items: &mut Vec<Value>,
        costs: &mut Vec<Cost>,
    ) -> Result<(), LabError> {
        let tasks: [Task<'a>; 6] = [
            ("decode and intercept", Bench::read),
            ("leak", Bench::leak),
            ("play", Bench::play),
            ("predict", Bench::predict),
            ("believe", Bench::believe),
            ("talk", Bench::talk),
        ];
        let mut before = self.counts();
        for (task, run) in tasks {
            if task == "talk" && !self.talks(&self.spec)? {
                continue;
            }
            self.watch.check_stop()?;
            self.watch.note(&[format!("{task} …")]);
            run(self, (measures, items))?;
            before = self.cost(task, &before, costs);
        }
        if let Some(file) = clues {
            self.decode_file(file, measures)?;
            self.cost("recorded clues", &before, costs);
        }
        self.validity(measures);
        Ok(())
    }

    pub(super) fn counts(&self) -> BotFaultCounts {
        self.bots.counts_of(&self.spec)
    }

    /// Adds the questions and the cost since `before`. Returns the present counts.
    pub(super) fn cost(
        &self,
        task: &'static str,
        before: &BotFaultCounts,
        costs: &mut Vec<Cost>,
    ) -> BotFaultCounts {
        let now = self.counts();
        let (old, new) = (before.used, now.used);
        costs.push(Cost {
            task,
            questions: now.different - before.different,
            usage: Usage {
                requests: new.requests - old.requests,
                prompt_tokens: new.prompt_tokens - old.prompt_tokens,
                completion_tokens: new.completion_tokens - old.completion_tokens,
                seconds: new.seconds - old.seconds,
                cost: new.cost - old.cost,
            },
        });
        now
    }

    /// Has the players decode and intercept clues of built-in agents.
    ///
    /// No token ends a game here, so every player gets the same clues for the same codes.
    pub(super) fn read(&self, (measures, items): BenchOutput<'_>) -> Result<(), LabError> {
        let share = games_per_part(self.games, GIVERS.len());
        for (player, spec) in self.players()? {
            let [_, guesser] = Bench::parts(&spec);
            let mut sums: [Sums; 4] = Default::default();
            let mut counts = [0; 2];
            for (place, giver) in (0..).zip(GIVERS) {
                let agents =
                    [self.agent(&format!("{giver}/{guesser}"))?, self.agent(&format!("{giver}/bayes"))?];
                let seed = self.seed_of_part(place);
                let found = games((&self.words.world, &self.all_rounds), &agents, seed, share, self.watch)?;
                for half in found.iter().flat_map(|game| &game.halves) {
                    let Some((task, right, told)) = reading(half) else { continue };
                    // Deals of the three givers are different ones.
                    let deal = half.deal * GIVERS.len() as u64 + place;
                    sums[2 * task].add(deal, one_if(right), 1.0);
                    sums[2 * task + 1].add(deal, bits(told), 1.0);
                    counts[task] += 1;
                    if self.is_subject(&player) {
                        items.push(self.item(["decode", "intercept"][task], giver, half, right, told));
                    }
                }
            }
            let [decoded, decode_bits, intercepted, intercept_bits] = sums;
            measures.extend([
                BenchNumber::new("decode", &player, "accuracy", decoded.share(), counts[0]),
                BenchNumber::new("decode", &player, "bits", decode_bits.bits(), counts[0]),
                BenchNumber::new("intercept", &player, "accuracy", intercepted.share(), counts[1]),
                BenchNumber::new("intercept", &player, "bits", intercept_bits.bits(), counts[1]),
            ]);
        }
        Ok(())
    }

    /// Plays whole games against the opponents of the card, by the official rules.
    pub(super) fn play(&self, (measures, _): BenchOutput<'_>) -> Result<(), LabError> {
        let share = games_per_part(self.games, self.opponents.len());
        for (player, spec) in self.players()? {
            let [giver, guesser] = Bench::parts(&spec);
            let (mut all, mut count) = (Sums::default(), 0);
            let mut adaptation = Adaptation::new(&self.words.world, &self.rules);
            for (place, opponent) in (0..).zip(&self.opponents) {
                let agents = [self.agent(&format!("{giver}/{guesser}"))?, self.built(opponent)?];
                let seed = self.seed_of_part(place);
                let found = games((&self.words.world, &self.rules), &agents, seed, share, self.watch)?;
                let mut one = Sums::default();
                for game in &found {
                    let deal = game.deal * self.opponents.len() as u64 + place;
                    one.add(game.deal, game.points, 1.0);
                    all.add(deal, game.points, 1.0);
                    adaptation.add(deal, game);
                }
                count += found.len() as u64;
                let name = format!("score against `{}`", opponent.label);
                measures.push(BenchNumber::new("play", &player, name, one.share(), found.len() as u64));
            }
            measures.push(BenchNumber::new("play", &player, "score against all", all.share(), count));
            adaptation.report(&player, measures);
        }
        Ok(())
    }

    fn decode_file(&self, file: &Path, measures: &mut Vec<BenchNumber>) -> Result<(), LabError> {
        let others = [self.registry.parse("random/uniform")?, self.registry.parse("margin/bayes")?];
        let labels = [self.spec.label.as_str(), "floor: `uniform`", "reference: `bayes`"];
        for (label, spec) in labels.into_iter().zip([&self.spec].into_iter().chain(&others)) {
            self.watch.check_stop()?;
            let (found, rows) = decode_file(
                file,
                spec,
                (self.words, self.is_deck_known),
                self.bots,
                self.seed.0,
                self.watch,
            )?;
            measures.push(BenchNumber::new("recorded clues", label, "accuracy", found, rows));
        }
        Ok(())
    }

    /// Adds the five kinds of failures as shares of the questions. A built-in agent has none.
    pub(super) fn validity(&self, measures: &mut Vec<BenchNumber>) {
        let counts = self.counts();
        for (kind, count) in failures(&counts) {
            measures.push(BenchNumber::share("validity", &self.spec.label, kind, count, counts.questions));
        }
    }

    pub(super) fn item(&self, task: &str, giver: &str, half: &PlayedHalf, right: bool, told: f64) -> Value {
        json!({
            "task": task, "game": half.game, "round": half.half.round, "giver": giver,
            "clues": self.texts(&half.half), "code": half.half.code.number(), "right": right,
            "p_true": rounded(told), "bits": rounded(bits(told)),
        })
    }

    /// Returns the maximal number of questions to the agent, without clues that are asked for again.
    pub(super) fn most_questions(&self) -> u64 {
        let [giver, guesser] = Bench::parts(&self.spec);
        let reader = self.registry.parse(&format!("margin/{guesser}"));
        let clued = self.registry.parse(&format!("{giver}/bayes"));
        let all_of = |parts: usize| parts as u64 * games_per_part(self.games, parts);
        let tasks = [
            (reader.as_ref().ok(), all_of(GIVERS.len()), &self.all_rounds),
            (clued.as_ref().ok(), all_of(1), &self.all_rounds),
            (Some(&self.spec), all_of(self.opponents.len()), &self.rules),
        ];
        let most = |(spec, games, rules): (Option<&Spec>, u64, &Rules)| {
            spec.map_or(0, |spec| self.bots.most_questions(&[(spec, games)], rules, 0))
        };
        let asked: u64 = tasks.into_iter().map(most).sum();
        let others = [
            (RoleName::Predict, predict::most_questions(self.games, self.rules.round_limit.into())),
            (RoleName::Believe, believe::most_questions(self.games)),
        ];
        let others = others.into_iter().filter(|(role, _)| self.bots.has_role(&self.spec, *role));
        asked + others.map(|(_, questions)| questions).sum::<u64>() + self.most_talk_questions()
    }
}

/// Returns the task of the first agent in a half (0: decode, 1: intercept), whether its guess was right, and the probability that it
/// gave to the true code.
fn reading(half: &PlayedHalf) -> Option<(usize, bool, f64)> {
    if half.is_own {
        return Some((0, half.half.understood(), half.beliefs.guess.into()));
    }
    Some((1, half.half.intercepted(), half.beliefs.interception?.into()))
}
