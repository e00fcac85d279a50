//! `faulty`: a drill for tournament software. With given probabilities it panics, gives illegal clues or is
//! slow; otherwise it plays `random`.

use std::time::Duration;

use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::{CLUES, Clues};

use super::random::Random;
use crate::kind::{EncryptorKind, Param, PlayerFactory};

const PANIC: Param = Param::real("panic", 0.0, 0.0, 1.0, "probability of a panic, for each code");

const ILLEGAL: Param =
    Param::real("illegal", 0.0, 0.0, 1.0, "probability of one clue given three times, for each answer");

const LATE: Param = Param::real("late", 0.0, 0.0, 1.0, "probability of a rest of 50 ms, for each answer");

/// Duration of a delay.
const REST: Duration = Duration::from_millis(50);

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "faulty",
    summary: "a drill: any legal clue, unless it panics, breaks the law or takes its time",
    cheats: true,
    associates: false,
    params: &[PANIC, ILLEGAL, LATE],
    prepare: &|world, values| {
        let random = Random::new(world);
        let [panic, illegal, late] = [PANIC, ILLEGAL, LATE].map(|param| values.get(param.key) as f32);
        Ok(PlayerFactory::new(
            move || Box::new(Faulty { random, panic, illegal, late }) as Box<dyn Encryptor>,
            true,
        ))
    },
};

struct Faulty {
    random: Random,
    panic: f32,
    illegal: f32,
    late: f32,
}

impl Encryptor for Faulty {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        assert!(stream.unit() >= self.panic, "a breakdown was asked for");
        let clues = self.random.clues(view, stream);
        let clues = if stream.unit() < self.illegal { [clues[0]; CLUES] } else { clues };
        if stream.unit() < self.late {
            std::thread::sleep(REST);
        }
        clues
    }
}
