//! Files of words as other programs write them: what they get wrong is said, and what can be read is read.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use overhear_agents::words::embedded_space;
use tempfile::TempDir;

use crate::common::{EndedRun, file, refused, rows, sim, stdout};

/// Sixteen keywords.
const DECK: &str =
    "sun\nmoon\ncar\nbread\nhouse\nriver\ntree\ndog\nhorse\npiano\nwinter\nocean\nking\ngold\nbook\nclock\n";

/// The first 3000 words of the embedded space and those of [`DECK`] as text, each row as `edit` has it.
fn vectors(edit: impl Fn(&str, Vec<f32>) -> Option<(String, Vec<f32>)>) -> String {
    let space = embedded_space();
    let mut text = String::new();
    for (place, word) in space.words().iter().enumerate() {
        if place >= 3000 && !DECK.lines().any(|keyword| keyword == word) {
            continue;
        }
        let row = space.row(place).into_iter().map(f32::from).collect();
        if let Some((word, row)) = edit(word, row) {
            text.push_str(&word);
            row.iter().for_each(|value| write!(text, " {value}").expect("a string takes everything"));
            text.push('\n');
        }
    }
    text
}

fn path_of(dir: &TempDir, name: &str, content: &[u8]) -> String {
    let path = dir.path().join(name);
    fs::write(&path, content).expect("the file is written");
    path.to_str().expect("UTF-8").to_owned()
}

/// Runs the program, which succeeds, for what it says on both streams.
fn both(args: &[&str]) -> EndedRun {
    let ended = EndedRun::of(sim().args(args).output().expect("the program starts"));
    assert_eq!(ended.code, Some(0), "{args:?}: {}", ended.message);
    ended
}

/// Imports a space for [`DECK`], and returns the row and the warnings.
fn imported(dir: &TempDir, space: &str) -> (crate::common::Row, String) {
    let deck = file(dir, "deck.txt", DECK);
    let out = dir.path().join("out.space");
    let out = out.to_str().expect("UTF-8");
    let ended = both(&["space", "import", space, "--deck", &deck, "--out", out, "--force"]);
    (rows(&ended.printed).remove(0), ended.message)
}

#[test]
fn a_token_with_spaces_and_one_that_is_not_utf8_cost_no_other_word() {
    let dir = tempfile::tempdir().expect("a directory");
    let plain = |word: &str, row: Vec<f32>| Some((word.to_owned(), row));
    let with_spaces = vectors(|word, row| match word {
        "the" => Some((". . .".to_owned(), row)),
        _ => plain(word, row),
    });
    let content = with_spaces.replacen("\nof ", "\ncaf\u{1} ", 1).replace('\u{1}', "?");
    let mut bytes = content.into_bytes();
    let at = bytes.windows(4).position(|window| window == b"caf?").expect("a token");
    bytes[at + 3] = 0xe9;
    let space = path_of(&dir, "odd.vec", &bytes);
    let (row, remarks) = imported(&dir, &space);
    assert_eq!((row["skipped"].as_str(), row["keywords_missing"].as_str()), ("1", "0"));
    assert!(remarks.contains(r"skipped: `caf\xe9` is not UTF-8"), "{remarks}");
    assert!(remarks.contains("a word that holds a space is kept: `. . .`"), "{remarks}");
    for args in [
        ["space", "near", "sun", "--space", &space, "-n", "1"].as_slice(),
        &[
            "tournament",
            "--agent",
            "nearest",
            "--agent",
            "random",
            "--games",
            "2",
            "--seed",
            "1",
            "--progress",
            "none",
            "--deck",
            &file(&dir, "deck.txt", DECK),
            "--other-space",
            &format!("odd={space}"),
        ],
    ] {
        let remarks = both(args).message;
        assert!(remarks.contains("is not UTF-8") && remarks.contains("`. . .`"), "{args:?}: {remarks}");
    }
    let torn =
        vectors(|word, row| Some((word.to_owned(), if word == "in" { row[1..].to_vec() } else { row })));
    let torn = file(&dir, "torn.vec", &torn);
    refused(
        &["space", "near", "sun", "--space", &torn],
        2,
        &["torn.vec: line ", "255 numbers where 256 are expected"],
    );
}

#[test]
fn a_keyword_whose_row_has_no_direction_is_missing_and_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let lost = |word: &str| ["moon", "piano", "king"].contains(&word);
    let zeros =
        vectors(|word, row| Some((word.to_owned(), if lost(word) { vec![0.0; row.len()] } else { row })));
    let tiny = vectors(|word, row| {
        let scale = if lost(word) { 1e-30 } else { 1.0 };
        Some((word.to_owned(), row.iter().map(|value| value * scale).collect()))
    });
    for (name, text, why) in [("zeros.vec", zeros, "all its values are 0"), ("tiny.vec", tiny, "is usual")] {
        let space = file(&dir, name, &text);
        let (row, remarks) = imported(&dir, &space);
        assert_eq!((row["skipped"].as_str(), row["keywords_missing"].as_str()), ("3", "3"), "{remarks}");
        assert!(
            remarks.contains("the vector of `moon` has no direction: ") && remarks.contains(why),
            "{remarks}"
        );
        assert!(remarks.contains("3 of the deck's 16 keywords are not in the space"), "{remarks}");
        let deck = file(&dir, "deck.txt", DECK);
        let play = ["tournament", "--space", &space, "--deck", &deck];
        let why = "skipped: the vector of `king` has no direction";
        refused(
            &play,
            2,
            &["deck.txt: line", "3 keywords are not in the word space: `moon`, `piano`, `king`", why],
        );
        refused(
            &["space", "near", "piano", "--space", &space],
            2,
            &["`piano` is not in the word space", why],
        );
    }
}

#[test]
fn words_with_a_prefix_are_shown_with_a_command_that_takes_it_away() {
    let dir = tempfile::tempdir().expect("a directory");
    let prefixed = vectors(|word, row| Some((format!("/c/en/{word}"), row)));
    let space = file(&dir, "conceptnet.vec", &prefixed);
    let (row, remarks) = imported(&dir, &space);
    assert_eq!(row["keywords_missing"], "16");
    let hint = "; its words begin with `/c/en/`, as in `/c/en/";
    assert!(remarks.contains(hint) && remarks.contains("sed 's|^/c/en/||' FILE"), "{remarks}");
    let deck = file(&dir, "deck.txt", DECK);
    refused(
        &["tournament", "--space", &space, "--deck", &deck],
        2,
        &["16 keywords are not in the word space", hint],
    );
}

#[test]
fn a_word_with_control_characters_costs_its_line_and_not_the_file() {
    let dir = tempfile::tempdir().expect("a directory");
    for header in [false, true] {
        let odd =
            vectors(|word, row| Some((if word == "of" { "o\u{1}\u{0}f" } else { word }.to_owned(), row)));
        let header = if header { format!("{} 256\n", odd.lines().count()) } else { String::new() };
        let space = file(&dir, "odd.vec", &format!("{header}{odd}"));
        let (row, remarks) = imported(&dir, &space);
        assert_eq!((row["skipped"].as_str(), row["keywords_missing"].as_str()), ("1", "0"), "{remarks}");
        assert!(remarks.contains("odd.vec: line ") && remarks.contains("skipped: "), "{remarks}");
    }
}

#[test]
fn words_that_share_a_vector_are_reported() {
    let dir = tempfile::tempdir().expect("a directory");
    let unknown: Vec<f32> = (0..256).map(|n| ((n * 7919) % 13) as f32 - 6.0).collect();
    let shared = |word: &str| ["moon", "piano", "king", "gold"].contains(&word);
    let text = vectors(|word, row| Some((word.to_owned(), if shared(word) { unknown.clone() } else { row })));
    let space = file(&dir, "shared.vec", &text);
    let (row, remarks) = imported(&dir, &space);
    assert_eq!(row["keywords_missing"], "0", "{remarks}");
    let alike =
        "4 words have one and the same direction and cannot be told apart: `king`, `gold`, `moon`, `piano`";
    assert!(remarks.contains(alike), "{remarks}");
    let deck = file(&dir, "deck.txt", DECK);
    let remarks = both(&["space", "info", "--space", &space, "--deck", &deck]).message;
    assert!(remarks.contains("deck.txt: 4 keywords have one and the same direction"), "{remarks}");
}

#[test]
fn files_of_other_formats_are_named_wherever_words_are_read() {
    let dir = tempfile::tempdir().expect("a directory");
    let utf16: Vec<u8> = "card,en\n1,ant\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [&[0xff, 0xfe], &utf16[..]].concat();
    let zip = |name: &str| {
        let mut zip = b"PK\x03\x04".to_vec();
        zip.resize(26, 0);
        zip.extend([name.len() as u8, 0, 0, 0]);
        zip.extend(name.bytes());
        zip
    };
    for (name, content, kind) in [
        ("a.csv", &utf16[..], "text in UTF-16; save it as UTF-8"),
        ("b.csv", &marked, "text in UTF-16; save it as UTF-8"),
        ("c.gz", b"\x1f\x8b\x08\0", "a gzip file; unpack it with `gunzip`"),
        ("d.zip", &zip("words.txt"), "a zip archive; unpack it with `unzip`"),
        ("e.npz", &zip("arr_0.npy"), "an archive of NumPy (.npz); save its array with `numpy.save`"),
        ("f.xlsx", &zip("[Content_Types].xml"), "a spreadsheet; save it as CSV in UTF-8"),
    ] {
        let path = path_of(&dir, name, content);
        let table = format!("x={path}");
        for args in [
            ["tournament", "--deck", &path].as_slice(),
            &["balance", "--deck-b", &path],
            &["tournament", "--space", &path],
            &["tournament", "--other-space", &table],
            &[
                "tournament",
                "--associations",
                &table,
                "--agent",
                "margin:associations=x",
                "--agent",
                "random",
            ],
            &["space", "near", "sun", "--space", &path],
            &["space", "import", &path],
            &["eval", "decode", &path, "--agent", "nearest"],
            &["eval", "intercept", &path, "--agent", "nearest"],
            &["rules", "check", &path],
            &["tournament", "--agents", &path],
            &["tournament", "--config", &path],
            &["advise", &path],
            &["stats", "ratings", "--file", &path],
            &["stats", "equilibrium", "--file", &path],
            &["stats", "bootstrap", "--file", &path, "--column", "x"],
            &["stats", "paired", "--file", &path, "--column", "x"],
        ] {
            refused(args, 2, &[name, kind]);
        }
    }
}

#[test]
fn decks_are_read_as_spreadsheets_write_them_and_what_is_guessed_is_said() {
    let dir = tempfile::tempdir().expect("a directory");
    let keywords = |deck: &str| {
        let EndedRun { printed, message, .. } = both(&["space", "info", "--deck", deck]);
        let value =
            |key: &str| rows(&printed).iter().find(|row| row["key"] == key).expect("a row")["value"].clone();
        (value("keywords"), value("cards"), message)
    };
    let numbered = |head: &str, separator: &str, end: &str| {
        let rows = DECK.lines().enumerate();
        let rows = rows.map(|(n, word)| format!("{}{separator}{}{end}", n / 2, word.to_uppercase()));
        format!("{head}{end}{}", rows.collect::<String>())
    };
    for (name, text) in [
        ("semicolons.csv", numbered("\u{feff}Card;Word", ";", "\r\n")),
        ("tabs.tsv", numbered("card\ten", "\t", "\n")),
        ("mac.csv", numbered("card,EN", ",", "\r")),
    ] {
        let (keywords, cards, remarks) = keywords(&file(&dir, name, &text));
        assert_eq!((keywords.as_str(), cards.as_str(), remarks.as_str()), ("16", "8", ""), "{name}");
    }
    let (count, _, remarks) = keywords(&file(&dir, "heading.txt", &format!("word\n{DECK}")));
    assert_eq!(count, "16");
    assert!(remarks.contains("heading.txt: line 1: `word` is taken for the heading"), "{remarks}");
    let joined = DECK.replace("sun\nmoon\n", "sunmoon\nspiderman\ndrop-out\n");
    let (count, _, remarks) = keywords(&file(&dir, "joined.txt", &joined));
    assert_eq!(count, "17");
    assert!(
        remarks.contains("2 keywords")
            && remarks.contains("`sunmoon (sun + moon)`, `spiderman (spider + man)`"),
        "{remarks}"
    );
    let near = |word: &str| rows(&stdout(&["space", "near", word, "-n", "5"])).remove(0)["word"].clone();
    assert_eq!(near("drop-out"), near("dropout"));
    let bare = file(&dir, "bare.csv", "galaxy,mine\nsun,moon\n");
    for args in [["tournament", "--deck", &bare], ["balance", "--deck-b", &bare]] {
        refused(
            &args,
            2,
            &["bare.csv: line 1: 2 cells that no header names (`galaxy`, `mine`)", "`card,en`"],
        );
    }
    let lost = file(&dir, "lost.csv", "card,en\n1,sun\n2,N/A\n");
    refused(&["tournament", "--deck", &lost], 2, &["lost.csv: line 3: `N/A` stands for a missing value"]);
    refused(&["tournament", "--deck", &file(&dir, "empty.txt", "")], 2, &["empty.txt: the file is empty"]);
    assert!(Path::new(&bare).exists());
}
