//! The packed program on a machine that has nothing for it.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use flate2::read::GzDecoder;

use super::artifact;
use super::machine::Machine;
use crate::process;
use crate::workspace::Workspace;

/// A small tournament, and the page that is made of it.
const TOURNAMENT: [&str; 8] =
    ["./sim-cli", "tournament", "--games", "2000", "--seed", "1", "--progress", "none"];
const PAGE: &str = "report.html";

/// How long the page may take to be sent.
const LIMIT: Duration = Duration::from_secs(60);

/// Unpacks the program, plays, makes a report, and fetches the page that it serves.
///
/// # Errors
/// A program that was not packed, or fails there.
pub(super) fn try_out(workspace: &Workspace, machine: &Machine) -> Result<()> {
    let archive = artifact(workspace, "dist", ".tar.gz", "cargo xtask dist")?;
    let (place, _) = machine.fresh("program")?;
    let file = fs::File::open(&archive).with_context(|| format!("cannot read {}", archive.display()))?;
    tar::Archive::new(GzDecoder::new(file)).unpack(&place)?;
    let name = archive.file_name().context("a name")?.to_string_lossy().replace(".tar.gz", "");
    let folder = format!("/program/{name}");
    machine.run(workspace, &folder, &[&TOURNAMENT[..], &["--out", "result"]].concat())?;
    machine.run(workspace, &folder, &["./sim-cli", "report", "result", "--out", PAGE])?;
    let page = fs::read_to_string(place.join(&name).join(PAGE)).context("there is no report")?;
    ensure!(page.contains("<h1>") && page.trim_end().ends_with("</html>"), "the report is no page");
    serve(workspace, machine, &folder)?;
    process::say("the packed program plays, reports and serves on a bare machine");
    Ok(())
}

/// Starts the page, fetches it, and ends the program as a system does.
fn serve(workspace: &Workspace, machine: &Machine, folder: &str) -> Result<()> {
    let mut serve = machine.command(workspace, folder, &["./sim-cli", "serve", "--port", "0"]);
    let mut child = serve.stdout(Stdio::piped()).spawn().context("cannot start chroot")?;
    let answer = child.stdout.take().context("a pipe").and_then(|out| {
        let mut lines = BufReader::new(out).lines();
        let address = lines.next().context("`sim-cli serve` says no address")??;
        fetch(address.trim())
    });
    let id = child.id().to_string();
    let is_ended = process::succeeds(workspace.command("kill").args(["-TERM", &id]));
    if !is_ended {
        child.kill().ok();
    }
    child.wait().context("the program does not end")?;
    let answer = answer?;
    ensure!(
        answer.starts_with("HTTP/1.1 200 "),
        "the page is answered by: {}",
        answer.lines().next().unwrap_or("")
    );
    ensure!(answer.contains("<h1 id=\"title\">"), "what is served is not the page");
    ensure!(is_ended, "`sim-cli serve` ended by itself");
    Ok(())
}

/// Returns the answer of a host to a request for `http://HOST/PATH`, with its head.
fn fetch(address: &str) -> Result<String> {
    let rest = address.strip_prefix("http://").with_context(|| format!("`{address}` is no address"))?;
    let (host, path) = rest.split_once('/').with_context(|| format!("`{address}` has no path"))?;
    let mut stream = TcpStream::connect(host).with_context(|| format!("{host} does not answer"))?;
    stream.set_read_timeout(Some(LIMIT))?;
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).with_context(|| format!("{host} sends no page"))?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
