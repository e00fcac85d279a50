//! A SPEC becomes an agent.

use std::sync::Arc;

use overhear_engine::table::{Agent, Encryptor, Guesser, Pace};

use super::{ENCRYPTORS, GUESSERS, Kind, Made, Part, Spec, Values};
use crate::model::{World, normal_quantile};

struct Built {
    label: String,
    encryptor: Made<dyn Encryptor>,
    guesser: Made<dyn Guesser>,
    pace: Pace,
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
}

/// Prepares the tables that an agent needs, and returns what makes its players.
pub fn build(spec: &Spec, world: &Arc<World>) -> Box<dyn Agent> {
    Box::new(Built {
        label: spec.label.clone(),
        encryptor: prepare(&ENCRYPTORS, &spec.encryptor, world),
        guesser: prepare(&GUESSERS, &spec.guesser, world),
        pace: pace(&spec.encryptor.values),
    })
}

/// Log-normal times: exp(ln median + spread · z), in whole milliseconds.
fn pace(values: &Values) -> Pace {
    let (median, spread) = (values.get("pace"), values.get("pace_spread"));
    Pace::from_quantiles(|share| {
        libm::round(1000.0 * median * libm::exp(spread * normal_quantile(share))) as u32
    })
}

fn prepare<T: ?Sized>(kinds: &[&'static Kind<T>], part: &Part, world: &Arc<World>) -> Made<T> {
    let kind = kinds.iter().find(|kind| kind.name == part.name).expect("a part is of a registered kind");
    (kind.prepare)(world, &part.values)
}
