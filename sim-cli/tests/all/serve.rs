//! `sim-cli serve`: who gets an answer, and who does not.

use overhear_lab::comparison_answers::ComparisonRequest;
use serde_json::Value;

use crate::common::serving::Serving;
use crate::common::{ALL_WORDS, refused, rows, stdout};

#[test]
fn only_who_knows_the_token_and_asks_this_machine_gets_an_answer() {
    let serving = Serving::start(&[]);
    let (own, token) = (format!("127.0.0.1:{}", serving.port), &serving.token);
    assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    let (status, page) = serving.get(&format!("/{token}/"), &own);
    assert!(status == 200 && page.contains("data-back-end=\"program\""), "{status}");
    assert_eq!(serving.get(&format!("/{token}/page.js"), &own).0, 200);
    assert_eq!(serving.get("/", &own).0, 403);
    assert_eq!(serving.get(&format!("/{}/", "0".repeat(32)), &own).0, 403);
    assert_eq!(serving.get(&format!("/{token}/"), "evil.example").0, 403, "DNS rebinding");
    assert_eq!(serving.get(&format!("/{token}/result"), &own).0, 404, "nothing was opened");
    assert_eq!(serving.get(&format!("/{token}/../../etc/passwd"), &own).0, 404);
    assert_eq!(serving.ask("{\"ask\":\"world\"}", "Origin: http://evil.example\r\n").0, 403);
    assert_eq!(serving.ask(&" ".repeat(2 << 20), "").0, 413);
    let (status, reply) = serving.ask("nonsense", "");
    assert!(status == 200 && reply.contains("error"), "{status}: {reply}");
}

#[test]
fn it_plays_what_the_command_it_prints_plays() {
    let serving = Serving::start(&["--threads", "2"]);
    let question = r#"{"b":"short","agents":["nearest"],"games":300,"seed":9}"#;
    let ask = |request: &str| -> Value {
        let (status, reply) = serving.ask(request, "");
        assert_eq!(status, 200);
        let reply: Value = serde_json::from_str(&reply).expect("JSON");
        reply.get("ok").unwrap_or_else(|| panic!("{reply}")).clone()
    };
    let plan = ask(&format!(r#"{{"ask":"plan","question":{question}}}"#));
    let command =
        plan["command"].as_str().expect("a command").strip_prefix("sim-cli ").expect("this program");
    let tally = ask(&format!(r#"{{"ask":"play","question":{question},"first":0,"end":300}}"#));
    let answer = ask(&format!(r#"{{"ask":"answer","question":{question},"tally":{tally}}}"#));
    let printed =
        rows(&stdout(&command.split(' ').chain(ALL_WORDS).chain(["--format", "csv"]).collect::<Vec<_>>()));
    let findings = answer["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), printed.len());
    for (finding, row) in findings.iter().zip(&printed) {
        let shown = finding["difference"]["low"].as_f64().expect("a number");
        let printed: f64 = row["difference_low"].parse().expect("a number");
        assert!((shown - printed).abs() < 1e-6, "{}: {shown}, {printed}", row["measure"]);
    }
    let table = stdout(&command.split(' ').chain(ALL_WORDS).chain(["--format", "table"]).collect::<Vec<_>>());
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for finding in findings {
        let sentence = finding["sentence"].as_str().expect("a sentence");
        assert!(flat(&table).contains(&flat(sentence)), "the terminal says otherwise than: {sentence}");
    }
}

#[test]
fn a_result_that_is_not_there_is_named() {
    refused(&["serve", "no/such/result"], 2, &["no/such/result"]);
}

#[test]
fn it_opens_in_a_language_and_answers_in_it() {
    let mut serving = Serving::start(&["--lang", "fr"]);
    let (token, opened) = serving.token.split_once('/').expect("an address with its language");
    assert_eq!(opened, "#lang=fr");
    serving.token = token.to_owned();
    let sheet = r#"{"keywords":["hôtel","boulanger","balcon","hamburger"],"rounds":[{"clues":["baker","chambre","terrasse"],"code":"2-1-3"}]}"#;
    let (status, reply) = serving.ask(&format!(r#"{{"ask":"review","sheet":{sheet},"lang":"fr"}}"#), "");
    assert!(status == 200 && reply.contains("The rules forbid “baker” for boulanger"), "{status}: {reply}");
    refused(&["serve", "--lang", "tlh"], 2, &["tlh", "fr"]);
}

#[test]
fn a_deck_as_long_as_the_page_takes_is_read() {
    let serving = Serving::start(&[]);
    // A file of nearly a million bytes; each end of a line is written as two.
    let text =
        "castle\\nriver\\n".to_owned() + &"word of three kilobytes ".repeat(1_000) + &"\\n".repeat(480_000);
    let (status, reply) = serving.ask(&format!(r#"{{"ask":"deck","text":"{text}"}}"#), "");
    assert_eq!(status, 200, "{reply}");
}

#[test]
fn the_page_sends_every_field_of_its_question() {
    let page = include_str!("../../../web/page/rules.js");
    let question = serde_json::to_value(ComparisonRequest::default()).expect("a question in JSON");
    let fields = question.as_object().expect("fields").keys();
    let (_, method) = page.split_once("\n  question() {").expect("the method that writes the question");
    let (method, _) = method.split_once("\n  }").expect("its end");
    let names: Vec<&str> = method.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let missing: Vec<_> = fields.filter(|field| !names.contains(&field.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
