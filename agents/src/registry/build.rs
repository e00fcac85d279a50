//! A SPEC becomes an agent.

use std::sync::Arc;

use overhear_engine::table::{Agent, Encryptor, Guesser, Pace};

use super::{ENCRYPTORS, GUESSERS, Kind, Made, Part, Spec, Values, blunder};
use crate::model::{World, normal_quantile};

struct Built {
    label: String,
    encryptor: Made<dyn Encryptor>,
    guesser: Made<dyn Guesser>,
    pace: Pace,
    salt: u64,
}

impl Agent for Built {
    fn label(&self) -> &str {
        &self.label
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        (self.encryptor.make)()
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        (self.guesser.make)()
    }

    fn pace(&self) -> Pace {
        self.pace
    }

    fn thinks_alike(&self) -> bool {
        self.encryptor.thinks_alike && self.guesser.thinks_alike
    }

    fn salt(&self) -> u64 {
        self.salt
    }
}

/// Prepares the tables that an agent needs, and returns what makes its players.
pub fn build(spec: &Spec, world: &Arc<World>) -> Box<dyn Agent> {
    build_across(spec, world, world)
}

/// An agent whose clue giver and guesser do not share one word space: worlds of one deck and one clue vocabulary
/// ([`World::seen_in`]).
pub fn build_across(spec: &Spec, giver: &Arc<World>, reader: &Arc<World>) -> Box<dyn Agent> {
    let Spec { label, encryptor, guesser } = spec;
    let share = |part: &Part| part.values.get("blunder");
    Box::new(Built {
        label: label.clone(),
        encryptor: blunder::encryptor(prepare(&ENCRYPTORS, encryptor, giver), share(encryptor), giver),
        guesser: blunder::guesser(prepare(&GUESSERS, guesser, reader), share(guesser), reader),
        pace: pace(&encryptor.values),
        salt: salt(encryptor) << 32 | salt(guesser),
    })
}

/// Log-normal times: exp(ln median + spread · z), in whole milliseconds.
fn pace(values: &Values) -> Pace {
    let (median, spread) = (values.get("pace"), values.get("pace_spread"));
    Pace::from_quantiles(|share| {
        libm::round(1000.0 * median * libm::exp(spread * normal_quantile(share))) as u32
    })
}

/// The salt of a part, a whole number of 32 bits.
fn salt(part: &Part) -> u64 {
    part.values.get("salt") as u64
}

fn prepare<T: ?Sized>(kinds: &[&'static Kind<T>], part: &Part, world: &Arc<World>) -> Made<T> {
    let kind = kinds.iter().find(|kind| kind.name == part.name).expect("a part is of a registered kind");
    (kind.prepare)(world, &part.values)
}
