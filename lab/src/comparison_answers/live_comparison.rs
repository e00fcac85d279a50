//! A comparison of two rule sets in parts: a page asks, shows the first games, and refines the answer.
//!
//! Parts are integers that merge, so their order does not change the answer. The answer equals that of
//! [`compare`](crate::compare()) on the same games.

use std::ops::Range;

use overhear_agents::registry::Registry;
use overhear_engine::arena::{GameNumber, Schedule};
use overhear_engine::rules::{Ending, Players, Rules};
use serde::{Deserialize, Serialize};

use super::live_answer::{AnswerContext, LiveAnswer};
use crate::error::LabError;
use crate::experiment::{ExperimentSetup, Population, PopulationConfig, RANGE_NAME, check_margins};
use crate::paired::{
    CompareRulesConfig, EndingKind, MARGIN, MARGIN_ROUNDS, MatchupCounts, Measure, PairedRun, PlayPlan,
};
use crate::replay::Replay;
use crate::run_control::{RunControl, StopHandle};
use crate::setup::{Language, RuleSet, RulesSpec, RunningBots, Words, ranges};
use crate::tournament::Plan;

/// A request for a comparison: two rule sets and the agents that play them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ComparisonRequest {
    /// Rule set A: a name, optionally with switches as in `official,round_limit=6`.
    pub a: RulesSpec,
    /// Rule set B, in the format of `a`.
    pub b: RulesSpec,
    /// Agents as `[LABEL=]SPEC`. A single agent meets itself; several meet each other.
    pub agents: Vec<String>,
    /// Seed of the run.
    pub seed: u64,
    /// Games of each rule set, counted from the first.
    pub games: u64,
    /// Equivalence margin, in games or points of 100.
    pub margin: f64,
    /// Equivalence margin of the mean length, in rounds.
    pub margin_rounds: f64,
}

impl Default for ComparisonRequest {
    fn default() -> ComparisonRequest {
        ComparisonRequest {
            a: "official".into(),
            b: "official".into(),
            agents: vec!["human".to_owned()],
            seed: 1,
            games: 10_000,
            margin: MARGIN,
            margin_rounds: MARGIN_ROUNDS,
        }
    }
}

impl ComparisonRequest {
    /// Returns the configuration of this comparison at all standard matchups, with `games` games at each and the built-in words of a
    /// language.
    pub fn at_tables(&self, games: u64, registry: &Registry, lang: Language) -> CompareRulesConfig {
        let tables = vec![RANGE_NAME.to_owned()];
        let population = PopulationConfig::of_page(&[], self.seed, (registry, lang));
        let population = PopulationConfig { tables, ..population };
        CompareRulesConfig {
            a: self.a.clone(),
            b: self.b.clone(),
            games: Some(games),
            margin: Some(self.margin),
            margin_rounds: Some(self.margin_rounds),
            population,
            ..CompareRulesConfig::default()
        }
    }
}

/// A validated [`ComparisonRequest`] with its players, ready to play.
#[derive(Debug)]
pub struct LiveComparison {
    question: ComparisonRequest,
    sets: [RuleSet; 2],
    lab: ExperimentSetup,
    run: PairedRun,
}

impl LiveComparison {
    /// Checks the request and builds the players from the registry.
    ///
    /// # Errors
    /// Returns an error for rules, agents or numbers that make no sense.
    pub fn new(
        question: &ComparisonRequest,
        words: &Words,
        registry: &Registry,
    ) -> Result<LiveComparison, LabError> {
        check(question)?;
        let sets = [two_teams(&question.a)?, two_teams(&question.b)?];
        let language = words.world.deck().language();
        let population = PopulationConfig::of_page(&question.agents, question.seed, (registry, language));
        let lab = ExperimentSetup::with_words(&population, question.games, false, || Ok(words.clone()))?;
        sets.iter().try_for_each(|set| set.check(&lab.words))?;
        let two = lab.populations[0].lineup.players.len() == 2;
        let plan = PlayPlan::of_rules(sets.iter().map(|set| *set.switches));
        let margins = [Some(question.margin), Some(question.margin_rounds)];
        let run = PairedRun::of_pair(plan, Measure::of_rules(two), margins);
        Ok(LiveComparison { question: question.clone(), sets, lab, run })
    }

    /// Returns the request.
    pub fn question(&self) -> &ComparisonRequest {
        &self.question
    }

    /// Returns the language of the words.
    pub fn language(&self) -> Language {
        self.lab.language
    }

    /// Returns the schedule of the agents.
    pub fn schedule(&self) -> &Schedule {
        &self.matchup().lineup.schedule
    }

    /// Returns the number of times that each deal is played: 1 if the players cannot tell the rules apart.
    pub fn plays(&self) -> u64 {
        self.run.plan.count()
    }

    /// Returns the names of the agents.
    pub fn labels(&self) -> Vec<&str> {
        self.lab.populations[0].labels()
    }

    /// Plays these deals, up to the last requested game.
    ///
    /// # Errors
    /// Returns an error if an agent fails.
    pub fn play(&self, deals: Range<u64>) -> Result<MatchupCounts, LabError> {
        self.play_until(deals, &StopHandle::default())
    }

    /// Plays these deals as [`play`](LiveComparison::play) does, unless `stop` is requested.
    ///
    /// # Errors
    /// Returns an error if an agent fails, or on a stop: an unfinished part has no counts.
    pub fn play_until(&self, deals: Range<u64>, stop: &StopHandle) -> Result<MatchupCounts, LabError> {
        let population = &self.lab.populations[0];
        let deals = deals.start..deals.end.min(population.lineup.schedule.deals());
        let watch = RunControl { stop: stop.clone(), ..RunControl::default() };
        self.run.counts_of_deals(&[&self.lab], deals, &watch)
    }

    /// Returns the answer from merged counts.
    ///
    /// # Errors
    /// Returns an error if the counts belong to another request.
    pub fn answer(&self, tally: &MatchupCounts) -> Result<LiveAnswer, LabError> {
        let context = AnswerContext {
            run: &self.run,
            matchup: self.matchup(),
            sets: &self.sets,
            departures: &self.departures(),
            margin: self.question.margin / 100.0,
        };
        LiveAnswer::new(&context, tally)
    }

    /// Returns one game under rule set A or B, as note sheets.
    ///
    /// # Errors
    /// Returns an error for a number beyond the last game.
    pub fn game(&self, of_b: bool, number: u64) -> Result<Replay, LabError> {
        let plan = self.plan(of_b);
        let arena = self.lab.arena(&self.lab.populations[0], self.rules(of_b))?;
        crate::replay::replay_game(&plan, &arena, GameNumber(number))
    }

    /// Returns the first game from this number on that was decided on this step, or without one came to the tiebreaker, of so
    /// many that are looked at.
    ///
    /// # Errors
    /// Returns an error if the rules do not suit the deck, and on a stop.
    pub fn next_tied(
        &self,
        of_b: bool,
        (from, most): (u64, u64),
        decided_by: Option<EndingKind>,
        stop: &StopHandle,
    ) -> Result<Option<u64>, LabError> {
        let arena = self.lab.arena(&self.lab.populations[0], self.rules(of_b))?;
        let mut games = from..arena.schedule().games().min(from.saturating_add(most));
        let number = games.find(|&number| {
            if stop.is_asked() {
                return true;
            }
            let game = arena.replay_with_fault(GameNumber(number));
            game.is_some_and(|(game, _)| is_decided_by(game.ending, decided_by))
        });
        if stop.is_asked() { Err(LabError::interrupted("interrupted")) } else { Ok(number) }
    }

    /// Returns rule set A or B.
    pub fn rules(&self, of_b: bool) -> Rules {
        *self.sets[usize::from(of_b)].switches
    }

    /// Returns the switches in which rule set B departs from A, such as `round_limit=6`.
    pub fn departures(&self) -> Vec<String> {
        let [a, b] = &self.sets;
        b.departures().into_iter().filter(|one| !a.departures().contains(one)).collect()
    }

    fn plan(&self, of_b: bool) -> Plan {
        let population = &self.lab.populations[0];
        Plan {
            lineup: population.lineup.clone(),
            rules: self.sets[usize::from(of_b)].clone(),
            words: self.lab.words.clone(),
            language: self.lab.language,
            seed: self.lab.seed,
            asked: self.question.games,
            answer_limit: None,
            discuss: 0,
            sprt: None,
            bots: RunningBots::default(),
        }
    }

    /// Returns the matchup.
    fn matchup(&self) -> &Population {
        &self.lab.populations[0]
    }
}

/// Returns `true` if a game was decided on this step; without one, if it came to the tiebreaker.
fn is_decided_by(ending: Ending, decided_by: Option<EndingKind>) -> bool {
    match decided_by {
        None => ending.tie_condition.is_some(),
        Some(kind) => EndingKind::from_ending(ending) == kind,
    }
}

/// Checks the numbers of a request.
fn check(question: &ComparisonRequest) -> Result<(), LabError> {
    check_margins(Some(question.margin), Some(question.margin_rounds))?;
    ranges::PAGE_GAMES.check(question.games).map(drop)
}

/// Returns the rule set of a known name. A page reads no files.
fn two_teams(rules: &RulesSpec) -> Result<RuleSet, LabError> {
    let name = rules.name();
    if !overhear_engine::rules::RULE_SETS.iter().any(|set| set.name == name) {
        return Err(LabError::usage(format_args!("unknown rules `{name}`")));
    }
    let set = rules.read()?;
    match set.switches.players {
        Players::TwoTeams => Ok(set),
        Players::Three => {
            Err(LabError::content(rules, "these rules are not for two teams; choose rules for two teams"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paired::compare;
    use crate::setup::PlayersConfig;
    use crate::table::Frame;

    fn words() -> Words {
        Words::built_in().expect("the words are tested")
    }

    fn question(agents: &[&str], b: &str) -> ComparisonRequest {
        let agents = agents.iter().map(|&agent| agent.to_owned()).collect();
        ComparisonRequest { agents, b: b.into(), games: 400, seed: 3, ..ComparisonRequest::default() }
    }

    fn rows(question: &ComparisonRequest) -> Frame {
        let players = PlayersConfig { agent: question.agents.clone(), ..PlayersConfig::default() };
        let population =
            PopulationConfig { seed: Some(question.seed), players, ..PopulationConfig::default() };
        let (a, b, games) = (question.a.clone(), question.b.clone(), Some(question.games));
        let config = CompareRulesConfig { a, b, games, population, ..CompareRulesConfig::default() };
        compare(&config, &RunControl::default()).expect("it is played").frame()
    }

    #[test]
    fn parts_in_any_order_say_what_the_whole_comparison_says() {
        let words = words();
        for (agents, b) in [
            (&["nearest"][..], "official,round_limit=6"),
            (&["nearest", "margin"], "official,tiebreak=shared,miscommunication_points=-2"),
        ] {
            let question = question(agents, b);
            let comparison =
                LiveComparison::new(&question, &words, &Registry::standard()).expect("it makes sense");
            let deals = comparison.schedule().deals();
            let play = |deals| comparison.play(deals).expect("no faults");
            let mut tally = play(deals / 3..deals);
            tally.merge(&play(0..deals / 3));
            assert_eq!(tally, play(0..deals));
            let answer = comparison.answer(&tally).expect("its own tally");
            let csv = rows(&question).to_csv();
            let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
            let column = |name: &str| lines[0].iter().position(|c| *c == name).expect("a column");
            assert_eq!(lines.len() - 1, answer.findings.len(), "a row for each measure");
            for finding in &answer.findings {
                // Rules with a comma are quoted: the columns behind them are counted from the end.
                let row = lines[1..].iter().find(|row| row[0] == finding.measure.name()).expect("a row");
                let of = |name: &str| row[row.len() - (lines[0].len() - column(name))];
                let number = |name: &str| of(name).parse::<f64>().expect("a number");
                let near = |name: &str, value: f64| {
                    assert!(
                        (number(name) - value).abs() < 1e-6,
                        "{}: {name}: {value}",
                        finding.measure.name()
                    );
                };
                near("value_a", finding.a.value);
                near("value_b", finding.b.value);
                near("difference", finding.difference.value);
                near("difference_low", finding.difference.low);
                near("difference_high", finding.difference.high);
                let verdict = match of("verdict") {
                    // The tests do not know what the rules cannot change.
                    _ if finding.sentence.contains("cannot change") => "no difference that matters",
                    "different" if finding.difference.value > 0.0 => "clearly more",
                    "different" => "clearly less",
                    "undecided" => "not known yet",
                    _ => "no difference that matters",
                };
                assert_eq!(finding.verdict.words(), verdict, "{}", finding.measure.name());
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let words = words();
        let refused = |question: &ComparisonRequest| {
            LiveComparison::new(question, &words, &Registry::standard()).expect_err("no sense").to_string()
        };
        assert!(refused(&question(&["nearest"], "offical")).contains("offical"));
        assert!(refused(&question(&["nearest"], "./rules.toml")).contains("unknown rules"));
        assert!(refused(&question(&["nearest"], "official,round_limit=99")).contains("round_limit"));
        assert!(refused(&question(&["nearest"], "three-player")).contains("two teams"));
        assert!(refused(&question(&["nobody"], "short")).contains("nobody"));
        assert!(refused(&ComparisonRequest { games: 0, ..ComparisonRequest::default() }).contains("games"));
        assert!(
            refused(&ComparisonRequest { margin: 0.0, ..ComparisonRequest::default() }).contains("margin")
        );
    }

    #[test]
    fn a_tied_game_is_found_and_read() {
        let comparison =
            LiveComparison::new(&question(&["nearest"], "short"), &words(), &Registry::standard())
                .expect("it makes sense");
        let tied = comparison
            .next_tied(true, (0, 400), None, &StopHandle::default())
            .expect("sound rules")
            .expect("one of four hundred");
        let sheets = comparison.game(true, tied).expect("a game");
        assert!(sheets.ending.door != "none" && sheets.rounds <= 6);
        assert_eq!(
            comparison.next_tied(true, (0, tied), None, &StopHandle::default()).expect("sound rules"),
            None,
            "it is the first"
        );
        for step in EndingKind::ALL {
            let tied_there = comparison.next_tied(true, (0, 400), Some(step), &StopHandle::default());
            if let Some(number) = tied_there.expect("sound rules") {
                let sheets = comparison.game(true, number).expect("a game");
                assert_eq!(sheets.ending.door == "none", step == EndingKind::Tokens, "{}", step.name());
                assert!(step == EndingKind::Tokens || number >= tied, "{}", step.name());
            }
        }
        assert_eq!(comparison.departures(), ["round_limit = 6"]);
        assert!(comparison.game(true, 400).is_err());
    }
}
