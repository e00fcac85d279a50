//! The rules of the game (R1 to R27, listed in `docs/rules.md`). This module is pure: no randomness, threads, files or floating point.

mod bounds;
mod check;
mod clue_text;
mod code;
mod deck;
mod ending;
mod half;
mod judge;
mod law;
mod number_text;
mod options;
mod presets;
mod printable;
mod record;
mod referee;
mod settings;
mod side;
mod slot;
mod sudden_death;
mod switch;
mod switches;
mod text;
mod three_player;
mod tokens;
mod word;

pub use check::{CheckedRules, RulesError};
pub use clue_text::{
    ByLanguage, ClueQuestion, ClueVerdict, Language, Lexicon, LexiconFacts, NUMBER_ALLUSIONS, NoLexicon,
    ParseLanguageError, Reason, TeamLaw, TextLaw, WordTable,
};
pub use code::{Code, ParseCodeError};
pub use deck::{
    CARD_WORDS, CARDS_IN_PLAY, Deck, DeckError, KeywordText, LONGEST_KEYWORD, cell_separator, is_word_heading,
};
pub use ending::{DecidedBy, Ending, TieCondition};
pub use half::{CLUES, Clues, Half};
pub use judge::Judgement;
pub use law::{ClueLaw, FreeTextClues, Illegal, TextBans, WordFacts};
pub use number_text::{counted, grouped, spelling_hint, whole_number_hint};
pub use options::{
    Choice, CodeDraw, FinalTie, KeywordMatch, OnIllegalClue, Players, Pooling, RefereeMode, Repeat, Tiebreak,
    Waiting,
};
pub use presets::{NamedRules, RULE_SETS};
pub use printable::{is_printable, misread_as, reads_as_missing, stands_for_missing};
pub use record::{MAX_HALVES, MAX_ROUNDS, PublicRecord};
pub use referee::Referee;
pub use settings::{MAX_REFEREE_TOP, MAX_TEAM, MIN_TEAM, Rules};
pub use side::{BySide, Side};
pub use slot::{BySlot, Slot};
pub use sudden_death::SuddenDeath;
pub use switch::{Switch, Value, Values, WhatIfMethod};
pub use switches::SWITCHES;
pub use text::same_clue_form;
pub use tokens::{HalfOutcome, TokenRule, Tokens};
pub use word::{Clue, Keyword};
