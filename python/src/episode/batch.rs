//! Many games side by side, one seat of each for Python, moved together on several threads.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use overhear_engine::game::Role;
use overhear_engine::rules::{CLUES, Side};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyByteArray;
use rayon::prelude::*;

use super::arrays::{ReusedArrays, write_rows};
use super::log_likelihoods::LogLikelihoods;
use super::pcg64::Pcg64;
use super::play::{Play, State};
use super::{Episode, seat_role};
use crate::errors::{exception, usage};
use crate::pool::shared_pool;

/// A move that loses the game at once. Python reads it as `LOST`.
pub(crate) const LOST: u32 = u32::MAX;

/// How many lanes a thread takes at least: fewer cost more to hand over than to move.
const LANES: usize = 4;

/// How long Ctrl-C waits at most before it is seen.
const LOOK: Duration = Duration::from_millis(50);

/// Games side by side.
#[pyclass(module = "overhear._overhear")]
pub(crate) struct EpisodeBatch(Mutex<Batch>);

/// The games, and what is the same in all of them.
struct Batch {
    lanes: Vec<Lane>,
    settings: Settings,
    threads: Option<u16>,
    /// Masks that are written straight into the array.
    masks: ReusedArrays,
    /// `true` if Ctrl-C has left some games a step behind the others.
    is_torn: bool,
}

/// What decides moves, rewards and observations.
struct Settings {
    seat: (Side, Role),
    /// How many clues an Encryptor chooses among; all of them if nothing is said.
    candidates: Option<usize>,
    counts_tokens: bool,
    /// Whether a game that has ended is followed by the next one within the same step.
    same_step: bool,
    /// What observations are made of, if they are not words; for Encryptors with candidates and for guessers.
    likelihoods: Option<LogLikelihoods>,
}

impl Settings {
    /// Returns `true` if the words of an Encryptor are its moves: so long a mask is written once, straight into the array, and not kept
    /// beside each game. Where a step deals the next game, that of the old one must be kept.
    fn writes_masks(&self) -> bool {
        self.seat.1 == Role::Encryptor && self.candidates.is_none() && !self.same_step
    }

    /// Returns how many numbers an observation has.
    fn width(&self, play: &Play) -> usize {
        match (&self.likelihoods, self.candidates) {
            (None, _) => play.width(),
            (Some(_), Some(candidates)) => 4 * candidates,
            (Some(_), None) => 4 * CLUES,
        }
    }
}

/// A game, and what its seat observed last.
struct Lane {
    play: Play,
    stream: Pcg64,
    /// White's tokens at the last turn, as `State.balance` counts them.
    balance: i32,
    now: SeatUpdate,
    /// The end of the game, where another one has begun within the same step.
    end: SeatUpdate,
}

/// A seat's observation after a step, with its legal moves, its reward and the state of the game.
#[derive(Clone, Default)]
struct SeatUpdate {
    /// Words, or the bits of 32-bit floats.
    row: Vec<i32>,
    /// 1 for each move that is legal, unless it is written straight into an array.
    legal: Vec<u8>,
    /// The clues that moves stand for.
    choice: Vec<u32>,
    reward: f64,
    /// Whether the game is over, the round, and both teams' tokens.
    state: [u8; 6],
}

/// Observations, masks, clues to choose from, rewards and states of all games.
type Arrays<'py> = [Bound<'py, PyByteArray>; 5];

#[pymethods]
impl EpisodeBatch {
    /// So many copies of a game.
    #[new]
    #[pyo3(signature = (episode, count, seat, candidates, counts_tokens, same_step, threads, likelihoods))]
    #[expect(clippy::too_many_arguments, reason = "Python names each of them once")]
    fn new(
        episode: &mut Episode,
        count: usize,
        seat: usize,
        candidates: Option<usize>,
        counts_tokens: bool,
        same_step: bool,
        threads: Option<u16>,
        likelihoods: Option<(PyBackedBytes, usize)>,
    ) -> PyResult<EpisodeBatch> {
        let likelihoods =
            likelihoods.map(|(bytes, keywords)| LogLikelihoods::new(bytes, keywords)).transpose()?;
        let settings = Settings { seat: seat_role(seat)?, candidates, counts_tokens, same_step, likelihoods };
        let play = episode.play();
        let lanes = (0..count).map(|_| Lane::new(play.fresh())).collect();
        let masks = ReusedArrays::default();
        Ok(EpisodeBatch(Mutex::new(Batch { lanes, settings, threads, masks, is_torn: false })))
    }

    /// Deals in every game, with new streams if their states are given.
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        states: Option<Vec<[u8; Pcg64::BYTES]>>,
    ) -> PyResult<Arrays<'py>> {
        let batch = self.batch();
        if let Some(states) = states {
            if states.len() != batch.lanes.len() {
                return Err(PyValueError::new_err("there is a state for each game"));
            }
            let streams = states.into_iter().map(Pcg64::from_bytes);
            batch.lanes.iter_mut().zip(streams).for_each(|(lane, stream)| lane.stream = stream);
        }
        batch.each(py, |_, lane, settings| lane.deal(settings))?;
        batch.arrays(py, |lane| &lane.now)
    }

    /// Moves in every game, by numbers of four bytes; what all seats are told now, and at the end of games that are followed by the
    /// next one within the step.
    fn step<'py>(&mut self, py: Python<'py>, actions: &[u8]) -> PyResult<(Arrays<'py>, Option<Arrays<'py>>)> {
        let batch = self.batch();
        let actions: Vec<u32> = move_numbers(actions).collect();
        let moves = batch.moves();
        batch.check_whole(py, "step: the last one")?;
        if actions.len() != batch.lanes.len() {
            return Err(PyValueError::new_err("expected one move per game"));
        }
        if let Some(action) = actions.iter().find(|&&action| action != LOST && action as usize >= moves) {
            return Err(PyIndexError::new_err(format!("{action}: there are {moves} moves")));
        }
        batch.each(py, |place, lane, settings| lane.step(actions[place], settings))?;
        let end = batch.settings.same_step.then(|| batch.arrays(py, |lane| &lane.end)).transpose()?;
        Ok((batch.arrays(py, |lane| &lane.now)?, end))
    }

    /// Returns a byte for each game: 1 where the move, of four bytes and in range, is illegal now.
    fn illegal<'py>(&mut self, py: Python<'py>, actions: &[u8]) -> PyResult<Bound<'py, PyByteArray>> {
        self.batch().check_whole(py, "step: the last one")?;
        let Batch { lanes, settings, .. } = self.batch();
        let lanes = lanes.iter_mut().zip(move_numbers(actions));
        let marks: Vec<u8> = lanes.map(|(lane, action)| u8::from(!lane.allows(action, settings))).collect();
        Ok(PyByteArray::new(py, &marks))
    }

    /// Returns a byte for each game and move: 1 where the move is legal now.
    fn masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let batch = self.batch();
        batch.check_whole(py, "action_masks: the last step")?;
        batch.masks(py, |lane| &lane.now)
    }
}

impl EpisodeBatch {
    fn batch(&mut self) -> &mut Batch {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Batch {
    /// Refuses to go on with games of which some are a step behind the others.
    fn check_whole(&self, py: Python<'_>, what: &str) -> PyResult<()> {
        if self.is_torn {
            return Err(usage(py, format_args!("{what} was interrupted; call reset first")));
        }
        Ok(())
    }

    fn moves(&self) -> usize {
        let (_, role) = self.settings.seat;
        let of_role = self.lanes.first().map_or(0, |lane| lane.play.moves(role));
        self.settings.candidates.filter(|_| role == Role::Encryptor).unwrap_or(of_role)
    }

    /// Does something in every game, without the interpreter's lock. Each game has its own stream, so that threads change nothing.
    ///
    /// # Errors
    /// Ctrl-C, after the games in flight: the others are left as they were, and the batch is torn.
    fn each(&mut self, py: Python<'_>, job: impl Fn(usize, &mut Lane, &Settings) + Sync) -> PyResult<()> {
        let setup = self.lanes.first().map(|lane| Arc::clone(lane.play.setup()));
        let ended = catch_unwind(AssertUnwindSafe(|| self.all(py, job)));
        ended.unwrap_or_else(|panic| {
            // What a class raises that is asked breaks its game off; others may have stopped anywhere.
            self.is_torn = true;
            self.lanes.iter_mut().for_each(|lane| lane.play.clear());
            Err(setup
                .and_then(|setup| setup.python_agents.take_failure())
                .unwrap_or_else(|| resume_unwind(panic)))
        })
    }

    /// The same; a panic of the job goes through.
    fn all(&mut self, py: Python<'_>, job: impl Fn(usize, &mut Lane, &Settings) + Sync) -> PyResult<()> {
        let Batch { lanes, settings, threads, is_torn, .. } = self;
        let pool = shared_pool(*threads).map_err(|error| exception(py, &error))?;
        let (is_stopped, mut signals) = (AtomicBool::new(false), Ok(()));
        let (done, mut end) = channel::<()>();
        pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let done = done;
                let places = lanes.par_iter_mut().enumerate().with_min_len(LANES);
                places.for_each(|(place, lane)| {
                    if !is_stopped.load(Ordering::Relaxed) {
                        job(place, lane, settings);
                    }
                });
                drop(done);
            });
            // This thread alone can see signals.
            loop {
                let end = &mut end;
                if py.detach(move || end.recv_timeout(LOOK)) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                if signals.is_ok() {
                    signals = py.check_signals();
                    is_stopped.store(signals.is_err(), Ordering::Relaxed);
                }
            }
        });
        *is_torn = signals.is_err();
        signals
    }

    /// Returns what all lanes were told as arrays, a row for each.
    fn arrays<'py>(
        &mut self,
        py: Python<'py>,
        update_of: impl Fn(&Lane) -> &SeatUpdate + Copy + Send + Sync,
    ) -> PyResult<Arrays<'py>> {
        // Python makes observations of the clues to choose from where these are none yet.
        let has_numbers = self.settings.likelihoods.is_some();
        Ok([
            self.copies(py, move |lane| bytemuck::cast_slice(&update_of(lane).row))?,
            self.masks(py, update_of)?,
            self.copies(
                py,
                move |lane| {
                    if has_numbers { &[] } else { bytemuck::cast_slice(&update_of(lane).choice) }
                },
            )?,
            self.copies(py, move |lane| bytemuck::bytes_of(&update_of(lane).reward))?,
            self.copies(py, move |lane| &update_of(lane).state)?,
        ])
    }

    /// Returns the legal moves of all lanes.
    fn masks<'py>(
        &mut self,
        py: Python<'py>,
        update_of: impl Fn(&Lane) -> &SeatUpdate + Copy + Send + Sync,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        if !self.settings.writes_masks() {
            return self.copies(py, move |lane| &update_of(lane).legal);
        }
        let (seat, moves) = (self.settings.seat, self.moves());
        let pool = shared_pool(self.threads).map_err(|error| exception(py, &error))?;
        let Batch { lanes, masks, .. } = self;
        masks.written(py, moves * lanes.len(), |all| {
            write_rows(py, &pool, (lanes, all), moves, |lane, row| lane.play.legal(seat, row));
        })
    }

    /// Returns copies of a part of each lane, all of one length.
    fn copies<'py>(
        &mut self,
        py: Python<'py>,
        part: impl Fn(&Lane) -> &[u8] + Send + Sync,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let pool = shared_pool(self.threads).map_err(|error| exception(py, &error))?;
        let lanes = &mut self.lanes;
        let width = lanes.first().map_or(0, |lane| part(lane).len());
        PyByteArray::new_with(py, width * lanes.len(), |all| {
            write_rows(py, &pool, (lanes, all), width, |lane, row| row.copy_from_slice(part(lane)));
            Ok(())
        })
    }
}

impl Lane {
    fn new(play: Play) -> Lane {
        let stream = Pcg64::from_bytes([0; Pcg64::BYTES]);
        Lane { play, stream, balance: 0, now: SeatUpdate::default(), end: SeatUpdate::default() }
    }

    /// Deals until the seat is asked.
    fn deal(&mut self, settings: &Settings) {
        let state = loop {
            self.play.reset(self.stream.below_2_63(), 0);
            let state = self.play.state();
            if !is_over(&state) {
                break state;
            }
        };
        self.balance = balance(&state);
        self.tell(&state, 0.0, settings);
    }

    /// Moves; deals instead where the game had ended.
    fn step(&mut self, action: u32, settings: &Settings) {
        if self.now.state[0] > 0 {
            return self.deal(settings);
        }
        if settings.same_step {
            if self.end.row.is_empty() {
                self.end = self.now.clone();
            }
            self.end.state[0] = 0;
        }
        if action == LOST {
            (self.now.state[0], self.now.reward) = (1, -1.0);
        } else {
            let choice = self.now.choice.get(action as usize);
            self.play.act(choice.copied().unwrap_or(action));
            let state = self.play.state();
            let reward = self.gain(&state, settings);
            self.tell(&state, reward, settings);
        }
        if settings.same_step && self.now.state[0] > 0 {
            mem::swap(&mut self.now, &mut self.end);
            self.deal(settings);
            self.now.reward = self.end.reward;
        }
    }

    /// Returns `true` for a legal move, and for any if the game is over.
    fn allows(&mut self, action: u32, settings: &Settings) -> bool {
        if self.now.state[0] > 0 {
            return true;
        }
        if settings.writes_masks() {
            return self.play.may_give(settings.seat.0, action);
        }
        self.now.legal.get(action as usize) == Some(&1)
    }

    /// Returns the seat's reward since its last turn.
    fn gain(&mut self, state: &State, settings: &Settings) -> f64 {
        let sign = if settings.seat.0 == Side::White { 1.0 } else { -1.0 };
        if settings.counts_tokens {
            let before = mem::replace(&mut self.balance, balance(state));
            sign * f64::from(self.balance - before) / 2.0
        } else {
            sign * f64::from(state.4)
        }
    }

    fn tell(&mut self, state: &State, reward: f64, settings: &Settings) {
        let Lane { play, now, .. } = self;
        now.row.resize(settings.width(play), 0);
        match settings.candidates {
            Some(count) => play.shortlist(settings.seat, count, &mut now.choice, &mut now.legal),
            None if settings.writes_masks() => {}
            None => {
                now.legal.resize(play.moves(settings.seat.1), 0);
                play.legal(settings.seat, &mut now.legal);
            }
        }
        match &settings.likelihoods {
            Some(table) => play.log_likelihoods(settings.seat, &now.choice, table, &mut now.row),
            None => play.observe(settings.seat, &mut now.row),
        }
        let (_, round, (a, b, c, d), over, _) = *state;
        (now.reward, now.state) = (reward, [u8::from(over), round, a, b, c, d]);
    }
}

/// Reads moves, four bytes each.
fn move_numbers(actions: &[u8]) -> impl Iterator<Item = u32> + '_ {
    actions.chunks_exact(4).map(|four| u32::from_ne_bytes([four[0], four[1], four[2], four[3]]))
}

const fn is_over(state: &State) -> bool {
    state.3
}

/// Returns White's good tokens and Black's bad ones, less the others.
fn balance(&(_, _, (caught, lost, theirs, their_losses), ..): &State) -> i32 {
    let [caught, lost, theirs, their_losses] = [caught, lost, theirs, their_losses].map(i32::from);
    caught - lost - theirs + their_losses
}
