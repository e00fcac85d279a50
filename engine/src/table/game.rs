//! What is kept of a game.

use super::Deal;
use crate::rules::{
    BySide, BySlot, CLUES, Clue, Ending, Keyword, MAX_HALVES, Players, PublicRecord, Side, Step,
};

/// The probability that was given to the true code of a half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfBeliefs {
    /// By the own team.
    pub guess: f32,
    /// By the opponents, if they may intercept.
    pub interception: Option<f32>,
}

/// A finished game: the public record, and what was not public.
#[derive(Clone, Debug)]
pub struct Game {
    /// Every half in order.
    pub record: PublicRecord,
    /// How it ended.
    pub ending: Ending,
    /// The rounds played.
    pub rounds: u8,
    /// The keywords that each team named, if the tiebreaker came to that (R13).
    pub named: Option<BySide<BySlot<Keyword>>>,
    /// How many of them were right.
    pub keywords_right: Option<BySide<u8>>,
    /// Illegal clues that each team tried to give, those included that were mended on being asked again.
    pub illegal_clues: BySide<u16>,
    /// Clues that each team had no time to write (R24).
    pub late_clues: BySide<u16>,
    /// Clues that each team tried to give and the referee, if there was one, found not to be about their keywords
    /// (R19, R22); when the referee enforces, they are illegal too.
    pub unfit_clues: BySide<u16>,
    /// The keywords that the teams held; those of a lone Interceptor are nobody's (R17).
    pub keywords: BySide<BySlot<Keyword>>,
    /// The illegal clues, in the order in which they were tried (R25).
    pub refused: Vec<RefusedClue>,
    pub(super) beliefs: [HalfBeliefs; MAX_HALVES],
    /// When the clues of each half were written; nothing where there is no sand timer.
    pub(super) times: Vec<[u64; CLUES]>,
}

/// A clue that the law or the referee did not let pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedClue {
    /// The round, from 1.
    pub round: u8,
    /// The team that tried to give it.
    pub side: Side,
    /// The clue.
    pub clue: Clue,
}

impl Game {
    /// A game in which nothing has happened, to be played into.
    pub const fn new() -> Game {
        Game {
            record: PublicRecord::new(),
            ending: Ending { door: None, step: Step::Shared, winner: None },
            rounds: 0,
            named: None,
            keywords_right: None,
            illegal_clues: BySide { white: 0, black: 0 },
            late_clues: BySide { white: 0, black: 0 },
            unfit_clues: BySide { white: 0, black: 0 },
            keywords: BySide { white: BySlot([Keyword(0); 4]), black: BySlot([Keyword(0); 4]) },
            refused: Vec::new(),
            times: Vec::new(),
            beliefs: [HalfBeliefs { guess: 0.0, interception: None }; MAX_HALVES],
        }
    }

    /// What was believed in each half, in the order of the record.
    pub fn beliefs(&self) -> &[HalfBeliefs] {
        &self.beliefs[..self.record.halves().len()]
    }

    /// When the three clues of a half were written, in milliseconds from the moment the codes were drawn (R24), those
    /// that came too late included; nothing where there is no sand timer. Halves count from 0, as in the record.
    pub fn written(&self, half: usize) -> Option<[u64; CLUES]> {
        self.times.get(half).copied()
    }

    /// Ends the game against the side that cannot go on. The rounds are those of which a half was played, at least 1.
    pub(crate) fn forfeit(&mut self, side: Side) {
        self.rounds = self.record.halves().last().map_or(1, |half| half.round);
        self.ending = Ending { door: None, step: Step::Forfeit, winner: Some(side.opponent()) };
        (self.named, self.keywords_right) = (None, None);
    }

    /// Clears the book for a deal.
    pub(super) fn open(&mut self, players: Players, deal: &Deal) {
        self.keywords = deal.keywords;
        self.record.clear(players);
        self.named = None;
        self.keywords_right = None;
        self.illegal_clues = BySide::default();
        self.late_clues = BySide::default();
        self.unfit_clues = BySide::default();
        self.refused.clear();
        self.times.clear();
    }
}

impl PartialEq for Game {
    /// What an earlier game has left behind the last half does not count, nor when clues were written that stand.
    fn eq(&self, other: &Self) -> bool {
        (&self.record, self.ending, self.rounds) == (&other.record, other.ending, other.rounds)
            && (self.named, self.keywords_right) == (other.named, other.keywords_right)
            && (self.illegal_clues, self.late_clues) == (other.illegal_clues, other.late_clues)
            && (self.unfit_clues, self.keywords) == (other.unfit_clues, other.keywords)
            && self.refused == other.refused
            && self.beliefs() == other.beliefs()
    }
}

impl Default for Game {
    fn default() -> Self {
        Game::new()
    }
}
