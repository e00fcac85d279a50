//! The word data that the binary carries: the bytes that were built, and what everything else takes for granted.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use crate::common::{GAME_WORLD, hash_of};
use overhear_agents::free_text::{DecodingModel, FreeTextGuesser};
use overhear_agents::model::{DEFAULT_CLUES, ModelKey, World};
use overhear_agents::registry::Spec;
use overhear_agents::words::{
    COMPOUND_COSINE, EMBEDDED_FILES, EmbeddedFile, LANGUAGE_FILES, Use, cosine, embedded_deck,
    embedded_lexicon, embedded_space,
};
#[cfg(feature = "minds")]
use overhear_data::MIND_FILES;
use overhear_engine::rules::{BySlot, CARD_WORDS, Clue, ClueLaw, Illegal, Keyword, Repeat, same_clue_form};

#[cfg(not(feature = "minds"))]
static MIND_FILES: [EmbeddedFile; 0] = [];

fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Keywords by the form in which clues are compared.
fn keywords() -> HashMap<String, Keyword> {
    let words = GAME_WORLD.deck().keywords().iter().enumerate();
    words.map(|(n, keyword)| (same_clue_form(&keyword.text), Keyword(n as u16))).collect()
}

/// Clues by their texts.
fn clues() -> HashMap<String, Clue> {
    let clues = (0..GAME_WORLD.clues() as u32).map(Clue::new);
    clues.map(|clue| (GAME_WORLD.clue_text(clue).to_owned(), clue)).collect()
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[test]
fn the_embedded_files_are_the_ones_whose_hashes_are_committed() {
    let sums = data("SHA256SUMS");
    let sums: HashMap<&str, &str> = sums
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(sum, name)| (file_name(name), sum))
        .collect();
    assert_eq!(sums.len(), EMBEDDED_FILES.len() + LANGUAGE_FILES.len() + MIND_FILES.len());
    let files = EMBEDDED_FILES.iter().chain(&LANGUAGE_FILES).chain(&MIND_FILES);
    for EmbeddedFile { name, content, sha256 } in files {
        assert_eq!(sums.get(name), Some(sha256), "{name}");
        if !PACKED.contains(name) {
            assert_eq!(hash_of(content), *sha256, "{name}, as it was built in");
        }
    }
}

/// Files that the build packs.
const PACKED: [&str; 5] =
    ["lexicon-en.tsv", "morphology-en.tsv", "pronunciation-en.tsv", "associations-en.tsv", "norms-en.tsv"];

#[test]
fn cosines_are_the_ones_that_the_builder_wrote_down() {
    let space = embedded_space();
    let index = space.words().index();
    let table = data("eval/similarities-en.csv");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("a,b,cosine"));
    let row = |word: &str| space.row(index[word] as usize);
    let mut pairs = 0;
    for line in lines {
        let [a, b, expected] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let expected: f64 = expected.parse().expect("a number");
        let similarity = f64::from(cosine(&row(a), &row(b)));
        assert!((similarity - expected).abs() <= 1e-6, "{a}, {b}: {similarity} is not {expected}");
        pairs += 1;
    }
    assert_eq!(pairs, 60);
}

#[test]
fn r2_the_deck_has_440_words_on_110_cards_in_four_languages() {
    for language in ["en", "fr", "it", "sv"] {
        let deck = embedded_deck(language).expect("a column for the language");
        assert_eq!((deck.len(), deck.cards().len()), (440, 110), "{language}");
        assert!(deck.cards().iter().all(|card| card.len() == CARD_WORDS));
        assert!(deck.keywords().iter().all(|keyword| keyword.translations.len() == 3), "{language}");
    }
    assert!(embedded_deck("de").is_err());
}

#[test]
fn every_keyword_is_a_word_of_the_space() {
    let space = embedded_space();
    let index = space.words().index();
    for keyword in GAME_WORLD.deck().keywords() {
        assert!(index.contains_key(keyword.text.to_lowercase().as_str()), "{}", keyword.text);
    }
}

#[test]
fn there_are_twenty_thousand_clue_words_all_different_none_of_them_unfit() {
    let lexicon = embedded_lexicon();
    let usable = (0..lexicon.words().len()).filter(|&place| lexicon.use_of(place) == Use::Clue).count();
    assert!(usable >= DEFAULT_CLUES, "{usable} words may be clues");
    assert_eq!(GAME_WORLD.clues(), DEFAULT_CLUES);
    let forms: HashSet<String> = clues().keys().map(|text| same_clue_form(text)).collect();
    assert_eq!(forms.len(), DEFAULT_CLUES);
    let index = lexicon.words().index();
    assert!(clues().keys().all(|text| lexicon.use_of(index[text.as_str()] as usize) == Use::Clue));
}

#[test]
fn r21_no_keyword_or_plural_is_a_clue_for_whoever_holds_it_and_an_english_word_is_no_translation() {
    let (law, clues) = (GAME_WORLD.law(), clues());
    let (mut checked, mut allowed) = (0, 0);
    for (n, keyword) in GAME_WORLD.deck().keywords().iter().enumerate() {
        let own = Keyword(n as u16);
        let plural = format!("{}s", keyword.text.to_lowercase());
        let lexicon = embedded_plural(&plural);
        for word in [same_clue_form(&keyword.text)].into_iter().chain(lexicon) {
            if let Some(&clue) = clues.get(&word) {
                assert!(law.is_banned(clue, own), "`{word}` for {}", keyword.text);
                checked += 1;
            }
        }
        // Whatever is a clue is an everyday English word: plume for FEATHER, fin for END.
        let translations = keyword.translations.iter().map(|text| same_clue_form(text));
        let english = translations.filter_map(|word| clues.get(&word));
        allowed += english.filter(|clue| !law.is_banned(**clue, own)).count();
    }
    assert!(checked >= 440, "{checked} words were checked");
    assert!(allowed >= 10, "{allowed} English words are translations by their letters");
}

/// The word, if the lexicon knows it for an inflection.
fn embedded_plural(plural: &str) -> Option<String> {
    static PLURALS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let lexicon = embedded_lexicon();
        let words = lexicon.words().iter().enumerate();
        let plurals = words.filter(|(place, word)| {
            lexicon.lemmas_of(*place).split(' ').any(|lemma| word[..].strip_suffix('s') == Some(lemma))
        });
        plurals.map(|(_, word)| word.to_owned()).collect()
    });
    PLURALS.contains(plural).then(|| plural.to_owned())
}

#[test]
fn the_law_leaves_nearly_every_word_to_nearly_every_team() {
    let law: &ClueLaw = GAME_WORLD.law();
    let banned: usize =
        (0..GAME_WORLD.clues() as u32).map(|clue| law.keywords_banning(Clue::new(clue)).count()).sum();
    let per_keyword = banned as f64 / 440.0;
    assert!((1.0..20.0).contains(&per_keyword), "{per_keyword} clues are banned for a keyword");
    let words = ["one", "two", "three", "four", "first", "second", "third", "fourth"];
    let clues = clues();
    for word in words.iter().filter_map(|&word| clues.get(word)) {
        let verdict = law.verdict(*word, &BySlot([0, 1, 2, 3].map(Keyword)), Repeat::Exact, []);
        assert!(matches!(verdict, Err(Illegal::EveryKeyword | Illegal::Keyword)));
    }
}

#[test]
fn the_test_clues_are_five_for_each_keyword_and_legal() {
    let (law, clues, keywords) = (GAME_WORLD.law(), clues(), keywords());
    let table = data("eval/clues-en.csv");
    let mut of: HashMap<Keyword, HashSet<&str>> = HashMap::new();
    for line in table.lines().skip(1) {
        let (keyword, clue) = line.split_once(',').expect("two columns");
        let keyword = keywords[keyword];
        assert!(of.entry(keyword).or_default().insert(clue), "{line} appears twice");
        if let Some(&known) = clues.get(clue) {
            assert!(!law.is_banned(known, keyword), "{line} is illegal");
        }
    }
    assert!(of.len() == 440 && of.values().all(|clues| clues.len() == 5));
}

/// What pandas 2 reads as missing where nothing is said (`pandas._libs.parsers.STR_NA_VALUES`), in small letters.
const MISSING: [&str; 13] = [
    "", "#n/a", "#n/a n/a", "#na", "-1.#ind", "-1.#qnan", "-nan", "1.#ind", "1.#qnan", "<na>", "n/a", "na",
    "null",
];

/// The same by one reader or another: R, Polars, spreadsheets.
const MISSING_ELSEWHERE: [&str; 4] = ["nan", "none", "missing value", "#null!"];

#[test]
fn no_clue_and_no_keyword_is_what_readers_of_tables_take_for_missing() {
    let is_missing = |text: &str| {
        let text = text.trim().to_lowercase();
        MISSING.contains(&text.as_str()) || MISSING_ELSEWHERE.contains(&text.as_str())
    };
    assert!(is_missing("NaN") && is_missing("NULL") && is_missing("N/A") && !is_missing("banana"));
    let all = embedded_deck("en").expect("a deck");
    let world = World::new(all, embedded_space(), embedded_lexicon(), usize::MAX).expect("a world");
    assert!(world.clues() >= DEFAULT_CLUES);
    let clues = world.clue_texts();
    assert_eq!(clues.filter(|clue| is_missing(clue)).collect::<Vec<_>>(), [""; 0]);
    for language in ["en", "fr", "it", "sv"] {
        let deck = embedded_deck(language).expect("a deck");
        let holes = deck.keywords().iter().filter(|keyword| is_missing(&keyword.text));
        assert_eq!(holes.count(), 0, "{language}");
    }
}

/// log P(clue | keyword) without what the model says of cosine and frequency: −log Z, and more for compounds.
fn unexplained(key: ModelKey, keyword: Keyword, clue: Clue) -> f64 {
    let likelihood = GAME_WORLD.association(key).likelihood(keyword, clue);
    let frequency = libm::log((clue.index() + 1) as f64);
    libm::log(f64::from(likelihood)) - key.beta * f64::from(GAME_WORLD.cosine(keyword, clue))
        + key.alpha * frequency
}

#[test]
fn what_makes_a_compound_is_likelier_and_is_heard() {
    let (clues, keywords, lexicon) = (clues(), keywords(), embedded_lexicon());
    let (words, compounds, key) = (lexicon.words(), lexicon.compounds(), ModelKey::default());
    assert!((40_000..70_000).contains(&compounds.len()), "{} compounds", compounds.len());
    let listener = FreeTextGuesser::new(&GAME_WORLD, &Spec::parse("pragmatic").expect("a preset"))
        .with_decoding(DecodingModel::SPACE);
    let index = words.index();
    let mut checked = 0;
    for (x, y) in compounds.iter().flat_map(|(x, y)| [(x, y), (y, x)]) {
        let (word, clue_text) = (words.get(x as usize), words.get(y as usize));
        let (Some(&keyword), Some(&clue)) = (keywords.get(word), clues.get(clue_text)) else { continue };
        let apart = |&other: &Clue| !compounds.joins(x, index[GAME_WORLD.clue_text(other)]);
        let legal = |&other: &Clue| GAME_WORLD.association(key).likelihood(keyword, other) > 0.0;
        if !legal(&clue) {
            continue;
        }
        let mut others = (0..GAME_WORLD.clues() as u32).map(Clue::new);
        let other = others.find(|other| apart(other) && legal(other)).expect("a clue");
        let gain = unexplained(key, keyword, clue) - unexplained(key, keyword, other);
        assert!((gain - key.beta * f64::from(COMPOUND_COSINE)).abs() < 0.02, "{word}, {clue_text}: {gain}");
        let heard = listener.keyword_probabilities([word, "zzyzxq", "zzyzxqq", "zzyzxqqq"], clue_text)[0];
        let cosine = f64::from(GAME_WORLD.cosine(keyword, clue) + COMPOUND_COSINE);
        let odds = libm::log(3.0 * heard / (1.0 - heard));
        assert!((odds - 15.0 * cosine).abs() < 0.01, "{word}, {clue_text}: {odds}");
        checked += 1;
    }
    assert!(checked > 1000, "{checked} pairs");
}
