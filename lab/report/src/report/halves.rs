//! Decoding and interception by round, from halves.csv and games.csv.

use std::collections::BTreeMap;
use std::path::Path;

use overhear_engine::rules::Side;

use super::figure::{Anchor, Figure, Scale, WIDTH, series};
use super::source::ResultFiles;
use super::text::TextStyle;
use overhear_lab::error::LabError;
use overhear_lab::input;
use overhear_lab::table::{FileEntry, fixed};

const TOP: f64 = 10.0;
const BOTTOM: f64 = 160.0;
const LEFT: f64 = 40.0;

/// Minimum number of halves for a point.
const LEAST: u64 = 30;

/// Sums over the halves of one agent in one round.
#[derive(Clone, Copy, Debug, Default)]
struct HalfSums {
    halves: u64,
    missed: u64,
    interceptable_halves: u64,
    overheard: u64,
}

impl HalfSums {
    /// Returns the percentage of codes that the opponents overhear; `None` with too few halves.
    fn overheard_percent(&self) -> Option<f64> {
        percent(self.overheard, self.interceptable_halves)
    }

    /// Returns the percentage of codes that the own team misses; `None` with too few halves.
    fn missed_percent(&self) -> Option<f64> {
        percent(self.missed, self.halves)
    }
}

fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole >= LEAST).then(|| 100.0 * part as f64 / whole as f64)
}

/// The sums of an agent by round.
struct AgentSums {
    label: String,
    rounds: BTreeMap<u8, HalfSums>,
}

/// Returns two figures if halves were logged: codes that are intercepted, and codes that the own team misses.
pub(super) fn by_round(source: &ResultFiles) -> Result<Vec<Figure>, LabError> {
    let (Some(halves), Some(games)) = (source.path("halves.csv"), source.path("games.csv")) else {
        return Ok(Vec::new());
    };
    let mut sums = sums(&halves, &games)?;
    // One colour and mark for an agent everywhere: its place in the standings.
    let order = source.agent_order("standings.csv")?;
    sums.sort_by_key(|sums| order.iter().position(|agent| *agent == sums.label).unwrap_or(order.len()));
    let leak = lines(
        "leak",
        "Codes that the opponents overhear",
        "% of codes overheard",
        &sums,
        HalfSums::overheard_percent,
    );
    let decode = lines(
        "decoding",
        "Codes that the own team misses",
        "% of codes missed",
        &sums,
        HalfSums::missed_percent,
    );
    Ok(leak.into_iter().chain(decode).collect())
}

/// Reads the sums of all agents, in the order of their first games.
fn sums(path: &Path, games: &Path) -> Result<Vec<AgentSums>, LabError> {
    let seats = seats(games)?;
    let mut reader = input::rows_of(FileEntry::find("halves.csv"), path)?;
    let header = reader.headers().map_err(|error| LabError::content(path.display(), error))?.clone();
    let place = ["game", "round", "side", "guess_right", "intercepted", "p_guess", "p_interception"]
        .map(|name| place_of(&header, name));
    let mut sums: Vec<AgentSums> = Vec::new();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| LabError::content(path.display(), error))? {
        let [game, round, side, right, overheard, guess, interception] =
            place.map(|place| place.and_then(|n| record.get(n)).unwrap_or_default());
        let odd = |column, text| {
            let line = record.position().map_or(0, csv::Position::line);
            let message = format_args!("line {line}, column `{column}`: `{text}` does not belong there");
            LabError::content(path.display(), message)
        };
        let seat = game.parse().ok().and_then(|game| seats.agents_of_game(game));
        let [white, black] = seat.ok_or_else(|| odd("game", game))?;
        let label = match Side::ALL.into_iter().find(|known| known.name() == side) {
            Some(Side::White) => white,
            Some(Side::Black) => black,
            None => return Err(odd("side", side)),
        };
        let known = sums.iter().position(|sums| sums.label == label);
        let place = known.unwrap_or_else(|| {
            sums.push(AgentSums { label: label.to_owned(), rounds: BTreeMap::new() });
            sums.len() - 1
        });
        let round = round.parse().map_err(|_| odd("round", round))?;
        let sum = sums[place].rounds.entry(round).or_default();
        probability(guess).map_err(|()| odd("p_guess", guess))?;
        if let Some(right) = truth(right).map_err(|()| odd("guess_right", right))? {
            sum.halves += 1;
            sum.missed += u64::from(!right);
        }
        // Only a half with a probability of interception was open to one.
        let is_interceptable =
            probability(interception).map_err(|()| odd("p_interception", interception))?.is_some();
        if let Some(overheard) =
            truth(overheard).map_err(|()| odd("intercepted", overheard))?.filter(|_| is_interceptable)
        {
            sum.interceptable_halves += 1;
            sum.overheard += u64::from(overheard);
        }
    }
    Ok(sums)
}

/// Returns a boolean; `None` for an empty cell.
fn truth(text: &str) -> Result<Option<bool>, ()> {
    match text {
        "" => Ok(None),
        "0" => Ok(Some(false)),
        "1" => Ok(Some(true)),
        _ => Err(()),
    }
}

/// Returns a probability; `None` for an empty cell.
fn probability(text: &str) -> Result<Option<f64>, ()> {
    match text.parse() {
        _ if text.is_empty() => Ok(None),
        Ok(p) if (0.0..=1.0).contains(&p) => Ok(Some(p)),
        _ => Err(()),
    }
}

fn place_of(header: &csv::StringRecord, name: &str) -> Option<usize> {
    header.iter().position(|column| column == name)
}

/// The agents as White and Black in each game. Void games have no row.
#[derive(Default)]
struct Seats {
    labels: Vec<String>,
    /// Games in order.
    games: Vec<SeatedGame>,
}

/// A game, and the indices of the labels of White and Black.
struct SeatedGame {
    number: u64,
    labels: [u16; 2],
}

impl Seats {
    /// Returns the labels of White and Black in a game.
    fn agents_of_game(&self, game: u64) -> Option<[&str; 2]> {
        let place = self.games.binary_search_by_key(&game, |game| game.number).ok()?;
        Some(self.games[place].labels.map(|label| self.labels[usize::from(label)].as_str()))
    }

    /// Adds the next game; `None` if there are too many labels, or if the game is out of order.
    fn push(&mut self, game: u64, labels: [&str; 2]) -> Option<()> {
        let [white, black] = labels.map(|label| {
            self.labels.iter().position(|known| known == label).unwrap_or_else(|| {
                self.labels.push(label.to_owned());
                self.labels.len() - 1
            })
        });
        let is_next = self.games.last().is_none_or(|last| last.number < game);
        let labels = [white.try_into().ok()?, black.try_into().ok()?];
        self.games.push(SeatedGame { number: game, labels });
        is_next.then_some(())
    }
}

/// Reads the agents of every game.
fn seats(path: &Path) -> Result<Seats, LabError> {
    let mut reader = input::rows_of(FileEntry::find("games.csv"), path)?;
    let header = reader.headers().map_err(|error| LabError::content(path.display(), error))?.clone();
    let place = ["game", "white", "black"].map(|name| place_of(&header, name));
    let mut seats = Seats::default();
    for record in reader.records() {
        let record = record.map_err(|error| LabError::content(path.display(), error))?;
        let line = record.position().map_or(0, csv::Position::line);
        let [game, white, black] = place.map(|place| place.and_then(|n| record.get(n)).unwrap_or_default());
        [white, black]
            .into_iter()
            .try_for_each(input::check_text)
            .map_err(|reason| LabError::content(path.display(), format_args!("line {line}: {reason}")))?;
        let added = game.parse().ok().and_then(|game| seats.push(game, [white, black]));
        added.ok_or_else(|| {
            let message = format_args!("line {line}: column `game`: `{game}` does not belong there");
            LabError::content(path.display(), message)
        })?;
    }
    Ok(seats)
}

/// Returns the figure with a line for each agent over the rounds; `None` without points.
fn lines(
    id: &str,
    title: &str,
    unit: &str,
    sums: &[AgentSums],
    of: impl Fn(&HalfSums) -> Option<f64>,
) -> Option<Figure> {
    let points: Vec<Vec<(u8, f64)>> = sums
        .iter()
        .map(|sums| sums.rounds.iter().filter_map(|(round, sum)| Some((*round, of(sum)?))).collect())
        .collect();
    let last = points.iter().flatten().map(|&(round, _)| round).max()?;
    let high = points.iter().flatten().map(|&(_, value)| value).fold(0.0, f64::max);
    let low = points.iter().flatten().map(|&(_, value)| value).fold(0.0, f64::min);
    let mut figure = Figure::new(id, title, BOTTOM + 34.0);
    let across = Scale { domain: [1.0, f64::from(last)], range: [LEFT + 8.0, WIDTH - 14.0] };
    let up = Scale { domain: [low, high * 1.05 + 1e-9], range: [BOTTOM, TOP] };
    figure.grid_up(&up, [LEFT, WIDTH - 6.0]);
    for round in 1..=last {
        figure.text(
            across.place(f64::from(round)),
            BOTTOM + 14.0,
            Anchor::Middle,
            TextStyle::Label,
            round.to_string(),
        );
    }
    for (n, line) in points.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let places: Vec<[f64; 2]> =
            line.iter().map(|&(round, value)| [across.place(f64::from(round)), up.place(value)]).collect();
        figure.polyline(&places, format!("line {}", series(n)));
        places.iter().for_each(|&at| figure.mark(n, at, sums[n].label.clone()));
        figure.explain_mark(n, sums[n].label.clone());
    }
    figure.axis_name(WIDTH / 2.0, BOTTOM + 30.0, "round");
    let described = points.iter().zip(sums).map(|(line, AgentSums { label, .. })| {
        let values: Vec<String> =
            line.iter().map(|(round, value)| format!("{round}: {}", fixed(*value, 1))).collect();
        format!("{label}, by round {}", values.join(", "))
    });
    figure.description = format!("{unit}. {}.", described.collect::<Vec<_>>().join("; "));
    figure.caption =
        format!("{unit}, by round; rounds that an agent has fewer than {LEAST} times are left out.");
    Some(figure)
}
