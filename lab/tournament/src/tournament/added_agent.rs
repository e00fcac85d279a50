//! Joining of an agent to a finished result. The result and the agent's gauntlet, on equal seed and deals,
//! make the run of all agents, byte for byte.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use overhear_engine::arena::{PairOnDeal, Schedule, Tally};
use serde_json::{Map, Value, json};

use super::deals::{self, DealRow};
use super::identity::{RunIdentity, identity};
use super::log_writer::LogFiles;
use super::manifest::{Timing, TournamentManifest, TournamentSettings};
use super::part_check::check_equal;
use super::plan::Plan;
use super::row::quoted;
use super::run_files::{RunFiles, RunRequest};
use super::run_state::{CountedDeals, RunState};
use super::shards::{MergedRun, place};
use super::stored::plan_of;
use super::{LogDetail, LogFormat, MergeConfig, TournamentConfig};
use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::message::Message;
use crate::run_control::RunControl;
use crate::setup::{Build, OutConfig, PlayersConfig};
use crate::store::{COUNTS, MANIFEST, StoredManifest, TIMING};
use crate::table::{counted, grouped};

/// Says how to log a run so that it can be joined.
fn how() -> Message {
    Message::new("play it with ").setting(("log", "deals")).then(", or a finer one")
}

/// Returns `true` if the paths are results to join rather than shards.
pub(super) fn is_asked(config: &MergeConfig) -> bool {
    config.shards.iter().all(|dir| dir.join(MANIFEST).is_file())
}

/// A result to join: a round robin or a gauntlet.
struct JoinInput {
    stored: StoredManifest,
    name: String,
    manifest: TournamentManifest,
    tally: Tally,
    labels: Vec<String>,
    schedule: Schedule,
}

impl JoinInput {
    fn read(dir: &Path, any_build: bool) -> Result<JoinInput, LabError> {
        let stored = StoredManifest::open(dir)?;
        let manifest = TournamentManifest::finished(&stored)?;
        let configuration = &manifest.configuration;
        if configuration.sprt.is_some() {
            let message = "a sequential test ended it, so no other run has the same deals";
            return Err(stored.refuse(message));
        }
        manifest.header.build.refuse(stored.manifest_path().display(), any_build)?;
        if stored.verified(deals::FILE)?.is_none() {
            return Err(stored.refuse(Message::new("it has no rows by deal; ").then(how())));
        }
        let Some(counts) = stored.verified(COUNTS)? else {
            return Err(stored.refuse(Message::new(format_args!("{COUNTS} is missing; ")).then(how())));
        };
        let text = input::read_text(&counts, SizeLimit::Table)?;
        let tally: Tally =
            serde_json::from_str(&text).map_err(|error| LabError::content(counts.display(), error))?;
        if tally.void_deals > 0 {
            let message = Message::new(
                "some of its deals are void, so no other run has the same deals; replay it without ",
            );
            return Err(stored.refuse(message.setting(("on-fault", "void"))));
        }
        let labels: Vec<String> = configuration.agents.iter().map(|agent| agent.label.clone()).collect();
        let schedule = schedule(&labels, configuration.gauntlet.as_deref(), &tally);
        if !tally.is_consistent_with(&schedule, tally.deals) {
            return Err(stored.refuse("its counts do not fit its agents: it was edited"));
        }
        Ok(JoinInput { name: dir.display().to_string(), stored, manifest, tally, labels, schedule })
    }

    fn gauntlet(&self) -> Option<&str> {
        self.manifest.configuration.gauntlet.as_deref()
    }

    /// Returns the settings that both results must share.
    fn common(&self) -> Value {
        let configuration = TournamentSettings {
            games: 0,
            agents: Vec::new(),
            field: None,
            bots: Vec::new(),
            gauntlet: None,
            external_agent_versions: BTreeMap::new(),
            log: LogDetail::None,
            log_format: LogFormat::Csv,
            running: None,
            ..self.manifest.configuration.clone()
        };
        RunIdentity { seed: self.manifest.header.seed, configuration, data: &self.manifest.data }.value()
    }

    /// Returns the entries of agents, bots and external agents, by name.
    fn entries(&self) -> [Map<String, Value>; 3] {
        let TournamentSettings { agents, bots, external_agent_versions, .. } = &self.manifest.configuration;
        [
            agents.iter().map(|agent| (agent.label.clone(), json!(agent))).collect(),
            bots.iter().map(|bot| (bot.name.clone(), json!(bot))).collect(),
            external_agent_versions.iter().map(|(name, version)| (name.clone(), json!(version))).collect(),
        ]
    }

    fn seconds(&self) -> f64 {
        Timing::seconds_in(&self.stored.path(TIMING))
    }

    fn builds(&self) -> Vec<Build> {
        let header = &self.manifest.header;
        header.other_builds.iter().chain([&header.build]).cloned().collect()
    }
}

fn schedule(labels: &[String], gauntlet: Option<&str>, tally: &Tally) -> Schedule {
    let challenger = gauntlet.and_then(|name| labels.iter().position(|label| label == name));
    let shortest = schedule_of(labels.len(), challenger, 1);
    schedule_of(labels.len(), challenger, shortest.games_of_a_deal() * tally.deals)
}

fn schedule_of(agents: usize, challenger: Option<usize>, games: u64) -> Schedule {
    match challenger {
        Some(challenger) => Schedule::gauntlet(agents, challenger, games),
        None => Schedule::round_robin(agents, games),
    }
}

/// Joins a result with the gauntlet of an agent that it does not have.
pub(super) fn join(merge: &MergeConfig, watch: &RunControl) -> Result<MergedRun, LabError> {
    let out = place(merge)?;
    let [base, added] = sides(merge)?;
    agree(&base, &added)?;
    let mut plan = plan_of(&base.name, joined(&base, &added), &merge.registry, watch)?;
    let config = config(&base, &mut plan, merge, out.clone());
    let request = RunRequest::new(&config, &merge.folder, plan.seed.0, identity(&plan, &config))?;
    let mut run_files = RunFiles::begin(&out, &config, &plan, request, &watch.stop)?;
    let tally = joined_tally(&plan, [&base, &added], &mut run_files.logs)?;
    let deals = plan.lineup.schedule.deals();
    if !tally.is_consistent_with(&plan.lineup.schedule, deals) {
        return Err(LabError::content(&base.name, "the rows of its deals are not those of its counts"));
    }
    let mut state = RunState::new(&plan, &config, CountedDeals { tally, next: deals }, None);
    let builds = [&base, &added].map(JoinInput::builds).concat();
    Build::note(&mut state.other_builds, &builds);
    let seconds = base.seconds() + added.seconds();
    Ok(MergedRun { config, plan, state, run_files, needed: None, seconds })
}

/// Returns the two inputs, the round robin first.
fn sides(merge: &MergeConfig) -> Result<[JoinInput; 2], LabError> {
    let [one, other] = &merge.shards[..] else {
        let message = "finished results are merged two at a time: a result and the gauntlet of another agent";
        return Err(LabError::usage(message));
    };
    let one = JoinInput::read(one, merge.allow_other_build)?;
    let other = JoinInput::read(other, merge.allow_other_build)?;
    match (one.gauntlet().is_some(), other.gauntlet().is_some()) {
        (false, true) => Ok([one, other]),
        (true, false) => Ok([other, one]),
        (both, _) => {
            let what = if both { "both are gauntlets" } else { "neither is a gauntlet" };
            let message = "merge takes a tournament of all pairings and a gauntlet";
            Err(LabError::usage(format_args!("{} and {}: {what}; {message}", one.name, other.name)))
        }
    }
}

/// Checks that the gauntlet has the deals, the rules and the agents of the result.
fn agree(base: &JoinInput, added: &JoinInput) -> Result<(), LabError> {
    check_equal(&base.name, &base.common(), &added.name, &added.common())?;
    let newcomer = added.gauntlet().unwrap_or_default();
    if base.labels.iter().any(|label| label == newcomer) {
        return Err(LabError::content(&base.name, format_args!("`{newcomer}` plays in it already")));
    }
    let (deals, added_deals) = (base.tally.deals, added.tally.deals);
    if deals != added_deals {
        let added_deals = counted(added_deals, "deal");
        let message = Message::new(format_args!(
            "it has {added_deals}, and {} {}: play it with ",
            base.name,
            grouped(deals)
        ))
        .setting(("games", deals * added.schedule.games_of_a_deal()));
        return Err(LabError::content(&added.name, message));
    }
    check_agents(base, added, newcomer)?;
    check_agents(added, base, newcomer)?;
    for (here, there) in base.entries().into_iter().zip(added.entries()) {
        for (name, one) in here {
            let Some(other) = there.get(&name) else { continue };
            check_equal(&base.name, &json!({ &name: one }), &added.name, &json!({ &name: other }))?;
        }
    }
    Ok(())
}

/// Checks that every agent of one input but the newcomer plays in the other.
fn check_agents(here: &JoinInput, there: &JoinInput, newcomer: &str) -> Result<(), LabError> {
    let mut labels = here.labels.iter().filter(|label| *label != newcomer);
    labels.find(|label| !there.labels.contains(label)).map_or(Ok(()), |label| {
        let message = format_args!("`{label}` plays in it, but not in {}", there.name);
        Err(LabError::content(&here.name, message))
    })
}

/// Returns the manifest of the joined run, as far as it describes what was played.
fn joined(base: &JoinInput, added: &JoinInput) -> TournamentManifest {
    let mut manifest = base.manifest.clone();
    let (all, new) = (&mut manifest.configuration, added.manifest.configuration.clone());
    let [agents, bots, external_agent_versions] = base.entries();
    all.agents.extend(new.agents.into_iter().filter(|agent| !agents.contains_key(&agent.label)));
    all.bots.extend(new.bots.into_iter().filter(|bot| !bots.contains_key(&bot.name)));
    all.external_agent_versions.extend(
        new.external_agent_versions
            .into_iter()
            .filter(|(name, _)| !external_agent_versions.contains_key(name)),
    );
    manifest
}

/// Returns the configuration that the joined run would have had.
fn config(base: &JoinInput, plan: &mut Plan, merge: &MergeConfig, out: PathBuf) -> TournamentConfig {
    let TournamentSettings { answer_limit, on_fault, max_fault_rate, .. } = base.manifest.configuration;
    plan.answer_limit = answer_limit;
    TournamentConfig {
        games: Some(plan.asked),
        seed: Some(plan.seed.0),
        players: PlayersConfig { registry: merge.registry.clone(), ..PlayersConfig::default() },
        discuss: plan.discuss,
        answer_limit,
        on_fault,
        max_fault_rate,
        log: LogDetail::Deals,
        out: OutConfig { out: Some(out), force: merge.force },
        ..TournamentConfig::default()
    }
}

/// Counts all deals of both inputs and writes their rows.
fn joined_tally(plan: &Plan, sides: [&JoinInput; 2], logs: &mut LogFiles) -> Result<Tally, LabError> {
    let labels = plan.lineup.labels();
    let places: HashMap<&str, usize> = labels.iter().copied().zip(0..).collect();
    let schedule = &plan.lineup.schedule;
    let mut tally = Tally::new(schedule);
    for side in sides {
        let indices: Vec<usize> = side.labels.iter().map(|label| places[label.as_str()]).collect();
        // Counts of games add up by agent. Scores by deal do not: they need both inputs' games of a deal, so
        // they are counted from the rows below.
        tally.add_counts(schedule, &side.tally, &side.schedule, &indices);
    }
    let mut rows = [0, 1].map(|n| deals::read(&sides[n].stored.path(deals::FILE)));
    let mut text = String::new();
    for deal in 0..schedule.deals() {
        let mut by_pairing: Vec<Option<SeatedRow>> = vec![None; schedule.pairings().len()];
        for (rows, side) in rows.iter_mut().zip(sides) {
            let rows = rows.as_mut().map_err(|error| error.clone())?;
            // Both files are ordered by deal, so one deal is in memory at a time.
            for row in rows.take(side.schedule.pairings().len()) {
                let row = row?;
                let [a, b] = row.agents().map(|label| places.get(label).copied());
                let place = a.zip(b).and_then(|(a, b)| Some((schedule.meeting(a, b)?, a > b)));
                match place.filter(|_| row.deal == deal) {
                    Some((place, exchanged)) => by_pairing[place] = Some(SeatedRow { row, exchanged }),
                    None => return Err(misplaced(side, deal)),
                }
            }
        }
        let pairs: Option<Vec<PairOnDeal>> =
            by_pairing.iter().map(|seated| seated.as_ref().and_then(SeatedRow::pair)).collect();
        tally.count_deal(schedule, &pairs.ok_or_else(|| misplaced(sides[0], deal))?);
        text.clear();
        for SeatedRow { row, exchanged } in by_pairing.iter().flatten() {
            row.write(*exchanged, |label| quoted(label).into_owned(), &mut text);
        }
        logs.append_deals(&text)?;
    }
    Ok(tally)
}

/// A row of an input, and whether the joined schedule names its agents in the other order.
#[derive(Clone)]
struct SeatedRow {
    row: DealRow,
    exchanged: bool,
}

impl SeatedRow {
    /// Returns the outcomes in the order of the joined schedule; `None` if a score is out of range.
    fn pair(&self) -> Option<PairOnDeal> {
        let pair = self.row.pair()?;
        Some(if self.exchanged { pair.exchanged() } else { pair })
    }
}

fn misplaced(side: &JoinInput, deal: u64) -> LabError {
    let path = side.stored.path(deals::FILE);
    LabError::content(path.display(), format_args!("the rows of deal {deal} are not those of its pairings"))
}
