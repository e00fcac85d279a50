//! A root finder for falling functions.

/// The largest number of steps; bisection alone exhausts an `f64` range in fewer.
const STEPS: usize = 120;

/// Relative step size after which one more Newton step is exact: the remaining error is its square.
const SMALL: f64 = 1e-10;

/// Returns the root of a falling function between two ends; `of` returns the value and the slope.
///
/// The search takes Newton's steps. It halves the range if a step would leave it or be more than half of the
/// last one, so the range shrinks at least geometrically.
///
/// Without a root between the ends, the result is the end nearer to one. It is exactly the high end if the
/// function is not below zero there.
pub(crate) fn falling_root(ends: [f64; 2], of: impl Fn(f64) -> [f64; 2]) -> f64 {
    let [mut low, mut high] = ends;
    if of(high)[0] >= 0.0 {
        return high;
    }
    let (mut here, mut stride) = (f64::midpoint(low, high), high - low);
    let enough = SMALL * stride;
    for _ in 0..STEPS {
        let [value, slope] = of(here);
        let step = -value / slope;
        if step.abs() <= enough {
            return (here + step).clamp(low, high);
        }
        // The root stays between `low` and `high`.
        if value > 0.0 {
            low = here;
        } else {
            high = here;
        }
        let newton = here + step;
        let is_good = low < newton && newton < high && step.abs() <= stride / 2.0;
        let next = if is_good { newton } else { f64::midpoint(low, high) };
        (stride, here) = ((next - here).abs(), next);
    }
    here
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn it_finds_a_root_in_a_few_steps() {
        let steps = Cell::new(0);
        let root = falling_root([0.0, 10.0], |x| {
            steps.set(steps.get() + 1);
            [2.0 - x * x, -2.0 * x]
        });
        assert!((root - 2_f64.sqrt()).abs() < 1e-15 && steps.get() < 10, "{root} {}", steps.get());
    }

    #[test]
    fn the_unit_does_not_matter() {
        for unit in [1e-9, 1e9] {
            let root =
                falling_root([0.0, 10.0 * unit], |x| [2.0 - x * x / (unit * unit), -2.0 * x / (unit * unit)]);
            assert!((root / unit - 2_f64.sqrt()).abs() < 1e-14, "{unit}: {root}");
        }
    }

    #[test]
    fn where_newtons_steps_go_astray_it_halves() {
        let root =
            falling_root([-40.0, 40.0], |x| [-libm::atan(x - 7.5), -1.0 / (1.0 + (x - 7.5) * (x - 7.5))]);
        assert!((root - 7.5).abs() < 1e-12, "{root}");
        let pole = falling_root([0.0, 1.0], |x| [1e-9 - 1e-12 / (1.0 - x), -1e-12 / ((1.0 - x) * (1.0 - x))]);
        assert!((pole - 0.999).abs() < 1e-12, "{pole}");
    }

    #[test]
    fn without_a_root_it_is_the_nearer_end() {
        for (shift, end) in [(5.0, 1.0), (-5.0, 0.0)] {
            let root = falling_root([0.0, 1.0], |x| [shift - x, -1.0]);
            assert!((root - end).abs() < 1e-12, "{root}");
        }
        assert_eq!(falling_root([0.0, 1.0], |_| [0.0, 0.0]).to_bits(), 1.0_f64.to_bits());
    }
}
