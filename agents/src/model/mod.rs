//! What follows from words and their directions: how likely each clue is for each keyword.

mod association;
mod bfloat;
mod fitness;
mod kernels;
mod noise;
mod perception;
mod posterior;
mod shortlist;
mod slab;
mod world;

pub use association::{Association, ModelKey};
pub use noise::Noise;
pub use shortlist::{SHORTLIST, Shortlists};
pub use world::{DEFAULT_CLUES, World, WorldError};

pub(crate) use bfloat::widen;
pub(crate) use kernels::{
    LANES, blend, blend_in_place, dots, greatest, keep_top, list_above, margins, mix, prefetch,
};
pub(crate) use noise::normal_quantile;
pub(crate) use perception::Perception;
pub(crate) use posterior::Posterior;
