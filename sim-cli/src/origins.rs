//! Origins of flags that are not on the command line.

/// A line of a file, or a variable, for each of these flags.
#[derive(Debug, Default)]
pub(crate) struct FlagOrigins(Vec<(String, String)>);

impl FlagOrigins {
    /// Adds the origin of a flag.
    pub(crate) fn add(&mut self, flag: String, origin: String) {
        self.0.push((flag, origin));
    }

    /// Returns the origin of a flag.
    pub(crate) fn origin(&self, flag: &str) -> Option<&str> {
        self.0.iter().find(|(said, _)| said == flag).map(|(_, origin)| origin.as_str())
    }
}
