//! Players that break down: who is at fault, what becomes of the game, and what is counted.

use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::external_agent::silence_caught_panics;
use crate::common::random_players::{DeckAndLaw, Wild};
use overhear_engine::arena::{Arena, Block, Fault, GameNumber, OnFault, Recorder, Tally};
use overhear_engine::game::{Agent, Encryptor, EncryptorView, Game, Guesser, Stream};
use overhear_engine::rules::{BySide, Clues, DecidedBy, Rules, Side};

const DEALS: u64 = 600;

const SOUND: Wild =
    Wild { repeats: 0.0, offends: 0.0, omits: 0.0, hears: 0.8, overhears: 0.3, alike: true, slowness: 0 };

/// Panics instead of one code in fifty.
struct Frail;

impl Agent for Frail {
    fn label(&self) -> &'static str {
        "frail"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(Frail)
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        SOUND.guesser()
    }
}

impl Encryptor for Frail {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        assert!(stream.below(50) > 0, "worn out in round {}", view.round());
        SOUND.encryptor().clues(view, stream)
    }
}

/// Keeps who forfeited, without the games of void deals.
struct Keep {
    on_fault: OnFault,
    /// No deal is begun when so many games are over.
    most: u64,
    games: AtomicU64,
}

impl Keep {
    fn all(on_fault: OnFault) -> Keep {
        Keep { on_fault, most: u64::MAX, games: AtomicU64::new(0) }
    }
}

#[derive(Default)]
struct Page {
    complete: usize,
    games: Vec<(GameNumber, Option<usize>)>,
}

impl Recorder for Keep {
    type Output = Page;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, output: &mut Page) {
        self.games.fetch_add(1, Ordering::Relaxed);
        assert!((1..=8).contains(&game.rounds));
        let winner = game.ending.winner.filter(|_| game.ending.decided_by == DecidedBy::Forfeit);
        output.games.push((number, winner.map(|winner| seats[winner.opponent()])));
    }

    fn deal(&self, _: u64, void: bool, output: &mut Page) {
        if void {
            output.games.truncate(output.complete);
        }
        output.complete = output.games.len();
    }

    fn should_stop(&self) -> bool {
        self.games.load(Ordering::Relaxed) >= self.most
    }

    fn on_fault(&self) -> OnFault {
        self.on_fault
    }
}

/// Plays two sound agents and a frail one, the last.
fn play<T>(threads: usize, use_it: impl FnOnce(&Arena<'_>) -> T + Send) -> T
where
    T: Send,
{
    silence_caught_panics();
    let words = DeckAndLaw::new();
    let agents: [Box<dyn Agent>; 3] = [Box::new(SOUND), Box::new(SOUND), Box::new(Frail)];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| use_it(&words.arena(Rules::official(), &agents, DEALS, 11)))
}

type Run = (Tally, Vec<(GameNumber, Option<usize>)>, Vec<Fault>);

fn run(threads: usize, recorder: &Keep) -> Run {
    play(threads, |arena| {
        let (mut tally, mut games, mut faults) = (Tally::new(arena.schedule()), Vec::new(), Vec::new());
        let mut next = 0;
        arena.run(0..DEALS, recorder, |block: Block<Page>| {
            assert_eq!(block.deals.start, next, "no gap");
            next = block.deals.end;
            tally.merge(&block.tally);
            games.extend(block.output.games);
            faults.extend(block.faults);
            ControlFlow::Continue(())
        });
        (tally, games, faults)
    })
}

#[test]
fn a_forfeited_game_is_lost_by_who_broke_down_and_counted_like_any_other() {
    let (tally, games, faults) = run(1, &Keep::all(OnFault::Forfeit));
    assert_eq!((tally.deals, tally.void_deals, games.len() as u64), (DEALS, 0, 6 * DEALS));
    let lost: Vec<_> = games.iter().filter_map(|&(game, loser)| loser.map(|loser| (game, loser))).collect();
    assert_eq!(lost, faults.iter().map(|fault| (fault.game, fault.agent)).collect::<Vec<_>>());
    assert!(faults.len() > 100 && faults.iter().all(|fault| fault.agent == 2), "{}", faults.len());
    assert!(faults.iter().all(|fault| fault.message.starts_with("worn out in round ")));
    assert_eq!(tally.agents.iter().map(|agent| agent.faults).collect::<Vec<_>>(), [0, 0, lost.len() as u64]);
    for pairing in &tally.pairings {
        assert_eq!(pairing.endings.iter().flatten().flatten().sum::<u64>(), 2 * DEALS);
        assert_eq!(pairing.rounds[1..=8].iter().sum::<u64>(), 2 * DEALS);
    }
    let forfeited = |winner: usize| -> u64 {
        tally.pairings.iter().map(|pairing| pairing.endings[0][DecidedBy::Forfeit as usize][winner]).sum()
    };
    let [white, black] = Side::ALL.map(|side| forfeited(side.index()));
    assert_eq!((white + black, forfeited(2)), (lost.len() as u64, 0));
}

#[test]
fn a_forfeited_game_replays_up_to_the_breakdown_and_says_who_broke_down() {
    let (_, games, faults) = run(1, &Keep::all(OnFault::Forfeit));
    play(1, |arena| {
        for fault in faults.iter().take(20) {
            let (game, replayed) = arena.replay_with_fault(fault.game).expect("a game of the run");
            assert_eq!((replayed.as_ref(), game.ending.decided_by), (Some(fault), DecidedBy::Forfeit));
        }
        let (sound, _) = games.iter().find(|(_, loser)| loser.is_none()).expect("most games are sound");
        let (game, replayed) = arena.replay_with_fault(*sound).expect("a game of the run");
        assert_eq!((arena.replay(*sound), replayed), (Some(game), None));
        assert!(arena.replay_with_fault(GameNumber(6 * DEALS)).is_none());
    });
}

#[test]
fn a_void_deal_is_left_out_for_all_pairings() {
    let (tally, games, faults) = run(1, &Keep::all(OnFault::Void));
    let deal = |game: GameNumber| game.0 / 6;
    let mut void: Vec<u64> = faults.iter().map(|fault| deal(fault.game)).collect();
    void.dedup();
    assert_eq!((tally.deals, tally.void_deals), (DEALS - void.len() as u64, void.len() as u64));
    assert!(void.len() > 50 && games.len() as u64 == 6 * tally.deals);
    assert!(games.iter().all(|(game, loser)| loser.is_none() && !void.contains(&deal(*game))));
    assert_eq!(tally.agents[2].faults, faults.len() as u64);
    assert!(tally.agents.iter().all(|agent| agent.games == 4 * tally.deals));
    for pairing in &tally.pairings {
        assert_eq!(pairing.pairs.iter().flatten().sum::<u64>(), tally.deals);
        assert_eq!(pairing.rounds.iter().sum::<u64>(), 2 * tally.deals);
    }
}

#[test]
fn threads_change_nothing_and_other_games_are_the_same() {
    let forfeit = run(1, &Keep::all(OnFault::Forfeit));
    assert!(run(3, &Keep::all(OnFault::Forfeit)) == forfeit);
    assert!(run(3, &Keep::all(OnFault::Void)) == run(1, &Keep::all(OnFault::Void)));
}

#[test]
fn an_unguarded_breakdown_goes_on() {
    assert!(catch_unwind(|| run(1, &Keep::all(OnFault::Unwind))).is_err());
}

#[test]
fn a_run_that_is_over_begins_no_deal_and_leaves_no_gap() {
    let whole = run(1, &Keep::all(OnFault::Forfeit)).1;
    for threads in [1, 3] {
        let stopped = Keep { most: 700, ..Keep::all(OnFault::Forfeit) };
        let (tally, games, _) = run(threads, &stopped);
        assert!(tally.deals > 0 && tally.deals < DEALS, "{}", tally.deals);
        assert_eq!(games[..], whole[..games.len()]);
        assert_eq!(games.len() as u64, 6 * tally.deals);
    }
}
