//! Keywords in clues (R21).

use super::*;

#[test]
fn r21_keywords_stand_in_no_clue() {
    for clue in [
        "sun",
        "SUN",
        "the sun also rises",
        "sun-bathing",
        "sun's",
        "(sun)",
        "moon/sun",
        "s\u{200b}un",
        "s-u-n",
    ] {
        assert_eq!(english(ENGLISH, clue), Illegal(Reason::Keyword), "{clue}");
    }
    let cut = ["sunflower", "ice cream", "bee", "cow"];
    assert_eq!(english(cut, "sun flower"), Illegal(Reason::Keyword));
    assert_eq!(english(cut, "icecream"), Illegal(Reason::Keyword));
    assert_eq!(plain(Language::French, FRENCH, "le mot de passe secret"), Illegal(Reason::Keyword));
    assert_eq!(plain(Language::Italian, ITALIAN, "l'albergo"), Illegal(Reason::Keyword));
    for clue in ["sunny", "moon", "mot", "passe"] {
        assert_eq!(english(ENGLISH, clue), Legal, "{clue}");
    }
    assert_eq!(plain(Language::French, FRENCH, "mot"), Legal);
}

#[test]
fn r21_inflections_of_keywords_are_no_clues() {
    assert_eq!(english(ENGLISH, "suns"), Illegal(Reason::Inflection));
    assert_eq!(english(["mouse", "ant", "bee", "cow"], "three blind mice"), Illegal(Reason::Inflection));
    assert_eq!(english(["wug", "ant", "bee", "cow"], "wugs"), Illegal(Reason::Inflection));
    assert_eq!(english(["bu", "ant", "bee", "cow"], "bus"), Legal);
    assert_eq!(plain(Language::French, FRENCH, "canaux"), Illegal(Reason::Inflection));
    assert_eq!(plain(Language::French, FRENCH, "mots de passe"), Illegal(Reason::Inflection));
    assert_eq!(plain(Language::Italian, ITALIAN, "due alberghi"), Illegal(Reason::Inflection));
    assert_eq!(plain(Language::Swedish, SWEDISH, "gästerna"), Illegal(Reason::Inflection));
    assert_eq!(plain(Language::Swedish, SWEDISH, "flickor"), Illegal(Reason::Inflection));
    assert_eq!(plain(Language::Italian, ITALIAN, "ospite"), Legal);
}

#[test]
fn r21_closed_compounds_of_keywords_are_no_clues() {
    for clue in ["sunflower", "sunflowers", "a sunday"] {
        assert_eq!(english(ENGLISH, clue), Illegal(Reason::Compound), "{clue}");
    }
    assert_eq!(english(ENGLISH, "sunx"), Legal);
    assert_eq!(english(ENGLISH, "sunderland"), Legal);
    assert_eq!(plain(Language::Swedish, SWEDISH, "gästrum"), Doubtful(Reason::Compound));
    let mut swedish = WordTable::default();
    swedish.add_word("dag", []);
    let law = TextLaw::new(Language::Swedish, &swedish, Repeat::Exact);
    let team = team(["frihet", "sol", "bi", "ko"]);
    assert_eq!(law.judge(&ask("frihetsdag", &team)), Illegal(Reason::Compound));
    assert_eq!(law.judge(&ask("soldag", &team)), Illegal(Reason::Compound));
    assert_eq!(law.judge(&ask("soldat", &team)), Legal);
}

#[test]
fn r21_translations_are_no_clues() {
    for clue in ["soleil", "il sole", "Soleils"] {
        let verdict = plain(Language::English, ENGLISH, clue);
        assert_eq!(verdict, Illegal(Reason::Translation), "{clue}");
    }
    assert_eq!(plain(Language::French, FRENCH, "dragonflies"), Illegal(Reason::Translation));
    assert_eq!(plain(Language::Italian, ITALIAN, "the spider"), Illegal(Reason::Translation));
    assert_eq!(plain(Language::Swedish, SWEDISH, "guest"), Illegal(Reason::Translation));
    assert_eq!(plain(Language::Swedish, SWEDISH, "soleil"), Legal);
}

#[test]
fn r21_translations_that_are_also_words_of_the_language() {
    let keywords = ["bed = lit", "ice = is", "ant", "bee"];
    assert_eq!(english(keywords, "lit"), Illegal(Reason::Translation));
    assert_eq!(english(keywords, "lit candle"), Doubtful(Reason::Translation));
    assert_eq!(english(keywords, "what is cold"), Legal);
    assert_eq!(english(keywords, "is"), Illegal(Reason::Translation));
}
