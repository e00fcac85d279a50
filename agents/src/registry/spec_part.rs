//! One part of an agent: its Encryptor or its guesser, with parameter values.

use std::fmt;
use std::path::Path;

use super::agent_factory::FactoryHandle;
use super::{EncryptorKind, GuesserKind, Values, quoted};
use crate::kind::ASSOCIATIONS;

/// One part of an agent, with its parameter values.
#[derive(Clone, Debug)]
pub struct SpecPart {
    /// Name of the kind.
    pub name: &'static str,
    /// Parameter values.
    pub values: Values,
    half: PartRole,
    /// Factory, for an external agent.
    seat: Option<FactoryHandle>,
}

/// Role of a part, with its kind.
#[derive(Clone, Copy, Debug)]
enum PartRole {
    Giver(&'static EncryptorKind),
    Reader(&'static GuesserKind),
}

impl PartialEq for SpecPart {
    fn eq(&self, other: &SpecPart) -> bool {
        (self.name, &self.values) == (other.name, &other.values)
    }
}

impl From<&'static EncryptorKind> for SpecPart {
    /// Returns an Encryptor with its defaults.
    fn from(kind: &'static EncryptorKind) -> SpecPart {
        let values = Values::defaults(kind.all_params().chain(kind.model_params()));
        SpecPart { name: kind.name, values, half: PartRole::Giver(kind), seat: None }
    }
}

impl From<&'static GuesserKind> for SpecPart {
    /// Returns a guesser with its defaults.
    fn from(kind: &'static GuesserKind) -> SpecPart {
        let values = Values::defaults(kind.all_params().chain(kind.model_params()));
        SpecPart { name: kind.name, values, half: PartRole::Reader(kind), seat: None }
    }
}

impl SpecPart {
    /// Returns the name of the embedding that the part uses, if not the default.
    pub fn space(&self) -> Option<&str> {
        self.values.text("space")
    }

    /// Returns the name of the stated associations that the part uses, if any.
    pub fn associations(&self) -> Option<&str> {
        let mut texts = self.values.texts();
        texts.find(|(param, _)| param.key == ASSOCIATIONS).and_then(|(_, name)| name)
    }

    /// Returns the kind of an Encryptor.
    pub(super) fn encryptor(&self) -> &'static EncryptorKind {
        match self.half {
            PartRole::Giver(kind) => kind,
            PartRole::Reader(_) => panic!("`{}` gives no clues", self.name),
        }
    }

    /// Returns the kind of a guesser.
    pub(super) fn guesser(&self) -> &'static GuesserKind {
        match self.half {
            PartRole::Reader(kind) => kind,
            PartRole::Giver(_) => panic!("`{}` does not guess", self.name),
        }
    }

    /// Returns the part with its factory, if it is external, and with the directory of its files.
    pub(super) fn seated(self, seat: Option<FactoryHandle>, folder: &Path) -> SpecPart {
        SpecPart { seat, values: self.values.within(folder), ..self }
    }

    /// Returns the factory, for an external agent.
    pub(super) const fn seat(&self) -> Option<&FactoryHandle> {
        self.seat.as_ref()
    }

    /// Returns `true` if the kind breaks the rules on purpose.
    pub const fn cheats(&self) -> bool {
        match self.half {
            PartRole::Giver(kind) => kind.cheats,
            PartRole::Reader(kind) => kind.cheats,
        }
    }
}

impl fmt::Display for SpecPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts =
            self.values.texts().filter_map(|(param, text)| Some((param.key, quoted(text?).into_owned())));
        let values = self.values.spelled_out().map(|(param, value)| (param.key, param.written(value)));
        f.write_str(self.name)?;
        for (n, (key, value)) in texts.chain(values).enumerate() {
            write!(f, "{}{key}={value}", if n == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}
