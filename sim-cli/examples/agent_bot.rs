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
use overhear_engine::rules::{Clue, Clues, Code, Half, Keyword, PublicRecord, Rules, Side, Slot};
use serde_json::{Value, json};

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
    let table = world.table(&rules).expect("a game");
    let bot = AgentBot { world: &world, table: &table, agent: agent(&spec, &world) };
    while let Some(message) = next() {
        let Some(asks) = message["ask"].as_array() else { return };
        let answers: Vec<Value> = asks.iter().map(|ask| bot.answer(ask)).collect();
        say(&json!({ "answers": answers }));
    }
}

fn say(message: &Value) {
    println!("{message}");
    std::io::stdout().flush().expect("standard output is read");
}

fn agent(spec: &str, world: &Arc<World>) -> Box<dyn Agent> {
    build(&Spec::parse(spec).expect("a SPEC"), world).expect("an agent")
}

struct AgentBot<'a> {
    world: &'a Arc<World>,
    table: &'a GameSetup<'a>,
    agent: Box<dyn Agent>,
}

impl AgentBot<'_> {
    fn answer(&self, ask: &Value) -> Value {
        let id = &ask["id"];
        match ask["role"].as_str().expect("a role") {
            "encrypt" => match self.asked(&*self.agent, Role::Encryptor, ask) {
                Answer::Clues(clues) => json!({ "id": id, "clues": clues.map(|clue| clue.map(Clue::index)) }),
                _ => unreachable!("answers fit their questions"),
            },
            "decode" => weights(id, &self.asked(&*self.agent, Role::Guesser, ask)),
            "intercept" => weights(id, &self.asked(&*self.agent, Role::Interceptor, ask)),
            "predict" => {
                let reader = ask["reader"]["spec"].as_str().expect("a reader");
                let reader = agent(&format!("margin/{reader}"), self.world);
                weights(id, &self.asked(&*reader, Role::Interceptor, ask))
            }
            "believe" => {
                let Answer::Keywords(belief) = self.asked(&*self.agent, Role::KeywordGuesser, ask) else {
                    unreachable!("answers fit their questions")
                };
                let offered = ask["offered"].as_array().expect("words");
                let weights = |(slot, words): (Slot, &Value)| -> Vec<f32> {
                    let words = words.as_array().expect("words").iter();
                    words.map(|word| belief.weights(slot)[number(word) as usize]).collect()
                };
                let slots: Vec<Vec<f32>> = Slot::ALL.into_iter().zip(offered).map(weights).collect();
                json!({ "id": id, "slots": slots })
            }
            other => json!({ "id": id, "error": format!("it does not play `{other}`") }),
        }
    }

    /// Asks a player of an agent at a position in which it knows what the question says.
    fn asked(&self, agent: &dyn Agent, role: Role, ask: &Value) -> Answer {
        let mut stream = Stream::of_deal(Seed(0), 0);
        let told = side(&ask["side"]);
        // The clues of a foreseen guess are the giver's, and the reader is of the other team.
        let seat = if ask["role"] == "predict" { told.opponent() } else { told };
        let mut deal = self.deal_beside(seat, ask["keywords"].as_array().expect("keywords"));
        if seat == told {
            deal.keywords[seat].0 = std::array::from_fn(|n| keyword(&ask["keywords"][n]));
        }
        let round = ask["round"].as_u64().unwrap_or(1) as u8;
        if !ask["code"].is_null() {
            deal.codes[usize::from(round) - 1][told] = code(&ask["code"]);
        }
        let mut record = PublicRecord::for_rules(self.table.rules());
        ask["history"].as_array().expect("halves").iter().for_each(|told| record.push(half(told)));
        let position = Position { table: self.table, deal: &deal, record: &record, round };
        let clues = if ask["clues"].is_null() { Clues::default() } else { clues(&ask["clues"]) };
        let mut player = Player::fresh(agent, &position.seat(seat, 0));
        player.answer(&position.question(role, seat, 0, clues), &mut stream)
    }
}

impl AgentBot<'_> {
    /// Returns a deal in which a side holds no card with these keywords: a giver does not know which cards the reader holds.
    fn deal_beside(&self, side: Side, keywords: &[Value]) -> Deal {
        let deck = self.table.deck();
        let is_apart = |deal: &Deal| {
            let held = deal.keywords[side].iter().flat_map(|&one| deck.card_of(one));
            held.into_iter().all(|held| keywords.iter().all(|word| keyword(word) != *held))
        };
        let deals = (0..).map(|n| Deal::clone(&self.table.deal(Seed(0), n)));
        deals.into_iter().find(is_apart).expect("a deck has many cards")
    }
}

fn keyword(told: &Value) -> Keyword {
    Keyword(number(told) as u16)
}

fn weights(id: &Value, answer: &Answer) -> Value {
    let Answer::Belief(belief) = answer else { unreachable!("answers fit their questions") };
    json!({ "id": id, "p": belief.probabilities() })
}

fn half(told: &Value) -> Half {
    let guess = |key: &str| (!told[key].is_null()).then(|| code(&told[key]));
    Half {
        round: number(&told["round"]) as u8,
        side: side(&told["side"]),
        clues: clues(&told["clues"]),
        code: code(&told["code"]),
        guess: guess("guess").unwrap_or(Code::ALL[0]),
        interception: guess("interception"),
        forfeited: told["forfeited"] == true,
    }
}

fn clues(told: &Value) -> Clues {
    std::array::from_fn(|n| told[n].as_u64().map(|number| Clue::new(number as u32)))
}

fn code(told: &Value) -> Code {
    let slots: [Slot; 3] = std::array::from_fn(|n| Slot::ALL[number(&told[n]) as usize - 1]);
    Code::new(slots).expect("three different digits")
}

fn side(told: &Value) -> Side {
    if told == "black" { Side::Black } else { Side::White }
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}
