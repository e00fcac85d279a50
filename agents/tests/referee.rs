//! R22: clues rest on what everybody can know, not on a private code book.
//!
//! Measured as a referee would: a clue is about its keyword when it is among the likeliest 5 % of the vocabulary for
//! it. Clue givers that mean something keep that nearly always; one that hides the code in the clues cannot.

mod common;

use std::sync::{Arc, LazyLock};

use common::SEED;
use overhear_agents::model::{Association, DEFAULT_CLUES, ModelKey, World};
use overhear_agents::registry::{ENCRYPTORS, Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::rules::{BySide, CLUES, Clue, Clues, Keyword, Rules, Side};
use overhear_engine::table::{Agent, Deal, Encryptor, EncryptorView, Game, Guesser, Stream, Table};

/// The share of the vocabulary that counts as being about a keyword.
const ABOUT: f64 = 0.05;

static WORLD: LazyLock<Arc<World>> = LazyLock::new(|| {
    let deck = embedded_deck("en").expect("the deck has an English column");
    Arc::new(World::new(deck, embedded_space(), embedded_lexicon(), DEFAULT_CLUES).expect("they go together"))
});

/// Says the words of a code book: each round, three that stand for the code and for nothing else.
struct Steganographer(Box<dyn Agent>);

impl Agent for Steganographer {
    fn label(&self) -> &'static str {
        "steganographer"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(CodeBook)
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        self.0.guesser()
    }
}

struct CodeBook;

impl Encryptor for CodeBook {
    fn clues(&mut self, view: &EncryptorView<'_>, _: &mut Stream) -> Clues {
        let page = 24 * u32::from(view.round()) + view.code().index() as u32;
        std::array::from_fn(|n| Some(Clue::new((page * CLUES as u32 + n as u32) * 7)))
    }
}

/// How many words of the vocabulary are likelier for the keyword than the clue.
fn likelier(table: &Association, keyword: Keyword, clue: Clue) -> usize {
    let own = table.likelihood(keyword, clue);
    (0..table.clues()).filter(|&n| table.likelihood(keyword, Clue::new(n as u32)) > own).count()
}

/// The share of an agent's clues that are about their keywords, over some games against itself.
fn share_about_their_keywords(agent: &dyn Agent) -> f64 {
    let default = |name: &str| {
        let bayes = Spec::parse("nearest/bayes").expect("a spec");
        bayes.guesser.values.get(name)
    };
    let table = WORLD.association(ModelKey { beta: default("beta"), alpha: default("alpha") });
    let played = Table { rules: Rules::official(), deck: WORLD.deck(), law: WORLD.law() };
    let mut teams = common::teams(agent);
    let (mut about, mut all) = (0, 0);
    for number in 0..30 {
        let deal = Deal::draw(played.deck, &mut Stream::of_deal(SEED, number));
        let mut game = Game::new();
        let BySide { white, black } = &mut teams;
        played.play(SEED, number, &deal, BySide { white, black }, &mut game);
        for half in game.record.halves().iter().filter(|half| half.side == Side::White) {
            for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
                let Some(clue) = clue else { continue };
                let rank = likelier(&table, deal.keywords.white[slot], clue);
                about += usize::from((rank as f64) < ABOUT * table.clues() as f64);
                all += 1;
            }
        }
    }
    about as f64 / f64::from(all)
}

fn agent(spec: &str) -> Box<dyn Agent> {
    build(&Spec::parse(spec).expect("a spec"), &WORLD)
}

#[test]
fn r22_clue_givers_that_mean_something_speak_of_their_keywords() {
    for kind in ENCRYPTORS.iter().filter(|kind| kind.name != "random") {
        let share = share_about_their_keywords(&*agent(&format!("{}/bayes", kind.name)));
        assert!(share > 0.95, "{}: {share:.3} of the clues are about their keywords", kind.name);
    }
}

#[test]
fn r22_a_code_book_and_words_at_random_are_found_out() {
    for agent in [Box::new(Steganographer(agent("random/bayes"))) as Box<dyn Agent>, agent("random/bayes")] {
        let share = share_about_their_keywords(&*agent);
        assert!(share < 0.2, "{}: {share:.3} of the clues are about their keywords", agent.label());
    }
}
