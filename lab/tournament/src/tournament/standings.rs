//! standings.csv: a row for each agent, the best first.

use overhear_engine::arena::{AgentTally, BitMoments, Schedule, Tally};
use overhear_engine::game::FixedLog2;
use overhear_engine::rules::{Code, OnIllegalClue, RefereeMode, Rules};
use overhear_stats::{Interval, LogLossScale, MeanMoments};

use super::ratings::Ratings;
use super::roles;
use super::score::{by_score, half_points, score_of};
use super::sequential::SequentialTest;
use super::share::share;
use super::verdict::stopped;
use crate::table::{Cell, Frame, NamedRow};

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

/// Returns the standings, with the columns `more`.
pub(super) fn frame(
    (labels, schedule): (&[&str], &Schedule),
    tally: &Tally,
    ratings: &Ratings,
    test: Option<&SequentialTest>,
    more: &[&str],
) -> Frame {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|&a, &b| by_score(&tally.agents[b], &tally.agents[a]));
    let mut frame = Frame::with("standings.csv", more);
    for agent in order {
        let own = &tally.agents[agent];
        let [decode, intercept, leak] = bit_moments(own);
        let [team, interceptor] = roles::scores(agent, schedule, tally);
        rates(NamedRow::new(&mut frame), own)
            .put("score_as_team", Cell::share(team))
            .put("score_as_interceptor", Cell::share(interceptor))
            .put("agent", Cell::text(labels[agent]))
            .put_ends("score", score_of(agent, tally, test).map(|score| score.interval), Cell::share)
            .put("rating", Cell::elo(ratings.value(agent)))
            .put_ends("rating", ratings.interval(agent), Cell::elo)
            .put("rating_basis", Cell::text(ratings.basis_of(agent)))
            .put("stopped", Cell::text(stopped(test)))
            .put_ends("decode_log_loss", decode, Cell::share)
            .put_ends("intercept_log_loss", intercept, Cell::share)
            .put_ends("leaked_bits", leak, Cell::share)
            .end();
    }
    frame
}

/// Adds the rates of an agent's games and halves.
fn rates<'a>(row: NamedRow<'a>, own: &AgentTally) -> NamedRow<'a> {
    let nats = |bits: Option<f64>| Cell::share(bits.map(|bits| -bits * std::f64::consts::LN_2));
    row.put_all([
        ("games", Cell::Count(own.games)),
        ("wins", Cell::Count(own.wins)),
        ("losses", Cell::Count(own.games - own.wins - own.shared)),
        ("shared", Cell::Count(own.shared)),
        ("score", Cell::share(share(half_points(own), 2 * own.games))),
        ("mean_rounds", Cell::share(share(own.rounds, own.games))),
        ("halves", Cell::Count(own.halves)),
        ("miscommunications", Cell::Count(own.miscommunications)),
        ("miscommunication_rate", Cell::share(share(own.miscommunications, own.halves))),
        ("interception_chances", Cell::Count(own.interception_chances)),
        ("interceptions", Cell::Count(own.interceptions)),
        ("interception_rate", Cell::share(share(own.interceptions, own.interception_chances))),
        ("intercepted_rate", Cell::share(share(own.intercepted, own.interceptable_halves))),
        ("decode_log_loss", nats(mean_bits(own.decode, own.halves))),
        ("intercept_log_loss", nats(mean_bits(own.intercept, own.interception_chances))),
        ("leaked_bits", Cell::share(leaked_bits(own))),
        ("illegal_clues", Cell::Count(own.illegal_clues)),
        ("faults", Cell::Count(own.faults)),
        ("late_clues", Cell::Count(own.late_clues)),
        ("unfit_clues", Cell::Count(own.unfit_clues)),
        ("late_answers", Cell::Count(own.late_answers)),
        ("forfeits", Cell::Count(own.forfeits)),
    ])
}

/// Returns the 95 % intervals of the log losses and of the leak.
fn bit_moments(own: &AgentTally) -> [Option<Interval>; 3] {
    let [decode, intercept, _] = &own.bit_moments;
    let nats = |loss: Option<Interval>| loss.map(|ends| ends.map(|bits| bits * std::f64::consts::LN_2));
    [
        nats(loss_interval(mean_bits(own.decode, own.halves), decode)),
        nats(loss_interval(mean_bits(own.intercept, own.interception_chances), intercept)),
        leak_interval(own),
    ]
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
    scale.estimate(loss, moments.standard_error()?, moments.deals, moments.n).map(|found| found.interval)
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
