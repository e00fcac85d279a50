//! Fits the model of a clue giver that `levelk` and `adaptive` read by: over games of an agent against itself, all
//! rounds played, how far down its keyword's list each clue stands, and how the codes stand with a plain listener.
//!
//! `cargo run --release -p overhear-agents --example fit_giver -- pragmatic 2000`
//! `cargo run --release -p overhear-agents --example fit_giver -- pragmatic:gamma=0 2000 shallow`
//!
//! The first table is g: for each step of half an octave of rank the share of the clues there over the share of all
//! words there, the greatest 1, in round 1 (open) and from round 2 on (hidden). The second is h: weights for each half
//! octave of the plain listener's probability of a code under which `levelk` expects as many right codes in each octave
//! as there are (iterative scaling; Darroch & Ratcliff 1972), their mean 1 for a giver who does not mind. It takes the g
//! that `levelk` is compiled with for the last argument, its `giver`: copy g first, and fit again.
//!
//! The third is how the readers as they are compiled do on as many other games: −ln P(code) in nats a half, its standard
//! error over games, and how often the likeliest code is right. By it old and new constants are told apart. Below it stands how many
//! percent points more codes `robust` finds than `adaptive` in the same halves. A fourth argument is the seed of these games:
//!
//! `cargo run --release -p overhear-agents --example fit_giver -- value/bayes 1000 wide 41`

use std::sync::Arc;

use overhear_agents::model::{DEFAULT_CLUES, FIRST_RANKS, ModelKey, RANK_STEPS, World};
use overhear_agents::registry::{Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::game::{Agent, Belief, Deal, Game, GameSetup, Guesser, Position, Seed, Stream, Team};
use overhear_engine::rules::{BySide, Code, PublicRecord, Rules, Side};

const SEED: Seed = Seed(4);

/// Of the games that judge, unless the command names another.
const OTHERS: u64 = 5;

const OCTAVES: usize = 16;
const ROUNDS: usize = 9;

/// What is counted over all games.
struct Fit {
    /// Clues by round and step.
    clue_counts: [[f64; RANK_STEPS]; ROUNDS],
    /// Words of the keywords' lists by step.
    there: [f64; RANK_STEPS],
    halves: Vec<Reading>,
}

/// What is handed on of each of White's halves from the second round on: its game, its code, and what each listener believes.
type Heard<'a> = dyn FnMut(u64, Code, &[Belief]) + 'a;

/// One half as it was read: for each code its octave with the plain listener and its probability without inversion.
struct Reading {
    octaves: [usize; Code::COUNT],
    read: [f64; Code::COUNT],
    code: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().ok_or("usage: fit_giver SPEC [GAMES [GIVER [SEED]]]")?;
    let games: u64 = arguments.next().map_or(Ok(2000), |games| games.parse())?;
    let giver = arguments.next().unwrap_or_else(|| "wide".to_owned());
    let others = Seed(arguments.next().map_or(Ok(OTHERS), |seed| seed.parse())?);
    let world = World::new(embedded_deck("en")?, embedded_space(), embedded_lexicon(), DEFAULT_CLUES)?;
    let world = Arc::new(world);
    let fit = fit(&world, &spec, games, &giver)?;
    show_ranks(&fit);
    show_inversion(&fit.halves);
    let levelk = format!("levelk:giver={giver}");
    show_readers(&world, &spec, others, games, ["bayes", "history", &levelk, "adaptive", "robust"])
}

fn fit(world: &Arc<World>, spec: &str, games: u64, giver: &str) -> Result<Fit, Box<dyn std::error::Error>> {
    let mut fit =
        Fit { clue_counts: [[0.0; RANK_STEPS]; ROUNDS], there: [0.0; RANK_STEPS], halves: Vec::new() };
    let mut halves = Vec::new();
    let listeners = ["nearest/bayes", &format!("nearest/levelk:inversion=0,giver={giver}")];
    play(
        world,
        spec,
        SEED,
        games,
        &listeners,
        |deal, game| count_ranks(world, deal, game, &mut fit),
        &mut |_, code, beliefs| {
            halves.push(Reading::new(code, &beliefs[0], &beliefs[1]));
        },
    )?;
    Ok(Fit { halves, ..fit })
}

/// Plays games of an agent against itself, and lets the listeners hear them.
fn play(
    world: &Arc<World>,
    spec: &str,
    seed: Seed,
    games: u64,
    listeners: &[&str],
    mut played: impl FnMut(&Deal, &Game),
    heard: &mut Heard<'_>,
) -> Result<(), Box<dyn std::error::Error>> {
    let giver = agent(spec, world)?;
    let listeners = listeners.iter().map(|spec| Ok(agent(spec, world)?.guesser()));
    let mut listeners = listeners.collect::<Result<Vec<_>, Box<dyn std::error::Error>>>()?;
    let rules = Rules { tokens_to_win: 0, tokens_to_lose: 0, ..Rules::official() };
    let setup =
        GameSetup::new(rules.checked().expect("a game"), world.deck(), world.law()).expect("they agree");
    let mut teams = BySide::from_fn(|_| Team::new(&*giver, 2));
    let mut game = Game::new();
    for number in 0..games {
        let deal = setup.deal(seed, number);
        let BySide { white, black } = &mut teams;
        setup.play(&deal, BySide { white, black }, &mut game);
        played(&deal, &game);
        read(&setup, &deal, &game, &mut listeners, &mut |code, beliefs| heard(number, code, beliefs));
    }
    Ok(())
}

fn count_ranks(world: &World, deal: &Deal, game: &Game, fit: &mut Fit) {
    let association = world.association(ModelKey { beta: 15.0, alpha: 0.4 });
    let ranks = association.ranks();
    for half in game.record.halves() {
        for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
            let Some(clue) = clue else { continue };
            let keyword = deal.keywords[half.side][slot].index();
            let step = ranks.step(keyword, association.column(clue)[keyword]);
            fit.clue_counts[usize::from(half.round).min(ROUNDS - 1)][step] += 1.0;
            fit.there.iter_mut().zip(ranks.counts(keyword)).for_each(|(sum, &n)| *sum += f64::from(n));
        }
    }
}

/// Lets White's clues be read by Black, half by half.
fn read(
    setup: &GameSetup<'_>,
    deal: &Deal,
    game: &Game,
    listeners: &mut [Box<dyn Guesser>],
    heard: &mut dyn FnMut(Code, &[Belief]),
) {
    let mut record = PublicRecord::new();
    let mut stream = Stream::of_deal(SEED, 0);
    let mut beliefs = Vec::new();
    for &half in game.record.halves() {
        let at = Position { setup, deal, record: &record, round: half.round };
        if half.round == 1 && half.side == Side::White {
            listeners.iter_mut().for_each(|listener| listener.begin(&at.seat(Side::Black, 0)));
        }
        if half.round > 1 && half.side == Side::White {
            let view = at.interceptor(Side::Black, 0, half.clues);
            beliefs.clear();
            beliefs.extend(listeners.iter_mut().map(|listener| listener.intercept(&view, &mut stream)));
            heard(half.code, &beliefs);
        }
        record.push(half);
    }
}

fn agent(spec: &str, world: &Arc<World>) -> Result<Box<dyn Agent>, Box<dyn std::error::Error>> {
    Ok(build(&Spec::parse(spec)?, world)?)
}

/// Returns the number of half octaves that a probability lies below 1, at most the last.
fn octave(p: f32) -> usize {
    let octave = (-libm::floor(2.0 * libm::log2(f64::from(p.max(1e-9)))) - 1.0).max(0.0) as usize;
    octave.min(OCTAVES - 1)
}

impl Reading {
    fn new(code: Code, plain: &Belief, read: &Belief) -> Reading {
        Reading {
            octaves: plain.probabilities().map(octave),
            read: read.probabilities().map(f64::from),
            code: code.index(),
        }
    }
}

/// How the readers do on games that nothing was fitted to.
fn show_readers(
    world: &Arc<World>,
    spec: &str,
    others: Seed,
    games: u64,
    readers: [&str; 5],
) -> Result<(), Box<dyn std::error::Error>> {
    let listeners = readers.map(|reader| format!("nearest/{reader}"));
    let listeners = listeners.each_ref().map(String::as_str);
    let mut losses = readers.map(|_| vec![0.0; games as usize]);
    let mut right = readers.map(|_| vec![0.0; games as usize]);
    let mut halves = 0_u64;
    play(world, spec, others, games, &listeners, |_, _| (), &mut |game, code, beliefs| {
        halves += 1;
        for ((belief, losses), right) in beliefs.iter().zip(&mut losses).zip(&mut right) {
            losses[game as usize] -= libm::log(f64::from(belief.probability(code).max(f32::MIN_POSITIVE)));
            right[game as usize] += f64::from(u8::from(belief.best() == code));
        }
    })?;
    println!("reader,halves,log_loss,error,right");
    let a_game = halves as f64 / games as f64;
    for ((reader, losses), right) in readers.iter().zip(&losses).zip(&right) {
        let (mean, error) = mean_and_error(losses);
        let (mean_right, _) = mean_and_error(right);
        println!("{reader},{halves},{:.4},{:.4},{:.4}", mean / a_game, error / a_game, mean_right / a_game);
    }
    let [.., adaptive, robust] = &right;
    let more: Vec<f64> = robust.iter().zip(adaptive).map(|(robust, adaptive)| robust - adaptive).collect();
    let (mean, error) = mean_and_error(&more);
    let percent = 100.0 / a_game;
    println!(
        "robust less adaptive: {:+.2} points, 95 % interval ± {:.2}",
        mean * percent,
        1.96 * error * percent
    );
    Ok(())
}

/// Returns the mean of a value for each game, and its standard error.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
    (mean, libm::sqrt(squares) / n)
}

/// For each step the share of the clues over the share of the words, the greatest 1; then the shares of the clues.
fn show_ranks(fit: &Fit) {
    let phases = [&fit.clue_counts[1..2], &fit.clue_counts[2..]].map(|rows| -> [f64; RANK_STEPS] {
        std::array::from_fn(|step| rows.iter().map(|row| row[step]).sum())
    });
    let weights = phases.map(|phase| -> [f64; RANK_STEPS] {
        let weights: [f64; RANK_STEPS] = std::array::from_fn(|step| phase[step] / fit.there[step].max(1.0));
        let greatest = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        weights.map(|weight| weight / greatest)
    });
    println!(
        "rank,g_open,g_hidden,{}",
        (1..ROUNDS).map(|n| format!("round_{n}")).collect::<Vec<_>>().join(",")
    );
    for (step, rank) in FIRST_RANKS.iter().enumerate() {
        let rounds: Vec<_> = fit.clue_counts[1..]
            .iter()
            .map(|row| format!("{:.4}", row[step] / row.iter().sum::<f64>().max(1.0)))
            .collect();
        println!("{rank},{:.4},{:.4},{}", weights[0][step], weights[1][step], rounds.join(","));
    }
}

fn show_inversion(halves: &[Reading]) {
    let mut weights = [1.0; OCTAVES];
    let mut observed = [0.0; OCTAVES];
    halves.iter().for_each(|half| observed[half.octaves[half.code]] += 1.0);
    for _ in 0..200 {
        let mut expected = [0.0; OCTAVES];
        for half in halves {
            let p: [f64; Code::COUNT] = std::array::from_fn(|n| half.read[n] * weights[half.octaves[n]]);
            let total: f64 = p.iter().sum();
            half.octaves.iter().zip(p).for_each(|(&octave, p)| expected[octave] += p / total);
        }
        for ((weight, observed), expected) in weights.iter_mut().zip(observed).zip(expected) {
            *weight *= (observed + 0.5) / (expected + 0.5);
        }
    }
    let shares =
        weights.iter().zip(observed).map(|(weight, observed)| observed / weight / halves.len() as f64);
    let scale: f64 = shares.sum();
    println!("octave,weight,right_codes");
    for (octave, (weight, observed)) in weights.iter().zip(observed).enumerate() {
        println!("{octave},{:.6},{observed}", weight * scale);
    }
    println!(
        "right without h {:.4}, with h {:.4}",
        share_right(halves, &[1.0; OCTAVES]),
        share_right(halves, &weights)
    );
}

/// Returns the share of halves whose code is the likeliest once every octave has its weight.
fn share_right(halves: &[Reading], weights: &[f64; OCTAVES]) -> f64 {
    let right = halves.iter().filter(|half| {
        let weighed: [f64; Code::COUNT] = std::array::from_fn(|n| half.read[n] * weights[half.octaves[n]]);
        weighed.iter().all(|&other| other <= weighed[half.code])
    });
    right.count() as f64 / halves.len() as f64
}
