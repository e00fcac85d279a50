//! One game: the deal, what each role may see of it, the players, the loop and the record.

mod again;
mod belief;
mod deal;
mod fault;
mod game;
mod keys;
mod naming;
mod pace;
mod player;
mod position;
mod retell;
mod session;
mod stream;
mod surprise;
mod team;
mod view;

pub use belief::Belief;
pub use deal::{Deal, MAX_MEMBERS};
pub use fault::is_guarded;
pub(crate) use fault::{Breakdown, guard};
pub use game::{Game, HalfBeliefs, RefusedClue, Table};
pub use keys::{Keys, Seed};
pub use naming::KeywordBelief;
pub use pace::Pace;
pub use player::{Agent, Encryptor, Guesser};
pub use position::Position;
pub use retell::Retold;
pub use stream::{Role, Stream};
pub use surprise::Bits;
pub use team::Team;
pub use view::{EncryptorView, GuesserView, Hearing, InterceptorView, KeywordView, Seat};
