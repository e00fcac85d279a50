//! Agents against recorded human clues.

mod answers;
mod calibration;
mod questions;
mod records;
mod score;
mod screen;
mod temperature;

use std::path::Path;

use overhear_agents::free_text::Listener;
use overhear_agents::registry::Spec;

use crate::cli::{EvalArgs, EvalCommand};
use crate::failure::Failure;
use crate::output::{Form, Frame, form, on_stdout, print, show, write_whole};
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
    let questions = Questions::read(task, &args.file)?;
    let world = Words::load(&args.words)?.world;
    let mut frame = Frame::new(&score::COLUMNS);
    for spec in &specs {
        let answers = questions.put_to(&Listener::new(&world, spec));
        frame.push(score::row(&questions, &spec.label, &answers, 1.0, args.seed));
        if args.fit_temperature {
            frame.push(temperature::row(&questions, &spec.label, &answers, args.seed)?);
        }
        write_files(args, &questions, &answers)?;
    }
    match form(args.display.format) {
        Form::Table => print(&screen::table(&questions, &frame, on_stdout(args.display.color))),
        Form::Csv | Form::Json => show(&frame, &args.display),
    }
}

fn specs(args: &EvalArgs) -> Result<Vec<Spec>, Failure> {
    if args.agent.is_empty() {
        return Err(Failure::usage("give an agent with --agent SPEC; `sim-cli agents list` has them"));
    }
    let parse = |text: &String| {
        Spec::parse(text).map_err(|error| Failure::content(format_args!("--agent {text}"), error))
    };
    let specs = args.agent.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
    let files = [("--predictions", &args.predictions), ("--calibration", &args.calibration)];
    match files.iter().find(|(_, file)| file.is_some() && specs.len() > 1) {
        Some((flag, _)) => Err(Failure::content(flag, "the file is about one agent; give one --agent")),
        None => Ok(specs),
    }
}

fn write_files(args: &EvalArgs, questions: &Questions, answers: &[Answered]) -> Result<(), Failure> {
    let write = |path: &Path, frame: Frame| write_whole(path, frame.to_csv().as_bytes());
    if let Some(path) = &args.predictions {
        write(path, answers::predictions(questions.task, answers))?;
    }
    if let Some(path) = &args.calibration {
        write(path, calibration::table(answers))?;
    }
    Ok(())
}
