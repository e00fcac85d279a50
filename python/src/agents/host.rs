//! A class at the table.

use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use overhear_agents::kind::{Param, PrepareError, Values};
use overhear_agents::model::World as Known;
use overhear_agents::registry::{ExternalAgent, Spec, build, interned};
use overhear_bots::BotAgent;
use overhear_engine::game::{
    Agent, Answer, AnswerError, ExternalPlayer, PlayerRequest, PlayerUnavailable, Question, Role,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::answers::answers;
use super::columns::Columns;
use crate::world::World;

/// An `overhear._agents.Host`: an agent under a name, and what goes wrong with it.
pub(super) struct PythonAgent {
    object: Py<PyAny>,
    about: AgentInfo,
    failure: Mutex<Option<PyErr>>,
}

/// What is known of an agent before it is seated.
#[derive(FromPyObject)]
struct AgentInfo {
    name: String,
    version: String,
    summary: String,
    plays: [bool; 4],
    thinks_alike: bool,
    stand_in: String,
    batch: usize,
    params: Vec<Declared>,
}

/// A parameter: name, default, least and greatest value, whether it is whole, meaning.
type Declared = (String, f64, f64, f64, bool, String);

/// An agent with its settings, at work.
struct Player {
    host: Arc<PythonAgent>,
    object: Py<PyAny>,
}

/// A request outside a resumable game: a failure unwinds the caller.
struct BlockingPlayer(Arc<Player>);

/// The last seated agent with its world and its settings: both parts of an agent share it.
struct LastSeated {
    world: Weak<Known>,
    settings: Vec<f64>,
    agent: Weak<BotAgent>,
}

impl PythonAgent {
    pub(super) fn new(object: &Bound<'_, PyAny>) -> PyResult<PythonAgent> {
        let (about, object) = (object.extract()?, object.clone().unbind());
        Ok(PythonAgent { object, about, failure: Mutex::default() })
    }

    /// The agent, to be registered: what is registered does not keep it.
    pub(super) fn external_agent(host: &Arc<PythonAgent>) -> ExternalAgent {
        let (about, weak_host) = (&host.about, Arc::downgrade(host));
        let params: Vec<Param> = about.params.iter().map(param).collect();
        let (known, last) = (params.clone(), Mutex::<Option<LastSeated>>::default());
        ExternalAgent {
            name: about.name.clone(),
            summary: about.summary.clone(),
            version: Some(about.version.clone()),
            params,
            associates: true,
            seat: Box::new(move |world, values| {
                let host = weak_host.upgrade().ok_or_else(|| PrepareError("its run has ended".to_owned()))?;
                let settings: Vec<f64> = known.iter().map(|param| values.get(param.key)).collect();
                let mut last = locked(&last);
                let same = last
                    .as_ref()
                    .filter(|last| last.world.as_ptr() == Arc::as_ptr(world) && last.settings == settings);
                if let Some(agent) = same.and_then(|last| last.agent.upgrade()) {
                    return Ok(agent as Arc<dyn Agent>);
                }
                let agent = Arc::new(seated(host, &known, values, world)?);
                let (world, weak_agent) = (Arc::downgrade(world), Arc::downgrade(&agent));
                *last = Some(LastSeated { world, settings, agent: weak_agent });
                Ok(agent as Arc<dyn Agent>)
            }),
        }
    }

    pub(super) fn has_failed(&self) -> bool {
        locked(&self.failure).is_some()
    }

    pub(super) fn failure(&self, py: Python<'_>) -> Option<PyErr> {
        locked(&self.failure).as_ref().map(|error| error.clone_ref(py))
    }

    pub(super) fn take_failure(&self) -> Option<PyErr> {
        locked(&self.failure).take()
    }

    pub(super) fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        self.object.call_method0(py, "interrupt").map(drop)
    }

    /// Keeps the first exception.
    fn fail(&self, error: PyErr) -> String {
        let message = error.to_string();
        locked(&self.failure).get_or_insert(error);
        message
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A parameter.
fn param((key, default, low, high, whole, meaning): &Declared) -> Param {
    let constructor = if *whole { Param::whole } else { Param::real };
    constructor(interned(key), *default, *low, *high, interned(meaning))
}

/// Seats an agent, with a house agent for the roles that it does not play.
fn seated(
    host: Arc<PythonAgent>,
    params: &[Param],
    values: &Values,
    world: &Arc<Known>,
) -> Result<BotAgent, PrepareError> {
    let object = Python::attach(|py| {
        let set = PyDict::new(py);
        let moved = params.iter().filter(|param| values.get(param.key) != param.default);
        moved.into_iter().try_for_each(|param| set.set_item(param.key, values.get(param.key)))?;
        host.object.call_method1(py, "sit", (World::from_loaded(world), set))
    });
    let object = object.map_err(|error| PrepareError(host.fail(error)))?;
    let stand_in = Spec::parse(&host.about.stand_in).and_then(|spec| build(&spec, world));
    let stand_in = stand_in.map_err(|error| PrepareError(format!("stand_in: {error}")))?;
    let (name, plays) = (host.about.name.clone(), host.about.plays);
    let thinks_alike = host.about.thinks_alike;
    let player = Arc::new(Player { host, object });
    let players: [Arc<dyn ExternalPlayer>; 2] = [player.clone(), Arc::new(BlockingPlayer(player))];
    Ok(BotAgent::with_stand_in(&name, players, plays, thinks_alike, stand_in))
}

impl Player {
    /// Asks questions of one role, at these places of a batch.
    fn ask(
        &self,
        role: Role,
        places: &[usize],
        batch: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Answer>, String> {
        let mut places_left = places.iter().copied().peekable();
        let requests = batch.iter_mut().enumerate();
        let requests = requests.filter_map(|(n, request)| places_left.next_if_eq(&n).map(|_| request));
        let columns = Columns::from_batch(requests);
        let questions: Vec<&Question<'_>> = places.iter().map(|&n| &batch[n].question).collect();
        let answers = Python::attach(|py| {
            let arguments = (role as usize, places.len(), columns.to_dict(py)?);
            let reply = self.object.call_method1(py, "ask", arguments)?;
            let (form, reply): (String, Bound<'_, PyBytes>) = reply.extract(py)?;
            Ok(answers(&form, reply.as_bytes(), &questions))
        });
        let answers = answers.map_err(|error: PyErr| self.host.fail(error))?;
        answers.ok_or_else(|| format!("`{}`: its answers do not fit the questions", self.host.about.name))
    }
}

impl ExternalPlayer for Player {
    fn answer(
        &self,
        batch: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
        let mut answers: Vec<Option<Answer>> = batch.iter().map(|_| None).collect();
        for role in Role::ALL {
            let requests = batch.iter().enumerate().filter(|(_, request)| request.question.role() == role);
            let places: Vec<usize> = requests.map(|(n, _)| n).collect();
            for places in places.chunks(self.host.about.batch) {
                let of_chunk = self.ask(role, places, batch).map_err(PlayerUnavailable)?;
                places.iter().zip(of_chunk).for_each(|(&place, answer)| answers[place] = Some(answer));
            }
        }
        Ok(answers.into_iter().map(|answer| Ok(answer.expect("every role has been asked"))).collect())
    }

    fn batch(&self) -> usize {
        self.host.about.batch
    }
}

impl ExternalPlayer for BlockingPlayer {
    fn answer(
        &self,
        batch: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
        self.0.answer(batch).map_err(|outage| resume_unwind(Box::new(outage.0)))
    }
}
