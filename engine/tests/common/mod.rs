//! What several tests of the engine share: scripted games, and players whose answers are drawn.

#![allow(dead_code, reason = "each test is a crate of its own and uses a part of this one")]

pub(crate) mod drawn;
pub(crate) mod render;
pub(crate) mod script;
pub(crate) mod scripted;
pub(crate) mod second_judge;
pub(crate) mod wild;
