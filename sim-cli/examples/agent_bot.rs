//! A built-in agent as a bot: the program reads questions of the protocol in `docs/bots.md` and answers as the agent does.
//!
//! `sim-cli bench mine --bot "mine=target/debug/examples/agent_bot nearest/bayes"`
//!
//! Answers are those of the agent itself if it draws no random numbers, as `nearest` and `bayes` do not: the protocol tells a bot
//! a seed, not the program's stream. `predict` and `believe` are answered by the exact posterior.

use std::io::{BufRead as _, Write as _};
use std::sync::Arc;

use overhear_agents::model::World;
use overhear_agents::registry::{Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::game::{Agent, Answer, Deal, GameSetup, Player, Position, Role, Seed, Stream};
use overhear_engine::rules::{Clue, Clues, Code, Half, Keyword, MAX_ROUNDS, PublicRecord, Rules, Side, Slot};
use serde_json::{Value, json};

/// Number of words that are offered for each keyword.
const OFFERED: usize = 8;

fn main() {
    let spec = std::env::args().nth(1).expect("usage: agent_bot SPEC");
    let mut lines = std::io::stdin().lock().lines().map_while(Result::ok);
    let mut next = || lines.next().map(|line| serde_json::from_str::<Value>(&line).expect("JSON"));
    let hello = next().expect("a hello");
    let rules: Rules = serde_json::from_value(hello["hello"]["rules"].clone()).expect("rules");
    say(&json!({ "hello": {
        "protocol": 1, "name": spec, "thinks_alike": true, "deterministic": true,
        "roles": ["encrypt", "decode", "intercept", "predict", "believe"],
        "ignores": ["seed", "member", "head"],
    } }));
    let setup = next().expect("words");
    let vocabulary = setup["setup"]["vocabulary"].as_array().expect("a list").len();
    let deck = embedded_deck("en").expect("a deck");
    let world = World::new(deck, embedded_space(), embedded_lexicon(), vocabulary).expect("words");
    let world = Arc::new(world);
    say(&json!({ "ready": true }));
    let setup = world.setup(&rules).expect("a game");
    let bot = AgentBot { world: &world, setup: &setup, agent: agent(&spec, &world).expect("an agent") };
    while let Some(message) = next() {
        let Some(asks) = message["ask"].as_array() else { return };
        let answers: Vec<Value> = asks.iter().map(|ask| bot.message(ask)).collect();
        say(&json!({ "answers": answers }));
    }
}

fn say(message: &Value) {
    println!("{message}");
    std::io::stdout().flush().expect("standard output is read");
}

fn agent(spec: &str, world: &Arc<World>) -> Result<Box<dyn Agent>, String> {
    let spec = Spec::parse(spec).map_err(|error| error.to_string())?;
    build(&spec, world).map_err(|error| error.to_string())
}

struct AgentBot<'a> {
    world: &'a Arc<World>,
    setup: &'a GameSetup<'a>,
    agent: Box<dyn Agent>,
}

impl AgentBot<'_> {
    /// Returns the answer to a question as a message. A question that cannot be read has a sentence as its answer.
    fn message(&self, ask: &Value) -> Value {
        let mut answer = self.answer(ask).unwrap_or_else(|why| json!({ "error": why }));
        answer["id"] = ask["id"].clone();
        answer
    }

    fn answer(&self, ask: &Value) -> Result<Value, String> {
        let question = BotQuestion::read(ask, self.setup)?;
        match ask["role"].as_str() {
            Some("encrypt") => match self.ask(&*self.agent, Role::Encryptor, &question) {
                Answer::Clues(clues) => Ok(json!({ "clues": clues.map(|clue| clue.map(Clue::index)) })),
                _ => unreachable!("answers fit their questions"),
            },
            Some("decode") => Ok(weights(&self.ask(&*self.agent, Role::Guesser, &question))),
            Some("intercept") => Ok(weights(&self.ask(&*self.agent, Role::Interceptor, &question))),
            Some("predict") => {
                let reader = ask["reader"]["spec"].as_str().ok_or("the question has no `reader`")?;
                let reader = agent(&format!("margin/{reader}"), self.world)?;
                // The clues of a foreseen guess are the giver's, and the reader is of the other team.
                Ok(weights(&self.ask_of(question.side.opponent(), &*reader, Role::Interceptor, &question)))
            }
            Some("believe") => self.believe(&question, &ask["offered"]),
            _ => Err(format!("it does not play the role {}", ask["role"])),
        }
    }

    fn believe(&self, question: &BotQuestion, offered: &Value) -> Result<Value, String> {
        let Answer::Keywords(belief) = self.ask(&*self.agent, Role::KeywordGuesser, question) else {
            unreachable!("answers fit their questions")
        };
        let offered: [&Value; 4] = list(offered, "offered")?;
        let weights = |(slot, words): (Slot, &Value)| {
            let words: [&Value; OFFERED] = list(words, "offered")?;
            let words = words.into_iter().map(|word| keyword(word, self.setup));
            words.map(|word| Ok(belief.weights(slot)[word?.index()])).collect()
        };
        let slots = Slot::ALL.into_iter().zip(offered).map(weights);
        Ok(json!({ "slots": slots.collect::<Result<Vec<Vec<f32>>, String>>()? }))
    }

    fn ask(&self, agent: &dyn Agent, role: Role, question: &BotQuestion) -> Answer {
        self.ask_of(question.side, agent, role, question)
    }

    /// Asks a player on a side at a position in which it knows what the question says.
    fn ask_of(&self, seat: Side, agent: &dyn Agent, role: Role, question: &BotQuestion) -> Answer {
        let mut deal = self.deal_beside(seat, &question.keywords);
        if seat == question.side {
            deal.keywords[seat].0 = question.keywords;
        }
        if let Some(code) = question.code {
            deal.codes[usize::from(question.round) - 1][question.side] = code;
        }
        let mut record = PublicRecord::for_rules(self.setup.rules());
        question.history.iter().for_each(|half| record.push(*half));
        let position = Position { setup: self.setup, deal: &deal, record: &record, round: question.round };
        let mut player = Player::fresh(agent, &position.seat(seat, 0));
        player.answer(&position.question(role, seat, 0, question.clues), &mut Stream::of_deal(Seed(0), 0))
    }

    /// Returns a deal in which a side holds no card with these keywords: a giver does not know which cards the reader holds.
    fn deal_beside(&self, side: Side, keywords: &[Keyword]) -> Deal {
        let deck = self.setup.deck();
        let deals = (0..).map(|n| Deal::clone(&self.setup.deal(Seed(0), n)));
        let mut apart = deals.filter(|deal| {
            let mut held = deal.keywords[side].iter().flat_map(|&one| deck.card_of(one));
            held.all(|held| !keywords.contains(held))
        });
        apart.next().expect("a deck has many cards")
    }
}

/// A question, read.
struct BotQuestion {
    side: Side,
    keywords: [Keyword; 4],
    round: u8,
    code: Option<Code>,
    clues: Clues,
    history: Vec<Half>,
}

impl BotQuestion {
    fn read(ask: &Value, setup: &GameSetup<'_>) -> Result<BotQuestion, String> {
        if ask["keywords"].is_null() {
            return Err(
                "the question has no `keywords`: this bot plays in teams of two, not alone".to_owned()
            );
        }
        let keywords: [&Value; 4] = list(&ask["keywords"], "keywords")?;
        let keywords = keywords.map(|word| keyword(word, setup));
        let round = ask["round"].as_u64().unwrap_or(1);
        let round = u8::try_from(round).ok().filter(|round| (1..=MAX_ROUNDS).contains(&usize::from(*round)));
        Ok(BotQuestion {
            side: side(&ask["side"]),
            keywords: keywords.into_iter().collect::<Result<Vec<_>, _>>()?.try_into().expect("four keywords"),
            round: round.ok_or_else(|| format!("there is no round {}", ask["round"]))?,
            code: code(&ask["code"])?,
            clues: clues(&ask["clues"], setup),
            history: history(&ask["history"], setup)?,
        })
    }
}

/// Returns the parts of a list that must have `N`.
fn list<'a, const N: usize>(value: &'a Value, key: &str) -> Result<[&'a Value; N], String> {
    let parts: Vec<&Value> = value.as_array().into_iter().flatten().collect();
    parts.try_into().map_err(|_| format!("`{key}` is not a list of {N}"))
}

fn keyword(value: &Value, setup: &GameSetup<'_>) -> Result<Keyword, String> {
    let number = value.as_u64().filter(|&number| number < setup.deck().len() as u64);
    number.map(|number| Keyword(number as u16)).ok_or_else(|| format!("there is no keyword {value}"))
}

fn weights(answer: &Answer) -> Value {
    let Answer::Belief(belief) = answer else { unreachable!("answers fit their questions") };
    json!({ "p": belief.probabilities() })
}

fn history(value: &Value, setup: &GameSetup<'_>) -> Result<Vec<Half>, String> {
    value.as_array().into_iter().flatten().map(|value| half(value, setup)).collect()
}

fn half(value: &Value, setup: &GameSetup<'_>) -> Result<Half, String> {
    Ok(Half {
        round: value["round"].as_u64().unwrap_or(1) as u8,
        side: side(&value["side"]),
        clues: clues(&value["clues"], setup),
        code: code(&value["code"])?.ok_or("a half has no `code`")?,
        guess: code(&value["guess"])?.unwrap_or(Code::ALL[0]),
        interception: code(&value["interception"])?,
        forfeited: value["forfeited"] == true,
    })
}

/// Returns the clues; one that the vocabulary does not have counts as missing.
fn clues(value: &Value, setup: &GameSetup<'_>) -> Clues {
    let vocabulary = setup.law().vocabulary() as u64;
    std::array::from_fn(|n| {
        value[n].as_u64().filter(|&number| number < vocabulary).map(|number| Clue::new(number as u32))
    })
}

/// Returns the code, `None` for null.
fn code(value: &Value) -> Result<Option<Code>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let slots: Option<Vec<Slot>> = value.as_array().into_iter().flatten().map(slot).collect();
    let code = slots.and_then(|slots| Code::new(slots.try_into().ok()?));
    code.map(Some).ok_or_else(|| format!("{value} is not a code"))
}

fn slot(digit: &Value) -> Option<Slot> {
    Slot::ALL.get(digit.as_u64()?.checked_sub(1)? as usize).copied()
}

fn side(value: &Value) -> Side {
    if value == "black" { Side::Black } else { Side::White }
}
