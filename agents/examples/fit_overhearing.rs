//! Fits how people's clues are overheard (`free_text::InterceptionModel`), and says what did not win.
//!
//! Games are made of the project's own clues: four keywords, codes drawn, each clue given once. Half of the keywords are
//! fitted to by log loss, the other half judges, and the other way round. The deck's share of the prior is 0
//! throughout, as if the keywords stood in no deck that is known; every rule gets the temperature that suits it, through
//! its weights.
//!
//! `cargo run --release -p overhear-agents --example fit_overhearing [DEALS] [SPACE.bin] [MIND]`
//!
//! A space in a file takes the place of the built-in one: one that knows of no clue of the project (`data/README.md`). A mind
//! (`statements`, `universal`, `glove`), drawn from, gives the clues instead of the project's own.

use std::path::Path;

use overhear_agents::free_text::{
    ClueFeatures, FreeTextGuesser, InterceptionModel, LogBelief, ParsedClue, SlotClues,
};
use overhear_agents::minds::Mind;
use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::Spec;
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space, read_native};
use overhear_data::CLUES;
use overhear_engine::game::{Seed, Stream};
use overhear_engine::rules::Code;
use rayon::prelude::*;

/// Priors of the possible keywords that are tried: β over the decoder's, and commonness.
const BETAS: [f64; 4] = [0.5, 2.0 / 3.0, 0.8, 1.0];
const COMMONNESS: [f64; 2] = [0.0, 0.5];

/// Gains by the lexicon of associations that are tried: where the clue stands in the word's list, and where the word stands in the clue's.
const STATED: [f64; 4] = [0.0, 1.0, 2.0, 3.0];
const REVERSE: [f64; 4] = [0.0, 1.0, 2.0, 3.0];

/// The gain of a word without a list, in parts of that of one in whose list the clue stands.
const UNLISTED: f64 = 0.5;

/// How many clues a mind gives for a keyword.
const CLUES_OF_MIND: usize = 5;

/// The smallest step of a weight, in parts of it.
const LEAST_STEP: f64 = 0.01;

type Keyword = (String, Vec<String>);

/// What can be said of a half: for each clue and slot.
struct Question {
    code: Code,
    opinions: [[ClueFeatures; 4]; 3],
}

/// A rule: which of its weights are free, and where they start.
struct Rule {
    name: &'static str,
    start: InterceptionModel,
    free: &'static [fn(&mut InterceptionModel) -> &mut f64],
    weigh: fn(&InterceptionModel, &ClueFeatures) -> f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deals = std::env::args().nth(1).map_or(Ok(2), |deals| deals.parse())?;
    let (spaces, minds): (Vec<String>, Vec<String>) = std::env::args()
        .skip(2)
        .partition(|name| Path::new(name).extension().is_some_and(|extension| extension == "bin"));
    let space = match spaces.first() {
        Some(path) => read_native(std::fs::read(path)?)?,
        None => embedded_space(),
    };
    let keywords = match minds.first() {
        Some(name) => keywords_of(&Mind::load(name)?),
        None => own_keywords(),
    };
    let world = World::new(embedded_deck("en")?, space, embedded_lexicon(), DEFAULT_CLUES)?;
    let halves = halves(&keywords, deals);
    println!("rule,open_beta,commonness,rounds,accuracy,log_loss,open_weight,likeness_weight,shrink,length");
    for (open_beta, commonness) in BETAS.iter().flat_map(|&beta| COMMONNESS.map(|common| (beta, common))) {
        let hearing =
            InterceptionModel { open_beta, commonness, deck_share: 0.0, ..InterceptionModel::FITTED };
        let spec = Spec::parse("nearest/bayes")?;
        let listener = FreeTextGuesser::new(&world, &spec).with_hearing(hearing);
        let questions = halves.each_ref().map(|games| questions(&listener, games));
        rules(hearing).iter().for_each(|rule| report(rule, &questions));
    }
    for (stated, reverse) in STATED.iter().flat_map(|&stated| REVERSE.map(|reverse| (stated, reverse))) {
        let unlisted = UNLISTED * stated;
        let hearing =
            InterceptionModel { stated, reverse, unlisted, deck_share: 0.0, ..InterceptionModel::FITTED };
        let listener = FreeTextGuesser::new(&world, &Spec::parse("nearest/bayes")?).with_hearing(hearing);
        let questions = halves.each_ref().map(|games| questions(&listener, games));
        println!("lexicon of associations, gains {stated} and {reverse}:");
        rules(hearing)[2..].iter().for_each(|rule| report(rule, &questions));
    }
    Ok(())
}

/// What is compared: each opinion alone, both as they are shipped, and both fitted.
fn rules(hearing: InterceptionModel) -> [Rule; 4] {
    let weigh: fn(&InterceptionModel, &ClueFeatures) -> f64 = InterceptionModel::weigh;
    [
        Rule {
            name: "mean of the history",
            start: hearing,
            free: &[|h| &mut h.likeness_weight],
            weigh: weigh_mean,
        },
        Rule {
            name: "keyword_prior",
            start: InterceptionModel { likeness_weight: 0.0, ..hearing },
            free: &[|h| &mut h.open_weight],
            weigh,
        },
        Rule { name: "both, shipped weights", start: hearing, free: &[], weigh },
        Rule {
            name: "both, fitted weights",
            start: hearing,
            free: &[
                |h| &mut h.open_weight,
                |h| &mut h.likeness_weight,
                |h| &mut h.likeness_shrink,
                |h| &mut h.likeness_length,
            ],
            weigh,
        },
    ]
}

/// Weighs a clue by its likeness to the mean of the history alone.
fn weigh_mean(hearing: &InterceptionModel, opinions: &ClueFeatures) -> f64 {
    let length = libm::sqrt(opinions.square).max(1e-9);
    if opinions.count > 0 { hearing.likeness_weight * opinions.product / length } else { 0.0 }
}

/// Fits the rule to each half, judges it on the other, and prints both together; with the weights that suit all.
fn report(rule: &Rule, questions: &[Vec<Question>; 2]) {
    let [first, second] = questions.each_ref().map(|half| fit(rule, &[half]));
    let judged = [(&second, &questions[0]), (&first, &questions[1])];
    let rounds = questions.iter().map(Vec::len).sum::<usize>();
    let mean = |of: fn(&Rule, &InterceptionModel, &Question) -> f64| {
        judged
            .iter()
            .map(|(hearing, half)| half.iter().map(|question| of(rule, hearing, question)).sum::<f64>())
            .sum::<f64>()
            / rounds as f64
    };
    let all = fit(rule, &questions.each_ref());
    println!(
        "{},{:.3},{},{rounds},{:.4},{:.4},{:.3},{:.2},{:.3},{:.3}",
        rule.name,
        all.open_beta,
        all.commonness,
        mean(right),
        mean(loss),
        all.open_weight,
        all.likeness_weight,
        all.likeness_shrink,
        all.likeness_length,
    );
}

fn total_loss(rule: &Rule, questions: &[&Vec<Question>], hearing: &InterceptionModel) -> f64 {
    questions.iter().flat_map(|half| half.iter()).map(|question| loss(rule, hearing, question)).sum()
}

/// The weights of least log loss, one at a time, in steps that halve.
fn fit(rule: &Rule, questions: &[&Vec<Question>]) -> InterceptionModel {
    let mut best = rule.start;
    let mut least = total_loss(rule, questions, &best);
    let mut step = 0.5;
    while step > LEAST_STEP {
        let mut better = false;
        for free in rule.free {
            for factor in [1.0 + step, 1.0 / (1.0 + step)] {
                let mut tried = best;
                *free(&mut tried) *= factor;
                let tried_loss = total_loss(rule, questions, &tried);
                if tried_loss < least {
                    (best, least, better) = (tried, tried_loss, true);
                }
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    best
}

fn belief(rule: &Rule, hearing: &InterceptionModel, question: &Question) -> LogBelief {
    LogBelief::from_rows(&question.opinions.map(|row| row.map(|opinions| (rule.weigh)(hearing, &opinions))))
}

/// −ln P(code).
fn loss(rule: &Rule, hearing: &InterceptionModel, question: &Question) -> f64 {
    -belief(rule, hearing, question).log_probability(question.code, 1.0)
}

/// 1 if the likeliest code is the right one.
fn right(rule: &Rule, hearing: &InterceptionModel, question: &Question) -> f64 {
    f64::from(u8::from(belief(rule, hearing, question).best() == question.code))
}

/// A game: its codes, each with its clues.
type Game = Vec<(Code, [String; 3])>;

/// The keywords with the project's everyday clues.
fn own_keywords() -> Vec<Keyword> {
    let mut keywords: Vec<Keyword> = Vec::new();
    for line in CLUES.lines().skip(1) {
        let (keyword, clue) = line.split_once(',').expect("two columns");
        match keywords.last_mut() {
            Some((last, clues)) if last == keyword => clues.push(clue.to_owned()),
            _ => keywords.push((keyword.to_owned(), vec![clue.to_owned()])),
        }
    }
    keywords
}

/// The keywords with clues that a mind would say.
fn keywords_of(mind: &Mind) -> Vec<Keyword> {
    mind.sample_all(Seed(7), CLUES_OF_MIND)
        .map(|(keyword, clues)| (keyword.to_owned(), clues.into_iter().map(str::to_owned).collect()))
        .collect()
}

/// Games of the keywords with even and with odd numbers.
fn halves(keywords: &[Keyword], deals: u64) -> [Vec<Game>; 2] {
    [0, 1].map(|half| {
        let own: Vec<Keyword> = keywords.iter().skip(half).step_by(2).cloned().collect();
        (0..deals)
            .flat_map(|deal| games(own.clone(), &mut Stream::of_deal(Seed(1 + half as u64), deal)))
            .collect()
    })
}

/// Every keyword in one game, as long as its clues last.
fn games(mut keywords: Vec<Keyword>, stream: &mut Stream) -> Vec<Game> {
    stream.shuffle(&mut keywords);
    keywords.iter_mut().for_each(|(_, clues)| stream.shuffle(clues));
    let games = keywords.chunks_exact_mut(4);
    games
        .map(|held| {
            let mut game = Game::new();
            loop {
                let code = Code::ALL[stream.below(Code::COUNT as u32) as usize];
                if code.slots().iter().any(|slot| held[slot.index()].1.is_empty()) {
                    return game;
                }
                let clues = code.slots().map(|slot| held[slot.index()].1.pop().expect("it has clues left"));
                game.push((code, clues));
            }
        })
        .collect()
}

/// What the listener makes of every half from the second round on.
fn questions(listener: &FreeTextGuesser<'_>, games: &[Game]) -> Vec<Question> {
    games.par_iter().flat_map_iter(|game| questions_of_game(listener, game)).collect()
}

fn questions_of_game(listener: &FreeTextGuesser<'_>, game: &Game) -> Vec<Question> {
    let mut revealed = SlotClues::default();
    let mut questions = Vec::new();
    for (round, (code, clues)) in game.iter().enumerate() {
        let heard: [ParsedClue; 3] = clues.each_ref().map(|clue| listener.hear(clue));
        if round > 0 {
            let opinions = heard.each_ref().map(|clue| listener.features(&revealed, clue));
            questions.push(Question { code: *code, opinions });
        }
        listener.reveal(&mut revealed, *code, &heard);
    }
    questions
}
