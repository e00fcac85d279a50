//! What can be set on an agent, and what it was set to.

use std::path::{Path, PathBuf};

/// A number, a text or a file that an agent can be given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// The key in a SPEC.
    pub key: &'static str,
    /// What it is when nothing is said.
    pub default: f64,
    /// The least that it may be.
    pub low: f64,
    /// The most that it may be.
    pub high: f64,
    /// Whether it counts something.
    pub whole: bool,
    /// The names of its values 0, 1, 2…, if it is a choice among things that have names.
    pub names: &'static [&'static str],
    /// What it takes in the place of a number, if it takes a text.
    pub text: Option<&'static str>,
    /// Whether that text names a file.
    pub is_file: bool,
    /// What it does.
    pub meaning: &'static str,
    /// What a search for better values may do with it.
    pub searchable: Searchable,
}

/// What a search for better values may do with a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searchable {
    /// It may move it.
    Free,
    /// It may, but each value takes a table of associations of its own.
    OwnTable,
    /// It must not: it says what a player is, not how it plays.
    Never,
}

impl Param {
    /// A real number.
    pub const fn real(key: &'static str, default: f64, low: f64, high: f64, meaning: &'static str) -> Param {
        Param {
            key,
            default,
            low,
            high,
            whole: false,
            names: &[],
            text: None,
            is_file: false,
            meaning,
            searchable: Searchable::Free,
        }
    }

    /// A whole number.
    pub const fn whole(key: &'static str, default: f64, low: f64, high: f64, meaning: &'static str) -> Param {
        Param { whole: true, ..Param::real(key, default, low, high, meaning) }
    }

    /// One of several things that have names; the first when nothing is said.
    pub const fn choice(key: &'static str, names: &'static [&'static str], meaning: &'static str) -> Param {
        let high = (names.len() - 1) as f64;
        Param { names, ..Param::whole(key, 0.0, 0.0, high, meaning) }
    }

    /// The same, but for what a search may do with it.
    #[must_use]
    pub const fn searchable(self, searchable: Searchable) -> Param {
        Param { searchable, ..self }
    }

    /// A text, of the characters that a SPEC leaves to names; none when nothing is said. `what` says in a message what it takes.
    pub const fn text(key: &'static str, what: &'static str, meaning: &'static str) -> Param {
        Param { text: Some(what), searchable: Searchable::Never, ..Param::real(key, 0.0, 0.0, 0.0, meaning) }
    }

    /// A file; none when nothing is said. A SPEC names it, in quotes if that holds more than letters, digits, `-`, `_` and `.`:
    /// `mine:table="tables/a b.csv"`. It is looked for where all files of a run are, must be there and readable before the part
    /// is prepared, and its content is part of what makes two runs the same. [`Values::file`] says where it is. What bots and
    /// guests from Python declare are numbers: they take none.
    pub const fn file(key: &'static str, meaning: &'static str) -> Param {
        Param { is_file: true, ..Param::text(key, "a file", meaning) }
    }

    /// What it takes, in a word: `choice`, `whole`, `real`, `name` or `file`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Param { is_file: true, .. } => "file",
            Param { text: Some(_), .. } => "name",
            Param { names: [_, ..], .. } => "choice",
            Param { whole: true, .. } => "whole",
            _ => "real",
        }
    }

    /// The value that a text stands for, if the parameter may be set to it.
    pub fn read(&self, text: &str) -> Option<f64> {
        let named = self.names.iter().position(|name| *name == text).map(|place| place as f64);
        let number = || text.parse().ok().filter(|_| self.names.is_empty());
        named.or_else(number).filter(|&value| self.allows(value))
    }

    /// A value that the parameter may be set to, as it is read back.
    pub fn written(&self, value: f64) -> String {
        self.names.get(value as usize).map_or_else(|| value.to_string(), |name| (*name).to_owned())
    }

    /// Whether the number may be set to `value`.
    pub fn allows(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value) && !(self.whole && value.fract() != 0.0)
    }
}

/// What every part of every agent has besides its own parameters.
pub(crate) static COMMON: [Param; 2] = [
    Param::whole(
        "salt",
        0.0,
        0.0,
        u32::MAX as f64,
        "sets a copy's random streams and heads apart (0: those that all agents share)",
    )
    .searchable(Searchable::Never),
    Param::real("blunder", 0.0, 0.0, 1.0, "share of answers that are given blindly, a handicap")
        .searchable(Searchable::Never),
];

/// Sharpness of associations, for everybody who uses the association table.
pub(crate) const BETA: Param =
    Param::real("beta", 15.0, 1.0, 60.0, "sharpness of associations (nats per unit of cosine)")
        .searchable(Searchable::OwnTable);

/// Weight of frequency, for everybody who uses the association table.
pub(crate) const ALPHA: Param =
    Param::real("alpha", 0.4, 0.0, 2.0, "weight of a clue's log frequency").searchable(Searchable::OwnTable);

/// Error of a head, for everybody who may have one.
pub(crate) const SIGMA: Param =
    Param::real("sigma", 0.0, 0.0, 1.0, "error of each head's similarities (0: all heads alike)")
        .searchable(Searchable::Never);

/// The key of the stated associations that a part goes by.
pub(crate) const ASSOCIATIONS: &str = "associations";

/// What every part of an agent may be told of where it thinks, and those that go by associations of these.
pub(super) static MIND: [Param; 2] = [
    Param::text(
        "space",
        "the name of another space",
        "the space that it thinks in, one of --other-space (the run's own if not set)",
    ),
    Param::text(
        ASSOCIATIONS,
        "a name",
        "the P(clue | keyword) that it goes by, one of --associations (the space's if not set)",
    ),
];

/// How long an Encryptor takes over a clue (R24), for every clue giver: log-normal times. The defaults are guesses:
/// no record of people with a stopwatch is at hand.
pub(super) static PACING: [Param; 2] = [
    Param::real("pace", 12.0, 0.1, 600.0, "median time for a clue in seconds, where there is a sand timer")
        .searchable(Searchable::Never),
    Param::real("pace_spread", 0.6, 0.0, 3.0, "spread of that time: the deviation of its logarithm")
        .searchable(Searchable::Never),
];
/// Which keywords an interceptor reckons with.
pub(crate) const CANDIDATES: Param = Param::choice(
    "candidates",
    &["deck", "open"],
    "what may be a keyword: the words of the deck, or the `words` most frequent words of the language",
);

/// How many words an interceptor reckons with who does not know the deck.
pub(crate) const WORDS: Param =
    Param::whole("words", 2000.0, 16.0, 5000.0, "with candidates=open: how many words may be keywords");

/// Whether an interceptor knows that the keywords stand on different cards.
pub(crate) const DISTINCT: Param = Param::whole(
    "distinct",
    0.0,
    0.0,
    1.0,
    "1: the four keywords are known to stand on different cards (R2)",
);

/// What an interceptor makes of wrong guesses.
pub(crate) const SLIPS: Param = Param::real(
    "slips",
    0.0,
    0.0,
    1.0,
    "weight of the slots that the opponents' wrong guesses of their own code point to",
);

/// How far a level-k interceptor inverts.
pub(crate) const INVERSION: Param =
    Param::real("inversion", 1.0, 0.0, 4.0, "power of the distrust in what a plain listener would believe");

/// How much an interceptor listens for clues like earlier ones.
pub(crate) const fn echo(default: f64) -> Param {
    Param::real(
        "echo",
        default,
        0.0,
        40.0,
        "nats per unit of cosine of a clue and the mean of its slot's earlier ones",
    )
}

/// The values of the parameters of a part of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    params: Vec<&'static Param>,
    numbers: Vec<f64>,
    texts: Vec<(&'static Param, Option<String>)>,
    /// Where files are looked for that are named relatively.
    folder: PathBuf,
}

impl Values {
    /// Everything at its default.
    pub fn defaults(params: impl IntoIterator<Item = &'static Param>) -> Values {
        let (texts, params): (Vec<&'static Param>, Vec<&'static Param>) =
            params.into_iter().partition(|param| param.text.is_some());
        let texts = texts.into_iter().map(|param| (param, None)).collect();
        let numbers = params.iter().map(|param| param.default).collect();
        Values { numbers, params, texts, folder: PathBuf::new() }
    }

    /// The same where files are looked for in a folder first that are named relatively.
    pub(crate) fn within(self, folder: &Path) -> Values {
        Values { folder: folder.to_owned(), ..self }
    }

    /// The value of a parameter.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn get(&self, key: &str) -> f64 {
        let place = self.params.iter().position(|param| param.key == key);
        self.numbers[place.unwrap_or_else(|| panic!("no parameter `{key}` is declared"))]
    }

    /// The text that a parameter is set to, if it is set.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn text(&self, key: &str) -> Option<&str> {
        let found = self.texts.iter().find(|(param, _)| param.key == key);
        found.unwrap_or_else(|| panic!("no text `{key}` is declared")).1.as_deref()
    }

    /// Where the file is that a parameter is set to, if it is set.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn file(&self, key: &str) -> Option<PathBuf> {
        self.text(key).map(|name| self.place(name))
    }

    /// The files that parameters are set to: as they are named, and where they are.
    pub fn files(&self) -> impl Iterator<Item = (&'static Param, &str, PathBuf)> + '_ {
        let named = self.texts().filter(|(param, _)| param.is_file);
        named.filter_map(|(param, name)| name.map(|name| (param, name, self.place(name))))
    }

    /// A file in the folder, if it is there, or as it is named.
    fn place(&self, name: &str) -> PathBuf {
        let place = self.folder.join(name);
        if place.exists() { place } else { PathBuf::from(name) }
    }

    /// Sets a text, or takes it back; tells whether there is such a parameter.
    pub fn set_text(&mut self, key: &str, text: Option<&str>) -> bool {
        let found = self.texts.iter_mut().find(|(param, _)| param.key == key);
        found.map(|(_, set)| *set = text.map(str::to_owned)).is_some()
    }

    /// The parameters that take a text, and their texts.
    pub fn texts(&self) -> impl Iterator<Item = (&'static Param, Option<&str>)> + '_ {
        self.texts.iter().map(|(param, text)| (*param, text.as_deref()))
    }

    /// Sets a parameter that [`Param::allows`] the value; tells whether it is there.
    pub(crate) fn set(&mut self, key: &str, value: f64) -> bool {
        let place = self.params.iter().position(|param| param.key == key);
        place.inspect(|&place| self.numbers[place] = value).is_some()
    }

    /// The parameters that take numbers, and their values, those left out that every clue giver or guesser has and that are at their default.
    pub fn spelled_out(&self) -> impl Iterator<Item = (&'static Param, f64)> + '_ {
        let is_shared = |param| COMMON.contains(param) || PACING.contains(param);
        self.iter().filter(move |(param, value)| !is_shared(*param) || *value != param.default)
    }

    /// The parameters that take numbers, and their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Param, f64)> + '_ {
        self.params.iter().copied().zip(self.numbers.iter().copied())
    }
}
