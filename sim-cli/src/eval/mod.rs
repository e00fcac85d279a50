//! Agents against recorded human clues.

mod answers;
mod associations;
mod calibration;
mod layout;
mod questions;
mod records;
mod score;
mod screen;
mod temperature;

use std::path::{Path, PathBuf};

use overhear_agents::free_text::Listener;
use overhear_agents::registry::Spec;

use crate::cli::{EvalArgs, EvalCommand};
use crate::failure::Failure;
use crate::output::{Form, Frame, Target, form, on_stdout, print, show};
use crate::setup::Words;
use answers::Answered;
use questions::Questions;

/// What is asked of the clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Decode,
    Intercept,
}

impl Task {
    const fn name(self) -> &'static str {
        match self {
            Task::Decode => "decode",
            Task::Intercept => "intercept",
        }
    }
}

/// Lets agents guess, and scores them.
pub(crate) fn run(command: &EvalCommand) -> Result<(), Failure> {
    let (task, args) = match command {
        EvalCommand::Decode(args) => (Task::Decode, args),
        EvalCommand::Intercept(args) => (Task::Intercept, args),
    };
    let specs = specs(args)?;
    let files = Files::asked(args)?;
    let questions = Questions::read(task, &args.file, args.seed)?;
    let world = Words::load(&args.words)?.world;
    let mut frame = Frame::new(&score::COLUMNS);
    for spec in &specs {
        let answers = questions.put_to(&Listener::new(&world, spec));
        frame.push(score::row(&questions, &spec.label, &answers, 1.0, args.seed));
        if args.fit_temperature {
            frame.push(temperature::row(&questions, &spec.label, &answers, args.seed)?);
        }
        files.write(&questions, &answers, args.seed)?;
    }
    match form(args.display.format) {
        Form::Table => print(&screen::table(&questions, &frame, on_stdout(args.display.color))),
        Form::Csv | Form::Json => show(&frame, &args.display),
    }
}

/// Reads a file of a task, and lets go of it.
pub(crate) fn try_to_read(path: &Path, intercept: bool) -> Result<(), Failure> {
    Questions::read(if intercept { Task::Intercept } else { Task::Decode }, path, 0).map(drop)
}

fn specs(args: &EvalArgs) -> Result<Vec<Spec>, Failure> {
    if args.agent.is_empty() {
        return Err(Failure::usage("give an agent with --agent SPEC; `sim-cli agents list` has them"));
    }
    let parse = |text: &String| {
        Spec::parse(text).map_err(|error| Failure::content(format_args!("--agent {text}"), error))
    };
    let specs = args.agent.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
    match files(args).iter().find(|(_, file)| file.is_some() && specs.len() > 1) {
        Some((flag, _)) => Err(Failure::content(flag, "the file is about one agent; give one --agent")),
        None => Ok(specs),
    }
}

fn files(args: &EvalArgs) -> [(&'static str, &Option<PathBuf>); 2] {
    [("--predictions", &args.predictions), ("--calibration", &args.calibration)]
}

/// The files that are written besides.
struct Files {
    predictions: Option<Target>,
    calibration: Option<Target>,
}

impl Files {
    /// Sees, before anything is asked, that they may be written.
    fn asked(args: &EvalArgs) -> Result<Files, Failure> {
        let [predictions, calibration] = files(args).map(|(flag, path)| {
            let other = files(args).into_iter().filter(|(other, _)| *other != flag);
            let other = other.filter_map(|(_, path)| path.as_deref());
            let inputs: Vec<&Path> = args.words.files().chain([args.file.as_path()]).chain(other).collect();
            path.as_deref().map(|path| Target::asked(flag, path, args.force, &inputs)).transpose()
        });
        Ok(Files { predictions: predictions?, calibration: calibration? })
    }

    fn write(&self, questions: &Questions, answers: &[Answered], seed: u64) -> Result<(), Failure> {
        if let Some(file) = &self.predictions {
            file.write(answers::predictions(questions.task, answers, seed).to_csv().as_bytes())?;
        }
        if let Some(file) = &self.calibration {
            file.write(calibration::table(answers, seed).to_csv().as_bytes())?;
        }
        Ok(())
    }
}
