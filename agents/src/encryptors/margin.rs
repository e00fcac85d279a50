//! `margin`: samples clues that fit their keyword better than the team's other three.
//!
//! For each digit of the code it draws one of the `top` best margins of the keyword's shortlist. The
//! probability is proportional to the margin P(c | own) / max P(c | other).

use std::sync::Arc;

use overhear_engine::game::{Encryptor, EncryptorView, Seat, Stream};
use overhear_engine::rules::Clues;

use super::TeamCandidates;
use crate::kind::{ALPHA, BETA, EncryptorKind, Param, PlayerFactory, SIGMA};
use crate::model::{NoisyAssociation, Shortlists};

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "margin",
    summary: "sampled among clues that fit their keyword much better than the other three",
    cheats: false,
    associates: true,
    params: &[
        Param::whole(
            "top",
            64.0,
            1.0,
            256.0,
            "how many clues of each keyword's 256 likeliest it samples from",
        ),
        SIGMA,
        BETA,
        ALPHA,
    ],
    prepare: &|world, values| {
        let perception = NoisyAssociation::from_values(world, values);
        let shortlists = world.shortlists(perception.table().key());
        let thinks_alike = !perception.has_noise();
        let top = values.get("top") as usize;
        Ok(PlayerFactory::new(
            move || -> Box<dyn Encryptor> {
                Box::new(Margin {
                    perception: perception.clone(),
                    shortlists: Arc::clone(&shortlists),
                    candidates: TeamCandidates::new(top),
                })
            },
            thinks_alike,
        ))
    },
};

struct Margin {
    perception: NoisyAssociation,
    shortlists: Arc<Shortlists>,
    candidates: TeamCandidates,
}

impl Encryptor for Margin {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.perception.set_noise_seed(seat.noise_seed());
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let seat = view.seat();
        let shortlists = &*self.shortlists;
        self.candidates.prepare(*view.keywords(), seat.noise_seed(), shortlists, &self.perception);
        let lists = view.code().slots().map(|slot| shortlists.clues(view.keywords()[slot]));
        let places = self.candidates.draw(view, lists, stream);
        let clues: Clues = std::array::from_fn(|n| places[n].map(|place| lists[n][place]));
        self.perception.fetch_ahead(&clues);
        clues
    }
}
