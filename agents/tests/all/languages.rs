//! The words of French, Italian and Swedish.

use std::collections::HashSet;
use std::sync::LazyLock;

use overhear_agents::free_text::{FreeTextGuesser, ListPlace};
use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::Spec;
use overhear_agents::words::{
    LANGUAGE_FILES, TextReader, Use, embedded_deck, embedded_lexicon_of, embedded_space_of,
    has_embedded_words, read_native,
};
use overhear_engine::rules::{Keyword, Language, same_clue_form};

const OTHERS: [Language; 3] = [Language::French, Language::Italian, Language::Swedish];

/// The world of each of the languages, with the built-in deck.
static WORLDS: LazyLock<[World; 3]> = LazyLock::new(|| {
    OTHERS.map(|language| {
        let deck = embedded_deck(language.code()).expect("the deck");
        let space = embedded_space_of(language);
        World::new(deck, space, embedded_lexicon_of(language), DEFAULT_CLUES).expect("a world")
    })
});

fn world(language: Language) -> &'static World {
    &WORLDS[language as usize - 1]
}

#[test]
fn every_language_has_the_keywords_and_thousands_of_clues() {
    for language in OTHERS {
        assert!(has_embedded_words(language));
        let world = world(language);
        assert_eq!((world.deck().len(), world.space().language()), (440, language));
        assert!(world.clues() >= 12_000, "{language}: {} clues", world.clues());
        assert!(world.space().words().len() <= 40_000 && world.space().dims() == 256);
        assert_eq!(
            world.space().words().as_lines(),
            embedded_lexicon_of(language).words().as_lines(),
            "a lexicon that is in the order of its space need not be sorted at every start"
        );
        assert!(world.space().sharpness() < 1.0, "a cosine means less than in English");
    }
}

#[test]
fn the_spaces_are_whole() {
    for code in ["fr", "it", "sv"] {
        let words =
            LANGUAGE_FILES.iter().find(|file| file.name == format!("space-{code}.bin")).expect("built in");
        read_native(words.content).expect("its hash is right");
    }
}

#[test]
fn automatic_players_give_no_phrases_and_nothing_unfit() {
    for language in OTHERS {
        let world = world(language);
        for (place, word) in world.space().words().iter().enumerate() {
            let may_be_given = world.lexicon().use_of(place) == Use::Clue;
            let is_one_word = word.chars().all(char::is_alphabetic);
            assert!(!may_be_given || is_one_word || is_in_deck(world, word), "{language}: {word}");
        }
    }
    for (language, word) in
        [(Language::French, "merde"), (Language::Italian, "cazzo"), (Language::Swedish, "fitta")]
    {
        let world = world(language);
        let place = world.space().words().iter().position(|known| known == word);
        assert!(place.is_none_or(|place| world.lexicon().use_of(place) != Use::Clue), "{word}");
    }
}

/// Returns `true` if a text of a space is a keyword of its deck, whatever joins its parts.
fn is_in_deck(world: &World, text: &str) -> bool {
    world.deck().keywords().iter().any(|keyword| keyword.text.replace('-', " ").to_lowercase() == text)
}

#[test]
fn related_words_are_nearer_than_others() {
    for (language, keyword, near, far) in [
        (Language::French, "plume", "oiseau", "moteur"),
        (Language::French, "boulanger", "pain", "satellite"),
        (Language::Italian, "gatto", "topo", "motore"),
        (Language::Italian, "spiaggia", "mare", "avvocato"),
        (Language::Swedish, "brud", "bröllop", "motor"),
        (Language::Swedish, "strand", "hav", "advokat"),
    ] {
        let reader = TextReader::new(world(language).space());
        let cosine = |text: &str| reader.read(keyword).cosine(&reader.read(text)).expect("known");
        assert!(
            cosine(near) > cosine(far) + 0.1,
            "{keyword}: {near} {}, {far} {}",
            cosine(near),
            cosine(far)
        );
    }
}

#[test]
fn texts_are_read_with_elisions_accents_inflections_phrases_and_compounds() {
    for (language, text, same) in [
        (Language::French, "l'eau", "eau"),
        (Language::French, "L’EAU", "eau"),
        (Language::French, "etoile", "étoile"),
        (Language::French, "coeur", "cœur"),
        (Language::French, "une pomme de terre", "pomme de terre"),
        (Language::French, "chevaux", "cheval"),
        (Language::French, "les danseuses", "danseur"),
        (Language::Italian, "l'acqua", "acqua"),
        (Language::Italian, "un'amica", "amica"),
        (Language::Italian, "citta", "città"),
        (Language::Italian, "alberghi", "albergo"),
        (Language::Swedish, "solen", "sol"),
        (Language::Swedish, "bilarna", "bil"),
        (Language::Swedish, "fordonsskatt", "fordonsskatt"),
        (Language::Swedish, "applet", "äpplet"),
    ] {
        let reader = TextReader::new(world(language).space());
        let (one, other) = (reader.read(text), reader.read(same));
        let cosine = one.cosine(&other).unwrap_or_else(|| panic!("{text} and {same} are understood"));
        assert!(cosine > 0.95 && one.unknown == 0, "{text}: {cosine}, {} unknown", one.unknown);
    }
    let swedish = TextReader::new(world(Language::Swedish).space());
    for compound in ["soffkudde", "fiskstjärt", "biljettförsäljare"] {
        assert!(
            swedish.read(compound).direction.is_some_and(|_| swedish.read(compound).unknown == 0),
            "{compound}"
        );
    }
    for language in OTHERS {
        let reader = TextReader::new(world(language).space());
        for text in ["", " ", "'", "l'", "愛", "xqzxqz", "''", "\u{301}"] {
            assert_eq!(reader.read(text).direction, None, "{language}: {text:?}");
        }
    }
}

#[test]
fn no_keyword_is_a_clue_for_itself() {
    for language in OTHERS {
        let world = world(language);
        let text = |n: usize| world.deck().text(Keyword(n as u16));
        for n in (0..world.deck().len()).step_by(7) {
            let own = (0..world.clues() as u32).map(overhear_engine::rules::Clue::new);
            for clue in own.filter(|&clue| world.clue_text(clue) == text(n)) {
                assert!(world.law().is_banned(clue, Keyword(n as u16)), "{language}: {}", text(n));
            }
        }
    }
}

#[test]
fn what_people_say_is_known_in_each_language() {
    let spec = Spec::parse("nearest/bayes").expect("a SPEC");
    for (language, pairs, unsaid, listed) in [
        (
            Language::French,
            &[("hôtel", "chambre"), ("plage", "le sable"), ("cheval", "selle"), ("saucisse", "andouillette")]
                [..],
            ("hôtel", "selle"),
            "lit",
        ),
        (
            Language::Italian,
            &[("albergo", "camera"), ("spiaggia", "sabbia")],
            ("albergo", "sabbia"),
            "camera",
        ),
        (
            Language::Swedish,
            &[("hotell", "rum"), ("strand", "sanden"), ("korv", "falukorv")],
            ("hotell", "sand"),
            "säng",
        ),
    ] {
        let guesser = FreeTextGuesser::new(world(language), &spec);
        let pair =
            |keyword: &str, clue: &str| guesser.pair_features(None, [keyword; 4], clue, None, [false; 4])[0];
        for (keyword, clue) in pairs {
            let pair = pair(keyword, clue);
            assert!(matches!(pair.place, ListPlace::At(_)) || pair.reverse, "{keyword}: {clue}: {pair:?}");
        }
        let (keyword, clue) = unsaid;
        assert_eq!(pair(keyword, clue).place, ListPlace::Missing, "{keyword}: {clue}");
        let stated = guesser.stated_clues(pairs[0].0);
        assert!(stated[..9].contains(&listed), "in the words of the language: {stated:?}");
        assert!(!stated.iter().any(|clue| clue.ends_with(" budapest")), "not word by word: {stated:?}");
    }
}

#[test]
fn stated_clues_come_once_and_the_likeliest_of_every_sense_first() {
    let spec = Spec::parse("nearest/bayes").expect("a SPEC");
    for language in OTHERS {
        let world = world(language);
        let guesser = FreeTextGuesser::new(world, &spec);
        for keyword in world.deck().keywords() {
            let mut forms = HashSet::new();
            for clue in guesser.stated_clues(&keyword.text) {
                assert!(forms.insert(same_clue_form(clue)), "{}: `{clue}` comes twice", keyword.text);
            }
        }
    }
    // A lawyer and the fruit.
    let french = FreeTextGuesser::new(world(Language::French), &spec);
    let stated = french.stated_clues("avocat");
    let first = &stated[..6];
    assert!(["tribunal", "crevette"].iter().all(|clue| first.contains(clue)), "{first:?}");
}

/// English people say *fly* and *fingers* to butter; nobody says *mouche* to `beurre`.
#[test]
fn no_clue_is_given_by_a_translated_list() {
    let spec = Spec::parse("nearest/bayes").expect("a SPEC");
    for (language, keyword, own, translated, unlisted) in [
        (Language::French, "beurre", "tartine", "mouche", "gouvernement"),
        (Language::Italian, "burro", "pane", "mosca", "rendimento"),
        (Language::Swedish, "smör", "macka", "fluga", "uttalande"),
    ] {
        let guesser = FreeTextGuesser::new(world(language), &spec);
        let stated = guesser.stated_clues(keyword);
        assert!(stated.contains(&own) && !stated.contains(&translated), "{keyword}: {stated:?}");
        assert!(guesser.is_stated(keyword, own) && !guesser.is_stated(keyword, translated));
        assert!(guesser.stated_clues(unlisted).is_empty(), "{unlisted} has a translated list alone");
    }
}

#[test]
fn own_clues_are_decoded_better_with_what_people_say() {
    let spec = Spec::parse("nearest/bayes").expect("a SPEC");
    let guesser = FreeTextGuesser::new(world(Language::French), &spec);
    let held = ["hôtel", "plage", "cheval", "saucisse"];
    for (slot, clue) in [(0, "étoiles"), (1, "coquillages"), (2, "jockey"), (3, "barbecue")] {
        let taken = guesser.keyword_probabilities(held, clue);
        assert!(taken[slot] > 0.5, "{clue}: {taken:?}");
    }
    assert_eq!(guesser.keyword_probabilities(held, "xqzxqz"), [0.25; 4], "an unknown clue tells nothing");
}
