//! `history`: ignores keywords; a new clue is assigned to the slot with the most similar earlier clues.
//!
//! P(clue for slot) ∝ exp(sharpness · cos(clue, mean of the slot's clues)): the baseline of the published
//! work. Own clues are decoded the same way, by their cosine with the own keywords.

use std::sync::Arc;

use overhear_engine::game::{
    Belief, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Seat, Stream,
};
use overhear_engine::rules::{BySlot, Clue, Clues, PublicRecord, Side, Slot};

use crate::kind::{GuesserKind, Param, PlayerFactory};
use crate::model::World;

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "history",
    summary: "similarity to the clues already revealed for each slot",
    cheats: false,
    associates: false,
    params: &[Param::real("sharpness", 12.0, 0.1, 100.0, "nats per unit of cosine")],
    prepare: &|world, values| {
        let (world, weights) = (Arc::clone(world), Arc::new(CosineWeights::new(values.get("sharpness"))));
        Ok(PlayerFactory::new(
            move || -> Box<dyn Guesser> { Box::new(History::new(Arc::clone(&world), Arc::clone(&weights))) },
            true,
        ))
    },
};

/// exp(sharpness · cosine) for cosines from −1 to 1 in steps of 1/1024.
pub(super) struct CosineWeights([f32; 2049]);

impl CosineWeights {
    pub(super) fn new(sharpness: f64) -> CosineWeights {
        CosineWeights(std::array::from_fn(|n| libm::exp(sharpness * (n as f64 - 2048.0) / 1024.0) as f32))
    }

    fn weight(&self, cosine: f32) -> f32 {
        self.0[((cosine.clamp(-1.0, 1.0) + 1.0) * 1024.0) as usize]
    }
}

pub(super) struct History {
    world: Arc<World>,
    weights: Arc<CosineWeights>,
    /// The sum of the directions of each slot's clues.
    sums: BySlot<Vec<f32>>,
    halves_read: usize,
    /// Buffer for the direction of a clue.
    buffer: Vec<i16>,
}

impl History {
    pub(super) fn new(world: Arc<World>, weights: Arc<CosineWeights>) -> History {
        let buffer = world.clue_rows().buffer();
        History { world, weights, sums: BySlot::from_fn(|_| vec![0.0; buffer.len()]), halves_read: 0, buffer }
    }

    fn catch_up(&mut self, record: &PublicRecord, side: Side) {
        let rows = self.world.clue_rows();
        for half in record.halves()[self.halves_read..].iter().filter(|half| half.side == side) {
            for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
                let Some(clue) = clue else { continue };
                let sum = self.sums[slot].iter_mut();
                if clue.index() >= rows.len() {
                    let reading = self.world.reading(clue);
                    sum.zip(reading.direction.iter().flatten()).for_each(|(sum, x)| *sum += x);
                    continue;
                }
                let scale = rows.inverse_lengths[clue.index()];
                sum.zip(rows.row(clue.index(), &mut self.buffer))
                    .for_each(|(sum, &x)| *sum += scale * f32::from(x));
            }
        }
        self.halves_read = record.halves().len();
    }

    /// Returns the cosine of a direction and the mean of a slot's clues; 0 without clues.
    fn cosine(&self, slot: Slot, row: &[i16], inverse_length: f32) -> f32 {
        let sum = &self.sums[slot];
        let square: f32 = sum.iter().map(|x| x * x).sum();
        let product: f32 = sum.iter().zip(row).map(|(x, &y)| x * f32::from(y)).sum();
        if square > 0.0 { product * inverse_length / square.sqrt() } else { 0.0 }
    }

    /// Returns the cosine of a direction of length 1 and the mean of a slot's clues.
    fn likeness(&self, slot: Slot, direction: &[f32]) -> f32 {
        let sum = &self.sums[slot];
        let square: f32 = sum.iter().map(|x| x * x).sum();
        let product: f32 = sum.iter().zip(direction).map(|(x, y)| x * y).sum();
        if square > 0.0 { product / square.sqrt() } else { 0.0 }
    }

    fn belief(&self, clues: &Clues, mut cosine: impl FnMut(Slot, Clue) -> f32) -> Belief {
        Belief::from_clue_rows(&clues.map(|clue| match clue {
            None => [1.0; 4],
            Some(clue) => Slot::ALL.map(|slot| self.weights.weight(cosine(slot, clue))),
        }))
    }
}

impl Guesser for History {
    fn begin(&mut self, _: &Seat<'_>) {
        self.sums.0.iter_mut().for_each(|sum| sum.fill(0.0));
        self.halves_read = 0;
    }

    fn decode(&mut self, view: &GuesserView<'_>, _: &mut Stream) -> Belief {
        let own = view.keywords();
        let mut buffer = std::mem::take(&mut self.buffer);
        let belief =
            self.belief(view.clues(), |slot, clue| self.world.cosine_within(own[slot], clue, &mut buffer));
        self.buffer = buffer;
        belief
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        self.catch_up(view.record(), view.seat().side().opponent());
        let (rows, mut buffer) = (self.world.clue_rows(), std::mem::take(&mut self.buffer));
        let belief = self.belief(view.clues(), |slot, clue| {
            if clue.index() >= rows.len() {
                let reading = self.world.reading(clue);
                return reading.direction.as_ref().map_or(0.0, |direction| self.likeness(slot, direction));
            }
            self.cosine(slot, rows.row(clue.index(), &mut buffer), rows.inverse_lengths[clue.index()])
        });
        self.buffer = buffer;
        belief
    }

    /// Weighs a keyword for a slot like a clue with the keyword's direction.
    fn keywords(&mut self, view: &KeywordView<'_>, _: &mut Stream, believed: &mut KeywordBelief) {
        self.catch_up(view.record(), view.seat().side().opponent());
        let keywords = self.world.keyword_rows();
        for slot in Slot::ALL {
            for (n, weight) in believed.weights_mut(slot).iter_mut().enumerate() {
                *weight =
                    self.weights.weight(self.cosine(slot, keywords.row(n), keywords.inverse_lengths[n]));
            }
        }
    }
}
