//! manifest.json of a card, by which it has a page.

use super::context::Bench;
use super::{BenchCard, BenchConfig, FILES};
use crate::command_line::CommandLine;
use crate::error::LabError;
use crate::measurement::{MeasurementManifest, specs};
use crate::setup::ManifestHeader;
use crate::store::{FileChecksum, Inventory, sealed_manifest};

/// Returns the manifest of a card with these files. It names neither the command nor the answers of a bot: a card that is made
/// from kept answers is the same.
pub(super) fn sealed(
    config: &BenchConfig,
    bench: &Bench<'_>,
    card: &BenchCard,
    files: &[String],
) -> Result<String, LabError> {
    let mut arguments = CommandLine::default();
    let without_bot = BenchConfig { bots: Vec::new(), answers: None, ..config.clone() };
    arguments.asks_for(&without_bot, &[]);
    let manifest = MeasurementManifest {
        header: ManifestHeader::new("bench", true, bench.seed, config.games),
        arguments: arguments.into_words(),
        configuration: serde_json::to_value(config).map_err(LabError::runtime)?,
        findings: card.findings(),
        agents: specs([&bench.spec]),
        rules: None,
        data: bench.words.sources.clone(),
    };
    let files =
        FILES.iter().zip(files).map(|(name, text)| ((*name).to_owned(), FileChecksum::new(text.as_bytes())));
    Ok(sealed_manifest(&manifest, &files.collect::<Inventory>()))
}
