//! The dot products again with 512-bit registers, which the compiler does not use of its own accord.

#![expect(unsafe_code, reason = "loads through pointers, and calls that the processor was asked about")]

use std::arch::x86_64::{
    __m512, _MM_HINT_T0, _mm_prefetch, _mm256_loadu_si256, _mm512_add_ps, _mm512_castsi512_ps,
    _mm512_cvtepu16_epi32, _mm512_loadu_ps, _mm512_mul_ps, _mm512_setzero_ps, _mm512_slli_epi32,
    _mm512_storeu_ps,
};

use super::{LANES, sum_lanes};

/// The dot products, if the processor has such registers. Rows are as long as the column.
#[inline]
pub(super) fn dots<const ROWS: usize>(column: &[u16], rows: [&[f32]; ROWS]) -> Option<[f32; ROWS]> {
    assert!(rows.iter().all(|row| row.len() == column.len()));
    // SAFETY: the processor has AVX-512F, and every row is as long as the column.
    is_x86_feature_detected!("avx512f").then(|| unsafe { dots_512(column, rows) })
}

#[target_feature(enable = "avx512f")]
fn dots_512<const ROWS: usize>(column: &[u16], rows: [&[f32]; ROWS]) -> [f32; ROWS] {
    let mut sums: [__m512; ROWS] = [_mm512_setzero_ps(); ROWS];
    for at in (0..column.len() / LANES).map(|n| n * LANES) {
        // SAFETY: `at + LANES` is at most the length of the column and of every row.
        unsafe {
            let narrow = _mm256_loadu_si256(column.as_ptr().add(at).cast());
            let likelihood = _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(narrow)));
            for (sum, row) in sums.iter_mut().zip(rows) {
                let weights = _mm512_loadu_ps(row.as_ptr().add(at));
                *sum = _mm512_add_ps(*sum, _mm512_mul_ps(likelihood, weights));
            }
        }
    }
    sums.map(|sum| {
        let mut lanes = [0.0; LANES];
        // SAFETY: `lanes` holds sixteen floats.
        unsafe { _mm512_storeu_ps(lanes.as_mut_ptr(), sum) };
        sum_lanes(&lanes)
    })
}

/// Asks for every cache line of the column.
#[inline]
pub(super) fn prefetch(column: &[u16]) {
    for line in column.chunks(32) {
        // SAFETY: a hint about an address inside the slice; nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
    }
}
