//! Ctrl-C in experiments that write no directory: what was finished is printed, and the exit code tells that it is not
//! all.

use crate::common::unfinished::Run;

/// Arguments that would play for hours, what they say once they play, and the first column of what they print.
const ENDLESS: [(&[&str], &str, &str); 4] = [
    (&["agents", "people", "--games", "100000000"], "seed ", "preset,"),
    (&["agents", "exploit", "margin", "--games", "100000000"], "seed ", "stage,"),
    (&["calibrate", "--runs", "1000000", "--sprt", "elo0=0,elo1=100"], "copies: 50 of", "case,"),
    (&["calibrate", "--coverage", "--runs", "300"], "score: ", "interval,case,"),
];

#[test]
fn an_interrupt_prints_what_there_is() {
    for (args, said, head) in ENDLESS {
        let mut run = Run::start(args);
        run.says(said);
        let output = run.signal("INT").end();
        assert_eq!(output.status.code(), Some(130), "{args:?}");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(printed.starts_with(head), "{args:?}: {printed}");
    }
}
