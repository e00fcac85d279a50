//! Serialisation of floating-point numbers as their bits, so that a value read back equals the value written.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
pub(crate) fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    value.to_bits().serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    u64::deserialize(from).map(f64::from_bits)
}

/// Serialisation of an interval as the bits of its two ends.
pub(crate) mod ends {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::Interval;

    pub(crate) fn serialize<S: Serializer>(range: &Interval, to: S) -> Result<S::Ok, S::Error> {
        [range.low, range.high].map(f64::to_bits).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Interval, D::Error> {
        let [low, high] = <[u64; 2]>::deserialize(from)?.map(f64::from_bits);
        Ok(Interval { low, high })
    }
}
