//! `nearest`: gives for each keyword the most associated legal clue that has not been used.

use std::sync::Arc;

use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::{CLUES, Clues};

use crate::kind::{ALPHA, BETA, EncryptorKind, PlayerFactory};
use crate::model::{ModelKey, Shortlists};

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "nearest",
    summary: "the most associated clue first, without regard to the opponents",
    cheats: false,
    associates: true,
    params: &[BETA, ALPHA],
    prepare: &|world, values| {
        let shortlists = world.shortlists(ModelKey::from_values(values));
        Ok(PlayerFactory {
            make: Box::new(move || Box::new(Nearest { shortlists: Arc::clone(&shortlists) })),
            thinks_alike: true,
            external: None,
        })
    },
};

struct Nearest {
    shortlists: Arc<Shortlists>,
}

impl Encryptor for Nearest {
    fn clues(&mut self, view: &EncryptorView<'_>, _: &mut Stream) -> Clues {
        let mut clues: Clues = [None; CLUES];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            let shortlist = self.shortlists.clues(view.keywords()[slot]);
            clues[n] = shortlist.iter().copied().find(|&clue| view.is_legal(slot, &clues[..n], clue));
        }
        clues
    }
}
