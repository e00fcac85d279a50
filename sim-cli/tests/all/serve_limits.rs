//! `sim-cli serve` under clients that send too much, too slowly, nothing, or leave.
//!
//! Every client is a plain connection to this machine, and every test opens at most 130 of them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::serving::{Serving, reply};

/// A question that a test machine plays for minutes.
const LONG: &str =
    r#"{"ask":"play","question":{"b":"short","agents":["human"],"games":1000000},"first":0,"end":100000}"#;

/// A question that is answered at once.
const SHORT: &str = "nonsense";

/// Connections that are open at once at most, as `sim-cli/src/serve/limits.rs` has it.
const CONNECTIONS: usize = 64;

/// What the limits of time come to on a machine that is busy.
const SOON: Duration = Duration::from_secs(120);

#[test]
fn a_request_names_one_host_and_one_origin() {
    let serving = Serving::start(&[]);
    let Serving { port, token, .. } = &serving;
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let get = |headers: &str| serving.raw(&format!("GET /{token}/ HTTP/1.1\r\n{headers}\r\n")).0;
    assert_eq!(get(&own), 200);
    assert_eq!(get(&format!("Host: LOCALHOST:{port}\r\n")), 200);
    assert_eq!(get(""), 400);
    assert_eq!(get(&own.repeat(2)), 400);
    assert_eq!(get(&format!("{own}Host: evil.example\r\n")), 400);
    let origin = format!("Origin: http://127.0.0.1:{port}\r\n");
    assert_eq!(get(&format!("{own}{origin}")), 200);
    assert_eq!(get(&format!("{own}{origin}Origin: http://evil.example\r\n")), 400);
    assert_eq!(get(&format!("{own}Origin: null\r\n")), 403);
    let absolute = |host: &str| serving.raw(&format!("GET http://{host}/{token}/ HTTP/1.1\r\n{own}\r\n")).0;
    assert_eq!((absolute(&format!("127.0.0.1:{port}")), absolute("evil.example")), (200, 403));
    assert_eq!(serving.raw(&format!("{}\r\n", serving.head("DELETE", ""))).0, 405);
    assert_eq!(serving.raw(&format!("{}\r\n", serving.head("GET", "ask"))).0, 405);
}

#[test]
fn who_may_not_ask_is_refused_before_the_body_is_read() {
    let serving = Serving::start(&[]);
    let Serving { port, token, .. } = &serving;
    let lengthy = |path: &str, headers: &str| {
        format!(
            "POST /{path}/ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Content-Length: 100000\r\n\r\n"
        )
    };
    // None of these bodies ever comes: a server that waits for one answers 408, and later.
    assert_eq!(serving.raw(&lengthy(&"0".repeat(32), "")).0, 403);
    assert_eq!(serving.raw(&lengthy(token, "Origin: http://evil.example\r\n")).0, 403);
    let foreign = lengthy(token, "").replace("Host: 127.0.0.1", "Host: evil.example");
    assert_eq!(serving.raw(&foreign).0, 403);
    // A client that sends its body all the same still reads the refusal.
    let body = "x".repeat(8 << 20);
    assert_eq!(serving.raw(&format!("{}{body}", lengthy("no", "").replace("100000", "8388608"))).0, 403);
}

#[test]
fn a_body_is_bounded_whether_its_length_is_said_or_not() {
    let serving = Serving::start(&[]);
    let deck = r#"{"ask":"deck","text":"river"}"#;
    let padded = |bytes: usize| deck.to_owned() + &" ".repeat(bytes - deck.len());
    assert_eq!(serving.ask(&padded(3 << 19), "").0, 200);
    assert_eq!(serving.ask(&padded((3 << 19) + 1), "").0, 413);
    let request = format!("{}Content-Length: 99999999999\r\n\r\n", serving.head("POST", "ask"));
    assert_eq!(serving.raw(&request).0, 413, "nothing of it was sent");
    let chunked = |chunks: usize| {
        let head = format!("{}Transfer-Encoding: chunked\r\n\r\n", serving.head("POST", "ask"));
        let chunk = format!("1000\r\n{}\r\n", " ".repeat(1 << 12));
        serving.raw(&format!("{head}{}0\r\n\r\n", chunk.repeat(chunks))).0
    };
    assert_eq!((chunked(3), chunked(400)), (200, 413));
}

#[test]
fn a_question_is_bounded_in_letters_and_bytes() {
    let serving = Serving::start(&[]);
    let words = |letters: usize| format!(r#"{{"ask":"words","texts":["{}"]}}"#, "x".repeat(letters));
    let (status, reply) = serving.ask(&words(1000), "");
    assert!(status == 200 && reply.starts_with("{\"ok\""), "{reply}");
    let (status, reply) = serving.ask(&words(15_000), "");
    assert_eq!(status, 413);
    assert_eq!(reply.trim_end(), "a text of the question has 15,000 characters; at most 1,000 are read");
    let many = format!(r#"{{"ask":"words","texts":[{}"a"]}}"#, r#""river","#.repeat(40_000));
    let (status, reply) = serving.ask(&many, "");
    assert!(status == 413 && reply.ends_with("bytes; at most 262,144 are read\n"), "{status}: {reply}");
}

#[test]
fn no_client_waits_for_another() {
    let serving = Serving::start(&["--threads", "2"]);
    let playing = serving.send(serving.question(LONG, "").as_bytes());
    for _ in 0..3 {
        assert_eq!(serving.ask(SHORT, "").0, 200);
    }
    playing.set_read_timeout(Some(Duration::from_millis(100))).expect("a socket");
    assert!(playing.peek(&mut [0]).is_err(), "the long question is played all the while");
}

#[test]
fn a_body_in_chunks_is_read_as_one() {
    let serving = Serving::start(&[]);
    let (first, rest) = r#"{"ask":"choices"}"#.split_at(5);
    let chunked = |body: &str| {
        let head = serving.head("POST", "ask");
        serving.raw(&format!("{head}Transfer-Encoding: chunked\r\n\r\n{body}"))
    };
    let chunks = [first, rest, ""].map(|chunk| format!("{:x}\r\n{chunk}\r\n", chunk.len())).concat();
    let (status, content) = chunked(&chunks);
    assert!(status == 200 && content.starts_with("{\"ok\""), "{status}: {content}");
    assert_eq!(chunked("no length\r\n").0, 400);
    for headers in [
        "Transfer-Encoding: gzip\r\n",
        "Content-Length: 2\r\nContent-Length: 3\r\n",
        "Content-Length: -1\r\n",
    ] {
        assert_eq!(
            serving.raw(&format!("{}{headers}\r\n[]", serving.head("POST", "ask"))).0,
            400,
            "{headers}"
        );
    }
    let mut bytes = format!("{}Content-Length: 1\r\n\r\n", serving.head("POST", "ask")).into_bytes();
    bytes.push(0xff);
    assert_eq!(reply(serving.send(&bytes)).0, 400, "that is no text");
    assert!(
        [400, 431]
            .contains(&serving.raw(&format!("{}{}\r\n", serving.head("GET", ""), "X: y\r\n".repeat(1000))).0)
    );
}

#[test]
fn slow_clients_are_left() {
    let serving = Serving::start(&[]);
    let started = Instant::now();
    let silent = serving.connect();
    let half = serving.send(b"GET / HTTP/1.1\r\nHost:");
    let body = serving.send(format!("{}Content-Length: 9\r\n\r\n[", serving.head("POST", "ask")).as_bytes());
    let mut dripping = serving.connect();
    while started.elapsed() < SOON && dripping.write_all(b"G").is_ok() {
        sleep(Duration::from_millis(250));
    }
    assert!(started.elapsed() < SOON, "a byte now and then keeps no connection");
    for mut stream in [silent, half] {
        let mut output = String::new();
        // The connection may also be reset.
        stream.read_to_string(&mut output).ok();
        assert_eq!(output, "");
    }
    assert_eq!(reply(body).0, 408);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    assert_eq!(serving.ask(SHORT, "").0, 200);
}

#[test]
fn more_connections_than_are_served_wait_and_take_no_thread() {
    let serving = Serving::start(&["--threads", "1"]);
    let before = open(&serving, "task");
    let strangers: Vec<TcpStream> = (0..2 * CONNECTIONS).map(|_| serving.connect()).collect();
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(1) {
        let descriptors = open(&serving, "fd").unwrap_or_default();
        assert!(descriptors < CONNECTIONS + 20, "{descriptors} descriptors");
        sleep(Duration::from_millis(50));
    }
    assert_eq!(open(&serving, "task"), before);
    assert_eq!(serving.ask(SHORT, "").0, 200, "its turn comes");
    assert!(started.elapsed() < SOON);
    drop(strangers);
}

#[test]
fn work_stops_when_its_asker_leaves_and_goes_on_when_it_stays() {
    let serving = Serving::start(&["--threads", "2"]);
    // The players are seated first: that is not what is measured.
    assert_eq!(serving.ask(&LONG.replace("100000}", "10}"), "").0, 200);
    // As many as are answered at a time, and one more that waits.
    let leavers: Vec<TcpStream> =
        (0..5).map(|_| serving.send(serving.question(LONG, "").as_bytes())).collect();
    let patient = serving.send(serving.question(SHORT, "").as_bytes());
    sleep(Duration::from_secs(1));
    patient.set_read_timeout(Some(Duration::from_millis(100))).expect("a socket");
    assert!(patient.peek(&mut [0]).is_err(), "questions are answered in turn");
    patient.set_read_timeout(Some(SOON)).expect("a socket");
    drop(leavers);
    assert_eq!(reply(patient).0, 200, "and soon after those before have left");
}

#[test]
#[cfg(target_os = "linux")]
fn without_descriptors_it_pauses_and_serves_again() {
    use std::process::Command;

    let limited = format!("ulimit -n 24 && exec {} serve --threads 1", env!("CARGO_BIN_EXE_sim-cli"));
    let serving = Serving::run(Command::new("sh").args(["-c", &limited]));
    let strangers: Vec<TcpStream> = (0..40).map(|_| serving.connect()).collect();
    sleep(Duration::from_millis(500));
    let before = processor_ticks(&serving);
    sleep(Duration::from_secs(2));
    let ticks = processor_ticks(&serving) - before;
    assert!(ticks < 50, "{ticks} hundredths of a second in two seconds");
    drop(strangers);
    assert_eq!(serving.ask(SHORT, "").0, 200);
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_it_whatever_is_open() {
    use std::io::Read as _;
    use std::process::Command;

    let mut serving = Serving::start(&["--threads", "2"]);
    let silent = serving.connect();
    let playing = serving.send(serving.question(LONG, "").as_bytes());
    sleep(Duration::from_secs(1));
    let (started, id) = (Instant::now(), serving.child.id().to_string());
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let status = loop {
        match serving.child.try_wait().expect("a child") {
            Some(status) => break status,
            None => sleep(Duration::from_millis(20)),
        }
        assert!(started.elapsed() < SOON, "it does not end");
    };
    let mut messages = String::new();
    serving.child.stderr.take().expect("a pipe").read_to_string(&mut messages).expect("text");
    assert!(status.success() && !messages.contains("defect"), "{status}: {messages}");
    drop((silent, playing));
}

/// Entries of a directory of Linux about the program: its threads or its descriptors.
fn open(serving: &Serving, what: &str) -> Option<usize> {
    let entries = std::fs::read_dir(format!("/proc/{}/{what}", serving.child.id())).ok()?;
    Some(entries.count())
}

/// Hundredths of a second that the program has had a processor.
#[cfg(target_os = "linux")]
fn processor_ticks(serving: &Serving) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", serving.child.id())).expect("it runs");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("a name").split_whitespace().collect();
    [11, 12].iter().map(|&place: &usize| fields[place].parse::<u64>().expect("ticks")).sum()
}
