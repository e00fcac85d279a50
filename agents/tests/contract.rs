//! What every agent owes the table, checked on every one that the registry makes.
//!
//! - Its clues are legal and there are three of them; its beliefs are probabilities; its keywords are in the deck.
//! - An answer is a function of the view and of the call's own stream: asked twice it is the same, a fresh player in
//!   the middle of a game gives the same, an earlier game leaves no trace.
//! - What R5 hides changes no answer.
//! - Players who are said to think alike do.
//!
//! The list of agents comes from the registry (`common/mod.rs`): a new one cannot be missed.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use common::{SEED, agent, deal, play, record_up_to, specs, table, teams, teams_by};
use overhear_agents::registry::{ENCRYPTORS, GUESSERS, Param, Spec};
use overhear_engine::rules::{
    BySide, BySlot, Clue, Clues, Code, Keyword, OnIllegalClue, Players, PublicRecord, Repeat, Rules, Side,
    Tiebreak,
};
use overhear_engine::table::{
    Agent, Belief, Deal, Encryptor, EncryptorView, Game, Guesser, GuesserView, InterceptorView, KeywordView,
    Pace, Position, Role, Seat, Stream, Table, Team,
};

/// Calls `check` for every agent, and says which of them failed.
fn for_every_agent(check: impl Fn(&str, Arc<dyn Agent>)) {
    let failure = |spec: &String| {
        let result = catch_unwind(AssertUnwindSafe(|| check(spec, Arc::from(agent(spec)))));
        let payload = result.err()?;
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        Some(format!("{spec}: {message}"))
    };
    let failures: Vec<String> = specs().iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "the contract is broken\n{}", failures.join("\n"));
}

/// The published games, and two that ask for more: keywords in every tie, and sixteen rounds whatever happens.
fn rules() -> [Rules; 4] {
    let official = Rules::official();
    [
        official,
        Rules { tiebreak: Tiebreak::Keywords, round_limit: 2, interception_from_round: 1, ..official },
        Rules {
            round_limit: 16,
            tokens_to_win: 0,
            tokens_to_lose: 0,
            repeat: Repeat::Lemma,
            on_illegal_clue: OnIllegalClue::Missing,
            tiebreak: Tiebreak::Keywords,
            sand_timer: 20,
            ..official
        },
        Rules::three_player(),
    ]
}

/// An agent whose every answer is checked.
struct Watched(Arc<dyn Agent>);

impl Agent for Watched {
    fn label(&self) -> &str {
        self.0.label()
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(WatchedPlayer { player: self.0.encryptor(), agent: Arc::clone(&self.0) })
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(WatchedPlayer { player: self.0.guesser(), agent: Arc::clone(&self.0) })
    }

    fn pace(&self) -> Pace {
        self.0.pace()
    }

    fn thinks_alike(&self) -> bool {
        self.0.thinks_alike()
    }
}

struct WatchedPlayer<T: ?Sized> {
    agent: Arc<dyn Agent>,
    player: Box<T>,
}

impl WatchedPlayer<dyn Guesser> {
    /// Asks this player twice and a fresh one once, all with the same stream.
    fn ask<A: PartialEq + std::fmt::Debug>(
        &mut self,
        seat: &Seat<'_>,
        stream: &mut Stream,
        ask: impl Fn(&mut dyn Guesser, &mut Stream) -> A,
    ) -> A {
        let (mut again, mut for_the_fresh) = (stream.clone(), stream.clone());
        let answer = ask(&mut *self.player, stream);
        assert_eq!(ask(&mut *self.player, &mut again), answer, "asked a second time");
        let mut fresh = self.agent.guesser();
        fresh.begin(seat);
        assert_eq!(ask(&mut *fresh, &mut for_the_fresh), answer, "a fresh player");
        answer
    }
}

impl Encryptor for WatchedPlayer<dyn Encryptor> {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.player.begin(seat);
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let (mut again, mut for_the_fresh) = (stream.clone(), stream.clone());
        let answer = self.player.clues(view, stream);
        assert_eq!(self.player.clues(view, &mut again), answer, "asked a second time");
        let mut fresh = self.agent.encryptor();
        fresh.begin(view.seat());
        assert_eq!(fresh.clues(view, &mut for_the_fresh), answer, "a fresh player");
        check_clues(view, &answer);
        answer
    }
}

impl Guesser for WatchedPlayer<dyn Guesser> {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.player.begin(seat);
    }

    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        let belief = self.ask(view.seat(), stream, |player, stream| player.decode(view, stream));
        check_belief(&belief);
        belief
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        let belief = self.ask(view.seat(), stream, |player, stream| player.intercept(view, stream));
        check_belief(&belief);
        belief
    }

    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream) -> BySlot<Keyword> {
        let named = self.ask(view.seat(), stream, |player, stream| player.keywords(view, stream));
        assert!(named.iter().all(|word| word.index() < view.seat().table().deck.len()), "{named:?}");
        named
    }
}

/// R18, R20, R21: three clues, all of them legal.
fn check_clues(view: &EncryptorView<'_>, answer: &Clues) {
    let (seat, mut given) = (view.seat(), Vec::new());
    given.extend(view.record().halves_of(seat.side()).flat_map(|half| half.clues).flatten());
    for &clue in answer {
        let Table { rules, law, .. } = seat.table();
        let Some(clue) = clue else { panic!("no clue in round {} of {}", view.round(), rules.round_limit) };
        let verdict = law.verdict(clue, view.keywords(), rules.repeat, given.iter().copied());
        assert_eq!(verdict, Ok(()), "`{}`", common::WORLD.clue_text(clue));
        given.push(clue);
    }
}

fn check_belief(belief: &Belief) {
    let probabilities = belief.probabilities();
    assert!(probabilities.iter().all(|p| (0.0..=1.0).contains(p)), "{probabilities:?}");
    let total: f32 = probabilities.iter().sum();
    assert!((total - 1.0).abs() < 1e-5, "the probabilities sum to {total}");
}

#[test]
fn clues_are_legal_beliefs_are_probabilities_and_answers_depend_on_nothing_else() {
    for_every_agent(|_, agent| {
        let agent = Watched(agent);
        for (rules, games) in rules().into_iter().zip([200, 100, 30, 100]) {
            let (table, mut teams) = (table(rules), teams_by(&rules, &agent));
            for number in 0..games {
                let game = play(&table, number, &mut teams);
                assert_eq!(game.illegal_clues, BySide { white: 0, black: 0 });
            }
        }
    });
}

/// All but those that are costly to set and those that ask for a breach.
#[test]
fn settings_at_their_limits_keep_the_contract() {
    fn at_limits(name: &str, params: impl Iterator<Item = &'static Param>) -> Vec<String> {
        let left_out = ["beta", "alpha", "panic", "illegal"];
        let tried = params.filter(|param| !left_out.contains(&param.key));
        let both = tried.flat_map(|param| [param.low, param.high].map(|value| (param.key, value)));
        both.map(|(key, value)| format!("{name}:{key}={value}")).collect()
    }
    let encryptors = ENCRYPTORS.iter().flat_map(|kind| at_limits(kind.name, kind.all_params()));
    let guessers = GUESSERS.iter().flat_map(|kind| at_limits(kind.name, kind.all_params()));
    let specs = encryptors.map(|part| format!("{part}/uniform"));
    let specs = specs.chain(guessers.map(|part| format!("nearest/{part}")));
    let table = table(Rules::official());
    for spec in specs {
        let mut teams = teams(&Watched(Arc::from(agent(&spec))));
        for number in 0..5 {
            let game = play(&table, number, &mut teams);
            assert_eq!(game.illegal_clues, BySide { white: 0, black: 0 }, "{spec}");
        }
    }
}

#[test]
fn a_game_is_the_same_whatever_was_played_before() {
    for_every_agent(|_, agent| {
        let table = table(Rules::official());
        let mut kept = teams(&*agent);
        for number in 0..30 {
            let alone = play(&table, number, &mut teams(&*agent));
            assert!(play(&table, number, &mut kept) == alone, "deal {number} is played otherwise");
        }
    });
}

/// A place in a game from which anybody can be asked anything.
struct Scene<'a> {
    table: &'a Table<'a>,
    deal: &'a Deal,
    record: &'a PublicRecord,
    round: u8,
    clues: Clues,
}

/// What a fresh player answers.
#[derive(Debug, PartialEq)]
enum Answer {
    Clues(Clues),
    Belief(Belief),
    Keywords(BySlot<Keyword>),
}

impl Scene<'_> {
    fn ask(&self, agent: &dyn Agent, role: Role, side: Side, member: u8, stream: &Stream) -> Answer {
        let at = Position { table: self.table, deal: self.deal, record: self.record, round: self.round };
        let mut stream = stream.clone();
        let (seat, mut guesser) = (at.seat(side, member), agent.guesser());
        guesser.begin(&seat);
        match role {
            Role::Encryptor => {
                let mut encryptor = agent.encryptor();
                encryptor.begin(&seat);
                Answer::Clues(encryptor.clues(&at.encryptor(side, member), &mut stream))
            }
            Role::Guesser => {
                Answer::Belief(guesser.decode(&at.guesser(side, member, self.clues), &mut stream))
            }
            Role::Interceptor => {
                Answer::Belief(guesser.intercept(&at.interceptor(side, member, self.clues), &mut stream))
            }
            Role::KeywordGuesser => {
                Answer::Keywords(guesser.keywords(&at.keyword_guesser(side, member), &mut stream))
            }
        }
    }
}

/// Calls `visit` for each role and side in each half of some official games of the agent against itself.
fn in_every_half(agent: &dyn Agent, games: u64, visit: impl FnMut(&Scene<'_>, Role, Side, &Stream)) {
    in_every_half_by(&Rules::official(), agent, games, visit);
}

/// The same by other rules.
fn in_every_half_by(
    rules: &Rules,
    agent: &dyn Agent,
    games: u64,
    mut visit: impl FnMut(&Scene<'_>, Role, Side, &Stream),
) {
    let (table, mut teams) = (table(*rules), teams_by(rules, agent));
    let encryptors = || Side::ALL.into_iter().filter(|&side| rules.gives_clues(side));
    let namers = if rules.players == Players::Three { &[][..] } else { &Side::ALL };
    for number in 0..games {
        let (game, deal) = (play(&table, number, &mut teams), deal(&table, number));
        for (n, half) in game.record.halves().iter().enumerate() {
            let record = record_up_to(&game, n);
            let scene =
                Scene { table: &table, deal: &deal, record: &record, round: half.round, clues: half.clues };
            let mut ask = |role, side: Side| {
                let stream = Stream::of_call(SEED, number, side, 0, half.round, role);
                visit(&scene, role, side, &stream);
            };
            if half.side == Side::White {
                encryptors().for_each(|side| ask(Role::Encryptor, side));
            }
            ask(Role::Guesser, half.side);
            ask(Role::Interceptor, half.side.opponent());
            namers.iter().for_each(|&side| ask(Role::KeywordGuesser, side));
        }
    }
}

/// Another deal, with what the role may see of this one.
fn redealt(scene: &Scene<'_>, role: Role, side: Side, member: u8) -> Deal {
    let mut other = deal(scene.table, 1_000_000 + u64::from(scene.round));
    if scene.table.rules.gives_clues(side) {
        other.keywords[side] = scene.deal.keywords[side];
    }
    other.heads[side][member as usize] = scene.deal.heads[side][member as usize];
    if role == Role::Encryptor {
        let round = scene.round as usize - 1;
        other.codes[round][side] = scene.deal.codes[round][side];
    }
    other
}

#[test]
fn r5_r17_what_is_hidden_changes_no_answer() {
    for_every_agent(|_, agent| {
        for rules in [Rules::official(), Rules::three_player()] {
            in_every_half_by(&rules, &*agent, 10, |scene, role, side, stream| {
                let other = redealt(scene, role, side, 0);
                let elsewhere = Scene { deal: &other, ..*scene };
                let answer = scene.ask(&*agent, role, side, 0, stream);
                assert_eq!(elsewhere.ask(&*agent, role, side, 0, stream), answer, "{role:?} of {side}");
            });
        }
    });
}

#[test]
fn members_who_are_said_to_think_alike_answer_alike() {
    for_every_agent(|spec, agent| {
        let mut disagreements = 0;
        in_every_half(&*agent, 10, |scene, role, side, stream| {
            let first = scene.ask(&*agent, role, side, 0, stream);
            for member in 1..4 {
                disagreements += u32::from(scene.ask(&*agent, role, side, member, stream) != first);
            }
        });
        assert_eq!(disagreements == 0, agent.thinks_alike(), "{spec}: {disagreements} disagreements");
    });
}

#[test]
fn r24_missing_clues_are_no_obstacle() {
    for_every_agent(|_, agent| {
        in_every_half(&*agent, 5, |scene, role, side, stream| {
            let mut record = PublicRecord::new();
            for (n, mut half) in scene.record.halves().iter().copied().enumerate() {
                half.clues[n % 3] = None;
                record.push(half);
            }
            for missing in 0..8usize {
                let kept = |n: usize| scene.clues[n].filter(|_| missing >> n & 1 == 0);
                let clues: [Option<Clue>; 3] = std::array::from_fn(kept);
                match (Scene { record: &record, clues, ..*scene }).ask(&*agent, role, side, 1, stream) {
                    Answer::Belief(belief) => check_belief(&belief),
                    Answer::Clues(clues) => assert!(!clues.contains(&None)),
                    Answer::Keywords(_) => {}
                }
            }
        });
    });
}

#[test]
fn r24_who_takes_longer_over_a_clue_is_late_more_often() {
    let table = table(Rules {
        sand_timer: 30,
        round_limit: 4,
        tokens_to_win: 0,
        tokens_to_lose: 0,
        ..Rules::official()
    });
    let late = |white: &str, black: &str| {
        let mut teams = BySide { white: Team::new(&*agent(white), 2), black: Team::new(&*agent(black), 2) };
        let games = (0..100).map(|number| play(&table, number, &mut teams));
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
    let table = table(Rules::official());
    let (deal, record) = (deal(&table, 0), PublicRecord::new());
    let scene = Scene { table: &table, deal: &deal, record: &record, round: 1, clues: [None; 3] };
    let stream = Stream::of_deal(SEED, 0);
    for_every_agent(|spec, agent| {
        for role in [Role::Guesser, Role::Interceptor] {
            let Answer::Belief(belief) = scene.ask(&*agent, role, Side::White, 0, &stream) else {
                panic!("{spec} answers with a belief")
            };
            for code in Code::ALL {
                assert!((belief.of(code) - 1.0 / 24.0).abs() < 1e-6, "{spec}, {role:?}, {code}");
            }
        }
    });
}

#[test]
fn r13_bayes_names_four_different_words_that_are_not_on_the_own_cards() {
    for spec in ["nearest/bayes", "nearest/bayes:sigma=0.15", "random/bayes"] {
        let agent = agent(spec);
        in_every_half(&*agent, 20, |scene, role, side, stream| {
            if let Answer::Keywords(named) = scene.ask(&*agent, role, side, 0, stream) {
                let deck = scene.table.deck;
                let own = scene.deal.keywords[side];
                for (n, word) in named.iter().enumerate() {
                    assert!(!named.0[..n].contains(word), "{spec} names {word:?} twice");
                    assert!(!own.iter().any(|&own| deck.card_of(own).contains(word)), "{spec}: an own card");
                }
            }
        });
    }
}

#[test]
fn an_agent_spelled_out_in_full_plays_the_same() {
    let table = table(Rules::official());
    for spec in specs() {
        let in_full = Spec::parse(&spec).expect("a spec").to_string();
        let games = |spec: &str| -> Vec<Game> {
            let mut teams = teams(&*agent(spec));
            (0..10).map(|number| play(&table, number, &mut teams)).collect()
        };
        assert!(games(&spec) == games(&in_full), "{spec} does not play as {in_full}");
    }
}
