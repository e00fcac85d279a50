//! `random`: gives any legal clue. It is the lower bound for Encryptors.

use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::{CLUES, Clue, Clues};

use crate::kind::{EncryptorKind, PlayerFactory};
use crate::model::World;

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "random",
    summary: "any legal clue",
    cheats: false,
    associates: false,
    params: &[],
    prepare: &|world, _| {
        let random = Random::new(world);
        Ok(PlayerFactory { make: Box::new(move || Box::new(random)), thinks_alike: true, external: None })
    },
};

#[derive(Clone, Copy)]
pub(super) struct Random {
    clues: u32,
}

impl Random {
    pub(super) fn new(world: &World) -> Random {
        Random { clues: world.clues() as u32 }
    }
}

/// Maximum number of draws, more than ever needed: few words of a vocabulary are illegal.
const ATTEMPTS: usize = 1000;

impl Encryptor for Random {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let mut clues: Clues = [None; CLUES];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            clues[n] = (0..ATTEMPTS)
                .map(|_| Clue::new(stream.below(self.clues)))
                .find(|&clue| view.is_legal(slot, &clues[..n], clue));
        }
        clues
    }
}
