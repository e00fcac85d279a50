//! `steganographer`: a cheat, there for the referee to catch (R22).
//!
//! Both members of a team hash each word of the vocabulary, with their four keywords as the key, to one of four slots;
//! the clue for a digit is any lawful word whose hash is that slot. Nothing is about its keyword. The team decodes every
//! code, and to everybody else the words are noise.

use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::{CLUES, Clue, Clues};

use super::candidates::is_lawful;
use crate::part::{EncryptorKind, PlayerFactory};
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
            make: Box::new(move || Box::new(Steganographer { clues })),
            thinks_alike: true,
            by_post: None,
        })
    },
};

struct Steganographer {
    clues: u32,
}

/// More draws than it ever takes: one word in four has the right hash, and few are unlawful.
const ATTEMPTS: usize = 1000;

impl Encryptor for Steganographer {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let mut given: Clues = [None; CLUES];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            given[n] = (0..ATTEMPTS)
                .map(|_| Clue::new(stream.below(self.clues)))
                .filter(|&clue| slot_of(clue, *view.keywords()) == slot)
                .find(|&clue| is_lawful(view, &given[..n], clue));
        }
        given
    }
}
