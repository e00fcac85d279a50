//! Answers that depend on every number of a question.

/// A question as plain numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuestionNumbers {
    pub(crate) role: usize,
    pub(crate) side: usize,
    pub(crate) member: u64,
    pub(crate) noise_seed: u64,
    pub(crate) seed: u64,
    pub(crate) round: u64,
    pub(crate) keywords: Vec<u64>,
    pub(crate) code: Vec<u64>,
    /// A missing clue is 0, every other one more than its number.
    pub(crate) clues: Vec<u64>,
    /// The numbers of each half: round, side, clues, code, guess, interception (three times 0 if there is none), forfeited.
    pub(crate) history: Vec<Vec<u64>>,
    /// Place and clue of what was refused.
    pub(crate) refused: Vec<u64>,
    pub(crate) vocabulary: u64,
    pub(crate) deck: u64,
}

/// One answer to each role; only the one that is asked for counts.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    pub(crate) clues: [Option<u64>; 3],
    pub(crate) weights: [f32; 24],
    pub(crate) keywords: [u64; 4],
}

impl QuestionNumbers {
    /// A number that is another one for every other question.
    pub(crate) fn digest(&self) -> u64 {
        let QuestionNumbers { role, side, member, noise_seed, seed, round, .. } = self;
        let few =
            [*role as u64, *side as u64, *member, *noise_seed, *seed, *round, self.vocabulary, self.deck];
        let lists = [&self.keywords, &self.code, &self.clues, &self.refused];
        let lists = lists.into_iter().chain(&self.history);
        let numbers = few
            .into_iter()
            .chain(lists.flat_map(|list| std::iter::once(list.len() as u64).chain(list.iter().copied())));
        numbers.fold(7, |hash, number| mix(hash ^ mix(number)))
    }

    /// What it leads to: now and then a clue is missing or said before, so that clues are refused.
    pub(crate) fn think(&self) -> Thought {
        let mut state = self.digest();
        let mut next = |limit: u64| {
            state = mix(state);
            state % limit
        };
        let clues = [(); 3].map(|()| match next(20) {
            0 => None,
            1 => Some(0),
            _ => Some(next(self.vocabulary)),
        });
        let weights = std::array::from_fn(|_| (1 + next(1000)) as f32);
        let total: f32 = weights.iter().sum();
        let mut keywords = Vec::new();
        while keywords.len() < 4 {
            let word = next(self.deck);
            if !self.keywords.contains(&word) && !keywords.contains(&word) {
                keywords.push(word);
            }
        }
        let keywords = [keywords[0], keywords[1], keywords[2], keywords[3]];
        Thought { clues, weights: weights.map(|weight: f32| weight / total), keywords }
    }
}

/// The finaliser of `SplitMix64`.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
