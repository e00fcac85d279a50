//! Words that are near a keyword by their letters, where their meaning decides (R21).

use super::*;
use crate::rules::LexiconFacts;

/// A lexicon with the closeness of some words to some keywords, and headwords.
#[derive(Default)]
struct Meanings {
    table: WordTable<'static>,
    closeness: Vec<(&'static str, &'static str, f32)>,
    headwords: Vec<&'static str>,
}

impl Lexicon for Meanings {
    fn facts(&self, word: &str) -> LexiconFacts<'_> {
        self.table.facts(word)
    }

    fn pronunciations(&self, _: &str) -> &[&str] {
        &[]
    }

    fn closeness(&self, a: &str, b: &str) -> Option<f32> {
        let entry = self.closeness.iter().find(|(word, other, _)| [*word, *other] == [a, b]);
        entry.map(|&(_, _, closeness)| closeness)
    }

    fn is_headword(&self, word: &str) -> bool {
        self.headwords.contains(&word)
    }
}

/// Asserts verdicts on common words for one keyword: the word, its closeness to the keyword, and the verdict.
fn check(
    language: Language,
    keyword: &str,
    headwords: &[&'static str],
    cases: &[(&'static str, f32, ClueVerdict)],
) {
    let text: &'static str = keyword.split(" = ").next().unwrap_or_default().to_owned().leak();
    let mut meanings = Meanings { headwords: headwords.to_vec(), ..Meanings::default() };
    meanings.table.add_common(text, "");
    for &(word, closeness, _) in cases {
        meanings.table.add_common(word, "");
        meanings.closeness.push((word, text, closeness));
    }
    let team = team([keyword, "", "", ""]);
    let law = TextLaw::new(language, &meanings, Repeat::Exact);
    for (word, _, verdict) in cases {
        assert_eq!(law.judge(&ask(word, &team)), *verdict, "{word} for {keyword}");
    }
}

#[test]
fn r21_a_word_of_the_language_is_no_translation_if_it_is_close_to_the_keyword() {
    let english = [("raisin", 0.57, Legal), ("uva", 0.2, Doubtful(Reason::Translation))];
    check(Language::English, "grape = raisin = uva", &[], &english);
    let french = [("magasin", 0.8, Legal), ("shop", 0.8, Doubtful(Reason::Translation))];
    check(Language::French, "entrepôt = magasin = shop", &["magasin"], &french);
}

#[test]
fn r21_an_ending_makes_a_word_of_the_keyword_if_their_meanings_are_close() {
    let (compound, part) = (Illegal(Reason::Compound), Illegal(Reason::Part));
    check(Language::English, "sun", &[], &[("sunny", 0.56, compound)]);
    check(Language::English, "lad", &[], &[("lady", 0.36, Legal)]);
    check(Language::French, "chasseur", &[], &[("chasse", 0.9, part), ("chasser", 0.2, Legal)]);
    check(Language::Italian, "papa", &[], &[("papato", 0.8, compound)]);
    // The vowel of the gender makes another word that a dictionary has.
    check(Language::Italian, "punto", &["punta"], &[("punta", 0.7, Legal)]);
    check(Language::Italian, "gatto", &[], &[("gatta", 0.7, Illegal(Reason::Inflection))]);
}

#[test]
fn r21_a_short_form_and_a_piece_of_a_compound_are_close_in_meaning() {
    let part = Illegal(Reason::Part);
    check(Language::Italian, "bicicletta", &[], &[("bici", 0.9, part)]);
    check(Language::Italian, "cappello", &[], &[("capp", 0.1, Legal)]);
    check(Language::Swedish, "vattenkokare", &[], &[("vatten", 0.29, part)]);
    let compound = Illegal(Reason::Compound);
    check(Language::Swedish, "båt", &[], &[("ubåt", 0.51, compound)]);
    check(Language::Swedish, "is", &[], &[("isbjörn", 0.6, compound), ("iskra", 0.1, Legal)]);
    check(Language::Swedish, "tall", &[], &[("tallrik", 0.1, Legal), ("rik", 0.1, Legal)]);
    check(Language::French, "chat", &[], &[("château", 0.1, Legal), ("eau", 0.14, Legal)]);
}

#[test]
fn r21_an_everyday_inflection_is_one_unless_it_has_another_meaning() {
    check(Language::Italian, "fine", &["fini"], &[("fini", 0.15, Doubtful(Reason::Inflection))]);
    check(Language::French, "bouton", &["boutons"], &[("boutons", 0.35, Illegal(Reason::Inflection))]);
    check(Language::Swedish, "bröd", &[], &[("bröder", 0.1, Legal)]);
    check(Language::Swedish, "man", &[], &[("män", 0.9, Illegal(Reason::Inflection))]);
    check(Language::Swedish, "is", &[], &[("isär", 0.1, Legal)]);
}

#[test]
fn r21_a_name_is_made_of_a_keyword_if_both_its_parts_are_close() {
    let mut meanings = Meanings::default();
    for (name, keyword, rest, closeness) in [
        ("iceland", "ice", "land", [0.43, 0.13]),
        ("denmark", "den", "mark", [0.33, 0.05]),
        ("finland", "fin", "land", [0.22, 0.06]),
    ] {
        meanings.table.add_makeup(name, "", "");
        meanings.table.add_common(rest, "");
        meanings.closeness.extend([(name, keyword, closeness[0]), (rest, name, closeness[1])]);
    }
    meanings.table.add_makeup("icelandic", "", "iceland");
    let team = team(["ice", "den", "fin", ""]);
    let law = TextLaw::new(Language::English, &meanings, Repeat::Exact);
    for (name, verdict) in [
        ("Iceland", Illegal(Reason::Compound)),
        ("Icelandic", Illegal(Reason::Compound)),
        ("Denmark", Legal),
        ("Finland", Legal),
    ] {
        assert_eq!(law.judge(&ask(name, &team)), verdict, "{name}");
    }
}

#[test]
fn r21_a_long_keyword_is_found_between_other_words() {
    let mut table = WordTable::default();
    ["desert", "king", "new", "face", "scorpion", "ark"]
        .into_iter()
        .for_each(|word| table.add_word(word, ""));
    let team = team(["scorpion = skorpion", "castle = slott", "shark = haj", "sun = sol"]);
    let law = TextLaw::new(Language::English, &table, Repeat::Exact);
    for clue in ["desertscorpionking", "newcastleface", "xscorpionx", "scorpion2", "2scorpion", "🅢🅒🅞🅡🅟🅘🅞🅝"]
    {
        let verdict = law.judge(&ask(clue, &team));
        assert!(matches!(verdict, Illegal(Reason::Compound | Reason::Keyword)), "{clue}: {verdict}");
    }
    assert_eq!(law.judge(&ask("xsharkx", &team)), Legal);
    assert_eq!(law.judge(&ask("sharkk", &team)), Doubtful(Reason::Spelling));
}
