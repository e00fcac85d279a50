//! Homophones and rhymes (R19).

use super::*;

#[test]
fn r19_homophones_are_doubtful_and_rhymes_legal() {
    let team = ["red = rouge", "hotel = albergo", "tree = arbre", "cattle = bétail"];
    let with = |clue| english(team, clue);
    assert_eq!(with("read"), Doubtful(Reason::Sound));
    for clue in ["reed", "castle", "bed of roses", "bed", "bell", "battle", "sea", "unheard"] {
        assert_eq!(with(clue), Legal, "{clue}");
    }
    assert_eq!(
        english(["sea = mer", "ant = fourmi", "bee = abeille", "cow = vache"], "see"),
        Doubtful(Reason::Sound)
    );
    assert_eq!(plain(Language::Swedish, SWEDISH, "hus"), Legal);
    assert_eq!(plain(Language::Italian, ITALIAN, "tosto"), Legal);
}

#[test]
fn r19_phrases_that_speak_of_a_sound() {
    let english = |clue| english(["red = rouge", "hotel = albergo", "tree = arbre", "cattle = bétail"], clue);
    for clue in ["Rhymes with shed", "a homophone of read", "sounds like bed", "two syllables"] {
        assert_eq!(english(clue), Illegal(Reason::Sound), "{clue}");
    }
    for clue in ["it sounds like thunder", "sounds like castle", "sounds like the"] {
        assert_eq!(english(clue), Doubtful(Reason::Sound), "{clue}");
    }
    for clue in ["nursery rhyme", "a rhyme", "like the sound of music", "with rhymes"] {
        assert_eq!(english(clue), Legal, "{clue}");
    }
    assert_eq!(plain(Language::French, FRENCH, "rime avec trace"), Illegal(Reason::Sound));
    assert_eq!(plain(Language::Italian, ITALIAN, "fa rima con arrosto"), Illegal(Reason::Sound));
    assert_eq!(plain(Language::Italian, ITALIAN, "assonanza con sale"), Illegal(Reason::Sound));
    assert_eq!(plain(Language::Swedish, SWEDISH, "rimmar på hus"), Illegal(Reason::Sound));
    assert_eq!(plain(Language::Swedish, SWEDISH, "rimar på hus"), Illegal(Reason::Sound));
    assert_eq!(plain(Language::Swedish, SWEDISH, "låter som åska"), Doubtful(Reason::Sound));
}
