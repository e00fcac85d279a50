//! Games played move by move, with seats for Python.

pub(crate) mod masks;
mod seats;
mod told;

use std::sync::{Arc, Mutex, PoisonError};

use overhear_agents::model::World as Known;
use overhear_engine::game::{Answer, Belief, Game, KeywordBelief, Question, ResumableGame, Role, Seed};
use overhear_engine::rules::{
    BySide, BySlot, CLUES, CheckedRules, Clue, Code, Keyword, MAX_HALVES, Side, Tokens,
};
use overhear_lab::LabError;
use overhear_lab::setup::{RuleSet, RulesConfig};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use self_cell::self_cell;

use self::masks::Masks;
use self::seats::{Outside, Seats};
use self::told::{HALF, HEAD, Observation};
use crate::agents::{NONE, digits, words};
use crate::errors::{config, exception};
use crate::pool::{on_this_thread, pooled};
use crate::world::World;

/// What is played now, if anything is.
#[derive(Default)]
struct ActiveGame<'a>(Option<ResumableGame<'a>>);

self_cell!(
    /// A game at a table whose deck and law are those of a world.
    struct OwnedGame {
        owner: Arc<Known>,
        #[not_covariant]
        dependent: ActiveGame,
    }
);

/// Seats at a table, and the game that is played there.
#[pyclass(module = "overhear._overhear")]
pub(crate) struct Episode(Mutex<Play>);

/// Everything about a game and its seats.
struct Play {
    rules: CheckedRules,
    seats: Arc<Seats>,
    outside: Outside,
    masks: Arc<Masks>,
    at: OwnedGame,
    /// Which deal is played: the seed and the number; nothing before the first.
    dealt: Option<(u64, u64)>,
    /// Every move since then.
    moved: Vec<u32>,
    /// Whose turn it is.
    turn: Option<Turn>,
    /// What the seat whose turn it is has chosen so far.
    chosen: Vec<u32>,
}

/// A seat that is asked, and what only it is told.
#[derive(Clone, Copy)]
struct Turn {
    side: Side,
    role: Role,
    round: u8,
    code: [u8; 3],
    clues: [i32; 3],
}

/// Whose turn it is (a seat, 0 to 7, or -1), the round, White's and Black's Interceptions and miscommunications, whether
/// the game is over, and the winner: 1 for White, -1 for Black.
type State = (i32, u8, (u8, u8, u8, u8), bool, i8);

#[pymethods]
impl Episode {
    #[new]
    fn new(
        py: Python<'_>,
        world: &World,
        rules: &str,
        house: [String; 2],
        outside: [[bool; 4]; 2],
    ) -> PyResult<Episode> {
        let rules: RulesConfig = config(py, rules)?;
        let rules = RuleSet::from_config(&rules).map_err(|error| exception(py, &error))?.switches;
        let outside = BySide { white: outside[0], black: outside[1] };
        let known = world.loaded();
        let (seats, masks) = pooled(py, || {
            known.table(&rules).map_err(LabError::usage)?;
            let seats = Seats::new(known, &house, outside).map_err(LabError::usage)?;
            Ok((seats, Masks::new(known, rules.repeat)))
        })?;
        Ok(Episode::from_play(Play::new(known, rules, Arc::new(seats), outside, Arc::new(masks))))
    }

    /// The same game at the same moment, at a table of its own.
    fn fork(&mut self) -> Episode {
        let play = self.play();
        Episode::from_play(on_this_thread(|| play.fork()))
    }

    /// The seed and the number of the deal, and every move since then; nothing before the first deal.
    fn played(&mut self) -> Option<(u64, u64, Vec<u32>)> {
        let play = self.play();
        play.dealt.map(|(seed, number)| (seed, number, play.moved.clone()))
    }

    /// Which seats play by these rules, of those from outside.
    fn seats(&mut self) -> Vec<usize> {
        let play = self.play();
        let seats = Side::ALL.into_iter().flat_map(|side| Role::ALL.map(|role| (side, role)));
        seats.filter(|&(side, role)| play.sits(side, role)).map(|(side, role)| seat(side, role)).collect()
    }

    /// How many moves a seat chooses among.
    fn moves(&mut self, seat: usize) -> PyResult<usize> {
        let (_, role) = seat_role(seat)?;
        Ok(self.play().moves(role))
    }

    /// The most halves that a game has.
    fn halves(&mut self) -> usize {
        match self.play().rules.last_round() {
            0 => MAX_HALVES,
            limit => 2 * usize::from(limit),
        }
    }

    /// Deals a new game and plays it to the first question for Python.
    fn reset(&mut self, py: Python<'_>, seed: u64, number: u64) -> State {
        let play = self.play();
        py.detach(|| on_this_thread(|| play.reset(seed, number)));
        play.state()
    }

    /// Moves for the seat whose turn it is, and plays on.
    fn act(&mut self, py: Python<'_>, action: u32) -> PyResult<State> {
        let play = self.play();
        let turn = play.turn.ok_or_else(|| PyRuntimeError::new_err("no seat is asked"))?;
        let moves = play.moves(turn.role);
        if action as usize >= moves {
            return Err(PyIndexError::new_err(format!("{action}: there are {moves} moves")));
        }
        py.detach(|| on_this_thread(|| play.act(action)));
        Ok(play.state())
    }

    /// What a seat is told, as numbers of four bytes.
    fn observe<'py>(&mut self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyBytes>> {
        let (seat, halves) = (seat_role(seat)?, self.halves());
        let row = self.play().observe(seat, halves);
        let bytes: Vec<u8> = row.into_iter().flat_map(i32::to_ne_bytes).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// Which moves a seat may make, a byte for each; none when it is not its turn.
    fn legal<'py>(&mut self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyBytes>> {
        let seat = seat_role(seat)?;
        Ok(PyBytes::new(py, &self.play().legal(seat)))
    }
}

impl Episode {
    fn from_play(play: Play) -> Episode {
        Episode(Mutex::new(play))
    }

    fn play(&mut self) -> &mut Play {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Play {
    fn new(
        world: &Arc<Known>,
        rules: CheckedRules,
        seats: Arc<Seats>,
        outside: Outside,
        masks: Arc<Masks>,
    ) -> Play {
        let at = OwnedGame::new(Arc::clone(world), |_| ActiveGame::default());
        Play {
            rules,
            seats,
            outside,
            masks,
            at,
            dealt: None,
            moved: Vec::new(),
            turn: None,
            chosen: Vec::new(),
        }
    }

    fn fork(&self) -> Play {
        let Play { rules, seats, outside, masks, at, dealt, moved, .. } = self;
        let mut other = Play::new(at.borrow_owner(), *rules, Arc::clone(seats), *outside, Arc::clone(masks));
        if let &Some((seed, number)) = dealt {
            other.reset(seed, number);
            moved.iter().for_each(|&action| other.act(action));
        }
        other
    }

    /// Returns `true` if Python is asked in the role under these rules.
    fn sits(&self, side: Side, role: Role) -> bool {
        let is_played = match role {
            Role::Encryptor | Role::Guesser => self.rules.gives_clues(side),
            Role::Interceptor | Role::KeywordGuesser => self.rules.gives_clues(side.opponent()),
        };
        self.outside[side][role as usize] && is_played
    }

    fn moves(&self, role: Role) -> usize {
        let world = self.at.borrow_owner();
        match role {
            Role::Encryptor => world.clues(),
            Role::Guesser | Role::Interceptor => Code::COUNT,
            Role::KeywordGuesser => world.deck().len(),
        }
    }

    fn reset(&mut self, seed: u64, number: u64) {
        self.dealt = Some((seed, number));
        self.moved.clear();
        let Play { rules, seats, at, .. } = self;
        at.with_dependent_mut(|world, now| {
            let table = world.table(rules).expect("a table was laid when the episode was made");
            let (game, teams) =
                now.0.take().map_or_else(|| (Game::new(), seats.teams(rules)), ResumableGame::into_parts);
            let dealt = table.deal(Seed(seed), number);
            now.0 = Some(ResumableGame::new(table, &dealt, teams, game));
        });
        self.advance();
    }

    /// Moves for the seat whose turn it is.
    fn act(&mut self, action: u32) {
        let Some(turn) = self.turn else { return };
        self.moved.push(action);
        self.chosen.push(action);
        let wanted = match turn.role {
            Role::Encryptor => CLUES,
            Role::Guesser | Role::Interceptor => 1,
            Role::KeywordGuesser => 4,
        };
        if self.chosen.len() == wanted {
            self.answer(turn);
            self.advance();
        }
    }

    /// Puts in what has been chosen, for every member who is asked.
    fn answer(&mut self, turn: Turn) {
        let chosen = &self.chosen;
        self.at.with_dependent_mut(|world, now| {
            let sitting = now.0.as_mut().expect("whose turn it is sits at a table");
            let is_asked =
                |question: &Question<'_>| (question.seat().side(), question.role()) == (turn.side, turn.role);
            let asked = sitting.questions().filter(|asked| is_asked(&asked.question));
            let members: Vec<u8> = asked.map(|asked| asked.question.seat().member()).collect();
            let answer = match turn.role {
                Role::Encryptor => Answer::Clues([0, 1, 2].map(|place| Some(Clue::new(chosen[place])))),
                Role::Guesser | Role::Interceptor => {
                    Answer::Belief(Belief::certain(Code::ALL[chosen[0] as usize]))
                }
                Role::KeywordGuesser => {
                    let named = [0, 1, 2, 3].map(|slot| Keyword(chosen[slot] as u16));
                    Answer::Keywords(KeywordBelief::named(world.deck(), BySlot(named)))
                }
            };
            for member in members {
                sitting.answer(turn.side, member, Ok(answer.clone())).expect("its question is open");
            }
        });
    }

    /// Plays on to the next question.
    fn advance(&mut self) {
        self.chosen.clear();
        self.turn = self.at.with_dependent_mut(|_, now| {
            let sitting = now.0.as_mut().expect("a game has been dealt");
            sitting.advance();
            let question = sitting.questions().next().map(|asked| asked.question);
            question.map(|question| turn(&question))
        });
    }

    fn state(&mut self) -> State {
        let turn = self.turn.map_or(-1, |turn| seat(turn.side, turn.role) as i32);
        let said = self.turn.map_or(0, |turn| turn.round);
        self.at.with_dependent_mut(|_, now| {
            let sitting = now.0.as_ref().expect("a game has been dealt");
            let game = sitting.game();
            let BySide { white, black } = game.record.tokens();
            let last = game.record.halves().last().map_or(1, |half| half.round);
            let tokens = |Tokens { interceptions, miscommunications }| (interceptions, miscommunications);
            let ((a, b), (c, d)) = (tokens(white), tokens(black));
            let winner = game.ending.winner.filter(|_| sitting.is_over());
            let winner = winner.map_or(0, |side| if side == Side::White { 1 } else { -1 });
            (turn, if said == 0 { last } else { said }, (a, b, c, d), sitting.is_over(), winner)
        })
    }

    fn observe(&mut self, (side, role): (Side, Role), halves: usize) -> Vec<i32> {
        let turn = self.turn.filter(|turn| (turn.side, turn.role) == (side, role));
        let gives_clues = self.rules.gives_clues(side);
        let chosen = &self.chosen;
        self.at.with_dependent_mut(|_, now| {
            let Some(sitting) = now.0.as_ref() else { return vec![NONE; HEAD + HALF * halves] };
            let game = sitting.game();
            let mut clues = turn.map_or([NONE; 3], |turn| turn.clues);
            let mut named: &[u32] = &[];
            match role {
                Role::Encryptor if turn.is_some() => {
                    clues.iter_mut().zip(chosen).for_each(|(clue, &chosen)| *clue = chosen as i32);
                }
                Role::KeywordGuesser if turn.is_some() => named = chosen,
                _ => {}
            }
            let last = game.record.halves().last().map_or(0, |half| half.round);
            let told = Observation {
                seat: (side, role),
                round: turn.map_or(last, |turn| turn.round.max(last)),
                keywords: gives_clues.then_some(&game.keywords[side]),
                code: turn.map_or([0; 3], |turn| turn.code),
                clues,
                named,
                record: &game.record,
            };
            told.numbers(halves)
        })
    }

    fn legal(&mut self, (side, role): (Side, Role)) -> Vec<u8> {
        let is_asked = self.turn.is_some_and(|turn| (turn.side, turn.role) == (side, role));
        if !is_asked {
            return vec![0; self.moves(role)];
        }
        let Play { rules, masks, at, chosen, .. } = self;
        at.with_dependent_mut(|world, now| {
            let game = now.0.as_ref().expect("whose turn it is sits at a table").game();
            let own = &game.keywords[side];
            match role {
                Role::Encryptor => {
                    let given = game.record.clues_of(side).iter().copied();
                    masks.clues(world, *own, given.chain(chosen.iter().map(|&clue| Clue::new(clue))))
                }
                Role::Guesser | Role::Interceptor => vec![1; Code::COUNT],
                Role::KeywordGuesser => {
                    let own = if rules.gives_clues(side) { &own.0[..] } else { &[] };
                    masks::keywords(world, own, chosen)
                }
            }
        })
    }
}

/// The seat that a question asks, and what only this seat is told.
fn turn(question: &Question<'_>) -> Turn {
    let (round, code, clues) = match question {
        Question::Clues(view) => (view.round(), digits(view.code()), [NONE; 3]),
        Question::Decode(view) => (view.round(), [0; 3], words(view.clues())),
        Question::Intercept(view) => (view.round(), [0; 3], words(view.clues())),
        Question::Keywords(_) => (0, [0; 3], [NONE; 3]),
    };
    Turn { side: question.seat().side(), role: question.role(), round, code, clues }
}

/// The number of a seat: White's roles, then Black's.
const fn seat(side: Side, role: Role) -> usize {
    Role::ALL.len() * (side as usize) + role as usize
}

/// The seat of a number.
fn seat_role(seat: usize) -> PyResult<(Side, Role)> {
    let roles = Role::ALL.len();
    let side = Side::ALL.get(seat / roles).copied();
    let side = side.ok_or_else(|| PyIndexError::new_err(format!("{seat}: there are {} seats", 2 * roles)))?;
    Ok((side, Role::ALL[seat % roles]))
}
