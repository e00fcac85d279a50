//! Code book of the `steganographer`: the slot of each word, keyed by the four keywords.

use overhear_engine::rules::{BySlot, Clue, Keyword, Slot};

/// Returns the slot of a word, from a hash with the team's keywords as the key (finaliser of murmur3).
pub(crate) fn slot_of(clue: Clue, keywords: BySlot<Keyword>) -> Slot {
    let key = keywords.iter().fold(0x9E37_79B9, |hash, keyword| mix(hash, keyword.index() as u64 + 1));
    Slot::ALL[(mix(key, clue.index() as u64) % 4) as usize]
}

fn mix(hash: u64, value: u64) -> u64 {
    let mut x = (hash ^ value).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    x ^= x >> 33;
    x = x.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    x ^ (x >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slots_are_alike_in_number_and_another_key_gives_others() {
        let [key, other] = [[1, 2, 3, 4], [1, 2, 3, 5]].map(|keywords| BySlot(keywords.map(Keyword)));
        let clues = || (0..20_000).map(Clue::new);
        for slot in Slot::ALL {
            let count = clues().filter(|&clue| slot_of(clue, key) == slot).count();
            assert!((4800..5200).contains(&count), "{count} words stand for {slot:?}");
        }
        let same = clues().filter(|&clue| slot_of(clue, key) == slot_of(clue, other)).count();
        assert!((4800..5200).contains(&same), "{same} words mean the same by two keys");
    }
}
