//! The chances that a giver states of its clues: to be understood, and to be overheard.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use overhear_engine::game::EncryptorView;
use overhear_engine::rules::{Code, Half, Side};

use crate::reply::Reply;

/// The chances of clues, as their giver has stated them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StatedChances {
    /// Probability that the own team guesses the code.
    pub understood: Option<f64>,
    /// Probability that the opponents intercept it.
    pub overheard: Option<f64>,
}

impl StatedChances {
    /// Returns the chances in a reply, `None` if it has none.
    ///
    /// # Errors
    /// Returns a description of a number that is no probability.
    pub(crate) fn read(reply: &Reply) -> Result<Option<StatedChances>, String> {
        let understood = reply.p_understood.map(|p| probability("p_understood", p)).transpose()?;
        let overheard = reply.p_overheard.map(|p| probability("p_overheard", p)).transpose()?;
        let is_stated = understood.is_some() || overheard.is_some();
        Ok(is_stated.then_some(StatedChances { understood, overheard }))
    }
}

/// Returns the number under a key of a reply if it is a probability.
pub(crate) fn probability(key: &str, p: f64) -> Result<f64, String> {
    let is_probability = (0.0..=1.0).contains(&p);
    is_probability.then_some(p).ok_or_else(|| format!("`{key}` is not a probability from 0 to 1"))
}

/// A time at which a giver is asked for clues.
#[derive(Clone, Copy, Debug)]
pub struct ClueTurn<'a> {
    /// The giver's team.
    pub side: Side,
    /// The noise seed of the clue giver.
    pub noise_seed: u64,
    /// The round, from 1.
    pub round: u8,
    /// The code.
    pub code: Code,
    /// The halves of earlier rounds.
    pub history: &'a [Half],
}

impl<'a> ClueTurn<'a> {
    pub(crate) fn of(view: &EncryptorView<'a>) -> ClueTurn<'a> {
        ClueTurn {
            side: view.seat().side(),
            noise_seed: view.seat().noise_seed(),
            round: view.round(),
            code: view.code(),
            history: view.record().halves(),
        }
    }

    /// Returns a number that differs from those of other turns of a run. It is never stored.
    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.side.index(), self.noise_seed, self.round, self.code.index(), self.history).hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<StatedChances>, String> {
        StatedChances::read(&serde_json::from_str(line).expect("a reply"))
    }

    #[test]
    fn a_chance_is_stated_or_not_and_lies_from_0_to_1() {
        assert_eq!(read("{\"id\":0,\"clues\":[1,2,3]}"), Ok(None));
        let stated = read("{\"id\":0,\"clues\":[1,2,3],\"p_overheard\":1}").expect("a chance");
        assert_eq!(stated, Some(StatedChances { understood: None, overheard: Some(1.0) }));
        for wrong in ["\"p_overheard\":1.01", "\"p_understood\":-0.1"] {
            let refused = read(&format!("{{\"id\":0,\"clues\":[1,2,3],{wrong}}}"));
            assert!(refused.is_err_and(|why| why.contains("is not a probability")), "{wrong}");
        }
    }

    #[test]
    fn turns_differ_by_giver_round_code_and_history() {
        let half = |code: usize| Half {
            round: 1,
            side: Side::White,
            clues: [None; 3],
            guess: Code::ALL[0],
            interception: None,
            code: Code::ALL[code],
            forfeited: false,
        };
        let histories = [vec![], vec![half(1)], vec![half(2)]];
        let mut digests = std::collections::HashSet::new();
        for history in &histories {
            for (side, noise_seed, round, code) in [
                (Side::White, 1, 1, 0),
                (Side::Black, 1, 1, 0),
                (Side::White, 2, 1, 0),
                (Side::White, 1, 2, 0),
            ] {
                let turn = ClueTurn { side, noise_seed, round, code: Code::ALL[code], history };
                assert_eq!(turn.digest(), turn.digest());
                assert!(digests.insert(turn.digest()), "{turn:?}");
            }
        }
    }
}
