//! Files that agents receive as settings. Their contents determine a result as word files do.

use overhear_agents::registry::Spec;

use super::{DataFile, DataRole, Words};
use crate::error::LabError;
use crate::input::{self, SizeLimit};

impl Words {
    /// Adds the files in the settings of these agents to the sources, each once, by the names in the SPEC.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be read.
    pub fn add_files_of<'a>(&mut self, specs: impl IntoIterator<Item = &'a Spec>) -> Result<(), LabError> {
        let parts = specs.into_iter().flat_map(|spec| [&spec.encryptor, &spec.guesser]);
        for (_, name, place) in parts.flat_map(|part| part.values.files()) {
            let role = DataRole::AgentFile(name.to_owned());
            if self.sources.iter().all(|source| source.role != role) {
                let content = input::read(&place, SizeLimit::Table)?;
                self.sources.push(DataFile::read(role, name.as_ref(), &content));
            }
        }
        Ok(())
    }
}
