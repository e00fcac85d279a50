//! Games of Encryptors, decoders and interceptors that use different word embeddings.

use std::ffi::OsString;
use std::path::PathBuf;

use overhear_agents::registry::{Registry, Spec, SpecPart, build};
use serde::{Deserialize, Serialize};

use super::clue_outcomes::{ClueOutcomes, all_rounds, play_clue_outcomes};
use crate::error::LabError;
use crate::input::text_at_home;
use crate::measurement::{Measurement, RunSources, StepLog, specs};
use crate::mention::mention;
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{AssociationFile, OtherSpace, WordFiles, Words, ranges, seed};
use crate::table::{Frame, MeasuredValue, TableRow, counted, printable};

/// Configuration of [`cross`].
#[derive(Clone, Debug, Deserialize, Serialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct CrossConfig {
    /// A word embedding, or `built-in`; needed at least twice, or once with --associations. Deck and clues come from the
    /// first.
    #[setting(value = "FILE", required, read_by = file_at_home)]
    pub space: Vec<String>,
    /// CSV with columns `keyword`, `clue`, `weight`: P(clue | keyword) as an alternative to an embedding (repeatable).
    #[setting(value = "NAME=FILE")]
    pub associations: Vec<AssociationFile>,
    /// The agent.
    #[setting(default = "margin".to_owned(), value = "SPEC")]
    pub agent: String,
    /// Keyword deck [default: built in].
    #[setting(value = "FILE")]
    pub deck: Option<PathBuf>,
    /// Games for each Encryptor and pair of guessers, rounded up to whole pairs.
    #[setting(default = 2000, range = ranges::GAMES, value = "N")]
    pub games: u64,
    /// Seed of the run; drawn and printed if not given.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// The agents that a SPEC can name.
    #[serde(skip)]
    #[setting(skip, default = Registry::standard())]
    pub registry: Registry,
}

/// A row of cross.csv: an Encryptor with the guessers of its own team and of the opponents.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("cross.csv")]
pub struct CrossRow {
    /// The embedding in which the Encryptor thinks.
    pub giver: String,
    /// The embedding in which its own team thinks.
    pub decoder: String,
    /// The embedding in which the opponents think.
    pub interceptor: String,
    /// Halves in which such an Encryptor gave the clues.
    pub halves: u64,
    /// Share of them in which its team got the code right.
    pub decode_rate: Option<MeasuredValue>,
    /// Halves in which the opponents might intercept.
    pub chances: u64,
    /// Share of them in which they did.
    pub intercept_rate: Option<MeasuredValue>,
}

impl CrossRow {
    fn new([giver, decoder, interceptor]: [String; 3], outcomes: &ClueOutcomes) -> CrossRow {
        let ClueOutcomes { understood, intercepted, .. } = outcomes;
        CrossRow {
            giver,
            decoder,
            interceptor,
            halves: understood.n.unsigned_abs(),
            decode_rate: understood.share().map(MeasuredValue::from),
            chances: intercepted.n.unsigned_abs(),
            intercept_rate: intercepted.share().map(MeasuredValue::from),
        }
    }

    /// Returns the sentence on a team whose opponents think as its Encryptor does.
    fn sentence(&self) -> Option<String> {
        let CrossRow { giver, decoder, .. } = self;
        let rate = self.decode_rate?.as_in_files()?.percent();
        Some(format!("Clues from `{giver}` are understood by a team that thinks in `{decoder}` in {rate}."))
    }
}

/// Plays every combination of embeddings, all rounds of every game. Returns a row for each Encryptor, decoder
/// and interceptor; after a stop, the finished rows.
///
/// ```
/// use overhear_lab::{CrossConfig, RunControl, cross};
///
/// let space = vec!["built-in".to_owned()];
/// let refused = cross(&CrossConfig { space, ..CrossConfig::default() }, &RunControl::default());
/// assert!(refused.is_err_and(|error| error.message().contains("at least two spaces")));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, and for unreadable files.
pub fn cross(args: &CrossConfig, watch: &RunControl) -> Result<PartialResult<Vec<CrossRow>>, LabError> {
    args.play(watch, &mut StepLog::default())
}

impl Measurement for CrossConfig {
    type Output = Vec<CrossRow>;

    fn command(&self) -> &'static str {
        "agents cross"
    }

    fn seeded(self) -> CrossConfig {
        CrossConfig { seed: Some(seed(self.seed).0), ..self }
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }

    fn with_registry(self, registry: &Registry) -> CrossConfig {
        CrossConfig { registry: registry.clone(), ..self }
    }

    fn play(&self, watch: &RunControl, log: &mut StepLog) -> Result<PartialResult<Vec<CrossRow>>, LabError> {
        self.check()?;
        let spec = self.registry.parse(&self.agent).map_err(|error| LabError::spec("agent", error))?;
        let rules = all_rounds(&[])?;
        let words = words(self)?;
        let world = &words.world;
        let word_sources: Vec<WordSource<'_>> = std::iter::once(WordSource::First)
            .chain(world.others().map(|(name, _)| WordSource::Space(name)))
            .chain(world.associated().map(|(name, _)| WordSource::Associations(name)))
            .collect();
        check(&spec, &word_sources).map_err(|error| LabError::setting(("agent", &self.agent), error))?;
        let (seed, many, games) = (seed(self.seed), word_sources.len() as u64, 2 * self.games.div_ceil(2));
        let all = games * many * many * (many + 1) / 2;
        let data = words.sources.clone();
        log.begin(&RunSources { games: all, agents: specs([&spec]), data, ..RunSources::default() })?;
        words.say(watch);
        let games_of_a_pair = counted(self.games, "game");
        watch.note(&[format!("seed {}, {games_of_a_pair} for each pair of guessers", seed.0)]);
        let mut rows = Vec::new();
        let counter = watch.count(0, all);
        for (giver, one, other) in combinations(&word_sources) {
            let played = || {
                let agent = |guesser| build(&between(&spec, giver, guesser), world);
                let agents = [agent(one)?, agent(other)?];
                play_clue_outcomes(world, *rules, &agents, seed, 0..games / 2, (watch, counter.done()))
            };
            let Some(outcomes) = log.step((counter.done(), games), played)? else {
                return Ok(PartialResult::new(rows, false));
            };
            let name = |word_source: WordSource<'_>| printable(word_source.name().unwrap_or(&self.space[0]));
            rows.push(CrossRow::new([giver, one, other].map(name), &outcomes[0]));
            if one != other {
                rows.push(CrossRow::new([giver, other, one].map(name), &outcomes[1]));
            }
        }
        Ok(PartialResult::new(rows, true))
    }

    fn tables(rows: &Vec<CrossRow>) -> Vec<Frame> {
        vec![CrossRow::frame(rows)]
    }

    fn findings(rows: &Vec<CrossRow>) -> Vec<String> {
        rows.iter().filter(|row| row.interceptor == row.giver).filter_map(CrossRow::sentence).collect()
    }
}

/// Returns the name of an embedding, with the home folder in the place of a leading `~`.
fn file_at_home(space: &OsString) -> OsString {
    space.to_str().map_or_else(|| space.clone(), |text| text_at_home(text).into())
}

/// Every giver with every two guessers, of which each decodes once and intercepts once.
fn combinations<'a, 'b>(
    word_sources: &'b [WordSource<'a>],
) -> impl Iterator<Item = (WordSource<'a>, WordSource<'a>, WordSource<'a>)> + 'b {
    let pairs = move |giver: WordSource<'a>| {
        let guessers = word_sources.iter().enumerate();
        guessers.flat_map(move |(n, &one)| word_sources[n..].iter().map(move |&other| (giver, one, other)))
    };
    word_sources.iter().flat_map(move |&giver| pairs(giver))
}

/// Source of word associations for a part.
#[derive(Clone, Copy, PartialEq)]
enum WordSource<'a> {
    /// The first embedding.
    First,
    Space(&'a str),
    Associations(&'a str),
}

impl<'a> WordSource<'a> {
    /// Returns the name; `None` for the first embedding.
    const fn name(self) -> Option<&'a str> {
        match self {
            WordSource::First => None,
            WordSource::Space(name) | WordSource::Associations(name) => Some(name),
        }
    }

    /// Sets the source of a part. Returns `false` if the part does not support it.
    fn set(self, part: &mut SpecPart) -> bool {
        match self {
            WordSource::First => true,
            WordSource::Space(name) => part.values.set_text("space", Some(name)),
            WordSource::Associations(name) => part.values.set_text("associations", Some(name)),
        }
    }
}

/// Returns the agent with these sources for its parts.
fn between(spec: &Spec, giver: WordSource<'_>, guesser: WordSource<'_>) -> Spec {
    let mut spec = spec.clone();
    giver.set(&mut spec.encryptor);
    guesser.set(&mut spec.guesser);
    spec
}

/// Checks that the agent has no source of its own and supports each of these.
fn check(spec: &Spec, word_sources: &[WordSource<'_>]) -> Result<(), String> {
    for part in [&spec.encryptor, &spec.guesser] {
        if part.space().is_some() || part.associations().is_some() {
            return Err(
                "`agents cross` sets every space and table in turn; leave out `space` and `associations`"
                    .to_owned(),
            );
        }
        if !word_sources.iter().all(|word_source| word_source.set(&mut part.clone())) {
            return Err(format!("`{}` takes no associations", part.name));
        }
    }
    Ok(())
}

fn too_few() -> LabError {
    let [built_in, file] = ["built-in", "FILE"].map(|space| mention(("space", space)));
    let table = mention(("associations", "NAME=FILE"));
    let either = format_args!("{built_in} {file}, {built_in} {table}");
    LabError::usage(format_args!("agents cross takes at least two spaces, or a space and a table: {either}"))
}

/// Loads the words. Deck and clues come from the first embedding.
fn words(args: &CrossConfig) -> Result<Words, LabError> {
    let [first, others @ ..] = args.space.as_slice() else { return Err(too_few()) };
    if others.is_empty() && args.associations.is_empty() {
        return Err(too_few());
    }
    let twice = args.space.iter().enumerate().find(|(n, name)| args.space[..*n].contains(name));
    if let Some((_, name)) = twice {
        return Err(LabError::setting(("space", name), "it is given twice"));
    }
    let file = |name: &String| (name != "built-in").then(|| PathBuf::from(name));
    let others = others.iter().map(|name| OtherSpace::new(name, file(name).as_deref()));
    Words::load(&WordFiles {
        space: file(first),
        deck: args.deck.clone(),
        other_space: others.collect(),
        associations: args.associations.clone(),
        ..WordFiles::default()
    })
}
