//! JSON API behind the page, in a browser as WebAssembly and in `sim-cli serve`.
//!
//! Requests are independent, so any instance can answer any request: `{"ask":"world"}`,
//! `{"ask":"plan","question":{…}}`, `{"ask":"play","question":{…},"first":0,"end":500}`,
//! `{"ask":"answer","question":{…},"tally":{…}}`, `{"ask":"tables","question":{…}}`,
//! `{"ask":"game","question":{…},"rules":"b","game":7,"tied":true}`. The reply is `{"ok":…}` or
//! `{"error":"…"}`. Tallies are integers that merge by list index and map key.

mod choices;
mod command;
mod numbers;

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::LabError;
use crate::paired::{ComparisonRequest, LiveComparison, MatchupCounts, compare};
use crate::run_control::{RunControl, StopHandle};
use crate::setup::Words;
pub use crate::wording::{switch_name, value_name};
pub use choices::{PageChoices, world};

/// Number of games searched for a tied game.
const SEARCH: u64 = 1000;

/// Maximum number of deals that a request plays, as the next request waits for it.
const MOST_DEALS: u64 = 100_000;

/// Games of each standard matchup; small, as the user waits.
const TABLE_GAMES: u64 = 500;

/// A request of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum PageRequest {
    /// The choices that the page offers.
    World,
    /// The plan of a comparison.
    Plan { question: ComparisonRequest },
    /// Deals to play.
    Play { question: ComparisonRequest, first: u64, end: u64 },
    /// The answer from merged counts.
    Answer { question: ComparisonRequest, tally: Value },
    /// The answer at all standard matchups.
    Tables { question: ComparisonRequest },
    /// A game as note sheets; with `tied`, the next tied game from there on.
    Game {
        question: ComparisonRequest,
        rules: Arm,
        game: u64,
        #[serde(default)]
        tied: bool,
    },
}

/// Rule set A or B.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Arm {
    A,
    B,
}

/// The plan of a comparison.
#[derive(Debug, Serialize)]
struct PlannedAnswer {
    deals: u64,
    games: u64,
    games_of_a_deal: u64,
    plays: u64,
    agents: Vec<String>,
    departures: Vec<String>,
    command: String,
}

/// Answers requests. Caches the words and the players of the last comparison.
#[derive(Debug, Default)]
pub struct PageApi {
    registry: Registry,
    words: Option<Words>,
    comparison: Option<LiveComparison>,
}

impl PageApi {
    /// Returns an API with these agents.
    pub fn new(registry: &Registry) -> PageApi {
        PageApi { registry: registry.clone(), ..PageApi::default() }
    }

    /// Answers a request.
    pub fn ask(&mut self, request: &str) -> String {
        self.ask_until(request, &StopHandle::default())
    }

    /// Answers a request, or returns an error early when `stop` is requested.
    pub fn ask_until(&mut self, request: &str, stop: &StopHandle) -> String {
        let answer = read(request).and_then(|request| self.answer(request, stop));
        match answer {
            Ok(value) => json!({ "ok": value }),
            Err(error) => json!({ "error": error.to_string() }),
        }
        .to_string()
    }

    fn answer(&mut self, request: PageRequest, stop: &StopHandle) -> Result<Value, LabError> {
        match request {
            PageRequest::World => {
                let registry = self.registry.clone();
                value(&world(self.words()?, &registry))
            }
            PageRequest::Plan { question } => value(&planned(self.comparison(&question)?)),
            PageRequest::Play { question, first, end } => {
                let end = end.min(first.saturating_add(MOST_DEALS));
                value(&self.comparison(&question)?.play_until(first..end.max(first), stop)?)
            }
            PageRequest::Answer { question, tally } => {
                let tally: MatchupCounts = serde_json::from_value(tally)
                    .map_err(|error| LabError::usage(format_args!("these are no sums: {error}")))?;
                value(&self.comparison(&question)?.answer(&tally)?)
            }
            PageRequest::Tables { question } => self.at_tables(&question, stop),
            PageRequest::Game { question, rules, game, tied } => {
                self.game(&question, matches!(rules, Arm::B), (game, tied), stop)
            }
        }
    }

    fn game(
        &mut self,
        question: &ComparisonRequest,
        of_b: bool,
        (game, tied): (u64, bool),
        stop: &StopHandle,
    ) -> Result<Value, LabError> {
        let comparison = self.comparison(question)?;
        let none = || {
            let message = format_args!("no tied game among the {SEARCH} games from {game} on");
            LabError::content("game", message)
        };
        let number =
            if tied { comparison.next_tied(of_b, game, SEARCH, stop)?.ok_or_else(none)? } else { game };
        let sheets = comparison.game(of_b, number)?;
        Ok(json!({ "sheets": value(&sheets)?, "command": command::replay(comparison, of_b, number) }))
    }

    /// Plays a few games at each standard matchup, and answers as `rules compare --tables range` does.
    fn at_tables(&mut self, question: &ComparisonRequest, stop: &StopHandle) -> Result<Value, LabError> {
        self.comparison(question)?;
        let watch = RunControl { stop: stop.clone(), ..RunControl::default() };
        let found = compare(&question.at_tables(TABLE_GAMES, &self.registry), &watch)?;
        let command = command::tables(question, TABLE_GAMES);
        Ok(json!({ "sentences": found.sentences, "games": TABLE_GAMES, "command": command }))
    }

    /// Returns the words, loading them at first use.
    fn words(&mut self) -> Result<&Words, LabError> {
        if self.words.is_none() {
            self.words = Some(Words::built_in()?);
        }
        Ok(self.words.as_ref().expect("they are read"))
    }

    /// Returns the players of a comparison, building them at first use.
    fn comparison(&mut self, question: &ComparisonRequest) -> Result<&LiveComparison, LabError> {
        if self.comparison.as_ref().is_none_or(|comparison| comparison.question() != question) {
            let registry = self.registry.clone();
            let comparison = LiveComparison::new(question, self.words()?, &registry)?;
            self.comparison = Some(comparison);
        }
        Ok(self.comparison.as_ref().expect("they are seated"))
    }
}

/// Parses a request.
fn read(request: &str) -> Result<PageRequest, LabError> {
    let not_one = |error| LabError::usage(format_args!("not a request: {error}"));
    let request: Value = serde_json::from_str(request).map_err(not_one)?;
    numbers::check(&request)?;
    serde_json::from_value(request).map_err(not_one)
}

fn planned(comparison: &LiveComparison) -> PlannedAnswer {
    let schedule = comparison.schedule();
    PlannedAnswer {
        deals: schedule.deals(),
        games: schedule.games(),
        games_of_a_deal: schedule.games_of_a_deal(),
        plays: comparison.plays(),
        agents: comparison.labels().into_iter().map(str::to_owned).collect(),
        departures: comparison.departures(),
        command: command::compare(comparison.question()),
    }
}

fn value(content: &impl Serialize) -> Result<Value, LabError> {
    serde_json::to_value(content).map_err(LabError::runtime)
}

#[cfg(test)]
mod tests {
    use overhear_agents::registry::Preset;

    use super::*;

    fn ask(desk: &mut PageApi, request: &Value) -> Value {
        serde_json::from_str(&desk.ask(&request.to_string())).expect("an answer is JSON")
    }

    #[test]
    fn a_question_is_planned_played_in_parts_and_answered() {
        let mut desk = PageApi::default();
        let question =
            json!({ "b": "official,round_limit=5", "agents": ["nearest"], "games": 90, "seed": 2 });
        let plan = ask(&mut desk, &json!({ "ask": "plan", "question": question }));
        assert_eq!((&plan["ok"]["deals"], &plan["ok"]["plays"]), (&json!(90), &json!(2)));
        let played = |desk: &mut PageApi, first: u64, end: u64| {
            ask(desk, &json!({ "ask": "play", "question": question, "first": first, "end": end }))["ok"]
                .clone()
        };
        let (mut one, two) = (played(&mut desk, 0, 30), played(&mut desk, 30, 900));
        assert_eq!(two["deals"], json!(60), "no further than the question goes");
        let mut tally: MatchupCounts = serde_json::from_value(one.take()).expect("a tally");
        tally.merge(&serde_json::from_value(two).expect("a tally"));
        let answer = ask(&mut desk, &json!({ "ask": "answer", "question": question, "tally": tally }));
        assert_eq!(answer["ok"]["games"], json!(90));
        let counts = answer["ok"]["lengths"].as_array().expect("lengths");
        let games: u64 = counts.iter().map(|share| share["count_b"].as_u64().expect("a count")).sum();
        assert_eq!((games, &counts[5]["count_b"]), (90, &json!(0)), "nobody plays a sixth round");
    }

    #[test]
    fn an_agent_that_breaks_down_is_named_and_its_game_is_shown_up_to_there() {
        let mut desk = PageApi::default();
        let question =
            json!({ "b": "short", "agents": ["faulty:panic=0.5/uniform"], "games": 20, "seed": 2 });
        let played = ask(&mut desk, &json!({ "ask": "play", "question": question, "first": 0, "end": 20 }));
        let error = played["error"].as_str().expect("it breaks down");
        assert!(error.contains("` broke down in game 0: a breakdown was asked for"), "{error}");
        let request = json!({ "ask": "game", "question": question, "rules": "a", "game": 0, "tied": false });
        let sheets = &ask(&mut desk, &request)["ok"]["sheets"];
        assert_eq!((&sheets["ending"]["step"], sheets["breakdown"].is_string()), (&json!("forfeit"), true));
    }

    #[test]
    fn a_game_is_read_and_the_command_prints_the_same_one() {
        let mut desk = PageApi::default();
        let question = json!({ "agents": ["nearest"], "b": "short", "games": 90 });
        let game = ask(&mut desk, &json!({ "ask": "game", "question": question, "rules": "b", "game": 4 }));
        assert_eq!(game["ok"]["sheets"]["game"], json!(4));
        assert_eq!(
            game["ok"]["command"],
            json!("sim-cli replay --game 8 --seed 1 --agent nearest --agent nearest --rules short")
        );
    }

    #[test]
    fn tables_answer_in_the_words_of_the_command_that_is_named() {
        let question = ComparisonRequest { b: "short".into(), ..ComparisonRequest::default() };
        let config = question.at_tables(TABLE_GAMES, &Registry::standard());
        assert_eq!((config.population.tables, config.population.seed), (vec!["range".to_owned()], Some(1)));
        assert_eq!(
            command::tables(&question, TABLE_GAMES),
            "sim-cli rules compare official short --tables range --games 500 --seed 1 --margin 0.5 --margin-rounds 0.25"
        );
        let refused = ask(&mut PageApi::default(), &json!({ "ask": "tables", "question": { "b": "shrot" } }));
        assert!(refused["error"].as_str().is_some_and(|error| error.contains("shrot")), "{refused}");
    }

    #[test]
    fn an_agent_that_somebody_adds_can_be_chosen_and_asked_for() {
        let nearer = Preset {
            name: "nearer",
            alias: None,
            ..*Registry::standard().preset("nearest").expect("a preset")
        };
        let registry = Registry::standard().with_preset(nearer);
        let asked = |desk: &mut PageApi| {
            let world = ask(desk, &json!({ "ask": "world" }));
            let agents = world["ok"]["agents"].as_array().expect("agents");
            let question = json!({ "agents": ["nearer"], "games": 4 });
            let plan = ask(desk, &json!({ "ask": "plan", "question": question }));
            (agents.iter().any(|agent| agent["spec"] == "nearer"), plan["ok"]["agents"].clone())
        };
        assert_eq!(asked(&mut PageApi::new(&registry)), (true, json!(["nearer"])));
        assert_eq!(asked(&mut PageApi::default()), (false, Value::Null));
    }

    #[test]
    fn a_number_that_is_of_no_use_is_named() {
        let mut desk = PageApi::default();
        for (question, said) in [
            (json!({ "seed": -1 }), "seed -1: takes whole numbers from 0 to 18446744073709551615"),
            (json!({ "seed": 1.5 }), "seed 1.5: takes whole numbers"),
            (json!({ "games": "many" }), "games \"many\": takes whole numbers"),
            (json!({ "margin": "wide" }), "margin \"wide\": takes a number"),
            (json!({ "margin_rounds": -1 }), "margin-rounds -1: "),
            (json!({ "margin_rounds": [] }), "margin-rounds []: takes a number"),
        ] {
            let error = ask(&mut desk, &json!({ "ask": "plan", "question": question }))["error"].clone();
            assert!(error.as_str().is_some_and(|error| error.starts_with(said)), "{error}");
        }
        let beyond = json!({ "ask": "game", "question": {}, "rules": "a", "game": -3 });
        assert!(
            ask(&mut desk, &beyond)["error"]
                .as_str()
                .is_some_and(|error| error.starts_with("game -3: takes"))
        );
    }

    #[test]
    fn a_bad_request_is_an_error_and_no_panic() {
        let mut desk = PageApi::default();
        for request in [
            "",
            "{}",
            "[1]",
            r#"{"ask":"nothing"}"#,
            r#"{"ask":"plan","question":{"a":"../secret.toml"}}"#,
            r#"{"ask":"plan","question":{"agents":["nobody"]}}"#,
            r#"{"ask":"plan","question":{"gaems":1}}"#,
        ] {
            let said: Value = serde_json::from_str(&desk.ask(request)).expect("an answer is JSON");
            assert!(said["error"].as_str().is_some_and(|error| !error.is_empty()), "{request}: {said}");
        }
    }
}
