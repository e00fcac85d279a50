//! `Debug` for types that hold tables, players, processes or files: by their names alone.

use std::fmt;

/// Says a type's name, and that there is more to it.
macro_rules! opaque {
    ($($type:ty),+ $(,)?) => {$(
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(std::any::type_name::<$type>().rsplit("::").next().unwrap_or_default()).finish_non_exhaustive()
            }
        }
    )+};
}

opaque!(
    crate::balance::Population,
    crate::bots::Bots,
    crate::selfcheck::Selfcheck,
    crate::setup::Words,
    crate::tournament::Interrupted,
    crate::tournament::Prefix,
    crate::tournament::Tournament,
    crate::AgentCheck,
);
