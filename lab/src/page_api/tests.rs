//! Requests and their answers.

use overhear_agents::registry::Preset;

use super::*;

fn ask(page: &mut PageApi, request: &Value) -> Value {
    serde_json::from_str(&page.ask(&request.to_string())).expect("an answer is JSON")
}

#[test]
fn a_question_is_planned_played_in_parts_and_answered() {
    let mut page = PageApi::default();
    let question = json!({ "b": "official,round_limit=5", "agents": ["nearest"], "games": 90, "seed": 2 });
    let plan = ask(&mut page, &json!({ "ask": "plan", "question": question }));
    assert_eq!((&plan["ok"]["deals"], &plan["ok"]["plays"]), (&json!(90), &json!(2)));
    let played = |page: &mut PageApi, first: u64, end: u64| {
        ask(page, &json!({ "ask": "play", "question": question, "first": first, "end": end }))["ok"].clone()
    };
    let (mut one, two) = (played(&mut page, 0, 30), played(&mut page, 30, 900));
    assert_eq!(two["deals"], json!(60), "no further than the question goes");
    let mut tally: MatchupCounts = serde_json::from_value(one.take()).expect("a tally");
    tally.merge(&serde_json::from_value(two).expect("a tally"));
    let answer = ask(&mut page, &json!({ "ask": "answer", "question": question, "tally": tally }));
    assert_eq!(answer["ok"]["games"], json!(90));
    let counts = answer["ok"]["lengths"].as_array().expect("lengths");
    let games: u64 = counts.iter().map(|share| share["count_b"].as_u64().expect("a count")).sum();
    assert_eq!((games, &counts[5]["count_b"]), (90, &json!(0)), "no game has a sixth round");
}

#[test]
fn an_agent_that_breaks_down_is_named_and_its_game_is_shown_up_to_there() {
    let mut page = PageApi::default();
    let question = json!({ "b": "short", "agents": ["faulty:panic=0.5/uniform"], "games": 20, "seed": 2 });
    let played = ask(&mut page, &json!({ "ask": "play", "question": question, "first": 0, "end": 20 }));
    let error = played["error"].as_str().expect("it breaks down");
    assert!(error.contains("` broke down in game 0: a breakdown was asked for"), "{error}");
    let request = json!({ "ask": "game", "question": question, "rules": "a", "game": 0, "tied": false });
    let sheets = &ask(&mut page, &request)["ok"]["sheets"];
    assert_eq!((&sheets["ending"]["step"], sheets["breakdown"].is_string()), (&json!("forfeit"), true));
}

#[test]
fn a_game_is_read_and_the_command_prints_the_same_one() {
    let mut page = PageApi::default();
    let question = json!({ "agents": ["nearest"], "b": "short", "games": 90 });
    let game = ask(&mut page, &json!({ "ask": "game", "question": question, "rules": "b", "game": 4 }));
    assert_eq!(game["ok"]["sheets"]["game"], json!(4));
    assert_eq!(
        game["ok"]["command"],
        json!("sim-cli replay --game 8 --seed 1 --agent nearest --agent nearest --rules short")
    );
}

#[test]
fn tables_answer_in_the_words_of_the_command_that_is_named() {
    let question = ComparisonRequest { b: "short".into(), ..ComparisonRequest::default() };
    let config = question.at_tables(TABLE_GAMES, &Registry::standard());
    assert_eq!((config.population.tables, config.population.seed), (vec!["range".to_owned()], Some(1)));
    assert_eq!(
        command::tables(&question, TABLE_GAMES),
        "sim-cli rules compare official short --tables range --games 500 --seed 1 --margin 0.5 --margin-rounds 0.25"
    );
    let refused = ask(&mut PageApi::default(), &json!({ "ask": "tables", "question": { "b": "shrot" } }));
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("shrot")), "{refused}");
}

#[test]
fn an_agent_that_somebody_adds_can_be_chosen_and_asked_for() {
    let nearer =
        Preset { name: "nearer", alias: None, ..*Registry::standard().preset("nearest").expect("a preset") };
    let registry = Registry::standard().with_preset(nearer);
    let asked = |page: &mut PageApi| {
        let world = ask(page, &json!({ "ask": "world" }));
        let agents = world["ok"]["agents"].as_array().expect("agents");
        let question = json!({ "agents": ["nearer"], "games": 4 });
        let plan = ask(page, &json!({ "ask": "plan", "question": question }));
        (agents.iter().any(|agent| agent["spec"] == "nearer"), plan["ok"]["agents"].clone())
    };
    assert_eq!(asked(&mut PageApi::new(&registry)), (true, json!(["nearer"])));
    assert_eq!(asked(&mut PageApi::default()), (false, Value::Null));
}

#[test]
fn a_number_that_is_of_no_use_is_named() {
    let mut page = PageApi::default();
    for (question, said) in [
        (json!({ "seed": -1 }), "seed -1: takes whole numbers from 0 to 18446744073709551615"),
        (json!({ "seed": 1.5 }), "seed 1.5: takes whole numbers"),
        (json!({ "games": "many" }), "games \"many\": takes whole numbers"),
        (json!({ "margin": "wide" }), "margin \"wide\": takes a number"),
        (json!({ "margin_rounds": -1 }), "margin-rounds -1: "),
        (json!({ "margin_rounds": [] }), "margin-rounds []: takes a number"),
    ] {
        let error = ask(&mut page, &json!({ "ask": "plan", "question": question }))["error"].clone();
        assert!(error.as_str().is_some_and(|error| error.starts_with(said)), "{error}");
    }
    let beyond = json!({ "ask": "game", "question": {}, "rules": "a", "game": -3 });
    assert!(
        ask(&mut page, &beyond)["error"].as_str().is_some_and(|error| error.starts_with("game -3: takes"))
    );
}

#[test]
fn a_bad_request_is_an_error_and_no_panic() {
    let mut page = PageApi::default();
    for request in [
        "",
        "{}",
        "[1]",
        r#"{"ask":"nothing"}"#,
        r#"{"ask":"plan","question":{"a":"../secret.toml"}}"#,
        r#"{"ask":"plan","question":{"agents":["nobody"]}}"#,
        r#"{"ask":"plan","question":{"gaems":1}}"#,
    ] {
        let said: Value = serde_json::from_str(&page.ask(request)).expect("an answer is JSON");
        assert!(said["error"].as_str().is_some_and(|error| !error.is_empty()), "{request}: {said}");
    }
}

#[test]
fn a_game_is_found_by_the_step_that_decided_it() {
    let mut page = PageApi::default();
    let question = json!({ "agents": ["nearest"], "b": "short", "games": 600 });
    let ask_step = |page: &mut PageApi, step: &str| {
        ask(page, &json!({ "ask": "game", "question": question, "rules": "b", "game": 0, "step": step }))
    };
    let step_of = |reply: &Value| reply["ok"]["sheets"]["ending"]["step"].as_str().map(str::to_owned);
    let by_points = ask_step(&mut page, "points");
    assert_eq!(step_of(&by_points).as_deref(), Some("points"));
    let points = by_points["ok"]["points"].as_array().expect("of both teams");
    assert_ne!(points[0], points[1], "the points decide");
    assert_eq!(step_of(&ask_step(&mut page, "keywords")).as_deref(), Some("keywords"));
    let refused = ask_step(&mut page, "luck")["error"].clone();
    assert_eq!(refused, json!("step: there is no `luck`; there are tokens, points, keywords, shared"));
}

#[test]
fn a_deck_is_checked_and_compared_and_three_players_are_asked_about() {
    let mut page = PageApi::default();
    let text = "dog\npuppy\nhound\ncat\nkitten\nwolf\nfox\nhorse\npony\nqwxzzt\n";
    let checked = ask(&mut page, &json!({ "ask": "deck", "text": text }));
    assert_eq!(checked["ok"]["keywords"], json!(10));
    assert_eq!(checked["ok"]["replaced"][0]["word"], json!("qwxzzt"));
    let question = json!({ "agents": ["nearest"], "games": 200 });
    let compared = ask(&mut page, &json!({ "ask": "compare_deck", "text": text, "question": question }));
    assert!(compared["ok"]["headline"].as_str().is_some_and(|said| said.contains("deck")), "{compared}");
    assert!(compared["ok"]["corrected"].as_str().is_some_and(|table| table.starts_with("card,en\n")));
    let three =
        ask(&mut page, &json!({ "ask": "three", "question": { "agents": ["nearest"], "games": 200 } }));
    assert!(three["ok"]["headline"].as_str().is_some_and(|said| said.contains("favoured")), "{three}");
    let two = ask(&mut page, &json!({ "ask": "three", "question": { "rules": "official", "games": 20 } }));
    assert!(two["error"].as_str().is_some_and(|said| said.contains("three-player")), "{two}");
}
