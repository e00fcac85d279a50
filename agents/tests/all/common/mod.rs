//! What several tests of the agents share: the embedded world, and every agent that the registry makes.

use std::sync::{Arc, LazyLock};

use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::{ENCRYPTORS, GUESSERS, PRESETS, Param, Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::game::{Agent, Game, GameSetup, NumberedDeal, Seed, Team};
use overhear_engine::rules::{BySide, PublicRecord, Rules};
use sha2::{Digest as _, Sha256};

/// The seed of every game of these tests.
pub(crate) const SEED: Seed = Seed(20_240_229);

/// Fewer clues than agents usually have, for speed.
const CLUES: usize = 3000;

/// The embedded deck, space and lexicon; built once for each test program.
pub(crate) static WORLD: LazyLock<Arc<World>> = LazyLock::new(|| world_of(CLUES));

/// The same with as many clue words as games have by default.
pub(crate) static GAME_WORLD: LazyLock<Arc<World>> = LazyLock::new(|| world_of(DEFAULT_CLUES));

fn world_of(clues: usize) -> Arc<World> {
    let deck = embedded_deck("en").expect("the deck has an English column");
    let world = World::new(deck, embedded_space(), embedded_lexicon(), clues);
    Arc::new(world.expect("deck and space go together"))
}

/// Returns the SHA-256 in hexadecimal digits.
pub(crate) fn hash_of(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Settings under which a guesser goes about its work in another way.
const OTHER_WAYS: [&str; 4] = [
    "nearest/bayes:candidates=open,words=256",
    "nearest/bayes:distinct=1,slips=0.5",
    "nearest/adaptive:distinct=1,slips=0.5",
    "margin:salt=3,blunder=0.2",
];

/// Every preset, every clue giver and every guesser that is registered; each of the last two with player noise,
/// if it can have it; and some that go about it in another way.
pub(crate) fn specs() -> Vec<String> {
    let with_noise = |name: &str, params: &[Param]| {
        let has_noise = params.iter().any(|param| param.key == "sigma");
        let noisy = has_noise.then(|| format!("{name}:sigma=0.15"));
        std::iter::once(name.to_owned()).chain(noisy).collect::<Vec<_>>()
    };
    let presets = PRESETS.iter().map(|preset| preset.name.to_owned());
    let encryptors = ENCRYPTORS.iter().flat_map(|kind| with_noise(kind.name, kind.params));
    let guessers = GUESSERS.iter().flat_map(|kind| with_noise(kind.name, kind.params));
    presets
        .chain(encryptors.map(|encryptor| format!("{encryptor}/uniform")))
        .chain(guessers.map(|guesser| format!("nearest/{guesser}")))
        .chain(OTHER_WAYS.map(str::to_owned))
        .collect()
}

/// The agent of a SPEC in the embedded world.
pub(crate) fn agent(spec: &str) -> Box<dyn Agent> {
    let agent = Spec::parse(spec).and_then(|spec| build(&spec, &WORLD));
    agent.unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// A table in the embedded world.
pub(crate) fn setup(rules: Rules) -> GameSetup<'static> {
    WORLD.setup(&rules).expect("they agree")
}

/// The same for a team of two and a team of three: [`teams`].
pub(crate) fn uneven_setup(rules: Rules) -> GameSetup<'static> {
    setup(uneven(rules))
}

fn uneven(rules: Rules) -> Rules {
    Rules { black_team: 3, ..rules }
}

/// The deal with a number.
pub(crate) fn deal(setup: &GameSetup<'_>, number: u64) -> NumberedDeal {
    setup.deal(SEED, number)
}

/// Two teams of one agent, of two and of three.
pub(crate) fn teams(agent: &dyn Agent) -> BySide<Team> {
    teams_by(&uneven(Rules::official()), agent)
}

/// One agent on both sides, in as many members as the rules have.
pub(crate) fn teams_by(rules: &Rules, agent: &dyn Agent) -> BySide<Team> {
    BySide::from_fn(|side| Team::new(agent, rules.team_sizes()[side]))
}

/// One game, from its deal.
pub(crate) fn play(setup: &GameSetup<'_>, number: u64, teams: &mut BySide<Team>) -> Game {
    let mut game = Game::new();
    let BySide { white, black } = teams;
    setup.play(&deal(setup, number), BySide { white, black }, &mut game);
    game
}

/// The record as it was after some halves.
pub(crate) fn record_up_to(game: &Game, halves: usize) -> PublicRecord {
    game.record.up_to(halves)
}
