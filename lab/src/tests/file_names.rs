//! Names of files that are no text.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use crate::run::play_kept;
use crate::setup::{AssociationFile, BotConfig, OutConfig, PlayersConfig, WordFiles};
use crate::{BalanceConfig, LabError, RunControl, TournamentConfig, TuneConfig};

#[test]
fn a_name_that_is_no_text_is_refused_before_anything_is_kept() {
    let dir = tempfile::tempdir().expect("a directory");
    let strange = || dir.path().join(OsStr::from_bytes(b"x\xff"));
    std::fs::write(strange(), "").expect("a file");
    let watch = RunControl::default();
    let says = |what: Result<(), LabError>| {
        let message = what.expect_err("no text").to_string();
        assert!(message.contains("not UTF-8: it cannot stand in "), "{message}");
    };
    let out = |name: &str| OutConfig { out: Some(dir.path().join(name)), force: false };
    let bot = || BotConfig { cwd: Some(strange()), ..BotConfig::command("b", ["true"]) };
    let two = || PlayersConfig::from_specs(["random", "nearest"]);
    for (n, players) in [
        PlayersConfig { answers: Some(strange()), ..two() },
        PlayersConfig { agents: Some(strange()), ..two() },
    ]
    .into_iter()
    .enumerate()
    {
        let config = TournamentConfig { players, out: out(&n.to_string()), ..TournamentConfig::default() };
        says(crate::tournament(config, &watch).map(drop));
    }
    let tune = || TuneConfig {
        players: PlayersConfig::from_specs(["margin"]),
        param: vec!["top".to_owned()],
        ..TuneConfig::default()
    };
    let tuned = |config: &TuneConfig| says(play_kept(config, dir.path(), &out("tune"), &watch).map(drop));
    tuned(&TuneConfig { words: WordFiles { space: Some(strange()), ..WordFiles::default() }, ..tune() });
    tuned(&TuneConfig { words: WordFiles { deck: Some(strange()), ..WordFiles::default() }, ..tune() });
    let margin = || tune().players;
    tuned(&TuneConfig { players: PlayersConfig { answers: Some(strange()), ..margin() }, ..tune() });
    let bots = TuneConfig { players: PlayersConfig { bots: vec![bot()], ..margin() }, ..tune() };
    let refused = play_kept(&bots, dir.path(), &out("tune"), &watch).map(drop).expect_err("no text");
    assert!(refused.to_string().contains("the configuration cannot be written to a checkpoint"), "{refused}");
    let stated = AssociationFile { name: "n".to_owned(), file: strange() };
    let words = WordFiles { associations: vec![stated], ..WordFiles::default() };
    tuned(&TuneConfig { words: words.clone(), ..tune() });
    let mut config = BalanceConfig::default();
    (config.population.seed, config.population.words) = (Some(1), words);
    let shard = crate::tournament::Shard::WHOLE;
    says(crate::parts::ExperimentRequest::Balance(config).play_part(dir.path(), shard, &watch).map(drop));
}
