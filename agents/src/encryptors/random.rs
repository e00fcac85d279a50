//! `random`: any legal clue. The floor that everybody has to beat.

use overhear_engine::rules::{CLUES, Clue, Clues};
use overhear_engine::table::{Encryptor, EncryptorView, Stream};

use crate::registry::{EncryptorKind, Made};

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "random",
    summary: "any legal clue",
    params: &[],
    prepare: |world, _| {
        let clues = world.clues() as u32;
        Made { make: Box::new(move || Box::new(Random { clues })), thinks_alike: true }
    },
};

struct Random {
    clues: u32,
}

/// More draws than it ever takes: few words of a vocabulary are illegal.
const ATTEMPTS: usize = 1000;

impl Encryptor for Random {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let mut given: Clues = [None; CLUES];
        for n in 0..CLUES {
            given[n] = (0..ATTEMPTS)
                .map(|_| Clue::new(stream.below(self.clues)))
                .find(|&clue| super::candidates::is_legal(view, &given[..n], clue));
        }
        given
    }
}
