//! The parts of agents, Encryptors and guessers: their kinds and parameters.

mod kind;
mod param;

pub use kind::{EncryptorKind, ExternalRoute, GuesserKind, PartKind, PlayerFactory, Prepare, PrepareError};
pub(crate) use param::{
    ALPHA, ASSOCIATIONS, BETA, CANDIDATES, DISTINCT, INVERSION, SIGMA, SLIPS, WORDS, echo,
};
pub use param::{Param, Searchable, Values};
