//! Players who follow a script and note down everything that they are handed.

use std::sync::{Arc, Mutex, PoisonError};

use super::laid;
use overhear_engine::game::{
    Agent, Belief, ClueTimes, Deal, Encryptor, EncryptorView, Game, Guesser, GuesserView, InterceptorView,
    KeywordBelief, KeywordView, Seat, Seed, Stream, Team,
};
use overhear_engine::rules::{BySide, BySlot, Clues, Code, Keyword, PublicRecord, Side, Slot};

use super::script::Script;

/// A question to a player: all that the view held, and the answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoggedQuestion {
    pub(crate) side: Side,
    pub(crate) member: u8,
    pub(crate) noise_seed: u64,
    pub(crate) keywords: Option<BySlot<Keyword>>,
    pub(crate) record: PublicRecord,
    pub(crate) task: Task,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Task {
    Encrypt { round: u8, code: Code, answer: Clues },
    Decode { round: u8, clues: Clues, answer: Code, percent: u8 },
    Intercept { round: u8, clues: Clues, answer: Code, percent: u8 },
    Name { answer: BySlot<Keyword> },
}

/// Everything that was asked, in order.
pub(crate) type Log = Arc<Mutex<Vec<LoggedQuestion>>>;

/// Plays the script on a deal, which need not be its own.
pub(crate) fn play(script: &Arc<Script>, deal: &Deal) -> (Game, Vec<LoggedQuestion>) {
    let log = Log::default();
    let mut teams = BySide::from_fn(|side| {
        let agent = Scripted { script: Arc::clone(script), log: Arc::clone(&log), pace: script.pace[side] };
        Team::new(&agent, script.rules.team_sizes()[side])
    });
    let setup = laid(script.rules, &script.deck, &script.law);
    let mut game = Game::new();
    let BySide { white, black } = &mut teams;
    let dealt = setup.deal_by_hand(deal.clone(), Seed(0), 0).expect("a deal of the deck");
    setup.play(&dealt, BySide { white, black }, &mut game);
    let questions = log.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (game, questions)
}

/// Gives clues, guesses and names keywords as the script has it, and writes the log.
#[derive(Clone)]
struct Scripted {
    script: Arc<Script>,
    log: Log,
    pace: u32,
}

impl Scripted {
    fn note(&self, seat: &Seat<'_>, record: &PublicRecord, task: Task) {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).push(LoggedQuestion {
            side: seat.side(),
            member: seat.member(),
            noise_seed: seat.noise_seed(),
            keywords: seat.keywords().copied(),
            record: record.clone(),
            task,
        });
    }

    /// What a member believes: what the script has for the place at which this half asks him, or else the answer.
    fn believes(
        &self,
        members: &[(Code, u8)],
        answer: Code,
        same: impl Fn(&LoggedQuestion) -> bool,
    ) -> (Code, u8) {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let before = log.iter().filter(|question| same(question)).count();
        members.get(before).copied().unwrap_or((answer, SURE))
    }

    /// How often the Encryptor of a half has been asked.
    fn attempts(&self, side: Side, now: u8) -> usize {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |question: &&LoggedQuestion| {
            question.side == side && matches!(question.task, Task::Encrypt { round, .. } if round == now)
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

    fn pace(&self) -> ClueTimes {
        ClueTimes::steady(self.pace)
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
        let (now, side) = (view.round(), view.seat().side());
        let half = self.script.half(now, side);
        let (answer, percent) = self.believes(&half.guessing, half.guess, |question| {
            question.side == side && matches!(question.task, Task::Decode { round, .. } if round == now)
        });
        self.note(
            view.seat(),
            view.record(),
            Task::Decode { round: now, clues: *view.clues(), answer, percent },
        );
        peak(answer, percent)
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        let (now, side) = (view.round(), view.seat().side());
        let half = self.script.half(now, side.opponent());
        let scripted = half.interception.expect("the script has an interception wherever one is asked for");
        let (answer, percent) = self.believes(&half.intercepting, scripted, |question| {
            question.side == side && matches!(question.task, Task::Intercept { round, .. } if round == now)
        });
        self.note(
            view.seat(),
            view.record(),
            Task::Intercept { round: now, clues: *view.clues(), answer, percent },
        );
        peak(answer, percent)
    }

    fn keywords(&mut self, view: &KeywordView<'_>, _: &mut Stream, believed: &mut KeywordBelief) {
        let answer = self.script.named[view.seat().side()].expect("the script names keywords when asked");
        self.note(view.seat(), view.record(), Task::Name { answer });
        Slot::ALL.into_iter().zip(answer.iter()).for_each(|(slot, &word)| believed.set_certain(slot, word));
    }
}

/// The probability of an answer, in hundredths, where the script has none.
pub(crate) const SURE: u8 = 90;

/// So many hundredths on one code.
pub(crate) fn peak(code: Code, percent: u8) -> Belief {
    let share = f32::from(percent) / 100.0;
    let mut weights = [(1.0 - share) / 23.0; Code::COUNT];
    weights[code.index()] = share;
    Belief::from_weights(weights)
}
