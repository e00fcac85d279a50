//! A game that can pause while it waits for external answers.
//!
//! It plays the game of [`GameSetup::play`] as a state machine, one question at a time. Built-in players answer
//! at once. At a question to an external player ([`ExternalPlayer`](super::ExternalPlayer)), the game pauses.
//! Questions that can be asked together are open together: both Encryptors of a round; the guessers and
//! interceptors of a half; both teams when keywords are named. A round therefore takes three exchanges, plus
//! one for each refusal of clues (R25).
//!
//! If several players have faults, the first in the order of [`GameSetup::play`] is at fault, whatever the order
//! of answers.

use std::ops::ControlFlow;
use std::time::Duration;

use super::clue_review::review_clues;
use super::fault::guard;
use super::finished::RefusedClue;
use super::requests::TeamRequests;
use super::source::StreamSource;
use super::team::{ClueAttempts, ReviewedClues, TeamGuess, written_in_time};
use super::{
    Answer, AnswerError, Deal, Game, GameSetup, NumberedDeal, PlayerFault, PlayerRequest, Position, Question,
    Refusal, Role, Team, seats,
};
use crate::rules::{
    BySide, BySlot, CLUES, Clues, Ending, Judgement, Keyword, Side, SuddenDeath, TieCondition,
};

/// A game between two teams that can pause while it waits for external answers.
pub struct ResumableGame<'a> {
    table: GameSetup<'a>,
    deal: Deal,
    source: StreamSource,
    teams: BySide<Team>,
    game: Game,
    round: u8,
    stage: Phase,
    /// The tie that is being played on, in sudden death.
    tie: Option<SuddenDeath>,
    letters: BySide<TeamRequests>,
    guarded: bool,
    limit: Option<Duration>,
    wants_keywords: bool,
    breakdown: Option<PlayerFault>,
}

/// Error for an answer from a member without an open request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("member {member} of {side} is not asked")]
pub struct UnexpectedAnswer {
    /// Team of the member.
    pub side: Side,
    /// Index of the member in the team, from 0.
    pub member: u8,
}

/// The answer of a team; `None` while an answer is missing.
type TeamAnswer<T> = Option<Result<T, PlayerFault>>;

/// Answers of two teams that are asked together, in the order of the game loop. The second team may have no
/// question.
struct PendingAnswers<T> {
    first: TeamAnswer<T>,
    second: TeamAnswer<Option<T>>,
}

/// Phase of a game.
enum Phase {
    /// The Encryptors write clues (R4).
    Writing(Box<CluePhase>),
    /// The clues of a side have been read, and both teams guess.
    Hearing(Side, BySide<Option<ReviewedClues>>, Box<PendingAnswers<TeamGuess>>),
    /// Both teams name keywords (R13). The tie condition is present if the tiebreaker needs the keywords.
    Naming(Option<TieCondition>, Box<PendingAnswers<BySlot<Keyword>>>),
    /// The game is over, and no question follows.
    Over,
}

/// State of both Encryptors.
struct CluePhase {
    encryptors: BySide<EncryptorState>,
    done: PendingAnswers<()>,
}

/// State of one Encryptor.
struct EncryptorState {
    /// Number of clues that the Encryptor has time to write (R24).
    written: usize,
    attempts: ClueAttempts,
    refused: Vec<RefusedClue>,
    refusals: Vec<Refusal>,
    reviewed: Option<ReviewedClues>,
}

impl<T> PendingAnswers<T> {
    const NONE: PendingAnswers<T> = PendingAnswers { first: None, second: None };

    /// Asks the teams that have not answered. Returns both answers, or the first fault, once they are known.
    ///
    /// If the first team has a fault, the second team is not asked, as in the game loop.
    fn ask<S>(
        &mut self,
        table: &mut S,
        first: impl FnOnce(&mut S) -> TeamAnswer<T>,
        second: impl FnOnce(&mut S) -> TeamAnswer<Option<T>>,
    ) -> TeamAnswer<(T, Option<T>)> {
        if self.first.is_none() {
            self.first = first(table);
        }
        if let Some(Err(broken)) = &self.first {
            return Some(Err(broken.clone()));
        }
        if self.second.is_none() {
            self.second = second(table);
        }
        if self.first.is_none() || self.second.is_none() {
            return None;
        }
        Some(self.first.take()?.and_then(|one| Ok((one, self.second.take().transpose()?.flatten()))))
    }
}

impl<'a> ResumableGame<'a> {
    /// Creates a game between two teams on a deal. No player is asked before [`ResumableGame::advance`].
    ///
    /// The content of `game` is overwritten; its memory is reused.
    ///
    /// # Panics
    /// If a team differs in size from the rules, or if the deal is from another deck.
    pub fn new(
        table: GameSetup<'a>,
        dealt: &NumberedDeal,
        teams: BySide<Team>,
        mut game: Game,
    ) -> ResumableGame<'a> {
        seats::check(&table, dealt, &teams.white, &teams.black);
        game.open(table.rules().players, dealt);
        let salts = BySide { white: teams.white.salt(), black: teams.black.salt() };
        ResumableGame {
            table,
            deal: dealt.salted(salts),
            source: dealt.source(),
            teams,
            game,
            round: 0,
            stage: Phase::Over,
            tie: None,
            letters: BySide::default(),
            guarded: false,
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
        ResumableGame { guarded: true, limit, ..self }
    }

    /// Advances the game until it ends or must wait for an external answer.
    pub fn advance(&mut self) {
        let mut stage = std::mem::replace(&mut self.stage, Phase::Over);
        // Round 0: the players have not begun.
        if self.round == 0 {
            stage = match self.begin() {
                Ok(()) => self.next_round(),
                Err(broken) => self.break_down(broken),
            };
        }
        loop {
            match self.step(stage) {
                ControlFlow::Continue(next) => stage = next,
                ControlFlow::Break(waiting) => {
                    self.stage = waiting;
                    return;
                }
            }
        }
    }

    /// Returns `true` if the game has ended, by its rules or by a fault.
    pub const fn is_over(&self) -> bool {
        self.round > 0 && matches!(self.stage, Phase::Over)
    }

    /// Returns the open requests, which can be answered in any order.
    pub fn questions(&mut self) -> impl Iterator<Item = PlayerRequest<'_>> {
        let ResumableGame { table, deal, game, round, stage, letters, .. } = self;
        let position = Position { table, deal, record: &game.record, round: *round };
        let BySide { white, black } = letters;
        let stage = &*stage;
        let open = [(Side::White, white), (Side::Black, black)];
        open.into_iter().flat_map(move |(side, letters)| {
            letters.open().map(move |(member, stream)| PlayerRequest {
                question: stage.question(&position, side, member),
                stream,
                refused: stage.refused(side),
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
        if !self.letters[side].is_open(member) {
            return Err(UnexpectedAnswer { side, member });
        }
        let ResumableGame { table, deal, game, round, .. } = &*self;
        let position = Position { table, deal, record: &game.record, round: *round };
        let fits = |answer: &Answer| answer.answers(&self.stage.question(&position, side, member));
        let answer = match answer {
            Ok(answer) if !fits(&answer) => {
                Err(AnswerError { late: false, message: "it answers another question".to_owned() })
            }
            answer => answer,
        };
        self.letters[side].put(member, answer);
        Ok(())
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
    fn step(&mut self, stage: Phase) -> ControlFlow<Phase, Phase> {
        match stage {
            Phase::Writing(writing) => self.writing(writing),
            Phase::Hearing(side, clues, exchange) => self.hearing(side, clues, exchange),
            Phase::Naming(door, exchange) => self.naming(door, exchange),
            Phase::Over => ControlFlow::Break(Phase::Over),
        }
    }

    /// Starts the next round.
    fn next_round(&mut self) -> Phase {
        self.round += 1;
        let seconds = u64::from(self.table.rules().sand_timer);
        let mut written = BySide { white: CLUES, black: CLUES };
        if seconds > 0 {
            let times = BySide::from_fn(|side| self.teams[side].written(side, self.round, self.source));
            self.game.times.extend([times.white, times.black]);
            written = written_in_time(times, 1000 * seconds);
        }
        let encryptors = BySide::from_fn(|side| EncryptorState {
            written: written[side],
            attempts: ClueAttempts::new(self.table.attempts()),
            refused: Vec::new(),
            refusals: Vec::new(),
            reviewed: None,
        });
        Phase::Writing(Box::new(CluePhase { encryptors, done: PendingAnswers::NONE }))
    }

    /// Asks both Encryptors; once both are done, the first half begins.
    fn writing(&mut self, mut writing: Box<CluePhase>) -> ControlFlow<Phase, Phase> {
        let CluePhase { encryptors: BySide { white, black }, done } = &mut *writing;
        let gives = self.table.rules().gives_clues(Side::Black);
        let done = done.ask(
            self,
            |sitting| sitting.write(Side::White, white),
            |sitting| if gives { optional(sitting.write(Side::Black, black)) } else { Some(Ok(None)) },
        );
        let Some(done) = done else { return ControlFlow::Break(Phase::Writing(writing)) };
        // The order of `note_clues` and the fault follows the game loop, so that both record the same counts.
        let failed = done.as_ref().err().map(|broken| broken.side);
        self.note_clues(&writing.encryptors, failed);
        ControlFlow::Continue(match done {
            Ok(_) => Phase::Hearing(
                Side::White,
                BySide::from_fn(|side| writing.encryptors[side].reviewed),
                Box::new(PendingAnswers::NONE),
            ),
            Err(broken) => self.break_down(broken),
        })
    }

    /// Counts the attempts of both Encryptors, up to the first fault.
    fn note_clues(&mut self, encryptors: &BySide<EncryptorState>, failed: Option<Side>) {
        for side in Side::ALL {
            self.game.refused.extend_from_slice(&encryptors[side].refused);
            if failed == Some(side) {
                return;
            }
            if let Some(reviewed) = &encryptors[side].reviewed {
                self.game.note_clues(side, encryptors[side].written, reviewed);
            }
        }
    }

    /// Asks an Encryptor until all clues are accepted or no attempts are left (R25).
    fn write(&mut self, side: Side, encryptor: &mut EncryptorState) -> TeamAnswer<()> {
        let EncryptorState { written, attempts, refused, refusals, reviewed } = encryptor;
        if !self.teams[side].is_external(Role::Encryptor) {
            let most = self.table.attempts();
            let answer = self.at_once(side, |team, at, source| {
                team.encrypt(at, side, source, most, |clues| review_clues(at, side, *written, clues, refused))
            });
            return Some(answer.map(|answer| *reviewed = Some(answer)));
        }
        if let Err(broken) = self.by_post(side, Role::Encryptor)? {
            return Some(Err(broken));
        }
        let member = self.teams[side].encryptor_of(self.round);
        let clues = self.letters[side].take_clues(member);
        let position = self.position();
        let answer = review_clues(&position, side, *written, &clues, refused);
        *reviewed = attempts.count(answer);
        if reviewed.is_none() {
            // `None` keeps the request open, with the refusals so far.
            refusals.extend(position.encryptor(side, member).refusals(&clues));
            return None;
        }
        self.letters[side].clear();
        Some(Ok(()))
    }

    /// Asks for the guess and the interception; once both are known, the half is recorded.
    fn hearing(
        &mut self,
        side: Side,
        clues: BySide<Option<ReviewedClues>>,
        mut exchange: Box<PendingAnswers<TeamGuess>>,
    ) -> ControlFlow<Phase, Phase> {
        let (reviewed, opponent) = (clues[side].expect("the side has given clues"), side.opponent());
        let may_intercept = self.table.rules().may_intercept(self.round, opponent);
        let done = exchange.ask(
            self,
            |sitting| sitting.guess(side, Role::Guesser, reviewed.clues),
            |sitting| {
                if !may_intercept {
                    return Some(Ok(None));
                }
                optional(sitting.guess(opponent, Role::Interceptor, reviewed.clues))
            },
        );
        let Some(done) = done else { return ControlFlow::Break(Phase::Hearing(side, clues, exchange)) };
        let (guess, interception) = match done {
            Ok(answers) => answers,
            Err(broken) => return ControlFlow::Continue(self.break_down(broken)),
        };
        let at = (&self.table, &self.deal);
        self.game.note_half(at, (side, self.round), reviewed, &guess, interception.as_ref());
        ControlFlow::Continue(match (side, clues.black) {
            (Side::White, Some(_)) => Phase::Hearing(Side::Black, clues, exchange),
            _ => self.judge(),
        })
    }

    /// Returns the guess of a team about a code.
    fn guess(&mut self, side: Side, role: Role, clues: Clues) -> TeamAnswer<TeamGuess> {
        if !self.teams[side].is_external(role) {
            return Some(self.at_once(side, |team, at, source| match role {
                Role::Guesser => team.decode(at, side, source, clues),
                _ => team.intercept(at, side, source, clues),
            }));
        }
        let answered = self.by_post(side, role)?;
        let team = &mut self.teams[side];
        let silent = (role == Role::Guesser).then(|| team.encryptor_of(self.round));
        let letters = std::mem::take(&mut self.letters[side]);
        Some(answered.map(|()| team.said_by_post(self.table.rules().pooling, silent, &letters)))
    }

    /// Judges the round that has just ended, and returns the next phase.
    fn judge(&mut self) -> Phase {
        let (rules, round) = (*self.table.rules(), self.round);
        let tokens = self.game.record.tokens();
        if let Some(tie) = self.tie {
            return match rules.judge_sudden_death(tie, tokens, round) {
                Some(ending) => self.end_tied(ending),
                None => self.next_round(),
            };
        }
        match rules.judge(tokens, round) {
            Judgement::PlayOn => return self.next_round(),
            Judgement::Won(ending) => self.game.finish(round, ending),
            Judgement::Tied(door) if rules.needs_keywords(tokens) => {
                return Phase::Naming(Some(door), Box::new(PendingAnswers::NONE));
            }
            Judgement::Tied(door) => {
                let ending = rules.break_tie(door, tokens, || unreachable!("it needs no keywords"));
                return self.settled(ending);
            }
        }
        Phase::Over
    }

    /// Ends a tied game, or starts sudden death (R14).
    fn settled(&mut self, ending: Ending) -> Phase {
        self.tie = self.table.rules().plays_on(ending, self.game.record.tokens(), self.round);
        if self.tie.is_some() {
            return self.next_round();
        }
        self.end_tied(ending)
    }

    /// Ends a tied game, after optional questions for keywords.
    fn end_tied(&mut self, ending: Ending) -> Phase {
        self.game.finish(self.round, ending);
        if self.wants_keywords && self.game.named.is_none() {
            return Phase::Naming(None, Box::new(PendingAnswers::NONE));
        }
        Phase::Over
    }

    /// Asks both teams for keywords.
    fn naming(
        &mut self,
        door: Option<TieCondition>,
        mut exchange: Box<PendingAnswers<BySlot<Keyword>>>,
    ) -> ControlFlow<Phase, Phase> {
        let done = exchange.ask(
            self,
            |sitting| sitting.name(Side::White),
            |sitting| optional(sitting.name(Side::Black)),
        );
        let Some(done) = done else { return ControlFlow::Break(Phase::Naming(door, exchange)) };
        ControlFlow::Continue(match done {
            Ok((white, black)) => {
                self.named(door, BySide { white, black: black.expect("both teams name keywords") })
            }
            Err(broken) => self.break_down(broken),
        })
    }

    /// Records the named keywords, and settles the tie if the tiebreaker needs them.
    fn named(&mut self, door: Option<TieCondition>, named: BySide<BySlot<Keyword>>) -> Phase {
        let Some(door) = door else {
            self.game.named = Some(named);
            return Phase::Over;
        };
        let right = self.game.note_keywords((&self.table, &self.deal), named);
        let ending = self.table.rules().break_tie(door, self.game.record.tokens(), || right);
        self.settled(ending)
    }

    /// Returns the keywords that a team names.
    fn name(&mut self, side: Side) -> TeamAnswer<BySlot<Keyword>> {
        if !self.teams[side].is_external(Role::KeywordGuesser) {
            return Some(self.at_once(side, |team, at, source| team.keywords(at, side, source)));
        }
        let answered = self.by_post(side, Role::KeywordGuesser)?;
        let letters = std::mem::take(&mut self.letters[side]);
        let ResumableGame { table, deal, game, round, teams, .. } = self;
        let position = Position { table, deal, record: &game.record, round: *round };
        Some(answered.map(|()| teams[side].named_by_post(&position, side, &letters)))
    }

    /// Asks a team with built-in players.
    fn at_once<T>(
        &mut self,
        side: Side,
        ask: impl FnOnce(&mut Team, &Position<'_>, StreamSource) -> T,
    ) -> Result<T, PlayerFault> {
        let ResumableGame { table, deal, game, round, teams, source, .. } = self;
        let position = Position { table, deal, record: &game.record, round: *round };
        if !self.guarded {
            return Ok(ask(&mut teams[side], &position, *source));
        }
        let mut answer = None;
        guard(self.limit, || answer = Some(ask(&mut teams[side], &position, *source)))?;
        Ok(answer.expect("who does not break down has answered"))
    }

    /// Opens requests to external players, or checks the answers if requests are open.
    fn by_post(&mut self, side: Side, role: Role) -> TeamAnswer<()> {
        let letters = &mut self.letters[side];
        if letters.is_empty() {
            self.teams[side].open_requests(side, self.round, role, self.source, letters);
            return None;
        }
        let broken = |AnswerError { late, message }| PlayerFault { side, late, message };
        letters.are_answered().map(|answered| answered.map_err(broken))
    }

    /// Ends the game against the side at fault, and drops all open requests.
    fn break_down(&mut self, broken: PlayerFault) -> Phase {
        self.game.forfeit(broken.side);
        self.letters = BySide::default();
        self.breakdown = Some(broken);
        Phase::Over
    }

    const fn position(&self) -> Position<'_> {
        Position { table: &self.table, deal: &self.deal, record: &self.game.record, round: self.round }
    }
}

/// Wraps the answer of a team that may have no question.
fn optional<T>(outcome: TeamAnswer<T>) -> TeamAnswer<Option<T>> {
    outcome.map(|found| found.map(Some))
}

impl Phase {
    fn question<'a>(&self, position: &Position<'a>, side: Side, member: u8) -> Question<'a> {
        let (role, clues) = match self {
            Phase::Hearing(giver, clues, _) => {
                let heard = clues[*giver].map_or([None; CLUES], |reviewed| reviewed.clues);
                (if side == *giver { Role::Guesser } else { Role::Interceptor }, heard)
            }
            Phase::Naming(..) => (Role::KeywordGuesser, [None; CLUES]),
            Phase::Writing(_) | Phase::Over => (Role::Encryptor, [None; CLUES]),
        };
        position.question(role, side, member, clues)
    }

    fn refused(&self, side: Side) -> &[Refusal] {
        match self {
            Phase::Writing(writing) => &writing.encryptors[side].refusals,
            _ => &[],
        }
    }
}
