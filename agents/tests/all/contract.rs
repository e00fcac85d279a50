//! What every agent owes the table, checked on every one that the registry makes: the duties of `overhear_agents::audit`
//! by three sets of rules, and some that are about agents of this crate alone.
//!
//! The list of agents comes from the registry (`common/mod.rs`): a new one cannot be missed.

use crate::common::{SEED, agent, deal, play, setup, specs, teams, uneven_setup};
use overhear_agents::audit::{Audit, Duty};
use overhear_agents::registry::{ENCRYPTORS, GUESSERS, Param, Spec};
use overhear_engine::game::{Agent, Belief, Game, Position, Role, Stream, Team};
use overhear_engine::rules::{
    BySide, Code, OnIllegalClue, PublicRecord, RefereeMode, Repeat, Rules, Side, Tiebreak,
};

/// Checks duties of an agent, and says which of them it breaks.
fn audit(spec: &str, agent: &dyn Agent, rules: Rules, games: u64, duties: &[Duty]) -> Vec<String> {
    let audit = Audit { agent, setup: setup(rules), seed: SEED, games, goes_on: &|| true };
    let broken = |duty: &Duty| {
        let breach = audit.check(*duty).err()?;
        Some(format!("{spec}: not so that {}: {breach}", duty.meaning()))
    };
    duties.iter().filter_map(broken).collect()
}

fn every_agent_keeps(rules: Rules, games: u64, duties: &[Duty]) {
    let broken = specs().into_iter().flat_map(|spec| audit(&spec, &*agent(&spec), rules, games, duties));
    let broken: Vec<String> = broken.collect();
    assert!(broken.is_empty(), "the contract is broken\n{}", broken.join("\n"));
}

#[test]
fn every_duty_is_kept_in_the_official_game() {
    all_duties_but_blindness(4);
}

#[test]
#[ignore = "slow: more games of every agent"]
fn every_duty_is_kept_in_more_official_games() {
    all_duties_but_blindness(12);
}

fn all_duties_but_blindness(games: u64) {
    let duties = Duty::ALL.into_iter().filter(|&duty| duty != Duty::Blind);
    every_agent_keeps(Rules::official(), games, &duties.collect::<Vec<_>>());
}

#[test]
fn r5_r17_what_is_hidden_changes_no_answer() {
    every_agent_keeps(Rules::official(), 6, &[Duty::Blind]);
    every_agent_keeps(Rules::three_player(), 6, &[Duty::Blind]);
}

#[test]
#[ignore = "slow: every agent by three sets of rules"]
fn every_duty_is_kept_where_more_is_asked() {
    every_agent_keeps(keywords_asked(), 3, &Duty::ALL);
    every_agent_keeps(Rules::three_player(), 3, &Duty::ALL);
    every_agent_keeps(long(), 2, &[Duty::Legal, Duty::Probable, Duty::Forgetful]);
}

#[test]
#[ignore = "slow: more and longer games of every agent"]
fn every_duty_is_kept_where_more_is_asked_in_more_games() {
    every_agent_keeps(keywords_asked(), 10, &Duty::ALL);
    every_agent_keeps(Rules::three_player(), 10, &Duty::ALL);
    every_agent_keeps(long(), 1, &Duty::ALL);
    every_agent_keeps(long(), 12, &[Duty::Legal, Duty::Probable, Duty::Forgetful]);
}

/// Short games that end with a naming of keywords, intercepted from the first round on.
fn keywords_asked() -> Rules {
    Rules {
        tiebreak: Tiebreak::Keywords,
        round_limit: 2,
        interception_from_round: 1,
        referee: RefereeMode::Warn,
        ..Rules::official()
    }
}

/// Games that no token ends, with everything else that is asked.
fn long() -> Rules {
    Rules {
        round_limit: 16,
        tokens_to_win: 0,
        tokens_to_lose: 0,
        repeat: Repeat::Lemma,
        on_illegal_clue: OnIllegalClue::Missing,
        tiebreak: Tiebreak::Keywords,
        sand_timer: 20,
        ..Rules::official()
    }
}

/// All but those that are costly to set, those that ask for a breach, and blunders of the oracle, which are refused.
#[test]
#[ignore = "slow: every agent at every limit"]
fn settings_at_their_limits_keep_the_contract() {
    fn at_limits(name: &str, params: impl Iterator<Item = &'static Param>) -> Vec<String> {
        let left_out = ["beta", "alpha", "panic", "illegal", "late"];
        let tried = params.filter(|param| !left_out.contains(&param.key));
        let both =
            tried.flat_map(|param| [param.low, param.high].map(|value| (param.key, param.written(value))));
        both.map(|(key, value)| format!("{name}:{key}={value}")).collect()
    }
    let encryptors = ENCRYPTORS.iter().flat_map(|kind| at_limits(kind.name, kind.all_params()));
    let guessers = GUESSERS.iter().flat_map(|kind| {
        at_limits(
            kind.name,
            kind.all_params().filter(|param| (kind.name, param.key) != ("oracle", "blunder")),
        )
    });
    let specs = encryptors.map(|part| format!("{part}/uniform"));
    let specs = specs.chain(guessers.map(|part| format!("nearest/{part}")));
    let duties = [Duty::Legal, Duty::Probable, Duty::Repeatable, Duty::Fresh, Duty::Forgetful];
    let broken: Vec<String> =
        specs.flat_map(|spec| audit(&spec, &*agent(&spec), Rules::official(), 2, &duties)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn agents_say_that_they_think_alike_when_they_do_and_not_otherwise() {
    for spec in specs() {
        let agent = agent(&spec);
        let audit = Audit {
            agent: &*agent,
            setup: setup(Rules::official()),
            seed: SEED,
            games: 10,
            goes_on: &|| true,
        };
        let count = audit.disagreements();
        assert_eq!(count == 0, agent.thinks_alike(), "{spec}: {count} disagreements");
    }
}

#[test]
fn r24_who_takes_longer_over_a_clue_is_late_more_often() {
    let setup = setup(Rules {
        sand_timer: 30,
        round_limit: 4,
        tokens_to_win: 0,
        tokens_to_lose: 0,
        ..Rules::official()
    });
    let late = |white: &str, black: &str| {
        let mut teams = BySide { white: Team::new(&*agent(white), 2), black: Team::new(&*agent(black), 2) };
        let games = (0..100).map(|number| play(&setup, number, &mut teams));
        games.fold((0, 0), |sum, game| (sum.0 + game.late_clues.white, sum.1 + game.late_clues.black))
    };
    let even = late("random", "random");
    assert!(even.0 > 0 && even.1 > 0, "{even:?}");
    let (slow, quick) = late("random:pace=30", "random:pace=5");
    assert!(slow > 2 * even.0 && quick < even.1 / 2, "{slow} and {quick}, of {even:?}");
    assert_eq!(late("random:pace_spread=0", "random:pace_spread=0"), (0, 0));
    assert_eq!(
        late("random:pace=20,pace_spread=0", "random:pace=9,pace_spread=0"),
        (400, 0),
        "at 60 s, after 57 s"
    );
}

#[test]
fn clues_that_say_nothing_leave_every_code_alike() {
    let setup = setup(Rules::official());
    let (deal, record) = (deal(&setup, 0), PublicRecord::new());
    let at = Position { setup: &setup, deal: &deal, record: &record, round: 1 };
    for spec in specs() {
        for role in [Role::Guesser, Role::Interceptor] {
            let (mut guesser, mut stream) = (agent(&spec).guesser(), Stream::of_deal(SEED, 0));
            guesser.begin(&at.seat(Side::White, 0));
            let belief: Belief = match role {
                Role::Guesser => guesser.decode(&at.guesser(Side::White, 0, [None; 3]), &mut stream),
                _ => guesser.intercept(&at.interceptor(Side::White, 0, [None; 3]), &mut stream),
            };
            for code in Code::ALL {
                assert!((belief.probability(code) - 1.0 / 24.0).abs() < 1e-6, "{spec}, {role:?}, {code}");
            }
        }
    }
}

#[test]
fn r13_bayes_names_four_different_words_that_are_not_on_the_own_cards() {
    let rules = Rules {
        tiebreak: Tiebreak::Keywords,
        round_limit: 3,
        tokens_to_win: 0,
        tokens_to_lose: 0,
        ..Rules::official()
    };
    let setup = uneven_setup(rules);
    for spec in ["nearest/bayes", "nearest/bayes:sigma=0.15", "random/bayes"] {
        let mut teams = teams(&*agent(spec));
        for number in 0..20 {
            let (deal, game) = (deal(&setup, number), play(&setup, number, &mut teams));
            let named = game.named.expect("keywords break every tie");
            for side in Side::ALL {
                let (named, own) = (named[side], deal.keywords[side]);
                for (n, word) in named.iter().enumerate() {
                    assert!(!named.0[..n].contains(word), "{spec} names {word:?} twice");
                    assert!(
                        !own.iter().any(|&own| setup.deck().card_of(own).contains(word)),
                        "{spec}: an own card"
                    );
                }
            }
        }
    }
}

#[test]
fn an_agent_spelled_out_in_full_plays_the_same() {
    let setup = uneven_setup(Rules::official());
    for spec in specs() {
        let in_full = Spec::parse(&spec).expect("a spec").to_string();
        let games = |spec: &str| -> Vec<Game> {
            let mut teams = teams(&*agent(spec));
            (0..10).map(|number| play(&setup, number, &mut teams)).collect()
        };
        assert!(games(&spec) == games(&in_full), "{spec} does not play as {in_full}");
    }
}

#[test]
fn r6_where_the_first_round_may_be_intercepted_every_code_is_tried_as_often() {
    let rules = Rules { interception_from_round: 1, ..Rules::official() };
    for spec in ["margin/bayes", "nearest/uniform", "margin/history"] {
        let (setup, mut teams) = (uneven_setup(rules), teams(&*agent(spec)));
        let mut counts = [0; Code::COUNT];
        for number in 0..480 {
            let game = crate::common::play(&setup, number, &mut teams);
            let tried = game.record.halves()[0].interception.expect("from round 1 on");
            counts[tried.index()] += 1;
        }
        assert!(counts.iter().all(|n| (5..=45).contains(n)), "{spec}: {counts:?}");
    }
}
