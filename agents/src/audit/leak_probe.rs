//! Test agent that tries to compute the information hidden by R5 from everything that it receives. It must
//! find nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::game::{
    Agent, Belief, Encryptor, EncryptorView, GameSetup, Guesser, GuesserView, InterceptorView, KeywordBelief,
    KeywordView, Seat, Seed, Stream,
};
use overhear_engine::rules::{Clue, ClueLaw, Clues, Deck, Rules, WordFacts};

use super::{Audit, Duty};

/// Number of deals tried with each seed: those that are played, and more.
const DEALS: u64 = 20;

/// Tries keys on every question.
struct LeakProbe {
    /// A seed that the test reveals to it.
    tip: Option<u64>,
    tried: Arc<AtomicU64>,
    opened: Arc<AtomicU64>,
}

struct ProbePlayer {
    tip: Option<u64>,
    tried: Arc<AtomicU64>,
    opened: Arc<AtomicU64>,
}

impl LeakProbe {
    fn new(tip: Option<u64>) -> LeakProbe {
        LeakProbe { tip, tried: Arc::default(), opened: Arc::default() }
    }

    fn player(&self) -> ProbePlayer {
        ProbePlayer { tip: self.tip, tried: Arc::clone(&self.tried), opened: Arc::clone(&self.opened) }
    }
}

impl Agent for LeakProbe {
    fn label(&self) -> &'static str {
        "burglar"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(self.player())
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(self.player())
    }
}

/// The finaliser of `SplitMix64`; `unmix` is its inverse.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

fn unmix(x: u64) -> u64 {
    let x = unshift(x, 31).wrapping_mul(0x3196_42B2_D24D_8EC3);
    let x = unshift(x, 27).wrapping_mul(0x96DE_1B17_3F11_9089);
    unshift(x, 30).wrapping_sub(0x9E37_79B9_7F4A_7C15)
}

/// Returns the `x` of `x ^ (x >> by)`.
fn unshift(mixed: u64, by: u32) -> u64 {
    (1..=(64 / by)).fold(mixed, |x, _| mixed ^ (x >> by))
}

/// Returns all numbers in a text.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

impl ProbePlayer {
    /// Tries every number within reach as the seed of the run, forwards and backwards through the mixer.
    fn pick(&self, seat: &Seat<'_>, stream: &mut Stream) {
        let mut loot = numbers(&format!("{stream:?} {stream:#?}"));
        loot.extend([seat.noise_seed(), stream.bits(), stream.bits() >> 11]);
        loot.extend(self.tip);
        let keys = loot.iter().flat_map(|&x| [x, unmix(x), unmix(unmix(x)), unmix(unmix(unmix(x))), mix(x)]);
        let places = (0..8).map(mix).chain(0..8);
        let keys: Vec<u64> = keys.flat_map(|key| places.clone().map(move |place| key ^ place)).collect();
        self.tried.fetch_add(keys.len() as u64, Ordering::Relaxed);
        if keys.iter().any(|&key| opens(key, seat)) {
            self.opened.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Returns `true` if the key leads to a deal with the own team's keywords, or to the member's own noise seed.
fn opens(key: u64, seat: &Seat<'_>) -> bool {
    let own = seat.keywords().expect("two teams");
    (0..DEALS).map(|number| seat.setup().deal(Seed(key), number)).any(|deal| {
        deal.keywords[seat.side()] == *own
            || deal.noise_seeds[seat.side()][seat.member() as usize] == seat.noise_seed()
    })
}

impl Encryptor for ProbePlayer {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        self.pick(view.seat(), stream);
        let next = 3 * (u32::from(view.round()) - 1);
        [0, 1, 2].map(|n| Some(Clue::new(8 + next + n)))
    }
}

impl Guesser for ProbePlayer {
    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        self.pick(view.seat(), stream);
        Belief::UNIFORM
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        self.pick(view.seat(), stream);
        Belief::UNIFORM
    }

    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream, _: &mut KeywordBelief) {
        self.pick(view.seat(), stream);
    }
}

/// Returns the number of attempts, and the number of questions on which hidden information was found.
fn probe_leaks(tip: Option<u64>) -> (u64, u64) {
    let words: Vec<String> = ('a'..='z').flat_map(|a| ('a'..='h').map(move |b| format!("{a}{b}"))).collect();
    let deck = Deck::parse(&words[110..150].join("\n"), "en").expect("a deck");
    let facts: Vec<WordFacts<'_>> = words[..100].iter().map(|text| WordFacts { text, lemmas: "" }).collect();
    let law = ClueLaw::new(&facts, &deck);
    let probe = LeakProbe::new(tip);
    let setup =
        GameSetup::new(Rules::official().checked().expect("a game"), &deck, &law).expect("they agree");
    let audit = Audit { agent: &probe, setup, seed: Seed(0x0DDB_A11F), games: 2, goes_on: &|| true };
    audit.check(Duty::Blind).expect("it answers alike whatever it finds");
    (probe.tried.load(Ordering::Relaxed), probe.opened.load(Ordering::Relaxed))
}

#[test]
fn r5_who_tries_every_number_within_reach_finds_no_deal_and_no_head() {
    let (tried, opened) = probe_leaks(None);
    assert!(tried > 10_000 && opened == 0, "{opened} of {tried}");
}

#[test]
fn who_is_told_the_seed_finds_the_deal() {
    assert!(probe_leaks(Some(0x0DDB_A11F)).1 > 0, "the search would find what is there");
}
