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
    let config = question.at_tables(TABLE_GAMES, &Registry::standard(), Language::English);
    assert_eq!((config.population.tables, config.population.seed), (vec!["range".to_owned()], Some(1)));
    assert_eq!(
        command::tables(&question, TABLE_GAMES, Language::English),
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
    let choice_and_plan = |page: &mut PageApi| {
        let choices = ask(page, &json!({ "ask": "choices" }));
        let agents = choices["ok"]["agents"].as_array().expect("agents");
        let question = json!({ "agents": ["nearer"], "games": 4 });
        let plan = ask(page, &json!({ "ask": "plan", "question": question }));
        (agents.iter().any(|agent| agent["spec"] == "nearer"), plan["ok"]["agents"].clone())
    };
    assert_eq!(choice_and_plan(&mut PageApi::new(&registry)), (true, json!(["nearer"])));
    assert_eq!(choice_and_plan(&mut PageApi::default()), (false, Value::Null));
}

#[test]
fn a_number_that_is_of_no_use_is_named() {
    let mut page = PageApi::default();
    for (question, beginning) in [
        (json!({ "seed": -1 }), "seed -1: takes a whole number, 0 or more"),
        (json!({ "seed": 1.5 }), "seed 1.5: takes a whole number"),
        (json!({ "games": "many" }), "games \"many\": takes a whole number"),
        (json!({ "margin": "wide" }), "margin \"wide\": takes a number"),
        (json!({ "margin_rounds": -1 }), "margin-rounds -1: "),
        (json!({ "margin_rounds": [] }), "margin-rounds []: takes a number"),
    ] {
        let error = ask(&mut page, &json!({ "ask": "plan", "question": question }))["error"].clone();
        assert!(error.as_str().is_some_and(|error| error.starts_with(beginning)), "{error}");
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
        let reply: Value = serde_json::from_str(&page.ask(request)).expect("an answer is JSON");
        assert!(reply["error"].as_str().is_some_and(|error| !error.is_empty()), "{request}: {reply}");
    }
}

#[test]
fn a_game_is_found_by_the_step_that_decided_it() {
    let mut page = PageApi::default();
    let question = json!({ "agents": ["human"], "b": "short", "games": 600 });
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
    assert!(
        compared["ok"]["headline"].as_str().is_some_and(|headline| headline.contains("deck")),
        "{compared}"
    );
    assert_eq!(compared["ok"]["corrected"], Value::Null, "no replacement is offered that was not tried");
    let three =
        ask(&mut page, &json!({ "ask": "three", "question": { "agents": ["nearest"], "games": 200 } }));
    assert!(
        three["ok"]["headline"].as_str().is_some_and(|headline| headline.contains("favoured")),
        "{three}"
    );
    let two = ask(&mut page, &json!({ "ask": "three", "question": { "rules": "official", "games": 20 } }));
    assert!(two["error"].as_str().is_some_and(|message| message.contains("three-player")), "{two}");
}

#[test]
fn questions_in_a_language_are_answered_with_its_words() {
    let mut page = PageApi::default();
    let question = json!({ "agents": ["nearest"], "b": "short", "games": 60 });
    let played = |page: &mut PageApi, lang: Option<&str>| {
        let request = json!({ "ask": "play", "question": question, "first": 0, "end": 60 });
        let mut request = request.as_object().expect("an object").clone();
        lang.map(|lang| request.insert("lang".to_owned(), json!(lang)));
        ask(page, &Value::Object(request))["ok"].clone()
    };
    let english = played(&mut page, None);
    let swedish = played(&mut page, Some("sv"));
    assert!(english.is_object() && swedish.is_object() && english != swedish);
    assert_eq!(played(&mut page, Some("en")), english, "the other language leaves no trace");
    let plan = ask(&mut page, &json!({ "ask": "plan", "question": question, "lang": "sv" }));
    assert!(plan["ok"]["command"].as_str().is_some_and(|command| command.ends_with(" --lang sv")), "{plan}");
    let game = json!({ "ask": "game", "question": question, "rules": "a", "game": 3, "lang": "fr" });
    let command = ask(&mut page, &game)["ok"]["command"].clone();
    assert!(command.as_str().is_some_and(|command| command.ends_with(" --lang fr")), "{command}");
    let three = json!({ "agents": ["nearest"], "games": 20 });
    let three = ask(&mut page, &json!({ "ask": "three", "question": three, "lang": "it" }));
    assert!(
        three["ok"]["command"].as_str().is_some_and(|command| command.ends_with(" --lang it")),
        "{three}"
    );
    for (lang, message) in [
        (json!("tlh"), "lang: unknown language `tlh`; write `en`, `fr`, `it` or `sv`"),
        (json!(7), "lang: `7` is not the code of a language"),
    ] {
        assert_eq!(ask(&mut page, &json!({ "ask": "choices", "lang": lang }))["error"], json!(message));
    }
}

#[test]
fn a_game_in_a_language_is_judged_by_its_law() {
    let mut page = PageApi::default();
    let mut review = |lang: &str, keywords: [&str; 4], clues: [&str; 3]| {
        let round = json!({ "clues": clues, "code": "2-1-3" });
        let sheet = json!({ "keywords": keywords, "rounds": [round] });
        ask(&mut page, &json!({ "ask": "review", "sheet": sheet, "lang": lang }))["ok"].clone()
    };
    for (lang, keywords, clues) in [
        ("fr", ["hôtel", "boulanger", "balcon", "hamburger"], ["farine", "chambre", "terrasse"]),
        ("it", ["albergo", "fornaio", "balcone", "hamburger"], ["farina", "camera", "terrazza"]),
        ("sv", ["hotell", "bagare", "balkong", "hamburgare"], ["mjöl", "rum", "terrass"]),
    ] {
        let legal = review(lang, keywords, clues);
        assert_eq!(
            (&legal["remarks"], &legal["rounds"][0]["kind"]),
            (&json!([]), &json!("quiet")),
            "{lang}: {legal}"
        );
        let translated = review(lang, keywords, ["baker", clues[1], clues[2]]);
        assert_eq!(translated["rounds"][0]["kind"], json!("illegal"), "{lang}: {translated}");
    }
}

#[test]
fn a_deck_in_a_language_is_compared_with_that_of_the_language() {
    let mut page = PageApi::default();
    let text = "gatto\ncane\ncavallo\nponte\nlibro\nsole\nfiume\nchiesa\nmontagna\nqwxzzt\n";
    let checked = ask(&mut page, &json!({ "ask": "deck", "text": text, "lang": "it" }));
    assert_eq!(checked["ok"]["replaced"].as_array().map(Vec::len), Some(1), "{checked}");
    assert!(
        checked["ok"]["corrected"].as_str().is_some_and(|table| table.starts_with("card,it\n")),
        "{checked}"
    );
    let question = json!({ "agents": ["nearest"], "games": 100 });
    let compared =
        ask(&mut page, &json!({ "ask": "compare_deck", "text": text, "question": question, "lang": "it" }));
    assert!(compared["ok"]["headline"].is_string(), "{compared}");
    let foreign = ask(
        &mut page,
        &json!({ "ask": "deck", "text": "åäö\nköttbulle\nskogen\nvåning\nräcke\nlägenhet\nöl\nmjöl\n" }),
    );
    assert!(
        foreign["error"]
            .as_str()
            .is_some_and(|message| message
                .ends_with("in English; choose the language of the deck, or write other words")),
        "{foreign}"
    );
}
