//! Models of the Encryptor: P(clue | keyword) for an Encryptor that is not a plain speaker.
//!
//! All are made of the association table: a power of it, or a weight for each step of a clue's rank.

use std::sync::Arc;

use multiversion::multiversion;
use overhear_engine::rules::Clue;

use super::joint::ClueLikelihoods;
use super::kernels::add_roots;
use super::{Association, NoisyAssociation, RankWeights, World, widen};

/// The way an Encryptor picks among the clues for a keyword.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Habit {
    /// Clues follow the association table.
    Plain,
    /// P(c | w) ∝ √P(c | w) of the table: both β and α halved.
    Loose,
    /// P(c | w) ∝ the weight of the rank step of the clue for the keyword.
    Ranked {
        /// Weights while no interception is possible.
        open: &'static RankWeights,
        /// Weights once an interception is possible.
        hidden: &'static RankWeights,
    },
}

impl Habit {
    fn weights(self, hides: bool) -> Option<&'static RankWeights> {
        match self {
            Habit::Plain | Habit::Loose => None,
            Habit::Ranked { open, hidden } => Some(if hides { hidden } else { open }),
        }
    }
}

/// A habit with its normalisers for each keyword of a table.
pub(crate) struct EncryptorModel {
    habit: Habit,
    /// One over the sum of the weights of all clues, for each keyword; 0 in the padding.
    ///
    /// The first row applies while no interception is possible, the second afterwards.
    scales: [Vec<f64>; 2],
    /// The weights of the rank steps at these times, for a habit that follows ranks.
    steps: [Option<Box<StepWeights>>; 2],
}

/// A weight for each rank step; 0 from [`RANK_STEPS`](super::RANK_STEPS) on, the step of impossible clues.
type StepWeights = [f64; 32];

impl EncryptorModel {
    pub(crate) fn new(habit: Habit, table: &Association) -> EncryptorModel {
        let scales = [false, true].map(|hides| {
            totals(habit, hides, table)
                .into_iter()
                .map(|total| if total > 0.0 { 1.0 / total } else { 0.0 })
                .collect()
        });
        let steps = [false, true].map(|hides| {
            let weights = habit.weights(hides)?.iter().map(|&weight| f64::from(weight));
            let mut steps = Box::new([0.0; _]);
            steps.iter_mut().zip(weights).for_each(|(to, weight)| *to = weight);
            Some(steps)
        });
        EncryptorModel { habit, scales, steps }
    }

    /// Writes P(clue | keyword) for every keyword, from the clue's column and its steps for each keyword.
    pub(crate) fn likelihoods(&self, hides: bool, column: &[u16], steps: &[u8], to: &mut [f64]) {
        let (scales, weights) = (&self.scales[usize::from(hides)], &self.steps[usize::from(hides)]);
        match weights {
            Some(weights) => by_steps(to, steps, scales, weights),
            None if self.habit == Habit::Plain => plainly(to, column, scales),
            None => loosely(to, column, scales),
        }
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn plainly(to: &mut [f64], column: &[u16], scales: &[f64]) {
    let cells = to.iter_mut().zip(column).zip(scales);
    cells.for_each(|((to, &p), scale)| *to = f64::from(widen(p)) * scale);
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn loosely(to: &mut [f64], column: &[u16], scales: &[f64]) {
    let cells = to.iter_mut().zip(column).zip(scales);
    cells.for_each(|((to, &p), scale)| *to = f64::from(widen(p)).sqrt() * scale);
}

fn by_steps(to: &mut [f64], steps: &[u8], scales: &[f64], weights: &StepWeights) {
    let cells = to.iter_mut().zip(steps).zip(scales);
    cells.for_each(|((to, &step), scale)| *to = weights[usize::from(step) % weights.len()] * scale);
}

/// Returns the sum of the weights of all clues for each keyword. The table itself is normalised.
fn totals(habit: Habit, hides: bool, table: &Association) -> Vec<f64> {
    let mut totals = vec![0.0; table.stride()];
    let keywords = 0..table.keywords();
    match (habit, habit.weights(hides)) {
        (_, Some(weights)) => keywords.for_each(|keyword| {
            let steps = table.ranks().counts(keyword).iter().zip(weights);
            totals[keyword] = steps.map(|(&count, &weight)| f64::from(count) * f64::from(weight)).sum();
        }),
        (Habit::Loose, None) => {
            for clue in (0..table.clues() as u32).map(Clue::new) {
                add_roots(&mut totals, table.column(clue));
            }
        }
        _ => totals[keywords].fill(1.0),
    }
    totals
}

/// Models of several Encryptors: in the guesser's own embedding, then in any others.
#[derive(Clone)]
pub(crate) struct EncryptorModels(Arc<[SpaceModels]>);

/// Encryptor models that share one embedding.
struct SpaceModels {
    table: Arc<Association>,
    /// The world in that embedding, if it is not the guesser's own.
    world: Option<Arc<World>>,
    givers: Vec<EncryptorModel>,
}

impl SpaceModels {
    fn new(habits: &[Habit], table: Arc<Association>, world: Option<Arc<World>>) -> SpaceModels {
        let givers = habits.iter().map(|&habit| EncryptorModel::new(habit, &table)).collect();
        SpaceModels { table, world, givers }
    }
}

impl EncryptorModels {
    /// Creates every habit, in the guesser's own embedding and in each of the others.
    pub(crate) fn new(habits: &[Habit], own: &Arc<Association>, others: &[Arc<World>]) -> EncryptorModels {
        let foreign = others
            .iter()
            .map(|world| SpaceModels::new(habits, world.association(own.key()), Some(Arc::clone(world))));
        let own = SpaceModels::new(habits, Arc::clone(own), None);
        EncryptorModels(std::iter::once(own).chain(foreign).collect())
    }

    pub(crate) fn stride(&self) -> usize {
        self.0[0].table.stride()
    }

    /// Writes a row of likelihoods for each Encryptor model.
    ///
    /// `hides` is `true` once an interception is possible; `column` is the clue's as the guesser perceives
    /// it.
    fn hear(&self, hides: bool, clue: Clue, column: &[u16], steps: &mut [u8], to: &mut [f64]) {
        let mut rows = to.chunks_exact_mut(column.len());
        for SpaceModels { table, world, givers } in &*self.0 {
            let text = world.as_ref().filter(|world| clue.index() >= world.clues());
            let text = text.map(|world| world.column_of_text(table, clue));
            let column = match (world, &text) {
                (None, _) => column,
                (Some(_), Some(text)) => text,
                (Some(_), None) => table.column(clue),
            };
            if givers.iter().any(|giver| matches!(giver.habit, Habit::Ranked { .. })) {
                table.ranks().steps(column, steps);
            }
            givers.iter().zip(&mut rows).for_each(|(giver, to)| giver.likelihoods(hides, column, steps, to));
        }
    }
}

/// Models of Encryptors with the table as one player perceives it.
#[derive(Clone)]
pub(crate) struct PerceivedModels {
    models: EncryptorModels,
    pub(crate) perception: NoisyAssociation,
    /// Buffer for the rank steps of a clue.
    steps: Vec<u8>,
}

impl PerceivedModels {
    pub(crate) fn new(models: EncryptorModels, perception: NoisyAssociation) -> PerceivedModels {
        PerceivedModels { steps: vec![0; models.stride()], models, perception }
    }

    /// Returns the length of a row of likelihoods.
    pub(crate) fn stride(&self) -> usize {
        self.models.stride()
    }
}

impl ClueLikelihoods for PerceivedModels {
    fn hear(&mut self, hides: bool, clue: Clue, to: &mut [f64]) {
        let PerceivedModels { models, perception, steps } = self;
        models.hear(hides, clue, perception.column(clue), steps, to);
    }
}
