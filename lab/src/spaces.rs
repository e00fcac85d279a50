//! The words in use, and those of other programs.

use std::path::{Path, PathBuf};

use overhear_agents::model::{keyword_spellings, missing_keywords};
use overhear_agents::registry::nearest;
use overhear_agents::words::{Space, Wanted, cosine, read_native, write_native};

use crate::error::LabError;
use crate::setup::{
    Language, LoadedDeck, LoadedSpace, Words, keywords_read_in_parts, load_deck, read, space_remarks,
};
use crate::store::Target;
use crate::table::{Cell, Frame, NamedRow};

/// What a run's words are: their number, and where each file came from.
pub fn info(words: &Words) -> Frame {
    let (world, mut frame) = (&words.world, Frame::new("space info"));
    let mut push = |key: &str, value: String| {
        NamedRow::new(&mut frame).put_all([("key", Cell::text(key)), ("value", Cell::text(value))]).end();
    };
    push("words", world.space().words().len().to_string());
    push("dimensions", world.space().dims().to_string());
    push("bits", world.space().bits().to_string());
    push("clues", world.clues().to_string());
    push("keywords", world.deck().len().to_string());
    push("cards", world.deck().cards().len().to_string());
    for source in &words.sources {
        push(&source.role.to_string(), source.place.to_string());
        push(&format!("{}_sha256", source.role), source.sha256.clone().unwrap_or_default());
    }
    frame
}

/// Returns the words that are nearest to a word or a phrase, by cosine.
///
/// # Errors
/// A word that is not in the space.
///
/// ```
/// use overhear_agents::words::embedded_space;
/// let found = overhear_lab::spaces::near(&embedded_space(), "moon", 3)?;
/// assert_eq!(found.rows().len(), 3);
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
pub fn near(space: &Space, word: &str, count: usize) -> Result<Frame, LabError> {
    let index = space.words().index();
    let direction = space.direction(&index, word).ok_or_else(|| {
        let guess = nearest(word, space.words().iter())
            .map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        LabError::usage(format_args!("`{word}` is not in the word space{guess}"))
    })?;
    let is_known = space.words().iter().any(|other| other.eq_ignore_ascii_case(word));
    // A word that is read in another spelling (`drop-out` as `dropout`) is not its own neighbour either.
    let is_same = |other: &str| {
        if is_known { other.eq_ignore_ascii_case(word) } else { letters(other).eq(letters(word)) }
    };
    let words = space.words().iter().enumerate().filter(|(_, other)| !is_same(other));
    let mut row = vec![0; space.dims()];
    let mut scored: Vec<(f32, &str)> = words
        .map(|(place, other)| {
            space.copy_row(place, &mut row);
            (cosine(&direction, &row), other)
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut frame = Frame::new("space near");
    for (rank, (cosine, word)) in (1..).zip(scored.into_iter().take(count)) {
        NamedRow::new(&mut frame)
            .put("rank", Cell::Count(rank))
            .put("word", Cell::text(word))
            .put("cosine", Cell::share(f64::from(cosine)))
            .end();
    }
    Ok(frame)
}

/// Returns the letters of a word in small, without what joins its parts.
fn letters(word: &str) -> impl Iterator<Item = char> {
    word.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric())
}

/// Returns the words of a file that are nearest to a word, as [`near`] does; a word that is missing may be
/// one that was passed over when the file was read, and the error says so.
///
/// # Errors
/// A word that is not in the space.
pub fn near_in(loaded: &LoadedSpace, word: &str, count: usize) -> Result<Frame, LabError> {
    near(&loaded.space, word, count).map_err(|error| loaded.explain(error))
}

/// Number of lines that were passed over are told one by one.
const TOLD: usize = 10;

/// A foreign space that shall be converted.
#[derive(Clone, Debug)]
pub struct ImportConfig {
    /// The space: vectors as text, of word2vec, or an array of `NumPy`.
    pub file: PathBuf,
    /// The words of an array, one a line.
    pub word_list: Option<PathBuf>,
    /// Where it goes.
    pub out: PathBuf,
    /// `true` if a file may be replaced there.
    pub force: bool,
    /// So many words from the top are kept, besides the keywords.
    pub words: usize,
    /// The deck of these; the built-in one where there is none.
    pub deck: Option<PathBuf>,
    /// Its language.
    pub lang: Language,
    /// Directions common to all words that are removed.
    pub components: usize,
}

impl Default for ImportConfig {
    fn default() -> ImportConfig {
        ImportConfig {
            file: PathBuf::new(),
            word_list: None,
            out: PathBuf::new(),
            force: false,
            words: 80_000,
            deck: None,
            lang: Language::English,
            components: 3,
        }
    }
}

/// Converts a foreign space into the project's own format. Returns what it has become; `remark` is told what
/// was passed over before anything is written.
///
/// # Errors
/// A file that is no space, or may not be written.
pub fn import(args: &ImportConfig, remark: impl FnMut(String)) -> Result<Frame, LabError> {
    let read_from: Vec<&Path> = [Some(&args.file), args.word_list.as_ref(), args.deck.as_ref()]
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    let out = Target::from_config("out", &args.out, args.force, &read_from)?;
    let LoadedDeck { deck, warnings, .. } = load_deck(args.deck.as_deref(), args.lang)?;
    let wanted = Wanted { first: args.words, besides: keyword_spellings(&deck) };
    let (space, report) = read(&args.file, args.word_list.as_deref(), &wanted, args.components)?;
    let missing = missing_keywords(&deck, &space);
    let remarks = warnings.into_iter().chain(space_remarks(args.file.display(), &report, TOLD));
    let remarks = remarks.chain(keywords_read_in_parts(&deck, &space)).chain(lacking(&missing, deck.len()));
    remarks.for_each(remark);
    let content = write_native(&space);
    read_native(content.clone()).map_err(|error| {
        LabError::content(
            args.file.display(),
            format_args!("it cannot be converted: the result would be refused: {error}"),
        )
    })?;
    out.write(&content)?;
    let count = |number: usize| Cell::Count(number as u64);
    let mut frame = Frame::new("space import");
    NamedRow::new(&mut frame)
        .put_all([
            ("file", Cell::text(out.path().display().to_string())),
            ("words", count(space.words().len())),
            ("skipped", count(report.skipped.len())),
            ("dimensions", count(space.dims())),
            ("removed_directions", count(report.removed_directions)),
            ("keywords", count(deck.len())),
            ("keywords_missing", count(missing.len())),
        ])
        .end();
    Ok(frame)
}

/// Returns the sentence on the keywords that the space does not know.
fn lacking(missing: &[&str], keywords: usize) -> Option<String> {
    (!missing.is_empty()).then(|| {
        let count = missing.len();
        format!(
            "{count} of the deck's {keywords} keywords are not in the space, and a game wants them all: {}",
            missing.join(", ")
        )
    })
}
