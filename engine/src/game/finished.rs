//! The record of a finished game.

use super::{Deal, Talk};
use crate::rules::{
    BySide, BySlot, CLUES, Clue, DecidedBy, Ending, Keyword, MAX_HALVES, PublicRecord, Rules, Side,
};

/// Probabilities that the teams gave to the true code of a half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfBeliefs {
    /// Probability given by the Encryptor's team.
    pub guess: f32,
    /// Probability given by the opponents, if they could intercept.
    pub interception: Option<f32>,
}

/// A finished game: the public record, and data that were not public.
#[derive(Clone, Debug)]
pub struct Game {
    /// All halves, in the order of play.
    pub record: PublicRecord,
    /// Ending of the game.
    pub ending: Ending,
    /// Number of rounds played.
    pub rounds: u8,
    /// Keywords that each team named, if the tiebreaker needed them (R13).
    pub named: Option<BySide<BySlot<Keyword>>>,
    /// Number of right keywords among them.
    pub keywords_right: Option<BySide<u8>>,
    /// Number of illegal clues that each team tried to give, including those replaced after a refusal.
    pub illegal_clues: BySide<u16>,
    /// Number of clues that each team had no time to write (R24).
    pub late_clues: BySide<u16>,
    /// Number of clues of each team that the referee found unrelated to their keywords (R19, R22). If the
    /// referee enforces, these clues also count as illegal.
    pub unfit_clues: BySide<u16>,
    /// Keywords of the teams. Those of a lone Interceptor are not used (R17).
    pub keywords: BySide<BySlot<Keyword>>,
    /// Illegal clues, in the order of the attempts (R25).
    pub refused: Vec<RefusedClue>,
    /// The talks of the teams, in the order of the halves; of a half the own team's first.
    pub talks: Vec<Talk>,
    pub(super) beliefs: [HalfBeliefs; MAX_HALVES],
    /// Times at which the clues of each half were written; empty without a sand timer.
    pub(super) times: Vec<[u64; CLUES]>,
}

/// A clue that the law or the referee refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedClue {
    /// Number of the round, from 1.
    pub round: u8,
    /// The team that tried to give the clue.
    pub side: Side,
    /// The clue.
    pub clue: Clue,
}

impl Game {
    /// Creates an empty game, to be filled by playing.
    pub const fn new() -> Game {
        Game {
            record: PublicRecord::new(),
            ending: Ending { tie_condition: None, decided_by: DecidedBy::Shared, winner: None },
            rounds: 0,
            named: None,
            keywords_right: None,
            illegal_clues: BySide { white: 0, black: 0 },
            late_clues: BySide { white: 0, black: 0 },
            unfit_clues: BySide { white: 0, black: 0 },
            keywords: BySide { white: BySlot([Keyword(0); 4]), black: BySlot([Keyword(0); 4]) },
            refused: Vec::new(),
            talks: Vec::new(),
            times: Vec::new(),
            beliefs: [HalfBeliefs { guess: 0.0, interception: None }; MAX_HALVES],
        }
    }

    /// Returns the probabilities of each half, in the order of the record.
    pub fn beliefs(&self) -> &[HalfBeliefs] {
        &self.beliefs[..self.record.halves().len()]
    }

    /// Returns the times at which the three clues of a half were written, in milliseconds after the codes
    /// were drawn (R24).
    ///
    /// Late clues are included. Returns `None` without a sand timer. `half` is an index into the record.
    pub fn written(&self, half: usize) -> Option<[u64; CLUES]> {
        self.times.get(half).copied()
    }

    /// Ends the game against `side`. `rounds` counts the rounds with at least one finished half, and is at
    /// least 1.
    pub(crate) fn forfeit(&mut self, side: Side) {
        self.rounds = self.record.halves().last().map_or(1, |half| half.round);
        self.ending =
            Ending { tie_condition: None, decided_by: DecidedBy::Forfeit, winner: Some(side.opponent()) };
        (self.named, self.keywords_right) = (None, None);
    }

    /// Clears the game for a new deal, and keeps the allocated memory.
    pub(super) fn open(&mut self, rules: &Rules, deal: &Deal) {
        // Every field is named, so that the compiler asks for a new one. Playing overwrites the last three.
        let Game {
            record,
            named,
            keywords_right,
            illegal_clues,
            late_clues,
            unfit_clues,
            keywords,
            refused,
            talks,
            times,
            ending: _,
            rounds: _,
            beliefs: _,
        } = self;
        *keywords = deal.keywords;
        record.clear(rules);
        (*named, *keywords_right) = (None, None);
        for count in [illegal_clues, late_clues, unfit_clues] {
            *count = BySide::default();
        }
        refused.clear();
        talks.clear();
        times.clear();
    }
}

impl PartialEq for Game {
    /// Compares two games. Unused space behind the last half is ignored, and so are the times of clues.
    fn eq(&self, other: &Self) -> bool {
        self.differences(other).is_empty()
    }
}

impl Game {
    /// Returns the names of the parts in which two games differ; none for equal games. Times do not count.
    pub fn differences(&self, other: &Game) -> Vec<&'static str> {
        // Every field is named, so that the compiler asks for a new one.
        let Game {
            record,
            ending,
            rounds,
            named,
            keywords_right,
            illegal_clues,
            late_clues,
            unfit_clues,
            keywords,
            refused,
            talks,
            beliefs: _,
            times: _,
        } = self;
        let parts = [
            ("the record", *record == other.record),
            ("the ending", *ending == other.ending),
            ("the number of rounds", *rounds == other.rounds),
            ("the keywords named", (*named, *keywords_right) == (other.named, other.keywords_right)),
            ("the illegal clues", *illegal_clues == other.illegal_clues),
            ("the late clues", *late_clues == other.late_clues),
            ("the clues without a relation", *unfit_clues == other.unfit_clues),
            ("the refused clues", *refused == other.refused),
            ("the talks", *talks == other.talks),
            ("the keywords", *keywords == other.keywords),
            ("the beliefs", self.beliefs() == other.beliefs()),
        ];
        parts.into_iter().filter(|(_, same)| !same).map(|(part, _)| part).collect()
    }
}

impl Default for Game {
    fn default() -> Self {
        Game::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Belief, TalkAnswer};
    use crate::rules::{Code, Half};

    fn game() -> Game {
        let mut game = Game::new();
        game.record.push(HALF);
        game
    }

    const HALF: Half = Half {
        round: 1,
        side: Side::White,
        clues: [None; 3],
        guess: Code::ALL[0],
        interception: None,
        code: Code::ALL[0],
        forfeited: false,
    };

    /// The name of a part, and a change of it.
    type Change = (&'static str, fn(&mut Game));

    #[test]
    fn a_difference_is_named_and_makes_two_games_unequal() {
        let changes: [Change; 13] = [
            ("the record", |game| {
                game.record.clear(&Rules::official());
                game.record.push(Half { guess: Code::ALL[1], ..HALF });
            }),
            ("the ending", |game| game.ending.winner = Some(Side::Black)),
            ("the number of rounds", |game| game.rounds = 3),
            ("the keywords named", |game| game.named = Some(BySide::from_fn(|_| BySlot([Keyword(1); 4])))),
            ("the keywords named", |game| game.keywords_right = Some(BySide { white: 1, black: 0 })),
            ("the illegal clues", |game| game.illegal_clues.black = 1),
            ("the late clues", |game| game.late_clues.white = 1),
            ("the clues without a relation", |game| game.unfit_clues.white = 1),
            ("the refused clues", |game| {
                game.refused.push(RefusedClue { round: 1, side: Side::White, clue: Clue::new(0) });
            }),
            ("the talks", |game| {
                let answer = TalkAnswer { belief: Belief::UNIFORM, code: Code::ALL[0] };
                let (members, messages) = (Vec::new(), Vec::new());
                let talk =
                    Talk { half: 0, team: Side::White, members, pool: answer, after: answer, messages };
                game.talks.push(talk);
            }),
            ("the keywords", |game| game.keywords.black = BySlot([Keyword(9); 4])),
            ("the beliefs", |game| game.beliefs[0].guess = 0.5),
            ("the beliefs", |game| game.beliefs[0].interception = Some(0.5)),
        ];
        for (part, change) in changes {
            let mut other = game();
            change(&mut other);
            assert_eq!((game().differences(&other), game() == other), (vec![part], false));
        }
    }

    #[test]
    fn all_differences_are_named() {
        let mut other = game();
        (other.unfit_clues.black, other.rounds, other.illegal_clues.white) = (2, 3, 1);
        let named = ["the number of rounds", "the illegal clues", "the clues without a relation"];
        assert_eq!(game().differences(&other), named);
    }

    #[test]
    fn times_and_what_stands_behind_the_last_half_make_no_difference() {
        let mut other = game();
        other.times.push([1, 2, 3]);
        assert_eq!((other.written(0), other.written(1)), (Some([1, 2, 3]), None));
        other.beliefs[1].guess = 0.5;
        assert_eq!((game().differences(&other), game() == other), (Vec::new(), true));
    }

    #[test]
    fn a_forfeit_ends_the_game_in_the_round_of_its_last_half() {
        let mut game = game();
        game.record.push(Half { round: 4, ..HALF });
        game.keywords_right = Some(BySide { white: 1, black: 0 });
        game.forfeit(Side::White);
        let ending =
            Ending { tie_condition: None, decided_by: DecidedBy::Forfeit, winner: Some(Side::Black) };
        assert_eq!((game.rounds, game.ending, game.keywords_right), (4, ending, None));
        let mut at_once = Game::new();
        at_once.forfeit(Side::Black);
        assert_eq!((at_once.rounds, at_once.ending.winner), (1, Some(Side::White)));
    }
}
