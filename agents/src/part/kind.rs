//! The parts that agents are made of.

use std::fmt;
use std::sync::Arc;

use overhear_engine::game::{Encryptor, ExternalPlayer, Guesser, Role};

use super::param::{ASSOCIATIONS, COMMON, MIND, PACING};
use super::{Param, Values};
use crate::model::World;

/// Makes players of one part; the costly tables behind them are shared.
pub struct PlayerFactory<T: ?Sized> {
    /// Makes one player.
    pub make: Box<dyn Fn() -> Box<T> + Send + Sync>,
    /// Whether all players so made answer alike, whatever their member and head.
    pub thinks_alike: bool,
    /// Who is asked in the players' place where games can wait, if anybody is.
    pub by_post: Option<Arc<ExternalRoute>>,
}

/// Who is asked for a role, if it is somebody outside of the program.
pub type ExternalRoute = dyn Fn(Role) -> Option<Arc<dyn ExternalPlayer>> + Send + Sync;

impl<T: ?Sized> PlayerFactory<T> {
    /// Players of this program.
    pub fn new(make: impl Fn() -> Box<T> + Send + Sync + 'static, thinks_alike: bool) -> PlayerFactory<T> {
        PlayerFactory { make: Box::new(make), thinks_alike, by_post: None }
    }
}

/// A kind of clue giver or of guesser, as the registry knows it.
pub struct PartKind<T: ?Sized + 'static> {
    /// The name in a SPEC.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Whether it breaks the rules on purpose: no opponent has to reckon with it.
    pub cheats: bool,
    /// Whether it goes by P(clue | keyword), and so by what is stated of it: only then it takes `associations=NAME`.
    pub associates: bool,
    /// What can be set on this kind and not on every part.
    pub params: &'static [Param],
    /// Prepares the tables, and returns what makes the players.
    pub prepare: &'static Prepare<T>,
}

/// What prepares the tables of a part for a world, with what was set on it.
pub type Prepare<T> = dyn Fn(&Arc<World>, &Values) -> Result<PlayerFactory<T>, PrepareError> + Sync;

/// Why a part cannot be made, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PrepareError(pub String);

impl<T: ?Sized> fmt::Debug for PartKind<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl<T: ?Sized> PartKind<T> {
    /// What it may be told of where it thinks.
    pub(crate) fn mind(&self) -> impl Iterator<Item = &'static Param> + use<T> {
        let associates = self.associates;
        MIND.iter().filter(move |param| associates || param.key != ASSOCIATIONS)
    }
}

impl EncryptorKind {
    /// What can be set on it: its own parameters, how fast it writes, and what every part of an agent has.
    pub fn all_params(&self) -> impl Iterator<Item = &'static Param> + use<> {
        self.params.iter().chain(&PACING).chain(&COMMON)
    }
}

impl GuesserKind {
    /// What can be set on it: its own parameters, and what every part of an agent has.
    pub fn all_params(&self) -> impl Iterator<Item = &'static Param> + use<> {
        self.params.iter().chain(&COMMON)
    }
}

/// A kind of clue giver.
pub type EncryptorKind = PartKind<dyn Encryptor>;

/// A kind of guesser.
pub type GuesserKind = PartKind<dyn Guesser>;
