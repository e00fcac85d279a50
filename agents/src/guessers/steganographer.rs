//! `steganographer`: decodes the clues of the cheat of that name, and knows nothing else.

use overhear_engine::game::{
    Belief, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Stream,
};
use overhear_engine::rules::{Clue, Slot};

use crate::kind::{GuesserKind, PlayerFactory};
use crate::steganography::slot_of;

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "steganographer",
    summary: "reads the private code of the cheat of that name; every other code alike",
    cheats: true,
    associates: false,
    params: &[],
    prepare: &|_, _| {
        Ok(PlayerFactory {
            make: Box::new(|| Box::new(SteganographicGuesser)),
            thinks_alike: true,
            external: None,
        })
    },
};

struct SteganographicGuesser;

impl Guesser for SteganographicGuesser {
    fn decode(&mut self, view: &GuesserView<'_>, _: &mut Stream) -> Belief {
        let (own, law) = (*view.keywords(), view.seat().setup().law());
        Belief::from_clue_rows(&view.clues().map(|clue| match clue {
            None => [1.0; 4],
            Some(clue) => {
                let meant = slot_of(Clue::new(law.fingerprint(clue)), own);
                Slot::ALL.map(|slot| f32::from(u8::from(meant == slot)))
            }
        }))
    }

    fn intercept(&mut self, _: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        Belief::UNIFORM
    }

    fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, _: &mut KeywordBelief) {}
}
