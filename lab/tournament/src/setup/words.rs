//! The words of a run: embedding, lexicon and deck, built in or from files.

use std::path::Path;
use std::sync::Arc;

use overhear_agents::model::{DEFAULT_CLUES, World, WorldError};
use overhear_agents::registry::Spec;
use overhear_agents::words::{
    Lexicon, Space, SpaceReport, Wanted, embedded_deck, embedded_lexicon_of, embedded_space_of,
    has_embedded_words, is_unsealed, parse_array, parse_space, read_unsealed,
};
use overhear_engine::rules::Deck;

use super::load_associations::LoadedAssociations;
use super::word_remarks::{keywords_alike, keywords_read_in_parts, space_remarks};
use super::{AssociationFile, DataFile, DataRole, DataSource, Language, OtherSpace, WordFiles};
use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::message::Message;
use crate::run_control::RunControl;
use crate::setting_ref::SettingRef;
use crate::table::counted;

/// Number of words kept of a foreign embedding: as many as the built-in one has.
const SPACE_WORDS: usize = 80_000;

/// Number of common directions removed from a foreign embedding.
const COMPONENTS: usize = 3;

/// The words of a run with their sources.
#[derive(Clone)]
pub struct Words {
    /// Deck, clues and everything computed from them.
    pub world: Arc<World>,
    /// The source files.
    pub sources: Vec<DataFile>,
    /// Notes about the words.
    pub notes: Vec<String>,
    /// Warnings about the words, which may affect the meaning of a result.
    pub warnings: Vec<String>,
}

impl Words {
    /// Loads the configured words.
    ///
    /// # Errors
    /// Returns an error for unreadable files, for keywords that the embedding does not have, and for a deck
    /// that is too large.
    pub fn load(args: &WordFiles) -> Result<Words, LabError> {
        // A foreign space of another language has words whose use no lexicon knows: they are guessed.
        let has_lexicon = args.lang == Language::English || args.space.is_none();
        let (loaded, (lexicon, deck)) = rayon::join(
            || load_space(DataRole::Space, args.space.as_deref(), args.lang),
            || {
                rayon::join(
                    || (has_lexicon && has_embedded_words(args.lang)).then(|| embedded_lexicon_of(args.lang)),
                    || load_deck(args.deck.as_deref(), args.lang),
                )
            },
        );
        let (LoadedSpace { space, source, warnings }, deck) = (loaded?, deck?);
        let LoadedDeck { deck, source: deck_source, text, warnings: guesses } = deck;
        let lexicon_source = match lexicon {
            Some(_) => DataFile::embedded(DataRole::Lexicon, &format!("lexicon-{}.tsv", args.lang.code())),
            None => DataFile::without_file(DataRole::Lexicon, DataSource::Guessed),
        };
        let mut sources = vec![source, lexicon_source, deck_source];
        let lexicon = lexicon.unwrap_or_else(|| Lexicon::guessed(space.words()));
        let vocabulary = args.vocabulary.unwrap_or(DEFAULT_CLUES);
        if vocabulary != DEFAULT_CLUES {
            sources.push(DataFile::without_file(DataRole::Vocabulary, DataSource::First(vocabulary)));
        }
        let world = World::new(deck, space, lexicon, vocabulary).map_err(|error| {
            let place = match &error {
                WorldError::UnknownKeywords { keywords, .. } => {
                    place_of(&sources[2], text.as_deref(), args.lang, &keywords[0])
                }
                WorldError::TooManyKeywords { .. } => sources[2].place.to_string(),
                _ => sources[0].place.to_string(),
            };
            explained(LabError::content(place, error), &warnings)
        })?;
        let KeywordRemarks { mut notes, warnings: keywords } = about_keywords(&world, &sources);
        let few = (world.clues() < vocabulary && args.vocabulary.is_some())
            .then(|| counted(world.clues() as u64, "word"))
            .map(|words| format!("only {words} of the space may be clues, not {vocabulary}"));
        let (mut world, more) = with_others(world, &args.other_space, &mut sources)?;
        let mut warnings = [warnings, guesses, keywords, few.into_iter().collect(), more].concat();
        for file in &args.associations {
            let (source, stated) = read_stated(file, &world)?;
            world = world.with_associations(&file.name, stated.table);
            sources.push(source);
            notes.extend(stated.notes);
            warnings.extend(stated.warnings);
        }
        Ok(Words { world: Arc::new(world), sources, notes, warnings })
    }

    /// Reports the remarks before a run of these agents, including associations that no agent uses.
    pub fn announce<'a>(&self, players: impl IntoIterator<Item = &'a Spec>, watch: &RunControl) {
        let mut idle: Vec<&str> = self.world.associated().map(|(name, _)| name).collect();
        for Spec { encryptor, guesser, .. } in players {
            idle.retain(|&name| ![encryptor, guesser].iter().any(|part| part.associations() == Some(name)));
        }
        self.say(watch);
        for name in idle {
            let line = format!("no agent uses the associations `{name}`; add associations={name} to a SPEC");
            watch.progress.warn(&line);
        }
    }

    /// Removes the remarks that were made about other words already: both may share files.
    pub fn keep_what_is_new_to(&mut self, other: &Words) {
        self.notes.retain(|line| !other.notes.contains(line));
        self.warnings.retain(|line| !other.warnings.contains(line));
    }

    /// Returns the file with this role.
    pub fn source(&self, role: &DataRole) -> Option<&DataFile> {
        self.sources.iter().find(|source| source.role == *role)
    }

    /// Reports the remarks that do not depend on the agents.
    pub fn say(&self, watch: &RunControl) {
        watch.note(&self.notes);
        self.warnings.iter().for_each(|line| watch.progress.warn(line));
    }

    /// Renames files as the request calls them.
    pub fn name_files_as(&mut self, requested: &WordFiles) {
        for source in &mut self.sources {
            let name = match &source.role {
                DataRole::Space => requested.space.as_deref(),
                DataRole::Deck => requested.deck.as_deref(),
                DataRole::OtherSpace(name) => {
                    requested.other_space.iter().find(|other| other.name == *name).and_then(OtherSpace::file)
                }
                DataRole::Associations(name) => requested
                    .associations
                    .iter()
                    .find(|stated| stated.name == *name)
                    .map(|stated| &*stated.file),
                DataRole::Lexicon
                | DataRole::Clues
                | DataRole::DeckB
                | DataRole::Vocabulary
                | DataRole::AgentFile(_) => None,
            };
            if let (DataSource::File(file), Some(name)) = (&mut source.place, name) {
                name.clone_into(file);
            }
        }
    }

    /// Adds the files in the settings of these agents to the sources, each once, by the names in the SPEC. Their contents
    /// determine a result as word files do.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be read.
    pub fn add_files_of<'a>(&mut self, specs: impl IntoIterator<Item = &'a Spec>) -> Result<(), LabError> {
        let parts = specs.into_iter().flat_map(|spec| [&spec.encryptor, &spec.guesser]);
        for (_, name, place) in parts.flat_map(|part| part.values.files()) {
            let role = DataRole::AgentFile(name.to_owned());
            if self.sources.iter().all(|source| source.role != role) {
                let content = input::read(&place, SizeLimit::Table)?;
                self.sources.push(DataFile::read(role, name.as_ref(), &content));
            }
        }
        Ok(())
    }

    /// Returns the words that the program carries of the language of a deck, with this deck.
    ///
    /// # Errors
    /// Keywords that the space does not know, or too many of them.
    pub fn with_deck(&self, deck: Deck) -> Result<Words, LabError> {
        let language = deck.language();
        let (space, lexicon) = (embedded_space_of(language), embedded_lexicon_of(language));
        let world = World::new(deck, space, lexicon, DEFAULT_CLUES)
            .map_err(|error| LabError::content("deck", error))?;
        Ok(Words { world: Arc::new(world), ..self.clone() })
    }

    /// Returns the embedded English words.
    ///
    /// # Errors
    /// Cannot fail in practice: the embedded files are tested.
    pub fn built_in() -> Result<Words, LabError> {
        Words::built_in_of(Language::English)
    }

    /// Returns the embedded words of a language.
    ///
    /// # Errors
    /// A program that was built without them.
    pub fn built_in_of(lang: Language) -> Result<Words, LabError> {
        Words::load(&WordFiles::embedded(lang))
    }
}

/// Remarks on the keywords of a deck.
#[derive(Default)]
struct KeywordRemarks {
    /// A note on keywords that the embedding has only by their parts.
    notes: Vec<String>,
    /// Warnings about indistinguishable keywords.
    warnings: Vec<String>,
}

/// Returns the remarks on the keywords. The embedded words give no reason for any, so they are not searched.
fn about_keywords(world: &World, sources: &[DataFile]) -> KeywordRemarks {
    let [space, _, deck, ..] = sources else { return KeywordRemarks::default() };
    if space.place.file().is_none() && deck.place.file().is_none() {
        return KeywordRemarks::default();
    }
    let parts = keywords_read_in_parts(world.deck(), world.space()).into_iter().collect();
    let alike = keywords_alike(world.deck(), world.space());
    let [notes, warnings] = [parts, alike].map(|sentences: Vec<String>| {
        sentences.into_iter().map(|sentence| format!("{}: {sentence}", deck.place)).collect()
    });
    KeywordRemarks { notes, warnings }
}

/// Reads a table of associations and its source.
fn read_stated(file: &AssociationFile, world: &World) -> Result<(DataFile, LoadedAssociations), LabError> {
    let AssociationFile { name, file } = file;
    if world.associated().any(|(known, _)| known == name) {
        return Err(LabError::setting(("associations", name), "the name is taken already"));
    }
    let (text, source) = read_text(DataRole::Associations(name.clone()), file)?;
    Ok((source, LoadedAssociations::read(file, &text, world)?))
}

/// Adds the embeddings that some agents use to the world and their files to the sources. Returns the world
/// and warnings.
fn with_others(
    mut world: World,
    others: &[OtherSpace],
    sources: &mut Vec<DataFile>,
) -> Result<(World, Vec<String>), LabError> {
    let mut warnings = Vec::new();
    for other in others {
        let setting = SettingRef::from(("other-space", &other.name));
        if world.others().any(|(name, _)| name == other.name) {
            return Err(LabError::setting(setting, "the name is taken already"));
        }
        let loaded =
            load_space(DataRole::OtherSpace(other.name.clone()), other.file(), world.deck().language())?;
        world = world
            .with_other(&other.name, &loaded.space)
            .map_err(|error| loaded.explain(LabError::setting(setting, error)))?;
        warnings.extend(loaded.warnings);
        sources.push(loaded.source);
    }
    Ok((world, warnings))
}

/// A deck with its source and warnings.
#[derive(Debug)]
pub struct LoadedDeck {
    /// The deck.
    pub deck: Deck,
    source: DataFile,
    /// The text of a file.
    text: Option<String>,
    /// Guesses that were made about the file.
    pub warnings: Vec<String>,
}

/// Returns the deck of a file, or the built-in one.
///
/// # Errors
/// Returns an error for a file that cannot be read or is not a deck, by line.
pub fn load_deck(file: Option<&Path>, language: Language) -> Result<LoadedDeck, LabError> {
    let language = language.code();
    let Some(path) = file else {
        let deck = embedded_deck(language).map_err(|error| LabError::content("built-in deck.csv", error))?;
        let source = DataFile::embedded(DataRole::Deck, "deck.csv");
        return Ok(LoadedDeck { deck, source, text: None, warnings: Vec::new() });
    };
    let (text, source) = read_text(DataRole::Deck, path)?;
    let name = path.display();
    if text.trim().is_empty() {
        return Err(LabError::content(&name, "the file is empty; write one keyword a line"));
    }
    let read = Deck::parse_with_remarks(&text, language);
    let (deck, remarks) = read.map_err(|error| LabError::content(&name, error))?;
    let warnings = remarks.into_iter().map(|remark| format!("{name}: {remark}")).collect();
    Ok(LoadedDeck { deck, source, text: Some(text), warnings })
}

/// Returns the place of a keyword in its deck: the source, and the line if the deck was read from a text.
fn place_of(deck: &DataFile, text: Option<&str>, language: Language, keyword: &str) -> String {
    let line = text.and_then(|text| Deck::line_of(text, language.code(), keyword));
    line.map_or_else(|| deck.place.to_string(), |line| format!("{}: line {line}", deck.place))
}

/// Reads a table of words, hashing its bytes.
fn read_text(role: DataRole, path: &Path) -> Result<(String, DataFile), LabError> {
    let content = input::read(path, SizeLimit::Table)?;
    let source = DataFile::read(role, path, &content);
    Ok((input::text(path, content)?, source))
}

/// An embedding with its source and warnings.
#[derive(Debug)]
pub struct LoadedSpace {
    /// The embedding.
    pub space: Space,
    source: DataFile,
    /// Warnings, which may affect the meaning of a result.
    pub warnings: Vec<String>,
}

impl LoadedSpace {
    /// Returns the error with the first remark on the file, which may explain it.
    pub fn explain(&self, error: LabError) -> LabError {
        explained(error, &self.warnings)
    }
}

fn explained(error: LabError, warnings: &[String]) -> LabError {
    match warnings.first() {
        Some(warning) => error.and(warning),
        None => error,
    }
}

/// Returns the embedding of a file, or the built-in one of the language.
///
/// # Errors
/// Returns an error for a file that cannot be read or is not an embedding, by line.
pub fn load_space(role: DataRole, file: Option<&Path>, language: Language) -> Result<LoadedSpace, LabError> {
    let Some(path) = file else {
        if !has_embedded_words(language) {
            let lang = language.code();
            let message = Message::new(format_args!(
                "this program was built without the words of `{lang}`; load a space with "
            ))
            .setting(("space", "FILE"));
            return Err(LabError::setting(("lang", lang), message));
        }
        let source = DataFile::embedded(role, &format!("space-{}.bin", language.code()));
        let space = embedded_space_of(language);
        return Ok(LoadedSpace { space, source, warnings: Vec::new() });
    };
    let content = input::read(path, SizeLimit::Space)?;
    let source = DataFile::read(role, path, &content);
    let (space, report) = parse_space(content, path, &Wanted::first(SPACE_WORDS), COMPONENTS)
        .map_err(|error| LabError::content(path.display(), error))?;
    Ok(LoadedSpace { space, source, warnings: space_remarks(path.display(), &report, 1) })
}

/// Reads an embedding for conversion, or an array and its word list. Files of the project's own format may
/// have the old version without a hash.
///
/// # Errors
/// Returns an error for files that cannot be read or are not an embedding, by line.
pub fn read(
    path: &Path,
    list: Option<&Path>,
    selection: &Wanted,
    components: usize,
) -> Result<(Space, SpaceReport), LabError> {
    let content = input::read(path, SizeLimit::Space)?;
    let loaded = match list {
        Some(list) => parse_array(
            &content,
            &input::text(list, input::read(list, SizeLimit::Table)?)?,
            selection,
            components,
        ),
        None if is_unsealed(&content) => read_unsealed(content).map(|space| (space, SpaceReport::default())),
        None => parse_space(content, path, selection, components),
    };
    loaded.map_err(|error| LabError::content(path.display(), error))
}
