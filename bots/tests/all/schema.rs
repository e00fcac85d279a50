//! Everything that travels is what the schema allows, and the schema allows nothing that is no message.

use std::fs::read_to_string;
use std::path::Path;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::common::{Native, TestWords, drill, in_batches, overheard, seated};
use crate::traffic::check;
use overhear_engine::game::Agent;
use overhear_engine::rules::{OnIllegalClue, Rules, Tiebreak};

/// The schema of what is told or said.
fn schema(direction: &str) -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/protocol-1.json");
    let mut schema: Value = serde_json::from_str(&read_to_string(path).expect("the schema")).expect("JSON");
    schema.as_object_mut().expect("an object").remove("anyOf");
    schema["$ref"] = json!(format!("#/$defs/{direction}"));
    jsonschema::validator_for(&schema).expect("a schema")
}

/// Panics at a message that the schema does not allow.
pub(crate) fn hold(direction: &str, message: &Value) {
    static TOLD: LazyLock<Validator> = LazyLock::new(|| schema("told"));
    static SAID: LazyLock<Validator> = LazyLock::new(|| schema("said"));
    let schema = if direction == "told" { &TOLD } else { &SAID };
    if let Err(error) = schema.validate(message) {
        panic!("{direction} at {}: {error}: {message}", error.instance_path());
    }
}

#[test]
fn all_traffic_is_what_the_schema_allows() {
    let (world, official) = (TestWords::new(), Rules::official());
    let keywords = Rules { tiebreak: Tiebreak::Keywords, round_limit: 3, ..official };
    let forfeits = Rules { on_illegal_clue: OnIllegalClue::ForfeitCode, ..official };
    for rules in [keywords, forfeits, Rules::three_player()] {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = world.start(overheard(drill("sound", 1), folder.path())).expect("it starts");
        let agents: [Box<dyn Agent>; 2] = [Box::new(Native::new(true)), seated(&bot)];
        let (ended, _) = in_batches(&world.arena(rules, &agents, 40), 64);
        assert_eq!(ended, Ok(()));
        drop((agents, bot));
        let [questions, replies] = check(folder.path());
        assert!(
            questions > 10 && replies + 1 == questions,
            "{questions} {replies}: every message but the last is answered"
        );
        let text = read_to_string(folder.path().join("told")).expect("lines");
        let shows = |what: &str| assert!(text.contains(what), "{what} travels by {rules:?}");
        ["\"role\":\"encrypt\"", "\"role\":\"intercept\"", "\"interception\":null"]
            .into_iter()
            .for_each(shows);
        match rules.on_illegal_clue {
            OnIllegalClue::ForfeitCode => shows("\"forfeited\":true"),
            _ => shows("\"refused\":[{"),
        }
        if rules.tiebreak == Tiebreak::Keywords {
            shows("\"role\":\"keywords\"");
        }
    }
}

#[test]
fn every_example_of_the_document_is_a_message() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/bots.md");
    let text = read_to_string(document).expect("docs/bots.md");
    let (question_schema, reply_schema) = (schema("told"), schema("said"));
    let mut counts = [0, 0];
    for line in text.lines() {
        let (schema, count, example) = match line.split_at_checked(4) {
            Some((">>> ", example)) => (&question_schema, 0, example),
            Some(("<<< ", example)) => (&reply_schema, 1, example),
            _ => continue,
        };
        let message: Value =
            serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
        assert!(schema.is_valid(&message), "{example}");
        counts[count] += 1;
    }
    assert!(counts[0] >= 7 && counts[1] >= 7, "{counts:?}");
}

#[test]
fn what_is_no_message_is_refused() {
    let (question_schema, reply_schema) = (schema("told"), schema("said"));
    let question = json!({ "id": 1, "role": "decode", "side": "white", "member": 0, "head": 1, "seed": 1, "round": 1,
        "keywords": [1, 2, 3, 4], "clues": [1, null, 2], "history": [] });
    assert!(question_schema.is_valid(&json!({ "ask": [question] })));
    for (key, value) in [
        ("code", json!([1, 2, 3])),
        ("seed", json!(1_u64 << 53)),
        ("deal", json!(4)),
        ("clues", json!([1, 2])),
    ] {
        let mut spoilt = question.clone();
        spoilt[key] = value;
        assert!(!question_schema.is_valid(&json!({ "ask": [spoilt] })), "{spoilt}");
    }
    let answer = |answer: Value| reply_schema.is_valid(&json!({ "answers": [answer] }));
    assert!(
        answer(json!({ "id": 1, "code": [4, 2, 1], "mood": 3 }))
            && answer(json!({ "id": 1, "error": "none" }))
    );
    for spoilt in [
        json!({ "id": 1 }),
        json!({ "id": 1, "code": [4, 4, 1] }),
        json!({ "id": 1, "p": [1, 2] }),
        json!({ "id": 1, "code": [4, 2, 1], "p": vec![1; 24] }),
    ] {
        assert!(!answer(spoilt.clone()), "{spoilt}");
    }
}
