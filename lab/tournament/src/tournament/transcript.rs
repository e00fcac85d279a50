//! transcripts.csv: the talks of teams, a row for each answer and each message.

use overhear_engine::game::{Belief, Game, Talk, TalkAnswer, TalkMessage};
use overhear_engine::rules::Code;

use super::row::{DealtGame, LogRow, quoted};

/// Name of the log.
pub(super) const FILE: &str = "transcripts.csv";

/// Writes the rows of a talk: the answers alone, their pool, the messages, and the answers after them.
///
/// `agent` is the label of the team, quoted.
pub(super) fn write(
    DealtGame { number, deal, .. }: DealtGame,
    agent: &str,
    game: &Game,
    talk: &Talk,
    rows: &mut String,
) {
    let half = &game.record.halves()[talk.half];
    let mut row = |step: TalkStep<'_>| {
        LogRow::begin(FILE, rows)
            .number("game", number.0)
            .number("deal", deal)
            .number("round", half.round)
            .text("side", half.side.name())
            .text("team", talk.team.name())
            .text("agent", agent)
            .text("step", step.name)
            .option("member", step.member.map(|member| 1 + member), LogRow::number)
            .option("turn", step.turn, LogRow::number)
            .text("text", &quoted(step.text))
            .code("code", step.code)
            .option("p_true", step.belief.map(|belief| belief.probability(half.code)), LogRow::share)
            .number("right", u8::from(step.code == half.code))
            .text("followed", &step.followed)
            .end();
    };
    for member in &talk.members {
        row(TalkStep::answer("alone", Some(member.member), &member.alone));
    }
    row(TalkStep::answer("pool", None, &talk.pool));
    talk.messages.iter().for_each(|statement| row(TalkStep::message(statement)));
    for member in &talk.members {
        let followed: Vec<String> =
            talk.members_followed(member).map(|other| (1 + other).to_string()).collect();
        let step = TalkStep::answer("after", Some(member.member), &member.after);
        row(TalkStep { followed: followed.join(" "), ..step });
    }
    row(TalkStep::answer("team", None, &talk.after));
}

/// A step of a talk: an answer or a message.
struct TalkStep<'a> {
    name: &'static str,
    member: Option<u8>,
    turn: Option<u8>,
    text: &'a str,
    code: Code,
    belief: Option<&'a Belief>,
    /// The members that named alone what this member names now, from 1.
    followed: String,
}

impl<'a> TalkStep<'a> {
    fn answer(name: &'static str, member: Option<u8>, answer: &'a TalkAnswer) -> TalkStep<'a> {
        let TalkAnswer { belief, code } = answer;
        TalkStep {
            name,
            member,
            turn: None,
            text: "",
            code: *code,
            belief: Some(belief),
            followed: String::new(),
        }
    }

    fn message(statement: &'a TalkMessage) -> TalkStep<'a> {
        let TalkMessage { turn, member, text, code } = statement;
        let (member, turn) = (Some(*member), Some(*turn));
        TalkStep { name: "message", member, turn, text, code: *code, belief: None, followed: String::new() }
    }
}
