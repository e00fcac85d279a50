//! Items for strangers that are asked one by one: of each game at most one, without anything else of the game.

use overhear_agents::model::World;
use overhear_bots::{JudgeQuestion, TextHalf, TextQuestion};
use overhear_engine::game::{Seed, Stream};
use overhear_engine::rules::{BySlot, CLUES, Code, Half, Keyword, Rules, Side};
use serde::{Deserialize, Serialize};

use super::games::PlayedGame;

/// Number of tasks: decode, intercept, judge.
pub(super) const TASKS: u64 = 3;

/// The first words of the key that draws items: no deal of a run is drawn with them.
const ITEM_KEY: u64 = 0x17E3_0000_57A2_6E25;

/// Four keywords in the order of the deal, which is random, and the clues for a code.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct DecodeItem {
    keywords: [String; 4],
    clues: [String; CLUES],
    code: usize,
}

/// The clues of a round, and those of the rounds before with their codes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct InterceptItem {
    round: u8,
    clues: [String; CLUES],
    code: usize,
    before: Vec<PastClues>,
}

/// The clues of an earlier round.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PastClues {
    round: u8,
    clues: [String; CLUES],
    code: usize,
}

/// A clue and the keyword that it was for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PairItem {
    keyword: String,
    clue: String,
}

/// What strangers are asked about an agent.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Items {
    pub(super) decode: Vec<DecodeItem>,
    pub(super) intercept: Vec<InterceptItem>,
    pub(super) pairs: Vec<PairItem>,
}

impl Items {
    /// Takes an item from a game: its number decides for which task. A game without a half for the task has none.
    pub(super) fn take(&mut self, world: &World, rules: &Rules, seed: Seed, number: u64, game: &PlayedGame) {
        let mut stream = Stream::of_deal(Seed(seed.0 ^ ITEM_KEY), number);
        let task = number % TASKS;
        let halves = game.halves.iter().filter(|half| {
            task != 1 || (rules.may_intercept(half.round, half.side.opponent()) && half.round > 1)
        });
        let halves: Vec<&Half> = halves.collect();
        if halves.is_empty() {
            return;
        }
        let half = halves[stream.below(halves.len() as u32) as usize];
        let keywords = game.keywords[half.side];
        match task {
            0 => {
                let keywords = keywords.0.map(|keyword| text(world, keyword));
                self.decode.push(DecodeItem { keywords, clues: clues(world, half), code: half.code.index() });
            }
            1 => self.intercept.push(InterceptItem::new(world, game, half)),
            _ => self.pairs.extend(pair(world, keywords, half, stream.below(CLUES as u32) as usize)),
        }
    }
}

impl DecodeItem {
    /// Returns the question: nothing was heard before.
    pub(super) fn question(&self, seed: u64) -> TextQuestion<'_> {
        TextQuestion {
            side: Side::White,
            keywords: Some(self.keywords.each_ref().map(String::as_str)),
            clues: self.clues.each_ref().map(String::as_str),
            round: 1,
            history: Vec::new(),
            seed,
        }
    }

    pub(super) fn code(&self) -> Code {
        Code::ALL[self.code]
    }
}

impl InterceptItem {
    fn new(world: &World, game: &PlayedGame, half: &Half) -> InterceptItem {
        let earlier = game.halves.iter().filter(|past| past.side == half.side && past.round < half.round);
        InterceptItem {
            round: half.round,
            clues: clues(world, half),
            code: half.code.index(),
            before: earlier.map(|past| PastClues::new(world, past)).collect(),
        }
    }

    /// Returns the question: the clues and codes of the rounds before, no keywords.
    pub(super) fn question(&self, seed: u64) -> TextQuestion<'_> {
        TextQuestion {
            side: Side::Black,
            keywords: None,
            clues: self.clues.each_ref().map(String::as_str),
            round: self.round,
            history: self.before.iter().map(PastClues::half).collect(),
            seed,
        }
    }

    pub(super) fn code(&self) -> Code {
        Code::ALL[self.code]
    }
}

impl PastClues {
    fn new(world: &World, half: &Half) -> PastClues {
        PastClues { round: half.round, clues: clues(world, half), code: half.code.index() }
    }

    fn half(&self) -> TextHalf<'_> {
        TextHalf {
            round: self.round,
            side: Side::White,
            clues: self.clues.each_ref().map(String::as_str),
            code: Code::ALL[self.code],
        }
    }
}

impl PairItem {
    /// Returns the question.
    pub(super) fn question(&self) -> JudgeQuestion<'_> {
        JudgeQuestion { keyword: &self.keyword, clue: &self.clue }
    }
}

fn text(world: &World, keyword: Keyword) -> String {
    world.deck().text(keyword).to_owned()
}

/// Returns the texts of the clues; empty for a missing one.
fn clues(world: &World, half: &Half) -> [String; CLUES] {
    half.clues.map(|clue| clue.map_or_else(String::new, |clue| world.clue_text(clue).to_owned()))
}

/// Returns one clue of a half with its keyword; `None` if it is missing.
fn pair(world: &World, keywords: BySlot<Keyword>, half: &Half, place: usize) -> Option<PairItem> {
    let clue = world.clue_text(half.clues[place]?).to_owned();
    Some(PairItem { keyword: text(world, keywords[half.code.slots()[place]]), clue })
}
