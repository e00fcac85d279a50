//! `sim-cli` with one more clue giver: `first` gives the clue that a file has for a keyword, `keyword,clue` in each line,
//! and else the most frequent legal word, whatever its keywords are.
//!
//! `cargo run --release -p sim-cli --example own_agent -- tournament --agent first/bayes --agent 'first:table="my clues.csv"/bayes'`

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use overhear_agents::kind::{EncryptorKind, Param, PlayerFactory, PrepareError};
use overhear_agents::model::World;
use overhear_agents::registry::Registry;
use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::{Clue, Clues};

static FIRST: EncryptorKind = EncryptorKind {
    name: "first",
    summary: "the clue of a file, or the most frequent legal word",
    cheats: false,
    associates: false,
    params: &[Param::file("table", "clues for keywords, as keyword,clue (none if not set)")],
    prepare: &|world, values| {
        let clues = world.clues() as u32;
        let table = values.file("table").map_or(Ok(Vec::new()), |file| read(&file, world))?;
        let table: Arc<[Option<Clue>]> = table.into();
        Ok(PlayerFactory::new(
            move || -> Box<dyn Encryptor> { Box::new(First { clues, table: Arc::clone(&table) }) },
            true,
        ))
    },
};

/// The clue for each keyword of the deck, if the file has one.
fn read(file: &Path, world: &World) -> Result<Vec<Option<Clue>>, PrepareError> {
    let text = std::fs::read_to_string(file).map_err(|error| failure(file, &error.to_string()))?;
    let deck = world.deck().keywords();
    let mut table = vec![None; deck.len()];
    for (line, n) in text.lines().zip(1..) {
        let (keyword, clue) = line.split_once(',').unwrap_or((line, ""));
        let keyword = deck.iter().position(|known| known.text == keyword);
        let clue = (0..world.clues() as u32).map(Clue::new).find(|&known| world.clue_text(known) == clue);
        let (Some(keyword), Some(_)) = (keyword, clue) else {
            return Err(failure(
                file,
                &format!("line {n}: write a keyword of the deck, a comma and a known clue"),
            ));
        };
        table[keyword] = clue;
    }
    Ok(table)
}

fn failure(file: &Path, message: &str) -> PrepareError {
    PrepareError(format!("{}: {message}", file.display()))
}

struct First {
    clues: u32,
    table: Arc<[Option<Clue>]>,
}

impl Encryptor for First {
    fn clues(&mut self, view: &EncryptorView<'_>, _: &mut Stream) -> Clues {
        let mut clues = Clues::default();
        for (place, slot) in view.code().slots().into_iter().enumerate() {
            let own = self.table.get(usize::from(view.keywords()[slot].0)).copied().flatten();
            let mut candidates = own.into_iter().chain((0..self.clues).map(Clue::new));
            clues[place] = candidates.find(|&clue| view.is_legal(slot, &clues[..place], clue));
        }
        clues
    }
}

fn main() -> ExitCode {
    sim_cli::main(&Registry::standard().with_encryptor(&FIRST))
}
