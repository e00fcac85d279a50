//! `balance --shard`, `rules compare --shard` and `merge`: the files and the words of the run in one piece.

use std::fs;
use std::path::Path;

use crate::common::unfinished::Run;
use crate::common::{
    EndedRun, VEHICLES, file, of_another_build, refused, reseal_lines, run, same_files, stderr, stdout,
    tournament,
};
use tempfile::TempDir;

const GRID: [&str; 4] = ["--sweep", "round_limit=5..6", "--sweep", "tiebreak=points,shared"];

const PAIR: [&str; 8] = ["--agent", "margin", "--agent", "nearest", "--games", "404", "--seed", "7"];

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

/// Plays a part into `dir/I`.
fn part(dir: &Path, index: u64, of: u64, args: &[&str]) -> String {
    let out = dir.join(index.to_string());
    let more = ["--out", text(&out), "--shard", &format!("{index}/{of}"), "-j", "1", "--progress", "none"];
    assert_eq!(stdout(&[args, &more].concat()), "", "a part says nothing");
    text(&out).to_owned()
}

/// The parts of a run, the last first.
fn parts(dir: &Path, of: u64, args: &[&str]) -> Vec<String> {
    (1..=of).rev().map(|index| part(dir, index, of, args)).collect()
}

fn merge(parts: &[String], more: &[&str]) -> EndedRun {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    EndedRun::of(run(&[&["merge"], more, &parts[..]].concat()))
}

/// In so many parts it is the run in one piece, on the disk and on standard output.
fn in_parts(args: &[&str], numbers: &[u64]) {
    let single = temporary();
    let args = [&["balance"], args].concat();
    let printed = stdout(&[&args[..], &["--out", text(single.path()), "--progress", "none"]].concat());
    for &of in numbers {
        let (dir, out) = (temporary(), temporary());
        let parts = parts(dir.path(), of, &args);
        let merged = merge(&parts, &["--out", text(out.path())]);
        assert_eq!((merged.code, merged.printed.as_str()), (Some(0), printed.as_str()), "{}", merged.message);
        same_files(out.path(), single.path());
    }
}

#[test]
fn a_report_in_parts_is_the_report() {
    in_parts(&PAIR, &[2]);
}

#[test]
fn a_report_on_nobody_in_particular_has_both_populations() {
    in_parts(&["--games", "90", "--seed", "3", "--set", "round_limit=5"], &[2]);
}

#[test]
fn words_in_parts_are_the_words() {
    in_parts(&[&PAIR[..], &["--by", "keyword"]].concat(), &[2]);
    in_parts(&["--agent", "random", "--games", "101", "--seed", "2", "--by", "pair"], &[3]);
}

#[test]
fn a_grid_in_parts_is_the_grid() {
    in_parts(&[&PAIR[..], &GRID].concat(), &[2]);
}

#[test]
fn two_decks_in_parts_are_the_two_decks() {
    let dir = temporary();
    let deck = file(&dir, "vehicles.csv", VEHICLES);
    in_parts(&[&PAIR[..], &["--deck-b", &deck]].concat(), &[2]);
}

#[test]
#[ignore = "slow: every experiment in one, two and five parts"]
fn whatever_the_number_of_parts_it_is_the_whole() {
    let dir = temporary();
    let deck = file(&dir, "vehicles.csv", VEHICLES);
    for more in [&[][..], &["--by", "keyword"], &GRID, &["--deck-b", &deck]] {
        in_parts(&[&PAIR[..], more].concat(), &[1, 2, 5]);
    }
    in_parts(&["--agent", "random", "--games", "101", "--seed", "2", "--by", "pair"], &[1, 2, 5]);
    compared(&[1, 2, 5]);
}

fn compare<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["rules", "compare", "official", "official,round_limit=6"], &PAIR[..4], more].concat()
}

/// In so many parts a comparison is the comparison, in every format.
fn compared(numbers: &[u64]) {
    let args = compare(&["--games", "2404", "--seed", "7"]);
    let printed = |format: &str| stdout(&[&args[..], &["--progress", "none", "--format", format]].concat());
    let formats = ["csv", "json", "table"].map(|format| (format, printed(format)));
    for &of in numbers {
        let dir = temporary();
        let parts = parts(dir.path(), of, &args);
        for (format, printed) in &formats {
            let merged = merge(&parts, &["--format", format]);
            assert_eq!((merged.code, &merged.printed), (Some(0), printed), "{}", merged.message);
        }
    }
}

#[test]
fn a_comparison_in_parts_is_the_comparison() {
    compared(&[2]);
}

/// The text of a page between its tags.
fn words_of(page: &str) -> String {
    page.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect()
}

#[test]
fn a_comparison_keeps_its_result_like_every_other_experiment() {
    let several = ["--tables", "margin", "--tables", "nearest", "--games", "400", "--seed", "5"];
    let sets = ["rules", "compare", "official", "official,round_limit=6"];
    let until = ["--until", "--measure", "mean_rounds", "--games", "4000", "--seed", "7"];
    for args in [
        compare(&["--games", "404", "--seed", "7", "--margin", "2"]),
        [&sets[..], &several].concat(),
        compare(&until),
    ] {
        let (single, merged, parts) = (temporary(), temporary(), temporary());
        let more = ["--progress", "none", "--out", text(single.path())];
        let printed = stdout(&[&args[..], &more, &["--format", "csv"]].concat());
        let stored = fs::read_to_string(single.path().join("rules.csv")).expect("rules.csv");
        assert_eq!(stored, printed);
        let all = self::parts(parts.path(), 2, &args);
        assert_eq!(merge(&all, &["--out", text(merged.path())]).code, Some(0));
        same_files(single.path(), merged.path());
        let screen = stdout(&[&args[..], &["--progress", "none", "--format", "table"]].concat());
        let sentence = screen.split(['.', ':']).next().expect("a sentence");
        let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
        let page = temporary().path().join("page.html");
        fs::create_dir_all(page.parent().expect("a folder")).expect("it is made");
        stdout(&["report", text(single.path()), "--out", text(&page)]);
        let page = words_of(&fs::read_to_string(&page).expect("a page"));
        for part in [
            &*sentence,
            "Two sets of rules",
            "rules compare official &quot;official,round_limit=6&quot; --games",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }
}

#[test]
fn a_comparison_that_is_undecided_keeps_all_that_was_played() {
    let out = temporary();
    let few = ["--until", "--games", "150", "--margin", "0.01", "--seed", "2", "--out", text(out.path())];
    assert_eq!(run(&compare(&few)).status.code(), Some(4));
    assert!(out.path().join("rules.csv").is_file());
    refused(&compare(&few), 2, &["--out", "--force"]);
}

#[test]
#[ignore = "slow: a comparison in many parts"]
fn a_comparison_that_is_decided_needs_no_later_part() {
    let args = compare(&["--games", "12_000", "--seed", "7", "--until", "--measure", "mean_rounds"]);
    let printed = stdout(&[&args[..], &["--progress", "none"]].concat());
    let early = temporary();
    let before_a_look = part(early.path(), 1, 24, &args);
    refused(&["merge", &before_a_look], 2, &["not decided by the end of shard 1/24"]);
    for of in [1, 2, 5] {
        let dir = temporary();
        let mut all = parts(dir.path(), of, &args);
        let merged = merge(&all, &[]);
        assert_eq!((merged.code, merged.printed.as_str()), (Some(0), printed.as_str()), "{}", merged.message);
        let (_, needed) = merged.message.split_once("shards needed: ").expect("how many");
        let needed: usize = needed.split(' ').next().expect("a number").parse().expect("a number");
        assert!(needed < 3, "{}", merged.message);
        let behind = all.drain(..of as usize - needed).collect::<Vec<_>>();
        assert_eq!(merge(&all, &[]).printed, printed, "without {behind:?}");
        all.pop();
        if let Some(one) = all.first().or(behind.first()).filter(|_| of > 1) {
            refused(&["merge", one], 2, &["missing: shard 1/"]);
        }
    }
}

#[test]
fn a_comparison_that_is_not_decided_ends_as_in_one_piece_or_names_what_is_missing() {
    let sets = ["rules", "compare", "official", "official,codes=no_repeat", "--agent", "random/bayes"];
    let more = ["--games", "2500", "--seed", "1", "--until", "--margin", "0.01", "--measure", "limit_rate"];
    let args = [&sets[..], &more].concat();
    let single = run(&[&args[..], &["--progress", "none"]].concat());
    assert_eq!(single.status.code(), Some(4), "{}", stderr(&single));
    let dir = temporary();
    let all = parts(dir.path(), 3, &args);
    let EndedRun { code, printed, message } = merge(&all, &[]);
    assert_eq!((code, printed.into_bytes()), (Some(4), single.stdout), "{message}");
    let first = ["merge", &all[2]];
    refused(&first, 2, &["not decided by the end of shard 1/3", "missing: shard 2/3, 3/3"]);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let (dir, args) = (temporary(), [&["balance"], &PAIR[..]].concat());
    let all = parts(dir.path(), 3, &args);
    let [three, two, one] = [0, 1, 2].map(|place: usize| all[place].as_str());
    let out = dir.path().join("result");
    let refuse = |parts: &[&str], named: &[&str]| {
        refused(&[&["merge", "--out", text(&out)], parts].concat(), 2, named);
        assert!(!out.exists());
    };
    refuse(&[one, three], &["missing: shard 2/3"]);
    refuse(&[one, two, three, two], &["2/3", "twice", two]);
    let other = |name: &str, of: u64, change: [&str; 2], command: &[&str]| {
        let base = dir.path().join(name);
        fs::create_dir(&base).expect("a directory");
        let args: Vec<&str> =
            args.iter().map(|arg| if *arg == change[0] { change[1] } else { arg }).collect();
        part(&base, 3, of, &[&args[..], command].concat())
    };
    refuse(&[one, two, &other("seed", 3, ["7", "8"], &[])], &["`seed` is 7", "8"]);
    refuse(&[one, two, &other("games", 3, ["404", "406"], &[])], &["`of.configuration.games` is 404", "406"]);
    let sweep = other("sweep", 3, ["", ""], &["--sweep", "round_limit=5"]);
    refuse(&[one, two, &sweep], &["`command` is \"balance\"", "\"balance --sweep\""]);
    refuse(&[one, two, &other("of", 4, ["", ""], &[])], &["1/3", "3/4"]);
    let games = dir.path().join("tournament");
    let games_args =
        ["--shard", "1/3", "--agent", "random", "--agent", "nearest", "--games", "12", "--seed", "1"];
    stdout(&[&["tournament", "--out", text(&games)], &games_args[..]].concat());
    refuse(&[one, two, text(&games)], &["experiment on rules", "tournament", text(&games)]);
    refuse(&[one, two, "nowhere"], &["nowhere"]);
    let shard = Path::new(three).join("shard.json");
    let good = fs::read_to_string(&shard).expect("a shard");
    fs::write(&shard, good.replacen("\"deals\":", "\"deals\":1", 1)).expect("written");
    refuse(&[one, two, three], &["damaged or was edited"]);
    fs::write(&shard, &good).expect("written");
    reseal_lines(&shard, |text| text.replacen("{\"deals\":", "{\"deals\":1", 1));
    refuse(&[one, two, three], &["was edited"]);
    fs::write(&shard, good.replacen("\"sources\":\"", "\"sources\": \"", 1)).expect("written");
    reseal_lines(&shard, of_another_build);
    refuse(&[one, two, three], &["another build", "--allow-other-build"]);
    stdout(&["merge", "--allow-other-build", "--out", text(&out), one, two, three]);
    let manifest = fs::read_to_string(out.join("manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"other_builds\""));
    refused(&["merge", "--allow-other-build", one, two, three], 2, &["--out"]);
    let twice = fs::read(&shard).expect("a shard");
    refused(&[&args[..], &["--out", three, "--shard", "3/3"]].concat(), 2, &["--force"]);
    assert_eq!(fs::read(&shard).expect("a shard"), twice);
}

#[test]
fn a_part_that_was_killed_is_played_again() {
    let (dir, args) = (temporary(), [&["balance"], &PAIR[..4], &["--games", "4000", "--seed", "7"]].concat());
    let out = dir.path().join("2");
    let begun = [&args[..], &["--out", text(&out), "--shard", "2/2", "--progress", "plain"]].concat();
    let mut killed = Run::start(&begun);
    killed.says("seed 7");
    killed.kill();
    assert!(!out.join("shard.json").exists());
    let all = parts(dir.path(), 2, &args);
    let (single, merged) = (temporary(), temporary());
    stdout(&[&args[..], &["--out", text(single.path())]].concat());
    assert_eq!(merge(&all, &["--out", text(merged.path())]).code, Some(0));
    same_files(merged.path(), single.path());
}

#[test]
fn a_part_says_where_it_is_and_what_becomes_of_it() {
    let dir = temporary();
    let last = format!("{}, part 2/2; when all are there: sim-cli merge ", text(&dir.path().join("2")));
    for command in ["tournament", "balance"] {
        let out = dir.path().join("2");
        let more = ["--shard", "2/2", "--out", text(&out), "--force"];
        let part = EndedRun::of(run(&[&[command], &PAIR[..], &more].concat()));
        assert!(
            part.message.lines().any(|line| line.starts_with(&format!("written: {last}"))),
            "{}",
            part.message
        );
    }
}

#[test]
fn what_has_no_parts_is_refused() {
    let dir = temporary();
    let out = dir.path().join("new");
    let args = ["balance", "--agent", "random", "--out", text(&out), "--shard"];
    refused(&[&args[..], &["1/2"]].concat(), 2, &["--shard 1/2", "seed"]);
    refused(&[&args[..], &["6/6", "--seed", "1", "--games", "5"]].concat(), 2, &["--shard 6/6", "5 deals"]);
    refused(&[&args[..], &["0/2", "--seed", "1"]].concat(), 2, &["--shard", "I/N"]);
    refused(&["balance", "--seed", "1", "--shard", "1/2"], 2, &["--shard", "--out"]);
    let compare = ["rules", "compare", "official", "blitz", "--seed", "1"];
    refused(&[&compare[..], &["--shard", "1/2"]].concat(), 2, &["--out"]);
    assert!(!out.exists());
    let games = tournament(&["--agent", "random", "--agent", "nearest", "--games", "4", "--seed", "1"]);
    refused(&["merge", text(games.path())], 2, &["--out"]);
}
