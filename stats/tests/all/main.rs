//! All integration tests of this crate in one program: it is linked once.

mod bootstrap;
mod coverage;
