//! Factories of external agents.

use std::fmt;
use std::sync::Arc;

use overhear_engine::game::Agent;

use crate::kind::{PlayerFactory, PrepareError, Values};
use crate::model::World;

/// Builds an external agent for a world, with its parameter values.
pub type AgentFactory = dyn Fn(&Arc<World>, &Values) -> Result<Arc<dyn Agent>, PrepareError> + Send + Sync;

/// Shared handle of a factory.
#[derive(Clone)]
pub(super) struct FactoryHandle(Arc<AgentFactory>);

impl fmt::Debug for FactoryHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an external agent")
    }
}

impl FactoryHandle {
    /// Returns a handle of the factory.
    pub(super) fn new(seat: Box<AgentFactory>) -> FactoryHandle {
        FactoryHandle(seat.into())
    }

    /// Returns one part of the agent, with its parameter values.
    pub(super) fn prepare_part<T: ?Sized + 'static>(
        &self,
        world: &Arc<World>,
        values: &Values,
        player: fn(&(dyn Agent + 'static)) -> Box<T>,
    ) -> Result<PlayerFactory<T>, PrepareError> {
        Ok(factory_of((self.0)(world, values)?, player))
    }
}

/// Returns one part of an agent.
fn factory_of<T: ?Sized + 'static>(
    agent: Arc<dyn Agent>,
    player: fn(&(dyn Agent + 'static)) -> Box<T>,
) -> PlayerFactory<T> {
    let external = Arc::clone(&agent);
    PlayerFactory {
        thinks_alike: agent.thinks_alike(),
        make: Box::new(move || player(&*agent)),
        external: Some(Arc::new(move |role| external.external_player(role))),
    }
}
