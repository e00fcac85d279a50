//! Tables of people: what is counted, what is expected, and that the presets come to it.

use std::ops::ControlFlow;

use overhear_agents::people::{Counts, Familiarity, PeopleRate, RoundCountsRecorder, RoundRange};
use overhear_agents::registry::{PRESETS, Preset, Spec};
use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::game::Seed;
use overhear_engine::rules::{Rules, Side};

use crate::common::{agent, play, setup, teams, uneven_setup};

/// What games of an agent against itself come to.
fn counts(spec: &str, games: u64, seed: u64) -> Counts {
    let agents = [agent(spec)];
    let schedule = Schedule::self_play(games);
    let arena = Arena::new(setup(Rules::official()), &agents, schedule, Seed(seed)).expect("they agree");
    let mut counts = Counts::default();
    arena.run(0..games, &RoundCountsRecorder, |block| {
        block.output.iter().for_each(|game| counts.add(game));
        ControlFlow::Continue(())
    });
    counts
}

#[test]
fn every_code_is_counted_in_its_rounds() {
    let setup = uneven_setup(Rules::official());
    let mut teams = teams(&*agent("human"));
    for number in 0..40 {
        let game = play(&setup, number, &mut teams);
        let halves = || Side::ALL.into_iter().flat_map(|side| game.record.halves_of(side));
        let among = |rounds: &[u8]| halves().filter(|half| rounds.contains(&half.round)).collect::<Vec<_>>();
        let counts = Counts::from_game(&game);
        assert_eq!(u64::from(halves().map(|half| half.round).max().unwrap()), counts.rounds);
        for (figure, [cases, codes]) in PeopleRate::ALL.into_iter().zip(counts.figures) {
            let halves = match figure.phase() {
                RoundRange::First => among(&[1]),
                RoundRange::Early => among(&[2, 3, 4]),
                RoundRange::Late => among(&[5, 6, 7, 8]),
                RoundRange::Last => among(&[7, 8]),
            };
            let cases_by_hand = halves.iter().filter(|half| match figure {
                PeopleRate::Missed(_) => half.guess != half.code,
                PeopleRate::Overheard(_) => half.interception == Some(half.code),
            });
            assert_eq!((cases, codes), (cases_by_hand.count() as u64, halves.len() as u64), "{figure:?}");
        }
    }
}

#[test]
fn in_round_one_nobody_can_be_overheard() {
    let counts = counts("human", 10, 1);
    assert_eq!(counts.figures[0][1], 2 * counts.games);
    assert!(PeopleRate::ALL.iter().all(|figure| *figure != PeopleRate::Overheard(RoundRange::First)));
}

#[test]
fn ranges_leave_room_and_lie_in_order() {
    let [new, regular, close] = Familiarity::ALL;
    for figure in PeopleRate::ALL {
        for table in Familiarity::ALL {
            let [low, high] = table.range(figure);
            assert!((0.0..high).contains(&low) && high < 1.0, "{table:?} {figure:?}");
            let aim = table.aim(figure);
            assert!((low..=high).contains(&aim.rate) && aim.codes > 0.0, "{table:?} {figure:?}");
        }
        let [strangers, players, friends] = [new, regular, close].map(|table| table.aim(figure).rate);
        match figure {
            PeopleRate::Missed(RoundRange::First) => assert_eq!([strangers, players, friends], [0.0; 3]),
            PeopleRate::Missed(_) => assert!(strangers > players && players > friends, "{figure:?}"),
            PeopleRate::Overheard(_) => assert!(strangers < players && players < friends, "{figure:?}"),
        }
        if let Some([cases, codes]) = figure.cases_and_codes() {
            let rate = f64::from(cases) / f64::from(codes);
            let [low, high] = regular.range(figure);
            assert!((low..=high).contains(&rate), "{figure:?}: what was counted is to be expected");
        }
    }
}

/// Counts as large as one likes that are exactly what is aimed at.
fn as_aimed(table: Familiarity) -> Counts {
    const CODES: u64 = 1_000_000_000;
    let figures =
        PeopleRate::ALL.map(|figure| [(table.aim(figure).rate * CODES as f64).round() as u64, CODES]);
    let [low, high] = table.rounds();
    Counts { figures, rounds: (f64::midpoint(low, high) * 1e6) as u64, games: 1_000_000 }
}

#[test]
fn the_misfit_is_least_at_the_aim() {
    for table in Familiarity::ALL {
        let best = as_aimed(table);
        assert!(best.misfit(table).abs() < 1e-6, "{table:?}: {}", best.misfit(table));
        for (n, step) in (0..PeopleRate::ALL.len()).flat_map(|n| [0.05, 0.1, 0.2].map(|step| (n, step))) {
            let moved = |step: f64| {
                let mut moved = best;
                moved.figures[n][0] += (step * moved.figures[n][1] as f64) as u64;
                moved.misfit(table)
            };
            assert!(moved(step) > moved(step / 2.0) && moved(step / 2.0) > 1e-4, "{table:?} {n} {step}");
        }
        let longer = Counts { rounds: best.rounds + best.games, ..best };
        let [low, high] = table.rounds();
        let expected = 0.5 * (4.0 / (high - low)) * (4.0 / (high - low));
        assert!((longer.misfit(table) - expected).abs() < 1e-6, "one round more is {expected} nats");
    }
}

#[test]
fn every_kind_of_table_has_a_preset() {
    for table in Familiarity::ALL {
        assert!(Preset::named(table.preset()).is_some_and(|preset| !preset.basis.is_empty()));
    }
    assert_eq!(Familiarity::Regular.preset(), "regular");
    let names: Vec<_> = PRESETS.iter().flat_map(Preset::names).collect();
    assert!(names.iter().enumerate().all(|(n, name)| !names[..n].contains(name)), "{names:?}");
    let [alias, own] = ["regular", "human"].map(|name| Spec::parse(name).unwrap());
    assert_eq!((alias.encryptor, alias.guesser), (own.encryptor, own.guesser));
    let [keen, parts] = ["keen", "pragmatic/adaptive"].map(|name| Spec::parse(name).unwrap());
    assert_eq!((keen.encryptor, keen.guesser), (parts.encryptor, parts.guesser));
    let roster: Vec<_> = Preset::roster().iter().map(|preset| preset.name).collect();
    assert_eq!(roster, ["random", "nearest", "margin", "pragmatic", "human"]);
}
