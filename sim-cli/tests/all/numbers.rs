//! Numbers on pages and screens are those of the files, each with its own interval.

use crate::common::{Row, VEHICLES, file, number, stdout, table};

/// The cells of every row of a page's tables whose first one is this.
fn cells(page: &str, first: &str) -> Vec<Vec<String>> {
    let rows = page.split("<tr>").skip(1).map(|row| row.split("</tr>").next().unwrap_or_default());
    let cells = rows.map(|row| {
        let cells = row.split("<td").skip(1).filter_map(|cell| cell.split('>').nth(1)?.split('<').next());
        cells.map(str::to_owned).collect::<Vec<String>>()
    });
    cells.filter(|cells| cells.first().is_some_and(|cell| cell == first)).collect()
}

/// A share in percent, as people read it.
fn percent(row: &Row, column: &str) -> String {
    format!("{:.1}", 100.0 * number(row, column))
}

#[test]
fn what_was_seen_of_a_word_stands_alone_and_what_is_likely_has_its_own_interval() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let deck = file(&dir, "vehicles.txt", VEHICLES);
    let [out, page] = ["result", "page.html"].map(|name| dir.path().join(name).display().to_string());
    let command = format!(
        "balance --agent human --games 300 --seed 1 --by keyword --deck {deck} --format table --out {out}"
    );
    let screen = stdout(&command.split(' ').collect::<Vec<_>>());
    stdout(&["report", &out, "--out", &page]);
    let page = std::fs::read_to_string(page).expect("a page");
    let words = table(std::path::Path::new(&out), "keywords.csv");
    let mut seen = 0;
    for (row, stem) in words.iter().flat_map(|row| [(row, "missed"), (row, "overheard")]) {
        let stands_out = row[&format!("{stem}_p_adjusted")].parse().is_ok_and(|p: f64| p < 0.05);
        if !stands_out {
            continue;
        }
        let [rate, likely, low, high] =
            ["rate", "shrunk", "low", "high"].map(|part| percent(row, &format!("{stem}_{part}")));
        let is_shown = |cells: &Vec<String>| {
            let is_likely = |cell: &str| {
                let ends = cell.strip_prefix(&*likely);
                ends == Some(&format!(" ({low} to {high})"))
                    || ends.is_some_and(|ends| ends.starts_with(" ±"))
            };
            cells[2] == row[stem] && cells[3] == rate && is_likely(&cells[4])
        };
        let shown = cells(&page, &row["keyword"]);
        assert!(shown.iter().any(is_shown), "{row:?}: {shown:?}");
        let line = format!("{rate} {likely} {low}–{high}");
        let mut lines =
            screen.lines().map(|line| line.split_whitespace().skip(3).collect::<Vec<_>>().join(" "));
        assert!(lines.any(|found| found == line), "`{line}` is not in {screen}");
        seen += 1;
    }
    assert!(seen > 3, "too few words stand out to tell");
}
