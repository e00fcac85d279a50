//! Review of clues and bookkeeping of a game, for built-in and external players.

use super::finished::{HalfBeliefs, RefusedClue};
use super::team::{ReviewedClues, TeamGuess};
use super::{Deal, EncryptorView, Game, GameSetup, Position, Refusal};
use crate::rules::{
    BySide, BySlot, CLUES, Clue, Clues, Code, Ending, Half, Illegal, Keyword, OnIllegalClue, RefereeMode,
    Side,
};

impl GameSetup<'_> {
    /// Returns the maximal number of times that an Encryptor is asked for clues (R25).
    pub(super) fn attempts(&self) -> u8 {
        if self.rules().on_illegal_clue == OnIllegalClue::Reject { 4 } else { 1 }
    }
}

/// Applies the law and the referee to clues of `side`. Only the first `written` clues were in time (R24).
///
/// Adds the rejected clues to `refused`.
#[inline]
pub(super) fn review_clues(
    position: &Position<'_>,
    side: Side,
    written: usize,
    clues: &Clues,
    refused: &mut Vec<RefusedClue>,
) -> ReviewedClues {
    let Position { setup, deal, record, round } = *position;
    let (own, code) = (deal.keywords[side], position.code(side));
    let reviewed = review(setup, own, code, record.clues_of(side), clues, written);
    // Nearly no clue is illegal; the others are not looked at one by one.
    if reviewed.illegal > 0 {
        let fell = clues[..written].iter().zip(reviewed.clues).filter(|(_, clue)| clue.is_none());
        refused.extend(fell.filter_map(|(&clue, _)| Some(RefusedClue { round, side, clue: clue? })));
    }
    reviewed
}

impl EncryptorView<'_> {
    /// Returns the clues of an answer that the law or the referee would reject, with the reasons (R20 to
    /// R22).
    pub fn refusals(&self, clues: &Clues) -> Vec<Refusal> {
        let (setup, own, past_clues) =
            (self.seat().setup(), *self.keywords(), self.record().clues_of(self.seat().side()));
        let accepted = review(setup, own, self.code(), past_clues, clues, CLUES).clues;
        let refusals = clues.iter().enumerate().filter_map(|(place, clue)| {
            let clue = clue.filter(|_| accepted[place].is_none())?;
            let earlier = past_clues.iter().copied().chain(accepted[..place].iter().copied().flatten());
            let verdict =
                setup.law().verdict_for(clue, &own, (self.code(), place), setup.rules().repeat, earlier);
            // `review` has rejected the clue; if the law allows it, the reason must be the referee.
            Some(Refusal { place, clue, why: verdict.err().unwrap_or(Illegal::Unfit) })
        });
        refusals.collect()
    }
}

impl Game {
    /// Counts the attempts of an Encryptor.
    #[inline]
    pub(super) fn note_clues(&mut self, side: Side, written: usize, reviewed: &ReviewedClues) {
        // Every field is named, so that the compiler asks for a new count.
        let ReviewedClues { clues: _, illegal, refused, unfit } = reviewed;
        self.illegal_clues[side] += refused + illegal;
        self.late_clues[side] += (CLUES - written) as u16;
        self.unfit_clues[side] += unfit;
    }

    /// Records a half: its clues, and the guesses of both teams.
    #[inline]
    pub(super) fn note_half(
        &mut self,
        (setup, deal): (&GameSetup<'_>, &Deal),
        (side, round): (Side, u8),
        ReviewedClues { clues, illegal, .. }: ReviewedClues,
        guess: TeamGuess,
        interception: Option<TeamGuess>,
    ) {
        let code = deal.codes[round as usize - 1][side];
        self.beliefs[self.record.halves().len()] = HalfBeliefs {
            guess: guess.belief.probability(code),
            interception: interception.as_ref().map(|answer| answer.belief.probability(code)),
        };
        self.record.push(Half {
            round,
            side,
            clues,
            guess: guess.code,
            interception: interception.as_ref().map(|answer| answer.code),
            code,
            forfeited: illegal > 0 && setup.rules().forfeits(round, side.opponent()),
        });
        if let Some(talk) = guess.talk {
            self.talks.push(*talk);
        }
        if let Some(TeamGuess { talk: Some(talk), .. }) = interception {
            self.talks.push(*talk);
        }
    }

    /// Records the keyword guesses (R13), and returns the number of right keywords of each team.
    pub(super) fn note_keywords(
        &mut self,
        (setup, deal): (&GameSetup<'_>, &Deal),
        named: BySide<BySlot<Keyword>>,
    ) -> BySide<u8> {
        let right =
            BySide::from_fn(|side| setup.rules().keywords_right(named[side], deal.keywords[side.opponent()]));
        self.named = Some(named);
        self.keywords_right = Some(right);
        right
    }

    /// Records the ending of the game.
    pub(super) fn finish(&mut self, round: u8, ending: Ending) {
        self.rounds = round;
        self.ending = ending;
    }
}

/// Applies the law (R20, R21) and the referee (R19, R22) to each clue that was written in time (R24).
///
/// Accepted clues of the answer count as given for the clues after them. `code` determines the keyword of
/// each clue.
#[inline]
fn review(
    setup: &GameSetup<'_>,
    own: BySlot<Keyword>,
    code: Code,
    past_clues: &[Clue],
    clues: &Clues,
    written: usize,
) -> ReviewedClues {
    let mut accepted = *clues;
    accepted[written..].fill(None);
    let (mut illegal, mut unfit, meant) = (0, 0, code.slots());
    for n in 0..CLUES {
        let earlier = past_clues.iter().copied().chain(accepted[..n].iter().copied().flatten());
        let Some(clue) = accepted[n] else { continue };
        let lawful = setup.law().verdict_for(clue, &own, (code, n), setup.rules().repeat, earlier).is_ok();
        let fit = !lawful || setup.is_fit(clue, own[meant[n]]);
        unfit += u16::from(!fit);
        if !lawful || (!fit && setup.rules().referee == RefereeMode::Enforce) {
            accepted[n] = None;
            illegal += 1;
        }
    }
    ReviewedClues { clues: accepted, illegal, refused: 0, unfit }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::{ClueLaw, Deck, Referee, Rules, WordFacts};

    /// Returns the review of `moon` and `flower`, both for SUN, if the referee finds only `moon` fit.
    fn reviewed(referee: RefereeMode) -> ReviewedClues {
        let deck = Deck::parse("sun\ncup\npen\nhat\nbox\nmap\nkey\nbus", "en").expect("a deck");
        let words = ["flower", "moon"].map(|text| WordFacts { text, lemmas: "" });
        let about = [vec![], vec![Keyword(0)]];
        let law = ClueLaw::new(&words, &deck).with_referee(Arc::new(Referee::new(deck.len(), about)));
        let setup =
            GameSetup::new(Rules { referee, ..Rules::official() }.checked().expect("a game"), &deck, &law)
                .expect("they agree");
        let own = BySlot([0, 0, 2, 3].map(Keyword));
        review(&setup, own, Code::ALL[0], &[], &[Some(Clue::new(1)), Some(Clue::new(0)), None], CLUES)
    }

    #[test]
    fn r22_a_clue_that_is_not_about_its_keyword_stands_unless_the_referee_enforces() {
        let (moon, flower) = (Some(Clue::new(1)), Some(Clue::new(0)));
        let outcomes = [RefereeMode::Off, RefereeMode::Warn, RefereeMode::Enforce].map(reviewed);
        assert_eq!(
            outcomes.map(|review| review.clues),
            [[moon, flower, None], [moon, flower, None], [moon, None, None]]
        );
        assert_eq!(outcomes.map(|review| (review.illegal, review.unfit)), [(0, 0), (0, 1), (1, 1)]);
    }

    #[test]
    fn r25_clues_refused_in_earlier_attempts_are_counted_with_the_last() {
        use crate::game::team::ClueAttempts;
        let answer = |illegal, unfit| ReviewedClues { clues: [None; CLUES], illegal, refused: 0, unfit };
        let counts =
            |review: Option<ReviewedClues>| review.map(|last| (last.illegal, last.refused, last.unfit));
        let mut attempts = ClueAttempts::new(3);
        assert_eq!(counts(attempts.count(answer(1, 1))), None);
        assert_eq!(counts(attempts.count(answer(2, 3))), None);
        assert_eq!(counts(attempts.count(answer(1, 2))), Some((1, 3, 6)), "there is no fourth attempt");
        let mut attempts = ClueAttempts::new(4);
        assert_eq!(counts(attempts.count(answer(2, 0))), None);
        assert_eq!(counts(attempts.count(answer(0, 1))), Some((0, 2, 1)), "a legal answer is the last");
    }

    #[test]
    fn r24_r25_clues_of_all_attempts_and_missing_ones_are_added_to_the_game() {
        let mut game = Game::new();
        let reviewed = ReviewedClues { clues: [None; CLUES], illegal: 1, refused: 4, unfit: 2 };
        game.note_clues(Side::Black, 1, &reviewed);
        game.note_clues(Side::Black, 3, &ReviewedClues { refused: 0, ..reviewed });
        let counts = [game.illegal_clues, game.late_clues, game.unfit_clues];
        assert_eq!(counts, [6, 2, 4].map(|black| BySide { white: 0, black }));
    }
}
