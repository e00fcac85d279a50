//! How an agent understands what people say.

use overhear_engine::rules::same_clue_form;

use crate::model::Noise;
use crate::registry::Spec;

/// β where an agent has none of its own.
pub(super) const BETA: f64 = 15.0;

/// How an agent understands people.
#[derive(Clone, Debug)]
pub(super) enum GuesserModel {
    /// Every code alike.
    Uniform,
    /// Cosines with own keywords and with the mean of the history.
    History { sharpness: f64 },
    /// The association model, with the errors of a head.
    Bayes { beta: f64, noise: Option<Noise> },
}

/// What a guesser takes for possible keywords of the other team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeywordSource {
    /// Any word that may be a clue, and those of the deck on top: people bring keywords of their own.
    Any,
    /// The deck.
    Deck,
    /// So many of the most frequent words that may be clues.
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

/// What is asked of a guesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextTask {
    /// Codes from own keywords.
    Decode,
    /// Codes from the clues before.
    Overhear,
}

/// Guessers that read free text.
const READERS: [&str; 3] = ["uniform", "history", "bayes"];

/// Guessers that decode as `bayes` does, and overhear by tables of what programs say.
const TABLE_READERS: [&str; 3] = ["levelk", "adaptive", "robust"];

/// Parameters that free text has nothing for, and why.
const UNUSED: [(&str, &str); 2] = [
    ("distinct", "the cards of people's keywords are unknown"),
    ("slips", "there are no guesses of the other team in it"),
];

/// Returns why an agent cannot answer for itself where people speak; `None` if it can.
///
/// ```
/// use overhear_agents::free_text::{TextTask, text_refusal};
/// use overhear_agents::registry::Spec;
///
/// let asked = |text: &str, task| text_refusal(&Spec::parse(text).expect("a SPEC"), task);
/// assert_eq!(asked("human", TextTask::Overhear), None);
/// assert_eq!(asked("keen", TextTask::Decode), None);
/// assert!(asked("keen", TextTask::Overhear).is_some_and(|why| why.starts_with("`adaptive` overhears by")));
/// ```
pub fn text_refusal(spec: &Spec, task: TextTask) -> Option<String> {
    let name = spec.guesser.name;
    if TABLE_READERS.contains(&name) && task == TextTask::Overhear {
        return Some(format!(
            "`{name}` overhears by how programs rank the clues of a vocabulary, which people do not keep to; name a \
             guesser that reads free text: {}",
            READERS.map(|reader| format!("`{reader}`")).join(", ")
        ));
    }
    if !READERS.contains(&name) && !TABLE_READERS.contains(&name) {
        let readers = READERS.map(|reader| format!("`{reader}`")).join(", ");
        return Some(format!("`{name}` does not read free text; name a guesser that does: {readers}"));
    }
    if let Some(space) = spec.guesser.space() {
        return Some(format!("free text is read in the run's own space; leave out `space={space}`"));
    }
    let unused = |(key, why): &(&str, &str)| {
        let is_set = value(spec, key).is_some_and(|value| value > 0.0) && task == TextTask::Overhear;
        is_set.then(|| format!("`{key}` says nothing about free text: {why}; leave it out"))
    };
    UNUSED.iter().find_map(unused)
}

/// Returns what a parameter of the guesser is set to, if it has it.
pub(super) fn value(spec: &Spec, key: &str) -> Option<f64> {
    spec.guesser.values.iter().find(|(param, _)| param.key == key).map(|(_, value)| value)
}

/// Returns a number for a text by which a head errs: FNV-1a, so that it is the same on every machine.
pub(super) fn error_key(text: &str) -> u32 {
    let bytes = same_clue_form(text).into_bytes().into_iter();
    bytes.fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
