//! Evaluation of agents on recorded human clues.

mod answers;
mod associations;
mod calibration;
mod calibration_error;
mod coded_clues;
mod finding;
mod layout;
mod optional_columns;
mod questions;
mod recorded_games;
mod recorded_turn;
mod score;
mod temperature;

use std::path::{Path, PathBuf};

use overhear_agents::free_text::{FreeTextGuesser, TextTask, text_refusal};
use overhear_agents::registry::{Registry, Spec};
use overhear_engine::rules::Side;
use overhear_stats::Estimate;
use serde::{Deserialize, Serialize};

use crate::error::{ErrorKind, LabError};
use crate::measurement::{Measurement, RunSources, StepLog, specs as entries};
use crate::message::Message;
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::setting_ref::SettingRef;
use crate::settings::Settings;
use crate::setup::{ClueReader, PlayersConfig, RunningBots, WordFiles, Words, check_words, ranges, readers};
use crate::store::Target;
use crate::strength::ScoreWithInterval;
use crate::table::{Frame, TableRow as _};
use crate::tournament::TournamentConfig;
use answers::ScoredRow;
use calibration::CalibrationRow;
use layout::QuestionOptions;
use questions::Questions;
pub use recorded_games::{RecordedGamesConfig, WrittenSheet, import_recorded_games};
pub use score::EvalRow;
use score::RECORDED;

/// The task of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Decode codes whose keywords are known, as the own team does.
    Decode,
    /// Intercept codes from earlier clues, as the opponents do.
    Intercept,
}

impl Task {
    /// Returns the name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Task::Decode => "decode",
            Task::Intercept => "intercept",
        }
    }

    /// What a guesser is asked.
    const fn of_text(self) -> TextTask {
        match self {
            Task::Decode => TextTask::Decode,
            Task::Intercept => TextTask::Overhear,
        }
    }

    /// Returns the side that a bot is assigned. White gives the clues.
    const fn side(self) -> Side {
        match self {
            Task::Decode => Side::White,
            Task::Intercept => Side::Black,
        }
    }
}

/// Configuration of an evaluation.
#[derive(Clone, Debug, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct EvalConfig {
    /// The task, which the command names.
    #[setting(skip, default = Task::Decode)]
    pub task: Task,
    /// CSV file of recorded clues.
    #[setting(positional, required, value = "FILE.csv")]
    pub file: PathBuf,
    /// The agents whose guessers answer.
    #[setting(
        group,
        without = ["agents", "field"],
        reworded = [
            "agent",
            "Agent whose guesser answers: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…] \
             (repeatable)",
        ]
    )]
    pub players: PlayersConfig,
    /// Read cells such as NA, none and ? as words, instead of refusing them as missing values.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub missing_as_words: bool,
    /// Seed of the bootstrap.
    #[setting(default = 1, value = "U64")]
    pub seed: u64,
    /// Exit with code 3 if a bot leaves more than this share of the rows unanswered; such rows count as wrong.
    #[setting(default = TournamentConfig::default().max_fault_rate, range = ranges::MAX_FAULT_RATE, value = "X")]
    pub max_fault_rate: f64,
    /// Add a row with probabilities at the temperature that suits the file best, fitted on four fifths and scored on the
    /// last, five times.
    pub fit_temperature: bool,
    /// Write each guess: `id,guess,p_true` (decode) or `game,round,guess,p_true` (intercept); one agent only.
    #[setting(value = "FILE", heading = "Output")]
    pub predictions: Option<PathBuf>,
    /// Write how often guesses of each probability are right, in ten bins; one agent only.
    #[setting(value = "FILE", heading = "Output")]
    pub calibration: Option<PathBuf>,
    /// `true` to replace these files.
    #[setting(skip)]
    pub force: bool,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
}

/// Result of an evaluation.
#[derive(Debug)]
pub struct EvalResult {
    /// A row for each agent, and for its fitted temperature.
    pub rows: Vec<EvalRow>,
    /// Sentence on the best reader; `None` if no agent was finished.
    pub sentence: Option<String>,
    unsound: Option<LabError>,
}

impl Experiment for EvalConfig {
    type Output = EvalResult;

    fn command(&self) -> &'static str {
        match self.task {
            Task::Decode => "eval decode",
            Task::Intercept => "eval intercept",
        }
    }

    fn with_registry(self, registry: &Registry) -> EvalConfig {
        EvalConfig { players: self.players.with_registry(registry), ..self }
    }

    fn play(&self, watch: &RunControl, log: &mut StepLog) -> Result<PartialResult<EvalResult>, LabError> {
        ask_agents(self, watch, log)
    }
}

impl Measurement for EvalConfig {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn tables(result: &EvalResult) -> Vec<Frame> {
        vec![result.frame()]
    }

    fn findings(result: &EvalResult) -> Vec<String> {
        result.sentence.iter().cloned().collect()
    }
}

impl EvalResult {
    /// Returns eval.csv.
    pub fn frame(&self) -> Frame {
        EvalRow::frame(&self.rows)
    }

    /// Checks that no agent has left more rows without an answer than allowed.
    ///
    /// # Errors
    /// Returns an error for too many faults, naming the first row without an answer.
    pub fn check(&self) -> Result<(), LabError> {
        self.unsound.clone().map_or(Ok(()), Err)
    }
}

/// Evaluates agents and returns a row for each. After a stop it returns the agents that were finished.
///
/// ```
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{EvalConfig, RunControl, evaluate};
///
/// let dir = tempfile::tempdir().map_err(overhear_lab::LabError::runtime)?;
/// let file = dir.path().join("clues.csv");
/// let rows = "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n1,anchor,bread,castle,dragon,1-2-3,harbour,toast,knight\n";
/// std::fs::write(&file, rows).map_err(overhear_lab::LabError::runtime)?;
/// let config = EvalConfig { file, players: PlayersConfig::from_specs(["nearest"]), ..EvalConfig::default() };
/// let rows = evaluate(&config, &RunControl::default())?.found.rows;
/// assert_eq!((rows.len(), rows[0].n), (1, 1));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, and for files that cannot be read or written, by line
/// and column.
pub fn evaluate(args: &EvalConfig, watch: &RunControl) -> Result<PartialResult<EvalResult>, LabError> {
    args.play(watch, &mut StepLog::default())
}

fn ask_agents(
    args: &EvalConfig,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<PartialResult<EvalResult>, LabError> {
    check(args)?;
    args.check()?;
    if args.players.bots.is_empty() {
        readers_of(&args.players)?;
    }
    let files = EvalFiles::from_config(args)?;
    let questions =
        Questions::read(args.task, &args.file, QuestionOptions::new(args.seed, args.missing_as_words))?;
    let (specs, words, bots) = readers(&args.players, &args.words, watch, readers_of)?;
    for (spec, text) in specs.iter().zip(&args.players.agent) {
        check_words(spec, &words).map_err(|error| LabError::setting(reader(text), error))?;
        let refusal = text_refusal(spec, args.task.of_text()).filter(|_| !bots.has(spec.guesser.name));
        if let Some(reason) = refusal {
            return Err(LabError::setting(reader(text), reason));
        }
    }
    let data = [words.sources.clone(), vec![questions.source.clone()]].concat();
    log.begin(&RunSources { agents: entries(&specs), data, ..RunSources::default() })?;
    words.announce(&specs, watch);
    let (mut rows, mut scores) = (Vec::new(), Vec::new());
    let (mut whole, mut unsound, mut calibrated) = (true, None, None);
    for spec in specs {
        if watch.stop.is_asked() {
            whole = false;
            break;
        }
        let reading = ClueReader::new(spec.clone(), &bots)?;
        bots.forecast_rows(&spec, questions.scored().count() as u64, watch);
        let answers = questions.logged(log, || {
            if let Some(bot) = reading.bot(args.task.side()) {
                return questions.put_to_bot(bot, args.seed).map(Some);
            }
            let listener = free_text_guesser(&words, &reading.spec, args.words.deck.is_some());
            Ok(questions.put_to(&listener, watch))
        });
        let answers = match answers {
            Err(error) if error.kind() == ErrorKind::Interrupted => None,
            answers => answers?,
        };
        let Some(answers) = answers else {
            whole = false;
            break;
        };
        let label = &*reading.label;
        answers::fault_remark(args.task, label, &answers).iter().for_each(|line| watch.progress.warn(line));
        unsound = unsound.or(answers::too_many_faults(args.task, label, &answers, args.max_fault_rate));
        let row = EvalRow::new(&questions, label, &answers, |_| 1.0, args.seed);
        scores.extend(row.score().map(|score| (reading.label.clone(), score)));
        rows.push(row);
        if args.fit_temperature {
            rows.push(temperature::row(&questions, label, &answers, args.seed)?);
        }
        calibrated = files.write(&questions, &answers, args.seed)?;
    }
    if whole {
        rows.extend(EvalRow::of_recorded_guesses(&questions, args.seed));
    }
    let scores = scores.iter().map(|(label, score): &(String, ScoreWithInterval)| (label.as_str(), *score));
    let best = finding::sentence(args.task, questions.scored().count(), scores.collect());
    let sentence = best.map(|best| [best].into_iter().chain(calibrated).collect::<Vec<_>>().join(" "));
    Ok(PartialResult::new(EvalResult { rows, sentence, unsound }, whole))
}

/// Reads a file of a task and discards it.
///
/// # Errors
/// Returns an error for a file that `eval` refuses.
pub fn try_to_read(path: &Path, intercept: bool) -> Result<(), LabError> {
    Questions::read(
        if intercept { Task::Intercept } else { Task::Decode },
        path,
        QuestionOptions::new(0, false),
    )
    .map(drop)
}

/// Returns a guesser of free texts; a deck that was named is known to it.
fn free_text_guesser<'a>(words: &'a Words, spec: &Spec, is_deck_known: bool) -> FreeTextGuesser<'a> {
    let listener = FreeTextGuesser::new(&words.world, spec);
    if is_deck_known { listener.with_known_deck() } else { listener }
}

/// Returns how often an agent decodes the clues of a file, and the number of rows. Bots are asked by text.
pub(crate) fn decode_file(
    file: &Path,
    spec: &Spec,
    (words, is_deck_known): (&Words, bool),
    bots: &RunningBots,
    seed: u64,
    watch: &RunControl,
) -> Result<(Option<Estimate>, u64), LabError> {
    let questions = Questions::read(Task::Decode, file, QuestionOptions::new(seed, false))?;
    let reading = ClueReader::new(spec.clone(), bots)?;
    let answers = if let Some(bot) = reading.bot(Task::Decode.side()) {
        questions.put_to_bot(bot, seed)?
    } else {
        let answers = questions.put_to(&free_text_guesser(words, &reading.spec, is_deck_known), watch);
        answers.ok_or_else(LabError::cut_short)?
    };
    let score = score::share(&answers, seed);
    Ok((score.map(|(value, interval)| Estimate { value, se: f64::NAN, interval }), answers.len() as u64))
}

/// Checks that there is an agent, and only one if a file is about a single agent.
fn check(args: &EvalConfig) -> Result<(), LabError> {
    if args.players.agent.is_empty() {
        return Err(LabError::usage(Message::new("no agent; add ").setting(reader("SPEC"))));
    }
    match files(args).iter().find(|(_, file)| file.is_some() && args.players.agent.len() > 1) {
        Some(&(key, _)) => {
            let message = Message::new("the file is about one agent; give one ")
                .setting(SettingRef::from("agent").of_several());
            Err(LabError::setting(key, message))
        }
        None => Ok(()),
    }
}

/// Returns the setting that names an agent, of several.
fn reader(text: &str) -> SettingRef {
    SettingRef::from(("agent", text)).of_several()
}

fn readers_of(players: &PlayersConfig) -> Result<Vec<Spec>, LabError> {
    players
        .agent
        .iter()
        .map(|text| {
            let spec = players.registry.parse(text).map_err(|error| LabError::spec(reader(text), error))?;
            if spec.label == RECORDED {
                let message =
                    format_args!("the label `{RECORDED}` is that of the recorded guesses; give another");
                return Err(LabError::setting(reader(text), message));
            }
            Ok(spec)
        })
        .collect()
}

fn files(args: &EvalConfig) -> [(&'static str, &Option<PathBuf>); 2] {
    [("predictions", &args.predictions), ("calibration", &args.calibration)]
}

/// The optional output files.
struct EvalFiles {
    predictions: Option<Target>,
    calibration: Option<Target>,
}

impl EvalFiles {
    /// Checks before the evaluation that the files can be written.
    fn from_config(args: &EvalConfig) -> Result<EvalFiles, LabError> {
        let [predictions, calibration] = files(args).map(|(key, path)| {
            let other = files(args).into_iter().filter(|(other, _)| *other != key);
            let other = other.filter_map(|(_, path)| path.as_deref());
            let inputs: Vec<&Path> = args.words.files().chain([args.file.as_path()]).chain(other).collect();
            path.as_deref().map(|path| Target::from_config(key, path, args.force, &inputs)).transpose()
        });
        Ok(EvalFiles { predictions: predictions?, calibration: calibration? })
    }

    /// Writes the files, and returns a sentence on the calibration if that is one of them.
    fn write(
        &self,
        questions: &Questions,
        answers: &[ScoredRow],
        seed: u64,
    ) -> Result<Option<String>, LabError> {
        if let Some(file) = &self.predictions {
            file.write(answers::predictions(questions.task, answers, seed).to_csv().as_bytes())?;
        }
        let Some(file) = &self.calibration else { return Ok(None) };
        let rows = calibration::rows(answers, seed);
        file.write(CalibrationRow::frame(&rows).to_csv().as_bytes())?;
        Ok(calibration::sentence(&rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_stop_nobody_else_is_asked() {
        let config = EvalConfig {
            file: concat!(env!("CARGO_MANIFEST_DIR"), "/../data/eval/clues-en.csv").into(),
            players: PlayersConfig::from_specs(["random", "random/history"]),
            ..EvalConfig::default()
        };
        let watch = RunControl::default();
        watch.stop.ask();
        let cut = evaluate(&config, &watch).expect("a readable file");
        assert!(cut.check_complete().is_err());
        let whole = evaluate(&config, &RunControl::default()).expect("a readable file");
        assert!(whole.check_complete().is_ok());
        let lines = |result: &PartialResult<EvalResult>| result.found.frame().to_csv().lines().count();
        assert_eq!((lines(&cut), lines(&whole)), (1, 3), "a header, and a row for each agent");
    }

    #[test]
    fn a_fitted_temperature_is_no_other_reader() {
        let config = |agents: &[&str]| EvalConfig {
            file: concat!(env!("CARGO_MANIFEST_DIR"), "/../data/eval/clues-en.csv").into(),
            players: PlayersConfig::from_specs(agents.iter().copied()),
            fit_temperature: true,
            ..EvalConfig::default()
        };
        let rows_and_words = |agents: &[&str]| {
            let EvalResult { rows, sentence, .. } =
                evaluate(&config(agents), &RunControl::default()).expect("a readable file").found;
            (rows.len(), sentence.is_some_and(|sentence| sentence.contains("not known yet")))
        };
        assert_eq!(rows_and_words(&["nearest"]), (2, false), "it is as good as itself, and that is not said");
        assert_eq!(rows_and_words(&["nearest", "again=nearest"]), (4, true));
    }
}
