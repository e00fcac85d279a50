//! An Encryptor that is asked for its clues under supposed keywords.

use overhear_engine::game::{
    Agent, Deal, Encryptor, EncryptorView, GameSetup, MAX_MEMBERS, Position, Seed, Stream,
};
use overhear_engine::rules::{BySide, BySlot, CLUES, Clues, Code, Keyword, MAX_ROUNDS, PublicRecord, Side};

use super::known_game::mix;

/// The Encryptor of an agent in a seat with supposed keywords.
pub(super) struct SimulatedGiver {
    encryptor: Box<dyn Encryptor>,
    /// `true` if answers depend neither on the member nor on its noise seed.
    thinks_alike: bool,
    deal: Deal,
    /// Number of answers so far.
    pub(super) answers: u64,
}

/// A question to a supposed Encryptor, and the clues to compare its answers with.
pub(super) struct Comparison<'a> {
    pub(super) record: &'a PublicRecord,
    pub(super) round: u8,
    pub(super) code: Code,
    pub(super) clues: &'a Clues,
    /// For each position, the number of answers that agree with the clue there; `None` if the Encryptor cannot say.
    pub(super) matches: [Option<u32>; CLUES],
}

impl SimulatedGiver {
    pub(super) fn new(giver: &dyn Agent) -> SimulatedGiver {
        let none = BySlot([Keyword(0); 4]);
        let deal = Deal {
            keywords: BySide { white: none, black: none },
            codes: [BySide { white: Code::ALL[0], black: Code::ALL[0] }; MAX_ROUNDS],
            noise_seeds: BySide { white: [0; MAX_MEMBERS], black: [0; MAX_MEMBERS] },
        };
        SimulatedGiver { encryptor: giver.encryptor(), thinks_alike: giver.thinks_alike(), deal, answers: 0 }
    }

    /// Asks each question `samples` times and counts the clues that match.
    ///
    /// Each sample has a stream of its own, and a noise seed of its own if the agent's answers depend on it: the
    /// interceptor knows neither. Streams depend on keywords, round and sample alone, so the order of calls is of no
    /// account.
    pub(super) fn compare(
        &mut self,
        setup: &GameSetup<'_>,
        (side, keywords): (Side, BySlot<Keyword>),
        samples: u32,
        comparisons: &mut [Comparison<'_>],
    ) {
        self.deal.keywords[side] = keywords;
        let key = keywords.0.iter().fold(7, |key, keyword| mix(key, u64::from(keyword.0)));
        if self.thinks_alike {
            self.compare_as(setup, side, None, (key, 0..samples), comparisons);
            return;
        }
        for sample in 0..samples {
            self.deal.noise_seeds[side] =
                std::array::from_fn(|member| mix(mix(key, u64::from(sample)), member as u64));
            for member in 0..setup.rules().team_sizes()[side] {
                self.compare_as(setup, side, Some(member), (key, sample..sample + 1), comparisons);
            }
        }
    }

    /// Asks the questions of one member, or all questions.
    fn compare_as(
        &mut self,
        setup: &GameSetup<'_>,
        side: Side,
        member: Option<u8>,
        (key, samples): (u64, std::ops::Range<u32>),
        comparisons: &mut [Comparison<'_>],
    ) {
        let rules = setup.rules();
        let relevant = comparisons.iter_mut().filter(|comparison| {
            member.is_none_or(|member| rules.encryptor_of(side, comparison.round) == member)
        });
        let mut relevant = relevant.peekable();
        let Some(first) = relevant.peek() else { return };
        let start = Position { setup, deal: &self.deal, record: first.record, round: first.round };
        self.encryptor.begin(&start.seat(side, member.unwrap_or(0)));
        for comparison in relevant {
            let Comparison { record, round, code, clues, matches } = comparison;
            self.deal.codes[usize::from(*round) - 1][side] = *code;
            let at = Position { setup, deal: &self.deal, record, round: *round };
            let view = at.encryptor(side, rules.encryptor_of(side, *round));
            for sample in samples.clone() {
                let name = mix(mix(key, u64::from(*round)), u64::from(sample));
                let stream = Stream::of_deal(Seed(name), 0);
                self.answers += 1;
                let agreed = agreed(&mut *self.encryptor, &view, clues, &stream);
                for (count, agreed) in matches.iter_mut().zip(agreed) {
                    *count = count.zip(agreed).map(|(count, agreed)| count + u32::from(agreed));
                }
            }
        }
    }
}

/// Returns for each position whether the Encryptor agrees with the clue there.
fn agreed(
    encryptor: &mut dyn Encryptor,
    view: &EncryptorView<'_>,
    clues: &Clues,
    stream: &Stream,
) -> [Option<bool>; CLUES] {
    let chosen = encryptor.would_choose(view, clues, &mut stream.clone());
    if chosen.iter().any(Option::is_some) {
        return chosen;
    }
    let answer = encryptor.clues(view, &mut stream.clone());
    std::array::from_fn(|n| Some(clues[n].is_some() && clues[n] == answer[n]))
}
