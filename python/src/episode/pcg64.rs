//! The random numbers of `numpy.random.PCG64`, so that games side by side are dealt as one after the other.

/// The multiplier of the congruential generator (O'Neill 2014).
const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

/// The state of a generator.
#[derive(Clone, Copy)]
pub(super) struct Pcg64 {
    state: u128,
    increment: u128,
}

impl Pcg64 {
    /// How many bytes a state has.
    pub(super) const BYTES: usize = 32;

    /// Returns the generator of a state and an increment, in little-endian order.
    pub(super) fn from_bytes(bytes: [u8; Self::BYTES]) -> Pcg64 {
        let half = |start: usize| {
            let mut half = [0; 16];
            half.copy_from_slice(&bytes[start..start + 16]);
            u128::from_le_bytes(half)
        };
        Pcg64 { state: half(0), increment: half(16) }
    }

    /// Returns the next number below 2^63, as `Generator.integers(2**63)` draws it: the upper bits of the next output.
    pub(super) const fn below_2_63(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32) >> 1
    }
}
