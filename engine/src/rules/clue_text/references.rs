//! Words and phrases that refer to the spelling, the sound or the position of a keyword (R19).
//!
//! **decided**: a phrase with no other meaning is illegal for all keywords ("anagram of", "rhymes with",
//! "leftmost"). A phrase with another meaning is doubtful ("sounds like thunder", "the last"). `palindrome`
//! is illegal for a keyword that is a palindrome, and doubtful for others.

use super::clue_context::ClueContext;
use super::language::{ByLanguage, listed};
use super::numbers::is_number;
use super::words::{contains_phrase, plain, words};
use super::{ClueVerdict, Reason};
use crate::rules::KeywordText;

/// Phrases about spelling in each language. Words are adjacent and separated by spaces, phrases by commas.
const SPELLING: [&str; 4] = [
    "anagram of, anagram for, anagrams of, anagram with, palindrome of, spelled with, spelt with, spelled like, spelt like, \
     spelled as, spelt as, spelled the, spelt the, spell it, spells the, spelled backwards, spelled backward, spelt backwards, \
     spelled out, written backwards, written backward, read backwards, reads backwards, backwards spelling, reverse spelling, \
     double letter, double letters, double consonant, double vowel, double consonants, double vowels, silent letter, \
     first letter, second letter, third letter, fourth letter, initial letter, middle letter, \
     missing letter, missing letters, same letters, no vowels, starts with a vowel, begins with a vowel, ends with a vowel, \
     ends in a vowel, starts with a consonant, begins with a consonant, ends with a consonant, letters long, letter word, \
     letters in length, characters long, characters in length, capital letter, abbreviation of, acronym of, acronym for, \
     rearranged letters, letters rearranged, jumbled letters, scrambled letters, change one letter, change a letter, add a letter, \
     remove a letter, minus a letter, minus one letter, plus a letter, without its first letter, without the first letter",
    "anagramme de, anagramme du, anagramme d, s'écrit avec, s écrit avec, s'écrit comme, s écrit comme, écrit à l'envers, \
     écrit à l envers, lu à l envers, double lettre, lettre double, première lettre, deuxième lettre, \
     troisième lettre, quatrième lettre, commence par une voyelle, finit par une voyelle, commence par une consonne, \
     finit par une consonne, s épelle, abréviation de, acronyme de, lettres de long, mêmes lettres",
    "anagramma di, anagramma del, anagramma della, si scrive con, si scrive come, scritto al contrario, letto al contrario, \
     doppia lettera, lettera doppia, prima lettera, seconda lettera, terza lettera, quarta lettera, \
     comincia per vocale, comincia con una vocale, inizia con una vocale, inizia per vocale, finisce per vocale, \
     finisce con una vocale, doppia consonante, abbreviazione di, acronimo di, stesse lettere",
    "anagram av, anagram på, anagram för, stavas med, stavas som, stavat med, stavat baklänges, stavas baklänges, skrivs med, \
     läst baklänges, baklänges stavat, dubbel bokstav, första bokstaven, andra bokstaven, tredje bokstaven, \
     fjärde bokstaven, börjar på en vokal, slutar på en vokal, börjar med en vokal, slutar med en vokal, dubbel konsonant, \
     dubbla konsonanter, förkortning av, akronym för, samma bokstäver, bokstäver långt, bokstäver lång",
];

/// Words that name a game with letters.
const SPELLING_GAMES: [&str; 4] =
    ["anagram anagrams", "anagramme anagrammes", "anagramma anagrammi", "anagram anagrammet"];

const PALINDROMES: &str =
    "palindrome palindromes palindromic palindromique palindromi palindromo palindroma palindrom palindromet";

/// Phrases about sound that have no other meaning.
const RHYMES: [&str; 4] = [
    "rhyme with, rhymes with, rhyming with, rhymed with, rhymes to, rhymes like, rhyme for, rhyme of, a rhyme to, homophone of, \
     homophone for, homophones of, homonym of, homonym for, pronounced like, pronounced as, pronounced the same, \
     said like, spoken like, sounds the same as, sounds identical, assonance with, assonant with, alliterates with",
    "rime avec, riment avec, rimer avec, rimant avec, rime en, rime de, homophone de, homophone d, homonyme de, se prononce comme, \
     prononcé comme, sonne pareil, assonance avec",
    "rima con, rimano con, rimare con, rima in, assonanza con, assonante con, omofono di, omonimo di, si pronuncia come, \
     pronunciato come, suona uguale, suona uguale a, allitterazione con",
    "rimmar med, rimmar på, rima med, rima på, rimar med, rimar på, rim på, rim med, rimmat med, rimord på, homofon till, \
     homofon med, homonym till, uttalas som, uttalas likadant, assonans med, låter likadant",
];

/// Phrases about sound that can also mean a noise.
const SOUNDS: [&str; 4] = [
    "sound like, sounds like, sounding like, sounded like, sounds a bit like, sounds almost like, sounds similar",
    "sonne comme, ça sonne comme, son de",
    "suona come, suonano come, suono di, suona simile",
    "låter som, låter nästan som, ljud av",
];

/// Words for the parts of a word that are counted by sound.
const SYLLABLES: [&str; 4] =
    ["syllable syllables syllabic", "syllabe syllabes", "sillaba sillabe", "stavelse stavelser stavelserna"];

/// Words for kinds of letters. Together with a number, they refer to spelling.
const LETTER_KINDS: ByLanguage<&str> = [
    "vowel vowels consonant consonants",
    "voyelle voyelles consonne consonnes",
    "vocale vocali consonante consonanti",
    "vokal vokaler konsonant konsonanter",
];

/// Words that can only name a place on the screen.
const PLACES: [&str; 4] = ["leftmost rightmost", "leftmost", "leftmost", "vänsterst högerst"];

/// Phrases that can only name a place on the screen.
const PLACE_PHRASES: [&str; 4] = [
    "last one, final one, far left, far right, left one, right one, middle one, on the left, on the right, from the left, \
     from the right, top one, bottom one, next to last, second to last, last but one, one before last, last keyword, \
     last position, last slot, last number, last digit, final position, final keyword, final slot, left keyword, right keyword, \
     left position, right position, in the middle, middle keyword, first one, second one, third one, fourth one, this one, \
     of the four, of four, of our words, of our keywords, our screen, on the screen, the screen",
    "le dernier, la dernière, tout à gauche, tout à droite, à gauche, à droite, de gauche, de droite, au milieu, du milieu, \
     avant dernier, avant dernière, l avant dernier, dernier mot, dernière position, des quatre, sur l écran",
    "l ultimo, l ultima, ultimo a destra, ultimo a sinistra, a sinistra, a destra, di sinistra, di destra, in mezzo, nel mezzo, \
     penultimo, penultima, ultima posizione, ultima parola, ultimo posto, dei quattro, delle quattro, sullo schermo",
    "den sista, det sista, längst till vänster, längst till höger, till vänster, till höger, från vänster, från höger, \
     i mitten, näst sista, sista ordet, sista platsen, av de fyra, av fyra, på skärmen",
];

/// Words that may accompany a phrase in a clue about a place.
const PLACE_FILLERS: &str = "the our my far very word words keyword keywords one position slot number place spot from first second third fourth left right \
     last it is its this that at side end on in of to le la les du de mot position tout un une premier deuxième troisième quatrième \
     il lo l parola posizione primo secondo terzo quarto den det ordet platsen första andra tredje fjärde är";

/// Returns all lists of single words in this module.
pub(super) fn listed_words() -> impl Iterator<Item = &'static str> {
    SPELLING_GAMES.into_iter().chain([PALINDROMES]).chain(SYLLABLES).chain(LETTER_KINDS).chain(PLACES)
}

/// Judges a clue that refers to spelling.
pub(super) fn check_spelling(context: &ClueContext<'_>) -> ClueVerdict {
    let palindrome = has_word(context, &[PALINDROMES]);
    let is_clear = find_phrase(context, &SPELLING).is_some()
        || counts(context, &LETTER_KINDS)
        || palindrome && context.meant().any(is_palindrome);
    ClueVerdict::illegal_if(is_clear, Reason::SpellingTalk)
        .or(ClueVerdict::doubtful_if(palindrome || has_word(context, &SPELLING_GAMES), Reason::SpellingTalk))
}

/// Judges a clue that refers to a sound.
pub(super) fn check_sound(context: &ClueContext<'_>) -> ClueVerdict {
    let is_clear = find_phrase(context, &RHYMES).is_some() || counts(context, &SYLLABLES);
    ClueVerdict::illegal_if(is_clear, Reason::Sound)
        .or(ClueVerdict::doubtful_if(find_phrase(context, &SOUNDS).is_some(), Reason::Sound))
}

/// Returns the word with which the clue compares a sound: "plaice" in "sounds like plaice".
pub(super) fn compared_sound<'c>(context: &'c ClueContext<'_>) -> Option<&'c str> {
    find_phrase(context, &SOUNDS).and_then(|_| context.words.last()).map(String::as_str)
}

/// Judges a clue that names a place on the screen.
pub(super) fn check_place(context: &ClueContext<'_>) -> ClueVerdict {
    let phrase = find_phrase(context, &PLACE_PHRASES);
    let is_whole_clue = phrase.is_some_and(|phrase| {
        context.words.iter().all(|word| listed(PLACE_FILLERS, word) || listed(phrase, word))
    });
    let is_counted_from_left = phrase.is_some_and(|phrase| phrase.ends_with("left"))
        && has_word(context, &["first second third fourth"]);
    ClueVerdict::illegal_if(is_whole_clue || has_word(context, &PLACES), Reason::Position)
        .or(ClueVerdict::doubtful_if(is_counted_from_left, Reason::Position))
}

/// Returns `true` if a keyword is a palindrome.
fn is_palindrome(keyword: &KeywordText) -> bool {
    let text = words(&keyword.text).concat();
    let letters: Vec<char> = plain(&text).chars().collect();
    letters.len() > 1 && letters.iter().eq(letters.iter().rev())
}

/// Returns `true` if the clue has a word of one of the lists.
fn has_word(context: &ClueContext<'_>, lists: &[&str]) -> bool {
    context.words.iter().any(|word| lists.iter().any(|list| listed(list, word)))
}

/// Returns `true` if the clue has a word of one of the lists, and a number.
fn counts(context: &ClueContext<'_>, lists: &[&str]) -> bool {
    has_word(context, lists) && context.words.iter().any(|word| is_number(word))
}

/// Returns the first phrase of the lists that is in the clue. A clue of one word has no phrase.
fn find_phrase<'p>(context: &ClueContext<'_>, lists: &[&'p str]) -> Option<&'p str> {
    if context.words.len() < 2 {
        return None;
    }
    let mut phrases = lists.iter().flat_map(|list| list.split(", "));
    phrases.find(|phrase| contains_phrase(&context.words, phrase))
}
