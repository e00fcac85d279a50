//! The keyword deck (R2): cards with up to four words each, and the translations of the words (R21).

mod digest;
mod heading;
mod layout;
mod rows;
#[cfg(feature = "csv")]
mod table;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

pub use self::heading::is_word_heading;
use self::layout::DeckRow;
pub use self::layout::separator as cell_separator;
use self::rows::DeckRows;
use super::{Keyword, Language, counted, is_printable, reads_as_missing, same_clue_form, stands_for_missing};

/// Description of the characters that are refused in words and column names, because they would break
/// tables.
const CONTROL: &str = "a line break or another character that does not show";

/// Maximal number of words on a card.
pub const CARD_WORDS: usize = 4;

/// Maximal length of a keyword in characters.
pub const LONGEST_KEYWORD: usize = 100;

/// Number of cards in a game: four for each team, all different (R2).
pub const CARDS_IN_PLAY: usize = 8;

/// The text of a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordText {
    /// The keyword in the language of the game.
    pub text: String,
    /// Translations of the keyword, which must not be clues either (R21).
    pub translations: Vec<String>,
    /// Index of its card, from 0.
    pub card: usize,
}

/// A deck of keyword cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    language: Language,
    keywords: Vec<KeywordText>,
    cards: Vec<Vec<Keyword>>,
    /// The words on the two faces of each card; `None` if the deck has no faces.
    faces: Option<Vec<[Vec<Keyword>; 2]>>,
    digest: u64,
}

/// Error returned when a text is not a deck. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeckError {
    /// A line does not match the header, or holds a word that the deck cannot take.
    Line {
        /// Number of the line.
        line: usize,
        /// Description of the problem.
        reason: String,
    },
    /// The table has no column for the language.
    NoColumn {
        /// Line number of the header, from 1.
        line: usize,
        /// Name of the missing column.
        language: String,
        /// Names of the existing columns.
        columns: String,
    },
    /// The deck has too few cards for a game.
    TooFewCards {
        /// Number of cards in the deck.
        cards: usize,
    },
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeckError::Line { line, reason } => write!(f, "line {line}: {reason}"),
            DeckError::NoColumn { line, language, columns } => {
                write!(f, "line {line}: no column `{language}`; the header has {columns}")
            }
            DeckError::TooFewCards { cards } => {
                let cards = counted(*cards as u64, "card");
                write!(f, "{cards}; a game needs {CARDS_IN_PLAY} different ones")
            }
        }
    }
}

impl std::error::Error for DeckError {}

impl Deck {
    /// Parses a deck in `language` from a table or a plain list.
    ///
    /// A table has column names in its first line, in any case: `en`, `fr`, `it` and `sv` for the languages, or
    /// `word` for the language of the game. Optional columns are `card` and `face`, with two names for the two
    /// faces of the cards. Commas, semicolons, tabs or `|` separate the cells.
    ///
    /// A list has one word on each line, and may have a heading such as `word`. Without a column `card`, each
    /// word is a card of its own. `#` starts a comment.
    ///
    /// ```
    /// use overhear_engine::rules::{Deck, Keyword};
    /// let csv = "card,en,fr\n1,sun,soleil\n1,dog,chien\n2,cup,tasse\n3,pen,stylo\n4,hat,chapeau\n\
    ///            5,box,boîte\n6,map,carte\n7,key,clé\n8,bus,bus\n";
    /// let deck = Deck::parse(csv, "fr")?;
    /// assert_eq!(deck.text(Keyword(1)), "chien");
    /// assert_eq!(deck.cards()[0].len(), 2);
    /// # Ok::<(), overhear_engine::rules::DeckError>(())
    /// ```
    ///
    /// # Errors
    /// A [`DeckError`] that names the line: an incomplete row, a repeated word, a card with too many words,
    /// or fewer than eight cards.
    pub fn parse(text: &str, language: &str) -> Result<Deck, DeckError> {
        Ok(Deck::parse_with_remarks(text, language)?.0)
    }

    /// Parses a deck like [`Deck::parse`], and also returns remarks on guesses about the text, by line.
    ///
    /// # Errors
    /// As [`Deck::parse`].
    pub fn parse_with_remarks(text: &str, language: &str) -> Result<(Deck, Vec<String>), DeckError> {
        let text = with_plain_line_ends(text);
        let DeckRows { rows, mut remarks } = DeckRows::read(&text, language)?;
        remarks.extend(rows.iter().filter_map(missing_value_remark));
        let language = language.parse().unwrap_or(Language::English);
        Ok((Deck::from_rows(rows, language)?, remarks))
    }

    /// Returns the line of a keyword in the text of a deck, from 1; `None` if the deck does not have it.
    ///
    /// ```
    /// use overhear_engine::rules::Deck;
    /// assert_eq!(Deck::line_of("# words\nsun\ndog\n", "en", "dog"), Some(3));
    /// ```
    pub fn line_of(text: &str, language: &str, keyword: &str) -> Option<usize> {
        let DeckRows { rows, .. } = DeckRows::read(&with_plain_line_ends(text), language).ok()?;
        rows.into_iter().find(|row| row.text == keyword).map(|row| row.line)
    }

    /// Creates a deck of words, each on a card of its own.
    ///
    /// # Errors
    /// As [`Deck::parse`], with the number of the word, from 1, in place of the line.
    pub fn from_words<'a>(
        words: impl IntoIterator<Item = &'a str>,
        language: Language,
    ) -> Result<Deck, DeckError> {
        let rows = (1..).zip(words).map(|(line, word)| DeckRow::single_word(line, word));
        Deck::from_rows(rows.collect(), language)
    }

    /// Builds a deck from rows, and validates each of them.
    fn from_rows(rows: Vec<DeckRow>, language: Language) -> Result<Deck, DeckError> {
        let mut deck = Deck { language, keywords: Vec::new(), cards: Vec::new(), faces: None, digest: 0 };
        let (mut sides, mut names): (Vec<usize>, Vec<String>) = (Vec::new(), Vec::new());
        let mut line_of: HashMap<String, usize> = HashMap::new();
        let mut card_of: HashMap<String, usize> = HashMap::new();
        // 1. Refuse unprintable or long words.
        // 2. Refuse repeated words.
        // 3. Find or add the card, and refuse a fifth word on it.
        // 4. Find or add the face, and refuse a third one.
        // 5. Number the keyword.
        for DeckRow { line, card, face, text, translations } in rows {
            for word in [&text].into_iter().chain(&translations) {
                if !word.chars().all(is_printable) {
                    return Err(wrong(
                        line,
                        format!("the word \"{}\" holds {CONTROL}", word.escape_default()),
                    ));
                }
                let long = word.chars().count();
                if long > LONGEST_KEYWORD {
                    return Err(wrong(
                        line,
                        format!("a word of {long} characters; a keyword has at most {LONGEST_KEYWORD}"),
                    ));
                }
            }
            if stands_for_missing(&text) && !is_missing_and_a_word(&text) {
                let reason = format!("`{text}` stands for a missing value in many tables; write a keyword");
                return Err(wrong(line, reason));
            }
            if let Some(earlier) = line_of.insert(same_clue_form(&text), line) {
                return Err(wrong(line, format!("the word `{text}` stands on line {earlier} already")));
            }
            let next = deck.cards.len();
            let at = *card_of.entry(card).or_insert(next);
            if at == next {
                deck.cards.push(Vec::new());
            }
            if deck.cards[at].len() == CARD_WORDS {
                return Err(wrong(line, format!("`{text}` is the fifth word of its card; {CARD_WORDS} fit")));
            }
            let id = u16::try_from(deck.keywords.len())
                .map_err(|_| wrong(line, "more than 65536 words".into()))?;
            let side = names.iter().position(|name| *name == face).unwrap_or(names.len());
            if side == names.len() {
                names.push(face);
            }
            if side > 1 {
                return Err(wrong(line, format!("a third face `{}`; a card has two", names[side])));
            }
            sides.push(side);
            deck.cards[at].push(Keyword(id));
            deck.keywords.push(KeywordText { text, translations, card: at });
        }
        if deck.cards.len() < CARDS_IN_PLAY {
            return Err(DeckError::TooFewCards { cards: deck.cards.len() });
        }
        Ok(Deck {
            faces: faces(&deck.cards, &sides),
            digest: digest::digest(language, &deck.keywords),
            ..deck
        })
    }

    /// Returns the language of the game, or English for a deck in an unknown language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns the number of keywords.
    pub fn len(&self) -> usize {
        self.keywords.len()
    }

    /// Returns `false`: a deck has at least eight cards.
    pub fn is_empty(&self) -> bool {
        self.keywords.is_empty()
    }

    /// Returns the printed text of a keyword.
    pub fn text(&self, keyword: Keyword) -> &str {
        &self.keywords[keyword.index()].text
    }

    /// Returns all keywords in deck order: index `n` holds keyword number `n`.
    pub fn keywords(&self) -> &[KeywordText] {
        &self.keywords
    }

    /// Returns the words of each card.
    pub fn cards(&self) -> &[Vec<Keyword>] {
        &self.cards
    }

    /// Returns the words on a face of a card, both given as indices from 0 (R2).
    ///
    /// Without faces, it returns all words of the card.
    ///
    /// # Panics
    /// If the card or the face does not exist.
    pub fn face(&self, card: usize, face: usize) -> &[Keyword] {
        self.faces.as_ref().map_or(&self.cards[card], |faces| &faces[card][face])
    }

    /// Returns the number of faces that a session goes through: two, or one for a deck without faces (R2).
    pub const fn faces(&self) -> usize {
        if self.faces.is_some() { 2 } else { 1 }
    }

    /// Returns the maximal number of games in a row without a repeated keyword (R2).
    ///
    /// Each game takes one word from each of eight cards. One face is used up before the other.
    ///
    /// ```
    /// use overhear_engine::rules::Deck;
    /// let list: String = (0..20).map(|n| format!("word{n}\n")).collect();
    /// assert_eq!(Deck::parse(&list, "en")?.session_games(), 2);
    /// # Ok::<(), overhear_engine::rules::DeckError>(())
    /// ```
    pub fn session_games(&self) -> usize {
        // In the n-th pass over a face, only cards with at least n words can be dealt.
        let passes = (0..self.faces()).flat_map(|face| (1..=CARD_WORDS).map(move |words| (face, words)));
        let games = passes.map(|(face, words)| {
            let cards = (0..self.cards.len()).filter(|&card| self.face(card, face).len() >= words);
            cards.count() / CARDS_IN_PLAY
        });
        games.sum()
    }

    /// Returns the words on the card of `keyword`, including `keyword`. The holder of the card knows that no
    /// other player has any of these words (R2).
    pub fn card_of(&self, keyword: Keyword) -> &[Keyword] {
        &self.cards[self.keywords[keyword.index()].card]
    }
}

/// Returns `true` for a text that data tools read as a missing value, and people as a word: `none`, `null`.
fn is_missing_and_a_word(text: &str) -> bool {
    reads_as_missing(text) && text.chars().all(char::is_alphabetic)
}

/// Returns the remark on a keyword that data tools lose, if the row has one.
fn missing_value_remark(DeckRow { line, text, .. }: &DeckRow) -> Option<String> {
    is_missing_and_a_word(text).then(|| {
        format!(
            "line {line}: `{text}` is dealt as a keyword; data tools read it as a missing value (pandas does not with \
             `keep_default_na=False`). If a word is missing there, write it"
        )
    })
}

/// Returns the words of each card by face, or `None` if a card has no word on one of the faces.
fn faces(cards: &[Vec<Keyword>], sides: &[usize]) -> Option<Vec<[Vec<Keyword>; 2]>> {
    let faces = cards.iter().map(|card| {
        [0, 1].map(|side| card.iter().copied().filter(|word| sides[word.index()] == side).collect())
    });
    let faces: Vec<[Vec<Keyword>; 2]> = faces.collect();
    faces.iter().flatten().all(|words| !words.is_empty()).then_some(faces)
}

fn wrong(line: usize, reason: String) -> DeckError {
    DeckError::Line { line, reason }
}

/// Returns the text of a deck without a byte order mark, its lines ended as on Unix.
fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Deck::parse(text, "en").unwrap_err().to_string()
    }

    #[test]
    fn r2_eight_cards_are_enough_and_seven_are_not() {
        let list = "ant\nbee\ncat\ndog\nelk\nfox # a comment\n\ngnu\n";
        assert_eq!(refused(list), "7 cards; a game needs 8 different ones");
        assert_eq!(Deck::parse(&format!("{list}hen\n"), "en").unwrap().len(), 8);
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(refused("ant\nbee\nAnt\n"), "line 3: the word `Ant` stands on line 1 already");
        assert_eq!(refused("card,en\n1,ant\n2\n"), "line 3: 1 fields where the header has 2");
        assert_eq!(refused("card,en\n1,ant\n2,\n"), "line 3: the column `en` is empty");
        assert_eq!(refused("card,fr\n1,chat\n"), "line 1: no column `en`; the header has card, fr");
        let crowded = "card,en\n1,ant\n1,bee\n1,cat\n1,dog\n1,elk\n";
        assert_eq!(refused(crowded), "line 6: `elk` is the fifth word of its card; 4 fit");
    }

    #[test]
    fn r2_a_card_has_two_faces_or_none() {
        let rows = |faces: [&str; 2]| -> String {
            (0..16).map(|n| format!("{},{},word{n}\n", n / 2, faces[n % 2])).collect()
        };
        let deck = |faces| Deck::parse(&format!("card,face,en\n{}", rows(faces)), "en").unwrap();
        let turned = deck(["blue", "red"]);
        assert_eq!((turned.face(3, 0), turned.face(3, 1)), (&[Keyword(6)][..], &[Keyword(7)][..]));
        let plain = deck(["blue", "blue"]);
        assert_eq!((plain.face(3, 0), plain.face(3, 1)), (plain.face(3, 1), &plain.cards()[3][..]));
        assert_eq!(
            refused(&format!("card,face,en\n{}9,green,ant\n", rows(["blue", "red"]))),
            "line 18: a third face `green`; a card has two"
        );
    }

    #[test]
    fn a_line_break_within_a_cell_is_refused_in_one_line() {
        let control = "a line break or another character that does not show";
        let word = refused("card,en\n1,\"ant\nbee\"\n");
        assert_eq!(word, format!("line 2: the word \"ant\\nbee\" holds {control}"));
        let column = refused("card,\"en\nfr\"\n1,ant\n");
        assert_eq!(column, format!("line 1: the column's name \"en\\nfr\" holds {control}"));
        assert!(refused("ant\nbee\u{7}x\n").starts_with("line 2: "));
        for (hidden, escaped) in [
            ('\u{1b}', "\\u{1b}"),
            ('\u{202e}', "\\u{202e}"),
            ('\u{2028}', "\\u{2028}"),
            ('\u{200b}', "\\u{200b}"),
            ('\u{feff}', "\\u{feff}"),
        ] {
            let played = refused(&format!("card,en,fr\n1,ant,fourmi\n2,b{hidden}ee,abeille\n"));
            let other = refused(&format!("card,en,fr\n1,ant,fourmi\n2,bee,a{hidden}beille\n"));
            for message in [played, other] {
                assert!(
                    message.starts_with("line 3: ") && message.contains(escaped) && !message.contains(hidden),
                    "{message}"
                );
            }
        }
    }

    #[test]
    fn a_keyword_is_no_sentence() {
        let list = |letters: usize| "ant\nbee\ncat\ndog\nelk\nfox\ngnu\n".to_owned() + &"é".repeat(letters);
        assert!(Deck::parse(&list(LONGEST_KEYWORD), "en").is_ok());
        assert_eq!(refused(&list(101)), "line 8: a word of 101 characters; a keyword has at most 100");
    }

    #[test]
    fn a_byte_order_mark_hides_neither_the_header_nor_a_word() {
        let list = "\u{feff}ant\nbee\ncat\ndog\nelk\nfox\ngnu\nhen\n";
        assert_eq!(Deck::parse(list, "en").unwrap().text(Keyword(0)), "ant");
        let rows: String = (0..8).map(|n| format!("{n},word{n}\n")).collect();
        assert_eq!(Deck::parse(&format!("\u{feff}card,en\n{rows}"), "en").unwrap().text(Keyword(0)), "word0");
    }

    #[test]
    fn the_languages_that_are_not_played_are_translations() {
        let rows: String = (0..8).map(|n| format!("{n},word{n},mot{n}\n")).collect();
        let deck = Deck::parse(&format!("card,en,fr\n{rows}"), "en").unwrap();
        assert_eq!(deck.keywords()[3].translations, ["mot3"]);
    }

    #[test]
    fn a_deck_knows_its_language_and_the_card_of_each_word() {
        let rows: String = (0..16).map(|n| format!("{},mot{n}\n", n / 2)).collect();
        let deck = Deck::parse(&format!("card,fr\n{rows}"), "fr").unwrap();
        assert_eq!((deck.language(), deck.len(), deck.is_empty()), (Language::French, 16, false));
        assert_eq!(deck.card_of(Keyword(6)), [Keyword(6), Keyword(7)]);
    }
}
