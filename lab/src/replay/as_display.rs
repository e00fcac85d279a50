//! Values in JSON as they are displayed.

use std::fmt;

use serde::{Serialize, Serializer};

/// A value serialised by its `Display` form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsDisplay<T>(
    /// The value.
    pub T,
);

impl<T: fmt::Display> Serialize for AsDisplay<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
