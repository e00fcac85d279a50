//! Bad input: one line that names what and where, the right exit code, nothing written.

use crate::common::{file, refused, stdout};

#[test]
fn bad_flags_are_named() {
    let cases: [(&[&str], &[&str]); 15] = [
        (&["--gmes", "5"], &["--gmes", "--games"]),
        (&["--games", "-5"], &["--games", "-5"]),
        (&["--max-fault-rate", "-0.1"], &["--max-fault-rate", "-0.1"]),
        (&["--games", "0"], &["--games", "0"]),
        (&["--pairs", "0"], &["--pairs", "0"]),
        (&["--games", "many"], &["--games", "many"]),
        (&["--games", "4", "--pairs", "2"], &["--games", "--pairs"]),
        (&["--threads", "0"], &["--threads", "0"]),
        (&["--team-size", "5"], &["--team-size", "5"]),
        (&["--format", "cvs"], &["--format", "cvs", "csv"]),
        (&["--lang", "de"], &["--lang", "de", "fr"]),
        (&["--agent", "margin"], &["at least two agents"]),
        (&["--rules", "offical"], &["--rules", "offical", "did you mean `official`?"]),
        (&["--set", "round_limits=5"], &["round_limits", "did you mean `round_limit`?"]),
        (&["--set", "round_limit=99"], &["round_limit", "99", "1 to 16"]),
    ];
    for (args, named) in cases {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let out = dir.path().join("result");
        let out = out.to_str().expect("UTF-8");
        refused(&[&["tournament", "--out", out], args].concat(), 2, named);
        assert!(!std::path::Path::new(out).exists(), "{args:?} has written something");
    }
}

#[test]
fn bad_agents_are_named() {
    let cases: [(&[&str], &[&str]); 7] = [
        (&["pragmatc"], &["pragmatc", "did you mean `pragmatic`?"]),
        (&["margin:topp=3"], &["topp", "did you mean `top`?"]),
        (&["margin:top=0"], &["top = 0", "1 to 256"]),
        (&["margin:top=x"], &["top = x"]),
        (&["margin/bayse"], &["bayse", "did you mean `bayes`?"]),
        (&["margin:top"], &["key=value"]),
        (&["a=margin", "a=nearest"], &["the label `a`", "a=nearest"]),
    ];
    for (specs, named) in cases {
        let args: Vec<&str> = specs.iter().flat_map(|spec| ["--agent", spec]).collect();
        refused(&[&["tournament", "--agent", "random"], &args[..]].concat(), 2, named);
    }
}

#[test]
fn bad_decks_are_named_by_line() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let cases = [
        ("few.txt", "ant\nbee\ncat\n", "3 cards; a game needs 8"),
        (
            "twice.txt",
            "ant\nbee\ncat\ndog\nelk\nfox\ngnu\nhen\nAnt\n",
            "line 9: the word `Ant` stands on line 1",
        ),
        ("torn.csv", "card,en\n1,ant\n2\n", "line 3: 1 fields where the header has 2"),
        ("column.csv", "card,fr\n1,chat\n", "line 1: no column `en`"),
        ("strange.txt", "ant\nbee\ncat\ndog\nelk\nfox\ngnu\nzzyzxq\n", "keyword `zzyzxq`"),
    ];
    for (name, content, message) in cases {
        let path = file(&dir, name, content);
        refused(&["tournament", "--deck", &path], 2, &[name, message]);
    }
    refused(&["tournament", "--deck", "/nowhere/deck.csv"], 1, &["/nowhere/deck.csv", "No such file"]);
}

#[test]
fn bad_spaces_are_named_by_line() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (name, content, message) in [
        ("torn.vec", "ice 1 0 0\ncar 0 1\n", "line 2: 2 numbers where 3 are expected"),
        ("text.vec", "ice 1 0 0\ncar 0 x 1\n", "line 2: not all of the 3 values are numbers"),
        ("empty.vec", "", "no words"),
        ("small.vec", "ice 1 0 0\ncar 0 1 1\n", "256 are needed"),
        ("native.bin", "OVERHEAR and then nothing", "byte"),
    ] {
        let path = file(&dir, name, content);
        refused(&["tournament", "--space", &path], 2, &[name, message]);
    }
    refused(&["tournament", "--space", "/nowhere/x.vec"], 1, &["/nowhere/x.vec"]);
}

#[test]
fn bad_rules_files_are_named_by_line_and_key() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (content, message) in [
        (
            "round_limit = 8\nrond_limit = 5\n",
            "line 2: unknown key `rond_limit` (did you mean `round_limit`?)",
        ),
        ("\nround_limit = 99\n", "line 2: `round_limit` = 99 is out of range; takes 1 to 16"),
        (
            "tiebreak = \"coin\"\n",
            "line 1: `tiebreak` = coin is not one of its values; takes points_keywords",
        ),
        ("round_limit = \"eight\"\n", "line 1: `round_limit` = eight is not a whole number; takes 1 to 16"),
        ("round_limit = \"8\"\n", "line 1: `round_limit` = \"8\" is a text; write the number without quotes"),
        ("round_limit = 6.0\n", "line 1: `round_limit` = 6.0 is not a whole number; write 6; takes 1 to 16"),
        ("round_limit = true\n", "line 1: `round_limit` = true is not a whole number; takes 1 to 16"),
        ("round_limit = \n", "line 1: "),
        ("round_limit = 8\nround_limit = 7\n", "line 2: duplicate key"),
    ] {
        let path = file(&dir, "rules.toml", content);
        refused(&["tournament", "--rules", &path], 2, &["rules.toml", message]);
        refused(&["rules", "check", &path], 2, &["rules.toml", message]);
    }
    refused(&["rules", "check", "/nowhere/rules.toml"], 1, &["/nowhere/rules.toml"]);
}

#[test]
fn bad_agents_files_are_named_by_line_and_key() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (content, message) in [
        ("[[agents]]\nspec = \"margin\"\n", "line 1: unknown key `agents` (did you mean `agent`?)"),
        ("[[agent]]\nspce = \"margin\"\n", "line 2: unknown key `spce` (did you mean `spec`?)"),
        (
            "[[agent]]\nspec = \"margn\"\n",
            "line 2: key `spec`: unknown preset `margn` (did you mean `margin`?)",
        ),
        (
            "[[agent]]\npreset = \"margin\"\nsettings = { tip = 3 }\n",
            "line 3: key `tip`: `margin` has no parameter `tip`",
        ),
        ("[[agent]]\nlabel = \"x\"\n", "line 1: an agent has either `spec`, or `preset`"),
        ("[[agent]]\nspec = 3\n", "line 2: key `spec`: takes a string"),
        ("agent = 3\n", "line 1: write `[[agent]]`"),
        ("[[agent]]\nspec = \"margin\"\n", "at least two agents"),
        (
            "[[agent]]\nlabel=\"a\"\nspec = \"margin\"\n[[agent]]\nspec=\"a=human\"\n",
            "line 4: the label `a` is taken",
        ),
    ] {
        let path = file(&dir, "agents.toml", content);
        refused(&["tournament", "--agents", &path], 2, &["agents.toml", message]);
    }
}

#[test]
fn bad_config_files_and_variables_are_named() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (content, message) in [
        ("games = 100\ngaems = 5\n", "line 2: unknown key `gaems` (did you mean `games`?)"),
        ("games = 0\n", "line 1: key `games`: invalid value '0'"),
        ("games = [1, 2]\n", "line 1: key `games`: takes one value"),
        ("force = \"maybe\"\n", "line 1: key `force`: `maybe` is neither true nor false"),
        ("games = 1979-05-27\n", "line 1: key `games`: takes a value"),
        ("config = \"other.toml\"\n", "line 1: unknown key `config`"),
    ] {
        let path = file(&dir, "config.toml", content);
        refused(&["tournament", "--config", &path], 2, &["config.toml", message]);
    }
    let output =
        crate::common::sim().args(["tournament"]).env("SIM_CLI_TEAM_SIZE", "9").output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let message = crate::common::stderr(&output);
    assert!(message.starts_with("error: SIM_CLI_TEAM_SIZE: invalid value '9'"), "{message}");
    assert_eq!(message.lines().count(), 1);
}

#[test]
fn an_output_directory_that_cannot_be_is_named() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let plain = file(&dir, "plain", "content");
    refused(&["tournament", "--out", &plain], 2, &[&plain, "a file"]);
    let below = format!("{plain}{}result", std::path::MAIN_SEPARATOR);
    refused(&["tournament", "--out", &below], 1, &[&below]);
    let full = dir.path().to_str().expect("UTF-8");
    refused(&["tournament", "--out", full], 2, &[full, "not empty", "--force"]);
    assert_eq!(std::fs::read_dir(dir.path()).expect("a directory").count(), 1);
}

#[test]
fn other_commands_refuse_as_well() {
    refused(&["agents", "show", "pragmatc"], 2, &["pragmatc", "did you mean `pragmatic`?"]);
    refused(&["rules", "show", "offical"], 2, &["offical", "official"]);
    refused(&["space", "near", "zzyzxq"], 2, &["zzyzxq"]);
    refused(&["man", "tournamnt"], 2, &["tournamnt"]);
    refused(&["tournamet"], 2, &["tournamet", "tournament"]);
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (bad, out) = (file(&dir, "bad.vec", "ice 1 0\ncar 1\n"), dir.path().join("x.bin"));
    refused(&["space", "import", &bad, "--out", out.to_str().expect("UTF-8")], 2, &["bad.vec", "line 2"]);
    assert!(!out.exists());
    let good = file(&dir, "good.vec", "ice 1 0\ncar 0 1\n");
    refused(&["space", "import", &good, "--out", &bad], 2, &["bad.vec", "--force"]);
    stdout(&["space", "import", &good, "--out", out.to_str().expect("UTF-8"), "--components", "0"]);
}

#[test]
fn what_a_file_or_a_variable_says_wrong_is_named_by_its_place() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (line, named) in [
        ("set = { round_limt = 6 }", "did you mean `round_limit`?"),
        ("agent = ['margn', 'random']", "did you mean `margin`?"),
        ("rules = 'offical'", "did you mean `official`?"),
    ] {
        let config = file(&dir, "config.toml", &format!("games = 10\n{line}\n"));
        refused(&["tournament", "--config", &config], 2, &["config.toml: line 2: key", named]);
    }
    for (name, value, named) in [
        ("SIM_CLI_AGENT", "margn;random", "SIM_CLI_AGENT: --agent margn"),
        ("SIM_CLI_GAMS", "10", "SIM_CLI_GAMS: no command has this flag (did you mean `SIM_CLI_GAMES`?)"),
    ] {
        let output = crate::common::sim().args(["tournament"]).env(name, value).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(crate::common::stderr(&output).contains(named), "{}", crate::common::stderr(&output));
    }
    let other =
        crate::common::sim().args(["space", "info"]).env("SIM_CLI_GAMES", "10").output().expect("it runs");
    assert_eq!(other.status.code(), Some(0), "a variable may be meant for another command");
}
