//! What must agree in a run cannot disagree.

use overhear_engine::arena::{Arena, ArenaError, Schedule};
use overhear_engine::rules::{ClueLaw, Deck, RefereeMode, Rules};
use overhear_engine::table::{Agent, Seed, Table};

use crate::common::wild::{Wild, deck_and_law};

const SOUND: Wild =
    Wild { repeats: 0.0, offends: 0.0, omits: 0.0, hears: 0.8, overhears: 0.3, alike: true, slowness: 0 };

/// Why two agents do not play by these rules, by a law that knows this deck, with a schedule of so many.
fn refused(rules: Rules, known: Option<&Deck>, agents: usize) -> Option<ArenaError> {
    let (deck, own) = deck_and_law();
    let other = known.map(|known| ClueLaw::new(&[], known));
    let table = Table { rules, deck: &deck, law: other.as_ref().unwrap_or(&own) };
    let players: [Box<dyn Agent>; 2] = [Box::new(SOUND), Box::new(SOUND)];
    Arena::new(table, &players, Schedule::round_robin(agents, 10), Seed(1)).err()
}

#[test]
fn what_does_not_agree_is_named() {
    assert_eq!(refused(Rules::official(), None, 2), None);
    let said = |error: Option<ArenaError>| error.expect("it does not agree").to_string();
    let far = Rules { round_limit: 0, ..Rules::official() };
    assert_eq!(said(refused(far, None, 2)), "`round_limit` = 0 is out of range: 1 to 16");
    let long = Rules { session: 200, ..Rules::official() };
    assert!(said(refused(long, None, 2)).starts_with("`session` = 200 is out of range"));
    let strict = Rules { referee: RefereeMode::Enforce, ..Rules::official() };
    assert_eq!(refused(strict, None, 2), Some(ArenaError::Referee));
    assert_eq!(refused(Rules::official(), None, 3), Some(ArenaError::Agents { schedule: 3, agents: 2 }));
    let list: String = (0..9).map(|n| format!("word{n}\n")).collect();
    let nine = Deck::parse(&list, "en").expect("a deck");
    assert!(matches!(refused(Rules::official(), Some(&nine), 2), Some(ArenaError::Law { law: 9, .. })));
}
