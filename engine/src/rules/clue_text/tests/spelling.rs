//! Letters and numbers of letters (R19).

use super::*;

#[test]
fn r19_letters_are_no_clues() {
    for clue in [
        "c",
        "C.",
        "(C)",
        "c u r",
        "starts with c",
        "the letter C",
        "letter a",
        "starts with a",
        "begins with a C",
    ] {
        assert_eq!(english(ENGLISH, clue), Illegal(Reason::Letter), "{clue}");
    }
    for clue in [
        "love letter",
        "the letter i sent",
        "a letter from home",
        "U.S.A.",
        "vitamin C",
        "TV",
        "it starts with a bang",
    ] {
        assert_eq!(english(ENGLISH, clue), Legal, "{clue}");
    }
    assert_eq!(english(ENGLISH, "X"), Doubtful(Reason::Letter));
    assert_eq!(plain(Language::French, FRENCH, "la lettre P"), Illegal(Reason::Letter));
    assert_eq!(plain(Language::French, FRENCH, "à la lettre"), Legal);
    assert_eq!(plain(Language::Italian, ITALIAN, "inizia con P"), Illegal(Reason::Letter));
    assert_eq!(plain(Language::Italian, ITALIAN, "l'ultima lettera"), Legal);
    assert_eq!(plain(Language::Swedish, SWEDISH, "bokstaven G"), Illegal(Reason::Letter));
    assert_eq!(plain(Language::Swedish, ["hav", "sol", "mus", "häst"], "ö"), Doubtful(Reason::Letter));
    assert_eq!(plain(Language::Swedish, ["hav", "sol", "mus", "hatt"], "ä"), Doubtful(Reason::Letter));
}

#[test]
fn r19_numbers_of_letters_are_no_clues() {
    for clue in [
        "8",
        "eight",
        "8 letters",
        "eight-letter word",
        "letters: 12",
        "8 lettres",
        "otto lettere",
        "åtta bokstäver",
        "one letter",
    ] {
        assert_eq!(english(ENGLISH, clue), Illegal(Reason::LetterCount), "{clue}");
    }
    for clue in ["9", "nine lives", "eight legs", "1984"] {
        assert_eq!(english(ENGLISH, clue), Legal, "{clue}");
    }
    assert_eq!(plain(Language::French, FRENCH, "neuf lettres"), Illegal(Reason::LetterCount));
    assert_eq!(plain(Language::French, FRENCH, "une lettre d'amour"), Legal);
    assert_eq!(plain(Language::Italian, ITALIAN, "una lettera d'amore"), Legal);
    assert_eq!(plain(Language::Swedish, SWEDISH, "fem bokstäver"), Illegal(Reason::LetterCount));
    assert_eq!(plain(Language::Swedish, SWEDISH, "fem"), Legal);
}

#[test]
fn r19_talk_of_spelling_is_no_clue() {
    for clue in [
        "an anagram of trap",
        "spelled backwards",
        "double letters",
        "starts with cur",
        "ends in ce",
        "two vowels",
    ] {
        let verdict = english(ENGLISH, clue);
        assert!(matches!(verdict, Illegal(Reason::SpellingTalk | Reason::Letter)), "{clue}: {verdict}");
    }
    let radar = ["radar = radar", "bee = abeille", "ant = fourmi", "cow = vache"];
    assert_eq!(english(radar, "palindrome"), Illegal(Reason::SpellingTalk));
    assert_eq!(english(ENGLISH, "palindrome"), Doubtful(Reason::SpellingTalk));
    assert_eq!(english(ENGLISH, "seven characters long"), Illegal(Reason::SpellingTalk));
    assert_eq!(english(ENGLISH, "six characters"), Illegal(Reason::LetterCount));
    assert_eq!(english(ENGLISH, "seven characters"), Legal);
    let short = ["ö = island", "gäst = guest", "sol = sun", "hus = house"];
    assert_eq!(plain(Language::Swedish, short, "palindrom"), Doubtful(Reason::SpellingTalk));
    for clue in ["vowels of the land", "long syllables"] {
        assert_eq!(english(ENGLISH, clue), Legal, "no number is named: {clue}");
    }
}

#[test]
fn r19_a_letter_without_its_accent_is_that_of_the_keyword_except_in_swedish() {
    let french = ["été = summer", "lit = bed", "roi = king", "bras = arm"];
    assert_eq!(plain(Language::French, french, "e"), Illegal(Reason::Letter));
    assert_eq!(plain(Language::Swedish, SWEDISH, "g"), Illegal(Reason::Letter));
    assert_eq!(
        plain(Language::Swedish, ["sjö = lake", "mus = mouse", "hus = house", "ben = leg"], "o"),
        Doubtful(Reason::Letter)
    );
}
