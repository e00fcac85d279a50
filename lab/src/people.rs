//! What tables of people come to by round, beside what is to be expected of them.

use std::iter;
use std::sync::atomic::AtomicU64;

use overhear_agents::people::{ByRound, Counts, Familiarity, Figure};
use overhear_agents::registry::{Spec, build};
use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::rules::Rules;
use overhear_engine::table::Seed;
use overhear_stats::{Estimate, RatioMoments};
use serde::Deserialize;

use crate::error::LabError;
use crate::playing::play_counted;
use crate::setup::{WordFiles, Words, ranges, seed};
use crate::so_far::SoFar;
use crate::table::{Cell, Frame, NamedRow, grouped};
use crate::watch::Watch;

/// Tables of people that are played.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PeopleConfig {
    /// Games of each table.
    pub games: u64,
    /// The seed of all chance; drawn if there is none.
    pub seed: Option<u64>,
    /// The words.
    pub words: WordFiles,
}

impl Default for PeopleConfig {
    fn default() -> PeopleConfig {
        PeopleConfig { games: 4000, seed: None, words: WordFiles::default() }
    }
}

/// Plays each table of people against itself; a line for each figure. After a stop there are those of the tables that were
/// finished.
///
/// ```
/// use overhear_lab::{PeopleConfig, Watch, people};
///
/// let config = PeopleConfig { games: 2, seed: Some(1), ..PeopleConfig::default() };
/// let told = people(&config, &Watch::default())?;
/// let lengths = told.found.iter().filter(|line| line.figure == "mean_rounds");
/// assert_eq!(lengths.count(), 3);
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Files that cannot be read; too few or too many games.
pub fn people(config: &PeopleConfig, watch: &Watch) -> Result<SoFar<Vec<PeopleLine>>, LabError> {
    ranges::PEOPLE_GAMES.check(config.games)?;
    let words = Words::load(&config.words)?;
    words.tell(iter::empty(), watch);
    let seed = seed(config.seed);
    watch.note(&[format!("seed {}, {} games a table", seed.0, grouped(config.games))]);
    let counter = watch.count(0, config.games * Familiarity::ALL.len() as u64);
    let mut told = Vec::new();
    for table in Familiarity::ALL {
        let Some(found) = play(&words, table, config.games, seed, (watch, counter.done()))? else {
            return Ok(SoFar::new(told, false));
        };
        told.extend(lines(table, &found));
    }
    Ok(SoFar::new(told, true))
}

/// The lines as a table.
pub fn people_frame(lines: &[PeopleLine]) -> Frame {
    let mut frame = Frame::of("agents people");
    lines.iter().for_each(|line| line.push(&mut frame));
    frame
}

/// What was counted, deal by deal.
#[derive(Default)]
struct Found {
    figures: [RatioMoments; Figure::ALL.len()],
    rounds: RatioMoments,
}

impl Found {
    fn record(&mut self, game: &Counts) {
        for (moments, [cases, codes]) in self.figures.iter_mut().zip(game.figures) {
            moments.record(cases.cast_signed(), codes.cast_signed());
        }
        self.rounds.record(game.rounds.cast_signed(), 1);
    }
}

/// What a table comes to; nothing if it is stopped meanwhile.
fn play(
    words: &Words,
    table: Familiarity,
    games: u64,
    seed: Seed,
    (watch, done): (&Watch, &AtomicU64),
) -> Result<Option<Found>, LabError> {
    let spec = Spec::parse(table.preset()).map_err(LabError::usage)?;
    let world = &words.world;
    let agents = [build(&spec, world).map_err(LabError::usage)?];
    let arena = Arena::new(world.table(&Rules::official())?, &agents, Schedule::self_play(games), seed)?;
    let mut found = Found::default();
    play_counted(&arena, 0..arena.schedule().deals(), &ByRound, done, |block| {
        block.page.iter().for_each(|game| found.record(game));
        watch.flow()
    })?;
    Ok(watch.finished(found))
}

/// A figure of a table, and what is to be expected of it.
#[derive(Clone, Debug)]
pub struct PeopleLine {
    /// The preset.
    pub preset: &'static str,
    /// `missed`, `overheard` or `mean_rounds`.
    pub figure: &'static str,
    /// The first and the last round that it is of.
    pub rounds: [u8; 2],
    /// Of how many codes, or games.
    pub n: u64,
    /// What was found, with its interval by deal.
    pub found: Option<Estimate>,
    /// What is to be expected of such a table: at least, and at most.
    pub range: [f64; 2],
    /// Cases and codes of ten recorded games of people (arXiv 2506.20664).
    pub people: Option<[u32; 2]>,
}

fn lines(table: Familiarity, found: &Found) -> Vec<PeopleLine> {
    let preset = table.preset();
    let rates = Figure::ALL.iter().zip(&found.figures).map(|(&figure, moments)| PeopleLine {
        preset,
        figure: match figure {
            Figure::Missed(_) => "missed",
            Figure::Overheard(_) => "overheard",
        },
        rounds: [*figure.phase().rounds().start(), *figure.phase().rounds().end()],
        n: moments.n.unsigned_abs(),
        found: moments.estimate().map(Estimate::clamp_share),
        range: table.range(figure),
        people: figure.counted(),
    });
    let length = PeopleLine {
        preset,
        figure: "mean_rounds",
        rounds: [1, Rules::official().round_limit],
        n: found.rounds.n.unsigned_abs(),
        found: found.rounds.estimate(),
        range: table.rounds(),
        people: None,
    };
    rates.chain([length]).collect()
}

impl PeopleLine {
    /// Whether what was found lies in the range; unknown where nothing was found.
    pub fn inside(&self) -> &'static str {
        let [low, high] = self.range;
        self.found.map_or("", |found| if (low..=high).contains(&found.value) { "yes" } else { "no" })
    }

    fn push(&self, frame: &mut Frame) {
        let people = |n: usize| self.people.map_or(Cell::text(""), |people| Cell::Count(people[n].into()));
        NamedRow::of(frame)
            .put_all([
                ("preset", Cell::text(self.preset)),
                ("figure", Cell::text(self.figure)),
                ("first_round", Cell::Count(self.rounds[0].into())),
                ("last_round", Cell::Count(self.rounds[1].into())),
                ("n", Cell::Count(self.n)),
                ("range_low", Cell::share(self.range[0])),
                ("range_high", Cell::share(self.range[1])),
                ("inside", Cell::text(self.inside())),
                ("people_cases", people(0)),
                ("people_codes", people(1)),
            ])
            .put_estimate("value", self.found)
            .end();
    }
}
