//! What words mean, and players of Decrypto that use it.
//!
//! - [`audit`]: whether an agent keeps what it owes the table.
//! - [`words`]: files of words, their facts, and their directions in space.
//! - [`free_text`]: what the computer makes of words that people say, in the deck or not.
//! - [`model`]: P(clue | keyword) as one table, and what is prepared from it.
//! - [`part`]: the halves that agents are made of.
//! - [`people`]: how people play, round by round, and how far from it a model is.
//! - [`registry`]: the agents there are; a SPEC such as `pragmatic:lambda=0.5` becomes one.
//!
//! A game between two of them:
//!
//! ```
//! use std::sync::Arc;
//!
//! use overhear_agents::model::World;
//! use overhear_agents::registry::{Spec, build};
//! use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
//! use overhear_engine::arena::{Arena, GameNumber, Schedule};
//! use overhear_engine::rules::Rules;
//! use overhear_engine::table::Seed;
//!
//! let world = Arc::new(World::new(embedded_deck("en")?, embedded_space(), embedded_lexicon(), 2000)?);
//! let agents = [build(&Spec::parse("margin")?, &world)?, build(&Spec::parse("nearest")?, &world)?];
//! let table = world.table(&Rules::official())?;
//! let arena = Arena::new(table, &agents, Schedule::round_robin(2, 100), Seed(7))?;
//! let game = arena.replay(GameNumber(41)).ok_or("the schedule has no such game")?;
//! for half in game.record.halves() {
//!     let clues = half.clues.map(|clue| clue.map_or("", |clue| world.clue_text(clue)));
//!     println!("{:?}: {} for {}", half.side, clues.join(", "), half.code);
//! }
//! println!("{} rounds: {:?}", game.rounds, game.ending);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod audit;
mod encryptors;
pub mod free_text;
mod guessers;
pub mod model;
pub mod part;
pub mod people;
pub mod registry;
mod steganography;
pub mod words;
