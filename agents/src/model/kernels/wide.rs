//! Dot products with 256-bit and 512-bit registers, which the compiler does not use well by itself.

#![expect(unsafe_code, reason = "loads through pointers, and calls that the processor was asked about")]

use std::arch::x86_64::{
    __m128i, __m256, __m256i, __m512, __m512i, _MM_HINT_T0, _mm_cmpgt_epi16, _mm_loadu_si128,
    _mm_movemask_epi8, _mm_packs_epi16, _mm_prefetch, _mm_unpackhi_epi16, _mm_unpackhi_epi32,
    _mm_unpackhi_epi64, _mm_unpacklo_epi16, _mm_unpacklo_epi32, _mm_unpacklo_epi64, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_add_ps, _mm256_castsi256_ps, _mm256_cvtepu16_epi32, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_mul_ps, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_ps, _mm256_setzero_si256, _mm256_slli_epi32, _mm256_storeu_ps,
    _mm256_storeu_si256, _mm512_add_epi16, _mm512_add_epi32, _mm512_add_ps, _mm512_castsi512_ps,
    _mm512_cvtepu16_epi32, _mm512_loadu_ps, _mm512_madd_epi16, _mm512_maddubs_epi16, _mm512_mul_ps,
    _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_ps, _mm512_setzero_si512, _mm512_slli_epi32,
    _mm512_storeu_ps, _mm512_storeu_si512,
};
use std::mem::transmute;

use super::panels::{GROUP, PANEL, Panel, QUAD, STEP};
use super::{LANES, TURNED, sum_lanes};

/// Returns the dot products, or `None` if the processor lacks such registers. Rows are as long as the column.
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

/// Returns the dot products by each implementation that the processor supports.
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

/// Prefetches every cache line of the column.
#[inline]
pub(super) fn prefetch(column: &[u16]) {
    const LINE: usize = 64;
    let start: *const i8 = column.as_ptr().cast();
    for line in 0..size_of_val(column) / LINE {
        // SAFETY: a hint about an address inside the slice; nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.add(line * LINE)) };
    }
}

/// Writes the products of digits with every direction of a panel. Returns `false` if the processor lacks such
/// registers.
#[inline]
pub(super) fn digit_products(panel: &Panel, digits: &[[u8; QUAD]], out: &mut [i32; PANEL]) -> bool {
    if is_x86_feature_detected!("avx512bw") {
        // SAFETY: the processor has AVX-512BW.
        unsafe { digit_products_512(panel, digits, out) };
        return true;
    }
    let has = is_x86_feature_detected!("avx2");
    if has {
        // SAFETY: the processor has AVX2.
        unsafe { digit_products_256(panel, digits, out) };
    }
    has
}

/// Returns the digit products by each implementation that the processor supports.
#[cfg(test)]
pub(super) fn all_digit_products(panel: &Panel, digits: &[[u8; QUAD]]) -> [Option<[i32; PANEL]>; 2] {
    let (mut wide, mut narrow) = ([0; PANEL], [0; PANEL]);
    let has = digit_products(panel, digits, &mut wide);
    // SAFETY: the processor has at least AVX2.
    has.then(|| unsafe { digit_products_256(panel, digits, &mut narrow) });
    [has.then_some(wide), has.then_some(narrow)]
}

#[target_feature(enable = "avx2")]
fn digit_products_256(panel: &Panel, digits: &[[u8; QUAD]], out: &mut [i32; PANEL]) {
    const HALF: usize = GROUP / 2;
    const REGISTERS: usize = PANEL / HALF;
    let ones = _mm256_set1_epi16(1);
    let mut sums = [_mm256_setzero_si256(); REGISTERS];
    for (digits, quads) in digits.chunks(panel.run).zip(panel.values.chunks(panel.run)) {
        let mut pairs = [_mm256_setzero_si256(); REGISTERS];
        for (digits, quads) in digits.as_chunks::<STEP>().0.iter().zip(quads.as_chunks::<STEP>().0) {
            for step in 0..STEP {
                let digits = _mm256_set1_epi32(i32::from_ne_bytes(digits[step]));
                for (pairs, &quads) in pairs.iter_mut().zip(quads[step].as_chunks::<HALF>().0) {
                    // SAFETY: `HALF` times four bytes are a register, whatever their bits.
                    let quads: __m256i = unsafe { transmute::<[[i8; QUAD]; HALF], _>(quads) };
                    *pairs = _mm256_add_epi16(*pairs, _mm256_maddubs_epi16(digits, quads));
                }
            }
        }
        for (sum, pairs) in sums.iter_mut().zip(pairs) {
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
        }
    }
    for (n, sum) in sums.into_iter().enumerate() {
        // SAFETY: `out` holds `REGISTERS` times `HALF` numbers.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().add(n * HALF).cast(), sum) };
    }
}

#[target_feature(enable = "avx512bw")]
fn digit_products_512(panel: &Panel, digits: &[[u8; QUAD]], out: &mut [i32; PANEL]) {
    const REGISTERS: usize = PANEL / GROUP;
    let ones = _mm512_set1_epi16(1);
    let mut sums = [_mm512_setzero_si512(); REGISTERS];
    for (digits, quads) in digits.chunks(panel.run).zip(panel.values.chunks(panel.run)) {
        let mut pairs = [_mm512_setzero_si512(); REGISTERS];
        for (digits, quads) in digits.as_chunks::<STEP>().0.iter().zip(quads.as_chunks::<STEP>().0) {
            for step in 0..STEP {
                let digits = _mm512_set1_epi32(i32::from_ne_bytes(digits[step]));
                for (pairs, &quads) in pairs.iter_mut().zip(quads[step].as_chunks::<GROUP>().0) {
                    // SAFETY: `GROUP` times four bytes are a register, whatever their bits.
                    let quads: __m512i = unsafe { transmute::<[[i8; QUAD]; GROUP], _>(quads) };
                    *pairs = _mm512_add_epi16(*pairs, _mm512_maddubs_epi16(digits, quads));
                }
            }
        }
        for (sum, pairs) in sums.iter_mut().zip(pairs) {
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(pairs, ones));
        }
    }
    for (n, sum) in sums.into_iter().enumerate() {
        // SAFETY: `out` holds `REGISTERS` times `GROUP` numbers.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().add(n * GROUP).cast(), sum) };
    }
}

/// Returns a bit for each of sixteen values: set if the value reaches its bar. All values are below 2¹⁵.
#[inline]
pub(super) fn reached(values: &[u16; LANES], bars: &[u16; LANES]) -> u32 {
    // SAFETY: every processor of this architecture has SSE2.
    unsafe { reached_128(bytemuck::cast(*values), bytemuck::cast(*bars)) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn reached_128(values: [__m128i; 2], bars: [__m128i; 2]) -> u32 {
    let [low, high] = [0, 1].map(|n| _mm_cmpgt_epi16(bars[n], values[n]));
    !_mm_movemask_epi8(_mm_packs_epi16(low, high)).cast_unsigned() & 0xffff
}

/// Transposes a square.
#[inline]
pub(super) fn transpose(square: [[u16; TURNED]; TURNED]) -> [[u16; TURNED]; TURNED] {
    // SAFETY: every processor of this architecture has SSE2.
    unsafe { transpose_128(square) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn transpose_128(square: [[u16; TURNED]; TURNED]) -> [[u16; TURNED]; TURNED] {
    let rows: [__m128i; TURNED] = square.map(bytemuck::cast);
    let pairs = [0, 2, 4, 6]
        .map(|n| [_mm_unpacklo_epi16(rows[n], rows[n + 1]), _mm_unpackhi_epi16(rows[n], rows[n + 1])]);
    let fours = [0, 2].map(|n| {
        [0, 1].map(|part| {
            let (upper, lower) = (pairs[n][part], pairs[n + 1][part]);
            [_mm_unpacklo_epi32(upper, lower), _mm_unpackhi_epi32(upper, lower)]
        })
    });
    let columns = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[part, half]| {
        let (upper, lower) = (fours[0][part][half], fours[1][part][half]);
        [_mm_unpacklo_epi64(upper, lower), _mm_unpackhi_epi64(upper, lower)]
    });
    bytemuck::cast(columns)
}
