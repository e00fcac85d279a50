//! `sim-cli cluster`: what a scheduler needs to play a tournament in parts.

use crate::cli::{self, ClusterCommand, Command, PartsArgs, TournamentArgs};
use crate::failure::Failure;
use crate::output::print;

const SLURM: &str = include_str!("slurm.sh");
const KUBERNETES: &str = include_str!("kubernetes.yaml");
const RAY: &str = include_str!("ray.py");

/// Writes the script.
pub(crate) fn run(command: &ClusterCommand) -> Result<(), Failure> {
    match command {
        ClusterCommand::Slurm { parts, time } => {
            print(&filled(SLURM, parts, &[("@TIME@", time), ("@FLAGS@", &for_shell(parts)?)]))
        }
        ClusterCommand::Kubernetes { parts, image, claim } => {
            let more = [("@IMAGE@", image.as_str()), ("@CLAIM@", claim), ("@FLAGS@", &for_shell(parts)?)];
            print(&filled(KUBERNETES, parts, &more))
        }
        ClusterCommand::Ray { parts } => {
            let flags: Vec<String> = flags(parts)?.iter().map(|flag| for_python(flag)).collect();
            print(&filled(RAY, parts, &[("@FLAGS@", &flags.join(", "))]))
        }
    }
}

fn filled(template: &str, parts: &PartsArgs, more: &[(&str, &str)]) -> String {
    let (shards, cpus) = (parts.shards.to_string(), parts.cpus.to_string());
    let usual = [("@SHARDS@", shards.as_str()), ("@CPUS@", cpus.as_str())];
    let known = usual.iter().chain(more);
    known.fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// The flags of the tournament, if a part can be played with them.
fn flags(parts: &PartsArgs) -> Result<&[String], Failure> {
    let words = ["sim-cli", "tournament"].into_iter().chain(parts.tournament.iter().map(String::as_str));
    let (command, _) = cli::parse(words.map(Into::into).collect())?;
    let Command::Tournament(asked) = command else {
        return Err(Failure::usage("cluster: behind -- stand flags of `sim-cli tournament`"));
    };
    let is_said = |flag: &str| parts.tournament.iter().any(|word| word.split('=').next() == Some(flag));
    let reason = if is_said("--progress") {
        Some("--progress is what the script says to each part")
    } else if parts.tournament.iter().any(|word| word.contains(char::is_control)) {
        Some("a flag has a control character")
    } else {
        taken(&asked)
    };
    match reason {
        Some(reason) => Err(Failure::usage(format_args!("cluster: {reason}"))),
        None => Ok(&parts.tournament),
    }
}

/// Why no part can be played with these flags.
fn taken(asked: &TournamentArgs) -> Option<&'static str> {
    let reasons = [
        (asked.seed.seed.is_none(), "--seed is missing: without it every part would draw its own"),
        (asked.shard.is_some(), "--shard is what the script says to each part"),
        (asked.out.out.is_some(), "--out is what the script says to each part"),
        (asked.threads.threads.is_some(), "--threads follows --cpus"),
        (asked.resume.is_some(), "--resume is for one part"),
    ];
    reasons.into_iter().find_map(|(is_so, reason)| is_so.then_some(reason))
}

fn for_shell(parts: &PartsArgs) -> Result<String, Failure> {
    let words = flags(parts)?.iter().map(String::as_str);
    shlex::try_join(words).map_err(|error| Failure::usage(format_args!("cluster: {error}")))
}

/// A text as Python writes it.
fn for_python(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
