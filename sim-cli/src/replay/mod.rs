//! One game again, as the two teams' note sheets (R26).
//!
//! The game is played once more from its number, and its players are asked a second time for all that they believed.

mod html;
mod sheet;
mod stored;
mod text;
mod verify;

use overhear_engine::arena::{GameNumber, Schedule};
use overhear_engine::table::{Game, Retold, Seed};

use crate::cli::{ReplayArgs, SheetFormat};
use crate::failure::Failure;
use crate::output::{Stored, json, on_stdout, print};
use crate::setup::{Plan, RuleSet, Words, roster};
use crate::tournament::{agents, arena};
use sheet::Replay;

/// Plays a game again and prints it.
pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    if args.verify && args.from.is_none() {
        return Err(Failure::content("--verify", "there are no rows to compare with; give --from DIR"));
    }
    let result = args.from.as_deref().map(Stored::open).transpose()?;
    let plan = result.as_ref().map_or_else(|| plan(args), stored::plan)?;
    let number = GameNumber(args.game);
    let agents = agents(&plan)?;
    let arena = arena(&plan, &agents);
    let (Some(game), Some((deal, pairing, seating))) = (arena.replay(number), arena.schedule.locate(number))
    else {
        let last = arena.schedule.games() - 1;
        return Err(Failure::content(
            format_args!("--game {}", args.game),
            format_args!("the run has games 0 to {last}"),
        ));
    };
    let seats = arena.schedule.pairings()[pairing].seats(seating);
    if let Some(result) = result.as_ref().filter(|_| args.verify) {
        verify::compare(result, &plan, number, seats, &game)?;
    }
    let told = arena.retell(number, &game).expect("the game is of the schedule");
    consistent(&game, &told)?;
    let replay = Replay::new(&plan, &arena, number, (deal, seating, seats), &game, &told);
    match args.format {
        SheetFormat::Text => print(&text::draw(&replay, on_stdout(args.color))),
        SheetFormat::Json => print(&json(&replay)),
        SheetFormat::Html => print(&html::page(&replay)),
    }
}

/// A run that is just long enough, as the flags say.
fn plan(args: &ReplayArgs) -> Result<Plan, Failure> {
    let rules = RuleSet::asked(&args.rules)?.with_team_size(args.players.team.team_size)?;
    let players = roster(&args.players.agent, args.players.agents.as_deref())?;
    let words = Words::load(&args.words)?;
    rules.check(&words)?;
    Ok(Plan {
        schedule: Schedule::round_robin(players.len(), args.game + 1),
        players,
        rules,
        words,
        language: args.words.lang.code(),
        seed: Seed(args.seed.expect("the command line asks for it")),
        asked: args.game + 1,
        answer_limit: None,
        sprt: None,
    })
}

/// Players who are asked again must say what they said in the game.
fn consistent(game: &Game, told: &[Retold]) -> Result<(), Failure> {
    for ((half, kept), told) in game.record.halves().iter().zip(game.beliefs()).zip(told) {
        let again = told.interception.map(|belief| belief.of(half.code));
        if told.guess.of(half.code) != kept.guess || again != kept.interception {
            return Err(Failure::mismatch(format_args!(
                "round {}, {}: asked again, the players believe something else; `agents check` says more",
                half.round, half.side
            )));
        }
    }
    Ok(())
}
