//! Games played move by move, with seats for Python.

mod arrays;
pub(crate) mod batch;
mod log_likelihoods;
pub(crate) mod masks;
mod observation;
mod pcg64;
mod play;
mod seats;
pub(crate) mod shortlists;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use overhear_engine::game::Role;
use overhear_engine::rules::{BySide, BySlot, Clue, Keyword, Side};
use overhear_lab::LabError;
use overhear_lab::setup::{RuleSet, RulesConfig};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use self::masks::Masks;
use self::play::{Play, State, TableSetup};
use self::seats::Seats;
use self::shortlists::Shortlists;
use crate::agents::AgentSet;
use crate::errors::{config, exception, usage};
use crate::pool::{on_this_thread, pooled};
use crate::run_job::PythonAgents as _;
use crate::world::World;

/// Seats at a table, and the game that is played there.
#[pyclass(module = "overhear._overhear")]
pub(crate) struct Episode(Mutex<Play>);

#[pymethods]
impl Episode {
    #[new]
    fn new(
        py: Python<'_>,
        world: &World,
        rules: &str,
        house: [String; 2],
        outside: [[bool; 4]; 2],
        python_agents: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Episode> {
        let python_agents = AgentSet::new(&python_agents)?;
        let registry = python_agents.registry(py)?;
        let rules: RulesConfig = config(py, rules)?;
        let rules = RuleSet::from_config(&rules).map_err(|error| exception(py, &error))?.switches;
        let outside = BySide { white: outside[0], black: outside[1] };
        let known = world.loaded();
        let prepared = pooled(py, || {
            known.setup(&rules).map_err(LabError::usage)?;
            let seats = Seats::new(known, &registry, &house, outside).map_err(LabError::usage)?;
            Ok((seats, Masks::new(known, rules.repeat), Shortlists::new(known)))
        });
        let (seats, masks, shortlists) =
            prepared.map_err(|error| python_agents.take_failure().unwrap_or(error))?;
        let setup = TableSetup { rules, seats, outside, masks, shortlists, python_agents };
        Ok(Episode::from_play(Play::new(known, Arc::new(setup))))
    }

    /// The same game at the same moment, at a table of its own.
    fn fork(&mut self, py: Python<'_>) -> PyResult<Episode> {
        let mut fork = self.play().fresh();
        if let Some((seed, number, moved)) = self.played() {
            played_on(py, &mut fork, |fork| {
                fork.reset(seed, number);
                moved.iter().for_each(|&action| fork.act(action));
            })?;
        }
        Ok(Episode::from_play(fork))
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
        self.play().halves()
    }

    /// Deals a new game and plays it to the first question for Python.
    fn reset(&mut self, py: Python<'_>, seed: u64, number: u64) -> PyResult<State> {
        let play = self.play();
        played_on(py, play, |play| play.reset(seed, number))?;
        Ok(play.state())
    }

    /// Moves for the seat whose turn it is, and plays on.
    fn act(&mut self, py: Python<'_>, action: u32) -> PyResult<State> {
        let play = self.dealt(py, "act")?;
        let turn = play.turn.ok_or_else(|| usage(py, "act: the game is over; call reset first"))?;
        let moves = play.moves(turn.role);
        if action as usize >= moves {
            let message = format!("move: {action}: there are {moves} moves, 0 to {}", moves - 1);
            return Err(PyIndexError::new_err(message));
        }
        played_on(py, play, |play| play.act(action))?;
        Ok(play.state())
    }

    /// What a seat is told, as numbers of four bytes.
    fn observe<'py>(&mut self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyBytes>> {
        let (seat, play) = (seat_role(seat)?, self.dealt(py, "observe")?);
        let mut row = vec![0; play.width()];
        play.observe(seat, &mut row);
        Ok(PyBytes::new(py, bytemuck::cast_slice(&row)))
    }

    /// Which moves a seat may make, a byte for each; none when it is not its turn.
    fn legal<'py>(&mut self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyBytes>> {
        let legal = self.mask(py, seat)?;
        Ok(PyBytes::new(py, &legal))
    }

    /// The moves that a seat may make, by their numbers.
    fn legal_moves(&mut self, py: Python<'_>, seat: usize) -> PyResult<Vec<u32>> {
        let legal = self.mask(py, seat)?;
        Ok((0..).zip(legal).filter_map(|(number, is_legal)| (is_legal > 0).then_some(number)).collect())
    }

    /// The likeliest `count` legal clues for the keyword that an Encryptor's next clue is to stand for, as numbers of four
    /// bytes, and which of them are legal.
    fn shortlist<'py>(
        &mut self,
        py: Python<'py>,
        seat: usize,
        count: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (seat, play) = (seat_role(seat)?, self.dealt(py, "shortlist")?);
        let (mut choice, mut legal) = (Vec::new(), Vec::new());
        py.detach(|| on_this_thread(|| play.shortlist(seat, count, &mut choice, &mut legal)));
        Ok((PyBytes::new(py, bytemuck::cast_slice(&choice)), PyBytes::new(py, &legal)))
    }

    /// The same for a team elsewhere, which holds the keywords `own` and has given the clues `given`; no deal is needed.
    fn shortlist_of<'py>(
        &mut self,
        py: Python<'py>,
        own: [u16; 4],
        keyword: u16,
        earlier: Vec<u32>,
        count: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let play = self.play();
        if own.iter().chain([&keyword]).any(|&keyword| usize::from(keyword) >= play.keywords()) {
            return Err(PyIndexError::new_err("a keyword is beyond the deck"));
        }
        let team = (BySlot(own.map(Keyword)), Keyword(keyword));
        let earlier = earlier.into_iter().map(Clue::new);
        let (choice, legal) = on_this_thread(|| play.shortlist_of(team, earlier, count));
        Ok((PyBytes::new(py, bytemuck::cast_slice(&choice)), PyBytes::new(py, &legal)))
    }
}

impl Episode {
    fn from_play(play: Play) -> Episode {
        Episode(Mutex::new(play))
    }

    fn play(&mut self) -> &mut Play {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game, or an exception of the method `what` if none is dealt.
    fn dealt(&mut self, py: Python<'_>, what: &str) -> PyResult<&mut Play> {
        let play = self.play();
        if play.dealt.is_none() {
            return Err(usage(py, format_args!("{what}: nothing is dealt; call reset first")));
        }
        Ok(play)
    }

    /// Returns a byte for each move of a seat: 1 where it may make it.
    fn mask(&mut self, py: Python<'_>, seat: usize) -> PyResult<Vec<u8>> {
        let play = self.dealt(py, "legal")?;
        let seat = seat_role(seat)?;
        let mut mask = vec![0; play.moves(seat.1)];
        play.legal(seat, &mut mask);
        Ok(mask)
    }
}

/// Plays on without the interpreter's lock. What a class raises that is asked breaks the game off.
fn played_on(py: Python<'_>, play: &mut Play, job: impl FnOnce(&mut Play) + Send) -> PyResult<()> {
    if !play.setup().python_agents.are_any() {
        py.detach(|| on_this_thread(|| job(play)));
        return Ok(());
    }
    let ended = py.detach(|| catch_unwind(AssertUnwindSafe(|| on_this_thread(|| job(play)))));
    ended.map_err(|panic| {
        play.clear();
        play.setup().python_agents.take_failure().unwrap_or_else(|| resume_unwind(panic))
    })
}

/// The number of a seat: White's roles, then Black's.
const fn seat(side: Side, role: Role) -> usize {
    Role::ALL.len() * (side as usize) + role as usize
}

/// The seat of a number.
fn seat_role(seat: usize) -> PyResult<(Side, Role)> {
    let roles = Role::ALL.len();
    let side = Side::ALL.get(seat / roles).copied();
    let side = side.ok_or_else(|| {
        PyIndexError::new_err(format!("seat: {seat}: there are {} seats, 0 to {}", 2 * roles, 2 * roles - 1))
    })?;
    Ok((side, Role::ALL[seat % roles]))
}
