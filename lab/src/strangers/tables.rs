//! The tables of strangers, and what they say in sentences.

use overhear_stats::{Interval, RatioMoments};

use super::bot_counts::BotCounts;
use super::counts::AgentCounts;
use super::games::InformedCounts;
use super::pairs::PairCounts;
use super::variety::Variety;
use crate::table::{MeasuredValue, TableRow, printable};

/// Range of a difference of shares.
const DIFFERENCE: Interval = Interval { low: -1.0, high: 1.0 };

/// The tables of strangers.
#[derive(Clone, Debug, Default)]
pub struct StrangersResult {
    /// A row for each agent, and two for each file of pairs.
    pub agents: Vec<StrangersRow>,
    /// A row for each agent and stranger.
    pub strangers: Vec<ByStrangerRow>,
}

/// A row of strangers.csv: an agent, or a file of pairs of keywords and clues. Intervals are of 95 %, clustered by game; a share
/// is `None` where nothing is counted.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("strangers.csv")]
pub struct StrangersRow {
    /// Label of the agent, or the file.
    pub agent: String,
    /// Games that it played with itself; 0 for pairs.
    pub games: u64,
    /// Clues that it gave.
    pub clues: u64,
    /// Share of them that refer to their keyword, by norms or in every measuring mind.
    pub clues_refer: Option<MeasuredValue>,
    /// Share of them that norms state.
    pub clues_stated: Option<MeasuredValue>,
    /// Halves in which it gave the clues.
    pub halves: u64,
    /// Share of its codes that its own team gets right.
    pub decoded_by_twin: Option<MeasuredValue>,
    /// Share of its codes that a measuring mind decodes, mean over minds.
    pub understood_by_strangers: Option<MeasuredValue>,
    /// The share of its twin less that of strangers, on the halves of the latter.
    pub private_share: Option<MeasuredValue>,
    /// Share of its codes that a measuring mind intercepts.
    pub read_by_strangers: Option<MeasuredValue>,
    /// The reader that knows the agent and intercepts most; empty without games of such readers.
    pub best_informed: String,
    /// Share of its codes that this reader intercepts.
    pub read_by_informed: Option<MeasuredValue>,
    /// Clues of the sample in which different ones are counted.
    pub clues_sampled: u64,
    /// Different clues that are expected in such a sample.
    pub distinct_clues: Option<f64>,
    /// Share of the 20 most frequent clues among all.
    pub top_20_share: Option<f64>,
}

/// A row of `by_stranger.csv`: an agent, and a measuring mind or a bot that holds another table.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("by_stranger.csv")]
pub struct ByStrangerRow {
    /// Label of the agent.
    pub agent: String,
    /// The mind or the bot.
    pub stranger: String,
    /// Clues that were judged.
    pub pairs: u64,
    /// Share of them that refer to their keyword.
    pub refer_rate: Option<MeasuredValue>,
    /// Share of them of which a bot says that they refer weakly; `None` for minds.
    pub weak_rate: Option<f64>,
    /// Halves that were decoded.
    pub halves: u64,
    /// Share of the codes that were right.
    pub decode_rate: Option<MeasuredValue>,
    /// Halves that were intercepted.
    pub chances: u64,
    /// Share of the codes that were right.
    pub intercept_rate: Option<MeasuredValue>,
}

/// Counts of what a stranger makes of an agent's clues.
struct StrangerCounts<'a> {
    refers: &'a RatioMoments,
    weak: RatioMoments,
    understood: &'a RatioMoments,
    read: &'a RatioMoments,
}

impl StrangersResult {
    /// Adds the rows of an agent.
    pub(super) fn push(&mut self, agent: &str, counts: &AgentCounts, informed: &InformedCounts) {
        self.agents.push(StrangersRow::new(agent, counts, informed));
        self.strangers.extend(counts.minds.iter().map(|mind| {
            let weak = RatioMoments::default();
            let (refers, understood, read) = (&mind.near, &mind.understood, &mind.read);
            ByStrangerRow::new([agent, &mind.name], &StrangerCounts { refers, weak, understood, read })
        }));
    }

    /// Adds the row of a bot that is a stranger.
    pub(super) fn push_stranger(&mut self, agent: &str, bot: &str, counts: &BotCounts) {
        let BotCounts { refers, weak, understood, read, .. } = counts;
        let counts = StrangerCounts { refers, weak: *weak, understood, read };
        self.strangers.push(ByStrangerRow::new([agent, bot], &counts));
    }

    /// Adds the rows of a file of pairs.
    pub(super) fn push_pairs(&mut self, file: &str, pairs: &PairCounts) {
        let none = InformedCounts::default();
        for (name, refers, stated) in [
            (file.to_owned(), pairs.refers, pairs.stated),
            (format!("{file}, other keywords"), pairs.others_refer, pairs.others_stated),
        ] {
            let counts = AgentCounts { refers, stated, ..AgentCounts::default() };
            self.push(&name, &counts, &none);
        }
    }

    /// Returns what was found, a sentence an agent.
    pub(super) fn findings(&self) -> Vec<String> {
        self.agents.iter().filter_map(StrangersRow::sentence).collect()
    }
}

impl StrangersRow {
    fn new(agent: &str, counts: &AgentCounts, informed: &InformedCounts) -> StrangersRow {
        let variety = Variety::of(&counts.clues);
        StrangersRow {
            agent: agent.to_owned(),
            games: counts.games,
            clues: counts.clues.values().sum(),
            clues_refer: rate(&counts.refers),
            clues_stated: rate(&counts.stated),
            halves: counts.twin.n.unsigned_abs(),
            decoded_by_twin: rate(&counts.twin),
            understood_by_strangers: rate(&counts.understood),
            private_share: counts.private.bounded(DIFFERENCE).map(MeasuredValue::from),
            read_by_strangers: rate(&counts.read),
            best_informed: informed.reader.clone(),
            read_by_informed: rate(&informed.intercepted),
            clues_sampled: variety.map_or(0, |variety| variety.sample),
            distinct_clues: variety.map(|variety| variety.distinct),
            top_20_share: variety.map(|variety| variety.top_share),
        }
    }

    fn sentence(&self) -> Option<String> {
        let (agent, refer) = (printable(&self.agent), self.clues_refer?.percent());
        let refer = format!("Clues of `{agent}` refer to their keyword in {refer}");
        let Some(twin) = self.decoded_by_twin.map(MeasuredValue::percent) else {
            return Some(format!("{refer}."));
        };
        let strangers = self.understood_by_strangers.map(|rate| format!(", strangers {}", rate.percent()));
        Some(format!("{refer}; its twin decodes {twin}{}.", strangers.unwrap_or_default()))
    }
}

impl ByStrangerRow {
    fn new([agent, stranger]: [&str; 2], counts: &StrangerCounts<'_>) -> ByStrangerRow {
        let StrangerCounts { refers, weak, understood, read } = counts;
        ByStrangerRow {
            agent: agent.to_owned(),
            stranger: stranger.to_owned(),
            pairs: refers.n.unsigned_abs(),
            refer_rate: rate(refers),
            weak_rate: weak.ratio(),
            halves: understood.n.unsigned_abs(),
            decode_rate: rate(understood),
            chances: read.n.unsigned_abs(),
            intercept_rate: rate(read),
        }
    }
}

fn rate(moments: &RatioMoments) -> Option<MeasuredValue> {
    moments.share().map(MeasuredValue::from)
}
