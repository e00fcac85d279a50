//! Resumes an experiment from its output directory: the log of its finished steps, sealed, in the work area.

mod step_log;
mod store;

pub use step_log::StepLog;
pub(crate) use store::CheckpointStore;
