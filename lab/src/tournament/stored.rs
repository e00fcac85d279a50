//! The configuration of a run, from the manifest that it has left.

use std::path::PathBuf;

use overhear_agents::registry::Registry;
use overhear_engine::table::Seed;

use super::manifest::{Configuration, Manifest};
use crate::bots::{BotEntry, Bots};
use crate::error::LabError;
use crate::setup::{
    ASSOCIATIONS, AgentEntry, AssociationFile, BUILT_IN, BotOrder, Build, Language, OTHER, OtherSpace, Plan,
    Player, PlayersConfig, RuleSet, SourceEntry, VOCABULARY, WORDS, WordFiles, Words, schedule,
};
use crate::store::Stored;
use crate::watch::Watch;

/// The run whose result it is, with the words that it was played with. Its games are numbered with those of void deals.
pub(crate) fn stored_plan(result: &Stored, registry: &Registry, watch: &Watch) -> Result<Plan, LabError> {
    let manifest = Manifest::of(result)?;
    let path = result.manifest_path();
    let name = path.display();
    let build = &manifest.imprint.build;
    if !build.is_own() {
        let own = Build::own();
        watch.note(&[format!("warning: {name} was written by another build, {build}; this is {own}")]);
    }
    plan_of(&name.to_string(), manifest, registry)
}

/// The run that a manifest of this name says was played.
pub(super) fn plan_of(name: &str, manifest: Manifest, registry: &Registry) -> Result<Plan, LabError> {
    let Configuration { agents, bots, gauntlet, guests, rules, language, .. } = manifest.configuration;
    for (guest, version) in registry.versions() {
        if let Some(stored) = guests.get(guest).filter(|stored| *stored != version) {
            let message = format_args!("made with `{guest}` of version {stored}; this is version {version}");
            return Err(LabError::content(name, message));
        }
    }
    let switches = rules.switches.checked().map_err(|error| LabError::content(name, error))?;
    let words = words(name, language, &manifest.data)?;
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
    let deals = manifest.deals.saturating_add(manifest.void_deals.unwrap_or_default());
    let games = deals.saturating_mul(games_of_a_deal);
    Ok(Plan {
        schedule: schedule(&players, gauntlet.as_deref(), games)?,
        players,
        rules: RuleSet { name: rules.name, set: rules.set, switches },
        words,
        language,
        seed: Seed(manifest.imprint.seed),
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
fn words(manifest: &str, lang: Language, data: &[SourceEntry]) -> Result<Words, LabError> {
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
    Ok(words)
}
