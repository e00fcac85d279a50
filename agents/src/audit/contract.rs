//! The check of each requirement.

use overhear_engine::game::{Answer, Belief, Deal, MAX_MEMBERS, Player, Role};
use overhear_engine::rules::{BySide, Clue, ClueLaw, Clues, PublicRecord, Slot};

use super::question::AuditQuestion;
use super::{Audit, Breach};

/// Number of times that hidden information is redealt for each question.
const REDEALS: u64 = 3;

/// Number of the first deal that hidden information is taken from.
const ELSEWHERE: u64 = 1_000_000;

impl Audit<'_> {
    pub(super) fn legal(&self) -> Result<u64, Breach> {
        self.each_question(|question| match question.ask_fresh(self.agent) {
            Answer::Clues(clues) => legal(question, &clues),
            _ => Ok(()),
        })
    }

    pub(super) fn probable(&self) -> Result<u64, Breach> {
        self.each_question(|question| match question.ask_fresh(self.agent) {
            Answer::Clues(_) => Ok(()),
            answer => probable(&answer),
        })
    }

    /// Checks [`Duty::Repeatable`](super::Duty::Repeatable): asks one player every question twice, and another player the questions of
    /// each moment in reverse order.
    pub(super) fn repeatable(&self) -> Result<u64, Breach> {
        let mut count = 0;
        for number in self.numbers() {
            let (mut forwards, mut backwards) = (AuditPlayers::default(), AuditPlayers::default());
            for snapshot in self.snapshots(number) {
                let questions = snapshot.questions(self);
                let mut reversed: Vec<Answer> =
                    questions.iter().rev().map(|q| backwards.answer(self, q)).collect();
                for question in &questions {
                    let answer = forwards.answer(self, question);
                    let again = forwards.answer(self, question);
                    differs(&answer, &again, "asked again").map_err(|what| question.breach(what))?;
                    let other = reversed.pop().expect("every question was asked");
                    differs(&answer, &other, "asked in another order")
                        .map_err(|what| question.breach(what))?;
                    count += 1;
                }
            }
        }
        Ok(count)
    }

    pub(super) fn fresh(&self) -> Result<u64, Breach> {
        let mut players = AuditPlayers::default();
        let mut game = None;
        self.each_question(|question| {
            if game.replace(question.number) != Some(question.number) {
                players = AuditPlayers::default();
            }
            let seasoned = players.answer(self, question);
            differs(&seasoned, &question.ask_fresh(self.agent), "asked of a fresh player")
        })
    }

    /// Checks [`Duty::Forgetful`](super::Duty::Forgetful): compares teams that play every game with teams that play one.
    pub(super) fn forgetful(&self) -> Result<u64, Breach> {
        let mut reused_teams = self.teams();
        for number in self.numbers().chain(self.numbers()) {
            let (here, alone) = (self.play(number, &mut reused_teams), self.play(number, &mut self.teams()));
            if here != alone {
                let what = "players with earlier games play it differently".to_owned();
                return Err(Breach { place: format!("deal {number}"), what });
            }
        }
        Ok(2 * self.games)
    }

    /// Checks [`Duty::Blind`](super::Duty::Blind): redeals everything that the player may not know.
    pub(super) fn blind(&self) -> Result<u64, Breach> {
        self.each_question(|question| {
            let answer = question.ask_in_the_round(self.agent);
            for n in 0..REDEALS {
                let deal =
                    redealt(question, Deal::clone(&self.deal(ELSEWHERE + REDEALS * question.number + n)));
                let elsewhere = AuditQuestion { deal: &deal, ..*question };
                let other = elsewhere.ask_in_the_round(self.agent);
                differs(&answer, &other, "with everything hidden dealt anew")?;
            }
            Ok(())
        })
    }

    pub(super) fn alike(&self) -> Result<u64, Breach> {
        if self.agent.thinks_alike() {
            self.each_question(|question| self.alike_about(question))
        } else {
            Ok(0)
        }
    }

    /// Returns the number of questions on which the members of a team disagree.
    pub fn disagreements(&self) -> u64 {
        let mut count = 0;
        let counted = self.each_question(|question| {
            count += u64::from(self.alike_about(question).is_err());
            Ok(())
        });
        counted.map_or(0, |_| count)
    }

    /// Compares the answers of all members, drawn from the first member's stream so that chance makes no
    /// difference.
    fn alike_about(&self, question: &AuditQuestion<'_>) -> Result<(), String> {
        let first = self.answer_of(question, 0);
        (1..MAX_MEMBERS as u8).try_for_each(|member| {
            differs(&first, &self.answer_of(question, member), "asked of another member")
        })
    }

    /// Returns the answer of a member, drawn from the first member's stream.
    fn answer_of(&self, question: &AuditQuestion<'_>, member: u8) -> Answer {
        AuditQuestion { member, ..*question }.ask_drawing(self.agent, question.stream_of(0))
    }

    /// Checks [`Duty::Patient`](super::Duty::Patient): removes clues from the record and from the clues in question, in every
    /// combination.
    pub(super) fn patient(&self) -> Result<u64, Breach> {
        self.each_question(|question| {
            let (record, opening) = (self.thinned(question.record), self.thinned(question.opening));
            for missing in 0..8usize {
                let clues: [Option<Clue>; 3] =
                    std::array::from_fn(|n| question.clues[n].filter(|_| missing >> n & 1 == 0));
                let partial_question =
                    AuditQuestion { record: &record, opening: &opening, clues, ..*question };
                match partial_question.ask_fresh(self.agent) {
                    Answer::Clues(clues) => legal(&partial_question, &clues)?,
                    answer => probable(&answer)?,
                }
            }
            Ok(())
        })
    }

    /// Returns the record without one clue of each half.
    fn thinned(&self, record: &PublicRecord) -> PublicRecord {
        let mut thin = self.blank();
        for (n, mut half) in record.halves().iter().copied().enumerate() {
            half.clues[n % 3] = None;
            thin.push(half);
        }
        thin
    }
}

/// The players of one game, built at their first question.
#[derive(Default)]
struct AuditPlayers(BySide<[Option<Player>; MAX_MEMBERS]>);

impl AuditPlayers {
    fn answer(&mut self, audit: &Audit<'_>, question: &AuditQuestion<'_>) -> Answer {
        let seated = &mut self.0[question.side][question.member as usize];
        question.ask(seated.get_or_insert_with(|| Player::fresh(audit.agent, question.question().seat())))
    }
}

fn differs(one: &Answer, other: &Answer, when: &str) -> Result<(), String> {
    if one == other {
        Ok(())
    } else {
        Err(format!("{when}, it answers {} and not {}", described(other), described(one)))
    }
}

/// Returns a short description of an answer.
fn described(answer: &Answer) -> String {
    match answer {
        Answer::Clues(clues) => format!("the clues {:?}", clues.map(|clue| clue.map(Clue::index))),
        Answer::Belief(belief) => {
            let best = belief.best();
            format!("{best} with probability {}", belief.probability(best))
        }
        Answer::Keywords(believed) => {
            let best = Slot::ALL.map(|slot| {
                let words = believed.weights(slot).iter().enumerate();
                words.max_by(|a, b| a.1.total_cmp(b.1)).map_or((0, 0.0), |(word, &weight)| (word, weight))
            });
            format!("the keywords {best:?} with their weights")
        }
        Answer::Talk(reply) => format!("`{}`", reply.text),
    }
}

/// Returns the name of a clue: its text where texts are known, as wherever a bot plays; elsewhere its number.
fn named(law: &ClueLaw, clue: Clue) -> String {
    let text = law.utterances().map(|utterances| format!("`{}`", utterances.text(clue)));
    text.unwrap_or_else(|| clue.index().to_string())
}

/// Checks that there are three clues, all of them legal (R18, R20, R21).
fn legal(question: &AuditQuestion<'_>, clues: &Clues) -> Result<(), String> {
    let setup = question.setup;
    let keywords = &question.deal.keywords[question.side];
    let mut earlier = question.opening.clues_of(question.side).to_vec();
    for clue in clues {
        let clue = clue.ok_or("it gives no clue")?;
        let verdict = setup.law().verdict(clue, keywords, setup.rules().repeat, earlier.iter().copied());
        verdict.map_err(|illegal| format!("clue {}: {illegal}", named(setup.law(), clue)))?;
        earlier.push(clue);
    }
    Ok(())
}

fn probable(answer: &Answer) -> Result<(), String> {
    match answer {
        Answer::Belief(belief) => sums_to_one(belief),
        Answer::Keywords(believed) => {
            Slot::ALL.into_iter().try_for_each(|slot| check_weights(believed.weights(slot)))
        }
        Answer::Clues(_) | Answer::Talk(_) => Ok(()),
    }
}

/// Checks that weights are finite and not negative, and that at least one is positive.
fn check_weights(row: &[f32]) -> Result<(), String> {
    match row.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0)) {
        Some(weight) => Err(format!("{weight} is not the weight of a keyword")),
        None if row.iter().all(|weight| *weight == 0.0) => {
            Err("it holds every keyword impossible".to_owned())
        }
        None => Ok(()),
    }
}

fn sums_to_one(belief: &Belief) -> Result<(), String> {
    let probabilities = belief.probabilities();
    if let Some(p) = probabilities.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(format!("{p} is not a probability"));
    }
    let total: f32 = probabilities.iter().sum();
    if (total - 1.0).abs() < 1e-5 { Ok(()) } else { Err(format!("the probabilities sum to {total}")) }
}

/// Returns another deal with everything that the player may know copied from this one.
fn redealt(question: &AuditQuestion<'_>, mut other: Deal) -> Deal {
    let (side, member) = (question.side, question.member as usize);
    if question.setup.rules().gives_clues(side) {
        other.keywords[side] = question.deal.keywords[side];
    }
    other.noise_seeds[side][member] = question.deal.noise_seeds[side][member];
    let round = question.round as usize - 1;
    if question.role == Role::Encryptor {
        other.codes[round][side] = question.deal.codes[round][side];
    }
    let past = question.round as usize - 1;
    other.codes[..past].copy_from_slice(&question.deal.codes[..past]);
    other
}
