//! `Debug` for types that hold tables, players, processes or files: the type name only.

use std::fmt;

/// Implements `Debug` by the type's name with `..`.
macro_rules! opaque {
    ($($type:ty),+ $(,)?) => {$(
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let path = std::any::type_name::<$type>();
                let name = path.rsplit_once("::").map_or(path, |(_, name)| name);
                f.debug_struct(name).finish_non_exhaustive()
            }
        }
    )+};
}

opaque!(
    crate::csv_records::CsvSource,
    crate::run_control::Counter,
    crate::run_control::PartProgress,
    crate::setup::BotReader,
    crate::setup::ClueReader,
    crate::setup::RunningBots,
    crate::setup::Words,
    crate::store::PendingFile,
    crate::store::ResultDir,
    crate::store::RunningSum,
    crate::store::StoredManifest,
    crate::store::WorkArea,
    crate::tournament::ClueGivingBots<'_>,
    crate::tournament::Interrupted,
    crate::tournament::LogBuffer,
    crate::tournament::LogWriter<'_>,
    crate::tournament::RatedGames,
    crate::tournament::ShardPrefix,
    crate::tournament::Tournament,
);

#[cfg(test)]
mod tests {
    #[test]
    fn a_type_is_said_by_its_name_alone() {
        let prefix = crate::tournament::ShardPrefix::default();
        assert_eq!(format!("{prefix:?}"), "ShardPrefix { .. }");
    }
}
