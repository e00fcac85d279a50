//! What a bot is told is what its role may know: everything hidden is dealt once more, and the same bytes go over the wire.

use std::fs::read_to_string;

use overhear_bots::Bot;
use overhear_engine::game::{
    Deal, ExternalPlayer as _, GameSetup, PlayerRequest, Position, Refusal, Role, Seed, Stream,
};
use overhear_engine::rules::{Clue, Code, Half, PublicRecord, Rules, Side};

use crate::common::{TestWords, drill, overheard};
use crate::traffic;

/// Who is asked.
type Who = (Role, Side, u8);

/// The halves of so many rounds, which all have heard.
fn record(round: u8, number: u64) -> PublicRecord {
    let mut record = PublicRecord::new();
    let number = number as usize;
    for n in 0..2 * (usize::from(round) - 1) {
        let code = |k: usize| Code::ALL[(7 * n + k + number) % 24];
        let clue = |k: usize| Some(Clue::new(((3 * n + k + number) % 200) as u32));
        record.push(Half {
            round: n as u8 / 2 + 1,
            side: Side::ALL[n % 2],
            clues: [clue(0), clue(1), None],
            guess: code(0),
            interception: (n > 1).then(|| code(1)),
            code: code(2),
            forfeited: n % 5 == 4,
        });
    }
    record
}

/// Another deal in all that the member may not know; codes of rounds that are over stand in the record.
fn redealt(deal: &Deal, mut other: Deal, (role, side, member): Who, round: u8) -> Deal {
    other.keywords[side] = deal.keywords[side];
    other.noise_seeds[side][usize::from(member)] = deal.noise_seeds[side][usize::from(member)];
    if role == Role::Encryptor {
        other.codes[usize::from(round) - 1][side] = deal.codes[usize::from(round) - 1][side];
    }
    other
}

/// Asks a member of a team.
fn ask(bot: &Bot, at: &Position<'_>, (role, side, member): Who) {
    let clues = [Some(Clue::new(2)), None, Some(Clue::new(9))];
    let mut stream = Stream::of_call(Seed(1), 7, side, member, at.round, role);
    let question = at.question(role, side, member, clues);
    let refused: Vec<Refusal> = Vec::new();
    let mut requests = [PlayerRequest { question, stream: &mut stream, refused: &refused, talk: None }];
    let answers = bot.answer(&mut requests).expect("it answers");
    assert!(answers[0].is_ok(), "{:?}", answers[0]);
}

#[test]
fn r5_whatever_is_hidden_the_same_bytes_travel_to_every_role() {
    let world = TestWords::new();
    let setup = GameSetup::new(Rules::official().checked().expect("a game"), &world.deck, &world.law)
        .expect("they agree");
    let deal = |number| Deal::clone(&setup.deal(Seed(3), number));
    let folders = [0, 1].map(|_| tempfile::tempdir().expect("a folder"));
    let bots = folders
        .each_ref()
        .map(|folder| world.start(overheard(drill("sound", 1), folder.path())).expect("it starts"));
    let seats = Side::ALL.into_iter().flat_map(|side| [(side, 0), (side, 1)]);
    let everybody: Vec<Who> =
        seats.flat_map(|(side, member)| Role::ALL.map(|role| (role, side, member))).collect();
    let (mut noise_seeds, mut other) = (Vec::new(), 0);
    for (number, round) in (0..6).flat_map(|number| (1..=8).map(move |round| (number, round))) {
        let (here, record) = (deal(number), record(round, number));
        for &who in &everybody {
            let there = redealt(&here, deal(1000 + number), who, round);
            let at = Position { setup: &setup, deal: &here, record: &record, round };
            ask(&bots[0], &at, who);
            ask(&bots[1], &Position { deal: &there, ..at }, who);
            let (_, side, member) = who;
            let all =
                Side::ALL.map(|side| here.noise_seeds[side].map(|noise_seed| (noise_seed >> 11).to_string()));
            noise_seeds.push((all.concat(), (here.noise_seeds[side][usize::from(member)] >> 11).to_string()));
            other += usize::from(there != here);
        }
    }
    drop(bots);
    let [here, there] = folders.each_ref().map(|folder| {
        traffic::check(folder.path());
        let text = read_to_string(folder.path().join("told")).expect("lines");
        text.lines().filter(|line| line.starts_with("{\"ask\"")).map(str::to_owned).collect::<Vec<_>>()
    });
    assert_eq!((here.len(), other), (6 * 8 * 16, 6 * 8 * 16), "every question is of another deal");
    for ((here, there), (all, own)) in here.iter().zip(&there).zip(&noise_seeds) {
        assert_eq!(here, there);
        let matching: Vec<&String> = all.iter().filter(|noise_seed| here.contains(*noise_seed)).collect();
        assert_eq!(matching, [own], "only one noise seed is sent: {here}");
    }
    let different: std::collections::HashSet<&String> = here.iter().collect();
    assert_eq!(different.len(), here.len(), "every question has a message of its own");
}
