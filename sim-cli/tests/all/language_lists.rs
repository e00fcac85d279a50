//! A test that every list of languages names all languages of the engine.
//!
//! The compiler asks for a new language only in the crates that know [`Language`]. Scripts, build files, the page and documents
//! write the languages out; this table names those places, so that a new language fails the test once for each of them.

use std::path::Path;

use overhear_lab::setup::Language;

/// A text that a file must have for a language: the language's code and its English name.
type Wanted = fn(&str, &str) -> String;

/// How a file names the languages.
enum Form {
    /// One line has the code of every language but English.
    Codes,
    /// One line has the name of every language but English.
    Names,
    /// The file has this text for every language but English.
    Text(Wanted),
}

use Form::{Codes, Names, Text};

/// A folder of a language's words, as a path in quotes, in backticks or in a sentence.
const FOLDER: Form = Text(|code, _| format!("data/{code}"));
/// The file of words of the language's own world.
const OWN_WORDS: Form = Text(|code, _| format!("own-{code}.tsv"));
/// The crate of a language's words, as code names it.
const CRATE: Form = Text(|code, _| format!("overhear_words_{code}"));
/// The variant of the engine's type.
const VARIANT: Form = Text(|_, name| format!("Language::{name}"));

/// Every list of languages that the compiler does not ask for.
const LISTS: [(&str, Form); 53] = [
    ("ARCHITECTURE.md", FOLDER),
    ("CONTRIBUTING.md", FOLDER),
    ("CONTRIBUTING.md", Text(|code, _| format!("{code}.csv"))),
    ("Cargo.toml", FOLDER),
    ("Cargo.toml", Text(|code, _| format!("overhear-words-{code} ="))),
    ("README.md", Codes),
    ("README.md", Names),
    ("agents/Cargo.toml", Names),
    ("agents/src/words/embedded.rs", Codes),
    ("agents/tests/all/data.rs", Codes),
    ("agents/tests/all/languages.rs", Codes),
    ("agents/tests/all/languages.rs", VARIANT),
    ("agents/tests/all/law.rs", Text(|code, _| format!("../law/{code}.csv"))),
    ("data/Cargo.toml", Text(|code, _| format!("dep:overhear-words-{code}"))),
    ("data/README.md", Text(|code, _| format!("{code}/"))),
    ("data/README.md", OWN_WORDS),
    ("data/build.rs", OWN_WORDS),
    ("data/build.rs", CRATE),
    ("data/build/arrange_deck.py", Codes),
    ("data/build/bilingual.py", Codes),
    ("data/build/check_deck.py", Codes),
    ("data/build/sources.py", Text(|code, _| format!("unfit-{code}"))),
    ("data/build/unfit.py", Codes),
    ("data/src/languages.rs", Names),
    ("data/src/languages.rs", CRATE),
    ("data/src/languages.rs", OWN_WORDS),
    ("data/src/languages.rs", Text(|code, _| format!("\\t{code}\\t"))),
    ("data/src/lib.rs", Codes),
    ("data/tests/all/written.rs", Codes),
    ("docs/languages.md", Codes),
    ("docs/languages.md", Names),
    ("docs/page.md", Names),
    ("docs/people.md", Names),
    ("docs/spaces.md", Codes),
    ("docs/spaces.md", Names),
    ("engine/src/rules/deck/mod.rs", Codes),
    ("fuzz/fuzz_targets/clue.rs", VARIANT),
    ("fuzz/seeds/files/sheet", Codes),
    ("lab/Cargo.toml", Names),
    ("lab/overhear/Cargo.toml", Names),
    ("lab/report/Cargo.toml", Names),
    ("lab/report/src/advise/example.toml", Codes),
    ("lab/report/src/advise/sheet.rs", Codes),
    ("lab/tournament/Cargo.toml", Names),
    ("lab/tournament/build.rs", Text(|code, _| format!("\"data/{code}\""))),
    ("lab/tournament/build.rs", OWN_WORDS),
    ("lab/tournament/src/table/schema.txt", Codes),
    ("sim-cli/Cargo.toml", Names),
    ("web/page/backends.js", Codes),
    ("web/page/coach_examples.js", Codes),
    ("web/page/language.js", Codes),
    ("xtask/src/import_cycles.rs", FOLDER),
    ("xtask/src/web/build.rs", Codes),
];

/// Returns `true` if a text has a word that stands alone.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|part| part == word)
}

/// Returns `true` if a text names a language in this form, beside the languages that it names already.
fn names_language(text: &str, form: &Form, known: &[Language], [code, name]: [&str; 2]) -> bool {
    let line_has = |word: fn(&Language) -> &'static str, new: &str| {
        text.lines().any(|line| known.iter().all(|known| has_word(line, word(known))) && has_word(line, new))
    };
    match form {
        Codes => line_has(|language| language.code(), code),
        Names => line_has(|language| language.name(), name),
        Text(entry) => text.contains(&entry(code, name)),
    }
}

/// Returns the places that do not name a language.
fn places_without(known: &[Language], language: [&str; 2]) -> Vec<&'static str> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = |path: &str| {
        std::fs::read_to_string(workspace.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let lacks = |(path, form): &&(&'static str, Form)| !names_language(&text(path), form, known, language);
    LISTS.iter().filter(lacks).map(|&(path, _)| path).collect()
}

/// Returns the languages that are written out: English stands apart in many places.
fn others() -> Vec<Language> {
    Language::ALL.into_iter().filter(|&language| language != Language::English).collect()
}

#[test]
fn every_list_of_languages_names_all_of_the_engine() {
    let others = others();
    for &language in &others {
        let missing = places_without(&others, [language.code(), language.name()]);
        assert!(missing.is_empty(), "{} is missing in {missing:#?}", language.name());
    }
}

#[test]
fn a_new_language_is_missing_in_every_list() {
    assert_eq!(places_without(&others(), ["de", "German"]).len(), LISTS.len());
}
