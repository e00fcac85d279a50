//! The best reader of recorded clues, in a sentence.

use overhear_engine::rules::Code;

use super::Task;
use crate::strength::{ScoreWithInterval, listed, not_apart};
use crate::table::{counted, fixed, is_are};

/// Minimum number of rows for a sentence.
const LEAST: usize = 30;

fn percent(share: f64) -> String {
    fixed(100.0 * share, 1)
}

/// Returns the sentence on the agents' scores over `rows` rows, by label; `None` without scores.
pub(super) fn sentence(
    task: Task,
    rows: usize,
    mut scores: Vec<(&str, ScoreWithInterval)>,
) -> Option<String> {
    scores.sort_by(|(_, (a, _)), (_, (b, _))| b.total_cmp(a));
    let (label, (value, ends)) = *scores.first()?;
    if rows < LEAST {
        let (count, are) = (counted(rows as u64, "row"), is_are(rows as u64));
        return Some(format!("{count} {are} too few to say how well anybody reads: it takes {LEAST}."));
    }
    let verb = match task {
        Task::Decode => "understands",
        Task::Intercept => "intercepts",
    };
    let first = format!(
        "“{label}” {verb} {} of 100 codes ({} to {}, of {}; a blind guess is right in {})",
        percent(value),
        percent(ends.low),
        percent(ends.high),
        counted(rows as u64, "row"),
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
    use overhear_stats::Interval;

    use super::*;

    fn decode_sentence(rows: usize, scores: &[(&'static str, f64)]) -> Option<String> {
        let score = |&(label, value): &(&'static str, f64)| {
            (label, (value, Interval { low: value - 0.05, high: value + 0.05 }))
        };
        sentence(Task::Decode, rows, scores.iter().map(score).collect())
    }

    #[test]
    fn one_reader_is_measured_by_chance_and_several_by_each_other() {
        assert_eq!(decode_sentence(400, &[]), None);
        let few = decode_sentence(29, &[("a", 0.5)]);
        assert!(few.is_some_and(|few| few.starts_with("29 rows are too few")));
        let one =
            "“a” understands 50.0 of 100 codes (45.0 to 55.0, of 400 rows; a blind guess is right in 4.2)";
        assert_eq!(decode_sentence(400, &[("a", 0.5)]), Some(format!("{one}.")));
        let two = decode_sentence(400, &[("b", 0.3), ("a", 0.5)]);
        assert_eq!(two, Some(format!("{one}, clearly the most of 2; next is “b” with 30.0.")));
        let near = decode_sentence(400, &[("b", 0.45), ("a", 0.5)]);
        assert_eq!(near, Some(format!("{one}; whether more than “b” is not known yet.")));
    }
}
