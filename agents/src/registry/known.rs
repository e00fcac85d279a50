//! The registry of agents: those of this project and additions.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use super::agent_factory::FactoryHandle;
use super::{ENCRYPTORS, EncryptorKind, GUESSERS, GuesserKind, PRESETS, Preset};

/// Kinds of Encryptors and guessers, and presets made of them. Additions play where they are named. The
/// default roster stays [`Preset::roster`], so that a command means the same in every program.
///
/// Additions by these methods are part of the program's code, so a taken name panics at its start. Names from
/// outside go through [`with_external`](Registry::with_external), which returns an error.
///
/// ```
/// use overhear_agents::registry::{Preset, Registry};
///
/// let deaf = Preset {
///     name: "deaf",
///     alias: None,
///     encryptor: "nearest",
///     guesser: "uniform",
///     settings: &[],
///     purpose: "speaks and does not listen",
///     basis: "an example",
/// };
/// let registry = Registry::standard().with_preset(deaf);
/// assert_eq!(registry.parse("deaf")?.to_string(), "nearest:beta=15,alpha=0.4/uniform");
/// assert!(Registry::standard().parse("deaf").is_err());
/// # Ok::<(), overhear_agents::registry::SpecError>(())
/// ```
#[derive(Clone)]
pub struct Registry(Arc<RegistryData>);

#[derive(Clone)]
struct RegistryData {
    encryptors: Vec<&'static EncryptorKind>,
    guessers: Vec<&'static GuesserKind>,
    presets: Vec<Preset>,
    versions: Vec<(&'static str, String)>,
    seats: Vec<(&'static str, FactoryHandle)>,
    folder: PathBuf,
}

static STANDARD: LazyLock<Registry> = LazyLock::new(|| {
    Registry(Arc::new(RegistryData {
        encryptors: ENCRYPTORS.to_vec(),
        guessers: GUESSERS.to_vec(),
        presets: PRESETS.to_vec(),
        versions: Vec::new(),
        seats: Vec::new(),
        folder: PathBuf::new(),
    }))
});

impl Default for Registry {
    fn default() -> Registry {
        Registry::standard()
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl PartialEq for Registry {
    /// Returns `true` if both know the same names.
    fn eq(&self, other: &Registry) -> bool {
        self.names().eq(other.names())
    }
}

impl Registry {
    /// Returns the agents of this project.
    pub fn standard() -> Registry {
        STANDARD.clone()
    }

    /// Returns the registry with one more kind of Encryptor.
    ///
    /// # Panics
    /// Panics if the name is taken, or cannot be written in a SPEC.
    #[must_use]
    pub fn with_encryptor(mut self, kind: &'static EncryptorKind) -> Registry {
        let free = self.encryptors().all(|known| known.name != kind.name) && self.preset(kind.name).is_none();
        assert!(free && is_name(kind.name), "`{}` is no name for another clue giver", kind.name);
        Arc::make_mut(&mut self.0).encryptors.push(kind);
        self
    }

    /// Returns the registry with one more kind of guesser.
    ///
    /// # Panics
    /// Panics if the name is taken, or cannot be written in a SPEC.
    #[must_use]
    pub fn with_guesser(mut self, kind: &'static GuesserKind) -> Registry {
        let free = self.guessers().all(|known| known.name != kind.name) && self.preset(kind.name).is_none();
        assert!(free && is_name(kind.name), "`{}` is no name for another guesser", kind.name);
        Arc::make_mut(&mut self.0).guessers.push(kind);
        self
    }

    /// Returns the registry with one more preset.
    ///
    /// # Panics
    /// Panics if the name is taken, or cannot be written in a SPEC.
    #[must_use]
    pub fn with_preset(mut self, preset: Preset) -> Registry {
        let free = preset.names().all(|name| self.preset(name).is_none() && is_name(name));
        assert!(free, "`{}` is no name for another preset", preset.name);
        Arc::make_mut(&mut self.0).presets.push(preset);
        self
    }

    /// Returns the registry with a directory to which relative file names in SPECs refer first.
    #[must_use]
    pub fn within(mut self, folder: &Path) -> Registry {
        folder.clone_into(&mut Arc::make_mut(&mut self.0).folder);
        self
    }

    /// Returns the directory to which relative file names refer first.
    pub(super) fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// Returns the registry with the version of an external agent.
    #[must_use]
    pub(super) fn with_version(mut self, name: &'static str, version: String) -> Registry {
        Arc::make_mut(&mut self.0).versions.push((name, version));
        self
    }

    /// Returns the registry with the factory of an external agent.
    #[must_use]
    pub(super) fn with_seat(mut self, name: &'static str, seat: FactoryHandle) -> Registry {
        Arc::make_mut(&mut self.0).seats.push((name, seat));
        self
    }

    /// Returns the factory of an external agent, if the name is one.
    pub(super) fn seat(&self, name: &str) -> Option<&FactoryHandle> {
        self.0.seats.iter().find(|(known, _)| *known == name).map(|(_, seat)| seat)
    }

    /// Returns the external agents whose versions determine results, with their versions.
    pub fn versions(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.versions.iter().map(|(name, version)| (*name, version.as_str()))
    }

    /// Returns `true` if the name is known.
    pub(super) fn contains(&self, name: &str) -> bool {
        let aliases = self.presets().iter().filter_map(|preset| preset.alias);
        self.names().chain(aliases).any(|known| known == name)
    }

    /// Returns every kind of Encryptor.
    pub fn encryptors(&self) -> impl Iterator<Item = &'static EncryptorKind> + Clone + '_ {
        self.0.encryptors.iter().copied()
    }

    /// Returns every kind of guesser.
    pub fn guessers(&self) -> impl Iterator<Item = &'static GuesserKind> + Clone + '_ {
        self.0.guessers.iter().copied()
    }

    /// Returns every preset.
    pub fn presets(&self) -> &[Preset] {
        &self.0.presets
    }

    /// Returns the preset with this name or alias.
    pub fn preset(&self, name: &str) -> Option<&Preset> {
        self.presets().iter().find(|preset| preset.names().any(|known| known == name))
    }

    fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        let kinds = self.encryptors().map(|kind| kind.name).chain(self.guessers().map(|kind| kind.name));
        kinds.chain(self.presets().iter().map(|preset| preset.name))
    }
}

/// Returns `true` if the name can be written in a SPEC.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
}
