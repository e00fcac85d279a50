//! Counts of talks: the answers of members alone, of their pool and of the team after the talk.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::game::{Game, MAX_MEMBERS, MAX_TALK_TURNS, Talk};
use crate::rules::{MAX_HALVES, Side};

/// First and second moments over games of n, a number of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct AnswerMoments {
    /// Σ n.
    pub n: u64,
    /// Σ n².
    pub nn: u64,
}

/// First and second moments over games of y, a count of right answers among n or a difference of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct CountMoments {
    /// Σ y.
    pub y: i64,
    /// Σ y².
    pub yy: u64,
    /// Σ y n.
    pub yn: i64,
}

/// Counts of an agent's talks in one role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct TalkCounts {
    /// Number of games with a talk.
    pub games: u64,
    /// Number of talks, and thus of the team's answers before and after them.
    pub talks: AnswerMoments,
    /// Number of answers of members alone.
    pub answers: AnswerMoments,
    /// Right answers of members alone, among `answers`.
    pub alone: CountMoments,
    /// Right answers of the pool of the members' answers alone, among `talks`.
    pub pool: CountMoments,
    /// Right answers of the team after the talk, among `talks`.
    pub after: CountMoments,
    /// Right answers after the talk less those of the pool, among `talks`.
    pub gain: CountMoments,
    /// Number of messages.
    pub messages: u64,
    /// Number of members that named another code after the talk.
    pub revisions: u64,
    /// Number of revisions from a wrong code to the right one.
    pub mended: u64,
    /// Number of revisions from the right code to a wrong one.
    pub spoiled: u64,
    /// Number of revisions to a code that another member had named alone.
    pub followed: u64,
}

impl AnswerMoments {
    fn add(&mut self, n: u64) {
        self.n += n;
        self.nn += n * n;
    }

    fn merge(&mut self, other: &AnswerMoments) {
        self.n += other.n;
        self.nn += other.nn;
    }

    /// Returns `true` if these moments are possible for `games` games with 1 to `most` answers each.
    fn is_consistent_with(&self, games: u64, most: u64) -> bool {
        let [games, most, n, nn] = [games, most, self.n, self.nn].map(u128::from);
        (games..=games * most).contains(&n) && nn <= games * most * most
    }
}

impl CountMoments {
    fn add(&mut self, y: i64, n: u64) {
        self.y += y;
        self.yy += y.unsigned_abs().pow(2);
        self.yn += y * n as i64;
    }

    fn merge(&mut self, other: &CountMoments) {
        self.y += other.y;
        self.yy += other.yy;
        self.yn += other.yn;
    }

    /// Returns `true` if these moments are possible with this number of answers.
    fn is_consistent_with(&self, among: &AnswerMoments) -> bool {
        self.y.unsigned_abs() <= among.n && self.yn.unsigned_abs() <= among.nn && self.yy <= among.nn
    }
}

/// Counts of one game.
#[derive(Default)]
struct GameCounts {
    talks: u64,
    answers: u64,
    alone: i64,
    pool: i64,
    after: i64,
}

impl TalkCounts {
    /// Returns `true` if there was no talk in either role. Files then leave the counts out.
    #[cfg(feature = "serde")]
    pub(super) fn are_empty(roles: &[TalkCounts; 2]) -> bool {
        roles.iter().all(|counts| counts.games == 0)
    }

    /// Adds the talks of a side in a game: about its own codes, and about the opponents'.
    pub(super) fn add_game(roles: &mut [TalkCounts; 2], side: Side, game: &Game) {
        let mut counts = [GameCounts::default(), GameCounts::default()];
        for talk in game.talks.iter().filter(|talk| talk.team == side) {
            let role = usize::from(game.record.halves()[talk.half].side != side);
            roles[role].add_talk(talk, game, &mut counts[role]);
        }
        for (role, GameCounts { talks, answers, alone, pool, after }) in roles.iter_mut().zip(counts) {
            if talks > 0 {
                role.games += 1;
                role.talks.add(talks);
                role.answers.add(answers);
                role.alone.add(alone, answers);
                role.pool.add(pool, talks);
                role.after.add(after, talks);
                role.gain.add(after - pool, talks);
            }
        }
    }

    fn add_talk(&mut self, talk: &Talk, game: &Game, counts: &mut GameCounts) {
        let right = game.record.halves()[talk.half].code;
        counts.talks += 1;
        counts.answers += talk.members.len() as u64;
        counts.pool += i64::from(talk.pool.code == right);
        counts.after += i64::from(talk.after.code == right);
        self.messages += talk.messages.len() as u64;
        for member in &talk.members {
            counts.alone += i64::from(member.alone.code == right);
            if member.is_revised() {
                self.revisions += 1;
                self.mended += u64::from(member.after.code == right);
                self.spoiled += u64::from(member.alone.code == right);
                self.followed += u64::from(talk.members_followed(member).next().is_some());
            }
        }
    }

    pub(super) fn merge(&mut self, other: &TalkCounts) {
        self.games += other.games;
        self.talks.merge(&other.talks);
        self.answers.merge(&other.answers);
        self.alone.merge(&other.alone);
        self.pool.merge(&other.pool);
        self.after.merge(&other.after);
        self.gain.merge(&other.gain);
        self.messages += other.messages;
        self.revisions += other.revisions;
        self.mended += other.mended;
        self.spoiled += other.spoiled;
        self.followed += other.followed;
    }

    /// Returns `true` if these counts are possible for an agent with at most `games` games.
    pub(super) fn is_consistent_with(&self, games: u128) -> bool {
        let (halves, answers) = (MAX_HALVES as u64, (MAX_HALVES * MAX_MEMBERS) as u64);
        u128::from(self.games) <= games
            && self.talks.is_consistent_with(self.games, halves)
            && self.answers.is_consistent_with(self.games, answers)
            && self.alone.is_consistent_with(&self.answers)
            && [self.pool, self.after, self.gain].iter().all(|sums| sums.is_consistent_with(&self.talks))
            && self.after.y.checked_sub(self.pool.y) == Some(self.gain.y)
            && u128::from(self.messages) <= u128::from(self.answers.n) * u128::from(MAX_TALK_TURNS)
            && self.revisions <= self.answers.n
            && u128::from(self.mended) + u128::from(self.spoiled) <= u128::from(self.revisions)
            && self.followed <= self.revisions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Belief, TalkAnswer, TalkMember, TalkMessage};
    use crate::rules::{Code, Half};

    /// The code of every half, and two wrong ones.
    const RIGHT: Code = Code::ALL[5];
    const WRONG: Code = Code::ALL[6];
    const OTHER: Code = Code::ALL[7];

    const fn answer(code: Code) -> TalkAnswer {
        TalkAnswer { belief: Belief::UNIFORM, code }
    }

    /// A talk with the codes of the pool and of the team after it, and those of each member alone and after it.
    fn talk(half: usize, team: Side, pool: [Code; 2], members: &[[Code; 2]], messages: usize) -> Talk {
        let member = |(member, &[alone, after]): (u8, &[Code; 2])| TalkMember {
            member,
            alone: answer(alone),
            after: answer(after),
        };
        let message = TalkMessage { turn: 1, member: 0, text: "no".to_owned(), code: RIGHT };
        Talk {
            half,
            team,
            members: (0..).zip(members).map(member).collect(),
            pool: answer(pool[0]),
            after: answer(pool[1]),
            messages: vec![message; messages],
        }
    }

    fn game(talks: Vec<Talk>) -> Game {
        let mut game = Game::new();
        game.talks = talks;
        for n in 0..6 {
            game.record.push(Half {
                round: 1 + n / 2,
                side: Side::ALL[usize::from(n % 2)],
                clues: [None; 3],
                guess: RIGHT,
                interception: None,
                code: RIGHT,
                forfeited: false,
            });
        }
        game
    }

    /// A game with three talks of White about its codes, one about Black's, and one of Black.
    fn talkative() -> Game {
        game(vec![
            talk(0, Side::White, [RIGHT, WRONG], &[[RIGHT, WRONG], [WRONG, WRONG]], 3),
            talk(1, Side::White, [RIGHT, RIGHT], &[[RIGHT; 2], [RIGHT; 2], [RIGHT; 2]], 2),
            talk(2, Side::White, [WRONG, RIGHT], &[[WRONG, RIGHT], [RIGHT, RIGHT]], 1),
            talk(3, Side::Black, [WRONG, WRONG], &[[WRONG; 2], [WRONG; 2]], 5),
            talk(4, Side::White, [WRONG, RIGHT], &[[RIGHT, RIGHT], [RIGHT, OTHER]], 0),
        ])
    }

    fn counted(games: &[Game], side: Side) -> [TalkCounts; 2] {
        let mut roles = [TalkCounts::default(); 2];
        games.iter().for_each(|game| TalkCounts::add_game(&mut roles, side, game));
        roles
    }

    #[test]
    fn the_talks_of_a_side_are_counted_by_whose_code_they_are_about() {
        let [own, others] = counted(&[talkative()], Side::White);
        let expected = TalkCounts {
            games: 1,
            talks: AnswerMoments { n: 3, nn: 9 },
            answers: AnswerMoments { n: 6, nn: 36 },
            alone: CountMoments { y: 4, yy: 16, yn: 24 },
            pool: CountMoments { y: 1, yy: 1, yn: 3 },
            after: CountMoments { y: 2, yy: 4, yn: 6 },
            gain: CountMoments { y: 1, yy: 1, yn: 3 },
            messages: 4,
            revisions: 3,
            mended: 1,
            spoiled: 2,
            followed: 2,
        };
        assert_eq!(own, expected);
        let expected = TalkCounts {
            games: 1,
            talks: AnswerMoments { n: 1, nn: 1 },
            answers: AnswerMoments { n: 3, nn: 9 },
            alone: CountMoments { y: 3, yy: 9, yn: 9 },
            pool: CountMoments { y: 1, yy: 1, yn: 1 },
            after: CountMoments { y: 1, yy: 1, yn: 1 },
            messages: 2,
            ..TalkCounts::default()
        };
        assert_eq!(others, expected);
        assert_eq!(counted(&[talkative()], Side::Black)[0].talks.n, 1);
        assert_eq!(counted(&[talkative()], Side::Black)[1], TalkCounts::default());
    }

    #[test]
    fn games_add_up_and_a_game_without_talks_counts_for_nothing() {
        let silent = game(Vec::new());
        assert!(TalkCounts::are_empty(&counted(std::slice::from_ref(&silent), Side::White)));
        let once = counted(&[talkative()], Side::White);
        assert!(!TalkCounts::are_empty(&once) && !TalkCounts::are_empty(&[once[0], TalkCounts::default()]));
        let thrice = counted(&[talkative(), silent, talkative(), talkative()], Side::White);
        let [own, _] = thrice;
        assert_eq!((own.games, own.talks.nn, own.alone.yn, own.mended, own.messages), (3, 27, 72, 3, 12));
        let mut merged = once;
        for _ in 0..2 {
            merged.iter_mut().zip(&once).for_each(|(sum, part)| sum.merge(part));
        }
        assert_eq!(merged, thrice);
    }

    #[test]
    fn the_largest_counts_are_possible_and_larger_ones_are_not() {
        let (games, talks, answers) = (2, MAX_HALVES as u64, (MAX_HALVES * MAX_MEMBERS) as u64);
        let moments = |n: u64| AnswerMoments { n: games * n, nn: games * n * n };
        let all =
            |n: u64| CountMoments { y: (games * n) as i64, yy: games * n * n, yn: (games * n * n) as i64 };
        let most = TalkCounts {
            games,
            talks: moments(talks),
            answers: moments(answers),
            alone: all(answers),
            pool: CountMoments::default(),
            after: all(talks),
            gain: all(talks),
            messages: games * answers * u64::from(MAX_TALK_TURNS),
            revisions: games * answers,
            mended: games * answers / 2,
            spoiled: games * answers / 2,
            followed: games * answers,
        };
        assert!(most.is_consistent_with(2) && !most.is_consistent_with(1));
        let least = TalkCounts { games, talks: moments(1), answers: moments(1), ..TalkCounts::default() };
        assert!(least.is_consistent_with(2));
        let spoiled: [fn(&mut TalkCounts); 14] = [
            |counts| counts.talks.n += 1,
            |counts| counts.talks.nn += 1,
            |counts| counts.talks.n = 1,
            |counts| counts.answers.n += 1,
            |counts| counts.answers.nn += 1,
            |counts| counts.alone.y += 1,
            |counts| counts.alone.yy += 1,
            |counts| counts.alone.yn += 1,
            |counts| counts.pool.y += 1,
            |counts| counts.messages += 1,
            |counts| counts.revisions += 1,
            |counts| counts.mended += 1,
            |counts| counts.spoiled += 1,
            |counts| counts.followed += 1,
        ];
        for (n, spoil) in spoiled.into_iter().enumerate() {
            let mut counts = most;
            spoil(&mut counts);
            assert!(!counts.is_consistent_with(2), "{n}");
        }
    }
}
