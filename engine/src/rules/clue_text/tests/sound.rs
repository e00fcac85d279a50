//! Homophones and rhymes (R19).

use super::*;

#[test]
fn r19_english_homophones_and_rhymes() {
    let with = |clue| english(["red", "hotel", "tree", "cattle"], clue);
    for clue in ["read", "bed", "bell", "battle"] {
        assert_eq!(with(clue), Illegal(Reason::Sound), "{clue}");
    }
    assert_eq!(with("sea"), Doubtful(Reason::Sound));
    for clue in ["reed", "castle", "bed of roses", "the", "unheard"] {
        assert_ne!(with(clue), Illegal(Reason::Sound), "{clue}");
    }
    assert_eq!(english(["sea", "ant", "bee", "cow"], "see"), Illegal(Reason::Sound));
    assert_eq!(english(["café", "ant", "bee", "cow"], "cafe"), Illegal(Reason::Sound));
}

#[test]
fn r19_written_rhymes() {
    for (language, keywords, rhyme) in [
        (Language::French, FRENCH, "trace"),
        (Language::French, ["bateau", "clé", "os", "or"], "gâteau"),
        (Language::Italian, ITALIAN, "arrosto"),
        (Language::Swedish, SWEDISH, "hus"),
        (Language::Swedish, ["hatt", "sol", "mus", "ö"], "katt"),
    ] {
        assert_eq!(plain(language, keywords, rhyme), Illegal(Reason::Sound), "{rhyme}");
    }
    assert_eq!(plain(Language::French, ["chasseur", "clé", "os", "or"], "moteur"), Doubtful(Reason::Sound));
    for (language, keywords, other) in [
        (Language::French, FRENCH, "ville"),
        (Language::French, ["blé", "faute", "os", "or"], "beauté"),
        (Language::Italian, ["falò", "ragno", "nero", "osso"], "calo"),
        (Language::Italian, ITALIAN, "testa"),
        (Language::Swedish, SWEDISH, "besök"),
        (Language::Swedish, ["landhus", "sol", "mås", "ö"], "rebus"),
    ] {
        assert_eq!(plain(language, keywords, other), Legal, "{other}");
    }
}

#[test]
fn r19_phrases_that_speak_of_a_sound() {
    let english = |clue| english(["red", "hotel", "tree", "cattle"], clue);
    assert_eq!(english("Rhymes with shed"), Illegal(Reason::Sound));
    assert_eq!(english("it sounds like thunder"), Doubtful(Reason::Sound));
    for clue in ["nursery rhyme", "a rhyme", "like the sound of music", "with rhymes"] {
        assert_eq!(english(clue), Legal, "{clue}");
    }
    assert_eq!(plain(Language::French, FRENCH, "rime avec trace"), Illegal(Reason::Sound));
    assert_eq!(plain(Language::Italian, ITALIAN, "fa rima con arrosto"), Illegal(Reason::Sound));
    assert_eq!(plain(Language::Swedish, SWEDISH, "rimmar på hus"), Illegal(Reason::Sound));
    assert_eq!(plain(Language::Swedish, SWEDISH, "låter som åska"), Doubtful(Reason::Sound));
}
