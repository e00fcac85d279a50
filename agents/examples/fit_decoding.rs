//! Fits how people are understood (`free_text::DecodingModel`), and says what each part is worth.
//!
//! Rounds are made of the project's own clues: four keywords, a code, a clue of each keyword that it names, after so many earlier
//! rounds. The lexicon of associations and these clues are by the same hand, so that five of six stand in it, while of what
//! people say a third to a half does: each clue is withheld from its keyword's list with probability ½, and every third keyword
//! has no list. Half of the keywords are fitted to by log loss, the other half judges, and the other way round.
//!
//! The penalty of the fit holds the weights back, so a last step multiplies them all by one scale: of the half that judges, every other
//! round sets the scale for the rest, by log loss, and the other way round.
//!
//! `cargo run --release -p overhear-agents --example fit_decoding [ROUNDS] [LANGUAGE …]`
//!
//! In French, Italian and Swedish (`fit_decoding 2000 fr it sv` fits them together) the lists are translated, so that fewer clues stand
//! there, and one in three is withheld. The weights that are printed are fitted to the first half of the keywords alone, and the other
//! half judges: `docs/languages.md` says what is decoded of it.

use overhear_agents::free_text::{
    DecodingModel, FreeTextGuesser, LogBelief, PairFeatures, ParsedClue, SlotClues,
};
use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::Spec;
use overhear_agents::words::{embedded_deck, embedded_lexicon_of, embedded_space_of};
use overhear_engine::game::{Seed, Stream};
use overhear_engine::rules::{Code, Language};
use rayon::prelude::*;

/// The smallest step of a weight.
const LEAST_STEP: f64 = 0.02;

/// What a weight costs for each unit of its square: weights that the rounds say little about stay near 0.
const PENALTY: f64 = 2e-4;

/// A weight of the model.
type Weight = fn(&mut DecodingModel) -> &mut f64;

type Keyword<'c> = (&'c str, Vec<&'c str>);

/// What can be said of a round: for each clue and keyword.
struct Round {
    code: Code,
    pairs: [[PairFeatures; 4]; 3],
}

/// A model: which of its weights are free.
struct Part {
    name: &'static str,
    free: Vec<Weight>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count = std::env::args().nth(1).map_or(Ok(2000), |count| count.parse())?;
    let mut languages =
        std::env::args().skip(2).map(|code| code.parse()).collect::<Result<Vec<Language>, _>>()?;
    if languages.is_empty() {
        languages.push(Language::English);
    }
    let (mut fitted_to, mut whole) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for &language in &languages {
        let [withheld, unchanged] = rounds_in(language, count)?;
        fitted_to.iter_mut().zip(withheld).for_each(|(half, rounds)| half.extend(rounds));
        whole.iter_mut().zip(unchanged).for_each(|(half, rounds)| half.extend(rounds));
    }
    println!(
        "parts,accuracy,log_loss,scale,scale_of_whole_lists,temperature,calibration_error,accuracy_of_whole_lists,log_loss_of_whole_lists,weights"
    );
    match languages[..] {
        [Language::English] => parts().iter().for_each(|part| report(part, &fitted_to, &whole)),
        _ => parts().iter().for_each(|part| report_second_half(part, &fitted_to, &whole)),
    }
    Ok(())
}

/// Returns rounds in a language on both halves of its keywords: with clues and lists withheld, and with whole lists.
fn rounds_in(language: Language, count: u64) -> Result<[[Vec<Round>; 2]; 2], Box<dyn std::error::Error>> {
    let (space, lexicon) = (embedded_space_of(language), embedded_lexicon_of(language));
    let world = World::new(embedded_deck(language.code())?, space, lexicon, DEFAULT_CLUES)?;
    // The fewer words are suspected, the faster earlier rounds are taken in; nothing is overheard here.
    let guesser = FreeTextGuesser::new(&world, &Spec::parse("nearest/bayes")?).with_known_deck();
    let clues = format!("{}/../data/eval/clues-{}.csv", env!("CARGO_MANIFEST_DIR"), language.code());
    let clues = std::fs::read_to_string(clues)?;
    let halves = halves(&clues);
    // Half of what stands in the English lists is withheld; in translation fewer clues stand there.
    let one_in = if language == Language::English { 2 } else { 3 };
    Ok([Some(one_in), None].map(|withheld| {
        halves.each_ref().map(|keywords| {
            let round = |n: u64| round(&guesser, keywords, n, withheld);
            (0..count).into_par_iter().map(round).collect()
        })
    }))
}

/// What is compared: the space, then one part more at a time, and all parts but one.
fn parts() -> Vec<Part> {
    let all: [(&str, Vec<Weight>); 8] = [
        ("cosine", vec![|m| &mut m.cosine]),
        ("compound", vec![|m| &mut m.compound]),
        ("stated", vec![|m| &mut m.stated, |m| &mut m.fade]),
        ("reverse", vec![|m| &mut m.reverse]),
        ("nearness", vec![|m| &mut m.nearness]),
        ("word", vec![|m| &mut m.word]),
        ("unlisted", vec![|m| &mut m.unlisted]),
        ("echo", vec![|m| &mut m.echo]),
    ];
    let free = |chosen: &dyn Fn(usize) -> bool| {
        let chosen = all.iter().enumerate().filter(|(n, _)| chosen(*n));
        chosen.flat_map(|(_, (_, free))| free.iter().copied()).collect()
    };
    let mut parts: Vec<Part> =
        (1..=all.len()).map(|count| Part { name: all[count - 1].0, free: free(&|n| n < count) }).collect();
    parts.extend(
        (2..all.len()).map(|left_out| Part { name: all[left_out].0, free: free(&|n| n != left_out) }),
    );
    parts
}

/// Fits the part to each half, judges it on the other, and prints both together, with the weights that suit all.
fn report(part: &Part, fitted_to: &[Vec<Round>; 2], whole: &[Vec<Round>; 2]) {
    let [first, second] = fitted_to.each_ref().map(|half| fit(part, &[half]));
    let judges = [Judge::new(part, 0, second, fitted_to), Judge::new(part, 1, first, fitted_to)];
    print_row((part, ""), &judges, fitted_to, whole, &fit(part, &fitted_to.each_ref()));
}

/// Fits the part to the first half, with clues withheld and with whole lists, and judges both on the second half.
fn report_second_half(part: &Part, fitted_to: &[Vec<Round>; 2], whole: &[Vec<Round>; 2]) {
    for (name, rounds) in [(" withheld", fitted_to), (" whole", whole)] {
        let model = fit(part, &[&rounds[0]]);
        print_row((part, name), &[Judge::new(part, 1, model, rounds)], fitted_to, whole, &model);
    }
}

/// The value of a round by a model.
type Value = fn(&DecodingModel, &Round) -> f64;

/// The half that judges a model.
struct Judge {
    half: usize,
    fitted: DecodingModel,
    /// The model for the rounds with even and with odd numbers, each scaled by the others.
    scaled: [DecodingModel; 2],
}

impl Judge {
    /// Returns the judge of a model that is fitted to the other half, scaled by these rounds.
    fn new(part: &Part, half: usize, fitted: DecodingModel, rounds: &[Vec<Round>; 2]) -> Judge {
        let scaled = [1, 0].map(|others| {
            let rounds = rounds[half].iter().skip(others).step_by(2);
            let scale = Sureness::new(rounds.map(|round| (fitted, round))).scale();
            let mut scaled = fitted;
            part.free.iter().for_each(|free| *free(&mut scaled) *= scale);
            scaled
        });
        Judge { half, fitted, scaled }
    }

    /// Returns the rounds of its half, each with the fitted model.
    fn unscaled<'r>(&self, rounds: &'r [Vec<Round>; 2]) -> impl Iterator<Item = (DecodingModel, &'r Round)> {
        let fitted = self.fitted;
        rounds[self.half].iter().map(move |round| (fitted, round))
    }

    /// Returns the rounds of its half, each with the scaled model.
    fn scaled<'r>(&self, rounds: &'r [Vec<Round>; 2]) -> impl Iterator<Item = (DecodingModel, &'r Round)> {
        let scaled = self.scaled;
        rounds[self.half].iter().enumerate().map(move |(n, round)| (scaled[n % 2], round))
    }
}

/// Prints a row: the part and what it is fitted to, accuracy, log loss, scales and sureness with clues withheld, accuracy and log loss with
/// whole lists, and weights before they are scaled.
fn print_row(
    (part, fitted_to_name): (&Part, &str),
    judges: &[Judge],
    fitted_to: &[Vec<Round>; 2],
    whole: &[Vec<Round>; 2],
    weights: &DecodingModel,
) {
    let mean = |rounds, value: Value| {
        let pairs = judges.iter().flat_map(|judge| judge.scaled(rounds));
        let values: Vec<f64> = pairs.map(|(model, round)| value(&model, round)).collect();
        values.iter().sum::<f64>() / values.len() as f64
    };
    let unscaled = |rounds| Sureness::new(judges.iter().flat_map(|judge| judge.unscaled(rounds)));
    let sure = Sureness::new(judges.iter().flat_map(|judge| judge.scaled(fitted_to)));
    println!(
        "{}{fitted_to_name} ({} weights),{:.4},{:.4},{:.2},{:.2},{:.2},{:.4},{:.4},{:.4},{weights:?}",
        part.name,
        part.free.len(),
        mean(fitted_to, right),
        mean(fitted_to, loss),
        unscaled(fitted_to).scale(),
        unscaled(whole).scale(),
        sure.temperature(),
        sure.calibration_error(),
        mean(whole, right),
        mean(whole, loss),
    );
}

/// How sure models are of rounds that they are not fitted to.
struct Sureness(Vec<(Code, LogBelief)>);

impl Sureness {
    fn new<'r>(judged: impl Iterator<Item = (DecodingModel, &'r Round)>) -> Sureness {
        Sureness(judged.map(|(model, round)| (round.code, belief(&model, round))).collect())
    }

    /// The scale of the weights of least log loss.
    fn scale(&self) -> f64 {
        1.0 / self.temperature()
    }

    /// The temperature, in hundredths, of least log loss: above 1 the models are too sure.
    fn temperature(&self) -> f64 {
        let loss = |hundredths: u32| {
            let temperature = f64::from(hundredths) / 100.0;
            self.0.iter().map(|(code, belief)| -belief.log_probability(*code, temperature)).sum::<f64>()
        };
        let best = (30..=300).min_by(|&one, &other| loss(one).total_cmp(&loss(other)));
        f64::from(best.unwrap_or(100)) / 100.0
    }

    /// The expected calibration error: in ten bins of the likeliest code's probability, the distance of its mean from the share of codes
    /// that are right, weighted by rounds.
    fn calibration_error(&self) -> f64 {
        let mut bins = [0.0; 10];
        for (code, belief) in &self.0 {
            let best = belief.best();
            let probability = libm::exp(belief.log_probability(best, 1.0));
            let is_right = f64::from(u8::from(best == *code));
            bins[((10.0 * probability) as usize).min(9)] += probability - is_right;
        }
        bins.iter().map(|gap: &f64| gap.abs()).sum::<f64>() / self.0.len() as f64
    }
}

/// The weights of least log loss, one at a time, in steps that halve.
fn fit(part: &Part, rounds: &[&Vec<Round>]) -> DecodingModel {
    let count: usize = rounds.iter().map(|half| half.len()).sum();
    let total = |model: &DecodingModel| {
        let lost: f64 = rounds.iter().flat_map(|half| half.iter()).map(|round| loss(model, round)).sum();
        let mut model = *model;
        lost / count as f64 + PENALTY * part.free.iter().map(|free| free(&mut model).powi(2)).sum::<f64>()
    };
    let mut best = DecodingModel { cosine: 12.0, compound: 0.0, ..DecodingModel::SPACE };
    let (mut least, mut step) = (total(&best), 2.0);
    while step > LEAST_STEP {
        let mut better = false;
        for (free, change) in part.free.iter().flat_map(|free| [(free, step), (free, -step)]) {
            let mut tried = best;
            *free(&mut tried) += change;
            let found = total(&tried);
            if found < least {
                (best, least, better) = (tried, found, true);
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    best
}

fn belief(model: &DecodingModel, round: &Round) -> LogBelief {
    LogBelief::from_rows(&round.pairs.map(|row| row.map(|pair| model.weigh(&pair))))
}

/// −ln P(code).
fn loss(model: &DecodingModel, round: &Round) -> f64 {
    -belief(model, round).log_probability(round.code, 1.0)
}

/// 1 if the likeliest code is the right one.
fn right(model: &DecodingModel, round: &Round) -> f64 {
    f64::from(u8::from(belief(model, round).best() == round.code))
}

/// The keywords with even and with odd numbers.
fn halves(clues: &str) -> [Vec<Keyword<'_>>; 2] {
    let mut keywords: Vec<Keyword<'_>> = Vec::new();
    for (keyword, clue) in clues.lines().skip(1).filter_map(|line| line.split_once(',')) {
        match keywords.last_mut() {
            Some((last, clues)) if *last == keyword => clues.push(clue),
            _ => keywords.push((keyword, vec![clue])),
        }
    }
    [0, 1].map(|half| keywords.iter().skip(half).step_by(2).cloned().collect())
}

/// A round after none to three earlier ones.
fn round(
    guesser: &FreeTextGuesser<'_>,
    keywords: &[Keyword<'_>],
    number: u64,
    withheld: Option<u32>,
) -> Round {
    let mut stream = Stream::of_deal(Seed(7), number);
    let mut left = keywords.to_vec();
    let mut held: [Keyword<'_>; 4] =
        std::array::from_fn(|_| left.swap_remove(stream.below(left.len() as u32) as usize));
    let mut say = |code: Code, stream: &mut Stream| {
        code.slots().map(|slot| {
            let clues = &mut held[slot.index()].1;
            clues.swap_remove(stream.below(clues.len() as u32) as usize)
        })
    };
    let mut earlier = SlotClues::default();
    for _ in 0..stream.below(4) {
        let code = Code::ALL[stream.below(24) as usize];
        let heard: [ParsedClue; 3] = say(code, &mut stream).map(|clue| guesser.hear(clue));
        guesser.reveal(&mut earlier, code, &heard);
    }
    let code = Code::ALL[stream.below(24) as usize];
    let clues = say(code, &mut stream);
    let words = held.each_ref().map(|(word, _)| *word);
    let listless: [bool; 4] = std::array::from_fn(|_| withheld.is_some() && stream.below(3) == 0);
    let mut pairs = [[PairFeatures::default(); 4]; 3];
    for ((row, clue), slot) in pairs.iter_mut().zip(clues).zip(code.slots()) {
        let taken_out = withheld.is_some_and(|one_in| stream.below(one_in) == 0).then_some(slot.index());
        *row = guesser.pair_features(Some(&earlier), words, clue, taken_out, listless);
    }
    Round { code, pairs }
}
