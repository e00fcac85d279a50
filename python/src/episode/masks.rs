//! Which moves are legal, a byte for each.

use std::sync::OnceLock;

use overhear_agents::model::World as Known;
use overhear_engine::rules::{BySlot, Clue, Keyword, Repeat};

/// How many clues are looked at together.
const BLOCK: usize = u64::BITS as usize;

/// For each eight bits a byte for each bit: 1 where it is not set.
static UNSET: [[u8; 8]; 256] = unset();

/// What the law says of the words of a world.
pub(super) struct Masks {
    /// For each keyword that has come up a bit for each clue, set where the keyword forbids it: the bits of a deck fit into the cache
    /// of a core, its bytes do not.
    banned: Vec<OnceLock<Box<[u64]>>>,
    /// The clues that count as one (R20), by their class: classes of words are numbered from 0.
    alike: Vec<Vec<Clue>>,
    repeat: Repeat,
}

/// The law for one team at one moment, asked clue by clue: of a shortlist most clues are never looked at.
pub(super) struct ClueLaw<'a> {
    /// For each own keyword a bit for each clue, set where the keyword forbids it.
    banned: [&'a [u64]; 4],
    /// Classes of the clues that the team has given (R20).
    earlier_classes: Vec<u32>,
    world: &'a Known,
    repeat: Repeat,
}

impl ClueLaw<'_> {
    /// Returns `true` if the team may give the clue.
    pub(super) fn allows(&self, clue: u32) -> bool {
        let (block, bit) = (clue as usize / BLOCK, clue as usize % BLOCK);
        self.banned.iter().all(|banned| banned[block] >> bit & 1 == 0)
            && !self.earlier_classes.contains(&self.world.law().repeat_class(Clue::new(clue), self.repeat))
    }
}

impl Masks {
    pub(super) fn new(world: &Known, repeat: Repeat) -> Masks {
        let mut alike = Vec::<Vec<Clue>>::new();
        for clue in clues(world) {
            let class = world.law().repeat_class(clue, repeat) as usize;
            alike.resize_with(alike.len().max(class + 1), Vec::new);
            alike[class].push(clue);
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

    /// Returns a bit for each clue, set where the keyword forbids it.
    fn banned(&self, world: &Known, keyword: Keyword) -> &[u64] {
        self.banned[keyword.index()].get_or_init(|| banned_bits(world, keyword))
    }

    /// Writes a byte for each clue: 1 where a team may give it that holds `own` and has given `earlier`.
    pub(super) fn write_clues(
        &self,
        world: &Known,
        own: BySlot<Keyword>,
        earlier: impl Iterator<Item = Clue>,
        legal: &mut [u8],
    ) {
        let banned = own.0.map(|keyword| self.banned(world, keyword));
        // Whole blocks have a length that the compiler knows.
        let (blocks, rest) = legal.as_chunks_mut::<BLOCK>();
        for (block, legal) in blocks.iter_mut().enumerate() {
            write_unset(banned_by_any(banned, block), legal);
        }
        if !rest.is_empty() {
            write_unset(banned_by_any(banned, blocks.len()), rest);
        }
        for clue in earlier {
            let class = self.alike.get(world.law().repeat_class(clue, self.repeat) as usize);
            class.into_iter().flatten().for_each(|clue| legal[clue.index()] = 0);
        }
    }
}

/// Returns the bits that are set in a block of any keyword.
fn banned_by_any(banned: [&[u64]; 4], block: usize) -> u64 {
    let [one, two, three, four] = banned.map(|banned| banned[block]);
    one | two | three | four
}

/// Writes a byte for each of at most as many bits as a block has: 1 where it is not set. Eight bytes at once come from a table.
#[inline]
fn write_unset(bits: u64, bytes: &mut [u8]) {
    let bits = bits.to_le_bytes();
    let (eights, rest) = bytes.as_chunks_mut();
    for (eight, bits) in eights.iter_mut().zip(bits) {
        *eight = UNSET[usize::from(bits)];
    }
    if !rest.is_empty() {
        rest.copy_from_slice(&UNSET[usize::from(bits[eights.len()])][..rest.len()]);
    }
}

/// Returns [`UNSET`].
const fn unset() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < table.len() {
        let mut place = 0;
        while place < 8 {
            table[bits][place] = 1 ^ (bits >> place & 1) as u8;
            place += 1;
        }
        bits += 1;
    }
    table
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

/// The bytes of [`banned`] as bits.
fn banned_bits(world: &Known, keyword: Keyword) -> Box<[u64]> {
    let bytes = banned(world, keyword);
    let blocks = bytes.chunks(BLOCK).map(|block| block.iter().rev());
    blocks.map(|block| block.fold(0, |bits, &byte| bits << 1 | u64::from(byte))).collect()
}

fn clues(world: &Known) -> impl Iterator<Item = Clue> + use<> {
    (0..world.clues() as u32).map(Clue::new)
}
