//! The halves that agents are made of: kinds of clue givers and of guessers, and what can be set on them.

mod kind;
mod param;

pub use kind::{EncryptorKind, ExternalRoute, GuesserKind, PartKind, PlayerFactory, Prepare, PrepareError};
pub(crate) use param::{
    ALPHA, ASSOCIATIONS, BETA, CANDIDATES, DISTINCT, INVERSION, SIGMA, SLIPS, WORDS, echo,
};
pub use param::{Param, Searchable, Values};
