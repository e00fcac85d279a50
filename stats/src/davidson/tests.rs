//! The fit as a whole: golden vector, existence, invariants.

use proptest::prelude::*;

use super::*;
use crate::GameResult;

const GOLDEN: [(usize, usize, u64, u64, u64); 6] = [
    (0, 1, 45, 40, 15),
    (1, 0, 50, 38, 12),
    (0, 2, 60, 25, 15),
    (2, 0, 30, 55, 15),
    (1, 2, 52, 33, 15),
    (2, 1, 35, 50, 15),
];

fn table(agents: usize, rows: &[(usize, usize, u64, u64, u64)]) -> GameTable {
    let mut table = GameTable::new(agents);
    for &(first, second, first_wins, second_wins, ties) in rows {
        table.add(Encounter { first, second, first_wins, second_wins, ties }).expect("two agents");
    }
    table
}

fn expected_scores(fit: &DavidsonFit, table: &GameTable) -> Vec<f64> {
    let mut scores = vec![0.0; table.agents()];
    for games in table.encounters() {
        let played = (games.first_wins + games.second_wins + games.ties) as f64;
        let share = fit.expected_score(games.first, games.second).expect("two agents");
        scores[games.first] += played * share;
        scores[games.second] += played * (1.0 - share);
    }
    scores
}

#[test]
fn s4_golden_vector() {
    let table = table(3, &GOLDEN);
    let fit = fit_davidson(&table).expect("games");
    assert_eq!(*fit.basis(), RatingBasis::Exact);
    let theta = fit.strengths();
    for (fitted, printed) in [
        (theta[1] - theta[0], -0.048_073),
        (theta[2] - theta[0], -0.589_078),
        (fit.seat_effect(), 0.126_510),
        (fit.tie_parameter(), 0.348_849),
    ] {
        assert!((fitted - printed).abs() < 5e-7, "{fitted} {printed}");
    }
    let (anchor, errors) = (Anchor::Agent(0), fit.fisher());
    let ratings = fit.ratings_with_errors(anchor, &errors);
    for (fitted, value, se) in
        [(ratings[1], -8.351, 21.993), (ratings[2], -102.333, 22.436), (fit.seat(&errors), 21.977, 15.717)]
    {
        assert!((fitted.value - value).abs() < 5e-4 && (fitted.se - se).abs() < 5e-4, "{fitted:?}");
    }
    for (expected, observed) in expected_scores(&fit, &table).into_iter().zip([226.5, 220.5, 153.0]) {
        assert!((expected - observed).abs() < 1e-9, "{expected} {observed}");
    }
}

#[test]
fn the_deviance_of_a_circle_is_that_of_even_agents() {
    // Each agent beats the next one in either seat: all strengths are equal, and nine wins of ten are not explained.
    let circle =
        [(0, 1, 90, 10), (1, 0, 10, 90), (1, 2, 90, 10), (2, 1, 10, 90), (2, 0, 90, 10), (0, 2, 10, 90)];
    let table = table(3, &circle.map(|(first, second, won, lost)| (first, second, won, lost, 0)));
    let lack = fit_davidson(&table).expect("games").lack_of_fit(&table).expect("these games").expect("cells");
    let each = 2.0 * (90.0 * libm::log(1.8) + 10.0 * libm::log(0.2));
    assert!((lack.deviance - 6.0 * each).abs() < 1e-6, "{lack:?}");
    assert_eq!(lack.freedom, 3, "six shares, less two differences of strengths and the seat");
}

#[test]
fn how_badly_it_fits_is_asked_of_the_games_that_were_rated() {
    let rated = table(3, &GOLDEN.map(|(first, second, won, lost, _)| (first, second, won, lost, 0)));
    let fit = fit_davidson(&rated).expect("games");
    assert!(fit.lack_of_fit(&rated).is_ok_and(|lack| lack.is_some_and(|lack| lack.deviance.is_finite())));
    for other in [table(3, &GOLDEN), table(4, &GOLDEN), table(2, &GOLDEN[..2])] {
        assert_eq!(fit.lack_of_fit(&other), Err(DavidsonError::GamesDisagree));
    }
}

#[test]
fn without_ties_it_is_bradley_terry() {
    let fit = fit_davidson(&table(2, &[(0, 1, 30, 10, 0), (1, 0, 10, 30, 0)])).expect("games");
    assert_eq!(fit.tie_parameter().total_cmp(&0.0), core::cmp::Ordering::Equal);
    let odds = fit.strengths()[0] - fit.strengths()[1];
    assert!((odds - libm::log(3.0)).abs() < 1e-12 && fit.seat_effect().abs() < 1e-12);
    assert_eq!(fit.fisher().ln_tie_parameter_se(), None);
}

fn cause(fit: &DavidsonFit) -> Option<PenaltyCause> {
    match fit.basis() {
        RatingBasis::Exact => None,
        RatingBasis::Penalised { cause, .. } => Some(*cause),
    }
}

#[test]
fn a_clean_sweep_is_penalised_and_says_so() {
    let fit = fit_davidson(&table(3, &[(0, 1, 9, 1, 0), (1, 0, 5, 5, 0), (0, 2, 10, 0, 0)])).expect("games");
    let components = vec![vec![0, 1], vec![2]];
    assert_eq!(*fit.basis(), RatingBasis::Penalised { cause: PenaltyCause::NotConnected, components });
    assert!(fit.ratings(Anchor::Mean).iter().all(|rating| rating.is_finite()));
    assert!(fit.strengths()[2] < fit.strengths()[1]);
}

#[test]
fn agents_that_scored_are_rated_as_if_one_that_never_did_were_not_there() {
    let without = fit_davidson(&table(3, &GOLDEN)).expect("games");
    let swept = (0..3).flat_map(|winner| [(winner, 3, 40, 0, 0), (3, winner, 0, 40, 0)]);
    let rows: Vec<_> = GOLDEN.into_iter().chain(swept).collect();
    let with = fit_davidson(&table(4, &rows)).expect("games");
    assert_eq!([0, 1, 2, 3].map(|agent| with.is_exact(agent)), [true, true, true, false]);
    assert_eq!(with.origin(3), [0, 1, 2]);
    let [(alone, alone_errors), (beside, beside_errors)] =
        [&without, &with].map(|fit| (fit.ratings(Anchor::Mean), fit.fisher()));
    for agent in 0..3 {
        let [one, other] =
            [&alone_errors, &beside_errors].map(|errors| errors.rating_se(agent, Anchor::Mean));
        assert!((alone[agent] - beside[agent]).abs() < 1e-9 && (one - other).abs() < 1e-9);
    }
    // 240 games lost, and one virtual game of which half is won.
    let share: f64 = (0..3)
        .map(|opponent| {
            let seats = [with.expected_score(3, opponent), with.expected_score(opponent, 3)]
                .map(|score| score.expect("two agents"));
            (seats[0] + 1.0 - seats[1]) / 6.0
        })
        .sum();
    assert!((share * 241.0 - 0.5).abs() < 1e-6, "{share}");
}

#[test]
fn the_rating_at_a_score_is_expected_to_have_it() {
    let fit = fit_davidson(&table(3, &GOLDEN)).expect("games");
    let own = fit.ratings(Anchor::Mean)[0];
    let score =
        [1, 2].map(|opponent| fit.expected_mean_score(0, opponent, &fit.fisher()).expect("two agents").value);
    assert!((fit.rating_at_score(&[1, 2], f64::midpoint(score[0], score[1])) - own).abs() < 1e-6);
    assert!(fit.rating_at_score(&[1], 0.5) - fit.ratings(Anchor::Mean)[1] < 1e-6);
    assert!(fit.rating_at_score(&[0, 1, 2], 1e-9) < -3000.0);
}

#[test]
fn groups_that_never_met_are_rated_each_for_itself() {
    let apart = [(0, 1, 30, 10, 0), (1, 0, 15, 25, 0), (2, 3, 5, 35, 0), (3, 2, 20, 20, 0)];
    let fit = fit_davidson(&table(4, &apart)).expect("games");
    assert_eq!((fit.basis(), fit.islands()), (&RatingBasis::Exact, [vec![0, 1], vec![2, 3]].as_slice()));
    let ratings = fit.ratings(Anchor::Mean);
    assert!((ratings[0] + ratings[1]).abs() < 1e-9 && (ratings[2] + ratings[3]).abs() < 1e-9);
    assert_eq!(fit.expected_score(0, 2), Err(DavidsonError::NeverMet { one: 0, other: 2 }));
    let anchored = fit.ratings_with_errors(Anchor::Agent(3), &fit.fisher());
    assert_eq!((anchored[0].value, anchored[3].value, anchored[3].se), (ratings[0], 0.0, 0.0));
    assert!((anchored[2].value - 2.0 * ratings[2]).abs() < 1e-9 && anchored[0].se > 0.0);
    let swept = [(0, 1, 4, 0, 0), (1, 0, 0, 4, 0), (2, 3, 3, 1, 0), (3, 2, 3, 1, 0)];
    let fit = fit_davidson(&table(4, &swept)).expect("games");
    assert_eq!([0, 1, 2, 3].map(|agent| fit.is_exact(agent)), [false, false, true, true]);
    assert!((fit.expected_score(0, 1).expect("two agents") - 8.5 / 9.0).abs() < 0.1);
}

#[test]
fn the_penalty_is_one_game_per_agent() {
    let fit = fit_davidson(&table(2, &[(0, 1, 10, 0, 0), (1, 0, 0, 10, 0)])).expect("games");
    assert_eq!(cause(&fit), Some(PenaltyCause::NotConnected));
    let share = fit.expected_score(0, 1).expect("two agents");
    assert!((share - 20.5 / 21.0).abs() < 1e-12, "{share}");
}

#[test]
fn an_unbounded_seat_or_tie_parameter_is_penalised() {
    for rows in [
        vec![(0, 1, 10, 0, 0), (1, 0, 10, 0, 0)],
        vec![(0, 1, 0, 0, 10), (1, 0, 0, 0, 10)],
        vec![(0, 1, 10, 10, 5)],
        vec![(0, 1, 9, 0, 0), (1, 2, 0, 0, 9), (2, 0, 0, 0, 9)],
    ] {
        let fit = fit_davidson(&table(3.min(rows.len() + 1), &rows)).expect("games");
        assert!(cause(&fit).is_some(), "{rows:?}");
        let errors = fit.fisher();
        assert!(fit.ratings_with_errors(Anchor::Mean, &errors).iter().all(|r| r.se.is_finite()));
        assert!(fit.seat(&errors).value.is_finite() && fit.tie_parameter().is_finite());
    }
}

#[test]
fn a_single_upset_in_a_million_is_enough_to_exist() {
    let fit = fit_davidson(&table(2, &[(0, 1, 1_000_000, 1, 0), (1, 0, 1, 1_000_000, 1)])).expect("games");
    assert_eq!(cause(&fit), None);
}

#[test]
fn nothing_to_rate_is_refused() {
    assert_eq!(fit_davidson(&GameTable::new(0)).err(), Some(DavidsonError::NoGames));
    assert_eq!(fit_davidson(&GameTable::new(3)).err(), Some(DavidsonError::NoGames));
}

/// Deals with the golden totals. One deal cannot hold all games, so each encounter plays its outcomes in a
/// row.
fn golden_deals() -> DealMoments {
    let mut moments = DealMoments::new(3);
    for k in 0..100 {
        let mut deal = DealScores::new(3);
        for (first, second, wins, _, ties) in GOLDEN {
            let outcome = match k {
                k if k < wins => GameResult::Win,
                k if k < wins + ties => GameResult::Tie,
                _ => GameResult::Loss,
            };
            deal.record(first, second, outcome).expect("two agents");
        }
        moments.record(&deal).expect("three agents");
    }
    moments
}

#[test]
fn the_sandwich_needs_the_deals_of_the_table() {
    let table = table(3, &GOLDEN);
    let fit = fit_davidson(&table).expect("games");
    let errors = fit.clustered(&golden_deals()).expect("the same games");
    assert_eq!(errors.model(), ErrorModel::Clustered { deals: 100 });
    assert!(fit.difference(0, 1, &errors).expect("agents").se > 0.0);
    assert_eq!(fit.clustered(&DealMoments::new(3)).err(), Some(DavidsonError::TooFewDeals { deals: 0 }));
    let mut more = golden_deals();
    more.record(&DealScores::new(3)).expect("three agents");
    assert!(fit.clustered(&more).is_ok(), "a deal without games changes no total");
    let mut other = DealScores::new(3);
    other.record(0, 1, GameResult::Win).expect("two agents");
    more.record(&other).expect("three agents");
    assert_eq!(fit.clustered(&more).err(), Some(DavidsonError::DealsDisagree));
}

/// With two agents and no seat effect, the sandwich is the delta method on the mean score per deal.
#[test]
fn two_agents_agree_with_the_mean_over_deals() {
    let games = [
        GameResult::Win,
        GameResult::Win,
        GameResult::Loss,
        GameResult::Win,
        GameResult::Loss,
        GameResult::Loss,
    ];
    let mut table = GameTable::new(2);
    let mut moments = DealMoments::new(2);
    let mut scores = Vec::new();
    for (k, one) in games.into_iter().enumerate() {
        let other = games[(k + 1) % games.len()];
        let mut deal = DealScores::new(2);
        for (first, second, outcome) in [(0, 1, one), (1, 0, other.reversed())] {
            deal.record(first, second, outcome).expect("two agents");
            table.record(first, second, outcome).expect("two agents");
        }
        moments.record(&deal).expect("two agents");
        scores.push(f64::from(one.half_points() + other.half_points()) / 4.0);
    }
    let fit = fit_davidson(&table).expect("games");
    let errors = fit.clustered(&moments).expect("the same games");
    let mean = crate::clustered_mean(&scores).expect("deals");
    let slope = crate::ELO_PER_NAT / (mean.value * (1.0 - mean.value));
    let deals = scores.len() as f64;
    let expected = slope * mean.se * ((deals - 1.0) / deals).sqrt();
    let se = fit.difference(0, 1, &errors).expect("agents").se;
    assert!((se - expected).abs() < 1e-6, "{se} {expected}");
}

proptest! {
    #[test]
    fn scores_match_wherever_a_maximum_exists(counts in prop::collection::vec(0_u64..60, 18)) {
        let rows: Vec<_> = GOLDEN
            .iter()
            .zip(counts.chunks(3))
            .map(|(&(first, second, ..), c)| (first, second, c[0], c[1], c[2]))
            .collect();
        let table = table(3, &rows);
        prop_assume!(table.games() > 0);
        let fit = fit_davidson(&table).expect("games");
        for agent in 0..3 {
            prop_assert!(fit.origin(agent).iter().map(|&n| fit.strengths()[n]).sum::<f64>().abs() < 1e-9);
        }
        if cause(&fit).is_none() {
            for (expected, observed) in expected_scores(&fit, &table).into_iter().zip(table.scores()) {
                prop_assert!((expected - observed).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn a_favourite_that_hardly_ever_loses_has_a_rating(
        games in 10_000_u64..10_000_000_000,
        upsets in prop::array::uniform4(1_u64..20),
    ) {
        let [lost, tied, lost_second, tied_second] = upsets;
        let table = table(2, &[(0, 1, games, lost, tied), (1, 0, lost_second, games, tied_second)]);
        let fit = fit_davidson(&table).expect("games");
        prop_assert_eq!(cause(&fit), None);
        let [observed, expected] = [table.scores(), expected_scores(&fit, &table)].map(|scores| scores[1]);
        prop_assert!((expected / observed - 1.0).abs() < 1e-4, "{} {}", expected, observed);
    }

    #[test]
    fn exchange_of_the_agents_changes_the_sign(c in prop::array::uniform6(1_u64..200)) {
        let one = fit_davidson(&table(2, &[(0, 1, c[0], c[1], c[2]), (1, 0, c[3], c[4], c[5])])).expect("games");
        let other = fit_davidson(&table(2, &[(1, 0, c[0], c[1], c[2]), (0, 1, c[3], c[4], c[5])])).expect("games");
        let left = one.difference(0, 1, &one.fisher()).expect("agents");
        let right = other.difference(0, 1, &other.fisher()).expect("agents");
        prop_assert!((left.value + right.value).abs() < 1e-8 && (left.se - right.se).abs() < 1e-8);
        prop_assert!(left.interval.contains(left.value));
    }
}
