//! standings.csv: a row for each agent, the best first.

use overhear_engine::arena::{AgentTally, BitMoments, Tally};
use overhear_engine::game::FixedLog2;
use overhear_engine::rules::{Code, OnIllegalClue, RefereeMode, Rules};
use overhear_stats::{Interval, LogLossScale, MeanMoments};

use super::plan::Plan;
use super::ratings::{RatingEvidence, Ratings};
use super::roles::{self, RoleScores};
use super::score::share;
use super::score::{by_score, half_points, score_of};
use super::sequential::{SequentialTest, TestVerdict};
use super::verdict::stopped;
use crate::table::{ELO_DECIMALS, MeasuredValue, TableRow};

/// Returns the columns beyond those of the official game. A sand timer adds late clues (R24). A referee adds
/// clues that do not fit their keywords (R19, R22). A limit on answers adds games lost to it. Forfeits of
/// illegal clues add their number (R25). Three players add scores by role (R17).
pub(super) fn more_columns(rules: &Rules, answer_limit: Option<u64>) -> Vec<&'static str> {
    [counted_columns(rules, answer_limit), roles::standing_columns(rules)].concat()
}

fn counted_columns(rules: &Rules, answer_limit: Option<u64>) -> &'static [&'static str] {
    if rules.on_illegal_clue == OnIllegalClue::ForfeitCode {
        return &["late_clues", "unfit_clues", "late_answers", "forfeits"];
    }
    match (answer_limit, rules.referee, rules.sand_timer) {
        (Some(_), ..) => &["late_clues", "unfit_clues", "late_answers"],
        (None, RefereeMode::Warn | RefereeMode::Enforce, _) => &["late_clues", "unfit_clues"],
        (None, RefereeMode::Off, 1..) => &["late_clues"],
        (None, RefereeMode::Off, 0) => &[],
    }
}

/// An agent's row of standings.csv: its games, its rates and its rating. Intervals are of 95 %, clustered by deal.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("standings.csv")]
pub struct StandingRow {
    /// Label of the agent.
    pub agent: String,
    /// Number of its games.
    pub games: u64,
    /// Games that it won.
    pub wins: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Games whose victory was shared.
    pub shared: u64,
    /// Share of the points: 1 for a victory, ½ for a shared one. The interval allows for a sequential test that ended the run.
    /// `None` without games.
    pub score: Option<MeasuredValue>,
    /// Davidson rating, 400/ln 10 a unit, of mean 0. An end of its interval is infinite where it is open.
    #[column(decimals = ELO_DECIMALS)]
    pub rating: MeasuredValue,
    /// What the rating rests on.
    pub rating_basis: RatingEvidence,
    /// Mean length of the games in rounds; `None` without games.
    pub mean_rounds: Option<f64>,
    /// Halves in which the agent's team gave the clues.
    pub halves: u64,
    /// Of these, how often the team missed its own code.
    pub miscommunications: u64,
    /// Miscommunications as a share of the halves.
    pub miscommunication_rate: Option<f64>,
    /// Halves that the agent could intercept.
    pub interception_chances: u64,
    /// Of these, how many it did intercept.
    pub interceptions: u64,
    /// Interceptions as a share of the chances.
    pub interception_rate: Option<f64>,
    /// Of the own halves that the opponents could intercept, the share that they did.
    pub intercepted_rate: Option<f64>,
    /// Mean log loss of the own team over its codes, in nats; `None` without halves.
    pub decode_log_loss: Option<MeasuredValue>,
    /// Mean log loss over the codes that the agent could intercept, in nats; `None` without chances.
    pub intercept_log_loss: Option<MeasuredValue>,
    /// What the interceptors know of the own codes beyond chance, in bits a half; negative where they are misled.
    pub leaked_bits: Option<MeasuredValue>,
    /// Illegal clues that the agent tried to give.
    pub illegal_clues: u64,
    /// Games that it forfeited for want of an answer.
    pub faults: u64,
    /// The hypothesis that a sequential test accepted when it ended the run; `None` if all games were played.
    pub stopped: Option<TestVerdict>,
    /// Clues that it had no time to write (R24).
    pub late_clues: u64,
    /// Clues that the referee found not to be about their keywords (R19, R22).
    pub unfit_clues: u64,
    /// Games lost because an answer took too long.
    pub late_answers: u64,
    /// Halves whose code an illegal clue cost (R25).
    pub forfeits: u64,
    /// Scores by role; `None` if two teams play.
    #[column(group)]
    pub roles: Option<RoleScores>,
}

/// Returns a row for each agent, the best first.
pub(super) fn rows(
    plan: &Plan,
    tally: &Tally,
    ratings: &Ratings,
    test: Option<&SequentialTest>,
) -> Vec<StandingRow> {
    let mut order: Vec<usize> = (0..plan.lineup.players.len()).collect();
    order.sort_by(|&a, &b| by_score(&tally.agents[b], &tally.agents[a]));
    order.into_iter().map(|agent| row(agent, plan, tally, ratings, test)).collect()
}

fn row(
    agent: usize,
    plan: &Plan,
    tally: &Tally,
    ratings: &Ratings,
    test: Option<&SequentialTest>,
) -> StandingRow {
    let own = &tally.agents[agent];
    let score_interval = score_of(agent, tally, test).map(|score| score.interval);
    StandingRow {
        agent: plan.lineup.labels()[agent].to_owned(),
        games: own.games,
        wins: own.wins,
        losses: own.games - own.wins - own.shared,
        shared: own.shared,
        score: share(half_points(own), 2 * own.games)
            .map(|value| MeasuredValue { value, interval: score_interval }),
        rating: MeasuredValue { value: ratings.value(agent), interval: ratings.interval(agent) },
        rating_basis: ratings.basis_of(agent),
        mean_rounds: share(own.rounds, own.games),
        halves: own.halves,
        miscommunications: own.miscommunications,
        miscommunication_rate: share(own.miscommunications, own.halves),
        interception_chances: own.interception_chances,
        interceptions: own.interceptions,
        interception_rate: share(own.interceptions, own.interception_chances),
        intercepted_rate: share(own.intercepted, own.interceptable_halves),
        decode_log_loss: log_loss(own.decode, own.halves, &own.bit_moments[0]),
        intercept_log_loss: log_loss(own.intercept, own.interception_chances, &own.bit_moments[1]),
        leaked_bits: leaked_bits(own).map(|value| MeasuredValue { value, interval: leak_interval(own) }),
        illegal_clues: own.illegal_clues,
        faults: own.faults,
        stopped: stopped(test),
        late_clues: own.late_clues,
        unfit_clues: own.unfit_clues,
        late_answers: own.late_answers,
        forfeits: own.forfeits,
        roles: roles::of_agent(agent, &plan.rules.switches, &plan.lineup.schedule, tally),
    }
}

/// Returns the mean log loss of `count` probabilities in nats, from the sum of their logarithms.
fn log_loss(sum: i128, count: u64, moments: &BitMoments) -> Option<MeasuredValue> {
    let mean = mean_bits(sum, count)?;
    let interval = loss_interval(Some(mean), moments);
    let interval = interval.map(|ends| ends.map(|bits| bits * std::f64::consts::LN_2));
    Some(MeasuredValue { value: -mean * std::f64::consts::LN_2, interval })
}

/// Returns the 95 % interval of [`leaked_bits`], clustered by deal.
pub fn leak_interval(own: &AgentTally) -> Option<Interval> {
    let [.., leaked] = &own.bit_moments;
    let loss = loss_interval(mean_bits(own.leaked, own.interceptable_halves), leaked);
    loss.map(|ends| ends.map(|bits| libm::log2(Code::COUNT as f64) - bits))
}

/// Returns the interval of a mean log loss in bits. The mean is that of the exact sum, which is printed; its error is that of the moments
/// over deals, whose unit is larger.
fn loss_interval(mean_bits: Option<f64>, sums: &BitMoments) -> Option<Interval> {
    let [bits, squares, products] = [sums.bits, sums.squares, sums.products].map(|sum| sum as f64);
    let moments = MeanMoments {
        deals: sums.deals,
        y: bits / BitMoments::BIT,
        n: sums.halves as f64,
        yy: squares / (BitMoments::BIT * BitMoments::BIT),
        // The mean is a ratio of sums over deals, bits over halves, because deals differ in their number of
        // halves.
        yn: products / BitMoments::BIT,
        nn: sums.halves_squared as f64,
    };
    let scale = code_losses();
    let loss = (-mean_bits?).clamp(0.0, scale.most);
    scale
        .estimate(loss, moments.standard_error()?, moments.deals, moments.n)
        .map(|estimate| estimate.interval)
}

/// Returns the scale of log losses of codes, in bits.
pub fn code_losses() -> LogLossScale {
    LogLossScale {
        nats: std::f64::consts::LN_2,
        most: -FixedLog2::log2(FixedLog2::FLOOR).as_bits(),
        answers: Code::COUNT as f64,
    }
}

/// Returns the mean log score of the interceptors for the own codes, over chance, in bits; negative where they are misled.
pub fn leaked_bits(own: &AgentTally) -> Option<f64> {
    mean_bits(own.leaked, own.interceptable_halves).map(|bits| bits + libm::log2(Code::COUNT as f64))
}

/// Returns a sum of [`FixedLog2`] over its count, in bits.
fn mean_bits(sum: i128, count: u64) -> Option<f64> {
    let unit = FixedLog2(1 << 32).as_bits() / (1u64 << 32) as f64;
    (count > 0).then(|| sum as f64 * unit / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_added_for_what_the_rules_can_count() {
        let official = Rules::official();
        let columns = ["late_clues", "unfit_clues", "late_answers", "forfeits"];
        let cases = [
            (official, None, 0),
            (Rules { sand_timer: 30, ..official }, None, 1),
            (Rules { referee: RefereeMode::Warn, ..official }, None, 2),
            (official, Some(5), 3),
            (Rules { on_illegal_clue: OnIllegalClue::ForfeitCode, ..official }, None, 4),
        ];
        for (rules, answer_limit, count) in cases {
            assert_eq!(more_columns(&rules, answer_limit), columns[..count]);
        }
        let three = more_columns(&Rules::three_player(), None);
        assert_eq!(three, ["score_as_team", "score_as_interceptor"]);
    }
}
