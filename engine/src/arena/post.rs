//! The post of a run: who is written to, and a lot's questions on their way there and back.

use std::sync::Arc;

use super::Arena;
use super::slot::Slot;
use crate::rules::Side;
use crate::table::{Answer, Asked, Correspondent, Failure, Outage, Role};

/// Everybody who is asked by post, and for whom.
pub(super) struct Post {
    correspondents: Vec<Arc<dyn Correspondent>>,
    /// For each agent and role a place in the list, where it is asked by post.
    addresses: Vec<[Option<usize>; Role::ALL.len()]>,
}

/// The questions to one correspondent, and where they come from.
#[derive(Default)]
struct Bag<'a> {
    senders: Vec<Sender>,
    batch: Vec<Asked<'a>>,
}

/// A slot of the lot, and who is asked in its game.
#[derive(Clone, Copy)]
struct Sender {
    slot: usize,
    side: Side,
    member: u8,
}

/// Answers, and where they belong.
type Replies = (Vec<Sender>, Vec<Result<Answer, Failure>>);

impl Post {
    pub(super) fn new(arena: &Arena<'_>) -> Post {
        let mut post = Post { correspondents: Vec::new(), addresses: Vec::new() };
        for agent in arena.agents {
            let addresses = Role::ALL.map(|role| Some(post.place(agent.correspondent(role)?)));
            post.addresses.push(addresses);
        }
        post
    }

    /// The place of a correspondent, of whom many agents and roles may have a handle.
    fn place(&mut self, correspondent: Arc<dyn Correspondent>) -> usize {
        let address = |one: &Arc<dyn Correspondent>| Arc::as_ptr(one).cast::<()>();
        let mut known = self.correspondents.iter();
        known.position(|known| address(known) == address(&correspondent)).unwrap_or_else(|| {
            self.correspondents.push(correspondent);
            self.correspondents.len() - 1
        })
    }

    /// Whether an agent is asked by post in any role.
    pub(super) fn reaches(&self, agent: usize) -> bool {
        self.addresses[agent].iter().any(Option::is_some)
    }

    /// Delivers every open question of a lot, waits, and puts the answers in.
    ///
    /// # Errors
    /// The first correspondent's who does not answer any more.
    pub(super) fn deliver(&self, slots: &mut [Slot<'_>]) -> Result<(), Outage> {
        for (senders, answers) in self.ask(self.bags(slots))? {
            for (Sender { slot, side, member }, answer) in senders.into_iter().zip(answers) {
                slots[slot].put(side, member, answer);
            }
        }
        Ok(())
    }

    fn bags<'s>(&self, slots: &'s mut [Slot<'_>]) -> Vec<Bag<'s>> {
        let mut bags: Vec<Bag<'s>> = self.correspondents.iter().map(|_| Bag::default()).collect();
        for (slot, (seats, asked)) in
            slots.iter_mut().enumerate().flat_map(|(n, slot)| slot.questions().map(move |asked| (n, asked)))
        {
            let seat = asked.question.seat();
            let (side, member) = (seat.side(), seat.member());
            let address = self.addresses[seats[side]][asked.question.role() as usize];
            let bag = &mut bags[address.expect("whoever is asked by post has an address")];
            bag.senders.push(Sender { slot, side, member });
            bag.batch.push(asked);
        }
        bags
    }

    /// Asks all correspondents at once, each on a thread of its own where there are several.
    fn ask(&self, bags: Vec<Bag<'_>>) -> Result<Vec<Replies>, Outage> {
        let all = self.correspondents.iter().zip(bags).filter(|(_, bag)| !bag.batch.is_empty());
        let mut all: Vec<_> = all.collect();
        let Some((last, bag)) = all.pop() else { return Ok(Vec::new()) };
        std::thread::scope(|scope| {
            let others: Vec<_> =
                all.into_iter().map(|(one, bag)| scope.spawn(move || asked(&**one, bag))).collect();
            let mut replies = vec![asked(&**last, bag)];
            replies.extend(
                others
                    .into_iter()
                    .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
            );
            replies.into_iter().collect()
        })
    }
}

fn asked(correspondent: &dyn Correspondent, Bag { senders, mut batch }: Bag<'_>) -> Result<Replies, Outage> {
    let answers = correspondent.answer(&mut batch)?;
    if answers.len() == senders.len() {
        return Ok((senders, answers));
    }
    let (answers, questions) = (answers.len(), senders.len());
    Err(Outage(format!("{questions} questions have {answers} answers")))
}
