//! Players who follow a script and note down everything that they are handed.

use std::sync::{Arc, Mutex, PoisonError};

use overhear_engine::rules::{BySide, BySlot, Clues, Code, Keyword, PublicRecord, Side};
use overhear_engine::table::{
    Agent, Belief, Deal, Encryptor, EncryptorView, Game, Guesser, GuesserView, InterceptorView, KeywordView,
    Seat, Seed, Stream, Table, Team,
};

use super::script::Script;

/// A question to a player: all that the view held, and the answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    pub(crate) side: Side,
    pub(crate) member: u8,
    pub(crate) head: u64,
    pub(crate) keywords: BySlot<Keyword>,
    pub(crate) record: PublicRecord,
    pub(crate) task: Task,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Task {
    Encrypt { round: u8, code: Code, answer: Clues },
    Decode { round: u8, clues: Clues, answer: Code },
    Intercept { round: u8, clues: Clues, answer: Code },
    Name { answer: BySlot<Keyword> },
}

/// Everything that was asked, in order.
pub(crate) type Log = Arc<Mutex<Vec<Asked>>>;

/// Plays the script on a deal, which need not be its own.
pub(crate) fn play(script: &Arc<Script>, deal: &Deal) -> (Game, Vec<Asked>) {
    let log = Log::default();
    let agent = Scripted { script: Arc::clone(script), log: Arc::clone(&log) };
    let mut teams = BySide::from_fn(|side| Team::new(&agent, script.members[side]));
    let table = Table { rules: script.rules, deck: &script.deck, law: &script.law };
    let mut game = Game::new();
    let BySide { white, black } = &mut teams;
    table.play(Seed(0), 0, deal, BySide { white, black }, &mut game);
    let asked = log.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (game, asked)
}

/// Gives clues, guesses and names keywords as the script has it, and writes the log.
#[derive(Clone)]
struct Scripted {
    script: Arc<Script>,
    log: Log,
}

impl Scripted {
    fn note(&self, seat: &Seat<'_>, record: &PublicRecord, task: Task) {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).push(Asked {
            side: seat.side(),
            member: seat.member(),
            head: seat.head(),
            keywords: *seat.keywords(),
            record: record.clone(),
            task,
        });
    }

    /// How often the Encryptor of a half has been asked.
    fn attempts(&self, side: Side, now: u8) -> usize {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |asked: &&Asked| {
            asked.side == side && matches!(asked.task, Task::Encrypt { round, .. } if round == now)
        };
        log.iter().filter(same).count()
    }
}

impl Agent for Scripted {
    fn label(&self) -> &'static str {
        "scripted"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(self.clone())
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(self.clone())
    }
}

impl Encryptor for Scripted {
    fn clues(&mut self, view: &EncryptorView<'_>, _: &mut Stream) -> Clues {
        let (side, round) = (view.seat().side(), view.round());
        let answers = &self.script.half(round, side).answers;
        let answer = answers[self.attempts(side, round).min(answers.len() - 1)];
        self.note(view.seat(), view.record(), Task::Encrypt { round, code: view.code(), answer });
        answer
    }
}

impl Guesser for Scripted {
    fn decode(&mut self, view: &GuesserView<'_>, _: &mut Stream) -> Belief {
        let round = view.round();
        let answer = self.script.half(round, view.seat().side()).guess;
        self.note(view.seat(), view.record(), Task::Decode { round, clues: *view.clues(), answer });
        peak(answer)
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        let round = view.round();
        let half = self.script.half(round, view.seat().side().opponent());
        let answer = half.interception.expect("the script has an interception wherever one is asked for");
        self.note(view.seat(), view.record(), Task::Intercept { round, clues: *view.clues(), answer });
        peak(answer)
    }

    fn keywords(&mut self, view: &KeywordView<'_>, _: &mut Stream) -> BySlot<Keyword> {
        let answer = self.script.named[view.seat().side()].expect("the script names keywords when asked");
        self.note(view.seat(), view.record(), Task::Name { answer });
        answer
    }
}

/// Nine parts in ten on one code.
pub(crate) fn peak(code: Code) -> Belief {
    let mut weights = [0.1 / 23.0; Code::COUNT];
    weights[code.index()] = 0.9;
    Belief::from_weights(weights)
}
