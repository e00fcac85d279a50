//! Kinds of parts: an agent consists of an Encryptor and a guesser.

use std::fmt;
use std::sync::Arc;

use overhear_engine::game::{Encryptor, ExternalPlayer, Guesser, Role};

use super::param::{ASSOCIATIONS, COMMON, MIND, MODEL_PARAMS, PACING};
use super::{Param, Values};
use crate::model::World;

/// Makes players of one part, which share the costly tables behind them.
pub struct PlayerFactory<T: ?Sized> {
    /// Makes one player.
    pub make: Box<dyn Fn() -> Box<T> + Send + Sync>,
    /// `true` if all its players answer alike, whatever their member and individual associations.
    pub thinks_alike: bool,
    /// External players that answer in the players' place where games can wait.
    pub external: Option<Arc<ExternalRoute>>,
}

/// Returns the external player for a role, if there is one.
pub type ExternalRoute = dyn Fn(Role) -> Option<Arc<dyn ExternalPlayer>> + Send + Sync;

impl<T: ?Sized> PlayerFactory<T> {
    /// Returns a factory of players inside this program.
    pub fn new(make: impl Fn() -> Box<T> + Send + Sync + 'static, thinks_alike: bool) -> PlayerFactory<T> {
        PlayerFactory { make: Box::new(make), thinks_alike, external: None }
    }
}

/// A kind of Encryptor or guesser, as registered.
pub struct PartKind<T: ?Sized + 'static> {
    /// Name in a SPEC.
    pub name: &'static str,
    /// Purpose, in one line.
    pub summary: &'static str,
    /// `true` if it breaks the rules on purpose. Other agents ignore such kinds.
    pub cheats: bool,
    /// `true` if it uses P(clue | keyword) and thus stated associations. Only such kinds take
    /// `associations=NAME`.
    pub associates: bool,
    /// Parameters of this kind, without those common to all parts.
    pub params: &'static [Param],
    /// Prepares the tables and returns the factory of the players.
    pub prepare: &'static Prepare<T>,
}

/// Prepares the tables of a part for a world, with its parameter values.
pub type Prepare<T> = dyn Fn(&Arc<World>, &Values) -> Result<PlayerFactory<T>, PrepareError> + Sync;

/// Reason why a part cannot be prepared, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PrepareError(pub String);

impl<T: ?Sized> fmt::Debug for PartKind<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl<T: ?Sized> PartKind<T> {
    /// Returns `true` if it thinks with a mind of its own choice, as a stranger does. Searches and observers leave such kinds out: what
    /// they try must play with any deck, and holds the table of the run.
    pub fn chooses_mind(&self) -> bool {
        self.params.iter().any(|param| param.key == MIND)
    }

    /// Returns the parameters that select an embedding or associations.
    pub(crate) fn model_params(&self) -> impl Iterator<Item = &'static Param> + use<T> {
        let associates = self.associates;
        MODEL_PARAMS.iter().filter(move |param| associates || param.key != ASSOCIATIONS)
    }
}

impl EncryptorKind {
    /// Returns its parameters: its own, those of clue times, and those common to all parts.
    pub fn all_params(&self) -> impl Iterator<Item = &'static Param> + use<> {
        self.params.iter().chain(&PACING).chain(&COMMON)
    }
}

impl GuesserKind {
    /// Returns its parameters: its own, and those common to all parts.
    pub fn all_params(&self) -> impl Iterator<Item = &'static Param> + use<> {
        self.params.iter().chain(&COMMON)
    }
}

/// A kind of Encryptor.
pub type EncryptorKind = PartKind<dyn Encryptor>;

/// A kind of guesser.
pub type GuesserKind = PartKind<dyn Guesser>;
