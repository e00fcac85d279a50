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
        let (mut state, mut increment) = ([0; 16], [0; 16]);
        state.copy_from_slice(&bytes[..16]);
        increment.copy_from_slice(&bytes[16..]);
        Pcg64 { state: u128::from_le_bytes(state), increment: u128::from_le_bytes(increment) }
    }

    /// Returns the next number below 2^63, as `Generator.integers(2**63)` draws it: the upper bits of the next output.
    pub(super) const fn below_2_63(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32) >> 1
    }
}
