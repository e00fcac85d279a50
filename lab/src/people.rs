//! Rates of people-like agents by round, beside the rates expected of people.

use std::iter;
use std::sync::atomic::AtomicU64;

use overhear_agents::people::{Counts, Familiarity, PeopleRate, RoundCountsRecorder};
use overhear_agents::registry::{Spec, build};
use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::game::Seed;
use overhear_engine::rules::Rules;
use overhear_stats::{Estimate, Interval, RatioMoments};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::measurement::{Measurement, RunSources, StepLog, specs};
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::run_games::play_counted;
use crate::settings::Settings;
use crate::setup::{WordFiles, Words, ranges, seed};
use crate::table::{Frame, MeasuredValue, TableRow, counted};

/// Configuration of [`people`].
#[derive(Clone, Debug, Deserialize, Serialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct PeopleConfig {
    /// Games of each team.
    #[setting(default = 4000, range = ranges::PEOPLE_GAMES, value = "N")]
    pub games: u64,
    /// Seed of the run; drawn and printed if not given.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
}

/// Plays each people-like team against itself. Returns a line for each rate; after a stop, the lines of the
/// finished teams.
///
/// ```
/// use overhear_lab::{PeopleConfig, RunControl, people};
///
/// let config = PeopleConfig { games: 2, seed: Some(1), ..PeopleConfig::default() };
/// let result = people(&config, &RunControl::default())?;
/// let lengths = result.found.iter().filter(|line| line.figure == "mean_rounds");
/// assert_eq!(lengths.count(), 3);
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for unreadable files, and for a number of games out of range.
pub fn people(config: &PeopleConfig, watch: &RunControl) -> Result<PartialResult<Vec<PeopleLine>>, LabError> {
    config.play(watch, &mut StepLog::default())
}

impl Experiment for PeopleConfig {
    type Output = Vec<PeopleLine>;

    fn command(&self) -> &'static str {
        "agents people"
    }

    fn seeded(self) -> PeopleConfig {
        PeopleConfig { seed: Some(seed(self.seed).0), ..self }
    }

    fn play(
        &self,
        watch: &RunControl,
        log: &mut StepLog,
    ) -> Result<PartialResult<Vec<PeopleLine>>, LabError> {
        self.check()?;
        let words = Words::load(&self.words)?;
        let agents = Familiarity::ALL.map(|table| Spec::parse(table.preset()).map_err(LabError::usage));
        let agents = agents.into_iter().collect::<Result<Vec<_>, _>>()?;
        let games = self.games * Familiarity::ALL.len() as u64;
        let data = words.sources.clone();
        log.begin(&RunSources { games, agents: specs(&agents), data, ..RunSources::default() })?;
        words.announce(iter::empty(), watch);
        let seed = seed(self.seed);
        watch.note(&[format!("seed {}, {} a table", seed.0, counted(self.games, "game"))]);
        let counter = watch.count(0, games);
        let mut people_lines = Vec::new();
        for (table, spec) in Familiarity::ALL.into_iter().zip(&agents) {
            let counts = log.step((counter.done(), self.games), || {
                play(&words, spec, self.games, seed, (watch, counter.done()))
            })?;
            let Some(counts) = counts else { return Ok(PartialResult::new(people_lines, false)) };
            people_lines.extend(lines(table, &counts));
        }
        Ok(PartialResult::new(people_lines, true))
    }
}

impl Measurement for PeopleConfig {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }

    fn tables(lines: &Vec<PeopleLine>) -> Vec<Frame> {
        vec![PeopleLine::frame(lines)]
    }

    fn findings(lines: &Vec<PeopleLine>) -> Vec<String> {
        let [inside, outside, open] = ["yes", "no", "not_known"]
            .map(|verdict| lines.iter().filter(|line| line.inside == verdict).count());
        let all = lines.len();
        vec![format!(
            "Of {all} figures {inside} lie in the range that is to be expected of such a table, {outside} outside; of \
             {open} it is not known yet."
        )]
    }
}

/// Counts by deal.
#[derive(Default, Serialize, Deserialize)]
struct PeopleCounts {
    figures: [RatioMoments; PeopleRate::ALL.len()],
    rounds: RatioMoments,
}

impl PeopleCounts {
    fn record(&mut self, game: &Counts) {
        // Only games that reach these rounds say anything about them.
        let reached = self.figures.iter_mut().zip(game.figures).filter(|(_, [_, codes])| *codes > 0);
        for (moments, [cases, codes]) in reached {
            moments.record(cases.cast_signed(), codes.cast_signed());
        }
        self.rounds.record(game.rounds.cast_signed(), 1);
    }
}

/// Returns the counts of a team; `None` if stopped.
fn play(
    words: &Words,
    spec: &Spec,
    games: u64,
    seed: Seed,
    (watch, done): (&RunControl, &AtomicU64),
) -> Result<Option<PeopleCounts>, LabError> {
    let world = &words.world;
    let agents = [build(spec, world).map_err(LabError::usage)?];
    let arena = Arena::new(world.setup(&Rules::official())?, &agents, Schedule::self_play(games), seed)?;
    let mut counts = PeopleCounts::default();
    play_counted(&arena, 0..arena.schedule().deals(), &RoundCountsRecorder, (watch, done), |block| {
        block.output.iter().for_each(|game| counts.record(game));
        watch.flow()
    })?;
    Ok(watch.finished(counts))
}

/// A row of people.csv: a rate of a team, with its expected range.
#[derive(Clone, Debug, TableRow)]
#[table("people.csv")]
pub struct PeopleLine {
    /// The preset.
    pub preset: &'static str,
    /// Name of the rate: `missed`, `overheard` or `mean_rounds`.
    pub figure: &'static str,
    /// First round that it covers.
    pub first_round: u64,
    /// Last of them.
    pub last_round: u64,
    /// Number of codes or games.
    pub n: u64,
    /// The estimate, with its interval by deal.
    pub value: Option<MeasuredValue>,
    /// Expected range.
    pub range: Interval,
    /// `yes`, `no` or `not_known`: whether the rate lies in its range, as far as the interval decides; empty without an
    /// estimate.
    pub inside: &'static str,
    /// Cases in ten recorded games of people (arXiv 2506.20664), where they count such a rate.
    pub people_cases: Option<u64>,
    /// Codes among which they are.
    pub people_codes: Option<u64>,
}

fn lines(table: Familiarity, counts: &PeopleCounts) -> Vec<PeopleLine> {
    let (preset, limit) = (table.preset(), Rules::official().round_limit);
    let rates = PeopleRate::ALL.iter().zip(&counts.figures).map(|(&figure, moments)| {
        let (value, [low, high]) = (moments.share(), table.range(figure));
        let range = Interval { low, high };
        let (cases, codes) = figure.cases_and_codes().map(|[cases, codes]| (cases, codes)).unzip();
        PeopleLine {
            preset,
            figure: match figure {
                PeopleRate::Missed(_) => "missed",
                PeopleRate::Overheard(_) => "overheard",
            },
            first_round: (*figure.phase().rounds().start()).into(),
            last_round: (*figure.phase().rounds().end()).into(),
            n: moments.n.unsigned_abs(),
            value: value.map(MeasuredValue::from),
            range,
            inside: inside(value, range),
            people_cases: cases.map(u64::from),
            people_codes: codes.map(u64::from),
        }
    });
    let mean_rounds = counts.rounds.bounded(Interval { low: 1.0, high: limit.into() });
    let [low, high] = table.rounds();
    let range = Interval { low, high };
    let length = PeopleLine {
        preset,
        figure: "mean_rounds",
        first_round: 1,
        last_round: limit.into(),
        n: counts.rounds.n.unsigned_abs(),
        value: mean_rounds.map(MeasuredValue::from),
        range,
        inside: inside(mean_rounds, range),
        people_cases: None,
        people_codes: None,
    };
    rates.chain([length]).collect()
}

/// Returns whether a rate lies in its range, as far as its interval decides.
fn inside(rate: Option<Estimate>, range: Interval) -> &'static str {
    let Some(Estimate { interval: ends, .. }) = rate else { return "" };
    match () {
        () if ends.is_within(range) => "yes",
        () if ends.high < range.low || ends.low > range.high => "no",
        () => "not_known",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_in_or_out_of_its_range_where_its_interval_says_so() {
        let range = Interval { low: 0.05, high: 0.1 };
        for (value, half, expected) in [
            (0.07, 0.01, "yes"),
            (0.07, 0.05, "not_known"),
            (0.04, 0.02, "not_known"),
            (0.02, 0.01, "no"),
            (0.2, 0.05, "no"),
        ] {
            let rate = Estimate { value, se: half / 2.0, interval: Interval::around(value, half) };
            assert_eq!(inside(Some(rate), range), expected, "{value} ± {half}");
        }
        assert_eq!(inside(None, range), "");
    }

    #[test]
    fn games_that_do_not_reach_a_round_are_no_deals_of_it_and_nothing_missed_is_not_certain() {
        let mut counts = PeopleCounts::default();
        for game in 0..20_u64 {
            let late = u64::from(game % 4 == 0);
            let mut figures = [[0, 1]; PeopleRate::ALL.len()];
            figures[2] = [0, late];
            counts.record(&Counts { figures, rounds: 4 + late, games: 1 });
        }
        let lines = lines(Familiarity::ALL[0], &counts);
        let width =
            |place: usize| lines[place].value.and_then(|value| value.interval).expect("codes").width();
        assert_eq!((lines[0].n, lines[2].n), (20, 5));
        assert!(width(0) > 0.1 && width(2) > 0.4, "{} {}", width(0), width(2));
        assert!(counts.figures[2].deals == 5, "five games came there");
    }
}
