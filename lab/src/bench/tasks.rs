//! The tasks of a card: decode and intercept, play; `leak.rs` has what is read from the agent's own clues, `predict.rs` and
//! `believe.rs` those about others' knowledge.

use std::path::Path;

use overhear_bots::protocol::RoleName;
use overhear_bots::{BotFaultCounts, Usage};
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
                let played = games((&self.words.world, &self.all_rounds), &agents, seed, share, self.watch)?;
                for half in played.iter().flat_map(|game| &game.halves) {
                    let Some(Reading { task, is_right, p_true }) = Reading::of(half) else { continue };
                    // Deals of the three givers are different ones.
                    let deal = half.deal * GIVERS.len() as u64 + place;
                    sums[2 * task].add(deal, one_if(is_right), 1.0);
                    sums[2 * task + 1].add(deal, bits(p_true), 1.0);
                    counts[task] += 1;
                    if self.is_subject(&player) {
                        items.push(self.item(["decode", "intercept"][task], giver, half, is_right, p_true));
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
                let played = games((&self.words.world, &self.rules), &agents, seed, share, self.watch)?;
                let mut one = Sums::default();
                for game in &played {
                    let deal = game.deal * self.opponents.len() as u64 + place;
                    one.add(game.deal, game.points, 1.0);
                    all.add(deal, game.points, 1.0);
                    adaptation.add(deal, game);
                }
                count += played.len() as u64;
                let name = format!("score against `{}`", opponent.label);
                measures.push(BenchNumber::new("play", &player, name, one.share(), played.len() as u64));
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
            let (accuracy, rows) = decode_file(
                file,
                spec,
                (self.words, self.is_deck_known),
                self.bots,
                self.seed.0,
                self.watch,
            )?;
            measures.push(BenchNumber::new("recorded clues", label, "accuracy", accuracy, rows));
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

    pub(super) fn item(
        &self,
        task: &str,
        giver: &str,
        half: &PlayedHalf,
        is_right: bool,
        p_true: f64,
    ) -> Value {
        json!({
            "task": task, "game": half.game, "round": half.half.round, "giver": giver,
            "clues": self.texts(&half.half), "code": half.half.code.number(), "right": is_right,
            "p_true": rounded(p_true), "bits": rounded(bits(p_true)),
        })
    }

    /// Returns the maximal number of questions to the agent, without clues that are asked for again.
    pub(super) fn most_questions(&self) -> u64 {
        let [giver, guesser] = Bench::parts(&self.spec);
        let reader = self.registry.parse(&format!("margin/{guesser}"));
        let clued = self.registry.parse(&format!("{giver}/bayes"));
        let tasks = [
            (reader.as_ref().ok(), GIVERS.len(), &self.all_rounds),
            (clued.as_ref().ok(), 1, &self.all_rounds),
            (Some(&self.spec), self.opponents.len(), &self.rules),
        ];
        let in_games = tasks.into_iter().map(|(spec, parts, rules)| {
            let games = parts as u64 * games_per_part(self.games, parts);
            spec.map_or(0, |spec| self.bots.most_questions(&[(spec, games)], rules, 0))
        });
        let others = [
            (RoleName::Predict, predict::most_questions(self.games, self.rules.round_limit.into())),
            (RoleName::Believe, believe::most_questions(self.games)),
        ];
        let others = others.into_iter().filter(|(role, _)| self.bots.has_role(&self.spec, *role));
        in_games.sum::<u64>()
            + others.map(|(_, questions)| questions).sum::<u64>()
            + self.most_talk_questions()
    }
}

/// The guess of the first agent in a half.
struct Reading {
    /// 0: decode, 1: intercept.
    task: usize,
    is_right: bool,
    /// The probability that the agent gave to the true code.
    p_true: f64,
}

impl Reading {
    /// Returns the guess; `None` where the agent may not intercept.
    fn of(half: &PlayedHalf) -> Option<Reading> {
        let PlayedHalf { half, is_own, beliefs, .. } = half;
        if *is_own {
            return Some(Reading { task: 0, is_right: half.understood(), p_true: beliefs.guess.into() });
        }
        Some(Reading { task: 1, is_right: half.intercepted(), p_true: beliefs.interception?.into() })
    }
}
