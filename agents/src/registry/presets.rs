//! Agents with a purpose: a clue giver, a guesser, and what is set on them.

/// A named agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// The name in a SPEC.
    pub name: &'static str,
    /// The name of its clue giver.
    pub encryptor: &'static str,
    /// The name of its guesser.
    pub guesser: &'static str,
    /// What it sets otherwise than by default, on every part that has the key.
    pub settings: &'static [(&'static str, f64)],
    /// What it is for.
    pub purpose: &'static str,
}

/// Every preset, in the order of the default tournament.
pub static PRESETS: [Preset; 5] = [
    Preset {
        name: "random",
        encryptor: "random",
        guesser: "uniform",
        settings: &[],
        purpose: "the floor: any legal clue, every code alike",
    },
    Preset {
        name: "nearest",
        encryptor: "nearest",
        guesser: "bayes",
        settings: &[],
        purpose: "the obvious player: says what comes first, whoever listens",
    },
    Preset {
        name: "margin",
        encryptor: "margin",
        guesser: "bayes",
        settings: &[],
        purpose: "the careful player: clues that its own team cannot mistake",
    },
    Preset {
        name: "pragmatic",
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[],
        purpose: "the strategist: clear to its own team, opaque to the other",
    },
    Preset {
        name: "human",
        encryptor: "pragmatic",
        guesser: "bayes",
        settings: &[("sigma", 0.08), ("lambda", 0.5), ("gamma", 0.0)],
        purpose: "people: every head has associations of its own",
    },
];
