//! A game that can wait for an answer.
//!
//! It is the game of [`Table::play`], question by question. What players of this program answer, it asks for and goes on;
//! at a question to somebody outside ([`Correspondent`](super::Correspondent)) it stops. Whatever can be asked at once
//! stands open at once: both Encryptors of a round; of a half, its guessers and its interceptors; both teams' members
//! when keywords are named. So a round takes three exchanges, and one more for each time that clues are refused (R25).
//!
//! Who breaks down first in the order in which [`Table::play`] asks is at fault, whoever answered first here.

use std::ops::ControlFlow;
use std::time::Duration;

use super::fault::guard;
use super::game::RefusedClue;
use super::letters::Letters;
use super::scribe::review_clues;
use super::source::Source;
use super::team::{Attempts, Reviewed, Said, written_in_time};
use super::{
    Answer, Asked, Breakdown, Deal, Dealt, Failure, Game, Position, Question, Refusal, Role, Table, Team,
    seats,
};
use crate::rules::{BySide, BySlot, CLUES, Clues, Door, Ending, Judgement, Keyword, Side, SuddenDeath};

/// A game between two teams, some of whose members answer when they please.
pub struct Sitting<'a> {
    table: Table<'a>,
    deal: Deal,
    source: Source,
    teams: BySide<Team>,
    game: Game,
    round: u8,
    stage: Stage,
    /// The tie that is played on.
    tie: Option<SuddenDeath>,
    letters: BySide<Letters>,
    guarded: bool,
    limit: Option<Duration>,
    wants_keywords: bool,
    breakdown: Option<Breakdown>,
}

/// That an answer came from somebody none of whose questions stands open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("member {member} of {side} is not asked")]
pub struct NotAsked {
    /// His team.
    pub side: Side,
    /// His number in it, from 0.
    pub member: u8,
}

/// What a team answers; nothing while it is waited for.
type Outcome<T> = Option<Result<T, Breakdown>>;

/// Two teams that are asked at once, in the order in which they are asked; the second need not be asked at all.
struct Exchange<T> {
    first: Outcome<T>,
    second: Outcome<Option<T>>,
}

/// How far a game has come.
enum Stage {
    /// The Encryptors write (R4).
    Writing(Box<Writing>),
    /// The clues of a side have been read out.
    Hearing(Side, BySide<Option<Reviewed>>, Box<Exchange<Said>>),
    /// Keywords are named (R13); for the tiebreaker, if the tie has come to that.
    Naming(Option<Door>, Box<Exchange<BySlot<Keyword>>>),
    /// Nobody is asked any more.
    Over,
}

/// Both Encryptors at work.
struct Writing {
    desks: BySide<Desk>,
    done: Exchange<()>,
}

/// An Encryptor at work.
struct Desk {
    /// How many clues he has the time to write (R24).
    written: usize,
    attempts: Attempts,
    refused: Vec<RefusedClue>,
    refusals: Vec<Refusal>,
    reviewed: Option<Reviewed>,
}

impl<T> Exchange<T> {
    const NONE: Exchange<T> = Exchange { first: None, second: None };

    /// Asks whoever has not answered; when both have, what they say or who broke down. Where the first broke down, the second
    /// is not asked, or has not been.
    fn ask<S>(
        &mut self,
        table: &mut S,
        first: impl FnOnce(&mut S) -> Outcome<T>,
        second: impl FnOnce(&mut S) -> Outcome<Option<T>>,
    ) -> Outcome<(T, Option<T>)> {
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

impl<'a> Sitting<'a> {
    /// Seats two teams at a deal. Nobody is asked before [`Sitting::advance`]; what `game` holds is lost.
    ///
    /// # Panics
    /// If a team has not as many members as the rules say, or the deal is of another deck.
    pub fn new(table: Table<'a>, dealt: &Dealt, teams: BySide<Team>, mut game: Game) -> Sitting<'a> {
        seats::check(&table, dealt, &teams.white, &teams.black);
        game.open(table.rules().players, dealt);
        let salts = BySide { white: teams.white.salt(), black: teams.black.salt() };
        Sitting {
            table,
            deal: dealt.salted(salts),
            source: dealt.source(),
            teams,
            game,
            round: 0,
            stage: Stage::Over,
            tie: None,
            letters: BySide::default(),
            guarded: false,
            limit: None,
            wants_keywords: false,
            breakdown: None,
        }
    }

    /// Lets the teams name keywords after a tie that has not come to that ([`Table::name_keywords`]).
    #[must_use]
    pub fn naming_keywords(self) -> Sitting<'a> {
        Sitting { wants_keywords: true, ..self }
    }

    /// Ends the game against a side of this program that panics, or takes longer than `limit` for an answer; else a panic
    /// goes on.
    #[must_use]
    pub fn guarded(self, limit: Option<Duration>) -> Sitting<'a> {
        Sitting { guarded: true, limit, ..self }
    }

    /// Plays on until the game is over, or until an answer is missing from outside.
    pub fn advance(&mut self) {
        let mut stage = std::mem::replace(&mut self.stage, Stage::Over);
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

    /// Whether the game has been played to its end, or has broken down.
    pub const fn is_over(&self) -> bool {
        self.round > 0 && matches!(self.stage, Stage::Over)
    }

    /// The questions that stand open, to be answered in any order.
    pub fn questions(&mut self) -> impl Iterator<Item = Asked<'_>> {
        let Sitting { table, deal, game, round, stage, letters, .. } = self;
        let position = Position { table, deal, record: &game.record, round: *round };
        let BySide { white, black } = letters;
        let stage = &*stage;
        let open = [(Side::White, white), (Side::Black, black)];
        open.into_iter().flat_map(move |(side, letters)| {
            letters.open().map(move |(member, stream)| Asked {
                question: stage.question(&position, side, member),
                stream,
                refused: stage.refused(side),
            })
        })
    }

    /// Puts in the answer of a member who has been asked. That there is none, or one to another question, is his team's
    /// fault.
    ///
    /// # Errors
    /// [`NotAsked`] if none of his questions stands open; nothing is changed.
    pub fn answer(
        &mut self,
        side: Side,
        member: u8,
        answer: Result<Answer, Failure>,
    ) -> Result<(), NotAsked> {
        if !self.letters[side].is_open(member) {
            return Err(NotAsked { side, member });
        }
        let Sitting { table, deal, game, round, .. } = &*self;
        let position = Position { table, deal, record: &game.record, round: *round };
        let fits = |answer: &Answer| answer.fits(&self.stage.question(&position, side, member));
        let answer = match answer {
            Ok(answer) if !fits(&answer) => {
                Err(Failure { late: false, message: "it answers another question".to_owned() })
            }
            answer => answer,
        };
        self.letters[side].put(member, answer);
        Ok(())
    }

    /// The game as it stands, and the teams, to be used again unless a member broke down.
    pub fn leave(self) -> (Game, BySide<Team>) {
        (self.game, self.teams)
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The failure that ended the game, and whose it was.
    pub fn failure(&self) -> Option<(Side, Failure)> {
        let Breakdown { side, late, message } = self.breakdown.as_ref()?;
        Some((*side, Failure { late: *late, message: message.clone() }))
    }

    fn begin(&mut self) -> Result<(), Breakdown> {
        self.round = 1;
        Side::ALL.into_iter().try_for_each(|side| self.at_once(side, |team, at, _| team.begin(at, side)))?;
        self.round = 0;
        Ok(())
    }

    fn step(&mut self, stage: Stage) -> ControlFlow<Stage, Stage> {
        match stage {
            Stage::Writing(writing) => self.writing(writing),
            Stage::Hearing(side, clues, exchange) => self.hearing(side, clues, exchange),
            Stage::Naming(door, exchange) => self.naming(door, exchange),
            Stage::Over => ControlFlow::Break(Stage::Over),
        }
    }

    fn next_round(&mut self) -> Stage {
        self.round += 1;
        let seconds = u64::from(self.table.rules().sand_timer);
        let mut written = BySide { white: CLUES, black: CLUES };
        if seconds > 0 {
            let times = BySide::from_fn(|side| self.teams[side].written(side, self.round, self.source));
            self.game.times.extend([times.white, times.black]);
            written = written_in_time(times, 1000 * seconds);
        }
        let desks = BySide::from_fn(|side| Desk {
            written: written[side],
            attempts: Attempts::new(self.table.attempts()),
            refused: Vec::new(),
            refusals: Vec::new(),
            reviewed: None,
        });
        Stage::Writing(Box::new(Writing { desks, done: Exchange::NONE }))
    }

    fn writing(&mut self, mut writing: Box<Writing>) -> ControlFlow<Stage, Stage> {
        let Writing { desks: BySide { white, black }, done } = &mut *writing;
        let gives = self.table.rules().gives_clues(Side::Black);
        let done = done.ask(
            self,
            |sitting| sitting.write(Side::White, white),
            |sitting| if gives { optional(sitting.write(Side::Black, black)) } else { Some(Ok(None)) },
        );
        let Some(done) = done else { return ControlFlow::Break(Stage::Writing(writing)) };
        let failed = done.as_ref().err().map(|broken| broken.side);
        self.note_clues(&writing.desks, failed);
        ControlFlow::Continue(match done {
            Ok(_) => Stage::Hearing(
                Side::White,
                BySide::from_fn(|side| writing.desks[side].reviewed),
                Box::new(Exchange::NONE),
            ),
            Err(broken) => self.break_down(broken),
        })
    }

    /// Counts what both have tried, as far as it came to that.
    fn note_clues(&mut self, desks: &BySide<Desk>, failed: Option<Side>) {
        for side in Side::ALL {
            self.game.refused.extend_from_slice(&desks[side].refused);
            if failed == Some(side) {
                return;
            }
            if let Some(reviewed) = &desks[side].reviewed {
                self.game.note_clues(side, desks[side].written, reviewed);
            }
        }
    }

    /// Asks an Encryptor until nothing is wrong with the clues, or often enough (R25).
    fn write(&mut self, side: Side, desk: &mut Desk) -> Outcome<()> {
        let Desk { written, attempts, refused, refusals, reviewed } = desk;
        if !self.teams[side].is_by_post(Role::Encryptor) {
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
            refusals.extend(position.encryptor(side, member).refusals(&clues));
            return None;
        }
        self.letters[side].clear();
        Some(Ok(()))
    }

    fn hearing(
        &mut self,
        side: Side,
        clues: BySide<Option<Reviewed>>,
        mut exchange: Box<Exchange<Said>>,
    ) -> ControlFlow<Stage, Stage> {
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
        let Some(done) = done else { return ControlFlow::Break(Stage::Hearing(side, clues, exchange)) };
        let (guess, interception) = match done {
            Ok(answers) => answers,
            Err(broken) => return ControlFlow::Continue(self.break_down(broken)),
        };
        let at = (&self.table, &self.deal);
        self.game.note_half(at, (side, self.round), reviewed, &guess, interception.as_ref());
        ControlFlow::Continue(match (side, clues.black) {
            (Side::White, Some(_)) => Stage::Hearing(Side::Black, clues, exchange),
            _ => self.judge(),
        })
    }

    /// What a team says of a code.
    fn guess(&mut self, side: Side, role: Role, clues: Clues) -> Outcome<Said> {
        if !self.teams[side].is_by_post(role) {
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

    fn judge(&mut self) -> Stage {
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
                return Stage::Naming(Some(door), Box::new(Exchange::NONE));
            }
            Judgement::Tied(door) => {
                let ending = rules.break_tie(door, tokens, || unreachable!("it needs no keywords"));
                return self.settled(ending);
            }
        }
        Stage::Over
    }

    /// Ends a tied game, or plays on (R14).
    fn settled(&mut self, ending: Ending) -> Stage {
        self.tie = self.table.rules().plays_on(ending, self.game.record.tokens(), self.round);
        if self.tie.is_some() {
            return self.next_round();
        }
        self.end_tied(ending)
    }

    fn end_tied(&mut self, ending: Ending) -> Stage {
        self.game.finish(self.round, ending);
        if self.wants_keywords && self.game.named.is_none() {
            return Stage::Naming(None, Box::new(Exchange::NONE));
        }
        Stage::Over
    }

    fn naming(
        &mut self,
        door: Option<Door>,
        mut exchange: Box<Exchange<BySlot<Keyword>>>,
    ) -> ControlFlow<Stage, Stage> {
        let done = exchange.ask(
            self,
            |sitting| sitting.name(Side::White),
            |sitting| optional(sitting.name(Side::Black)),
        );
        let Some(done) = done else { return ControlFlow::Break(Stage::Naming(door, exchange)) };
        ControlFlow::Continue(match done {
            Ok((white, black)) => {
                self.named(door, BySide { white, black: black.expect("both teams name keywords") })
            }
            Err(broken) => self.break_down(broken),
        })
    }

    fn named(&mut self, door: Option<Door>, named: BySide<BySlot<Keyword>>) -> Stage {
        let Some(door) = door else {
            self.game.named = Some(named);
            return Stage::Over;
        };
        let right = self.game.note_keywords((&self.table, &self.deal), named);
        let ending = self.table.rules().break_tie(door, self.game.record.tokens(), || right);
        self.settled(ending)
    }

    /// The keywords that a team names.
    fn name(&mut self, side: Side) -> Outcome<BySlot<Keyword>> {
        if !self.teams[side].is_by_post(Role::KeywordGuesser) {
            return Some(self.at_once(side, |team, at, source| team.keywords(at, side, source)));
        }
        let answered = self.by_post(side, Role::KeywordGuesser)?;
        let letters = std::mem::take(&mut self.letters[side]);
        let Sitting { table, deal, game, round, teams, .. } = self;
        let position = Position { table, deal, record: &game.record, round: *round };
        Some(answered.map(|()| teams[side].named_by_post(&position, side, &letters)))
    }

    /// Asks a team of this program.
    fn at_once<T>(
        &mut self,
        side: Side,
        ask: impl FnOnce(&mut Team, &Position<'_>, Source) -> T,
    ) -> Result<T, Breakdown> {
        let Sitting { table, deal, game, round, teams, source, .. } = self;
        let position = Position { table, deal, record: &game.record, round: *round };
        if !self.guarded {
            return Ok(ask(&mut teams[side], &position, *source));
        }
        let mut answer = None;
        guard(self.limit, || answer = Some(ask(&mut teams[side], &position, *source)))?;
        Ok(answer.expect("who does not break down has answered"))
    }

    /// Writes to a team, or sees whether all its answers have come.
    fn by_post(&mut self, side: Side, role: Role) -> Outcome<()> {
        let letters = &mut self.letters[side];
        if letters.are_unwritten() {
            self.teams[side].write_letters(side, self.round, role, self.source, letters);
            return None;
        }
        let broken = |Failure { late, message }| Breakdown { side, late, message };
        letters.are_answered().map(|answered| answered.map_err(broken))
    }

    fn break_down(&mut self, broken: Breakdown) -> Stage {
        self.game.forfeit(broken.side);
        self.letters = BySide::default();
        self.breakdown = Some(broken);
        Stage::Over
    }

    const fn position(&self) -> Position<'_> {
        Position { table: &self.table, deal: &self.deal, record: &self.game.record, round: self.round }
    }
}

fn optional<T>(outcome: Outcome<T>) -> Outcome<Option<T>> {
    outcome.map(|found| found.map(Some))
}

impl Stage {
    fn question<'a>(&self, position: &Position<'a>, side: Side, member: u8) -> Question<'a> {
        let (role, clues) = match self {
            Stage::Hearing(giver, clues, _) => {
                let heard = clues[*giver].map_or([None; CLUES], |reviewed| reviewed.clues);
                (if side == *giver { Role::Guesser } else { Role::Interceptor }, heard)
            }
            Stage::Naming(..) => (Role::KeywordGuesser, [None; CLUES]),
            Stage::Writing(_) | Stage::Over => (Role::Encryptor, [None; CLUES]),
        };
        position.question(role, side, member, clues)
    }

    fn refused(&self, side: Side) -> &[Refusal] {
        match self {
            Stage::Writing(writing) => &writing.desks[side].refusals,
            _ => &[],
        }
    }
}
