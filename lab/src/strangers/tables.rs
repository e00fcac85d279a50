//! The tables of strangers, and what they say in sentences.

use overhear_stats::{Interval, RatioMoments};

use super::asked::BotCounts;
use super::counts::AgentCounts;
use super::games::InformedCounts;
use super::pairs::PairCounts;
use super::variety::Variety;
use crate::clue_outcomes::put_rate;
use crate::table::{Cell, Frame, MeasuredValue, NamedRow};

/// Range of a difference of shares.
const DIFFERENCE: Interval = Interval { low: -1.0, high: 1.0 };

/// The tables of strangers.
#[derive(Clone, Debug)]
pub struct StrangersResult {
    /// A row for each agent, and two for each file of pairs.
    pub agents: Frame,
    /// A row for each agent and stranger.
    pub strangers: Frame,
}

impl StrangersResult {
    pub(super) fn new() -> StrangersResult {
        StrangersResult { agents: Frame::new("strangers.csv"), strangers: Frame::new("by_stranger.csv") }
    }

    /// Adds the rows of an agent.
    pub(super) fn push(&mut self, agent: &str, counts: &AgentCounts, informed: &InformedCounts) {
        let variety = Variety::of(&counts.clues);
        let row = NamedRow::new(&mut self.agents).put_all([
            ("agent", Cell::text(agent)),
            ("games", Cell::Count(counts.games)),
            ("clues", Cell::Count(counts.clues.values().sum())),
            ("halves", Cell::Count(counts.twin.n.unsigned_abs())),
            ("best_informed", Cell::text(&informed.reader)),
            ("clues_sampled", Cell::Count(variety.map_or(0, |variety| variety.sample))),
            ("distinct_clues", Cell::share(variety.map(|variety| variety.distinct))),
            ("top_20_share", Cell::share(variety.map(|variety| variety.top_share))),
        ]);
        let row = put_rate(row, "clues_refer", &counts.refers);
        let row = put_rate(row, "clues_stated", &counts.stated);
        let row = put_rate(row, "decoded_by_twin", &counts.twin);
        let row = put_rate(row, "understood_by_strangers", &counts.understood);
        let row = row.put_estimate("private_share", counts.private.bounded(DIFFERENCE));
        let row = put_rate(row, "read_by_strangers", &counts.read);
        put_rate(row, "read_by_informed", &informed.found).end();
        for mind in &counts.minds {
            let none = RatioMoments::default();
            let rates = [&mind.near, &none, &mind.understood, &mind.read];
            self.push_rates([agent, &mind.name], rates);
        }
    }

    /// Adds the row of a bot that is a stranger.
    pub(super) fn push_stranger(&mut self, agent: &str, bot: &str, counts: &BotCounts) {
        self.push_rates([agent, bot], [&counts.refers, &counts.weak, &counts.understood, &counts.read]);
    }

    /// Adds a row of shares: clues that refer, clues that refer weakly, decoded codes, intercepted codes.
    fn push_rates(&mut self, [agent, stranger]: [&str; 2], rates: [&RatioMoments; 4]) {
        let [refers, weak, understood, read] = rates;
        let row = NamedRow::new(&mut self.strangers)
            .put_texts([("agent", agent), ("stranger", stranger)])
            .put_all([
                ("pairs", Cell::Count(refers.n.unsigned_abs())),
                ("halves", Cell::Count(understood.n.unsigned_abs())),
                ("chances", Cell::Count(read.n.unsigned_abs())),
                ("weak_rate", Cell::share(weak.ratio())),
            ]);
        let row = put_rate(row, "refer_rate", refers);
        let row = put_rate(row, "decode_rate", understood);
        put_rate(row, "intercept_rate", read).end();
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
        (0..self.agents.len()).filter_map(|row| sentence(&self.agents, row)).collect()
    }
}

fn sentence(frame: &Frame, row: usize) -> Option<String> {
    let rate = |column: &str| frame.measured(row, column).map(MeasuredValue::percent);
    let agent = frame.cell(row, "agent").as_csv();
    let refer = format!("Clues of `{agent}` refer to their keyword in {}", rate("clues_refer")?);
    let Some(twin) = rate("decoded_by_twin") else { return Some(format!("{refer}.")) };
    let strangers = rate("understood_by_strangers").map(|rate| format!(", strangers {rate}"));
    Some(format!("{refer}; its twin decodes {twin}{}.", strangers.unwrap_or_default()))
}
