//! Inspection and import of word embeddings.

use std::path::{Path, PathBuf};

use overhear_agents::model::{keyword_spellings, missing_keywords};
use overhear_agents::registry::closest_spelling;
use overhear_agents::words::{
    Space, TextReader, Wanted, WordRepair, cosine, read_native, write_native, written_otherwise,
};

use crate::error::LabError;
use crate::setup::{
    Language, LoadedDeck, LoadedSpace, Words, keywords_read_in_parts, load_deck, read, space_remarks,
};
use crate::store::Target;
use crate::table::{Frame, NamedRow, counted, is_are};

/// Returns facts about a run's words: their numbers and their files.
pub fn info(words: &Words) -> Frame {
    let (world, mut frame) = (&words.world, Frame::new("space info"));
    let space = world.space();
    let counts = [
        ("words", space.words().len().to_string()),
        ("dimensions", space.dims().to_string()),
        ("bits", space.bits().to_string()),
        ("clues", world.clues().to_string()),
        ("keywords", world.deck().len().to_string()),
        ("cards", world.deck().cards().len().to_string()),
    ];
    let counts = counts.map(|(key, value)| (key.to_owned(), value));
    let files = words.sources.iter().flat_map(|source| {
        let hash = source.sha256.clone().unwrap_or_default();
        [(source.role.to_string(), source.place.to_string()), (format!("{}_sha256", source.role), hash)]
    });
    for (key, value) in counts.into_iter().chain(files) {
        NamedRow::new(&mut frame).put("key", key).put("value", value).end();
    }
    frame
}

/// Returns the words nearest to a word or phrase, by cosine.
///
/// # Errors
/// Returns an error for a word that is not in the embedding.
///
/// ```
/// use overhear_agents::words::embedded_space;
/// let neighbours = overhear_lab::spaces::near(&embedded_space(), "moon", 3)?;
/// assert_eq!(neighbours.rows().len(), 3);
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
pub fn near(space: &Space, word: &str, count: usize) -> Result<Frame, LabError> {
    let direction = direction(space, word).ok_or_else(|| {
        let guess = closest_spelling(word, space.words().iter())
            .map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        LabError::usage(format_args!("`{word}` is not in the word space{guess}"))
    })?;
    let is_known = space.words().iter().any(|other| other.eq_ignore_ascii_case(word));
    // A word found under another spelling (`drop-out` as `dropout`) is not its own neighbour.
    let words = space.words().iter().enumerate().filter(|(_, other)| {
        let is_same =
            if is_known { other.eq_ignore_ascii_case(word) } else { letters(other).eq(letters(word)) };
        !is_same
    });
    let mut row = vec![0; space.dims()];
    let mut scored: Vec<(f32, &str)> = words
        .map(|(place, other)| {
            space.copy_row(place, &mut row);
            (cosine(&direction, &row), other)
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut frame = Frame::new("space near");
    for (rank, (cosine, word)) in (1_u64..).zip(scored.into_iter().take(count)) {
        NamedRow::new(&mut frame).put("rank", rank).put("word", word).put("cosine", f64::from(cosine)).end();
    }
    Ok(frame)
}

/// Returns the direction of a word or phrase. In other languages than English a word that the embedding lacks is read as `eval` and
/// `advise` read it, first without its ending: Swedish skogen is skog, not sko and gen.
fn direction(space: &Space, word: &str) -> Option<Vec<i16>> {
    /// Scale of a unit vector in whole numbers.
    const UNITS: f32 = 1000.0;
    let index = space.words().index();
    if space.language() == Language::English || index.contains_key(word) {
        return space.direction(&index, word);
    }
    let read = TextReader::new(space).read(word).direction?;
    Some(read.into_iter().map(|x| (x * UNITS).round() as i16).collect())
}

/// Returns the letters of a word in lower case, without hyphens and spaces.
fn letters(word: &str) -> impl Iterator<Item = char> {
    word.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric())
}

/// Returns the nearest words of a file's embedding as [`near`] does. The error for a missing word mentions
/// skipped lines, which may explain it.
///
/// # Errors
/// Returns an error for a word that is not in the embedding.
pub fn near_in(loaded: &LoadedSpace, word: &str, count: usize) -> Result<Frame, LabError> {
    near(&loaded.space, word, count).map_err(|error| loaded.explain(error))
}

/// Returns the sentence on words that the embedding lacks and [`near`] reads as others, if there are any. English words are
/// read as they stand.
///
/// ```
/// use overhear_agents::words::Space;
/// use overhear_lab::setup::{DataRole, Language, load_space};
/// use overhear_lab::spaces::unknown_words_remark;
/// let french = load_space(DataRole::Space, None, Language::French)?;
/// let remark = unknown_words_remark(&french.space, "pommier");
/// assert_eq!(remark.as_deref(), Some("`pommier` is not in the embedding and is read as `pompier`"));
/// assert_eq!(unknown_words_remark(&french.space, "pompier"), None);
/// # Ok::<(), overhear_lab::error::LabError>(())
/// ```
pub fn unknown_words_remark(space: &Space, text: &str) -> Option<String> {
    if space.language() == Language::English {
        return None;
    }
    let reader = TextReader::new(space);
    let repairs = reader.repairs(text).into_iter().filter(|repair| !repair.taken_for.is_empty());
    let sentences = repairs.map(|WordRepair { word, taken_for }| {
        let words: Vec<String> = taken_for.iter().map(|word| format!("`{word}`")).collect();
        format!("`{word}` is not in the embedding and is read as {}", words.join(" + "))
    });
    let sentences: Vec<String> = sentences.collect();
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

/// Number of skipped lines that are listed one by one.
const TOLD: usize = 10;

/// Configuration of [`import`].
#[derive(Clone, Debug)]
pub struct ImportConfig {
    /// The embedding: vectors as text, in word2vec format, or a `NumPy` array.
    pub file: PathBuf,
    /// The words of an array, one a line.
    pub word_list: Option<PathBuf>,
    /// Output file.
    pub out: PathBuf,
    /// `true` to replace an existing file.
    pub force: bool,
    /// Number of words to keep, in file order, besides the keywords.
    pub words: usize,
    /// Deck whose keywords are kept; the built-in one by default.
    pub deck: Option<PathBuf>,
    /// Language of the deck.
    pub lang: Language,
    /// Number of common directions to remove.
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

/// Converts a foreign embedding to the project's format. Returns facts about it. `remark` receives the
/// skipped lines before the file is written.
///
/// # Errors
/// Returns an error for a file that is not an embedding, and if the output cannot be written.
pub fn import(args: &ImportConfig, remark: impl FnMut(String)) -> Result<Frame, LabError> {
    let read_from: Vec<&Path> = [Some(&args.file), args.word_list.as_ref(), args.deck.as_ref()]
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    let out = Target::from_config("out", &args.out, args.force, &read_from)?;
    let LoadedDeck { deck, warnings, .. } = load_deck(args.deck.as_deref(), args.lang)?;
    let selection = Wanted { first: args.words, besides: keyword_spellings(&deck) };
    let (space, report) = read(&args.file, args.word_list.as_deref(), &selection, args.components)?;
    let missing = missing_keywords(&deck, &space);
    let remarks = warnings.into_iter().chain(space_remarks(args.file.display(), &report, TOLD));
    let remarks =
        remarks.chain(keywords_read_in_parts(&deck, &space)).chain(lacking(&missing, deck.len(), &space));
    remarks.for_each(remark);
    let content = write_native(&space);
    read_native(content.clone()).map_err(|error| {
        LabError::content(
            args.file.display(),
            format_args!("it cannot be converted: the result would be refused: {error}"),
        )
    })?;
    out.write(&content)?;
    let mut frame = Frame::new("space import");
    NamedRow::new(&mut frame)
        .put("file", out.path().display().to_string())
        .put("words", space.words().len() as u64)
        .put("skipped", report.skipped.len() as u64)
        .put("dimensions", space.dims() as u64)
        .put("removed_directions", report.removed_directions as u64)
        .put("keywords", deck.len() as u64)
        .put("keywords_missing", missing.len() as u64)
        .end();
    Ok(frame)
}

/// Number of missing keywords that are named if most are missing.
const FEW: usize = 10;

/// Returns the sentence on keywords that the embedding does not have.
fn lacking(missing: &[&str], keywords: usize, space: &Space) -> Option<String> {
    (!missing.is_empty()).then(|| {
        let (count, all) = (missing.len() as u64, counted(keywords as u64, "keyword"));
        let hint = written_otherwise(missing, keywords, space);
        // Where most are missing, they are written otherwise, and the list of them tells nothing.
        let named = if hint.is_empty() { missing.len() } else { missing.len().min(FEW) };
        let more = if named < missing.len() { ", …" } else { "" };
        let (are, named) = (is_are(count), missing[..named].join(", "));
        format!(
            "{count} of the deck's {all} {are} not in the space, and a game needs them all: {named}{more}{hint}"
        )
    })
}

#[cfg(all(test, feature = "languages"))]
mod tests {
    use overhear_agents::words::embedded_space_of;

    use super::*;

    #[test]
    fn an_inflected_word_is_no_compound() {
        let space = embedded_space_of(Language::Swedish);
        for (text, base) in [("skogen", "skog"), ("bilen", "bil"), ("stolen", "stol")] {
            let neighbours = near(&space, text, 3).expect("a word of the space").to_csv();
            assert!(
                neighbours.lines().any(|line| line.starts_with(&format!("1,{base},"))),
                "{text}: {neighbours}"
            );
        }
        assert!(near(&space, "xqzxqz", 3).is_err());
    }
}
