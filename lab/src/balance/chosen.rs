//! Which agent of a pairing a tiebreaker is asked about: the better one, or the one of a kind that tokens alone tell.
//!
//! Who scores more is found by the very rules under test; who is clearer and who more secretive is not, for the
//! tiebreaker comes after the last clue (R11). All of it is found on some deals and measured on the others: who picks by
//! the games that are measured measures too much.

use super::book::Book;
use super::key::Key;
use super::kind::Kind;
use crate::table::Measured;

/// One of the two agents of a pairing.
pub(super) struct Chosen<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// The name of the other one.
    pub(super) other: &'a str,
    /// Whether it is the pairing's first agent.
    pub(super) is_first: bool,
}

impl<'a> Chosen<'a> {
    /// The agent that scored more on the deals that tell; nobody if there are no two, or both scored alike.
    pub(super) fn better(agents: [&'a str; 2], book: &Book) -> Option<Chosen<'a>> {
        let score = book.ratio(Key::Pick)?;
        Chosen::of(agents, score - 0.5)
    }

    /// The agent that is more of a kind on the deals that tell; nobody if there are no two, or both are alike in it.
    pub(super) fn of_kind(agents: [&'a str; 2], book: &Book, kind: Kind) -> Option<Chosen<'a>> {
        let [first, second] = [true, false].map(|is_first| book.ratio(Key::Slips(kind, is_first)));
        Chosen::of(agents, second? - first?)
    }

    fn of([first, second]: [&'a str; 2], lead: f64) -> Option<Chosen<'a>> {
        let is_first = lead > 0.0;
        let (name, other) = if is_first { (first, second) } else { (second, first) };
        (first != second && lead != 0.0).then_some(Chosen { name, other, is_first })
    }

    /// The agent's score, given the first agent's.
    pub(super) fn score(&self, of_first: Measured) -> Measured {
        if self.is_first { of_first } else { of_first.complement() }
    }

    /// 1, or −1 where a difference of the first agent's score is to be turned round.
    pub(super) const fn sign(&self) -> f64 {
        if self.is_first { 1.0 } else { -1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_more_of_a_kind_goes_wrong_less_often() {
        let mut book = Book::new(2);
        book.add(Key::Slips(Kind::Clear, true), 3, 10);
        book.add(Key::Slips(Kind::Clear, false), 2, 10);
        book.add(Key::Slips(Kind::Secret, true), 1, 8);
        book.add(Key::Slips(Kind::Secret, false), 2, 16);
        book.close_deal();
        let clear = Chosen::of_kind(["a", "b"], &book, Kind::Clear).expect("b misses less");
        assert_eq!((clear.name, clear.other, clear.is_first, clear.sign()), ("b", "a", false, -1.0));
        assert!(Chosen::of_kind(["a", "b"], &book, Kind::Secret).is_none(), "an eighth each");
        assert!(Chosen::of_kind(["*", "*"], &book, Kind::Clear).is_none());
        assert!(Chosen::better(["a", "b"], &book).is_none(), "no score was told");
    }
}
