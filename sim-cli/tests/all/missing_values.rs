//! Cells that say that their value is missing, rows that cannot be, and headings, in every file of words.

use tempfile::tempdir;

use crate::common::{file, refused, rows, run, stderr, stdout};

const SHEET: &str = "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n";
const ROUNDS: &str = "game,round,code,clue1,clue2,clue3\n";

#[test]
fn a_missing_value_is_no_word_in_any_file_of_clues() {
    let dir = tempdir().expect("a directory");
    for mark in ["NA", "n/a", "null", "None", "nan", "-", "?", "#N/A", "…"] {
        let decode = file(
            &dir,
            "decode.csv",
            &format!("{SHEET}1,anchor,bread,castle,dragon,1-2-3,ship,{mark},knight\n"),
        );
        let intercept = file(
            &dir,
            "intercept.csv",
            &format!("{ROUNDS}a,1,123,ship,toast,knight\na,2,321,{mark},bun,sail\n"),
        );
        let pairs = file(&dir, "pairs.csv", &format!("keyword,clue\nanchor,ship\nbread,{mark}\n"));
        let agent = ["--agent", "nearest"];
        for (words, place) in [
            ([&["eval", "decode", &decode], &agent[..]].concat(), "line 2: column `clue2`"),
            ([&["eval", "intercept", &intercept], &agent[..]].concat(), "line 3: column `clue1`"),
            ([&["eval", "decode", &pairs], &agent[..]].concat(), "line 3: column `clue`"),
            (vec!["rules", "clue", "--file", &pairs], "line 3: column `clue`"),
        ] {
            refused(
                &words,
                2,
                &[place, &format!("`{mark}` stands for a missing value"), "--missing-as-words"],
            );
        }
        let taken = [&["eval", "decode", &decode, "--missing-as-words"], &agent[..]].concat();
        assert_eq!(rows(&stdout(&taken)).len(), 1, "{mark}");
    }
    let keyword =
        file(&dir, "keyword.csv", &format!("{SHEET}1,anchor,NA,castle,dragon,1-2-3,ship,toast,knight\n"));
    refused(&["eval", "decode", &keyword, "--agent", "nearest"], 2, &["column `kw2`: `NA` stands for"]);
    let pairs = file(&dir, "pairs.csv", "keyword,clue\nanchor,none\n");
    assert!(stdout(&["rules", "clue", "--file", &pairs, "--missing-as-words"]).contains("anchor,none,legal"));
    let empty = file(&dir, "empty.csv", &format!("{SHEET}1,anchor,bread,castle,dragon,1-2-3,ship,,knight\n"));
    assert_eq!(
        rows(&stdout(&["eval", "decode", &empty, "--agent", "nearest"])).len(),
        1,
        "an empty clue is missing"
    );
}

#[test]
fn columns_that_a_file_may_have_are_read_and_none_is_passed_over_for_its_spelling() {
    let dir = tempdir().expect("a directory");
    let turn = "anchor,bread,castle,dragon,1-2-3,ship,toast,knight";
    let header = SHEET.trim_end();
    let of = |name: &str, text: String| file(&dir, name, &text);
    let twice = of("twice.csv", format!("{SHEET}1,{turn}\n2,{turn}\n1,{turn}\n"));
    refused(
        &["eval", "decode", &twice, "--agent", "nearest"],
        2,
        &["twice.csv: line 4: the row repeats line 2 and would count twice; keep one of them"],
    );
    let guesses = of("guesses.csv", format!("{header},recorded_guess\n1,{turn},1-2-3\n1,{turn},1-2-3\n"));
    let by_people = rows(&stdout(&["eval", "decode", &guesses, "--agent", "nearest"]));
    assert_eq!(by_people[1]["n"], "2", "two people may have guessed alike");
    let misspelt = of("misspelt.csv", format!("{header},Recorded guess\n1,{turn},1-2-3\n"));
    refused(
        &["eval", "decode", &misspelt, "--agent", "nearest"],
        2,
        &["line 1: column `Recorded guess` is not read; did you mean `recorded_guess`?"],
    );
    let rounds = "1,123,ship,toast,knight";
    let more = "2,321,fort,bun,sail";
    let games = |pools: bool| {
        let rows = (0..24).map(|game| {
            let pool = if pools { format!("p{},", game / 2) } else { String::new() };
            let more = if game < 9 { more } else { "2,123,fort,bun,sail" };
            format!("{pool}{game},{rounds}\n{pool}{game},{more}\n")
        });
        format!("{}{ROUNDS}{}", if pools { "pool," } else { "" }, rows.collect::<String>())
    };
    let scores = |path: &str| rows(&stdout(&["eval", "intercept", path, "--agent", "human"])).remove(0);
    let (pooled, by_game) = (scores(&of("pools.csv", games(true))), scores(&of("plain.csv", games(false))));
    assert_eq!(pooled["log_loss"], by_game["log_loss"]);
    assert_ne!(pooled["log_loss_high"], by_game["log_loss_high"], "twelve pools are drawn, not 24 games");
    let divided = of("divided.csv", format!("pool,{ROUNDS}x,a,{rounds}\ny,a,{more}\n"));
    refused(
        &["eval", "intercept", &divided, "--agent", "nearest"],
        2,
        &["line 3: column `pool`: game `a` began in another pool; a game is in one"],
    );
}

#[test]
fn associations_name_the_missing_values_that_they_pass_over() {
    let dir = tempdir().expect("a directory");
    let deck = "anchor\nbread\ncastle\ndragon\ngarden\nhammer\npirate\nriver\n";
    let deck = file(&dir, "deck.txt", deck);
    let table = file(&dir, "n.csv", "keyword,clue,weight\nanchor,NA,5\nanchor,ship,1\nbread,?,2\n");
    let spec = "margin:associations=n";
    let games =
        ["tournament", "--games", "2", "--seed", "1", "--agent", spec, "--agent", "random", "--deck", &deck];
    let warnings = stderr(&run(&[&games[..], &["--associations", &format!("n={table}")]].concat()));
    assert!(
        warnings.contains("2 rows skipped whose clues are not in the vocabulary: `?`, `NA`"),
        "{warnings}"
    );
}

#[test]
fn rows_that_no_game_can_have_are_refused_by_their_line() {
    let dir = tempdir().expect("a directory");
    let twice =
        file(&dir, "twice.csv", &format!("{SHEET}1,anchor,bread,Anchor,dragon,1-2-3,ship,toast,knight\n"));
    refused(
        &["eval", "decode", &twice, "--agent", "nearest"],
        2,
        &["line 2: column `kw3`: `Anchor` is a keyword of this row already"],
    );
    for (rounds, line) in
        [("a,2,123,ship,toast,knight\n", 2), ("a,1,123,x,y,z\na,3,123,ship,toast,knight\n", 3)]
    {
        let gap = file(&dir, "gap.csv", &format!("{ROUNDS}{rounds}"));
        let place = format!("line {line}: column `round`: round");
        refused(&["eval", "intercept", &gap, "--agent", "nearest"], 2, &[&place, "is expected"]);
    }
    let sheet = "[own]\nkeywords = [\"anchor\", \"bread\", \"bread\", \"dragon\"]\n";
    let sheet = file(&dir, "sheet.toml", sheet);
    refused(&["advise", &sheet], 2, &["line 2", "`bread` stands twice"]);
    for (scores, refusal) in [
        ("a,b,0.7\nb,a,0.7\n", "line 3: `b` scores 0.7 against `a`, which scores 0.7 on an earlier line"),
        ("a,b,0.7\na,a,0.6\n", "line 3: `a` scores 0.6 against itself; that is always 0.5"),
    ] {
        let scores = file(&dir, "scores.csv", &format!("agent,opponent,score\n{scores}"));
        refused(&["stats", "equilibrium", "--file", &scores], 2, &[refusal]);
    }
    let fair = file(&dir, "scores.csv", "agent,opponent,score\na,b,0.667\nb,a,0.334\na,a,0.5\n");
    assert_eq!(rows(&stdout(&["stats", "equilibrium", "--file", &fair])).len(), 2);
}

#[test]
fn the_heading_of_a_deck_is_not_dealt_and_a_doubtful_one_is_named() {
    let dir = tempdir().expect("a directory");
    let words = "anchor\nbread\ncastle\nriver\ngarden\nhammer\npirate\ndragon\n";
    let games = ["tournament", "--games", "2", "--seed", "1", "--agent", "random", "--agent", "nearest"];
    let remarks = |heading: &str| {
        let deck = file(&dir, "deck.txt", &format!("{heading}\n{words}"));
        let output = run(&[&games[..], &["--deck", &deck]].concat());
        assert_eq!(output.status.code(), Some(0), "{heading}: {}", stderr(&output));
        stderr(&output)
    };
    for heading in ["Term", "Mots", "parola", "Nyckelord", "Keyword list"] {
        assert!(
            remarks(heading).contains(&format!("line 1: `{heading}` is taken for the heading")),
            "{heading}"
        );
    }
    assert!(
        remarks("card").contains("line 1: `card` is dealt as a keyword; if it is a heading, remove the line")
    );
    assert!(
        remarks("none")
            .contains("line 1: `none` is dealt as a keyword; data tools read it as a missing value")
    );
    assert!(!remarks("mountain").contains("line 1"));
}
