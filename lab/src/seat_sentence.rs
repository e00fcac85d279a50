//! The sentence on who has the better seat.

use overhear_stats::Interval;

use crate::table::fixed;

/// Default margin of White's score: the default equivalence margin as a share.
pub const SEAT_MARGIN: f64 = crate::paired::MARGIN / 100.0;

/// Decimals of a share in percent in tables.
pub const TABLE_PLACES: usize = 1;

/// Returns a verdict on White's seat under some rules. `score` is White's, in 0..=1; seats are even where the whole interval lies within
/// `margin` of one half. Numbers have as many decimals as wherever else they are shown on the screen: one in tables.
pub fn seat_sentence(score: f64, interval: Interval, margin: f64, places: usize) -> String {
    let Interval { low, high } = interval;
    let [score_text, low_text, high_text] = [score, low, high].map(|share| fixed(100.0 * share, places));
    let numbers = format!("White scores {score_text} of 100 points ({low_text} to {high_text})");
    let even = 0.5;
    if (low - even).abs() < margin && (high - even).abs() < margin {
        format!("Neither seat has an advantage: {numbers}.")
    } else if low > even {
        format!("White has an advantage: {numbers}.")
    } else if high < even {
        format!("Black has an advantage: {numbers}.")
    } else {
        let most = rounded_up(100.0 * (low - even).abs().max((high - even).abs()), places);
        format!(
            "No clear first-seat advantage; if there is one, it is under {most} points of 100: {numbers}."
        )
    }
}

/// Returns a number in decimals that it does not exceed.
fn rounded_up(number: f64, places: usize) -> String {
    let unit = if places == 0 { 1.0 } else { libm::pow(10.0, places as f64) };
    fixed(libm::ceil(number * unit - 1e-9) / unit, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_better_even_or_not_known() {
        let sentence = |low, high| seat_sentence(f64::midpoint(low, high), Interval { low, high }, 0.01, 0);
        assert!(
            sentence(0.51, 0.53)
                .starts_with("White has an advantage: White scores 52 of 100 points (51 to 53)")
        );
        assert!(sentence(0.45, 0.48).starts_with("Black has an advantage"));
        assert!(sentence(0.495, 0.505).starts_with("Neither seat"));
        assert_eq!(
            sentence(0.48, 0.534),
            "No clear first-seat advantage; if there is one, it is under 4 points of 100: White scores 51 of 100 points (48 to 53)."
        );
    }
}
