//! Settings of a sequential test, in one word.

use crate::settings::text_item;
use std::str::FromStr;

use overhear_stats::{EloModel, Sprt};
use serde::{Deserialize, Serialize};

use crate::setup::unknown_key;

/// Names of the settings.
const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

/// A planned test and the scale of its hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct SprtSetting {
    /// The test.
    pub sprt: Sprt,
    /// Scale of the hypotheses.
    pub model: EloModel,
}

impl FromStr for SprtSetting {
    type Err = String;

    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`. Only elo1 is required.
    fn from_str(text: &str) -> Result<SprtSetting, String> {
        let mut values: [Option<&str>; KEYS.len()] = [None; KEYS.len()];
        for setting in text.split(',') {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                format!("`{setting}`: write key=value, and decimals with a point, as in elo0=-1.5,elo1=5")
            })?;
            let (key, value) = (key.trim(), value.trim());
            let place = KEYS.iter().position(|&known| known == key);
            let place = place.ok_or_else(|| unknown_key(key, KEYS.into_iter()))?;
            if values[place].replace(value).is_some() {
                return Err(format!("`{key}` is set twice"));
            }
        }
        let model = match values[4] {
            Some(name) => EloModel::named(name)
                .ok_or_else(|| format!("`model` = {name} is neither normalized nor logistic"))?,
            None => EloModel::Normalized,
        };
        let elo0 = number(KEYS[0], values[0], Some(0.0))?;
        let elo1 = number(KEYS[1], values[1], None)?;
        let alpha = number(KEYS[2], values[2], Some(0.05))?;
        let beta = number(KEYS[3], values[3], Some(0.05))?;
        let sprt = Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| error.to_string())?;
        Ok(SprtSetting { sprt, model })
    }
}

/// Returns the number of a setting, or its default.
fn number(key: &str, value: Option<&str>, default: Option<f64>) -> Result<f64, String> {
    match value {
        Some(value) => value.parse().map_err(|_| format!("`{key}` = {value} is not a number")),
        None => default.ok_or_else(|| format!("`{key}` is missing")),
    }
}

impl From<SprtSetting> for String {
    fn from(setting: SprtSetting) -> String {
        setting.to_text()
    }
}

impl TryFrom<String> for SprtSetting {
    type Error = String;

    fn try_from(text: String) -> Result<SprtSetting, String> {
        text.parse()
    }
}

impl SprtSetting {
    /// Returns the test in the format that `from_str` reads.
    pub fn to_text(self) -> String {
        let (hypotheses, (alpha, beta)) = (self.sprt.hypotheses(), self.sprt.error_rates());
        let (elo0, elo1, model) = (hypotheses.low, hypotheses.high, self.model.name());
        format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }

    /// Returns the test in the format that `from_str` reads, without what is left out as a rule.
    pub fn to_short_text(&self) -> String {
        let usual = SprtSetting::from_str("elo1=1").map_or_else(|_| String::new(), SprtSetting::to_text);
        let usual: Vec<&str> = usual.split(',').skip(2).collect();
        let text = self.to_text();
        let parts: Vec<&str> = text.split(',').filter(|part| !usual.contains(part)).collect();
        parts.join(",")
    }

    /// Returns the test in words.
    pub fn describe(&self) -> String {
        let (hypotheses, (alpha, beta)) = (self.sprt.hypotheses(), self.sprt.error_rates());
        let (elo0, elo1, model) = (hypotheses.low, hypotheses.high, self.model.name());
        format!("elo0 {elo0}, elo1 {elo1}, alpha {alpha}, beta {beta}, {model}")
    }
}

text_item!(SprtSetting, Text, SprtSetting::to_short_text);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_has_a_default_and_order_is_free() {
        let full =
            SprtSetting::from_str("model=normalized,beta=0.05,alpha=0.05,elo1=5,elo0=0").expect("a test");
        assert_eq!(SprtSetting::from_str("elo1=5"), Ok(full));
        assert_eq!(full.to_short_text(), "elo0=0,elo1=5");
        assert_eq!(full.describe(), "elo0 0, elo1 5, alpha 0.05, beta 0.05, normalized");
        let other = SprtSetting::from_str("elo0=-5, elo1=0, model=logistic").expect("a test");
        assert_eq!(other.describe(), "elo0 -5, elo1 0, alpha 0.05, beta 0.05, logistic");
        assert_eq!(SprtSetting::from_str(&other.to_text()), Ok(other));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (text, message) in [
            ("", "write key=value"),
            ("elo0=0", "`elo1` is missing"),
            ("elo1=x", "`elo1` = x is not a number"),
            ("elo1=5,elo1=6", "`elo1` is set twice"),
            ("elo1=5,alhpa=0.1", "did you mean `alpha`?"),
            (
                "elo0=5,elo1=5",
                "elo0 = 5.0, elo1 = 5.0: both must lie between -10000 and 10000, and elo1 at least 0.000001 above elo0",
            ),
            ("elo1=5,alpha=0.5,beta=0.5", "alpha = 0.5 and beta = 0.5"),
            ("elo1=5,model=bayes", "`model` = bayes is neither"),
        ] {
            let refusal = SprtSetting::from_str(text).expect_err(text);
            assert!(refusal.contains(message), "{text}: {refusal}");
        }
    }
}
