//! `sim-cli` with one more clue giver: `first` gives the most frequent legal words, whatever its keywords are.
//!
//! `cargo run --release -p sim-cli --example own_agent -- tournament --agent first/bayes --agent margin`

use std::process::ExitCode;

use overhear_agents::part::{EncryptorKind, Made};
use overhear_agents::registry::Registry;
use overhear_engine::rules::{Clue, Clues};
use overhear_engine::table::{Encryptor, EncryptorView, Stream};

static FIRST: EncryptorKind = EncryptorKind {
    name: "first",
    summary: "the most frequent legal words",
    cheats: false,
    associates: false,
    params: &[],
    prepare: &|world, _| {
        let clues = world.clues() as u32;
        Ok(Made::new(move || -> Box<dyn Encryptor> { Box::new(First { clues }) }, true))
    },
};

struct First {
    clues: u32,
}

impl Encryptor for First {
    fn clues(&mut self, view: &EncryptorView<'_>, _: &mut Stream) -> Clues {
        let (seat, mut given) = (view.seat(), Clues::default());
        let (law, repeat) = (seat.table().law(), seat.table().rules().repeat);
        for place in 0..given.len() {
            let earlier = view.record().clues_of(seat.side()).iter().copied();
            let earlier: Vec<Clue> = earlier.chain(given.iter().copied().flatten()).collect();
            let is_legal = |clue| law.verdict(clue, view.keywords(), repeat, earlier.iter().copied()).is_ok();
            given[place] = (0..self.clues).map(Clue::new).find(|&clue| is_legal(clue));
        }
        given
    }
}

fn main() -> ExitCode {
    sim_cli::main(&Registry::standard().with_encryptor(&FIRST))
}
