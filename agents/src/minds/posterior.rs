//! Decoding of three clues among four keywords.

use overhear_engine::rules::Code;

/// Number of keywords of a team.
const KEYWORDS: usize = 4;

/// Returns P(code | clues) for each code of [`Code::ALL`], all being equally likely before: `log_probs` holds ln P(clue | keyword) of the
/// three clues in the order in which they were read, for each of the four keywords. A clue of which nothing is known has the same value
/// for all keywords.
///
/// ```
/// use overhear_agents::minds::code_posterior;
/// use overhear_engine::rules::Code;
/// let logs = [[0.0, -9.0, -9.0, -9.0], [-9.0, -9.0, 0.0, -9.0], [-9.0, 0.0, -9.0, -9.0]];
/// let posterior = code_posterior(&logs);
/// let best = (0..Code::COUNT).max_by(|&a, &b| posterior[a].total_cmp(&posterior[b])).expect("24 codes");
/// assert_eq!(Code::ALL[best].to_string(), "1-3-2");
/// ```
pub fn code_posterior(log_probs: &[[f64; KEYWORDS]; 3]) -> [f64; Code::COUNT] {
    let sums = Code::ALL
        .map(|code| code.slots().iter().zip(log_probs).map(|(slot, logs)| logs[slot.index()]).sum::<f64>());
    let highest = sums.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let weights = sums.map(|sum| libm::exp(sum - highest));
    let total: f64 = weights.iter().sum();
    weights.map(|weight| weight / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_knowledge_all_codes_are_alike() {
        let posterior = code_posterior(&[[-3.0; 4], [-7.0; 4], [-1.0; 4]]);
        assert!(posterior.iter().all(|share| (share - 1.0 / 24.0).abs() < 1e-12), "{posterior:?}");
    }

    #[test]
    fn each_code_gets_the_product_of_its_clues() {
        let logs =
            [[0.1, 0.4, 0.3, 0.2], [0.5, 0.1, 0.1, 0.3], [0.2, 0.2, 0.5, 0.1]].map(|row| row.map(libm::log));
        let posterior = code_posterior(&logs);
        let place =
            |code: &str| Code::ALL.iter().position(|known| known.to_string() == code).expect("a code");
        let ratio = posterior[place("2-1-3")] / posterior[place("3-4-2")];
        assert!((ratio - (0.4 * 0.5 * 0.5) / (0.3 * 0.3 * 0.2)).abs() < 1e-9, "{ratio}");
        assert!((posterior.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
