//! The words of a run: space, lexicon and deck, built in or from files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use overhear_agents::model::{DEFAULT_CLUES, World, WorldError};
use overhear_agents::words::{
    EMBEDDED_FILES, Lexicon, Space, SpaceError, SpaceReport, embedded_deck, embedded_lexicon, embedded_space,
    read_space,
};
use overhear_engine::rules::Deck;
use sha2::{Digest as _, Sha256};

use crate::cli::{Language, OtherSpace, WordArgs};
use crate::failure::{Failure, Named as _};

/// The built-in space.
const SPACE: &str = "space-en.bin";

/// Words of a foreign space that are kept: as many as the built-in one has.
const SPACE_WORDS: usize = 60_000;

/// Directions common to all words that are taken out of a foreign space.
const COMPONENTS: usize = 3;

/// The words of a run, and where they came from.
pub(crate) struct Words {
    /// Deck, clues and what is computed from them.
    pub(crate) world: Arc<World>,
    /// The files behind it.
    pub(crate) sources: Vec<DataFile>,
    /// What is to be said about them.
    pub(crate) warnings: Vec<String>,
}

/// A file of words.
#[derive(Clone, Debug)]
pub(crate) struct DataFile {
    /// What it holds: `space`, `lexicon`, `deck`, or `space NAME` for one that some agents think in.
    pub(crate) role: String,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Embedded(&'static str, &'static [u8]),
    File(PathBuf),
    Guessed,
}

impl DataFile {
    fn new(role: impl Into<String>, file: Option<&Path>, embedded: &str) -> DataFile {
        let built_in = || {
            let found = EMBEDDED_FILES.iter().find(|(name, _)| *name == embedded);
            let &(name, content) = found.expect("the file is built in");
            Place::Embedded(name, content)
        };
        let place = file.map_or_else(built_in, |path| Place::File(path.to_owned()));
        DataFile { role: role.into(), place }
    }

    /// The file's name; built-in ones say so.
    pub(crate) fn name(&self) -> String {
        match &self.place {
            Place::Embedded(name, _) => format!("built-in {name}"),
            Place::File(path) => path.display().to_string(),
            Place::Guessed => "guessed from the space".to_owned(),
        }
    }

    /// The SHA-256 of the content in hexadecimal digits.
    pub(crate) fn sha256(&self) -> Result<Option<String>, Failure> {
        let digest = match &self.place {
            Place::Embedded(_, content) => Sha256::digest(content),
            Place::File(path) => Sha256::digest(std::fs::read(path).named(path.display())?),
            Place::Guessed => return Ok(None),
        };
        Ok(Some(digest.iter().map(|byte| format!("{byte:02x}")).collect()))
    }
}

impl Words {
    /// Reads what the arguments name.
    pub(crate) fn load(args: &WordArgs) -> Result<Words, Failure> {
        if args.lang != Language::En && args.space.is_none() {
            let lang = args.lang.code();
            return Err(Failure::usage(format_args!(
                "--lang {lang}: the built-in word space is English; bring a space for `{lang}` with --space FILE"
            )));
        }
        let (space, (lexicon, deck)) = rayon::join(
            || load_space(args.space.as_deref()),
            || rayon::join(|| (args.lang == Language::En).then(embedded_lexicon), || load_deck(args)),
        );
        let ((space, warnings), deck) = (space?, deck?);
        let mut sources = vec![
            DataFile::new("space", args.space.as_deref(), SPACE),
            match lexicon {
                Some(_) => DataFile::new("lexicon", None, "lexicon-en.tsv"),
                None => DataFile { role: "lexicon".to_owned(), place: Place::Guessed },
            },
            DataFile::new("deck", args.deck.as_deref(), "deck.csv"),
        ];
        let lexicon = lexicon.unwrap_or_else(|| Lexicon::guessed(space.words()));
        let world = World::new(deck, space, lexicon, DEFAULT_CLUES).map_err(|error| {
            let file = match error {
                WorldError::UnknownKeyword { .. } => &sources[2],
                _ => &sources[0],
            };
            Failure::content(file.name(), error)
        })?;
        let others = args.other_space.iter();
        let others = others.map(|other| DataFile::new(format!("{OTHER}{}", other.name), other.file(), SPACE));
        sources.extend(others);
        let (world, more) = with_others(world, &args.other_space)?;
        Ok(Words { world: Arc::new(world), sources, warnings: [warnings, more].concat() })
    }

    /// The English words that the program carries.
    pub(crate) fn built_in() -> Result<Words, Failure> {
        Words::load(&WordArgs::built_in())
    }
}

/// How the role of a space begins that some agents think in; the name follows.
pub(crate) const OTHER: &str = "space ";

/// The same world with the spaces that some agents think in, and what is to be said about them.
fn with_others(mut world: World, others: &[OtherSpace]) -> Result<(World, Vec<String>), Failure> {
    let mut warnings = Vec::new();
    for other in others {
        let flag = format!("--other-space {}", other.name);
        if world.others().any(|(name, _)| name == other.name) {
            return Err(Failure::content(flag, "the name is taken already"));
        }
        let (space, said) = load_space(other.file())?;
        warnings.extend(said);
        world = world.with_other(&other.name, &space).map_err(|error| Failure::content(flag, error))?;
    }
    Ok((world, warnings))
}

fn load_deck(args: &WordArgs) -> Result<Deck, Failure> {
    let language = args.lang.code();
    let Some(path) = &args.deck else {
        return embedded_deck(language).map_err(|error| Failure::content("built-in deck.csv", error));
    };
    let name = &path.display();
    let bytes = std::fs::read(path).named(name)?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::content(name, "not UTF-8"))?;
    Deck::parse(&text, language).map_err(|error| Failure::content(name, error))
}

/// The space of a file, or the built-in one; and what was passed over.
pub(crate) fn load_space(file: Option<&Path>) -> Result<(Space, Vec<String>), Failure> {
    let Some(path) = file else { return Ok((embedded_space(), Vec::new())) };
    let (space, report) = read(path, SPACE_WORDS, COMPONENTS)?;
    Ok((space, skipped(path, &report, 1)))
}

/// Reads a space from a file.
pub(crate) fn read(path: &Path, words: usize, components: usize) -> Result<(Space, SpaceReport), Failure> {
    read_space(path, Some(words), components).map_err(|error| match error {
        SpaceError::Io(error) => Failure::io(path.display(), error),
        other => Failure::content(path.display(), other),
    })
}

/// A line on each of the first lines of a file that were passed over, and one on the others.
pub(crate) fn skipped(path: &Path, report: &SpaceReport, most: usize) -> Vec<String> {
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
