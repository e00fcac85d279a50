//! A resumable game is equal to the sequential game, for any set of external agents and any order of their answers.

use crate::common::external_agent::ExternalAgent;
use crate::common::laid;
use crate::common::random_players::{Wild, deck_and_law};
use crate::common::random_rules::{rules, wild};
use overhear_engine::game::{
    Agent, Answer, AnswerError, Belief, Game, GameSetup, NumberedDeal, PlayerRequest, Question,
    ResumableGame, Role, Seed, Team, UnexpectedAnswer,
};
use overhear_engine::rules::{BySide, Clue, DecidedBy, OnIllegalClue, Players, Rules, Side};
use proptest::prelude::*;

/// Two agents, a game, and what chooses who answers next.
#[derive(Clone, Debug)]
struct Drawn {
    rules: Rules,
    agents: [ExternalAgent; 2],
    number: u64,
    haste: u64,
    wants_keywords: bool,
}

pub(crate) fn external_agent(frailty: f32) -> impl Strategy<Value = ExternalAgent> {
    let external = prop::array::uniform4(prop::bool::weighted(0.6));
    (wild(), external).prop_map(move |(wild, external)| ExternalAgent { wild, frailty, external })
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let agents = [external_agent(0.0), external_agent(0.0)];
    (rules(), agents, any::<u64>(), any::<u64>(), any::<bool>()).prop_map(
        |(rules, agents, number, haste, wants_keywords)| Drawn {
            rules,
            agents,
            number: number >> 12,
            haste,
            wants_keywords,
        },
    )
}

fn teams(rules: &Rules, agents: [&dyn Agent; 2]) -> BySide<Team> {
    BySide::from_fn(|side| Team::new(agents[side.index()], rules.team_sizes()[side]))
}

/// The game as it is played without external agents.
fn sequential(setup: &GameSetup<'_>, dealt: &NumberedDeal, drawn: &Drawn) -> Game {
    let [white, black] = &drawn.agents;
    let (mut game, mut teams) = (Game::new(), teams(&drawn.rules, [white, black]));
    let BySide { white, black } = &mut teams;
    setup.play(dealt, BySide { white, black }, &mut game);
    if drawn.wants_keywords {
        setup.name_keywords(dealt, BySide { white, black }, &mut game);
    }
    game
}

/// Answers some of the open questions, one at a time and in any order; whether there were any.
fn answer_some(resumable: &mut ResumableGame<'_>, agents: &[ExternalAgent; 2], haste: &mut u64) -> bool {
    let mut next = |limit: usize| {
        *haste = haste.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*haste >> 33) as usize % limit
    };
    let open = resumable.questions().count();
    if open == 0 {
        return false;
    }
    for open_count in (1..=open).rev().take(1 + next(open)) {
        let mut request = resumable.questions().nth(next(open_count)).expect("so many stand open");
        let (seat, role) = (*request.question.seat(), request.question.role());
        let agent = &agents[seat.side().index()];
        assert!(agent.external[role as usize], "{role:?} is not external");
        if let Question::Clues(view) = request.question {
            let encryptor = seat.setup().rules().encryptor_of(seat.side(), view.round());
            assert_eq!(seat.member(), encryptor, "R4: the role goes round the team");
        }
        let external = agent.external_player(role).expect("he is external");
        let answer = external.answer(std::slice::from_mut(&mut request)).expect("no outage").remove(0);
        let (side, member) = (seat.side(), seat.member());
        resumable.answer(side, member, answer).expect("his question stands open");
    }
    true
}

/// The same game, which waits.
fn play_external(setup: &GameSetup<'_>, dealt: &NumberedDeal, drawn: &Drawn) -> Game {
    let [white, black] = &drawn.agents;
    let teams = teams(&drawn.rules, [white, black]);
    let mut resumable = ResumableGame::new(*setup, dealt, teams, Game::new());
    if drawn.wants_keywords {
        resumable = resumable.with_keyword_guess();
    }
    let mut haste = drawn.haste;
    loop {
        resumable.advance();
        if resumable.is_over() {
            assert_eq!(resumable.questions().count(), 0);
            assert_eq!(resumable.failure(), None);
            return resumable.into_parts().0;
        }
        assert!(answer_some(&mut resumable, &drawn.agents, &mut haste), "a game that waits has no question");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_resumable_game_is_played_as_a_sequential_one(drawn in drawn()) {
        let (deck, law) = deck_and_law();
        let setup = laid(drawn.rules, &deck, &law).with_talk((drawn.haste % 4) as u8);
        let deal = setup.deal(Seed(4), drawn.number);
        let (here, there) = (sequential(&setup, &deal, &drawn), play_external(&setup, &deal, &drawn));
        prop_assert_eq!(&there, &here);
        for half in 0..here.record.halves().len() {
            prop_assert_eq!(there.written(half), here.written(half));
        }
    }
}

const SOUND: Wild =
    Wild { repeats: 0.0, offends: 0.0, omits: 0.0, hears: 0.8, overhears: 0.3, alike: false, slowness: 0 };

/// How often a game of two teams that are far away has to be written about, and the game.
fn exchanges(rules: Rules, agents: [ExternalAgent; 2], number: u64) -> (u32, Game) {
    let (deck, law) = deck_and_law();
    let setup = laid(rules, &deck, &law);
    let deal = setup.deal(Seed(9), number);
    let [white, black] = &agents;
    let teams = teams(&rules, [white, black]);
    let mut resumable = ResumableGame::new(setup, &deal, teams, Game::new());
    for count in 0.. {
        resumable.advance();
        if resumable.is_over() {
            return (count, resumable.into_parts().0);
        }
        let answers: Vec<_> =
            resumable.questions().map(|mut request| answered(&agents, &mut request)).collect();
        answers.into_iter().for_each(|(side, member, answer)| {
            resumable.answer(side, member, answer).expect("his question stands open");
        });
    }
    unreachable!("every game ends")
}

fn answered(
    agents: &[ExternalAgent; 2],
    request: &mut PlayerRequest<'_>,
) -> (Side, u8, Result<Answer, AnswerError>) {
    let (seat, role) = (*request.question.seat(), request.question.role());
    let external = agents[seat.side().index()].external_player(role).expect("all are far away");
    let answer = external.answer(std::slice::from_mut(request)).expect("no outage").remove(0);
    (seat.side(), seat.member(), answer)
}

#[test]
fn r4_a_round_takes_three_exchanges_and_the_keyword_guess_one() {
    let far = ExternalAgent { wild: SOUND, frailty: 0.0, external: [true; 4] };
    let mut named = 0;
    for (rules, a_round) in [(Rules::official(), 3), (Rules::three_player(), 2)] {
        let rules = Rules { on_illegal_clue: OnIllegalClue::Missing, ..rules };
        for number in 0..300 {
            let (count, game) = exchanges(rules, [far; 2], number);
            let guess = u32::from(game.named.is_some());
            assert_eq!(count, a_round * u32::from(game.rounds) + guess, "deal {number}");
            named += guess;
        }
    }
    assert!(named > 5, "{named} ties came to the keywords");
}

#[test]
fn r25_whoever_is_asked_again_is_told_what_was_refused_and_why() {
    let rules = Rules { on_illegal_clue: OnIllegalClue::Reject, ..Rules::official() };
    let (deck, law) = deck_and_law();
    let setup = laid(rules, &deck, &law);
    let deal = setup.deal(Seed(9), 0);
    let far = ExternalAgent { wild: SOUND, frailty: 0.0, external: [true; 4] };
    let teams = teams(&rules, [&far, &far]);
    let mut resumable = ResumableGame::new(setup, &deal, teams, Game::new());
    resumable.advance();
    let number = Some(Clue::new(300));
    let clues = |second| Ok(Answer::Clues([Some(Clue::new(0)), second, Some(Clue::new(2))]));
    for attempt in 0..3 {
        let open: Vec<(Side, usize)> = resumable
            .questions()
            .map(|request| (request.question.seat().side(), request.refused.len()))
            .collect();
        let black = (attempt == 0).then_some((Side::Black, 0));
        assert_eq!(open, [(Side::White, attempt)].into_iter().chain(black).collect::<Vec<_>>());
        if black.is_some() {
            resumable.answer(Side::Black, 0, clues(Some(Clue::new(4)))).expect("asked");
        }
        resumable.answer(Side::White, 0, clues(number)).expect("asked");
        resumable.advance();
    }
    let request = resumable.questions().next().expect("a fourth and last time");
    assert!(request.refused.iter().all(|refusal| (refusal.place, Some(refusal.clue)) == (1, number)));
    assert!(request.refused[0].why.to_string().starts_with("R19"), "{}", request.refused[0].why);
    resumable.answer(Side::White, 0, clues(number)).expect("asked");
    resumable.advance();
    assert!(
        resumable.questions().all(|request| request.question.role() != Role::Encryptor),
        "he is asked no more"
    );
    assert_eq!(resumable.game().illegal_clues, BySide { white: 4, black: 0 });
}

#[test]
fn whoever_has_no_answer_or_one_to_another_question_loses() {
    let rules = Rules::official();
    let (deck, law) = deck_and_law();
    let setup = laid(rules, &deck, &law);
    let deal = setup.deal(Seed(9), 0);
    let far = ExternalAgent { wild: SOUND, frailty: 0.0, external: [true; 4] };
    let failure = AnswerError { late: true, message: "too late".to_owned() };
    let clues = || Ok(Answer::Clues([None; 3]));
    let failure_after = |white, black| {
        let teams = teams(&rules, [&far, &far]);
        let mut resumable = ResumableGame::new(setup, &deal, teams, Game::new());
        resumable.advance();
        resumable.answer(Side::Black, 0, black).expect("asked");
        let other = resumable.answer(Side::White, 1, clues());
        assert_eq!(other, Err(UnexpectedAnswer { side: Side::White, member: 1 }), "he guesses later");
        assert!(resumable.answer(Side::White, 200, clues()).is_err());
        resumable.advance();
        assert!(!resumable.is_over(), "White is waited for");
        resumable.answer(Side::White, 0, white).expect("asked");
        resumable.advance();
        let ending = resumable.game().ending;
        resumable.failure().map(|(side, failure)| {
            assert!(resumable.is_over() && ending.decided_by == DecidedBy::Forfeit);
            assert_eq!(ending.winner, Some(side.opponent()));
            (side, failure)
        })
    };
    assert_eq!(failure_after(clues(), clues()), None);
    assert_eq!(failure_after(clues(), Err(failure.clone())), Some((Side::Black, failure.clone())));
    let (side, other) =
        failure_after(Ok(Answer::Belief(Belief::UNIFORM)), Err(failure)).expect("two failures");
    assert_eq!((side, other.late), (Side::White, false), "White is asked before Black");
    assert!(other.message.contains("another question"));
}

#[test]
fn r17_the_lone_interceptor_is_asked_nothing_but_to_intercept() {
    let far = ExternalAgent { wild: SOUND, frailty: 0.0, external: [true; 4] };
    let rules = Rules::three_player();
    assert_eq!(rules.players, Players::Three);
    let (deck, law) = deck_and_law();
    let setup = laid(rules, &deck, &law);
    let deal = setup.deal(Seed(9), 3);
    let mut resumable = ResumableGame::new(setup, &deal, teams(&rules, [&far, &far]), Game::new());
    let mut heard = Vec::new();
    loop {
        resumable.advance();
        if resumable.is_over() {
            break;
        }
        let black = resumable.questions().filter(|request| request.question.seat().side() == Side::Black);
        heard.extend(black.map(|request| request.question.role()));
        let answers: Vec<_> =
            resumable.questions().map(|mut request| answered(&[far; 2], &mut request)).collect();
        answers.into_iter().for_each(|(side, member, answer)| {
            resumable.answer(side, member, answer).expect("his question stands open");
        });
    }
    assert!(!heard.is_empty() && heard.iter().all(|role| *role == Role::Interceptor), "{heard:?}");
}
