//! The start of a round: both Encryptors write their clues (R4, R24, R25).

use std::ops::ControlFlow;

use super::ResumableGame;
use super::phase::{CluePhase, EncryptorState, PendingAnswers, Phase, TeamAnswer, optional};
use crate::game::Role;
use crate::game::clue_review::review_clues;
use crate::game::pace::written_in_time;
use crate::game::team::ClueAttempts;
use crate::rules::{BySide, Side};

impl ResumableGame<'_> {
    /// Starts the next round.
    pub(super) fn next_round(&mut self) -> Phase {
        self.round += 1;
        let ResumableGame { setup, source, teams, game, round, .. } = self;
        let written = written_in_time(setup.rules(), &mut game.times, |side| {
            teams[side].written(side, *round, *source)
        });
        let encryptors = BySide::from_fn(|side| EncryptorState {
            written: written[side],
            attempts: ClueAttempts::new(self.setup.attempts()),
            refused: Vec::new(),
            refusals: Vec::new(),
            reviewed: None,
        });
        Phase::Writing(Box::new(CluePhase { encryptors, done: PendingAnswers::NONE }))
    }

    /// Asks both Encryptors; once both are done, the first half begins.
    pub(super) fn writing(&mut self, mut writing: Box<CluePhase>) -> ControlFlow<Phase, Phase> {
        let CluePhase { encryptors: BySide { white, black }, done } = &mut *writing;
        let gives = self.setup.rules().gives_clues(Side::Black);
        let done = done.ask(
            self,
            |game| game.write(Side::White, white),
            |game| if gives { optional(game.write(Side::Black, black)) } else { Some(Ok(None)) },
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
            let most = self.setup.attempts();
            let answer = self.at_once(side, |team, at, source| {
                team.encrypt(at, side, source, most, |clues| review_clues(at, side, *written, clues, refused))
            });
            return Some(answer.map(|answer| *reviewed = Some(answer)));
        }
        if let Err(broken) = self.ask_external(side, Role::Encryptor)? {
            return Some(Err(broken));
        }
        let member = self.teams[side].encryptor_of(self.round);
        let clues = self.requests[side].take_clues(member);
        let position = self.position();
        let answer = review_clues(&position, side, *written, &clues, refused);
        *reviewed = attempts.count(answer);
        if reviewed.is_none() {
            // `None` keeps the request open, with the refusals so far.
            refusals.extend(position.encryptor(side, member).refusals(&clues));
            return None;
        }
        self.requests[side].clear();
        Some(Ok(()))
    }
}
