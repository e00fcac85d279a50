//! The first line of a list of words: a keyword, or the heading of the list.

/// Headings of a list of words in the languages of decks, and in some others that people write.
const HEADINGS: [&str; 47] = [
    "word",
    "words",
    "keyword",
    "keywords",
    "wordlist",
    "codeword",
    "codewords",
    "headword",
    "term",
    "terms",
    "vocab",
    "vocabulary",
    "lemma",
    "mot",
    "mots",
    "terme",
    "termes",
    "vocabulaire",
    "parola",
    "parole",
    "termine",
    "termini",
    "vocabolo",
    "vocaboli",
    "vocabolario",
    "lemmi",
    "ord",
    "nyckelord",
    "kodord",
    "ordlista",
    "termer",
    "glosa",
    "glosor",
    "ordförråd",
    "wort",
    "wörter",
    "schlüsselwort",
    "schlüsselwörter",
    "begriff",
    "begriffe",
    "wortliste",
    "palabra",
    "palabras",
    "término",
    "términos",
    "woord",
    "woorden",
];

/// Words that head lists, and may be keywords as well.
const DOUBTFUL: [&str; 52] = [
    "card",
    "cards",
    "carte",
    "cartes",
    "carta",
    "kort",
    "name",
    "names",
    "nom",
    "noms",
    "nome",
    "nomi",
    "namn",
    "noun",
    "nouns",
    "sostantivo",
    "sostantivi",
    "substantiv",
    "item",
    "items",
    "entry",
    "entries",
    "text",
    "texts",
    "texte",
    "textes",
    "testo",
    "testi",
    "title",
    "titre",
    "titolo",
    "titel",
    "label",
    "value",
    "token",
    "tokens",
    "phrase",
    "concept",
    "concepts",
    "deck",
    "list",
    "liste",
    "lista",
    "elenco",
    "lek",
    "english",
    "french",
    "français",
    "italian",
    "italiano",
    "swedish",
    "svenska",
];

/// Words that stand beside those in a heading of several words.
const BESIDE: [&str; 24] = [
    "the", "my", "our", "of", "new", "all", "secret", "key", "code", "game", "decrypto", "no", "id", "en",
    "fr", "it", "sv", "de", "des", "clé", "clés", "di", "chiave", "le",
];

/// Number of lines from which the way of writing them tells something.
const ENOUGH: usize = 7;

/// What the first line of a list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstLine {
    /// A word like the others.
    Keyword,
    /// The heading of the list.
    Heading,
    /// A word that may be a heading, or is written unlike the others.
    Doubtful,
}

impl FirstLine {
    /// Judges the first line of a list by the words that head lists, and by how the other lines are written.
    pub(super) fn detect(first: &str, rest: &[&str], language: &str) -> FirstLine {
        let is_unlike = is_unlike(first, rest);
        let (text, has_colon) = first.strip_suffix(':').map_or((first, false), |text| (text, true));
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .map(str::to_lowercase)
            .collect();
        match &words[..] {
            [] => FirstLine::Keyword,
            _ if has_colon => FirstLine::Heading,
            [word] if heads(word, language) => FirstLine::Heading,
            [word] if may_head(word, language) && is_unlike => FirstLine::Heading,
            [_, _, ..]
                if words.iter().any(|word| may_head(word, language))
                    && words
                        .iter()
                        .all(|word| may_head(word, language) || BESIDE.contains(&word.as_str())) =>
            {
                FirstLine::Heading
            }
            [word] if may_head(word, language) => FirstLine::Doubtful,
            _ if is_unlike => FirstLine::Doubtful,
            _ => FirstLine::Keyword,
        }
    }
}

/// Returns `true` if a first line is written in other letters than all others, or alone breaks their alphabetical order.
fn is_unlike(first: &str, rest: &[&str]) -> bool {
    if rest.len() < ENOUGH {
        return false;
    }
    let style = LetterCase::of(rest[0]);
    let has_other_letters =
        rest.iter().all(|word| LetterCase::of(word) == style) && LetterCase::of(first) != style;
    let folded: Vec<String> = rest.iter().map(|word| word.to_lowercase()).collect();
    let breaks_order = folded.is_sorted() && first.to_lowercase() > folded[0];
    has_other_letters || breaks_order
}

/// Case of the letters of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LetterCase {
    Lower,
    Capital,
    Upper,
}

impl LetterCase {
    fn of(word: &str) -> LetterCase {
        let has_upper = word.chars().any(char::is_uppercase);
        match (has_upper, word.chars().any(char::is_lowercase)) {
            (false, _) => LetterCase::Lower,
            (true, true) => LetterCase::Capital,
            (true, false) => LetterCase::Upper,
        }
    }
}

/// Returns `true` for a cell that is the name of a column of words in some language.
///
/// ```
/// use overhear_engine::rules::is_word_heading;
/// assert!(is_word_heading("Mots") && is_word_heading("nyckelord") && !is_word_heading("river"));
/// ```
pub fn is_word_heading(cell: &str) -> bool {
    HEADINGS.contains(&cell.to_lowercase().as_str())
}

fn heads(word: &str, language: &str) -> bool {
    HEADINGS.contains(&word) || word == language
}

fn may_head(word: &str, language: &str) -> bool {
    heads(word, language) || DOUBTFUL.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANIMALS: [&str; 8] = ["dog", "ant", "elk", "cat", "fox", "gnu", "hen", "bee"];

    fn judged(first: &str, write: impl Fn(&str) -> String) -> FirstLine {
        let rest: Vec<String> = ANIMALS.iter().map(|word| write(word)).collect();
        FirstLine::detect(first, &rest.iter().map(String::as_str).collect::<Vec<_>>(), "en")
    }

    #[test]
    fn headings_are_known_in_every_language_of_decks() {
        let headings = [
            "Term",
            "terms",
            "WORD",
            "Keywords:",
            "en",
            "Mot",
            "mots clés",
            "Terme",
            "Parola chiave",
            "Vocaboli",
            "Ord",
            "nyckelord",
            "Glosor",
            "Begriff",
            "Word list",
            "List of words",
            "keyword_en",
            "My English words",
            "Animals:",
        ];
        for heading in headings {
            assert_eq!(judged(heading, str::to_owned), FirstLine::Heading, "{heading}");
        }
        for keyword in ["sun", "ice cream", "word of mouth", "crossword", "password", "1984", "word0"] {
            assert_eq!(judged(keyword, str::to_owned), FirstLine::Keyword, "{keyword}");
        }
    }

    #[test]
    fn what_may_be_either_is_judged_by_how_the_others_are_written() {
        assert_eq!(judged("Name", str::to_owned), FirstLine::Heading, "other letters");
        assert_eq!(judged("name", str::to_uppercase), FirstLine::Heading, "other letters");
        assert_eq!(judged("name", str::to_owned), FirstLine::Doubtful);
        assert_eq!(judged("CARD", str::to_uppercase), FirstLine::Doubtful);
        assert_eq!(
            judged("Animal", str::to_owned),
            FirstLine::Doubtful,
            "an unknown word, written unlike the others"
        );
        let sorted = ["ant", "bee", "cat", "dog", "elk", "fox", "gnu"];
        assert_eq!(FirstLine::detect("title", &sorted, "en"), FirstLine::Heading, "it breaks their order");
        assert_eq!(FirstLine::detect("animal", &sorted, "en"), FirstLine::Keyword);
        assert_eq!(FirstLine::detect("Title", &sorted[..3], "en"), FirstLine::Doubtful, "too few to tell");
    }
}
