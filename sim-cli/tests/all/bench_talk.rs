//! The task talk of cards.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::bench::{SMALL, card, value, write_bot_with};
use crate::common::{run, same_files, stderr};

/// A bot whose first member holds another code for right than the others, until they have heard it.
const TALKER: &str = r#"
class Talker(Bot):
    name, fingerprint, thinks_alike = "mine", FINGERPRINT, False

    def decode(self, questions):
        return [(4, 3, 2) if q.member == 0 else (1, 2, 3) for q in questions]

    intercept = decode

    def discuss(self, q):
        assert q.about in ("decode", "intercept") and q.turn < 4 and (q.said or q.turn == 1)
        return ("", (1, 2, 3)) if q.last else "I hold %d-%d-%d for right" % q.alone

serve(Talker())
"#;

/// Items of a task.
fn items(card: &Path, task: &str) -> Vec<Value> {
    let text = fs::read_to_string(card.join("items.jsonl")).expect("items");
    let items = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    items.filter(|item| item["task"] == task).collect()
}

#[test]
fn agents_that_talk_have_rows_about_it_and_no_others() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name);
    let human_card = card(&["human"], &path("human"));
    let talks = items(&path("human"), "talk");
    for role in ["decode", "intercept"] {
        let of =
            |player: &str, measure: &str| value(&human_card, "talk", player, &format!("{role}: {measure}"));
        let about: Vec<&Value> = talks.iter().filter(|item| item["about"] == role).collect();
        let right = |step: &str| about.iter().filter(|item| item[step] == item["code"]).count() as f64;
        let share = |step| right(step) / about.len() as f64;
        let (pool, after) =
            (of("human", "accuracy of the members' pool"), of("human", "accuracy after the talk"));
        assert!((pool - share("pool")).abs() < 1e-6 && (after - share("after")).abs() < 1e-6, "{role}");
        assert!((of("human", "gain of the talk over the pool") - (after - pool)).abs() < 2e-6, "{role}");
        let alone = of("human", "accuracy of a member alone");
        assert_eq!(alone.to_bits(), of("beside: `human`", "accuracy of a member alone").to_bits());
        assert!(alone < pool + 0.1 && of("human", "changed answers") > 0.05, "{role}");
    }
    let silent = card(&["margin"], &path("margin"));
    assert!(!silent.to_string().contains("\"talk\"") && items(&path("margin"), "talk").is_empty());
    let Some(bot) = write_bot_with(&path("mine.py"), "one", TALKER) else { return };
    let answers = path("kept.jsonl").display().to_string();
    let arguments = ["margin/mine", "--bot", &bot, "--answers", &answers];
    let bot_card = card(&arguments, &path("a"));
    let talks = items(&path("a"), "talk");
    assert!(!talks.is_empty() && talks.iter().all(|talk| talk["after"] == 123), "{talks:?}");
    let messages = talks[0]["said"].as_array().expect("messages");
    assert!(messages.iter().all(|one| one["text"].as_str().is_some_and(|text| text.starts_with("I hold "))));
    let changed = |role: &str| value(&bot_card, "talk", "margin/mine", &format!("{role}: changed answers"));
    // Of the three members that intercept the first one changes its mind, and so it does if it does not encrypt.
    assert!((changed("intercept") - 1.0 / 3.0).abs() < 1e-6 && (0.2..0.4).contains(&changed("decode")));
    let followed = value(&bot_card, "talk", "margin/mine", "intercept: changed to another member's answer");
    assert!((followed - 1.0).abs() < 1e-6);
    let cost = fs::read_to_string(path("a").join("cost.csv")).expect("costs");
    assert!(cost.lines().any(|line| line.starts_with("talk,")), "{cost}");
    let forecast = stderr(&run(&[&["bench"], &arguments[..], &SMALL, &["--dry"]].concat()));
    let most = forecast.split("at most ").nth(1).and_then(|text| text.split(' ').next()).expect("a number");
    let counts = cost.lines().skip(1).filter_map(|line| line.split(',').nth(1));
    let sum: u64 = counts.map(|count| count.parse::<u64>().expect("a number")).sum();
    assert!(most.replace(',', "").parse::<u64>().expect("a number") >= sum, "{forecast}: {sum}");
    card(&["margin/mine", "--bot", "mine=no-such-program-here", "--answers", &answers], &path("b"));
    same_files(&path("a"), &path("b"));
}
