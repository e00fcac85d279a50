//! Presets: an Encryptor and a guesser with settings for a purpose.

/// A named agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Name in a SPEC.
    pub name: &'static str,
    /// Another name, if it has one.
    pub alias: Option<&'static str>,
    /// Name of its Encryptor.
    pub encryptor: &'static str,
    /// Name of its guesser.
    pub guesser: &'static str,
    /// Settings that differ from the defaults, for every part that has the key.
    pub settings: &'static [(&'static str, f64)],
    /// Purpose of the preset.
    pub purpose: &'static str,
    /// Evidence for its settings.
    pub basis: &'static str,
}

impl Preset {
    /// Returns the preset with this name or alias.
    ///
    /// ```
    /// use overhear_agents::registry::Preset;
    /// assert_eq!(Preset::named("regular"), Preset::named("human"));
    /// assert_eq!(Preset::named("strangers"), None);
    /// ```
    pub fn named(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.names().any(|known| known == name))
    }

    /// Returns its names, the main name first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        [self.name].into_iter().chain(self.alias)
    }

    /// Returns the presets of the default tournament, in order: the first five.
    pub fn roster() -> &'static [Preset] {
        &PRESETS[..5]
    }
}

/// Basis of presets without settings.
const BASIS_DEFAULTS: &str = "every parameter has its default value";

/// Basis of the preset `human`.
const BASIS_HUMAN: &str = "sigma (player noise) and words (how many keywords a guesser considers, as people do not know the deck by \
    heart) are fitted to ten recorded games of people (arXiv 2506.20664), by round and length of the games; see \
    agents/examples/fit_human.rs. gamma (0: an Encryptor considers only the current half) and lambda (weight of the opponents) are \
    assumed";

/// Basis of the preset `new`.
const BASIS_NEW: &str = "it is assumed that strangers share fewer associations than regular players (sigma), consider fewer keywords of \
    the opponents (words) and give the opponents less weight (lambda), so that they misunderstand more and intercept less than \
    people did in ten recorded games (arXiv 2506.20664). sigma and words are fitted to the half of the 95 % intervals of those games \
    with more Miscommunications and fewer Interceptions; see agents/examples/fit_human.rs";

/// Basis of the preset `close`.
const BASIS_CLOSE: &str = "it is assumed that friends share more associations than regular players (sigma), consider more keywords of \
    the opponents (words) and give the opponents more weight (lambda), so that they misunderstand less and intercept more than \
    people did in ten recorded games (arXiv 2506.20664). sigma and words are fitted to the half of the 95 % intervals of those games \
    with fewer Miscommunications and more Interceptions; see agents/examples/fit_human.rs";

/// Basis of the preset `grounded`.
#[cfg(feature = "minds")]
const BASIS_GROUNDED: &str = "the weights were chosen by hand on games with itself, for clues that refer to their keyword and are read seldom by opponents who \
    imagine any word; docs/strangers.md has its figures by minds and by a reader who did not build it";

/// Basis of the preset `nearest-k`.
const BASIS_NEAREST_K: &str = "as in arXiv 2506.20664, but with the words, word vectors and clue law of this program; k is assumed: \
    this project does not know the value of the paper";

/// Every preset; those of the default tournament come first.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "random",
        alias: None,
        encryptor: "random",
        guesser: "uniform",
        settings: &[],
        purpose: "the weakest agent: draws any legal clue, and gives every code the same probability",
        basis: BASIS_DEFAULTS,
    },
    Preset {
        name: "nearest",
        alias: None,
        encryptor: "nearest",
        guesser: "bayes",
        settings: &[],
        purpose: "gives the likeliest association, and ignores the opponents",
        basis: BASIS_DEFAULTS,
    },
    Preset {
        name: "margin",
        alias: None,
        encryptor: "margin",
        guesser: "bayes",
        settings: &[],
        purpose: "gives clues that its own team cannot mistake for another keyword",
        basis: BASIS_DEFAULTS,
    },
    Preset {
        name: "pragmatic",
        alias: None,
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[],
        purpose: "for a twin: gives clues that a partner with the same associations understands and the opponents do not",
        basis: BASIS_DEFAULTS,
    },
    Preset {
        name: "human",
        alias: Some("regular"),
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[("sigma", 0.09), ("lambda", 0.5), ("gamma", 0.0), ("candidates", 1.0), ("words", 250.0)],
        purpose: "people who play now and then: each player has individual associations",
        basis: BASIS_HUMAN,
    },
    Preset {
        name: "new",
        alias: None,
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[("sigma", 0.1), ("lambda", 0.25), ("gamma", 0.0), ("candidates", 1.0), ("words", 125.0)],
        purpose: "strangers: they share fewer associations, and pay less attention to the opponents",
        basis: BASIS_NEW,
    },
    Preset {
        name: "close",
        alias: None,
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[("sigma", 0.08), ("lambda", 1.0), ("gamma", 0.0), ("candidates", 1.0), ("words", 500.0)],
        purpose: "old friends: they share more associations, and pay more attention to the opponents",
        basis: BASIS_CLOSE,
    },
    Preset {
        name: "keen",
        alias: None,
        encryptor: "pragmatic",
        guesser: "adaptive",
        settings: &[],
        purpose: "a strong guesser: infers how the other players choose their clues",
        basis: BASIS_DEFAULTS,
    },
    Preset {
        name: "guarded",
        alias: None,
        encryptor: "guarded",
        guesser: "robust",
        settings: &[],
        purpose: "for a twin: a partner with the same associations; hard to intercept for the guessers of this program",
        basis: BASIS_DEFAULTS,
    },
    #[cfg(feature = "minds")]
    Preset {
        name: "grounded",
        alias: None,
        encryptor: "grounded",
        guesser: "bayes",
        settings: &[],
        purpose: "for a stranger: its clues refer to their keyword, are clear to minds other than its own, and tell opponents little",
        basis: BASIS_GROUNDED,
    },
    Preset {
        name: "robust",
        alias: None,
        encryptor: "pragmatic",
        guesser: "robust",
        settings: &[],
        purpose: "a careful guesser: also intercepts Encryptors that avoid its interceptions",
        basis: BASIS_DEFAULTS,
    },
    Preset {
        name: "nearest-k",
        alias: None,
        encryptor: "nearest-k",
        guesser: "history",
        settings: &[],
        purpose: "the embedding baseline of a published benchmark: gives words near the keyword, and guesses the nearest keyword or mean of earlier clues",
        basis: BASIS_NEAREST_K,
    },
];
