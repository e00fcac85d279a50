//! Parameters of agents and their values.

use std::path::{Path, PathBuf};

/// A parameter of an agent: a number, a text or a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Key in a SPEC.
    pub key: &'static str,
    /// Default value.
    pub default: f64,
    /// Minimum.
    pub low: f64,
    /// Maximum.
    pub high: f64,
    /// `true` for an integer.
    pub whole: bool,
    /// Names of the values 0, 1, 2…, for a choice among named values.
    pub names: &'static [&'static str],
    /// Description of the text that the parameter takes, if it takes a text.
    pub text: Option<&'static str>,
    /// `true` if the text is the name of a file.
    pub is_file: bool,
    /// Meaning of the parameter.
    pub meaning: &'static str,
    /// Treatment of the parameter in searches.
    pub searchable: Searchable,
}

/// Treatment of a parameter in the search of `agents exploit`. `tune` does not read it: the user names the
/// parameters that it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searchable {
    /// A search may change it.
    Free,
    /// A search may change it, but each value needs its own association table.
    OwnTable,
    /// A search must not change it: it defines the player rather than its strategy.
    Never,
}

impl Param {
    /// Returns a real parameter.
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

    /// Returns an integer parameter.
    pub const fn whole(key: &'static str, default: f64, low: f64, high: f64, meaning: &'static str) -> Param {
        Param { whole: true, ..Param::real(key, default, low, high, meaning) }
    }

    /// Returns a choice among named values; the first is the default.
    pub const fn choice(key: &'static str, names: &'static [&'static str], meaning: &'static str) -> Param {
        let high = (names.len() - 1) as f64;
        Param { names, ..Param::whole(key, 0.0, 0.0, high, meaning) }
    }

    /// Returns the parameter with another treatment in searches.
    #[must_use]
    pub const fn searchable(self, searchable: Searchable) -> Param {
        Param { searchable, ..self }
    }

    /// Returns a text parameter, without a default. The text consists of characters that names in a SPEC may
    /// have; `what` describes it in messages.
    pub const fn text(key: &'static str, what: &'static str, meaning: &'static str) -> Param {
        Param { text: Some(what), searchable: Searchable::Never, ..Param::real(key, 0.0, 0.0, 0.0, meaning) }
    }

    /// Returns a file parameter, without a default. A SPEC names the file, in quotes unless the name consists
    /// of letters, digits, `-`, `_` and `.`: `mine:table="tables/a b.csv"`. The file is resolved like all
    /// files of a run. It must be readable before the part is prepared, and its contents are part of the
    /// run's identity. [`Values::file`] returns its path. A bot or a Python agent, which declares
    /// its own parameters, declares numbers only.
    pub const fn file(key: &'static str, meaning: &'static str) -> Param {
        Param { is_file: true, ..Param::text(key, "a file", meaning) }
    }

    /// Returns the type in a word: `choice`, `whole`, `real`, `name` or `file`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Param { is_file: true, .. } => "file",
            Param { text: Some(_), .. } => "name",
            Param { names: [_, ..], .. } => "choice",
            Param { whole: true, .. } => "whole",
            _ => "real",
        }
    }

    /// Parses a value; `None` if the parameter does not allow it.
    pub fn read(&self, text: &str) -> Option<f64> {
        let named = self.names.iter().position(|name| *name == text).map(|place| place as f64);
        named
            .or_else(|| text.parse().ok().filter(|_| self.names.is_empty()))
            .filter(|&value| self.allows(value))
    }

    /// Returns an allowed value as text that [`read`](Param::read) accepts.
    pub fn written(&self, value: f64) -> String {
        self.names.get(value as usize).map_or_else(|| value.to_string(), |name| (*name).to_owned())
    }

    /// Returns `true` if the parameter allows the number.
    pub fn allows(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value) && !(self.whole && value.fract() != 0.0)
    }
}

/// Parameters common to all parts of all agents.
pub(crate) static COMMON: [Param; 2] = [
    Param::whole(
        "salt",
        0.0,
        0.0,
        u32::MAX as f64,
        "gives this copy random streams and player noise of its own (0: those of the deal)",
    )
    .searchable(Searchable::Never),
    Param::real("blunder", 0.0, 0.0, 1.0, "share of answers that are given blindly, a handicap")
        .searchable(Searchable::Never),
];

/// Sharpness of associations, for parts with an association table.
pub(crate) const BETA: Param =
    Param::real("beta", 15.0, 1.0, 60.0, "sharpness of associations (nats per unit of cosine)")
        .searchable(Searchable::OwnTable);

/// Weight of word frequency, for parts with an association table.
pub(crate) const ALPHA: Param =
    Param::real("alpha", 0.4, 0.0, 2.0, "weight of a clue's log frequency").searchable(Searchable::OwnTable);

/// Strength of player noise, for parts that support it.
pub(crate) const SIGMA: Param = Param::real(
    "sigma",
    0.0,
    0.0,
    1.0,
    "standard deviation of each player's fixed error in similarity (0: all players alike)",
)
.searchable(Searchable::Never);

/// Key of the mind that a part thinks with.
pub(crate) const MIND: &str = "mind";

/// Key of the stated associations that a part uses.
pub(crate) const ASSOCIATIONS: &str = "associations";

/// Parameters that select an embedding, and for associating parts a table of stated associations.
pub(super) static MODEL_PARAMS: [Param; 2] = [
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

/// Time that an Encryptor takes for a clue (R24): log-normal. The defaults are guesses, because no
/// measurements of people are known.
pub(super) static PACING: [Param; 2] = [
    Param::real("pace", 12.0, 0.1, 600.0, "median time for a clue in seconds, where there is a sand timer")
        .searchable(Searchable::Never),
    Param::real("pace_spread", 0.6, 0.0, 3.0, "spread of that time: the deviation of its logarithm")
        .searchable(Searchable::Never),
];
/// Keywords that an interceptor considers possible.
pub(crate) const CANDIDATES: Param = Param::choice(
    "candidates",
    &["deck", "open"],
    "what may be a keyword: the words of the deck, or the `words` most frequent words of the language",
);

/// Number of possible keywords for an interceptor that does not know the deck.
pub(crate) const WORDS: Param =
    Param::whole("words", 2000.0, 16.0, 5000.0, "with candidates=open: how many words may be keywords");

/// `true` for an interceptor that knows that keywords stand on different cards.
pub(crate) const DISTINCT: Param = Param::whole(
    "distinct",
    0.0,
    0.0,
    1.0,
    "1: the four keywords are known to stand on different cards (R2)",
);

/// Treatment of the opponents' wrong guesses by an interceptor.
pub(crate) const SLIPS: Param = Param::real(
    "slips",
    0.0,
    0.0,
    1.0,
    "weight of the slots that the opponents' wrong guesses of their own code point to",
);

/// Strength of inversion of a level-k interceptor.
pub(crate) const INVERSION: Param = Param::real(
    "inversion",
    1.0,
    0.0,
    4.0,
    "exponent of the correction for givers who hide from a plain listener",
);

/// Returns the weight that an interceptor gives to similarity with earlier clues.
pub(crate) const fn echo(default: f64) -> Param {
    Param::real(
        "echo",
        default,
        0.0,
        40.0,
        "nats per unit of cosine of a clue and the mean of its slot's earlier ones",
    )
}

/// Parameter values of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    params: Vec<&'static Param>,
    numbers: Vec<f64>,
    texts: Vec<(&'static Param, Option<String>)>,
    /// Directory to which relative file names refer first.
    folder: PathBuf,
}

impl Values {
    /// Returns the default values.
    pub fn defaults(params: impl IntoIterator<Item = &'static Param>) -> Values {
        let (texts, params): (Vec<&'static Param>, Vec<&'static Param>) =
            params.into_iter().partition(|param| param.text.is_some());
        let texts = texts.into_iter().map(|param| (param, None)).collect();
        let numbers = params.iter().map(|param| param.default).collect();
        Values { numbers, params, texts, folder: PathBuf::new() }
    }

    /// Returns the values with a directory to which relative file names refer first.
    pub(crate) fn within(self, folder: &Path) -> Values {
        Values { folder: folder.to_owned(), ..self }
    }

    /// Returns the value of a parameter.
    ///
    /// # Panics
    /// Panics if there is no such parameter.
    pub fn get(&self, key: &str) -> f64 {
        let place = self.params.iter().position(|param| param.key == key);
        self.numbers[place.unwrap_or_else(|| panic!("no parameter `{key}` is declared"))]
    }

    /// Returns the text of a parameter, if it is set.
    ///
    /// # Panics
    /// Panics if there is no such parameter.
    pub fn text(&self, key: &str) -> Option<&str> {
        let entry = self.texts.iter().find(|(param, _)| param.key == key);
        entry.unwrap_or_else(|| panic!("no text `{key}` is declared")).1.as_deref()
    }

    /// Returns the path of a parameter's file, if it is set.
    ///
    /// # Panics
    /// Panics if there is no such parameter.
    pub fn file(&self, key: &str) -> Option<PathBuf> {
        self.text(key).map(|name| self.place(name))
    }

    /// Returns the files in the values: parameter, name as given, and path.
    pub fn files(&self) -> impl Iterator<Item = (&'static Param, &str, PathBuf)> + '_ {
        let named = self.texts().filter(|(param, _)| param.is_file);
        named.filter_map(|(param, name)| name.map(|name| (param, name, self.place(name))))
    }

    /// Returns the path of a file in the directory if it exists there, otherwise the name as given.
    fn place(&self, name: &str) -> PathBuf {
        let place = self.folder.join(name);
        if place.exists() { place } else { PathBuf::from(name) }
    }

    /// Sets or clears a text. Returns `false` if there is no such parameter.
    pub fn set_text(&mut self, key: &str, text: Option<&str>) -> bool {
        let entry = self.texts.iter_mut().find(|(param, _)| param.key == key);
        entry.map(|(_, set)| *set = text.map(str::to_owned)).is_some()
    }

    /// Returns the text parameters with their texts.
    pub fn texts(&self) -> impl Iterator<Item = (&'static Param, Option<&str>)> + '_ {
        self.texts.iter().map(|(param, text)| (*param, text.as_deref()))
    }

    /// Sets a parameter to a value that it [allows](Param::allows). Returns `false` if there is no such
    /// parameter.
    pub(crate) fn set(&mut self, key: &str, value: f64) -> bool {
        let place = self.params.iter().position(|param| param.key == key);
        place.inspect(|&place| self.numbers[place] = value).is_some()
    }

    /// Returns the numeric parameters with their values, without common parameters at their default.
    pub fn spelled_out(&self) -> impl Iterator<Item = (&'static Param, f64)> + '_ {
        self.iter().filter(|(param, value)| {
            let is_shared = COMMON.contains(param) || PACING.contains(param);
            !is_shared || *value != param.default
        })
    }

    /// Returns the numeric parameters with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Param, f64)> + '_ {
        self.params.iter().copied().zip(self.numbers.iter().copied())
    }
}
