//! Which moves are legal, a byte for each.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use overhear_agents::model::World as Known;
use overhear_engine::rules::{BySlot, Clue, Keyword, Repeat};

/// What the law says of the words of a world, kept as bytes.
pub(super) struct Masks {
    /// For each keyword that has come up a byte for each clue: 1 where it forbids it.
    banned: Vec<OnceLock<Box<[u8]>>>,
    /// The clues that count as one (R20), by their class.
    alike: BTreeMap<u32, Vec<Clue>>,
    repeat: Repeat,
}

/// The law for one team at one moment, asked clue by clue: of a shortlist most clues are never looked at.
pub(super) struct ClueLaw<'a> {
    /// For each own keyword a byte for each clue: 1 where it forbids it.
    banned: [&'a [u8]; 4],
    /// Classes of the clues that the team has given (R20).
    earlier_classes: Vec<u32>,
    world: &'a Known,
    repeat: Repeat,
}

impl ClueLaw<'_> {
    /// Returns `true` if the team may give the clue.
    pub(super) fn allows(&self, clue: u32) -> bool {
        self.banned.iter().all(|banned| banned[clue as usize] == 0)
            && !self.earlier_classes.contains(&self.world.law().repeat_class(Clue::new(clue), self.repeat))
    }
}

impl Masks {
    pub(super) fn new(world: &Known, repeat: Repeat) -> Masks {
        let mut alike = BTreeMap::<u32, Vec<Clue>>::new();
        for clue in clues(world) {
            alike.entry(world.law().repeat_class(clue, repeat)).or_default().push(clue);
        }
        Masks { banned: vec![OnceLock::new(); world.deck().len()], alike, repeat }
    }

    /// Returns what tells of single clues whether a team may give them that holds `own` and has given `earlier`.
    pub(super) fn clue_law<'a>(
        &'a self,
        world: &'a Known,
        own: BySlot<Keyword>,
        earlier: impl Iterator<Item = Clue>,
    ) -> ClueLaw<'a> {
        ClueLaw {
            banned: own.0.map(|keyword| self.banned(world, keyword)),
            earlier_classes: earlier.map(|clue| world.law().repeat_class(clue, self.repeat)).collect(),
            world,
            repeat: self.repeat,
        }
    }

    /// Returns a byte for each clue: 1 where the keyword forbids it.
    fn banned(&self, world: &Known, keyword: Keyword) -> &[u8] {
        self.banned[keyword.index()].get_or_init(|| banned(world, keyword))
    }

    /// Writes 0 for each clue that a team may not give that holds `own` and has given `earlier`.
    pub(super) fn forbid_clues(
        &self,
        world: &Known,
        own: BySlot<Keyword>,
        earlier: impl Iterator<Item = Clue>,
        legal: &mut [u8],
    ) {
        // One pass over the mask: it is longer than what the nearest cache holds.
        let [one, two, three, four] = own.0.map(|keyword| self.banned(world, keyword));
        let forbidden = one.iter().zip(two).zip(three).zip(four);
        for (legal, (((one, two), three), four)) in legal.iter_mut().zip(forbidden) {
            *legal &= 1 ^ (one | two | three | four);
        }
        for clue in earlier {
            let class = self.alike.get(&world.law().repeat_class(clue, self.repeat));
            class.into_iter().flatten().for_each(|clue| legal[clue.index()] = 0);
        }
    }
}

/// Writes 0 for each keyword that the other team cannot hold, as `own` are not its and `named` have been named.
pub(super) fn forbid_keywords(own: &[Keyword], named: &[u32], legal: &mut [u8]) {
    own.iter().for_each(|keyword| legal[keyword.index()] = 0);
    named.iter().for_each(|&keyword| legal[keyword as usize] = 0);
}

/// A byte for each clue: 1 where the law forbids it to a team that holds the keyword, or whatever it holds (R18, R19, R21).
pub(crate) fn banned(world: &Known, keyword: Keyword) -> Box<[u8]> {
    let law = world.law();
    clues(world).map(|clue| u8::from(law.is_banned(clue, keyword) || law.is_banned_for_all(clue))).collect()
}

fn clues(world: &Known) -> impl Iterator<Item = Clue> + use<> {
    (0..world.clues() as u32).map(Clue::new)
}
