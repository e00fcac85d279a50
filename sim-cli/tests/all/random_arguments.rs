//! Whatever is said on the command line, the answer is a result or one line on what is wrong: no panic reaches a user.

use crate::common::{run, stderr};
use proptest::prelude::*;

/// Commands that play no games, with what can stand behind them.
const COMMANDS: [&[&str]; 12] = [
    &["stats", "sprt", "--elo1", "5"],
    &["stats", "sprt"],
    &["stats", "elo"],
    &["stats", "wilson"],
    &["stats", "paired"],
    &["stats", "adjust"],
    &["stats", "power"],
    &["rules"],
    &["agents", "show"],
    &["man"],
    &["completions"],
    &[],
];

/// Commands that play games; a flag that is none keeps them from it.
const PLAYING: [&[&str]; 4] = [
    &["tournament", "--nonsense"],
    &["tune", "--nonsense"],
    &["calibrate", "--nonsense"],
    &["selfcheck", "--nonsense"],
];

/// Words that mean something somewhere.
const WORDS: [&str; 40] = [
    "--ptnml",
    "--ltw",
    "--elo0",
    "--elo1",
    "--alpha",
    "--beta",
    "--model",
    "--nelo",
    "--file",
    "--a",
    "--column",
    "--margin",
    "--format",
    "--color",
    "--agent",
    "--param",
    "--sprt",
    "--seed",
    "--out",
    "--resume",
    "--games",
    "--set",
    "--config",
    "--",
    "-",
    "-j",
    "-h",
    "show",
    "check",
    "official",
    "margin",
    "margin:top=3/bayes",
    "json",
    "csv",
    "normalized",
    "1,2,3,2,1",
    "0,0,0,0,0",
    "5,0,5",
    "elo0=0,elo1=5",
    "bash",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(&WORDS[..]).prop_map(str::to_owned),
        2 => any::<i64>().prop_map(|number| number.to_string()),
        1 => (0..100_u64).prop_map(|number| number.to_string()),
        1 => any::<f64>().prop_map(|number| number.to_string()),
        1 => prop::sample::select(&["1e308", "-1e-320", "nan", "-inf", "18446744073709551616", "", "=", "a=b:c=d/e", "é\u{301}"][..])
            .prop_map(str::to_owned),
        1 => "[^\0]{0,12}",
    ]
}

fn line() -> impl Strategy<Value = Vec<String>> {
    let commands: Vec<&[&str]> = COMMANDS.into_iter().chain(PLAYING).collect();
    (prop::sample::select(commands), prop::collection::vec(word(), 0..8))
        .prop_map(|(command, words)| command.iter().map(|&word| word.to_owned()).chain(words).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_is_said_makes_a_panic(words in line()) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = run(&words);
        let message = stderr(&output);
        let code = output.status.code();
        prop_assert!(matches!(code, Some(0..=2 | 4 | 5)), "{words:?}: {code:?}, {message}");
        prop_assert!(!message.contains("defect") && !message.contains("panicked"), "{words:?}: {message}");
        if message.starts_with("error: ") {
            prop_assert_eq!(message.lines().count(), 1, "{:?}: {}", words, message);
            prop_assert!(output.stdout.is_empty(), "{:?} writes a result and fails", words);
        }
    }
}
