//! SPEC: the text form of an agent.
//!
//! `[LABEL=]PRESET[:key=value,…]` or `[LABEL=]ENCRYPTOR[:key=value,…]/GUESSER[:key=value,…]`. Every key is a
//! parameter of the kind or of every part, or one of `space` and `associations`, which take names. The value
//! of a file parameter may be quoted. In `A/B:key=value` a key sets the part that it stands behind, in `PRESET:key=value` every
//! part that has it.

use std::fmt;

use super::error::{SpecError, unknown};
use super::label::check_label;
use super::spec_part::SpecPart;
use super::spec_settings::{Settings, apply, unknown_key};
use super::{Param, Preset, Registry, quotes, unquoted};

/// An agent in full: its label, its Encryptor and its guesser.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Label of the agent in results.
    pub label: String,
    /// The Encryptor.
    pub encryptor: SpecPart,
    /// The guesser.
    pub guesser: SpecPart,
}

impl Spec {
    /// Parses a SPEC.
    ///
    /// ```
    /// use overhear_agents::registry::Spec;
    /// let spec = Spec::parse("bold=pragmatic:lambda=0.5")?;
    /// assert_eq!((spec.label.as_str(), spec.encryptor.values.get("lambda")), ("bold", 0.5));
    /// let mixed = Spec::parse("margin:top=20/history")?;
    /// assert_eq!((mixed.label.as_str(), mixed.guesser.name), ("margin:top=20/history", "history"));
    /// let error = Spec::parse("pragmatc").unwrap_err().to_string();
    /// assert!(error.contains("did you mean `pragmatic`?"));
    /// # Ok::<(), overhear_agents::registry::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`SpecError`] that says what is unknown or out of range, with a suggestion.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        Registry::standard().parse(text)
    }
}

impl Registry {
    /// Parses a SPEC with the agents of this registry, as [`Spec::parse`] does with the agents of this
    /// project.
    ///
    /// # Errors
    /// Returns a [`SpecError`] that says what is unknown or out of range, with a suggestion.
    pub fn parse(&self, text: &str) -> Result<Spec, SpecError> {
        let (label, body) = split_label(text);
        if label.is_empty() || body.is_empty() {
            return Err(SpecError::syntax(text, "write [LABEL=]PRESET[:key=value,…]"));
        }
        check_label(label)?;
        if text.len() > LONGEST_SPEC {
            return Err(SpecError::syntax(text, "it is longer than 4,000 bytes"));
        }
        if !quotes::are_closed(body) {
            return Err(SpecError::syntax(text, "close the quotes"));
        }
        if body.split(unquoted('/')).any(|part| part.split(':').next().unwrap_or_default().contains('=')) {
            return Err(SpecError::syntax(text, "a label holds no `/`, `:` or `=`; write [LABEL=]SPEC"));
        }
        let label = label.to_owned();
        match body.split_once(unquoted('/')) {
            Some((encryptor, guesser)) => {
                let (name, settings) = split_settings(encryptor)?;
                let mut encryptor = self.encryptor_part(name)?;
                apply(name, &mut [&mut encryptor], &settings)?;
                let (name, settings) = split_settings(guesser)?;
                let mut guesser = self.guesser_part(name)?;
                apply(name, &mut [&mut guesser], &settings)?;
                Ok(Spec { label, encryptor, guesser })
            }
            None => self.preset_with(label, body),
        }
    }

    fn preset_with(&self, label: String, body: &str) -> Result<Spec, SpecError> {
        let (name, settings) = split_settings(body)?;
        let preset = self.preset(name).ok_or_else(|| self.no_preset(name))?;
        let mut encryptor = self.encryptor_part(preset.encryptor)?;
        let mut guesser = self.guesser_part(preset.guesser)?;
        for &(key, value) in preset.settings {
            encryptor.values.set(key, value);
            guesser.values.set(key, value);
        }
        apply(name, &mut [&mut encryptor, &mut guesser], &settings)?;
        Ok(Spec { label, encryptor, guesser })
    }

    fn encryptor_part(&self, name: &str) -> Result<SpecPart, SpecError> {
        let kind = self.encryptors().find(|kind| kind.name == name);
        kind.map(|kind| self.seated(kind.into())).ok_or_else(|| self.no_half(CLUE_GIVER, name))
    }

    fn guesser_part(&self, name: &str) -> Result<SpecPart, SpecError> {
        let kind = self.guessers().find(|kind| kind.name == name);
        kind.map(|kind| self.seated(kind.into())).ok_or_else(|| self.no_half("guesser", name))
    }

    /// Returns the part with its factory, if it is external, and with the directory of its files.
    fn seated(&self, part: SpecPart) -> SpecPart {
        let seat = self.seat(part.name).cloned();
        part.seated(seat, self.folder())
    }

    /// Returns the error for a name that is no preset, which may be the name of a part.
    fn no_preset(&self, name: &str) -> SpecError {
        if self.encryptors().any(|kind| kind.name == name) {
            wrong_place(name, "is an Encryptor without a guesser", format!("{name}/bayes"))
        } else if self.guessers().any(|kind| kind.name == name) {
            wrong_place(name, "is a guesser without an Encryptor", format!("margin/{name}"))
        } else {
            unknown("preset", name, self.presets().iter().flat_map(Preset::names))
        }
    }

    /// Returns the error for a name that is no such part, which may be a preset or the other kind of part.
    fn no_half(&self, what: &'static str, name: &str) -> SpecError {
        let is_giver = what == CLUE_GIVER;
        let givers: Vec<_> = self.encryptors().map(|kind| kind.name).collect();
        let readers: Vec<_> = self.guessers().map(|kind| kind.name).collect();
        let (kinds, others) = if is_giver { (givers, readers) } else { (readers, givers) };
        if let Some(preset) = self.preset(name) {
            let half = if is_giver { preset.encryptor } else { preset.guesser };
            let what = if is_giver {
                "is a whole agent, where an Encryptor is expected"
            } else {
                "is a whole agent, where a guesser is expected"
            };
            wrong_place(name, what, if is_giver { format!("{half}/…") } else { format!("…/{half}") })
        } else if others.contains(&name) {
            let what = if is_giver {
                "is a guesser, which comes after the `/`"
            } else {
                "is an Encryptor, which comes before the `/`"
            };
            wrong_place(name, what, if is_giver { format!("…/{name}") } else { format!("{name}/…") })
        } else {
            unknown(what, name, kinds.into_iter())
        }
    }
}

impl Spec {
    /// Returns a parameter of the agent with its value; if both parts have it, that of the Encryptor.
    ///
    /// # Errors
    /// Returns [`SpecError::UnknownKey`] if neither part has it.
    pub fn param(&self, key: &str) -> Result<(&'static Param, f64), SpecError> {
        let parts = [&self.encryptor, &self.guesser];
        let mut settings = parts.iter().flat_map(|part| part.values.iter());
        settings.find(|(param, _)| param.key == key).ok_or_else(|| unknown_key(&self.label, &parts, key))
    }

    /// Sets a parameter on every part that has it.
    ///
    /// ```
    /// use overhear_agents::registry::Spec;
    /// let mut spec = Spec::parse("margin")?;
    /// spec.set("beta", 12.0)?;
    /// assert_eq!((spec.encryptor.values.get("beta"), spec.param("beta")?.1), (12.0, 12.0));
    /// assert!(spec.set("beta", 1e9).is_err() && spec.set("bata", 1.0).is_err());
    /// # Ok::<(), overhear_agents::registry::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`SpecError`] if there is no such parameter, or if the value is out of range.
    pub fn set(&mut self, key: &str, value: f64) -> Result<(), SpecError> {
        let Spec { label, encryptor, guesser } = self;
        apply(label, &mut [encryptor, guesser], &vec![(key, &value.to_string())])
    }
}

impl fmt::Display for Spec {
    /// Writes both parts with their parameters; salt and handicap only if set. Parsing the text gives an
    /// equal agent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.encryptor, self.guesser)
    }
}

/// Splits off the label: the text before a `=` that precedes any `:` or `/`. Without one, the whole text is
/// the label.
fn split_label(text: &str) -> (&str, &str) {
    let body_at = text.find([':', '/']).unwrap_or(text.len());
    match text[..body_at].split_once('=') {
        Some((label, _)) => (label.trim(), text[label.len() + 1..].trim()),
        None => (text.trim(), text.trim()),
    }
}

fn split_settings(body: &str) -> Result<(&str, Settings<'_>), SpecError> {
    let (name, settings) = body.split_once(':').unwrap_or((body, ""));
    let pairs = settings.split(unquoted(',')).filter(|setting| !setting.trim().is_empty());
    let mut settings: Settings<'_> = Vec::new();
    for setting in pairs {
        let pair = setting.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
        let pair =
            pair.ok_or_else(|| SpecError::syntax(body, no_setting(settings.last(), setting.trim())))?;
        if settings.iter().any(|(key, _)| *key == pair.0) {
            return Err(SpecError::syntax(body, format!("`{}` is set twice; leave one out", pair.0)));
        }
        settings.push(pair);
    }
    Ok((name.trim(), settings))
}

fn wrong_place(name: &str, what: &'static str, instead: String) -> SpecError {
    SpecError::WrongPlace { name: name.to_owned(), what, instead }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns what to write in the place of a text that is no setting: behind a number, it may be its decimals.
fn no_setting(before: Option<&(&str, &str)>, text: &str) -> String {
    match before {
        Some((key, whole)) if is_digits(whole.trim_start_matches('-')) && is_digits(text) => {
            format!(
                "a comma ends a setting; write {key}={whole}.{text} with a point, or {key}={whole}{text} without a comma"
            )
        }
        _ => "write settings as key=value".to_owned(),
    }
}

/// Maximum number of bytes of a SPEC.
pub const LONGEST_SPEC: usize = 4000;

/// Name of the first part of an agent, in messages.
const CLUE_GIVER: &str = "Encryptor";

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Spec::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn every_preset_is_made_of_parts_that_exist_and_values_that_are_allowed() {
        for preset in super::super::PRESETS {
            let spec = Spec::parse(preset.name).unwrap();
            for &(key, value) in preset.settings {
                let params = spec.encryptor.values.iter().chain(spec.guesser.values.iter());
                let params: Vec<_> = params.filter(|(param, _)| param.key == key).collect();
                assert!(!params.is_empty(), "{} sets `{key}`, which it does not have", preset.name);
                assert!(params.iter().all(|(param, set)| param.allows(*set) && *set == value));
            }
        }
    }

    #[test]
    fn a_setting_that_is_there_twice_is_refused() {
        for text in ["pragmatic:lambda=0.1,lambda=0.2", "x=random/uniform:blunder=0.1, blunder =0.1"] {
            assert!(refused(text).contains("is set twice"), "{text}");
        }
        assert!(Spec::parse("margin:salt=1/bayes:blunder=0.1").is_ok());
    }

    #[test]
    fn what_is_displayed_is_read_back() {
        for text in [
            "human",
            "a=margin:top=3",
            "margin:salt=7,blunder=0.5",
            "random:salt=4294967295/uniform",
            "x=nearest/history:sharpness=3",
            "pragmatic:lambda=0.25",
            "margin/bayes:candidates=open",
            "random:pace=5",
            "margin:space=wiki,top=3",
            "margin/bayes:space=news",
            "margin:associations=norms,top=3",
        ] {
            let spec = Spec::parse(text).unwrap();
            let again = Spec::parse(&spec.to_string()).unwrap();
            assert_eq!((again.encryptor, again.guesser), (spec.encryptor, spec.guesser));
        }
    }

    #[test]
    fn kinds_without_associations_refuse_a_table_of_them() {
        for text in
            ["random:associations=n", "margin/history:associations=n", "margin/uniform:associations=n"]
        {
            let error = refused(text);
            assert!(
                error.contains("takes no associations; those that do: nearest, nearest-k, margin,"),
                "{error}"
            );
            assert!(error.ends_with("bayes, adaptive, levelk, robust, minds"), "{error}");
        }
        let half = Spec::parse("margin:associations=n/history").unwrap();
        assert_eq!((half.encryptor.associations(), half.guesser.associations()), (Some("n"), None));
    }

    #[test]
    fn a_preset_sets_both_parts() {
        let spec = Spec::parse("human:sigma=0.05").unwrap();
        assert_eq!(spec.encryptor.values.get("sigma"), 0.05);
        assert_eq!(spec.guesser.values.get("sigma"), 0.05);
    }

    #[test]
    fn errors_name_the_wrong_word_and_suggest_the_right_one() {
        assert!(refused("margn").starts_with("unknown preset `margn` (did you mean `margin`?)"));
        assert_eq!(refused("sampler"), "`sampler` is an Encryptor without a guesser; write `sampler/bayes`");
        assert_eq!(refused("history"), "`history` is a guesser without an Encryptor; write `margin/history`");
        assert!(
            refused("human/history")
                .starts_with("`human` is a whole agent, where an Encryptor is expected; write")
        );
        assert!(
            refused("margin/human")
                .starts_with("`human` is a whole agent, where a guesser is expected; write `…/")
        );
        assert!(refused("bayes/bayes").contains("which comes after the `/`"));
        assert!(refused("margin/random").contains("`random`"));
        for label in ["a\u{1b}[2J", "margin\u{200b}", "mar\u{2060}gin", "\u{feff}a"] {
            let refusal = refused(&format!("{label}=margin"));
            assert!(refusal.ends_with("a label must not have an invisible character"), "{refusal}");
        }
        assert!(refused(&format!("{}=margin", "x".repeat(101))).ends_with("at most 100 characters"));
        assert!(refused(&format!("margin:{}", "top=3,".repeat(1000))).ends_with("longer than 4,000 bytes"));
        assert!(refused("margin/bayse").starts_with("unknown guesser `bayse` (did you mean `bayes`?)"));
        assert!(refused("margin:topp=3").contains("no parameter `topp` (did you mean `top`?)"));
        assert!(refused("margin:top=0").contains("it takes a whole number from 1 to 256"));
        assert!(refused("margin:top=2.5").contains("top = 2.5 is not a whole number; it takes"));
        assert!(refused("margin:top=many").contains("top = many is not a whole number; it takes"));
        assert!(refused("nearest/bayes:candidates=dick").contains("it takes one of deck, open"));
        assert!(refused("nearest/bayes:candidates=1").contains("it takes one of deck, open"));
        assert!(refused("random:top=1").ends_with("it has blunder, pace, pace_spread, salt, space"));
        assert!(refused("nearest/uniform:top=1").ends_with("it has blunder, salt, space"));
        assert!(refused("margin/bayes:top=1").contains("it has alpha, associations, beta,"));
        assert!(refused("margin:space=a=b").contains("it takes the name of another space"));
        assert!(refused("margin:top=3,space=a\rb").contains("space"));
        assert!(refused("margin:slat=1").contains("did you mean `salt`?"));
        assert!(refused("margin:salt=-1").contains("it takes a whole number from 0 to 4294967295"));
        assert!(refused("margin:top").contains("key=value"));
        assert!(Spec::parse("margin:top=8.0").is_ok(), "decimals of zero are read");
        assert!(refused("margin:top=300").contains("top = 300 is out of range; it takes"));
        assert!(refused("margin:beta=x").contains("beta = x is not a number; it takes a number from"));
        assert!(
            refused("margin:beta=9,5").contains("write beta=9.5 with a point, or beta=95 without a comma")
        );
        assert!(refused("margin:beta=1.234,5").contains("write settings as key=value"));
        assert!(refused("=margin").contains("is not an agent"));
    }
}
