//! Features of a keyword and a clue, by word vectors and the lexicon of associations.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::association_lexicon::AssociationLexicon;
use crate::words::{Compounds, Lexicon, TextReader, TextVector, float_dot};

/// The place of a clue in a keyword's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListPlace {
    /// The keyword has no list.
    NoList,
    /// The clue is not in the list.
    #[default]
    Missing,
    /// The clue's place, from 0.
    At(u16),
}

/// Features of a keyword and a clue.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairFeatures {
    /// The cosine of the two directions; 0 if one of the texts is not understood.
    pub cosine: f64,
    /// Whether a word of the clue makes a compound with the keyword.
    pub compound: bool,
    /// The place of the clue in the keyword's list.
    pub place: ListPlace,
    /// Whether the keyword stands in the clue's list, or explains the clue, a word of the language's own world.
    pub reverse: bool,
    /// The greatest cosine of the clue with the clues of the keyword's list and the headwords whose lists have the keyword. `None` if
    /// there are none; 0 if the clue is not understood.
    pub nearness: Option<f64>,
    /// Whether a word of the clue stands in the keyword's list, or in a phrase of it.
    pub word: bool,
    /// The likeness of the clue to those that the own team has given for the keyword before.
    pub echo: f64,
}

/// A keyword with its entries in the lexicon of associations.
#[derive(Clone, Debug)]
pub(super) struct KeywordMeaning {
    pub(super) reading: TextVector,
    /// The clues of its list by number, with their places; `None` if it has no list.
    list: Option<FxHashMap<u32, u16>>,
    /// The headwords in whose lists it stands.
    headwords: FxHashSet<u32>,
    /// The headwords that the keyword is.
    own: Vec<u32>,
    /// The words of the phrases of its list.
    words: FxHashSet<String>,
    /// The directions of the clues of its list and of its headwords, one after another.
    directions: Vec<f32>,
    /// For each direction the number of its clue, if it is one.
    numbers: Vec<Option<u32>>,
}

/// A clue with its entries in the lexicon of associations.
#[derive(Clone, Debug)]
pub(super) struct ClueMeaning {
    pub(super) reading: TextVector,
    /// The clues of the lexicon that the clue is.
    numbers: Vec<u32>,
    headwords: Vec<u32>,
    /// The headwords that explain the clue.
    glosses: Vec<u32>,
    /// The forms of its words, and the clues of the lexicon that these are.
    words: Vec<(String, Vec<u32>)>,
}

/// A reader of keywords and clues by a space and the lexicon of associations.
#[derive(Clone, Copy)]
pub(super) struct MeaningReader<'r> {
    pub(super) reader: &'r TextReader<'r>,
    pub(super) lexicon: &'r Lexicon,
    pub(super) associations: Option<&'r AssociationLexicon>,
}

impl MeaningReader<'_> {
    /// Reads a keyword.
    pub(super) fn keyword(&self, text: &str) -> KeywordMeaning {
        let mut meaning = KeywordMeaning {
            reading: self.reader.read(text),
            list: None,
            headwords: FxHashSet::default(),
            own: Vec::new(),
            words: FxHashSet::default(),
            directions: Vec::new(),
            numbers: Vec::new(),
        };
        if let Some(associations) = self.associations {
            self.look_up(text, associations, &mut meaning);
        }
        meaning
    }

    fn look_up(&self, text: &str, associations: &AssociationLexicon, meaning: &mut KeywordMeaning) {
        let forms = self.reader.inflected_forms(text, self.lexicon);
        let own = associations.headwords(&forms);
        let mut places: FxHashMap<u32, u16> = FxHashMap::default();
        for &headword in own {
            for (&clue, place) in associations.list(headword).iter().zip(0..) {
                match places.entry(clue) {
                    Entry::Occupied(mut known) => *known.get_mut() = place.min(*known.get()),
                    Entry::Vacant(new) => {
                        new.insert(place);
                        self.add_clue(clue, associations.clue(clue), meaning);
                    }
                }
            }
        }
        meaning.own = own.to_vec();
        meaning.list = (!own.is_empty()).then_some(places);
        for clue in associations.clues(&forms) {
            for &(headword, _) in associations.places(clue) {
                if meaning.headwords.insert(headword) {
                    self.add_direction(associations.headword_text(headword), None, meaning);
                }
            }
        }
    }

    /// Adds a clue of the keyword's list: its direction, and the words of a phrase.
    fn add_clue(&self, number: u32, text: &str, meaning: &mut KeywordMeaning) {
        self.add_direction(text, Some(number), meaning);
        if text.contains(' ') {
            meaning.words.extend(self.reader.content_forms(text, self.lexicon).into_iter().flatten());
        }
    }

    fn add_direction(&self, text: &str, number: Option<u32>, meaning: &mut KeywordMeaning) {
        if let Some(direction) = self.reader.read(text).direction {
            meaning.directions.extend(direction);
            meaning.numbers.push(number);
        }
    }

    /// Reads a clue.
    pub(super) fn clue(&self, text: &str) -> ClueMeaning {
        let reading = self.reader.read(text);
        let Some(associations) = self.associations else {
            return ClueMeaning {
                reading,
                numbers: Vec::new(),
                headwords: Vec::new(),
                glosses: Vec::new(),
                words: Vec::new(),
            };
        };
        let forms = self.reader.inflected_forms(text, self.lexicon);
        let words = self
            .reader
            .content_forms(text, self.lexicon)
            .into_iter()
            .flat_map(|forms| {
                let numbers = associations.clues(&forms);
                forms.into_iter().map(move |form| (form, numbers.clone()))
            })
            .collect();
        let [headwords, glosses] =
            [associations.headwords(&forms), associations.glosses(&forms)].map(<[u32]>::to_vec);
        ClueMeaning { reading, numbers: associations.clues(&forms), headwords, glosses, words }
    }
}

/// Part of a keyword's list that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Withheld {
    /// Nothing.
    Nothing,
    /// Everything that states the given clue for it: the clue, and the keyword in the clue's list.
    Clue,
    /// The whole list.
    List,
}

impl ClueMeaning {
    /// Returns `true` if neither the space nor the lexicon of associations knows the clue.
    pub(super) fn is_unknown(&self) -> bool {
        self.reading.direction.is_none() && self.numbers.is_empty() && self.headwords.is_empty()
    }

    /// Returns the clues of the lexicon that it is.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Returns the headwords that it is.
    pub(super) fn headwords(&self) -> &[u32] {
        &self.headwords
    }
}

impl KeywordMeaning {
    /// Returns the features of this keyword and a clue.
    pub(super) fn features(
        &self,
        clue: &ClueMeaning,
        compounds: &Compounds,
        withheld: Withheld,
    ) -> PairFeatures {
        let list = self.list.as_ref().filter(|_| withheld != Withheld::List);
        let places = clue
            .numbers
            .iter()
            .filter_map(|number| list?.get(number).copied().filter(|_| withheld == Withheld::Nothing));
        PairFeatures {
            cosine: self.reading.cosine(&clue.reading).unwrap_or(0.0),
            compound: clue
                .reading
                .places
                .iter()
                .any(|&word| self.reading.places.iter().any(|&keyword| compounds.joins(keyword, word))),
            place: match (list, places.min()) {
                (None, _) => ListPlace::NoList,
                (Some(_), None) => ListPlace::Missing,
                (Some(_), Some(place)) => ListPlace::At(place),
            },
            reverse: withheld != Withheld::Clue
                && (clue.headwords.iter().any(|headword| self.headwords.contains(headword))
                    || clue.glosses.iter().any(|headword| self.own.contains(headword))),
            nearness: self.nearness(clue, withheld),
            word: clue.words.iter().any(|(form, numbers)| {
                list.is_some() && self.words.contains(form)
                    || numbers.iter().any(|number| {
                        let is_withheld = withheld == Withheld::Clue && clue.numbers.contains(number);
                        !is_withheld && list.is_some_and(|list| list.contains_key(number))
                    })
            }),
            echo: 0.0,
        }
    }

    fn nearness(&self, clue: &ClueMeaning, withheld: Withheld) -> Option<f64> {
        let Some(direction) = &clue.reading.direction else { return Some(0.0) };
        let rows = self.directions.chunks_exact(direction.len()).zip(&self.numbers);
        let heard = rows.filter(|(_, number)| match withheld {
            Withheld::Nothing => true,
            Withheld::Clue => number.is_none_or(|number| !clue.numbers.contains(&number)),
            Withheld::List => number.is_none(),
        });
        heard.map(|(row, _)| float_dot(row, direction)).reduce(f64::max)
    }
}
