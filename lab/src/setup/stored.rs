//! The configuration of a run, from the manifest that it has left.

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use overhear_engine::table::Seed;
use serde::Deserialize;

use super::{
    ASSOCIATIONS, AgentEntry, AssociationFile, BUILT_IN, BotOrder, Build, Language, OTHER, OtherSpace, Plan,
    Player, PlayersConfig, RuleSet, RulesEntry, SourceEntry, VOCABULARY, WORDS, WordFiles, Words, schedule,
};
use crate::bots::{BotEntry, Bots};
use crate::error::LabError;
use crate::store::Stored;
use crate::watch::Watch;

#[derive(Deserialize)]
struct Manifest {
    seed: u64,
    deals: u64,
    #[serde(default)]
    void_deals: u64,
    configuration: Configuration,
    data: Vec<SourceEntry>,
}

#[derive(Deserialize)]
struct Configuration {
    agents: Vec<AgentEntry>,
    #[serde(default)]
    bots: Vec<BotEntry>,
    gauntlet: Option<String>,
    rules: RulesEntry,
    language: String,
}

/// The run whose result it is, with the words that it was played with. Its games are numbered with those of void deals.
pub(crate) fn stored_plan(result: &Stored, registry: &Registry, watch: &Watch) -> Result<Plan, LabError> {
    let path = result.manifest_path();
    let name = path.display();
    let build = Build::deserialize(&result.manifest["build"]);
    let build = build.map_err(|error| LabError::content(&name, error))?;
    if !build.is_own() {
        let own = Build::own();
        watch.note(&[format!("warning: {name} was written by another build, {build}; this is {own}")]);
    }
    plan_of(&name.to_string(), &result.manifest, registry)
}

/// The run that a manifest of this name says was played.
pub(crate) fn plan_of(
    name: &str,
    manifest: &serde_json::Value,
    registry: &Registry,
) -> Result<Plan, LabError> {
    let manifest = Manifest::deserialize(manifest).map_err(|error| LabError::content(name, error))?;
    let Configuration { agents, bots, gauntlet, rules, language } = manifest.configuration;
    let switches = rules.switches.checked().map_err(|error| LabError::content(name, error))?;
    let (words, language) = words(name, &language, &manifest.data)?;
    let config = PlayersConfig {
        bots: bots.into_iter().map(ordered).collect(),
        registry: registry.clone(),
        ..PlayersConfig::default()
    };
    let (bots, config) = Bots::start(&config, &words, &switches)?;
    let player =
        |agent: &AgentEntry| Player::stored(&config.registry, &agent.label, &agent.spec, name.to_string());
    let players = agents.iter().map(player).collect::<Result<Vec<_>, _>>()?;
    switches.check_deck(words.world.deck()).map_err(|error| LabError::content(name, error))?;
    let games_of_a_deal = schedule(&players, gauntlet.as_deref(), 1)?.games_of_a_deal();
    let games = manifest.deals.saturating_add(manifest.void_deals).saturating_mul(games_of_a_deal);
    Ok(Plan {
        schedule: schedule(&players, gauntlet.as_deref(), games)?,
        players,
        rules: RuleSet { name: rules.name, set: rules.set, rules: switches },
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
fn ordered(bot: BotEntry) -> BotOrder {
    BotOrder {
        options: bot.options,
        unknown_clue: bot.unknown_clue,
        ..BotOrder::command(&bot.name, bot.command)
    }
}

/// The same words, or a failure: with others the games would be others.
fn words(manifest: &str, language: &str, data: &[SourceEntry]) -> Result<(Words, &'static str), LabError> {
    let lang = Language::named(language).ok_or_else(|| {
        LabError::content(manifest, format_args!("key `language`: `{language}` is none of en, fr, it, sv"))
    })?;
    let path =
        |source: &SourceEntry| (!source.file.starts_with(BUILT_IN)).then(|| PathBuf::from(&source.file));
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
    let clues = data.iter().find(|source| source.role == VOCABULARY);
    let vocabulary = clues.and_then(|source| source.file.strip_suffix(WORDS)?.parse().ok());
    let files =
        WordFiles { space: file("space"), deck: file("deck"), lang, other_space, associations, vocabulary };
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
