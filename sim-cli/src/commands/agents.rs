//! `sim-cli agents`: what is registered, and what can be set on it.

use overhear_agents::registry::{ENCRYPTORS, GUESSERS, PRESETS, Param, Part, Spec};

use super::frontier;
use crate::cli::{AgentsCommand, DisplayArgs};
use crate::failure::Failure;
use crate::output::{Cell, Frame, show};

/// Lists agents, shows one, or measures them.
pub(crate) fn run(command: &AgentsCommand) -> Result<(), Failure> {
    match command {
        AgentsCommand::List { display } => show(&list(), display),
        AgentsCommand::Frontier(args) => frontier::run(args),
        AgentsCommand::Show { name, display } => show_one(name, display),
        AgentsCommand::Check(args) => super::check::run(args),
        AgentsCommand::Cross(args) => super::cross::run(args),
        AgentsCommand::Exploit(args) => super::exploit::run(args),
        AgentsCommand::League(args) => crate::league::run(args),
    }
}

fn list() -> Frame {
    let mut frame = Frame::new(&["kind", "name", "parts", "purpose"]);
    let mut push = |kind: &str, name: &str, parts: String, purpose: &str| {
        frame.push([kind, name, &parts, purpose].map(Cell::text).into());
    };
    for preset in &PRESETS {
        let settings = preset.settings.iter().map(|(key, value)| format!(" {key}={value}"));
        let parts = format!("{}/{}{}", preset.encryptor, preset.guesser, settings.collect::<String>());
        push("preset", preset.name, parts, preset.purpose);
    }
    ENCRYPTORS.iter().for_each(|kind| push("encryptor", kind.name, keys(kind.all_params()), kind.summary));
    GUESSERS.iter().for_each(|kind| push("guesser", kind.name, keys(kind.all_params()), kind.summary));
    frame
}

fn keys(params: impl Iterator<Item = &'static Param>) -> String {
    params.map(|param| param.key).collect::<Vec<_>>().join(" ")
}

fn show_one(name: &str, display: &DisplayArgs) -> Result<(), Failure> {
    let mut frame = Frame::new(&["part", "key", "value", "default", "low", "high", "kind", "meaning"]);
    match (Spec::parse(name), part(name)) {
        (Ok(spec), _) => {
            push(&mut frame, &spec.encryptor);
            push(&mut frame, &spec.guesser);
        }
        (Err(_), Some(part)) => push(&mut frame, &part),
        (Err(error), None) => return Err(Failure::usage(error)),
    }
    show(&frame, display)
}

/// A clue giver or guesser with its defaults.
fn part(name: &str) -> Option<Part> {
    let encryptor = ENCRYPTORS.iter().find(|kind| kind.name == name);
    let encryptor = encryptor.map(|kind| Part::plain(kind.name, kind.all_params()));
    encryptor.or_else(|| {
        let kind = GUESSERS.iter().find(|kind| kind.name == name)?;
        Some(Part::plain(kind.name, kind.all_params()))
    })
}

/// What the key `space` is for.
const SPACE: &str = "the space that it thinks in, one of --other-space (the run's own if not set)";

fn push(frame: &mut Frame, part: &Part) {
    for (param, value) in part.values.iter() {
        let numbers =
            [value, param.default, param.low, param.high].map(|number| Cell::text(param.written(number)));
        let kind = match param {
            Param { names: [_, ..], .. } => "choice",
            Param { whole: true, .. } => "whole",
            _ => "real",
        };
        let mut row = vec![Cell::text(part.name), Cell::text(param.key)];
        row.extend(numbers);
        row.extend([Cell::text(kind), Cell::text(param.meaning)]);
        frame.push(row);
    }
    let mut row = [part.name, "space", part.space.as_deref().unwrap_or_default()].map(Cell::text).to_vec();
    row.extend(["", "", "", "name", SPACE].map(Cell::text));
    frame.push(row);
}
