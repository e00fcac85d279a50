//! trace.csv: the parameters after each iteration, the state from which a climb goes on.

use serde::{Deserialize, Serialize};

use super::tuned_param::TunedParam;
use crate::table::{Cell, Frame, TableRow};

/// The iterations so far, the first of which is the start.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Trace {
    steps: Vec<TraceStep>,
}

/// An iteration.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct TraceStep {
    /// Games that the variant moved up has won more than the variant moved down.
    lead: i64,
    /// The parameters after the iteration.
    values: Vec<f64>,
}

/// The columns of trace.csv that every tuning run has; those of the parameters follow.
#[derive(TableRow)]
#[table("trace.csv")]
struct TraceRow {
    /// Number of the iteration.
    iteration: u64,
    /// Pairs of games that it played.
    pairs: u64,
    /// Games that the variant moved up has won more than the variant moved down.
    lead: i64,
}

impl Trace {
    /// Returns a trace without iterations.
    pub(super) fn begin(tuned_params: &[TunedParam]) -> Trace {
        let values = tuned_params.iter().map(|param| param.start).collect();
        Trace { steps: vec![TraceStep { lead: 0, values }] }
    }

    /// Returns the number of the last iteration.
    pub(super) fn iteration(&self) -> u64 {
        self.steps.len().saturating_sub(1) as u64
    }

    /// Returns the parameters after the last iteration.
    pub(super) fn values(&self) -> &[f64] {
        self.steps.last().map_or(&[], |step| &step.values)
    }

    /// Adds an iteration: its lead in games, and the parameters after it.
    pub(super) fn push(&mut self, lead: i64, values: Vec<f64>) {
        self.steps.push(TraceStep { lead, values });
    }

    /// Returns the table, with the values of each parameter under its name.
    pub(super) fn frame(&self, tuned_params: &[TunedParam], pairs_per_iteration: u64) -> Frame {
        let rows = (0..).zip(&self.steps).map(|(iteration, step)| TraceRow {
            iteration,
            pairs: if iteration == 0 { 0 } else { pairs_per_iteration },
            lead: step.lead,
        });
        let mut frame = TraceRow::frame(&rows.collect::<Vec<_>>());
        for (place, param) in tuned_params.iter().enumerate() {
            let values = self.steps.iter().map(|step| step.values.get(place).copied().unwrap_or(param.start));
            frame.push_column(param.key, values.map(Cell::Given).collect());
        }
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overhear_agents::registry::Spec;

    #[test]
    fn a_trace_is_stored_to_the_last_bit_and_begins_with_the_start() {
        let spec = Spec::parse("margin").expect("a preset");
        let params = ["top", "beta"].map(|key| TunedParam::parse(key, &spec).expect("it can be tuned"));
        let mut trace = Trace::begin(&params);
        trace.push(-5, vec![63.123_456_789_012_34, 15.0 / 1.000_000_1]);
        let stored = serde_json::to_string(&trace).expect("numbers");
        assert_eq!(serde_json::from_str::<Trace>(&stored).expect("a trace"), trace);
        let csv = trace.frame(&params, 32).to_csv();
        assert!(csv.starts_with("iteration,pairs,lead,top,beta\n0,0,0,64,15\n1,32,-5,63.1234567"), "{csv}");
    }
}
