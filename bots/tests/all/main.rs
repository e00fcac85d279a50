//! All integration tests of this crate in one program: it is linked once.

#[path = "../drill/mind.rs"]
mod mind;

mod common;

mod duties;
mod faults;
mod hidden;
mod hostile;
mod kit;
mod question_fields;
mod repeats;
mod risk;
#[cfg(feature = "schema")]
mod schema;
mod talk;
mod texts;
mod traffic;
