//! Building of agents from a SPEC.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use overhear_engine::game::{Agent, ClueTimes, Encryptor, ExternalPlayer, Guesser, Role};

use super::error::unknown;
use super::{PartKind, PlayerFactory, Spec, SpecError, SpecPart, Values, blunder};
use crate::model::{World, normal_quantile};

struct BuiltAgent {
    label: String,
    encryptor: PlayerFactory<dyn Encryptor>,
    guesser: PlayerFactory<dyn Guesser>,
    pace: ClueTimes,
    salt: u64,
}

impl Agent for BuiltAgent {
    fn label(&self) -> &str {
        &self.label
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        (self.encryptor.make)()
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        (self.guesser.make)()
    }

    fn pace(&self) -> ClueTimes {
        self.pace
    }

    fn thinks_alike(&self) -> bool {
        self.encryptor.thinks_alike && self.guesser.thinks_alike
    }

    fn salt(&self) -> u64 {
        self.salt
    }

    fn external_player(&self, role: Role) -> Option<Arc<dyn ExternalPlayer>> {
        let external = match role {
            Role::Encryptor => self.encryptor.external.as_ref(),
            Role::Guesser | Role::Interceptor | Role::KeywordGuesser => self.guesser.external.as_ref(),
        };
        external?(role)
    }
}

/// Checks that the world has the embeddings and associations that an agent names, and that its files are
/// readable. The check is cheap, and covers all errors of [`build`] except those that kinds report while they
/// prepare.
///
/// # Errors
/// Returns [`SpecError::UnknownName`] for an embedding or associations that the world does not have,
/// [`SpecError::NotMade`] if a part names both, and [`SpecError::NoFile`] for an unreadable file.
pub fn check(spec: &Spec, world: &Arc<World>) -> Result<(), SpecError> {
    world_of_part(&spec.encryptor, world).and(world_of_part(&spec.guesser, world)).map(drop)
}

/// Prepares the tables of an agent and returns the agent.
///
/// # Errors
/// Returns the errors of [`check`], and [`SpecError::NotMade`] if a part cannot be prepared.
pub fn build(spec: &Spec, world: &Arc<World>) -> Result<Box<dyn Agent>, SpecError> {
    let Spec { label, encryptor, guesser } = spec;
    let (clue_world, guess_world) = (world_of_part(encryptor, world)?, world_of_part(guesser, world)?);
    let clues = prepare(encryptor.encryptor(), encryptor, clue_world, <dyn Agent>::encryptor)?;
    let guesses = prepare(guesser.guesser(), guesser, guess_world, <dyn Agent>::guesser)?;
    check_blunder(guesser, &guesses)?;
    Ok(Box::new(BuiltAgent {
        label: label.clone(),
        encryptor: blunder::encryptor(clues, encryptor.values.get("blunder"), clue_world),
        guesser: blunder::guesser(guesses, guesser.values.get("blunder"), guess_world),
        pace: pace(&encryptor.values),
        salt: salt(encryptor) << 32 | salt(guesser),
    }))
}

/// Checks that a guesser that sees all is not to blunder.
///
/// # Errors
/// Returns [`SpecError::NotMade`] if it is.
fn check_blunder(part: &SpecPart, factory: &PlayerFactory<dyn Guesser>) -> Result<(), SpecError> {
    // The engine answers in the place of a guesser that sees all, and would not hear of its blunders.
    if part.values.get("blunder") > 0.0 && (factory.make)().sees_all() {
        let reason = "it is told every code and cannot blunder; leave out `blunder`".to_owned();
        return Err(SpecError::NotMade { name: part.name.to_owned(), reason });
    }
    Ok(())
}

/// Returns the world that a part uses, after checking that the part's files are readable.
fn world_of_part<'a>(part: &SpecPart, world: &'a Arc<World>) -> Result<&'a Arc<World>, SpecError> {
    for (param, file, place) in part.values.files() {
        readable(&place).map_err(|reason| SpecError::NoFile {
            name: part.name.to_owned(),
            key: param.key.to_owned(),
            file: file.to_owned(),
            reason,
        })?;
    }
    if let Some(name) = part.associations() {
        if part.space().is_some() {
            let reason = "it takes a space or associations, not both".to_owned();
            return Err(SpecError::NotMade { name: part.name.to_owned(), reason });
        }
        let named_world = world.associated().find(|(known, _)| *known == name).map(|(_, world)| world);
        return named_world
            .ok_or_else(|| unknown("associations", name, world.associated().map(|(name, _)| name)));
    }
    let Some(space) = part.space() else { return Ok(world) };
    let named_world = world.others().find(|(name, _)| *name == space).map(|(_, other)| other);
    named_world.ok_or_else(|| unknown("space", space, world.others().map(|(name, _)| name)))
}

/// Checks that a file can be read more than once.
fn readable(file: &Path) -> Result<(), String> {
    match fs::metadata(file) {
        Ok(metadata) if !metadata.is_file() => Err("this is not a regular file".to_owned()),
        Ok(_) => fs::File::open(file).map(drop).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns log-normal times exp(ln median + spread · z), in whole milliseconds.
fn pace(values: &Values) -> ClueTimes {
    let (median, spread) = (values.get("pace"), values.get("pace_spread"));
    ClueTimes::from_quantiles(|share| {
        libm::round(1000.0 * median * libm::exp(spread * normal_quantile(share))) as u32
    })
}

/// Returns the salt of a part, a 32-bit integer.
fn salt(part: &SpecPart) -> u64 {
    part.values.get("salt") as u64
}

/// Returns the player factory of a part. For an external agent, `external` makes the player.
fn prepare<T: ?Sized>(
    kind: &PartKind<T>,
    part: &SpecPart,
    world: &Arc<World>,
    external: fn(&(dyn Agent + 'static)) -> Box<T>,
) -> Result<PlayerFactory<T>, SpecError> {
    let factory = match part.seat() {
        Some(seat) => seat.prepare_part(world, &part.values, external),
        None => (kind.prepare)(world, &part.values),
    };
    factory.map_err(|error| SpecError::NotMade { name: part.name.to_owned(), reason: error.to_string() })
}
