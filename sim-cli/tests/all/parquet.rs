//! `--log-format parquet`: the same bytes however a run is played; and without the feature, how to get it.

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_build_one_with_it() {
    let named = ["--log-format parquet", "the feature `parquet`"];
    crate::common::refused(&["tournament", "--log-format", "parquet", "--log", "games"], 2, &named);
}

#[cfg(feature = "parquet")]
#[test]
fn threads_and_shards_change_no_byte() {
    let args =
        ["--agent", "random", "--agent", "b=random", "--games", "400", "--seed", "1", "--log", "halves"];
    let args = [&args[..], &["--log-format", "parquet"]].concat();
    let whole = crate::common::tournament(&args);
    let names = crate::common::files(whole.path());
    assert!(
        names.contains_key("games.parquet") && names.contains_key("halves.parquet"),
        "{:?}",
        names.keys()
    );
    assert!(names.keys().all(|name| name != "games.csv" && name != "halves.csv"));
    crate::common::same_files(
        crate::common::tournament(&[&args[..], &["-j", "3"]].concat()).path(),
        whole.path(),
    );
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    for (shard, out) in [("1/2", path("one")), ("2/2", path("two"))] {
        crate::common::stdout(&[&["tournament", "--shard", shard, "--out", &out], &args[..]].concat());
    }
    crate::common::stdout(&["merge", &path("two"), &path("one"), "--out", &path("whole")]);
    crate::common::same_files(&dir.path().join("whole"), whole.path());
}
