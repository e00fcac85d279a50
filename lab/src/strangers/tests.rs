use super::*;
use crate::table::MeasuredValue;

fn config(spec: &[&str]) -> StrangersConfig {
    let spec = spec.iter().map(|&spec| spec.to_owned()).collect();
    let words = WordFiles { vocabulary: Some(4000), ..WordFiles::default() };
    StrangersConfig { spec, games: 60, seed: Some(5), words, ..StrangersConfig::default() }
}

fn play(config: &StrangersConfig) -> StrangersResult {
    let played = strangers(config, &RunControl::default()).expect("it is played");
    played.whole().expect("to its end")
}

/// Returns a share that is known.
fn known(share: Option<MeasuredValue>) -> f64 {
    share.expect("it is counted").value
}

#[test]
fn strangers_understand_plain_clues_and_nothing_of_chance() {
    let result = play(&config(&["nearest", "random"]));
    let [plain, chance] = &result.agents[..] else { panic!("two agents: {result:?}") };
    assert!(known(plain.clues_refer) > 0.6 && known(chance.clues_refer) < 0.05);
    assert!(known(plain.understood_by_strangers) > 0.5 && known(chance.understood_by_strangers) < 0.12);
    assert!(known(plain.read_by_strangers) > 0.3 && known(chance.read_by_strangers) < 0.12);
    assert!(known(plain.clues_refer) >= known(plain.clues_stated));
    let private = known(plain.decoded_by_twin) - known(plain.understood_by_strangers);
    assert!((known(plain.private_share) - private).abs() < 1e-9, "all halves are read");
    assert!(chance.distinct_clues > plain.distinct_clues);
    assert_eq!(result.strangers.len(), 4);
    let mean = f64::midpoint(known(result.strangers[0].decode_rate), known(result.strangers[1].decode_rate));
    assert!((known(plain.understood_by_strangers) - mean).abs() < 1e-9);
    assert_eq!(plain.read_by_informed, None, "without games there are no informed readers");
}

#[test]
fn a_run_of_the_same_seed_is_the_same_and_a_stop_leaves_finished_rows() {
    let config = config(&["margin"]);
    let rows = |result: StrangersResult| (result.agents, result.strangers);
    assert_eq!(rows(play(&config)), rows(play(&config)));
    let watch = RunControl::default();
    watch.stop.ask();
    let stopped = strangers(&config, &watch).expect("no error");
    assert!(stopped.check_complete().is_err());
    assert!(stopped.found.agents.is_empty());
}

#[test]
fn what_people_say_refers_and_at_other_keywords_it_does_not() {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/eval/clues-en.csv"));
    let result = play(&StrangersConfig { clues: vec![file], ..config(&[]) });
    let [own, others] = &result.agents[..] else { panic!("two rows: {result:?}") };
    assert!(known(own.clues_refer) > 0.75, "{own:?}");
    assert!(known(others.clues_refer) < 0.02, "{others:?}");
}

#[test]
fn other_languages_have_norms_and_no_minds() {
    if overhear_agents::words::has_embedded_words(crate::setup::Language::French) {
        let words = WordFiles { lang: crate::setup::Language::French, ..WordFiles::default() };
        let result = play(&StrangersConfig { words, games: 10, ..config(&["nearest"]) });
        assert!(known(result.agents[0].clues_refer) > 0.2);
        assert_eq!(result.agents[0].understood_by_strangers, None);
        assert!(result.strangers.is_empty());
    }
}

#[test]
fn what_cannot_be_measured_is_refused_by_name() {
    let refused = |config: &StrangersConfig| {
        strangers(config, &RunControl::default()).map(drop).expect_err("it makes no sense").message()
    };
    assert!(refused(&config(&[])).contains("no agent is named"));
    assert!(refused(&config(&["nearest", "nearest"])).contains("LABEL=SPEC"));
    assert!(refused(&config(&["no-such-agent"])).contains("no-such-agent"));
}
