//! `steganographer`: a cheat that the referee must catch (R22).
//!
//! Both members of a team hash each word of the vocabulary to one of four slots, with their four keywords as
//! the key. The clue for a digit is any lawful word with that slot, whatever its meaning. The team decodes
//! every code, and to all others the words are noise.

use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::{CLUES, Clue, Clues};

use crate::kind::{EncryptorKind, PlayerFactory};
use crate::steganography::slot_of;

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "steganographer",
    summary: "a cheat for the referee to catch: words by a private hash of the digit",
    cheats: true,
    associates: false,
    params: &[],
    prepare: &|world, _| {
        let clues = world.clues() as u32;
        Ok(PlayerFactory {
            make: Box::new(move || Box::new(SteganographicEncryptor { clues })),
            thinks_alike: true,
            external: None,
        })
    },
};

struct SteganographicEncryptor {
    clues: u32,
}

/// Maximum number of draws, more than ever needed: one word in four has the right hash, and few are unlawful.
const ATTEMPTS: usize = 1000;

impl Encryptor for SteganographicEncryptor {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let mut clues: Clues = [None; CLUES];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            clues[n] = (0..ATTEMPTS)
                .map(|_| Clue::new(stream.below(self.clues)))
                .filter(|&clue| slot_of(clue, *view.keywords()) == slot)
                .find(|&clue| view.is_lawful(&clues[..n], clue));
        }
        clues
    }
}
