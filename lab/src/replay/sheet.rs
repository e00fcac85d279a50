//! The contents of a game's note sheets, as text.

use overhear_agents::model::World;
use overhear_engine::arena::{Arena, GameNumber, Seating};
use overhear_engine::game::{Game, PooledBeliefs};
use overhear_engine::rules::{BySide, BySlot, Code, Keyword, Rules, Side};
use serde::Serialize;

use super::half::{AsDisplay, HalfEntry, TokensEntry, halves};
use crate::tournament::Plan;

/// A game to print.
#[derive(Debug, Serialize)]
pub struct Replay {
    /// Number of the game in its run, from 0.
    pub game: u64,
    /// Number of its deal.
    pub deal: u64,
    /// Index of the game in its pair, 1 or 2.
    pub pair_half: u8,
    /// Seed of the run.
    pub seed: u64,
    /// The rules: their name with its changes.
    pub rules: String,
    /// Number of rounds played.
    pub rounds: u8,
    /// The agents as White and as Black. In a three-player game: the team and the Interceptor (R17).
    pub agents: [String; 2],
    /// The ending.
    pub ending: EndingEntry,
    /// The fault of an agent, if it forfeited the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breakdown: Option<String>,
    /// Every half, in order.
    pub halves: Vec<HalfEntry>,
    /// The sheets of White and of Black. A lone Interceptor has one as well (R17).
    pub sheets: Vec<GameSheet>,
}

/// Ending of a game, in the terms of games.csv.
#[derive(Debug, Serialize)]
pub struct EndingEntry {
    /// `white`, `black` or `shared`.
    pub winner: String,
    /// The agent that won.
    pub winner_agent: Option<String>,
    /// The tie condition, or `none` (R10).
    pub door: String,
    /// The deciding step (R12 to R14).
    pub step: String,
}

/// A team's sheet with its two pages: the own clues and the opponents' (R26).
#[derive(Debug, Serialize)]
pub struct GameSheet {
    /// The side that the sheet belongs to.
    pub side: AsDisplay<Side>,
    /// The agent on that side.
    pub agent: String,
    /// The tokens at the end.
    pub tokens: TokensEntry,
    /// Number of its clues that were refused.
    pub illegal_clues: u16,
    /// Page of the own clues; `None` for a lone Interceptor, which gives no clues.
    pub own: Option<SheetSide>,
    /// Page of the opponents' clues; `None` if the opponent is a lone Interceptor.
    pub other: Option<SheetSide>,
    /// The keywords that this team guessed for the opponents (R13).
    pub named: Option<Vec<String>>,
    /// Number of guessed keywords that are right (R13).
    pub named_right: Option<u8>,
}

/// A page of a sheet: the rounds, and the clues under each of the four numbers.
#[derive(Debug, Serialize)]
pub struct SheetSide {
    /// One entry for each round that the rules allow. Rounds not played are empty.
    pub rounds: Vec<SheetRound>,
    /// The lists under the four numbers (R26).
    pub numbers: Vec<NumberEntry>,
}

/// The clues of a round, the guess of the sheet's owners, and the code.
#[derive(Debug, Serialize)]
pub struct SheetRound {
    /// The round, from 1.
    pub round: u8,
    /// The clues; `None` for a missing clue (R24).
    pub clues: [Option<String>; 3],
    /// The guess of the sheet's owners.
    pub guess: Option<AsDisplay<Code>>,
    /// The revealed code.
    pub code: Option<AsDisplay<Code>>,
}

/// The list under one of the four numbers. Only the own page shows the keyword.
#[derive(Debug, Serialize)]
pub struct NumberEntry {
    /// The keyword, if the sheet's owners know it.
    pub keyword: Option<String>,
    /// The clues that were given for it.
    pub clues: Vec<String>,
}

/// Number of the deal, game of the pair, and the agents' indices.
pub(super) type GameLocation = (u64, Seating, BySide<usize>);

impl Replay {
    /// Builds the printable form of a game.
    pub fn new(
        plan: &Plan,
        arena: &Arena<'_>,
        number: GameNumber,
        (deal, seating, seats): GameLocation,
        game: &Game,
        beliefs: &[PooledBeliefs],
    ) -> Replay {
        let world = &plan.words.world;
        let labels = BySide::from_fn(|side| plan.lineup.players[seats[side]].spec.label.clone());
        let keywords = arena.deal(deal).keywords;
        let rules = &plan.rules.switches;
        let halves = halves(world, rules, game, beliefs);
        let sheets = Side::ALL.map(|side| {
            let agent = labels[side].clone();
            GameSheet::new(world, rules, game, &halves, side, agent, keywords[side])
        });
        let ending = EndingEntry {
            winner: game.ending.winner.map_or("shared".to_owned(), |side| side.to_string()),
            winner_agent: game.ending.winner.map(|side| labels[side].clone()),
            door: game.ending.tie_condition.map_or("none".to_owned(), |door| door.to_string()),
            step: game.ending.decided_by.to_string(),
        };
        Replay {
            game: number.0,
            deal,
            pair_half: 1 + seating as u8,
            seed: plan.seed.0,
            rules: plan.rules.title(),
            rounds: game.rounds,
            agents: Side::ALL.map(|side| labels[side].clone()),
            ending,
            breakdown: None,
            halves,
            sheets: sheets.into(),
        }
    }
}

impl GameSheet {
    fn new(
        world: &World,
        rules: &Rules,
        game: &Game,
        halves: &[HalfEntry],
        side: Side,
        agent: String,
        keywords: BySlot<Keyword>,
    ) -> GameSheet {
        let lists = |of: Side, held: BySlot<Option<String>>| SheetSide {
            rounds: (1..=rules.round_limit.max(game.rounds))
                .map(|round| SheetRound::new(halves, round, of, side))
                .collect(),
            numbers: numbers(world, game, of, held),
        };
        let own_keywords = BySlot(keywords.0.map(|keyword| Some(world.deck().text(keyword).to_owned())));
        let own = rules.gives_clues(side).then(|| lists(side, own_keywords));
        let opponent = side.opponent();
        let other = rules.gives_clues(opponent).then(|| lists(opponent, BySlot(Default::default())));
        let named = game
            .named
            .map(|named| named[side].iter().map(|&keyword| world.deck().text(keyword).to_owned()).collect());
        GameSheet {
            side: AsDisplay(side),
            agent,
            tokens: game.record.tokens()[side].into(),
            illegal_clues: game.illegal_clues[side],
            own,
            other,
            named,
            named_right: game.keywords_right.map(|right| right[side]),
        }
    }
}

impl SheetRound {
    /// Returns the entry of a round for the side `of`, as it appears on the sheet of `reader`.
    fn new(halves: &[HalfEntry], round: u8, of: Side, reader: Side) -> SheetRound {
        let half = halves.iter().find(|half| (half.round, half.side) == (round, AsDisplay(of)));
        SheetRound {
            round,
            clues: half.map_or_else(Default::default, |half| half.clues.clone()),
            guess: half.and_then(|half| if of == reader { Some(half.guess) } else { half.interception }),
            code: half.map(|half| half.code),
        }
    }
}

/// Returns the lists under the four numbers, beside the known keywords.
fn numbers(world: &World, game: &Game, of: Side, held: BySlot<Option<String>>) -> Vec<NumberEntry> {
    let lists = game.record.sheet(of);
    let entries = held.0.into_iter().zip(lists.iter()).map(|(keyword, clues)| NumberEntry {
        keyword,
        clues: clues.iter().map(|&clue| world.clue_text(clue).to_owned()).collect(),
    });
    entries.collect()
}
