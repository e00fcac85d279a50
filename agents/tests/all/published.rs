//! The rules `decrypto-benchmark` and the agent `nearest-k` against a simulator of the published setting that shares no code with
//! them: words are points, the game is a loop over rounds, and beliefs are sums of cosines over the 24 codes.

use std::fmt::Write as _;
use std::path::Path;

use overhear_agents::model::World;
use overhear_agents::registry::{Spec, build};
use overhear_agents::words::{Wanted, embedded_lexicon, parse_space};
use overhear_engine::arena::{Arena, GameNumber, Schedule};
use overhear_engine::game::Seed;
use overhear_engine::rules::{Deck, Keyword, RULE_SETS};

use crate::common::WORLD;

const DIMS: usize = 12;
const CLUES: usize = 800;
const KEYWORDS: usize = 40;
const ROUNDS: usize = 8;

type Point = [f64; DIMS];

/// Points of a few keywords, and of clues that lie around them.
struct Words {
    keywords: Vec<(String, Point)>,
    clues: Vec<(String, Point)>,
}

/// A clue giver: one of the k nearest words, or any word.
#[derive(Clone, Copy, Debug)]
enum Giver {
    NearestK(usize),
    Random,
}

/// Numbers that look random (xorshift).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn unit(&mut self) -> f64 {
        self.next() as f64 / (1u64 << 53) as f64
    }

    /// A sum of uniform numbers, which is nearly normal.
    fn point(&mut self) -> Point {
        std::array::from_fn(|_| (0..12).map(|_| self.unit()).sum::<f64>() - 6.0)
    }
}

fn product(a: &Point, b: &Point) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn unit(point: Point) -> Point {
    let length = product(&point, &point).sqrt();
    point.map(|x| if length > 0.0 { x / length } else { 0.0 })
}

fn words() -> Words {
    let is_plain = |text: &String| text.len() > 3 && text.bytes().all(|byte| byte.is_ascii_lowercase());
    let deck = WORLD.deck();
    let all = (0..deck.len() as u16).map(|n| deck.text(Keyword(n)).to_lowercase()).filter(is_plain);
    let texts: Vec<String> = all.take(KEYWORDS).collect();
    let mut dice = Dice(77);
    let keywords: Vec<(String, Point)> =
        texts.iter().map(|text| (text.clone(), unit(dice.point()))).collect();
    let clues = WORLD.clue_texts().map(str::to_owned);
    // Clues that share letters with a keyword could be forbidden.
    let is_apart = |clue: &String| is_plain(clue) && texts.iter().all(|text| text[..3] != clue[..3]);
    let clues = clues.filter(is_apart).take(CLUES).map(|text| {
        let (centre, noise) = (keywords[dice.below(KEYWORDS)].1, unit(dice.point()));
        (text, unit(std::array::from_fn(|n| centre[n] + 1.2 * noise[n])))
    });
    let clues = clues.collect();
    Words { keywords, clues }
}

/// Turns, misses, interceptions, and by round: games that reached it, misses, interceptions. A row for each game.
type Turns = [[f64; 3]; ROUNDS];

/// The 24 codes.
fn codes() -> Vec<[usize; 3]> {
    let all = (0..64).map(|n| [n / 16, n / 4 % 4, n % 4]);
    all.filter(|[a, b, c]| a != b && a != c && b != c).collect()
}

/// The code whose sum of likenesses is greatest; one of several by the dice.
fn guess(likeness: impl Fn(usize, usize) -> f64, dice: &mut Dice) -> [usize; 3] {
    let sums: Vec<([usize; 3], f64)> =
        codes().into_iter().map(|code| (code, (0..3).map(|n| likeness(n, code[n])).sum())).collect();
    let most = sums.iter().map(|(_, sum)| *sum).fold(f64::MIN, f64::max);
    let best: Vec<[usize; 3]> =
        sums.into_iter().filter(|(_, sum)| *sum >= most - 1e-9).map(|(code, _)| code).collect();
    best[dice.below(best.len())]
}

/// A game of the published setting with the published baseline in all roles.
fn simulated(words: &Words, giver: Giver, dice: &mut Dice) -> Turns {
    let mut held: Vec<usize> = Vec::new();
    while held.len() < 4 {
        let one = dice.below(KEYWORDS);
        if !held.contains(&one) {
            held.push(one);
        }
    }
    let near = |clue: usize, slot: usize| product(&words.clues[clue].1, &words.keywords[held[slot]].1);
    let ranked: Vec<Vec<usize>> = (0..4)
        .map(|slot| {
            let mut order: Vec<usize> = (0..words.clues.len()).collect();
            order.sort_by(|&a, &b| near(b, slot).total_cmp(&near(a, slot)));
            order
        })
        .collect();
    let (mut remaining, mut heard): (Vec<[usize; 3]>, [Vec<usize>; 4]) = (codes(), Default::default());
    let (mut turns, mut missed, mut taken) = (Turns::default(), 0, 0);
    for row in &mut turns {
        let code = remaining.swap_remove(dice.below(remaining.len()));
        let mut chosen_clues = Vec::new();
        for slot in code {
            let k = if let Giver::NearestK(k) = giver { k + heard[slot].len() } else { CLUES };
            let among = &ranked[slot][..k];
            let used =
                |clue: &usize| chosen_clues.contains(clue) || heard.iter().flatten().any(|old| old == clue);
            let fits = |clue: &usize| {
                let is_nearest = |other: usize| other == slot || near(*clue, other) < near(*clue, slot);
                matches!(giver, Giver::Random) || (0..4).all(is_nearest)
            };
            let free: Vec<usize> = among.iter().copied().filter(|clue| !used(clue) && fits(clue)).collect();
            let fallback = || ranked[slot].iter().copied().find(|clue| !used(clue)).expect("a free clue");
            let chosen = if free.is_empty() { fallback() } else { free[dice.below(free.len())] };
            chosen_clues.push(chosen);
        }
        let own = guess(|n, slot| near(chosen_clues[n], slot), dice);
        let means: Vec<Point> = heard
            .iter()
            .map(|clues| {
                unit(std::array::from_fn(|d| clues.iter().map(|&clue| words.clues[clue].1[d]).sum()))
            })
            .collect();
        let other = guess(|n, slot| product(&words.clues[chosen_clues[n]].1, &means[slot]), dice);
        let (miss, take) = (u32::from(own != code), u32::from(other == code));
        *row = [1.0, f64::from(miss), f64::from(take)];
        (missed, taken) = (missed + miss, taken + take);
        code.into_iter().zip(chosen_clues).for_each(|(slot, clue)| heard[slot].push(clue));
        if missed == 2 || taken == 2 {
            break;
        }
    }
    turns
}

/// The engine's games, by its own rules and agent.
fn played(words: &Words, giver: Giver, games: u64) -> Vec<Turns> {
    let mut text = String::new();
    for (word, point) in words.clues.iter().chain(&words.keywords) {
        let numbers = point.map(|x| format!(" {x:.9}")).concat();
        writeln!(text, "{word}{numbers}").expect("a text");
    }
    let (space, _) = parse_space(text.into_bytes(), Path::new("made.txt"), &Wanted::first(usize::MAX), 0)
        .expect("a space");
    let list: String = words.keywords.iter().map(|(word, _)| format!("{word}\n")).collect();
    let deck = Deck::parse(&list, "en").expect("a deck");
    let world = std::sync::Arc::new(World::new(deck, space, embedded_lexicon(), CLUES).expect("a world"));
    let rules = RULE_SETS.iter().find(|set| set.name == "decrypto-benchmark").expect("a rule set").rules;
    let encryptor = match giver {
        Giver::NearestK(k) => format!("nearest-k:k={k}"),
        Giver::Random => "random".to_owned(),
    };
    let spec = Spec::parse(&format!("{encryptor}/history")).expect("a spec");
    let agents = [build(&spec, &world).expect("an agent")];
    let setup = world.setup(&rules).expect("rules and deck go together");
    let arena = Arena::new(setup, &agents, Schedule::self_play(games), Seed(5)).expect("an arena");
    let turns = |number: u64| {
        let game = arena.replay(GameNumber(number)).expect("a game of the run");
        let mut turns = Turns::default();
        for half in game.record.halves() {
            let numbers = [true, !half.understood(), half.intercepted()];
            turns[usize::from(half.round) - 1] = numbers.map(|is_so| f64::from(u8::from(is_so)));
        }
        turns
    };
    (0..games).map(turns).collect()
}

/// A mean with its standard error, over games: Σ values / Σ weights.
fn ratio(games: &[Turns], part: impl Fn(&Turns) -> [f64; 2]) -> [f64; 2] {
    let parts: Vec<[f64; 2]> = games.iter().map(part).collect();
    let total: f64 = parts.iter().map(|part| part[1]).sum();
    let mean = parts.iter().map(|part| part[0]).sum::<f64>() / total;
    let square: f64 = parts.iter().map(|[value, weight]| (value - mean * weight).powi(2)).sum();
    [mean, square.sqrt() / total]
}

fn agree(what: &str, pair: [&[Turns]; 2], part: impl Fn(&Turns) -> [f64; 2]) {
    let [[a, a_error], [b, b_error]] = pair.map(|games| ratio(games, &part));
    // Rates of 0 and 1 have no error of their own.
    let error = a_error.hypot(b_error).max(0.004);
    assert!((a - b).abs() < 4.0 * error, "{what}: played {a:.4}, simulated {b:.4}, error {error:.4}");
}

#[test]
fn the_published_setting_is_played_as_a_simulator_of_its_rules_plays_it() {
    let words = words();
    assert_eq!((words.keywords.len(), words.clues.len()), (KEYWORDS, CLUES));
    for giver in [Giver::NearestK(4), Giver::NearestK(24), Giver::Random] {
        let mut dice = Dice(9);
        let simulated: Vec<Turns> = (0..1500).map(|_| simulated(&words, giver, &mut dice)).collect();
        let played = played(&words, giver, 600);
        let pair = [&played[..], &simulated[..]];
        let sum = |turns: &Turns, n: usize| turns.iter().map(|row| row[n]).sum::<f64>();
        agree(&format!("{giver:?}: turns a game"), pair, |turns| [sum(turns, 0), 1.0]);
        for (n, what) in [(1, "misses"), (2, "interceptions")] {
            agree(&format!("{giver:?}: {what} a turn"), pair, |turns| [sum(turns, n), sum(turns, 0)]);
            let is_common = |round: &usize| played.iter().filter(|turns| turns[*round][0] > 0.0).count() > 50;
            for round in (0..ROUNDS).filter(is_common) {
                let name = format!("{giver:?}: {what} in round {}", round + 1);
                agree(&name, pair, |turns| [turns[round][n], turns[round][0]]);
            }
        }
        let ends = |turns: &Turns| f64::from(u8::from(sum(turns, 1) >= 2.0));
        agree(&format!("{giver:?}: games with two misses"), pair, |turns| [ends(turns), 1.0]);
        let rate = |n: usize| ratio(&simulated, |turns| [sum(turns, n), sum(turns, 0)])[0];
        match giver {
            // Clues that are nearer to their keyword than to the others are never missed by the same space.
            Giver::NearestK(_) => assert!(rate(1) < 0.01 && rate(2) > 0.1, "{} {}", rate(1), rate(2)),
            Giver::Random => assert!(rate(1) > 0.5 && rate(2) < 0.2, "{} {}", rate(1), rate(2)),
        }
    }
}
