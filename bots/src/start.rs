//! Starting a bot, or doing without it.

use std::sync::Mutex;

use crate::answer_file::AnswerFile;
use crate::hello::check;
use crate::identity::OrderIdentity;
use crate::parallel::side_by_side;
use crate::protocol::BotHello;
use crate::shared::Shop;
use crate::trouble::{BotFault, BotFaultKind};
use crate::worker::ProcessWorker;

/// The places of processes that are started when there is something to ask of a bot that has said hello before.
pub(crate) fn closed(shop: &Shop, hello: &BotHello) -> Result<Vec<Mutex<ProcessWorker>>, BotFault> {
    check(hello, &shop.order, &shop.words)?;
    Ok((0..shop.order.processes).map(|_| Mutex::new(ProcessWorker::closed())).collect())
}

/// Processes, the hello of their bot, and why they were not started if it is an earlier one.
pub(crate) type Started = (Vec<Mutex<ProcessWorker>>, BotHello, Option<BotFault>);

/// Starts a bot; if that fails, the hello that it has said before stands in.
pub(crate) fn started(
    shop: &Shop,
    answers: Option<&AnswerFile>,
    identity: &OrderIdentity,
) -> Result<Started, BotFault> {
    match opened(shop) {
        Ok((desks, hello)) => Ok((desks, hello, None)),
        Err(fault) => {
            let known = answers.and_then(|answers| answers.fingerprinted_hello(identity));
            let Some(hello) = known.filter(|_| fault.kind != BotFaultKind::WrongHello) else {
                return Err(fault);
            };
            Ok((closed(shop, &hello)?, hello, Some(fault)))
        }
    }
}

/// Starts every process of a bot; all must say the same hello.
fn opened(shop: &Shop) -> Result<(Vec<Mutex<ProcessWorker>>, BotHello), BotFault> {
    let (first, hello) = ProcessWorker::open(shop)?;
    check(&hello, &shop.order, &shop.words)?;
    let others = side_by_side((1..shop.order.processes).map(|_| || ProcessWorker::open(shop)));
    let mut desks = vec![Mutex::new(first)];
    for other in others {
        let (desk, other) = other?;
        if other != hello {
            return Err(BotFault::new(BotFaultKind::WrongHello, "two processes say different hellos"));
        }
        desks.push(Mutex::new(desk));
    }
    Ok((desks, hello))
}
