use super::*;

fn config(spec: &[&str]) -> StrangersConfig {
    let spec = spec.iter().map(|&spec| spec.to_owned()).collect();
    let words = WordFiles { vocabulary: Some(4000), ..WordFiles::default() };
    StrangersConfig { spec, games: 60, seed: Some(5), words, ..StrangersConfig::default() }
}

fn play(config: &StrangersConfig) -> StrangersResult {
    let played = strangers(config, &RunControl::default()).expect("it is played");
    played.whole().expect("to its end")
}

/// Returns a number of an agent's row.
fn number(found: &StrangersResult, row: usize, column: &str) -> Option<f64> {
    found.agents.cell(row, column).number()
}

#[test]
fn strangers_understand_plain_clues_and_nothing_of_chance() {
    let found = play(&config(&["nearest", "random"]));
    let rate = |row, column: &str| number(&found, row, column).expect(column);
    assert!(rate(0, "clues_refer") > 0.6 && rate(1, "clues_refer") < 0.05);
    assert!(rate(0, "understood_by_strangers") > 0.5 && rate(1, "understood_by_strangers") < 0.12);
    assert!(rate(0, "read_by_strangers") > 0.3 && rate(1, "read_by_strangers") < 0.12);
    assert!(rate(0, "clues_refer") >= rate(0, "clues_stated"));
    let private = rate(0, "decoded_by_twin") - rate(0, "understood_by_strangers");
    assert!((rate(0, "private_share") - private).abs() < 2e-6, "all halves are read");
    assert!(rate(1, "distinct_clues") > rate(0, "distinct_clues"));
    assert_eq!(found.strangers.len(), 4);
    let decoded = |row| found.strangers.cell(row, "decode_rate").number().expect("halves");
    let mean = f64::midpoint(decoded(0), decoded(1));
    assert!((rate(0, "understood_by_strangers") - mean).abs() < 2e-6);
    assert_eq!(number(&found, 0, "read_by_informed"), None, "without games there are no informed readers");
}

#[test]
fn a_run_of_the_same_seed_is_the_same_and_a_stop_leaves_finished_rows() {
    let config = config(&["margin"]);
    let csv = |found: StrangersResult| (found.agents.to_csv(), found.strangers.to_csv());
    assert_eq!(csv(play(&config)), csv(play(&config)));
    let watch = RunControl::default();
    watch.stop.ask();
    let stopped = strangers(&config, &watch).expect("no error");
    assert!(stopped.check_complete().is_err());
    assert!(stopped.found.agents.is_empty());
}

#[test]
fn what_people_say_refers_and_at_other_keywords_it_does_not() {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/eval/clues-en.csv"));
    let found = play(&StrangersConfig { clues: vec![file], ..config(&[]) });
    let rate = |row| number(&found, row, "clues_refer").expect("pairs");
    assert!(rate(0) > 0.75, "{}", rate(0));
    assert!(rate(1) < 0.02, "{}", rate(1));
}

#[test]
fn other_languages_have_norms_and_no_minds() {
    if overhear_agents::words::has_embedded_words(crate::setup::Language::French) {
        let words = WordFiles { lang: crate::setup::Language::French, ..WordFiles::default() };
        let found = play(&StrangersConfig { words, games: 10, ..config(&["nearest"]) });
        assert!(number(&found, 0, "clues_refer") > Some(0.2));
        assert_eq!(number(&found, 0, "understood_by_strangers"), None);
        assert!(found.strangers.is_empty());
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
