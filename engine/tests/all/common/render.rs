//! A played script as text: every question with all that the player was handed, every half, every judgement.

use std::fmt::{self, Write as _};

use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, Half, Judgement, PublicRecord, Side, Slot, Tokens};

use super::script::Script;
use super::scripted::{LoggedQuestion, SURE, Task};

/// How a game ended, as scripts write it: `white, points, door b, round 4`.
pub(crate) fn ending(game: &Game) -> String {
    let ending = game.ending;
    let mut text = ending.winner.map_or(String::new(), |winner| format!("{winner}, "));
    write!(text, "{}", ending.decided_by).expect("a string takes everything");
    if let Some(door) = ending.tie_condition {
        write!(text, ", door {door}").expect("a string takes everything");
    }
    format!("{text}, round {}", game.rounds)
}

/// The whole game.
pub(crate) fn game(script: &Script, game: &Game, questions: &[LoggedQuestion]) -> String {
    let mut text = Text {
        script,
        game,
        out: String::new(),
        shown: PublicRecord::for_rules(&script.rules),
        round: 0,
        tied: false,
    };
    for question in questions {
        text.question(question).expect("a string takes everything");
    }
    text.close().expect("a string takes everything");
    text.out
}

struct Text<'a> {
    script: &'a Script,
    game: &'a Game,
    out: String,
    /// The halves that have been written.
    shown: PublicRecord,
    round: u8,
    /// Whether a round has ended in a tie.
    tied: bool,
}

impl Text<'_> {
    fn question(&mut self, question: &LoggedQuestion) -> fmt::Result {
        self.halves_up_to(question.record.halves().len())?;
        let LoggedQuestion { side, member, noise_seed, keywords, record, task } = question;
        if let Task::Encrypt { round, .. } = *task
            && round != self.round
        {
            self.round = round;
            writeln!(self.out, "\nround {round}")?;
        }
        let role = match task {
            Task::Encrypt { .. } => "encryptor",
            Task::Decode { .. } => "guesser",
            Task::Intercept { .. } => "interceptor",
            Task::Name { .. } => "keyword guesser",
        };
        let holds = keywords.map_or("nothing".to_owned(), |keywords| self.script.name(keywords));
        write!(self.out, "  {side} {role} (member {member}, noise seed {noise_seed}): holds {holds}; ")?;
        write!(self.out, "{}", self.known(record))?;
        match task {
            Task::Encrypt { round, code, answer } => {
                writeln!(self.out, "; round {round}; code {code}")?;
                writeln!(self.out, "    -> {}", self.script.say(answer))
            }
            Task::Decode { round, clues, answer, percent }
            | Task::Intercept { round, clues, answer, percent } => {
                writeln!(self.out, "; round {round}; clues {}", self.script.say(clues))?;
                let belief = if *percent == SURE { String::new() } else { format!(" with {percent} %") };
                writeln!(self.out, "    -> {answer}{belief}")
            }
            Task::Name { answer } => {
                writeln!(self.out)?;
                writeln!(self.out, "    -> {}", self.script.name(*answer))
            }
        }
    }

    /// What a view's record holds: the numbers of its halves where they are the ones shown, else all of it.
    fn known(&self, record: &PublicRecord) -> String {
        if record != &self.shown {
            return format!("A RECORD OF ITS OWN {:?}", record.halves());
        }
        let halves = match record.halves().len() {
            0 => "no halves".to_owned(),
            1 => "half 1".to_owned(),
            n => format!("halves 1-{n}"),
        };
        format!("knows {halves}, {}", tokens(record.tokens()))
    }

    fn halves_up_to(&mut self, count: usize) -> fmt::Result {
        for n in self.shown.halves().len()..count {
            let half = self.game.record.halves()[n];
            self.shown.push(half);
            self.half(n + 1, &half)?;
            let ends_the_round = !self.script.rules.gives_clues(Side::Black) || half.side == Side::Black;
            if ends_the_round {
                self.judgement(half.round)?;
            }
        }
        Ok(())
    }

    fn half(&mut self, number: usize, half: &Half) -> fmt::Result {
        let Half { side, clues, guess, interception, code, forfeited, .. } = half;
        let right = |right: bool| if right { "right" } else { "wrong" };
        write!(self.out, "  half {number}: {side} gave {} for {code}", self.script.say(clues))?;
        match interception {
            Some(tried) => {
                write!(self.out, "; {} tried {tried}, {}", side.opponent(), right(tried == code))?;
            }
            None => write!(self.out, "; no interception")?,
        }
        if *forfeited {
            write!(self.out, "; the code is forfeited")?;
        }
        writeln!(self.out, "; {side} guessed {guess}, {}", right(half.understood()))
    }

    fn judgement(&mut self, round: u8) -> fmt::Result {
        let now = self.shown.tokens();
        let verdict = match self.script.rules.judge(now, round) {
            _ if self.tied => "sudden death".to_owned(),
            Judgement::PlayOn => "play on".to_owned(),
            Judgement::Won(_) => "decided".to_owned(),
            Judgement::Tied(door) => format!("tiebreaker through door {door}"),
        };
        self.tied |= verdict.starts_with("tiebreaker");
        writeln!(self.out, "  after round {round}: {}: {verdict}", tokens(now))
    }

    fn close(&mut self) -> fmt::Result {
        self.halves_up_to(self.game.record.halves().len())?;
        writeln!(self.out)?;
        for side in Side::ALL.into_iter().filter(|&side| self.script.rules.gives_clues(side)) {
            writeln!(self.out, "{side}'s sheet")?;
            for slot in Slot::ALL {
                let keyword = self.script.deck.text(self.script.deal.keywords[side][slot]);
                let clues = self.game.record.clues_for(side, slot).map(|clue| self.script.clue_text(clue));
                writeln!(self.out, "  {slot} {keyword}: {}", clues.collect::<Vec<_>>().join(", "))?;
            }
        }
        let BySide { white, black } = self.game.illegal_clues;
        if white + black > 0 {
            writeln!(self.out, "illegal clues: white {white}, black {black}")?;
        }
        let BySide { white, black } = self.game.late_clues;
        if white + black > 0 {
            writeln!(self.out, "late clues: white {white}, black {black}")?;
        }
        if let Some(BySide { white, black }) = self.game.keywords_right {
            let points = BySide::from_fn(|side| self.shown.tokens()[side].points(&self.script.rules));
            writeln!(self.out, "points: white {}, black {}", points.white, points.black)?;
            writeln!(self.out, "keywords right: white {white}, black {black}")?;
        }
        writeln!(self.out, "ending: {}", ending(self.game))
    }
}

fn tokens(tokens: BySide<Tokens>) -> String {
    let team = |team: Tokens| format!("{}+{}", team.interceptions, team.miscommunications);
    format!("tokens white {} black {}", team(tokens.white), team(tokens.black))
}
