//! Whole games on one thread: the engine alone, then agents against themselves; and single answers.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use overhear_benches::{arena, embedded_world, play, twins};
use overhear_engine::arena::Arena;
use overhear_engine::game::{Position, Role, Stream};
use overhear_engine::rules::{Code, PublicRecord, Side};
use rayon::ThreadPoolBuilder;

const DEALS: u64 = 128;

fn whole_games(criterion: &mut Criterion) {
    let world = embedded_world();
    let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("one thread can be had");
    let mut group = criterion.benchmark_group("game");
    group.throughput(Throughput::Elements(2 * DEALS)).sample_size(20);
    for (name, spec) in [
        ("engine alone (random clues)", "random"),
        ("margin", "margin"),
        ("pragmatic", "pragmatic"),
        ("human", "human"),
        ("nearest", "nearest"),
        ("history", "margin/history"),
    ] {
        let agents = twins(&world, spec);
        let arena = arena(&world, &agents);
        group.bench_function(name, |bencher| pool.install(|| bencher.iter(|| play(&arena, DEALS))));
    }
    group.finish();
}

/// The questions of one half in the middle of a game, each to a player that has followed it.
fn one_half(criterion: &mut Criterion) {
    let world = embedded_world();
    let agents = twins(&world, "pragmatic");
    let arena = arena(&world, &agents);
    let replayed = (0..).filter_map(|n| arena.replay(overhear_engine::arena::GameNumber(n)));
    let (number, game) = replayed.enumerate().find(|(_, game)| game.rounds >= 4).expect("some game is long");
    let (deal_number, _, _) =
        arena.schedule().locate(overhear_engine::arena::GameNumber(number as u64)).expect("played");
    let deal = arena.deal(deal_number);
    let mut record = PublicRecord::new();
    game.record.halves()[..6].iter().for_each(|&half| record.push(half));
    let clues = game.record.halves()[6].clues;
    let position = Position { setup: arena.setup(), deal: &deal, record: &record, round: 4 };
    let side = Side::White;
    let mut group = criterion.benchmark_group("half");
    let mut guesser = agents[0].guesser();
    guesser.begin(&position.seat(side.opponent(), 0));
    group.bench_function("intercept, exact Bayes", |bencher| {
        let view = position.interceptor(side.opponent(), 0, clues);
        bencher.iter(|| {
            black_box(guesser.intercept(&view, &mut stream(&arena, deal_number, Role::Interceptor)))
        });
    });
    group.bench_function("decode", |bencher| {
        let view = position.guesser(side, 1, clues);
        bencher.iter(|| {
            black_box(
                guesser.decode(&view, &mut stream(&arena, deal_number, Role::Guesser)).best() == Code::ALL[0],
            )
        });
    });
    for spec in ["margin", "pragmatic"] {
        let agents = twins(&world, spec);
        let mut encryptor = agents[0].encryptor();
        let seat = position.seat(side, 0);
        let view = position.encryptor(side, 0);
        group.bench_function(format!("clues by {spec}, caught up from the start"), |bencher| {
            bencher.iter(|| {
                encryptor.begin(&seat);
                black_box(encryptor.clues(&view, &mut stream(&arena, deal_number, Role::Encryptor)))
            });
        });
    }
    group.finish();
}

/// The stream of a call to the first member of White in round 4.
fn stream(arena: &Arena<'_>, deal: u64, role: Role) -> Stream {
    Stream::of_call(arena.seed(), deal, Side::White, 0, 4, role)
}

criterion_group!(benches, whole_games, one_half);
criterion_main!(benches);
