//! `report`: one page that needs nothing else, whose every figure has words, from whatever a result holds.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Row, VEHICLES, file, number, refused, rows, run, stderr, stdout, table, tournament};
use overhear_lab::paired::Measure;
use overhear_lab::table::Shell;
use tempfile::TempDir;

pub(crate) const ODD: &str = "a <b> & \"c\"=margin";

pub(crate) fn page(result: &Path, into: &TempDir) -> String {
    let out = into.path().join("page.html");
    let (result, out_text) = (result.to_str().expect("UTF-8"), out.to_str().expect("UTF-8"));
    assert_eq!(stdout(&["report", result, "--out", out_text, "--force"]), "", "stdout is for results");
    fs::read_to_string(out).expect("a page")
}

pub(crate) fn balance(into: &TempDir, more: &[&str]) -> PathBuf {
    let out = into.path().join("result");
    let args = ["balance", "--agent", "margin", "--agent", "random", "--games", "200", "--seed", "1"];
    stdout(&[&args[..], &["--progress", "none", "--out", out.to_str().expect("UTF-8")], more].concat());
    out
}

/// What stands between two texts, everywhere.
pub(crate) fn between<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    text.split(open).skip(1).map(|rest| rest.split(close).next().unwrap_or_default()).collect()
}

/// Asserts what holds for every page, and returns the names of its figures.
fn sound(page: &str) -> Vec<String> {
    for outside in ["http:", "https:", "src=", "@import", "url(", "fetch("] {
        assert!(!page.contains(outside), "the page needs nothing from outside, such as `{outside}`");
    }
    assert!(
        page.matches("<script>").count() == 1 && page.contains("; script-src 'sha256-"),
        "a script of its own"
    );
    assert!(page.len() < 300_000, "{} bytes", page.len());
    for style in ["prefers-color-scheme: dark", "@media print", "name=\"viewport\"", "<html lang=\"en\">"] {
        assert!(page.contains(style), "{style}");
    }
    let figures = between(page, "<figure id=\"", "</figure>");
    let names = figures.iter().map(|figure| {
        let name = figure.split('"').next().unwrap_or_default();
        let words = |open: &str| {
            between(figure, open, "<").first().map_or(0, |text| text.split('>').nth(1).unwrap_or("").len())
        };
        assert!(words("<title id=") > 5 && words("<desc id=") > 20, "{name} has no words: {figure}");
        assert!(figure.matches("<rect").count() + figure.matches("<path").count() > 2, "{name} is empty");
        assert!(!figure.contains("NaN") && !figure.contains("inf "), "{name}");
        name.to_owned()
    });
    names.collect()
}

#[test]
fn a_tournament_becomes_a_page_with_everything_it_holds() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let agents = ["--agent", ODD, "--agent", "random", "--agent", "nearest"];
    let result = tournament(&[&agents[..], &["--games", "60", "--seed", "1", "--log", "halves"]].concat());
    let page = page(result.path(), &dir);
    let names = sound(&page);
    for name in ["scores", "ratings", "tradeoff", "rounds", "ladder", "leak", "decoding"] {
        assert!(names.iter().any(|shown_name| shown_name == name), "{name} is missing: {names:?}");
    }
    let screen =
        [&["tournament"], &agents[..], &["--games", "60", "--seed", "1", "--format", "table"]].concat();
    let screen = stdout(&screen).replace("\n  ", " ");
    let sentences = between(&page, "<p class=\"finding\">", "</p>");
    assert!(
        sentences[0].contains("of 3 agents") && sentences[0].contains(" of 100 points in 40 games ("),
        "{sentences:?}"
    );
    for sentence in sentences {
        let sentence = sentence.replace("&lt;", "<").replace("&gt;", ">");
        let sentence = sentence.replace("&quot;", "\"").replace("&amp;", "&");
        assert!(screen.contains(&sentence), "page and terminal say the same: {sentence}: {screen}");
    }
    assert!(
        page.contains("a &lt;b&gt; &amp; &quot;c&quot;") && !page.contains("a <b>"),
        "labels are escaped"
    );
    let (table, figure) = (page.find("<table>").expect("standings"), page.find("<figure").expect("figures"));
    assert!(table < figure, "the standings come first");
    assert!(page.contains("--seed 1") && page.contains("--log halves"), "the command to get it again");
    let bare = tournament(&["--agent", "margin", "--agent", "random", "--games", "4", "--seed", "1"]);
    let names = sound(&self::page(bare.path(), &dir));
    assert!(!names.iter().any(|name| name == "leak" || name == "frontier"), "{names:?}");
}

#[test]
fn what_the_rules_give_away_at_the_end_is_no_win_by_tokens() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let agents = ["--agent", "margin", "--agent", "nearest", "--games", "100", "--seed", "1"];
    for (rules, step) in
        [(["--set", "final_tie=white"], "final_tie"), (["--rules", "sudden-death"], "sudden_death")]
    {
        let result = tournament(&[&agents[..], &rules].concat());
        let endings = table(result.path(), "endings.csv");
        let games = |of: &dyn Fn(&Row) -> bool| {
            let games = endings.iter().filter(|row| of(row)).map(|row| number(row, "games"));
            format!("{:.1} % are decided by ", games.sum::<f64>())
        };
        let outright = games(&|row| row["door"] == "none") + "tokens";
        let last_step = games(&|row| row["step"] == step || row["step"] == "shared") + "a last step";
        let text = page(result.path(), &dir);
        let ladder = between(&text, "<desc id=\"ladder-desc\">", "<")[0];
        assert!(
            ladder.contains(&outright) && ladder.contains(&last_step),
            "{outright}, {last_step}: {ladder}"
        );
        let tied = between(&text, "<desc id=\"tied-desc\">", "<")[0];
        assert!(!tied.contains("tokens") && tied.contains("a last step"), "{tied}");
    }
}

#[test]
#[ignore = "slow: a frontier is played"]
fn the_frontier_is_drawn_from_what_its_command_prints() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let people = "bayes:sigma=0.08";
    let weights = ["--lambda", "0,1", "--gamma", "0,0.1", "--referee", "off,enforce", "--giver"];
    let heads = ["pragmatic:sigma=0.08", "--decoder", people, "--interceptor", people];
    let frontier = |games: &str| {
        stdout(&[&["agents", "frontier", "--format", "csv", "--games", games], &weights[..], &heads].concat())
    };
    let tournament = tournament(&["--agent", "margin", "--agent", "random", "--games", "4", "--seed", "1"]);
    for (result, games) in [(tournament.path(), "300"), (&balance(&dir, &[]), "20")] {
        let printed = frontier(games);
        fs::write(result.join("frontier.csv"), &printed).expect("a frontier");
        let page = page(result, &dir);
        assert!(sound(&page).contains(&"frontier".to_owned()), "{games} games");
        let figure = between(&page, "<figure id=\"frontier\"", "</figure>")[0];
        let points = between(figure, "<title>", "</title>");
        assert_eq!(points.len(), 8, "a point for each row: {points:?}");
        for row in rows(&printed) {
            let weights = format!(
                "λ {}, γ {}: decoded {:.1}",
                row["lambda"],
                row["gamma"],
                100.0 * number(&row, "decoded_rate")
            );
            assert!(points.iter().any(|point| point.starts_with(&weights)), "{weights}: {points:?}");
        }
        for words in ["referee: off", "referee: enforce", "chance: 1 of 24", "dash0", "dash1"] {
            assert!(figure.contains(words), "{words}");
        }
        assert!(page.contains("<td>enforce</td>"), "the numbers stand below");
    }
}

#[test]
fn a_frontier_that_cannot_be_read_is_refused_by_file_line_and_column() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let result = tournament(&["--agent", "margin", "--agent", "random", "--games", "4", "--seed", "1"]);
    let good = "lambda,gamma,referee,halves,decoded_rate,decoded_low,decoded_high,exposed,intercepted_rate,\
                intercepted_low,intercepted_high,best_guesser,exploited_rate,exploited_low,exploited_high\n\
                0,0,off,8,0.9,0.8,1,6,0.5,,,bayes,0.5,,\n";
    let path = result.path().join("frontier.csv");
    fs::write(&path, good).expect("a frontier");
    assert!(sound(&page(result.path(), &dir)).contains(&"frontier".to_owned()));
    fs::write(&path, good.lines().next().expect("a header")).expect("a frontier");
    assert!(!sound(&page(result.path(), &dir)).contains(&"frontier".to_owned()), "no rows, no figure");
    let [text, out] =
        [result.path(), &dir.path().join("new.html")].map(|path| path.to_str().expect("UTF-8").to_owned());
    for (from, to, named) in [
        (
            "decoded_rate",
            "decoded",
            &["frontier.csv: line 1: column `decoded_rate` is missing", "gamma, referee, halves, decoded, "]
                [..],
        ),
        ("referee", "mode", &["column `referee` is missing"]),
        ("0.9", "much", &["frontier.csv: line 2, column `decoded_rate`: `much` is not a number"]),
        ("0.9", "nan", &["line 2, column `decoded_rate`"]),
        (",0.5,,", ",,,", &["line 2, column `intercepted_rate`"]),
        ("0.8,1", "0.8,", &["line 2, column `decoded_high`"]),
        ("0.5,,,", "0.5,,", &["frontier.csv", "line"]),
    ] {
        fs::write(&path, good.replace(from, to)).expect("a frontier");
        refused(&["report", &text, "--out", &out], 2, named);
    }
    assert!(!Path::new(&out).exists(), "nothing half is left");
}

#[test]
fn a_score_at_the_end_of_its_range_shows_both_ends_and_a_rating_that_is_held_says_so() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let agents = ["--agent", "margin", "--agent", "random", "--agent", "nearest"];
    let result = tournament(&[&agents[..], &["--games", "120", "--seed", "1"]].concat());
    let text = page(result.path(), &dir);
    let standings = table(result.path(), "standings.csv");
    let low = standings.iter().find(|row| row["agent"] == "random").expect("a row");
    assert_eq!((&*low["score"], &*low["rating_basis"]), ("0.000000", "penalty"));
    let [high, rating] = [100.0 * number(low, "score_high"), number(low, "rating")];
    let rating = format!("{rating:.0}").replace('-', "−");
    for cell in [format!(">0.0 (0.0 to {high:.1})<svg"), format!(">{rating}?</td>")] {
        assert!(text.contains(&cell), "{cell}");
    }
    assert!(text.contains(">rating</th>") && !text.contains(">Elo</th>"), "it is no Elo difference");
    let few = tournament(&[&agents[..], &["--games", "12", "--seed", "1"]].concat());
    assert!(page(few.path(), &dir).contains(">8 · few</td>"), "few games are said to be few");
}

#[test]
fn a_balance_run_and_a_sweep_become_pages() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let text = page(&balance(&dir, &[]), &dir);
    let names = sound(&text);
    let figures = ["ladder-0", "rounds-0", "seats-0", "drama-0", "swing-0", "whatif-shared-0", "skill"];
    for name in figures.into_iter().chain([
        "whatif-shared-last-0",
        "whatif-white-last-0",
        "whatif-clear-0",
        "whatif-secret-0",
    ]) {
        assert!(names.iter().any(|shown_name| shown_name == name), "{name} is missing: {names:?}");
    }
    let what_ifs = between(&text, "<figure id=\"whatif-white-0\"", "</figure>")[0];
    assert!(what_ifs.contains("points alone") && !what_ifs.contains("White wins"), "{what_ifs}");
    for about in ["White&#x27;s score, 5", "teams that are behind", "what other tiebreakers change"] {
        assert!(text.contains(&format!("<summary>The numbers: {about}")), "{about} has no table");
    }
    let sweep = balance(&dir, &["--force", "--sweep", "round_limit=5..6"]);
    let text = page(&sweep, &dir);
    let names = sound(&text);
    assert!(names.contains(&"sweep-tiebreak_rate".to_owned()), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("heat-")), "one switch makes no grid: {names:?}");
    assert!(command_of(&text).contains("--sweep \"round_limit=5,6\""), "{}", command_of(&text));
}

#[test]
fn two_swept_switches_make_a_map_of_each_measure() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let axes = ["--sweep", "tokens_to_win=1,2", "--sweep", "round_limit=3..5"];
    let sweep = balance(&dir, &axes);
    let text = page(&sweep, &dir);
    let names = sound(&text);
    let points = table(&sweep, "sweep.csv");
    for measure in Measure::ALL {
        let (is_share, measure) = (measure.wording().is_percent(), measure.name());
        assert!(names.contains(&format!("heat-{measure}")) && !names.contains(&format!("sweep-{measure}")));
        let figure = between(&text, &format!("<figure id=\"heat-{measure}\""), "</figure>")[0];
        let rows = points.iter().filter(|row| row["measure"] == measure && row["point"] != "base");
        let differs =
            |row: &&Row| number(row, "difference_low") > 0.0 || number(row, "difference_high") < 0.0;
        let framed = rows.clone().filter(differs).count();
        assert_eq!(figure.matches("class=\"outline\"").count(), framed, "{measure}");
        assert_eq!(figure.matches("<rect").count(), 6 + framed + 2, "a cell for each point, {measure}");
        for row in rows {
            let value = number(row, "value");
            let value = if is_share { format!("{:.1}", 100.0 * value) } else { format!("{value:.2}") };
            assert!(figure.contains(&format!(">{value}</text>")), "{measure}: {value} is not printed");
        }
        assert!(
            figure.contains("↓ Rounds at most") && figure.contains("Interceptions that win →"),
            "more values go down"
        );
    }
    let maps = text.matches("class=\"outline\"").count();
    assert!((1..6 * Measure::ALL.len()).contains(&maps), "some differ and some do not: {maps}");
    let three = balance(&dir, &[&["--force", "--sweep", "tokens_to_lose=2"], &axes[..]].concat());
    let names = sound(&page(&three, &dir));
    assert!(names.contains(&"sweep-mean_rounds".to_owned()), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("heat-")), "three have no plane: {names:?}");
}

#[test]
fn a_sweep_and_its_page_open_with_the_same_sentences() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let more = ["--sweep", "round_limit=3,5", "--margin", "2", "--format", "table"];
    let args = ["balance", "--agent", "human", "--games", "300", "--seed", "1", "--progress", "none"];
    let out = dir.path().join("result");
    let screen =
        stdout(&[&args[..], &more, &["--out", out.to_str().expect("UTF-8")]].concat()).replace("\n  ", " ");
    let text = plain(&page(&out, &dir));
    let sentences = between(&text, "<p class=\"finding\">", "</p>");
    let of_one_agent = Measure::ALL.into_iter().filter(|measure| !measure.takes_two()).count();
    assert_eq!(sentences.len(), of_one_agent, "a sentence for each measure: {sentences:?}");
    let lines: Vec<&str> = screen.lines().take(sentences.len()).collect();
    assert_eq!(lines, sentences);
    let start = "Ties under 2 other sets of rules: clearly more ties with all of them. With “Rounds at most 3” \
         (round_limit=3): Clearly more ties: ";
    assert!(sentences[0].starts_with(start), "{sentences:?}");
    let rows = table(&out, "sweep.csv");
    for row in rows.iter().filter(|row| row["point"] != "base") {
        let (low, high) = (number(row, "overall_low"), number(row, "overall_high"));
        assert!(low <= number(row, "difference_low") && number(row, "difference_high") <= high);
        assert_eq!(row["verdict"].starts_with("different"), low > 0.0 || high < 0.0, "{row:?}");
        assert_eq!(number(row, "margin"), 0.02, "of rounds hundredths: {row:?}");
    }
    assert!(command_of(&text).contains("--sweep \"round_limit=3,5\" --margin 2 "), "{}", command_of(&text));
    refused(&["balance", "--margin", "2"], 2, &["--sweep"]);
}

#[test]
fn two_decks_and_the_words_that_stand_out_become_pages() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = file(&dir, "vehicles & co.txt", VEHICLES);
    let decks = ["--deck-b", &path, "--margin", "2"];
    let result = balance(&dir, &decks);
    let text = page(&result, &dir);
    let sentences: Vec<String> =
        between(&text, "<p class=\"finding\">", "</p>").into_iter().map(plain).collect();
    let args = ["balance", "--agent", "margin", "--agent", "random", "--games", "200", "--seed", "1"];
    let screen = stdout(&[&args[..], &decks, &["--format", "table"]].concat()).replace("\n  ", " ");
    assert_eq!(sentences.len(), 5, "{sentences:?}");
    sentences.iter().for_each(|sentence| assert!(screen.contains(sentence), "{sentence} is not in {screen}"));
    assert!(text.contains("Two decks") && text.contains("vehicles &amp; co.txt"));
    plays_again(&result);
    let words = dir.path().join("words");
    let words_text = words.to_str().expect("UTF-8");
    let args = ["balance", "--agent", "human", "--games", "300", "--seed", "1", "--by", "pair"];
    stdout(&[&args[..], &["--deck", &path, "--out", words_text]].concat());
    let text = page(&words, &dir);
    let sentences = between(&text, "<p class=\"finding\">", "</p>");
    assert!(
        sentences.len() == 1 && sentences[0].contains("of 100 clues are taken for the other one; of "),
        "{sentences:?}"
    );
    let screen = stdout(&[&args[..], &["--deck", &path, "--format", "table"]].concat()).replace("\n  ", " ");
    assert!(screen.contains(sentences[0]), "{sentences:?} is not in {screen}");
    assert!(text.contains("The words that stand out") && text.contains("all rows of pairs.csv are counted"));
}

#[test]
fn a_balance_run_opens_with_its_sentence_on_its_page() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let text = page(&balance(&dir, &[]), &dir);
    let sentences = between(&text, "<p class=\"finding\">", "</p>");
    let start = "In 200 games of “margin” against “random” by the published rules, ";
    assert!(sentences.len() == 1 && sentences[0].starts_with(start), "{sentences:?}");
}

#[test]
fn r17_three_players_have_a_screen_and_a_page_that_say_who_wins() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let more = ["--rules", "three-player"];
    let text = plain(&page(&balance(&dir, &more), &dir));
    let sentences = between(&text, "<p class=\"finding\">", "</p>");
    assert!(sentences.len() == 1 && sentences[0].contains("favoured"), "{sentences:?}");
    assert!(
        !text.contains("come to the tiebreaker") && text.contains("<figure id=\"rounds-0\""),
        "no tiebreaker"
    );
    let args = ["balance", "--agent", "margin", "--agent", "random", "--games", "200", "--seed", "1"];
    let screen = stdout(&[&args[..], &more, &["--format", "table"]].concat()).replace("\n  ", " ");
    assert!(screen.contains(sentences[0]) && !screen.contains("decided by"), "{screen}");
}

#[test]
fn a_sweep_says_how_to_see_it() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("a grid");
    let out = out.to_str().expect("UTF-8");
    let args = ["balance", "--agent", "margin", "--games", "4", "--seed", "1", "--sweep", "round_limit=5,6"];
    let with = run(&[&args[..], &["--out", out]].concat());
    assert!(stderr(&with).contains(&format!("written: \"{out}\"; as a page: ")), "{}", stderr(&with));
    assert!(stderr(&with).contains(&format!("sim-cli report \"{out}\"")), "{}", stderr(&with));
    let without = run(&args);
    assert!(stderr(&without).contains("--out DIR, then sim-cli report DIR"), "{}", stderr(&without));
    assert_eq!(with.stdout, without.stdout, "standard output is for results");
}

/// The command that a page prints, as a shell takes it.
fn command_of(page: &str) -> String {
    plain(between(page, "<pre>sim-cli ", "\n")[0])
}

/// A text of a page as it is read.
fn plain(escaped: &str) -> String {
    let entities =
        [("&#x2f;", "/"), ("&quot;", "\""), ("&#x27;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    entities.into_iter().fold(escaped.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

/// The program with what follows its name in a command, typed into a shell where there is one.
fn typed(command: &str) -> std::process::Command {
    let program = env!("CARGO_BIN_EXE_sim-cli");
    if cfg!(windows) {
        let mut alone = std::process::Command::new(program);
        alone.args(Shell::Windows.words(command).expect("no quote is open"));
        return alone;
    }
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!("\"$SIM\" {command}")]).env("SIM", program);
    shell
}

/// Runs the command of a page where nothing is said by environment or file, and compares all files but the manifests.
pub(crate) fn plays_again(result: &Path) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let command = command_of(&page(result, &dir));
    let output = typed(&command).current_dir(dir.path()).output().expect("it starts");
    assert!(matches!(output.status.code(), Some(0 | 4)), "{command}: {}", stderr(&output));
    let [mut one, mut other] = [result, &dir.path().join("result")].map(crate::common::files);
    let [one_manifest, other_manifest] = [&mut one, &mut other].map(|files| {
        let manifest = files.remove("manifest.json").expect("a manifest");
        serde_json::from_slice::<serde_json::Value>(&manifest).expect("JSON")
    });
    assert!(one == other, "{command}");
    for key in ["games", "seed", "data", "complete"] {
        assert_eq!(one_manifest[key], other_manifest[key], "{key} of {command}");
    }
    let [one, other] = [&one_manifest, &other_manifest].map(|manifest| &manifest["configuration"]);
    assert_eq!(one["rules"]["switches"], other["rules"]["switches"], "{command}");
}
