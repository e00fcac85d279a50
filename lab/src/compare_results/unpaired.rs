//! Topics without shared deals, compared by the intervals of both results.

use overhear_stats::{Interval, unpaired_difference_interval};

use super::finding::{Difference, Method, ResultFinding, ResultMeasure};
use super::finished::{PairingRow, StandingRow, StoredTournament};
use super::topic::Topic;

/// A value with its interval, as read from a table.
type ReadEstimate = Option<(f64, Interval)>;

/// Returns the findings. The agent's total is compared only if it has met the same opponents in both results.
pub(super) fn findings(topic: &Topic, sides: [&StoredTournament; 2]) -> Vec<ResultFinding> {
    let deals = sides.map(|side| side.pairings.iter().map(|pairing| pairing.pairs).max().unwrap_or(0));
    if let [opponent] = &topic.opponents[..] {
        let score = [0, 1].map(|n| meeting(sides[n], &topic.agent[n], &opponent[n]));
        return vec![finding(ResultMeasure::Score, deals, score)];
    }
    if (0..2).any(|n| sides[n].opponents(&topic.agent[n]).count() != topic.opponents.len()) {
        return Vec::new();
    }
    let rows = [0, 1].map(|n| sides[n].standings.iter().find(|row| row.agent == topic.agent[n]));
    let all = [
        ResultMeasure::Score,
        ResultMeasure::DecodeLogLoss,
        ResultMeasure::InterceptLogLoss,
        ResultMeasure::LeakedBits,
    ];
    all.map(|measure| finding(measure, deals, rows.map(|row| of_row(row?, measure)))).into()
}

fn finding(measure: ResultMeasure, deals: [u64; 2], known: [ReadEstimate; 2]) -> ResultFinding {
    let [a, b] = known;
    let difference = a
        .zip(b)
        .map(|(a, b)| Difference { value: b.0 - a.0, interval: Some(unpaired_difference_interval(a, b)) });
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
    side.pairings.iter().find_map(
        |PairingRow { agent_a, agent_b, a_score, a_score_low, a_score_high, .. }| {
            let score = read_estimate(*a_score, *a_score_low, *a_score_high);
            match [agent_a.as_str(), agent_b] {
                agents if agents == [agent, opponent] => score,
                agents if agents == [opponent, agent] => {
                    score.map(|(value, ends)| (1.0 - value, ends.map(|end| 1.0 - end)))
                }
                _ => None,
            }
        },
    )
}
