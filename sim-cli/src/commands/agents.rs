//! `sim-cli agents`: what is registered, and what can be set on it.

use overhear_agents::registry::{Param, Part, Preset, Registry};

use overhear_lab::table::{Frame, NamedRow};
use overhear_lab::{SoFar, cross, exploit, frontier, with_bots};

use crate::cli::{AgentsCommand, DisplayArgs};
use crate::failure::Failure;
use crate::output::show;
use crate::terminal::running;

/// Lists agents, shows one, or measures them.
pub(crate) fn run(command: &AgentsCommand, registry: &Registry) -> Result<(), Failure> {
    match command {
        AgentsCommand::List { display } => show(&list(registry)?, display),
        AgentsCommand::Frontier(args) => {
            let watch = running(args.run, args.display.color)?;
            print(&frontier(&args.config(registry), &watch)?, &args.display)
        }
        AgentsCommand::Show { name, bots, display } => {
            show_one(&with_bots(registry, &bots.orders())?, name, display)
        }
        AgentsCommand::Check(args) => super::findings::check(args, registry),
        AgentsCommand::Cross(args) => {
            let watch = running(args.run, args.display.color)?;
            print(&cross(&args.config(registry), &watch)?, &args.display)
        }
        AgentsCommand::Exploit(args) => {
            let watch = running(args.run, args.display.color)?;
            print(&exploit(&args.config(registry), &watch)?, &args.display)
        }
        AgentsCommand::League(args) => crate::league::run(args, registry),
        AgentsCommand::People(args) => super::people::run(args),
    }
}

/// Prints what there is; an interruption is told afterwards.
fn print(result: &SoFar<Frame>, display: &DisplayArgs) -> Result<(), Failure> {
    show(&result.found, display)?;
    Ok(result.sound()?)
}

fn list(registry: &Registry) -> Result<Frame, Failure> {
    let mut frame = Frame::of("agents list");
    let mut push = |kind: &str, name: &str, parts: String, purpose: &str| {
        let cells = [("kind", kind), ("name", name), ("parts", &parts), ("purpose", purpose)];
        NamedRow::of(&mut frame).put_texts(cells).end();
    };
    for preset in registry.presets() {
        push("preset", preset.name, parts(registry, preset)?, preset.purpose);
        if let Some(alias) = preset.alias {
            push("preset", alias, parts(registry, preset)?, &format!("another name of `{}`", preset.name));
        }
    }
    registry
        .encryptors()
        .for_each(|kind| push("encryptor", kind.name, keys(kind.all_params()), kind.summary));
    registry.guessers().for_each(|kind| push("guesser", kind.name, keys(kind.all_params()), kind.summary));
    Ok(frame)
}

/// What a preset is made of, and how it is set.
fn parts(registry: &Registry, preset: &Preset) -> Result<String, Failure> {
    let spec = registry.parse(preset.name).map_err(Failure::usage)?;
    let mut words = vec![format!("{}/{}", preset.encryptor, preset.guesser)];
    for (key, _) in preset.settings {
        let (param, value) = spec.param(key).map_err(Failure::usage)?;
        words.push(format!("{key}={}", param.written(value)));
    }
    Ok(words.join(" "))
}

fn keys(params: impl Iterator<Item = &'static Param>) -> String {
    params.map(|param| param.key).collect::<Vec<_>>().join(" ")
}

fn show_one(registry: &Registry, name: &str, display: &DisplayArgs) -> Result<(), Failure> {
    let mut frame = Frame::of("agents show");
    if let Some(preset) = registry.preset(name) {
        let told = [("purpose", preset.purpose), ("basis", preset.basis)];
        told.iter().for_each(|(key, text)| wordy(&mut frame, ["preset", key, "", "text", text]));
    }
    match (registry.parse(name), part(registry, name)) {
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
fn part(registry: &Registry, name: &str) -> Option<Part> {
    let encryptor = registry.encryptors().find(|kind| kind.name == name).map(Part::from);
    encryptor.or_else(|| registry.guessers().find(|kind| kind.name == name).map(Part::from))
}

fn push(frame: &mut Frame, part: &Part) {
    for (param, value) in part.values.iter() {
        let kind = match param {
            Param { names: [_, ..], .. } => "choice",
            Param { whole: true, .. } => "whole",
            _ => "real",
        };
        NamedRow::of(frame)
            .put_texts([
                ("part", part.name),
                ("key", param.key),
                ("value", &param.written(value)),
                ("default", &param.written(param.default)),
                ("low", &param.written(param.low)),
                ("high", &param.written(param.high)),
                ("kind", kind),
                ("meaning", param.meaning),
            ])
            .end();
    }
    for (param, text) in part.values.texts() {
        wordy(frame, [part.name, param.key, text.unwrap_or_default(), "name", param.meaning]);
    }
}

/// A row that has no numbers.
fn wordy(frame: &mut Frame, [part, key, value, kind, meaning]: [&str; 5]) {
    NamedRow::of(frame)
        .put_texts([("part", part), ("key", key), ("value", value), ("kind", kind), ("meaning", meaning)])
        .put_texts([("default", ""), ("low", ""), ("high", "")])
        .end();
}
