//! What an experiment can be asked for, declared once.
//!
//! A configuration derives [`Settings`]: each of its fields is a [`Setting`] with key, help, default and range. The program
//! makes flags, environment variables and configuration files of them; a manifest holds the fields themselves.
//!
//! ```
//! use overhear_tournament::settings::Settings as _;
//! use overhear_tournament::setup::WordFiles;
//!
//! let mut words = WordFiles::default();
//! assert_eq!(words.set("deck", &["cards.csv".into()]), Ok(true));
//! assert_eq!(words.deck.as_deref(), Some(std::path::Path::new("cards.csv")));
//! let keys: Vec<&str> = WordFiles::settings().iter().map(|setting| setting.key).collect();
//! assert_eq!(keys[..3], ["space", "deck", "lang"]);
//! ```

use std::ffi::OsString;

mod count;
mod range;
mod setting;
mod value;

pub use count::{read_count, read_count_in};
pub use overhear_derive::Settings;
pub use range::{CountRange, NumberRange, Range};
pub use setting::Setting;
pub(crate) use value::text_item;
pub use value::{Choice, NamedChoice, SettingForm, SettingItem, SettingKind, SettingValue};

use crate::error::LabError;

/// A configuration whose fields are settings. Derived; the front page of `overhear-derive` lists the attributes.
pub trait Settings: Default {
    /// Returns the settings in their order, those of groups in their places.
    fn settings() -> Vec<Setting>;

    /// Sets one by the words that are given for it, and returns `false` for a key that it has not.
    ///
    /// # Errors
    /// If the words are no value of it, in a sentence.
    fn set(&mut self, key: &str, words: &[OsString]) -> Result<bool, String>;

    /// Returns the words that give a setting its present value, or `None` for a key that it has not.
    fn words(&self, key: &str) -> Option<Vec<String>>;

    /// Checks the range of every number.
    ///
    /// # Errors
    /// For the first that is out of its range.
    fn check(&self) -> Result<(), LabError>;
}

/// Returns the setting of a configuration with this key. For the derive, which names no key that is not there.
#[doc(hidden)]
pub fn declared_in<T: Settings>(key: &str) -> Setting {
    let declared = T::settings().into_iter().find(|setting| setting.key == key);
    declared.expect("a field that says where it is declared is declared there")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TournamentConfig;
    use crate::setup::{PlayersConfig, ranges};

    /// A configuration with a setting of each form.
    #[derive(Clone, Debug, PartialEq, Settings)]
    struct Example {
        /// Games to play.
        ///
        /// More than help says.
        #[setting(default = 20, range = ranges::GAMES, value = "N")]
        games: u64,
        /// A share.
        #[setting(declared_in = TournamentConfig)]
        max_fault_rate: f64,
        /// Names.
        #[setting(default = vec!["a".to_owned()], delimited)]
        names: Vec<String>,
        /// Whether it is loud, as in \[loud\]
        is_loud: bool,
        #[setting(group, only = ["agent", "field"], required = ["agent"], reworded = ["agent", "One agent"])]
        players: PlayersConfig,
        #[setting(skip, default = 7)]
        hidden: u64,
    }

    fn setting(key: &str) -> Setting {
        declared_in::<Example>(key)
    }

    #[test]
    fn a_field_becomes_a_setting_with_its_help_and_default() {
        let keys: Vec<&str> = Example::settings().iter().map(|setting| setting.key).collect();
        assert_eq!(keys, ["games", "max_fault_rate", "names", "is_loud", "agent", "field"]);
        assert_eq!(
            (setting("games").help, setting("is_loud").help),
            ("Games to play", "Whether it is loud, as in [loud]")
        );
        assert_eq!((setting("agent").help, setting("agent").is_required), ("One agent", true));
        assert_eq!(setting("is_loud").flag_name(), "is-loud");
        assert_eq!(
            (setting("games").default, setting("names").default),
            (vec!["20".to_owned()], vec!["a".to_owned()])
        );
        let usual = Example::default();
        assert_eq!(
            (usual.games, usual.hidden, usual.max_fault_rate),
            (20, 7, TournamentConfig::default().max_fault_rate)
        );
    }

    #[test]
    fn words_set_a_field_and_a_wrong_one_says_what_it_takes() {
        let mut example = Example::default();
        let mut set = |key: &str, words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            example.set(key, &words)
        };
        assert_eq!(set("games", &["2k"]), Ok(true));
        assert_eq!(set("names", &["b", "c"]), Ok(true));
        assert_eq!(set("is_loud", &["true"]), Ok(true));
        assert_eq!(set("agent", &["margin"]), Ok(true));
        // Only what the group lets through is a key here.
        assert_eq!(set("answers", &["a.jsonl"]), Ok(false));
        assert_eq!(set("hidden", &["8"]), Ok(false));
        assert!(set("games", &["many"]).is_err_and(|message| message.contains("takes a whole number")));
        assert!(set("field", &["all"]).is_err_and(|message| message.contains("takes one of presets")));
        assert_eq!((example.games, example.names.join("+"), example.is_loud), (2000, "b+c".to_owned(), true));
        assert_eq!(example.players.agent, ["margin"]);
    }

    /// Returns the settings that are not as usual, with their words.
    fn unusual(example: &Example) -> Vec<(&'static str, Vec<String>)> {
        let words = |setting: Setting| {
            let words = example.words(setting.key).expect("a key of its own");
            (words != setting.default).then_some((setting.key, words))
        };
        Example::settings().into_iter().filter_map(words).collect()
    }

    #[test]
    fn the_words_of_what_is_not_usual_make_the_same_configuration_again() {
        assert!(unusual(&Example::default()).is_empty());
        let players =
            PlayersConfig { answers: Some("a.jsonl".into()), ..PlayersConfig::from_specs(["a", "b"]) };
        let example = Example { games: 30, is_loud: true, names: vec![], players, ..Example::default() };
        let unusual = unusual(&example);
        let keys: Vec<&str> = unusual.iter().map(|(key, _)| *key).collect();
        // A key that the group does not let through is none of its own.
        assert_eq!(keys, ["games", "names", "is_loud", "agent"]);
        assert_eq!(example.words("answers"), None);
        let mut again = Example::default();
        for (key, words) in unusual {
            let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
            assert_eq!(again.set(key, &words), Ok(true));
        }
        assert_eq!((again.games, again.names, again.is_loud), (30, vec![], true));
        assert_eq!(again.players.agent, ["a", "b"]);
    }

    #[test]
    fn a_range_holds_for_words_and_for_values() {
        assert!(
            setting("games").check_word("0".as_ref()).is_err_and(|message| message.contains("takes 1 to"))
        );
        assert!(setting("max_fault_rate").check_word("1.5".as_ref()).is_err());
        assert_eq!(setting("games").check_word("1e3".as_ref()), Ok(()));
        let refused = Example { games: 0, ..Example::default() }.check().expect_err("no games");
        assert_eq!(refused.to_string(), "games 0: takes 1 to 1,000,000,000,000,000");
        let refused = Example { max_fault_rate: f64::NAN, ..Example::default() }.check();
        assert!(refused.is_err_and(|error| error.to_string().starts_with("max-fault-rate NaN")));
        assert!(Example::default().check().is_ok());
    }
}
