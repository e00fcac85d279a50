//! The part of an agent's SPEC that decides how it understands free text.

use overhear_engine::rules::same_clue_form;

use crate::model::Noise;
use crate::registry::Spec;

/// β of agents without a parameter `beta`.
pub(super) const BETA: f64 = 15.0;

/// The model by which an agent guesses codes from free text.
#[derive(Clone, Debug)]
pub(super) enum GuesserModel {
    /// Every code has the same probability.
    Uniform,
    /// Cosines with own keywords and with the mean of the history.
    History { sharpness: f64 },
    /// The association model, with the noise of a player.
    Bayes { beta: f64, noise: Option<Noise> },
}

/// Source of the possible keywords of the opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeywordSource {
    /// Any word that may be a clue, and the keywords of the deck: people also play with keywords of their own.
    Any,
    /// The deck.
    Deck,
    /// The given number of most frequent words that may be clues.
    Frequent(usize),
}

impl GuesserModel {
    /// Returns the model of an agent in a space that multiplies β by `sharpness`.
    pub(super) fn from_spec(spec: &Spec, sharpness: f64) -> GuesserModel {
        match spec.guesser.name {
            "uniform" => GuesserModel::Uniform,
            "history" => GuesserModel::History { sharpness: value(spec, "sharpness").unwrap_or(BETA) },
            _ => {
                let beta = value(spec, "beta").unwrap_or(BETA) * sharpness;
                let noise = Noise::new(value(spec, "sigma").unwrap_or(0.0), beta);
                GuesserModel::Bayes { beta, noise }
            }
        }
    }
}

impl KeywordSource {
    /// Returns the possible keywords of an agent.
    pub(super) fn from_spec(spec: &Spec) -> KeywordSource {
        let is_open = value(spec, "candidates").is_some_and(|candidates| candidates > 0.0);
        let words = value(spec, "words").filter(|_| is_open);
        words.map_or(KeywordSource::Any, |words| KeywordSource::Frequent(words as usize))
    }
}

/// The task of a guesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextTask {
    /// Guess the code of the own team from its keywords.
    Decode,
    /// Guess the code of the opponents from their earlier clues.
    Overhear,
}

/// Guessers that read free text.
const READERS: [&str; 3] = ["uniform", "history", "bayes"];

/// Guessers that decode as `bayes` does, and intercept by a model of how programs choose clues.
const TABLE_READERS: [&str; 3] = ["levelk", "adaptive", "robust"];

/// Parameters without an effect on free text, with the reason.
const UNUSED: [(&str, &str); 2] = [
    ("distinct", "the cards of people's keywords are unknown"),
    ("slips", "it holds no guesses of the other team"),
];

/// Returns the reason why an agent cannot answer a task on free text; `None` if it can.
///
/// ```
/// use overhear_agents::free_text::{TextTask, text_refusal};
/// use overhear_agents::registry::Spec;
///
/// let refusal = |text: &str, task| text_refusal(&Spec::parse(text).expect("a SPEC"), task);
/// assert_eq!(refusal("human", TextTask::Overhear), None);
/// assert_eq!(refusal("keen", TextTask::Decode), None);
/// assert!(refusal("keen", TextTask::Overhear).is_some_and(|why| why.starts_with("`adaptive` intercepts by")));
/// ```
pub fn text_refusal(spec: &Spec, task: TextTask) -> Option<String> {
    let name = spec.guesser.name;
    let readers = READERS.map(|reader| format!("`{reader}`")).join(", ");
    if TABLE_READERS.contains(&name) && task == TextTask::Overhear {
        return Some(format!(
            "`{name}` intercepts by a model of how programs choose clues, which does not fit people; name one of {readers}"
        ));
    }
    if !READERS.contains(&name) && !TABLE_READERS.contains(&name) {
        return Some(format!("`{name}` does not read free text; name one of {readers}"));
    }
    if let Some(space) = spec.guesser.space() {
        return Some(format!("free text is read in the run's own space; leave out `space={space}`"));
    }
    UNUSED.iter().find_map(|(key, why)| {
        let is_set = value(spec, key).is_some_and(|value| value > 0.0) && task == TextTask::Overhear;
        is_set.then(|| format!("`{key}` has no effect on free text: {why}; leave it out"))
    })
}

/// Returns the value of a parameter of the guesser, or `None` if the guesser does not have it.
pub(super) fn value(spec: &Spec, key: &str) -> Option<f64> {
    spec.guesser.values.iter().find(|(param, _)| param.key == key).map(|(_, value)| value)
}

/// Returns the hash of a text that keys the player noise: FNV-1a, so that it is equal on every machine.
pub(super) fn error_key(text: &str) -> u32 {
    let bytes = same_clue_form(text).into_bytes().into_iter();
    bytes.fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
