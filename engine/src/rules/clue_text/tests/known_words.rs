//! Clues of words that a lexicon knows (R20, R21).

use super::*;

/// Asserts the verdicts on clues, by a lexicon of common and of rare words: `news`, or `mice=mouse` with its lemma.
fn check(
    language: Language,
    [common, rare]: [&'static str; 2],
    keywords: [&str; 4],
    verdicts: &[(&str, ClueVerdict)],
) {
    let split = |word: &'static str| word.split_once('=').unwrap_or((word, ""));
    let mut table = WordTable::default();
    common.split_whitespace().map(split).for_each(|(word, lemma)| table.add_common(word, lemma));
    rare.split_whitespace().map(split).for_each(|(word, lemma)| table.add_word(word, lemma));
    let (law, team) = (TextLaw::new(language, &table, Repeat::Lemma), team(keywords));
    for &(clue, verdict) in verdicts {
        assert_eq!(law.judge(&ask(clue, &team)), verdict, "{clue}");
    }
}

#[test]
fn r21_an_everyday_english_word_may_have_the_letters_of_a_translation() {
    let keywords = ["bench = bänk", "bread = pain", "bed = lit", "cow = vache"];
    let verdicts = [
        ("bank", Legal),
        ("the bank", Legal),
        ("pains", Doubtful(Reason::Translation)),
        ("growing pains", Doubtful(Reason::Translation)),
        ("lit", Doubtful(Reason::Translation)),
    ];
    check(Language::English, ["bank pains=pain lit growing", "pain"], keywords, &verdicts);
}

#[test]
fn r21_an_unknown_word_in_an_english_phrase_may_be_a_name() {
    let keywords = ["mass = messe", "corner = hörn", "bed = lit", "cow = vache"];
    let verdicts = [
        ("lionel messi", Doubtful(Reason::Translation)),
        ("messi", Illegal(Reason::Translation)),
        ("les messi", Illegal(Reason::Translation)),
        ("jack horner", Legal),
        ("horner", Illegal(Reason::Translation)),
    ];
    check(Language::English, ["horn mess", ""], keywords, &verdicts);
    let french = ["messe = mass", "coin = corner", "lit = bed", "vache = cow"];
    check(Language::French, ["", ""], french, &[("lionel masses", Illegal(Reason::Translation))]);
}

#[test]
fn r21_a_known_word_is_an_inflection_if_the_lexicon_has_its_lemma() {
    let keywords = ["man = homme", "new = nouveau", "mouse = souris", "cow = vache"];
    check(Language::English, ["", ""], keywords, &[("men", Illegal(Reason::Inflection))]);
    let verdicts = [
        ("men", Legal),
        ("news", Legal),
        ("mice", Illegal(Reason::Inflection)),
        ("micelike", Illegal(Reason::Inflection)),
    ];
    check(Language::English, ["", "men news mice=mouse mouse"], keywords, &verdicts);
    let french = ["fil = thread", "œil = eye", "pont = bridge", "vache = cow"];
    let verdicts = [
        ("fils", Illegal(Reason::Inflection)),
        ("ponts", Illegal(Reason::Inflection)),
        ("yeux", Illegal(Reason::Inflection)),
    ];
    check(Language::French, ["fils yeux", "ponts"], french, &verdicts);
}

#[test]
fn r21_an_everyday_word_of_another_language_is_doubtful_alone_and_passes_in_a_phrase() {
    let keywords = ["entrepôt = magasin", "messe = mass", "lit = bed", "vache = cow"];
    let verdicts = [
        ("magasin", Doubtful(Reason::Translation)),
        ("un grand magasin", Legal),
        ("bed", Illegal(Reason::Translation)),
    ];
    check(Language::French, ["magasin grand", ""], keywords, &verdicts);
}

#[test]
fn r21_marks_and_ligatures_that_make_another_word_are_told_apart() {
    let french = ["œuvré = worked", "péché = sin", "lit = bed", "vache = cow"];
    let verdicts = [("oeuvré", Illegal(Reason::Spelling)), ("pêche", Doubtful(Reason::Spelling))];
    check(Language::French, ["", ""], french, &verdicts);
    // The word without dots stays doubtful if it is also a translation.
    let swedish = ["får = far", "sol = sun", "bi = bee", "ko = cow"];
    check(Language::Swedish, ["", ""], swedish, &[("far", Doubtful(Reason::Spelling))]);
    // A known inflection is a word of its own, but not if it is a translation.
    let english = ["new = news", "sun = soleil", "bee = abeille", "cow = vache"];
    check(Language::English, ["", "news"], english, &[("news", Illegal(Reason::Translation))]);
}

#[test]
fn r21_swedish_compounds_change_the_end_of_their_first_word() {
    let keywords = ["kyrka = church", "soffa = sofa", "sol = sun", "kudda = cushion"];
    let verdicts = [
        ("kyrkogård", Illegal(Reason::Compound)),
        ("soffkudde", Illegal(Reason::Compound)),
        ("solrosen", Illegal(Reason::Compound)),
        ("solsbord", Illegal(Reason::Compound)),
        ("bordkudd", Legal),
    ];
    check(Language::Swedish, ["gård kudde ros bord", ""], keywords, &verdicts);
    let english = ["sofa = soffa", "sun = soleil", "bee = abeille", "cow = vache"];
    check(Language::English, ["bed day", ""], english, &[("sofbed", Legal), ("sunsday", Legal)]);
    assert_eq!(plain(Language::English, ENGLISH, "sunx"), Legal);
}

#[test]
fn r21_letters_of_a_keyword_in_a_common_french_word_may_be_chance() {
    let keywords = ["chat = cat", "messe = mass", "lit = bed", "vache = cow"];
    check(Language::French, ["château eau", ""], keywords, &[("château", Doubtful(Reason::Compound))]);
    check(Language::French, ["eau", "château"], keywords, &[("château", Illegal(Reason::Compound))]);
}

#[test]
fn r21_two_words_that_make_up_a_keyword_give_it_away() {
    let keywords = ["sunflower = tournesol", "busby = colback", "red ox = boeuf", "the end = fin"];
    let verdicts = [
        ("flower", Illegal(Reason::Part)),
        ("bus", Legal),
        ("ox", Legal),
        ("red", Illegal(Reason::Part)),
        ("the", Legal),
    ];
    check(Language::English, ["", "sun flower bus by red ox the"], keywords, &verdicts);
    let swedish = ["solros = sunflower", "månsken = moonlight", "bi = bee", "ko = cow"];
    let verdicts = [("ros", Illegal(Reason::Part)), ("sken", Legal)];
    check(Language::Swedish, ["sol ros", "mån sken"], swedish, &verdicts);
    let mut table = WordTable::default();
    for (word, spelling) in [("season", ""), ("sea", ""), ("son", ""), ("armour", "armor")] {
        table.add_makeup(word, spelling, "");
    }
    let (law, team) =
        (TextLaw::new(Language::English, &table, Repeat::Exact), team(["season", "armour", "bee", "cow"]));
    assert_eq!(law.judge(&ask("son", &team)), Legal, "the lexicon knows that a season has no parts");
    assert_eq!(law.judge(&ask("armor", &team)), Illegal(Reason::Keyword));
}

#[test]
fn r21_the_longest_form_of_all_is_found() {
    let keywords = ["ant = fourmi", "bee = ape", "cow = vache", "scorpion = ragno"];
    assert_eq!(plain(Language::English, keywords, "scorpionning"), Illegal(Reason::Inflection));
}
