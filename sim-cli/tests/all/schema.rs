//! `sim-cli schema` against the tables that are really written and printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use crate::bench::{card, write_bot, write_bot_with};
use crate::clue_chances::halves_with_chances;
use crate::common::{VEHICLES, file, run, stderr, stdout};
use crate::eval::recorded_games;
use crate::strangers::BOT;
use overhear_agents::words::{embedded_space, write_native};
use overhear_engine::rules::{Code, DecidedBy};
use serde_json::Value;
use tempfile::tempdir;

/// Agents that need no tables, one of them better than the other.
const TWO: &str = "--agent random --agent b=random/oracle --games 600 --seed 3";

/// Agents that are equally strong, and come to the tiebreaker.
const ALIKE: &str = "--agent random --agent c=random --games 4000 --seed 3";

/// A test between agents of whom neither wins every game.
const SPRT: &str = "tournament --running 100 --sprt elo0=0,elo1=5 --agent random --agent b=random/uniform:blunder=0.9 \
                    --games 600 --seed 3";

/// A short climb, and a test that sees games won and lost.
const TUNE: &str = "tune --agent nearest:blunder=0.5 --param blunder --param pace=1..99 --iterations 3 \
                    --pairs-per-iteration 2 --step 0.3 --rate 0.2 --confirm-pairs 400 --seed 3 \
                    --opponent random/uniform:blunder=0.4";

/// Commands that fill a directory, and the table that each of them prints besides.
const DIRECTORIES: [(&str, &str); 18] = [
    ("tournament --log halves --running 10 --set tiebreak=keywords --agent c=random", "standings.csv"),
    (SPRT, "standings.csv"),
    ("tournament --set sand_timer=2 --log halves", "standings.csv"),
    ("tournament --rules strict-clues --agent faulty:illegal=0.5/uniform --log halves", "standings.csv"),
    ("tournament --set referee=warn --set tiebreak=shared --set final_tie=white", "standings.csv"),
    ("tournament --answer-limit 60000", "standings.csv"),
    ("tournament --rules three-player --log games", "standings.csv"),
    ("tournament --shard 1/2 --log halves", "standings.csv"),
    ("balance --agent c=random", "ladder.csv"),
    ("balance --set round_limit=3", "ladder.csv"),
    ("balance --tables random+c=random", "ladder.csv"),
    ("balance --sweep round_limit=3..4 --sweep tiebreak=points_keywords,shared", "sweep.csv"),
    ("balance --by keyword", "keywords.csv"),
    ("balance --by card", "cards.csv"),
    ("balance --by pair", "pairs.csv"),
    ("balance --deck-b VEHICLES", "decks.csv"),
    (TUNE, "result.csv"),
    ("agents league --exploit-games 0 --respond-games 4 --agent c=random", "league.csv"),
];

/// Commands that print a table.
const PRINTED: [(&str, &str); 35] = [
    ("rules.csv", "rules compare official official,tiebreak=keywords ALIKE"),
    ("rules.csv", "rules compare official official,round_limit=3 ALIKE"),
    ("rules.csv", "rules compare official official,tiebreak=keywords --until ALIKE"),
    ("rules.csv", "rules compare official short --tables random+c=random --games 400 --seed 3"),
    ("compare.csv", "compare RESULT OTHER"),
    ("rules list", "rules list"),
    ("calibrate.csv", "calibrate --runs 2 --pairs 40 --agent random"),
    ("coverage.csv", "calibrate --coverage --runs 2"),
    ("frontier.csv", "agents frontier --lambda 0,1 --gamma 0 --referee enforce --games 300"),
    ("agents list", "agents list"),
    ("agents show", "agents show human"),
    ("people.csv", "agents people --games 8 --seed 1"),
    ("search.csv", "rules search mean_minutes>30 --vary round_limit=6,7 --agent random --games 400 --seed 1"),
    ("exploit.csv", "agents exploit random/uniform --against guesser --games 20 --seed 1"),
    (
        "league.csv",
        "agents league --games 40 --agent random --agent random/history --agent cheater=random/oracle",
    ),
    ("space info", "space info"),
    ("rules clue", "rules clue --file CLUES"),
    ("space near", "space near ocean --count 3"),
    ("stats sprt", "stats sprt --ptnml 1,2,3,2,1 --elo0 0 --elo1 5"),
    ("stats sprt", "stats sprt --ltw 5,0,9 --elo0 0 --elo1 5 --model logistic"),
    ("stats elo", "stats elo --ptnml 1,2,3,2,1"),
    ("stats elo", "stats elo --ltw 5,0,0"),
    ("stats wilson", "stats wilson 81 263"),
    ("stats paired", "stats paired 3 4 5 6"),
    ("stats adjust", "stats adjust 0.001 0.2 1"),
    ("stats power", "stats power"),
    ("stats paired --file", "stats paired --file FILE --a a --b b --margin 2"),
    ("stats paired --file", "stats paired --file FILE --column a"),
    ("stats ratings", "stats ratings --file GAMES"),
    ("stats equilibrium", "stats equilibrium --file SCORES"),
    ("stats bootstrap", "stats bootstrap --file FILE --column a --of b"),
    ("strangers.csv", "agents strangers nearest --games 4 --informed-games 40 --seed 1"),
    ("cross.csv", "agents cross --space built-in --space SPACE --games 4 --seed 1"),
    ("compare_cards.csv", "compare MADE THIRD"),
    ("leaderboard.csv", "leaderboard MADE THIRD"),
];

/// Tables as CSV, each behind its name in the schema.
type Tables = Vec<(String, String)>;

/// Every table of every command.
static WRITTEN: LazyLock<Tables> = LazyLock::new(|| {
    let dir = tempdir().expect("a directory");
    let numbers = file(&dir, "numbers.csv", "a,b\n1,2\n2,4\n4,3\n3,3\n5,2\n2,1\n");
    let tables_to_read: Tables = GIVEN.map(|(name, rows)| (name.to_owned(), with_header(name, rows))).into();
    let [games, scores, clues] = ["encounters.csv", "scores.csv", "clues.csv"].map(|file_name| {
        let (_, content) = tables_to_read.iter().find(|(name, _)| name == file_name).expect("given");
        file(&dir, file_name, content)
    });
    let vectors = file(&dir, "small.vec", "ice 1 0 0 0\ncar 0 1 0 0\nsnow 0.9 0.1 0 0\n");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    fs::write(path("copy.bin"), write_native(&embedded_space())).expect("written");
    let import = ["space", "import", &vectors, "--out", &path("small.bin"), "--components", "0"];
    let mut tables = vec![("space import".to_owned(), stdout(&import))];
    let recorded = recorded_games(&dir);
    tables.push(("eval import".to_owned(), stdout(&["eval", "import", &recorded, "--out", &path("human")])));
    tables.extend(["decode.csv", "intercept.csv"].map(|name| {
        (name.to_owned(), fs::read_to_string(dir.path().join("human").join(name)).expect("a table"))
    }));
    for (name, mine) in [("result", "mine=nearest"), ("other", "mine=margin")] {
        let agents =
            ["--agent", mine, "--agent", "margin", "--agent", "human", "--log", "deals", "--seed", "3"];
        stdout(&[&["tournament", "--games", "300", "--out", &path(name)], &agents[..]].concat());
    }
    tables.extend(DIRECTORIES.into_iter().flat_map(|(command, printed)| in_directory(command, printed)));
    tables.extend(["decode", "intercept"].into_iter().flat_map(of_eval));
    tables.push(("matrix.csv".to_owned(), matrix()));
    stdout(&["bench", "margin", "--games", "4", "--out", &path("card")]);
    stdout(&["bench", "nearest", "--games", "4", "--out", &path("third")]);
    // The columns of a leaderboard that only a bot fills, and those of whole games.
    stdout(&["bench", "margin", "--suite", "decrypto-benchmark", "--games", "8", "--out", &path("whole")]);
    let mut cards = vec!["leaderboard".to_owned(), path("whole")];
    if let Some(bot) = write_bot(&dir.path().join("asked.py"), "one") {
        card(&["mine", "--bot", &bot], &dir.path().join("asked"));
        cards.push(path("asked"));
    }
    let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
    tables.push(("leaderboard.csv".to_owned(), stdout(&cards)));
    let talking = "tournament --agent human --agent margin --team-size 4 --discuss 2 --games 24 --log halves --seed 3 --out";
    stdout(&talking.split(' ').chain([&*path("talking")]).collect::<Vec<_>>());
    let folder = path("strangers");
    let bot = write_bot_with(&dir.path().join("mine.py"), "one", BOT);
    let bot = bot.iter().flat_map(|bot| ["--bot", bot]);
    let strangers = "agents strangers nearest --games 12 --items 4 --seed 3 --out".split(' ');
    stdout(&strangers.chain([&*folder]).chain(bot).collect::<Vec<_>>());
    let stored = [
        "strangers/by_stranger.csv",
        "card/card.csv",
        "card/cost.csv",
        "talking/talk.csv",
        "talking/transcripts.csv",
    ];
    tables.extend(stored.map(|file| {
        let name = file.rsplit('/').next().expect("a name").to_owned();
        (name, fs::read_to_string(dir.path().join(file)).expect("a table"))
    }));
    tables.extend(halves_with_chances(dir.path()).map(|text| ("halves.csv".to_owned(), text)));
    tables.extend(tables_to_read);
    tables.push(("deck.csv".to_owned(), overhear_data::DECK.to_owned()));
    for (name, command) in PRINTED {
        let command = command.replace("RESULT", &path("result")).replace("OTHER", &path("other"));
        let command = command.replace("MADE", &path("card")).replace("THIRD", &path("third"));
        let command = command.replace("FILE", &numbers).replace("SPACE", &path("copy.bin"));
        let command = command
            .replace("ALIKE", ALIKE)
            .replace("GAMES", &games)
            .replace("SCORES", &scores)
            .replace("CLUES", &clues);
        tables.push((name.to_owned(), printed(&command.split_whitespace().collect::<Vec<_>>())));
    }
    tables
});

/// Rows of tables that are read and not written.
const GIVEN: [(&str, &str); 4] = [
    ("clues.csv", "sun,hot\nmoon,night\ncat,purr\ndog,bark\ndog,dogs\n"),
    ("associations.csv", "pirate,water,2\npirate,king,0.5\n"),
    ("encounters.csv", "a,b,3,1,2\nb,c,3,1,2\nc,a,1,2,3\n"),
    ("scores.csv", "a,b,0.6\n"),
];

/// A table with the header that the schema asks for.
fn with_header(name: &str, rows: &str) -> String {
    let names: Vec<&str> = SCHEMA[name].iter().map(|column| text(column, "name")).collect();
    names.join(",") + "\n" + rows
}

#[test]
fn tables_are_read_by_the_columns_that_the_schema_has() {
    let dir = tempdir().expect("a directory");
    for (name, rows) in GIVEN {
        let read = |text: &str| {
            let path = file(&dir, name, text);
            let norms = format!("n={path}");
            let command: Vec<&str> = match name {
                "clues.csv" => vec!["eval", "decode", &path, "--agent", "random", "--seed", "1"],
                "associations.csv" => vec!["space", "info", "--associations", &norms],
                "encounters.csv" => vec!["stats", "ratings", "--file", &path],
                _ => vec!["stats", "equilibrium", "--file", &path],
            };
            run(&command)
        };
        let whole = with_header(name, rows);
        assert!(read(&whole).status.success(), "{name}");
        for column in &SCHEMA[name] {
            let column = text(column, "name");
            let refused = read(&whole.replacen(column, "x", 1));
            assert!(!refused.status.success(), "{name}: {column}");
            let is_named = stderr(&refused).contains(column) || name == "clues.csv";
            assert!(is_named, "{name}: {column}: {}", stderr(&refused));
        }
    }
    let deck = overhear_data::DECK.as_bytes();
    let mut reader = csv::Reader::from_reader(deck);
    described("deck.csv", &SCHEMA["deck.csv"], reader.headers().expect("a header"));
}

/// What a command prints; a test that stays undecided or a rate that is off is no matter here.
fn printed(args: &[&str]) -> String {
    let output = run(args);
    assert!([Some(0), Some(4), Some(5)].contains(&output.status.code()), "{args:?}: {}", stderr(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Who met whom in a league, as it stands in its JSON, in the order of the schema.
fn matrix() -> String {
    let league = "agents league --games 40 --agent random --agent random/history --format json";
    let league: Value = serde_json::from_str(&stdout(&league.split(' ').collect::<Vec<_>>())).expect("JSON");
    let names: Vec<&str> = SCHEMA["matrix.csv"].iter().map(|column| text(column, "name")).collect();
    let mut csv = names.join(",") + "\n";
    for row in league["matrix"].as_array().expect("rows") {
        assert_eq!(row.as_object().map(serde_json::Map::len), Some(names.len()), "{row}");
        let field = |name: &&str| row[name].as_str().map_or_else(|| row[name].to_string(), str::to_owned);
        csv += &(names.iter().map(field).collect::<Vec<_>>().join(",") + "\n");
    }
    csv
}

/// What a command prints and writes.
fn in_directory(command: &str, name: &str) -> Tables {
    let (dir, words) = (tempdir().expect("a directory"), tempdir().expect("a directory"));
    let with_words = command.replace("VEHICLES", &file(&words, "vehicles.txt", VEHICLES));
    let players = match command {
        TUNE | SPRT => "",
        _ if command.contains("--tables") => "--games 600 --seed 3",
        _ => TWO,
    };
    let mut args: Vec<&str> = with_words.split_whitespace().chain(players.split_whitespace()).collect();
    args.extend(["--out", dir.path().to_str().expect("UTF-8")]);
    let mut tables = vec![(name.to_owned(), printed(&args))];
    for entry in fs::read_dir(dir.path()).expect("a directory") {
        let path = entry.expect("an entry").path();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => {
                let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
                tables.push((name.to_owned(), fs::read_to_string(&path).expect("the file")));
            }
            other => assert_eq!(other, Some("json"), "{command} writes {}", path.display()),
        }
    }
    tables
}

/// Different words for the keywords and clues of a row: a keyword that stands twice is refused.
const DIFFERENT: [&str; 20] = [
    "ocean", "hammer", "piano", "doctor", "winter", "horse", "bread", "mirror", "castle", "garden", "pirate",
    "engine", "wave", "nail", "melody", "nurse", "snow", "saddle", "flour", "glass",
];

/// Clues of the form that the schema asks for, and what `eval` makes of them.
fn of_eval(task: &str) -> Tables {
    let dir = tempdir().expect("a directory");
    let columns = &SCHEMA[&format!("{task}.csv")];
    let field = |(column, word): (&Value, &str), game: usize, n: usize| match column["type"].as_str() {
        Some("count") => n.to_string(),
        Some("code") => "421".to_owned(),
        _ if column["name"] == "game" || column["name"] == "pool" => format!("game {game}"),
        _ if column["name"] == "recorded_guess" => "4-2-1".to_owned(),
        _ => word.to_owned(),
    };
    assert!(columns.len() <= DIFFERENT.len(), "a word for each column");
    let row = |game, n| {
        columns.iter().zip(DIFFERENT).map(|cell| field(cell, game, n)).collect::<Vec<_>>().join(",")
    };
    // Five games are the fewest that have an interval.
    let rows: Vec<String> = (1..=6).flat_map(|game| [row(game, 1), row(game, 2)]).collect();
    let names: Vec<&str> = columns.iter().filter_map(|column| column["name"].as_str()).collect();
    let clues = format!("{}\n{}\n", names.join(","), rows.join("\n"));
    let path = file(&dir, &format!("{task}.csv"), &clues);
    let [guesses, bins] =
        ["guesses.csv", "bins.csv"].map(|name| dir.path().join(name).to_str().expect("UTF-8").to_owned());
    let files = ["--predictions", &guesses, "--calibration", &bins];
    let scores = stdout(&[&["eval", task, &path, "--agent", "random/history"], &files[..]].concat());
    let read = |path: &str| fs::read_to_string(path).expect("the file");
    vec![
        (format!("{task}.csv"), clues),
        ("eval.csv".to_owned(), scores),
        (format!("predictions of {task}"), read(&guesses)),
        ("calibration".to_owned(), read(&bins)),
    ]
}

/// The columns of every table.
static SCHEMA: LazyLock<BTreeMap<String, Vec<Value>>> = LazyLock::new(|| {
    let tables: Vec<Value> = serde_json::from_str(&stdout(&["schema"])).expect("JSON");
    let columns = |table: &Value| table["columns"].as_array().expect("columns").clone();
    tables.iter().map(|table| (table["file"].as_str().expect("a name").to_owned(), columns(table))).collect()
});

fn text<'a>(column: &'a Value, key: &str) -> &'a str {
    column[key].as_str().expect("a text")
}

/// The column that describes each name of a header.
fn described<'a>(table: &str, columns: &'a [Value], header: &csv::StringRecord) -> Vec<&'a Value> {
    let mut names = header.iter().peekable();
    let mut descriptions = Vec::new();
    for column in columns {
        match text(column, "presence") {
            "always" => assert_eq!(names.peek(), Some(&text(column, "name")), "{table}"),
            "sometimes" if names.peek() == Some(&text(column, "name")) => {}
            "repeated" => {
                descriptions.extend(names.by_ref().map(|_| column));
                continue;
            }
            _ => continue,
        }
        descriptions.extend(names.next().map(|_| column));
    }
    assert_eq!(names.next(), None, "{table}");
    descriptions
}

/// The fields of a table, each with the column that describes it.
fn cells(name: &str, csv: &str) -> Vec<(&'static Value, String)> {
    let columns = SCHEMA.get(name).unwrap_or_else(|| panic!("{name} is not in the schema"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns = described(name, columns, reader.headers().expect("a header"));
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.flat_map(|row| columns.iter().copied().zip(row.iter().map(str::to_owned)).collect::<Vec<_>>())
        .collect()
}

/// Whether a field is what its column says; a word is one of those in the meaning, or a number where there is no end
/// of them.
fn fits(column: &Value, field: &str) -> bool {
    let meaning = text(column, "meaning");
    match text(column, "type") {
        "text" => !field.is_empty(),
        "word" => {
            let mut words = meaning.split(|c: char| !c.is_alphanumeric() && !"_ ".contains(c));
            let number = meaning.contains('…') && field.parse::<u64>().is_ok();
            number
                || !field.is_empty()
                    && words.any(|words| format!(" {words} ").contains(&format!(" {field} ")))
        }
        "count" => field.parse::<u64>().is_ok(),
        "number" => field.parse::<f64>().is_ok_and(f64::is_finite),
        "share" => field.parse::<f64>().is_ok_and(|share| (0.0..=1.0).contains(&share)),
        "code" => field.len() == 3 && field.parse::<Code>().is_ok(),
        _ => false,
    }
}

#[test]
#[ignore = "slow: every command that writes a table"]
fn every_table_is_as_the_schema_says() {
    for (name, csv) in &*WRITTEN {
        for (column, field) in cells(name, csv) {
            let absent = field.is_empty() && column["optional"] == true;
            assert!(absent || fits(column, &field), "{name}: `{field}` does not fit {column}");
        }
    }
}

#[test]
#[ignore = "slow: every command that writes a table"]
fn every_column_of_the_schema_is_seen_with_something_in_it() {
    let mut filled_columns: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, csv) in &*WRITTEN {
        let filled = cells(name, csv).into_iter().filter(|(_, field)| !field.is_empty());
        filled_columns.entry(name).or_default().extend(filled.map(|(column, _)| text(column, "name")));
    }
    for (name, columns) in &*SCHEMA {
        let expected: BTreeSet<&str> = columns.iter().map(|column| text(column, "name")).collect();
        assert_eq!(filled_columns.get(&**name), Some(&expected), "{name}");
    }
}

#[test]
fn what_is_printed_is_marked() {
    let tables: Vec<Value> = serde_json::from_str(&stdout(&["schema"])).expect("JSON");
    let marked = tables.iter().filter(|table| table["printed"] == true).map(|table| text(table, "file"));
    let by_directories = DIRECTORIES.map(|(_, name)| name);
    let by_commands = PRINTED.map(|(name, _)| name);
    let names_of_printed =
        by_directories.into_iter().chain(by_commands).chain(["eval.csv", "eval import", "space import"]);
    assert_eq!(marked.collect::<BTreeSet<_>>(), names_of_printed.collect::<BTreeSet<_>>());
}

#[test]
fn what_does_not_fit_is_told_from_what_does() {
    let column = |kind: &str, meaning: &str| serde_json::json!({ "type": kind, "meaning": meaning });
    let fits = |kind: &str, field: &str| fits(&column(kind, "played, judged again or 1, 2, …"), field);
    assert!(fits("share", "0.500000") && !fits("share", "1.5") && !fits("share", ""));
    assert!(fits("code", "421") && !fits("code", "422") && !fits("code", "4-2-1"));
    assert!(fits("count", "0") && !fits("count", "-1") && !fits("number", "NaN"));
    assert!(fits("word", "judged again") && fits("word", "12") && !fits("word", "lost") && !fits("word", ""));
}

/// An ending without a word in the schema or on the page would be shown by its name in the code, or not at all.
#[test]
fn every_ending_has_its_words() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = |name: &str| fs::read_to_string(root.join(name)).expect("a source");
    let (schema, page) = (text("lab/tournament/src/table/schema.txt"), text("web/page/sheets.js"));
    let described: Vec<&str> =
        schema.lines().filter(|line| line.starts_with("step | word | what settled it: ")).collect();
    assert_eq!(described.len(), 2, "games.csv and endings.csv");
    let (_, named) = page.split_once("const STEPS = {").expect("the page's words");
    let (named, _) = named.split_once('}').expect("an end");
    for step in DecidedBy::ALL {
        let is_word = |text: &str| {
            text.split(|c: char| !c.is_ascii_lowercase() && c != '_').any(|word| word == step.name())
        };
        assert!(described.iter().all(|line| is_word(line)), "{step} in schema.txt");
        let is_of_three = matches!(step, DecidedBy::Interceptor | DecidedBy::Team);
        assert!(is_of_three || named.contains(&format!("{step}: \"")), "{step} in sheets.js");
    }
}
