//! Who reads recorded clues best, in a sentence.

use overhear_engine::rules::Code;
use overhear_stats::Interval;

use crate::strength::{Score, listed, not_apart};
use crate::table::{Frame, fixed, grouped};

/// Rows below which nothing is said.
const LEAST: u64 = 30;

/// What agents have guessed; nothing where nobody has.
pub fn sentence(frame: &Frame) -> Option<String> {
    let number = |row, column: &str| frame.cell(row, column).number();
    let score = |row| -> Option<(String, Score)> {
        let [low, high] = [number(row, "code_accuracy_low")?, number(row, "code_accuracy_high")?];
        let score = (number(row, "code_accuracy")?, Interval { low, high });
        Some((frame.cell(row, "agent").as_csv(), score))
    };
    let mut scores: Vec<(String, Score)> = (0..frame.len()).filter_map(score).collect();
    scores.dedup_by(|(again, _), (label, _)| again.starts_with(&format!("{label}, temperature ")));
    scores.sort_by(|(_, (a, _)), (_, (b, _))| b.total_cmp(a));
    let (label, (value, ends)) = scores.first()?.clone();
    let rows = number(0, "n")? as u64;
    if rows < LEAST {
        return Some(format!("{rows} rows are too few to say how well anybody reads: it takes {LEAST}."));
    }
    let found = if frame.cell(0, "task").as_csv() == "decode" { "understands" } else { "intercepts" };
    let scores: Vec<(&str, Score)> = scores.iter().map(|(label, score)| (&**label, *score)).collect();
    let percent = |share: f64| fixed(100.0 * share, 1);
    let first = format!(
        "“{label}” {found} {} of 100 codes ({} to {}, of {} rows; a blind guess is right in {})",
        percent(value),
        percent(ends.low),
        percent(ends.high),
        grouped(rows),
        percent(1.0 / Code::COUNT as f64)
    );
    let near = not_apart(&scores);
    Some(match (&scores[1..], &near[..]) {
        ([], _) => first + ".",
        ([(next, (value, _)), ..], []) => {
            format!(
                "{first}, clearly the most of {}; next is “{next}” with {}.",
                scores.len(),
                percent(*value)
            )
        }
        _ => format!("{first}; whether more than {} is not known yet.", listed(&near)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    fn frame(rows: &[(&str, f64)]) -> Frame {
        let mut frame = Frame::of("eval");
        for (agent, accuracy) in rows {
            let mut row = ["decode", "clues.csv", agent].map(Cell::text).to_vec();
            row.push(Cell::Count(400));
            row.extend([*accuracy, accuracy - 0.05, accuracy + 0.05, 0.6, 1.0, 0.5].map(Cell::share));
            row.push(Cell::Count(0));
            row.extend([0.9, 1.1, 0.4, 0.6].map(Cell::share));
            frame.push(row);
        }
        frame
    }

    #[test]
    fn one_reader_is_measured_by_chance_and_several_by_each_other() {
        assert_eq!(sentence(&Frame::of("eval")), None);
        let one = [("a", 0.5), ("a, temperature 1.200 (5-fold)", 0.5)];
        let said =
            "“a” understands 50.0 of 100 codes (45.0 to 55.0, of 400 rows; a blind guess is right in 4.2)";
        assert_eq!(sentence(&frame(&one)), Some(format!("{said}.")));
        let two = sentence(&frame(&[("b", 0.3), ("a", 0.5)]));
        assert_eq!(two, Some(format!("{said}, clearly the most of 2; next is “b” with 30.0.")));
        let near = sentence(&frame(&[("b", 0.45), ("a", 0.5)]));
        assert_eq!(near, Some(format!("{said}; whether more than “b” is not known yet.")));
    }
}
