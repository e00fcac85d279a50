//! The `bayes` guesser against brute force.
//!
//! On a small deck every combination of four hidden keywords is gone through, each with the probability of all the
//! clues revealed so far, in double precision. The likelihoods are the table's own sixteen-bit floats.

use std::sync::Arc;

use crate::common::{SEED, record_up_to};
use overhear_agents::model::{Association, ModelKey, World};
use overhear_agents::registry::{GUESSERS, Spec, Values, build};
use overhear_agents::words::{embedded_lexicon, embedded_space};
use overhear_engine::game::{Agent, Belief, Game, GameSetup, KeywordBelief, Position, Stream, Team};
use overhear_engine::rules::{
    BySide, BySlot, Clue, Clues, Code, Deck, Keyword, PublicRecord, Rules, Side, Slot,
};

/// Ten cards of two words: eight are dealt, and each team knows four of them not to be the other's.
const DECK: &str = "card,en\n\
    1,ocean\n1,hammer\n2,piano\n2,desert\n3,doctor\n3,crown\n4,winter\n4,engine\n5,horse\n5,castle\n\
    6,bread\n6,pirate\n7,mirror\n7,forest\n8,rocket\n8,cheese\n9,ghost\n9,garden\n10,train\n10,spider\n";

/// The fewest words that clue givers with shortlists can do with, and some.
const CLUES: usize = 1500;

struct Setting {
    world: Arc<World>,
    association: Arc<Association>,
}

impl Setting {
    fn new() -> Setting {
        let deck = Deck::parse(DECK, "en").expect("a deck");
        let world = World::new(deck, embedded_space(), embedded_lexicon(), CLUES).expect("a world");
        let bayes = GUESSERS.iter().find(|kind| kind.name == "bayes").expect("bayes is registered");
        let values = Values::defaults(bayes.params);
        let key = ModelKey { beta: values.get("beta"), alpha: values.get("alpha") };
        let association = world.association(key);
        Setting { world: Arc::new(world), association }
    }

    fn agent(&self, spec: &str) -> Box<dyn Agent> {
        build(&Spec::parse(spec).expect("a spec"), &self.world).expect("an agent")
    }

    fn likelihood(&self, clue: Clue, keyword: Keyword) -> f64 {
        f64::from(self.association.likelihood(keyword, clue))
    }

    /// The keywords that the opponents of a team may hold (R2).
    fn possible(&self, own: BySlot<Keyword>) -> Vec<Keyword> {
        let deck = self.world.deck();
        let mine: Vec<Keyword> = own.iter().flat_map(|&keyword| deck.card_of(keyword)).copied().collect();
        (0..deck.len() as u16).map(Keyword).filter(|keyword| !mine.contains(keyword)).collect()
    }

    /// P(every clue revealed for a slot | keyword), for each slot and each possible keyword.
    fn evidence(&self, possible: &[Keyword], record: &PublicRecord, side: Side) -> BySlot<Vec<f64>> {
        BySlot::from_fn(|slot| {
            let heard: Vec<Clue> = record
                .halves_of(side)
                .flat_map(|half| half.code.slots().into_iter().zip(half.clues))
                .filter_map(|(at, clue)| clue.filter(|_| at == slot))
                .collect();
            possible.iter().map(|&word| heard.iter().map(|&h| self.likelihood(h, word)).product()).collect()
        })
    }

    /// P(code | clues, history), summed over every combination of four possible keywords.
    fn brute_force(
        &self,
        own: BySlot<Keyword>,
        record: &PublicRecord,
        side: Side,
        clues: Clues,
    ) -> [f64; 24] {
        let possible = self.possible(own);
        let evidence = self.evidence(&possible, record, side);
        let now = clues.map(|clue| -> Vec<f64> {
            possible.iter().map(|&word| clue.map_or(1.0, |clue| self.likelihood(clue, word))).collect()
        });
        let mut weights = [0.0; 24];
        let count = possible.len();
        for combination in 0..count.pow(4) {
            let words = [0, 1, 2, 3].map(|slot| combination / count.pow(slot) % count);
            let history: f64 = Slot::ALL.iter().map(|&slot| evidence[slot][words[slot.index()]]).product();
            for code in Code::ALL {
                let [a, b, c] = code.slots().map(|slot| words[slot.index()]);
                weights[code.index()] += history * now[0][a] * now[1][b] * now[2][c];
            }
        }
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    }

    /// Calls `visit` with every half of some games, as a position and the clues of the half.
    fn in_every_half(&self, spec: &str, games: u64, mut visit: impl FnMut(&Position<'_>, Side, Clues)) {
        let rules = Rules { round_limit: 6, tokens_to_win: 0, tokens_to_lose: 0, ..Rules::official() };
        let setup = GameSetup::new(rules.checked().expect("a game"), self.world.deck(), self.world.law())
            .expect("they agree");
        let agent = self.agent(spec);
        let mut teams = BySide::from_fn(|_| Team::new(&*agent, 2));
        for number in 0..games {
            let deal = setup.deal(SEED, number);
            let mut game = Game::new();
            let BySide { white, black } = &mut teams;
            setup.play(&deal, BySide { white, black }, &mut game);
            for (n, half) in game.record.halves().iter().enumerate() {
                let record = record_up_to(&game, n);
                visit(
                    &Position { setup: &setup, deal: &deal, record: &record, round: half.round },
                    half.side,
                    half.clues,
                );
            }
        }
    }
}

fn assert_close(belief: &Belief, exact: &[f64; 24]) {
    for code in Code::ALL {
        let (probability, exact) = (f64::from(belief.probability(code)), exact[code.index()]);
        assert!(
            (probability - exact).abs() <= 1e-6 * exact.max(1e-20),
            "{code}: {probability}, by brute force {exact}"
        );
    }
}

#[test]
fn interceptions_are_the_posterior_over_all_combinations_of_keywords() {
    let setting = Setting::new();
    let bayes = setting.agent("nearest/bayes");
    for spec in ["margin/bayes", "random/uniform"] {
        setting.in_every_half(spec, 3, |at, side, clues| {
            let interceptor = side.opponent();
            let own = at.deal.keywords[interceptor];
            let mut player = bayes.guesser();
            player.begin(&at.seat(interceptor, 0));
            for clues in [clues, [clues[0], None, clues[2]]] {
                let view = at.interceptor(interceptor, 0, clues);
                let belief = player.intercept(&view, &mut Stream::of_deal(SEED, 0));
                assert_close(&belief, &setting.brute_force(own, at.record, side, clues));
            }
        });
    }
}

#[test]
fn a_player_who_has_been_asked_all_along_believes_the_same() {
    let setting = Setting::new();
    let bayes = setting.agent("nearest/bayes");
    let mut player = bayes.guesser();
    setting.in_every_half("margin/bayes", 3, |at, side, clues| {
        if at.record.halves().is_empty() {
            player.begin(&at.seat(Side::Black, 0));
        }
        if side == Side::White {
            let belief =
                player.intercept(&at.interceptor(Side::Black, 0, clues), &mut Stream::of_deal(SEED, 0));
            let own = at.deal.keywords.black;
            assert_close(&belief, &setting.brute_force(own, at.record, Side::White, clues));
        }
    });
}

#[test]
fn own_clues_are_decoded_by_their_likelihoods() {
    let setting = Setting::new();
    let bayes = setting.agent("nearest/bayes");
    setting.in_every_half("margin/bayes", 5, |at, side, clues| {
        let own = &at.deal.keywords[side];
        let weights = Code::ALL.map(|code| -> f64 {
            let digits = code.slots().into_iter().zip(clues);
            digits.map(|(slot, clue)| clue.map_or(1.0, |clue| setting.likelihood(clue, own[slot]))).product()
        });
        let total: f64 = weights.iter().sum();
        let mut player = bayes.guesser();
        player.begin(&at.seat(side, 0));
        let belief = player.decode(&at.guesser(side, 0, clues), &mut Stream::of_deal(SEED, 0));
        assert_close(&belief, &weights.map(|weight| weight / total));
    });
}

#[test]
fn r13_what_is_believed_of_the_keywords_is_the_posterior() {
    let setting = Setting::new();
    let bayes = setting.agent("nearest/bayes");
    setting.in_every_half("margin/bayes", 5, |at, side, _| {
        let guesser = side.opponent();
        let possible = setting.possible(at.deal.keywords[guesser]);
        let evidence = setting.evidence(&possible, at.record, side);
        let mut player = bayes.guesser();
        player.begin(&at.seat(guesser, 0));
        let mut believed = KeywordBelief::uniform(at.setup.deck());
        let mut stream = Stream::of_deal(SEED, 0);
        player.keywords(&at.keyword_guesser(guesser, 0), &mut stream, &mut believed);
        for slot in Slot::ALL {
            let total: f64 = evidence[slot].iter().sum();
            let mut expected = vec![0.0; at.setup.deck().len()];
            possible.iter().zip(&evidence[slot]).for_each(|(word, p)| expected[word.index()] = p / total);
            for (weight, expected) in believed.weights(slot).iter().zip(expected) {
                assert!((f64::from(*weight) - expected).abs() < 1e-4, "{weight}, by brute force {expected}");
            }
        }
    });
}
