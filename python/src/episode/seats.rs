//! Who sits where: people from outside in some roles, house agents in the others.

use std::sync::Arc;

use overhear_agents::model::World as Known;
use overhear_agents::registry::{Registry, SpecError, build};
use overhear_bots::BotAgent;
use overhear_engine::game::{
    Answer, AnswerError, ExternalPlayer, PlayerRequest, PlayerUnavailable, Role, Team,
};
use overhear_engine::rules::{BySide, Rules};

/// The roles in which each side is played from outside.
pub(super) type Outside = BySide<[bool; Role::ALL.len()]>;

/// Both sides' agents.
pub(super) struct Seats(BySide<BotAgent>);

/// An external player, which is asked through the episode.
struct ExternalSeat;

impl ExternalPlayer for ExternalSeat {
    fn answer(
        &self,
        _: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
        Err(PlayerUnavailable("a seat of an episode is answered by the episode alone".to_owned()))
    }
}

impl Seats {
    /// Seats the agents of two SPECs in what is not played from outside.
    pub(super) fn new(
        world: &Arc<Known>,
        registry: &Registry,
        specs: &[String; 2],
        outside: Outside,
    ) -> Result<Seats, SpecError> {
        let [white, black] = specs;
        Ok(Seats(BySide {
            white: seated(world, registry, white, outside.white)?,
            black: seated(world, registry, black, outside.black)?,
        }))
    }

    /// Two teams for a game.
    pub(super) fn teams(&self, rules: &Rules) -> BySide<Team> {
        BySide::from_fn(|side| Team::new(&self.0[side], rules.team_sizes()[side]))
    }
}

/// Returns the agent of a SPEC, which answers in the roles that are not played from outside.
fn seated(
    world: &Arc<Known>,
    registry: &Registry,
    spec: &str,
    plays: [bool; Role::ALL.len()],
) -> Result<BotAgent, SpecError> {
    let house = build(&registry.parse(spec)?, world)?;
    let players: [Arc<dyn ExternalPlayer>; 2] = [Arc::new(ExternalSeat), Arc::new(ExternalSeat)];
    Ok(BotAgent::with_stand_in(spec, players, plays, true, house))
}
