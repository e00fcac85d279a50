//! A game that can pause while it waits for external answers.
//!
//! It plays the game of [`GameSetup::play`] as a state machine, one question at a time. Built-in players answer
//! at once. At a question to an external player ([`ExternalPlayer`](super::ExternalPlayer)), the game pauses.
//! Questions that can be asked together are open together: both Encryptors of a round; the guessers and
//! interceptors of a half; both teams when keywords are named. A round therefore takes three exchanges, plus
//! one for each refusal of clues (R25), and one for each turn of a talk.
//!
//! If several players have faults, the first in the order of [`GameSetup::play`] is at fault, whatever the order
//! of answers.

mod ending;
mod guesses;
mod phase;
mod writing;

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use super::fault::guard;
use super::requests::TeamRequests;
use super::stream::StreamSource;
use super::talk::TalkState;
use super::{
    Answer, AnswerError, Deal, Game, GameSetup, NumberedDeal, PlayerFault, PlayerRequest, Position, Role,
    Team,
};
use crate::rules::{BySide, Side, SuddenDeath};
use phase::{Phase, TeamAnswer};

/// A game between two teams that can pause while it waits for external answers.
pub struct ResumableGame<'a> {
    setup: GameSetup<'a>,
    deal: Deal,
    source: StreamSource,
    teams: BySide<Team>,
    game: Game,
    round: u8,
    phase: Phase,
    /// The tie that is being played on, in sudden death.
    tie: Option<SuddenDeath>,
    requests: BySide<TeamRequests>,
    /// The talks in progress between external members.
    talks: BySide<Option<Box<TalkState>>>,
    catches_faults: bool,
    limit: Option<Duration>,
    wants_keywords: bool,
    breakdown: Option<PlayerFault>,
}

/// Error for an answer from a member without an open request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnexpectedAnswer {
    /// Team of the member.
    pub side: Side,
    /// Index of the member in the team, from 0.
    pub member: u8,
}

impl fmt::Display for UnexpectedAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnexpectedAnswer { side, member } = self;
        write!(f, "member {member} of {side} is not asked")
    }
}

impl std::error::Error for UnexpectedAnswer {}

impl<'a> ResumableGame<'a> {
    /// Creates a game between two teams on a deal. No player is asked before [`ResumableGame::advance`].
    ///
    /// The content of `game` is overwritten; its memory is reused.
    ///
    /// # Panics
    /// If a team differs in size from the rules, or if the deal is from another deck.
    pub fn new(
        setup: GameSetup<'a>,
        dealt: &NumberedDeal,
        teams: BySide<Team>,
        mut game: Game,
    ) -> ResumableGame<'a> {
        setup.check_seats(dealt, &teams.white, &teams.black);
        game.open(setup.rules(), dealt);
        let salts = BySide { white: teams.white.salt(), black: teams.black.salt() };
        ResumableGame {
            setup,
            deal: dealt.salted(salts),
            source: dealt.source(),
            teams,
            game,
            round: 0,
            phase: Phase::Over,
            tie: None,
            requests: BySide::default(),
            talks: BySide::default(),
            catches_faults: false,
            limit: None,
            wants_keywords: false,
            breakdown: None,
        }
    }

    /// Returns the game with the option to name keywords after ties that do not need them
    /// ([`GameSetup::name_keywords`]).
    #[must_use]
    pub fn with_keyword_guess(self) -> ResumableGame<'a> {
        ResumableGame { wants_keywords: true, ..self }
    }

    /// Returns the game with faults of built-in players caught: a panic, or an answer that takes longer than
    /// `limit`.
    ///
    /// A fault ends the game against the player's side. Without this option, panics propagate.
    #[must_use]
    pub fn with_fault_guard(self, limit: Option<Duration>) -> ResumableGame<'a> {
        ResumableGame { catches_faults: true, limit, ..self }
    }

    /// Advances the game until it ends or must wait for an external answer.
    pub fn advance(&mut self) {
        let mut phase = std::mem::replace(&mut self.phase, Phase::Over);
        // Round 0: the players have not begun.
        if self.round == 0 {
            phase = match self.begin() {
                Ok(()) => self.next_round(),
                Err(broken) => self.break_down(broken),
            };
        }
        loop {
            match self.step(phase) {
                ControlFlow::Continue(next) => phase = next,
                ControlFlow::Break(waiting) => {
                    self.phase = waiting;
                    return;
                }
            }
        }
    }

    /// Returns `true` if the game has ended, by its rules or by a fault.
    pub const fn is_over(&self) -> bool {
        self.round > 0 && matches!(self.phase, Phase::Over)
    }

    /// Returns the open requests, which can be answered in any order.
    pub fn questions(&mut self) -> impl Iterator<Item = PlayerRequest<'_>> {
        let ResumableGame { setup, deal, game, round, phase, requests, talks, .. } = self;
        let position = Position { setup, deal, record: &game.record, round: *round };
        let BySide { white, black } = requests;
        let phase = &*phase;
        let (open, talks) = ([(Side::White, white), (Side::Black, black)], &*talks);
        open.into_iter().flat_map(move |(side, requests)| {
            requests.open().map(move |(member, stream)| PlayerRequest {
                question: phase.question(&position, side, member),
                stream,
                refused: phase.refused(side),
                talk: talks[side].as_deref().map(|talk| talk.turn_of(member)),
            })
        })
    }

    /// Stores the answer of a member. A missing answer, or one of the wrong kind, is a fault of the member's
    /// team.
    ///
    /// # Errors
    /// [`UnexpectedAnswer`] if the member has no open request; the game is then unchanged.
    pub fn answer(
        &mut self,
        side: Side,
        member: u8,
        answer: Result<Answer, AnswerError>,
    ) -> Result<(), UnexpectedAnswer> {
        if !self.requests[side].is_open(member) {
            return Err(UnexpectedAnswer { side, member });
        }
        let answer = match answer {
            Ok(answer) if !self.is_expected(side, member, &answer) => {
                Err(AnswerError { late: false, message: "it answers another question".to_owned() })
            }
            answer => answer,
        };
        self.requests[side].put(member, answer);
        Ok(())
    }

    /// Returns `true` if an answer is of the kind that the open request of a member asks for.
    fn is_expected(&self, side: Side, member: u8, answer: &Answer) -> bool {
        let ResumableGame { setup, deal, game, round, .. } = self;
        let position = Position { setup, deal, record: &game.record, round: *round };
        match &self.talks[side] {
            Some(_) => matches!(answer, Answer::Talk(_)),
            None => answer.answers(&self.phase.question(&position, side, member)),
        }
    }

    /// Consumes the game and returns its record and the teams. Teams of a game with a fault must not be
    /// reused.
    pub fn into_parts(self) -> (Game, BySide<Team>) {
        (self.game, self.teams)
    }

    /// Returns the game in its present state.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the fault that ended the game, and the side at fault.
    pub fn failure(&self) -> Option<(Side, AnswerError)> {
        let PlayerFault { side, late, message } = self.breakdown.as_ref()?;
        Some((*side, AnswerError { late: *late, message: message.clone() }))
    }

    /// Lets all players begin the game.
    fn begin(&mut self) -> Result<(), PlayerFault> {
        self.round = 1;
        Side::ALL.into_iter().try_for_each(|side| self.at_once(side, |team, at, _| team.begin(at, side)))?;
        self.round = 0;
        Ok(())
    }

    /// Takes one step. `Break` means that the game waits or is over.
    fn step(&mut self, phase: Phase) -> ControlFlow<Phase, Phase> {
        match phase {
            Phase::Writing(writing) => self.writing(writing),
            Phase::Hearing(side, clues, exchange) => self.hearing(side, clues, exchange),
            Phase::Naming(condition, exchange) => self.naming(condition, exchange),
            Phase::Over => ControlFlow::Break(Phase::Over),
        }
    }

    /// Asks a team with built-in players.
    fn at_once<T>(
        &mut self,
        side: Side,
        ask: impl FnOnce(&mut Team, &Position<'_>, StreamSource) -> T,
    ) -> Result<T, PlayerFault> {
        let ResumableGame { setup, deal, game, round, teams, source, .. } = self;
        let position = Position { setup, deal, record: &game.record, round: *round };
        if !self.catches_faults {
            return Ok(ask(&mut teams[side], &position, *source));
        }
        let mut answer = None;
        guard(self.limit, || answer = Some(ask(&mut teams[side], &position, *source)))?;
        Ok(answer.expect("who does not break down has answered"))
    }

    /// Opens requests to external players, or checks the answers if requests are open.
    fn ask_external(&mut self, side: Side, role: Role) -> TeamAnswer<()> {
        let requests = &mut self.requests[side];
        if requests.is_empty() {
            self.teams[side].open_requests(side, self.round, role, self.source, requests);
            return None;
        }
        requests.are_answered().map(|answered| {
            answered.map_err(|AnswerError { late, message }| PlayerFault { side, late, message })
        })
    }

    /// Ends the game against the side at fault, and drops all open requests.
    fn break_down(&mut self, broken: PlayerFault) -> Phase {
        self.game.forfeit(broken.side);
        self.requests = BySide::default();
        self.talks = BySide::default();
        self.breakdown = Some(broken);
        Phase::Over
    }

    const fn position(&self) -> Position<'_> {
        Position { setup: &self.setup, deal: &self.deal, record: &self.game.record, round: self.round }
    }
}
