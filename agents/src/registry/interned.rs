//! Interned data that lives as long as the program: names and kinds of external agents.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::kind::{EncryptorKind, GuesserKind, Param, PartKind, PlayerFactory, Prepare, PrepareError};

/// Returns the text with a static lifetime. Equal texts are stored once.
///
/// ```
/// use overhear_agents::registry::interned;
/// assert!(std::ptr::eq(interned("temperature"), interned(&"temperature".to_owned())));
/// ```
pub fn interned(text: &str) -> &'static str {
    static TEXTS: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut texts = locked(&TEXTS);
    let known = texts.iter().find(|known| **known == text).copied();
    known.unwrap_or_else(|| {
        texts.push(String::leak(text.to_owned()));
        texts[texts.len() - 1]
    })
}

/// What an external agent says of itself.
#[derive(Clone, Copy)]
pub(super) struct AgentDescription<'a> {
    pub(super) name: &'a str,
    pub(super) summary: &'a str,
    pub(super) params: &'a [Param],
    pub(super) associates: bool,
}

/// Returns the kind of an external agent, without its factory. Agents with equal descriptions share one kind.
fn kind<T: ?Sized>(
    known: &Mutex<Vec<&'static PartKind<T>>>,
    AgentDescription { name, summary, params, associates }: AgentDescription<'_>,
    prepare: &'static Prepare<T>,
) -> &'static PartKind<T> {
    let mut kinds = locked(known);
    let existing = kinds
        .iter()
        .find(|kind| {
            (kind.name, kind.summary, kind.params, kind.associates) == (name, summary, params, associates)
        })
        .copied();
    existing.unwrap_or_else(|| {
        let (name, summary) = (interned(name), interned(summary));
        let params = Vec::leak(params.to_vec());
        let kind = PartKind { name, summary, cheats: false, associates, params, prepare };
        kinds.push(Box::leak(Box::new(kind)));
        kinds[kinds.len() - 1]
    })
}

/// Returns the kind of an external Encryptor.
pub(super) fn encryptor(description: AgentDescription<'_>) -> &'static EncryptorKind {
    static KNOWN: Mutex<Vec<&EncryptorKind>> = Mutex::new(Vec::new());
    kind(&KNOWN, description, &|_, _| unseated())
}

/// Returns the kind of an external guesser.
pub(super) fn guesser(description: AgentDescription<'_>) -> &'static GuesserKind {
    static KNOWN: Mutex<Vec<&GuesserKind>> = Mutex::new(Vec::new());
    kind(&KNOWN, description, &|_, _| unseated())
}

fn unseated<T: ?Sized>() -> Result<PlayerFactory<T>, PrepareError> {
    Err(PrepareError("it is known, but no player has this name".to_owned()))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
