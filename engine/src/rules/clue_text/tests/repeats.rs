//! The same clue twice (R20).

use super::*;

fn after(repeat: Repeat, earlier: &str, clue: &str) -> ClueVerdict {
    let (team, table) = (team(["ant", "bee", "cow", "dog"]), lexicon());
    let question = ClueQuestion { earlier: &["other", earlier], ..ask(clue, &team) };
    TextLaw::new(Language::English, &table, repeat).judge(&question)
}

#[test]
fn r20_no_clue_twice() {
    for clue in ["Ice Cream", "ice-cream", " ICE  cream"] {
        assert_eq!(after(Repeat::Exact, "ice cream", clue), Illegal(Reason::Repeated), "{clue}");
    }
    assert_eq!(after(Repeat::Exact, "cafe\u{301}", "café"), Illegal(Reason::Repeated));
    for (earlier, clue) in [
        ("café", "cafe"),
        ("Mexico", "México"),
        ("Mexico", "the Mexico"),
        ("bookshop", "book shop"),
        ("ice cream", "ice cream!"),
        ("œuvre", "oeuvre"),
    ] {
        assert_eq!(after(Repeat::Exact, earlier, clue), Illegal(Reason::Repeated), "{clue}");
    }
    assert_eq!(after(Repeat::Exact, "pêche", "péché"), Doubtful(Reason::Repeated));
    assert_eq!(after(Repeat::Exact, "flower", "flowers"), Legal);
}

#[test]
fn r20_inflections_count_where_the_rules_say_so() {
    for (earlier, clue) in
        [("flower", "flowers"), ("mouse", "mice"), ("mice", "mouse"), ("red wugs", "red wug")]
    {
        assert_eq!(after(Repeat::Lemma, earlier, clue), Illegal(Reason::RepeatedLemma), "{clue}");
    }
    for (earlier, clue) in [("sun", "sunny"), ("red flower", "flowers"), ("mouse", "bus")] {
        assert_eq!(after(Repeat::Lemma, earlier, clue), Legal, "{clue}");
    }
    assert_eq!(after(Repeat::Lemma, "wug", "blick"), Doubtful(Reason::UnknownWord));
    // A known word without a lemma is no inflection, whatever letters it has.
    let (team, mut table) =
        (team(["ant = fourmi", "bee = abeille", "cow = vache", "dog = chien"]), lexicon());
    let news = ClueQuestion { earlier: &["new"], ..ask("news", &team) };
    let judged = |table: &WordTable<'_>| TextLaw::new(Language::English, table, Repeat::Lemma).judge(&news);
    assert_eq!(judged(&table), Illegal(Reason::RepeatedLemma));
    table.add_word("news", "");
    assert_eq!(judged(&table), Legal);
}
