//! `sim-cli stats`: the golden vectors of the field through the command line, and what is no count.

use tempfile::TempDir;

use crate::common::{Row, file, number, refused, rows, stdout};

/// The one row that a call writes.
fn row(args: &[&str]) -> Row {
    let mut results = rows(&stdout(&[&["stats"], args].concat()));
    assert_eq!(results.len(), 1, "{args:?}");
    results.remove(0)
}

fn near(row: &Row, column: &str, expected: f64, within: f64) {
    let value = number(row, column);
    assert!((value - expected).abs() <= within, "{column} = {value}, published {expected}");
}

#[test]
fn s2_golden_sequential_tests() {
    let cases: [(&str, &str, &str, &str, &str, f64, f64); 9] = [
        ("--ptnml", "13,37,50,25,3", "normalized", "0", "4", -0.54912, 5e-6),
        ("--ptnml", "13,37,50,25,3", "logistic", "0", "2.71575", -0.53772, 5e-6),
        ("--ptnml", "365,16618,36229,16974,390", "normalized", "0", "2", 2.250_368, 1e-6),
        ("--ptnml", "127,4883,10712,5150,104", "normalized", "-1.75", "0.25", 3.010_154, 1e-6),
        ("--ptnml", "223,9863,21279,10037,246", "logistic", "0.5", "2.5", -3.074_126, 1e-6),
        ("--ptnml", "871,26175,55983,26678,821", "logistic", "0", "2", -4.978_673, 1e-6),
        ("--ltw", "36027,68692,36433", "normalized", "0", "2", 0.923_293, 1e-6),
        ("--ltw", "57030,106593,57433", "logistic", "0", "2", -2.593_024, 1e-6),
        ("--ptnml", "39,8843,26675,9240,44", "normalized", "0.5", "2.5", 2.941_675, 1e-6),
    ];
    for (flag, counts, model, elo0, elo1, llr, within) in cases {
        let args = ["sprt", flag, counts, "--model", model, "--elo0", elo0, "--elo1", elo1, "--batch", "0"];
        let row = row(&args);
        near(&row, "llr", llr, within);
        near(&row, "llr_low", -2.944_439, 1e-6);
        let decision = match llr {
            ..-2.944_439 => "accept_h0",
            2.944_439.. => "accept_h1",
            _ => "continue",
        };
        assert_eq!(row["decision"], decision, "{counts}");
        assert!((number(&row, "elo_low")..=number(&row, "elo_high")).contains(&number(&row, "elo")));
    }
    let looked = |batch: &str| row(&["sprt", "--ptnml", "34,49,123,71,23", "--elo1", "32", "--batch", batch]);
    assert_eq!((&*looked("0")["decision"], &*looked("0")["overshoot_low"]), ("continue", "0.000000"));
    assert_eq!((&*looked("100")["decision"], &*looked("100")["bounds"]), ("accept_h0", "looks"));
    let normalized = row(&["sprt", "--ptnml", "13,37,50,25,3", "--elo1", "4"]);
    near(&normalized, "llr_approximate", -0.54012, 5e-6);
}

#[test]
fn s1_golden_estimates() {
    let first = row(&["elo", "--ptnml", "34,54,63,64,75"]);
    for (column, expected) in [("elo", 55.58), ("elo_error", 27.65), ("nelo", 57.94), ("nelo_error", 28.28)] {
        near(&first, column, expected, 0.0055);
    }
    near(&first, "los", 0.99997, 5e-6);
    let second = row(&["elo", "--ptnml", "7895,8757,5685,568,9999"]);
    for (column, expected) in [("elo", -21.04), ("elo_error", 2.95), ("nelo", -19.01), ("nelo_error", 2.65)] {
        near(&second, column, expected, 0.0055);
    }
    let third = row(&["elo", "--ptnml", "13,37,50,25,3"]);
    near(&third, "nelo", -63.97, 0.005);
    near(&third, "variance", 0.057_617_187_5, 5e-10);
    assert_eq!((third["pairs"].as_str(), third["games"].as_str()), ("128", "256"));
    let games = row(&["elo", "--ltw", "1,2,1"]);
    assert_eq!((games["pairs"].as_str(), games["games"].as_str(), games["elo"].as_str()), ("", "4", "0.000"));
}

#[test]
fn s5_golden_shares() {
    for (successes, trials, low, high, within) in [
        ("81", "263", 0.255_289, 0.366_210, 5e-7),
        ("15", "148", 0.062_386, 0.160_487, 5e-7),
        ("0", "100000", 0.0, 3.8413e-5, 5e-10),
        ("50310", "100000", 0.500_001, 0.506_199, 5e-7),
    ] {
        let row = row(&["wilson", successes, trials]);
        near(&row, "share_low", low, within);
        near(&row, "share_high", high, within);
    }
}

#[test]
fn s6_golden_differences() {
    for (counts, low, high) in
        [(["36", "12", "2", "0"], 0.0569, 0.3404), (["10", "15", "5", "20"], 0.0258, 0.3569)]
    {
        let row = row(&[&["paired"], &counts[..]].concat());
        near(&row, "difference", 0.2, 1e-9);
        near(&row, "b_minus_a_high", -low, 5e-5);
        near(&row, "difference_low", low, 5e-5);
        near(&row, "difference_high", high, 5e-5);
        assert_eq!(row["deals"], "50");
    }
}

#[test]
fn s6_numbers_of_the_same_deals_from_a_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "deal,a,b\n1,1,2\n2,0,0\n3, 2 ,4\n4,1,1\n5,0,3\n";
    let path = file(&dir, "deals.csv", text);
    let columns = row(&["paired", "--file", &path, "--a", "a", "--b", "b", "--margin", "3"]);
    for (column, expected) in [
        ("mean_a", 0.8),
        ("mean_b", 2.0),
        ("b_minus_a", 1.2),
        ("b_minus_a_low", -0.418_931),
        ("b_minus_a_high", 2.818_931),
        ("standard_error", 0.583_095),
        ("t", 2.057_983),
        ("p_t", 0.108_701),
        ("p_sign_flip", 0.25),
        ("variance_ratio", 12.8 / 6.8),
        ("equivalence_low", -0.043_070),
        ("equivalence_high", 2.443_070),
        ("p_equivalence", 0.018_341),
    ] {
        near(&columns, column, expected, 2e-6);
    }
    assert_eq!((columns["deals"].as_str(), columns["equivalent"].as_str()), ("5", "yes"));
    let narrow = row(&["paired", "--file", &path, "--a", "a", "--b", "b", "--margin", "2"]);
    assert_eq!(narrow["equivalent"], "no");
    let swapped = row(&["paired", "--file", &path, "--a", "b", "--b", "a"]);
    near(&swapped, "b_minus_a", -1.2, 1e-9);
    near(&swapped, "p_t", number(&columns, "p_t"), 1e-9);
    assert_eq!((swapped["margin"].as_str(), swapped["equivalent"].as_str()), ("", ""));

    let path = file(&dir, "differences.csv", "difference\n1\n0\n2\n0\n3\n");
    let alone = row(&["paired", "--file", &path, "--column", "difference"]);
    near(&alone, "t", number(&columns, "t"), 1e-9);
    assert_eq!((alone["mean_a"].as_str(), alone["variance_ratio"].as_str()), ("", ""));
}

#[test]
fn bad_cells_and_columns_are_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let bad = file(&dir, "bad.csv", "white,black\n1,2\n1,x\n");
    let short = file(&dir, "short.csv", "white,black\n1,2\n");
    let ragged = file(&dir, "ragged.csv", "white,black\n1,2\n1\n");
    let gone = dir.path().join("gone.csv").display().to_string();
    let of = |path: &str, a: &str, b: &str, code: i32, named: &[&str]| {
        refused(&["stats", "paired", "--file", path, "--a", a, "--b", b], code, named);
    };
    of(&bad, "white", "black", 2, &["bad.csv", "line 3", "column `black`", "`x` is not a number"]);
    of(&bad, "whte", "black", 2, &["bad.csv", "unknown column `whte`", "did you mean `white`?"]);
    of(&short, "white", "black", 2, &["short.csv", "1 row with numbers", "at least two"]);
    of(&ragged, "white", "black", 2, &["ragged.csv", "line 3"]);
    of(&gone, "white", "black", 1, &["gone.csv"]);
    let huge = file(&dir, "huge.csv", "white,black\n1e308,-1e308\n-1e308,1e308\n");
    of(&huge, "white", "black", 2, &["huge.csv", "too large"]);
    let alike = file(&dir, "alike.csv", "white,black\n1,2\n2,3\n");
    let comparison = row(&["paired", "--file", &alike, "--a", "white", "--b", "black", "--margin", "2"]);
    assert_eq!(["b_minus_a_low", "p_t", "equivalent"].map(|column| comparison[column].as_str()), [""; 3]);
    refused(&["stats", "paired", "--file", &bad], 2, &["--a", "--column"]);
    refused(&["stats", "paired", "--file", &bad, "--a", "white"], 2, &["--b"]);
    refused(&["stats", "paired", "1", "2", "3"], 2, &["4 values"]);
    refused(&["stats", "paired"], 2, &["BOTH"]);
    refused(&["stats", "paired", "--file", &bad, "--column", "white", "--margin", "0"], 2, &["--margin"]);
}

#[test]
fn s8_p_values_are_raised_for_being_many() {
    let table = rows(&stdout(&["stats", "adjust", "0.01", "0.02", "0.03", "0.04", "0.05"]));
    let column = |name: &str| -> Vec<f64> { table.iter().map(|row| number(row, name)).collect() };
    assert_eq!(column("holm"), [0.05, 0.08, 0.09, 0.09, 0.09]);
    assert_eq!(column("benjamini_hochberg"), [0.05; 5]);
    assert_eq!(column("benjamini_yekutieli"), [0.114_166_667; 5]);
    refused(&["stats", "adjust", "0.5", "1.5"], 2, &["1.5", "from 0 to 1"]);
    refused(&["stats", "adjust"], 2, &["<P>"]);
}

#[test]
fn s2_golden_lengths() {
    let table = rows(&stdout(&["stats", "power"]));
    let expected = [
        ("2.000", "79971", "130817"),
        ("5.000", "12795", "20931"),
        ("10.000", "3199", "5233"),
        ("20.000", "800", "1308"),
    ];
    assert_eq!(table.len(), expected.len());
    for (row, (gap, ends, midway)) in table.iter().zip(expected) {
        assert_eq!((row["nelo_gap"].as_str(), row["pairs_at_h0"].as_str()), (gap, ends));
        assert_eq!((row["pairs_at_h1"].as_str(), row["pairs_midway"].as_str()), (ends, midway));
        assert!(number(row, "pairs_fixed") > number(row, "pairs_at_h0"));
    }
}

#[test]
fn all_forms_say_the_same() {
    let call =
        ["stats", "sprt", "--ptnml", "1,2,3,2,1", "--elo0", "0", "--elo1", "5", "--model", "normalized"];
    let of = |form: &str| stdout(&[&call[..], &["--format", form]].concat());
    let document: serde_json::Value = serde_json::from_str(&of("json")).expect("JSON");
    let row = &rows(&of("csv"))[0];
    assert_eq!(document[0]["llr"].as_f64(), row["llr"].parse().ok());
    assert_eq!(document[0]["decision"], "continue");
    let table = of("table");
    assert!(table.contains(&row["llr"]) && table.contains("decision"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
}

#[test]
fn counts_at_the_edge_have_an_answer() {
    for counts in ["0,0,9,0,0", "0,0,0,0,9", "9,0,0,0,0", "1,0,0,0,0", "0,0,1000000000000000,0,1"] {
        for model in ["normalized", "logistic"] {
            let row = row(&["sprt", "--ptnml", counts, "--elo1", "5", "--model", model]);
            assert!(number(&row, "llr").is_finite(), "{counts} {model}");
        }
        let elo = row(&["elo", "--ptnml", counts]);
        assert!(number(&elo, "score_low") <= number(&elo, "score_high"), "{counts}");
    }
    let sweep = row(&["elo", "--ptnml", "0,0,0,0,9"]);
    for column in ["elo", "elo_error", "nelo", "nelo_error"] {
        assert_eq!(sweep[column], "", "an error is empty beside an empty value: {column}");
    }
    assert_eq!(["elo", "elo_high", "nelo", "nelo_high"].map(|column| sweep[column].as_str()), [""; 4]);
    assert!(number(&sweep, "elo_low") > 0.0 && number(&sweep, "nelo_low") > 0.0);
    let two_games = row(&["elo", "--ptnml", "0,0,0,0,1"]);
    assert!(number(&two_games, "score_low") < 0.1 && number(&two_games, "los") < 0.9);
    assert_eq!(row(&["elo", "--ptnml", "0,0,9,0,0"])["nelo"], "");
}

/// The rows that a call with a file writes.
fn of_file(command: &str, content: &str, further: &[&str]) -> Vec<Row> {
    let dir = TempDir::new().expect("a directory");
    let path = file(&dir, "observed.csv", content);
    rows(&stdout(&[&["stats", command, "--file", &path], further].concat()))
}

const GAMES: &str = "first,second,first_wins,second_wins,ties\n\
    a,b,45,40,15\nb,a,50,38,12\na,c,60,25,15\nc,a,30,55,15\nb,c,52,33,15\nc,b,35,50,15\n";

#[test]
fn s4_golden_ratings() {
    let ratings = of_file("ratings", GAMES, &["--anchor", "a"]);
    let published = [(1, -8.351, 21.993), (2, -102.333, 22.436), (3, 21.977, 15.717)];
    for (row, value, error) in published {
        near(&ratings[row], "value", value, 5e-4);
        near(&ratings[row], "standard_error", error, 5e-4);
        assert_eq!(ratings[row]["basis"], "games");
    }
    near(&ratings[4], "value", 0.348_849, 1e-6);
    let around_the_mean = of_file("ratings", GAMES, &[]);
    near(&around_the_mean[0], "value", (8.351 + 102.333) / 3.0, 1e-3);
}

#[test]
fn ratings_without_a_maximum_say_penalty() {
    let content = "first,second,first_wins,ties,second_wins\na,b,3,0,0\nb,c,10,0,0\n";
    let ratings = of_file("ratings", content, &[]);
    assert!(ratings.iter().all(|row| row["basis"] == "penalty" && row["low"].is_empty()), "{ratings:?}");
}

#[test]
fn a_cycle_is_mixed_evenly_and_a_dominant_agent_alone() {
    let cycle = of_file("equilibrium", "agent,opponent,score\nr,p,0\np,s,0\ns,r,0\n", &[]);
    for row in &cycle {
        near(row, "share", 1.0 / 3.0, 1e-6);
        near(row, "score_of_mix", 0.5, 1e-6);
    }
    let best = of_file("equilibrium", "agent,opponent,score\na,b,0.6\nc,a,0.4\nb,c,0.9\n", &[]);
    near(&best[0], "share", 1.0, 1e-6);
    near(&best[1], "score_of_mix", 0.6, 1e-6);
}

#[test]
fn rows_of_a_cluster_are_drawn_together() {
    let rows: String = (0..40).map(|n| format!("{},{},2\n", n / 5, n / 20)).collect();
    let content = format!("deal,hits,chances\n{rows}");
    let further = ["--column", "hits", "--of", "chances", "--cluster", "deal", "--resamples", "2000"];
    let eight = &of_file("bootstrap", &content, &further)[0];
    assert_eq!((&*eight["rows"], &*eight["clusters"]), ("40", "8"));
    near(eight, "value", 0.25, 1e-9);
    assert!(number(eight, "value_low") < 0.06 && number(eight, "value_high") > 0.44, "{eight:?}");
    let four = content.replace("7,", "3,").replace("6,", "2,").replace("5,", "1,").replace("4,", "0,");
    let four = &of_file("bootstrap", &four, &further)[0];
    assert_eq!(
        (&*four["clusters"], &*four["value_low"], &*four["value_high"]),
        ("4", "", ""),
        "too few to tell"
    );
    let with_a_gap = &of_file("bootstrap", &format!("{content},1,1\n"), &further)[0];
    assert_eq!(
        (&with_a_gap["rows"], &with_a_gap["value"]),
        (&eight["rows"], &eight["value"]),
        "a row without a cluster is left out"
    );
    let alone = &of_file("bootstrap", &content, &further[..4])[0];
    assert_eq!(alone["clusters"], "40");
    assert!(number(alone, "value_low") > 0.15 && number(alone, "value_high") < 0.35, "{alone:?}");
}

#[test]
fn bad_observations_are_named() {
    let cases: [(&[&str], &str, &[&str]); 12] = [
        (
            &["ratings"],
            "first,second,first_wins,ties,ties,second_wins\na,b,1,2,3,4\n",
            &["line 1", "`ties` appears twice"],
        ),
        (&["equilibrium"], "agent,opponent,score,score\na,b,0.7,0.1\n", &["line 1", "`score` appears twice"]),
        (&["paired", "--column", "x"], "x,x\n1,5\n2,6\n", &["line 1", "`x` appears twice"]),
        (
            &["bootstrap", "--column", "x", "--cluster", "c"],
            "x,c\n1,\n2,\n",
            &["`x` or `c` is empty in all 2 rows"],
        ),
        (&["ratings"], "first,second,first_wins,ties\na,b,1,2\n", &["`second_wins`"]),
        (&["ratings"], "first,second,first_wins,ties,second_wins\na,b,1,x,2\n", &["line 2", "`ties`", "`x`"]),
        (
            &["ratings"],
            "first,second,first_wins,ties,second_wins\na,a,1,2,2\n",
            &["line 2", "`a` against itself"],
        ),
        (
            &["ratings", "--anchor", "bayez"],
            "first,second,first_wins,ties,second_wins\nbayes,b,1,1,1\n",
            &["`bayes`"],
        ),
        (&["equilibrium"], "agent,opponent,score\na,b,1.5\n", &["line 2", "1.5"]),
        (&["equilibrium"], "agent,opponent,score\na,b,0.5\nb,c,0.5\n", &["`a` against `c`"]),
        (&["equilibrium"], "agent,opponent,score\n", &["no row"]),
        (&["bootstrap", "--column", "x"], "x\n1\nnan\n", &["line 3", "`x`", "`nan`"]),
    ];
    let dir = TempDir::new().expect("a directory");
    for (number, (args, content, named)) in cases.into_iter().enumerate() {
        let name = format!("{number}.csv");
        let path = file(&dir, &name, content);
        let named: Vec<&str> = named.iter().copied().chain([name.as_str()]).collect();
        refused(&[&["stats"], args, &["--file", &path]].concat(), 2, &named);
    }
}

#[test]
fn bad_counts_are_named() {
    let cases: [(&[&str], &[&str]); 22] = [
        (&["sprt", "--ptnml", "1,2,3,2,1", "--elo1", "1e-20"], &["elo1 = 1e-20", "0.000001 above"]),
        (&["sprt", "--ptnml", "1,2,3,2,1", "--elo1", "1e308"], &["elo1 = 1e308", "10000"]),
        (&["paired", "36", "12", "2", "0", "--margin", "0.5"], &["--margin", "cannot be used with"]),
        (&["paired", "36", "12", "2", "0", "--flips", "5"], &["--flips", "cannot be used with"]),
        (&["paired", "36", "12", "2", "0", "--a", "x", "--b", "y"], &["cannot be used with"]),
        (&["sprt", "--elo1", "5"], &["--ptnml", "--ltw"]),
        (&["sprt", "--ptnml", "1,2,3,2,1"], &["--elo1"]),
        (&["sprt", "--ptnml", "1,2,3", "--elo1", "5"], &["--ptnml", "5 counts", "not 3"]),
        (&["sprt", "--ptnml", "1,2,x,2,1", "--elo1", "5"], &["--ptnml", "`x` is not a count"]),
        (&["sprt", "--ptnml=-1,2,3,2,1", "--elo1", "5"], &["--ptnml", "`-1` is not a count"]),
        (&["sprt", "--ptnml", "0,0,0,0,0", "--elo1", "5"], &["--ptnml", "all counts are 0"]),
        (&["sprt", "--ltw", "0,0,0", "--elo1", "5"], &["--ltw", "all counts are 0"]),
        (&["sprt", "--ptnml", "1,2,3,2,1", "--elo0", "5", "--elo1", "5"], &["elo0 = 5", "elo1 = 5"]),
        (&["sprt", "--ptnml", "1,2,3,2,1", "--elo1", "NaN"], &["elo1 = NaN"]),
        (&["sprt", "--ptnml", "1,2,3,2,1", "--elo1", "5", "--alpha", "1"], &["alpha = 1"]),
        (&["elo", "--ptnml", "1,1,1,1,1", "--ltw", "1,1,1"], &["--ptnml", "--ltw"]),
        (&["wilson", "5", "4"], &["5 successes in 4 trials"]),
        (&["wilson", "0", "0"], &["no trials"]),
        (&["wilson", "1.5", "4"], &["1.5"]),
        (&["paired", "0", "0", "0", "0"], &["all counts are 0"]),
        (&["power", "--nelo", "5,0"], &["--nelo 0: no difference", "above 0"]),
        (&["power", "--alpha", "1e-320"], &["alpha = 1e-320", "1e-300"]),
    ];
    for (args, named) in cases {
        refused(&[&["stats"], args].concat(), 2, named);
    }
}
