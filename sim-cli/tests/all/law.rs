//! The law of clues and what the agents say under it: `rules clue` calls no clue of a logged game illegal.

use std::collections::BTreeMap;

use overhear_agents::registry::PRESETS;
use overhear_agents::words::{embedded_deck, embedded_keyword, embedded_law_words};
use overhear_engine::rules::{
    BySlot, ClueQuestion, ClueVerdict, Deck, Language, Lexicon, Repeat, Slot, TextLaw,
};

use crate::common::{Row, stdout, table, tournament};

/// What one team says in one game, half by half.
#[derive(Default)]
struct TeamClues {
    /// The text of each keyword that a clue was for.
    keywords: [String; 4],
    /// The clues with the slots that they are for, in order.
    clues: Vec<(String, Slot)>,
}

/// All that was said in a log, by game and side.
fn teams_of(halves: &[Row]) -> BTreeMap<(u64, String), TeamClues> {
    let mut all: BTreeMap<(u64, String), TeamClues> = BTreeMap::new();
    for half in halves {
        let game = half["game"].parse().expect("a number");
        let team = all.entry((game, half["side"].clone())).or_default();
        for (place, digit) in half["code"].chars().enumerate() {
            let slot = Slot::from_digit(digit).expect("a digit");
            let [keyword, clue] =
                ["keyword", "clue"].map(|column| half[&format!("{column}_{}", place + 1)].clone());
            team.keywords[slot.index()] = keyword;
            if !clue.is_empty() {
                team.clues.push((clue, slot));
            }
        }
    }
    all
}

/// The verdicts of free text on everything that a team said, each clue after those before it.
fn verdicts(deck: &Deck, lexicon: &dyn Lexicon, team: &TeamClues) -> Vec<ClueVerdict> {
    let keywords = team.keywords.each_ref().map(|text| embedded_keyword(deck, text));
    let clues: Vec<&str> = team.clues.iter().map(|(clue, _)| clue.as_str()).collect();
    let judge = |(place, (clue, slot)): (usize, &(String, Slot))| {
        let question = ClueQuestion {
            earlier: &clues[..place],
            meant: Some(*slot),
            ..ClueQuestion::new(clue, BySlot(keywords.each_ref()))
        };
        TextLaw::new(Language::English, lexicon, Repeat::Exact).judge(&question)
    };
    team.clues.iter().enumerate().map(judge).collect()
}

/// Plays and logs games of all presets, and judges every clue; how many there are.
fn judge_logged(games: &str, seed: &str) -> usize {
    let agents = PRESETS.iter().flat_map(|preset| ["--agent", preset.name]);
    let options = ["--games", games, "--seed", seed, "--log", "halves"];
    let dir = tournament(&agents.chain(options).collect::<Vec<_>>());
    let deck = embedded_deck("en").expect("a deck");
    let lexicon = embedded_law_words(Language::English);
    let mut clues = 0;
    for ((game, side), team) in teams_of(&table(dir.path(), "halves.csv")) {
        for ((clue, slot), verdict) in team.clues.iter().zip(verdicts(&deck, lexicon, &team)) {
            let keyword = &team.keywords[slot.index()];
            assert!(verdict.may_be_given(), "game {game}, {side}: {clue} for {keyword}: {verdict}");
        }
        clues += team.clues.len();
    }
    clues
}

#[test]
fn r19_r20_r21_no_clue_of_logged_games_is_illegal_in_free_text() {
    let clues = judge_logged("500", "8");
    assert!(clues >= 10_000, "{clues} clues");
}

#[test]
#[ignore = "slow: two hundred thousand clues"]
fn r19_r20_r21_no_clue_of_many_logged_games_is_illegal_in_free_text() {
    let clues = judge_logged("10000", "9");
    assert!(clues >= 200_000, "{clues} clues");
}

#[test]
fn r21_the_command_says_of_logged_clues_that_they_may_be_given() {
    let dir = tournament(&["--agent", "margin", "--agent", "human", "--games", "4", "--log", "halves"]);
    let teams = teams_of(&table(dir.path(), "halves.csv"));
    let is_known = |team: &&TeamClues| team.keywords.iter().all(|keyword| !keyword.is_empty());
    let mut clues = 0;
    for team in teams.values().filter(is_known) {
        let keywords: Vec<&str> = team.keywords.iter().flat_map(|word| ["--keyword", word]).collect();
        for (clue, slot) in team.clues.iter().take(3) {
            let meant = (slot.index() + 1).to_string();
            let verdict = stdout(&[&["rules", "clue", clue, "--meant", &meant], &keywords[..]].concat());
            assert!(verdict.starts_with("legal") || verdict.starts_with("doubtful"), "{clue}: {verdict}");
            clues += 1;
        }
        let own = stdout(&[&["rules", "clue", &team.keywords[0]], &keywords[..]].concat());
        assert!(own.starts_with("illegal: R21"), "{own}");
    }
    assert!(clues >= 6, "{clues}");
}
