//! Guessers, one to a file. A new one is a file with a `KIND`, and a line in the registry.

pub(crate) mod bayes;
pub(crate) mod history;
pub(crate) mod oracle;
pub(crate) mod steganographer;
pub(crate) mod uniform;
