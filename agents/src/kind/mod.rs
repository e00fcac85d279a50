//! The kinds of Encryptors and guessers, and their parameters.

mod param;
mod player_kind;

#[cfg(feature = "minds")]
pub(crate) use param::MIND;
pub(crate) use param::{
    ALPHA, ASSOCIATIONS, BETA, CANDIDATES, DISTINCT, INVERSION, SIGMA, SLIPS, WORDS, echo,
};
pub use param::{Param, Searchable, Values};
pub use player_kind::{
    EncryptorKind, ExternalRoute, GuesserKind, PartKind, PlayerFactory, Prepare, PrepareError,
};
