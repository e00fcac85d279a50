//! Test of every posterior over habits and keywords against brute force, to one part in a million.
//!
//! On a small deck the test enumerates every combination of four hidden keywords for every habit, weighted by
//! the probability of everything revealed, in double precision. Likelihoods are recomputed from the
//! association table.

use std::sync::Arc;

use overhear_engine::game::{Belief, Game, GameSetup, Position, Seed, Stream, Team};
use overhear_engine::rules::{
    BySide, BySlot, Clue, Clues, Code, Deck, Half, Keyword, PublicRecord, Rules, Side,
};

use super::habits::{DEEP, HABIT_PRIORS, HabitPrior, PLAIN, SHALLOW, WIDE};
use crate::model::{Association, FIRST_RANKS, Habit, ModelKey, Secrecy, World};
use crate::registry::{Spec, build};
use crate::words::{Space, embedded_lexicon, embedded_space};

/// Ten cards of two words. Eight cards are dealt; each team can exclude four of them for the other team.
const DECK: &str = "card,en\n\
    1,ocean\n1,hammer\n2,piano\n2,desert\n3,doctor\n3,crown\n4,winter\n4,engine\n5,horse\n5,castle\n\
    6,bread\n6,pirate\n7,mirror\n7,forest\n8,rocket\n8,cheese\n9,ghost\n9,garden\n10,train\n10,spider\n";

const CLUES: usize = 1500;
const SEED: Seed = Seed(20_240_229);

/// Returns a world with a second embedding of half the dimensions.
fn world() -> Arc<World> {
    let deck = Deck::parse(DECK, "en").expect("a deck");
    let world = World::new(deck, embedded_space(), embedded_lexicon(), CLUES).expect("a world");
    Arc::new(world.with_other("half", &half_the_space()).expect("it knows the deck"))
}

fn half_the_space() -> Space {
    let whole = embedded_space();
    let dims = whole.dims() / 2;
    let row = |place| whole.row(place).into_iter().take(dims).map(f32::from).collect::<Vec<_>>();
    let values: Vec<f32> = (0..whole.words().len()).flat_map(row).collect();
    Space::from_vectors(whole.words().clone(), dims, &values)
}

/// The model that an interceptor is supposed to use.
struct ReferenceModel {
    priors: Vec<HabitPrior>,
    distinct: bool,
    slips: f64,
    /// Possible keywords, with their cards.
    possible: Vec<(Keyword, usize)>,
    /// Association tables of the guesser's own embedding, then of the others that Encryptors may use.
    tables: Vec<Arc<Association>>,
}

impl ReferenceModel {
    fn new(world: &World, priors: &[HabitPrior], own: BySlot<Keyword>) -> ReferenceModel {
        let deck = world.deck();
        let held: Vec<Keyword> = own.iter().flat_map(|&keyword| deck.card_of(keyword)).copied().collect();
        let all = deck.keywords().iter().enumerate().map(|(n, word)| (Keyword(n as u16), word.card));
        ReferenceModel {
            priors: priors.to_vec(),
            distinct: false,
            slips: 0.0,
            possible: all.filter(|(keyword, _)| !held.contains(keyword)).collect(),
            tables: vec![world.association(ModelKey { beta: 15.0, alpha: 0.4 })],
        }
    }

    /// Returns P(clue | keyword) under a habit in one of the embeddings, for every possible keyword.
    fn likelihoods(&self, (space, habit): HypothesisKey, hides: bool, clue: Clue) -> Vec<f64> {
        let table = &self.tables[space];
        self.possible.iter().map(|&(keyword, _)| likelihood(table, habit, hides, keyword, clue)).collect()
    }

    /// Returns for each slot the likelihood of everything revealed, for each possible keyword.
    fn evidence(&self, hypothesis: HypothesisKey, record: &PublicRecord, side: Side) -> [Vec<f64>; 4] {
        let mut rows: [Vec<f64>; 4] = std::array::from_fn(|_| vec![1.0; self.possible.len()]);
        for half in record.halves_of(side) {
            let digits = half.code.slots().into_iter().zip(half.guess.slots()).zip(half.clues);
            for ((meant, taken), clue) in digits {
                let Some(clue) = clue else { continue };
                let heard = self.likelihoods(hypothesis, half.round > 1, clue);
                let mean = heard.iter().sum::<f64>() / heard.len() as f64;
                rows[meant.index()].iter_mut().zip(&heard).for_each(|(p, l)| *p *= l);
                if taken != meant {
                    let mixed = |l: &f64| (1.0 - self.slips) * mean + self.slips * l;
                    let row = rows[taken.index()].iter_mut().zip(&heard);
                    row.for_each(|(p, l)| *p *= if self.slips > 0.0 { mixed(l) } else { 1.0 });
                }
            }
        }
        rows
    }

    /// Returns P(code, all clues | habit) up to a factor, summed over every combination of keywords.
    fn codes(&self, hypothesis: HypothesisKey, record: &PublicRecord, side: Side, clues: Clues) -> [f64; 24] {
        let evidence = self.evidence(hypothesis, record, side);
        let now = clues.map(|clue| {
            clue.map_or_else(
                || vec![1.0; self.possible.len()],
                |clue| self.likelihoods(hypothesis, true, clue),
            )
        });
        let mut weights = [0.0; 24];
        let count = self.possible.len();
        for combination in 0..count.pow(4) {
            let words = [0, 1, 2, 3].map(|slot| combination / count.pow(slot) % count);
            let cards = words.map(|word| self.possible[word].1);
            if self.distinct && (1..4).any(|n| cards[..n].contains(&cards[n])) {
                continue;
            }
            let history: f64 = words.iter().zip(&evidence).map(|(&word, row)| row[word]).product();
            for code in Code::ALL {
                let [a, b, c] = code.slots().map(|slot| words[slot.index()]);
                weights[code.index()] += history * now[0][a] * now[1][b] * now[2][c];
            }
        }
        weights
    }

    /// Returns the factor of a secrecy for all halves of the record in which interception was possible.
    fn minded(&self, secrecy: &Secrecy, record: &PublicRecord, side: Side) -> f64 {
        let mut before = PublicRecord::new();
        let mut product = 1.0;
        for &half in record.halves() {
            if half.side == side && half.round > 1 {
                let plain = self.codes((0, Habit::Plain), &before, side, half.clues);
                product *= ratio(secrecy, plain[half.code.index()] / plain.iter().sum::<f64>());
            }
            before.push(half);
        }
        product
    }

    fn belief(&self, record: &PublicRecord, side: Side, clues: Clues) -> [f64; 24] {
        let plain = self.codes((0, Habit::Plain), record, side, clues);
        let mut weights = [0.0; 24];
        let hypotheses =
            (0..self.tables.len()).flat_map(|space| self.priors.iter().map(move |prior| (space, prior)));
        for (space, prior) in hypotheses.filter(|(_, prior)| prior.share > 0.0) {
            let mut codes = self.codes((space, prior.habit), record, side, clues);
            if let Some(secrecy) = prior.secrecy.filter(|_| space == 0) {
                let total: f64 = plain.iter().sum();
                codes.iter_mut().zip(plain).for_each(|(code, p)| *code *= ratio(secrecy, p / total));
                let minded = self.minded(secrecy, record, side);
                codes.iter_mut().for_each(|code| *code *= minded);
            }
            weights.iter_mut().zip(codes).for_each(|(weight, p)| *weight += prior.share * p);
        }
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    }
}

/// An embedding and a habit.
type HypothesisKey = (usize, Habit);

fn likelihood(table: &Association, habit: Habit, hides: bool, keyword: Keyword, clue: Clue) -> f64 {
    let plain = |clue| f64::from(table.likelihood(keyword, clue));
    let clues = || (0..table.clues() as u32).map(Clue::new);
    match habit {
        Habit::Plain => plain(clue),
        Habit::Loose => plain(clue).sqrt() / clues().map(|clue| plain(clue).sqrt()).sum::<f64>(),
        Habit::Ranked { open, hidden } => {
            let mut sorted: Vec<f64> = clues().map(plain).filter(|&p| p > 0.0).collect();
            sorted.sort_by(|a, b| b.total_cmp(a));
            let weight = |p: f64| {
                let rank = sorted.partition_point(|&other| other > p);
                let step = FIRST_RANKS.iter().rposition(|&first| first <= rank).expect("0 is a rank");
                f64::from(if hides { hidden[step] } else { open[step] })
            };
            let total: f64 = sorted.iter().map(|&p| weight(p)).sum();
            if plain(clue) > 0.0 { weight(plain(clue)) / total } else { 0.0 }
        }
    }
}

/// Returns the factor of a secrecy for a code with this probability for a plain listener.
fn ratio(secrecy: &Secrecy, p: f64) -> f64 {
    secrecy[((-2.0 * libm::log2(p)) as usize).min(secrecy.len() - 1)]
}

fn assert_close(belief: &Belief, exact: &[f64; 24]) {
    for code in Code::ALL {
        let (probability, exact) = (f64::from(belief.probability(code)), exact[code.index()]);
        assert!(
            (probability - exact).abs() <= 1e-6 * exact + 1e-30,
            "{code}: {probability}, by brute force {exact}"
        );
    }
}

/// Plays a game of `giver` and corrupts some guesses and clues of the record. In every half of White's it
/// asks a player that was there from the start, and a new player.
fn check(giver: &str, guesser: &str, theory: impl Fn(&World, BySlot<Keyword>) -> ReferenceModel) {
    check_with_echo(giver, guesser, None, theory);
}

/// Checks as [`check`] does, with each code also weighed by the belief of a `history` guesser.
fn check_with_echo(
    giver: &str,
    guesser: &str,
    echo: Option<&str>,
    theory: impl Fn(&World, BySlot<Keyword>) -> ReferenceModel,
) {
    let world = world();
    let agent = |spec: &str| build(&Spec::parse(spec).expect("a spec"), &world).expect("an agent");
    let (players, reader) = (agent(giver), agent(&format!("nearest/{guesser}")));
    let history = echo.map(agent);
    let rules = Rules { round_limit: 6, tokens_to_win: 0, tokens_to_lose: 0, ..Rules::official() };
    let table =
        GameSetup::new(rules.checked().expect("a game"), world.deck(), world.law()).expect("they agree");
    let deal = table.deal(SEED, 1);
    let mut game = Game::new();
    let mut teams = BySide::from_fn(|_| Team::new(&*players, 2));
    let BySide { white, black } = &mut teams;
    table.play(&deal, BySide { white, black }, &mut game);

    let theory = theory(&world, deal.keywords.black);
    let mut record = PublicRecord::new();
    let mut veteran = reader.guesser();
    let stream = || Stream::of_deal(SEED, 0);
    for (n, half) in game.record.halves().iter().enumerate() {
        let at = Position { setup: &table, deal: &deal, record: &record, round: half.round };
        if n == 0 {
            veteran.begin(&at.seat(Side::Black, 0));
        }
        if half.side == Side::White && half.round > 1 {
            let view = at.interceptor(Side::Black, 0, half.clues);
            let mut exact = theory.belief(&record, Side::White, half.clues);
            if let Some(history) = &history {
                let mut history = history.guesser();
                history.begin(&at.seat(Side::Black, 0));
                let likeness = history.intercept(&view, &mut stream());
                exact.iter_mut().zip(likeness.probabilities()).for_each(|(p, &l)| *p *= f64::from(l));
                let total: f64 = exact.iter().sum();
                exact.iter_mut().for_each(|p| *p /= total);
            }
            assert_close(&veteran.intercept(&view, &mut stream()), &exact);
            let mut fresh = reader.guesser();
            fresh.begin(&at.seat(Side::Black, 0));
            assert_close(&fresh.intercept(&view, &mut stream()), &exact);
        }
        record.push(spoilt(*half, n));
    }
}

/// Corrupts some halves: a wrong guess, or a missing clue.
fn spoilt(mut half: Half, n: usize) -> Half {
    if n.is_multiple_of(3) {
        half.guess = Code::ALL[(half.code.index() + n + 5) % 24];
    }
    if n == 4 {
        half.clues[1] = None;
    }
    half
}

#[test]
fn distinct_keywords_stand_on_different_cards() {
    check("margin/bayes", "bayes:distinct=1", |world, own| ReferenceModel {
        distinct: true,
        ..ReferenceModel::new(world, &[PLAIN], own)
    });
}

#[test]
fn wrong_guesses_tell_of_the_slots_that_they_point_to() {
    for (guesser, distinct) in [("bayes:slips=0.4", false), ("bayes:slips=1,distinct=1", true)] {
        check("margin/bayes", guesser, |world, own| ReferenceModel {
            distinct,
            slips: if distinct { 1.0 } else { 0.4 },
            ..ReferenceModel::new(world, &[PLAIN], own)
        });
    }
}

#[test]
fn levelk_is_the_posterior_under_its_giver() {
    let givers = [("wide", WIDE), ("deep", DEEP), ("shallow", SHALLOW)];
    for (giver, (name, prior)) in
        ["pragmatic/bayes", "random/uniform", "margin/bayes"].into_iter().zip(givers)
    {
        check(giver, &format!("levelk:echo=0,giver={name}"), |world, own| {
            ReferenceModel::new(world, &[HabitPrior { share: 0.0, ..PLAIN }, prior], own)
        });
    }
}

#[test]
fn likeness_to_earlier_clues_is_multiplied_in() {
    check_with_echo("margin/bayes", "levelk:echo=5", Some("nearest/history:sharpness=5"), |world, own| {
        ReferenceModel::new(world, &[HabitPrior { share: 0.0, ..PLAIN }, WIDE], own)
    });
}

#[test]
fn adaptive_is_the_posterior_over_all_its_habits() {
    for giver in ["pragmatic/bayes", "margin/bayes"] {
        check(giver, "adaptive:spaces=0", |world, own| ReferenceModel::new(world, &HABIT_PRIORS, own));
    }
}

#[test]
fn adaptive_reckons_with_every_space_of_the_run() {
    check("margin:space=half/bayes", "adaptive", |world, own| {
        let others = world.others().map(|(_, other)| other.association(ModelKey { beta: 15.0, alpha: 0.4 }));
        let mut theory = ReferenceModel::new(world, &HABIT_PRIORS, own);
        theory.tables.extend(others);
        assert_eq!(theory.tables.len(), 2);
        theory
    });
}

#[test]
fn who_does_not_know_the_deck_reckons_with_the_frequent_words() {
    check("margin/bayes", "bayes:candidates=open,words=16", |world, own| {
        let open = world.open_vocabulary(ModelKey { beta: 15.0, alpha: 0.4 }, 16);
        assert_eq!(open.words().len(), 16);
        ReferenceModel {
            possible: (0..16).map(|n| (Keyword(n), usize::from(n))).collect(),
            tables: vec![Arc::clone(open.table())],
            ..ReferenceModel::new(world, &[PLAIN], own)
        }
    });
}
