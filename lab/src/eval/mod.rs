//! Evaluation of agents on recorded human clues.

mod answers;
mod associations;
mod calibration;
mod calibration_error;
mod coded_clues;
mod config;
mod finding;
mod layout;
mod optional_columns;
mod questions;
mod recorded_games;
mod recorded_turn;
mod score;
mod task;
mod temperature;
mod written_files;

use std::path::Path;

use overhear_agents::free_text::{FreeTextGuesser, text_refusal};
use overhear_agents::registry::{Registry, Spec};
use overhear_stats::Estimate;

use crate::error::{ErrorKind, LabError};
use crate::measurement::{Measurement, RunSources, StepLog, specs as entries};
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings as _;
use crate::setup::{ClueReader, RunningBots, Words, check_words, readers};
use crate::strength::ScoreWithInterval;
use crate::table::{Frame, TableRow as _};
use answers::ScoredRow;
pub use config::EvalConfig;
use config::{check, reader, readers_of};
use layout::QuestionOptions;
use questions::Questions;
pub use recorded_games::{RecordedGamesConfig, WrittenSheet, import_recorded_games};
pub use score::EvalRow;
pub use task::Task;
use written_files::EvalFiles;

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
    refuse_texts(args, &specs, &words, &bots)?;
    let data = [words.sources.clone(), vec![questions.source.clone()]].concat();
    log.begin(&RunSources { agents: entries(&specs), data, ..RunSources::default() })?;
    words.announce(&specs, watch);
    let evaluation = Evaluation { args, watch, questions: &questions, words: &words, bots: &bots };
    let (mut scores, mut whole) = (Scores::default(), true);
    for spec in specs {
        let reading = ClueReader::new(spec, &bots)?;
        let Some(answers) = evaluation.answers(&reading, log)? else {
            whole = false;
            break;
        };
        scores.add(&evaluation, &reading.label, &answers)?;
        scores.calibrated = files.write(&questions, &answers, args.seed)?;
    }
    if whole {
        scores.rows.extend(EvalRow::of_recorded_guesses(&questions, args.seed));
    }
    let sentence = scores.sentence(&questions);
    let Scores { rows, unsound, .. } = scores;
    Ok(PartialResult::new(EvalResult { rows, sentence, unsound }, whole))
}

/// Refuses agents that cannot read these words, or no free text.
fn refuse_texts(
    args: &EvalConfig,
    specs: &[Spec],
    words: &Words,
    bots: &RunningBots,
) -> Result<(), LabError> {
    for (spec, text) in specs.iter().zip(&args.players.agent) {
        check_words(spec, words).map_err(|error| LabError::setting(reader(text), error))?;
        let refusal = text_refusal(spec, args.task.of_text()).filter(|_| !bots.has(spec.guesser.name));
        if let Some(reason) = refusal {
            return Err(LabError::setting(reader(text), reason));
        }
    }
    Ok(())
}

/// What all agents of an evaluation are asked, and with what.
struct Evaluation<'a> {
    args: &'a EvalConfig,
    watch: &'a RunControl,
    questions: &'a Questions,
    words: &'a Words,
    bots: &'a RunningBots,
}

impl Evaluation<'_> {
    /// Returns the answers of an agent, logged; `None` after a stop.
    fn answers(&self, reading: &ClueReader, log: &mut StepLog) -> Result<Option<Vec<ScoredRow>>, LabError> {
        let Evaluation { args, watch, questions, words, bots } = *self;
        if watch.stop.is_asked() {
            return Ok(None);
        }
        bots.forecast_rows(&reading.spec, questions.scored().count() as u64, watch);
        let answers = questions.logged(log, || {
            if let Some(bot) = reading.bot(args.task.side()) {
                return questions.put_to_bot(bot, args.seed).map(Some);
            }
            let listener = free_text_guesser(words, &reading.spec, args.words.deck.is_some());
            Ok(questions.put_to(&listener, watch))
        });
        match answers {
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(None),
            answers => answers,
        }
    }
}

/// What has been learned of the agents that were asked.
#[derive(Default)]
struct Scores {
    rows: Vec<EvalRow>,
    labelled: Vec<LabelledScore>,
    unsound: Option<LabError>,
    calibrated: Option<String>,
}

/// The share of right answers of an agent.
struct LabelledScore {
    label: String,
    score: ScoreWithInterval,
}

impl Scores {
    /// Adds the answers of an agent, and says how many it left out.
    fn add(
        &mut self,
        evaluation: &Evaluation<'_>,
        label: &str,
        answers: &[ScoredRow],
    ) -> Result<(), LabError> {
        let &Evaluation { args, questions, watch, .. } = evaluation;
        answers::fault_remark(args.task, label, answers).iter().for_each(|line| watch.progress.warn(line));
        if self.unsound.is_none() {
            self.unsound = answers::too_many_faults(args.task, label, answers, args.max_fault_rate);
        }
        let row = EvalRow::new(questions, label, answers, |_| 1.0, args.seed);
        self.labelled.extend(row.score().map(|score| LabelledScore { label: label.to_owned(), score }));
        self.rows.push(row);
        if args.fit_temperature {
            self.rows.push(temperature::row(questions, label, answers, args.seed)?);
        }
        Ok(())
    }

    /// Returns the sentence on the best reader, and on the calibration if it was asked for.
    fn sentence(&self, questions: &Questions) -> Option<String> {
        let scores = self.labelled.iter().map(|one| (one.label.as_str(), one.score)).collect();
        let best = finding::sentence(questions.task, questions.scored().count(), scores)?;
        Some([best].into_iter().chain(self.calibrated.clone()).collect::<Vec<_>>().join(" "))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::PlayersConfig;

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
