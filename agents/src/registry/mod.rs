//! Which agents there are, what can be set on them, and how a SPEC becomes one.

mod blunder;
mod build;
mod error;
mod kind;
mod param;
mod presets;
mod spec;

pub use build::{build, check};
pub use error::{SpecError, nearest};
pub use kind::{EncryptorKind, GuesserKind, Kind, Made};
pub(crate) use param::{ALPHA, BETA, CANDIDATES, DISTINCT, INVERSION, SIGMA, SLIPS, WORDS, echo};
pub use param::{Param, Values};
pub use presets::{PRESETS, Preset};
pub use spec::{LONGEST_LABEL, Part, Spec, check_label, is_space_name};

use crate::{encryptors, guessers};

/// Every kind of clue giver.
pub static ENCRYPTORS: [&EncryptorKind; 9] = [
    &encryptors::random::KIND,
    &encryptors::nearest::KIND,
    &encryptors::margin::KIND,
    &encryptors::pragmatic::KIND,
    &encryptors::value::KIND,
    &encryptors::decoy::KIND,
    &encryptors::sampler::KIND,
    &encryptors::steganographer::KIND,
    &encryptors::faulty::KIND,
];

/// Every kind of guesser.
pub static GUESSERS: [&GuesserKind; 7] = [
    &guessers::uniform::KIND,
    &guessers::history::KIND,
    &guessers::bayes::KIND,
    &guessers::adaptive::KIND,
    &guessers::levelk::KIND,
    &guessers::steganographer::KIND,
    &guessers::oracle::KIND,
];
