//! Talks of teams: what is said, what it changes, and what it must not change.

use crate::common::random_players::{Wild, deck_and_law};
use crate::common::{check_beliefs, laid};
use overhear_engine::game::{
    Agent, Belief, Encryptor, Game, GameSetup, Guesser, GuesserView, InterceptorView, KeywordBelief,
    KeywordView, MAX_MESSAGE, Question, Role, Seed, Stream, Talk, TalkMember, TalkReply, TalkTurn, Team,
};
use overhear_engine::rules::{BySide, Pooling, Rules, Side};

const WILD: Wild =
    Wild { repeats: 0.0, offends: 0.0, omits: 0.0, hears: 0.6, overhears: 0.3, alike: false, slowness: 0 };

/// How the members of [`Talker`] talk.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    /// As built-in members do.
    Usual,
    /// They do not play the role.
    Never,
    /// They play it, and say nothing.
    Silent,
    /// They say more than a message holds, and keep their beliefs.
    Long,
    /// They believe what the first member has said last.
    Obedient,
}

/// The answers of [`Wild`], with a manner of talking.
#[derive(Clone, Copy, Debug)]
struct Talker(Wild, Manner);

impl Agent for Talker {
    fn label(&self) -> &'static str {
        "talker"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(self.0)
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(*self)
    }

    fn thinks_alike(&self) -> bool {
        self.0.alike
    }
}

impl Guesser for Talker {
    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        self.0.decode(view, stream)
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        self.0.intercept(view, stream)
    }

    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream, believed: &mut KeywordBelief) {
        self.0.keywords(view, stream, believed);
    }

    fn talks(&self, _: Role) -> bool {
        self.1 != Manner::Never
    }

    fn discuss(&mut self, question: &Question<'_>, turn: &TalkTurn<'_>, _: &mut Stream) -> TalkReply {
        assert_eq!(question.seat().member(), turn.member);
        let record = match question {
            Question::Decode(view) => view.record(),
            Question::Intercept(view) => view.record(),
            _ => panic!("teams talk about codes"),
        };
        assert_eq!(question.record(), record);
        match self.1 {
            Manner::Usual | Manner::Never => turn.reply(),
            Manner::Silent => TalkReply { text: " \n ".to_owned(), belief: None },
            Manner::Long => TalkReply { text: "é".repeat(2 * MAX_MESSAGE), belief: None },
            Manner::Obedient => {
                let last = turn.messages.iter().rfind(|message| message.member < 2);
                let belief = last.map(|message| Belief::certain(message.code));
                TalkReply { text: "I follow".to_owned(), belief }
            }
        }
    }
}

fn rules(size: u8) -> Rules {
    Rules { white_team: size, black_team: size, ..Rules::official() }
}

fn play(setup: &GameSetup<'_>, agent: &dyn Agent, number: u64) -> Game {
    let sizes = setup.rules().team_sizes();
    let mut teams = BySide::from_fn(|side| Team::new(agent, sizes[side]));
    let mut game = Game::new();
    let BySide { white, black } = &mut teams;
    setup.play(&setup.deal(Seed(7), number), BySide { white, black }, &mut game);
    game
}

/// Plays games without a talk and with one, and returns them side by side.
fn both(rules: Rules, turns: u8, agent: Talker) -> Vec<(Game, Game)> {
    let (deck, law) = deck_and_law();
    let setup = laid(rules, &deck, &law);
    let games =
        (0..60).map(|number| (play(&setup, &agent, number), play(&setup.with_talk(turns), &agent, number)));
    games.collect()
}

#[test]
fn r4_guessers_talk_without_the_encryptor_and_all_talk_about_the_other_code() {
    for (_, game) in both(rules(4), 2, Talker(WILD, Manner::Usual)) {
        let (mut own, mut others) = (0, 0);
        for talk in &game.talks {
            let half = &game.record.halves()[talk.half];
            let members: Vec<u8> = talk.members.iter().map(|member| member.member).collect();
            if talk.team == half.side {
                let encryptor = (half.round - 1) % 4;
                assert_eq!(members, (0..4).filter(|&member| member != encryptor).collect::<Vec<_>>());
                assert_eq!(talk.after.code, half.guess);
                own += 1;
            } else {
                assert_eq!(members, [0, 1, 2, 3]);
                assert_eq!(Some(talk.after.code), half.interception);
                others += 1;
            }
            assert!(talk.messages.iter().all(|one| members.contains(&one.member)), "the Encryptor is silent");
            assert!(talk.messages.iter().is_sorted_by_key(|one| (one.turn, one.member)));
            assert!(talk.messages.iter().all(|one| (1..=2).contains(&one.turn) && !one.text.is_empty()));
        }
        assert_eq!(own, game.record.halves().len());
        assert_eq!(others, game.record.halves().iter().filter(|half| half.interception.is_some()).count());
    }
}

#[test]
fn the_answer_without_the_talk_is_that_of_the_game_without_talks() {
    for &pooling in Pooling::ALL {
        let mut changed = 0;
        for (plain, talked) in both(Rules { pooling, ..rules(3) }, 1, Talker(WILD, Manner::Usual)) {
            assert!(plain.talks.is_empty());
            // The first half of both games has the same clues; later halves may differ.
            let (half, talk) = (&plain.record.halves()[0], &talked.talks[0]);
            assert_eq!((talk.half, talk.team, talk.pool.code), (0, Side::White, half.guess));
            assert_eq!(talk.pool.belief.probability(half.code), plain.beliefs()[0].guess);
            let revised = |talk: &&Talk| talk.members.iter().any(TalkMember::is_revised);
            changed += talked.talks.iter().filter(revised).count();
        }
        assert!(changed > 20, "members in doubt follow others: {changed}");
    }
}

#[test]
fn a_team_that_has_nothing_to_say_plays_as_without_talks() {
    let alike = Talker(Wild { alike: true, ..WILD }, Manner::Usual);
    for (rules, agent) in
        [(rules(2), Talker(WILD, Manner::Usual)), (rules(4), alike), (rules(4), Talker(WILD, Manner::Never))]
    {
        for (plain, talked) in both(rules, 3, agent) {
            assert_eq!(plain, talked, "{agent:?}");
        }
    }
    for (plain, talked) in both(rules(3), 3, Talker(WILD, Manner::Silent)) {
        assert_eq!(plain.record, talked.record);
        let is_silent = |talk: &Talk| talk.messages.is_empty() && talk.after == talk.pool;
        assert!(!talked.talks.is_empty() && talked.talks.iter().all(is_silent));
        assert!(talked.talks.iter().flat_map(|talk| &talk.members).all(|member| !member.is_revised()));
    }
}

#[test]
fn a_long_message_is_cut_and_changes_no_answer_by_itself() {
    for (plain, talked) in both(rules(3), 2, Talker(WILD, Manner::Long)) {
        assert_eq!(plain.record, talked.record);
        for one in talked.talks.iter().flat_map(|talk| &talk.messages) {
            assert_eq!(one.text.chars().count(), MAX_MESSAGE);
        }
    }
}

#[test]
fn who_follows_is_said() {
    let mut followed = 0;
    for (_, game) in both(rules(4), 1, Talker(WILD, Manner::Obedient)) {
        for talk in &game.talks {
            let leader = talk.members.iter().rfind(|member| member.member < 2).expect("a first member");
            for member in &talk.members {
                assert_eq!(member.after.code, leader.alone.belief.best());
                let leaders: Vec<u8> = talk.members_followed(member).collect();
                assert!(!leaders.contains(&member.member));
                assert!(member.is_revised() || leaders.is_empty());
                followed += leaders.len();
            }
        }
    }
    assert!(followed > 20, "{followed}");
}

#[test]
fn a_replayed_talk_is_the_same_and_so_are_its_beliefs() {
    let (deck, law) = deck_and_law();
    let setup = laid(rules(3), &deck, &law).with_talk(2);
    let agent = Talker(WILD, Manner::Usual);
    for number in 0..20 {
        let game = play(&setup, &agent, number);
        assert_eq!(play(&setup, &agent, number), game);
        let mut teams = BySide::from_fn(|_| Team::new(&agent, 3));
        let BySide { white, black } = &mut teams;
        let beliefs = setup.recompute_beliefs(&setup.deal(Seed(7), number), BySide { white, black }, &game);
        check_beliefs(&beliefs, &game);
    }
}

#[test]
fn members_talk_unless_their_agent_says_otherwise() {
    let (deck, law) = deck_and_law();
    let setup = laid(rules(3), &deck, &law).with_talk(1);
    let games = (0..10).map(|number| play(&setup, &WILD, number));
    let talks: Vec<Talk> = games.flat_map(|game| game.talks).collect();
    assert!(!talks.is_empty() && talks.iter().all(|talk| !talk.messages.is_empty()));
}
