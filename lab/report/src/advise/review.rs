//! A finished game, clue by clue: how far each was understood, and what it gave away.

use overhear_agents::free_text::{FreeTextGuesser, ParsedClue, SlotClues};
use overhear_agents::registry::{Registry, Spec, closest_spelling};
use overhear_engine::rules::{Slot, same_clue_form};
use self_cell::self_cell;

use super::clues::TeamClueLaw;
use super::finished_sheet::{CheckedRound, FinishedSheet, sheet_before};
use super::game_review::{
    BetterClue, ClueReview, GameReview, OverheardRound, RoundReview, SlotReview, TurningPoint, WordRemark,
};
use super::review_sentences::{
    self as sentences, NOT_KNOWN, RoundRemark, badge, headline, is_lost, risk, round_remark, unscored_remark,
};
use super::suggest::{self, SuggestedRound};
use super::{KeywordAdvice, codes};
use overhear_lab::error::LabError;
use overhear_lab::run_control::StopHandle;
use overhear_lab::setup::Words;

/// Maximum number of characters of a text for which a word of similar spelling is looked for: no word is longer.
const LONGEST_SPELLING: usize = 100;

/// The agent that reads and overhears.
const AGENT: &str = "pragmatic";

/// How many words the other team would name for a keyword are looked through for it.
const LOOKED_AT: usize = 5000;

/// How many of these are named.
const NAMED: usize = 5;

self_cell!(
    /// The words, and a guesser that borrows them: what it prepares for one game serves the next.
    struct PreparedGuesser {
        owner: Words,
        #[not_covariant]
        dependent: FreeTextGuesser,
    }
);

/// A coach who goes through finished games. It plays none.
pub struct GameReviewer {
    guesser: PreparedGuesser,
}

impl std::fmt::Debug for GameReviewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameReviewer").finish_non_exhaustive()
    }
}

impl GameReviewer {
    /// Returns a coach with these words.
    ///
    /// # Errors
    /// None with the agents of the house.
    pub fn new(words: &Words) -> Result<GameReviewer, LabError> {
        let spec: Spec = Registry::standard().parse(AGENT).map_err(LabError::runtime)?;
        let guesser = PreparedGuesser::new(words.clone(), |words| FreeTextGuesser::new(&words.world, &spec));
        Ok(GameReviewer { guesser })
    }

    /// Returns the words that are not known, each once, and what is understood in their place.
    ///
    /// # Errors
    /// An interruption when `stop` is requested.
    pub fn unknown_words(&self, texts: &[String], stop: &StopHandle) -> Result<Vec<WordRemark>, LabError> {
        let texts = texts.iter().map(String::as_str);
        self.guesser.with_dependent(|words, guesser| unknown_words(words, guesser, texts, stop))
    }

    /// Goes through a finished game.
    ///
    /// # Errors
    /// A sheet that makes no sense, by its place, and an interruption when `stop` is requested.
    pub fn review(&self, sheet: &FinishedSheet, stop: &StopHandle) -> Result<GameReview, LabError> {
        let (held, rounds) = (sheet.held()?, sheet.checked()?);
        self.guesser.with_dependent(|words, guesser| {
            let state = ReviewState { words, guesser, held, stop };
            let review = state.review(&rounds)?;
            let turning_point = state.turning_point(&rounds, &review.rounds)?;
            Ok(GameReview { turning_point, ..review })
        })
    }

    /// Goes through the opponents' side of a finished game: without its turning point, as no clue for them is sought.
    ///
    /// # Errors
    /// Those of [`review`](GameReviewer::review).
    pub fn review_opponents(&self, sheet: &FinishedSheet, stop: &StopHandle) -> Result<GameReview, LabError> {
        let (held, rounds) = (sheet.held()?, sheet.checked()?);
        self.guesser
            .with_dependent(|words, guesser| ReviewState { words, guesser, held, stop }.review(&rounds))
    }

    /// Suggests clues for a round, from 1.
    ///
    /// # Errors
    /// A sheet that makes no sense, or has no such round, and an interruption when `stop` is requested.
    pub fn suggest(
        &self,
        sheet: &FinishedSheet,
        round: usize,
        stop: &StopHandle,
    ) -> Result<SuggestedRound, LabError> {
        let (held, rounds) = (sheet.held()?, sheet.checked()?);
        let Some(place) = round.checked_sub(1).filter(|&place| place < rounds.len()) else {
            return Err(LabError::content(
                "round",
                format_args!("the sheet has rounds 1 to {}", rounds.len()),
            ));
        };
        self.guesser.with_dependent(|words, guesser| {
            let revealed = revealed(guesser, &rounds[..place]);
            let played = suggest::PlayedRounds { rounds: &rounds, place, revealed: &revealed };
            suggest::for_round(guesser, words, held, played, stop)
        })
    }

    /// Overhears each round of a team whose keywords are not known, after the rounds before it.
    ///
    /// # Errors
    /// A sheet that makes no sense, by its place, and an interruption when `stop` is requested.
    pub fn overhear(
        &self,
        sheet: &FinishedSheet,
        stop: &StopHandle,
    ) -> Result<Vec<OverheardRound>, LabError> {
        let rounds = sheet.checked()?;
        self.guesser.with_dependent(|_, guesser| {
            let mut revealed = SlotClues::default();
            rounds
                .iter()
                .zip(1..)
                .map(|(round, number)| {
                    stop.check()?;
                    let heard = hear(guesser, round);
                    let belief = guesser.overhear(&revealed, &heard);
                    let reading = OverheardRound {
                        round: number,
                        guess: belief.best().to_string(),
                        p_right: belief.probabilities(1.0)[round.code.index()],
                        codes: codes(&belief, 3),
                    };
                    guesser.reveal(&mut revealed, round.code, &heard);
                    Ok(reading)
                })
                .collect()
        })
    }
}

/// What a team has revealed in some rounds.
fn revealed(guesser: &FreeTextGuesser<'_>, rounds: &[CheckedRound]) -> SlotClues {
    let mut revealed = SlotClues::default();
    rounds.iter().for_each(|round| guesser.reveal(&mut revealed, round.code, &hear(guesser, round)));
    revealed
}

/// Returns the mean of what is known.
fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let known: Vec<f64> = values.flatten().collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}

fn hear(guesser: &FreeTextGuesser<'_>, round: &CheckedRound) -> [ParsedClue; 3] {
    round.clues.each_ref().map(|clue| guesser.hear(clue))
}

/// A game that is being gone through.
struct ReviewState<'a> {
    words: &'a Words,
    guesser: &'a FreeTextGuesser<'a>,
    held: [&'a str; 4],
    stop: &'a StopHandle,
}

impl ReviewState<'_> {
    fn review(&self, rounds: &[CheckedRound]) -> Result<GameReview, LabError> {
        let clues = rounds.iter().flat_map(|round| round.clues.iter().map(String::as_str));
        let texts = self.held.into_iter().chain(clues);
        let remarks = unknown_words(self.words, self.guesser, texts, self.stop)?;
        let mut revealed = SlotClues::default();
        let mut known = [0.0; 4];
        let mut reviews: Vec<RoundReview> = Vec::new();
        for place in 0..rounds.len() {
            self.stop.check()?;
            reviews.push(self.round(rounds, place, &mut revealed, &mut known));
        }
        let tiebreaker = self.tiebreaker(rounds, &revealed);
        let riskiest = reviews
            .iter()
            .filter(|round| round.p_read.is_some())
            .min_by(|a, b| a.p_read.partial_cmp(&b.p_read).expect("numbers"));
        let loudest = reviews
            .iter()
            .filter(|round| round.p_overheard.is_some())
            .max_by(|a, b| a.p_overheard.partial_cmp(&b.p_overheard).expect("numbers"));
        Ok(GameReview {
            headline: headline(&reviews, &tiebreaker),
            turning_point: None,
            clear: mean(reviews.iter().map(|round| round.p_read)).map(|share| 100.0 * share),
            secret: mean(reviews.iter().map(|round| round.p_overheard)).map(|share| 100.0 * (1.0 - share)),
            loudest: loudest.map(|round| round.round),
            riskiest: riskiest.map(|round| round.round),
            remarks,
            rounds: reviews,
            tiebreaker,
        })
    }

    /// Returns the round that cost a token and was likeliest to, or without any the riskiest, with the clue that betters it most; `None` if
    /// no round has words that are all known.
    fn turning_point(
        &self,
        rounds: &[CheckedRound],
        reviews: &[RoundReview],
    ) -> Result<Option<TurningPoint>, LabError> {
        let scored = reviews.iter().filter_map(|round| Some((round, risk(round)?)));
        let worst =
            scored.max_by(|(a, risk), (b, other)| is_lost(a).cmp(&is_lost(b)).then(risk.total_cmp(other)));
        let Some((round, _)) = worst else { return Ok(None) };
        let place = round.round - 1;
        let revealed = revealed(self.guesser, &rounds[..place]);
        let played = suggest::PlayedRounds { rounds, place, revealed: &revealed };
        let suggested = suggest::for_round(self.guesser, self.words, self.held, played, self.stop)?;
        let pairs = round.clues.iter().zip(suggested.digits).filter_map(|(spoken, digit)| {
            let instead = digit.into_iter().next()?;
            let gain = instead.worth() - suggest::worth(spoken.p_own, spoken.p_overheard);
            let (p_own, p_overheard) = (spoken.p_own, spoken.p_overheard);
            Some((gain, BetterClue { given: spoken.clue.clone(), p_own, p_overheard, instead }))
        });
        let better = pairs.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, better)| better);
        let sentence = sentences::turning_point(round, better.as_ref());
        Ok(Some(TurningPoint { round: round.round, sentence, better }))
    }

    fn round(
        &self,
        rounds: &[CheckedRound],
        place: usize,
        revealed: &mut SlotClues,
        known: &mut [f64; 4],
    ) -> RoundReview {
        let (guesser, held, round) = (self.guesser, self.held, &rounds[place]);
        let texts = round.clues.each_ref().map(String::as_str);
        let heard = hear(guesser, round);
        let belief = guesser.decode(held, texts);
        let clue_not_known = texts.into_iter().find(|text| self.tells_nothing(text));
        let mut own_words = round.code.slots().into_iter().map(|slot| held[slot.index()]);
        let not_known = clue_not_known.or_else(|| own_words.find(|word| self.tells_nothing(word)));
        let p_read = not_known.is_none().then(|| belief.probabilities(1.0)[round.code.index()]);
        // The other team overhears with the earlier rounds alone; only then is this round's code revealed to it.
        let is_first = place == 0;
        let p_overheard = (!is_first && clue_not_known.is_none())
            .then(|| guesser.overhear(revealed, &heard).probabilities(1.0)[round.code.index()]);
        let alone = heard.each_ref().map(|clue| guesser.slot_probabilities(revealed, clue));
        guesser.reveal(revealed, round.code, &heard);
        let before = *known;
        *known = self.known(revealed);
        let sheet = sheet_before(&rounds[..place]);
        let law = TeamClueLaw::new(&sheet, self.words.world.deck(), held, round.code);
        let clues: Vec<ClueReview> = round
            .code
            .slots()
            .into_iter()
            .enumerate()
            .map(|(n, slot)| {
                let taken = guesser.keyword_probabilities(held, texts[n]);
                let others = Slot::ALL.into_iter().filter(|&other| other != slot);
                let rival = others
                    .max_by(|a, b| taken[a.index()].total_cmp(&taken[b.index()]))
                    .expect("three others");
                let verdict = law.verdict(texts[n], slot);
                let p_overheard = (!is_first).then(|| alone[n][slot.index()]);
                ClueReview {
                    clue: round.clues[n].clone(),
                    position: slot.index() + 1,
                    keyword: held[slot.index()].to_owned(),
                    verdict,
                    badge: if [texts[n], held[slot.index()]].into_iter().any(|word| self.tells_nothing(word))
                    {
                        NOT_KNOWN
                    } else {
                        badge(verdict, taken[slot.index()], p_overheard)
                    },
                    p_own: taken[slot.index()],
                    rival: KeywordAdvice {
                        word: held[rival.index()].to_owned(),
                        probability: taken[rival.index()],
                    },
                    p_overheard,
                    before: before[slot.index()],
                    after: known[slot.index()],
                }
            })
            .collect();
        let RoundRemark { kind, sentence } = match not_known {
            Some(word) => unscored_remark(round, word, &clues),
            None => round_remark(round, p_read.unwrap_or(0.0), p_overheard, &clues),
        };
        RoundReview {
            round: place + 1,
            code: round.code.to_string(),
            kind,
            sentence,
            p_read,
            p_overheard,
            likeliest: belief.best().to_string(),
            clues,
        }
    }

    /// Returns `true` for a word that neither the space nor the lists of what people say know: nothing can be said of its round.
    fn tells_nothing(&self, text: &str) -> bool {
        self.guesser.reader().read(text).direction.is_none() && !self.guesser.knows_phrase(text)
    }

    /// Returns how likely the other team thinks of each keyword.
    fn known(&self, revealed: &SlotClues) -> [f64; 4] {
        let likely_keywords = self.guesser.likely_keywords(revealed, &[], LOOKED_AT);
        Slot::ALL.map(|slot| {
            let form = same_clue_form(self.held[slot.index()]);
            let own = likely_keywords[slot].iter().find(|likely| same_clue_form(&likely.word) == form);
            own.map_or(0.0, |likely| likely.probability)
        })
    }

    fn tiebreaker(&self, rounds: &[CheckedRound], revealed: &SlotClues) -> Vec<SlotReview> {
        let likely_keywords = self.guesser.likely_keywords(revealed, &[], LOOKED_AT);
        Slot::ALL
            .map(|slot| {
                let keyword = self.held[slot.index()];
                let form = same_clue_form(keyword);
                let named = &likely_keywords[slot];
                let place = named.iter().position(|likely| same_clue_form(&likely.word) == form);
                let clues = rounds.iter().flat_map(|round| round.code.slots().into_iter().zip(&round.clues));
                SlotReview {
                    position: slot.index() + 1,
                    keyword: keyword.to_owned(),
                    clues: clues.filter(|(at, _)| *at == slot).map(|(_, clue)| clue.clone()).collect(),
                    named: named
                        .iter()
                        .take(NAMED)
                        .map(|one| KeywordAdvice { word: one.word.clone(), probability: one.probability })
                        .collect(),
                    place: place.map(|place| place + 1),
                    probability: place.map_or(0.0, |place| named[place].probability),
                }
            })
            .into()
    }
}

/// Returns the words of clues that the agents do not know, each once.
///
/// # Errors
/// An interruption when `stop` is requested.
fn unknown_words<'a>(
    words: &Words,
    guesser: &FreeTextGuesser<'_>,
    texts: impl IntoIterator<Item = &'a str>,
    stop: &StopHandle,
) -> Result<Vec<WordRemark>, LabError> {
    let mut remarks: Vec<WordRemark> = Vec::new();
    for text in texts {
        stop.check()?;
        let reading = guesser.reader().read(text);
        if reading.unknown == 0 || remarks.iter().any(|remark| remark.word == text) {
            continue;
        }
        let known = words.world.clue_texts();
        let understood = match reading.direction {
            Some(_) => Some("its other words".to_owned()),
            None if text.chars().count() > LONGEST_SPELLING => None,
            None => closest_spelling(&same_clue_form(text), known)
                .map(|near| format!("nothing; did you mean “{near}”?")),
        };
        remarks.push(WordRemark { word: text.to_owned(), understood });
    }
    Ok(remarks)
}

#[cfg(test)]
mod tests;
