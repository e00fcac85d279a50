//! The chances that a bot states of its clues are those of the clues that count.

use overhear_bots::{ClueTurn, StatedChances};
use overhear_engine::game::{
    Deal, ExternalPlayer as _, GameSetup, PlayerRequest, Position, Role, Seed, Stream,
};
use overhear_engine::rules::{PublicRecord, Rules, Side};

use crate::common::TestWords;
use crate::kit::{python, with_kit};

/// Returns the chances stated of a turn, after a bot has answered `first` with a clue that is refused, and then `second`.
fn stated_after(first: &str, second: &str) -> Option<StatedChances> {
    let (world, folder) = (TestWords::new(), tempfile::tempdir().expect("a folder"));
    let body = format!(
        "    def clues(self, questions):\n        return [{second} if q.refused else {first} for q in questions]\n"
    );
    let bot = world.start(with_kit(folder.path(), &body)).unwrap_or_else(|fault| panic!("{fault}"));
    let rules = Rules::official().checked().expect("a game");
    let setup = GameSetup::new(rules, &world.deck, &world.law).expect("they agree");
    let (deal, record) = (Deal::clone(&setup.deal(Seed(3), 0)), PublicRecord::new());
    let position = Position { setup: &setup, deal: &deal, record: &record, round: 1 };
    let question = position.question(Role::Encryptor, Side::White, 0, [None; 3]);
    let mut stream = Stream::of_call(Seed(3), 0, Side::White, 0, 1, Role::Encryptor);
    let mut request = PlayerRequest { question, stream: &mut stream, refused: &[], talk: None };
    bot.answer(std::slice::from_mut(&mut request)).expect("it answers");
    let (noise_seed, code) = (deal.noise_seeds[Side::White][0], deal.codes[0][Side::White]);
    bot.stated_chances(&ClueTurn { side: Side::White, noise_seed, round: 1, code, history: &[] })
}

#[test]
fn chances_of_refused_clues_are_not_those_of_the_clues_after_them() {
    if !python() {
        return;
    }
    let refused = "{'clues': ['nowhere', 1, 2], 'p_understood': 0.9}";
    let understood = |p| Some(StatedChances { understood: Some(p), overheard: None });
    for (second, stated) in [
        ("[0, 1, 2]", None),
        ("{'clues': [0, 1, 2], 'p_understood': 0.25}", understood(0.25)),
        ("{'error': 'nothing comes to mind', 'p_understood': 0.25}", None),
        ("{'clues': [0, 1], 'p_understood': 0.25}", None),
    ] {
        assert_eq!(stated_after(refused, second), stated, "{second}");
    }
    assert_eq!(stated_after("{'clues': [0, 1, 2], 'p_understood': 0.5}", "None"), understood(0.5));
}
