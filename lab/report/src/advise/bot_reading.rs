//! A bot's reading of the clues of a sheet.

use overhear_bots::{LAST_ROUND, TextHalf, TextQuestion};
use overhear_engine::rules::Side;

use super::sheet::{NoteSheet, NotedTeam};
use super::{Advice, codes};
use overhear_lab::error::LabError;
use overhear_lab::setup::ClueReader;

/// Returns the advice with a bot's beliefs about codes in place of the built-in agent's. The asking team is
/// White for the bot.
pub(super) fn of_bot(
    advice: Advice,
    reading: &ClueReader,
    sheet: &NoteSheet,
    top: usize,
) -> Result<Advice, LabError> {
    let believed = |side: Side, clues: Option<[String; 3]>| {
        let Some((bot, clues)) = reading.bot(side).zip(clues) else { return Ok(None) };
        let answer = bot.read(&[question(sheet, side, &clues)?])?.pop();
        let belief = answer.transpose().map_err(LabError::faults)?;
        Ok::<_, LabError>(belief.map(|belief| codes(&belief, top)))
    };
    let decode = believed(Side::White, current_clues(&sheet.own).filter(|_| sheet.keywords.is_some()))?;
    let intercept = believed(Side::Black, current_clues(&sheet.opponents))?;
    Ok(Advice { decode: decode.or(advice.decode), intercept: intercept.or(advice.intercept), ..advice })
}

fn current_clues(team: &NotedTeam) -> Option<[String; 3]> {
    team.now.as_ref().and_then(|now| now.clues.clone())
}

/// Returns the question about clues: decoding the own clues, or intercepting the opponents'.
fn question<'a>(
    sheet: &'a NoteSheet,
    side: Side,
    clues: &'a [String; 3],
) -> Result<TextQuestion<'a>, LabError> {
    let teams = match side {
        Side::White => [(Side::White, &sheet.own), (Side::Black, &sheet.opponents)],
        Side::Black => [(Side::White, &sheet.opponents), (Side::Black, &sheet.own)],
    };
    let now = teams.iter().map(|(_, team)| team.rounds.len()).max().unwrap_or(0) + 1;
    let now = u8::try_from(now).ok().filter(|&round| round <= LAST_ROUND);
    let now = now.ok_or_else(|| {
        LabError::usage(format_args!(
            "a bot is asked about rounds up to {LAST_ROUND}, and the sheet has more"
        ))
    })?;
    Ok(TextQuestion {
        side,
        keywords: sheet.keywords.as_ref().map(|keywords| keywords.each_ref().map(String::as_str)),
        clues: clues.each_ref().map(String::as_str),
        round: now,
        history: (1..now)
            .flat_map(|round| {
                teams.into_iter().filter_map(move |(side, team)| {
                    let past = team.rounds.get(usize::from(round) - 1)?;
                    let clues = past.clues.each_ref().map(String::as_str);
                    Some(TextHalf { round, side, clues, code: past.code })
                })
            })
            .collect(),
        seed: 0,
    })
}
