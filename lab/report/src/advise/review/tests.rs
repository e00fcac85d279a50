//! What a review of a game must say.

use overhear_engine::rules::Code;

use super::*;
use crate::advise::FinishedRound;

fn sheet() -> FinishedSheet {
    let round = |clues: [&str; 3], code: &str, guess: Option<&str>| FinishedRound {
        clues: clues.map(str::to_owned),
        code: code.to_owned(),
        guess: guess.map(str::to_owned),
        interception: None,
    };
    FinishedSheet {
        keywords: ["hotel", "baker", "balcony", "hamburger"].map(str::to_owned).into(),
        rounds: vec![
            round(["travel", "roof", "bread"], "1-3-2", Some("1-3-2")),
            round(["cafeteria", "ranch", "pedestal"], "1-4-3", None),
            round(["harvester", "cubicle", "castle"], "2-3-1", Some("2-1-3")),
        ],
    }
}

/// A handle that nothing stops.
fn going() -> StopHandle {
    StopHandle::default()
}

#[test]
fn work_stops_between_its_units() {
    let (coach, stop) = (coach(), going());
    stop.ask();
    assert!(coach.review(&sheet(), &stop).is_err() && coach.overhear(&sheet(), &stop).is_err());
    assert!(coach.suggest(&sheet(), 2, &stop).is_err());
    assert!(coach.unknown_words(&["xqzzvwk".to_owned()], &stop).is_err());
    let long = coach.unknown_words(&["x".repeat(1000)], &going()).expect("no stop");
    assert!(long[0].understood.is_none(), "no spelling is near");
}

fn coach() -> GameReviewer {
    GameReviewer::new(&Words::built_in().expect("the words are tested")).expect("a coach")
}

#[test]
fn each_clue_has_its_part_and_each_round_its_kind() {
    let review = coach().review(&sheet(), &going()).expect("a sheet");
    assert_eq!(review.rounds.len(), 3);
    assert_eq!(review.rounds[0].p_overheard, None);
    assert!(
        review.rounds[1..].iter().all(|round| round.p_overheard.is_some_and(|p| (0.0..=1.0).contains(&p)))
    );
    assert_eq!(review.rounds[2].kind, "misread");
    assert!(review.rounds[2].sentence.contains("your team heard 2-1-3"), "{}", review.rounds[2].sentence);
    assert!(review.headline.contains("round 3"), "{}", review.headline);
    let bread = &review.rounds[0].clues[2];
    assert!(
        bread.p_own > 0.5
            && bread.keyword == "baker"
            && bread.verdict == overhear_engine::rules::ClueVerdict::Legal,
        "{bread:?}"
    );
    assert!(review.clear.is_some_and(|clear| (0.0..=100.0).contains(&clear)) && review.secret.is_some());
    assert_eq!(review.tiebreaker[1].clues, ["bread", "harvester"]);
    assert!(review.tiebreaker.iter().all(|slot| !slot.named.is_empty()));
}

#[test]
fn what_is_not_known_has_no_chance_and_costs_nothing() {
    let known = coach().review(&sheet(), &going()).expect("a sheet");
    let mut sheet = sheet();
    sheet.rounds[1].clues[1] = "xqzzvwk".to_owned();
    let review = coach().review(&sheet, &going()).expect("a sheet");
    let round = &review.rounds[1];
    assert_eq!((round.kind, round.p_read, round.p_overheard), ("unknown", None, None));
    assert_eq!(round.clues[1].badge, "not known");
    assert!(round.sentence.starts_with("“xqzzvwk” is not known here"), "{}", round.sentence);
    let [first, last] = [known.rounds[0].p_read, known.rounds[2].p_read].map(|share| share.expect("known"));
    let mean = 100.0 * f64::midpoint(first, last);
    assert!(review.clear.is_some_and(|clear| (clear - mean).abs() < 1e-9), "the other rounds alone");
    // A keyword that nobody knows leaves the rounds without it as they are.
    sheet.rounds[1].clues[1] = "ranch".to_owned();
    sheet.keywords[1] = "xqzzvwk".to_owned();
    let review = coach().review(&sheet, &going()).expect("a sheet");
    assert!(review.rounds[0].p_read.is_none() && review.rounds[1].p_read.is_some());
    assert_eq!((review.rounds[2].kind, review.rounds[2].p_read), ("misread", None));
    sheet.rounds.truncate(1);
    let review = coach().review(&sheet, &going()).expect("a sheet");
    assert!(review.turning_point.is_none() && review.clear.is_none() && review.riskiest.is_none());
    assert_eq!(review.headline, "No round can be judged: each has a word that is not known here");
}

#[test]
fn a_clue_that_the_rules_forbid_is_not_called_quiet() {
    let mut sheet = sheet();
    sheet.rounds.truncate(1);
    let review = coach().review(&sheet, &going()).expect("a sheet");
    assert!(review.headline.ends_with("of 100 teams like yours read the code of the only round"));
    sheet.rounds[0].clues = ["hotel", "roof", "bread"].map(str::to_owned);
    let review = coach().review(&sheet, &going()).expect("a sheet");
    assert_eq!(review.rounds[0].kind, "illegal");
    assert_eq!(review.headline, "Round 1 has a clue that the rules forbid");
    assert!(review.rounds[0].sentence.starts_with("The rules forbid “hotel” for hotel: R"));
}

#[test]
fn r19_the_coach_hears_how_a_clue_sounds() {
    use overhear_engine::rules::{ClueVerdict, Reason};
    let mut sheet = sheet();
    sheet.keywords = ["mouse", "baker", "place", "hamburger"].map(str::to_owned).into();
    sheet.rounds.truncate(1);
    sheet.rounds[0].clues = ["sounds like house", "plaice", "flour"].map(str::to_owned);
    let review = coach().review(&sheet, &going()).expect("a sheet");
    let verdicts: Vec<ClueVerdict> = review.rounds[0].clues.iter().map(|clue| clue.verdict).collect();
    let sound = Reason::Sound;
    let expected = [ClueVerdict::Illegal(sound), ClueVerdict::Doubtful(sound), ClueVerdict::Legal];
    assert_eq!(verdicts, expected);
}

#[test]
fn rounds_are_listed_as_people_list_them() {
    let mut sheet = sheet();
    for round in &mut sheet.rounds {
        round.guess = Some("4-2-1".to_owned());
    }
    let review = coach().review(&sheet, &going()).expect("a sheet");
    assert!(review.headline.starts_with("It went wrong in rounds 1, 2 and 3, "), "{}", review.headline);
}

#[test]
fn the_joint_chance_is_that_of_advise() {
    let words = Words::built_in().expect("the words are tested");
    let review =
        GameReviewer::new(&words).and_then(|coach| coach.review(&sheet(), &going())).expect("a sheet");
    let spec = Registry::standard().parse(AGENT).expect("a preset");
    let guesser = FreeTextGuesser::new(&words.world, &spec);
    let belief = guesser.decode(["hotel", "baker", "balcony", "hamburger"], ["travel", "roof", "bread"]);
    let code: Code = "1-3-2".parse().expect("a code");
    assert_eq!(review.rounds[0].p_read, Some(belief.probabilities(1.0)[code.index()]));
}

#[test]
fn suggestions_are_lawful_new_and_better() {
    let coach = coach();
    let suggested = coach.suggest(&sheet(), 2, &going()).expect("a round");
    let review = coach.review(&sheet(), &going()).expect("a sheet");
    assert_eq!(suggested.digits.len(), 3);
    assert!(suggested.digits.iter().any(|digit| !digit.is_empty()), "nothing better than `ranch`?");
    for (digit, spoken) in suggested.digits.iter().zip(&review.rounds[1].clues) {
        for clue in digit {
            let worth = |own: f64, overheard: f64| own * (1.0 - overheard);
            let than = worth(spoken.p_own, spoken.p_overheard.expect("the second round"));
            assert!(worth(clue.p_own, clue.p_overheard) > than, "{clue:?}");
            assert!(!sheet().rounds.iter().any(|round| round.clues.contains(&clue.clue)), "{clue:?}");
            assert_ne!(clue.clue, clue.keyword);
        }
    }
    assert!(coach.suggest(&sheet(), 4, &going()).is_err() && coach.suggest(&sheet(), 0, &going()).is_err());
}

#[test]
fn the_turning_point_is_a_lost_round_with_a_better_clue() {
    let coach = coach();
    let review = coach.review(&sheet(), &going()).expect("a sheet");
    let point = review.turning_point.expect("a round");
    assert_eq!(point.round, 3, "the round that was misread");
    let better = point.better.expect("a better clue than `cubicle`");
    let suggested = coach.suggest(&sheet(), 3, &going()).expect("a round");
    let mut first = suggested.digits.iter().filter_map(|digit| digit.first());
    assert!(first.any(|clue| clue.clue == better.instead.clue), "{better:?}");
    let spoken = review.rounds[2].clues.iter().find(|clue| clue.clue == better.given).expect("given");
    assert_eq!((better.p_own, better.p_overheard), (spoken.p_own, spoken.p_overheard));
    let beginning =
        format!("Turning point: round 3; for {} “{}” is ", better.instead.keyword, better.instead.clue);
    assert!(point.sentence.starts_with(&beginning), "{}", point.sentence);
    let mut quiet = sheet();
    quiet.rounds.truncate(2);
    let review = coach.review(&quiet, &going()).expect("a sheet");
    let point = review.turning_point.expect("a round");
    assert!(point.sentence.starts_with("Riskiest: round "), "nothing was lost: {}", point.sentence);
    let opponents = coach.review_opponents(&quiet, &going()).expect("a sheet");
    assert!(opponents.turning_point.is_none() && opponents.clear == review.clear);
}

#[test]
fn each_clue_has_a_badge_that_its_chances_bear_out() {
    let review = coach().review(&sheet(), &going()).expect("a sheet");
    let clues: Vec<&ClueReview> = review.rounds.iter().flat_map(|round| &round.clues).collect();
    let of = |badge: &str| clues.iter().filter(|clue| clue.badge == badge).collect::<Vec<_>>();
    assert!(of("good").iter().all(|clue| clue.p_own >= 0.7 && clue.p_overheard.is_none_or(|p| p <= 0.5)));
    assert!(of("unclear").iter().all(|clue| clue.p_own < 0.5) && !of("unclear").is_empty());
    assert!(of("loud").iter().all(|clue| clue.p_overheard.is_some_and(|share| share > 0.5)));
    assert_eq!(badge(overhear_engine::rules::ClueVerdict::Legal, 0.9, Some(0.6)), "loud");
}

#[test]
fn an_overhearer_needs_no_keywords_and_agrees_with_the_review() {
    let coach = coach();
    let blind = FinishedSheet { keywords: Vec::new(), ..sheet() };
    let overheard = coach.overhear(&blind, &going()).expect("three rounds");
    let review = coach.review(&sheet(), &going()).expect("a sheet");
    for (one, other) in overheard.iter().zip(&review.rounds).skip(1) {
        assert_eq!(Some(one.p_right), other.p_overheard);
    }
    assert!(coach.review(&blind, &going()).is_err());
}

#[test]
fn unknown_words_are_named() {
    let mut odd = sheet();
    odd.rounds[0].clues[0] = "xqzzvwk".to_owned();
    let review = coach().review(&odd, &going()).expect("a sheet");
    assert!(review.remarks.iter().any(|remark| remark.word == "xqzzvwk"), "{:?}", review.remarks);
}
