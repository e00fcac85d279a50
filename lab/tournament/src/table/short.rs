//! Shortened labels.

/// Returns a label of at most `most` characters. A longer one keeps its beginning and its end, in which
/// variants of an agent differ.
pub fn shortened(label: &str, most: usize) -> String {
    let letters: Vec<char> = label.chars().collect();
    if letters.len() <= most {
        return label.to_owned();
    }
    let kept = most.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    letters[..head].iter().chain(['…'].iter()).chain(&letters[letters.len() - tail..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_an_agent_can_be_told_apart() {
        let short = ["margin:alpha=0.25", "margin:alpha=0.75", "margin"].map(|label| shortened(label, 11));
        assert_eq!(short, ["margi…=0.25", "margi…=0.75", "margin"]);
        assert_eq!([0, 1, 2, 3].map(|most| shortened("human", most)), ["…", "…", "h…", "h…n"]);
    }
}
