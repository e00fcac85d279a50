//! Registry of agents, their parameters, and SPECs.

mod agent_factory;
mod blunder;
mod build;
mod error;
mod external;
mod interned;
mod known;
mod label;
mod presets;
mod quotes;
mod reference_field;
mod spec;
mod spec_part;
mod spec_settings;

pub use agent_factory::AgentFactory;
pub use build::{build, check};
pub use error::{SpecError, closest_spelling};
pub use external::{ExternalAgent, ExternalAgentError};
pub use interned::interned;
pub use known::Registry;
pub use label::{LONGEST_LABEL, check_label, label_look};
pub use presets::{PRESETS, Preset};
pub use quotes::{is_space_name, quoted, unquoted};
pub use reference_field::{PinnedFile, REFERENCE_1, ReferenceField};
pub use spec::{LONGEST_SPEC, Spec};
pub use spec_part::SpecPart;

pub use crate::kind::{
    EncryptorKind, GuesserKind, Param, PartKind, PlayerFactory, PrepareError, Searchable, Values,
};

use crate::{encryptors, guessers};

/// Every kind of Encryptor of this project.
pub static ENCRYPTORS: &[&EncryptorKind] = &[
    &encryptors::random::KIND,
    &encryptors::nearest::KIND,
    &encryptors::nearest_k::KIND,
    &encryptors::margin::KIND,
    &encryptors::pragmatic::KIND,
    &encryptors::value::KIND,
    &encryptors::decoy::KIND,
    &encryptors::guarded::KIND,
    #[cfg(feature = "minds")]
    &encryptors::grounded::KIND,
    #[cfg(feature = "minds")]
    &encryptors::minds::KIND,
    &encryptors::sampler::KIND,
    &encryptors::steganographer::KIND,
    &encryptors::faulty::KIND,
];

/// Every kind of guesser of this project.
pub static GUESSERS: &[&GuesserKind] = &[
    &guessers::uniform::KIND,
    &guessers::history::KIND,
    &guessers::bayes::KIND,
    &guessers::adaptive::KIND,
    &guessers::levelk::KIND,
    &guessers::robust::KIND,
    #[cfg(feature = "minds")]
    &guessers::minds::KIND,
    &guessers::steganographer::KIND,
    &guessers::oracle::KIND,
];
