//! The game loop (R4, R6, R9, R17, R24).
//!
//! [`ResumableGame`](super::ResumableGame) plays the same game with external players. The rules stand outside both:
//! the end of a round and ties in `rules/judge.rs`, sudden death in `rules/sudden_death.rs`, who writes and who may intercept in
//! `rules/settings.rs`, the sand timer in `pace.rs`, and what a half or named keywords add to the record in `finished.rs`.

use super::clue_review::review_clues;
use super::fault::is_late;
use super::pace::written_in_time;
use super::stream::StreamSource;
use super::team::ReviewedClues;
use super::{Deal, Game, GameSetup, NumberedDeal, Position, Role, Team};
use crate::rules::{BySide, Judgement, Side, SuddenDeath};

impl GameSetup<'_> {
    /// Plays a deal into `game` and overwrites the earlier content.
    ///
    /// With a limit for answers, the game stops after a round with a late answer.
    ///
    /// # Panics
    /// If a team differs in size from the rules, or if the deal is from another deck.
    pub fn play(&self, dealt: &NumberedDeal, teams: BySide<&mut Team>, game: &mut Game) {
        self.check_seats(dealt, teams.white, teams.black);
        game.open(self.rules(), dealt);
        let source = dealt.source();
        let salts = BySide { white: teams.white.salt(), black: teams.black.salt() };
        // The copy of the deal is made only for agents with a salt.
        let salted = (salts != BySide::default()).then(|| dealt.salted(salts));
        let deal = salted.as_ref().unwrap_or(dealt);
        let start = Position { setup: self, deal, record: &game.record, round: 1 };
        teams.white.begin(&start, Side::White);
        teams.black.begin(&start, Side::Black);
        let mut play = GameLoop { setup: self, deal, source, teams, game };
        for round in 1..=self.rules().round_limit {
            play.round(round);
            if is_late() {
                return;
            }
            match self.rules().judge(play.game.record.tokens(), round) {
                Judgement::PlayOn => {}
                Judgement::Won(ending) => return play.game.finish(round, ending),
                Judgement::Tied(condition) => {
                    let tokens = play.game.record.tokens();
                    let ending = self.rules().break_tie(condition, tokens, || play.keywords(round));
                    return match self.rules().begin_sudden_death(ending, tokens, round) {
                        Some(tie) => play.play_on(tie, round),
                        None => play.game.finish(round, ending),
                    };
                }
            }
        }
        // `judge` never returns `PlayOn` for the last round.
        unreachable!("the round limit ends every game");
    }

    /// Checks that teams and deal match the setup, before a game begins.
    ///
    /// # Panics
    /// If a team differs in size from the rules, or if the deal is from another deck.
    pub(super) fn check_seats(&self, dealt: &NumberedDeal, white: &Team, black: &Team) {
        let sizes = BySide { white: white.size(), black: black.size() };
        assert_eq!(sizes, self.rules().team_sizes(), "the members of the teams are not those of the rules");
        assert!(dealt.uses_deck(self.deck()), "the deal is one of another deck");
    }
}

/// The state of a game in the loop.
struct GameLoop<'a, 'b> {
    setup: &'a GameSetup<'a>,
    deal: &'a Deal,
    source: StreamSource,
    teams: BySide<&'b mut Team>,
    game: &'b mut Game,
}

impl GameLoop<'_, '_> {
    /// Plays a round to its end (R9). Both Encryptors write before either half is played (R4).
    ///
    /// With three players, a round is one half (R17).
    fn round(&mut self, round: u8) {
        let written = self.written(round);
        let white = self.encrypt(Side::White, round, written.white);
        if !self.setup.rules().gives_clues(Side::Black) {
            return self.half(Side::White, round, white);
        }
        let black = self.encrypt(Side::Black, round, written.black);
        self.half(Side::White, round, white);
        self.half(Side::Black, round, black);
    }

    /// Plays on after a tie that is left open, round by round (R14).
    fn play_on(&mut self, tie: SuddenDeath, mut round: u8) {
        loop {
            round += 1;
            self.round(round);
            if is_late() {
                return;
            }
            let tokens = self.game.record.tokens();
            if let Some(ending) = self.setup.rules().judge_sudden_death(tie, tokens, round) {
                return self.game.finish(round, ending);
            }
        }
    }

    /// Returns the number of clues that each Encryptor has time to write (R24).
    fn written(&mut self, round: u8) -> BySide<usize> {
        let GameLoop { setup, source, teams, game, .. } = self;
        written_in_time(setup.rules(), &mut game.times, |side| teams[side].written(side, round, *source))
    }

    /// Asks the Encryptor of `side` for clues, and reviews and counts them.
    fn encrypt(&mut self, side: Side, round: u8, written: usize) -> ReviewedClues {
        let GameLoop { setup, deal, game, .. } = self;
        let position = Position { setup, deal, record: &game.record, round };
        let refused = &mut game.refused;
        let reviewed = self.teams[side].encrypt(&position, side, self.source, setup.attempts(), |clues| {
            review_clues(&position, side, written, clues, refused)
        });
        game.note_clues(side, written, &reviewed);
        reviewed
    }

    /// Plays the half of `side`: the own guess, the interception, the record.
    fn half(&mut self, side: Side, round: u8, reviewed: ReviewedClues) {
        let GameLoop { setup, deal, source, teams, game } = self;
        let position = Position { setup, deal, record: &game.record, round };
        let guess = teams[side].guess(&position, (side, Role::Guesser), *source, reviewed.clues);
        let opponent = side.opponent();
        let interception = setup.rules().may_intercept(round, opponent).then(|| {
            teams[opponent].guess(&position, (opponent, Role::Interceptor), *source, reviewed.clues)
        });
        game.note_half((setup, deal), (side, round), reviewed, guess, interception);
    }

    /// Asks for keywords (R13) and returns the number that each team has right.
    fn keywords(&mut self, round: u8) -> BySide<u8> {
        let GameLoop { setup, deal, source, teams, game } = self;
        let position = Position { setup, deal, record: &game.record, round };
        let named = BySide::from_fn(|side| teams[side].keywords(&position, side, *source));
        game.note_keywords((setup, deal), named)
    }
}
