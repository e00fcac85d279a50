//! A small world, the agent that thinks like the drill bot, and runs of both.

use std::ops::ControlFlow;
use std::sync::Arc;

use overhear_bots::protocol::RoleName;
use overhear_bots::{Bot, BotAgent, BotConfig, WordLists};
use overhear_engine::arena::{
    Arena, BatchOptions, Block, Fault, GameNumber, OnFault, Recorder, RunError, Schedule, Tally,
};
use overhear_engine::game::{
    Agent, Belief, Encryptor, EncryptorView, Game, GameSetup, Guesser, GuesserView, InterceptorView,
    KeywordBelief, KeywordView, ListenerView, Refusal, Role, Seat, Seed, Stream,
};
use overhear_engine::rules::{
    BySide, Clue, ClueLaw, Clues, Code, Deck, FreeTextClues, Half, Keyword, NoLexicon, Rules, Slot, WordFacts,
};

use crate::mind::{QuestionNumbers, Thought};

/// Two hundred words and a deck of forty of their like.
pub(crate) struct TestWords {
    pub(crate) deck: Deck,
    pub(crate) law: ClueLaw,
    pub(crate) vocabulary: Vec<String>,
}

impl TestWords {
    pub(crate) fn new() -> TestWords {
        let word = |n: usize| {
            let letters = [n / 26 / 26, n / 26 % 26, n % 26];
            format!("w{}", letters.map(|letter| char::from(b'a' + letter as u8)).iter().collect::<String>())
        };
        let vocabulary: Vec<String> = (0..200).map(word).collect();
        let keywords: Vec<String> = (0..40).map(|n| format!("key{}", word(n))).collect();
        let deck = Deck::parse(&keywords.join("\n"), "en").expect("a deck");
        let facts: Vec<WordFacts<'_>> =
            vocabulary.iter().map(|text| WordFacts { text, lemmas: "" }).collect();
        let law = ClueLaw::new(&facts, &deck);
        TestWords { deck, law, vocabulary }
    }

    /// The same where any text may be said.
    pub(crate) fn with_texts() -> TestWords {
        let TestWords { deck, law, vocabulary } = TestWords::new();
        let words = vocabulary.iter().map(String::as_str);
        law.allow_free_text(|| FreeTextClues::new(&law, words, &deck, &NoLexicon));
        TestWords { deck, law, vocabulary }
    }

    /// The text of a clue.
    pub(crate) fn text(&self, clue: Clue) -> &str {
        self.law
            .utterances()
            .map_or_else(|| &*self.vocabulary[clue.index()], |utterances| utterances.text(clue))
    }

    pub(crate) fn words(&self) -> WordLists {
        let deck = self.deck.keywords().iter().map(|keyword| keyword.text.clone()).collect();
        let words = WordLists::new("en", self.vocabulary.clone(), deck);
        self.law.utterances().map_or(words.clone(), |utterances| words.with_texts(utterances))
    }

    pub(crate) fn start(&self, order: BotConfig) -> Result<Arc<Bot>, overhear_bots::BotFault> {
        Bot::start(order, self.words(), &Rules::official()).map(Arc::new)
    }

    pub(crate) fn arena<'a>(&'a self, rules: Rules, agents: &'a [Box<dyn Agent>], deals: u64) -> Arena<'a> {
        let pairings = (agents.len() * (agents.len() - 1)) as u64;
        let setup =
            GameSetup::new(rules.checked().expect("a game"), &self.deck, &self.law).expect("they agree");
        let schedule = Schedule::round_robin(agents.len(), deals * pairings);
        Arena::new(setup, agents, schedule, Seed(21)).expect("they agree")
    }
}

/// The drill bot in a mode.
pub(crate) fn drill(mode: &str, number: u64) -> BotConfig {
    let mut order = BotConfig::command("drill", [env!("CARGO_BIN_EXE_drill-bot"), mode, &number.to_string()]);
    order.startup = 20.0;
    order
}

/// A bot in all roles.
pub(crate) fn seated(bot: &Arc<Bot>) -> Box<dyn Agent> {
    Box::new(BotAgent::new("bot", Arc::clone(bot), &RoleName::ALL, None).expect("it plays every role"))
}

/// Thinks like the drill bot, at the table.
#[derive(Clone, Default)]
pub(crate) struct Native {
    alike: bool,
    last: Option<(u64, Clues)>,
    refused: Vec<Refusal>,
}

impl Native {
    pub(crate) fn new(alike: bool) -> Native {
        Native { alike, ..Native::default() }
    }
}

impl Agent for Native {
    fn label(&self) -> &'static str {
        "native"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(self.clone())
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(self.clone())
    }

    fn thinks_alike(&self) -> bool {
        self.alike
    }
}

fn digits(code: Code) -> Vec<u64> {
    code.slots().map(|slot| slot.index() as u64 + 1).to_vec()
}

fn heard(law: &ClueLaw, clues: &Clues) -> Vec<u64> {
    clues.map(|clue| clue.map_or(0, |clue| u64::from(law.fingerprint(clue)) + 1)).to_vec()
}

fn numbers(law: &ClueLaw, half: &Half) -> Vec<u64> {
    let taken = half.interception.map_or_else(|| vec![0; 3], digits);
    let ends = vec![half.round.into(), half.side.index() as u64];
    [ends, heard(law, &half.clues), digits(half.code), digits(half.guess), taken, vec![half.forfeited.into()]]
        .concat()
}

fn question_numbers(seat: &Seat<'_>, role: Role, seed: u64, halves: &[Half]) -> QuestionNumbers {
    let (deck, law) = (seat.setup().deck(), seat.setup().law());
    QuestionNumbers {
        role: role as usize,
        side: seat.side().index(),
        member: seat.member().into(),
        noise_seed: seat.noise_seed() >> 11,
        seed: seed >> 11,
        keywords: seat.keywords().map_or_else(Vec::new, |own| own.iter().map(|word| word.0.into()).collect()),
        history: halves.iter().map(|half| numbers(law, half)).collect(),
        vocabulary: law.vocabulary() as u64,
        deck: deck.len() as u64,
        ..QuestionNumbers::default()
    }
}

fn hearing(view: &ListenerView<'_>, role: Role, stream: &Stream) -> Thought {
    let common = question_numbers(view.seat(), role, stream.clone().bits(), view.record().halves());
    QuestionNumbers {
        round: view.round().into(),
        clues: heard(view.seat().setup().law(), view.clues()),
        ..common
    }
    .think()
}

impl Encryptor for Native {
    fn begin(&mut self, _: &Seat<'_>) {
        self.last = None;
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let halves = view.record().halves();
        match self.last {
            Some((next, clues)) if next == stream.clone().bits() => {
                self.refused.extend(view.refusals(&clues));
            }
            _ => self.refused.clear(),
        }
        let numbers = QuestionNumbers {
            round: view.round().into(),
            code: digits(view.code()),
            refused: self
                .refused
                .iter()
                .flat_map(|one| [one.place as u64, one.clue.index() as u64 + 1])
                .collect(),
            ..question_numbers(view.seat(), Role::Encryptor, stream.bits(), halves)
        };
        let clues = numbers.think().clues.map(|clue| clue.map(|clue| Clue::new(clue as u32)));
        self.last = Some((stream.clone().bits(), clues));
        clues
    }
}

impl Guesser for Native {
    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        Belief::try_from_weights(hearing(view, Role::Guesser, stream).weights.map(f64::from))
            .expect("weights")
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        Belief::try_from_weights(hearing(view, Role::Interceptor, stream).weights.map(f64::from))
            .expect("weights")
    }

    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream, believed: &mut KeywordBelief) {
        let seed = stream.clone().bits();
        let named = question_numbers(view.seat(), Role::KeywordGuesser, seed, view.record().halves())
            .think()
            .keywords;
        for (slot, word) in Slot::ALL.into_iter().zip(named) {
            believed.set_certain(slot, Keyword(word as u16));
        }
    }
}

/// A game of a run, with the numbers of the agents that play it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayedGame {
    pub(crate) number: GameNumber,
    pub(crate) seats: BySide<usize>,
    pub(crate) game: Game,
}

/// Keeps every game.
pub(crate) struct Keep(pub(crate) OnFault);

impl Recorder for Keep {
    type Output = Vec<PlayedGame>;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, page: &mut Self::Output) {
        page.push(PlayedGame { number, seats, game: game.clone() });
    }

    fn on_fault(&self) -> OnFault {
        self.0
    }
}

/// Everything that came out of a run.
#[derive(Debug, PartialEq)]
pub(crate) struct PlayedRun {
    pub(crate) tally: Tally,
    pub(crate) games: Vec<PlayedGame>,
    pub(crate) faults: Vec<Fault>,
}

impl PlayedRun {
    fn new(arena: &Arena<'_>) -> PlayedRun {
        PlayedRun { tally: Tally::new(arena.schedule()), games: Vec::new(), faults: Vec::new() }
    }

    fn add(&mut self, block: Block<Vec<PlayedGame>>) -> ControlFlow<()> {
        self.tally.merge(&block.tally);
        self.games.extend(block.output);
        self.faults.extend(block.faults);
        ControlFlow::Continue(())
    }
}

/// What the run finds whose games ask each question by itself.
pub(crate) fn sequential(arena: &Arena<'_>) -> PlayedRun {
    let mut run = PlayedRun::new(arena);
    arena.run(0..arena.schedule().deals(), &Keep(OnFault::Forfeit), |block| run.add(block));
    run
}

/// The run in batches.
pub(crate) fn in_batches(arena: &Arena<'_>, in_flight: usize) -> (Result<(), RunError>, PlayedRun) {
    let mut run = PlayedRun::new(arena);
    let (deals, recorder) = (0..arena.schedule().deals(), Keep(OnFault::Forfeit));
    let ended = arena.run_batched(deals, &recorder, BatchOptions { in_flight }, |block| run.add(block));
    (ended, run)
}

/// The same bot, with all that goes to and fro written to `FOLDER/told` and `FOLDER/said`.
pub(crate) fn overheard(order: BotConfig, folder: &std::path::Path) -> BotConfig {
    let tee = "tee -a \"$0/told\" | \"$@\" | tee -a \"$0/said\"";
    let shell = ["sh", "-c", tee].map(str::to_owned);
    let folder = folder.display().to_string();
    BotConfig { command: shell.into_iter().chain([folder]).chain(order.command).collect(), ..order }
}
