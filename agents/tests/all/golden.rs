//! The bench checksum: what every preset does on fixed deals, as a file.
//!
//! A change of this file is a change of behaviour of the agents, of the rules or of the data; it goes into the
//! commit that causes it, with the reason. `UPDATE_GOLDEN=1 cargo test -p overhear-agents --test all golden` rewrites it.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use crate::common::GAME_WORLD;
use overhear_agents::model::World;
use overhear_agents::registry::{PRESETS, Preset, Spec, build};
use overhear_engine::arena::{Arena, Schedule, Tally};
use overhear_engine::game::{Agent, Seed};
use overhear_engine::rules::Rules;

/// Who plays each against each, and in how many games, a few more for whole pairs: the presets of the default tournament,
/// then all tables of people, then the presets for twins and the rest, then the newest beside a known one: a new group moves no other.
fn groups() -> [(Vec<&'static str>, u64); 4] {
    let roster: Vec<_> = Preset::roster().iter().map(|preset| preset.name).collect();
    let people = vec!["new", "human", "close"];
    let newest = vec!["margin", "grounded"];
    let others = PRESETS.iter().map(|preset| preset.name);
    let others = others
        .filter(|name| !roster.contains(name) && !people.contains(name) && !newest.contains(name))
        .collect();
    [(roster, 2000), (people, 600), (others, 600), (newest, 200)]
}

fn described(agents: &[Box<dyn Agent>], schedule: &Schedule, tally: &Tally) -> String {
    let mut text = String::new();
    for (agent, t) in agents.iter().zip(&tally.agents) {
        writeln!(text, "agent {}", agent.label()).expect("writing to a string never fails");
        writeln!(text, "  games {} wins {} shared {} rounds {}", t.games, t.wins, t.shared, t.rounds)
            .expect("writing to a string never fails");
        writeln!(text, "  halves {} miscommunications {}", t.halves, t.miscommunications)
            .expect("writing to a string never fails");
        writeln!(text, "  chances {} interceptions {}", t.interception_chances, t.interceptions)
            .expect("writing to a string never fails");
        writeln!(text, "  log2 decode {} intercept {} leaked {}", t.decode, t.intercept, t.leaked)
            .expect("writing to a string never fails");
    }
    for (pairing, t) in schedule.pairings().iter().zip(&tally.pairings) {
        let [a, b] = [pairing.a, pairing.b].map(|n| agents[n].label());
        writeln!(text, "pairing {a} {b} pairs {:?} rounds {:?}", t.pairs, &t.rounds[1..9])
            .expect("writing to a string never fails");
    }
    text
}

/// Plays the games of a group of SPECs, and says what became of them.
pub(super) fn played(world: &Arc<World>, names: &[&str], games: u64) -> String {
    let agents = names.iter().map(|name| build(&Spec::parse(name)?, world));
    let agents: Vec<Box<dyn Agent>> = agents.collect::<Result<_, _>>().expect("presets are SPECs");
    let schedule = Schedule::round_robin(agents.len(), games);
    let setup = world.setup(&Rules::official()).expect("they agree");
    let arena = Arena::new(setup, &agents, schedule, Seed(1)).expect("they agree");
    let mut tally = Tally::new(arena.schedule());
    arena.run(0..arena.schedule().deals(), &(), |block| {
        tally.merge(&block.tally);
        ControlFlow::Continue(())
    });
    described(&agents, arena.schedule(), &tally)
}

#[test]
fn every_preset_plays_as_it_did() {
    let world = &*GAME_WORLD;
    let output: String = groups().iter().map(|(names, games)| played(world, names, *games)).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/presets.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &output).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("the golden file is committed");
    for (line, (output, expected)) in output.lines().zip(expected.lines()).enumerate() {
        assert_eq!(output, expected, "line {} of {}", line + 1, path.display());
    }
    assert_eq!(output.lines().count(), expected.lines().count());
}
