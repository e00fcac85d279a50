//! What a run has shown, as frames: one for each file.

use overhear_engine::arena::Schedule;
use overhear_engine::rules::{Door, Rules, Side};
use overhear_stats::{DifferenceCounts, Estimate, Interval};

use super::book::{Book, Measured};
use super::chosen::Chosen;
use super::key::{By, Key, LastRound};
use super::kind::Kind;
use super::lab::Population;
use super::minutes::{Minutes, of_book};
use super::rung::Rung;
use super::survey::{Books, PairingBooks};
use super::variant::Variant;
use crate::table::{Cell, Frame};

/// All frames of a result.
pub struct Tables {
    /// ladder.csv.
    pub ladder: Frame,
    /// seats.csv.
    pub seats: Frame,
    /// lengths.csv.
    pub lengths: Frame,
    /// skill.csv.
    pub skill: Frame,
    /// kinds.csv.
    pub kinds: Frame,
    /// comebacks.csv.
    pub comebacks: Frame,
    /// drama.csv.
    pub drama: Frame,
    /// whatifs.csv.
    pub whatifs: Frame,
    /// tables.csv, where several tables have played.
    pub tables: Option<Frame>,
}

/// What stands for both agents in a row about all pairings.
pub const ALL: &str = "*";

/// Two agents and their books.
struct BookedPairing<'a> {
    agents: [&'a str; 2],
    books: &'a PairingBooks,
}

impl BookedPairing<'_> {
    fn cells(&self, more: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        self.agents.map(Cell::text).into_iter().chain(more).collect()
    }
}

impl Tables {
    /// No rows yet.
    pub(crate) fn new() -> Tables {
        Tables {
            ladder: Frame::of("ladder.csv"),
            seats: Frame::of("seats.csv"),
            lengths: Frame::with("lengths.csv", 4),
            skill: Frame::of("skill.csv"),
            kinds: Frame::of("kinds.csv"),
            comebacks: Frame::of("comebacks.csv"),
            drama: Frame::of("drama.csv"),
            whatifs: Frame::of("whatifs.csv"),
            tables: None,
        }
    }

    /// Every frame.
    pub fn all(&self) -> Vec<&Frame> {
        let Tables { ladder, seats, lengths, skill, kinds, comebacks, drama, whatifs, tables } = self;
        let always = [ladder, seats, lengths, skill, kinds, comebacks, drama, whatifs];
        always.into_iter().chain(tables).collect()
    }

    /// Adds what a population has shown: its pairings, then all of them together where there are several.
    pub(super) fn add(
        &mut self,
        population: &Population,
        books: &Books,
        (rules, minutes): (&Rules, &Minutes),
        variants: &[Variant],
    ) {
        for row in rows(&population.labels(), &population.schedule, books) {
            self.add_ladder(&row, rules);
            self.add_seats(&row);
            self.add_lengths(&row, rules, minutes);
            self.add_skill(&row);
            Kind::ALL.into_iter().for_each(|kind| self.add_kind(&row, kind));
            self.add_comebacks(&row);
            self.add_drama(&row);
            self.add_whatifs(&row, variants);
        }
    }

    fn add_ladder(&mut self, row: &BookedPairing<'_>, rules: &Rules) {
        let book = &row.books.played;
        for by in ladder_rows(rules) {
            let (name, value) = described(by);
            for rung in Rung::ALL {
                let key = Key::Ladder(by, rung);
                let cells = [Cell::text(name), Cell::text(&*value), Cell::text(rung.name())];
                let numbers = [Cell::Count(book.counted(key))].into_iter().chain(numbers(book.share(key)));
                self.ladder.push(row.cells(cells.into_iter().chain(numbers)));
            }
        }
    }

    fn add_seats(&mut self, row: &BookedPairing<'_>) {
        for (step, key) in steps(Key::White) {
            let book = &row.books.played;
            let cells = [Cell::text(step), Cell::Count(book.whole(key) / 2)];
            self.seats.push(row.cells(cells.into_iter().chain(numbers(book.score(key)))));
        }
    }

    fn add_lengths(&mut self, row: &BookedPairing<'_>, rules: &Rules, minutes: &Minutes) {
        let book = &row.books.played;
        let spread = minutes.spread(&of_book(book, rules));
        let taken = [spread.map(|s| s.mean), spread.map(|s| s.low), spread.map(|s| s.high)];
        let taken = taken.map(|minutes| Cell::Number(minutes, 2));
        let median = median_rounds(book, rules.last_round());
        for rounds in 1..=rules.last_round() {
            let key = Key::Rounds(rounds);
            let cells = [Cell::Count(rounds.into()), Cell::Count(book.counted(key))];
            let mean =
                numbers(book.mean(Key::Length, Interval { low: 1.0, high: rules.last_round().into() }));
            let cells = cells.into_iter().chain(numbers(book.share(key))).chain(mean);
            let game = Cell::Number(Some(minutes.game(rounds, false)), 2);
            let cells = cells.chain([Cell::Number(median, 1), game]).chain(taken.clone());
            self.lengths.push(row.cells(cells));
        }
    }

    fn add_skill(&mut self, row: &BookedPairing<'_>) {
        let Some(better) = Chosen::better(row.agents, &row.books.played) else { return };
        for (step, key) in steps(Key::First) {
            let games = row.books.played.whole(key) / 2;
            let names =
                [Cell::text(better.name), Cell::text(better.other), Cell::text(step), Cell::Count(games)];
            let score = better.score(row.books.played.score(key));
            self.skill.push(row.cells(names.into_iter().chain(numbers(score))));
        }
    }

    fn add_kind(&mut self, row: &BookedPairing<'_>, kind: Kind) {
        let book = &row.books.played;
        let Some(team) = Chosen::of_kind(row.agents, book, kind) else { return };
        let rates = [team.is_first, !team.is_first].map(|is_first| book.ratio(Key::Slips(kind, is_first)));
        for (step, key) in steps(Key::First) {
            let names = [kind.name(), team.name, team.other].map(Cell::text);
            let cells = names.into_iter().chain(rates.map(Cell::share)).chain([Cell::text(step)]);
            let games = Cell::Count(book.whole(key) / 2);
            let score = team.score(book.score(key));
            self.kinds.push(row.cells(cells.chain([games]).chain(numbers(score))));
        }
    }

    fn add_comebacks(&mut self, row: &BookedPairing<'_>) {
        let book = &row.books.played;
        for key in book.keys() {
            let Key::Behind(state) = key else { continue };
            let cells = state.map(|tokens| Cell::Count(tokens.into())).into_iter();
            let games = Cell::Count(book.whole(key) / 2);
            self.comebacks.push(row.cells(cells.chain([games]).chain(numbers(book.score(key)))));
        }
    }

    fn add_drama(&mut self, row: &BookedPairing<'_>) {
        let book = &row.books.played;
        for key in book.keys() {
            let (quantity, value) = match key {
                Key::Open(round) => ("open_after_round", round.to_string()),
                Key::ChangedLead(changes) => ("lead_changes", changes.to_string()),
                _ => continue,
            };
            self.push_drama(row, quantity, value, key);
        }
        for swing in LastRound::ALL {
            self.push_drama(row, "last_round", swing.name().to_owned(), Key::LastRound(swing));
        }
        self.push_drama(row, "settled_by_first_half", String::new(), Key::Settled);
    }

    fn push_drama(&mut self, row: &BookedPairing<'_>, quantity: &str, value: String, key: Key) {
        let book = &row.books.played;
        let cells = [Cell::text(quantity), Cell::text(value), Cell::Count(book.counted(key))];
        self.drama.push(row.cells(cells.into_iter().chain(numbers(book.share(key)))));
    }

    fn add_whatifs(&mut self, row: &BookedPairing<'_>, variants: &[Variant]) {
        let games = row.books.played.games();
        let played = &row.books.played;
        let of_kind = |kind| Chosen::of_kind(row.agents, played, kind);
        let chosen = [Chosen::better(row.agents, played), of_kind(Kind::Clear), of_kind(Kind::Secret)];
        for (variant, book) in variants.iter().zip(&row.books.variants) {
            let each = (games / book.white.deals().max(1)) as i64;
            let difference = |seen: &DifferenceCounts, unit: i64, sign: f64| {
                seen.estimate(unit * each).map(|estimate| estimate.scale(sign / (unit * each) as f64))
            };
            let teams = chosen.iter().map(|team| difference(&book.first, 2, team.as_ref()?.sign()));
            let counts = [games, book.changed].into_iter().chain(book.rungs).map(Cell::Count);
            let differences = [difference(&book.shared, 1, 1.0), difference(&book.white, 2, 1.0)];
            let differences = differences.into_iter().chain(teams);
            let names = [Cell::text(&*variant.name), Cell::text("judged again")];
            let cells = names.into_iter().chain(counts).chain(differences.flat_map(ends));
            self.whatifs.push(row.cells(cells));
        }
    }
}

fn rows<'a>(labels: &[&'a str], schedule: &Schedule, books: &'a Books) -> Vec<BookedPairing<'a>> {
    let pairings = schedule.pairings().iter().enumerate();
    let mut rows: Vec<BookedPairing<'a>> = pairings
        .map(|(place, pairing)| BookedPairing {
            agents: [labels[pairing.a], labels[pairing.b]],
            books: books.pairing(place),
        })
        .collect();
    if rows.len() > 1 {
        rows.push(BookedPairing { agents: [ALL, ALL], books: books.all() });
    }
    rows
}

fn ladder_rows(rules: &Rules) -> Vec<By> {
    let doors = std::iter::once(None).chain(Door::ALL.map(Some)).map(By::Door);
    let rounds = (1..=rules.last_round()).map(By::Round);
    let winners = [Some(Side::White), Some(Side::Black), None].map(By::Winner);
    std::iter::once(By::All).chain(doors).chain(rounds).chain(winners).collect()
}

fn described(by: By) -> (&'static str, String) {
    match by {
        By::All => ("all", String::new()),
        By::Door(door) => ("door", door.map_or("none".to_owned(), |door| door.to_string())),
        By::Round(round) => ("round", round.to_string()),
        By::Winner(winner) => ("winner", winner.map_or("shared".to_owned(), |side| side.to_string())),
    }
}

fn steps(key: fn(Option<Rung>) -> Key) -> impl Iterator<Item = (&'static str, Key)> {
    let rungs = Rung::ALL.into_iter().map(move |rung| (rung.name(), key(Some(rung))));
    std::iter::once(("all", key(None))).chain(rungs)
}

fn numbers(measured: Measured) -> [Cell; 3] {
    [measured.value, measured.low, measured.high].map(Cell::share)
}

fn ends(estimate: Option<Estimate>) -> [Cell; 3] {
    let of = |number: fn(&Estimate) -> f64| estimate.as_ref().map(number);
    [of(|e| e.value), of(|e| e.interval.low), of(|e| e.interval.high)].map(Cell::share)
}

/// The median number of rounds; between two middle games their mean.
pub fn median_rounds(book: &Book, limit: u8) -> Option<f64> {
    let games = book.games();
    let at = |rank: u64| {
        let mut below = 0;
        (1..=limit).find(|&rounds| {
            below += book.counted(Key::Rounds(rounds));
            below > rank
        })
    };
    let middle = [games.checked_sub(1)? / 2, games / 2].map(at);
    Some(f64::midpoint(f64::from(middle[0]?), f64::from(middle[1]?)))
}
