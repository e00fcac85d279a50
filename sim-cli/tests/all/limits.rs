//! `docs/limits.md` names the limits that the libraries declare.

use std::fs;

use overhear_agents::model::MOST_KEYWORDS;
use overhear_agents::registry::{LONGEST_LABEL, LONGEST_SPEC};
use overhear_agents::words::{LONGEST_WORD, MOST_DIMENSIONS};
use overhear_engine::game::MAX_MESSAGE;
use overhear_engine::rules::{CARD_WORDS, LONGEST_KEYWORD, MAX_ROUNDS, MAX_TEAM};
use overhear_lab::MOST_THREADS;
use overhear_lab::input::{LONGEST_TEXT, SizeLimit};
use overhear_lab::setup::ranges;
use overhear_lab::table::grouped;

const MIB: u64 = 1 << 20;

#[test]
fn the_page_of_limits_has_the_declared_numbers_in_their_order() {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/limits.md")).expect("the page");
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(2);
    let stated: Vec<&str> = rows.map(|row| row.split(" | ").nth(1).expect("a limit")).collect();
    let files = [SizeLimit::Settings, SizeLimit::Table, SizeLimit::Space];
    let files = files.map(|size| format!("{} MiB", grouped(size.bytes() / MIB)));
    let numbers = [
        MOST_KEYWORDS as u64,
        LONGEST_KEYWORD as u64,
        CARD_WORDS as u64,
        MOST_DIMENSIONS as u64,
        LONGEST_WORD as u64,
        LONGEST_TEXT as u64,
        LONGEST_SPEC as u64,
        LONGEST_LABEL as u64,
        ranges::MOST_GAMES,
        ranges::SHARDS.high,
        MOST_THREADS.into(),
        MAX_ROUNDS as u64,
        MAX_TEAM.into(),
        MAX_MESSAGE as u64,
    ];
    let declared: Vec<String> = files.into_iter().chain(numbers.map(grouped)).collect();
    assert_eq!(stated, declared);
}
