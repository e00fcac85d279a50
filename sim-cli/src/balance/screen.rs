//! The balance report for display, eighty columns wide.

use overhear_engine::rules::{Players, Side, TieCondition};

use overhear_lab::balance::{
    ALL, BalanceResult, GameGroup, KindRow, LastRound, LengthRow, RatioReader, SkillRow, Statistic,
    WhatIfRow, change_name, median_rounds,
};
use overhear_lab::experiment::Population;
use overhear_lab::paired::EndingKind;
use overhear_lab::table::{MeasuredValue, bracketed, counted, fixed, grouped, plain};

use crate::output::{Column, Paint, broken, reflowed, render, wrapped};

const LEGEND: &str = "\
±, –: 95 %. ( ): fewer than 30 games. How the game was tied: a, one team won and
lost at once; b, both won; c, both lost; d, the last round was over.";

const AT_TABLES: &str = "\
These ranges hold for all tables and measures at once (95 %, Bonferroni).";

const KINDS: &str = "\
Which kind of team does each step favour? Score of the team that, by tokens
alone, misses fewer own codes (clear) or has fewer intercepted (secret):
";

const WHAT_IF: &str = "\
What if another tiebreaker scored the same games? Changes in points of 100:
shared games, the score of White, of the clearer and the more secretive team.
";

/// Returns the report on every population.
pub(crate) fn draw(result: &BalanceResult, paint: Paint) -> String {
    let BalanceResult { lab, stats, rules, minutes: assumed, tables, opening, sentences, .. } = result;
    let mut text: String = opening.iter().map(|sentence| wrapped(sentence)).collect();
    if !opening.is_empty() {
        text += &(paint.legend(AT_TABLES) + "\n\n");
    }
    for ((population, stats), sentence) in lab.populations.iter().zip(stats).zip(sentences) {
        let title = format!("{}, {}", population.title(), counted(stats.games(), "game"));
        text += &(paint.bold(&title) + "\n" + &wrapped(sentence));
        let read = RatioReader { ratios: &stats.all().played, rules };
        if rules.players == Players::Three {
            text += &lengths(read, |rounds| minutes(&tables.lengths, rounds), paint);
            text += &(paint.dim(wrapped(&assumed.assumptions()).trim_end()) + "\n\n");
            continue;
        }
        text += &ladder(read, paint);
        text += &(paint.legend(LEGEND) + "\n\n");
        text += &lengths(read, |rounds| minutes(&tables.lengths, rounds), paint);
        text += &(paint.dim(wrapped(&assumed.assumptions()).trim_end()) + "\n\n");
        text += &broken(&drama(read));
        text += &skill(population, &tables.skill, paint);
        text += &kinds(population, &tables.kinds, paint);
        text += &whatifs(population, &tables.whatifs, paint);
        text += "\n";
    }
    text
}

/// Returns a share of `games` games in percent, with its error.
fn percent(share: Option<MeasuredValue>, games: u64) -> String {
    bracketed(share.map_or(String::new(), |share| share.scaled(100.0).text(1)), games)
}

/// Returns a share of all games in percent.
fn share_percent(read: RatioReader<'_>, statistic: Statistic) -> String {
    percent(read.share(statistic), read.ratios.games())
}

fn ladder(read: RatioReader<'_>, paint: Paint) -> String {
    let ratios = read.ratios;
    let mut columns = vec![Column::words("decided by")];
    columns.extend(["games", "% of games", "a", "b", "c", "d", "White's %"].map(Column::numbers));
    let mut rows: Vec<Vec<String>> = EndingKind::ALL.map(|rung| ladder_row(read, rung)).into();
    let mut all = vec!["all".to_owned(), grouped(ratios.games()), "100.0".to_owned()];
    all.extend(TieCondition::ALL.map(|door| grouped(ratios.decided(GameGroup::Door(Some(door))))));
    all.push(percent(read.score(Statistic::White(None)), ratios.games()));
    rows.push(all);
    render(&columns, rows, paint)
}

/// Returns the row of a step: its games, altogether and by how they were tied, and White's score in them.
fn ladder_row(read: RatioReader<'_>, rung: EndingKind) -> Vec<String> {
    let ratios = read.ratios;
    let all = ratios.games_counted(Statistic::Ladder(GameGroup::All, rung));
    let mut row = vec![
        rung.name().to_owned(),
        grouped(all),
        share_percent(read, Statistic::Ladder(GameGroup::All, rung)),
    ];
    row.extend(
        TieCondition::ALL
            .map(|door| grouped(ratios.games_counted(Statistic::Ladder(GameGroup::Door(Some(door)), rung)))),
    );
    row.push(percent(read.score(Statistic::White(Some(rung))), all));
    row
}

/// Returns the estimated minutes of a game of this many rounds, which are equal for all pairings.
fn minutes(lengths: &[LengthRow], rounds: u8) -> String {
    let row = lengths.iter().find(|row| row.rounds == u64::from(rounds));
    row.and_then(|row| row.minutes).map_or(String::new(), |minutes| plain(minutes, 2))
}

fn lengths(read: RatioReader<'_>, minutes: impl Fn(u8) -> String, paint: Paint) -> String {
    let ratios = read.ratios;
    let columns = ["rounds", "games", "% of games", "% still open after it", "minutes"].map(Column::numbers);
    let limit = ratios.longest();
    let rows = (1..=limit).map(|rounds| {
        vec![
            rounds.to_string(),
            grouped(ratios.games_counted(Statistic::Rounds(rounds))),
            share_percent(read, Statistic::Rounds(rounds)),
            share_percent(read, Statistic::Open(rounds)),
            minutes(rounds),
        ]
    });
    let mean = ratios.ratio(Statistic::Length).map_or(String::new(), |mean| fixed(mean, 2));
    let median = median_rounds(ratios, limit).map_or(String::new(), |median| fixed(median, 1));
    render(&columns, rows.collect(), paint) + &format!("mean {mean} rounds, median {median}\n")
}

fn drama(read: RatioReader<'_>) -> String {
    let ratios = read.ratios;
    let [leader_wins, level_opens, trailing_wins, shared] =
        LastRound::ALL.map(|swing| share_percent(read, Statistic::LastRound(swing)));
    let changes = ratios.ratio(Statistic::LeadChanges).map_or(String::new(), |mean| fixed(mean, 3));
    let sides = [Side::White, Side::Black].map(|side| grouped(ratios.decided(GameGroup::Winner(Some(side)))));
    format!(
        "won by White {}, by Black {}\n\
         the last round: the leader wins {leader_wins} %, shared {shared} %,\n\
         a level game opens {level_opens} %, the trailing team wins {trailing_wins} %\n\
         settled already by the first half of the last round {} %\n\
         lead changes a game {changes}\n\n",
        sides[0],
        sides[1],
        share_percent(read, Statistic::Settled)
    )
}

/// Returns the table of the better agent's score by deciding step, a row for each pairing.
fn skill(population: &Population, rows: &[SkillRow], paint: Paint) -> String {
    let labels = population.labels();
    let rows: Vec<&SkillRow> = rows.iter().filter(|row| row.agents.are_of(&labels)).collect();
    if rows.is_empty() || labels.len() < 2 {
        return String::new();
    }
    let mut columns = vec![Column::words("better"), Column::words("worse")];
    columns.extend(["all %", "tokens %", "points %", "keywords %"].map(Column::numbers));
    let cells = rows.chunks(1 + EndingKind::ALL.len()).map(|steps| {
        let names = [&steps[0].better, &steps[0].worse].map(String::clone);
        names.into_iter().chain(steps[..4].iter().map(|row| score(row.score, row.games))).collect()
    });
    broken("Does the better team still win? Its score, by what decided the game:")
        + &render(&columns, cells.collect(), paint)
        + "\n"
}

/// Returns a score by deciding step as files have it, with its interval on the next line.
fn score(score: Option<MeasuredValue>, games: u64) -> String {
    percent(score.and_then(MeasuredValue::as_in_files), games).replace(' ', "\n")
}

/// Returns the table of the clearer and the more secretive agent's scores by deciding step, two rows for each
/// pairing.
fn kinds(population: &Population, rows: &[KindRow], paint: Paint) -> String {
    let labels = population.labels();
    let rows: Vec<&KindRow> = rows.iter().filter(|row| row.agents.are_of(&labels)).collect();
    if rows.is_empty() {
        return String::new();
    }
    let mut columns = vec![Column::words("more"), Column::words("team"), Column::words("other")];
    columns.extend(["tokens %", "points %", "keywords %"].map(Column::numbers));
    let cells = rows.chunks(1 + EndingKind::ALL.len()).map(|steps| {
        let names = [steps[0].kind.to_owned(), steps[0].team.clone(), steps[0].other.clone()];
        names.into_iter().chain(steps[1..4].iter().map(|row| score(row.score, row.games))).collect()
    });
    reflowed(KINDS) + &render(&columns, cells.collect(), paint) + "\n"
}

/// Returns the table of the effects of other tiebreakers on the same games.
fn whatifs(population: &Population, rows: &[WhatIfRow], paint: Paint) -> String {
    let mut labels = population.labels();
    if labels.len() > 2 {
        labels = vec![ALL];
    }
    let changes = if labels.len() == 2 { 4 } else { 2 };
    let titles = ["other winner", "last step", "shared", "White", "clearer", "secretive"];
    let mut columns = vec![Column::words("what if")];
    columns.extend(titles[..2 + changes].iter().map(|title| Column::numbers(title)));
    let cells = rows.iter().filter(|row| row.agents.are_of(&labels)).map(|row| {
        let differences =
            [row.shared_difference, row.white_difference, row.clear_difference, row.secret_difference];
        let differences = differences.into_iter().take(changes).map(|change| change_text(change, row.games));
        let counts = [row.changed, row.shared].map(grouped);
        [change_name(&row.change)].into_iter().chain(counts).chain(differences).collect()
    });
    reflowed(WHAT_IF) + &render(&columns, cells.collect(), paint)
}

/// Returns a change as files have it in points of 100, with its interval on the next line.
fn change_text(change: Option<MeasuredValue>, games: u64) -> String {
    let change = change.and_then(MeasuredValue::as_in_files);
    let sign = if change.is_some_and(|change| change.value >= 0.0) { "+" } else { "" };
    let text = change.map_or(String::new(), |change| change.scaled(100.0).text(1));
    bracketed(sign.to_owned() + &text, games).replace(' ', "\n")
}
