//! The association model: the likelihood of each clue for each keyword, and posteriors based on it.

mod association;
mod bfloat;
mod columns;
mod compounded;
mod directions;
mod distinct;
mod fitness;
mod forms;
mod giver;
mod joint;
mod kernels;
mod lazy_table;
mod memo;
mod noise;
mod open;
mod perception;
mod posterior;
mod quick;
mod ranks;
mod rows;
mod secrecy;
mod shortlist;
mod slab;
mod stated_associations;
mod text_clues;
mod weighing;
mod word_data;
mod world;
mod world_error;

pub use association::Association;
pub use directions::{keyword_spellings, keywords_in_parts, missing_keywords};
pub use giver::Habit;
pub use kernels::SHORTLIST;
pub use noise::Noise;
pub use open::OpenVocabulary;
pub use ranks::{FIRST_RANKS, RANK_STEPS, RankWeights, Ranks};
pub use secrecy::Secrecy;
pub use shortlist::Shortlists;
pub use slab::OutOfMemory;
pub use stated_associations::{LEFT_TO_THE_SPACE, StatedAssociations};
pub use weighing::ModelKey;
pub use world::{DEFAULT_CLUES, World};
pub use world_error::{MOST_KEYWORDS, WorldError};

#[cfg(feature = "minds")]
pub(crate) use bfloat::narrow;
pub(crate) use bfloat::widen;
pub(crate) use giver::{EncryptorModels, PerceivedModels};
#[cfg(feature = "minds")]
pub(crate) use joint::ClueLikelihoods;
pub(crate) use joint::{HabitHypothesis, JointPosterior, PosteriorOptions, cards_of};
pub(crate) use kernels::{
    LANES, add_up, blend, blend_in_place, dots, greatest, keep_top, list_above, margins, mix, prefetch,
};
#[cfg(feature = "minds")]
pub(crate) use lazy_table::LazyTable;
pub(crate) use memo::Memo;
pub(crate) use noise::normal_quantile;
pub(crate) use perception::NoisyAssociation;
pub(crate) use posterior::Posterior;
#[cfg(feature = "minds")]
pub(crate) use quick::quick_exp2;
pub(crate) use quick::quick_log2;
pub(crate) use secrecy::SecrecyCorrection;
pub(crate) use shortlist::RowBuffer;
