//! `pragmatic`: knows who is listening.
//!
//! Among the candidates of all three positions jointly it looks for the clues with the greatest
//!
//! log P(own team decodes) − λ · log max(P(opponents intercept | history), 1/24).
//!
//! The opponents are modelled as a `bayes` guesser with the whole deck as prior, whose belief in unlikely keywords
//! (those below `suspicion`) is spread evenly over the deck. They are pushed to chance and no further: below it,
//! they would learn from the inversion. The search starts from a `margin` sample and improves
//! one position at a time.

mod audience;
mod objective;
mod prospects;

use std::sync::Arc;

use overhear_engine::rules::{BySlot, CLUES, Clue, Clues, Slot};
use overhear_engine::table::{Encryptor, EncryptorView, Seat, Stream};

use self::audience::Audience;
use self::objective::{Rest, largest, objective};
use self::prospects::{Prospects, Rows};
use super::TeamCandidates;
use super::candidates::is_legal;
use crate::model::{Perception, SHORTLIST};
use crate::registry::{ALPHA, BETA, EncryptorKind, Made, Param, SIGMA};

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "pragmatic",
    summary: "weighs the own team's understanding against what the opponents would make of it",
    params: &[
        Param::real("lambda", 1.0, 0.0, 10.0, "weight of secrecy against understanding"),
        Param::whole("top", 64.0, 1.0, 256.0, "how many candidates it considers for each keyword"),
        Param::whole("passes", 2.0, 1.0, 8.0, "how often it goes over the three positions"),
        Param::real(
            "suspicion",
            0.006,
            1e-6,
            1.0,
            "the opponents are thought to suspect a keyword above this",
        ),
        SIGMA,
        BETA,
        ALPHA,
    ],
    prepare: |world, values| {
        let perception = Perception::of(world, values);
        perception.table().shortlists(world.law());
        let thinks_alike = !perception.has_noise();
        let settings = Settings {
            lambda: values.get("lambda") as f32,
            top: values.get("top") as usize,
            passes: values.get("passes") as usize,
            suspicion: values.get("suspicion") as f32,
        };
        let make = move || -> Box<dyn Encryptor> { Box::new(Pragmatic::new(perception.clone(), settings)) };
        Made { make: Box::new(make), thinks_alike }
    },
};

#[derive(Clone, Copy)]
struct Settings {
    lambda: f32,
    top: usize,
    passes: usize,
    suspicion: f32,
}

struct Pragmatic {
    settings: Settings,
    perception: Perception,
    audience: Audience,
    candidates: TeamCandidates,
    prospects: BySlot<Box<Prospects>>,
}

impl Pragmatic {
    fn new(perception: Perception, settings: Settings) -> Pragmatic {
        Pragmatic {
            settings,
            audience: Audience::new(Arc::clone(perception.table()), settings.suspicion),
            perception,
            candidates: TeamCandidates::new(settings.top),
            prospects: BySlot::from_fn(|_| Box::new(Prospects::unknown())),
        }
    }

    /// Improves one position at a time, the others held fast.
    fn improve(
        &self,
        view: &EncryptorView<'_>,
        lists: [&[Clue; SHORTLIST]; CLUES],
        places: &mut [usize; CLUES],
    ) {
        let slots = view.code().slots();
        let mut scores = [0.0; SHORTLIST];
        for turn in 0..self.settings.passes * CLUES {
            let n = turn % CLUES;
            let others = [(n + 1) % CLUES, (n + 2) % CLUES].map(|other| Some(lists[other][places[other]]));
            self.score(slots, n, places, &mut scores);
            while let Some(best) = largest(&scores) {
                if best == places[n] || is_legal(view, &others, lists[n][best]) {
                    places[n] = best;
                    break;
                }
                scores[best] = f32::NEG_INFINITY;
            }
        }
    }

    /// The objective for every clue at position `n`, in bits; least for those that are no candidates.
    fn score(&self, slots: [Slot; CLUES], n: usize, places: &[usize; CLUES], scores: &mut [f32; SHORTLIST]) {
        let rest = |of: fn(&Prospects) -> &Rows| {
            let row = |m: usize| of(&self.prospects[slots[m]]).each_ref().map(|row| row[places[m]]);
            Rest::new(slots, n, row((n + 1) % CLUES), row((n + 2) % CLUES))
        };
        let prospects = &self.prospects[slots[n]];
        let decoded = (rest(|p| &p.own), &prospects.own);
        let intercepted = (rest(|p| &p.heard), &prospects.heard);
        let candidates = self.candidates.of(slots[n]).weights();
        objective(&decoded, &intercepted, self.settings.lambda, candidates, scores);
    }
}

impl Encryptor for Pragmatic {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.perception.set_head(seat.head());
        self.audience.reset(seat.table().deck.len());
        self.prospects.0.iter_mut().for_each(|prospects| prospects.heard_at = BySlot::default());
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let (seat, slots) = (view.seat(), view.code().slots());
        let keywords = *view.keywords();
        let table = Arc::clone(self.perception.table());
        let shortlists = table.shortlists(seat.table().law);
        if self.candidates.prepare(keywords, seat.head(), shortlists, &self.perception) {
            for slot in Slot::ALL {
                self.prospects[slot].list(slot, keywords, shortlists, &self.perception);
            }
        }
        let lists = slots.map(|slot| shortlists.clues(keywords[slot]));
        let places = self.candidates.draw(view, lists, stream);
        let candidate =
            |n: usize| places[n].filter(|&place: &usize| self.candidates.of(slots[n]).weights()[place] > 0.0);
        let (true, [Some(a), Some(b), Some(c)]) =
            (seat.table().rules.may_intercept(view.round()), [candidate(0), candidate(1), candidate(2)])
        else {
            return std::array::from_fn(|n| places[n].map(|place| lists[n][place]));
        };
        let mut places = [a, b, c];
        self.audience.catch_up(view);
        for slot in slots {
            self.audience.overhear(keywords[slot], shortlists, &mut self.prospects[slot]);
        }
        self.improve(view, lists, &mut places);
        let clues: Clues = std::array::from_fn(|n| Some(lists[n][places[n]]));
        self.perception.fetch_ahead(&clues);
        clues
    }
}
