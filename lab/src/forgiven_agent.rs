//! An agent whose missing answer costs an item instead of the game, so that the rest of the game is asked too.

use std::sync::Arc;

use overhear_engine::game::{
    Agent, Answer, AnswerError, Belief, ClueTimes, Encryptor, ExternalPlayer, Guesser, KeywordBelief,
    PlayerRequest, PlayerUnavailable, Question, Role, TalkReply,
};

/// An agent with an empty answer for every missing one: no clues, or a uniform belief.
pub(crate) struct ForgivenAgent {
    agent: Box<dyn Agent>,
    players: [Option<Arc<dyn ExternalPlayer>>; Role::ALL.len()],
}

impl ForgivenAgent {
    pub(crate) fn new(agent: Box<dyn Agent>) -> ForgivenAgent {
        let mut known: Vec<(*const (), Arc<dyn ExternalPlayer>)> = Vec::new();
        let players = Role::ALL.map(|role| {
            let player = agent.external_player(role)?;
            let address = Arc::as_ptr(&player).cast::<()>();
            let shared = known.iter().find(|(other, _)| *other == address).map(|(_, one)| Arc::clone(one));
            Some(shared.unwrap_or_else(|| {
                let one: Arc<dyn ExternalPlayer> = Arc::new(ForgivenPlayer(player));
                known.push((address, Arc::clone(&one)));
                one
            }))
        });
        ForgivenAgent { agent, players }
    }
}

impl Agent for ForgivenAgent {
    fn label(&self) -> &str {
        self.agent.label()
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        self.agent.encryptor()
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        self.agent.guesser()
    }

    fn pace(&self) -> ClueTimes {
        self.agent.pace()
    }

    fn thinks_alike(&self) -> bool {
        self.agent.thinks_alike()
    }

    fn salt(&self) -> u64 {
        self.agent.salt()
    }

    fn external_player(&self, role: Role) -> Option<Arc<dyn ExternalPlayer>> {
        self.players[role as usize].clone()
    }
}

struct ForgivenPlayer(Arc<dyn ExternalPlayer>);

impl ExternalPlayer for ForgivenPlayer {
    fn answer(
        &self,
        batch: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
        let answers = self.0.answer(batch)?;
        let answers = batch.iter().zip(answers);
        Ok(answers.map(|(request, answer)| Ok(answer.unwrap_or_else(|_| nothing(request)))).collect())
    }
}

/// Returns the empty answer to a question.
fn nothing(request: &PlayerRequest<'_>) -> Answer {
    if request.talk.is_some() {
        return Answer::Talk(TalkReply::default());
    }
    match request.question {
        Question::Clues(_) => Answer::Clues([None; 3]),
        Question::Decode(_) | Question::Intercept(_) => Answer::Belief(Belief::UNIFORM),
        Question::Keywords(view) => Answer::Keywords(KeywordBelief::uniform(view.seat().setup().deck())),
    }
}
