//! What a tune has found, in sentences.

use crate::table::{Cell, Frame, fixed, grouped};

/// Whether the tuned agent is stronger than the one it started from, from the row of result.csv; `scale` is that of the test.
pub(super) fn sentences(frame: &Frame, start: &str, scale: &str) -> Vec<String> {
    let number = |column: &str| frame.cell(0, column).number();
    let pairs = match frame.cell(0, "pairs") {
        Cell::Count(pairs) => grouped(*pairs),
        _ => String::new(),
    };
    let verdict = match &*frame.cell(0, "decision").as_csv() {
        "accept_h1" => "The tuned agent is stronger than the one it started from",
        "accept_h0" => {
            "The tuned agent is no stronger than the one it started from, by what the test was to find"
        }
        "no_difference_seen" => "The tuned agent plays exactly as the one it started from",
        _ => "Not known yet whether the tuned agent is stronger than the one it started from",
    };
    let range = match [number("elo"), number("elo_low"), number("elo_high")] {
        [Some(elo), Some(low), Some(high)] => {
            let [elo, low, high] = [elo, low, high].map(|value| fixed(value, 1));
            format!(": {elo} {scale} more than “{start}” ({low} to {high})")
        }
        _ => String::new(),
    };
    let first =
        format!("{verdict}{range}, after {pairs} pairs of games on deals that the climb has not seen.");
    let gain = [number("opponent_gain"), number("opponent_gain_low"), number("opponent_gain_high")];
    let against = match gain {
        [Some(gain), Some(low), Some(high)] => {
            let verdict = match (low > 0.0, high < 0.0) {
                (true, _) => "clearly more",
                (_, true) => "clearly less",
                _ => "not known yet whether more",
            };
            let [gain, low, high] = [gain, low, high].map(|share| fixed(100.0 * share, 1));
            let opponent = frame.cell(0, "opponent").as_csv();
            Some(format!(
                "Against “{opponent}” it has {gain} of 100 points more than that ({low} to {high}): {verdict}."
            ))
        }
        _ => None,
    };
    [Some(first), against].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(decision: &str, gain: [Option<f64>; 3]) -> Frame {
        let mut frame = Frame::of("result.csv");
        let mut row = vec![Cell::text("a:top=3"), Cell::Count(8), Cell::Count(4), Cell::Count(3)];
        row.extend([Cell::text(decision), Cell::Count(1024), Cell::share(0.52)]);
        row.extend([12.34, 4.0, 20.0].map(Cell::elo));
        row.extend([Cell::share(2.9), Cell::text("x"), Cell::share(0.6), Cell::share(0.57)]);
        row.extend(gain.map(Cell::share));
        frame.push(row);
        frame
    }

    #[test]
    fn the_verdict_comes_with_its_range_and_with_what_it_gains_against_another() {
        assert_eq!(
            sentences(&row("accept_h1", [Some(0.03), Some(0.01), Some(0.05)]), "a", "nElo"),
            [
                "The tuned agent is stronger than the one it started from: 12.3 nElo more than “a” (4.0 to 20.0), after 1,024 \
                 pairs of games on deals that the climb has not seen.",
                "Against “x” it has 3.0 of 100 points more than that (1.0 to 5.0): clearly more."
            ]
        );
        let open = sentences(&row("undecided", [None; 3]), "a", "nElo");
        assert_eq!(open.len(), 1);
        assert!(open[0].starts_with("Not known yet whether the tuned agent is stronger"), "{}", open[0]);
    }
}
