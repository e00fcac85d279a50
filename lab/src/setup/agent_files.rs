//! The files that agents are given: what stands in them decides a result as the words do.

use overhear_agents::registry::Spec;

use super::{DataFile, DataRole, Words};
use crate::error::LabError;
use crate::input::{self, SizeLimit};

impl Words {
    /// Puts the files that these agents are given among the sources, each once, under the names that a SPEC
    /// has for them.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub(crate) fn add_files_of<'a>(
        &mut self,
        specs: impl IntoIterator<Item = &'a Spec>,
    ) -> Result<(), LabError> {
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
