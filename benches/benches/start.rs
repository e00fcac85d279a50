//! What is paid for once: the data, the law, the tables, and the whole start of a program.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use overhear_agents::model::ModelKey;
use overhear_agents::words::{embedded_lexicon, embedded_space};
use overhear_benches::{arena, embedded_world, play, twins};

const KEY: ModelKey = ModelKey { beta: 15.0, alpha: 0.4 };

fn start(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("start");
    group.sample_size(10);
    group.bench_function("read the embedded space and lexicon", |bencher| {
        bencher.iter(|| black_box((embedded_space(), embedded_lexicon())));
    });
    group.bench_function("put the deck into the space", |bencher| bencher.iter(embedded_world));
    group.bench_function("law of clues", |bencher| {
        bencher.iter_batched_ref(embedded_world, |world| world.law().vocabulary(), BatchSize::PerIteration);
    });
    group.bench_function("association table", |bencher| {
        bencher.iter_batched_ref(embedded_world, |world| world.association(KEY), BatchSize::PerIteration);
    });
    group.bench_function("shortlists", |bencher| {
        bencher.iter_batched_ref(
            || {
                let world = embedded_world();
                world.law();
                (world.association(KEY), world)
            },
            |(table, world)| {
                black_box(world.shortlists(table.key()));
            },
            BatchSize::PerIteration,
        );
    });
    group.bench_function("from nothing to the first game", |bencher| {
        bencher.iter(|| {
            let world = embedded_world();
            let agents = twins(&world, "pragmatic");
            play(&arena(&world, &agents), 1)
        });
    });
    group.finish();
}

criterion_group!(benches, start);
criterion_main!(benches);
