//! Positions (R19) and codes (R21).

use super::*;

#[test]
fn r19_positions_are_no_clues() {
    for clue in [
        "3",
        "third",
        "the third",
        "3rd",
        "number two",
        "position 4",
        "no. 1",
        "III",
        "#3",
        "troisième",
        "terzo",
        "tredje",
        "1, 3",
        "３",
    ] {
        assert_eq!(english(ENGLISH, clue), Illegal(Reason::Position), "{clue}");
    }
    assert_eq!(english(ENGLISH, "due"), Doubtful(Reason::Position));
    for (language, keywords, clues) in [
        (Language::French, FRENCH, ["trois", "le troisième", "numéro 3", "3ème"]),
        (Language::Italian, ITALIAN, ["tre", "il terzo", "numero tre", "3"]),
        (Language::Swedish, SWEDISH, ["tre", "den tredje", "nummer tre", "3"]),
    ] {
        for clue in clues {
            assert_eq!(plain(language, keywords, clue), Illegal(Reason::Position), "{clue}");
        }
    }
    for clue in ["5", "fifth", "hundred", "the chosen one", "some place else entirely"] {
        assert_ne!(english(["ant", "bee", "cow", "dog"], clue), Illegal(Reason::Position), "{clue}");
    }
    assert_eq!(english(ENGLISH, "the chosen one"), Legal);
    assert_eq!(plain(Language::French, FRENCH, "un insecte"), Legal);
}

#[test]
fn r19_what_alludes_to_a_position_is_doubtful() {
    for (clue, slot) in [
        ("solo", Slot::First),
        ("twins", Slot::Second),
        ("three wheels", Slot::Third),
        ("The Third Man", Slot::Third),
        ("string quartet", Slot::Fourth),
    ] {
        assert_eq!(english(ENGLISH, clue), Doubtful(Reason::PositionAllusion(slot)), "{clue}");
    }
    let third = Doubtful(Reason::PositionAllusion(Slot::Third));
    assert_eq!(plain(Language::French, FRENCH, "mousquetaires"), third);
    assert_eq!(plain(Language::Italian, ITALIAN, "moschettieri"), third);
    assert_eq!(plain(Language::Swedish, ["gäst", "sol", "ko", "ö"], "musketörer"), third);
    assert_eq!(english(ENGLISH, "par"), Legal);
    let placed = NUMBER_ALLUSIONS.iter().zip(Language::ALL).all(|((language, _), place)| *language == place);
    assert!(placed, "the list stands in the order of the languages");
}

#[test]
fn r19_a_phrase_alludes_to_a_position() {
    let third = Doubtful(Reason::PositionAllusion(Slot::Third));
    assert_eq!(english(ENGLISH, "a hat trick"), third);
    assert_eq!(english(ENGLISH, "hat and trick"), Legal);
}

#[test]
fn r21_the_code_is_no_clue() {
    let team = team(["ant = fourmi", "bee = abeille", "cow = vache", "dog = chien"]);
    let table = lexicon();
    let law = TextLaw::new(Language::English, &table, Repeat::Exact);
    let code: Code = "4-2-1".parse().unwrap();
    let judge = |clue, code| law.judge(&ClueQuestion { code, ..ask(clue, &team) });
    for clue in [
        "4 2 1",
        "421",
        "4.2.1",
        "four-two-one",
        "Four, two, one!",
        "quatre deux un",
        "quattro due uno",
        "fyra två ett",
        "IV II I",
        "４２１",
        "fourtwoone",
        "vier zwei eins",
        "four, then two, then one",
    ] {
        assert_eq!(judge(clue, None), Illegal(Reason::Code), "{clue}");
        assert_eq!(judge(clue, Some(code)), Illegal(Reason::Code), "{clue}");
    }
    assert_eq!(judge("say 4 2 1 now", Some(code)), Illegal(Reason::Code));
    assert_eq!(judge("say 4 then 2 then 1 now", Some(code)), Illegal(Reason::Code));
    assert_eq!(judge("say 4 to 2 about 1 now", Some(code)), Doubtful(Reason::Code));
    assert_ne!(judge("say 4 to 1 about 2 now", Some(code)), Doubtful(Reason::Code));
    assert_eq!(judge("route 421", Some(code)), Illegal(Reason::Code));
    assert_eq!(judge("route 421", None), Legal);
    assert_eq!(judge("1 2 3", Some(code)), Illegal(Reason::Position));
    assert_eq!(judge("123", Some(code)), Illegal(Reason::Position));
    for clue in ["422", "567", "1 2 9"] {
        assert_ne!(judge(clue, Some(code)), Illegal(Reason::Code), "{clue}");
    }
}

#[test]
fn r19_the_number_of_another_position_is_legal() {
    let team = team(["clover = trèfle", "bee = abeille", "cow = vache", "dog = chien"]);
    let table = lexicon();
    let law = TextLaw::new(Language::English, &table, Repeat::Exact);
    let judge = |clue, slot| law.judge(&ClueQuestion { meant: Some(slot), ..ask(clue, &team) });
    for (clue, slot) in [
        ("4", Slot::Fourth),
        ("the fourth", Slot::Fourth),
        ("leftmost", Slot::First),
        ("last one", Slot::Fourth),
        ("on the screen", Slot::First),
    ] {
        assert_eq!(judge(clue, slot), Illegal(Reason::Position), "{clue}");
    }
    for clue in ["4", "the fourth", "three wishes", "musketeers", "twins", "Second World War"] {
        assert_eq!(judge(clue, Slot::First), Legal, "{clue}");
    }
    for clue in ["one third", "a bird on the left bank"] {
        assert_eq!(judge(clue, Slot::Second), Legal, "{clue}");
    }
    let third = Reason::PositionAllusion(Slot::Third);
    assert_eq!(judge("musketeers", Slot::Third), Illegal(third));
    assert_eq!(judge("three wishes", Slot::Third), Doubtful(third));
}
