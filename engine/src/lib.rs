//! The word game Decrypto: its rules, one game between players, and many games in parallel.
//!
//! Three layers, each of which knows only the ones before it:
//!
//! - [`rules`]: what the game is. Pure: no randomness, no threads, no files, no floating point.
//! - [`table`]: one game. What each role may see, the traits that players implement, the game loop, the record.
//! - [`arena`]: many games. Seeds become deals, deals become paired games, games become integer tallies.
//!
//! The game loop knows no language: a [`rules::Clue`] and a [`rules::Keyword`] are numbers, their texts stand in a
//! [`rules::Deck`] and in the vocabulary that a [`rules::ClueLaw`] was built for. Only [`rules::TextLaw`], which judges what
//! people say, reads words.
//!
//! A game between two teams who say three numbers that come to their mind, and guess:
//!
//! ```
//! use overhear_engine::arena::{Arena, GameNumber, Schedule};
//! use overhear_engine::rules::{CheckedRules, Clue, ClueLaw, Clues, Deck, WordFacts};
//! use overhear_engine::table::{
//!     Agent, Belief, Encryptor, EncryptorView, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Seed,
//!     Stream, Table,
//! };
//!
//! struct Anybody;
//!
//! impl Encryptor for Anybody {
//!     fn clues(&mut self, _: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
//!         std::array::from_fn(|_| Some(Clue::new(stream.below(500))))
//!     }
//! }
//!
//! impl Guesser for Anybody {
//!     fn decode(&mut self, _: &GuesserView<'_>, _: &mut Stream) -> Belief {
//!         Belief::UNIFORM
//!     }
//!     fn intercept(&mut self, _: &InterceptorView<'_>, _: &mut Stream) -> Belief {
//!         Belief::UNIFORM
//!     }
//!     fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, _: &mut KeywordBelief) {}
//! }
//!
//! impl Agent for Anybody {
//!     fn label(&self) -> &str {
//!         "anybody"
//!     }
//!     fn encryptor(&self) -> Box<dyn Encryptor> {
//!         Box::new(Anybody)
//!     }
//!     fn guesser(&self) -> Box<dyn Guesser> {
//!         Box::new(Anybody)
//!     }
//! }
//!
//! let deck = Deck::parse("ant\nbee\ncat\ndog\neel\nfox\ngnu\nhen\n", "en")?;
//! let words: Vec<String> = (0..500).map(|n| format!("number {n}")).collect();
//! let words: Vec<WordFacts<'_>> = words.iter().map(|text| WordFacts { text, lemmas: "" }).collect();
//! let law = ClueLaw::new(&words, &deck);
//! let table = Table::new(CheckedRules::official(), &deck, &law)?;
//! let agents: [Box<dyn Agent>; 1] = [Box::new(Anybody)];
//! let arena = Arena::new(table, &agents, Schedule::self_play(1000), Seed(7))?;
//! let game = arena.replay(GameNumber(41)).ok_or("the schedule has no such game")?;
//! println!("{} rounds: {:?}", game.rounds, game.ending);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arena;
pub mod rules;
pub mod table;
