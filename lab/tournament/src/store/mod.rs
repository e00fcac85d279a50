//! Results on disk. All files pass through this module: a file that the user names is a [`Target`], a
//! directory of results a `ResultDir`. Reading verifies checksums.

mod checksums;
mod file;
mod lock;
mod manifest;
mod output_dir;
mod previous_result;
mod replacement;
mod result_dir;
mod sealed;
mod target;
mod work;

pub use checksums::{FileChecksum, Inventory, sha256};
pub(crate) use checksums::{RunningSum, sum_up};
pub use file::write_whole;
pub(crate) use file::{PendingFile, sync_directory};
pub(crate) use manifest::TIMING;
pub use manifest::sealed as sealed_manifest;
pub use manifest::{MANIFEST, PROGRAM, SCHEMA, StoredManifest};
pub use output_dir::{OutConfig, check_name};
pub use result_dir::ResultDir;
pub use sealed::{open, seal, seal_text, unseal};
pub use target::Target;
pub(crate) use target::is_same_file;
pub use work::WorkArea;

use crate::table::json;

/// File of the counts behind the tables.
pub(crate) const COUNTS: &str = "counts.json";

/// File that marks a directory as a shard.
pub const SHARD_FILE: &str = "shard.json";

/// A table that users may copy into any result directory; it belongs to the program only if the manifest lists it.
pub const FRONTIER: &str = "frontier.csv";

/// Every file that a result may contain, of any command.
pub const RESULT_FILES: [&str; 56] = [
    "standings.csv",
    "pairings.csv",
    "rounds.csv",
    "endings.csv",
    "covariance.csv",
    "expected.csv",
    "running.csv",
    "talk.csv",
    "deals.csv",
    COUNTS,
    "games.csv",
    "halves.csv",
    "transcripts.csv",
    "games.parquet",
    "halves.parquet",
    "ladder.csv",
    "seats.csv",
    "lengths.csv",
    "skill.csv",
    "kinds.csv",
    "comebacks.csv",
    "drama.csv",
    "whatifs.csv",
    "tables.csv",
    "sweep.csv",
    "keywords.csv",
    "cards.csv",
    "pairs.csv",
    "decks.csv",
    "rules.csv",
    "league.csv",
    "matrix.csv",
    "responses.csv",
    "compare.csv",
    "compare_cards.csv",
    "eval.csv",
    FRONTIER,
    "cross.csv",
    "exploit.csv",
    "search.csv",
    "strangers.csv",
    "by_stranger.csv",
    "people.csv",
    "card.csv",
    "card.md",
    "card.json",
    "items.jsonl",
    "cost.csv",
    "leaderboard.jsonl",
    "trace.csv",
    "result.csv",
    "calibrate.csv",
    "coverage.csv",
    TIMING,
    SHARD_FILE,
    MANIFEST,
];
