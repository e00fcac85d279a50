//! A SPEC becomes an agent.

use std::sync::Arc;

use overhear_engine::table::{Agent, Encryptor, Guesser};

use super::{ENCRYPTORS, GUESSERS, Kind, Made, Part, Spec};
use crate::model::World;

struct Built {
    label: String,
    encryptor: Made<dyn Encryptor>,
    guesser: Made<dyn Guesser>,
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

    fn thinks_alike(&self) -> bool {
        self.encryptor.thinks_alike && self.guesser.thinks_alike
    }
}

/// Prepares the tables that an agent needs, and returns what makes its players.
pub fn build(spec: &Spec, world: &Arc<World>) -> Box<dyn Agent> {
    Box::new(Built {
        label: spec.label.clone(),
        encryptor: prepare(&ENCRYPTORS, &spec.encryptor, world),
        guesser: prepare(&GUESSERS, &spec.guesser, world),
    })
}

fn prepare<T: ?Sized>(kinds: &[&'static Kind<T>], part: &Part, world: &Arc<World>) -> Made<T> {
    let kind = kinds.iter().find(|kind| kind.name == part.name).expect("a part is of a registered kind");
    (kind.prepare)(world, &part.values)
}
