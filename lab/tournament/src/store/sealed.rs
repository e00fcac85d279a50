//! Files that prove their integrity: a line with kind, version and checksum, followed by JSON.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::checksums::sha256;
use super::json;
use crate::error::LabError;
use crate::input::{self, SizeLimit};

/// Version of the layout of checkpoints and shards.
const LAYOUT: u32 = 5;

/// Returns the bytes of a sealed file.
pub fn seal(kind: &str, content: &impl Serialize) -> Vec<u8> {
    seal_text(kind, &json(content))
}

/// Returns the bytes of a sealed file whose body is `body`.
pub fn seal_text(kind: &str, body: &str) -> Vec<u8> {
    format!("overhear-{kind} {LAYOUT} {}\n{body}", sha256(body.as_bytes())).into_bytes()
}

/// Reads a sealed file, checking kind, version and checksum.
///
/// # Errors
/// Returns an error for a file that cannot be read, is of another kind or layout, or was edited.
pub fn unseal<T: DeserializeOwned>(kind: &str, path: &Path) -> Result<T, LabError> {
    let bytes = input::read(path, SizeLimit::Table)?;
    open(kind, &bytes).map_err(|message| LabError::content(path.display(), message))
}

/// Returns the contents of a sealed file's bytes, or the reason why they are invalid.
///
/// # Errors
/// Returns an error for bytes of another kind or layout, and for edited bytes.
pub fn open<T: DeserializeOwned>(kind: &str, bytes: &[u8]) -> Result<T, String> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let (line, body) = text.split_once('\n').unwrap_or_default();
    let mut words = line.split(' ');
    if words.next() != Some(&format!("overhear-{kind}")) {
        return Err(format!("not a {kind} of this program"));
    }
    match words.next() {
        Some(version) if version == LAYOUT.to_string() => {}
        version => {
            return Err(format!(
                "layout {} of a {kind}; this program reads {LAYOUT}",
                version.unwrap_or("?")
            ));
        }
    }
    if words.next() != Some(&sha256(body.as_bytes())) {
        return Err(format!("the {kind} is damaged or was edited: its checksum does not match"));
    }
    serde_json::from_str(body).map_err(|error| format!("the {kind} cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use overhear_engine::arena::{Schedule, Tally};
    use serde_json::Value;

    use super::*;

    /// Returns names of fields in alphabetical order and lengths of arrays, without the values.
    fn shape(value: &Value) -> String {
        match value {
            Value::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| format!("{name}{}", shape(value)));
                let mut fields: Vec<String> = fields.collect();
                fields.sort();
                format!(" ({})", fields.join(" "))
            }
            Value::Array(items) => {
                format!("[{}]{}", items.len(), items.first().map_or_else(String::new, shape))
            }
            _ => String::new(),
        }
    }

    /// What a tally of two agents holds in this layout, but for talks.
    const TALLY: (u32, &str) = (
        5,
        " (agents[2] (decode exposed faults forfeits games halves illegal_clues intercept intercepted \
         interception_chances interceptions late_answers late_clues miscommunications overheard rounds shared \
         surprises[3] (bits deals halves halves_squared products squares) unfit_clues wins) deal_scores[2][5] deals \
         moments (products[16] width) pairings[1] (endings[5][11][3] pairs[3][3] rounds[17]) void_deals)",
    );

    #[test]
    fn a_tally_of_another_shape_has_another_layout() {
        let tally = serde_json::to_value(Tally::new(&Schedule::round_robin(2, 1))).expect("a tally in JSON");
        assert_eq!(
            (LAYOUT, shape(&tally).as_str()),
            TALLY,
            "raise `LAYOUT`, then copy the new text to `TALLY`"
        );
    }

    #[test]
    fn what_is_sealed_is_read_back_and_nothing_else() {
        let sealed = seal("checkpoint", &[1u64, 2]);
        assert_eq!(open("checkpoint", &sealed), Ok([1u64, 2]));
        let refused = |kind: &str, bytes: &[u8]| open::<[u64; 2]>(kind, bytes).expect_err("refused");
        assert!(refused("shard", &sealed).contains("not a shard"));
        assert!(refused("checkpoint", b"").contains("not a checkpoint"));
        assert!(refused("checkpoint", &[0xff, 0xfe]).contains("not a checkpoint"));
        for length in 30..sealed.len() {
            assert!(open::<[u64; 2]>("checkpoint", &sealed[..length]).is_err(), "cut at {length}");
        }
        for place in 0..sealed.len() {
            let mut flipped = sealed.clone();
            flipped[place] ^= 1;
            assert!(open::<[u64; 2]>("checkpoint", &flipped).is_err(), "byte {place}");
        }
        let text = String::from_utf8(sealed).expect("text");
        let later = text.replacen(&format!(" {LAYOUT} "), " 999 ", 1);
        assert!(refused("checkpoint", later.as_bytes()).contains("layout 999"));
        let edited = text.trim_end().to_owned() + " \n";
        assert!(refused("checkpoint", edited.as_bytes()).contains("damaged or was edited"));
    }
}
