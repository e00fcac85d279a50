//! The value of `--sprt`: a sequential test in one word.

use clap::ValueEnum as _;
use overhear_stats::Sprt;

use super::ModelName;
use crate::setup::toml_file::unknown_key;

/// What can be set.
const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

/// A planned test, and the name of its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SprtSetting {
    /// The test.
    pub(crate) sprt: Sprt,
    /// Its scale.
    pub(crate) model: ModelName,
}

impl SprtSetting {
    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`; all but elo1 can be left out.
    pub(crate) fn parse(text: &str) -> Result<SprtSetting, String> {
        let mut values: [Option<&str>; KEYS.len()] = [None; KEYS.len()];
        for setting in text.split(',') {
            let (key, value) = setting
                .split_once('=')
                .ok_or_else(|| format!("`{setting}`: write key=value, as in elo0=0,elo1=5"))?;
            let (key, value) = (key.trim(), value.trim());
            let place = KEYS.iter().position(|&known| known == key);
            let place = place.ok_or_else(|| unknown_key(key, KEYS.into_iter()))?;
            if values[place].replace(value).is_some() {
                return Err(format!("`{key}` is set twice"));
            }
        }
        let number = |place: usize, default: Option<f64>| match values[place] {
            Some(value) => value.parse().map_err(|_| format!("`{}` = {value} is no number", KEYS[place])),
            None => default.ok_or_else(|| format!("`{}` is missing", KEYS[place])),
        };
        let model = match values[4] {
            Some(name) => ModelName::from_str(name, false)
                .map_err(|_| format!("`model` = {name} is neither normalized nor logistic"))?,
            None => ModelName::Normalized,
        };
        let (elo0, elo1) = (number(0, Some(0.0))?, number(1, None)?);
        let (alpha, beta) = (number(2, Some(0.05))?, number(3, Some(0.05))?);
        let sprt = Sprt::new(elo0, elo1, alpha, beta, model.model()).map_err(|error| error.to_string())?;
        Ok(SprtSetting { sprt, model })
    }

    /// The test as it is written on the command line.
    pub(crate) fn to_text(self) -> String {
        let (hypotheses, (alpha, beta)) = (self.sprt.hypotheses(), self.sprt.error_rates());
        let (elo0, elo1, model) = (hypotheses.low, hypotheses.high, self.model.name());
        format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }

    /// The test in words.
    pub(crate) fn describe(&self) -> String {
        let (hypotheses, (alpha, beta)) = (self.sprt.hypotheses(), self.sprt.error_rates());
        let (elo0, elo1, model) = (hypotheses.low, hypotheses.high, self.model.name());
        format!("elo0 {elo0}, elo1 {elo1}, alpha {alpha}, beta {beta}, {model}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_has_a_default_and_order_is_free() {
        let full = SprtSetting::parse("model=normalized,beta=0.05,alpha=0.05,elo1=5,elo0=0").expect("a test");
        assert_eq!(SprtSetting::parse("elo1=5"), Ok(full));
        assert_eq!(full.describe(), "elo0 0, elo1 5, alpha 0.05, beta 0.05, normalized");
        let other = SprtSetting::parse("elo0=-5, elo1=0, model=logistic").expect("a test");
        assert_eq!(other.describe(), "elo0 -5, elo1 0, alpha 0.05, beta 0.05, logistic");
        assert_eq!(SprtSetting::parse(&other.to_text()), Ok(other));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (text, message) in [
            ("", "write key=value"),
            ("elo0=0", "`elo1` is missing"),
            ("elo1=x", "`elo1` = x is no number"),
            ("elo1=5,elo1=6", "`elo1` is set twice"),
            ("elo1=5,alhpa=0.1", "did you mean `alpha`?"),
            ("elo0=5,elo1=5", "elo0 = 5 must be less than elo1 = 5"),
            ("elo1=5,alpha=0.5,beta=0.5", "alpha = 0.5 and beta = 0.5"),
            ("elo1=5,model=bayes", "`model` = bayes is neither"),
        ] {
            let found = SprtSetting::parse(text).expect_err(text);
            assert!(found.contains(message), "{text}: {found}");
        }
    }
}
