//! `faulty`: a drill for those who run tournaments. It breaks down, or the law, with a probability; otherwise `random`.

use overhear_engine::rules::{CLUES, Clues};
use overhear_engine::table::{Encryptor, EncryptorView, Stream};

use super::random::Random;
use crate::registry::{EncryptorKind, Made, Param};

const PANIC: Param = Param::real("panic", 0.0, 0.0, 1.0, "probability of a panic, for each code");

const ILLEGAL: Param =
    Param::real("illegal", 0.0, 0.0, 1.0, "probability of one clue given three times, for each answer");

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "faulty",
    summary: "a drill: any legal clue, unless it panics or breaks the law",
    params: &[PANIC, ILLEGAL],
    prepare: |world, values| {
        let random = Random::new(world);
        let [panic, illegal] = [values.get(PANIC.key), values.get(ILLEGAL.key)].map(|p| p as f32);
        let make = move || Box::new(Faulty { random, panic, illegal }) as Box<dyn Encryptor>;
        Made { make: Box::new(make), thinks_alike: true }
    },
};

struct Faulty {
    random: Random,
    panic: f32,
    illegal: f32,
}

impl Encryptor for Faulty {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        assert!(stream.unit() >= self.panic, "a breakdown was asked for");
        let clues = self.random.clues(view, stream);
        if stream.unit() < self.illegal { [clues[0]; CLUES] } else { clues }
    }
}
