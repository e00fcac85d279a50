//! Numbers in files as their bits: what is read back is what was written, whatever wrote it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
pub(crate) fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    value.to_bits().serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    u64::deserialize(from).map(f64::from_bits)
}

/// The two ends of an interval.
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
