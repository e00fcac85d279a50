//! What must agree in a run cannot disagree.

use overhear_engine::arena::{Arena, ArenaError, Schedule};
use overhear_engine::rules::{ClueLaw, Deck, RefereeMode, Rules};
use overhear_engine::table::{Agent, Seed, Table, TableError};

use crate::common::laid;
use crate::common::wild::{Wild, deck_and_law};

const SOUND: Wild =
    Wild { repeats: 0.0, offends: 0.0, omits: 0.0, hears: 0.8, overhears: 0.3, alike: true, slowness: 0 };

/// Why there is no table for these rules by a law that knows this deck.
fn refused(rules: Rules, known: Option<&Deck>) -> Option<TableError> {
    let (deck, own) = deck_and_law();
    let other = known.map(|known| ClueLaw::new(&[], known));
    let laid = |rules| Table::new(rules, &deck, other.as_ref().unwrap_or(&own)).map(|_| ());
    rules.checked().map_err(TableError::from).and_then(laid).err()
}

#[test]
fn what_does_not_agree_is_named() {
    assert_eq!(refused(Rules::official(), None), None);
    let said = |error: Option<TableError>| error.expect("it does not agree").to_string();
    let far = Rules { round_limit: 0, ..Rules::official() };
    assert_eq!(said(refused(far, None)), "`round_limit` = 0 is out of range: 1 to 16");
    let long = Rules { session: 200, ..Rules::official() };
    assert!(said(refused(long, None)).starts_with("`session` = 200 is out of range"));
    let strict = Rules { referee: RefereeMode::Enforce, ..Rules::official() };
    assert_eq!(refused(strict, None), Some(TableError::Referee));
    let list: String = (0..9).map(|n| format!("word{n}\n")).collect();
    let nine = Deck::parse(&list, "en").expect("a deck");
    assert!(matches!(refused(Rules::official(), Some(&nine)), Some(TableError::Law { law: 9, .. })));
}

#[test]
fn a_schedule_for_others_is_refused() {
    let (deck, law) = deck_and_law();
    let players: [Box<dyn Agent>; 2] = [Box::new(SOUND), Box::new(SOUND)];
    let table = laid(Rules::official(), &deck, &law);
    let three = Arena::new(table, &players, Schedule::round_robin(3, 10), Seed(1));
    assert_eq!(three.err(), Some(ArenaError::Agents { schedule: 3, agents: 2 }));
}
