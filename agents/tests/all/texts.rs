//! Texts that the vocabulary does not have, in the ears of the agents.

use std::sync::Arc;

use overhear_agents::free_text::FreeTextGuesser;
use overhear_agents::model::World;
use overhear_agents::registry::{GUESSERS, Spec, build};
use overhear_agents::words::{Space, embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::game::{Agent, KeywordBelief, Position, Seed, Stream};
use overhear_engine::rules::{
    BySlot, Clue, Clues, Code, Half, Keyword, PublicRecord, RefereeMode, Rules, Side,
};

use crate::common::specs;

const SEED: Seed = Seed(20_240_229);

/// What is said in the games of these tests; of the last nobody knows a word.
const TEXTS: [&str; 10] = [
    "Statue of Liberty",
    "the frozen lake",
    "Breakfast at Tiffany's",
    "elefphant trunk",
    "king's throne",
    "ice-cold drink",
    "rocket to Mars",
    "black-and-white keys",
    "old sea dog",
    "xqzzy",
];

/// A world in which agents may think in half the dimensions, too, and where texts have been said in this order.
fn world<'t>(texts: impl Iterator<Item = &'t str>) -> Arc<World> {
    let space = embedded_space();
    let dims = space.dims() / 2;
    let row = |place| space.row(place).into_iter().take(dims).map(f32::from).collect::<Vec<_>>();
    let values: Vec<f32> = (0..space.words().len()).flat_map(row).collect();
    let half = Space::from_vectors(space.words().clone(), dims, &values);
    let deck = embedded_deck("en").expect("a deck");
    let world = World::new(deck, space, embedded_lexicon(), 3000).expect("they go together");
    let world = world.with_other("half", &half).expect("it knows the deck");
    for text in texts {
        clue(&world, text);
    }
    Arc::new(world)
}

fn clue(world: &World, text: &str) -> Clue {
    world.utterances().say(text).expect("there is room")
}

/// The clues of a half: two texts and a word, or two words and a text.
fn clues(world: &World, n: usize) -> Clues {
    let text = |k: usize| Some(clue(world, TEXTS[(3 * n + k) % TEXTS.len()]));
    [text(0), Some(Clue::new(10 + n as u32)), if n.is_multiple_of(3) { None } else { text(1) }]
}

/// Four halves of each team.
fn record(world: &World) -> PublicRecord {
    let mut record = PublicRecord::new();
    for n in 0..8 {
        record.push(Half {
            round: n as u8 / 2 + 1,
            side: Side::ALL[n % 2],
            clues: clues(world, n),
            guess: Code::ALL[(5 * n) % 24],
            interception: (n > 1).then(|| Code::ALL[(3 * n) % 24]),
            code: Code::ALL[(7 * n) % 24],
            forfeited: false,
        });
    }
    record
}

/// All that an agent says of the texts, as the bits of its beliefs.
fn heard(world: &World, agent: &dyn Agent) -> Vec<u32> {
    let (rules, record) = (Rules::official(), record(world));
    let setup = world.setup(&rules).expect("they agree");
    let deal = setup.deal(SEED, 3);
    let at = Position { setup: &setup, deal: &deal, record: &record, round: 5 };
    let mut stream = Stream::of_deal(SEED, 3);
    let mut guesser = agent.guesser();
    guesser.begin(&at.seat(Side::White, 1));
    let mut bits = Vec::new();
    for n in 8..11 {
        let own = guesser.decode(&at.guesser(Side::White, 1, clues(world, n)), &mut stream);
        let other = guesser.intercept(&at.interceptor(Side::White, 1, clues(world, n)), &mut stream);
        bits.extend([own, other].iter().flat_map(|belief| belief.probabilities().map(f32::to_bits)));
    }
    let mut believed = KeywordBelief::uniform(world.deck());
    guesser.keywords(&at.keyword_guesser(Side::White, 1), &mut stream, &mut believed);
    bits.push(believed.weights(overhear_engine::rules::Slot::First)[7].to_bits());
    bits
}

#[test]
fn what_is_made_of_a_text_does_not_hang_on_what_was_said_before() {
    let (one, other) = (world(TEXTS.into_iter()), world(["something else"].into_iter().chain(TEXTS).rev()));
    assert_ne!(clue(&one, TEXTS[3]), clue(&other, TEXTS[3]));
    let guessers = GUESSERS.iter().map(|kind| format!("margin/{}", kind.name));
    let mut distinguishing = 0;
    for spec in guessers.chain(specs()).chain(["margin/history:sharpness=9,space=half".to_owned()]) {
        let spec = Spec::parse(&spec).expect("a spec");
        let [here, there] =
            [&one, &other].map(|world| heard(world, &*build(&spec, world).expect("an agent")));
        assert!(here == there, "{} hears the number of a text", spec.label);
        distinguishing += usize::from(here[0] != here[1]);
    }
    assert!(distinguishing > 10, "{distinguishing} agents tell codes apart by texts");
}

#[test]
fn a_text_is_heard_as_the_word_that_it_is_but_for_an_article() {
    let world = world(std::iter::empty());
    let agent = build(&Spec::parse("margin/bayes:alpha=0").expect("a spec"), &world).expect("an agent");
    let rules = Rules::official();
    let (setup, record) = (world.setup(&rules).expect("they agree"), PublicRecord::new());
    let mut stream = Stream::of_deal(SEED, 0);
    for (number, word) in (0..).zip([50, 500, 1500].map(Clue::new)) {
        let text = clue(&world, &format!("the {}", world.clue_text(word)));
        assert!(text.index() >= world.clues());
        let deal = setup.deal(SEED, number);
        let at = Position { setup: &setup, deal: &deal, record: &record, round: 1 };
        let mut guesser = agent.guesser();
        guesser.begin(&at.seat(Side::White, 1));
        let [by_word, by_text] = [word, text]
            .map(|clue| guesser.decode(&at.guesser(Side::White, 1, [Some(clue), None, None]), &mut stream));
        for code in Code::ALL {
            let (expected, probability) = (by_word.probability(code), by_text.probability(code));
            assert!(
                (expected / probability - 1.0).abs() < 0.02,
                "{code}: {expected} by the word, {probability} by the text"
            );
        }
    }
}

#[test]
fn history_hears_texts_as_the_words_that_they_are_now_and_before() {
    let deck = embedded_deck("en").expect("a deck");
    let world = World::new(deck, embedded_space(), embedded_lexicon(), 1000).expect("they go together");
    let world = Arc::new(world);
    let agent = build(&Spec::parse("margin/history").expect("a spec"), &world).expect("an agent");
    let rules = Rules::official();
    let setup = world.setup(&rules).expect("they agree");
    let deal = setup.deal(SEED, 0);
    let clues = |as_texts: bool, numbers: [u32; 3]| {
        let words = numbers.map(Clue::new);
        words.map(|word| {
            Some(if as_texts { clue(&world, &format!("the {}", world.clue_text(word))) } else { word })
        })
    };
    let believed = |earlier: bool, now: bool| {
        let mut record = PublicRecord::new();
        for (round, numbers) in (1..).zip([[50, 130, 210], [290, 370, 450], [530, 610, 690]]) {
            for side in Side::ALL {
                record.push(Half {
                    round,
                    side,
                    clues: clues(earlier, numbers),
                    guess: Code::ALL[0],
                    interception: None,
                    code: Code::ALL[(11 * usize::from(round) + side as usize) % 24],
                    forfeited: false,
                });
            }
        }
        let at = Position { setup: &setup, deal: &deal, record: &record, round: 4 };
        let mut guesser = agent.guesser();
        guesser.begin(&at.seat(Side::White, 1));
        let view = at.interceptor(Side::White, 1, clues(now, [50, 370, 690]));
        guesser.intercept(&view, &mut Stream::of_deal(SEED, 0)).probabilities().to_owned()
    };
    let by_words = believed(false, false);
    let (least, most) = by_words.iter().fold((1.0f32, 0.0f32), |(low, high), &p| (low.min(p), high.max(p)));
    assert!(most > 20.0 * least, "it tells codes apart: {least} to {most}");
    for (earlier, now) in [(false, true), (true, false), (true, true)] {
        for (expected, probability) in by_words.iter().zip(believed(earlier, now)) {
            // Each of three cosines may fall into the next step of the table of weights.
            assert!(
                (expected / probability - 1.0).abs() < 0.04,
                "{expected} by words, {probability} by texts"
            );
        }
    }
}

#[test]
fn cosines_are_those_by_which_people_are_heard() {
    let world = world(std::iter::empty());
    let listener = FreeTextGuesser::new(&world, &Spec::parse("human").expect("a spec"));
    for text in TEXTS {
        for keyword in [3, 77, 200].map(Keyword) {
            let heard = listener.cosine(world.deck().text(keyword), text).unwrap_or(0.0);
            let cosine = f64::from(world.cosine(keyword, clue(&world, text)));
            assert!((heard - cosine).abs() < 1e-5, "{text}: {cosine}, people's is {heard}");
        }
    }
}

#[test]
fn r22_the_referee_holds_a_text_to_the_bar_of_the_words() {
    let world = world(std::iter::empty());
    let rules = Rules { referee: RefereeMode::Enforce, ..Rules::official() };
    let setup = world.setup(&rules).expect("they agree");
    let keyword = Keyword(0);
    let lawful = (0..3000).map(Clue::new).filter(|&clue| !world.law().is_banned(clue, keyword));
    let mut words: Vec<Clue> = lawful.collect();
    words.sort_by(|a, b| world.cosine(keyword, *a).total_cmp(&world.cosine(keyword, *b)));
    let [far, near] = [words[0], words[words.len() - 1]]
        .map(|word| clue(&world, &format!("the {}", world.clue_text(word))));
    assert!(setup.is_fit(near, keyword) && !setup.is_fit(far, keyword));
    let own = BySlot([0, 2, 4, 6].map(Keyword));
    let banned = clue(&world, &format!("a {} of old", world.deck().text(keyword)));
    assert!(setup.law().verdict(banned, &own, rules.repeat, []).is_err());
    assert!(!setup.is_fit(banned, keyword));
}
