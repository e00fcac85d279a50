//! The smallest and the largest of several estimates, named where they are known.

use overhear_stats::Interval;

use super::wording::quoted;

/// Returns `the fewest at “a”, the most at “b”`, with the words given for least and most. An end is left out if its
/// interval overlaps another: the order is then not known. Returns `None` if neither end is known.
pub(crate) fn extremes_phrase(places: &[(&str, Interval)], [least, most]: [&str; 2]) -> Option<String> {
    let known = [(lowest(places), least), (highest(places), most)];
    let named =
        known.into_iter().filter_map(|(place, word)| Some(format!("the {word} at {}", quoted(place?))));
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| named.join(", "))
}

/// Returns the place whose interval lies below all others; `None` for a single place.
fn lowest<'a>(places: &[(&'a str, Interval)]) -> Option<&'a str> {
    apart(places, |own, other| own.high < other.low)
}

/// Returns the place whose interval lies above all others; `None` for a single place.
fn highest<'a>(places: &[(&'a str, Interval)]) -> Option<&'a str> {
    apart(places, |own, other| own.low > other.high)
}

fn apart<'a>(
    places: &[(&'a str, Interval)],
    is_apart: impl Fn(Interval, Interval) -> bool,
) -> Option<&'a str> {
    let mut candidates = places.iter().enumerate();
    let (_, &(place, _)) = candidates.find(|&(n, &(_, own))| {
        places.iter().enumerate().all(|(m, &(_, other))| m == n || is_apart(own, other))
    })?;
    (places.len() > 1).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(ends: &[(f64, f64)]) -> Option<String> {
        let places: Vec<(&str, Interval)> =
            ["a", "b", "c"].into_iter().zip(ends.iter().map(|&(low, high)| Interval { low, high })).collect();
        extremes_phrase(&places, ["fewest", "most"])
    }

    #[test]
    fn an_end_is_named_if_its_interval_stands_alone() {
        assert_eq!(
            named(&[(1.0, 2.0), (2.5, 3.0), (4.0, 5.0)]).as_deref(),
            Some("the fewest at “a”, the most at “c”")
        );
        assert_eq!(named(&[(1.0, 2.0), (2.5, 4.0), (3.0, 5.0)]).as_deref(), Some("the fewest at “a”"));
        assert_eq!(named(&[(4.0, 6.0), (1.0, 2.5), (2.0, 3.0)]).as_deref(), Some("the most at “a”"));
    }

    #[test]
    fn overlapping_or_equal_intervals_have_no_order_and_one_place_has_no_ends() {
        assert_eq!(named(&[(1.0, 2.0), (2.0, 3.0)]), None);
        assert_eq!(named(&[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0)]), None);
        assert_eq!(named(&[(1.0, 2.0)]), None);
    }
}
