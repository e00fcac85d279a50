//! Topics on deals that both results have, paired by deal.

use std::iter::Peekable;

use overhear_engine::arena::PairOnDeal;

use super::evidence::{AgentDealSums, ResultEvidence};
use super::finished::StoredTournament;
use super::topic::Topic;
use crate::error::LabError;
use crate::tournament::deals::{self, DealRow};

/// Returns the evidence of every topic on the shared deals; `None` if either result has no rows of deals.
pub(super) fn paired(
    topics: &[Topic],
    sides: [&StoredTournament; 2],
) -> Result<Option<Vec<ResultEvidence>>, LabError> {
    let [Some(a), Some(b)] = [DealReader::open(sides[0])?, DealReader::open(sides[1])?] else {
        return Ok(None);
    };
    let mut evidence: Vec<ResultEvidence> =
        topics.iter().map(|topic| ResultEvidence::new(topic, sides)).collect();
    let mut deals = [a, b];
    // A merge of two streams that are sorted by deal: the stream that is behind skips its deal, and only deals of
    // both are counted.
    while let [Some(one), Some(other)] = [deals[0].number()?, deals[1].number()?] {
        match one.cmp(&other) {
            std::cmp::Ordering::Less => deals[0].next().map(drop)?,
            std::cmp::Ordering::Greater => deals[1].next().map(drop)?,
            std::cmp::Ordering::Equal => {
                let rows = [deals[0].next()?, deals[1].next()?];
                for (topic, evidence) in topics.iter().zip(&mut evidence) {
                    let [a, b] =
                        [0, 1].map(|n| summed(topic, n, &rows[n]).ok_or_else(|| misplaced(sides[n], one)));
                    evidence.record_sums(&a?, &b?);
                }
            }
        }
    }
    Ok(Some(evidence))
}

/// Returns the agent's sums on a deal over the opponents of the topic, in the first or second result.
fn summed(topic: &Topic, side: usize, rows: &[DealRow]) -> Option<AgentDealSums> {
    let agent = &topic.agent[side];
    let mut sums = AgentDealSums::default();
    for opponent in &topic.opponents {
        let [one, other] = [agent.as_str(), &opponent[side]];
        let row = rows.iter().find(|row| row.agents() == [one, other] || row.agents() == [other, one])?;
        let pair: PairOnDeal = row.pair()?;
        sums.add(&if row.agents()[0] == one { pair } else { pair.exchanged() }, row.rounds_and_tiebreaks());
    }
    Some(sums)
}

fn misplaced(side: &StoredTournament, deal: u64) -> LabError {
    LabError::content(&side.name, format_args!("the rows of deal {deal} are not those of its pairings"))
}

/// Reads the rows of a result, one deal at a time.
struct DealReader(Peekable<Box<dyn Iterator<Item = Result<DealRow, LabError>>>>);

impl DealReader {
    /// Opens the rows of a result, if it has them.
    fn open(side: &StoredTournament) -> Result<Option<DealReader>, LabError> {
        let rows = side.deals.as_deref().map(deals::read).transpose()?;
        Ok(rows.map(|rows| {
            let rows: Box<dyn Iterator<Item = _>> = Box::new(rows);
            DealReader(rows.peekable())
        }))
    }

    /// Returns the number of the next deal.
    fn number(&mut self) -> Result<Option<u64>, LabError> {
        self.0.peek().map(|row| row.as_ref().map(|row| row.deal).map_err(Clone::clone)).transpose()
    }

    /// Returns all rows of the next deal.
    fn next(&mut self) -> Result<Vec<DealRow>, LabError> {
        let Some(number) = self.number()? else { return Ok(Vec::new()) };
        std::iter::from_fn(|| self.0.next_if(|row| row.as_ref().is_ok_and(|row| row.deal == number)))
            .collect()
    }
}
