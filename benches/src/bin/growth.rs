//! `growth [GAMES]`: how time and memory grow with what a run is given, one thing at a time.
//!
//! Prints a table: the setting that differs from the first row, and its value; seconds until the first game, seconds of play,
//! games, games a second, and the most memory in MB (Linux only). Everything else is as in the first row: the deck and the
//! agents of the default tournament, 20,000 clues, teams of two, one thread, and so many games (20,000 if nothing is said).
//! Every row is a run of its own.

use std::process::Command;
use std::time::Instant;

use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::{Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_benches::play;
use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::game::{Agent, Seed};
use overhear_engine::rules::{Clue, Deck, Rules, same_clue_form};

/// The agents of the default tournament; of more there are several alike.
const FIELD: [&str; 5] = ["random", "nearest", "margin", "pragmatic", "human"];

/// What a run is given.
#[derive(Clone, Copy)]
struct Case {
    deck: usize,
    clues: usize,
    agents: usize,
    team: usize,
    threads: usize,
    games: usize,
}

impl Case {
    const FIRST: Case =
        Case { deck: 440, clues: DEFAULT_CLUES, agents: FIELD.len(), team: 2, threads: 1, games: 20_000 };

    fn arguments(self) -> [usize; 6] {
        [self.deck, self.clues, self.agents, self.team, self.threads, self.games]
    }
}

/// A row of the table: what grows, how far, and the run.
#[derive(Clone, Copy)]
struct Row {
    what: &'static str,
    many: usize,
    case: Case,
}

impl Row {
    fn new(what: &'static str, many: usize, case: Case) -> Row {
        Row { what, many, case }
    }
}

/// The rows of the table.
fn rows(games: usize) -> Vec<Row> {
    let first = Case { games, ..Case::FIRST };
    let decks = [440, 1_000, 2_000, 5_000].map(|deck| Row::new("deck", deck, Case { deck, ..first }));
    let clues =
        [10_000, 20_000, 40_000, 80_000].map(|clues| Row::new("clues", clues, Case { clues, ..first }));
    let agents = [2, 5, 10, 20].map(|agents| Row::new("agents", agents, Case { agents, ..first }));
    let teams = [2, 3, 4].map(|team| Row::new("team", team, Case { team, ..first }));
    let threads = [1, 2].map(|threads| Row::new("threads", threads, Case { threads, ..first }));
    let games =
        [1_000, 10_000, 100_000, 1_000_000].map(|games| Row::new("games", games, Case { games, ..first }));
    [&decks[..], &clues, &agents, &teams, &threads, &games].concat()
}

/// The embedded deck, or as many of the most frequent clues as it takes.
fn deck(keywords: usize) -> Deck {
    let embedded = embedded_deck("en").expect("the embedded deck has an English column");
    if keywords == embedded.len() {
        return embedded;
    }
    let world = World::new(embedded, embedded_space(), embedded_lexicon(), 2 * keywords + DEFAULT_CLUES);
    let world = world.expect("the embedded space knows the embedded deck");
    let mut forms = std::collections::HashSet::new();
    let texts = (0..world.clues() as u32).map(|n| world.clue_text(Clue::new(n)));
    let words: Vec<&str> = texts.filter(|text| forms.insert(same_clue_form(text))).take(keywords).collect();
    Deck::parse(&words.join("\n"), "en").expect("different words are a deck")
}

/// Plays a case and prints its numbers.
fn run(case: Case) {
    let deck = deck(case.deck);
    let start = Instant::now();
    let world = World::new(deck, embedded_space(), embedded_lexicon(), case.clues);
    let world = std::sync::Arc::new(world.expect("clues are words of the space"));
    let specs = FIELD.iter().cycle().take(case.agents);
    let agents: Vec<Box<dyn Agent>> = specs
        .map(|spec| build(&Spec::parse(spec).expect("a preset"), &world).expect("a preset can be built"))
        .collect();
    let team = case.team as u8;
    let rules = Rules { white_team: team, black_team: team, ..Rules::official() };
    let schedule = Schedule::round_robin(agents.len(), u64::from(u32::MAX));
    let arena =
        Arena::new(world.setup(&rules).expect("they agree"), &agents, schedule, Seed(1)).expect("they agree");
    let started = start.elapsed().as_secs_f64();
    let deals = (case.games as u64).div_ceil(arena.schedule().games_of_a_deal());
    let start = Instant::now();
    play(&arena, deals);
    let played = start.elapsed().as_secs_f64();
    let games = deals * arena.schedule().games_of_a_deal();
    println!("{started:.2} {played:.2} {games} {:.0} {}", games as f64 / played, most_memory());
}

/// The most memory that this process has held, in MB; nothing where the system does not say.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: Option<f64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.map_or_else(|| "-".to_owned(), |kilobytes| format!("{:.0}", kilobytes / 1000.0))
}

fn main() {
    let numbers: Option<Vec<usize>> = std::env::args().skip(1).map(|text| text.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[deck, clues, agents, team, threads, games]) => {
            run(Case { deck, clues, agents, team, threads, games });
        }
        Some([]) => tabulate(Case::FIRST.games),
        Some(&[games]) => tabulate(games),
        _ => {
            eprintln!("usage: growth [GAMES]");
            std::process::exit(2);
        }
    }
}

fn tabulate(games: usize) {
    println!(
        "{:<8} {:>9} {:>7} {:>7} {:>9} {:>9} {:>5}",
        "what", "many", "start", "play", "games", "a second", "MB"
    );
    let program = std::env::current_exe().expect("a program knows where it is");
    for Row { what, many, case } in rows(games) {
        let mut child = Command::new(&program);
        child.args(case.arguments().map(|number| number.to_string()));
        child.env("RAYON_NUM_THREADS", case.threads.to_string());
        let output = child.output().expect("the program can be started once more");
        let line = String::from_utf8_lossy(&output.stdout);
        let [start, play, games, pace, memory] =
            line.split_whitespace().collect::<Vec<_>>().try_into().unwrap_or(["failed"; 5]);
        println!("{what:<8} {many:>9} {start:>7} {play:>7} {games:>9} {pace:>9} {memory:>5}");
    }
}
