//! The script of a game: a text that says what is dealt, what the players answer, and how it ends.
//!
//! ```text
//! # A comment; the first one names the rules that the game shows.
//! language: en
//! white: SUN, RIVER, CASTLE, PIANO
//! black: BREAD, SHADOW, ENGINE, CLOWN
//! deck: LAMP, WHALE
//! translations: SUN = soleil
//! lemmas: suns = sun
//! rules: on_illegal_clue = "missing", round_limit = 3
//! members: 2, 3
//! expect: white, interceptions, round 3
//! 1 white 4-2-1: clue / clue / clue; guess 4-2-1
//! 2 white 4-2-1: refused / clue / - | clue / clue / clue; intercept 1-2-3; guess 4-2-1
//! white names: BREAD, SHADOW, ENGINE, CLOWN
//! ```
//!
//! `-` is a missing clue. What stands behind `|` is said when the answer before it is refused. Words that nobody
//! is dealt and somebody names stand under `deck`. Everything but `white`, `black` and `expect` may be left out.

use std::collections::HashMap;

use overhear_engine::rules::{
    BySide, BySlot, Clue, ClueLaw, Clues, Code, Deck, Keyword, MAX_ROUNDS, Rules, Side, WordFacts,
};
use overhear_engine::table::{Deal, MAX_MEMBERS};

/// A game that is settled before it begins.
pub(crate) struct Script {
    pub(crate) rules: Rules,
    pub(crate) members: BySide<u8>,
    pub(crate) deck: Deck,
    pub(crate) law: ClueLaw,
    pub(crate) deal: Deal,
    pub(crate) halves: Vec<ScriptedHalf>,
    pub(crate) named: BySide<Option<BySlot<Keyword>>>,
    pub(crate) expected: String,
    clues: Vec<String>,
}

/// What is said in one half.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScriptedHalf {
    pub(crate) round: u8,
    pub(crate) side: Side,
    pub(crate) code: Code,
    /// The Encryptor's answers, in the order in which they are asked for.
    pub(crate) answers: Vec<Clues>,
    pub(crate) interception: Option<Code>,
    pub(crate) guess: Code,
}

impl Script {
    /// Reads a script.
    ///
    /// # Panics
    /// If the text is none; the message quotes the line.
    pub(crate) fn parse(text: &str) -> Script {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let entries: Vec<(&str, &str)> = lines.map(|line| split(line, ':')).collect();
        let header = |key: &str| entries.iter().find(|entry| entry.0 == key).map(|entry| entry.1);
        let list = |key: &str| header(key).map(|value| value.split(',').map(str::trim).collect::<Vec<_>>());
        let words = |key: &str| list(key).unwrap_or_default();
        let deck = deck(
            header("language").unwrap_or("en"),
            &[words("white"), words("black"), words("deck")].concat(),
            &pairs(&words("translations")),
        );
        let keyword = |word: &str| {
            let found = deck.keywords().iter().position(|keyword| keyword.text == word);
            Keyword(found.unwrap_or_else(|| panic!("`{word}` is not in the deck")) as u16)
        };
        let four = |words: Vec<&str>| {
            let words: Vec<Keyword> = words.into_iter().map(keyword).collect();
            BySlot(words.try_into().expect("a team holds four keywords"))
        };
        let mut clues = Vec::new();
        let halves: Vec<ScriptedHalf> = entries
            .iter()
            .filter(|entry| entry.0.starts_with(|c: char| c.is_ascii_digit()))
            .map(|&(key, value)| half(key, value, &mut clues))
            .collect();
        let lemmas = pairs(&words("lemmas"));
        let lemmas_of = |text: &str| lemmas.get(text).copied().unwrap_or_default();
        let facts: Vec<WordFacts<'_>> =
            clues.iter().map(|text| WordFacts { text, lemmas: lemmas_of(text) }).collect();
        let members: Vec<u8> = words("members").iter().map(|n| n.parse().expect("a number")).collect();
        Script {
            rules: rules(header("rules").unwrap_or_default()),
            members: match members[..] {
                [white, black] => BySide { white, black },
                _ => BySide { white: 2, black: 2 },
            },
            law: ClueLaw::new(&facts, &deck),
            deal: Deal {
                keywords: BySide { white: four(words("white")), black: four(words("black")) },
                codes: codes(&halves),
                heads: BySide::from_fn(|side| {
                    std::array::from_fn(|n| (MAX_MEMBERS * side.index() + n) as u64)
                }),
            },
            named: BySide::from_fn(|side| list(&format!("{side} names")).map(four)),
            expected: header("expect").expect("a script says how the game ends").to_owned(),
            deck,
            halves,
            clues,
        }
    }

    /// What is said in a half.
    ///
    /// # Panics
    /// If the script ends before it.
    pub(crate) fn half(&self, round: u8, side: Side) -> &ScriptedHalf {
        let found = self.halves.iter().find(|half| (half.round, half.side) == (round, side));
        found.unwrap_or_else(|| panic!("the script ends before {side}'s half of round {round}"))
    }

    /// The texts of clues.
    pub(crate) fn say(&self, clues: &Clues) -> String {
        let text = |clue: &Option<Clue>| clue.map_or("-", |clue| self.clues[clue.index()].as_str());
        clues.iter().map(text).collect::<Vec<_>>().join(" / ")
    }

    /// The text of a clue.
    pub(crate) fn clue_text(&self, clue: Clue) -> &str {
        &self.clues[clue.index()]
    }

    /// The texts of keywords.
    pub(crate) fn name(&self, keywords: BySlot<Keyword>) -> String {
        keywords.0.map(|keyword| self.deck.text(keyword)).join(", ")
    }
}

fn split(text: &str, at: char) -> (&str, &str) {
    let (left, right) = text.split_once(at).unwrap_or_else(|| panic!("no `{at}` in `{text}`"));
    (left.trim(), right.trim())
}

fn pairs<'a>(items: &[&'a str]) -> HashMap<&'a str, &'a str> {
    items.iter().map(|item| split(item, '=')).collect()
}

fn rules(settings: &str) -> Rules {
    let rules: Rules = toml::from_str(&settings.replace(',', "\n")).expect("rules as in a rules file");
    rules.check().expect("rules that make a game");
    rules
}

/// Every word on a card of its own, with a column for the translations if there are any.
fn deck(language: &str, words: &[&str], translations: &HashMap<&str, &str>) -> Deck {
    let foreign = if language == "fr" { "en" } else { "fr" };
    let row = |(n, word): (usize, &&str)| {
        format!("{n},{word},{}\n", translations.get(word).copied().unwrap_or_default())
    };
    let rows: String = words.iter().enumerate().map(row).collect();
    Deck::parse(&format!("card,{language},{foreign}\n{rows}"), language).expect("a deck")
}

fn codes(halves: &[ScriptedHalf]) -> [BySide<Code>; MAX_ROUNDS] {
    let mut codes = [BySide { white: Code::ALL[0], black: Code::ALL[0] }; MAX_ROUNDS];
    for half in halves {
        codes[half.round as usize - 1][half.side] = half.code;
    }
    codes
}

/// Reads `2 white 4-2-1` and what stands behind its colon; clues that are new join the vocabulary.
fn half(key: &str, value: &str, vocabulary: &mut Vec<String>) -> ScriptedHalf {
    let (round, rest) = split(key, ' ');
    let (side, digits) = split(rest, ' ');
    let mut parts = value.split(';').map(str::trim);
    let spoken = parts.next().unwrap_or_default();
    let guesses: HashMap<&str, &str> = parts.map(|part| split(part, ' ')).collect();
    ScriptedHalf {
        round: round.parse().expect("a round"),
        side: if side == "white" { Side::White } else { Side::Black },
        code: code(digits),
        answers: spoken.split('|').map(|answer| answer_of(answer, vocabulary)).collect(),
        interception: guesses.get("intercept").copied().map(code),
        guess: code(guesses.get("guess").unwrap_or_else(|| panic!("no guess in `{value}`"))),
    }
}

fn code(digits: &str) -> Code {
    digits.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn answer_of(text: &str, vocabulary: &mut Vec<String>) -> Clues {
    let clues: Vec<Option<Clue>> = text.split(" / ").map(|clue| clue_of(clue.trim(), vocabulary)).collect();
    clues.try_into().unwrap_or_else(|_| panic!("`{text}` is not three clues"))
}

fn clue_of(text: &str, vocabulary: &mut Vec<String>) -> Option<Clue> {
    if text == "-" {
        return None;
    }
    let place = vocabulary.iter().position(|known| known == text).unwrap_or_else(|| {
        vocabulary.push(text.to_owned());
        vocabulary.len() - 1
    });
    Some(Clue::new(place as u32))
}
