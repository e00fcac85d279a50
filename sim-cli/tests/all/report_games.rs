//! `report`: sample games as sheets, from the logs of a tournament.

use std::collections::BTreeSet;

use crate::common::{Row, number, stdout, table, tournament};
use crate::report::{between, page};

/// Returns the cells of a row of a sheet as text: round, clues, code, guess, interception.
fn cells(row: &str) -> Vec<String> {
    between(row, "<t", "</t")
        .iter()
        .map(|cell| text_of(cell.split_once('>').map_or("", |(_, rest)| rest)))
        .collect()
}

/// Returns what a reader sees of HTML.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for c in html.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => text.push(c),
            _ => {}
        }
    }
    text.replace("&#x27;", "'").replace("&amp;", "&")
}

/// Returns the cells that a half must have.
fn expected(half: &Row) -> Vec<String> {
    let apart = |column: &str| half[column].chars().map(String::from).collect::<Vec<_>>().join("-");
    let clue = |n: usize| {
        let (clue, keyword) = (&half[&format!("clue_{n}")], &half[&format!("keyword_{n}")]);
        format!("{} {keyword}", if clue.is_empty() { "—" } else { clue })
    };
    let interception = apart("interception");
    let tried = if interception.is_empty() { "—".to_owned() } else { interception };
    let mark = |is_marked: bool, word: &str| if is_marked { format!(" {word}") } else { String::new() };
    vec![
        half["round"].clone(),
        [1, 2, 3].map(clue).join(", "),
        apart("code"),
        apart("guess") + &mark(half["guess_right"] == "0", "missed"),
        tried + &mark(half["intercepted"] == "1", "overheard"),
    ]
}

#[test]
fn sample_games_are_the_rows_of_the_log() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let agents = ["--agent", "pragmatic", "--agent", "human", "--agent", "margin"];
    let result = tournament(&[&agents[..], &["--games", "90", "--seed", "1", "--log", "halves"]].concat());
    let page = page(result.path(), &dir);
    let samples = between(&page, "<details class=\"game\" id=\"game-", "</details>");
    let games = table(result.path(), "games.csv");
    let halves = table(result.path(), "halves.csv");
    let numbers: Vec<&str> =
        samples.iter().map(|sample| sample.split('"').next().unwrap_or_default()).collect();
    let game = |place: usize| games.iter().find(|game| game["game"] == numbers[place]).expect("a game");
    let lengths: BTreeSet<u64> = games.iter().map(|game| number(game, "rounds") as u64).collect();
    assert_eq!(Some(&(number(game(0), "rounds") as u64)), lengths.first(), "the shortest");
    assert_eq!(Some(&(number(game(1), "rounds") as u64)), lengths.last(), "the longest");
    let tied = game(numbers.len() - 1);
    assert!(["points", "keywords"].contains(&tied["step"].as_str()), "{tied:?}");
    for (sample, game) in samples.iter().zip(&numbers) {
        let shown: BTreeSet<Vec<String>> = between(sample, "<tr><th scope=\"row\"", "</tr>")
            .iter()
            .map(|row| cells(&format!("<th{row}")))
            .collect();
        let logged: BTreeSet<Vec<String>> =
            halves.iter().filter(|half| half["game"] == **game).map(expected).collect();
        assert_eq!(shown, logged, "game {game}");
        let half = halves.iter().find(|half| half["game"] == **game).expect("a half");
        for slot in ["slot_1", "slot_2", "slot_3", "slot_4"] {
            assert!(sample.contains(&format!("<li>{}</li>", half[slot])), "{slot} of game {game}");
        }
        let command = format!("sim-cli replay --from result --game {game}");
        assert!(sample.contains(&command), "{command}");
        let from = result.path().to_str().expect("UTF-8");
        let replayed = stdout(&["replay", "--from", from, "--game", game]);
        assert!(replayed.contains(&half["clue_1"]), "the command plays this game: {replayed}");
    }
}

#[test]
fn three_players_have_one_sheet_and_games_alone_have_none() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let agents = ["--agent", "margin", "--agent", "human", "--games", "20", "--seed", "1"];
    let bare = tournament(&[&agents[..], &["--log", "games"]].concat());
    assert!(!page(bare.path(), &dir).contains("Sample games"), "without halves there is no sheet");
    let three = tournament(&[&agents[..], &["--rules", "three-player", "--log", "halves"]].concat());
    let text = page(three.path(), &dir);
    for sample in between(&text, "<details class=\"game\"", "</details>") {
        assert_eq!(sample.matches("<table").count(), 1, "the Interceptor gives no clues");
        assert!(sample.contains(", the team</h3>") && sample.contains("the Interceptor"), "{sample}");
    }
    assert!(text.contains("<details class=\"game\""), "a game of three is shown");
}
