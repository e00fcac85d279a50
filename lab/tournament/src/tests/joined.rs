//! A result that another agent joins by its gauntlet.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::tournament::LogDetail;

const DEALS: u64 = 5;

/// Plays a tournament of all pairings, or a gauntlet of the agent named, for this many deals.
fn played(dir: &TempDir, name: &str, agents: &[&str], gauntlet: Option<&str>, deals: u64) -> PathBuf {
    let pairings = gauntlet.map_or(agents.len() * (agents.len() - 1) / 2, |_| agents.len() - 1) as u64;
    let config = TournamentConfig {
        gauntlet: gauntlet.map(str::to_owned),
        log: LogDetail::Deals,
        ..between(agents, deals * pairings)
    };
    let place = dir.path().join(name);
    play(&config, &place);
    place
}

#[test]
fn a_result_and_a_gauntlet_make_the_run_of_all_agents() {
    let dir = tempfile::tempdir().expect("a directory");
    let base = played(&dir, "base", &["nearest", "random"], None, DEALS);
    // The newcomer stands first, so its rows have the agents the other way round.
    let guest = played(&dir, "guest", &["human", "nearest", "random"], Some("human"), DEALS);
    let whole = played(&dir, "whole", &["nearest", "random", "human"], None, DEALS);
    for (name, order) in [("one", [&base, &guest]), ("other", [&guest, &base])] {
        let out = dir.path().join(name);
        merge(&order.map(PathBuf::as_path), &out).expect("it joins");
        are_equal(&whole, &out);
    }
}

#[test]
fn what_cannot_be_joined_is_refused_with_the_reason() {
    let dir = tempfile::tempdir().expect("a directory");
    let base = played(&dir, "base", &["nearest", "random"], None, DEALS);
    let guest = played(&dir, "guest", &["human", "nearest", "random"], Some("human"), DEALS);
    let longer = played(&dir, "longer", &["human", "nearest", "random"], Some("human"), DEALS + 1);
    let fewer = played(&dir, "fewer", &["human", "nearest"], Some("human"), DEALS);
    let more = played(&dir, "more", &["human", "nearest", "random", "margin"], Some("human"), DEALS);
    let known = played(&dir, "known", &["nearest", "random"], Some("random"), DEALS);
    let plain = dir.path().join("plain");
    play(&between(&["human", "nearest"], DEALS), &plain);
    let refused = |dirs: &[&Path], reason: &str| {
        let refusal = merge(dirs, &dir.path().join("out")).expect_err(reason).to_string();
        assert!(refusal.contains(reason), "{refusal}");
    };
    refused(&[&base, &guest, &guest], "two at a time");
    refused(&[&base, &base], "neither is a gauntlet");
    refused(&[&guest, &guest], "both are gauntlets");
    refused(&[&base, &longer], "it has 6 deals, and");
    refused(&[&base, &longer], "play it with games 20");
    refused(&[&base, &fewer], "`random` plays in it, but not in");
    refused(&[&base, &more], "`margin` plays in it, but not in");
    refused(&[&base, &known], "`random` plays in it already");
    refused(&[&plain, &guest], "it has no rows by deal");
}
