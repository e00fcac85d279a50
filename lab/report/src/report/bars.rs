//! Bar charts of the length of games.

use super::figure::{Anchor, Figure, Scale, WIDTH, percent};
use super::source::CsvRow;
use super::text::TextStyle;
use overhear_lab::table::{counted, fixed};

const TOP: f64 = 16.0;
const BOTTOM: f64 = 150.0;
const LEFT: f64 = 8.0;

/// Maximum number of rounds that rules allow. Longer games, found in edited files only, are drawn in the last
/// bar.
const MOST_ROUNDS: u64 = 16;

/// Returns a sum as percent of all.
fn share(sum: u64, all: u64, digits: usize) -> String {
    fixed(100.0 * sum as f64 / all as f64, digits)
}

/// Returns the chart of games by rounds, from the rows of rounds.csv or lengths.csv; `None` without games.
pub(super) fn rounds<'a>(id: &str, title: &str, rows: impl Iterator<Item = CsvRow<'a>>) -> Option<Figure> {
    let mut games: Vec<u64> = Vec::new();
    for row in rows {
        let round = row.count("rounds").min(MOST_ROUNDS) as usize;
        games.resize(games.len().max(round), 0);
        if let Some(sum) = round.checked_sub(1).and_then(|n| games.get_mut(n)) {
            *sum += row.count("games");
        }
    }
    let all: u64 = games.iter().sum();
    let most = *games.iter().max().filter(|most| **most > 0)?;
    let mut figure = Figure::new(id, title, BOTTOM + 34.0);
    let height = Scale { domain: [0.0, most as f64], range: [0.0, BOTTOM - TOP - 14.0] };
    let width = (WIDTH - 2.0 * LEFT) / games.len() as f64;
    // A decimal stands above all bars or above none, as all are equally wide.
    let has_room = games.iter().all(|&sum| TextStyle::Small.width(&share(sum, all, 1)) <= width);
    let digits = usize::from(has_room);
    for (n, &sum) in games.iter().enumerate() {
        let (x, tall) = (LEFT + n as f64 * width, height.place(sum as f64));
        figure.rect(x + 0.1 * width, BOTTOM - tall, 0.8 * width, tall, "s0");
        let middle = x + width / 2.0;
        figure.text(middle, BOTTOM - tall - 4.0, Anchor::Middle, TextStyle::Small, share(sum, all, digits));
        figure.text(middle, BOTTOM + 14.0, Anchor::Middle, TextStyle::Label, (n + 1).to_string());
    }
    figure.line([LEFT, BOTTOM], [WIDTH - LEFT, BOTTOM], "axis");
    figure.axis_name(WIDTH / 2.0, BOTTOM + 30.0, "rounds (% of games)");
    let mean = games.iter().zip(1..).map(|(sum, rounds)| sum * rounds).sum::<u64>() as f64 / all as f64;
    let shares = games.iter().zip(1..).filter(|(sum, _)| **sum > 0);
    let shares: Vec<String> = shares
        .map(|(sum, rounds): (&u64, u64)| format!("{rounds}: {}", percent(*sum as f64 / all as f64, 1)))
        .collect();
    figure.description = format!("Share of games by the number of rounds. {}.", shares.join(", "));
    figure.caption = format!("{}, {} rounds on average.", counted(all, "game"), fixed(mean, 2));
    Some(figure)
}
