//! `nearest-k`: one of the k words nearest to each keyword, drawn at random.
//!
//! The clue giver of the embedding baselines of arXiv 2506.20664: among the k words with the highest cosine, one
//! that is nearer to its keyword than to the team's other three. k grows by one with each clue for a keyword, so
//! that used words are replaced. Words that make a compound with the keyword count as 0.1 nearer, as in all
//! tables of associations.

use std::sync::Arc;

use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::{CLUES, Clue, Clues, Slot};

use crate::kind::{BETA, EncryptorKind, Param, PlayerFactory};
use crate::model::{ModelKey, SHORTLIST, Shortlists, World};

/// Number of nearest words at the first clue for a keyword.
const K: Param = Param::whole(
    "k",
    16.0,
    1.0,
    SHORTLIST as f64,
    "nearest words to draw from; one more with each clue for the keyword",
);

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "nearest-k",
    summary: "one of the k nearest words, nearer to its keyword than to the others",
    cheats: false,
    associates: true,
    params: &[K],
    prepare: &|world, values| {
        // Without weight on frequency, a table of associations orders the clues of a keyword by cosine.
        let shortlists = world.shortlists(ModelKey { beta: BETA.default, alpha: 0.0 });
        let (world, k) = (Arc::clone(world), values.get("k") as usize);
        Ok(PlayerFactory::new(
            move || -> Box<dyn Encryptor> {
                let (world, shortlists) = (Arc::clone(&world), Arc::clone(&shortlists));
                let buffer = world.clue_rows().buffer();
                Box::new(NearestK { world, shortlists, k, buffer })
            },
            true,
        ))
    },
};

struct NearestK {
    world: Arc<World>,
    shortlists: Arc<Shortlists>,
    k: usize,
    /// Buffer for the direction of a clue.
    buffer: Vec<i16>,
}

impl NearestK {
    /// Draws a clue for `slot`: a legal one of the k nearest that passes the comparison with the other keywords;
    /// without one the nearest legal clue.
    fn draw(
        &mut self,
        view: &EncryptorView<'_>,
        slot: Slot,
        earlier: &[Option<Clue>],
        stream: &mut Stream,
    ) -> Option<Clue> {
        let clues = self.shortlists.clues(view.keywords()[slot]);
        let used = view.record().clues_for(view.seat().side(), slot).count();
        let k = (self.k + used).min(SHORTLIST);
        // A shuffle that stops at the first clue that passes. The copy is on the stack.
        let mut near = *clues;
        for n in 0..k {
            near.swap(n, n + stream.below((k - n) as u32) as usize);
            let clue = near[n];
            if view.is_legal(slot, earlier, clue)
                && is_nearest(&self.world, &mut self.buffer, view, slot, clue)
            {
                return Some(clue);
            }
        }
        clues.iter().copied().find(|&clue| view.is_legal(slot, earlier, clue))
    }
}

/// Returns `true` if the clue is nearer to the keyword in `slot` than to the team's other three.
fn is_nearest(world: &World, buffer: &mut [i16], view: &EncryptorView<'_>, slot: Slot, clue: Clue) -> bool {
    let mut cosine = |at: Slot| world.cosine_within(view.keywords()[at], clue, buffer);
    let own = cosine(slot);
    Slot::ALL.into_iter().filter(|&other| other != slot).all(|other| cosine(other) < own)
}

impl Encryptor for NearestK {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let mut clues: Clues = [None; CLUES];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            clues[n] = self.draw(view, slot, &clues[..n], stream);
        }
        clues
    }
}
