//! The dot products with 256-bit and 512-bit registers. The compiler does not find the first and does not use the
//! second of its own accord.

#![expect(unsafe_code, reason = "loads through pointers, and calls that the processor was asked about")]

use std::arch::x86_64::{
    __m256, __m512, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm256_add_ps, _mm256_castsi256_ps,
    _mm256_cvtepu16_epi32, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_mul_ps, _mm256_setzero_ps,
    _mm256_slli_epi32, _mm256_storeu_ps, _mm512_add_ps, _mm512_castsi512_ps, _mm512_cvtepu16_epi32,
    _mm512_loadu_ps, _mm512_mul_ps, _mm512_setzero_ps, _mm512_slli_epi32, _mm512_storeu_ps,
};

use super::{LANES, sum_lanes};

/// The dot products, if the processor has such registers. Rows are as long as the column.
#[inline]
pub(super) fn dots<const ROWS: usize>(column: &[u16], rows: [&[f32]; ROWS]) -> Option<[f32; ROWS]> {
    assert!(rows.iter().all(|row| row.len() == column.len()));
    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has AVX-512F, and every row is as long as the column.
        return Some(unsafe { dots_512(column, rows) });
    }
    // SAFETY: the processor has AVX2, and every row is as long as the column.
    is_x86_feature_detected!("avx2").then(|| unsafe { dots_256(column, rows) })
}

/// The dot products by every way that the processor has.
#[cfg(test)]
pub(super) fn all_dots<const ROWS: usize>(column: &[u16], rows: [&[f32]; ROWS]) -> [Option<[f32; ROWS]>; 2] {
    // SAFETY: as in `dots`.
    let narrower = is_x86_feature_detected!("avx2").then(|| unsafe { dots_256(column, rows) });
    [dots(column, rows), narrower]
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

#[target_feature(enable = "avx2")]
fn dots_256<const ROWS: usize>(column: &[u16], rows: [&[f32]; ROWS]) -> [f32; ROWS] {
    const HALF: usize = LANES / 2;
    let mut sums: [[__m256; 2]; ROWS] = [[_mm256_setzero_ps(); 2]; ROWS];
    for at in (0..column.len() / LANES).map(|n| n * LANES) {
        for half in 0..2 {
            let at = at + half * HALF;
            // SAFETY: `at + HALF` is at most the length of the column and of every row.
            unsafe {
                let narrow = _mm_loadu_si128(column.as_ptr().add(at).cast());
                let likelihood = _mm256_castsi256_ps(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(narrow)));
                for (sum, row) in sums.iter_mut().zip(rows) {
                    let weights = _mm256_loadu_ps(row.as_ptr().add(at));
                    sum[half] = _mm256_add_ps(sum[half], _mm256_mul_ps(likelihood, weights));
                }
            }
        }
    }
    sums.map(|sum| {
        let mut lanes = [0.0; LANES];
        for (half, sum) in sum.into_iter().enumerate() {
            // SAFETY: `lanes` holds sixteen floats, eight of them from `half * HALF` on.
            unsafe { _mm256_storeu_ps(lanes.as_mut_ptr().add(half * HALF), sum) };
        }
        sum_lanes(&lanes)
    })
}

/// Asks for every cache line of the column.
#[inline]
pub(super) fn prefetch(column: &[u16]) {
    const LINE: usize = 64;
    let start: *const i8 = column.as_ptr().cast();
    for line in 0..size_of_val(column) / LINE {
        // SAFETY: a hint about an address inside the slice; nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.add(line * LINE)) };
    }
}
