//! Removal of rows without a direction: zeros, very short vectors, and the mean itself.
//!
//! Files contain such rows for unknown words. As vectors they would be worse than none: without the mean of
//! all words, they all point to the opposite of the mean.

use super::vectors::{SkipKind, Vectors};

/// Share of the usual length below which a vector of a file has no direction. Vectors of rare words are
/// shorter than others, in common files down to a hundredth.
const SHORT: f64 = 1e-3;

/// Share of the usual length, before the mean is removed, that is rounding error.
const ROUNDING: f64 = 1e-5;

impl Vectors<'_> {
    /// Returns the median length of the rows that are not zeros; 0 if all are.
    pub(super) fn usual_length(&self) -> f64 {
        let mut lengths: Vec<f64> = self.lengths().into_iter().filter(|&length| length > 0.0).collect();
        let middle = lengths.len() / 2;
        if lengths.is_empty() { 0.0 } else { *lengths.select_nth_unstable_by(middle, f64::total_cmp).1 }
    }

    /// Returns the length of each row. Squares are summed in 64 bits, because in 32 bits a row of 1e-30 would
    /// underflow.
    fn lengths(&self) -> Vec<f64> {
        let rows = self.values.chunks_exact(self.dims);
        let squares = rows.map(|row| row.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>());
        squares.map(libm::sqrt).collect()
    }
}

/// Returns the remark that a word's row is zeros.
pub(super) fn all_zeros(word: &str) -> String {
    format!("the vector of `{word}` has no direction: all its values are 0")
}

/// Skips the rows of a file that are zeros, or shorter than a thousandth of the usual length.
pub(super) fn drop_short_rows(vectors: &mut Vectors<'_>) {
    let (lengths, usual) = (vectors.lengths(), vectors.usual_length());
    vectors.retain(SkipKind::NoDirection, |n, word| match lengths[n] {
        0.0 => Some(all_zeros(word)),
        length if length < SHORT * usual => Some(format!(
            "the vector of `{word}` has no direction: its length is {length:.1e}, where {usual:.1e} is usual"
        )),
        _ => None,
    });
}

/// Skips the rows that vanish without the common directions; `usual` is the usual length before their
/// removal.
pub(super) fn drop_common_rows(vectors: &mut Vectors<'_>, usual: f64) {
    let lengths = vectors.lengths();
    vectors.retain(SkipKind::NoDirection, |n, word| {
        let is_common = lengths[n] <= ROUNDING * usual;
        is_common.then(|| {
            format!("the vector of `{word}` has no direction of its own: it is what all words share")
        })
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(rows: &[(&'static str, [f32; 2])]) -> Vectors<'static> {
        let mut vectors = Vectors::new(2);
        (1..)
            .zip(rows)
            .for_each(|(line, (word, row))| vectors.push(line, (*word).into(), row.iter().copied()));
        vectors
    }

    #[test]
    fn zeros_and_rows_far_below_the_usual_length_are_passed_over() {
        let mut table = vectors(&[
            ("ice", [1.0, 0.0]),
            ("car", [0.0, 0.0]),
            ("sun", [-0.0, 0.0]),
            ("sea", [1e-30, -1e-30]),
            ("fog", [0.0, 0.02]),
            ("day", [0.6, 0.8]),
        ]);
        drop_short_rows(&mut table);
        assert_eq!(table.words, ["ice", "fog", "day"]);
        let reasons: Vec<&str> = table.skipped.iter().map(|skipped| &*skipped.reason).collect();
        assert_eq!(reasons[0], "the vector of `car` has no direction: all its values are 0");
        assert!(
            reasons[2].contains("`sea`") && reasons[2].contains("1.4e-30, where 1.0e0 is usual"),
            "{reasons:?}"
        );
    }

    #[test]
    fn a_file_of_short_vectors_alone_is_as_good_as_any() {
        let mut table = vectors(&[("ice", [1e-30, 0.0]), ("car", [0.0, 2e-30]), ("sun", [0.0, 0.0])]);
        drop_short_rows(&mut table);
        assert_eq!(table.words, ["ice", "car"]);
    }

    #[test]
    fn what_is_the_mean_of_all_is_passed_over() {
        let mut table = vectors(&[("ice", [1.0, 0.0]), ("unk", [1e-8, 0.0]), ("car", [-1.0, 0.0])]);
        drop_common_rows(&mut table, 1.0);
        assert_eq!(table.words, ["ice", "car"]);
        let mut same = vectors(&[("ice", [0.0, 1e-9]), ("car", [0.0, -1e-9])]);
        drop_common_rows(&mut same, 1.0);
        assert!(same.whole().err().is_some_and(|error| error.to_string().contains("line 1: ")));
    }
}
