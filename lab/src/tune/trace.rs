//! trace.csv: the parameters after each iteration. Its last row suffices to resume tuning.

use std::path::{Path, PathBuf};

use csv::StringRecord;

use super::tuned_param::TunedParam;
use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::store::{FileChecksum, write_whole};
use crate::table::{Cell, Frame, NamedRow};

/// Name of the file.
pub(super) const TRACE: &str = "trace.csv";

/// The iterations so far.
pub(super) struct Trace {
    path: PathBuf,
    text: String,
    /// Number of the last iteration.
    pub(super) iteration: u64,
    /// The parameters after it.
    pub(super) values: Vec<f64>,
}

impl Trace {
    /// Returns a trace without iterations.
    pub(super) fn begin(dir: &Path, tuned_params: &[TunedParam]) -> Trace {
        let columns: Vec<&str> = Frame::new(TRACE)
            .columns()
            .into_iter()
            .chain(tuned_params.iter().map(|tuned_param| tuned_param.key))
            .collect();
        let values = tuned_params.iter().map(|tuned_param| tuned_param.start).collect();
        let text = columns.join(",") + "\n";
        let mut trace = Trace { path: dir.join(TRACE), text, iteration: 0, values };
        trace.row(0, 0);
        trace
    }

    /// Reads the part of a file that its checksum covers. Later rows may have been added before an
    /// interruption.
    pub(super) fn resume(
        dir: &Path,
        tuned_params: &[TunedParam],
        sum: &FileChecksum,
    ) -> Result<Trace, LabError> {
        let mut trace = Trace::begin(dir, tuned_params);
        let name = trace.path.display().to_string();
        let mut text = input::read(&trace.path, SizeLimit::Table)?;
        text.truncate(usize::try_from(sum.bytes).unwrap_or(usize::MAX));
        sum.agrees(&trace.path, &FileChecksum::new(&text), "tune.json")?;
        let text = input::text(&trace.path, text)?;
        if !text.starts_with(&trace.text) || !text.ends_with('\n') {
            return Err(LabError::content(&name, "line 1: not the trace of this tuning run"));
        }
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let header = rows.headers().cloned().map_err(|error| LabError::content(&name, error))?;
        for (line, row) in (2..).zip(rows.records()) {
            let iteration = line - 2;
            let values = row.ok().and_then(|row| values(tuned_params, &header, &row, iteration));
            trace.values = values.ok_or_else(|| {
                LabError::content(&name, format_args!("line {line}: not a row of this tuning run"))
            })?;
            trace.iteration = iteration;
        }
        trace.text = text;
        Ok(trace)
    }

    /// Adds an iteration: pairs played, lead in games, and the parameters after it.
    pub(super) fn push(&mut self, pairs: u64, lead: i64, values: Vec<f64>) {
        self.iteration += 1;
        self.values = values;
        self.row(pairs, lead);
    }

    fn row(&mut self, pairs: u64, lead: i64) {
        let mut frame = Frame::new(TRACE);
        NamedRow::new(&mut frame)
            .put("iteration", Cell::Count(self.iteration))
            .put("pairs", Cell::Count(pairs))
            .put("lead", Cell::Number(Some(lead as f64), 0))
            .end();
        let values = self.values.iter().map(f64::to_string);
        let cells: Vec<String> = frame.rows().concat().into_iter().chain(values).collect();
        self.text.push_str(&(cells.join(",") + "\n"));
    }

    /// Writes the file atomically and returns its checksum.
    pub(super) fn save(&self) -> Result<FileChecksum, LabError> {
        write_whole(&self.path, self.text.as_bytes())?;
        Ok(FileChecksum::new(self.text.as_bytes()))
    }
}

/// Returns the parameters in the row of an iteration; `None` for another row. Their columns follow those that
/// every trace has.
fn values(
    tuned_params: &[TunedParam],
    header: &StringRecord,
    row: &StringRecord,
    iteration: u64,
) -> Option<Vec<f64>> {
    let is = |column: &str, place: usize| &header[place] == column;
    let first = |column: &str| row.get((0..header.len()).find(|&place| is(column, place))?);
    let last = |column: &str| row.get((0..header.len()).rfind(|&place| is(column, place))?);
    let value = |tuned_param: &TunedParam| {
        last(tuned_param.key)?.parse().ok().filter(|&value| tuned_param.range.contains(value))
    };
    (first("iteration")?.parse() == Ok(iteration)).then(|| tuned_params.iter().map(value).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use overhear_agents::registry::Spec;

    fn tuned_params() -> Vec<TunedParam> {
        let spec = Spec::parse("margin").expect("a preset");
        ["top", "beta"]
            .map(|key| TunedParam::parse(key, &spec).unwrap_or_else(|f| panic!("{}", f.to_string())))
            .into()
    }

    #[test]
    fn what_is_saved_is_resumed_to_the_last_bit() {
        let dir = tempfile::tempdir().expect("a directory");
        let mut trace = Trace::begin(dir.path(), &tuned_params());
        trace.push(32, -5, vec![63.123_456_789_012_34, 15.0 / 1.000_000_1]);
        let sum = trace.save().unwrap_or_else(|f| panic!("{}", f.to_string()));
        let again =
            Trace::resume(dir.path(), &tuned_params(), &sum).unwrap_or_else(|f| panic!("{}", f.to_string()));
        assert_eq!((again.iteration, &again.values, &again.text), (1, &trace.values, &trace.text));
        assert!(again.text.starts_with("iteration,pairs,lead,top,beta\n0,0,0,64,15\n1,32,-5,63."));
    }

    #[test]
    fn a_trace_of_something_else_is_named_by_its_line() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join(TRACE);
        let head = "iteration,pairs,lead,top,beta\n0,0,0,64,15\n";
        for (text, line) in [
            ("", "line 1"),
            ("iteration,pairs,lead,top\n0,0,0,64\n", "line 1"),
            (&format!("{head}1,32,0,64"), "line 1"),
            (&format!("{head}1,32,0,64\n"), "line 3"),
            (&format!("{head}2,32,0,64,15\n"), "line 3"),
            (&format!("{head}1,32,0,64,15\n2,32,0,64,x\n"), "line 4"),
            (&format!("{head}1,32,0,640,15\n"), "line 3"),
            (&format!("{head}1,32,0,64,15,1\n"), "line 3"),
            (&format!("{head}1,32,0,64,\"15\n"), "line 3"),
        ] {
            std::fs::write(&path, text).expect("written");
            let sum = FileChecksum::new(text.as_bytes());
            let Err(failure) = Trace::resume(dir.path(), &tuned_params(), &sum) else {
                panic!("{text:?} is read")
            };
            assert!(
                failure.to_string().contains("trace.csv") && failure.to_string().contains(line),
                "{text:?}"
            );
        }
    }
}
