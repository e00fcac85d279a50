//! One game: the deal, the views of the roles, the players, the game loop and the record.

mod agent;
mod belief;
mod clue_review;
mod deal;
mod external;
mod fault;
mod finished;
mod fixed_log2;
mod keys;
mod keyword_belief;
mod keyword_guess;
mod keyword_weights;
mod numbered_deal;
mod pace;
mod play;
mod player;
mod position;
mod question;
mod rejudge;
mod requests;
mod resumable;
mod session;
mod setup;
mod stream;
mod talk;
mod team;
mod view;

pub use agent::{Agent, Encryptor, Guesser};
pub use belief::Belief;
pub use deal::{Deal, MAX_MEMBERS};
pub use external::{AnswerError, ExternalPlayer, PlayerRequest, PlayerUnavailable, Refusal};
pub use fault::{NoAnswer, attempt, catches_panics};
pub(crate) use fault::{PlayerFault, guard};
pub use finished::{Game, HalfBeliefs, RefusedClue};
pub use fixed_log2::FixedLog2;
pub use keys::{Keys, Seed};
pub use keyword_belief::KeywordBelief;
pub use numbered_deal::{DealError, NumberedDeal};
pub use pace::ClueTimes;
pub use player::Player;
pub use position::Position;
pub use question::{Answer, Question};
pub use rejudge::PooledBeliefs;
pub use resumable::{ResumableGame, UnexpectedAnswer};
pub use setup::{GameSetup, GameSetupError};
pub use stream::{Role, Stream};
pub use talk::{
    MAX_MESSAGE, MAX_TALK_TURNS, MIN_TALKING_TEAM, Talk, TalkAnswer, TalkMember, TalkMessage, TalkReply,
    TalkTurn, message,
};
pub use team::Team;
pub use view::{EncryptorView, GuesserView, InterceptorView, KeywordView, ListenerView, Seat};
