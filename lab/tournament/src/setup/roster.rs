//! The agents of a run, from the command line, a file, or the presets of [`Preset::roster`].

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use overhear_agents::registry::{
    Preset, ReferenceField, Registry, Spec, build, check, check_label, label_look, unquoted,
};
use overhear_engine::game::Agent;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::origin::Origin;
use super::toml_file::{TomlDocument, text_of, unknown_key};
use super::{BotConfig, Field, PlayersConfig, Words};
use crate::error::LabError;
use crate::input::{at_home, text_at_home};
use crate::message::Message;
use crate::setting_ref::SettingRef;

/// An agent of the run, with a unique label.
#[derive(Clone, Debug)]
pub struct RosterEntry {
    /// The agent's SPEC; its label is unique.
    pub spec: Spec,
    /// `true` if the label was given, or follows from the rest of the SPEC.
    named: bool,
    /// Place that named the agent.
    origin: Origin,
}

impl RosterEntry {
    /// Returns an agent from the manifest of a run.
    pub(crate) fn stored(
        registry: &Registry,
        label: &str,
        spec: &str,
        origin: impl Into<Origin>,
    ) -> Result<RosterEntry, LabError> {
        let origin = origin.into();
        check_label(label).map_err(|error| origin.refuse(error))?;
        let mut player = player(registry, spec, origin)?;
        (player.spec.label, player.named) = (label.to_owned(), true);
        Ok(player)
    }

    /// Checks that the words have everything that the agent uses.
    pub(crate) fn check(&self, words: &Words) -> Result<(), LabError> {
        check(&self.spec, &words.world).map_err(|error| self.origin.refuse(error))
    }

    /// Builds the agent.
    ///
    /// # Errors
    /// Returns an error for parameters or files that make no agent.
    pub fn build(&self, words: &Words) -> Result<Box<dyn Agent>, LabError> {
        build(&self.spec, &words.world).map_err(|error| self.origin.refuse(error))
    }
}

/// Keys of an entry in a file of agents.
const KEYS: [&str; 4] = ["label", "spec", "preset", "settings"];

/// Returns all agents of a run. By default: the presets of [`Preset::roster`] and every bot. Presets added to
/// the registry play only when named, so a default run is equal in every program.
///
/// # Errors
/// Returns an error for a SPEC or file that cannot be read, and for two agents with one label.
pub fn roster(config: &PlayersConfig) -> Result<Vec<RosterEntry>, LabError> {
    let mut players = unlabelled(config)?;
    match config.field.map(Field::reference) {
        Some(Some(reference)) => {
            players.splice(0..0, opponents(&config.registry, reference)?);
        }
        Some(None) => {
            let mut field = presets(&config.registry)?;
            field.retain(|preset| players.iter().all(|named| named.spec.label != preset.spec.label));
            players.splice(0..0, field);
        }
        None if players.is_empty() && config.agents.is_none() => players = presets(&config.registry)?,
        None => {}
    }
    if config.agent.is_empty() && config.agents.is_none() {
        for bot in &config.bots {
            players.push(player(&config.registry, &bot.name, SettingRef::from(("bot", &bot.name)))?);
        }
    }
    if players.len() < 2 {
        let one = players.first().map(|player| format!("one ({})", player.origin));
        return Err(LabError::usage(format_args!(
            "a tournament takes at least two agents; there is {}",
            one.as_deref().unwrap_or("none")
        )));
    }
    label(&mut players)?;
    Ok(players)
}

fn presets(registry: &Registry) -> Result<Vec<RosterEntry>, LabError> {
    let presets = Preset::roster().iter();
    presets.map(|preset| player(registry, preset.name, format!("preset {}", preset.name))).collect()
}

/// Returns the agents of a reference field, which keep their labels.
fn opponents(registry: &Registry, reference: &ReferenceField) -> Result<Vec<RosterEntry>, LabError> {
    let specs = reference.agents.iter();
    specs.map(|spec| player(registry, spec, SettingRef::from(("field", reference.name)))).collect()
}

/// Returns the named agents of file and command line, possibly none.
///
/// # Errors
/// Returns an error for a SPEC or file that cannot be read, and for two agents with one label.
pub fn named(config: &PlayersConfig) -> Result<Vec<RosterEntry>, LabError> {
    let mut players = unlabelled(config)?;
    label(&mut players)?;
    Ok(players)
}

/// Returns the teams of a matchup: `SPEC` against itself, or `SPEC+SPEC`.
///
/// # Errors
/// Returns an error for an invalid SPEC, and for more than two teams.
pub fn at_table(registry: &Registry, table: &str) -> Result<Vec<RosterEntry>, LabError> {
    let origin = SettingRef::from(("tables", table));
    let teams = table.split(unquoted('+')).map(|spec| player(registry, spec, origin.clone()));
    let mut players = teams.collect::<Result<Vec<_>, _>>()?;
    if players.len() > 2 {
        return Err(LabError::setting(origin, "two teams play at a table: `SPEC`, or `SPEC+SPEC`"));
    }
    label(&mut players)?;
    Ok(players)
}

fn unlabelled(config: &PlayersConfig) -> Result<Vec<RosterEntry>, LabError> {
    let mut players =
        config.agents.as_deref().map_or(Ok(Vec::new()), |path| from_file(&config.registry, path))?;
    for text in &config.agent {
        players.push(player(&config.registry, text, SettingRef::from(("agent", text)).of_several())?);
    }
    Ok(players)
}

fn player(registry: &Registry, text: &str, origin: impl Into<Origin>) -> Result<RosterEntry, LabError> {
    let origin = origin.into();
    let spec = registry.parse(text).map_err(|error| origin.refuse(error))?;
    let named = spec.label != text.trim();
    Ok(RosterEntry { spec, named, origin })
}

/// Numbers repeated default labels. A label that was given twice, or looks like another, is an error.
fn label(players: &mut [RosterEntry]) -> Result<(), LabError> {
    let mut taken: HashMap<String, String> = HashMap::new();
    for player in players.iter().filter(|player| player.named) {
        let label = &player.spec.label;
        match taken.insert(label_look(label), label.clone()) {
            Some(other) if other == *label => {
                return Err(player.origin.refuse(format_args!("the label `{label}` is taken already")));
            }
            Some(other) => {
                let message = format_args!(
                    "the label `{}` looks like `{}`; change one of them",
                    spelled(label),
                    spelled(&other)
                );
                return Err(player.origin.refuse(message));
            }
            None => {}
        }
    }
    // The last number of each label: starting over would be quadratic for thousands of copies.
    let mut copies: HashMap<String, usize> = HashMap::new();
    for player in players.iter_mut().filter(|player| !player.named) {
        let base = player.spec.label.clone();
        let copy = copies.entry(base.clone()).or_insert(0);
        loop {
            *copy += 1;
            if *copy > 1 {
                player.spec.label = format!("{base}-{copy}");
            }
            if taken.insert(label_look(&player.spec.label), player.spec.label.clone()).is_none() {
                break;
            }
        }
    }
    Ok(())
}

/// Returns a label with the codes of its letters, where they may look alike.
fn spelled(label: &str) -> String {
    label.chars().map(|c| if c.is_ascii() { c.to_string() } else { c.escape_unicode().to_string() }).collect()
}

fn from_file(registry: &Registry, path: &Path) -> Result<Vec<RosterEntry>, LabError> {
    let document = TomlDocument::read(path)?;
    let table = document.table()?;
    let file = RosterEntries { registry, document: &document };
    let mut players = Vec::new();
    for (key, value) in table.get_ref() {
        if key.get_ref() == "bot" {
            continue;
        }
        if key.get_ref() != "agent" {
            let known = ["agent", "bot"].into_iter();
            return Err(document.failure(key.span(), unknown_key(key.get_ref(), known)));
        }
        let entries = value.get_ref().as_array();
        let entries = entries
            .ok_or_else(|| document.failure(key.span(), "write `[[agent]]`, an entry for each agent"))?;
        for entry in entries {
            let entry_table = entry.get_ref().as_table();
            let entry_table = entry_table
                .ok_or_else(|| document.failure(entry.span(), "an agent is a table: write `[[agent]]`"))?;
            players.push(file.player(entry_table, entry.span().start)?);
        }
    }
    Ok(players)
}

/// Returns the bots of a file of agents, its `[[bot]]` entries.
///
/// # Errors
/// Returns an error for a file that cannot be read, by line and key.
pub fn bots_of_file(path: &Path) -> Result<Vec<BotConfig>, LabError> {
    #[derive(Deserialize)]
    struct BotTables {
        #[serde(default)]
        bot: Vec<BotConfig>,
    }
    let document = TomlDocument::read(path)?;
    let bots: Result<BotTables, toml::de::Error> = toml::from_str(document.text());
    let mut bots = bots.map_err(|error| document.failure(error.span().unwrap_or(0..0), error.message()))?.bot;
    bots.iter_mut().for_each(find_home);
    for (place, bot) in bots.iter().enumerate() {
        bot.check().map_err(|error| document.failure(place_of_bot(&document, place, error.key), error))?;
    }
    Ok(bots)
}

/// Puts the home folder in the place of a leading `~` in every path of a bot, and in the words of its command, which no
/// shell reads.
pub fn find_home(bot: &mut BotConfig) {
    bot.command.iter_mut().for_each(|word| *word = text_at_home(word));
    for path in [&mut bot.cwd, &mut bot.log].into_iter().flatten() {
        *path = at_home(path);
    }
}

/// Returns the position of a key in a `[[bot]]` entry, or of the entry.
fn place_of_bot(document: &TomlDocument, place: usize, key: &str) -> Range<usize> {
    let span = document.table().ok().and_then(|table| {
        let entry = table.get_ref().get("bot")?.get_ref().as_array()?.get(place)?;
        let keys = entry.get_ref().as_table()?;
        let value = keys.iter().find(|(name, _)| name.get_ref() == key).map(|(name, _)| name.span());
        Some(value.unwrap_or_else(|| entry.span()))
    });
    span.unwrap_or(0..0)
}

/// The entries of a file of agents.
struct RosterEntries<'a> {
    registry: &'a Registry,
    document: &'a TomlDocument,
}

impl RosterEntries<'_> {
    /// Returns an agent of the file.
    fn player(&self, entry: &DeTable<'_>, start: usize) -> Result<RosterEntry, LabError> {
        let document = self.document;
        if let Some(key) = entry.keys().find(|key| !KEYS.contains(&key.get_ref().as_ref())) {
            return Err(document.failure(key.span(), unknown_key(key.get_ref(), KEYS.into_iter())));
        }
        let label = self.text(entry, "label")?;
        let (spec, preset) = (self.text(entry, "spec")?, self.text(entry, "preset")?);
        let mut player = match (spec, preset, entry.get("settings")) {
            (Some(spec), None, None) => self.read("spec", &entry["spec"], &spec)?,
            (None, Some(preset), None) => self.read("preset", &entry["preset"], &preset)?,
            (None, Some(preset), Some(settings)) => {
                let name = self.read("preset", &entry["preset"], &preset)?;
                self.with_settings(&preset, settings, name)?
            }
            _ => {
                let message = "an agent has either `spec`, or `preset` and perhaps `settings`";
                return Err(document.failure(start..start, message));
            }
        };
        player.origin = document.place(start..start).into();
        if let Some(label) = label {
            check_label(&label).map_err(|error| document.failure(entry["label"].span(), error))?;
            if !self.registry.parse(&format!("{label}={}", player.spec)).is_ok_and(|spec| spec.label == label)
            {
                let message = Message::new("key `label`: a label holds no `=`, `:` or `/`, so that ")
                    .setting(SettingRef::from("agent").of_several())
                    .then(" can name it, too");
                return Err(document.failure(entry["label"].span(), message));
            }
            (player.spec.label, player.named) = (label, true);
        }
        Ok(player)
    }

    /// Returns the text of a key, if the entry has the key.
    fn text(&self, entry: &DeTable<'_>, key: &str) -> Result<Option<String>, LabError> {
        let Some(value) = entry.get(key) else { return Ok(None) };
        let text = value.get_ref().as_str().map(str::trim).filter(|text| !text.is_empty());
        let message = format_args!("key `{key}`: takes a string");
        text.map(|text| Some(text.to_owned())).ok_or_else(|| self.document.failure(value.span(), message))
    }

    fn read(&self, key: &str, value: &Spanned<DeValue<'_>>, text: &str) -> Result<RosterEntry, LabError> {
        player(self.registry, text, format!("{}: key `{key}`", self.document.place(value.span())))
    }

    /// Returns the preset with a table of settings, applied one by one so that an error names the line.
    fn with_settings(
        &self,
        preset: &str,
        settings: &Spanned<DeValue<'_>>,
        mut player: RosterEntry,
    ) -> Result<RosterEntry, LabError> {
        let document = self.document;
        let table = settings.get_ref().as_table();
        let table =
            table.ok_or_else(|| document.failure(settings.span(), "key `settings`: takes a table"))?;
        let mut written = Vec::new();
        for (key, value) in table {
            let name = key.get_ref();
            let text = text_of(value.get_ref()).ok_or_else(|| {
                document.failure(
                    value.span(),
                    format_args!("key `{name}`: takes a number, a text, `true` or `false`"),
                )
            })?;
            let setting = format!("{name}={text}");
            self.read(name, value, &format!("{preset}:{setting}"))?;
            written.push(setting);
        }
        if !written.is_empty() {
            player = self.read("settings", settings, &format!("{preset}:{}", written.join(",")))?;
        }
        Ok(player)
    }
}

#[cfg(test)]
mod tests {
    use overhear_agents::registry::REFERENCE_1;

    use super::*;

    fn labels(specs: &[&str]) -> Result<Vec<String>, String> {
        let specs: Vec<String> = specs.iter().map(|&spec| spec.to_owned()).collect();
        let players = roster(&PlayersConfig { agent: specs, ..PlayersConfig::default() })
            .map_err(|failure| failure.to_string())?;
        Ok(players.into_iter().map(|player| player.spec.label).collect())
    }

    #[test]
    fn repeated_default_labels_are_numbered_around_the_chosen_ones() {
        let numbered = labels(&["margin", "margin", "margin-2=nearest", "margin", "margin=human"]);
        let expected = ["margin-3", "margin-4", "margin-2", "margin-5", "margin"];
        assert_eq!(numbered.expect("all labels differ"), expected);
    }

    #[test]
    fn a_label_chosen_twice_is_refused() {
        let refused = labels(&["a=margin", "a=nearest"]).expect_err("a twice");
        assert_eq!(refused, "agent a=nearest: the label `a` is taken already");
    }

    #[test]
    fn labels_that_look_alike_are_refused() {
        let alike = [
            ["caf\u{e9}", "cafe\u{301}", "`caf\\u{e9}`"],
            ["a b", "a  b", "`a b`"],
            ["a b", "a\u{a0}b", "`a\\u{a0}b` looks like `a b`"],
            ["ab", "a\u{200d}b", "`a\\u{200d}b` looks like `ab`"],
        ];
        for [one, other, message] in alike {
            let refused = labels(&[&format!("{one}=margin"), &format!("{other}=nearest")]).expect_err(other);
            assert!(refused.contains(message) && refused.ends_with("; change one of them"), "{refused}");
        }
        assert!(labels(&["cafe=margin", "caf\u{e9}=nearest", "Cafe=human"]).is_ok());
        for label in ["a\u{ad}b", "a\u{200b}b", "a\u{202e}b", "a\u{e0041}"] {
            let refused = labels(&[&format!("{label}=margin"), "human"]).expect_err("it does not show");
            assert!(refused.ends_with("a label must not have an invisible character"), "{refused}");
        }
        for label in ["@SUM(A1)", "+a", "-a", "\u{ff1d}a"] {
            let refused = labels(&[&format!("{label}=margin"), "human"]).expect_err("a formula");
            assert!(refused.ends_with("as a formula; begin with a letter or a digit"), "{refused}");
        }
    }

    #[test]
    fn a_field_of_presets_stands_before_those_who_are_named() {
        let agent =
            vec!["bold=pragmatic:lambda=0.1".to_owned(), "margin:top=9".to_owned(), "human".to_owned()];
        let config = PlayersConfig { agent, field: Some(Field::Presets), ..PlayersConfig::default() };
        let players = roster(&config).unwrap_or_else(|failure| panic!("{failure}"));
        let labels: Vec<&str> = players.iter().map(|player| player.spec.label.as_str()).collect();
        let expected = ["random", "nearest", "margin", "pragmatic", "bold", "margin:top=9", "human"];
        assert_eq!(labels, expected);
    }

    #[test]
    fn a_reference_field_keeps_its_labels_beside_the_presets_of_these_names() {
        let agent = vec!["margin".to_owned()];
        let config = PlayersConfig { agent, field: Some(Field::Reference1), ..PlayersConfig::default() };
        let players = roster(&config).unwrap_or_else(|failure| panic!("{failure}"));
        let written: Vec<String> =
            players.iter().map(|player| format!("{}={}", player.spec.label, player.spec)).collect();
        assert_eq!(written[..written.len() - 1], *REFERENCE_1.agents);
        assert_eq!(players.last().expect("margin").spec.label, "margin");
        let taken = vec!["ref1-human=margin".to_owned()];
        let refused = roster(&PlayersConfig { agent: taken, ..config }).expect_err("twice").to_string();
        assert_eq!(refused, "agent ref1-human=margin: the label `ref1-human` is taken already");
    }

    #[test]
    fn one_agent_is_too_few_and_none_means_the_same_five_with_any_registry() {
        assert!(labels(&["margin"]).is_err());
        let five = ["random", "nearest", "margin", "pragmatic", "human"];
        assert_eq!(labels(&[]).expect("presets"), five);
        let mine = Preset { name: "mine", alias: None, ..Preset::roster()[0] };
        let registry = Registry::standard().with_preset(mine);
        let with = |agent: &[&str]| {
            let players = PlayersConfig {
                registry: registry.clone(),
                ..PlayersConfig::from_specs(agent.iter().copied())
            };
            let players = roster(&players).unwrap_or_else(|failure| panic!("{failure}"));
            players.into_iter().map(|player| player.spec.label).collect::<Vec<_>>()
        };
        assert_eq!(with(&[]), five);
        assert_eq!(with(&["mine", "margin"]), ["mine", "margin"]);
    }
}
