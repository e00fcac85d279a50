//! Starting a bot, or doing without it.

use std::sync::Mutex;

use crate::answer_file::AnswerFile;
use crate::bot_fault::{BotFault, BotFaultKind};
use crate::hello::check;
use crate::identity::ConfigIdentity;
use crate::parallel::side_by_side;
use crate::protocol::BotHello;
use crate::shared::SharedState;
use crate::worker::ProcessWorker;

/// The places of processes that are started when there is something to ask of a bot that has said hello before.
fn closed(shared: &SharedState, hello: &BotHello) -> Result<Vec<Mutex<ProcessWorker>>, BotFault> {
    check(hello, &shared.config, &shared.words)?;
    Ok((0..shared.config.processes).map(|_| Mutex::new(ProcessWorker::closed())).collect())
}

/// The processes of a bot and its hello.
pub(crate) struct StartedBot {
    pub(crate) workers: Vec<Mutex<ProcessWorker>>,
    pub(crate) hello: BotHello,
    /// Why the processes were not started, if the hello is an earlier one.
    pub(crate) absence: Option<BotFault>,
}

/// Starts a bot; if that fails, the hello that it has said before stands in.
pub(crate) fn started(
    shared: &SharedState,
    answers: Option<&AnswerFile>,
    identity: &ConfigIdentity,
) -> Result<StartedBot, BotFault> {
    match opened(shared) {
        Ok((workers, hello)) => Ok(StartedBot { workers, hello, absence: None }),
        Err(fault) => {
            let known = answers.and_then(|answers| answers.known_hello(identity));
            let Some(hello) = known.filter(|_| fault.kind != BotFaultKind::WrongHello) else {
                return Err(fault);
            };
            Ok(StartedBot { workers: closed(shared, &hello)?, hello, absence: Some(fault) })
        }
    }
}

/// Starts every process of a bot; all must say the same hello.
fn opened(shared: &SharedState) -> Result<(Vec<Mutex<ProcessWorker>>, BotHello), BotFault> {
    let (first, hello) = ProcessWorker::open(shared)?;
    check(&hello, &shared.config, &shared.words)?;
    let others = side_by_side((1..shared.config.processes).map(|_| || ProcessWorker::open(shared)));
    let mut workers = vec![Mutex::new(first)];
    for other in others {
        let (worker, other) = other?;
        if other != hello {
            return Err(BotFault::new(
                BotFaultKind::WrongHello,
                "two processes of the bot sent different hellos",
            ));
        }
        workers.push(Mutex::new(worker));
    }
    Ok((workers, hello))
}
