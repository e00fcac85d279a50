//! Schedules: the agents and the deal of every game, by its number.

use crate::rules::{BySide, Side};

/// Two agents that meet, by their positions in the list of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The agent that plays White in the first game of a pair.
    pub a: usize,
    /// The agent that plays White in the second game of a pair.
    pub b: usize,
}

/// Seating of a game in its pair. Both games of a pair use one deal, with the agents' seats swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seating {
    /// Agent a plays White.
    AWhite,
    /// Agent b plays White.
    BWhite,
}

impl Seating {
    /// Both seatings, in the order of play.
    pub const ALL: [Seating; 2] = [Seating::AWhite, Seating::BWhite];

    /// Returns the side that agent a plays.
    pub const fn side_of_a(self) -> Side {
        match self {
            Seating::AWhite => Side::White,
            Seating::BWhite => Side::Black,
        }
    }
}

impl Pairing {
    /// Returns the agents of White and Black in one game of the pair.
    pub fn seats(self, seating: Seating) -> BySide<usize> {
        let first = BySide { white: self.a, black: self.b };
        match seating {
            Seating::AWhite => first,
            Seating::BWhite => first.exchanged(),
        }
    }
}

/// Number of a game in a run, from 0. It determines the deal, the pairing and the seating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameNumber(pub u64);

/// A schedule of paired games: every pairing plays every deal twice, with the seats swapped.
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
    /// Creates a round robin of at least `games` games. All pairings play equally many deals.
    pub fn round_robin(agents: usize, games: u64) -> Schedule {
        let pairings = (0..agents).flat_map(|a| (a + 1..agents).map(move |b| Pairing { a, b }));
        Schedule::new(agents, pairings.collect(), games)
    }

    /// Creates a schedule of one agent against itself, with `games` games.
    ///
    /// Every deal is played once. The second game of a pair would repeat the first, since both use equal
    /// streams.
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

    /// Creates a schedule of the `first` agents at the beginning of the list against the `others` agents after them,
    /// on `deals` deals.
    ///
    /// The first agents do not meet each other; neither do the others.
    ///
    /// ```
    /// use overhear_engine::arena::{Pairing, Schedule};
    /// let schedule = Schedule::between(2, 1, 100);
    /// assert_eq!(schedule.pairings(), [Pairing { a: 0, b: 2 }, Pairing { a: 1, b: 2 }]);
    /// assert_eq!((schedule.agents(), schedule.deals(), schedule.games()), (3, 100, 400));
    /// ```
    pub fn between(first: usize, others: usize, deals: u64) -> Schedule {
        let agents = first + others;
        let pairings = (0..first).flat_map(|a| (first..agents).map(move |b| Pairing { a, b })).collect();
        Schedule { agents, pairings, seatings: &Seating::ALL, deals }
    }

    /// Creates a schedule of one agent against every other, in at least `games` games. The others do not
    /// meet.
    ///
    /// With an equal seed, its games are also games of the [round robin](Schedule::round_robin), deal by
    /// deal.
    ///
    /// ```
    /// use overhear_engine::arena::{Pairing, Schedule};
    /// let schedule = Schedule::gauntlet(3, 1, 100);
    /// assert_eq!(schedule.pairings(), [Pairing { a: 0, b: 1 }, Pairing { a: 1, b: 2 }]);
    /// assert_eq!((schedule.deals(), schedule.games()), (25, 100));
    /// ```
    pub fn gauntlet(agents: usize, challenger: usize, games: u64) -> Schedule {
        let others = (0..agents).filter(|&other| other != challenger);
        let pairings = others.map(|other| Pairing { a: other.min(challenger), b: other.max(challenger) });
        Schedule::new(agents, pairings.collect(), games)
    }

    /// Creates a schedule with as many deals as `games` games need.
    fn new(agents: usize, pairings: Vec<Pairing>, games: u64) -> Schedule {
        let deals = games.div_ceil(2 * (pairings.len() as u64).max(1));
        Schedule { agents, pairings, seatings: &Seating::ALL, deals }
    }

    /// Returns the number of agents.
    pub const fn agents(&self) -> usize {
        self.agents
    }

    /// Returns the pairings, in the order in which they play each deal.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Returns the position of the pairing of two agents, given in either order, or `None` if they do not
    /// meet.
    pub fn meeting(&self, one: usize, other: usize) -> Option<usize> {
        let pairing = Pairing { a: one.min(other), b: one.max(other) };
        self.pairings.iter().position(|&known| known == pairing)
    }

    /// Returns the seatings of each pairing on a deal: both, or only the first for an agent against itself.
    pub const fn seatings(&self) -> &'static [Seating] {
        self.seatings
    }

    /// Returns the number of deals, which is also the number of pairs of each pairing.
    pub const fn deals(&self) -> u64 {
        self.deals
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.deals * self.games_of_a_deal()
    }

    /// Returns the number of games on each deal.
    pub fn games_of_a_deal(&self) -> u64 {
        (self.seatings.len() * self.pairings.len()) as u64
    }

    /// Returns the number of a game. Numbers count deals first, then pairings, then seatings.
    ///
    /// `pairing` is a position in [`Schedule::pairings`].
    pub fn number(&self, deal: u64, pairing: usize, seating: Seating) -> GameNumber {
        let place = self.seatings.len() * pairing + seating as usize;
        GameNumber(deal * self.games_of_a_deal() + place as u64)
    }

    /// Returns the deal, the pairing's position and the seating of a game, or `None` beyond the last game.
    pub fn locate(&self, game: GameNumber) -> Option<(u64, usize, Seating)> {
        if game.0 >= self.games() {
            return None;
        }
        let (place, seating) = self.place(game);
        Some((self.deal_of(game), place, seating))
    }

    /// Returns the deal of a game. The game may lie beyond the end of the run.
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

    /// Returns `true` if a game is the first of its deal.
    pub fn opens_deal(&self, game: GameNumber) -> bool {
        game.0.is_multiple_of(self.games_of_a_deal())
    }

    /// Returns `true` if a game is the last of its deal.
    pub fn closes_deal(&self, game: GameNumber) -> bool {
        self.opens_deal(GameNumber(game.0 + 1))
    }

    /// Returns the seating of a game.
    pub fn seating_of(&self, game: GameNumber) -> Seating {
        self.place(game).1
    }

    /// Returns the agents of White and Black in a game. The game may lie beyond the end of the run.
    pub(super) fn seats(&self, game: GameNumber) -> BySide<usize> {
        let (place, seating) = self.place(game);
        self.pairings[place].seats(seating)
    }

    /// Returns the pairing's position and the seating of a game.
    fn place(&self, game: GameNumber) -> (usize, Seating) {
        let rest = (game.0 % self.games_of_a_deal()) as usize;
        let seatings = self.seatings.len();
        (rest / seatings, self.seatings[rest % seatings])
    }
}
