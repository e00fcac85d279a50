//! All integration tests of this crate in one program: it is linked once.

mod common;

mod allocations;
mod calibration;
mod contract;
mod copies;
mod data;
mod free_text;
mod golden;
mod languages;
mod law;
mod law_kinds;
mod law_of_texts;
#[cfg(feature = "minds")]
mod minds;
mod own_file;
mod own_text;
mod people;
mod posterior;
mod published;
mod referee;
mod reference_field;
mod rejudged;
mod stated_associations;
mod texts;
