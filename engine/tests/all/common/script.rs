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
//! rules: official, on_illegal_clue = "missing", round_limit = 3
//! members: 2, 3
//! pace: 9000, 21000
//! drawn: seed 1, deal 3
//! expect: white, interceptions, round 3
//! 1 white 4-2-1: clue / clue / clue; guess 4-2-1
//! 2 white 4-2-1: refused / clue / - | clue / clue / clue; intercept 1-2-3 from 1-2-3@90 1-3-2@20; guess 4-2-1
//! white names: BREAD, SHADOW, ENGINE, CLOWN
//! ```
//!
//! `-` is a missing clue. What stands behind `|` is said when the answer before it is refused. Behind `from` stands
//! what each member who is asked believes: a code, and the probability of it in hundredths. `pace` is the
//! milliseconds that White's and Black's Encryptors take over each clue. With `drawn`, keywords and codes are those
//! of a deal from the words under `deck`, and must be the ones that the script has. Words that nobody is dealt and somebody names stand under
//! `deck`; the first four of them are what nobody holds in the three-player game, which has no line `black`.
//! Everything but `white` and `expect` may be left out.

use std::collections::HashMap;

use super::laid;

use overhear_engine::game::{Deal, MAX_MEMBERS, Seed};
use overhear_engine::rules::{
    BySide, BySlot, Clue, ClueLaw, Clues, Code, Deck, Keyword, MAX_ROUNDS, RULE_SETS, Rules, Side, WordFacts,
};

/// A game that is settled before it begins.
pub(crate) struct Script {
    pub(crate) rules: Rules,
    /// The milliseconds that each team's Encryptors take over a clue.
    pub(crate) pace: BySide<u32>,
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
    /// What each interceptor believes, and each guesser, where they differ: a code and hundredths.
    pub(crate) intercepting: Vec<(Code, u8)>,
    pub(crate) guessing: Vec<(Code, u8)>,
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
            &if header("drawn").is_some() {
                words("deck")
            } else {
                [words("white"), words("black"), words("deck")].concat()
            },
            &pairs(&words("translations")),
        );
        let keyword = |word: &str| {
            let place = deck.keywords().iter().position(|keyword| keyword.text == word);
            Keyword(place.unwrap_or_else(|| panic!("`{word}` is not in the deck")) as u16)
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
        let two = |key: &str| -> Option<BySide<u32>> {
            let numbers: Vec<u32> = list(key)?.iter().map(|n| n.parse().expect("a number")).collect();
            let [white, black] = numbers[..] else { panic!("`{key}` has two numbers") };
            Some(BySide { white, black })
        };
        let mut rules = rules(header("rules").unwrap_or("official"));
        if let Some(BySide { white, black }) = two("members") {
            (rules.white_team, rules.black_team) = (white as u8, black as u8);
        }
        rules.check().expect("rules that make a game");
        let black = if words("black").is_empty() { words("deck")[..4].to_vec() } else { words("black") };
        let keywords = BySide { white: four(words("white")), black: four(black) };
        Script {
            rules,
            pace: two("pace").unwrap_or(BySide { white: 10_000, black: 10_000 }),
            law: ClueLaw::new(&facts, &deck),
            deal: match list("drawn") {
                None => dealt(keywords, codes(&halves)),
                Some(names) => drawn(&names, &rules, &deck, keywords, &halves),
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
        let half = self.halves.iter().find(|half| (half.round, half.side) == (round, side));
        half.unwrap_or_else(|| panic!("the script ends before {side}'s half of round {round}"))
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

/// A name and settings on top of it; without a name, the official rules.
fn rules(text: &str) -> Rules {
    let (name, settings) = text.split_once(',').unwrap_or((text, ""));
    let (name, settings) = if name.contains('=') { ("official", text) } else { (name, settings) };
    let named = RULE_SETS.iter().find(|set| set.name == name).expect("rules that have a name");
    let mut table = toml::Table::try_from(named.rules).expect("rules are a table");
    table.extend(toml::from_str::<toml::Table>(&settings.replace(',', "\n")).expect("as in a rules file"));
    table.try_into().expect("switches of the rules")
}

/// A deal as the script has it, whose noise seeds are easily told apart.
fn dealt(keywords: BySide<BySlot<Keyword>>, codes: [BySide<Code>; MAX_ROUNDS]) -> Deal {
    let noise_seed = |side: Side, n: usize| (MAX_MEMBERS * side.index() + n) as u64;
    Deal {
        keywords,
        codes,
        noise_seeds: BySide::from_fn(|side| std::array::from_fn(|n| noise_seed(side, n))),
    }
}

/// The deal that `seed 1, deal 3` names, which must be the script's.
fn drawn(
    names: &[&str],
    rules: &Rules,
    deck: &Deck,
    keywords: BySide<BySlot<Keyword>>,
    halves: &[ScriptedHalf],
) -> Deal {
    let number = |name: &str| {
        let entry = names.iter().map(|item| split(item, ' ')).find(|(key, _)| *key == name);
        entry.and_then(|(_, value)| value.parse::<u64>().ok()).expect("a seed and a deal")
    };
    let law = ClueLaw::new(&[], deck);
    let deal = laid(*rules, deck, &law).deal(Seed(number("seed")), number("deal"));
    let texts = |keywords: BySlot<Keyword>| keywords.0.map(|keyword| deck.text(keyword).to_owned());
    for side in Side::ALL {
        assert_eq!(texts(deal.keywords[side]), texts(keywords[side]), "the keywords drawn for {side}");
        let rounds = halves.iter().filter(|half| half.side == side);
        let drawn: Vec<Code> = rounds.clone().map(|half| deal.codes[half.round as usize - 1][side]).collect();
        let scripted: Vec<Code> = rounds.map(|half| half.code).collect();
        assert_eq!(drawn, scripted, "the codes drawn for {side}");
    }
    dealt(deal.keywords, deal.codes)
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
        interception: guesses.get("intercept").copied().map(answer),
        guess: answer(guesses.get("guess").unwrap_or_else(|| panic!("no guess in `{value}`"))),
        intercepting: beliefs(guesses.get("intercept")),
        guessing: beliefs(guesses.get("guess")),
    }
}

/// What a team says, whatever its members believe.
fn answer(text: &str) -> Code {
    code(text.split(" from ").next().unwrap_or_default())
}

/// What stands behind `from`.
fn beliefs(text: Option<&&str>) -> Vec<(Code, u8)> {
    let members = text.and_then(|text| text.split_once(" from ")).map_or("", |(_, members)| members);
    let belief = |item: &str| {
        let (digits, percent) = split(item, '@');
        (code(digits), percent.parse().expect("hundredths"))
    };
    members.split_whitespace().map(belief).collect()
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
