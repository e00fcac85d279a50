//! Strip plots: scores of many agents on a scale from 0 to 100, a line for each group.

use super::columns::{Columns, GAMES};
use super::figure::{Anchor, Figure, Scale, percent};
use super::text::TextStyle;
use overhear_lab::table::counted;

const LINE: f64 = 26.0;
const TOP: f64 = 22.0;

/// A score with its interval and name.
#[derive(Clone, Debug)]
pub(super) struct ScoreDot {
    /// Name of the agent or pairing.
    pub(super) name: String,
    /// The score and both ends of its interval, as shares.
    pub(super) score: [f64; 3],
    /// Number of games behind it.
    pub(super) games: u64,
}

/// A line of scores, with its name.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pub(super) label: String,
    pub(super) dots: Vec<ScoreDot>,
}

/// Returns the plot with lines from top to bottom. Lines without scores are left out; `None` if no line is
/// left.
pub(super) fn strips(id: &str, title: &str, axis: &str, lines: &[Strip]) -> Option<Figure> {
    let lines: Vec<&Strip> = lines.iter().filter(|strip| !strip.dots.is_empty()).collect();
    if lines.is_empty() {
        return None;
    }
    let bottom = TOP + LINE * lines.len() as f64;
    let mut figure = Figure::new(id, title, bottom + 34.0);
    let columns = Columns::from_lines(
        lines.iter().map(|strip| (&*strip.label, range(&strip.dots), games_of(&strip.dots))),
        GAMES,
    );
    let scale = Scale { domain: [0.0, 1.0], range: columns.scale };
    for tick in [0.0, 0.5, 1.0] {
        let class = if tick == 0.5 { "axis" } else { "grid" };
        figure.line([scale.place(tick), TOP], [scale.place(tick), bottom], class);
        figure.text(
            scale.place(tick),
            bottom + 13.0,
            Anchor::Middle,
            TextStyle::Small,
            (100.0 * tick).to_string(),
        );
    }
    columns.head(&mut figure, "%");
    for (n, Strip { label, dots }) in lines.iter().enumerate() {
        let y = TOP + LINE * (n as f64 + 0.5);
        columns.write(&mut figure, y, label, &range(dots), games_of(dots));
        // The dots of a line stand a little below each other, so that their intervals do not cover each other.
        for (place, dot) in dots.iter().enumerate() {
            let y = y + 16.0 * ((place as f64 + 0.5) / dots.len() as f64 - 0.5);
            let [value, low, high] = dot.score.map(|share| scale.place(share));
            figure.line([low, y], [high, y], "thin s0");
            figure.circle(value, y, 2.5, "s0");
        }
    }
    let [left, right] = columns.scale;
    figure.axis_name(f64::midpoint(left, right), bottom + 29.0, axis);
    let descriptions = lines.iter().map(|Strip { label, dots }| {
        let each = dots.iter().map(|ScoreDot { name, score: [value, low, high], games }| {
            let [value, low, high] = [value, low, high].map(|share| percent(*share, 1));
            format!("{name} {value} ({low} to {high}, {})", counted(*games, "game"))
        });
        format!("{label}: {}", each.collect::<Vec<_>>().join(", "))
    });
    figure.description = format!("{axis}. {}.", descriptions.collect::<Vec<_>>().join("; "));
    Some(figure)
}

fn games_of(dots: &[ScoreDot]) -> u64 {
    dots.iter().map(|dot| dot.games).sum()
}

/// Returns the score of a single dot, or the least and the greatest score.
fn range(dots: &[ScoreDot]) -> String {
    let (least, most) = dots
        .iter()
        .map(|dot| 100.0 * dot.score[0])
        .fold((f64::MAX, 0.0_f64), |(least, most), score| (least.min(score), most.max(score)));
    if dots.len() == 1 { format!("{most:.1}") } else { format!("{least:.0}–{most:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_scores_is_left_out_and_several_have_their_range() {
        let dot = |value: f64| ScoreDot {
            name: "a".to_owned(),
            score: [value, value - 0.1, value + 0.1],
            games: 40,
        };
        let lines = [("none", Vec::new()), ("two", vec![dot(0.3), dot(0.8)])]
            .map(|(label, dots)| Strip { label: label.to_owned(), dots });
        assert!(strips("x", "x", "score", &lines[..1]).is_none());
        let figure = strips("x", "x", "score", &lines).expect("a line");
        assert!(!figure.description.contains("none"));
        assert!(figure.description.contains("two: a 30.0 % (20.0 % to 40.0 %, 40 games), a 80.0 %"));
        assert_eq!(range(&lines[1].dots), "30–80");
    }
}
