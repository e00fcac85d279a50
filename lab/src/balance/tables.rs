//! The frames of a report, one for each file.

use overhear_engine::arena::Schedule;
use overhear_engine::rules::{Rules, Side, TieCondition};
use overhear_stats::{DifferenceCounts, Interval};

use super::focus_agent::FocusAgent;
use super::game_minutes::of_sums;
use super::ratio_reader::RatioReader;
use super::ratio_sums::RatioSums;
use super::statistic::{GameGroup, LastRound, Statistic};
use super::stats_recorder::{PairingStats, RunStats};
use super::team_skill::TeamSkill;
use super::variant::Variant;
use crate::experiment::{Population, TimeAssumptions};
use crate::paired::EndingKind;
use crate::table::{Cell, Frame, NamedRow};

/// All frames of a report.
#[derive(Debug)]
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
    /// tables.csv, if there are several matchups.
    pub tables: Option<Frame>,
}

/// Name that replaces both agents in a row about all pairings.
pub const ALL: &str = "*";

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

    /// Starts a row with the names of the agents.
    fn row<'a>(&self, frame: &'a mut Frame) -> NamedRow<'a> {
        let [a, b] = self.agents.map(Cell::text);
        NamedRow::new(frame).put("agent_a", a).put("agent_b", b)
    }
}

impl Tables {
    /// Returns frames without rows.
    pub(crate) fn new() -> Tables {
        Tables {
            ladder: Frame::new("ladder.csv"),
            seats: Frame::new("seats.csv"),
            lengths: Frame::with("lengths.csv", &["minutes", "mean_minutes", "minutes_p5", "minutes_p95"]),
            skill: Frame::new("skill.csv"),
            kinds: Frame::new("kinds.csv"),
            comebacks: Frame::new("comebacks.csv"),
            drama: Frame::new("drama.csv"),
            whatifs: Frame::new("whatifs.csv"),
            tables: None,
        }
    }

    /// Returns every frame.
    pub fn all(&self) -> Vec<Frame> {
        let Tables { ladder, seats, lengths, skill, kinds, comebacks, drama, whatifs, tables } = self;
        let always = [ladder, seats, lengths, skill, kinds, comebacks, drama, whatifs];
        always.into_iter().chain(tables).cloned().collect()
    }

    /// Adds the rows of a population: each pairing, then all pairings together if there are several.
    pub(super) fn add(
        &mut self,
        population: &Population,
        stats: &RunStats,
        (rules, minutes): (&Rules, &TimeAssumptions),
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
        let ratios = read.ratios;
        for by in ladder_rows(rules) {
            let (name, value) = described(by);
            for kind in EndingKind::ALL {
                let key = Statistic::Ladder(by, kind);
                let row = row.row(&mut self.ladder);
                let row = row.put("by", Cell::text(name)).put("value", Cell::text(&*value));
                let row = row
                    .put("step", Cell::text(kind.name()))
                    .put("games", Cell::Count(ratios.games_counted(key)));
                row.put_measured("share", read.share(key)).end();
            }
        }
    }

    fn add_seats(&mut self, row: &PairingWithStats<'_>, rules: &Rules) {
        let read = row.read(rules);
        for (step, key) in steps(Statistic::White) {
            let row = row.row(&mut self.seats).put("step", Cell::text(step));
            let row = row.put("games", Cell::Count(read.ratios.whole(key) / 2));
            row.put_measured("white_score", read.score(key)).end();
        }
    }

    fn add_lengths(&mut self, row: &PairingWithStats<'_>, rules: &Rules, minutes: &TimeAssumptions) {
        let read = row.read(rules);
        let ratios = read.ratios;
        let spread = minutes.spread(&of_sums(ratios, rules));
        let taken = |minutes: Option<f64>| Cell::Number(minutes, 2);
        let median = median_rounds(ratios, rules.last_round());
        let range = Interval { low: 1.0, high: rules.last_round().into() };
        for rounds in 1..=rules.last_round() {
            let key = Statistic::Rounds(rounds);
            let row = row.row(&mut self.lengths).put_all([
                ("rounds", Cell::Count(rounds.into())),
                ("games", Cell::Count(ratios.games_counted(key))),
                ("median_rounds", Cell::Number(median, 1)),
                ("minutes", taken(Some(minutes.game(rounds, false)))),
                ("mean_minutes", taken(spread.map(|spread| spread.mean))),
                ("minutes_p5", taken(spread.map(|spread| spread.low))),
                ("minutes_p95", taken(spread.map(|spread| spread.high))),
            ]);
            row.put_measured("share", read.share(key))
                .put_measured("mean_rounds", ratios.mean(Statistic::Length, range))
                .end();
        }
    }

    fn add_skill(&mut self, row: &PairingWithStats<'_>, rules: &Rules) {
        let read = row.read(rules);
        let Some(better) = FocusAgent::better(row.agents, read.ratios) else { return };
        for (step, key) in steps(Statistic::First) {
            let games = read.ratios.whole(key) / 2;
            let score = read.score(key).map(|score| better.score(score));
            let row = row.row(&mut self.skill);
            let row = row.put("better", Cell::text(better.name)).put("worse", Cell::text(better.other));
            let row = row.put("step", Cell::text(step)).put("games", Cell::Count(games));
            row.put_measured("score", score).end();
        }
    }

    fn add_kind(&mut self, row: &PairingWithStats<'_>, rules: &Rules, kind: TeamSkill) {
        let read = row.read(rules);
        let ratios = read.ratios;
        let Some(team) = FocusAgent::of_kind(row.agents, ratios, kind) else { return };
        let rates =
            [team.is_first, !team.is_first].map(|is_first| ratios.ratio(Statistic::Failures(kind, is_first)));
        for (step, key) in steps(Statistic::First) {
            let row = row.row(&mut self.kinds).put_all([
                ("kind", Cell::text(kind.name())),
                ("team", Cell::text(team.name)),
                ("other", Cell::text(team.other)),
                ("team_rate", Cell::share(rates[0])),
                ("other_rate", Cell::share(rates[1])),
                ("step", Cell::text(step)),
                ("games", Cell::Count(ratios.whole(key) / 2)),
            ]);
            row.put_measured("score", read.score(key).map(|score| team.score(score))).end();
        }
    }

    fn add_comebacks(&mut self, row: &PairingWithStats<'_>) {
        let ratios = &row.stats.played;
        for key in ratios.keys() {
            let Statistic::Behind(state) = key else { continue };
            let [interceptions, miscommunications, theirs, their_miscommunications] =
                state.map(|tokens| Cell::Count(tokens.into()));
            let row = row.row(&mut self.comebacks).put_all([
                ("interceptions", interceptions),
                ("miscommunications", miscommunications),
                ("opponent_interceptions", theirs),
                ("opponent_miscommunications", their_miscommunications),
                ("games", Cell::Count(ratios.whole(key) / 2)),
            ]);
            row.put_measured("score", ratios.score(key)).end();
        }
    }

    fn add_drama(&mut self, row: &PairingWithStats<'_>, rules: &Rules) {
        for key in row.stats.played.keys() {
            let (quantity, value) = match key {
                Statistic::Open(round) => ("open_after_round", round.to_string()),
                Statistic::ChangedLead(changes) => ("lead_changes", changes.to_string()),
                _ => continue,
            };
            self.push_drama((row, rules), quantity, value, key);
        }
        for swing in LastRound::ALL {
            self.push_drama((row, rules), "last_round", swing.name().to_owned(), Statistic::LastRound(swing));
        }
        self.push_drama((row, rules), "settled_by_first_half", String::new(), Statistic::Settled);
    }

    fn push_drama(
        &mut self,
        (row, rules): (&PairingWithStats<'_>, &Rules),
        quantity: &str,
        value: String,
        key: Statistic,
    ) {
        let read = row.read(rules);
        let row = row.row(&mut self.drama).put("quantity", Cell::text(quantity));
        let row =
            row.put("value", Cell::text(value)).put("games", Cell::Count(read.ratios.games_counted(key)));
        row.put_measured("share", read.share(key)).end();
    }

    fn add_whatifs(&mut self, row: &PairingWithStats<'_>, variants: &[Variant]) {
        let games = row.stats.played.games();
        let played = &row.stats.played;
        let of_kind = |kind| FocusAgent::of_kind(row.agents, played, kind);
        let chosen =
            [FocusAgent::better(row.agents, played), of_kind(TeamSkill::Clear), of_kind(TeamSkill::Secret)];
        for (variant, counts) in variants.iter().zip(&row.stats.variants) {
            let each = (games / counts.white.deals().max(1)) as i64;
            let difference = |seen: &DifferenceCounts, unit: i64, sign: f64| {
                seen.estimate(unit * each).map(|estimate| estimate.scale(sign / (unit * each) as f64))
            };
            let of_team = |team: &Option<FocusAgent<'_>>| difference(&counts.first, 2, team.as_ref()?.sign());
            let [better, clear, secret] = chosen.each_ref().map(of_team);
            let [tokens, points, keywords, shared] = counts.endings.map(Cell::Count);
            row.row(&mut self.whatifs)
                .put("change", Cell::text(&*variant.name))
                .put("method", Cell::text("judged again"))
                .put("games", Cell::Count(games))
                .put("changed", Cell::Count(counts.changed))
                .put_all([("tokens", tokens), ("points", points), ("keywords", keywords), ("shared", shared)])
                .put_estimate("shared_difference", difference(&counts.shared, 1, 1.0))
                .put_estimate("white_difference", difference(&counts.white, 2, 1.0))
                .put_estimate("better_difference", better)
                .put_estimate("clear_difference", clear)
                .put_estimate("secret_difference", secret)
                .end();
        }
    }
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
    let at = |rank: u64| {
        let mut below = 0;
        (1..=limit).find(|&rounds| {
            below += ratios.games_counted(Statistic::Rounds(rounds));
            below > rank
        })
    };
    let middle = [games.checked_sub(1)? / 2, games / 2].map(at);
    Some(f64::midpoint(f64::from(middle[0]?), f64::from(middle[1]?)))
}
