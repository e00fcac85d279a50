//! What stands on the note sheets of a game, in words.

use std::fmt;

use overhear_agents::model::World;
use overhear_engine::arena::{Arena, GameNumber, Seating};
use overhear_engine::rules::{BySide, BySlot, Clue, Code, Keyword, PublicRecord, Rules, Side, Tokens};
use overhear_engine::table::{Belief, Game, Retold};
use serde::{Serialize, Serializer};

use crate::setup::Plan;

/// A game as it is printed.
#[derive(Debug, Serialize)]
pub(super) struct Replay {
    pub(super) game: u64,
    pub(super) deal: u64,
    pub(super) pair_half: u8,
    pub(super) seed: u64,
    pub(super) rules: String,
    pub(super) rounds: u8,
    /// Who is White, and who Black: in a game for three, the team and the Interceptor (R17).
    pub(super) agents: [String; 2],
    pub(super) ending: EndingEntry,
    pub(super) halves: Vec<HalfEntry>,
    /// White's and Black's; a lone Interceptor has one as well (R17).
    pub(super) sheets: Vec<Sheet>,
}

/// How the game ended, in the words of games.csv.
#[derive(Debug, Serialize)]
pub(super) struct EndingEntry {
    pub(super) winner: String,
    pub(super) winner_agent: Option<String>,
    pub(super) door: String,
    pub(super) step: String,
}

/// One team's sheet, with two sides: its own clues, and the other team's (R26).
#[derive(Debug, Serialize)]
pub(super) struct Sheet {
    pub(super) side: Shown<Side>,
    pub(super) agent: String,
    pub(super) tokens: TokensEntry,
    pub(super) illegal_clues: u16,
    /// Nothing for a lone Interceptor, who gives no clues.
    pub(super) own: Option<SheetSide>,
    /// Nothing where the other side is a lone Interceptor.
    pub(super) other: Option<SheetSide>,
    /// The keywords that this team named for the other's, and how many are right (R13).
    pub(super) named: Option<Vec<String>>,
    pub(super) named_right: Option<u8>,
}

/// One side of a sheet: the rounds, and what was said for each of the four numbers.
#[derive(Debug, Serialize)]
pub(super) struct SheetSide {
    /// As many as the rules have; those that were not played are empty.
    pub(super) rounds: Vec<SheetRound>,
    pub(super) numbers: Vec<NumberEntry>,
}

/// The clues of a round, what the sheet's team has guessed, and the code.
#[derive(Debug, Serialize)]
pub(super) struct SheetRound {
    pub(super) round: u8,
    pub(super) clues: [Option<String>; 3],
    pub(super) guess: Option<Shown<Code>>,
    pub(super) code: Option<Shown<Code>>,
}

/// What stands under one of the four numbers: the keyword on the team's own side alone.
#[derive(Debug, Serialize)]
pub(super) struct NumberEntry {
    pub(super) keyword: Option<String>,
    pub(super) clues: Vec<String>,
}

/// What a team has collected.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct TokensEntry {
    pub(super) interceptions: u8,
    pub(super) miscommunications: u8,
}

/// One half of a round.
#[derive(Debug, Serialize)]
pub(super) struct HalfEntry {
    pub(super) round: u8,
    pub(super) side: Shown<Side>,
    pub(super) encryptor: u8,
    pub(super) clues: [Option<String>; 3],
    pub(super) code: Shown<Code>,
    pub(super) guess: Shown<Code>,
    pub(super) interception: Option<Shown<Code>>,
    pub(super) guess_right: bool,
    pub(super) intercepted: bool,
    pub(super) forfeited: bool,
    /// Both teams' tokens after the half.
    pub(super) tokens: [TokensEntry; 2],
    pub(super) guessers: Beliefs,
    pub(super) interceptors: Option<Beliefs>,
}

/// A probability for each code, the likeliest first.
#[derive(Debug, Serialize)]
pub(super) struct Beliefs {
    pub(super) p_true: f32,
    pub(super) codes: Vec<CodeEntry>,
}

/// A code and its probability.
#[derive(Debug, Serialize)]
pub(super) struct CodeEntry {
    pub(super) code: Shown<Code>,
    pub(super) p: f32,
}

/// A value that is serialised as it is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shown<T>(pub(super) T);

impl<T: fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl From<Tokens> for TokensEntry {
    fn from(tokens: Tokens) -> TokensEntry {
        let Tokens { interceptions, miscommunications } = tokens;
        TokensEntry { interceptions, miscommunications }
    }
}

impl Beliefs {
    fn new(belief: &Belief, truth: Code) -> Beliefs {
        let mut codes = Code::ALL.map(|code| CodeEntry { code: Shown(code), p: belief.of(code) });
        codes.sort_by(|a, b| b.p.total_cmp(&a.p));
        Beliefs { p_true: belief.of(truth), codes: codes.into() }
    }
}

/// The deal, which game of the pair, and the agents' places in the list.
type Place = (u64, Seating, BySide<usize>);

impl Replay {
    /// Puts a game into words.
    pub(super) fn new(
        plan: &Plan,
        arena: &Arena<'_>,
        number: GameNumber,
        (deal, seating, seats): Place,
        game: &Game,
        told: &[Retold],
    ) -> Replay {
        let world = &plan.words.world;
        let labels = BySide::from_fn(|side| plan.players[seats[side]].spec.label.clone());
        let keywords = arena.deal(deal).keywords;
        let rules = &plan.rules.rules;
        let halves = halves(world, rules, game, told);
        let sheet = |side: Side| {
            let agent = labels[side].clone();
            Sheet::new(world, rules, game, &halves, side, agent, keywords[side])
        };
        let sheets = Side::ALL.map(sheet).into();
        let ending = EndingEntry {
            winner: game.ending.winner.map_or("shared".to_owned(), |side| side.to_string()),
            winner_agent: game.ending.winner.map(|side| labels[side].clone()),
            door: game.ending.door.map_or("none".to_owned(), |door| door.to_string()),
            step: game.ending.step.to_string(),
        };
        Replay {
            game: number.0,
            deal,
            pair_half: 1 + seating as u8,
            seed: plan.seed.0,
            rules: plan.rules.name.clone(),
            rounds: game.rounds,
            agents: Side::ALL.map(|side| labels[side].clone()),
            ending,
            halves,
            sheets,
        }
    }
}

fn halves(world: &World, rules: &Rules, game: &Game, told: &[Retold]) -> Vec<HalfEntry> {
    let mut record = PublicRecord::new();
    record.clear(rules.players);
    let entry = |(half, told): (_, &Retold)| {
        let half: &overhear_engine::rules::Half = half;
        record.push(*half);
        let tokens = record.tokens();
        HalfEntry {
            round: half.round,
            side: Shown(half.side),
            encryptor: 1 + (half.round - 1) % rules.team_sizes()[half.side],
            clues: half.clues.map(|clue| clue.map(|clue| world.clue_text(clue).to_owned())),
            code: Shown(half.code),
            guess: Shown(half.guess),
            interception: half.interception.map(Shown),
            guess_right: half.understood(),
            intercepted: half.intercepted(),
            forfeited: half.forfeited,
            tokens: Side::ALL.map(|side| tokens[side].into()),
            guessers: Beliefs::new(&told.guess, half.code),
            interceptors: told.interception.as_ref().map(|belief| Beliefs::new(belief, half.code)),
        }
    };
    game.record.halves().iter().zip(told).map(entry).collect()
}

impl Sheet {
    fn new(
        world: &World,
        rules: &Rules,
        game: &Game,
        halves: &[HalfEntry],
        side: Side,
        agent: String,
        keywords: BySlot<Keyword>,
    ) -> Sheet {
        let text = |keyword: &Keyword| world.deck().text(*keyword).to_owned();
        let lists = |of: Side, held: BySlot<Option<String>>| SheetSide {
            rounds: (1..=rules.round_limit).map(|round| SheetRound::new(halves, round, of, side)).collect(),
            numbers: numbers(world, game, of, held),
        };
        let gives = |of: &Side| rules.gives_clues(*of);
        let own = Some(side)
            .filter(gives)
            .map(|of| lists(of, BySlot(keywords.0.map(|keyword| Some(text(&keyword))))));
        let other = Some(side.opponent()).filter(gives).map(|of| lists(of, BySlot(Default::default())));
        Sheet {
            side: Shown(side),
            agent,
            tokens: game.record.tokens()[side].into(),
            illegal_clues: game.illegal_clues[side],
            own,
            other,
            named: game.named.map(|named| named[side].iter().map(text).collect()),
            named_right: game.keywords_right.map(|right| right[side]),
        }
    }
}

impl SheetRound {
    /// The clues of one side as they stand on the sheet of `reader`.
    fn new(halves: &[HalfEntry], round: u8, of: Side, reader: Side) -> SheetRound {
        let half = halves.iter().find(|half| (half.round, half.side) == (round, Shown(of)));
        let guess = |half: &HalfEntry| if of == reader { Some(half.guess) } else { half.interception };
        SheetRound {
            round,
            clues: half.map_or_else(Default::default, |half| half.clues.clone()),
            guess: half.and_then(guess),
            code: half.map(|half| half.code),
        }
    }
}

/// The lists under the four numbers, beside the keywords as far as they are known.
fn numbers(world: &World, game: &Game, of: Side, held: BySlot<Option<String>>) -> Vec<NumberEntry> {
    let lists = game.record.sheet(of);
    let clue = |clue: &Clue| world.clue_text(*clue).to_owned();
    let entry = |(keyword, clues): (Option<String>, &Vec<Clue>)| NumberEntry {
        keyword,
        clues: clues.iter().map(clue).collect(),
    };
    held.0.into_iter().zip(lists.iter()).map(entry).collect()
}
