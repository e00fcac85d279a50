//! A game at a table, move by move: what an episode is made of.

use std::sync::Arc;

use overhear_agents::model::World as Known;
use overhear_engine::game::{Answer, Belief, Game, KeywordBelief, Question, ResumableGame, Role, Seed};
use overhear_engine::rules::{BySide, BySlot, CLUES, CheckedRules, Clue, Code, Keyword, MAX_HALVES, Side};
use self_cell::self_cell;

use super::log_likelihoods::LogLikelihoods;
use super::masks::{self, Masks};
use super::observation::{HALF, HEAD, Observation};
use super::seat;
use super::seats::{Outside, Seats};
use super::shortlists::Shortlists;
use crate::agents::{AgentSet, NONE, digits, words};

/// What is played now, if anything is.
#[derive(Default)]
struct ActiveGame<'a>(Option<ResumableGame<'a>>);

self_cell!(
    /// A game at a table whose deck and law are those of a world.
    struct OwnedGame {
        owner: Arc<Known>,
        #[not_covariant]
        dependent: ActiveGame,
    }
);

/// What the games at a table have in common.
pub(super) struct TableSetup {
    pub(super) rules: CheckedRules,
    pub(super) seats: Seats,
    pub(super) outside: Outside,
    pub(super) masks: Masks,
    pub(super) shortlists: Shortlists,
    /// The classes among the agents: those that are seated do not keep them.
    pub(super) python_agents: AgentSet,
}

/// Everything about a game and its seats.
pub(super) struct Play {
    setup: Arc<TableSetup>,
    at: OwnedGame,
    /// Which deal is played: the seed and the number; nothing before the first.
    pub(super) dealt: Option<(u64, u64)>,
    /// Every move since then.
    pub(super) moved: Vec<u32>,
    /// Whose turn it is.
    pub(super) turn: Option<Turn>,
    /// What the seat whose turn it is has chosen so far.
    chosen: Vec<u32>,
}

/// A seat that is asked, and what only it is told.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    side: Side,
    pub(super) role: Role,
    round: u8,
    code: [u8; 3],
    clues: [i32; 3],
}

/// Whose turn it is (a seat, 0 to 7, or -1), the round, White's and Black's Interceptions and miscommunications, whether
/// the game is over, and the winner: 1 for White, -1 for Black.
pub(super) type State = (i32, u8, (u8, u8, u8, u8), bool, i8);

impl TableSetup {
    /// Adds the `count` likeliest clues for a keyword that a team may give which holds `own` and has given `given`, and that they are
    /// legal; illegal ones behind them if there are no more.
    fn list(
        &self,
        world: &Known,
        (own, keyword): (BySlot<Keyword>, Keyword),
        earlier: impl Iterator<Item = Clue>,
        count: usize,
        (choice, are_legal): (&mut Vec<u32>, &mut Vec<u8>),
    ) {
        let law = self.masks.clue_law(world, own, earlier);
        let order = self.shortlists.order(world, keyword).iter().copied();
        choice.extend(order.clone().filter(|&clue| law.allows(clue)).take(count));
        are_legal.resize(choice.len(), 1);
        choice.extend(order.filter(|&clue| !law.allows(clue)).take(count - choice.len()));
        are_legal.resize(choice.len(), 0);
    }
}

/// Fills a shortlist up to its length with clues that are not legal.
fn fill_up(choice: &mut Vec<u32>, are_legal: &mut Vec<u8>, count: usize) {
    choice.extend(0..(count - choice.len()) as u32);
    are_legal.resize(count, 0);
}

impl Play {
    pub(super) fn new(world: &Arc<Known>, setup: Arc<TableSetup>) -> Play {
        let at = OwnedGame::new(Arc::clone(world), |_| ActiveGame::default());
        Play { setup, at, dealt: None, moved: Vec::new(), turn: None, chosen: Vec::new() }
    }

    /// Returns another table with the same setup, at which nothing is played yet.
    pub(super) fn fresh(&self) -> Play {
        Play::new(self.at.borrow_owner(), Arc::clone(&self.setup))
    }

    /// Returns the table's setup.
    pub(super) fn setup(&self) -> &Arc<TableSetup> {
        &self.setup
    }

    /// Clears the table of a game that an agent has broken off.
    pub(super) fn clear(&mut self) {
        (self.dealt, self.turn) = (None, None);
        self.at.with_dependent_mut(|_, now| now.0 = None);
    }

    /// Returns the most halves that a game has.
    pub(super) fn halves(&self) -> usize {
        match self.setup.rules.last_round() {
            0 => MAX_HALVES,
            limit => 2 * usize::from(limit),
        }
    }

    /// Returns how many numbers an observation has.
    pub(super) fn width(&self) -> usize {
        HEAD + HALF * self.halves()
    }

    /// Returns `true` if Python is asked in the role under these rules.
    pub(super) fn sits(&self, side: Side, role: Role) -> bool {
        let is_played = match role {
            Role::Encryptor | Role::Guesser => self.setup.rules.gives_clues(side),
            Role::Interceptor | Role::KeywordGuesser => self.setup.rules.gives_clues(side.opponent()),
        };
        self.setup.outside[side][role as usize] && is_played
    }

    pub(super) fn moves(&self, role: Role) -> usize {
        let world = self.at.borrow_owner();
        match role {
            Role::Encryptor => world.clues(),
            Role::Guesser | Role::Interceptor => Code::COUNT,
            Role::KeywordGuesser => world.deck().len(),
        }
    }

    pub(super) fn reset(&mut self, seed: u64, number: u64) {
        self.dealt = Some((seed, number));
        self.moved.clear();
        let Play { setup, at, .. } = self;
        let TableSetup { rules, seats, .. } = &**setup;
        at.with_dependent_mut(|world, now| {
            let setup = world.setup(rules).expect("the episode was made with these rules");
            let (game, teams) =
                now.0.take().map_or_else(|| (Game::new(), seats.teams(rules)), ResumableGame::into_parts);
            let dealt = setup.deal(Seed(seed), number);
            now.0 = Some(ResumableGame::new(setup, &dealt, teams, game));
        });
        self.advance();
    }

    /// Moves for the seat whose turn it is.
    pub(super) fn act(&mut self, action: u32) {
        let Some(turn) = self.turn else { return };
        self.moved.push(action);
        self.chosen.push(action);
        let choices = match turn.role {
            Role::Encryptor => CLUES,
            Role::Guesser | Role::Interceptor => 1,
            Role::KeywordGuesser => 4,
        };
        if self.chosen.len() == choices {
            self.answer(turn);
            self.advance();
        }
    }

    /// Puts in what has been chosen, for every member who is asked.
    fn answer(&mut self, turn: Turn) {
        let chosen = &self.chosen;
        self.at.with_dependent_mut(|world, now| {
            let resumable = now.0.as_mut().expect("whose turn it is sits at a table");
            let answer = match turn.role {
                Role::Encryptor => Answer::Clues([0, 1, 2].map(|place| Some(Clue::new(chosen[place])))),
                Role::Guesser | Role::Interceptor => {
                    Answer::Belief(Belief::certain(Code::ALL[chosen[0] as usize]))
                }
                Role::KeywordGuesser => {
                    let named = [0, 1, 2, 3].map(|slot| Keyword(chosen[slot] as u16));
                    Answer::Keywords(KeywordBelief::certain(world.deck(), BySlot(named)))
                }
            };
            // An answer closes its question, so that the first open one is the next.
            while let Some(member) = open_member(resumable, turn) {
                resumable.answer(turn.side, member, Ok(answer.clone())).expect("its question is open");
            }
        });
    }

    /// Plays on to the next question.
    fn advance(&mut self) {
        self.chosen.clear();
        self.turn = self.at.with_dependent_mut(|_, now| {
            let resumable = now.0.as_mut().expect("a game has been dealt");
            resumable.advance();
            let question = resumable.questions().next().map(|request| request.question);
            question.map(|question| turn(&question))
        });
    }

    pub(super) fn state(&mut self) -> State {
        let turn = self.turn.map_or(-1, |turn| seat(turn.side, turn.role) as i32);
        let round = self.turn.map_or(0, |turn| turn.round);
        self.at.with_dependent_mut(|_, now| {
            let resumable = now.0.as_ref().expect("a game has been dealt");
            let game = resumable.game();
            let BySide { white, black } = game.record.tokens();
            let tokens =
                (white.interceptions, white.miscommunications, black.interceptions, black.miscommunications);
            let last = game.record.halves().last().map_or(1, |half| half.round);
            let winner = game.ending.winner.filter(|_| resumable.is_over());
            let winner = winner.map_or(0, |side| if side == Side::White { 1 } else { -1 });
            (turn, if round == 0 { last } else { round }, tokens, resumable.is_over(), winner)
        })
    }

    /// Writes what a seat is told.
    pub(super) fn observe(&mut self, (side, role): (Side, Role), row: &mut [i32]) {
        let turn = self.turn.filter(|turn| (turn.side, turn.role) == (side, role));
        let gives_clues = self.setup.rules.gives_clues(side);
        let chosen = &self.chosen;
        self.at.with_dependent_mut(|_, now| {
            let Some(resumable) = now.0.as_ref() else { return row.fill(NONE) };
            let game = resumable.game();
            let mut clues = turn.map_or([NONE; 3], |turn| turn.clues);
            let mut named: &[u32] = &[];
            match role {
                Role::Encryptor if turn.is_some() => {
                    clues.iter_mut().zip(chosen).for_each(|(clue, &chosen)| *clue = chosen as i32);
                }
                Role::KeywordGuesser if turn.is_some() => named = chosen,
                _ => {}
            }
            let last = game.record.halves().last().map_or(0, |half| half.round);
            let observation = Observation {
                seat: (side, role),
                round: turn.map_or(last, |turn| turn.round.max(last)),
                keywords: gives_clues.then_some(&game.keywords[side]),
                code: turn.map_or([0; 3], |turn| turn.code),
                clues,
                named,
                record: &game.record,
            };
            observation.write(row);
        });
    }

    /// Returns `true` if a seat is asked now.
    fn is_asked(&self, (side, role): (Side, Role)) -> bool {
        self.turn.is_some_and(|turn| (turn.side, turn.role) == (side, role))
    }

    /// Writes a byte for each of the role's [`moves`](Play::moves): 1 where the seat may make it.
    pub(super) fn legal(&mut self, (side, role): (Side, Role), mask: &mut [u8]) {
        if !self.is_asked((side, role)) {
            return mask.fill(0);
        }
        let Play { setup, at, chosen, .. } = self;
        let TableSetup { rules, masks, .. } = &**setup;
        at.with_dependent_mut(|world, now| {
            let game = now.0.as_ref().expect("whose turn it is sits at a table").game();
            let own = &game.keywords[side];
            match role {
                Role::Encryptor => masks.write_clues(world, *own, given(game, side, chosen), mask),
                Role::Guesser | Role::Interceptor => mask.fill(1),
                Role::KeywordGuesser => {
                    mask.fill(1);
                    let own = if rules.gives_clues(side) { &own.0[..] } else { &[] };
                    masks::forbid_keywords(own, chosen, mask);
                }
            }
        });
    }

    /// Returns `true` if a team's Encryptor is asked and may give the clue.
    pub(super) fn may_give(&mut self, side: Side, clue: u32) -> bool {
        if !self.is_asked((side, Role::Encryptor)) {
            return false;
        }
        let Play { setup, at, chosen, .. } = self;
        at.with_dependent_mut(|world, now| {
            let game = now.0.as_ref().expect("whose turn it is sits at a table").game();
            setup.masks.clue_law(world, game.keywords[side], given(game, side, chosen)).allows(clue)
        })
    }

    /// Writes the `count` likeliest legal clues for the keyword of the next clue, and that they are legal; illegal ones behind them
    /// if there are no more. To a seat that is not asked all are illegal.
    pub(super) fn shortlist(
        &mut self,
        (side, role): (Side, Role),
        count: usize,
        choice: &mut Vec<u32>,
        are_legal: &mut Vec<u8>,
    ) {
        choice.clear();
        are_legal.clear();
        if let Some(keyword) = self.meant((side, role)) {
            let Play { setup, at, chosen, .. } = self;
            at.with_dependent_mut(|world, now| {
                let game = now.0.as_ref().expect("whose turn it is sits at a table").game();
                let earlier = given(game, side, chosen);
                setup.list(world, (game.keywords[side], keyword), earlier, count, (choice, are_legal));
            });
        }
        fill_up(choice, are_legal, count);
    }

    /// Returns how many keywords the deck has.
    pub(super) fn keywords(&self) -> usize {
        self.at.borrow_owner().deck().len()
    }

    /// Returns what [`shortlist`](Play::shortlist) would write for a team elsewhere that holds `own` and has given `given`.
    pub(super) fn shortlist_of(
        &self,
        (own, keyword): (BySlot<Keyword>, Keyword),
        earlier: impl Iterator<Item = Clue>,
        count: usize,
    ) -> (Vec<u32>, Vec<u8>) {
        let (mut choice, mut are_legal) = (Vec::new(), Vec::new());
        self.setup.list(
            self.at.borrow_owner(),
            (own, keyword),
            earlier,
            count,
            (&mut choice, &mut are_legal),
        );
        fill_up(&mut choice, &mut are_legal, count);
        (choice, are_legal)
    }

    /// Writes log P(clue | keyword) as bits of 32-bit floats, of an Encryptor for the clues of its shortlist, of a guesser for the clues
    /// that it has heard: four numbers for each clue, under the own keywords, of an Encryptor the one of the next clue first.
    pub(super) fn log_likelihoods(
        &mut self,
        (side, role): (Side, Role),
        choice: &[u32],
        table: &LogLikelihoods,
        bits: &mut [i32],
    ) {
        let turn = self.turn.filter(|turn| (turn.side, turn.role) == (side, role));
        let own = self
            .at
            .with_dependent_mut(|_, now| now.0.as_ref().map(|resumable| resumable.game().keywords[side].0));
        let own = own.expect("a game has been dealt");
        if role == Role::Encryptor {
            let digit = turn.map_or(0, |turn| turn.code[self.chosen.len().min(CLUES - 1)]);
            let mut meant = own;
            meant.rotate_left(usize::from(digit.saturating_sub(1)));
            table.write(choice.iter().map(|&clue| Some(clue)), meant, bits);
        } else {
            let clues = turn.map_or([NONE; 3], |turn| turn.clues);
            table.write(clues.into_iter().map(|clue| u32::try_from(clue).ok()), own, bits);
        }
    }

    /// Returns the keyword that the next clue of a seat is to stand for, if the seat is asked for clues.
    fn meant(&mut self, (side, role): (Side, Role)) -> Option<Keyword> {
        let turn = self.turn.filter(|turn| (turn.side, turn.role) == (side, role))?;
        let digit = *turn.code.get(self.chosen.len())?;
        let slot = usize::from(digit).checked_sub(1)?;
        self.at.with_dependent_mut(|_, now| Some(now.0.as_ref()?.game().keywords[side].0[slot]))
    }
}

/// Returns the first member of the team who has not answered yet.
fn open_member(resumable: &mut ResumableGame<'_>, turn: Turn) -> Option<u8> {
    let mut open_questions = resumable
        .questions()
        .map(|request| request.question)
        .filter(|question| (question.seat().side(), question.role()) == (turn.side, turn.role));
    open_questions.next().map(|question| question.seat().member())
}

/// Returns the clues that a team has given, those of this half that are chosen already among them.
fn given<'a>(game: &'a Game, side: Side, chosen: &'a [u32]) -> impl Iterator<Item = Clue> + 'a {
    game.record.clues_of(side).iter().copied().chain(chosen.iter().map(|&clue| Clue::new(clue)))
}

/// The seat that a question asks, and what only this seat is told.
fn turn(question: &Question<'_>) -> Turn {
    let (round, code, clues) = match question {
        Question::Clues(view) => (view.round(), digits(view.code()), [NONE; 3]),
        Question::Decode(view) => (view.round(), [0; 3], words(view.clues())),
        Question::Intercept(view) => (view.round(), [0; 3], words(view.clues())),
        Question::Keywords(_) => (0, [0; 3], [NONE; 3]),
    };
    Turn { side: question.seat().side(), role: question.role(), round, code, clues }
}
