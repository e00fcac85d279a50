//! A host of plain files on this machine, which remembers what it was asked for.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Result;

/// A host that lives as long as this program.
pub(crate) struct Host {
    /// Where the files are: `http://127.0.0.1:PORT/`.
    pub(crate) address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Host {
    /// Serves a directory from now on.
    pub(crate) fn of(site: &Path) -> Result<Host> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = format!("http://{}/", listener.local_addr()?);
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (site, heard) = (site.to_owned(), Arc::clone(&requests));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (site, heard) = (site.clone(), Arc::clone(&heard));
                thread::spawn(move || answer(stream, &site, &heard));
            }
        });
        Ok(Host { address, requests })
    }

    /// Every path that was asked for.
    pub(super) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn answer(mut stream: TcpStream, site: &Path, heard: &Mutex<Vec<String>>) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let path = lines.next()?.ok()?.split(' ').nth(1)?.to_owned();
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    heard.lock().unwrap_or_else(PoisonError::into_inner).push(path.clone());
    let (status, kind, body) = match content(site, &path) {
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain", Vec::new()),
    };
    let status_line = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(status_line.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}

/// A file below the site, and its kind.
fn content(site: &Path, path: &str) -> Option<(&'static str, Vec<u8>)> {
    let path = path.split('?').next().unwrap_or_default();
    let mut file = PathBuf::from(path.trim_start_matches('/'));
    let is_below = file.components().all(|part| matches!(part, Component::Normal(_)));
    if site.join(&file).is_dir() {
        file.push("index.html");
    }
    let kind = match file.extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css",
        "js" => "text/javascript",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => "text/plain; charset=utf-8",
    };
    is_below.then(|| fs::read(site.join(file)).ok()).flatten().map(|body| (kind, body))
}
