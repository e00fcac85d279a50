//! Agents that each break one requirement, and the checks that find them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use overhear_engine::game::{
    Agent, Belief, Encryptor, EncryptorView, GameSetup, Guesser, GuesserView, InterceptorView, KeywordBelief,
    KeywordView, Seat, Seed, Stream,
};
use overhear_engine::rules::{Clue, ClueLaw, Clues, Code, Deck, Rules, Slot, WordFacts};

use super::{Audit, Duty};

/// The defect of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// It gives a keyword as clue.
    SaysKeywords,
    /// It gives no third clue.
    Tongue,
    /// Its beliefs depend on the number of questions: each answer is one code further.
    Restless,
    /// It repeats its first answer of a game.
    Stubborn,
    /// It counts games.
    Grudge,
    /// Its Encryptor shares the code with all players.
    Whispers,
    /// Members answer by their number, and are declared to think alike.
    Divided,
    /// Its weights of keywords are not weights.
    Inventive,
}

struct Faulty {
    fault: Fault,
    whisper: Arc<Mutex<usize>>,
    count: Arc<AtomicU64>,
}

struct Player {
    fault: Fault,
    whisper: Arc<Mutex<usize>>,
    count: Arc<AtomicU64>,
    games: usize,
    first: Option<usize>,
}

impl Faulty {
    fn player(&self) -> Player {
        let (whisper, count) = (Arc::clone(&self.whisper), Arc::clone(&self.count));
        Player { fault: self.fault, whisper, count, games: 0, first: None }
    }
}

impl Agent for Faulty {
    fn label(&self) -> &'static str {
        "faulty"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(self.player())
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(self.player())
    }

    fn thinks_alike(&self) -> bool {
        true
    }
}

/// Returns a belief that strongly prefers one code.
fn sure(place: usize) -> Belief {
    let mut weights = [1.0; Code::COUNT];
    weights[place % Code::COUNT] = 50.0;
    Belief::from_weights(weights)
}

impl Encryptor for Player {
    fn clues(&mut self, view: &EncryptorView<'_>, _: &mut Stream) -> Clues {
        if self.fault == Fault::Whispers {
            *self.whisper.lock().expect("no thread panics") = view.code().index();
        }
        let next = 3 * (u32::from(view.round()) - 1);
        let mut clues = [0, 1, 2].map(|n| Some(Clue::new(8 + next + n)));
        match self.fault {
            Fault::SaysKeywords => clues[0] = Some(Clue::new(u32::from(view.keywords().0[0].0))),
            Fault::Tongue => clues[2] = None,
            _ => {}
        }
        clues
    }
}

impl Player {
    fn belief(&mut self, seat: &Seat<'_>, clues: &Clues, halves: usize) -> Belief {
        let heard = clues.iter().flatten().map(|clue| clue.index()).sum::<usize>() + halves;
        sure(match self.fault {
            Fault::Restless => self.count.fetch_add(1, Ordering::Relaxed) as usize,
            Fault::Stubborn => *self.first.get_or_insert(heard),
            Fault::Grudge => heard + self.games,
            Fault::Whispers => *self.whisper.lock().expect("no thread panics"),
            Fault::Divided => heard + usize::from(seat.member()),
            _ => heard,
        })
    }
}

impl Guesser for Player {
    fn begin(&mut self, _: &Seat<'_>) {
        self.games += 1;
        self.first = None;
    }

    fn decode(&mut self, view: &GuesserView<'_>, _: &mut Stream) -> Belief {
        self.belief(view.seat(), view.clues(), view.record().halves().len())
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        self.belief(view.seat(), view.clues(), view.record().halves().len())
    }

    fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, believed: &mut KeywordBelief) {
        if self.fault == Fault::Inventive {
            believed.weights_mut(Slot::Fourth)[2] = -1.0;
        }
    }
}

/// Returns the requirements that an agent with this defect breaks. Keywords 0 to 7 are also words 0 to 7 of
/// the vocabulary.
fn duties_broken(fault: Fault) -> Vec<Duty> {
    let words: Vec<String> = ('a'..='z').flat_map(|a| ('a'..='h').map(move |b| format!("{a}{b}"))).collect();
    let deck = Deck::parse(&words[..8].join("\n"), "en").expect("a deck");
    let facts: Vec<WordFacts<'_>> = words.iter().map(|text| WordFacts { text, lemmas: "" }).collect();
    let law = ClueLaw::new(&facts, &deck);
    let agent = Faulty { fault, whisper: Arc::default(), count: Arc::default() };
    let setup =
        GameSetup::new(Rules::official().checked().expect("a game"), &deck, &law).expect("they agree");
    let audit = Audit { agent: &agent, setup, seed: Seed(3), games: 4, goes_on: &|| true };
    Duty::ALL.into_iter().filter(|&duty| audit.check(duty).is_err()).collect()
}

#[test]
fn an_agent_that_keeps_every_duty_passes() {
    assert_eq!(duties_broken(Fault::None), []);
}

#[test]
fn each_fault_is_caught_by_the_check_that_is_meant_for_it() {
    for (fault, duty) in [
        (Fault::SaysKeywords, Duty::Legal),
        (Fault::Tongue, Duty::Legal),
        (Fault::Restless, Duty::Repeatable),
        (Fault::Stubborn, Duty::Fresh),
        (Fault::Grudge, Duty::Forgetful),
        (Fault::Whispers, Duty::Blind),
        (Fault::Divided, Duty::Alike),
        (Fault::Inventive, Duty::Probable),
    ] {
        let broken = duties_broken(fault);
        assert!(broken.contains(&duty), "{fault:?}: {broken:?}");
    }
}

#[test]
fn faults_of_memory_are_told_apart() {
    assert_eq!(duties_broken(Fault::Grudge), [Duty::Forgetful]);
    assert_eq!(duties_broken(Fault::Divided), [Duty::Alike]);
    assert_eq!(duties_broken(Fault::Inventive), [Duty::Probable, Duty::Patient]);
}
