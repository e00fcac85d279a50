//! What is done to files before a command runs. A fault is words separated by spaces; `\x1b` and the like are bytes.
//!
//! `fifo NAME`: a pipe without a writer. `hole NAME BYTES`: a file of so many zeros. `repeat NAME COUNT TEXT`: a file of
//! one text many times; `grow NAME COUNT TEXT`: the same at its end. `bytes NAME TEXT`: a file of these bytes. `flip NAME [AT]`: a bit of the byte at a place is flipped,
//! of the middle line by default. `cut NAME`: the second half is gone. `remove NAME`, `folder NAME`,
//! `link NAME TARGET`. `edit NAME OLD NEW`: one text in the place of another.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

fn read(path: &Path, fault: &str) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{fault}: no file"))
}

/// Does it in a folder.
pub(super) fn inflict(dir: &Path, fault: &str) -> Result<()> {
    let (kind, rest) = fault.split_once(' ').context("a fault has a file")?;
    let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let path = dir.join(name);
    match kind {
        "fifo" => ensure!(Command::new("mkfifo").arg(&path).status()?.success(), "{fault}"),
        "hole" => File::create(&path)?.set_len(rest.parse()?)?,
        "repeat" => {
            let (count, text) = rest.split_once(' ').context("a count and a text")?;
            fs::write(&path, unescaped(text).repeat(count.parse()?))?;
        }
        "grow" => {
            let (count, text) = rest.split_once(' ').context("a count and a text")?;
            let content = read(&path, fault)?;
            fs::write(&path, [content, unescaped(text).repeat(count.parse()?)].concat())?;
        }
        "bytes" => fs::write(&path, unescaped(rest))?,
        "flip" => {
            let mut content = read(&path, fault)?;
            let at = if rest.is_empty() { content.len() / 2 } else { rest.parse()? };
            *content.get_mut(at).context("a byte there")? ^= 1;
            fs::write(&path, content)?;
        }
        "cut" => {
            let content = read(&path, fault)?;
            fs::write(&path, &content[..content.len() / 2])?;
        }
        "edit" => {
            let (old, new) = rest.split_once(' ').context("an old and a new text")?;
            let text = String::from_utf8(read(&path, fault)?)?;
            ensure!(text.contains(old), "{fault}: `{old}` is not there");
            fs::write(&path, text.replacen(old, new, 1))?;
        }
        "remove" => fs::remove_file(&path)?,
        "folder" => fs::create_dir_all(&path)?,
        #[cfg(unix)]
        "link" => std::os::unix::fs::symlink(rest, &path)?,
        _ => bail!("`{kind}` is no fault"),
    }
    Ok(())
}

/// The bytes of a text in which `\xNN` stands for a byte and `\n` for the end of a line.
fn unescaped(text: &str) -> Vec<u8> {
    let mut pieces = text.split("\\x");
    let mut bytes = pieces.next().unwrap_or_default().replace("\\n", "\n").into_bytes();
    for piece in pieces {
        let digits = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.extend(digits);
        bytes.extend(piece.get(2..).unwrap_or_default().replace("\\n", "\n").bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn bytes_are_written_in_letters() {
        assert_eq!(unescaped("a\\x1b[2J\\n\\xff\\x00b"), b"a\x1b[2J\n\xff\0b");
    }
}
