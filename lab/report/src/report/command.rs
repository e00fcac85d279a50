//! The command that repeats a result, rebuilt from its manifest. Flags, environment, files and shards all
//! lead to the same command.

use overhear_agents::registry::Spec;
use overhear_engine::rules::RULE_SETS;

use super::run_manifest::RunManifest;
use overhear_lab::TournamentConfig;
use overhear_lab::command_line::CommandLine;
use overhear_lab::error::LabError;
use overhear_lab::experiment::{self, BalanceConfig, GroupBy, PopulationEntry};
use overhear_lab::measurement::MeasurementManifest;
use overhear_lab::setup::{
    AgentEntry, DataFile, DataRole, Language, ManifestHeader, RulesEntry, WordFiles, departures, rules,
};
use overhear_lab::store::MANIFEST;
use overhear_lab::tournament::{self, SprtSetting, TestEntry};

/// Output directory in the command.
const OUT: &str = "result";

/// Returns the beginning of every command.
fn begun(header: &ManifestHeader, games: u64, rules: &RulesEntry) -> Result<CommandLine, LabError> {
    let mut line = CommandLine::new(&header.command);
    line.flag("games", &games.to_string());
    line.flag("seed", &header.seed.to_string());
    flags_of(rules)?.iter().for_each(|(flag, value)| line.flag(flag, value));
    Ok(line)
}

/// Returns the shell command; its output directory is `result`.
pub(super) fn command(played: &RunManifest) -> Result<String, LabError> {
    match played {
        RunManifest::Tournament(manifest) => tournament(manifest),
        RunManifest::Rules(manifest) => balance(manifest),
        RunManifest::Measurement(manifest) => Ok(measurement(manifest)),
    }
}

fn measurement(manifest: &MeasurementManifest) -> String {
    let mut line = CommandLine::new(&manifest.header.command);
    manifest.arguments.iter().for_each(|word| line.word(word));
    line.flag("out", OUT);
    line.end()
}

fn tournament(manifest: &tournament::TournamentManifest) -> Result<String, LabError> {
    let tournament::TournamentSettings {
        games,
        agents,
        field: _,
        bots,
        gauntlet,
        discuss,
        external_agent_versions: _,
        team_size: _,
        rules,
        language,
        log,
        log_format,
        running,
        answer_limit,
        on_fault,
        max_fault_rate,
        sprt,
    } = &manifest.configuration;
    let mut line = begun(&manifest.header, *games, rules)?;
    line.flag("lang", language.code());
    bots.iter().for_each(|bot| line.bot(&bot.name, &bot.command));
    agents.iter().for_each(|agent| line.flag("agent", &agent_word(agent)));
    add_word_files(&mut line, *language, &manifest.data);
    let settings = TournamentConfig {
        gauntlet: gauntlet.clone(),
        discuss: *discuss,
        log: *log,
        log_format: *log_format,
        running: *running,
        answer_limit: *answer_limit,
        on_fault: *on_fault,
        max_fault_rate: *max_fault_rate,
        ..TournamentConfig::default()
    };
    line.unusual(&settings, &["log", "log_format", "running", "gauntlet", "discuss"]);
    line.unusual(&settings, &["answer_limit", "on_fault", "max_fault_rate"]);
    // The setting leaves out what is usual of a test; here all of it stands.
    let test = sprt.as_ref().map(TestEntry::setting).transpose();
    let test = test.map_err(|error| LabError::content(MANIFEST, error))?;
    line.given("sprt", test.map(SprtSetting::to_text));
    line.flag("out", OUT);
    Ok(line.end())
}

/// Returns the beginning of a comparison of two rule sets.
fn compared(header: &ManifestHeader, games: u64, sets: [&RulesEntry; 2]) -> Result<CommandLine, LabError> {
    let mut line = CommandLine::new(&header.command);
    for rules in sets {
        let flags = flags_of(rules)?.into_iter();
        let (sizes, parts): (Vec<_>, Vec<_>) = flags.partition(|(flag, _)| *flag == "team-size");
        let size = sizes.into_iter().map(|(_, size)| format!("team_size={size}"));
        line.word(&parts.into_iter().map(|(_, part)| part).chain(size).collect::<Vec<_>>().join(","));
    }
    line.flag("games", &games.to_string());
    line.flag("seed", &header.seed.to_string());
    Ok(line)
}

fn balance(manifest: &experiment::ExperimentManifest) -> Result<String, LabError> {
    let experiment::ExperimentSettings {
        games,
        bots,
        external_agent_versions: _,
        team_size: _,
        rules,
        language,
        sweep,
        margin,
        margin_rounds,
        by,
        tables,
        minutes,
        rules_b,
        measure,
        until,
    } = &manifest.configuration;
    let games = games / (tables.len() as u64).max(1);
    let mut line = match rules_b {
        None => begun(&manifest.header, games, rules)?,
        Some(rules_b) => compared(&manifest.header, games, [rules, rules_b])?,
    };
    measure.iter().for_each(|measure| line.flag("measure", measure));
    if *until {
        line.switch("until");
    }
    sweep.iter().for_each(|axis| line.flag("sweep", axis));
    line.given("by", by.map(GroupBy::name));
    line.given("margin", *margin);
    line.given("margin-rounds", *margin_rounds);
    line.flag("lang", language.code());
    let assumed = BalanceConfig { minutes: minutes.unwrap_or_default(), ..BalanceConfig::default() };
    line.unusual(&assumed, &["minutes"]);
    bots.iter().for_each(|bot| line.bot(&bot.name, &bot.command));
    let populations = &manifest.populations;
    populations.iter().take(tables.len()).for_each(|table| line.flag("tables", &matchup_word(table)));
    if let [only] = &populations[..]
        && tables.is_empty()
    {
        only.agents.iter().for_each(|agent| line.flag("agent", &agent_word(agent)));
    }
    add_word_files(&mut line, *language, &manifest.data);
    line.flag("out", OUT);
    Ok(line.end())
}

/// Returns a matchup as `SPEC+SPEC`.
fn matchup_word(table: &PopulationEntry) -> String {
    table.agents.iter().map(agent_word).collect::<Vec<_>>().join("+")
}

/// Returns the word that names the agent with its label: `LABEL=SPEC`, or a SPEC alone if the label is
/// one, which the program numbers again as before.
fn agent_word(agent: &AgentEntry) -> String {
    let whole = format!("{}={}", agent.label, agent.spec);
    let unnumbered = agent.label.rsplit_once('-').map_or(agent.label.as_str(), |(base, _)| base);
    if Spec::parse(&whole).is_ok_and(|spec| spec.label == agent.label) {
        return whole;
    }
    [agent.label.as_str(), unnumbered]
        .into_iter()
        .find(|text| Spec::parse(text).is_ok_and(|spec| spec.to_string() == agent.spec))
        .map_or(whole, str::to_owned)
}

/// Adds the flags of the files of words that the run read.
fn add_word_files(line: &mut CommandLine, language: Language, data: &[DataFile]) {
    let keys = ["space", "deck", "vocabulary", "other_space", "associations"];
    line.unusual(&WordFiles::of_run(language, data), &keys);
    line.given("deck-b", data.iter().find(|file| file.role == DataRole::DeckB).map(|file| &file.place));
}

/// Returns the flags for these rules: as given if no file is involved, otherwise switch by switch.
fn flags_of(played: &RulesEntry) -> Result<Vec<(&'static str, String)>, LabError> {
    let RulesEntry { name, set, switches } = played;
    let named = RULE_SETS.iter().any(|rules| rules.name == name);
    let base = if named { rules(name, set)? } else { rules("official", &[])? };
    let mut flags = vec![("rules", base.name.clone())];
    flags.extend(base.set.iter().map(|setting| ("set", setting.clone())));
    if *base.switches == *switches {
        return Ok(flags);
    }
    let sized = base.clone().with_team_size(Some(switches.white_team));
    if let Some(sized) = sized.ok().filter(|sized| *sized.switches == *switches) {
        flags.extend(sized.team_size().map(|size| ("team-size", size.to_string())));
        return Ok(flags);
    }
    let turned = departures(switches).into_iter();
    let turned = turned.map(|switch| ("set", switch.replace(" = ", "=").replace('"', "")));
    Ok([("rules", "official".to_owned())].into_iter().chain(turned).collect())
}

#[cfg(test)]
mod tests {
    use overhear_engine::game::Seed;
    use serde_json::{Value, json};

    use super::*;
    use overhear_lab::setup::RuleSet;

    /// Returns the manifest of a tournament with these rules, and other keys of its configuration.
    fn manifest(
        rules: &RuleSet,
        agents: &Value,
        more: &Value,
    ) -> serde_json::Result<tournament::TournamentManifest> {
        let mut configuration = json!({
            "games": 10, "team_size": null, "language": "en", "log": "none", "log_format": "csv",
            "on_fault": "forfeit", "max_fault_rate": 0.01, "rules": RulesEntry::new(rules), "agents": agents,
        });
        let entries = configuration.as_object_mut().expect("an object");
        entries.extend(more.as_object().expect("an object").clone());
        let mut manifest = json!(ManifestHeader::new("tournament", true, Seed(7), 10));
        let more = json!({
            "pairs": 5, "deals": 5, "configuration": configuration,
            "ratings": {"scale": "", "basis": "", "lack_of_fit": null, "freedom": 0, "p_value": null},
            "data": [
                {"role": "space", "file": "built-in space-en.bin"}, {"role": "deck", "file": "my deck.csv"},
                {"role": "space wiki", "file": "glove.txt"},
                {"role": "space ours", "file": "built-in space-en.bin"},
            ],
        });
        manifest.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        serde_json::from_value(manifest)
    }

    /// Returns the command of such a tournament.
    fn command_text(rules: &RuleSet, agents: &Value, more: &Value) -> String {
        let manifest = manifest(rules, agents, more).expect("a manifest");
        let line = tournament(&manifest).unwrap_or_else(|failure| panic!("{}", failure.to_string()));
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
        let line = command_text(&official(&["round_limit=5", "black_team=3"]), &agents, &more);
        for part in [
            "sim-cli tournament --games 10 --seed 7 --rules official --set round_limit=5 --set black_team=3 --lang en",
            "--agent a b=margin/bayes",
            "--deck my deck.csv --other-space wiki=glove.txt --other-space ours=built-in --log halves",
            "--running 5 --gauntlet a --answer-limit 50 --on-fault void --max-fault-rate 1",
            "--sprt elo0=0,elo1=5,alpha=0.05,beta=0.1,model=logistic --out result",
        ] {
            assert!(line.contains(part), "{part}: {line}");
        }
    }

    #[test]
    fn rules_from_a_file_are_said_switch_by_switch_and_team_sizes_as_they_came() {
        let none = serde_json::json!([]);
        let nothing = serde_json::json!({});
        let file = RuleSet { name: "my.toml".to_owned(), ..official(&["round_limit=5", "repeat=lemma"]) };
        let line = command_text(&file, &none, &nothing);
        assert!(line.contains("--rules official --set round_limit=5 --set repeat=lemma --lang"), "{line}");
        let big = official(&[]).with_team_size(Some(4)).unwrap_or_else(|f| panic!("{}", f.to_string()));
        let line = command_text(&big, &none, &nothing);
        assert!(line.contains("--rules official --team-size 4 --lang"), "{line}");
        let three = rules("three-player", &[]).unwrap_or_else(|f| panic!("{}", f.to_string()));
        let line = command_text(&three, &none, &nothing);
        assert!(line.contains("--rules three-player --lang"), "{line}");
    }

    #[test]
    fn agents_get_the_labels_that_they_had() {
        let spec = |text: &str| Spec::parse(text).expect("a SPEC").to_string();
        let word =
            |label: &str, text: &str| agent_word(&AgentEntry { label: label.to_owned(), spec: spec(text) });
        assert_eq!(word("margin", "margin"), format!("margin={}", spec("margin")));
        assert_eq!(word("margin-2", "margin"), format!("margin-2={}", spec("margin")));
        assert_eq!(word("margin:top=32", "margin:top=32"), "margin:top=32");
        assert_eq!(word("margin:top=32-2", "margin:top=32"), "margin:top=32");
    }

    #[test]
    fn a_key_that_nobody_would_say_is_a_failure() {
        let command = manifest(&official(&[]), &json!([]), &json!({"new": 1}));
        assert!(command.is_err_and(|error| error.to_string().contains("`new`")));
    }
}
