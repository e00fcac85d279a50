//! The tables of a report, one for each file.

use overhear_engine::arena::Schedule;
use overhear_engine::rules::{Rules, Side, TieCondition};
use overhear_stats::{DifferenceCounts, Interval};

use super::focus_agent::FocusAgent;
use super::matchup_ending::MatchupEnding;
use super::ratio_reader::RatioReader;
use super::ratio_sums::RatioSums;
use super::statistic::{GameGroup, LastRound, Statistic, TeamSkill};
use super::stats_recorder::{PairingStats, RunStats};
use super::table_rows::{
    ComebackRow, DramaRow, KindRow, LadderRow, LengthRow, RowAgents, SeatRow, SkillRow, WhatIfRow,
};
use super::variant::Variant;
use crate::experiment::{Population, TimeAssumptions};
use crate::paired::EndingKind;
use crate::table::{Frame, MeasuredValue, TableRow as _};

/// All rows of a report, by table.
#[derive(Debug, Default)]
pub struct Tables {
    /// ladder.csv.
    pub ladder: Vec<LadderRow>,
    /// seats.csv.
    pub seats: Vec<SeatRow>,
    /// lengths.csv.
    pub lengths: Vec<LengthRow>,
    /// skill.csv.
    pub skill: Vec<SkillRow>,
    /// kinds.csv.
    pub kinds: Vec<KindRow>,
    /// comebacks.csv.
    pub comebacks: Vec<ComebackRow>,
    /// drama.csv.
    pub drama: Vec<DramaRow>,
    /// whatifs.csv.
    pub whatifs: Vec<WhatIfRow>,
    /// tables.csv, if there are several matchups.
    pub tables: Option<Vec<MatchupEnding>>,
}

/// Name that replaces both agents in a row about all pairings.
pub const ALL: &str = "*";

/// Columns of lengths.csv that other lists of lengths lack.
const OF_MINUTES: [&str; 4] = ["minutes", "mean_minutes", "minutes_p5", "minutes_p95"];

/// Two agents and their statistics.
struct PairingWithStats<'a> {
    agents: [&'a str; 2],
    stats: &'a PairingStats,
}

impl PairingWithStats<'_> {
    /// Returns the statistics of the games as played, with the rules.
    fn read<'a>(&'a self, rules: &'a Rules) -> RatioReader<'a> {
        RatioReader { ratios: &self.stats.played, rules }
    }

    /// Returns the names of the agents.
    fn row_agents(&self) -> RowAgents {
        let [agent_a, agent_b] = self.agents.map(str::to_owned);
        RowAgents { agent_a, agent_b }
    }
}

impl Tables {
    /// Returns every table.
    pub fn all(&self) -> Vec<Frame> {
        let always = [
            LadderRow::frame(&self.ladder),
            SeatRow::frame(&self.seats),
            LengthRow::frame_with(&self.lengths, &OF_MINUTES),
            SkillRow::frame(&self.skill),
            KindRow::frame(&self.kinds),
            ComebackRow::frame(&self.comebacks),
            DramaRow::frame(&self.drama),
            WhatIfRow::frame(&self.whatifs),
        ];
        always.into_iter().chain(self.tables.as_deref().map(MatchupEnding::frame)).collect()
    }

    /// Adds the rows of a population: each pairing, then all pairings together if there are several.
    pub(super) fn add(
        &mut self,
        population: &Population,
        stats: &RunStats,
        rules: &Rules,
        minutes: &TimeAssumptions,
        variants: &[Variant],
    ) {
        for row in rows(&population.labels(), &population.lineup.schedule, stats) {
            self.add_ladder(&row, rules);
            self.add_seats(&row, rules);
            self.add_lengths(&row, rules, minutes);
            self.add_skill(&row, rules);
            TeamSkill::ALL.into_iter().for_each(|kind| self.add_kind(&row, rules, kind));
            self.add_comebacks(&row);
            self.add_drama(&row, rules);
            self.add_whatifs(&row, variants);
        }
    }

    fn add_ladder(&mut self, row: &PairingWithStats<'_>, rules: &Rules) {
        let read = row.read(rules);
        for by in ladder_rows(rules) {
            let (name, value) = described(by);
            for kind in EndingKind::ALL {
                let key = Statistic::Ladder(by, kind);
                self.ladder.push(LadderRow {
                    agents: row.row_agents(),
                    by: name,
                    value: value.clone(),
                    step: kind.name(),
                    games: read.ratios.games_counted(key),
                    share: read.share(key),
                });
            }
        }
    }

    fn add_seats(&mut self, row: &PairingWithStats<'_>, rules: &Rules) {
        let read = row.read(rules);
        self.seats.extend(steps(Statistic::White).map(|(step, key)| SeatRow {
            agents: row.row_agents(),
            step,
            games: read.ratios.whole(key) / 2,
            white_score: read.score(key),
        }));
    }

    fn add_lengths(&mut self, row: &PairingWithStats<'_>, rules: &Rules, minutes: &TimeAssumptions) {
        let read = row.read(rules);
        let ratios = read.ratios;
        let spread = minutes.spread(&ratios.timed_games(rules));
        let range = Interval { low: 1.0, high: rules.last_round().into() };
        self.lengths.extend((1..=rules.last_round()).map(|rounds| LengthRow {
            agents: row.row_agents(),
            rounds: rounds.into(),
            games: ratios.games_counted(Statistic::Rounds(rounds)),
            share: read.share(Statistic::Rounds(rounds)),
            mean_rounds: ratios.mean(Statistic::Length, range),
            median_rounds: median_rounds(ratios, rules.last_round()),
            minutes: Some(minutes.game(rounds, false)),
            mean_minutes: spread.map(|spread| spread.mean),
            minutes_p5: spread.map(|spread| spread.low),
            minutes_p95: spread.map(|spread| spread.high),
        }));
    }

    fn add_skill(&mut self, row: &PairingWithStats<'_>, rules: &Rules) {
        let read = row.read(rules);
        let Some(better) = FocusAgent::better(row.agents, read.ratios) else { return };
        self.skill.extend(steps(Statistic::First).map(|(step, key)| SkillRow {
            agents: row.row_agents(),
            better: better.name.to_owned(),
            worse: better.other.to_owned(),
            step,
            games: read.ratios.whole(key) / 2,
            score: read.score(key).map(|score| better.score(score)),
        }));
    }

    fn add_kind(&mut self, row: &PairingWithStats<'_>, rules: &Rules, kind: TeamSkill) {
        let read = row.read(rules);
        let ratios = read.ratios;
        let Some(team) = FocusAgent::of_kind(row.agents, ratios, kind) else { return };
        let [team_rate, other_rate] =
            [team.is_first, !team.is_first].map(|is_first| ratios.ratio(Statistic::Failures(kind, is_first)));
        self.kinds.extend(steps(Statistic::First).map(|(step, key)| KindRow {
            agents: row.row_agents(),
            kind: kind.name(),
            team: team.name.to_owned(),
            other: team.other.to_owned(),
            team_rate,
            other_rate,
            step,
            games: ratios.whole(key) / 2,
            score: read.score(key).map(|score| team.score(score)),
        }));
    }

    fn add_comebacks(&mut self, row: &PairingWithStats<'_>) {
        let ratios = &row.stats.played;
        for key in ratios.keys() {
            let Statistic::Behind(state) = key else { continue };
            let [interceptions, miscommunications, opponent_interceptions, opponent_miscommunications] =
                state.map(u64::from);
            self.comebacks.push(ComebackRow {
                agents: row.row_agents(),
                interceptions,
                miscommunications,
                opponent_interceptions,
                opponent_miscommunications,
                games: ratios.whole(key) / 2,
                score: ratios.score(key),
            });
        }
    }

    fn add_drama(&mut self, row: &PairingWithStats<'_>, rules: &Rules) {
        for key in row.stats.played.keys() {
            let (quantity, value) = match key {
                Statistic::Open(round) => ("open_after_round", round.to_string()),
                Statistic::ChangedLead(changes) => ("lead_changes", changes.to_string()),
                _ => continue,
            };
            self.push_drama(row, rules, quantity, value, key);
        }
        for swing in LastRound::ALL {
            self.push_drama(row, rules, "last_round", swing.name().to_owned(), Statistic::LastRound(swing));
        }
        self.push_drama(row, rules, "settled_by_first_half", String::new(), Statistic::Settled);
    }

    fn push_drama(
        &mut self,
        row: &PairingWithStats<'_>,
        rules: &Rules,
        quantity: &'static str,
        value: String,
        key: Statistic,
    ) {
        let read = row.read(rules);
        self.drama.push(DramaRow {
            agents: row.row_agents(),
            quantity,
            value,
            games: read.ratios.games_counted(key),
            share: read.share(key),
        });
    }

    fn add_whatifs(&mut self, row: &PairingWithStats<'_>, variants: &[Variant]) {
        let games = row.stats.played.games();
        let played = &row.stats.played;
        let chosen = [
            FocusAgent::better(row.agents, played),
            FocusAgent::of_kind(row.agents, played, TeamSkill::Clear),
            FocusAgent::of_kind(row.agents, played, TeamSkill::Secret),
        ];
        for (variant, counts) in variants.iter().zip(&row.stats.variants) {
            // The games of a deal bound its difference: by 1 each for shared victories, by 2 half-points for scores.
            let each = (games / counts.white.deals().max(1)) as i64;
            let [better_difference, clear_difference, secret_difference] =
                chosen.each_ref().map(|team| difference(&counts.first, 2 * each, team.as_ref()?.sign()));
            let [tokens, points, keywords, shared] = counts.endings;
            self.whatifs.push(WhatIfRow {
                agents: row.row_agents(),
                change: variant.name.clone(),
                method: "judged again",
                games,
                changed: counts.changed,
                tokens,
                points,
                keywords,
                shared,
                shared_difference: difference(&counts.shared, each, 1.0),
                white_difference: difference(&counts.white, 2 * each, 1.0),
                better_difference,
                clear_difference,
                secret_difference,
            });
        }
    }
}

/// Returns the mean difference with its interval, times `sign`; the games of a deal can differ by `most` at most.
fn difference(counts: &DifferenceCounts, most: i64, sign: f64) -> Option<MeasuredValue> {
    counts.estimate(most).map(|estimate| MeasuredValue::from(estimate.scale(sign / most as f64)))
}

fn rows<'a>(labels: &[&'a str], schedule: &Schedule, stats: &'a RunStats) -> Vec<PairingWithStats<'a>> {
    let pairings = schedule.pairings().iter().enumerate();
    let mut rows: Vec<PairingWithStats<'a>> = pairings
        .map(|(place, pairing)| PairingWithStats {
            agents: [labels[pairing.a], labels[pairing.b]],
            stats: stats.pairing(place),
        })
        .collect();
    if rows.len() > 1 {
        rows.push(PairingWithStats { agents: [ALL, ALL], stats: stats.all() });
    }
    rows
}

fn ladder_rows(rules: &Rules) -> Vec<GameGroup> {
    let doors = std::iter::once(None).chain(TieCondition::ALL.map(Some)).map(GameGroup::Door);
    let rounds = (1..=rules.last_round()).map(GameGroup::Round);
    let winners = [Some(Side::White), Some(Side::Black), None].map(GameGroup::Winner);
    std::iter::once(GameGroup::All).chain(doors).chain(rounds).chain(winners).collect()
}

fn described(by: GameGroup) -> (&'static str, String) {
    match by {
        GameGroup::All => ("all", String::new()),
        GameGroup::Door(door) => ("door", door.map_or("none".to_owned(), |door| door.to_string())),
        GameGroup::Round(round) => ("round", round.to_string()),
        GameGroup::Winner(winner) => ("winner", winner.map_or("shared".to_owned(), |side| side.to_string())),
    }
}

fn steps(key: fn(Option<EndingKind>) -> Statistic) -> impl Iterator<Item = (&'static str, Statistic)> {
    let endings = EndingKind::ALL.into_iter().map(move |kind| (kind.name(), key(Some(kind))));
    std::iter::once(("all", key(None))).chain(endings)
}

/// Returns the median number of rounds; with two middle games, their mean.
pub fn median_rounds(ratios: &RatioSums, limit: u8) -> Option<f64> {
    let games = ratios.games();
    let middle = [games.checked_sub(1)? / 2, games / 2].map(|rank| {
        let mut below = 0;
        (1..=limit).find(|&rounds| {
            below += ratios.games_counted(Statistic::Rounds(rounds));
            below > rank
        })
    });
    Some(f64::midpoint(f64::from(middle[0]?), f64::from(middle[1]?)))
}
