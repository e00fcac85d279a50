//! Dispatch of questions to external players, in batches, and of their answers back to the games.

use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use super::Arena;
use super::game_slot::GameSlot;
use crate::game::{Answer, AnswerError, ExternalPlayer, PlayerRequest, PlayerUnavailable, Role};
use crate::rules::{Side, counted};

/// The external players of a run, and the agents and roles that they play.
pub(super) struct Dispatcher {
    players: Vec<Arc<dyn ExternalPlayer>>,
    /// Index into `players` for each agent and role; `None` for a built-in player.
    addresses: Vec<[Option<usize>; Role::ALL.len()]>,
}

/// A batch of questions to one external player, with the origin of each question.
#[derive(Default)]
struct QuestionBatch<'a> {
    origins: Vec<RequestOrigin>,
    requests: Vec<PlayerRequest<'a>>,
}

/// Origin of a question: the slot in the batch, and the member of a team in its game.
#[derive(Clone, Copy)]
struct RequestOrigin {
    slot: usize,
    side: Side,
    member: u8,
}

/// Answers of one external player, with the origin of each question.
struct BatchAnswers {
    origins: Vec<RequestOrigin>,
    answers: Vec<Result<Answer, AnswerError>>,
}

impl Dispatcher {
    /// Collects the external players of all agents.
    pub(super) fn new(arena: &Arena<'_>) -> Dispatcher {
        let mut dispatcher = Dispatcher { players: Vec::new(), addresses: Vec::new() };
        for agent in arena.agents {
            let addresses = Role::ALL.map(|role| Some(dispatcher.index_of(agent.external_player(role)?)));
            dispatcher.addresses.push(addresses);
        }
        dispatcher
    }

    /// Returns the index of an external player, and adds the player if it is new.
    ///
    /// Several agents and roles may share one player, so handles are compared by address.
    fn index_of(&mut self, player: Arc<dyn ExternalPlayer>) -> usize {
        let mut known = self.players.iter();
        known.position(|known| Arc::as_ptr(known).cast::<()>() == Arc::as_ptr(&player).cast()).unwrap_or_else(
            || {
                self.players.push(player);
                self.players.len() - 1
            },
        )
    }

    /// Returns the greatest number of questions that an external player would like to have at once.
    pub(super) fn largest_batch(&self) -> usize {
        self.players.iter().map(|player| player.batch()).max().unwrap_or(0)
    }

    /// Returns `true` if an agent has an external player in at least one role.
    pub(super) fn has_external_player(&self, agent: usize) -> bool {
        self.addresses[agent].iter().any(Option::is_some)
    }

    /// Sends all open questions of a batch, waits for the answers and stores them in the games.
    ///
    /// # Errors
    /// [`PlayerUnavailable`] of the first external player that no longer answers.
    pub(super) fn deliver(&self, slots: &mut [GameSlot<'_>]) -> Result<(), PlayerUnavailable> {
        for BatchAnswers { origins, answers } in self.ask(self.player_batches(slots))? {
            for (RequestOrigin { slot, side, member }, answer) in origins.into_iter().zip(answers) {
                slots[slot].put(side, member, answer);
            }
        }
        Ok(())
    }

    /// Sorts the open questions of a batch into one batch for each external player.
    fn player_batches<'s>(&self, slots: &'s mut [GameSlot<'_>]) -> Vec<QuestionBatch<'s>> {
        let mut player_batches: Vec<QuestionBatch<'s>> =
            self.players.iter().map(|_| QuestionBatch::default()).collect();
        for (slot, (seats, request)) in slots
            .iter_mut()
            .enumerate()
            .flat_map(|(n, slot)| slot.questions().map(move |request| (n, request)))
        {
            let seat = request.question.seat();
            let (side, member) = (seat.side(), seat.member());
            let address = self.addresses[seats[side]][request.question.role() as usize];
            let batch = &mut player_batches[address.expect("an external player has an address")];
            batch.origins.push(RequestOrigin { slot, side, member });
            batch.requests.push(request);
        }
        player_batches
    }

    /// Asks all external players at once. The last one is asked on the calling thread, the others on threads
    /// of their own.
    fn ask(&self, player_batches: Vec<QuestionBatch<'_>>) -> Result<Vec<BatchAnswers>, PlayerUnavailable> {
        let all = self.players.iter().zip(player_batches).filter(|(_, batch)| !batch.requests.is_empty());
        let mut all: Vec<_> = all.collect();
        let Some((last, batch)) = all.pop() else { return Ok(Vec::new()) };
        thread::scope(|scope| {
            let others = all.into_iter().map(|(player, batch)| {
                let player = Arc::clone(player);
                let thread = thread::Builder::new().spawn_scoped(scope, move || ask_one(&*player, batch));
                thread.map_err(|error| thread_start_error(&error))
            });
            let others = others.collect::<Result<Vec<_>, PlayerUnavailable>>()?;
            let mut replies = vec![ask_one(&**last, batch)];
            let joined =
                others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            replies.extend(joined);
            // The scope has waited for all players, so an error here abandons no running thread.
            replies.into_iter().collect()
        })
    }
}

/// Returns the outage for a thread that cannot be started.
pub(super) fn thread_start_error(error: &io::Error) -> PlayerUnavailable {
    PlayerUnavailable(format!(
        "no thread can be started to ask external players ({error}); raise the system's limit of threads"
    ))
}

/// Asks one external player.
///
/// # Errors
/// [`PlayerUnavailable`] if the player fails, or if it returns another number of answers than there were questions.
fn ask_one(
    player: &dyn ExternalPlayer,
    QuestionBatch { origins, mut requests }: QuestionBatch<'_>,
) -> Result<BatchAnswers, PlayerUnavailable> {
    let answers = player.answer(&mut requests)?;
    if answers.len() == origins.len() {
        return Ok(BatchAnswers { origins, answers });
    }
    let [answers, questions] =
        [(answers.len(), "answer"), (origins.len(), "question")].map(|(n, noun)| counted(n as u64, noun));
    Err(PlayerUnavailable(format!("expected {questions}, received {answers}")))
}
