//! Distribution functions: the normal through `libm`, quantiles through `statrs`.

use core::f64::consts::{PI, SQRT_2};

use statrs::distribution::{Beta, ChiSquared, ContinuousCDF, Gamma, StudentsT};
use statrs::function::erf::erfc_inv;

/// Returns the standard normal distribution function Φ(x), accurate in relative terms in the lower tail.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// Returns ln Φ(x), finite for every finite `x`; below −30 by the asymptotic series of Mills' ratio.
pub(crate) fn ln_normal_cdf(x: f64) -> f64 {
    if x > -30.0 {
        return libm::log(normal_cdf(x));
    }
    let inverse_square = 1.0 / (x * x);
    let series = 1.0 - inverse_square * (1.0 - inverse_square * (3.0 - 15.0 * inverse_square));
    -0.5 * x * x - libm::log(-x * (2.0 * PI).sqrt()) + libm::log(series)
}

/// Returns the point below which a standard normal variable falls with probability `p`.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    -SQRT_2 * erfc_inv(2.0 * p)
}

/// Returns the point below which Student's t with `freedom` degrees falls with probability `p`.
///
/// From 200 degrees on, the expansion of Cornish and Fisher is used; its error there is below 1e-10 at 95 %.
/// Zero degrees give infinity with the sign of `p` − ½.
pub(crate) fn student_quantile(p: f64, freedom: u64) -> f64 {
    const EXPANSION_FROM: u64 = 200;
    if freedom >= EXPANSION_FROM {
        return expanded_student_quantile(normal_quantile(p), freedom as f64);
    }
    match StudentsT::new(0.0, 1.0, freedom as f64) {
        Ok(student) => student.inverse_cdf(p),
        Err(_) => f64::INFINITY.copysign(p - 0.5),
    }
}

fn expanded_student_quantile(z: f64, freedom: f64) -> f64 {
    let w = z * z;
    let terms = [
        (w + 1.0) / 4.0,
        ((5.0 * w + 16.0) * w + 3.0) / 96.0,
        (((3.0 * w + 19.0) * w + 17.0) * w - 15.0) / 384.0,
        ((((79.0 * w + 776.0) * w + 1482.0) * w - 1920.0) * w - 945.0) / 92_160.0,
    ];
    z * (1.0 + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom))
}

/// Returns the distribution function of Student's t with `freedom` degrees; ½ at zero degrees.
pub(crate) fn student_cdf(t: f64, freedom: u64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom as f64).map_or(0.5, |student| student.cdf(t))
}

/// Returns the probability that a beta variable with these parameters lies below `x`; ½ if they are not
/// positive.
pub(crate) fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    Beta::new(a, b).map_or(0.5, |beta| beta.cdf(x))
}

/// Returns the point below which a beta variable with these parameters falls with probability `p`; `p` if
/// they are not positive.
pub(crate) fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    Beta::new(a, b).map_or(p, |beta| beta.inverse_cdf(p))
}

/// Returns the probability that χ² with `freedom` degrees exceeds `value`; 1 at zero degrees.
pub(crate) fn chi_square_tail(value: f64, freedom: u64) -> f64 {
    ChiSquared::new(freedom as f64).map_or(1.0, |square| square.sf(value))
}

/// Returns the point below which χ² with `freedom` degrees falls with probability `p`.
///
/// Returns `None` at zero degrees or if `p` is outside (0, 1).
///
/// ```
/// let quantile = overhear_stats::chi_square_quantile(0.95, 10).expect("ten degrees");
/// assert!((quantile - 18.307_038).abs() < 1e-5);
/// assert_eq!(overhear_stats::chi_square_quantile(0.95, 0), None);
/// ```
pub fn chi_square_quantile(p: f64, freedom: u64) -> Option<f64> {
    let square = ChiSquared::new(freedom as f64).ok()?;
    (p > 0.0 && p < 1.0).then(|| square.inverse_cdf(p))
}

/// Returns the largest Poisson mean under which no more than `events` are seen with probability `alpha`.
///
/// `events` need not be whole. From 1000 on, the cube formula of Wilson and Hilferty is used; its relative
/// error there is below 1e-6.
pub(crate) fn poisson_upper(alpha: f64, events: f64) -> f64 {
    const CUBE_FROM: f64 = 1000.0;
    let shape = events + 1.0;
    match Gamma::new(shape, 1.0) {
        Ok(gamma) if events < CUBE_FROM => gamma.inverse_cdf(1.0 - alpha),
        _ => {
            let root = 1.0 - 1.0 / (9.0 * shape) + normal_quantile(1.0 - alpha) / (3.0 * shape.sqrt());
            shape * root * root * root
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z95;

    #[test]
    fn normal_functions_match_the_tables() {
        assert!((normal_cdf(Z95) - 0.975).abs() < 1e-15);
        assert!((normal_quantile(0.975) - Z95).abs() < 1e-12);
        assert!((normal_quantile(0.5)).abs() < 1e-15);
        assert!((normal_cdf(-10.0) / 7.619_853_024_160_527e-24 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_tail_series_joins_the_direct_form() {
        let (before, after) = (ln_normal_cdf(-29.999_999_9), ln_normal_cdf(-30.000_000_1));
        assert!((before - after).abs() < 1e-5 && before > after);
        assert!(ln_normal_cdf(-1000.0).is_finite());
    }

    #[test]
    fn poisson_bounds_match_the_tables() {
        for (events, expected) in [(0.0, 2.995_732_27), (1.0, 4.743_864_5), (10.0, 16.962_219_2)] {
            assert!((poisson_upper(0.05, events) - expected).abs() < 1e-6, "{events}");
        }
        let (before, after) = (poisson_upper(0.05, 999.999), poisson_upper(0.05, 1000.001));
        assert!((before - after).abs() < 0.02, "{before} {after}");
    }

    #[test]
    fn s5_the_exact_bound_of_no_success_is_a_beta_quantile() {
        let clopper_pearson =
            |successes: f64, trials: f64| beta_quantile(0.975, successes + 1.0, trials - successes);
        assert!((clopper_pearson(0.0, 100_000.0) - 3.688_8e-5).abs() < 5e-10);
        assert!((clopper_pearson(0.0, 20.0) - (1.0 - libm::pow(0.025, 0.05))).abs() < 1e-12);
    }

    #[test]
    fn chi_square_tails_match_the_tables() {
        for (value, freedom, expected) in [(3.841_459, 1, 0.05), (18.307_038, 10, 0.05), (318_229.0, 14, 0.0)]
        {
            assert!((chi_square_tail(value, freedom) - expected).abs() < 1e-7, "{value}");
        }
    }

    #[test]
    fn student_quantiles_match_the_tables() {
        for (freedom, expected) in
            [(1, 12.706_204_736), (2, 4.302_652_730), (10, 2.228_138_852), (1000, 1.962_339_081)]
        {
            assert!((student_quantile(0.975, freedom) - expected).abs() < 1e-8, "{freedom}");
        }
        assert!((student_quantile(0.975, 3_000) - 1.960_755_055_321).abs() < 1e-11);
        assert!(student_quantile(0.975, 0).is_infinite());
    }

    #[test]
    fn every_term_of_the_expansion_counts() {
        for p in [0.9, 0.975, 0.995] {
            let exact = student_quantile(p, 40);
            let quantile = expanded_student_quantile(normal_quantile(p), 40.0);
            assert!((quantile - exact).abs() < 1e-7, "{p}: {quantile} {exact}");
        }
    }

    #[test]
    fn student_cdf_inverts_its_quantile() {
        for freedom in [1, 4, 60, 199, 200, 5_000] {
            let probability = student_cdf(student_quantile(0.9, freedom), freedom);
            assert!((probability - 0.9).abs() < 1e-9, "{freedom} {probability}");
        }
    }

    #[test]
    fn chi_square_has_quantiles_between_zero_and_one_only() {
        assert!((chi_square_quantile(0.95, 1).expect("one degree") - 3.841_459).abs() < 1e-6);
        for p in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
            assert_eq!(chi_square_quantile(p, 3), None, "{p}");
        }
        assert_eq!(chi_square_quantile(0.5, 0), None);
    }
}
