//! Topics without shared deals, compared by the intervals of both results.

use overhear_stats::{Interval, unpaired_difference_interval};

use super::finding::{Method, ResultFinding, ResultMeasure};
use super::finished::{PairingRow, StandingRow, StoredTournament};
use super::topic::Topic;

/// A value with its interval, as read from a table.
type ReadEstimate = Option<(f64, Interval)>;

/// Returns the findings. The agent's total is compared only if it has met the same opponents in both results.
pub(super) fn findings(topic: &Topic, sides: [&StoredTournament; 2]) -> Vec<ResultFinding> {
    let labels = |n: usize| topic.agent[n].as_str();
    let deals = [0, 1].map(|n| sides[n].pairings.iter().map(|pairing| pairing.pairs).max().unwrap_or(0));
    let finding = |measure, known: [ReadEstimate; 2]| finding(measure, deals, known);
    if let [opponent] = &topic.opponents[..] {
        let score = [0, 1].map(|n| meeting(sides[n], labels(n), &opponent[n]));
        return vec![finding(ResultMeasure::Score, score)];
    }
    if (0..2).any(|n| sides[n].opponents(labels(n)).count() != topic.opponents.len()) {
        return Vec::new();
    }
    let rows = [0, 1].map(|n| sides[n].standings.iter().find(|row| row.agent == labels(n)));
    let all = [
        ResultMeasure::Score,
        ResultMeasure::DecodeLogLoss,
        ResultMeasure::InterceptLogLoss,
        ResultMeasure::LeakedBits,
    ];
    all.map(|measure| finding(measure, rows.map(|row| of_row(row?, measure)))).into()
}

fn finding(measure: ResultMeasure, deals: [u64; 2], known: [ReadEstimate; 2]) -> ResultFinding {
    let [a, b] = known;
    let difference = a.zip(b).map(|(a, b)| (b.0 - a.0, Some(unpaired_difference_interval(a, b))));
    let values = known.map(|known| known.map(|(value, _)| value));
    ResultFinding {
        measure,
        method: Method::Unpaired,
        deals,
        values,
        difference,
        variance_ratio: None,
        p: None,
    }
}

fn read_estimate(value: Option<f64>, low: Option<f64>, high: Option<f64>) -> ReadEstimate {
    Some((value?, Interval { low: low?, high: high? }))
}

/// Returns a measure from a row of the standings.
fn of_row(row: &StandingRow, measure: ResultMeasure) -> ReadEstimate {
    match measure {
        ResultMeasure::Score => read_estimate(row.score, row.score_low, row.score_high),
        ResultMeasure::DecodeLogLoss => {
            read_estimate(row.decode_log_loss, row.decode_log_loss_low, row.decode_log_loss_high)
        }
        ResultMeasure::InterceptLogLoss => {
            read_estimate(row.intercept_log_loss, row.intercept_log_loss_low, row.intercept_log_loss_high)
        }
        ResultMeasure::LeakedBits => {
            read_estimate(row.leaked_bits, row.leaked_bits_low, row.leaked_bits_high)
        }
        ResultMeasure::MeanRounds | ResultMeasure::TiebreakRate => None,
    }
}

/// Returns the score of an agent against an opponent.
fn meeting(side: &StoredTournament, agent: &str, opponent: &str) -> ReadEstimate {
    let of = |PairingRow { agent_a, agent_b, a_score, a_score_low, a_score_high, .. }: &PairingRow| {
        let score = read_estimate(*a_score, *a_score_low, *a_score_high);
        let other = |(value, ends): (f64, Interval)| (1.0 - value, ends.map(|end| 1.0 - end));
        match [agent_a.as_str(), agent_b] {
            found if found == [agent, opponent] => score,
            found if found == [opponent, agent] => score.map(other),
            _ => None,
        }
    };
    side.pairings.iter().find_map(of)
}
