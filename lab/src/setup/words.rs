//! The words of a run: space, lexicon and deck, built in or from files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use overhear_agents::model::{DEFAULT_CLUES, World, WorldError};
use overhear_agents::registry::Spec;
use overhear_agents::words::{
    EMBEDDED_FILES, EmbeddedFile, Lexicon, Space, SpaceReport, Wanted, embedded_deck, embedded_lexicon,
    embedded_space, is_unsealed, parse_array, parse_space, read_unsealed,
};
use overhear_engine::rules::Deck;

use super::stated::Stated;
use super::{AssociationFile, Language, OtherSpace, WordFiles};
use crate::about::About;
use crate::error::LabError;
use crate::input::{self, Size};
use crate::store::sha256;
use crate::watch::Watch;

/// The built-in space.
const SPACE: &str = "space-en.bin";

/// Words of a foreign space that are kept: as many as the built-in one has.
const SPACE_WORDS: usize = 80_000;

/// Directions common to all words that are taken out of a foreign space.
const COMPONENTS: usize = 3;

/// The words of a run, and where they came from.
#[derive(Clone)]
pub struct Words {
    /// Deck, clues and what is computed from them.
    pub world: Arc<World>,
    /// The files behind it.
    pub sources: Vec<DataFile>,
    /// What is to be said about them.
    pub notes: Vec<String>,
    /// The same, where it may change what a result means.
    pub warnings: Vec<String>,
}

/// A file of words.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// What it holds: `space`, `lexicon`, `deck`, `space NAME` for one that some agents think in, `vocabulary` for those of
    /// its words that may be clues, if they are not as many as usual.
    pub role: String,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Embedded(&'static EmbeddedFile),
    /// A file, and the SHA-256 of what was read from it: a pipe cannot be read again.
    File(PathBuf, String),
    Guessed,
    /// So many of the most frequent words of the space.
    First(usize),
}

impl DataFile {
    /// A file that the program carries.
    fn embedded(role: impl Into<String>, name: &str) -> DataFile {
        let found = EMBEDDED_FILES.iter().find(|file| file.name == name);
        DataFile { role: role.into(), place: Place::Embedded(found.expect("the file is built in")) }
    }

    /// A file whose content has been read.
    fn read(role: impl Into<String>, path: &Path, content: &[u8]) -> DataFile {
        DataFile { role: role.into(), place: Place::File(path.to_owned(), sha256(content)) }
    }

    /// The file's name; built-in ones say so.
    pub fn name(&self) -> String {
        match &self.place {
            Place::Embedded(file) => format!("{BUILT_IN}{}", file.name),
            Place::File(path, _) => path.display().to_string(),
            Place::Guessed => "guessed from the space".to_owned(),
            Place::First(words) => format!("{words}{WORDS}"),
        }
    }

    /// The SHA-256 of the content in hexadecimal digits.
    pub fn sha256(&self) -> Option<String> {
        match &self.place {
            Place::Embedded(file) => Some(file.sha256.to_owned()),
            Place::File(_, sum) => Some(sum.clone()),
            Place::Guessed | Place::First(_) => None,
        }
    }
}

impl Words {
    /// Reads what a configuration names.
    ///
    /// # Errors
    /// Files that cannot be read, keywords that the space does not know, a deck that is too large.
    pub fn load(args: &WordFiles) -> Result<Words, LabError> {
        if args.lang != Language::English && args.space.is_none() {
            let lang = args.lang.code();
            let message = format_args!(
                "the built-in word space is English; bring a space for `{lang}` with --space FILE"
            );
            return Err(LabError::setting(("lang", lang), message));
        }
        let (loaded, (lexicon, deck)) = rayon::join(
            || load_space("space", args.space.as_deref()),
            || {
                rayon::join(
                    || (args.lang == Language::English).then(embedded_lexicon),
                    || load_deck(args.deck.as_deref(), args.lang),
                )
            },
        );
        let (Loaded { space, source, warnings }, (deck, deck_source)) = (loaded?, deck?);
        let lexicon_source = match lexicon {
            Some(_) => DataFile::embedded("lexicon", "lexicon-en.tsv"),
            None => DataFile { role: "lexicon".to_owned(), place: Place::Guessed },
        };
        let mut sources = vec![source, lexicon_source, deck_source];
        let lexicon = lexicon.unwrap_or_else(|| Lexicon::guessed(space.words()));
        let vocabulary = args.vocabulary.unwrap_or(DEFAULT_CLUES);
        if vocabulary != DEFAULT_CLUES {
            sources.push(DataFile { role: VOCABULARY.to_owned(), place: Place::First(vocabulary) });
        }
        let world = World::new(deck, space, lexicon, vocabulary).map_err(|error| {
            let file = match error {
                WorldError::UnknownKeywords { .. } | WorldError::TooManyKeywords { .. } => &sources[2],
                _ => &sources[0],
            };
            LabError::content(file.name(), error)
        })?;
        let few = (world.clues() < vocabulary && args.vocabulary.is_some())
            .then(|| format!("only {} words of the space may be clues, not {vocabulary}", world.clues()));
        let (mut world, more) = with_others(world, &args.other_space, &mut sources)?;
        let (mut notes, mut warnings) = (Vec::new(), [warnings, few.into_iter().collect(), more].concat());
        for file in &args.associations {
            let (source, stated) = read_stated(file, &world)?;
            world = world.with_associations(&file.name, stated.table);
            sources.push(source);
            notes.extend(stated.notes);
            warnings.extend(stated.warnings);
        }
        Ok(Words { world: Arc::new(world), sources, notes, warnings })
    }

    /// Says what is to be said about them before a run of these agents, also which associations nobody goes by.
    pub(crate) fn tell<'a>(&self, players: impl IntoIterator<Item = &'a Spec>, watch: &Watch) {
        let mut idle: Vec<&str> = self.world.associated().map(|(name, _)| name).collect();
        for Spec { encryptor, guesser, .. } in players {
            idle.retain(|&name| ![encryptor, guesser].iter().any(|part| part.associations() == Some(name)));
        }
        self.say(watch);
        for name in idle {
            let line =
                format!("no agent goes by the associations `{name}`: a SPEC names them, associations={name}");
            watch.progress.warn(&line);
        }
    }

    /// Says what is to be said about them, whoever plays.
    pub fn say(&self, watch: &Watch) {
        watch.note(&self.notes);
        self.warnings.iter().for_each(|line| watch.progress.warn(line));
    }

    /// Calls files as these are called.
    pub(crate) fn name_files_as(&mut self, asked: &WordFiles) {
        for source in &mut self.sources {
            let stated = source.role.strip_prefix(ASSOCIATIONS);
            let stated = stated.and_then(|name| asked.associations.iter().find(|file| file.name == name));
            let name = match source.role.strip_prefix(OTHER) {
                _ if stated.is_some() => stated.map(|file| file.file.as_path()),
                Some(name) => asked.other_space.iter().find(|o| o.name == name).and_then(OtherSpace::file),
                None if source.role == "space" => asked.space.as_deref(),
                None => asked.deck.as_deref(),
            };
            if let (Place::File(file, _), Some(name)) = (&mut source.place, name) {
                name.clone_into(file);
            }
        }
    }

    /// The English words that the program carries.
    ///
    /// # Errors
    /// None: they are tested.
    pub fn built_in() -> Result<Words, LabError> {
        Words::load(&WordFiles::default())
    }
}

/// How the names of files begin that the program carries.
pub(crate) const BUILT_IN: &str = "built-in ";

/// The role of the clues that automatic players choose from.
pub(crate) const VOCABULARY: &str = "vocabulary";

/// What stands behind their number.
pub(crate) const WORDS: &str = " words";

/// How the role of a space begins that some agents think in; the name follows.
pub(crate) const OTHER: &str = "space ";

/// How the role of stated associations begins; the name follows.
pub(crate) const ASSOCIATIONS: &str = "associations ";

/// A table that some agents go by, and the file that it is from.
fn read_stated(file: &AssociationFile, world: &World) -> Result<(DataFile, Stated), LabError> {
    let AssociationFile { name, file } = file;
    if world.associated().any(|(known, _)| known == name) {
        return Err(LabError::setting(("associations", name), "the name is taken already"));
    }
    let (text, source) = read_text(&format!("{ASSOCIATIONS}{name}"), file)?;
    Ok((source, Stated::read(file, &text, world)?))
}

/// The same world with the spaces that some agents think in, and what is to be said about them; their files join the
/// others.
fn with_others(
    mut world: World,
    others: &[OtherSpace],
    sources: &mut Vec<DataFile>,
) -> Result<(World, Vec<String>), LabError> {
    let mut warnings = Vec::new();
    for other in others {
        let setting = About::from(("other-space", &other.name));
        if world.others().any(|(name, _)| name == other.name) {
            return Err(LabError::setting(setting, "the name is taken already"));
        }
        let loaded = load_space(&format!("{OTHER}{}", other.name), other.file())?;
        warnings.extend(loaded.warnings);
        sources.push(loaded.source);
        world = world
            .with_other(&other.name, &loaded.space)
            .map_err(|error| LabError::setting(setting, error))?;
    }
    Ok((world, warnings))
}

/// The deck of a file, or the built-in one; and where it came from.
///
/// # Errors
/// A file that cannot be read, or is no deck, by its line.
pub fn load_deck(file: Option<&Path>, language: Language) -> Result<(Deck, DataFile), LabError> {
    let language = language.code();
    let Some(path) = file else {
        let deck = embedded_deck(language).map_err(|error| LabError::content("built-in deck.csv", error))?;
        return Ok((deck, DataFile::embedded("deck", "deck.csv")));
    };
    let (text, source) = read_text("deck", path)?;
    let deck = Deck::parse(&text, language).map_err(|error| LabError::content(path.display(), error))?;
    Ok((deck, source))
}

/// Reads a table of words, and hashes it as it was read.
fn read_text(role: &str, path: &Path) -> Result<(String, DataFile), LabError> {
    let content = input::read(path, Size::Table)?;
    let source = DataFile::read(role, path, &content);
    Ok((input::text(path, content)?, source))
}

/// A space, where it came from, and what is to be said about it.
#[derive(Debug)]
pub struct Loaded {
    /// The space.
    pub space: Space,
    source: DataFile,
    warnings: Vec<String>,
}

/// The space of a file, or the built-in one.
///
/// # Errors
/// A file that cannot be read, or is no space, by its line.
pub fn load_space(role: &str, file: Option<&Path>) -> Result<Loaded, LabError> {
    let Some(path) = file else {
        let source = DataFile::embedded(role, SPACE);
        return Ok(Loaded { space: embedded_space(), source, warnings: Vec::new() });
    };
    let content = input::read(path, Size::Space)?;
    let source = DataFile::read(role, path, &content);
    let (space, report) = parse_space(content, path, &Wanted::first(SPACE_WORDS), COMPONENTS)
        .map_err(|error| LabError::content(path.display(), error))?;
    Ok(Loaded { space, source, warnings: skipped(path, &report, 1) })
}

/// Reads a space that is to be converted, or an array and the list of its words: a space of our own format may be of the
/// version without a hash.
///
/// # Errors
/// Files that cannot be read, or are no space, by their line.
pub fn read(
    path: &Path,
    list: Option<&Path>,
    wanted: &Wanted,
    components: usize,
) -> Result<(Space, SpaceReport), LabError> {
    let content = input::read(path, Size::Space)?;
    let found = match list {
        Some(list) => {
            parse_array(&content, &input::text(list, input::read(list, Size::Table)?)?, wanted, components)
        }
        None if is_unsealed(&content) => read_unsealed(content).map(|space| (space, SpaceReport::default())),
        None => parse_space(content, path, wanted, components),
    };
    found.map_err(|error| LabError::content(path.display(), error))
}

/// A line on each of the first lines of a file that were passed over, and one on the others.
pub fn skipped(path: &Path, report: &SpaceReport, most: usize) -> Vec<String> {
    let name = path.display();
    let line = |skipped: &overhear_agents::words::Skipped| {
        format!("{name}: line {}: passed over: {}", skipped.line, skipped.reason)
    };
    let mut lines: Vec<String> = report.skipped.iter().take(most).map(line).collect();
    let rest = report.skipped.len() - lines.len();
    if rest > 0 {
        lines.push(format!("{name}: {rest} more lines passed over"));
    }
    lines
}
