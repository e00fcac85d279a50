//! The standard library's clock under the name of the crate that a solver of linear programs measures its time with.
//!
//! That crate asks JavaScript, through glue that a further tool would have to make. Nothing that the page does solves a
//! linear program, so no clock is ever read.

pub use std::time::*;
