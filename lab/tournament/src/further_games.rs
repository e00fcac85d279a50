//! How many more games could decide a measure.

use overhear_stats::Interval;

/// Estimates the number of games beyond the planned ones that would establish the difference or the
/// equivalence, if it stays as it is after `games`. The interval shrinks with the square root of the games.
/// Rounded to one digit; `None` if the planned games may suffice, or above a hundred million.
pub fn further_games(
    [games, planned]: [u64; 2],
    difference: f64,
    interval: Interval,
    margin: f64,
) -> Option<u64> {
    let target = difference.abs().max(margin - difference.abs());
    let needed = games as f64 * (1.25 * interval.half_width() / target).powi(2);
    let more = needed - planned as f64;
    if !(more.is_finite() && more < 1e8) || (more <= 0.0 && games < planned) {
        return None;
    }
    let mut unit = 100;
    while more >= 10.0 * unit as f64 {
        unit *= 10;
    }
    Some(((more / unit as f64).ceil().max(1.0)) as u64 * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_as_narrow_takes_four_times_as_many_games() {
        let wide = Interval { low: -0.03, high: 0.05 };
        // 1,000 · (1.25 · 0.04 / 0.01)² = 25,000.
        assert_eq!(further_games([1000, 1000], 0.01, wide, 0.005), Some(30_000));
        assert_eq!(further_games([1000, 20_000], 0.01, wide, 0.005), Some(5000));
        assert_eq!(further_games([1000, 50_000], 0.01, wide, 0.005), None, "it goes on anyway");
        assert_eq!(further_games([1000, 1000], 0.0, wide, 0.0), None);
    }
}
