//! Rules, deck, law, referee and deals that do not fit together are refused.

use overhear_engine::arena::{Arena, ArenaError, Schedule};
use std::sync::Arc;

use overhear_engine::game::{
    Agent, Deal, DealError, Game, GameSetup, GameSetupError, ResumableGame, Seed, Team,
};
use overhear_engine::rules::{BySide, ClueLaw, Deck, Keyword, Referee, RefereeMode, Rules, Side};

use crate::common::laid;
use crate::common::random_players::{Wild, deck_and_law};

const SOUND: Wild =
    Wild { repeats: 0.0, offends: 0.0, omits: 0.0, hears: 0.8, overhears: 0.3, alike: true, slowness: 0 };

/// Why there is no table for these rules by a law that knows this deck.
fn refused(rules: Rules, known: Option<&Deck>) -> Option<GameSetupError> {
    let (deck, own) = deck_and_law();
    let other = known.map(|known| ClueLaw::new(&[], known));
    let laid = |rules| GameSetup::new(rules, &deck, other.as_ref().unwrap_or(&own)).map(|_| ());
    rules.checked().map_err(GameSetupError::from).and_then(laid).err()
}

#[test]
fn setups_are_equal_if_rules_deck_and_law_are_the_same() {
    let words = [deck_and_law(), deck_and_law()];
    let rules = [Rules::official(), Rules { round_limit: 6, ..Rules::official() }];
    let setup = |rule: usize, deck: usize, law: usize| {
        let rules = rules[rule].checked().expect("a game");
        GameSetup::new(rules, &words[deck].0, &words[law].1).expect("a setup")
    };
    let first = setup(0, 0, 0);
    assert!(first == setup(0, 0, 0));
    for other in [setup(1, 0, 0), setup(0, 1, 0), setup(0, 0, 1)] {
        assert!(first != other);
    }
}

#[test]
fn what_does_not_agree_is_named() {
    assert_eq!(refused(Rules::official(), None), None);
    let message = |error: Option<GameSetupError>| error.expect("it does not agree").to_string();
    let far = Rules { round_limit: 0, ..Rules::official() };
    assert_eq!(message(refused(far, None)), "`round_limit` = 0 is out of range; takes 1 to 16");
    let long = Rules { session: 200, ..Rules::official() };
    assert!(message(refused(long, None)).starts_with("`session` = 200 is out of range"));
    let strict = Rules { referee: RefereeMode::Enforce, ..Rules::official() };
    assert_eq!(refused(strict, None), Some(GameSetupError::Referee));
    let list: String = (0..9).map(|n| format!("word{n}\n")).collect();
    let nine = Deck::parse(&list, "en").expect("a deck");
    assert!(matches!(refused(Rules::official(), Some(&nine)), Some(GameSetupError::Law { law: 9, .. })));
}

/// A deck of as many words as the other.
fn of_as_many_words(deck: &Deck) -> Deck {
    let list: String = (0..deck.len()).map(|n| format!("other{n}\n")).collect();
    Deck::parse(&list, "en").expect("a deck")
}

#[test]
fn r19_a_law_for_another_deck_of_as_many_words_is_refused() {
    let (deck, _) = deck_and_law();
    assert_eq!(refused(Rules::official(), Some(&of_as_many_words(&deck))), Some(GameSetupError::OtherDeck));
    assert_eq!(refused(Rules::official(), Some(&deck.clone())), None);
}

#[test]
fn r22_a_referee_who_was_made_for_something_else_is_refused() {
    let (deck, law) = deck_and_law();
    let rules = Rules { referee: RefereeMode::Enforce, referee_top: 70, ..Rules::official() };
    let outcome = |referee: Referee| {
        let law = law.with_referee(Arc::new(referee));
        GameSetup::new(rules.checked().expect("a game"), &deck, &law).map(|_| ())
    };
    let knows = |keywords: usize, words: usize| Referee::new(keywords, vec![[Keyword(0)]; words]);
    let (keywords, words) = (deck.len(), law.vocabulary());
    assert_eq!(
        (outcome(knows(keywords, words)), outcome(knows(keywords, words).with_top(70))),
        (Ok(()), Ok(()))
    );
    let other_top = outcome(knows(keywords, words).with_top(50));
    assert_eq!(other_top, Err(GameSetupError::RefereeTop { rules: 70, referee: 50 }));
    for (keywords, words) in [(keywords - 1, words), (keywords, words - 1)] {
        assert_eq!(outcome(knows(keywords, words)), Err(GameSetupError::OtherReferee { keywords, words }));
    }
}

#[test]
fn r2_a_deal_that_the_deck_cannot_have_is_refused() {
    let (deck, law) = deck_and_law();
    let setup = laid(Rules::official(), &deck, &law);
    let dealt = setup.deal(Seed(1), 0);
    let with = |keyword: Keyword| {
        let mut deal = Deal::clone(&dealt);
        deal.keywords[Side::Black].0[3] = keyword;
        setup.deal_by_hand(deal, Seed(1), 0).map(|_| ()).err()
    };
    let [first, last] = [dealt.keywords[Side::White].0[0], dealt.keywords[Side::Black].0[3]];
    assert_eq!(with(last), None);
    let keyword = Keyword(60_000);
    assert_eq!(with(keyword), Some(DealError::NoSuchKeyword { keyword, deck: deck.len() }));
    assert!(matches!(with(first), Some(DealError::SameCard { .. })));
}

/// A game of teams of these sizes, by rules for two members each, on a deal of this deck or of another.
fn played(sizes: BySide<u8>, own_deal: bool, sits: bool) {
    let (deck, law) = deck_and_law();
    let other = of_as_many_words(&deck);
    let other_law = ClueLaw::new(&[], &other);
    let setup = laid(Rules::official(), &deck, &law);
    let dealt = if own_deal { setup } else { laid(Rules::official(), &other, &other_law) }.deal(Seed(1), 0);
    let mut teams = BySide::from_fn(|side| Team::new(&SOUND, sizes[side]));
    if sits {
        return ResumableGame::new(setup, &dealt, teams, Game::new()).advance();
    }
    let BySide { white, black } = &mut teams;
    setup.play(&dealt, BySide { white, black }, &mut Game::new());
}

#[test]
fn a_game_whose_parts_do_not_belong_together_does_not_begin() {
    let (even, uneven) = (BySide { white: 2, black: 2 }, BySide { white: 2, black: 3 });
    for sits in [false, true] {
        let stops = |sizes, own| std::panic::catch_unwind(|| played(sizes, own, sits)).is_err();
        assert_eq!(
            [stops(even, true), stops(uneven, true), stops(even, false)],
            [false, true, true],
            "{sits}"
        );
    }
}

#[test]
fn a_schedule_for_others_is_refused() {
    let (deck, law) = deck_and_law();
    let players: [Box<dyn Agent>; 2] = [Box::new(SOUND), Box::new(SOUND)];
    let setup = laid(Rules::official(), &deck, &law);
    let three = Arena::new(setup, &players, Schedule::round_robin(3, 10), Seed(1));
    assert_eq!(three.err(), Some(ArenaError::Agents { schedule: 3, agents: 2 }));
}
