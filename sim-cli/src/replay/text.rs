//! Note sheets for a terminal, at most eighty columns wide.

use std::fmt::Write as _;

use overhear_engine::rules::{Code, Side};
use overhear_lab::replay::{
    AsDisplay, Beliefs, GameSheet, HalfEntry, MemberEntry, Replay, SheetRound, SheetSide, TokensEntry,
};
use overhear_lab::table::printable;
use textwrap::WordSplitter;
use textwrap::core::display_width;

use crate::output::{Paint, width};

/// Width beside a clue: its indent, and two narrow columns after it.
const BESIDE_CLUE: usize = 28;

/// Number of likeliest codes to print.
const TOP: usize = 3;

/// Draws a game.
pub(super) fn draw(replay: &Replay, paint: Paint) -> String {
    let mut text = ReplayText { out: String::new(), paint, width: width() };
    text.head(replay);
    for sheet in &replay.sheets {
        text.sheet(replay, sheet);
    }
    text.out
}

struct ReplayText {
    out: String,
    paint: Paint,
    width: usize,
}

impl ReplayText {
    /// Returns the width of a clue.
    fn clue(&self) -> usize {
        self.width - BESIDE_CLUE
    }

    fn line(&mut self, line: &str) {
        writeln!(self.out, "{}", line.trim_end()).expect("a string takes everything");
    }

    /// Writes a paragraph with indented continuation lines. Codes are not broken at their hyphens.
    fn paragraph(&mut self, first: &str, rest: &str, words: &str) {
        let options = textwrap::Options::new(self.width).initial_indent(first).subsequent_indent(rest);
        let options = options.word_splitter(WordSplitter::NoHyphenation);
        textwrap::wrap(words, options).iter().for_each(|line| self.line(line));
    }

    fn head(&mut self, replay: &Replay) {
        let [white, black] = replay.agents.each_ref().map(|agent| printable(agent));
        let Replay { game, deal, pair_half, seed, rules, .. } = replay;
        let title = format!("Game {game}: {white} (white) against {black} (black)");
        for line in textwrap::wrap(&title, self.width) {
            let line = self.paint.bold(&line);
            self.line(&line);
        }
        let rules = printable(rules);
        self.paragraph(
            "",
            "",
            &format!("Deal {deal}, game {pair_half} of its pair, seed {seed}, rules {rules}."),
        );
        self.paragraph("", "", &ending(replay));
        if let Some(breakdown) = &replay.breakdown {
            self.paragraph("", "", &printable(breakdown));
        }
    }

    fn sheet(&mut self, replay: &Replay, sheet: &GameSheet) {
        let side = sheet.side.0;
        let title = format!("{}'s sheet: {}", capital(&side.to_string()), printable(&sheet.agent));
        self.line("");
        for line in textwrap::wrap(&title, self.width) {
            let line = self.paint.bold(&line);
            self.line(&line);
        }
        if let Some(own) = &sheet.own {
            self.side(replay, "Own clues", side, own, "guess");
        }
        if let Some(other) = &sheet.other {
            let opponent = side.opponent();
            let title = format!("{}'s clues", capital(&opponent.to_string()));
            self.side(replay, &title, opponent, other, "tried");
        }
        if let (Some(named), Some(right)) = (&sheet.named, sheet.named_right) {
            let named = printable(&named.join(", "));
            self.paragraph(
                "  ",
                "    ",
                &format!("Names for the other team's keywords: {named} ({right} right)."),
            );
        }
        if sheet.illegal_clues > 0 {
            self.line(&format!("  Illegal clues tried: {}", sheet.illegal_clues));
        }
    }

    /// Writes a page of a sheet: the clues of `of`, with the guesses of the sheet's team under `head`.
    fn side(&mut self, replay: &Replay, title: &str, of: Side, side: &SheetSide, head: &str) {
        self.line("");
        self.line(&format!("  {title}"));
        for round in &side.rounds {
            let half = replay.halves.iter().find(|half| (half.round, half.side.0) == (round.round, of));
            if let Some(half) = half {
                self.round(half, round, head);
            } else {
                let line = self.paint.dim(&format!("  Round {}", round.round));
                self.line(&line);
            }
        }
        self.line("");
        for (n, number) in side.numbers.iter().enumerate() {
            let clues = if number.clues.is_empty() { "—".to_owned() } else { number.clues.join(", ") };
            let keyword =
                number.keyword.as_deref().map_or("?".to_owned(), |word| printable(word).to_uppercase());
            let words = format!("{keyword}: {}", printable(&clues));
            self.paragraph(&format!("  {} ", n + 1), "    ", &words);
        }
    }

    fn round(&mut self, half: &HalfEntry, round: &SheetRound, head: &str) {
        let title = format!("  Round {}, Encryptor {}", half.round, half.encryptor);
        let line = format!("{}{head}    right", padded(&title, self.clue() + 4));
        let line = self.paint.dim(&line);
        self.line(&line);
        for (n, clue) in half.clues.iter().enumerate() {
            let guess = round.guess.map_or(" ".to_owned(), |code| digit(code, n));
            let clue = clue.as_deref().map_or("—".to_owned(), printable);
            let mut lines = textwrap::wrap(&clue, self.clue() - 2).into_iter();
            let first = padded(&format!("    {}", lines.next().unwrap_or_default()), self.clue() + 6);
            self.line(&format!("{first}{guess}        {}", digit(half.code, n)));
            lines.for_each(|line| self.line(&format!("      {line}")));
        }
        if head == "guess" {
            self.outcome(half);
            self.beliefs("Guessers", &half.guessers);
            self.talk(half, half.side.0);
        } else if let Some(beliefs) = &half.interceptors {
            self.beliefs("Interceptors", beliefs);
            self.talk(half, half.side.0.opponent());
        }
        self.line("");
    }

    /// Writes the talk of a team about the code of a half, if there was one.
    fn talk(&mut self, half: &HalfEntry, team: Side) {
        for talk in half.talks.iter().filter(|talk| talk.team.0 == team) {
            let alone = each_member(&talk.members, |member| member.alone.0.to_string());
            self.paragraph("    ", "    ", &format!("Members alone: {alone}; pooled {}.", talk.pool.0));
            for message in &talk.said {
                let words = format!("Turn {}, member {}: ", message.turn, message.member);
                self.paragraph("    ", "      ", &(words + &printable(&message.text)));
            }
            let after = each_member(&talk.members, code_after_talk);
            self.paragraph("    ", "    ", &format!("After the talk: {after}; the team {}.", talk.after.0));
        }
    }

    fn outcome(&mut self, half: &HalfEntry) {
        let guess = if half.guess_right { "understood" } else { "misunderstood" };
        let heard = match (half.forfeited, half.interception, half.intercepted) {
            (true, _, true) => ", intercepted, and forfeited by an illegal clue",
            (true, ..) => ", forfeited by an illegal clue",
            (_, None, _) => "",
            (_, Some(_), true) => ", intercepted",
            (_, Some(_), false) => ", not intercepted",
        };
        let [white, black] = half.tokens.map(tokens);
        self.paragraph(
            "    ",
            "    ",
            &format!("{}{heard}. Tokens: white {white}, black {black}.", capital(guess)),
        );
    }

    fn beliefs(&mut self, who: &str, beliefs: &Beliefs) {
        let top = beliefs.codes.iter().take(TOP);
        let top = top.map(|entry| format!("{} {}", entry.code.0, percent(entry.p))).collect::<Vec<_>>();
        let words =
            format!("{who} gave the right code {}; likeliest {}", percent(beliefs.p_true), top.join(", "));
        self.paragraph("    ", "    ", &words);
    }
}

/// Returns a digit of a code.
fn digit(code: AsDisplay<Code>, place: usize) -> String {
    code.0.slots()[place].to_string()
}

/// Returns an answer of each member, after the member's number.
fn each_member(members: &[MemberEntry], answer: impl Fn(&MemberEntry) -> String) -> String {
    let answers = members.iter().map(|member| format!("{} {}", member.member, answer(member)));
    answers.collect::<Vec<_>>().join(", ")
}

/// Returns the code of a member after the talk, with the members that it followed.
fn code_after_talk(member: &MemberEntry) -> String {
    let followed: Vec<String> = member.followed.iter().map(u8::to_string).collect();
    let followed = if followed.is_empty() { String::new() } else { format!(" (as {})", followed.join(", ")) };
    format!("{}{followed}", member.after.0)
}

fn ending(replay: &Replay) -> String {
    let ending = &replay.ending;
    let rounds = replay.rounds;
    let by = match ending.door.as_str() {
        "none" => format!("({})", ending.step),
        door => format!("(tiebreaker through door {door}: {})", ending.step),
    };
    match &ending.winner_agent {
        Some(agent) => {
            format!("{} ({}) wins after round {rounds} {by}.", capital(&ending.winner), printable(agent))
        }
        None => format!("A shared victory after round {rounds} {by}."),
    }
}

/// Returns interceptions and miscommunications.
fn tokens(tokens: TokensEntry) -> String {
    format!("{}I {}M", tokens.interceptions, tokens.miscommunications)
}

fn percent(p: f32) -> String {
    format!("{:.1}%", 100.0 * p)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(display_width(text))))
}
