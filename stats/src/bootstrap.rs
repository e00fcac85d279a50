//! A bootstrap interval for a share whose trials come in clusters: whole clusters are resampled (Efron 1979;
//! Field & Welsh 2007 for clusters).

use crate::MeanMoments;
use crate::clustered::bounded_interval;
use crate::draws::RandomStream;
use crate::interval::Interval;

/// Returns the 95 % percentile interval of (Σ successes) / (Σ trials) over `resamples` draws.
///
/// Each cluster is (successes, trials); a draw takes as many clusters as there are, with replacement. The
/// interval is no narrower than that of independent trials with the same variance. It is also no narrower
/// than the rule of three allows: clusters without a failure do not rule one out.
///
/// Returns `None` without a trial or without resamples.
///
/// ```
/// use overhear_stats::bootstrap_share;
/// let games = [(3, 4), (1, 4), (4, 4), (0, 4), (2, 4), (3, 4)];
/// let interval = bootstrap_share(&games, 2000, 1).unwrap();
/// assert!(interval.contains(13.0 / 24.0) && interval.width() > 0.2);
/// assert_eq!(bootstrap_share(&games, 2000, 1), Some(interval));
/// assert_eq!(bootstrap_share(&[], 2000, 1), None);
/// ```
pub fn bootstrap_share(clusters: &[(u64, u64)], resamples: u32, seed: u64) -> Option<Interval> {
    if resamples == 0 || clusters.iter().all(|&(_, trials)| trials == 0) {
        return None;
    }
    let mut draws = RandomStream::new(seed);
    let mut shares: Vec<f64> = (0..resamples).filter_map(|_| share_of_a_draw(clusters, &mut draws)).collect();
    shares.sort_by(f64::total_cmp);
    // Nearest-rank quantiles of the sorted shares.
    let last = shares.len().checked_sub(1)?;
    let [low, high] = [0.025, 0.975].map(|quantile| shares[(quantile * last as f64).round() as usize]);
    Some(Interval::new(low, high).hull(bounded(clusters)))
}

/// Returns the interval of independent trials with the variance of these clusters; at least one cluster must
/// have trials.
fn bounded(clusters: &[(u64, u64)]) -> Interval {
    let (won, trials) = clusters.iter().fold((0_u64, 0_u64), |(all_won, all_trials), &(won, trials)| {
        (all_won.saturating_add(won), all_trials.saturating_add(trials))
    });
    let share = won as f64 / trials as f64;
    let mut moments = MeanMoments::default();
    clusters.iter().for_each(|&(won, trials)| moments.record(won as f64, trials as f64));
    let se = moments.estimate().map_or(0.0, |mean| mean.se);
    bounded_interval(share, se, moments.deals as f64, Interval::UNIT, 0.95)
}

fn share_of_a_draw(clusters: &[(u64, u64)], draws: &mut RandomStream) -> Option<f64> {
    let (mut successes, mut trials) = (0, 0);
    for _ in clusters {
        let place = (draws.uniform() * clusters.len() as f64) as usize;
        let (won, tried) = clusters[place.min(clusters.len() - 1)];
        (successes, trials) = (won.saturating_add(successes), tried.saturating_add(trials));
    }
    (trials > 0).then(|| successes as f64 / trials as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wilson;

    #[test]
    fn of_single_trials_it_is_about_wilsons_interval() {
        let rows: Vec<(u64, u64)> = (0..400).map(|n| (u64::from(n % 4 == 0), 1)).collect();
        let (bootstrap, wilson) = (bootstrap_share(&rows, 4000, 7).unwrap(), wilson(100, 400).unwrap());
        assert!((bootstrap.low - wilson.low).abs() < 0.01, "{bootstrap:?} {wilson:?}");
        assert!((bootstrap.high - wilson.high).abs() < 0.01, "{bootstrap:?} {wilson:?}");
    }

    #[test]
    fn trials_that_go_together_widen_it() {
        let alone: Vec<(u64, u64)> = (0..400).map(|n| (u64::from(n % 2 == 0), 1)).collect();
        let together: Vec<(u64, u64)> = (0..40).map(|n| (if n % 2 == 0 { 10 } else { 0 }, 10)).collect();
        let width = |clusters: &[(u64, u64)]| bootstrap_share(clusters, 2000, 3).unwrap().width();
        assert!(width(&together) > 2.5 * width(&alone));
    }

    #[test]
    fn success_without_fail_is_not_certain_and_nothing_has_no_interval() {
        let always = bootstrap_share(&[(2, 2); 30], 500, 1).unwrap();
        assert!(always.high == 1.0 && always.low > 0.85 && always.low < 0.95, "{always:?}");
        assert_eq!(bootstrap_share(&[(0, 0)], 500, 1), None);
        assert_eq!(bootstrap_share(&[(1, 2)], 0, 1), None);
    }

    #[test]
    fn clusters_without_trials_say_nothing() {
        let (few, more) = ([(1, 2), (3, 4)], [(1, 2), (0, 0), (3, 4), (0, 0)]);
        assert_eq!(bounded(&more), bounded(&few));
        // Every 16th draw takes only clusters without trials.
        let interval = bootstrap_share(&more, 500, 1).expect("trials");
        assert!(interval.is_within(Interval::UNIT) && interval.contains(4.0 / 6.0), "{interval:?}");
    }
}
