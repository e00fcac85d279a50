//! `sim-cli serve`: who gets an answer, and who does not.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::common::{ALL_WORDS, refused, rows, stdout};

/// The program while it serves; it ends with this.
struct Serving {
    child: Child,
    port: u16,
    token: String,
}

impl Serving {
    fn start(args: &[&str]) -> Serving {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sim-cli"));
        let command = command.arg("serve").args(args).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        let said = child.stdout.as_mut().expect("a pipe");
        BufReader::new(said).read_line(&mut line).expect("an address");
        let (host, token) = line
            .trim()
            .strip_prefix("http://127.0.0.1:")
            .expect("this machine")
            .split_once('/')
            .expect("a token");
        let (port, token) = (host.parse().expect("a port"), token.trim_end_matches('/').to_owned());
        Serving { child, port, token }
    }

    /// The status and the content of a reply to a request as it goes over the wire.
    fn raw(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a socket");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("it answers");
        let (head, content) = reply.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, content.to_owned())
    }

    fn get(&self, path: &str, host: &str) -> (u16, String) {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    }

    fn ask(&self, request: &str, headers: &str) -> (u16, String) {
        let Serving { port, token, .. } = self;
        self.raw(&format!(
            "POST /{token}/ask HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n{headers}Content-Length: {}\r\n\r\n{request}",
            request.len()
        ))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn only_who_knows_the_token_and_asks_this_machine_gets_an_answer() {
    let serving = Serving::start(&[]);
    let (own, token) = (format!("127.0.0.1:{}", serving.port), &serving.token);
    assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    let (status, page) = serving.get(&format!("/{token}/"), &own);
    assert!(status == 200 && page.contains("data-back-end=\"program\""), "{status}");
    assert_eq!(serving.get(&format!("/{token}/page.js"), &own).0, 200);
    assert_eq!(serving.get("/", &own).0, 403);
    assert_eq!(serving.get(&format!("/{}/", "0".repeat(32)), &own).0, 403);
    assert_eq!(serving.get(&format!("/{token}/"), "evil.example").0, 403, "DNS rebinding");
    assert_eq!(serving.get(&format!("/{token}/result"), &own).0, 404, "nothing was opened");
    assert_eq!(serving.get(&format!("/{token}/../../etc/passwd"), &own).0, 404);
    assert_eq!(serving.ask("{\"ask\":\"world\"}", "Origin: http://evil.example\r\n").0, 403);
    assert_eq!(serving.ask(&" ".repeat(2 << 20), "").0, 413);
    let (status, said) = serving.ask("nonsense", "");
    assert!(status == 200 && said.contains("error"), "{status}: {said}");
}

#[test]
fn it_plays_what_the_command_it_prints_plays() {
    let serving = Serving::start(&["--threads", "2"]);
    let question = r#"{"b":"short","agents":["nearest"],"games":300,"seed":9}"#;
    let ask = |request: &str| -> Value {
        let (status, said) = serving.ask(request, "");
        assert_eq!(status, 200);
        let said: Value = serde_json::from_str(&said).expect("JSON");
        said.get("ok").unwrap_or_else(|| panic!("{said}")).clone()
    };
    let plan = ask(&format!(r#"{{"ask":"plan","question":{question}}}"#));
    let command =
        plan["command"].as_str().expect("a command").strip_prefix("sim-cli ").expect("this program");
    let tally = ask(&format!(r#"{{"ask":"play","question":{question},"first":0,"end":300}}"#));
    let answer = ask(&format!(r#"{{"ask":"answer","question":{question},"tally":{tally}}}"#));
    let printed =
        rows(&stdout(&command.split(' ').chain(ALL_WORDS).chain(["--format", "csv"]).collect::<Vec<_>>()));
    let findings = answer["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), printed.len());
    for (finding, row) in findings.iter().zip(&printed) {
        let shown = finding["difference"]["low"].as_f64().expect("a number");
        let printed: f64 = row["difference_low"].parse().expect("a number");
        assert!((shown - printed).abs() < 1e-6, "{}: {shown}, {printed}", row["measure"]);
    }
    let table = stdout(&command.split(' ').chain(ALL_WORDS).chain(["--format", "table"]).collect::<Vec<_>>());
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for finding in findings {
        let sentence = finding["sentence"].as_str().expect("a sentence");
        assert!(flat(&table).contains(&flat(sentence)), "the terminal says otherwise than: {sentence}");
    }
}

#[test]
fn a_result_that_is_not_there_is_named() {
    refused(&["serve", "no/such/result"], 2, &["no/such/result"]);
}
