//! The association table as one player perceives it.

use std::sync::Arc;

use overhear_engine::game::{Belief, GuesserView};
use overhear_engine::rules::{BySlot, Clue, Clues, Keyword};

use super::bfloat::narrow;
use super::{Association, ModelKey, Noise, OpenVocabulary, SHORTLIST, World, prefetch, widen};
use crate::kind::Values;

/// One player's view of the table: shared associations with individual noise.
#[derive(Clone)]
pub(crate) struct NoisyAssociation {
    table: Arc<Association>,
    world: Arc<World>,
    /// The words in place of keywords, for a player that does not know the deck.
    open: Option<Arc<OpenVocabulary>>,
    /// The number of clues in the table; higher numbers are texts.
    vocabulary: usize,
    noise: Option<Arc<Noise>>,
    noise_seed: u64,
    /// Recent columns with this player's errors.
    recent_clues: [Option<Clue>; KEPT],
    columns: Vec<u16>,
    next: usize,
}

/// The number of cached columns: a clue's column is needed when it is given and when its code is revealed.
///
/// Three clues of this half, and three of the team's previous half are kept.
const KEPT: usize = 6;

impl NoisyAssociation {
    /// Creates the view for noise with the parameters `beta`, `alpha` and `sigma`.
    pub(crate) fn from_values(world: &Arc<World>, values: &Values) -> NoisyAssociation {
        let key = ModelKey::from_values(values);
        let noise = Noise::new(values.get("sigma"), key.sharpened(world.sharpness()).beta).map(Arc::new);
        NoisyAssociation::new(world, world.association(key), noise)
    }

    pub(crate) fn new(
        world: &Arc<World>,
        table: Arc<Association>,
        noise: Option<Arc<Noise>>,
    ) -> NoisyAssociation {
        let columns = if noise.is_some() { vec![0; KEPT * table.stride()] } else { Vec::new() };
        let (world, vocabulary, recent_clues) = (Arc::clone(world), table.clues(), [None; KEPT]);
        NoisyAssociation {
            table,
            world,
            open: None,
            vocabulary,
            noise,
            noise_seed: 0,
            recent_clues,
            columns,
            next: 0,
        }
    }

    /// Returns the view of the words that may be keywords.
    pub(crate) fn with_vocabulary(&self, open: &Arc<OpenVocabulary>) -> NoisyAssociation {
        let table = Arc::clone(open.table());
        NoisyAssociation {
            open: Some(Arc::clone(open)),
            ..NoisyAssociation::new(&self.world, table, self.noise.clone())
        }
    }

    /// Returns the view without noise.
    pub(crate) fn public(&self) -> NoisyAssociation {
        let (table, open) = (Arc::clone(&self.table), self.open.clone());
        NoisyAssociation { open, ..NoisyAssociation::new(&self.world, table, None) }
    }

    /// Returns the likelihood under every keyword of a text outside the vocabulary.
    #[cold]
    fn column_of_text(&self, clue: Clue) -> Arc<[u16]> {
        match &self.open {
            Some(open) => open.column_of_text(clue),
            None => self.world.column_of_text(&self.table, clue),
        }
    }

    /// Returns the likelihoods of the clues under the own keywords.
    pub(crate) fn decode(&self, view: &GuesserView<'_>) -> Belief {
        let own = view.keywords();
        Belief::from_clue_rows(&view.clues().map(|clue| match clue {
            None => [1.0; 4],
            Some(clue) if clue.index() < self.vocabulary => {
                own.0.map(|keyword| self.erring(self.table.likelihood(keyword, clue), keyword, clue))
            }
            Some(text) => self.likelihoods_of_text(text, *own),
        }))
    }

    #[cold]
    fn likelihoods_of_text(&self, text: Clue, own: BySlot<Keyword>) -> [f32; 4] {
        let (column, known) = (self.column_of_text(text), self.fingerprint(text));
        own.0.map(|keyword| self.erring(widen(column[keyword.index()]), keyword, known))
    }

    /// Sets the player whose noise applies.
    pub(crate) fn set_noise_seed(&mut self, noise_seed: u64) {
        if self.noise_seed != noise_seed {
            self.noise_seed = noise_seed;
            self.recent_clues = [None; KEPT];
        }
    }

    pub(crate) fn table(&self) -> &Arc<Association> {
        &self.table
    }

    /// Prefetches the columns of clues that every player will soon need.
    pub(crate) fn fetch_ahead(&self, clues: &Clues) {
        clues.iter().flatten().for_each(|&clue| prefetch(self.table.column(clue)));
    }

    /// Returns the likelihood of a clue under every keyword.
    #[inline]
    pub(crate) fn column(&mut self, clue: Clue) -> &[u16] {
        if self.noise.is_none() && clue.index() < self.vocabulary {
            return self.table.column(clue);
        }
        self.kept_column(clue)
    }

    #[inline(never)]
    fn kept_column(&mut self, clue: Clue) -> &[u16] {
        let stride = self.table.stride();
        let place = self.recent_clues.iter().position(|&recent| recent == Some(clue)).unwrap_or_else(|| {
            let place = self.next;
            self.next = (self.next + 1) % KEPT;
            self.recent_clues[place] = Some(clue);
            self.write_column(clue, place * stride);
            place
        });
        &self.columns[place * stride..][..stride]
    }

    /// Writes the likelihood of a clue under every keyword to the cache.
    fn write_column(&mut self, clue: Clue, at: usize) {
        let stride = self.table.stride();
        let text = (clue.index() >= self.vocabulary).then(|| self.column_of_text(clue));
        let number = if text.is_some() { self.fingerprint(clue) } else { clue };
        self.columns.resize(KEPT * stride, 0);
        let plain = text.as_deref().unwrap_or_else(|| self.table.column(clue));
        let to = &mut self.columns[at..][..stride];
        match &self.noise {
            Some(noise) => noise.write_column(self.noise_seed, number, plain, to),
            None => to.copy_from_slice(plain),
        }
    }

    /// Returns a clue number that identifies a text independently of its order of arrival.
    fn fingerprint(&self, clue: Clue) -> Clue {
        Clue::new(self.world.law().fingerprint(clue))
    }

    /// Returns a likelihood as this player perceives it.
    fn erring(&self, plain: f32, keyword: Keyword, clue: Clue) -> f32 {
        match &self.noise {
            None => plain,
            Some(noise) => {
                widen(narrow(plain * noise.factor(self.noise_seed, keyword.index(), clue.index())))
            }
        }
    }

    /// Writes the likelihoods of a shortlist under a keyword, given the shared ones.
    pub(crate) fn write_row(
        &self,
        keyword: Keyword,
        clues: &[Clue; SHORTLIST],
        plain: &[u16; SHORTLIST],
        to: &mut [f32; SHORTLIST],
    ) {
        match &self.noise {
            None => to.iter_mut().zip(plain).for_each(|(to, &p)| *to = widen(p)),
            Some(noise) => noise.write_row(self.noise_seed, keyword.index(), clues, plain, to),
        }
    }

    pub(crate) fn has_noise(&self) -> bool {
        self.noise.is_some()
    }
}
