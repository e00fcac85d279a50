//! A [`Recorder`] of the statistics of a population's games.

use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{GameNumber, Outcome, Recorder, Schedule, Seating};
use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, Ending, Rules, Side};
use serde::{Deserialize, Serialize};

use super::lead_history::{last_round, lead_changes, leader, settled_by_first_half, tokens_by_round};
use super::ratio_sums::RatioSums;
use super::statistic::{GameGroup, Statistic, TeamSkill};
use super::variant::{Variant, VariantStats};
use crate::paired::{EndingKind, is_choosing};

/// Statistics of a run: one entry for each pairing, then one for all pairings together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunStats(pub Vec<PairingStats>);

/// Statistics of one pairing, or of all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PairingStats {
    /// The games as they were played.
    pub played: RatioSums,
    /// The games under each variant of the tiebreaker.
    pub(super) variants: Vec<VariantStats>,
}

impl PairingStats {
    /// Returns empty statistics for this number of games in each deal.
    fn empty(games_of_a_deal: u64, variants: usize) -> PairingStats {
        PairingStats {
            played: RatioSums::new(games_of_a_deal),
            variants: vec![VariantStats::default(); variants],
        }
    }

    fn close_deal(&mut self) {
        self.played.close_deal();
        self.variants.iter_mut().for_each(VariantStats::close_deal);
    }
}

impl RunStats {
    /// Returns empty statistics.
    pub fn new(schedule: &Schedule, variants: usize) -> RunStats {
        let pairings = schedule.pairings().len();
        let each = schedule.seatings().len() as u64;
        let mut stats = vec![PairingStats::empty(each, variants); pairings];
        stats.push(PairingStats::empty(schedule.games_of_a_deal(), variants));
        RunStats(stats)
    }

    /// Adds the statistics of other deals.
    pub fn merge(&mut self, other: &RunStats) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.played.merge(&other.played);
            own.variants.iter_mut().zip(&other.variants).for_each(|(a, b)| a.merge(b));
        }
    }

    /// Returns the number of deals; `None` if the statistics do not fit such games.
    pub(super) fn deals(&self, schedule: &Schedule, variants: usize) -> Option<u64> {
        let (deals, empty) = (self.0.last()?.played.deals(), RunStats::new(schedule, variants));
        (self.0.len() == empty.0.len()
            && self.0.iter().zip(&empty.0).all(|(own, empty)| {
                let is_like = own.played.is_like(&empty.played);
                is_like && own.played.deals() == deals && own.variants.len() == variants
            }))
        .then_some(deals)
    }

    /// Returns the statistics of a pairing, by its index in the schedule.
    pub fn pairing(&self, place: usize) -> &PairingStats {
        &self.0[place]
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.all().played.games()
    }

    /// Returns the statistics of all pairings together.
    pub fn all(&self) -> &PairingStats {
        self.0.last().expect("there are sums over all pairings")
    }
}

/// Records games as they end.
pub(super) struct StatsRecorder<'a> {
    /// The rules of the games.
    pub rules: Rules,
    /// The pairings of the agents.
    pub schedule: &'a Schedule,
    /// Other tiebreakers to rejudge by.
    pub(super) variants: &'a [Variant],
    /// Progress counter of games.
    pub done: &'a AtomicU64,
}

impl Recorder for StatsRecorder<'_> {
    type Output = RunStats;

    fn game(&self, number: GameNumber, _: BySide<usize>, game: &Game, output: &mut RunStats) {
        self.done.fetch_add(1, Ordering::Relaxed);
        if output.0.is_empty() {
            *output = RunStats::new(self.schedule, self.variants.len());
        }
        let (deal, place, seating) = self.schedule.locate(number).expect("a game of the schedule");
        let last = output.0.len() - 1;
        let endings = self.judge_again(game);
        for place in [place, last] {
            let PairingStats { played, variants } = &mut output.0[place];
            let picks = is_choosing(deal);
            enter(played, game, seating, &self.rules, picks);
            for (variant, ending) in variants.iter_mut().zip(&endings) {
                variant.enter(game.ending, *ending, (!picks).then(|| seating.side_of_a()));
            }
        }
        if Some(&seating) == self.schedule.seatings().last() {
            output.0[place].close_deal();
            if place + 1 == last {
                output.0[last].close_deal();
            }
        }
    }

    fn wants_keywords(&self) -> bool {
        !self.variants.is_empty()
    }
}

impl StatsRecorder<'_> {
    /// Returns the ending of the game under each variant.
    fn judge_again(&self, game: &Game) -> Vec<Ending> {
        if game.ending.tie_condition.is_none() {
            return vec![game.ending; self.variants.len()];
        }
        let endings = self.variants.iter().map(|variant| variant.rules.rejudge(game));
        endings.map(|ending| ending.expect("keywords were asked for")).collect()
    }
}

/// Adds all statistics of a game.
fn enter(ratios: &mut RatioSums, game: &Game, seating: Seating, rules: &Rules, picks: bool) {
    enter_ladder(ratios, game.ending, game.rounds);
    enter_scores(ratios, game.ending, seating.side_of_a(), picks);
    if picks {
        enter_failures(ratios, game, seating.side_of_a());
    }
    enter_leads(ratios, game, rules);
}

fn enter_ladder(ratios: &mut RatioSums, ending: Ending, rounds: u8) {
    let kind = EndingKind::from_ending(ending);
    for by in [
        GameGroup::All,
        GameGroup::Door(ending.tie_condition),
        GameGroup::Round(rounds),
        GameGroup::Winner(ending.winner),
    ] {
        ratios.count(Statistic::Ladder(by, kind));
    }
    ratios.count(Statistic::Rounds(rounds));
    ratios.add(Statistic::Length, rounds.into(), 1);
    (1..rounds).for_each(|round| ratios.count(Statistic::Open(round)));
}

fn enter_scores(ratios: &mut RatioSums, ending: Ending, first: Side, picks: bool) {
    let [of_white, of_first] =
        [Side::White, first].map(|side| Outcome::for_side(ending.winner, side).half_points());
    for kind in [None, Some(EndingKind::from_ending(ending))] {
        ratios.add(Statistic::White(kind), of_white, 2);
        if !picks {
            ratios.add(Statistic::First(kind), of_first, 2);
        }
    }
    if picks {
        ratios.add(Statistic::Pick, of_first, 2);
    }
}

fn enter_failures(ratios: &mut RatioSums, game: &Game, first: Side) {
    for kind in TeamSkill::ALL {
        for side in Side::ALL {
            let [wrong, all] = kind.failures(game, side);
            ratios.add(Statistic::Failures(kind, side == first), wrong, all);
        }
    }
}

fn enter_leads(ratios: &mut RatioSums, game: &Game, rules: &Rules) {
    let after = tokens_by_round(game);
    let changes = lead_changes(&after, rules);
    ratios.add(Statistic::LeadChanges, changes.into(), 1);
    ratios.count(Statistic::ChangedLead(changes));
    ratios.count(Statistic::LastRound(last_round(&after, game.ending, rules)));
    if settled_by_first_half(game, rules) {
        ratios.count(Statistic::Settled);
    }
    let mut states = after[..after.len() - 1].to_vec();
    states.dedup();
    for tokens in states {
        let Some(ahead) = leader(tokens, rules) else { continue };
        let (own, other) = (tokens[ahead.opponent()], tokens[ahead]);
        let state = [own.interceptions, own.miscommunications, other.interceptions, other.miscommunications];
        let half_points = Outcome::for_side(game.ending.winner, ahead.opponent()).half_points();
        ratios.add(Statistic::Behind(state), half_points, 2);
    }
}
