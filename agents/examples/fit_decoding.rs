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
//! `cargo run --release -p overhear-agents --example fit_decoding [ROUNDS] [LANGUAGE …] [SPACE-en.bin …] [oblique] [minds]`
//!
//! A space in a file takes the place of the built-in one of the language that its name ends in: one that knows of no clue of the project is made by
//! `data/build/withheld.py` and `associate.py` or `languages.py` (`data/README.md`). With `oblique` the English weights are fitted to oblique clues as well,
//! as many rounds of each kind; with `minds` also to clues that minds of other origin would give, those of a large network of statements among them,
//! which neither the lists nor the graph come from. In any case columns say what is decoded of these.
//!
//! In French, Italian and Swedish (`fit_decoding 2000 fr it sv` fits them together) the weights that are printed are fitted to the first half
//! of the keywords alone, and the other half judges: `docs/languages.md` says what is decoded of it.

use std::path::Path;

use overhear_agents::free_text::{
    DecodingModel, FreeTextGuesser, LogBelief, PairFeatures, ParsedClue, SlotClues,
};
use overhear_agents::minds::Mind;
use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::Spec;
use overhear_agents::words::{Space, embedded_deck, embedded_lexicon_of, embedded_space_of, read_native};
use overhear_engine::game::{Seed, Stream};
use overhear_engine::rules::{Code, Language};
use rayon::prelude::*;

/// The smallest step of a weight.
const LEAST_STEP: f64 = 0.02;

/// What a weight costs for each unit of its square: weights that the rounds say little about stay near 0.
const PENALTY: f64 = 2e-4;

/// Lapses that are compared.
const LAPSES: [f64; 7] = [0.0, 0.003, 0.006, 0.01, 0.02, 0.04, 0.07];

/// How many minds there are: together they have as many rounds as each kind of the project's own clues.
const MINDS: u64 = 3;

/// How many clues a mind gives for a keyword.
const CLUES_OF_MIND: usize = 5;

/// One clue in so many is withheld from its keyword's list.
const WITHHELD: u32 = 2;

/// A weight of the model.
type Weight = fn(&mut DecodingModel) -> &mut f64;

type Keyword<'c> = (&'c str, Vec<&'c str>);

/// What can be said of a round: for each clue and keyword.
#[derive(Clone)]
struct Round {
    code: Code,
    pairs: [[PairFeatures; 4]; 3],
}

/// A model: which of its weights are free.
struct Part {
    name: &'static str,
    free: Vec<Weight>,
    /// Whether a lapse is chosen as well.
    lapses: bool,
}

/// What is asked for.
#[derive(Default)]
struct Request {
    rounds: u64,
    languages: Vec<Language>,
    /// Files of spaces, whose names end in the code of the language.
    spaces: Vec<String>,
    /// Whether weights are fitted to oblique clues as well.
    oblique: bool,
    /// Whether weights are fitted to clues of minds as well.
    minds: bool,
}

impl Request {
    fn from_arguments() -> Result<Request, Box<dyn std::error::Error>> {
        let mut request = Request { rounds: 2000, ..Request::default() };
        for argument in std::env::args().skip(1) {
            match argument.as_str() {
                "oblique" => request.oblique = true,
                "minds" => request.minds = true,
                path if Path::new(path).extension().is_some_and(|extension| extension == "bin") => {
                    request.spaces.push(argument);
                }
                number if number.starts_with(|first: char| first.is_ascii_digit()) => {
                    request.rounds = number.parse()?;
                }
                code => request.languages.push(code.parse()?),
            }
        }
        if request.languages.is_empty() {
            request.languages.push(Language::English);
        }
        Ok(request)
    }

    fn space(&self, language: Language) -> Result<Space, Box<dyn std::error::Error>> {
        let ending = format!("-{}.bin", language.code());
        match self.spaces.iter().find(|path| path.ends_with(&ending)) {
            Some(path) => Ok(read_native(std::fs::read(path)?)?),
            None => Ok(embedded_space_of(language)),
        }
    }
}

/// Rounds of both halves of the keywords.
type Halves = [Vec<Round>; 2];

/// Everything that models are fitted to and judged on.
#[derive(Default)]
struct Rounds {
    /// With clues and lists withheld.
    fitted_to: Halves,
    /// With whole lists.
    whole: Halves,
    /// Of oblique clues, with clues and lists withheld; empty outside English.
    oblique: Halves,
    /// Of clues of minds; empty outside English.
    minds: Halves,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let request = Request::from_arguments()?;
    let mut rounds = Rounds::default();
    for &language in &request.languages {
        rounds.add(&request, language)?;
    }
    println!(
        "parts,accuracy,log_loss,scale,scale_of_whole_lists,temperature,calibration_error,accuracy_of_whole_lists,log_loss_of_whole_lists,accuracy_of_oblique,log_loss_of_oblique,scale_of_oblique,accuracy_of_minds,log_loss_of_minds,weights"
    );
    match request.languages[..] {
        [Language::English] => print_all(|part| report(part, &rounds)),
        _ => print_all(|part| report_second_half(part, &rounds)),
    }
    Ok(())
}

impl Rounds {
    /// Adds the rounds of a language.
    fn add(&mut self, request: &Request, language: Language) -> Result<(), Box<dyn std::error::Error>> {
        let (space, lexicon) = (request.space(language)?, embedded_lexicon_of(language));
        let world = World::new(embedded_deck(language.code())?, space, lexicon, DEFAULT_CLUES)?;
        // The fewer words are suspected, the faster earlier rounds are taken in; nothing is overheard here.
        let guesser = FreeTextGuesser::new(&world, &Spec::parse("nearest/bayes")?).with_known_deck();
        let play = |clues: &str, withheld| {
            let path = format!("{}/../data/eval/{clues}-{}.csv", env!("CARGO_MANIFEST_DIR"), language.code());
            let clues = std::fs::read_to_string(path)?;
            Ok::<Halves, std::io::Error>(both_halves(&guesser, &keywords(&clues), request.rounds, withheld))
        };
        extend(&mut self.fitted_to, play("clues", Some(WITHHELD))?);
        extend(&mut self.whole, play("clues", None)?);
        if language == Language::English {
            let oblique = play("oblique", Some(WITHHELD))?;
            if request.oblique {
                extend(&mut self.fitted_to, oblique.clone());
            }
            extend(&mut self.oblique, oblique);
            // What the lists state is no other origin.
            for mind in Mind::all().iter().filter(|mind| mind.name() != "stated") {
                let clues: Vec<Keyword<'_>> = mind.sample_all(Seed(7), CLUES_OF_MIND).collect();
                let halves = both_halves(&guesser, &clues, request.rounds / MINDS, None);
                if request.minds {
                    extend(&mut self.fitted_to, halves.clone());
                }
                extend(&mut self.minds, halves);
            }
        }
        Ok(())
    }
}

fn extend(halves: &mut Halves, more: Halves) {
    halves.iter_mut().zip(more).for_each(|(half, rounds)| half.extend(rounds));
}

/// Returns so many rounds of the keywords with even and of those with odd numbers.
fn both_halves(
    guesser: &FreeTextGuesser<'_>,
    keywords: &[Keyword<'_>],
    count: u64,
    withheld: Option<u32>,
) -> Halves {
    [0, 1].map(|half| {
        let keywords: Vec<Keyword<'_>> = keywords.iter().skip(half).step_by(2).cloned().collect();
        (0..count).into_par_iter().map(|n| round(guesser, &keywords, n, withheld)).collect()
    })
}

/// What is compared: the space, then one part more at a time, and all parts but one.
fn parts() -> Vec<Part> {
    let all: [(&'static str, Vec<Weight>); 8] = [
        ("cosine", vec![|m| &mut m.cosine]),
        ("compound", vec![|m| &mut m.compound]),
        ("stated", vec![|m| &mut m.stated, |m| &mut m.fade]),
        ("reverse", vec![|m| &mut m.reverse]),
        ("nearness", vec![|m| &mut m.nearness]),
        ("word", vec![|m| &mut m.word]),
        ("unlisted", vec![|m| &mut m.unlisted]),
        ("echo", vec![|m| &mut m.echo]),
    ];
    let mut parts: Vec<Part> =
        (1..=all.len()).map(|count| part(&all, all[count - 1].0, |n| n < count)).collect();
    parts.push(Part { lapses: true, ..part(&all, "lapse", |_| true) });
    parts.extend((2..all.len()).map(|left_out| part(&all, all[left_out].0, |n| n != left_out)));
    parts
}

/// Returns a part whose free weights are those of the chosen entries of `all`.
fn part(all: &[(&str, Vec<Weight>)], name: &'static str, chosen: impl Fn(usize) -> bool) -> Part {
    let chosen = all.iter().enumerate().filter(|(n, _)| chosen(*n));
    let free = chosen.flat_map(|(_, (_, free))| free.iter().copied()).collect();
    Part { name, free, lapses: false }
}

/// Fits the part to each half, judges it on the other, and returns a row of both together, with the weights that suit all.
fn report(part: &Part, rounds: &Rounds) -> String {
    let [first, second] = rounds.fitted_to.each_ref().map(|half| fit(part, &[half]));
    let judges =
        [Judge::new(part, 0, second, &rounds.fitted_to), Judge::new(part, 1, first, &rounds.fitted_to)];
    row((part, ""), &judges, rounds, &fit(part, &rounds.fitted_to.each_ref()))
}

/// Fits the part to the first half, with clues withheld and with whole lists, and judges both on the second half.
fn report_second_half(part: &Part, rounds: &Rounds) -> String {
    let fits = [(" withheld", &rounds.fitted_to), (" whole", &rounds.whole)].map(|(name, halves)| {
        let model = fit(part, &[&halves[0]]);
        row((part, name), &[Judge::new(part, 1, model, halves)], rounds, &model)
    });
    fits.join("\n")
}

/// Prints the rows of all parts, which are fitted beside each other.
fn print_all(report: impl Fn(&Part) -> String + Send + Sync) {
    let rows: Vec<String> = parts().par_iter().map(report).collect();
    rows.iter().for_each(|row| println!("{row}"));
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

/// Returns a row: the part and what it is fitted to, accuracy, log loss, scales and sureness with clues withheld, accuracy and log loss with
/// whole lists, of oblique clues and of those of minds, and weights before they are scaled.
fn row(
    (part, fitted_to_name): (&Part, &str),
    judges: &[Judge],
    rounds: &Rounds,
    weights: &DecodingModel,
) -> String {
    let sure = Sureness::new(judges.iter().flat_map(|judge| judge.scaled(&rounds.fitted_to)));
    format!(
        "{}{fitted_to_name} ({} weights),{:.4},{:.4},{:.2},{:.2},{:.2},{:.4},{:.4},{:.4},{:.4},{:.4},{:.2},{:.4},{:.4},{weights:?}",
        part.name,
        part.free.len(),
        mean(judges, &rounds.fitted_to, right),
        mean(judges, &rounds.fitted_to, loss),
        unscaled(judges, &rounds.fitted_to).scale(),
        unscaled(judges, &rounds.whole).scale(),
        sure.temperature(),
        sure.calibration_error(),
        mean(judges, &rounds.whole, right),
        mean(judges, &rounds.whole, loss),
        mean(judges, &rounds.oblique, right),
        mean(judges, &rounds.oblique, loss),
        unscaled(judges, &rounds.oblique).scale(),
        mean(judges, &rounds.minds, right),
        mean(judges, &rounds.minds, loss),
    )
}

/// Returns the mean of a value over the rounds that each judge takes, by its scaled model.
fn mean(judges: &[Judge], halves: &Halves, value: Value) -> f64 {
    let pairs = judges.iter().flat_map(|judge| judge.scaled(halves));
    let values: Vec<f64> = pairs.map(|(model, round)| value(&model, round)).collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns how sure the models are before scaling.
fn unscaled(judges: &[Judge], halves: &Halves) -> Sureness {
    Sureness::new(judges.iter().flat_map(|judge| judge.unscaled(halves)))
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
        let best = (30..=300).min_by(|&one, &other| self.loss(one).total_cmp(&self.loss(other)));
        f64::from(best.unwrap_or(100)) / 100.0
    }

    /// The log loss at a temperature in hundredths.
    fn loss(&self, hundredths: u32) -> f64 {
        let temperature = f64::from(hundredths) / 100.0;
        self.0.iter().map(|(code, belief)| -belief.log_probability(*code, temperature)).sum::<f64>()
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

/// The weights of least log loss; where the part has lapses, with the one of [`LAPSES`] of least log loss.
fn fit(part: &Part, rounds: &[&Vec<Round>]) -> DecodingModel {
    let lapses = if part.lapses { &LAPSES[..] } else { &[0.0] };
    let fitted = lapses.iter().map(|&lapse| fit_weights(part, rounds, lapse));
    let best = fitted.min_by(|(_, one), (_, other)| one.total_cmp(other));
    best.expect("a lapse at least").0
}

/// The weights of least log loss with a lapse, one at a time, in steps that halve, and what they lose.
fn fit_weights(part: &Part, rounds: &[&Vec<Round>], lapse: f64) -> (DecodingModel, f64) {
    let mut best = DecodingModel { cosine: 12.0, compound: 0.0, lapse, ..DecodingModel::SPACE };
    let (mut least, mut step) = (penalised_loss(part, rounds, best), 2.0);
    while step > LEAST_STEP {
        let mut better = false;
        for (free, change) in part.free.iter().flat_map(|free| [(free, step), (free, -step)]) {
            let mut tried = best;
            *free(&mut tried) += change;
            let tried_loss = penalised_loss(part, rounds, tried);
            if tried_loss < least {
                (best, least, better) = (tried, tried_loss, true);
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    (best, least)
}

/// Returns the mean loss over the rounds and the penalty for the size of the free weights.
fn penalised_loss(part: &Part, rounds: &[&Vec<Round>], mut model: DecodingModel) -> f64 {
    let count: usize = rounds.iter().map(|half| half.len()).sum();
    let lost: f64 = rounds.iter().flat_map(|half| half.iter()).map(|round| loss(&model, round)).sum();
    lost / count as f64 + PENALTY * part.free.iter().map(|free| free(&mut model).powi(2)).sum::<f64>()
}

fn belief(model: &DecodingModel, round: &Round) -> LogBelief {
    LogBelief::from_rows(&round.pairs.each_ref().map(|row| model.log_likelihoods(row, 1.0)))
}

/// −ln P(code).
fn loss(model: &DecodingModel, round: &Round) -> f64 {
    -belief(model, round).log_probability(round.code, 1.0)
}

/// 1 if the likeliest code is the right one.
fn right(model: &DecodingModel, round: &Round) -> f64 {
    f64::from(u8::from(belief(model, round).best() == round.code))
}

/// The keywords of a table (keyword, clue), each with its clues.
fn keywords(table: &str) -> Vec<Keyword<'_>> {
    let mut keywords: Vec<Keyword<'_>> = Vec::new();
    for (keyword, clue) in table.lines().skip(1).filter_map(|line| line.split_once(',')) {
        match keywords.last_mut() {
            Some((last, clues)) if *last == keyword => clues.push(clue),
            _ => keywords.push((keyword, vec![clue])),
        }
    }
    keywords
}

/// A round after none to three earlier ones.
fn round(
    guesser: &FreeTextGuesser<'_>,
    keywords: &[Keyword<'_>],
    number: u64,
    withheld: Option<u32>,
) -> Round {
    let mut stream = Stream::of_deal(Seed(7), number);
    let mut remaining = keywords.to_vec();
    let mut held: [Keyword<'_>; 4] =
        std::array::from_fn(|_| remaining.swap_remove(stream.below(remaining.len() as u32) as usize));
    let mut earlier = SlotClues::default();
    for _ in 0..stream.below(4) {
        let code = Code::ALL[stream.below(24) as usize];
        let heard: [ParsedClue; 3] = say(&mut held, code, &mut stream).map(|clue| guesser.hear(clue));
        guesser.reveal(&mut earlier, code, &heard);
    }
    let code = Code::ALL[stream.below(24) as usize];
    let clues = say(&mut held, code, &mut stream);
    let words = held.each_ref().map(|(word, _)| *word);
    let listless: [bool; 4] = std::array::from_fn(|_| withheld.is_some() && stream.below(3) == 0);
    let mut pairs = [[PairFeatures::default(); 4]; 3];
    for ((row, clue), slot) in pairs.iter_mut().zip(clues).zip(code.slots()) {
        let taken_out = withheld.is_some_and(|one_in| stream.below(one_in) == 0).then_some(slot.index());
        *row = guesser.pair_features(Some(&earlier), words, clue, taken_out, listless);
    }
    Round { code, pairs }
}

/// Draws a clue for each slot of the code, each clue of a keyword once.
fn say<'c>(held: &mut [Keyword<'c>; 4], code: Code, stream: &mut Stream) -> [&'c str; 3] {
    code.slots().map(|slot| {
        let clues = &mut held[slot.index()].1;
        clues.swap_remove(stream.below(clues.len() as u32) as usize)
    })
}
