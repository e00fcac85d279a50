//! The configuration of a run, from the manifest that it has left.

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use overhear_engine::arena::Schedule;
use overhear_engine::rules::Rules;
use overhear_engine::table::Seed;
use serde::Deserialize;

use crate::bots::Bots;
use crate::error::LabError;
use crate::setup::{
    ASSOCIATIONS, AssociationFile, BUILT_IN, BotOrder, Build, Language, OTHER, OtherSpace, Plan, Player,
    PlayersConfig, RuleSet, WordFiles, Words,
};
use crate::store::Stored;
use crate::watch::Watch;

#[derive(Deserialize)]
struct Manifest {
    seed: u64,
    build: Build,
    deals: u64,
    #[serde(default)]
    void_deals: u64,
    configuration: Configuration,
    data: Vec<Source>,
}

#[derive(Deserialize)]
struct Configuration {
    agents: Vec<AgentEntry>,
    #[serde(default)]
    bots: Vec<Bot>,
    rules: RulesEntry,
    language: String,
}

#[derive(Deserialize)]
struct Bot {
    name: String,
    command: Vec<String>,
    options: serde_json::Map<String, serde_json::Value>,
    unknown_clue: serde_json::Value,
}

#[derive(Deserialize)]
struct AgentEntry {
    label: String,
    spec: String,
}

#[derive(Deserialize)]
struct RulesEntry {
    name: String,
    set: Vec<String>,
    switches: Rules,
}

#[derive(Deserialize)]
struct Source {
    role: String,
    file: String,
    sha256: Option<String>,
}

/// The run whose result it is, with the words that it was played with. Its games are numbered with those of void deals.
pub(super) fn plan(result: &Stored, registry: &Registry, watch: &Watch) -> Result<Plan, LabError> {
    let path = result.manifest_path();
    let name = path.display();
    let manifest =
        Manifest::deserialize(&result.manifest).map_err(|error| LabError::content(&name, error))?;
    if !manifest.build.is_own() {
        let (theirs, own) = (&manifest.build, Build::own());
        watch.note(&[format!("warning: {name} was written by another build, {theirs}; this is {own}")]);
    }
    let Configuration { agents, bots, rules, language } = manifest.configuration;
    rules.switches.check().map_err(|error| LabError::content(&name, error))?;
    let (words, language) = words(&name.to_string(), &language, &manifest.data)?;
    let config = PlayersConfig {
        bots: bots.into_iter().map(ordered).collect(),
        registry: registry.clone(),
        ..PlayersConfig::default()
    };
    let (bots, config) = Bots::start(&config, &words, &rules.switches)?;
    let player =
        |agent: &AgentEntry| Player::stored(&config.registry, &agent.label, &agent.spec, name.to_string());
    let players = agents.iter().map(player).collect::<Result<Vec<_>, _>>()?;
    rules.switches.check_deck(words.world.deck()).map_err(|error| LabError::content(&name, error))?;
    let games_of_a_deal = Schedule::round_robin(players.len(), 1).games_of_a_deal();
    let games = manifest.deals.saturating_add(manifest.void_deals).saturating_mul(games_of_a_deal);
    Ok(Plan {
        schedule: Schedule::round_robin(players.len(), games),
        players,
        rules: RuleSet { name: rules.name, set: rules.set, rules: rules.switches },
        words,
        language,
        seed: Seed(manifest.seed),
        asked: games,
        answer_limit: None,
        sprt: None,
        bots,
    })
}

/// A bot as it was started for the run.
fn ordered(bot: Bot) -> BotOrder {
    BotOrder {
        options: bot.options,
        unknown_clue: serde_json::from_value(bot.unknown_clue).unwrap_or_default(),
        ..BotOrder::command(&bot.name, bot.command)
    }
}

/// The same words, or a failure: with others the games would be others.
fn words(manifest: &str, language: &str, data: &[Source]) -> Result<(Words, &'static str), LabError> {
    let lang = Language::named(language).ok_or_else(|| {
        LabError::content(manifest, format_args!("key `language`: `{language}` is none of en, fr, it, sv"))
    })?;
    let path = |source: &Source| (!source.file.starts_with(BUILT_IN)).then(|| PathBuf::from(&source.file));
    let file = |role: &str| data.iter().find(|source| source.role == role).and_then(path);
    let others = data.iter().filter_map(|source| {
        let name = source.role.strip_prefix(OTHER)?;
        Some(OtherSpace::new(name, path(source).as_deref()))
    });
    let other_space = others.collect();
    let stated = data.iter().filter_map(|source| {
        let name = source.role.strip_prefix(ASSOCIATIONS)?.to_owned();
        Some(AssociationFile { name, file: path(source)? })
    });
    let associations = stated.collect();
    let files = WordFiles { space: file("space"), deck: file("deck"), lang, other_space, associations };
    let words = Words::load(&files)?;
    for source in &words.sources {
        let stored = data.iter().find(|stored| stored.role == source.role);
        if stored.is_some_and(|stored| source.sha256() != stored.sha256) {
            return Err(LabError::content(
                source.name(),
                format_args!("not the {} that {manifest} was made with (its SHA-256 differs)", source.role),
            ));
        }
    }
    Ok((words, lang.code()))
}
