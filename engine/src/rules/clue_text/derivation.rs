//! Words that an ending makes of a keyword, or of which an ending makes the keyword: adjectives, feminines, diminutives, verbs,
//! people and shops. Also short forms, and the pieces of a Swedish compound.
//!
//! Most of the forms do not exist. Others are words of their own: the meaning decides (`related_forms.rs`).

use super::language::{ByLanguage, Language};

/// Endings of the words of a family, for each language. They take the place of an ending of the list, or follow the whole word.
const ENDINGS: ByLanguage<&str> = [
    "y ey ier iest ily iness",
    "e es er ir eur euse eurs euses rice trice teur ateur atrice ier ière iers ières erie eries iste istes ien ienne age agne ement \
     ment tion ation isation eux euse if ive al ale el elle ique esque et ette ets ettes on onne ons eau esse re ceau ant ante in ine ard arde \
     ais aise ois oise oir oire ure ade aire able ité eté ie isme isé",
    "a e ado are ere ire atore atrice tore trice aio aia aiolo aiola iere iera ista isti iste ismo eria erie ato ata ale ali oso osa \
     ico ica ino ina ini ine etto etta etti ette one ona oni accio accia ello ella elli elle uccio uccia acchiotto ia essa esse mento zione anza \
     enza evole abile aro ità ezza ura iano iana icare icata",
    "a ar er ade at as are aren arna arinna inna erska ska ning ningen ig igt iga lig ligt liga isk iskt iska het heten sam samt \
     aktig else skap dom eri ande ad ör",
];

/// Endings that the base of a keyword may have, besides those of [`ENDINGS`].
const BARE: ByLanguage<&str> = ["e", "e er ir ie o a", "o a e i io are ere ire", "a e"];

/// Minimal length of the stem that is left of a keyword, in letters.
const STEM: usize = 3;

/// Minimal length of a stem that is a word by itself.
const BARE_STEM: usize = 4;

/// Minimal length of a short form, and minimal number of letters that it leaves out.
const SHORT: usize = 4;
const LEFT_OUT: usize = 2;

/// Minimal length of a piece of a compound, and of the rest.
const PIECE: usize = 3;

/// Calls `tell` with the words that have the stem of a word, with the endings of its language. Most of them do not exist.
pub(super) fn family(word: &str, language: Language, tell: &mut impl FnMut(&str)) {
    if !word.chars().all(char::is_alphabetic) || word.chars().count() < STEM {
        return;
    }
    let is_english = language == Language::English;
    // A keyword has some two hundred forms, so they are written into one buffer.
    let mut form = String::new();
    for (place, stem) in stems(word, language).into_iter().enumerate() {
        form.clone_from(&stem);
        for ending in ENDINGS[language as usize].split(' ') {
            form.truncate(stem.len());
            form.push_str(ending);
            if form != word {
                tell(&form);
            }
        }
        // The first stem is the word itself.
        if place > 0 && !is_english && stem.chars().count() >= BARE_STEM {
            tell(&stem);
        }
    }
}

/// Returns a word, the word with its last consonant doubled (sunny), and what its endings leave of it.
fn stems(word: &str, language: Language) -> Vec<String> {
    let is_english = language == Language::English;
    let mut stems = vec![word.to_owned()];
    let last = word.chars().next_back().filter(|c| !"aeiouwxy".contains(*c));
    stems.extend(last.map(|last| format!("{word}{last}")));
    let endings = ENDINGS[language as usize].split(' ').chain(BARE[language as usize].split(' '));
    let stripped = endings.filter(|ending| !is_english || *ending == "e");
    for stem in stripped.filter_map(|ending| word.strip_suffix(ending)) {
        // The stem of ICE has two letters.
        if stem.chars().count() >= STEM - usize::from(is_english) && stems.iter().all(|known| known != stem) {
            stems.push(stem.to_owned());
        }
    }
    stems
}

/// Returns the beginnings of a word that may be its short forms (ciné of cinéma). English has a list of what words are made of.
pub(super) fn short_forms(word: &str, language: Language) -> impl Iterator<Item = &str> {
    let cuts = word.char_indices().map(|(at, _)| word.split_at(at));
    let cuts = cuts.filter(|(head, tail)| head.chars().count() >= SHORT && tail.chars().count() >= LEFT_OUT);
    cuts.filter(move |_| language != Language::English).map(|(head, _)| head)
}

/// Returns the beginnings and ends of a Swedish word, of which it may be a compound. Most of them do not exist.
pub(super) fn pieces(word: &str, language: Language) -> impl Iterator<Item = &str> {
    let cuts = word.char_indices().map(|(at, _)| word.split_at(at));
    let cuts = cuts.filter(move |_| language == Language::Swedish);
    let cuts = cuts.filter(|(head, tail)| head.chars().count() >= PIECE && tail.chars().count() >= PIECE);
    cuts.flat_map(|(head, tail)| [head, tail])
}

/// Returns other spellings of the same sounds of a borrowed word: casino for KASINO.
pub(super) fn spelling_variants(word: &str, language: Language) -> impl Iterator<Item = String> {
    let pairs: &[(&str, &str)] = if language == Language::Swedish { &[("k", "c"), ("c", "k")] } else { &[] };
    pairs.iter().filter_map(|(from, to)| Some(format!("{to}{}", word.strip_prefix(from)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collected(word: &str, language: Language) -> Vec<String> {
        let mut forms = Vec::new();
        family(word, language, &mut |form| forms.push(form.to_owned()));
        forms
    }

    #[test]
    fn r21_a_family_has_the_words_of_its_stem() {
        for (language, word, forms) in [
            (Language::English, "sun", "sunny"),
            (Language::English, "ice", "icy icier"),
            (Language::English, "rain", "rainy rainiest"),
            (Language::French, "chasseur", "chasse chasser"),
            (Language::French, "boulanger", "boulangerie"),
            (Language::French, "chanteur", "chant chanter chanteuse"),
            (Language::French, "ours", "ourse ourson"),
            (Language::Italian, "cavallo", "cavalla cavallino"),
            (Language::Italian, "papa", "papato"),
            (Language::Italian, "neve", "nevicare nevoso"),
            (Language::Swedish, "lärare", "lärarinna lära"),
            (Language::Swedish, "hemlighet", "hemlig"),
            (Language::Swedish, "dröm", "drömma"),
        ] {
            let family = collected(word, language);
            for form in forms.split(' ') {
                assert!(family.iter().any(|member| member == form), "{form} of {word}");
            }
        }
        assert!(
            collected("or", Language::French).is_empty() && collected("b2b", Language::English).is_empty()
        );
    }

    #[test]
    fn r21_short_forms_and_pieces_are_long_enough() {
        let short = |word, language| short_forms(word, language).collect::<Vec<_>>();
        assert_eq!(short("bicicletta", Language::Italian)[0], "bici");
        assert_eq!(short("vélos", Language::French), [""; 0]);
        assert_eq!(short("cinéma", Language::French), ["ciné"]);
        assert_eq!(short("telephone", Language::English), [""; 0]);
        assert_eq!(pieces("snögubbe", Language::Swedish).take(2).collect::<Vec<_>>(), ["snö", "gubbe"]);
        assert_eq!(pieces("château", Language::French).next(), None);
        assert!(spelling_variants("kasino", Language::Swedish).any(|other| other == "casino"));
    }
}
