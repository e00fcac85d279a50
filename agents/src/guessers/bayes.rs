//! `bayes`: inverts the association model by Bayes' rule.
//!
//! Decoding: P(code | clues) ∝ Π P(clueᵢ | own keyword at codeᵢ). Intercepting: for each slot of the
//! opponents a posterior over the deck, P(w | H) ∝ prior(w) Π P(h | w) over the clues h revealed for it, and
//! P(code | clues, H) ∝ Π Σ P(clueᵢ | w) P(w | H at codeᵢ), summed over the words w. The prior leaves out the
//! cards that the own team holds (R2); a lone Interceptor holds none (R17).
//!
//! - `candidates=open`: the prior is the frequent words of the language, for a guesser that does not know the
//!   deck; the keywords named (R13) are those of the deck nearest to the belief.
//! - `distinct=1`: the four keywords stand on different cards, summed exactly over all combinations.
//! - `slips`: a clue that the opponents took for another slot's is evidence about that slot's keyword too.

use overhear_engine::game::{
    Belief, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Seat, Stream,
};
use overhear_engine::rules::Slot;

use super::habits::PLAIN;
use super::joint_guesser::JointGuesserTables;
use crate::kind::{ALPHA, BETA, CANDIDATES, DISTINCT, GuesserKind, PlayerFactory, SIGMA, SLIPS, WORDS};
use crate::model::{NoisyAssociation, Posterior};

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "bayes",
    summary: "exact posterior over keywords, from every clue revealed",
    cheats: false,
    associates: true,
    params: &[CANDIDATES, WORDS, DISTINCT, SLIPS, SIGMA, BETA, ALPHA],
    prepare: &|world, values| {
        let words = (values.get("candidates") > 0.0).then(|| values.get("words") as usize);
        if words.is_some() || values.get("distinct") > 0.0 || values.get("slips") > 0.0 {
            return Ok(JointGuesserTables::new(world, values, &[PLAIN], 0.0, words, &[]).into_factory());
        }
        let perception = NoisyAssociation::from_values(world, values);
        let thinks_alike = !perception.has_noise();
        Ok(PlayerFactory {
            make: Box::new(move || Box::new(Bayes::new(perception.clone()))),
            thinks_alike,
            external: None,
        })
    },
};

/// An Interceptor that knows only the deck: slots are independent, so one row for each is enough.
struct Bayes {
    perception: NoisyAssociation,
    posterior: Posterior,
}

impl Bayes {
    fn new(perception: NoisyAssociation) -> Bayes {
        let posterior = Posterior::new(perception.table().stride());
        Bayes { perception, posterior }
    }
}

impl Guesser for Bayes {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.perception.set_noise_seed(seat.noise_seed());
        let deck = seat.setup().deck();
        let own = seat.keywords().into_iter().flatten();
        let held = own.flat_map(|&keyword| deck.card_of(keyword)).copied();
        self.posterior.reset(deck.len(), held);
    }

    fn decode(&mut self, view: &GuesserView<'_>, _: &mut Stream) -> Belief {
        self.perception.decode(view)
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        let Bayes { perception, posterior } = self;
        posterior.catch_up(view.record(), view.seat().side().opponent(), perception);
        Belief::from_clue_rows(&posterior.predict(view.clues(), perception))
    }

    fn keywords(&mut self, view: &KeywordView<'_>, _: &mut Stream, believed: &mut KeywordBelief) {
        let opponents = view.seat().side().opponent();
        self.posterior.catch_up(view.record(), opponents, &mut self.perception);
        for slot in Slot::ALL {
            let keywords = believed.weights(slot).len();
            believed.set_weights(slot, &self.posterior.row(slot)[..keywords]);
        }
    }
}
