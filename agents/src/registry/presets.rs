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

    /// Returns the presets of the default tournament, in order. The other people-like presets and the
    /// strongest guesser are not included.
    pub fn roster() -> &'static [Preset] {
        &PRESETS[..5]
    }
}

/// Basis of most presets.
const DEFAULTS: &str = "everything is at its default";

/// Basis of the preset of regular players.
const COUNTED: &str = "sigma (how far individual associations differ) and words (how many words a guesser considers as \
    keywords: people do not know the deck by heart) are fitted by round and length of games to ten recorded games of people (arXiv \
    2506.20664), see agents/examples/fit_human.rs; that only the half at hand counts (gamma) and how much the opponents do \
    (lambda) is assumed";

/// Basis of the preset of strangers.
const STRANGERS: &str = "assumed: that strangers differ from regular players in how alike their associations are (sigma), how well the \
    opponents are watched (words) and how much they are heeded (lambda), and that they miss more and overhear less than ten \
    recorded games of people (arXiv 2506.20664): sigma and words are fitted to the halves of their 95 % intervals on that \
    side, see agents/examples/fit_human.rs";

/// Basis of the preset of old friends.
const FRIENDS: &str = "assumed: that friends differ from regular players in how alike their associations are (sigma), how well the \
    opponents are watched (words) and how much they are heeded (lambda), and that they miss less and overhear more than ten \
    recorded games of people (arXiv 2506.20664): sigma and words are fitted to the halves of their 95 % intervals on that \
    side, see agents/examples/fit_human.rs";

/// Basis of the published baseline.
const PUBLISHED: &str = "as in arXiv 2506.20664, except for the words, their vectors and the law of clues; k is assumed: the paper's \
    k is not known here";

/// Every preset; those of the default tournament come first.
pub static PRESETS: [Preset; 11] = [
    Preset {
        name: "random",
        alias: None,
        encryptor: "random",
        guesser: "uniform",
        settings: &[],
        purpose: "the floor: any legal clue, every code alike",
        basis: DEFAULTS,
    },
    Preset {
        name: "nearest",
        alias: None,
        encryptor: "nearest",
        guesser: "bayes",
        settings: &[],
        purpose: "the obvious player: gives the first association, without regard to the opponents",
        basis: DEFAULTS,
    },
    Preset {
        name: "margin",
        alias: None,
        encryptor: "margin",
        guesser: "bayes",
        settings: &[],
        purpose: "the careful player: clues that its own team cannot mistake",
        basis: DEFAULTS,
    },
    Preset {
        name: "pragmatic",
        alias: None,
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[],
        purpose: "the strategist: clear to its own team, opaque to the other",
        basis: DEFAULTS,
    },
    Preset {
        name: "human",
        alias: Some("regular"),
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[("sigma", 0.08), ("lambda", 0.5), ("gamma", 0.0), ("candidates", 1.0), ("words", 250.0)],
        purpose: "people who play now and then: every head has associations of its own",
        basis: COUNTED,
    },
    Preset {
        name: "new",
        alias: None,
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[("sigma", 0.09), ("lambda", 0.25), ("gamma", 0.0), ("candidates", 1.0), ("words", 125.0)],
        purpose: "strangers: their heads differ more, they heed and watch the others less",
        basis: STRANGERS,
    },
    Preset {
        name: "close",
        alias: None,
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[("sigma", 0.07), ("lambda", 1.0), ("gamma", 0.0), ("candidates", 1.0), ("words", 500.0)],
        purpose: "old friends: their heads are more alike, they heed and watch the others more",
        basis: FRIENDS,
    },
    Preset {
        name: "keen",
        alias: None,
        encryptor: "pragmatic",
        guesser: "adaptive",
        settings: &[],
        purpose: "the strongest reader: finds out how the others choose their clues",
        basis: DEFAULTS,
    },
    Preset {
        name: "guarded",
        alias: None,
        encryptor: "guarded",
        guesser: "robust",
        settings: &[],
        purpose: "the secretive player: hard to intercept even for opponents that know how it chooses",
        basis: DEFAULTS,
    },
    Preset {
        name: "robust",
        alias: None,
        encryptor: "pragmatic",
        guesser: "robust",
        settings: &[],
        purpose: "the careful guesser: also intercepts clue givers that hide from it",
        basis: DEFAULTS,
    },
    Preset {
        name: "nearest-k",
        alias: None,
        encryptor: "nearest-k",
        guesser: "history",
        settings: &[],
        purpose: "the embedding baseline of a published benchmark: near words, guessed by the nearest keyword or mean of clues",
        basis: PUBLISHED,
    },
];
