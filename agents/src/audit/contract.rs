//! How each duty is checked.

use overhear_engine::game::{Answer, Belief, Deal, MAX_MEMBERS, Player, Role};
use overhear_engine::rules::{BySide, Clue, ClueLaw, Clues, PublicRecord, Slot};

use super::question::AuditQuestion;
use super::{Audit, Breach};

/// How often everything hidden is dealt anew for each question.
const REDEALS: u64 = 3;

/// The number of the first deal that hidden things are taken from.
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

    /// One player is asked everything twice, another the same questions of each moment backwards.
    pub(super) fn repeatable(&self) -> Result<u64, Breach> {
        let mut asked = 0;
        for number in self.numbers() {
            let (mut forwards, mut backwards) = (Heads::default(), Heads::default());
            for scene in self.scenes(number) {
                let questions = scene.questions(self);
                let mut reversed: Vec<Answer> =
                    questions.iter().rev().map(|q| backwards.answer(self, q)).collect();
                for question in &questions {
                    let answer = forwards.answer(self, question);
                    let again = forwards.answer(self, question);
                    differs(&answer, &again, "asked again").map_err(|what| question.breach(what))?;
                    let other = reversed.pop().expect("every question was asked");
                    differs(&answer, &other, "asked in another order")
                        .map_err(|what| question.breach(what))?;
                    asked += 1;
                }
            }
        }
        Ok(asked)
    }

    pub(super) fn fresh(&self) -> Result<u64, Breach> {
        let mut heads = Heads::default();
        let mut game = None;
        self.each_question(|question| {
            if game.replace(question.number) != Some(question.number) {
                heads = Heads::default();
            }
            let seasoned = heads.answer(self, question);
            differs(&seasoned, &question.ask_fresh(self.agent), "asked of a fresh player")
        })
    }

    /// Teams that play every game against teams that play one.
    pub(super) fn forgetful(&self) -> Result<u64, Breach> {
        let mut kept = self.teams();
        for number in self.numbers().chain(self.numbers()) {
            let (here, alone) = (self.play(number, &mut kept), self.play(number, &mut self.teams()));
            if here != alone {
                let what = "it is played otherwise by those who have played before".to_owned();
                return Err(Breach { place: format!("deal {number}"), what });
            }
        }
        Ok(2 * self.games)
    }

    /// Everything that the asked may not know is dealt anew.
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

    /// On how many questions the members of a team disagree.
    pub fn disagreements(&self) -> u64 {
        let mut count = 0;
        let counted = self.each_question(|question| {
            count += u64::from(self.alike_about(question).is_err());
            Ok(())
        });
        counted.map_or(0, |_| count)
    }

    /// All members draw from the first one's stream: those who think alike differ by chance alone.
    fn alike_about(&self, question: &AuditQuestion<'_>) -> Result<(), String> {
        let answer =
            |member| AuditQuestion { member, ..*question }.ask_drawing(self.agent, question.stream_of(0));
        let first = answer(0);
        (1..MAX_MEMBERS as u8)
            .try_for_each(|member| differs(&first, &answer(member), "asked of another member"))
    }

    /// Clues are taken out of the record and of the half that is heard, in every way.
    pub(super) fn patient(&self) -> Result<u64, Breach> {
        self.each_question(|question| {
            let (record, opening) = (self.thinned(question.record), self.thinned(question.opening));
            for missing in 0..8usize {
                let kept = |n: usize| question.clues[n].filter(|_| missing >> n & 1 == 0);
                let clues: [Option<Clue>; 3] = std::array::from_fn(kept);
                let asked = AuditQuestion { record: &record, opening: &opening, clues, ..*question };
                match asked.ask_fresh(self.agent) {
                    Answer::Clues(clues) => legal(&asked, &clues)?,
                    answer => probable(&answer)?,
                }
            }
            Ok(())
        })
    }

    /// The record with one clue of each half missing.
    fn thinned(&self, record: &PublicRecord) -> PublicRecord {
        let mut thin = self.blank();
        for (n, mut half) in record.halves().iter().copied().enumerate() {
            half.clues[n % 3] = None;
            thin.push(half);
        }
        thin
    }
}

/// The heads of one game, seated when they are first asked.
#[derive(Default)]
struct Heads(BySide<[Option<Player>; MAX_MEMBERS]>);

impl Heads {
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

/// An answer in a few words.
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
    }
}

/// A clue of the vocabulary by its number, another by its text.
fn named(law: &ClueLaw, clue: Clue) -> String {
    let text = law.utterances().filter(|said| said.has(clue)).map(|said| format!("`{}`", said.text(clue)));
    text.unwrap_or_else(|| clue.index().to_string())
}

/// R18, R20, R21: three clues, all of them legal.
fn legal(question: &AuditQuestion<'_>, clues: &Clues) -> Result<(), String> {
    let table = question.table;
    let keywords = &question.deal.keywords[question.side];
    let mut given = question.opening.clues_of(question.side).to_vec();
    for clue in clues {
        let clue = clue.ok_or("it gives no clue")?;
        let verdict = table.law().verdict(clue, keywords, table.rules().repeat, given.iter().copied());
        verdict.map_err(|illegal| format!("clue {}: {illegal}", named(table.law(), clue)))?;
        given.push(clue);
    }
    Ok(())
}

fn probable(answer: &Answer) -> Result<(), String> {
    match answer {
        Answer::Belief(belief) => sums_to_one(belief),
        Answer::Keywords(believed) => {
            Slot::ALL.into_iter().try_for_each(|slot| check_weights(believed.weights(slot)))
        }
        Answer::Clues(_) => Ok(()),
    }
}

/// Weights are finite and not negative, and one of them is more than 0.
fn check_weights(row: &[f32]) -> Result<(), String> {
    match row.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0)) {
        Some(weight) => Err(format!("{weight} is no weight of a keyword")),
        None if row.iter().all(|weight| *weight == 0.0) => {
            Err("it holds every keyword impossible".to_owned())
        }
        None => Ok(()),
    }
}

fn sums_to_one(belief: &Belief) -> Result<(), String> {
    let probabilities = belief.probabilities();
    if let Some(p) = probabilities.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(format!("{p} is no probability"));
    }
    let total: f32 = probabilities.iter().sum();
    if (total - 1.0).abs() < 1e-5 { Ok(()) } else { Err(format!("the probabilities sum to {total}")) }
}

/// Another deal, with what the asked may know of this one.
fn redealt(question: &AuditQuestion<'_>, mut other: Deal) -> Deal {
    let (side, member) = (question.side, question.member as usize);
    if question.table.rules().gives_clues(side) {
        other.keywords[side] = question.deal.keywords[side];
    }
    other.heads[side][member] = question.deal.heads[side][member];
    let round = question.round as usize - 1;
    if question.role == Role::Encryptor {
        other.codes[round][side] = question.deal.codes[round][side];
    }
    let past = question.round as usize - 1;
    other.codes[..past].copy_from_slice(&question.deal.codes[..past]);
    other
}
