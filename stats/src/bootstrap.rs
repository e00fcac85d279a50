//! An interval for a share whose trials come in clusters, by drawing whole clusters again (Efron 1979; Field & Welsh
//! 2007 for clusters).

use crate::bounded::{all_alike, two_sided};
use crate::draws::Draws;
use crate::interval::Interval;

/// The 95 % percentile interval of (Σ successes) / (Σ trials) over `resamples` draws of as many clusters as there are,
/// with replacement, and no narrower than the rule of three allows: what never failed in so many clusters may fail in the
/// next. Each cluster is (successes, trials). `None` without a trial.
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
    let mut draws = Draws::new(seed);
    let mut shares: Vec<f64> = (0..resamples).filter_map(|_| share_of_a_draw(clusters, &mut draws)).collect();
    shares.sort_by(f64::total_cmp);
    let at = |quantile: f64| shares[(quantile * (shares.len() - 1) as f64).round() as usize];
    let tried = clusters.iter().filter(|&&(_, trials)| trials > 0).count() as f64;
    let sum = |of: fn(&(u64, u64)) -> u64| clusters.iter().map(of).fold(0, u64::saturating_add) as f64;
    let share = sum(|&(won, _)| won) / sum(|&(_, trials)| trials);
    (!shares.is_empty())
        .then(|| Interval::new(at(0.025), at(0.975)).hull(all_alike(share, tried, two_sided(0.95, 0.0))))
}

/// The 2.5 % and 97.5 % quantiles of a statistic over `resamples` draws of as many clusters as there are, with
/// replacement; draws of which the statistic is nothing, or NaN, are left out. Nothing if all are, or without a cluster.
///
/// ```
/// use overhear_stats::bootstrap;
/// let losses = [(2.0, 4), (1.0, 3), (5.0, 4), (0.5, 2)];
/// let mean = |drawn: &[&(f64, u32)]| {
///     let halves: u32 = drawn.iter().map(|(_, halves)| halves).sum();
///     Some(drawn.iter().map(|(loss, _)| loss).sum::<f64>() / f64::from(halves))
/// };
/// let interval = bootstrap(&losses, 2000, 1, mean).expect("clusters");
/// assert!(interval.contains(8.5 / 13.0) && interval.width() > 0.3);
/// ```
pub fn bootstrap<T>(
    clusters: &[T],
    resamples: u32,
    seed: u64,
    statistic: impl Fn(&[&T]) -> Option<f64>,
) -> Option<Interval> {
    let last = clusters.len().checked_sub(1)?;
    let mut stream = Draws::new(seed);
    let mut found: Vec<f64> = (0..resamples)
        .filter_map(|_| {
            let place = |_: &T| ((stream.uniform() * clusters.len() as f64) as usize).min(last);
            let sample: Vec<&T> = clusters.iter().map(place).map(|place| &clusters[place]).collect();
            statistic(&sample).filter(|found| !found.is_nan())
        })
        .collect();
    found.sort_by(f64::total_cmp);
    let at = |quantile: f64| found.get((quantile * (found.len().max(1) - 1) as f64).round() as usize);
    Some(Interval::new(*at(0.025)?, *at(0.975)?))
}

fn share_of_a_draw(clusters: &[(u64, u64)], draws: &mut Draws) -> Option<f64> {
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
    fn a_statistic_of_clusters_varies_as_clusters_do() {
        let numbers: Vec<f64> = (0..400).map(|n| f64::from(n % 20)).collect();
        let mean = |drawn: &[&f64]| Some(drawn.iter().copied().sum::<f64>() / drawn.len() as f64);
        let found = bootstrap(&numbers, 4000, 3, mean).unwrap();
        let half = crate::Z95 * (33.25_f64 / 400.0).sqrt();
        assert!(
            (found.low - (9.5 - half)).abs() < 0.05 && (found.high - (9.5 + half)).abs() < 0.05,
            "{found:?}"
        );
        assert_eq!(bootstrap(&[], 100, 3, mean), None);
        assert_eq!(bootstrap(&numbers, 100, 3, |_: &[&f64]| None), None);
        assert_eq!(bootstrap(&numbers, 100, 3, |_: &[&f64]| Some(f64::NAN)), None);
    }

    #[test]
    fn a_draw_without_a_number_is_left_out() {
        let clusters: Vec<f64> = (0..8).map(f64::from).collect();
        let with = |unknown: Option<f64>| {
            let statistic =
                |drawn: &[&f64]| if *drawn[0] < 4.0 { unknown } else { Some(drawn.iter().copied().sum()) };
            bootstrap(&clusters, 500, 3, statistic).unwrap()
        };
        assert_eq!(with(Some(f64::NAN)), with(None));
        assert!(with(None).width() > 1.0);
    }

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
}
