//! What a game says of texts against what `rules clue --meant` says of them, in every language.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use overhear_agents::model::{World, WorldError};
use overhear_agents::words::{
    embedded_keyword, embedded_law_words, embedded_lexicon_of, embedded_space_of, translations,
};
use overhear_engine::rules::{
    BySlot, Clue, ClueQuestion, ClueVerdict, Code, Deck, Illegal, Keyword, KeywordText, Language, Reason,
    Repeat, Slot, TextLaw, same_clue_form,
};

use crate::law::{Row, list, rows};

/// So few words that nearly every clue of the table is a text outside the vocabulary.
const VOCABULARY: usize = 256;

/// Keywords that each deck has besides those of its cases, for the rest of a team.
const OTHERS: [[&str; 8]; 4] = [
    ["mouse", "engine", "board", "level", "hotel", "river", "castle", "window"],
    ["souris", "moteur", "maison", "niveau", "hôtel", "fleuve", "château", "fenêtre"],
    ["topo", "motore", "casa", "livello", "albergo", "fiume", "castello", "finestra"],
    ["mus", "motor", "hus", "nivå", "hotell", "flod", "slott", "fönster"],
];

/// Texts for teams of the first four of [`OTHERS`], one for each way in which texts and words could be judged differently:
/// by sound, by translations that the project's deck does not have, by words that languages share, by compounds.
const TEXTS: [&[&str]; 4] = [
    &[
        "sounds like house",
        "it sounds like moose",
        "sounds like bored",
        "sounds like gin",
        "sounds a bit like a bevel",
        "rhymes with house",
        "bored",
        "mous",
        "une souris grise",
        "gnagare och mus",
        "motor racing",
        "a cupboard",
        "the lord",
        "five letters",
        "starts with m",
        "palindrome",
        "anagram of angie",
        "second from the left",
        "the third",
        "Motörhead",
    ],
    &[
        "sonne comme house",
        "sonne comme saison",
        "rime avec maison",
        "a grey mouse",
        "il motore",
        "six lettres",
        "petite maisonnette",
        "vieux moteurs",
        "le troisième",
        "xqzzy blorf",
    ],
    &[
        "suona come coppo",
        "rima con casa",
        "a grey mouse",
        "le moteur",
        "quattro lettere",
        "case bianche",
        "il terzo",
        "xqzzy blorf",
    ],
    &[
        "låter som hus",
        "rimmar på hus",
        "a grey mouse",
        "il motore",
        "tre bokstäver",
        "de vita husen",
        "den tredje",
        "xqzzy blorf",
    ],
];

/// A text to judge, its team and what came before.
struct Asked {
    clue: String,
    team: [String; 4],
    earlier: Vec<String>,
    codes: Vec<Code>,
}

/// The cases of the table in a language, and those above. A game folds white space, so that no text in it has two lines.
fn cases(language: Language) -> Vec<Asked> {
    let others = OTHERS[language as usize];
    let case = |row: Row| {
        let keywords = list(&row.cells[1]).into_iter().chain(others);
        let mut team: Vec<String> = Vec::new();
        for keyword in keywords {
            if team.iter().all(|known| same_clue_form(known) != same_clue_form(keyword)) {
                team.push(keyword.to_owned());
            }
        }
        let codes = row.cells[3].parse().map_or_else(|_| every_slot(), |code| vec![code]);
        Asked {
            team: std::array::from_fn(|n| team[n].clone()),
            earlier: list(&row.cells[5]).into_iter().map(str::to_owned).collect(),
            clue: row.clue,
            codes,
        }
    };
    let of_table = rows().into_iter().filter(|row| row.cells[4] == language.code());
    let of_table = of_table.filter(|row| !row.clue.chars().any(char::is_control)).map(case);
    let team: [String; 4] = std::array::from_fn(|n| others[n].to_owned());
    let text = |clue: &&str| Asked {
        clue: (*clue).to_owned(),
        team: team.clone(),
        earlier: vec!["a grey mouse with teeth".to_owned()],
        codes: every_slot(),
    };
    let mut unlisted = text(&"xqzzy blorf");
    unlisted.team[0] = untranslated(language);
    of_table.chain(TEXTS[language as usize].iter().map(text)).chain([unlisted]).collect()
}

/// A frequent word whose translations no list has.
fn untranslated(language: Language) -> String {
    let space = embedded_space_of(language);
    let mut words = (0..space.words().len()).map(|place| space.words().get(place));
    let is_long = |word: &str| word.chars().count() > 4 && word.chars().all(char::is_lowercase);
    words
        .find(|word| is_long(word) && translations(word, language).is_empty())
        .expect("one of them")
        .to_owned()
}

/// Two codes in which every slot is meant.
fn every_slot() -> Vec<Code> {
    ["1-2-3", "4-3-1"].map(|code| code.parse().expect("a code")).into()
}

/// A world whose deck has the keywords of all cases, without translations of its own. Cases with keywords that its space lacks
/// are left out: they cannot be played.
fn world(language: Language, cases: &mut Vec<Asked>) -> World {
    let deck = |cases: &[Asked]| {
        let mut forms = BTreeSet::new();
        let texts = cases.iter().flat_map(|case| &case.team).map(String::as_str);
        let texts = texts.chain(OTHERS[language as usize]).filter(|text| forms.insert(same_clue_form(text)));
        Deck::from_words(texts, language).expect("a deck")
    };
    let world = |deck| {
        let words = (embedded_space_of(language), embedded_lexicon_of(language));
        World::new(deck, words.0, words.1, VOCABULARY)
    };
    match world(deck(cases)) {
        Err(WorldError::UnknownKeywords { keywords, .. }) => {
            cases.retain(|case| case.team.iter().all(|keyword| !keywords.contains(keyword)));
            world(deck(cases)).expect("they go together")
        }
        outcome => outcome.expect("they go together"),
    }
}

/// The verdict of `rules clue --meant`, which makes the keywords of the deck with their translations.
fn said_of_text(deck: &Deck, case: &Asked, code: Code, slot: Slot, repeat: Repeat) -> ClueVerdict {
    let keywords: [KeywordText; 4] = case.team.each_ref().map(|text| embedded_keyword(deck, text));
    let earlier: Vec<&str> = case.earlier.iter().map(String::as_str).collect();
    let question = ClueQuestion {
        earlier: &earlier,
        code: Some(code),
        meant: Some(slot),
        ..ClueQuestion::new(&case.clue, BySlot(keywords.each_ref()))
    };
    TextLaw::new(deck.language(), embedded_law_words(deck.language()), repeat).judge(&question)
}

/// The number of a keyword of the deck.
fn keyword(deck: &Deck, text: &str) -> Keyword {
    let mut keywords = deck.keywords().iter();
    let form = same_clue_form(text);
    let place = keywords.position(|keyword| same_clue_form(&keyword.text) == form).expect("the deck has it");
    Keyword(place as u16)
}

/// Compares all verdicts on a case, and counts those of each reason.
fn compare(world: &World, case: &Asked, reasons: &mut BTreeMap<String, usize>, wrong: &mut String) {
    let clue = |text: &str| world.utterances().say(text).expect("there is room");
    let (judged, earlier) =
        (clue(&case.clue), case.earlier.iter().map(|text| clue(text)).collect::<Vec<Clue>>());
    if judged.index() < world.clues() {
        return;
    }
    let own = BySlot(case.team.each_ref().map(|text| keyword(world.deck(), text)));
    for (code, repeat) in case.codes.iter().flat_map(|&code| [(code, Repeat::Exact), (code, Repeat::Lemma)]) {
        for (place, slot) in code.slots().into_iter().enumerate() {
            let text_verdict = said_of_text(world.deck(), case, code, slot, repeat);
            let expected = match text_verdict {
                ClueVerdict::Illegal(reason) => Err(Illegal::Text(reason)),
                ClueVerdict::Legal | ClueVerdict::Doubtful(_) => Ok(()),
            };
            let verdict =
                world.law().verdict_for(judged, &own, (code, place), repeat, earlier.iter().copied());
            if verdict != expected {
                writeln!(
                    wrong,
                    "{} for {}: {verdict:?}, not {text_verdict}",
                    case.clue,
                    case.team[slot.index()]
                )
                .expect("a string");
            }
            if let ClueVerdict::Illegal(reason) | ClueVerdict::Doubtful(reason) = text_verdict {
                *reasons.entry(format!("{reason:?}")).or_default() += 1;
            }
        }
    }
}

#[test]
fn r18_r19_r20_r21_a_game_judges_texts_as_the_law_of_free_text_does() {
    let (mut reasons, mut wrong) = (BTreeMap::new(), String::new());
    for language in Language::ALL {
        let mut cases = cases(language);
        let world = world(language, &mut cases);
        cases.iter().for_each(|case| compare(&world, case, &mut reasons, &mut wrong));
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    let missing: Vec<Reason> =
        Reason::ALL.into_iter().filter(|reason| !reasons.contains_key(&format!("{reason:?}"))).collect();
    // A clue is `Unchecked` only without word lists.
    assert_eq!(missing, [Reason::Lines, Reason::Unchecked], "{reasons:?}");
}

#[test]
fn r19_agents_hear_that_a_text_which_sounds_like_a_keyword_is_not_for_it() {
    let world = world(Language::English, &mut cases(Language::English));
    let banning = |text: &str| {
        let clue = world.utterances().say(text).expect("there is room");
        let banning = world.utterances().keywords_banning(clue);
        banning.map(|keyword| world.deck().text(keyword).to_owned()).collect::<BTreeSet<_>>()
    };
    let mouse = || BTreeSet::from(["mouse".to_owned()]);
    assert!(banning("sounds like house").is_superset(&mouse()), "{:?}", banning("sounds like house"));
    assert!(banning("like a house").is_disjoint(&mouse()));
}
