//! `sim-cli cluster`: scripts that play a tournament, or an experiment on rules, in parts.

use overhear_agents::registry::Registry;
use overhear_lab::parts::ExperimentRequest;
use overhear_lab::tournament::check_parts;

use crate::cli::{self, ClusterCommand, Command, PartsArgs, RulesCommand};
use crate::failure::Failure;
use crate::output::print;

const SLURM: &str = include_str!("slurm.sh");
const KUBERNETES: &str = include_str!("kubernetes.yaml");
const RAY: &str = include_str!("ray.py");

/// Writes the script.
pub(crate) fn run(command: &ClusterCommand, registry: &Registry) -> Result<(), Failure> {
    let (ClusterCommand::Slurm { parts, .. }
    | ClusterCommand::Kubernetes { parts, .. }
    | ClusterCommand::Ray { parts }) = command;
    let job = job(parts, registry)?;
    match command {
        ClusterCommand::Slurm { time, .. } => {
            print(&filled(SLURM, parts, &[("@TIME@", time)], &job.for_shell()?))
        }
        ClusterCommand::Kubernetes { image, claim, .. } => {
            let more = [("@IMAGE@", image.as_str()), ("@CLAIM@", claim)];
            print(&filled(KUBERNETES, parts, &more, &job.for_shell()?))
        }
        ClusterCommand::Ray { .. } => {
            let decides = if job.decides { "True" } else { "False" };
            print(&filled(RAY, parts, &[("@DECIDES@", decides)], &job.for_python()))
        }
    }
}

fn filled(
    template: &str,
    parts: &PartsArgs,
    more: &[(&str, &str)],
    QuotedCommand { command, flags, out }: &QuotedCommand,
) -> String {
    let (shards, cpus) = (parts.shards.to_string(), parts.cpus.to_string());
    let usual =
        [("@SHARDS@", shards.as_str()), ("@CPUS@", cpus.as_str()), ("@COMMAND@", command), ("@OUT@", out)];
    let flags = [("@FLAGS@", flags.as_str())];
    let known = usual.iter().chain(more).chain(&flags);
    known.fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// The words of a command as a script has them.
struct QuotedCommand {
    command: String,
    flags: String,
    /// The output flags of the merge.
    out: String,
}

/// The command of a part.
struct PartCommand<'a> {
    /// The command: `tournament`, `balance`, `rules compare`.
    command: &'static [&'static str],
    flags: &'a [String],
    /// `true` if leading parts may decide, so that the others are not needed.
    decides: bool,
}

/// Returns the command and its flags, checked for use in parts. Without a command it is a tournament.
fn job<'a>(parts: &'a PartsArgs, registry: &Registry) -> Result<PartCommand<'a>, Failure> {
    let words: Vec<&str> = parts.job.iter().map(String::as_str).collect();
    let command: &'static [&'static str] = match words[..] {
        ["balance", ..] => &["balance"],
        ["rules", "compare", ..] => &["rules", "compare"],
        _ => &["tournament"],
    };
    let command_words = usize::from(words.first() == command.first()) * command.len();
    let flags = &parts.job[command_words..];
    let line = ["sim-cli"].into_iter().chain(command.iter().copied());
    let line = line.chain(flags.iter().map(String::as_str)).map(Into::into);
    let parsed = cli::parse(line.collect())?.command;
    if let Some(reason) = reason(&parsed, flags) {
        return Err(Failure::usage(format_args!("cluster: {reason}")));
    }
    match &parsed {
        Command::Tournament(args) => check_parts(&args.config(registry), parts.shards),
        Command::Balance(args) => args.experiment(registry).check_parts(parts.shards),
        Command::Rules { command: RulesCommand::Compare(args) } => {
            ExperimentRequest::Compare(args.config(registry)).check_parts(parts.shards)
        }
        _ => Ok(()),
    }?;
    Ok(PartCommand { command, flags, decides: decides(&parsed) })
}

/// Returns `true` if the command may end early, at a decision.
fn decides(command: &Command) -> bool {
    match command {
        Command::Tournament(args) => args.requested.0.sprt.is_some(),
        Command::Rules { command: RulesCommand::Compare(args) } => args.requested.0.until,
        _ => false,
    }
}

/// Returns the reason why the flags do not suit parts, if there is one.
fn reason(command: &Command, flags: &[String]) -> Option<&'static str> {
    if flags.iter().any(|word| word.split('=').next() == Some("--progress")) {
        return Some("--progress is set for each part by the script; leave it out");
    }
    if flags.iter().any(|word| word.contains(char::is_control)) {
        return Some("a flag has a control character");
    }
    let (seed, shard, out, resume, threads) = match command {
        Command::Tournament(args) => {
            (args.requested.0.seed, args.requested.0.shard, &args.out.out, &args.resume, args.threads)
        }
        Command::Balance(args) => {
            let (keep, seed) = (&args.run.keep, args.requested.0.population.seed);
            (seed, args.shard, &keep.out.out, &keep.resume, args.run.threads)
        }
        Command::Rules { command: RulesCommand::Compare(args) } => {
            let (keep, seed) = (&args.run.keep, args.requested.0.population.seed);
            (seed, args.shard, &keep.out.out, &keep.resume, args.run.threads)
        }
        _ => unreachable!("these commands alone are parsed"),
    };
    let reasons = [
        (seed.is_none(), "--seed is required, so that all parts play one run; add --seed N"),
        (shard.is_some(), "--shard is set for each part by the script; leave it out"),
        (out.is_some(), "--out is set for each part by the script; leave it out"),
        (threads.threads.is_some(), "--threads is set from --cpus; leave it out"),
        (resume.is_some(), "--resume is for a single part; leave it out"),
    ];
    reasons.into_iter().find_map(|(is_so, reason)| is_so.then_some(reason))
}

impl PartCommand<'_> {
    /// Returns the output flags of the merge; none for a comparison of rules, which is printed.
    fn out(&self) -> &'static [&'static str] {
        if self.command == ["rules", "compare"] { &[] } else { &["--out", "result"] }
    }

    /// Returns the command, its flags, and the flags of the merge, quoted for a shell.
    fn for_shell(&self) -> Result<QuotedCommand, Failure> {
        let flags = shlex::try_join(self.flags.iter().map(String::as_str));
        let flags = flags.map_err(|error| Failure::usage(format_args!("cluster: {error}")))?;
        let out = self.out().iter().map(|word| format!(" {word}"));
        Ok(QuotedCommand { command: self.command.join(" "), flags, out: out.collect() })
    }

    /// Returns the command, its flags, and the flags of the merge, as items of Python lists.
    fn for_python(&self) -> QuotedCommand {
        let words: Vec<String> = self.command.iter().map(|word| for_python(word)).collect();
        let flags: Vec<String> = self.flags.iter().map(|flag| for_python(flag)).collect();
        let out = self.out().iter().map(|word| format!(", {}", for_python(word)));
        QuotedCommand { command: words.join(", "), flags: flags.join(", "), out: out.collect() }
    }
}

/// Returns a text as a Python literal.
fn for_python(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
