//! Pictures of pages, each with the words that it shows.

use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Transformations};
use serde_json::json;

use crate::devtools::Chromium;
use crate::tab::{Tab as _, View};
use crate::web::paths::COMPLETE;
use crate::web::program::Program;
use crate::workspace::Workspace;

/// The width of the pictures, in pixels.
const WIDTH: u32 = 1000;

/// What a picture calls the words that it shows.
const KEYWORD: &str = "Description";

/// How long a page may take.
const LIMIT: Duration = Duration::from_secs(120);

/// The question of the page of rules: what six rounds at most would change.
const QUESTION: &str = "#a=official&b=official,round_limit=6&agents=human&games=2000&seed=1";

/// A picture of the upper part of a page.
pub(super) struct Shot {
    /// The file.
    pub(super) name: &'static str,
    page: Page,
    /// The elements whose words the picture keeps. It ends below the last one.
    shows: &'static [&'static str],
}

/// A page that pictures are taken of.
#[derive(Clone, Copy)]
enum Page {
    /// The report of a tournament, a file.
    Report,
    /// The page of rules behind `sim-cli serve`.
    Rules,
}

/// The pictures.
pub(super) const SHOTS: [Shot; 2] = [
    Shot { name: "report.png", page: Page::Report, shows: &["h1", "main table", "#ratings", "#scores"] },
    Shot { name: "rules.png", page: Page::Rules, shows: &["#answer", "#question", "#glance"] },
];

impl Shot {
    /// Opens the page, and returns its picture as PNG.
    ///
    /// # Errors
    /// A browser that fails, or an element that is not there.
    pub(super) fn take(&self, workspace: &Workspace, tab: &mut Chromium, report: &Path) -> Result<Vec<u8>> {
        let program = match self.page {
            Page::Report => None,
            Page::Rules => Some(Program::start(workspace)?),
        };
        tab.look(WIDTH, View::Light)?;
        match &program {
            None => {
                tab.go(&format!("file://{}", report.display()))?;
                tab.wait("location.protocol === 'file:' && document.readyState === 'complete'", LIMIT)?;
            }
            Some(program) => {
                tab.go(&format!("{}{QUESTION}", program.address))?;
                tab.wait(COMPLETE, LIMIT)?;
            }
        }
        let shown = format!("{}.map((one) => document.querySelector(one))", json!(self.shows));
        let words = tab.evaluate(&format!("{shown}.map((one) => one.innerText).join(' ')"))?;
        let words = words.as_str().with_context(|| format!("{}: no words", self.name))?;
        let end = tab.evaluate(&format!("{shown}.at(-1).getBoundingClientRect().bottom + scrollY + 16"))?;
        let height = end.as_f64().with_context(|| format!("{}: no end", self.name))?;
        cut(&tab.picture()?, height as usize, &words.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// Returns the upper lines of a picture, with these words.
fn cut(picture: &[u8], height: usize, words: &str) -> Result<Vec<u8>> {
    let mut decoder = Decoder::new(Cursor::new(picture));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut samples = vec![0; reader.output_buffer_size().context("a picture that is too large")?];
    let frame = reader.next_frame(&mut samples)?;
    let kind = frame.color_type.samples();
    ensure!(kind >= 3, "a picture of kind {:?}", frame.color_type);
    let height = height.min(frame.height as usize);
    let pixels = samples.chunks_exact(kind).take(height * frame.width as usize);
    let colours: Vec<u8> = pixels.flat_map(|pixel| &pixel[..3]).copied().collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, frame.width, height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.add_itxt_chunk(KEYWORD.to_owned(), words.to_owned())?;
    encoder.write_header()?.write_image_data(&colours)?;
    Ok(bytes)
}

/// Returns the words that a picture keeps.
///
/// # Errors
/// A file that is no such picture.
pub(super) fn words(picture: &[u8]) -> Result<String> {
    let reader = Decoder::new(Cursor::new(picture)).read_info()?;
    let mut texts = reader.info().utf8_text.iter();
    let text = texts.find(|text| text.keyword == KEYWORD).context("a picture without its words")?;
    Ok(text.get_text()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_cut_and_keeps_its_words() {
        let mut whole = Vec::new();
        let mut encoder = Encoder::new(&mut whole, 2, 3);
        encoder.set_color(ColorType::Rgba);
        encoder.write_header().expect("a header").write_image_data(&[7; 24]).expect("a picture");
        let picture = cut(&whole, 2, "ties: 31 of 100, “more”").expect("a picture");
        let reader = Decoder::new(Cursor::new(&picture)).read_info().expect("a picture");
        assert_eq!((reader.info().width, reader.info().height), (2, 2));
        assert_eq!(words(&picture).expect("words"), "ties: 31 of 100, “more”");
        assert!(words(&whole).is_err());
    }
}
