//! `sim-cli compare`: two results side by side.

use std::path::Path;

use tempfile::TempDir;

use crate::common::{Row, number, refused, rows, run, stderr, stdout, table, tournament};

const THREE: [&str; 6] = ["--agent", "margin", "--agent", "mine=nearest", "--agent", "human"];

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn played(agents: &[&str], more: &[&str]) -> TempDir {
    tournament(&[agents, &["--seed", "5"], more].concat())
}

const LOGGED: [&str; 4] = ["--games", "600", "--log", "deals"];

/// What is printed on two results, and on standard error.
fn compared(a: &Path, b: &Path, more: &[&str]) -> (Vec<Row>, String) {
    let output = run(&[&["compare", text(a), text(b), "--format", "csv"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    (rows(&String::from_utf8(output.stdout.clone()).expect("UTF-8")), stderr(&output))
}

fn row<'a>(rows: &'a [Row], agent: &str, opponent: &str, measure: &str) -> &'a Row {
    let is_wanted =
        |row: &&Row| [&row["agent_a"], &row["opponent"], &row["measure"]] == [agent, opponent, measure];
    rows.iter().find(is_wanted).unwrap_or_else(|| panic!("{agent} against {opponent}: {measure}"))
}

#[test]
fn on_the_same_deals_numbers_are_those_of_the_tables_and_differences_are_paired() {
    let a = played(&THREE, &LOGGED);
    let other = ["--agent", "margin", "--agent", "mine=margin:top=8", "--agent", "human"];
    let b = played(&other, &LOGGED);
    let (comparison, remarks) = compared(a.path(), b.path(), &[]);
    assert!(remarks.contains("paired: the same deals") && remarks.contains("`mine` is"), "{remarks}");
    let standings = [&a, &b].map(|dir| table(dir.path(), "standings.csv"));
    for agent in ["margin", "mine", "human"] {
        for measure in ["score", "mean_rounds", "decode_log_loss", "intercept_log_loss", "leaked_bits"] {
            let measured = row(&comparison, agent, "", measure);
            assert_eq!(
                (&*measured["method"], &*measured["deals_a"], &*measured["deals_b"]),
                ("paired", "100", "100")
            );
            for (column, standings) in ["value_a", "value_b"].into_iter().zip(&standings) {
                let own = standings.iter().find(|row| row["agent"] == agent).expect("a row");
                assert_eq!(measured[column], own[measure], "{agent}: {measure}");
            }
            let [low, value, high] =
                ["difference_low", "difference", "difference_high"].map(|c| number(measured, c));
            assert!(low <= value && value <= high && low < high, "{agent}: {measure}");
            let gap = number(measured, "value_b") - number(measured, "value_a");
            assert!((value - gap).abs() < 2e-6, "{agent}: {measure}");
        }
    }
    let pairings = [&a, &b].map(|dir| table(dir.path(), "pairings.csv"));
    let met = |rows: &[Row]| {
        let meets = |row: &&Row| row["agent_a"] == "mine" && row["agent_b"] == "human";
        rows.iter().find(meets).expect("a pairing")["a_score"].clone()
    };
    let against = row(&comparison, "mine", "human", "score");
    assert_eq!([&against["value_a"], &against["value_b"]], [&met(&pairings[0]), &met(&pairings[1])]);
    let twice =
        comparison.iter().filter(|row| row["agent_a"] == "human" && row["opponent"] == "mine").count();
    assert_eq!(twice, 0, "a pairing has one row");
}

#[test]
fn pairing_by_deal_narrows_an_interval_and_is_what_stats_paired_says() {
    let a = played(&THREE, &LOGGED);
    let b = played(&["--agent", "margin", "--agent", "mine=nearest/history", "--agent", "human"], &LOGGED);
    let (paired, _) = compared(a.path(), b.path(), &["--agent", "mine"]);
    let paired = row(&paired, "mine", "", "score");
    let scores = [&a, &b].map(|dir| {
        let mut scores = vec![0.0; 100];
        for row in table(dir.path(), "deals.csv") {
            let own = number(&row, "a_white") + number(&row, "a_black");
            let own = if row["agent_a"] == "mine" { own } else { 2.0 - own };
            let plays = [&row["agent_a"], &row["agent_b"]].contains(&&"mine".to_owned());
            scores[row["deal"].parse::<usize>().expect("a deal")] += if plays { own / 4.0 } else { 0.0 };
        }
        scores
    });
    let file = a.path().join("scores.csv");
    let lines: String = scores[0].iter().zip(&scores[1]).map(|(a, b)| format!("{a},{b}\n")).collect();
    std::fs::write(&file, format!("a,b\n{lines}")).expect("written");
    let by_hand = rows(&stdout(&["stats", "paired", "--file", text(&file), "--a", "a", "--b", "b"]));
    let by_hand = &by_hand[0];
    assert!((number(paired, "difference") - number(by_hand, "b_minus_a")).abs() < 1e-6);
    assert!((number(paired, "variance_ratio") - number(by_hand, "variance_ratio")).abs() < 1e-5);
    let width =
        |row: &Row, stem: &str| number(row, &format!("{stem}_high")) - number(row, &format!("{stem}_low"));
    let ratio = width(paired, "difference") / width(by_hand, "b_minus_a");
    assert!(
        (0.9..1.25).contains(&ratio),
        "likelihood allows for what no deal has shown, and for little more: {ratio}"
    );
    let bare = played(&THREE, &["--games", "600"]);
    let (unpaired, remarks) = compared(bare.path(), b.path(), &["--agent", "mine"]);
    assert!(
        remarks.contains("unpaired: the deals are the same") && remarks.contains("a log of `deals`"),
        "{remarks}"
    );
    let unpaired = row(&unpaired, "mine", "", "score");
    assert_eq!((&*unpaired["method"], &*unpaired["difference_p"]), ("unpaired", ""));
    assert_eq!(unpaired["difference"], paired["difference"]);
    assert!(width(unpaired, "difference") > width(paired, "difference"));
}

#[test]
fn a_result_against_itself_differs_in_nothing_whatever_the_order_of_agents() {
    let a = played(&THREE, &LOGGED);
    let b = played(&["--agent", "human", "--agent", "mine=nearest", "--agent", "margin"], &LOGGED);
    for other in [&a, &b] {
        let (comparison, _) = compared(a.path(), other.path(), &[]);
        assert_eq!(comparison.len(), 3 * 6 + 3);
        for row in &comparison {
            assert_eq!((&*row["difference"], &row["value_a"]), ("0.000000", &row["value_b"]), "{row:?}");
            assert!(row["difference_p"].is_empty() || row["difference_p"] == "1.000000", "{row:?}");
        }
    }
}

#[test]
fn only_what_both_have_is_compared_and_another_label_can_be_named() {
    let a = played(&THREE, &LOGGED);
    let more =
        [&["--agent", "margin", "--agent", "yours=nearest", "--agent", "random", "--agent", "human"][..]];
    let b = played(more[0], &["--games", "1800", "--log", "deals"]);
    let (comparison, remarks) = compared(a.path(), b.path(), &["--agent", "mine=yours"]);
    assert!(!remarks.contains("`mine` is"), "the same agent under another label: {remarks}");
    assert_eq!(comparison.len(), 6 + 2, "both agents have met margin and human");
    for row in &comparison {
        assert_eq!((&*row["agent_b"], &*row["deals_b"], &*row["difference"]), ("yours", "100", "0.000000"));
    }
    let screen =
        stdout(&["compare", text(a.path()), text(b.path()), "--format", "table", "--agent", "mine=yours"]);
    assert!(screen.contains("`mine` and `yours`:") && screen.contains("no clear change"), "{screen}");
    assert!(screen.lines().all(|line| line.chars().count() <= 80 || line.contains('/')), "{screen}");
}

#[test]
fn what_cannot_be_compared_is_refused_by_name() {
    let a = played(&THREE, &LOGGED);
    let other = played(&["--agent", "x=margin", "--agent", "y=human"], &LOGGED);
    let [one, two] = [&a, &other].map(|dir| text(dir.path()));
    refused(&["compare", one, two], 2, &["no two agents in common", "margin, mine, human", "x, y"]);
    refused(&["compare", one, two, "--agent", "min"], 2, &["did you mean `mine`?"]);
    refused(&["compare", one, two, "--agent", "mine=z"], 2, &[two, "unknown agent"]);
    refused(&["compare", one, text(&a.path().join("none"))], 2, &["this is not a result directory"]);
    let shard = tournament(&[&THREE[..], &["--seed", "5", "--games", "60", "--shard", "1/2"]].concat());
    refused(&["compare", one, text(shard.path())], 2, &["this is a shard", "merge all of them"]);
    let seed = tournament(&[&THREE[..], &["--seed", "6", "--games", "600", "--log", "deals"]].concat());
    let (_, remarks) = compared(a.path(), seed.path(), &[]);
    assert!(remarks.contains("unpaired: their seeds differ (5 and 6)"), "{remarks}");
    std::fs::write(a.path().join("deals.csv"), "deal\n").expect("written");
    refused(&["compare", one, text(seed.path())], 2, &["deals.csv", "the manifest"]);
}

#[test]
fn the_same_agent_by_another_table_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let by = |name: &str, rows: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, format!("keyword,clue,weight\n{rows}")).expect("written");
        let agents = ["--agent", "own=margin:associations=n", "--agent", "margin", "--games", "2"];
        played(&agents, &["--associations", &format!("n={}", text(&path))])
    };
    let a = by("a.csv", "pirate,water,1\n");
    let (_, remarks) = compared(a.path(), by("b.csv", "pirate,water,2\n").path(), &[]);
    assert!(remarks.contains("their words differ: `associations n` is from "), "{remarks}");
    assert!(remarks.contains("a.csv in A and from ") && remarks.contains("b.csv in B"), "{remarks}");
    let (_, remarks) = compared(a.path(), by("copy.csv", "pirate,water,1\n").path(), &[]);
    assert!(!remarks.contains("their words differ"), "{remarks}");
}
