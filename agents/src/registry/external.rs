//! Agents defined outside this crate. Each is an Encryptor, a guesser, and a preset of its name.

use super::agent_factory::{AgentFactory, FactoryHandle};
use super::interned::{self, AgentDescription};
use super::{Preset, Registry, is_space_name};
use crate::kind::Param;

/// An agent defined outside this crate.
pub struct ExternalAgent {
    /// Name in a SPEC.
    pub name: String,
    /// Description, in one line.
    pub summary: String,
    /// Version, if results depend on it.
    pub version: Option<String>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// `true` if it receives P(clue | keyword) of its world.
    pub associates: bool,
    /// Builds the agent, once for its Encryptor and once for its guesser.
    pub seat: Box<AgentFactory>,
}

/// Error returned by [`Registry::with_external`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExternalAgentError {
    /// The name cannot be written in a SPEC.
    #[error("`{0}` is not a valid name; it takes letters, digits, `-`, `_` and `.`")]
    NoName(String),
    /// The name is taken.
    #[error("an agent named `{0}` already exists")]
    Taken(String),
}

impl Registry {
    /// Checks that the name is free for an external agent.
    ///
    /// # Errors
    /// Returns an error if the name is taken, or cannot be written in a SPEC.
    pub fn check_name_free(&self, name: &str) -> Result<(), ExternalAgentError> {
        if !is_space_name(name) {
            return Err(ExternalAgentError::NoName(name.to_owned()));
        }
        if self.contains(name) { Err(ExternalAgentError::Taken(name.to_owned())) } else { Ok(()) }
    }

    /// Returns the registry with an external agent. Only this registry, and SPECs that it parses, keep the
    /// agent's factory alive.
    ///
    /// # Errors
    /// Returns an error if the name is taken, or cannot be written in a SPEC.
    pub fn with_external(self, agent: ExternalAgent) -> Result<Registry, ExternalAgentError> {
        let ExternalAgent { name, summary, version, params, associates, seat } = agent;
        self.check_name_free(&name)?;
        let description = AgentDescription { name: &name, summary: &summary, params: &params, associates };
        let encryptor = interned::encryptor(description);
        let preset = Preset {
            name: encryptor.name,
            alias: None,
            encryptor: encryptor.name,
            guesser: encryptor.name,
            settings: &[],
            purpose: encryptor.summary,
            basis: "what it says of itself",
        };
        let registry = self
            .with_encryptor(encryptor)
            .with_guesser(interned::guesser(description))
            .with_preset(preset)
            .with_seat(encryptor.name, FactoryHandle::new(seat));
        Ok(match version {
            Some(version) => registry.with_version(encryptor.name, version),
            None => registry,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kind::PrepareError;
    use crate::registry::Spec;

    fn example(held: &Arc<()>) -> ExternalAgent {
        let held = Arc::clone(held);
        ExternalAgent {
            name: "visitor".to_owned(),
            summary: "comes and goes".to_owned(),
            version: None,
            params: vec![Param::real("warmth", 0.5, 0.0, 1.0, "of the welcome")],
            associates: false,
            seat: Box::new(move |_, _| Err(PrepareError(format!("held {} times", Arc::strong_count(&held))))),
        }
    }

    fn spec(held: &Arc<()>) -> Spec {
        let registry = Registry::standard().with_external(example(held)).expect("the name is free");
        assert!(
            registry
                .clone()
                .with_external(example(held))
                .is_err_and(|error| error.to_string().contains("visitor"))
        );
        registry.parse("visitor:warmth=1").expect("it is known")
    }

    #[test]
    fn an_external_agent_is_freed_with_the_last_registry_or_roster_that_has_it() {
        let held = Arc::new(());
        let (one, other) = (spec(&held), spec(&held));
        assert_eq!(Arc::strong_count(&held), 3, "two agents are still known by their SPECs");
        assert!(std::ptr::eq(one.encryptor.encryptor(), other.encryptor.encryptor()), "of one kind");
        assert!(std::ptr::eq(one.guesser.guesser(), other.guesser.guesser()));
        drop((one, other));
        assert_eq!(Arc::strong_count(&held), 1);
        assert!(Registry::standard().parse("visitor").is_err());
    }
}
