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
    assert_eq!(plain(Language::French, FRENCH, "mot"), Illegal(Reason::Part));
    assert_eq!(plain(Language::French, FRENCH, "de"), Legal);
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
    assert_eq!(english(ENGLISH, "sunal"), Illegal(Reason::Compound), "with an English ending");
    assert_eq!(plain(Language::English, ENGLISH, "sunal"), Doubtful(Reason::Compound));
    assert_eq!(
        plain(Language::Swedish, ["sol = sun", "mus = mouse", "ko = cow", "bi = bee"], "solal"),
        Legal
    );
    assert_eq!(english(ENGLISH, "sunderland"), Legal);
    assert_eq!(plain(Language::Swedish, SWEDISH, "gästrum"), Doubtful(Reason::Compound));
    let mut swedish = WordTable::default();
    swedish.add_common("dag", "");
    swedish.add_word("dat", "");
    let law = TextLaw::new(Language::Swedish, &swedish, Repeat::Exact);
    let team = team(["frihet = freedom", "sol = sun", "bi = bee", "ko = cow"]);
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
    let keywords = ["bed = lit", "ice = is", "ant = fourmi", "bee = abeille"];
    assert_eq!(english(keywords, "lit"), Illegal(Reason::Translation));
    assert_eq!(english(keywords, "lit candle"), Doubtful(Reason::Translation));
    assert_eq!(english(keywords, "what is cold"), Legal);
    assert_eq!(english(keywords, "is"), Illegal(Reason::Translation));
}

#[test]
fn r21_what_a_word_is_made_of_gives_it_away_both_ways() {
    let mut table = WordTable::default();
    for (word, spelling, parts) in [
        ("teacher", "", "teach"),
        ("schoolteacher", "", "school teacher"),
        ("season", "", ""),
        ("armour", "armor", ""),
        ("sea", "", ""),
        ("telephone", "", "phone"),
        ("phone", "", ""),
    ] {
        table.add_makeup(word, spelling, parts);
    }
    table.add_word("teaching", "teach");
    let law = TextLaw::new(Language::English, &table, Repeat::Exact);
    let own = team(["teacher = prof", "sea = mer", "armor = armure", "school = école"]);
    for (clue, reason) in [
        ("teach", Reason::Part),
        ("teaching", Reason::Part),
        ("schoolteacher", Reason::Compound),
        ("armour", Reason::Spelling),
    ] {
        assert_eq!(law.judge(&ask(clue, &own)), Illegal(reason), "{clue}");
    }
    assert_eq!(law.judge(&ask("season", &own)), Legal);
    // A part is named before the translation that has the same letters.
    let other = team(["telephone = phone", "sea = mer", "armor = armure", "cloud = phone"]);
    assert_eq!(law.judge(&ask("phone", &other)), Illegal(Reason::Part));
}

#[test]
fn r21_accents_ligatures_and_disguises_hide_no_keyword() {
    let french = ["cœur = heart", "fantôme = ghost", "péché = sin", "sur = sour"];
    for clue in ["coeur", "CŒUR", "fantome", "f\u{430}ntome", "f4ntome"] {
        let verdict = plain(Language::French, french, clue);
        assert!(matches!(verdict, Illegal(Reason::Spelling | Reason::Keyword)), "{clue}: {verdict}");
    }
    assert_eq!(plain(Language::French, french, "pêche"), Doubtful(Reason::Spelling));
    let swedish = ["får = sheep", "tandläkare = dentist", "sol = sun", "ko = cow"];
    assert_eq!(plain(Language::Swedish, swedish, "far"), Doubtful(Reason::Spelling));
    assert_eq!(plain(Language::Swedish, swedish, "tandlakare"), Illegal(Reason::Spelling));
    assert_eq!(
        english(["strasse = street", "bee = abeille", "ant = fourmi", "b2b = b2b"], "STRAßE"),
        Illegal(Reason::Spelling)
    );
}

#[test]
fn r21_what_nobody_has_translated_is_not_checked() {
    assert_eq!(english(["sun", "bee", "cow", "ant"], "ruisseau"), Doubtful(Reason::UnknownWord));
    assert_eq!(english(["sun", "bee", "cow", "ant"], "the tree of 1984"), Legal);
    assert_eq!(english(["sun = soleil", "bee = abeille", "cow = vache", "ant = fourmi"], "ruisseau"), Legal);
}
