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
    /// One for each team that has keywords.
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

/// One team's side of the sheet: its keywords, and the clues given for each.
#[derive(Debug, Serialize)]
pub(super) struct Sheet {
    pub(super) side: Shown<Side>,
    pub(super) agent: String,
    pub(super) tokens: TokensEntry,
    pub(super) illegal_clues: u16,
    pub(super) numbers: Vec<NumberEntry>,
    /// The keywords that this team named for the other's, and how many are right (R13).
    pub(super) named: Option<Vec<String>>,
    pub(super) named_right: Option<u8>,
}

/// What stands under one of the four numbers.
#[derive(Debug, Serialize)]
pub(super) struct NumberEntry {
    pub(super) keyword: String,
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
        let sheet = |side: Side| Sheet::new(world, game, side, labels[side].clone(), keywords[side]);
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
            halves: halves(world, &plan.rules.rules, game, told),
            sheets: Side::ALL
                .into_iter()
                .filter(|&side| plan.rules.rules.gives_clues(side))
                .map(sheet)
                .collect(),
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
    fn new(world: &World, game: &Game, side: Side, agent: String, keywords: BySlot<Keyword>) -> Sheet {
        let clue = |clue: &Clue| world.clue_text(*clue).to_owned();
        let keyword = |keyword: &Keyword| world.deck().text(*keyword).to_owned();
        let lists = game.record.sheet(side);
        let number = |(held, clues): (&Keyword, &Vec<Clue>)| NumberEntry {
            keyword: keyword(held),
            clues: clues.iter().map(clue).collect(),
        };
        Sheet {
            side: Shown(side),
            agent,
            tokens: game.record.tokens()[side].into(),
            illegal_clues: game.illegal_clues[side],
            numbers: keywords.iter().zip(lists.iter()).map(number).collect(),
            named: game.named.map(|named| named[side].iter().map(keyword).collect()),
            named_right: game.keywords_right.map(|right| right[side]),
        }
    }
}
