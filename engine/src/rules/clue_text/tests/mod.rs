//! The law in four languages, rule by rule, in both directions.

mod keywords;
mod known_words;
mod positions;
mod related_forms;
mod repeats;
mod sound;
mod spelling;

use proptest::prelude::*;

use super::{
    ClueQuestion, ClueVerdict, Language, Lexicon, NUMBER_ALLUSIONS, NoLexicon, Reason, TextLaw, WordTable,
};
use crate::rules::{BySlot, Code, KeywordText, Repeat, Slot};
use ClueVerdict::{Doubtful, Illegal, Legal};

/// Keywords written as `sun = soleil = sole`, the first being the one in play.
fn team(keywords: [&str; 4]) -> [KeywordText; 4] {
    keywords.map(|keyword| {
        let mut texts = keyword.split(" = ").map(str::to_owned);
        KeywordText { text: texts.next().unwrap_or_default(), translations: texts.collect(), card: 0 }
    })
}

/// A question about a clue, changed as the test wants.
fn ask<'a>(clue: &'a str, team: &'a [KeywordText; 4]) -> ClueQuestion<'a> {
    ClueQuestion::new(clue, BySlot::from_fn(|slot| &team[slot.index()]))
}

/// Returns the verdict on a clue without a lexicon.
fn plain(language: Language, keywords: [&str; 4], clue: &str) -> ClueVerdict {
    TextLaw::new(language, &NoLexicon, Repeat::Exact).judge(&ask(clue, &team(keywords)))
}

const ENGLISH: [&str; 4] =
    ["cursed = maudit", "scorpion = scorpione", "sun = soleil = sole = sol", "place = luogo = plats"];
const FRENCH: [&str; 4] =
    ["place = square", "libellule = dragonfly", "canal = channel", "mot de passe = password"];
const ITALIAN: [&str; 4] = ["posto = seat", "ragno = spider", "albergo = hotel", "antichità = antiquity"];
const SWEDISH: [&str; 4] = ["gäst = guest", "mus = mouse", "flicka = girl", "ö = island"];

/// A small English lexicon.
fn lexicon() -> WordTable<'static> {
    let mut table = WordTable::default();
    for (word, lemmas) in [
        ("sun", ""),
        ("suns", "sun"),
        ("sunny", ""),
        ("flower", ""),
        ("flowers", "flower"),
        ("sunday", ""),
        ("day", ""),
        ("mouse", ""),
        ("mice", "mouse"),
        ("lit", "light"),
        ("candle", ""),
        ("is", "be"),
        ("due", ""),
        ("face", ""),
        ("place", ""),
        ("places", "place"),
        ("bus", ""),
        ("tree", ""),
        ("sea", ""),
        ("sole", ""),
        ("cold", ""),
        ("castle", ""),
    ] {
        table.add_word(word, lemmas);
    }
    for line in [
        "face F EY1 S",
        "place P L EY1 S",
        "read R EH1 D",
        "read R IY1 D",
        "red R EH1 D",
        "reed R IY1 D",
        "bed B EH1 D",
        "tree T R IY1",
        "sea S IY1",
        "see S IY1",
        "hotel HH OW0 T EH1 L",
        "castle K AE1 S AH0 L",
        "bell B EH1 L",
        "battle B AE1 T AH0 L",
        "cattle K AE1 T AH0 L",
        "the DH AH0",
        "a AH0",
        "places P L EY1 S IH0 Z",
    ] {
        let (word, phonemes) = line.split_once(' ').unwrap();
        table.add_pronunciation(word, phonemes);
    }
    table
}

fn english(keywords: [&str; 4], clue: &str) -> ClueVerdict {
    TextLaw::new(Language::English, &lexicon(), Repeat::Exact).judge(&ask(clue, &team(keywords)))
}

#[test]
fn r19_the_rulebooks_own_examples() {
    let e = |clue| english(ENGLISH, clue);
    assert_eq!(e("C"), Illegal(Reason::Letter));
    assert_eq!(e("8 letters"), Illegal(Reason::LetterCount));
    assert_eq!(e("musketeers"), Doubtful(Reason::PositionAllusion(Slot::Third)));
}

#[test]
fn r27_the_clues_of_the_worked_example_are_legal_in_four_languages() {
    let black = ["black = noir", "dragonfly = libellule", "cocktail = cocktail", "sombrero = sombrero"];
    for clue in ["Mexico", "Insect", "Horror", "evening with friends", "parasol", "Odonata"] {
        assert_eq!(english(black, clue), Legal, "{clue}");
    }
    let french = ["antiquité = antiquity", "os = bone", "matin = morning", "cauchemar = nightmare"];
    assert_eq!(plain(Language::French, french, "pieds nus dans l'aube"), Legal);
    let italian = ["nero = black", "ragno = spider", "cocktail = cocktail", "sombrero = sombrero"];
    for clue in ["zampe", "aracnide", "Messico"] {
        assert_eq!(plain(Language::Italian, italian, clue), Legal, "{clue}");
    }
    let swedish = ["svart = black", "trollslända = dragonfly", "cocktail = cocktail", "mardröm = nightmare"];
    for clue in ["insekt", "Mexiko", "Freddy"] {
        assert_eq!(plain(Language::Swedish, swedish, clue), Legal, "{clue}");
    }
}

#[test]
fn r18_a_clue_has_a_word() {
    for clue in ["", "   ", "!?", "\u{301}\u{200b}"] {
        assert_eq!(english(ENGLISH, clue), Illegal(Reason::NoWord), "{clue:?}");
    }
    for clue in ["🌞", "🎩 and cane", "♪♪"] {
        assert_eq!(english(ENGLISH, clue), Doubtful(Reason::Picture), "{clue:?}");
    }
    for clue in ["two\nclues", "tab\tbed", "\u{7}"] {
        assert_eq!(english(ENGLISH, clue), Illegal(Reason::Lines), "{clue:?}");
    }
    for clue in ["Mexico", "a witch's spell", "When it's cold, do you go out?", "太陽", "Ζεύς", "愛"] {
        assert_eq!(english(ENGLISH, clue), Legal, "{clue}");
    }
}

#[test]
fn r19_applies_to_the_keyword_that_is_meant() {
    let team = team(["place", "scorpion", "sun", "cursed"]);
    let (table, meant) = (lexicon(), |slot| Some(slot));
    let law = TextLaw::new(Language::English, &table, Repeat::Exact);
    let judge = |clue, slot| law.judge(&ClueQuestion { meant: meant(slot), ..ask(clue, &team) });
    assert_eq!(judge("c", Slot::First), Illegal(Reason::Letter));
    assert_eq!(judge("e", Slot::Second), Doubtful(Reason::Letter));
    assert_eq!(judge("8", Slot::Second), Illegal(Reason::LetterCount));
    assert_eq!(judge("8", Slot::First), Legal);
    assert_eq!(judge("suns", Slot::First), Illegal(Reason::Inflection));
    // The law of a team judges by the position of each clue, whatever the question had that it was made with.
    let of_team = law.of_team(ClueQuestion { meant: meant(Slot::Second), ..ask("", &team) });
    assert_eq!(of_team.judge("8", meant(Slot::First)), Legal);
    assert_eq!(of_team.judge("8", None), Illegal(Reason::LetterCount));
}

#[test]
fn an_empty_keyword_forbids_nothing() {
    assert_eq!(plain(Language::English, ["", " = ", "!", "sun = soleil"], "moon"), Legal);
}

#[test]
fn a_verdict_is_printed_with_its_rule() {
    assert_eq!(Legal.to_string(), "legal");
    assert_eq!(Illegal(Reason::Keyword).to_string(), "illegal (R21: a keyword)");
    assert_eq!(Doubtful(Reason::Picture).to_string(), "doubtful (R18: a picture)");
}

#[test]
fn an_illegal_clue_is_not_excused_by_a_doubt() {
    assert_eq!(english(ENGLISH, "three suns"), Illegal(Reason::Inflection));
}

proptest! {
    #[test]
    fn no_text_panics(clue in "\\PC*", other in any::<String>(), keyword in any::<String>(), word in "[a-zåäöéèœ0-9' .-]{0,9}") {
        let team = team([&keyword, &other, &word, "sun = soleil"]);
        for language in Language::ALL {
            for lexicon in [&NoLexicon as &dyn Lexicon, &lexicon()] {
                let law = TextLaw::new(language, lexicon, Repeat::Lemma);
                for clue in [&clue, &other, &word] {
                    let earlier = [keyword.as_str(), &word];
                    let verdict = law.judge(&ClueQuestion { earlier: &earlier, code: Some(Code::ALL[7]), ..ask(clue, &team) });
                    prop_assert!(!verdict.to_string().is_empty());
                }
            }
        }
    }

    #[test]
    fn r21_a_keyword_in_a_sentence_is_found(before in "[a-z]{0,8}", after in "[a-z]{0,8}") {
        let clue = format!("{before} scorpion, {after}");
        let verdict = plain(Language::English, ENGLISH, &clue);
        let is_found = matches!(verdict, Illegal(Reason::Keyword | Reason::Translation));
        prop_assert!(is_found, "the word beside it may be a translation: {}", verdict);
    }
}
