//! Which game is played by whom on which deal.

use crate::rules::{BySide, Side};

/// Two agents that meet, by their places in the list of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The agent that is White in the first game of a pair.
    pub a: usize,
    /// The agent that is White in the second.
    pub b: usize,
}

/// Which game of a pair it is. Both are played on the same deal, with the agents' seats exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seating {
    /// Agent a is White.
    AWhite,
    /// Agent b is White.
    BWhite,
}

impl Seating {
    /// Both games of a pair, in order.
    pub const ALL: [Seating; 2] = [Seating::AWhite, Seating::BWhite];

    /// The side that agent a plays.
    pub const fn side_of_a(self) -> Side {
        match self {
            Seating::AWhite => Side::White,
            Seating::BWhite => Side::Black,
        }
    }
}

impl Pairing {
    /// Who plays which side in a game of the pair.
    pub fn seats(self, seating: Seating) -> BySide<usize> {
        let first = BySide { white: self.a, black: self.b };
        match seating {
            Seating::AWhite => first,
            Seating::BWhite => first.exchanged(),
        }
    }
}

/// A game's number in a run, from 0; it tells deal, pairing and seating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameNumber(pub u64);

/// A round robin on paired deals: every pairing plays every deal, twice, with the seats exchanged.
///
/// ```
/// use overhear_engine::arena::{GameNumber, Schedule, Seating};
/// let schedule = Schedule::round_robin(3, 100);
/// assert_eq!((schedule.pairings().len(), schedule.deals(), schedule.games()), (3, 17, 102));
/// let (deal, pairing, seating) = schedule.locate(GameNumber(9)).unwrap();
/// assert_eq!((deal, pairing, seating), (1, 1, Seating::BWhite));
/// assert_eq!(schedule.number(deal, pairing, seating), GameNumber(9));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    agents: usize,
    pairings: Vec<Pairing>,
    seatings: &'static [Seating],
    deals: u64,
}

impl Schedule {
    /// Every agent against every other, in at least `games` games: as many deals as that takes.
    pub fn round_robin(agents: usize, games: u64) -> Schedule {
        let pairings = (0..agents).flat_map(|a| (a + 1..agents).map(move |b| Pairing { a, b }));
        Schedule::of(agents, pairings.collect(), games)
    }

    /// One agent against itself, `games` times. The second game of a pair would be the first again, as both use the
    /// same streams, so every deal is played once.
    ///
    /// ```
    /// use overhear_engine::arena::{GameNumber, Schedule, Seating};
    /// let schedule = Schedule::self_play(100);
    /// assert_eq!((schedule.agents(), schedule.deals(), schedule.games()), (1, 100, 100));
    /// assert_eq!(schedule.locate(GameNumber(99)), Some((99, 0, Seating::AWhite)));
    /// ```
    pub fn self_play(games: u64) -> Schedule {
        Schedule {
            agents: 1,
            pairings: vec![Pairing { a: 0, b: 0 }],
            seatings: &Seating::ALL[..1],
            deals: games,
        }
    }

    /// The first `hosts` agents each against each of the `guests` behind them, on so many deals; neither hosts nor
    /// guests meet each other.
    ///
    /// ```
    /// use overhear_engine::arena::{Pairing, Schedule};
    /// let schedule = Schedule::between(2, 1, 100);
    /// assert_eq!(schedule.pairings(), [Pairing { a: 0, b: 2 }, Pairing { a: 1, b: 2 }]);
    /// assert_eq!((schedule.agents(), schedule.deals(), schedule.games()), (3, 100, 400));
    /// ```
    pub fn between(hosts: usize, guests: usize, deals: u64) -> Schedule {
        let agents = hosts + guests;
        let pairings = (0..hosts).flat_map(|a| (hosts..agents).map(move |b| Pairing { a, b })).collect();
        Schedule { agents, pairings, seatings: &Seating::ALL, deals }
    }

    /// One agent against every other, in at least `games` games; the others do not meet. On one seed these are games of
    /// the [round robin](Schedule::round_robin), deal by deal.
    ///
    /// ```
    /// use overhear_engine::arena::{Pairing, Schedule};
    /// let schedule = Schedule::gauntlet(3, 1, 100);
    /// assert_eq!(schedule.pairings(), [Pairing { a: 0, b: 1 }, Pairing { a: 1, b: 2 }]);
    /// assert_eq!((schedule.deals(), schedule.games()), (25, 100));
    /// ```
    pub fn gauntlet(agents: usize, challenger: usize, games: u64) -> Schedule {
        let others = (0..agents).filter(|&other| other != challenger);
        let meet = |other: usize| Pairing { a: other.min(challenger), b: other.max(challenger) };
        Schedule::of(agents, others.map(meet).collect(), games)
    }

    fn of(agents: usize, pairings: Vec<Pairing>, games: u64) -> Schedule {
        let deals = games.div_ceil(2 * (pairings.len() as u64).max(1));
        Schedule { agents, pairings, seatings: &Seating::ALL, deals }
    }

    /// How many agents play.
    pub const fn agents(&self) -> usize {
        self.agents
    }

    /// Who meets whom, in the order in which each deal is played.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The place of the pairing in which two agents meet, whoever is named first.
    pub fn meeting(&self, one: usize, other: usize) -> Option<usize> {
        let pairing = Pairing { a: one.min(other), b: one.max(other) };
        self.pairings.iter().position(|&found| found == pairing)
    }

    /// The games that each pairing plays on a deal: both seatings, or one of an agent against itself.
    pub const fn seatings(&self) -> &'static [Seating] {
        self.seatings
    }

    /// How many deals are played, each by every pairing. It is also the number of pairs of each pairing.
    pub const fn deals(&self) -> u64 {
        self.deals
    }

    /// How many games that makes.
    pub fn games(&self) -> u64 {
        self.deals * self.games_of_a_deal()
    }

    /// How many games are played on each deal.
    pub fn games_of_a_deal(&self) -> u64 {
        (self.seatings.len() * self.pairings.len()) as u64
    }

    /// The number of a game: deals first, then pairings, then seatings. `pairing` is a place in
    /// [`Schedule::pairings`].
    pub fn number(&self, deal: u64, pairing: usize, seating: Seating) -> GameNumber {
        let place = self.seatings.len() * pairing + seating as usize;
        GameNumber(deal * self.games_of_a_deal() + place as u64)
    }

    /// The deal, the pairing's place and the seating of a game, if the run has so many.
    pub fn locate(&self, game: GameNumber) -> Option<(u64, usize, Seating)> {
        if game.0 >= self.games() {
            return None;
        }
        let (place, seating) = self.place(game);
        Some((self.deal_of(game), place, seating))
    }

    /// The deal of a game, however many the run has.
    ///
    /// ```
    /// use overhear_engine::arena::{GameNumber, Schedule, Seating};
    /// let schedule = Schedule::round_robin(3, 100);
    /// assert_eq!((schedule.deal_of(GameNumber(5)), schedule.deal_of(GameNumber(6))), (0, 1));
    /// assert!(schedule.opens_deal(GameNumber(6)) && !schedule.opens_deal(GameNumber(7)));
    /// assert!(schedule.closes_deal(GameNumber(5)) && !schedule.closes_deal(GameNumber(6)));
    /// assert_eq!(schedule.seating_of(GameNumber(7)), Seating::BWhite);
    /// ```
    pub fn deal_of(&self, game: GameNumber) -> u64 {
        game.0 / self.games_of_a_deal()
    }

    /// Whether a game is the first of its deal.
    pub fn opens_deal(&self, game: GameNumber) -> bool {
        game.0.is_multiple_of(self.games_of_a_deal())
    }

    /// Whether a game is the last of its deal.
    pub fn closes_deal(&self, game: GameNumber) -> bool {
        self.opens_deal(GameNumber(game.0 + 1))
    }

    /// Which game of its pair it is.
    pub fn seating_of(&self, game: GameNumber) -> Seating {
        self.place(game).1
    }

    /// Who plays which side in a game, however many the run has.
    pub(super) fn seats(&self, game: GameNumber) -> BySide<usize> {
        let (place, seating) = self.place(game);
        self.pairings[place].seats(seating)
    }

    fn place(&self, game: GameNumber) -> (usize, Seating) {
        let rest = (game.0 % self.games_of_a_deal()) as usize;
        let seatings = self.seatings.len();
        (rest / seatings, self.seatings[rest % seatings])
    }
}
