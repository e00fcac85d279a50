//! The plan of a finished run, rebuilt from its manifest.

use overhear_agents::registry::Registry;
use overhear_engine::game::Seed;

use super::manifest::{TournamentManifest, TournamentSettings};
use super::plan::Plan;
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::setup::{
    BotEntry, Build, DataFile, Language, Lineup, PlayersConfig, RosterEntry, RuleSet, RunningBots, WordFiles,
    Words,
};
use crate::store::StoredManifest;

/// Returns the plan of a stored result, with the words of the run. Game numbers count void deals.
///
/// # Errors
/// Returns an error for settings that make no plan any more: files that changed, an unknown agent.
pub fn stored_plan(
    result: &StoredManifest,
    registry: &Registry,
    watch: &RunControl,
) -> Result<Plan, LabError> {
    let manifest = TournamentManifest::from_stored(result)?;
    let path = result.manifest_path();
    let name = path.display();
    let build = &manifest.header.build;
    if !build.is_own() {
        let own = Build::own();
        watch.progress.warn(&format!("{name} was written by another build, {build}; this is {own}"));
    }
    plan_of(&name.to_string(), manifest, registry, watch)
}

/// Returns the plan that a manifest of this name describes.
pub(super) fn plan_of(
    name: &str,
    manifest: TournamentManifest,
    registry: &Registry,
    watch: &RunControl,
) -> Result<Plan, LabError> {
    let TournamentSettings {
        agents, bots, gauntlet, discuss, external_agent_versions, rules, language, ..
    } = manifest.configuration;
    for (agent, version) in registry.versions() {
        if let Some(stored) = external_agent_versions.get(agent).filter(|stored| *stored != version) {
            let message = format_args!("made with `{agent}` of version {stored}; this is version {version}");
            return Err(LabError::content(name, message));
        }
    }
    let switches = rules.switches.checked().map_err(|error| LabError::content(name, error))?;
    let mut words = words(name, language, &manifest.data)?;
    let config = PlayersConfig {
        bots: bots.iter().map(BotEntry::config).collect(),
        registry: registry.clone(),
        ..PlayersConfig::default()
    };
    let watch = &watch.with_stored_bots(name, bots);
    let (bots, config) = RunningBots::start(&config, &words, &switches, watch)?;
    let players = agents
        .iter()
        .map(|agent| RosterEntry::stored(&config.registry, &agent.label, &agent.spec, name.to_string()));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    words.add_files_of(players.iter().map(|player| &player.spec))?;
    same_files(name, &words, &manifest.data)?;
    switches.check_deck(words.world.deck()).map_err(|error| LabError::content(name, error))?;
    let shortest = Lineup::of_tournament(players, gauntlet.as_deref(), 1)?;
    let games_of_a_deal = shortest.schedule.games_of_a_deal();
    let deals = manifest.deals.saturating_add(manifest.void_deals.unwrap_or_default());
    let games = deals.saturating_mul(games_of_a_deal);
    Ok(Plan {
        lineup: Lineup::of_tournament(shortest.players, gauntlet.as_deref(), games)?,
        rules: RuleSet { name: rules.name, set: rules.set, switches },
        words,
        language,
        seed: Seed(manifest.header.seed),
        asked: games,
        answer_limit: None,
        discuss,
        sprt: None,
        bots,
    })
}

/// Returns the words of the run; an error if they have changed, because the games would change as well.
fn words(manifest: &str, lang: Language, data: &[DataFile]) -> Result<Words, LabError> {
    let words = Words::load(&WordFiles::of_run(lang, data))?;
    same_files(manifest, &words, data)?;
    Ok(words)
}

/// Checks that the files have the checksums of the manifest.
fn same_files(manifest: &str, words: &Words, data: &[DataFile]) -> Result<(), LabError> {
    for source in &words.sources {
        let stored = data.iter().find(|stored| stored.role == source.role);
        if stored.is_some_and(|stored| source.sha256 != stored.sha256) {
            return Err(LabError::content(
                &source.place,
                format_args!("not the {} that {manifest} was made with (its SHA-256 differs)", source.role),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use overhear_agents::kind::PrepareError;
    use overhear_agents::registry::ExternalAgent;

    use super::*;
    use crate::tests::between;
    use crate::tournament::tournament;

    #[test]
    fn an_agent_of_another_version_is_refused_under_the_name_of_the_manifest() {
        let played =
            tournament(between(&["nearest", "random"], 1), &RunControl::default()).expect("it plays");
        let mut manifest: TournamentManifest = serde_json::from_str(&played.to_json()).expect("a manifest");
        manifest.configuration.external_agent_versions.insert("visitor".to_owned(), "1".to_owned());
        let visitor = ExternalAgent {
            name: "visitor".to_owned(),
            summary: "plays elsewhere".to_owned(),
            version: Some("2".to_owned()),
            params: Vec::new(),
            associates: false,
            seat: Box::new(|_, _| Err(PrepareError("it does not play".to_owned()))),
        };
        let registry = Registry::standard().with_external(visitor).expect("the name is free");
        let plan = plan_of("run/manifest.json", manifest, &registry, &RunControl::default());
        assert_eq!(
            plan.err().map(|error| error.to_string()).as_deref(),
            Some("run/manifest.json: made with `visitor` of version 1; this is version 2")
        );
    }
}
