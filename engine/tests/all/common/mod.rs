//! What several tests of the engine share: scripted games, and players whose answers are drawn.

pub(crate) mod abroad;
pub(crate) mod drawn;
pub(crate) mod render;
pub(crate) mod script;
pub(crate) mod scripted;
pub(crate) mod second_judge;
pub(crate) mod wild;
