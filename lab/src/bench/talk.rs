//! The talk task: members of a team answer alone, talk, and answer again. Only agents that talk have its rows.

use overhear_agents::registry::Spec;
use overhear_bots::protocol::RoleName;
use overhear_engine::game::{Role, Talk, TalkMember, TalkMessage};
use overhear_engine::rules::{Half, Rules};
use serde_json::{Value, json};

use super::BenchOutput;
use super::context::{Bench, GIVERS};
use super::halves::{TalkingGame, games_per_part, talking_games};
use super::number::{BenchNumber, Sums, one_if, rounded};
use crate::error::LabError;

/// Members of a team: two guessers and an Encryptor (R4).
const MEMBERS: u8 = 3;

/// Turns of a talk.
const TURNS: u8 = 2;

/// A built-in agent whose members think differently, and therefore talk.
const BESIDE: (&str, &str) = ("beside: `human`", "human");

/// Sums of talks in one role.
#[derive(Default)]
struct TalkSums {
    alone: Sums,
    pool: Sums,
    after: Sums,
    gain: Sums,
    revised: Sums,
    followed: Sums,
    answers: u64,
    talks: u64,
    revisions: u64,
}

impl TalkSums {
    fn add(&mut self, deal: u64, talk: &Talk, half: &Half) {
        let [pool, after] = [talk.pool.code, talk.after.code].map(|code| one_if(code == half.code));
        self.talks += 1;
        self.pool.add(deal, pool, 1.0);
        self.after.add(deal, after, 1.0);
        self.gain.add(deal, after - pool, 1.0);
        for member in &talk.members {
            let is_revised = member.is_revised();
            self.answers += 1;
            self.revisions += u64::from(is_revised);
            self.alone.add(deal, one_if(member.alone.code == half.code), 1.0);
            self.revised.add(deal, one_if(is_revised), 1.0);
            if is_revised {
                self.followed.add(deal, one_if(talk.members_followed(member).next().is_some()), 1.0);
            }
        }
    }

    fn report(&self, player: &str, role: &str, measures: &mut Vec<BenchNumber>) {
        measures.extend(
            [
                ("accuracy of a member alone", self.alone.share(), self.answers),
                ("accuracy of the members' pool", self.pool.share(), self.talks),
                ("accuracy after the talk", self.after.share(), self.talks),
                ("gain of the talk over the pool", self.gain.difference(), self.talks),
                ("changed answers", self.revised.share(), self.answers),
                ("changed to another member's answer", self.followed.share(), self.revisions),
            ]
            .map(|(what, estimate, items)| {
                BenchNumber::new("talk", player, format!("{role}: {what}"), estimate, items)
            }),
        );
    }
}

impl Bench<'_> {
    /// Has the players' teams talk about clues of built-in agents.
    pub(super) fn talk(&self, (measures, items): BenchOutput<'_>) -> Result<(), LabError> {
        let beside = (BESIDE.0.to_owned(), self.registry.parse(BESIDE.1)?);
        for (player, spec) in [(self.spec.label.clone(), self.spec.clone()), beside] {
            let mut sums: [TalkSums; 2] = Default::default();
            for (place, giver) in (0..).zip(GIVERS) {
                for game in self.talking_games(&spec, giver, place)? {
                    // Deals of the three givers are different ones.
                    let deal = game.deal * GIVERS.len() as u64 + place;
                    for (talk, half) in &game.talks {
                        sums[usize::from(half.side != talk.team)].add(deal, talk, half);
                        if self.is_subject(&player) {
                            items.push(self.talk_item(giver, &game, talk, half));
                        }
                    }
                }
            }
            for (role, sums) in ["decode", "intercept"].into_iter().zip(&sums) {
                sums.report(&player, role, measures);
            }
        }
        Ok(())
    }

    /// Returns `true` if members of an agent's team talk.
    pub(super) fn talks(&self, spec: &Spec) -> Result<bool, LabError> {
        let agent = self.agent(&spec.to_string())?;
        Ok(!agent.thinks_alike() && agent.guesser().talks(Role::Guesser))
    }

    /// Plays games in which an agent's teams read a giver's clues and talk about them.
    fn talking_games(&self, spec: &Spec, giver: &str, place: u64) -> Result<Vec<TalkingGame>, LabError> {
        let [_, guesser] = Bench::parts(spec);
        let agents = [self.agent(&format!("{giver}/{guesser}"))?, self.agent(&format!("{giver}/bayes"))?];
        let (rules, share) = (self.talking_rules(), games_per_part(self.games, GIVERS.len()));
        let setup = self.words.world.setup(&rules)?.with_talk(TURNS);
        talking_games(setup, &agents, self.seed_of_part(place), share, self.watch)
    }

    fn talking_rules(&self) -> Rules {
        Rules { white_team: MEMBERS, black_team: MEMBERS, ..self.all_rounds }
    }

    fn talk_item(&self, giver: &str, game: &TalkingGame, talk: &Talk, half: &Half) -> Value {
        json!({
            "task": "talk", "game": game.game, "round": half.round, "giver": giver,
            "about": if half.side == talk.team { "decode" } else { "intercept" },
            "clues": self.texts(half), "code": half.code.number(),
            "members": talk.members.iter().map(member_item).collect::<Vec<_>>(),
            "said": talk.messages.iter().map(message_item).collect::<Vec<_>>(),
            "pool": talk.pool.code.number(), "after": talk.after.code.number(),
            "p_pool": rounded(talk.pool.belief.probability(half.code).into()),
            "p_after": rounded(talk.after.belief.probability(half.code).into()),
        })
    }

    /// Returns the maximal number of questions of the task.
    pub(super) fn most_talk_questions(&self) -> u64 {
        let [_, guesser] = Bench::parts(&self.spec);
        let Ok(reader) = self.registry.parse(&format!("margin/{guesser}")) else { return 0 };
        if !self.bots.has_role(&self.spec, RoleName::Discuss) || !self.talks(&self.spec).unwrap_or(false) {
            return 0;
        }
        let games = GIVERS.len() as u64 * games_per_part(self.games, GIVERS.len());
        self.bots.most_questions(&[(&reader, games)], &self.talking_rules(), TURNS)
    }
}

/// Returns the answers of a member, for the item of its talk.
fn member_item(member: &TalkMember) -> Value {
    let TalkMember { member: place, alone, after, .. } = member;
    json!({"member": 1 + place, "alone": alone.code.number(), "after": after.code.number()})
}

/// Returns a message, for the item of its talk.
fn message_item(message: &TalkMessage) -> Value {
    let TalkMessage { turn, member, text, code } = message;
    json!({"turn": turn, "member": 1 + member, "text": text, "code": code.number()})
}
