//! Players whose answers are drawn, so that every rule gets something to do.
//!
//! The language is a wink: the clue with the number n stands for the slot n mod 4. A guesser hears it with a
//! certain probability, and else believes something drawn. Encryptors repeat themselves, give keywords and number
//! words as clues, leave clues out, and say what stands in no vocabulary, each with a probability of its own.

use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::game::{
    Agent, Belief, ClueTimes, Encryptor, EncryptorView, Guesser, GuesserView, InterceptorView, KeywordBelief,
    KeywordView, Seat, Seed, Stream,
};
use overhear_engine::rules::{
    BySlot, CLUES, Clue, ClueLaw, Clues, Code, Deck, Keyword, Rules, Slot, WordFacts,
};

use super::laid;

/// How many clues are words without a meaning.
const NEUTRAL: u32 = 300;

/// Number words; they follow the neutral words, and the deck's keywords follow them.
const NUMBERS: [&str; 4] = ["one", "second", "3", "four"];

/// A deck of 48 keywords on the two faces of 12 cards, and the law of a vocabulary of nonsense, number words and those keywords.
/// Of the nonsense each odd word inflects the even one before it.
pub(crate) fn deck_and_law() -> (Deck, ClueLaw) {
    let keyword = |n: usize| format!("key{}", letters(n));
    let face = |n: usize| if n % 4 < 2 { "blue" } else { "red" };
    let rows: String = (0..48).map(|n| format!("{},{},{}\n", n / 4, face(n), keyword(n))).collect();
    let deck = Deck::parse(&format!("card,face,en\n{rows}"), "en").expect("a deck");
    let word = |n: usize| format!("w{}", letters(n));
    let lemmas = |n: usize| if n % 2 == 1 { word(n - 1) } else { String::new() };
    let neutral: Vec<(String, String)> = (0..NEUTRAL as usize).map(|n| (word(n), lemmas(n))).collect();
    let mut facts: Vec<WordFacts<'_>> =
        neutral.iter().map(|(text, lemmas)| WordFacts { text, lemmas }).collect();
    facts.extend(NUMBERS.map(|text| WordFacts { text, lemmas: "" }));
    facts.extend(deck.keywords().iter().map(|keyword| WordFacts { text: &keyword.text, lemmas: "" }));
    let law = ClueLaw::new(&facts, &deck);
    (deck, law)
}

/// What an arena borrows: a deck and its law.
pub(crate) struct DeckAndLaw {
    pub(crate) deck: Deck,
    pub(crate) law: ClueLaw,
}

impl DeckAndLaw {
    pub(crate) fn new() -> DeckAndLaw {
        let (deck, law) = deck_and_law();
        DeckAndLaw { deck, law }
    }

    /// Returns an arena in which each agent meets every other on `deals` deals.
    pub(crate) fn arena<'a>(
        &'a self,
        rules: Rules,
        agents: &'a [Box<dyn Agent>],
        deals: u64,
        seed: u64,
    ) -> Arena<'a> {
        let setup = laid(rules, &self.deck, &self.law);
        let games_of_a_deal = (agents.len() * (agents.len() - 1)) as u64;
        let schedule = Schedule::round_robin(agents.len(), deals * games_of_a_deal);
        Arena::new(setup, agents, schedule, Seed(seed)).expect("they agree")
    }
}

fn letters(n: usize) -> String {
    [n / 26 / 26, n / 26 % 26, n % 26].map(|digit| char::from(b'a' + digit as u8)).iter().collect()
}

/// The habits of a player, as probabilities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wild {
    /// Says something again.
    pub(crate) repeats: f32,
    /// Says a keyword of the own team, a number word, or what is in no vocabulary.
    pub(crate) offends: f32,
    /// Says nothing.
    pub(crate) omits: f32,
    /// Understands the own team's clues.
    pub(crate) hears: f32,
    /// Understands the other team's clues.
    pub(crate) overhears: f32,
    /// The longest that a clue takes, in seconds; every shorter time is as likely.
    pub(crate) slowness: u16,
    /// Whether all members think alike; else what is drawn depends on the noise seed.
    pub(crate) alike: bool,
}

impl Agent for Wild {
    fn label(&self) -> &'static str {
        "wild"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(*self)
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(*self)
    }

    fn pace(&self) -> ClueTimes {
        ClueTimes::from_quantiles(|share| (share * 1000.0 * f64::from(self.slowness)) as u32)
    }

    fn thinks_alike(&self) -> bool {
        self.alike
    }
}

impl Wild {
    fn clue(&self, slot: Slot, view: &EncryptorView<'_>, stream: &mut Stream) -> Option<Clue> {
        let die = stream.unit();
        if die < self.omits {
            return None;
        }
        if die < self.omits + self.offends {
            return Some(offence(*view.keywords(), stream));
        }
        let own = view.record().halves_of(view.seat().side());
        let past_clues: Vec<Clue> = own.flat_map(|half| half.clues).flatten().collect();
        if die < self.omits + self.offends + self.repeats && !past_clues.is_empty() {
            return Some(past_clues[stream.below(past_clues.len() as u32) as usize]);
        }
        Some(Clue::new(4 * stream.below(NEUTRAL / 4) + slot.index() as u32))
    }

    /// The noise seed changes what is drawn, unless all members think alike.
    fn belief(&self, heard: f32, clues: &Clues, seat: &Seat<'_>, stream: &mut Stream) -> Belief {
        if stream.unit() < heard {
            return Belief::from_clue_rows(&clues.map(wink));
        }
        let turn = if self.alike { 0 } else { seat.noise_seed() as usize % Code::COUNT };
        let mut weights: [f32; Code::COUNT] = std::array::from_fn(|_| stream.unit());
        weights.rotate_left(turn);
        Belief::from_weights(weights)
    }
}

fn offence(own: BySlot<Keyword>, stream: &mut Stream) -> Clue {
    let numbers = NEUTRAL;
    let keywords = numbers + NUMBERS.len() as u32;
    match stream.below(3) {
        0 => Clue::new(numbers + stream.below(NUMBERS.len() as u32)),
        1 => Clue::new(keywords + u32::from(own.0[stream.below(4) as usize].0)),
        _ => Clue::new(1_000_000 + stream.below(1000)),
    }
}

fn wink(clue: Option<Clue>) -> [f32; 4] {
    let mut row = [0.1; 4];
    if let Some(clue) = clue {
        row[clue.index() % 4] = 1.0;
    }
    row
}

impl Encryptor for Wild {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let mut clues: Clues = [None; CLUES];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            clues[n] = self.clue(slot, view, stream);
            if n > 0 && stream.unit() < self.repeats {
                clues[n] = clues[n - 1];
            }
        }
        clues
    }
}

impl Guesser for Wild {
    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        self.belief(self.hears, view.clues(), view.seat(), stream)
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        self.belief(self.overhears, view.clues(), view.seat(), stream)
    }

    fn keywords(&mut self, _: &KeywordView<'_>, stream: &mut Stream, believed: &mut KeywordBelief) {
        for slot in Slot::ALL {
            believed.weights_mut(slot).iter_mut().for_each(|weight| *weight = stream.unit());
        }
    }
}
