//! Ten tasks, each with a whole program. The front page has an eleventh: an agent of one's own.
//!
//! 1. [Rules of one's own](#rules-of-ones-own)
//! 2. [A deck of one's own](#a-deck-of-ones-own)
//! 3. [A word space of one's own](#a-word-space-of-ones-own)
//! 4. [A bot: a player that is a program](#a-bot-a-player-that-is-a-program)
//! 5. [A league](#a-league)
//! 6. [A sweep of a rule](#a-sweep-of-a-rule)
//! 7. [A run that is stopped and resumed](#a-run-that-is-stopped-and-resumed)
//! 8. [Reading results](#reading-results)
//! 9. [Replaying a game](#replaying-a-game)
//! 10. [Advice in a game in play](#advice-in-a-game-in-play)
//!
//! Their numbers of games are small, so that they run in a moment: the intervals say how little such runs know.
//!
//! # Rules of one's own
//! A set of rules is a value of [`Rules`](crate::rules::Rules); an experiment names it by a preset and the switches that
//! differ, as `--set` does. The comparison plays both sets on the same deals.
//!
//! ```
//! use overhear::RunControl;
//! use overhear::experiments::{CompareRulesConfig, Measure, PopulationConfig, compare};
//! use overhear::rules::Rules;
//! use overhear::setup::PlayersConfig;
//!
//! let short = Rules { tokens_to_win: 1, ..Rules::official() };
//! assert!(short.checked().is_ok());
//! assert!(Rules { round_limit: 0, ..short }.checked().is_err());
//!
//! let players = PlayersConfig::from_specs(["margin"]);
//! let config = CompareRulesConfig {
//!     a: "official".into(),
//!     b: "official,tokens_to_win=1".into(),
//!     games: Some(40),
//!     measure: vec![Measure::MeanRounds],
//!     population: PopulationConfig { seed: Some(1), players, ..PopulationConfig::default() },
//!     ..CompareRulesConfig::default()
//! };
//! let result = compare(&config, &RunControl::default())?;
//! let rounds = result.rows[0].comparison.difference.expect("the deals are played");
//! println!("{}", result.sentences[0]);
//! assert!(rounds.value < 0.0, "the first interception ends the game");
//! # Ok::<(), overhear::LabError>(())
//! ```
//!
//! # A deck of one's own
//! A deck is a file with a word in each line, or a table with columns for cards and languages. Every word must be known to
//! the players' word space.
//!
//! ```
//! use overhear::RunControl;
//! use overhear::setup::{PlayersConfig, WordFiles};
//! use overhear::tournament::{TournamentConfig, tournament};
//!
//! let folder = tempfile::tempdir()?;
//! let deck = folder.path().join("sea.txt");
//! std::fs::write(&deck, "anchor\ncoral\nharbour\nisland\nlobster\npirate\nsailor\nwhale\n")?;
//! let config = TournamentConfig {
//!     pairs: Some(20),
//!     seed: Some(1),
//!     players: PlayersConfig::from_specs(["margin", "random"]),
//!     words: WordFiles { deck: Some(deck.clone()), ..WordFiles::default() },
//!     ..TournamentConfig::default()
//! };
//! let result = tournament(config.clone(), &RunControl::default())?;
//! assert!(result.score("margin").is_some_and(|score| score.value > 0.5));
//!
//! std::fs::write(&deck, "anchor\ncoral\nharbour\nisland\nlobster\npirate\nsailor\nwhhale\n")?;
//! let error = tournament(config, &RunControl::default()).expect_err("one word is unknown");
//! assert!(error.message().contains("whhale"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A word space of one's own
//! A space gives each word a direction; players take words for related that point the same way. Files of GloVe, fastText
//! and word2vec are read as they are. This one knows spellings only: a word is the number of times that it has each letter.
//!
//! ```
//! use std::fmt::Write as _;
//!
//! use overhear::RunControl;
//! use overhear::agents::{embedded_deck, embedded_space};
//! use overhear::setup::{PlayersConfig, WordFiles};
//! use overhear::tournament::{TournamentConfig, tournament};
//!
//! let (deck, known) = (embedded_deck("en")?, embedded_space());
//! let keywords = deck.keywords().iter().map(|keyword| keyword.text.as_str());
//! let mut vectors = String::new();
//! for word in known.words().iter().take(3000).chain(keywords) {
//!     vectors.push_str(word);
//!     for letter in 'a'..='z' {
//!         write!(vectors, " {}", word.matches(letter).count())?;
//!     }
//!     vectors.push('\n');
//! }
//! let folder = tempfile::tempdir()?;
//! let space = folder.path().join("letters.vec");
//! std::fs::write(&space, vectors)?;
//! let config = TournamentConfig {
//!     pairs: Some(20),
//!     seed: Some(1),
//!     players: PlayersConfig::from_specs(["nearest", "random"]),
//!     words: WordFiles { space: Some(space), ..WordFiles::default() },
//!     ..TournamentConfig::default()
//! };
//! let result = tournament(config, &RunControl::default())?;
//! assert!(result.score("nearest").is_some_and(|score| score.value > 0.5), "spellings are enough to be understood");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A bot: a player that is a program
//! A bot reads questions and writes answers, a line of JSON each; `docs/bots.md` describes the messages. It can be written in
//! any language. Here one program is both: started with the word `bot` it answers, otherwise it plays a tournament against
//! itself in that role. The bot guesses all codes alike; `margin` gives its clues.
//!
//! ```standalone_crate
//! use std::error::Error;
//! use std::io::BufRead as _;
//!
//! use overhear::RunControl;
//! use overhear::bots::BotConfig;
//! use overhear::setup::PlayersConfig;
//! use overhear::tournament::{TournamentConfig, tournament};
//! use serde_json::{Value, json};
//!
//! fn bot() -> Result<(), Box<dyn Error>> {
//!     for line in std::io::stdin().lock().lines() {
//!         let message: Value = serde_json::from_str(&line?)?;
//!         if message.get("hello").is_some() {
//!             let roles = ["decode", "intercept"];
//!             println!("{}", json!({ "hello": { "protocol": 1, "name": "even", "roles": roles, "deterministic": true } }));
//!         } else if message.get("setup").is_some() {
//!             println!("{}", json!({ "ready": true }));
//!         } else if let Some(questions) = message["ask"].as_array() {
//!             let even = |question: &Value| json!({ "id": question["id"], "p": vec![1; 24] });
//!             println!("{}", json!({ "answers": questions.iter().map(even).collect::<Vec<_>>() }));
//!         } else {
//!             break;
//!         }
//!     }
//!     Ok(())
//! }
//!
//! fn main() -> Result<(), Box<dyn Error>> {
//!     if std::env::args().nth(1).is_some_and(|word| word == "bot") {
//!         return bot();
//!     }
//!     let program = std::env::current_exe()?.to_string_lossy().into_owned();
//!     let bots = vec![BotConfig::command("even", [program.as_str(), "bot"])];
//!     let players = PlayersConfig { bots, ..PlayersConfig::from_specs(["margin/even", "margin"]) };
//!     let config = TournamentConfig { pairs: Some(20), seed: Some(1), players, ..TournamentConfig::default() };
//!     let result = tournament(config, &RunControl::default())?;
//!     result.check()?;
//!     assert!(result.score_against("margin", "margin/even").is_some_and(|score| score.value > 0.5));
//!     Ok(())
//! }
//! ```
//!
//! # A league
//! A league adds to the scores which mix of its members no member beats, and how well the best guesser against each member
//! intercepts it. Here that last search is left out.
//!
//! ```
//! use overhear::RunControl;
//! use overhear::experiments::{LeagueConfig, league};
//! use overhear::setup::PlayersConfig;
//!
//! let players = PlayersConfig::from_specs(["random", "nearest", "margin"]);
//! let config = LeagueConfig { games: 120, seed: 1, exploit_games: Some(0), players, ..LeagueConfig::default() };
//! let result = league(&config, &RunControl::default())?;
//! for row in &result.table.rows {
//!     let (interval, share) = (row.score.expect("it has played").interval, row.share.expect("no cheater").value);
//!     println!("{}: {:.2} to {:.2}, {share:.2} of the mix", row.label, interval.low, interval.high);
//! }
//! let last = result.table.rows.last().expect("three rows, the best first");
//! assert_eq!((last.label.as_str(), result.table.rows.len()), ("random", 3));
//! # Ok::<(), overhear::LabError>(())
//! ```
//!
//! # A sweep of a rule
//! The same deals are played at every value of a switch.
//!
//! ```
//! use overhear::RunControl;
//! use overhear::experiments::{BalanceConfig, Measure, PopulationConfig, SweepAxis, sweep};
//! use overhear::setup::PlayersConfig;
//!
//! let players = PlayersConfig::from_specs(["nearest"]);
//! let population = PopulationConfig { seed: Some(1), players, ..PopulationConfig::default() };
//! let config = BalanceConfig { games: Some(40), population, ..BalanceConfig::default() };
//! let lengths: SweepAxis = "round_limit=5..7".parse()?;
//! let result = sweep(&config, &[lengths], &RunControl::default())?;
//! let points: Vec<&str> = result.points().collect();
//! assert_eq!(points, ["base", "round_limit=5", "round_limit=6", "round_limit=7"]);
//! let tied = result.rows.iter().filter(|row| row.measure == Measure::TiebreakRate);
//! for (point, value) in tied.filter_map(|row| Some((&row.point, row.value?.value))) {
//!     println!("{point}: {:.1} of 100 games reach the tiebreaker", 100.0 * value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A run that is stopped and resumed
//! A run with an output directory writes checkpoints there. A [`StopHandle`](crate::StopHandle), which a signal handler or
//! another thread may hold, ends it after the games in flight; the resumed run comes to the result of a run in one piece.
//!
//! ```
//! use std::sync::Arc;
//!
//! use overhear::agents::Registry;
//! use overhear::setup::{OutConfig, PlayersConfig};
//! use overhear::tournament::{Interrupted, Tournament, TournamentConfig, tournament};
//! use overhear::{ErrorKind, Progress, RunControl, StopHandle};
//!
//! /// Asks for a stop as soon as a part of the games is counted.
//! struct Impatient(StopHandle);
//!
//! impl Progress for Impatient {
//!     fn leader(&self, _: &dyn Fn() -> String) {
//!         self.0.ask();
//!     }
//! }
//!
//! let folder = tempfile::tempdir()?;
//! let directory = folder.path().join("run");
//! let whole = TournamentConfig {
//!     games: Some(6000),
//!     seed: Some(7),
//!     players: PlayersConfig::from_specs(["nearest", "random"]),
//!     ..TournamentConfig::default()
//! };
//! let stop = StopHandle::default();
//! let watch = RunControl { progress: Arc::new(Impatient(stop.clone())), stop, ..RunControl::default() };
//! let out = OutConfig { out: Some(directory.clone()), force: false };
//! let error = tournament(TournamentConfig { out, ..whole.clone() }, &watch).expect_err("it is stopped");
//! assert_eq!(error.kind(), ErrorKind::Interrupted);
//!
//! let watch = RunControl::default();
//! let mut run = Tournament::resume(Interrupted::find(&directory, false, &Registry::standard(), &watch)?, &watch)?;
//! assert!((1..6000).contains(&run.games_played()));
//! run.play()?;
//! let result = run.result()?;
//! run.publish(&result)?;
//! assert_eq!(result.to_json(), tournament(whole, &watch)?.to_json());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reading results
//! The manifest of a result lists its files with their checksums. `sim-cli schema`, or
//! [`schema`](crate::results::schema()), says what each column means.
//!
//! ```
//! use overhear::RunControl;
//! use overhear::results::StoredManifest;
//! use overhear::setup::{OutConfig, PlayersConfig};
//! use overhear::tournament::{TournamentConfig, tournament};
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! struct Standing {
//!     agent: String,
//!     games: u64,
//!     score: Option<f64>,
//!     score_low: Option<f64>,
//!     score_high: Option<f64>,
//! }
//!
//! let folder = tempfile::tempdir()?;
//! let directory = folder.path().join("results");
//! let config = TournamentConfig {
//!     pairs: Some(20),
//!     seed: Some(1),
//!     players: PlayersConfig::from_specs(["margin", "random"]),
//!     out: OutConfig { out: Some(directory.clone()), force: false },
//!     ..TournamentConfig::default()
//! };
//! tournament(config, &RunControl::default())?;
//!
//! let stored = StoredManifest::open(&directory)?;
//! assert_eq!(stored.manifest["seed"], 1);
//! let file = stored.verified("standings.csv")?.expect("a tournament has standings");
//! let standings: Vec<Standing> = csv::Reader::from_path(file)?.deserialize().collect::<Result<_, _>>()?;
//! for Standing { agent, games, score, score_low, score_high } in &standings {
//!     println!("{agent}: {score:?} in {games} games, between {score_low:?} and {score_high:?}");
//! }
//! assert_eq!((standings[0].agent.as_str(), standings[0].games), ("margin", 40));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Replaying a game
//! A game is determined by the run's seed and its own number, so that any of them can be played again alone, here as the
//! note sheets of both teams.
//!
//! ```
//! use overhear::RunControl;
//! use overhear::agents::Registry;
//! use overhear::replay::{AskedRun, ReplayConfig, ReplayRun, replay};
//! use overhear::setup::PlayersConfig;
//!
//! let players = PlayersConfig::from_specs(["nearest", "random"]);
//! let run = ReplayRun::Asked(Box::new(AskedRun { seed: Some(7), players, ..AskedRun::default() }));
//! let game = replay(&ReplayConfig { game: 3, run, registry: Registry::standard() }, &RunControl::default())?;
//! println!("{} rounds, won by {} ({})", game.rounds, game.ending.winner, game.ending.step);
//! for sheet in &game.sheets {
//!     println!("{}: {} interceptions", sheet.agent, sheet.tokens.interceptions);
//! }
//! assert_eq!(game.sheets.len(), 2);
//! # Ok::<(), overhear::LabError>(())
//! ```
//!
//! # Advice in a game in play
//! The note sheet is a TOML file; [`EXAMPLE`](crate::advise::EXAMPLE) is one, with explanations.
//!
//! ```
//! use overhear::RunControl;
//! use overhear::advise::{AdviseConfig, EXAMPLE, advise};
//!
//! let folder = tempfile::tempdir()?;
//! let sheet = folder.path().join("sheet.toml");
//! std::fs::write(&sheet, EXAMPLE)?;
//! let advice = advise(&AdviseConfig { sheet, top: 3, ..AdviseConfig::default() }, &RunControl::default())?;
//! let codes = advice.intercept.expect("the sheet has clues of the opponents");
//! for code in &codes {
//!     println!("{}: {:.2}", code.code, code.probability);
//! }
//! assert!(codes.len() == 3 && codes[0].probability >= codes[1].probability);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
