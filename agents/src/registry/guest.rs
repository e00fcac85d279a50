//! Agents that are made elsewhere: each is a clue giver, a guesser, and a preset of its own name.

use std::sync::Arc;

use overhear_engine::table::Agent;

use super::{EncryptorKind, GuesserKind, Preset, Registry, is_space_name};
use crate::model::World;
use crate::part::{Made, Param, PrepareError, Values};

/// An agent that is made elsewhere.
pub struct Guest {
    /// The name in a SPEC.
    pub name: String,
    /// What it is, in a line.
    pub summary: String,
    /// What tells it from what it was before, if results are to be told apart by it.
    pub version: Option<String>,
    /// What can be set on it.
    pub params: Vec<Param>,
    /// Whether it is told P(clue | keyword) as its world has it.
    pub associates: bool,
    /// Seats it, once for its clue giver and once for its guesser.
    pub seat: Box<GuestSeat>,
}

/// What seats a guest for a world, with what was set on it.
pub type GuestSeat = dyn Fn(&Arc<World>, &Values) -> Result<Arc<dyn Agent>, PrepareError> + Send + Sync;

/// Why a guest cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GuestError {
    /// A SPEC cannot say its name.
    #[error("`{0}` is no name: it takes letters, digits, `-`, `_` and `.`")]
    NoName(String),
    /// There is one of this name.
    #[error("there is an agent of the name `{0}` already")]
    Taken(String),
}

impl Registry {
    /// Whether a guest may have this name.
    ///
    /// # Errors
    /// If it is taken, or none that a SPEC can say.
    pub fn is_free(&self, name: &str) -> Result<(), GuestError> {
        if !is_space_name(name) {
            return Err(GuestError::NoName(name.to_owned()));
        }
        if self.knows(name) { Err(GuestError::Taken(name.to_owned())) } else { Ok(()) }
    }

    /// The same with a guest. What is registered, and what its seat holds, stays for as long as the program runs.
    ///
    /// # Errors
    /// If the name is taken, or none that a SPEC can say.
    pub fn with_guest(self, guest: Guest) -> Result<Registry, GuestError> {
        let Guest { name, summary, version, params, associates, seat } = guest;
        self.is_free(&name)?;
        let (name, summary): (&str, &str) = (String::leak(name), String::leak(summary));
        let (params, seat): (&[Param], &GuestSeat) = (Vec::leak(params), Box::leak(seat));
        let encryptor = EncryptorKind {
            name,
            summary,
            cheats: false,
            associates,
            params,
            prepare: Box::leak(Box::new(move |world: &_, values: &_| {
                Ok(made(seat(world, values)?, <dyn Agent>::encryptor))
            })),
        };
        let guesser = GuesserKind {
            name,
            summary,
            cheats: false,
            associates,
            params,
            prepare: Box::leak(Box::new(move |world: &_, values: &_| {
                Ok(made(seat(world, values)?, <dyn Agent>::guesser))
            })),
        };
        let preset = Preset {
            name,
            alias: None,
            encryptor: name,
            guesser: name,
            settings: &[],
            purpose: summary,
            basis: "what it says of itself",
        };
        let registry = self
            .with_encryptor(Box::leak(Box::new(encryptor)))
            .with_guesser(Box::leak(Box::new(guesser)))
            .with_preset(preset);
        Ok(match version {
            Some(version) => registry.with_version(name, version),
            None => registry,
        })
    }
}

/// One half of an agent.
fn made<T: ?Sized + 'static>(agent: Arc<dyn Agent>, player: fn(&(dyn Agent + 'static)) -> Box<T>) -> Made<T> {
    let by_post = Arc::clone(&agent);
    Made {
        thinks_alike: agent.thinks_alike(),
        make: Box::new(move || player(&*agent)),
        by_post: Some(Arc::new(move |role| by_post.correspondent(role))),
    }
}
