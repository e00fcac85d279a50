//! A card and its files.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use super::BenchConfig;
use super::context::Bench;
use super::leak;
use super::number::BenchNumber;
use super::published;
use super::tasks::Cost;
use crate::setup::Field;
use crate::table::{Cell, Frame, NamedRow, counted, fixed, grouped, json};

/// The tasks in the order of the card.
const TASKS: [&str; 13] = [
    "decode",
    "intercept",
    "recorded clues",
    "leak",
    "stated risk",
    "play",
    "adaptation",
    "predict",
    "believe",
    "talk",
    "team",
    "interceptor",
    "validity",
];

/// Origin of a card: agent, suite and words.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CardHeader {
    suite: String,
    seed: u64,
    games: u64,
    /// The opponents of whole games, if they are not the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<Field>,
    agent: String,
    spec: String,
    /// Fingerprint of the bot, if it names one.
    fingerprint: Option<String>,
    deck: String,
    program: &'static str,
}

impl CardHeader {
    pub(super) fn new(config: &BenchConfig, bench: &Bench<'_>) -> CardHeader {
        CardHeader {
            suite: config.suite.clone(),
            seed: bench.seed.0,
            games: config.games,
            field: config.field,
            agent: bench.spec.label.clone(),
            spec: bench.spec.to_string(),
            fingerprint: bench.bots.fingerprint(&bench.spec),
            deck: bench.words.world.deck().language().code().to_owned(),
            program: concat!("overhear ", env!("CARGO_PKG_VERSION")),
        }
    }
}

/// Measures of an agent, by task.
#[derive(Clone, Debug)]
pub struct BenchCard {
    header: CardHeader,
    measures: Vec<BenchNumber>,
    items: Vec<Value>,
    cost: String,
    row: String,
}

impl BenchCard {
    pub(super) fn new(
        header: CardHeader,
        mut measures: Vec<BenchNumber>,
        items: Vec<Value>,
        costs: &[Cost],
        row: String,
    ) -> BenchCard {
        measures.sort_by_key(|measure| TASKS.iter().position(|task| *task == measure.task));
        BenchCard { header, measures, items, cost: cost_csv(costs), row }
    }

    /// Returns the content of `card.json`.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Card<'a> {
            #[serde(flatten)]
            header: &'a CardHeader,
            measures: &'a [BenchNumber],
        }
        json(&Card { header: &self.header, measures: &self.measures })
    }

    /// Returns the content of `card.csv`: a row for each measure.
    pub fn frame(&self) -> Frame {
        let mut frame = Frame::new("card.csv");
        self.measures.iter().for_each(|measure| measure.fill(&mut frame));
        frame
    }

    /// Returns how often the agent is right in each task, beside the floor and the reference, as sentences.
    pub fn findings(&self) -> Vec<String> {
        let tasks = [("decode", "decodes"), ("intercept", "intercepts")];
        let accuracies = tasks.iter().filter_map(|(task, verb)| self.accuracy(task, verb));
        let roles = [("team", "the team"), ("interceptor", "the Interceptor")];
        let turns = roles.iter().filter_map(|(task, role)| self.turns(task, role));
        accuracies.chain(self.exploitability()).chain(turns).collect()
    }

    /// Returns how often the best guesser finds the agent's codes, beside `bayes`.
    fn exploitability(&self) -> Option<String> {
        let (best, bayes) = (self.own("leak", leak::BY_BEST)?, self.own("leak", leak::BY_BAYES)?);
        Some(format!(
            "Against the clues of “{}”, the best of the guessers tried finds {} of 100 codes{}; `bayes` finds {}.",
            best.player,
            percent(best.value?),
            interval(best),
            percent(bayes.value?)
        ))
    }

    /// Returns how long the games of a role of the suite `decrypto-benchmark` last, and how often codes are intercepted.
    fn turns(&self, task: &str, role: &str) -> Option<String> {
        let (turns, taken) = (self.own(task, published::TURNS)?, self.own(task, published::INTERCEPTIONS)?);
        Some(format!(
            "“{}” as {role}: {} turns a game ({} to {}), {} interceptions a turn ({} to {}).",
            turns.player,
            fixed(turns.value?, 2),
            fixed(turns.low?, 2),
            fixed(turns.high?, 2),
            fixed(taken.value?, 3),
            fixed(taken.low?, 3),
            fixed(taken.high?, 3)
        ))
    }

    /// Returns the agent's own row of a measure.
    fn own(&self, task: &str, what: &str) -> Option<&BenchNumber> {
        // The agent's rows come before those of the floor and the reference.
        self.measures.iter().find(|row| row.task == task && row.what == what)
    }

    fn accuracy(&self, task: &str, verb: &str) -> Option<String> {
        let mut rows = self.measures.iter().filter(|row| row.task == task && row.what == "accuracy");
        let [own, floor, reference] = [rows.next()?, rows.next()?, rows.next()?];
        Some(format!(
            "“{}” {verb} {} of 100 codes from clues of built-in agents{}; the floor {}, `margin` {}.",
            own.player,
            percent(own.value?),
            interval(own),
            percent(floor.value?),
            percent(reference.value?)
        ))
    }

    /// Returns the content of `cost.csv`: a row for each task.
    pub fn cost(&self) -> &str {
        &self.cost
    }

    /// Returns the content of `items.jsonl`: a line for each item of the agent.
    pub fn items(&self) -> String {
        self.items.iter().fold(String::new(), |lines, item| lines + &item.to_string() + "\n")
    }

    /// Returns the content of `card.md`: a table for each task.
    pub fn markdown(&self) -> String {
        let CardHeader { suite, seed, games, field, agent, fingerprint, .. } = &self.header;
        let mut page = format!(
            "# `{agent}` on {suite}\n\nSeed {seed}, {} a task; 95 % intervals, clustered by deal.\n",
            counted(*games, "game")
        );
        if let Some(fingerprint) = fingerprint {
            let _ = writeln!(page, "Answers depend on `{fingerprint}`.");
        }
        if let Some(field) = field {
            let _ = writeln!(page, "Whole games are played against the agents of `{}`.", field.name());
        }
        let mut task = "";
        for measure in &self.measures {
            if measure.task != task {
                task = measure.task;
                let _ = write!(
                    page,
                    "\n## {task}\n\n| player | measure | value | 95 % | items |\n| --- | --- | ---: | --- | ---: |\n"
                );
            }
            let ends = measure.low.zip(measure.high);
            let ends =
                ends.map_or(String::new(), |(low, high)| format!("{} to {}", fixed(low, 3), fixed(high, 3)));
            let BenchNumber { player, what, value, items, .. } = measure;
            let value = value.map_or("–".to_owned(), |value| fixed(value, 3));
            let _ = writeln!(page, "| {player} | {what} | {value} | {ends} | {} |", grouped(*items));
        }
        page
    }

    /// Returns the content of `leaderboard.jsonl`: the card in one line.
    pub fn row(&self) -> &str {
        &self.row
    }

    /// Returns the files but for the manifest.
    pub(super) fn files(&self) -> Vec<(String, Vec<u8>)> {
        let files = [
            ("card.md", self.markdown()),
            ("items.jsonl", self.items()),
            ("cost.csv", self.cost.clone()),
            ("card.csv", self.frame().to_csv()),
            ("card.json", self.to_json()),
            ("leaderboard.jsonl", self.row.clone()),
        ];
        files.map(|(name, text)| (name.to_owned(), text.into_bytes())).into()
    }
}

/// Returns the interval of a share in brackets, in percent; nothing if there is none.
fn interval(measure: &BenchNumber) -> String {
    let ends = measure.low.zip(measure.high);
    ends.map_or(String::new(), |(low, high)| format!(" ({} to {})", percent(low), percent(high)))
}

fn percent(share: f64) -> String {
    fixed(100.0 * share, 1)
}

fn cost_csv(costs: &[Cost]) -> String {
    let mut frame = Frame::new("cost.csv");
    for Cost { task, questions, usage } in costs {
        NamedRow::new(&mut frame)
            .put("task", task)
            .put("questions", questions)
            .put("requests", usage.requests)
            .put("prompt_tokens", usage.prompt_tokens)
            .put("completion_tokens", usage.completion_tokens)
            .put("seconds", Cell::Number(Some(usage.seconds), 3))
            .put("cost", usage.cost)
            .end();
    }
    frame.to_csv()
}
