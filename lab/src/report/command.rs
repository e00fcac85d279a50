//! The command that plays the games of a result again, from what its manifest says was understood: it does not matter
//! whether that came from flags, the environment, a file, or shards.

use std::collections::BTreeMap;

use overhear_agents::registry::Spec;
use overhear_engine::rules::RULE_SETS;
use serde::Deserialize;
use serde_json::Value;

use crate::balance::Minutes;
use crate::bots::BotEntry;
use crate::error::LabError;
use crate::setup::{
    ASSOCIATIONS, AgentEntry, BUILT_IN, OTHER, RulesEntry, SourceEntry, VOCABULARY, WORDS, departures, rules,
};
use crate::store::MANIFEST;
use crate::table::quoted;

/// What of a manifest decides the games.
#[derive(Deserialize)]
struct Played {
    command: String,
    seed: u64,
    configuration: Configuration,
    #[serde(default)]
    populations: Vec<Population>,
    data: Vec<SourceEntry>,
}

/// Every key of a configuration: one that is not known here would be missing from the command.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Configuration {
    games: u64,
    #[serde(default)]
    agents: Vec<AgentEntry>,
    #[serde(default)]
    bots: Vec<BotEntry>,
    /// It follows from the switches of the rules.
    #[serde(rename = "team_size")]
    _team_size: Option<u8>,
    rules: RulesEntry,
    language: String,
    log: Option<String>,
    log_format: Option<String>,
    running: Option<u64>,
    gauntlet: Option<String>,
    answer_limit: Option<u64>,
    on_fault: Option<String>,
    max_fault_rate: Option<f64>,
    sprt: Option<BTreeMap<String, Value>>,
    #[serde(default)]
    sweep: Vec<String>,
    margin: Option<f64>,
    margin_rounds: Option<f64>,
    by: Option<String>,
    #[serde(default)]
    tables: Vec<String>,
    minutes: Option<Minutes>,
}

#[derive(Deserialize)]
struct Population {
    agents: Vec<AgentEntry>,
}

/// The words of a command, flag by flag.
struct Words(Vec<String>);

impl Words {
    fn flag(&mut self, name: &str, value: &str) {
        self.0.extend([format!("--{name}"), quoted(value)]);
    }

    /// A flag whose value is not the one that it has when nothing is said.
    fn unusual<T: ToString>(&mut self, name: &str, value: Option<T>, usual: &str) {
        if let Some(text) = value.map(|value| value.to_string()).filter(|text| text != usual) {
            self.flag(name, &text);
        }
    }
}

/// The command as a shell takes it; the result goes into the directory `result`.
pub(super) fn command(manifest: &Value) -> Result<String, LabError> {
    let played = Played::deserialize(manifest).map_err(|error| LabError::content(MANIFEST, error))?;
    let Played { command, seed, configuration, populations, data } = played;
    let mut words = Words(vec!["sim-cli".to_owned(), command]);
    let tables = configuration.tables.len() as u64;
    words.flag("games", &(configuration.games / tables.max(1)).to_string());
    words.flag("seed", &seed.to_string());
    for (flag, value) in flags_of(&configuration.rules)? {
        words.flag(flag, &value);
    }
    configuration.sweep.iter().for_each(|axis| words.flag("sweep", axis));
    words.unusual("by", configuration.by, "");
    words.unusual("margin", configuration.margin, "");
    words.unusual("margin-rounds", configuration.margin_rounds, "");
    words.flag("lang", &configuration.language);
    words.unusual("minutes", configuration.minutes, &Minutes::default().to_string());
    populations.iter().take(tables as usize).for_each(|table| words.flag("tables", &table.word()));
    let unlisted = populations.len() > 1 || tables > 0;
    let listed = populations.iter().filter(|_| !unlisted).flat_map(|population| &population.agents);
    configuration.bots.iter().for_each(|bot| words.flag("bot", &bot.word()));
    configuration.agents.iter().chain(listed).for_each(|agent| words.flag("agent", &agent.word()));
    data.iter().for_each(|file| file.say(&mut words));
    words.unusual("log", configuration.log, "none");
    words.unusual("log-format", configuration.log_format, "csv");
    words.unusual("running", configuration.running, "");
    words.unusual("gauntlet", configuration.gauntlet, "");
    words.unusual("answer-limit", configuration.answer_limit, "");
    words.unusual("on-fault", configuration.on_fault, "forfeit");
    words.unusual("max-fault-rate", configuration.max_fault_rate, "0.01");
    words.unusual("sprt", configuration.sprt.as_ref().map(test), "");
    words.flag("out", "result");
    Ok(words.0.join(" "))
}

/// A sequential test as it is written on the command line.
fn test(entries: &BTreeMap<String, Value>) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let said = entries.iter().filter(|(key, _)| *key != "batch_pairs");
    said.map(|(key, value)| format!("{key}={}", text(value))).collect::<Vec<_>>().join(",")
}

impl BotEntry {
    /// NAME=COMMAND.
    fn word(&self) -> String {
        let command = self.command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        format!("{}={command}", self.name)
    }
}

impl Population {
    /// SPEC+SPEC.
    fn word(&self) -> String {
        self.agents.iter().map(AgentEntry::word).collect::<Vec<_>>().join("+")
    }
}

impl AgentEntry {
    /// What names the agent with this label: LABEL=SPEC, or where a label is a SPEC itself, the SPEC alone, which the
    /// program numbers as it did.
    fn word(&self) -> String {
        let whole = format!("{}={}", self.label, self.spec);
        let unnumbered = self.label.rsplit_once('-').map_or(self.label.as_str(), |(base, _)| base);
        let is_spec = |text: &&str| Spec::parse(text).is_ok_and(|spec| spec.to_string() == self.spec);
        if Spec::parse(&whole).is_ok_and(|spec| spec.label == self.label) {
            return whole;
        }
        [self.label.as_str(), unnumbered].into_iter().find(is_spec).map_or(whole, str::to_owned)
    }
}

impl SourceEntry {
    fn say(&self, words: &mut Words) {
        if let Some(name) = self.role.strip_prefix(ASSOCIATIONS) {
            return words.flag("associations", &format!("{name}={}", self.file));
        }
        let built_in = self.file.starts_with(BUILT_IN);
        match (self.role.as_str(), self.role.strip_prefix(OTHER)) {
            (_, Some(name)) if built_in => words.flag("other-space", &format!("{name}=built-in")),
            (_, Some(name)) => words.flag("other-space", &format!("{name}={}", self.file)),
            (VOCABULARY, None) => words.flag(VOCABULARY, self.file.trim_end_matches(WORDS)),
            ("deck b", None) => words.flag("deck-b", &self.file),
            ("space" | "deck", None) if !built_in => words.flag(&self.role, &self.file),
            _ => {}
        }
    }
}

/// The flags that come to these rules: as they were said, if that does not depend on a file, and else switch by switch.
fn flags_of(played: &RulesEntry) -> Result<Vec<(&'static str, String)>, LabError> {
    let RulesEntry { name, set, switches } = played;
    let named = RULE_SETS.iter().any(|rules| rules.name == name);
    let base = if named { rules(name, set)? } else { rules("official", &[])? };
    let mut flags = vec![("rules", base.name.clone())];
    flags.extend(base.set.iter().map(|setting| ("set", setting.clone())));
    if *base.rules == *switches {
        return Ok(flags);
    }
    let sized = base.clone().with_team_size(Some(switches.white_team));
    if let Some(sized) = sized.ok().filter(|sized| *sized.rules == *switches) {
        flags.extend(sized.team_size().map(|size| ("team-size", size.to_string())));
        return Ok(flags);
    }
    let turned = departures(switches).into_iter();
    let turned = turned.map(|switch| ("set", switch.replace(" = ", "=").replace('"', "")));
    Ok([("rules", "official".to_owned())].into_iter().chain(turned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::RuleSet;

    /// The command of a tournament by these rules, with other keys of its configuration.
    fn said(rules: &RuleSet, agents: &Value, more: &Value) -> String {
        let mut configuration = serde_json::json!({
            "games": 10, "team_size": null, "language": "en", "log": "none", "log_format": "csv",
            "on_fault": "forfeit", "max_fault_rate": 0.01, "rules": RulesEntry::new(rules), "agents": agents,
        });
        let entries = configuration.as_object_mut().expect("an object");
        entries.extend(more.as_object().expect("an object").clone());
        let data = serde_json::json!([
            {"role": "space", "file": "built-in space-en.bin"}, {"role": "deck", "file": "my deck.csv"},
            {"role": "space wiki", "file": "glove.txt"}, {"role": "space ours", "file": "built-in space-en.bin"},
        ]);
        let manifest = serde_json::json!({
            "command": "tournament", "seed": 7, "data": data, "configuration": configuration,
        });
        let line = command(&manifest).unwrap_or_else(|failure| panic!("{}", failure.to_string()));
        shlex::split(&line).expect("a shell takes it").join(" ")
    }

    fn official(set: &[&str]) -> RuleSet {
        let set: Vec<String> = set.iter().map(|setting| (*setting).to_owned()).collect();
        rules("official", &set).unwrap_or_else(|failure| panic!("{}", failure.to_string()))
    }

    #[test]
    fn everything_that_is_not_usual_is_said_and_quoted() {
        let agents = serde_json::json!([{"label": "a b", "spec": "margin/bayes"}]);
        let more = serde_json::json!({
            "on_fault": "void", "max_fault_rate": 1.0, "answer_limit": 50, "log": "halves", "running": 5, "gauntlet": "a",
            "sprt": {"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.1, "model": "logistic", "batch_pairs": 256},
        });
        let line = said(&official(&["round_limit=5", "black_team=3"]), &agents, &more);
        for part in [
            "sim-cli tournament --games 10 --seed 7 --rules official --set round_limit=5 --set black_team=3 --lang en",
            "--agent a b=margin/bayes",
            "--deck my deck.csv --other-space wiki=glove.txt --other-space ours=built-in --log halves",
            "--running 5 --gauntlet a --answer-limit 50 --on-fault void --max-fault-rate 1",
            "--sprt alpha=0.05,beta=0.1,elo0=0.0,elo1=5.0,model=logistic --out result",
        ] {
            assert!(line.contains(part), "{part}: {line}");
        }
    }

    #[test]
    fn rules_from_a_file_are_said_switch_by_switch_and_team_sizes_as_they_came() {
        let none = serde_json::json!([]);
        let nothing = serde_json::json!({});
        let file = RuleSet { name: "my.toml".to_owned(), ..official(&["round_limit=5", "repeat=lemma"]) };
        let line = said(&file, &none, &nothing);
        assert!(line.contains("--rules official --set round_limit=5 --set repeat=lemma --lang"), "{line}");
        let big = official(&[]).with_team_size(Some(4)).unwrap_or_else(|f| panic!("{}", f.to_string()));
        let line = said(&big, &none, &nothing);
        assert!(line.contains("--rules official --team-size 4 --lang"), "{line}");
        let three = rules("three-player", &[]).unwrap_or_else(|f| panic!("{}", f.to_string()));
        let line = said(&three, &none, &nothing);
        assert!(line.contains("--rules three-player --lang"), "{line}");
    }

    #[test]
    fn agents_get_the_labels_that_they_had() {
        let spec = |text: &str| Spec::parse(text).expect("a SPEC").to_string();
        let word = |label: &str, text: &str| AgentEntry { label: label.to_owned(), spec: spec(text) }.word();
        assert_eq!(word("margin", "margin"), format!("margin={}", spec("margin")));
        assert_eq!(word("margin-2", "margin"), format!("margin-2={}", spec("margin")));
        assert_eq!(word("margin:top=32", "margin:top=32"), "margin:top=32");
        assert_eq!(word("margin:top=32-2", "margin:top=32"), "margin:top=32");
    }

    #[test]
    fn a_key_that_nobody_would_say_is_a_failure() {
        let manifest = serde_json::json!({
            "command": "tournament", "seed": 7, "data": [],
            "configuration": {"games": 1, "language": "en", "rules": RulesEntry::new(&official(&[])), "new": 1}
        });
        assert!(command(&manifest).is_err_and(|failure| failure.to_string().contains("new")));
    }
}
